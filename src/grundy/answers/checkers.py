"""Which checker of `proofs/` proves a period, with what it is given."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from grundy.errors import RulesetError
from grundy.heaps.codes import Code
from grundy.heaps.engines.engine import best_mask, window_of
from grundy.heaps.periods.period import ALL_BUT, REPEATING, Period, Proof
from grundy.heaps.ruleset import HeapRuleset
from grundy.heaps.subtraction import proper_divisors

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
        first, tail = (_bool_list(each) for each in (code.digits, code.tail))
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


def _bool_list(digits: Iterable[int]) -> str:
    return coq_list("true" if digit else "false" for digit in digits)


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
