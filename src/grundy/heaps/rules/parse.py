"""The notation of heap games: codes such as 0.77, sets such as {1,3,4} and allbut{1,4}."""

from __future__ import annotations

from grundy.heaps.codes import looks_like_code, parse_set
from grundy.heaps.rules.functions import HeapGame
from grundy.heaps.rules.subtraction import RULES, AllBut, NamedRule, Subtraction
from grundy.heaps.rules.take_and_break import GrundysGame, TakeAndBreak
from grundy.heaps.ruleset import HeapRuleset

__all__ = [
    "RULES",
    "AllBut",
    "GrundysGame",
    "HeapGame",
    "HeapRuleset",
    "NamedRule",
    "Subtraction",
    "TakeAndBreak",
]


def parse_notation(text: str) -> HeapRuleset | None:
    """Read a code or a set; None where the text is neither, such as a name."""
    found = parse_set(text)
    if found is not None:
        return (AllBut if found.excluded else Subtraction)(found.numbers)
    return TakeAndBreak(text) if looks_like_code(text) else None
