"""Theorems for Coq on the joint misère quotients of heaps of several games; see `theorems`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from grundy.answers.checkers import LONGEST_ARRAY, coq_list, rule_and_checker
from grundy.answers.theorems import (
    ALIKE,
    ARRAYS,
    CHECKED,
    coq_array,
    coq_row,
    digits_and_signs,
    monoid_fields,
    none_written,
    quotient_theorem,
    theorem_file,
)
from grundy.heaps.certificates import is_long_and_tame
from grundy.heaps.codes import Code
from grundy.heaps.periods.certificate import certified_code
from grundy.heaps.periods.period import Period, Proof
from grundy.heaps.rules import TakeAndBreak
from grundy.misere.certificate import JointCertificate, JointGame, MisereCertificate
from grundy.printable import counted

_JOINT = """\
(* The games by their numbers: digits with their signs, how many heaps are written, the first heap
   of a period with the period, or 0 and 0 where no other heaps are meant, and the elements of the
   heaps that are written, where {order} stands for a heap that is not meant.
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
Definition moves := replaces (joint_moves (List.map game_rule games)).
Definition meant := Forall (joint_meant {order} games).
"""


def joint_theorem(certificate: JointCertificate) -> bytes:
    """Write the theorem on a joint misère quotient.

    Raises:
        RulesetError: If `proofs/` has none on such rules, or arrays are too short for it.
    """
    games, order = certificate.games, certificate.order
    codes = [certified_code(game.rule) for game in games]
    longest = max(order, *(game.heaps[-1] + 1 for game in games))
    if longest > LONGEST_ARRAY:
        raise none_written(f"the proof has {longest:,} heaps, too many for an array of Coq")
    generators = (_heap_of(element, games) for element in certificate.generators)
    named = [replace(game, rule=str(code)) for game, code in zip(games, codes, strict=True)]
    statement = _JOINT.format(
        games=coq_row(_game(*each, order) for each in zip(games, codes, strict=True)),
        listed="\n".join(f"   {place}: {game.text}" for place, game in enumerate(named)),
        order=order, generators=coq_row(f"({place}%nat, {heap})" for place, heap in generators),
        **monoid_fields(certificate),
    )  # fmt: skip
    return theorem_file(
        f"The misère quotient of heaps of {counted(len(games), 'game')} together has "
        f"{counted(order, 'element')}.",
        "Base SpragueGrundy Outcomes Signs MisereCertificate MisereJoint",
        "quotient",
        statement + ALIKE.format(moves="moves"),
        "apply (joint_certificate _ _ _ _ _ sets).",
        opening=ARRAYS,
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
    row = coq_array((elements.get(heap, order) for heap in range(size)), "0")
    digits, signs = digits_and_signs(code, size)
    repeats = f"{game.preperiod or 0}%N {game.period or 0}%N"
    return f"Game ({digits})%N ({signs}) {size} {repeats} {row}"


def sum_theorem(certificate: MisereCertificate | JointCertificate) -> bytes:
    """Write the theorem on a misère quotient, of one game or of several."""
    if isinstance(certificate, JointCertificate):
        return joint_theorem(certificate)
    code = certified_code(certificate.rule)
    late = min(certificate.phi[(certificate.preperiod or 1) - 1 :], default=0) > 1  # all firm
    if late and code.is_octal and is_long_and_tame(certificate.claim(), code):
        return _tame_theorem(certificate, code)
    return quotient_theorem(certificate)


_TAME = """\
Definition rule : list N := {rule}.

(* The fickle heaps; all others are firm, and all from heap {n0} on. *)
Definition fickle : list nat := {fickle}%nat.

(* The nim-sum of the Grundy values of a sum's heaps, and whether one of them is firm. *)
Definition kind : position -> N * bool := kind rule fickle.

(* The previous player wins the sums of the kinds (0, true) and (1, false); and two sums have one
   kind just if they can replace each other in every sum. *)
Theorem quotient :
  (forall n, (N.to_nat {n0} <= n)%nat ->
    G (digits rule) (n + N.to_nat {period}) = G (digits rule) n /\\ firm fickle n = true) /\\
  forall sum,
  (MiserePrevious (move (digits rule)) sum <-> lost_tame (kind sum)) /\\
  (MisereNext (move (digits rule)) sum <-> ~ lost_tame (kind sum)) /\\
  forall sum', kind sum = kind sum' <-> forall other,
    MiserePrevious (move (digits rule)) (sum ++ other) <->
    MiserePrevious (move (digits rule)) (sum' ++ other).\
"""


def _tame_theorem(certificate: MisereCertificate, code: Code) -> bytes:
    """Write the theorem on a tame game by its values under normal play."""
    n0, period = certificate.preperiod or 0, certificate.period or 0
    fickle = [heap for heap, element in enumerate(certificate.phi) if element < 2]
    found, proof = Period(n0, period, 0, proved=True), Proof("", len(certificate.phi))
    _, checker = rule_and_checker(TakeAndBreak(code), code, found, proof)
    return theorem_file(
        f"The heaps of {code} are tame, and have {counted(certificate.order, 'kind')}.",
        "Base SpragueGrundy Outcomes Certificate MisereTame WindowCertificate TameCertificate",
        "quotient",
        _TAME.format(
            rule=coq_list(code.digits), fickle=coq_list(fickle), n0=n0, period=period,
        ),
        f"apply (tame_certificate rule fickle); [apply {checker}|].",
        last=f"all: {CHECKED}",
    )  # fmt: skip
