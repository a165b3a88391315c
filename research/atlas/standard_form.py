"""Octal games that are one game: cousins, and digits that say the same thing twice.

docs/theory.md 3.9 has what is used here, with its proofs.
"""

from __future__ import annotations

from dataclasses import dataclass

from grundy.heaps.codes import Code
from grundy.heaps.rules import TakeAndBreak

Digits = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StandardForm:
    """The reduced standard form of an octal game."""

    code: Code
    shift: int


def standard_form(code: Code) -> StandardForm:
    """Return the reduced standard form of an octal game."""
    last = last_cousin(code)
    return StandardForm(_reduced(last.code.digits), last.shift)


def last_cousin(code: Code) -> StandardForm:
    """Return the cousin of an octal game in which heap 1 has a move, with every idle bit."""
    if not (code.is_octal and code.is_finite) or code.constraints or not any(code.digits):
        raise ValueError(f"{code} is no finite octal code with a move.")
    digits, shift = code.digits, 0
    while not _digit(digits, 1) & 1:
        digits, shift = cousin(digits), shift + 1
    return StandardForm(Code(digits), shift)


def cousin(digits: Digits) -> Digits:
    """Return the digits of the cousin whose heap n is heap n + 1 of this game."""
    return (0, *(_cousin_digit(digits, place) for place in range(1, len(digits) + 1)))


def _cousin_digit(digits: Digits, place: int) -> int:
    none = _digit(digits, place + 1) & 1
    one = 3 if _digit(digits, place) & 2 else 0
    two = 7 if _digit(digits, place - 1) & 4 else 0
    return none | one | two


def _digit(digits: Digits, place: int) -> int:
    return digits[place] if place < len(digits) else 0


def _reduced(digits: Digits) -> Code:
    values = TakeAndBreak(Code(digits)).values(len(digits) + 1).tolist()
    kept = list(digits)
    for place in range(1, len(digits)):
        breaks = (s for s in range(place) if digits[s] & 4)
        if any(values[place - s] == 0 for s in breaks):
            kept[place] &= ~2
    for place in range(1, len(digits)):
        if digits[place] & 1 and _has_a_zero_option(digits, values, place):
            kept[place] &= ~1
    return Code(tuple(kept))


def _has_a_zero_option(digits: Digits, values: list[int], heap: int) -> bool:
    """Return whether a heap has an option of value 0, other than to take it whole."""
    for taken in range(heap):
        rest = heap - taken
        if digits[taken] & 2 and values[rest] == 0:
            return True
        if digits[taken] & 4 and any(values[a] == values[rest - a] for a in range(1, rest)):
            return True
    return False
