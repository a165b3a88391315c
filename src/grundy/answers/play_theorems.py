"""Theorems for Coq on the labels of a digraph, and on misère quotients; see `theorems`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from grundy.answers.theorems import LONGEST_ARRAY, theorem_file
from grundy.errors import RulesetError
from grundy.graphs.labelling import Labelling
from grundy.heaps.codes import ANY, Code
from grundy.heaps.periods.certificate import certified_code
from grundy.misere.certificate import JointCertificate, JointGame, MisereCertificate
from grundy.printable import counted

# Import ListNotations would hide the notation of arrays.
_ARRAYS = """\
From Coq Require Import PArray.
Local Open Scope list_scope.
Local Open Scope uint63_scope.
"""

# ---- labels of digraphs -------------------------------------------------------------------------

_DIGRAPH = """\
(* The vertices are the numbers below {count}; entry u of an array is that of vertex u. *)
Definition followers : array (list int) := {followers}.

(* 0 is infinity, and k + 1 the nimber k. *)
Definition labels : array int := {labels}.

(* The order in which the finite labels were found, for the checker. *)
Definition counters : array int := {counters}.

"""

_NORMAL = """\
Definition arc := arc (fun u => followers.[u])%array.

(* [is_label arc u (Some k)]: the player to move loses u + *k; [None]: there is no such k. *)
Theorem labelling u : vertex {count} u ->
  is_label arc u (label labels u) /\\
  (forall l, is_label arc u l -> l = label labels u) /\\
  (Previous arc u <-> label labels u = Some 0%N) /\\
  (Next arc u <-> exists w, arc u w /\\ label labels w = Some 0%N) /\\
  (Draw arc u <-> label labels u = None /\\ forall w, arc u w -> label labels w <> Some 0%N).\
"""

_MISERE = """\
Definition arc (u w : int) := In w followers.[u]%array.

(* The previous, or the next, player wins from u where who cannot move wins. *)
Theorem labelling : forall u, vertex {count} u ->
  (MiserePrevious arc u <-> label labels u = Some 0%N) /\\
  (MisereNext arc u <->
     followers.[u]%array = nil \\/ exists w, arc u w /\\ label labels w = Some 0%N).\
"""


def label_theorem(labelling: Labelling) -> bytes:
    """Write the theorem on the labels of a digraph; its vertices are numbers there.

    Raises:
        RulesetError: If there are more vertices than an array of Coq has entries.
    """
    graph, misere = labelling.graph, labelling.play == "misere"
    count = graph.vertex_count
    if count + misere > LONGEST_ARRAY:
        raise RulesetError(f"{count:,} vertices are too many for an array of Coq")
    labels = labelling.value_array.astype(np.int64) + 1
    counters = np.maximum(labelling.counter_array.astype(np.int64), 0)
    if misere:  # one vertex more, to which each end has a move; it was found before all others
        labels, counters = np.append(labels, 1), np.append(counters + 1, 0)
    statement = (_DIGRAPH + (_MISERE if misere else _NORMAL)).format(
        count=count,
        followers=_array(map(_row, graph.forward.each_row()), "nil"),
        labels=_array(labels.tolist(), "0"),
        counters=_array(counters.tolist(), "0"),
    )
    checker = "(check_misere_sound _ _ _ counters)" if misere else "(checked_labels _ _ _ counters)"
    return theorem_file(
        f"The labels and outcomes of a digraph of {counted(count, 'vertex', 'vertices')}, under "
        f"{'misère' if misere else 'normal'} play.",
        "Outcomes DigraphLabels DigraphCheck DigraphMoves",
        "labelling",
        statement,
        f"apply {checker}.",
        opening=_ARRAYS,
    )


# ---- misère quotients ---------------------------------------------------------------------------

_QUOTIENT = """\
Definition rule : list N := ({rule})%N.

(* Elements are the numbers below {order}, and 0 is the identity. Here are the products of each
   with the generators, which are the elements of these heaps. *)
Definition action : array (array int) := {action}.
Definition generators : list int := {generators}.

(* The elements of P-positions, and those of heaps 0, 1, 2, … *)
Definition p_elements : list int := {p_elements}.
Definition elements : array int := {elements}.

(* For each element the winning sets of its sums, for the checker. *)
Definition sets : array (list (list int)) := {sets}.

Definition element : list nat -> int := element_of {order} action generators {n0} {period} elements.
Definition is_p : int -> bool := is_p_element {order} p_elements.

(* {meant} *)
Definition meant := Forall (MisereCertificate.meant {heaps} {period}).
"""

_ALIKE = """
(* The previous player wins the sums whose element is one of P-positions; and two sums have one
   element just if they can replace each other in every sum. *)
Theorem quotient : forall sum, meant sum ->
  (MiserePrevious {moves} sum <-> is_p (element sum) = true) /\\
  (MisereNext {moves} sum <-> is_p (element sum) = false) /\\
  forall sum', meant sum' -> (element sum = element sum' <-> forall other, meant other ->
    MiserePrevious {moves} (sum ++ other) <->
    MiserePrevious {moves} (sum' ++ other)).\
"""


_JOINT = """\
(* The games by their numbers: digits, how many heaps are written, the first heap of a period with
   the period, or 0 and 0 where no other heaps are meant, and the elements of the heaps that are
   written, where {order} stands for a heap that is not meant.
{listed} *)
Definition games : list game := {games}.

(* Elements are the numbers below {order}, and 0 is the identity. Here are the products of each
   with the generators, which are the elements of these heaps: a game and a size each. *)
Definition action : array (array int) := {action}.
Definition generators : list (nat * int) := {generators}.

(* The elements of P-positions. *)
Definition p_elements : list int := {p_elements}.

(* For each element the winning sets of its sums, for the checker. *)
Definition sets : array (list (list int)) := {sets}.

(* A sum is a list of heaps, each the number of its game with its size. *)
Definition element : list (nat * nat) -> int := element_of_joint {order} action generators games.
Definition is_p : int -> bool := is_p_element {order} p_elements.
Definition moves := replaces (joint_moves (List.map game_digits games)).
Definition meant := Forall (joint_meant {order} games).
"""


def joint_theorem(certificate: JointCertificate) -> bytes:
    """Write the theorem on a joint misère quotient.

    Raises:
        RulesetError: If `proofs/` has none on such rules, or arrays are too short for it.
    """
    games, order = certificate.games, certificate.order
    codes = [certified_code(game.rule) for game in games]
    if any(code.constraint is not ANY for code in codes):
        raise RulesetError("proofs/ has no theorem on such a game")
    longest = max(order, *(game.heaps[-1] + 1 for game in games))
    if longest > LONGEST_ARRAY:
        raise RulesetError(f"the proof has {longest:,} heaps, too many for an array of Coq")
    generators = (_heap_of(element, games) for element in certificate.generators)
    named = [replace(game, rule=str(code)) for game, code in zip(games, codes, strict=True)]
    statement = _JOINT.format(
        games=_row(_game(*each, order) for each in zip(games, codes, strict=True)),
        listed="\n".join(f"   {place}: {game.text}" for place, game in enumerate(named)),
        order=order, generators=_row(f"({place}%nat, {heap})" for place, heap in generators),
        **_monoid(certificate),
    )  # fmt: skip
    return theorem_file(
        f"The misère quotient of heaps of {counted(len(games), 'game')} together has "
        f"{counted(order, 'element')}.",
        "Base SpragueGrundy Outcomes MisereCertificate MisereJoint",
        "quotient",
        statement + _ALIKE.format(moves="moves"),
        "apply (joint_certificate _ _ _ _ _ sets).",
        opening=_ARRAYS,
    )


def _heap_of(element: int, games: Iterable[JointGame]) -> tuple[int, int]:
    """Return the first heap that has an element: the place of its game, and its size."""
    return next(
        (place, heap)
        for place, game in enumerate(games)
        for heap, found in zip(game.heaps, game.phi, strict=True)
        if found == element
    )


def _game(game: JointGame, code: Code, order: int) -> str:
    """Write a game as Coq has it; digits beyond the largest heap matter to none."""
    size = game.heaps[-1] + 1
    elements = dict(zip(game.heaps, game.phi, strict=True))
    digits = code.digits if code.is_finite else map(code.digit, range(size))
    row = _array((elements.get(heap, order) for heap in range(size)), "0")
    return f"Game ({_row(digits)})%N {size} {game.preperiod or 0}%N {game.period or 0}%N {row}"


def _monoid(certificate: MisereCertificate | JointCertificate) -> dict[str, str]:
    """Write what the theorems on one game and on several have in common."""
    return {
        "action": _array((_array(row, "0") for row in certificate.action), "[| 0 | 0 |]"),
        "p_elements": _row(certificate.p_portion),
        "sets": _array(map(_sets, certificate.invariant), "nil"),
    }


def quotient_theorem(certificate: MisereCertificate) -> bytes:
    """Write the theorem on a misère quotient.

    Raises:
        RulesetError: If `proofs/` has none on this kind of rule, or arrays are too short for it.
    """
    code, phi = certified_code(certificate.rule), certificate.phi
    if not code.is_finite or code.constraint is not ANY:
        raise RulesetError("proofs/ has no theorem on such a game")
    if max(len(phi), certificate.order) > LONGEST_ARRAY:
        raise RulesetError(f"the proof has {len(phi):,} heaps, too many for an array of Coq")
    period = certificate.period or 0
    generators = certificate.generators
    meant = "All heaps." if period else f"The heaps 0 to {len(phi) - 1}."
    about = f"the heaps of {code}" if period else f"the heaps 0 to {len(phi) - 1} of {code}"
    statement = _QUOTIENT.format(
        rule=_row(code.digits),
        order=certificate.order,
        generators=_row(map(phi.index, generators)),
        elements=_array(phi, "0"),
        **_monoid(certificate),
        n0=f"{certificate.preperiod or 0}%N", period=f"{period}%N", heaps=len(phi), meant=meant,
    )  # fmt: skip
    return theorem_file(
        f"The misère quotient of {about} has {counted(certificate.order, 'element')}.",
        "Base SpragueGrundy Outcomes MisereCertificate",
        "quotient",
        statement + _ALIKE.format(moves="(move (digits rule))"),
        "apply (misere_certificate _ _ _ _ _ _ _ _ _ sets).",
        opening=_ARRAYS,
    )


def sum_theorem(certificate: MisereCertificate | JointCertificate) -> bytes:
    """Write the theorem on a misère quotient, of one game or of several."""
    if isinstance(certificate, JointCertificate):
        return joint_theorem(certificate)
    return quotient_theorem(certificate)


def _sets(those: Iterable[str]) -> str:
    """Write sets of elements that are in hexadecimal as lists."""
    bits = (reversed(f"{int(one, 16):b}") for one in those)
    return _row(_row(place for place, bit in enumerate(each) if bit == "1") for each in bits)


def _array(entries: Iterable[Any], default: str) -> str:
    texts = list(map(str, entries))
    lines = ("; ".join(texts[start : start + 16]) for start in range(0, len(texts), 16))
    return "[| " + ";\n  ".join(lines) + f" | {default} |]"


def _row(entries: Iterable[Any]) -> str:
    """Write a list without brackets, which are those of arrays."""
    return "::".join(
        [*(f"({entry})" if "::" in str(entry) else str(entry) for entry in entries), "nil"]
    )
