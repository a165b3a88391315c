"""Theorems for Coq on the labels of a digraph, and on misère quotients; see `theorems`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from grundy.answers.theorems import LONGEST_ARRAY, theorem_file
from grundy.errors import RulesetError
from grundy.graphs.labelling import Labelling
from grundy.heaps.codes import ANY
from grundy.heaps.periods.certificate import certified_code
from grundy.misere.certificate import MisereCertificate
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

(* The previous player wins the sums whose element is one of P-positions; and two sums have one
   element just if they can replace each other in every sum. *)
Theorem quotient : forall sum, meant sum ->
  (MiserePrevious (move (digits rule)) sum <-> is_p (element sum) = true) /\\
  (MisereNext (move (digits rule)) sum <-> is_p (element sum) = false) /\\
  forall sum', meant sum' -> (element sum = element sum' <-> forall other, meant other ->
    MiserePrevious (move (digits rule)) (sum ++ other) <->
    MiserePrevious (move (digits rule)) (sum' ++ other)).\
"""


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
        action=_array((_array(row, "0") for row in certificate.action), "[| 0 | 0 |]"),
        generators=_row(map(phi.index, generators)),
        p_elements=_row(certificate.p_portion),
        elements=_array(phi, "0"),
        sets=_array(map(_sets, certificate.invariant), "nil"),
        n0=f"{certificate.preperiod or 0}%N", period=f"{period}%N", heaps=len(phi), meant=meant,
    )  # fmt: skip
    return theorem_file(
        f"The misère quotient of {about} has {counted(certificate.order, 'element')}.",
        "Base SpragueGrundy Outcomes MisereCertificate",
        "quotient",
        statement,
        "apply (misere_certificate _ _ _ _ _ _ _ _ _ sets).",
        opening=_ARRAYS,
    )


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
