"""Octal games that are one game: cousins, and digits that say the same thing twice.

Two facts about the values G of an octal code d0.d1d2…, bit j of d_r allowing j heaps:

**Cousins.** If one token alone cannot be moved (d1 has no bit 0), it is worth nothing, and nor is
one token of every larger heap. Call heap n + 1 of the game heap n of its *cousin*: taking r and
leaving one heap may now leave none, and leaving two heaps, each a token shorter, is taking
r + 1 and leaving two, one or none. So the cousin has the digits

    d'_s = (bit 0 of d_(s + 1)) + (3 if d_s has bit 1) + (7 if d_(s - 1) has bit 2), bits joined,

and G(n + 1) = G'(n). Repeated until d1 is odd, this gives the *standard form*: 0.4, 0.07 and 0.137
are cousins.

**Idle bits.** A bit that adds only options whose value another option has already changes nothing:

- bit 0 of d_r lets a heap of r be taken whole, and speaks of no other heap: idle if another
  option of heap r has the value 0, which is to say that G(r) > 0 without it;
- bit 1 of d_r leaves n - r: idle if some d_s with bit 2 may leave n - r beside r - s tokens with
  G(r - s) = 0. So 0.42 is 0.4, as G(1) = 0 there.

Neither kind of bit makes the other idle or not, so all idle bits can go at once: the *reduced*
form. Codes with one reduced standard form have one sequence of values, but for zeros before it.
The converse is false: 0.26 and 0.27 have the same values for another reason.

Source: Winning Ways, ch. 4 (first cousins and the standard form); R. K. Guy and C. A. B. Smith,
"The G-values of various games", 1956.
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
