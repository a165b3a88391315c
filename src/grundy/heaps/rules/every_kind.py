"""Every kind of heap game, in one place to import from."""

from grundy.heaps.rules.arithmetic import RULES, NamedRule
from grundy.heaps.rules.functions import HeapGame
from grundy.heaps.rules.subtraction import AllBut, Subtraction
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
