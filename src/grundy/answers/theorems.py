"""Theorems for the proof assistant Coq: files that state one, and name the checker that proves it.

The checkers, and the proofs that they are right, stand in `proofs/`. A file holds numbers and
sentences of ours only: nothing that a user has named gets into it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import RulesetError
from grundy.heaps import formulas
from grundy.heaps.codes import ANY, Code, Constraint
from grundy.heaps.engines.engine import best_mask, window_of
from grundy.heaps.periods.certificate import certified_code
from grundy.heaps.periods.period import ALL_BUT, REPEATING, Period, Proof, theorem_of
from grundy.heaps.periods.verify_digits import DigitsCertificate, Powers, Term, terms_of
from grundy.heaps.rules import TakeAndBreak
from grundy.heaps.ruleset import HeapRuleset
from grundy.heaps.subtraction import proper_divisors
from grundy.printable import counted

if TYPE_CHECKING:
    from grundy.misere.certificate import JointCertificate, JointGame, MisereCertificate

_CHECK = "coqc -Q proofs Grundy {file}"
_WHERE = "where proofs is the folder of that name in grundy's sources, after proofs/build"


def is_theorem(file: str) -> bool:
    """Return whether the name of a file says that it is for Coq."""
    return Path(file).suffix == ".v"


def none_written(why: str) -> RulesetError:
    """Return the error of a command that has no theorem to write."""
    return RulesetError(f"{why}, so no certificate was written.")


def how_to_check(file: str) -> str:
    """Describe how a file is checked."""
    return f"this is a theorem for Coq, which checks it: {_CHECK.format(file=file)}, {_WHERE}."


CHECKED = "vm_cast_no_check (eq_refl true)."  # a checker's answer, which Coq computes


def coq_text(*names: str, **fields: object) -> str:
    """Fill in texts of the folder `coq`, with a blank line between them."""
    texts = (Path(__file__).with_name("coq") / f"{name}.v" for name in names)
    return "\n".join(text.read_text(encoding="utf-8") for text in texts).format(**fields).rstrip()


def theorem_file(
    sentence: str,
    modules: str,
    name: str,
    statement: str,
    proof: str,
    opening: str = "lists",
    last: str = CHECKED,
) -> bytes:
    """Fill in a file: *statement* has all before `Proof.`, *proof* leaves what *last* proves."""
    text = coq_text(
        "file", sentence=sentence, check=_CHECK.format(file="FILE.v"), where=_WHERE,
        modules=modules, opening=coq_text(opening), name=name, statement=statement,
        proof=proof, last=last,
    )  # fmt: skip
    return f"{text}\n".encode()


# ---- periods ------------------------------------------------------------------------------------

_FLAT = {"saltus": "", "of": "", "plus": ""}
_MOST_VALUES = 400  # that a file lists: more is nothing to read

# What has a formula: how the game is called, its rule, and the theorem on its period.
_BY_FORMULA = {
    formulas.LASKER: ("4.[3]", "laskers_nim", "laskers_nim_period"),
    formulas.POWERS_OF_TWO: (
        "take-a-power-of-two", "taking power_of_two", "powers_of_two_period",
    ),
    formulas.ONE_OR_PRIME: ("take-a-prime", "taking one_or_prime", "one_or_primes_period"),
}  # fmt: skip


def period_theorem(ruleset: HeapRuleset, period: Period | None) -> bytes:
    """Write the theorem on a proved period; None stands for a proof of something else."""
    formula, code = ruleset.formula, ruleset.code
    if period is not None and period.proof is None and period.proved and formula in _BY_FORMULA:
        name, rule, lemma = _BY_FORMULA[formula]
        return _period_file(ruleset, period, name, rule, "", f"exact {lemma}.")
    if code is None or theorem_of(code) is None:
        raise RulesetError("proofs/ has no theorem on such a game")
    if period is None or (proof := period.proof) is None:
        raise RulesetError("proofs/ has no theorem on such a proof")
    rule, checker = rule_and_checker(ruleset, code, period, proof)
    return _period_file(ruleset, period, str(code), rule, f", {checker}", CHECKED)


def _period_file(
    ruleset: HeapRuleset, repetition: Period, name: str, rule: str, checker: str, last: str
) -> bytes:
    preperiod, period, saltus = repetition.preperiod, repetition.period, repetition.saltus
    rises = {"saltus": f" + {saltus}", "of": " s", "plus": " + s"} if saltus else _FLAT
    added = f" and saltus {saltus}" if saltus else ""
    lemma = f"{'with' if saltus else 'without'}_saltus"
    listed = {"lists": "", "opened": "", "values": ""}
    if preperiod + period <= _MOST_VALUES:
        listed = _all_values(ruleset, repetition)
        lemma = f"(values_{lemma} first again _ _ _ eq_refl eq_refl)"
    return theorem_file(
        f"The Grundy values of {name} have the period {period}{added} from heap {preperiod} on.",
        "Base Period Formulas Certificate AllButPeriod Repeating WindowCertificate",
        "period",
        coq_text("period", rule=rule, preperiod=preperiod, period=period, **rises, **listed),
        f"apply {lemma}{checker}.",
        last=last,
    )


def _all_values(ruleset: HeapRuleset, repetition: Period) -> dict[str, str]:
    """Return the lists of values that a file has, and the statement that all come from them."""
    start, period, saltus = repetition.preperiod, repetition.period, repetition.saltus
    values = ruleset.values(start + period).tolist()
    parts = {"first": (0, start), "again": (start, start + period)}
    lists = ""
    for name, (begin, end) in parts.items():
        heaps = f"heaps {begin} to {end - 1}" if end - begin > 1 else f"heap {begin}"
        about = f"The values of {heaps}." if end > begin else "No heap comes before."
        listed = f"Definition {name} : list N := {coq_list(values[begin:end])}."
        lists += f"\n(* {about} *)\n{fill(listed, 98, subsequent_indent='  ')}\n"
    rise = f" + (n - {start}) / {period} * {saltus}" if saltus else ""
    stated = coq_text("values", preperiod=start, period=period, rise=rise)
    return {"lists": lists, "opened": "(", "values": stated}


# ---- values by digits ---------------------------------------------------------------------------

_MOST_WORK = 500_000  # entries of all sets of states together, as the verifier has it


def digits_theorem(certificate: DigitsCertificate) -> bytes:
    """Write the theorem on values by digits."""
    states, base = len(certificate.values), certificate.base
    return theorem_file(
        f"An automaton of {states} states reads the Grundy values of a rule off the digits in base "
        f"{base}.",
        "Base Digits DigitsSound DigitsCertificate",
        "values",
        coq_text(
            "automaton",
            terms=";\n  ".join(map(_term, terms_of(certificate.rule) or ())),
            steps=";\n  ".join(map(coq_list, certificate.steps)),
            outputs=coq_list(certificate.values),
            base=base,
        ),
        f"apply (automaton_values {base} (steps_of steps) (output_of outputs) _ {_MOST_WORK}).",
    )


def _term(term: Term) -> str:
    amounts = term.amounts
    if isinstance(amounts, Powers):
        shown = f"Powers {amounts.factor} {amounts.ratio}"
    else:
        last = "None" if amounts.last is None else f"(Some {amounts.last})"
        shown = f"Progression {amounts.first} {amounts.step} {last}"
    return f"Term ({shown}) {term.divisor} {term.added}"


def coq_array(entries: Iterable[Any], default: str) -> str:
    """Write an array, with the entry that it has everywhere else."""
    texts = list(map(str, entries))
    lines = ("; ".join(texts[start : start + 16]) for start in range(0, len(texts), 16))
    return "[| " + ";\n  ".join(lines) + f" | {default} |]"


def coq_row(entries: Iterable[Any]) -> str:
    """Write a list without brackets, which are those of arrays."""
    return "::".join([*(f"({one})" if "::" in str(one) else str(one) for one in entries), "nil"])


# ---- which checker of `proofs/` proves a period, with what it is given --------------------------

LONGEST_ARRAY = 4_194_303  # of Coq's primitive arrays
_WIDEST = (1 << 21) - 2  # of a window, which is in a ring of twice as many places at most
_MANY = 20_000  # heaps, from which a window is worth it
_FAR_NEAR = 20_000  # small heaps that are looked at, where not all values are known


def coq_list(numbers: Iterable[object]) -> str:
    """Write natural numbers, or truth values as Coq has them, as a list of Coq."""
    return f"[{'; '.join(map(str, numbers))}]"


def rule_and_checker(
    ruleset: HeapRuleset, code: Code, period: Period, proof: Proof
) -> tuple[str, str]:
    """Return the rule as Coq has it, and the theorem on its checker."""
    values = ruleset.values(min(proof.heaps, LONGEST_ARRAY))
    bits = int(values.max(initial=1)).bit_length()
    digits = f"digits {coq_list(code.digits)}"
    splits = code.is_octal and any(digit & 4 for digit in code.digits)
    if splits and proof.heaps > _MANY and (window := _window(code, values, period, proof, bits)):
        return digits, window
    if proof.heaps > LONGEST_ARRAY:
        raise RulesetError(f"the proof has {proof.heaps:,} heaps, too many for an array of Coq")
    if proof.theorem == REPEATING:
        taken = [map(bool, each) for each in (code.digits, code.tail)]
        first, tail = (coq_list(str(one).lower() for one in each) for each in taken)
        turns = math.lcm(period.period, len(code.tail)) // period.period
        checker = f"(repeating_period _ _ {bits} _ _ _ {turns} {proof.heaps})"
        return f"taking (may {first} {tail})", checker
    if proof.theorem == ALL_BUT:
        numbers = coq_list(r for r, digit in enumerate(code.digits) if r and not digit)
        return f"all_but {numbers}%nat", f"(all_but_period _ {bits} _ _ _ {proof.heaps})"
    if {0, 3}.issuperset(code.digits):
        numbers = coq_list(r for r, digit in enumerate(code.digits) if digit)
        return f"subtraction {numbers}%nat", f"(subtraction_period _ {bits})"
    if not code.is_octal:
        return digits, f"(code_period _ {bits})"
    breaking = np.flatnonzero(np.array(code.digits) & 4)
    mask = best_mask(values, 1 << bits, breaking).bits if len(breaking) else 0
    return digits, f"(octal_period _ {_bits_of(mask)} {bits})"


def _bits_of(mask: int) -> str:
    return f"{coq_list(bit for bit in range(mask.bit_length()) if mask >> bit & 1)}%uint63"


def _window(code: Code, values: Any, repetition: Period, proof: Proof, bits: int) -> str | None:
    """Return the theorem on the checker that keeps a window of values; None if rare heaps go on."""
    least = _FAR_NEAR if proof.heaps > len(values) else 0
    window = window_of(code, values, repetition.preperiod, least)
    if (
        window is None
        or window.reach > _WIDEST
        or (window.mask.by_position and repetition.period & 1)
    ):
        return None
    odd = next(r for r, digit in enumerate(code.digits) if digit & 4) & 1
    position = f"(Some {'true' if odd else 'false'})" if window.mask.by_position else "None"
    stops = proper_divisors(repetition.period)
    return (
        f"(window_period _ {_bits_of(window.mask.bits)} {position} {bits} {window.reach + 1} "
        f"{window.reach}\n    {coq_list(window.tries)} {window.near} _ _\n    {coq_list(stops)})"
    )


# ---- misère quotients, of heaps of one game or of several ----------------------------------------

_SIGN = dict(zip(Constraint, ("Any", "Unequal", "NotAllEqual", "AllEqual"), strict=False))
_SIGNS = "\n(* What the parts of a split have to satisfy. *)\nDefinition signs : list sign := {}.\n"
_SIGNED = "(replaces (signed_move rule signs))"
_BEYOND = "(* The digits up to the largest heap; those beyond matter to none of these heaps. *)\n"


def quotient_theorem(certificate: MisereCertificate) -> bytes:
    """Write the theorem on a misère quotient."""
    code, phi = certified_code(certificate.rule), certificate.phi
    if max(len(phi), certificate.order) > LONGEST_ARRAY:
        raise none_written(f"the proof has {len(phi):,} heaps, too many for an array of Coq")
    period = certificate.period or 0
    generators = certificate.generators
    meant = "All heaps." if period else f"The heaps 0 to {len(phi) - 1}."
    about = f"the heaps of {code}" if period else f"the heaps 0 to {len(phi) - 1} of {code}"
    rule, signs = digits_and_signs(code, len(phi))
    signed = code.constraint is not ANY
    statement = coq_text(
        "quotient", "alike", moves=_SIGNED if signed else "(move (digits rule))",
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
        statement,
        f"apply ({'signed_certificate _' if signed else 'misere_certificate'} {'_ ' * 9}sets).",
        opening="arrays",
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


# ---- of several games ---------------------------------------------------------------------------


def joint_theorem(certificate: JointCertificate) -> bytes:
    """Write the theorem on a joint misère quotient."""
    games, order = certificate.games, certificate.order
    codes = [certified_code(game.rule) for game in games]
    longest = max(order, *(game.heaps[-1] + 1 for game in games))
    if longest > LONGEST_ARRAY:
        raise none_written(f"the proof has {longest:,} heaps, too many for an array of Coq")
    generators = (_heap_of(element, games) for element in certificate.generators)
    named = [replace(game, rule=str(code)) for game, code in zip(games, codes, strict=True)]
    statement = coq_text(
        "joint", "alike", moves="moves",
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
        statement,
        "apply (joint_certificate _ _ _ _ _ sets).",
        opening="arrays",
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
    from grundy.heaps.certificates import is_long_and_tame
    from grundy.misere.certificate import JointCertificate

    if isinstance(certificate, JointCertificate):
        return joint_theorem(certificate)
    code = certified_code(certificate.rule)
    late = min(certificate.phi[(certificate.preperiod or 1) - 1 :], default=0) > 1  # all firm
    if late and code.is_octal and is_long_and_tame(certificate.claim(), code):
        return _tame_theorem(certificate, code)
    return quotient_theorem(certificate)


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
        coq_text(
            "tame", rule=coq_list(code.digits), fickle=coq_list(fickle), n0=n0, period=period,
        ),
        f"apply (tame_certificate rule fickle); [apply {checker}|].",
        last=f"all: {CHECKED}",
    )  # fmt: skip
