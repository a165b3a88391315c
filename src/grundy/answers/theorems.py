"""Theorems for the proof assistant Coq: files that state one, and name the checker that proves it.

The checkers, and the proofs that they are right, stand in `proofs/`. A file holds numbers and
sentences of ours only: nothing that a user has named gets into it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.answers.checkers import LONGEST_ARRAY, coq_list, rule_and_checker
from grundy.errors import RulesetError
from grundy.heaps import formulas
from grundy.heaps.codes import ANY, Code, Constraint
from grundy.heaps.periods.certificate import certified_code
from grundy.heaps.periods.period import Period, theorem_of
from grundy.heaps.ruleset import HeapRuleset
from grundy.misere.certificate import JointCertificate, MisereCertificate
from grundy.printable import counted

if TYPE_CHECKING:
    from grundy.graphs.labelling import Labelling

SUFFIX = ".v"
_CHECK = "coqc -Q proofs Grundy {file}"
_WHERE = "where proofs is the folder of that name in grundy's sources, after proofs/build"

_FILE = """\
(* {sentence}

   Check it with `{check}`,
   {where}. *)
From Coq Require Import List NArith Uint63.
From Grundy Require Import {modules}.
{opening}
{statement}
Proof.
  {proof}
  {last}
Qed.

Print Assumptions {name}.
"""


def is_theorem(file: str) -> bool:
    """Return whether the name of a file says that it is for Coq."""
    return Path(file).suffix == SUFFIX


def none_written(why: str) -> RulesetError:
    """Return the error of a command that has no theorem to write."""
    return RulesetError(f"{why}, so no certificate was written.")


def how_to_check(file: str) -> str:
    """Say how a file is checked."""
    return f"this is a theorem for Coq, which checks it: {_CHECK.format(file=file)}, {_WHERE}."


CHECKED = "vm_cast_no_check (eq_refl true)."  # a checker's answer, which Coq computes
_LISTS = "Import ListNotations.\nLocal Open Scope N_scope.\n"


def theorem_file(
    sentence: str,
    modules: str,
    name: str,
    statement: str,
    proof: str,
    opening: str = _LISTS,
    last: str = CHECKED,
) -> bytes:
    """Fill in a file: *statement* has all before `Proof.`, *proof* leaves what *last* proves."""
    return _FILE.format(
        sentence=sentence, check=_CHECK.format(file="FILE.v"), where=_WHERE,
        modules=modules, opening=opening, name=name, statement=statement, proof=proof, last=last,
    ).encode()  # fmt: skip


# ---- periods ------------------------------------------------------------------------------------

_PERIOD = """\
Definition G := grundy ({rule}).
{lists}
Theorem period :
  (forall n, {preperiod} <= n -> G (n + {period}) = G n{saltus}) /\\
  (* and no other period is shorter, or begins earlier *)
  {opened}forall n0 p{of}, 1 <= p -> (forall n, n0 <= n -> G (n + p) = G n{plus}) ->
  ({period} | p) /\\ {preperiod} <= n0{values}.\
"""
_FLAT = {"saltus": "", "of": "", "plus": ""}
_VALUES = """) /\\
  forall n, G n = if n <? {preperiod} then nth (N.to_nat n) first 0
                  else nth (N.to_nat ((n - {preperiod}) mod {period})) again 0{rise}"""
_MOST_VALUES = 400  # that a file lists: more is nothing to read

# What has a formula: how the game is called, its rule, and the theorem on its period.
_BY_FORMULA = {
    formulas.LASKER: ("4.[3]", "laskers_nim", "laskers_nim_period"),
    formulas.POWERS_OF_TWO: (
        "take-a-power-of-two", "taking power_of_two", "powers_of_two_period",
    ),
    formulas.ONE_OR_PRIME: ("take-a-prime", "taking one_or_prime", "one_or_primes_period"),
}  # fmt: skip


def period_theorem(ruleset: HeapRuleset, found: Period | None) -> bytes:
    """Write the theorem on a proved period; None stands for a proof of something else.

    Raises:
        RulesetError: If `proofs/` has none; it says why, in half a sentence.
    """
    formula, code = ruleset.formula, ruleset.code
    if found is not None and found.proof is None and found.proved and formula in _BY_FORMULA:
        name, rule, lemma = _BY_FORMULA[formula]
        return _period_file(ruleset, found, name, rule, "", f"exact {lemma}.")
    if code is None or theorem_of(code) is None:
        raise RulesetError("proofs/ has no theorem on such a game")
    if found is None or (proof := found.proof) is None:
        raise RulesetError("proofs/ has no theorem on such a proof")
    rule, checker = rule_and_checker(ruleset, code, found, proof)
    return _period_file(ruleset, found, str(code), rule, f", {checker}", CHECKED)


def _period_file(
    ruleset: HeapRuleset, found: Period, name: str, rule: str, checker: str, last: str
) -> bytes:
    preperiod, period, saltus = found.preperiod, found.period, found.saltus
    rises = {"saltus": f" + {saltus}", "of": " s", "plus": " + s"} if saltus else _FLAT
    added = f" and saltus {saltus}" if saltus else ""
    lemma = f"{'with' if saltus else 'without'}_saltus"
    listed = {"lists": "", "opened": "", "values": ""}
    if preperiod + period <= _MOST_VALUES:
        listed = _all_values(ruleset, found)
        lemma = f"(values_{lemma} first again _ _ _ eq_refl eq_refl)"
    return theorem_file(
        f"The Grundy values of {name} have the period {period}{added} from heap {preperiod} on.",
        "Base Period Formulas Certificate AllButPeriod WindowCertificate",
        "period",
        _PERIOD.format(rule=rule, preperiod=preperiod, period=period, **rises, **listed),
        f"apply {lemma}{checker}.",
        last=last,
    )


def _all_values(ruleset: HeapRuleset, found: Period) -> dict[str, str]:
    """Return the lists of values that a file has, and the statement that all come from them."""
    start, period, saltus = found.preperiod, found.period, found.saltus
    values = ruleset.values(start + period).tolist()
    parts = {"first": (0, start), "again": (start, start + period)}
    lists = ""
    for name, (begin, end) in parts.items():
        heaps = f"heaps {begin} to {end - 1}" if end - begin > 1 else f"heap {begin}"
        about = f"The values of {heaps}." if end > begin else "No heap comes before."
        listed = f"Definition {name} : list N := {coq_list(values[begin:end])}."
        lists += f"\n(* {about} *)\n{fill(listed, 98, subsequent_indent='  ')}\n"
    rise = f" + (n - {start}) / {period} * {saltus}" if saltus else ""
    stated = _VALUES.format(preperiod=start, period=period, rise=rise)
    return {"lists": lists, "opened": "(", "values": stated}


# Import ListNotations would hide the notation of arrays.
ARRAYS = """\
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
        raise none_written(f"{count:,} vertices are too many for an array of Coq")
    labels = labelling.value_array.astype(np.int64) + 1
    counters = np.maximum(labelling.counter_array.astype(np.int64), 0)
    if misere:  # one vertex more, to which each end has a move; it was found before all others
        labels, counters = np.append(labels, 1), np.append(counters + 1, 0)
    statement = (_DIGRAPH + (_MISERE if misere else _NORMAL)).format(
        count=count,
        followers=coq_array(map(coq_row, graph.forward.each_row()), "nil"),
        labels=coq_array(labels.tolist(), "0"),
        counters=coq_array(counters.tolist(), "0"),
    )
    checker = "(check_misere_sound _ _ _ counters)" if misere else "(checked_labels _ _ _ counters)"
    return theorem_file(
        f"The labels and outcomes of a digraph of {counted(count, 'vertex', 'vertices')}, under "
        f"{'misère' if misere else 'normal'} play.",
        "Outcomes DigraphLabels DigraphCheck DigraphMoves",
        "labelling",
        statement,
        f"apply {checker}.",
        opening=ARRAYS,
    )


# ---- misère quotients ---------------------------------------------------------------------------

_SIGN = dict(zip(Constraint, ("Any", "Unequal", "NotAllEqual", "AllEqual"), strict=False))
_SIGNS = "\n(* What the parts of a split have to satisfy. *)\nDefinition signs : list sign := {}.\n"
_SIGNED = "(replaces (signed_move rule signs))"
_BEYOND = "(* The digits up to the largest heap; those beyond matter to none of these heaps. *)\n"
_QUOTIENT = """\
{beyond}Definition rule : list N := ({rule})%N.
{signs}
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

ALIKE = """
(* The previous player wins the sums whose element is one of P-positions; and two sums have one
   element just if they can replace each other in every sum. *)
Theorem quotient : forall sum, meant sum ->
  (MiserePrevious {moves} sum <-> is_p (element sum) = true) /\\
  (MisereNext {moves} sum <-> is_p (element sum) = false) /\\
  forall sum', meant sum' -> (element sum = element sum' <-> forall other, meant other ->
    MiserePrevious {moves} (sum ++ other) <->
    MiserePrevious {moves} (sum' ++ other)).\
"""


def quotient_theorem(certificate: MisereCertificate) -> bytes:
    """Write the theorem on a misère quotient.

    Raises:
        RulesetError: If `proofs/` has none on this kind of rule, or arrays are too short for it.
    """
    code, phi = certified_code(certificate.rule), certificate.phi
    if max(len(phi), certificate.order) > LONGEST_ARRAY:
        raise none_written(f"the proof has {len(phi):,} heaps, too many for an array of Coq")
    period = certificate.period or 0
    generators = certificate.generators
    meant = "All heaps." if period else f"The heaps 0 to {len(phi) - 1}."
    about = f"the heaps of {code}" if period else f"the heaps 0 to {len(phi) - 1} of {code}"
    rule, signs = digits_and_signs(code, len(phi))
    signed = code.constraint is not ANY
    statement = _QUOTIENT.format(
        rule=rule, signs=_SIGNS.format(signs) if signed else "",
        beyond="" if code.is_finite else _BEYOND,
        order=certificate.order,
        generators=coq_row(map(phi.index, generators)),
        elements=coq_array(phi, "0"),
        **monoid_fields(certificate),
        n0=f"{certificate.preperiod or 0}%N", period=f"{period}%N", heaps=len(phi), meant=meant,
    )  # fmt: skip
    return theorem_file(
        f"The misère quotient of {about} has {counted(certificate.order, 'element')}.",
        "Base SpragueGrundy Outcomes Signs MisereCertificate",
        "quotient",
        statement + ALIKE.format(moves=_SIGNED if signed else "(move (digits rule))"),
        f"apply ({'signed_certificate _' if signed else 'misere_certificate'} {'_ ' * 9}sets).",
        opening=ARRAYS,
    )


def digits_and_signs(code: Code, size: int) -> tuple[str, str]:
    """Write both as lists; where they repeat without end, those for heaps below *size*."""
    places = range(len(code.digits) if code.is_finite else size)
    signs = [_SIGN[code.constraint_at(r)] for r in places] if code.constraint is not ANY else ()
    return coq_row(map(code.digit, places)), coq_row(signs)


def monoid_fields(certificate: MisereCertificate | JointCertificate) -> dict[str, str]:
    """Write what the theorems on one game and on several have in common."""
    return {
        "action": coq_array((coq_array(row, "0") for row in certificate.action), "[| 0 | 0 |]"),
        "p_elements": coq_row(certificate.p_portion),
        "sets": coq_array(map(_sets, certificate.invariant), "nil"),
    }


def _sets(those: Iterable[str]) -> str:
    """Write sets of elements that are in hexadecimal as lists."""
    bits = (reversed(f"{int(one, 16):b}") for one in those)
    return coq_row(coq_row(place for place, bit in enumerate(each) if bit == "1") for each in bits)


def coq_array(entries: Iterable[Any], default: str) -> str:
    """Write an array, with the entry that it has everywhere else."""
    texts = list(map(str, entries))
    lines = ("; ".join(texts[start : start + 16]) for start in range(0, len(texts), 16))
    return "[| " + ";\n  ".join(lines) + f" | {default} |]"


def coq_row(entries: Iterable[Any]) -> str:
    """Write a list without brackets, which are those of arrays."""
    return "::".join(
        [*(f"({entry})" if "::" in str(entry) else str(entry) for entry in entries), "nil"]
    )
