"""Which stones of a heap a move takes, or between which it is split."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, repeat
from typing import TYPE_CHECKING

from grundy.games.scenes.boards import CUT, MOST_STONES
from grundy.games.scenes.scene import Way

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset

WHOLE: tuple[Way, ...] = (("heap",),)
"""How each move of a heap that is one stone with its number is shown."""


def ways_of(ruleset: HeapRuleset, heap: int) -> Iterator[tuple[Way, ...]]:
    """Return the ways to show each move from one heap, in the order of `moves`."""
    if heap > MOST_STONES:
        return repeat(WHOLE)
    if ruleset.is_by_place:
        options = ruleset.options(heap)
        return (((square,),) for option in options for square in squares_of(heap, option))
    is_row = ruleset.code is not None and ruleset.code.breaks
    return (ways(heap, option, is_row=is_row) for _, option in ruleset.moves(heap))


def ways(heap: int, option: tuple[int, ...], *, is_row: bool) -> tuple[Way, ...]:
    """Return the ways to show a move from one heap: the stones it takes, or where it splits it."""
    taken = heap - sum(option)
    if len(option) < 2:
        ends = (0, heap - taken) if is_row and option else (heap - taken,)
        return tuple(_run(end, end + taken) for end in ends)
    if not taken:
        return tuple(dict.fromkeys((_split(option), _split(option[::-1]))))
    before = dict.fromkeys((option[0], sum(option[1:])))
    return tuple(_run(left, left + taken) for left in before)


def squares_of(heap: int, option: tuple[int, ...]) -> tuple[str, ...]:
    """Return the squares where the cross may be: the first of the three that the heap loses."""
    return tuple(dict.fromkeys(way[0] for way in ways(heap, option, is_row=True)))


def _run(start: int, stop: int) -> Way:
    return tuple(str(stone) for stone in range(start + 1, stop + 1))


def _split(option: tuple[int, ...]) -> Way:
    return tuple(CUT.format(after) for after in accumulate(option[:-1]))
