"""Every kind of heap game, in one place to import from."""

from grundy.heaps.function_game import HeapGame
from grundy.heaps.moves import RULES, NamedRule
from grundy.heaps.ruleset import HeapRuleset
from grundy.heaps.subtraction import AllBut, Subtraction
from grundy.heaps.take_and_break import GrundysGame, TakeAndBreak

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
