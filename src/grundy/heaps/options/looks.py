"""What a heap looks like: stones, a row of pins or stones, or the squares of Treblecross."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.games.scenes.boards import MOST_STONES, heap_scene, row_scene
from grundy.games.scenes.scene import Cell, Scene

if TYPE_CHECKING:
    from grundy.heaps.codes import Code
    from grundy.heaps.ruleset import HeapRuleset

CROSSES = "0.007"
"""Treblecross: n squares are the heap n + 2; a cross takes its square and two on either side."""

MARGIN = 2
"""How many more a heap of Treblecross has than its row has squares."""


def look_of(ruleset: HeapRuleset, heap: int) -> Scene:
    """Return the shapes of one heap."""
    code = ruleset.code
    if code is None or not code.breaks or code.digit(0):
        return heap_scene(heap, with_cuts=code is not None and code.digit(0) > 0)
    if ruleset.text == CROSSES and heap <= MOST_STONES:
        return _squares(heap - MARGIN)
    return row_scene(heap, "pin" if _knocks_down(code) else "stone")


def _squares(count: int) -> Scene:
    if count < 1:
        return Scene((Cell("empty", 0, 0, "mark", "no square left"),), row=True)
    return row_scene(count, "square")


def _knocks_down(code: Code) -> bool:
    """Return whether a move takes neighbours from anywhere: the pins of Kayles and its kin."""
    return {*code.digits, *code.tail} <= {0, 7}
