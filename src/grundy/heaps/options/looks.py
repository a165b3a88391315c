"""What a heap looks like, which stones a move takes, and which move leaves given heaps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import reduce
from itertools import accumulate, islice, repeat
from operator import xor
from typing import TYPE_CHECKING

from grundy.errors import LimitError
from grundy.games.scenes import CUT, MOST_STONES, Cell, Scene, Way, heap_scene, row_scene

if TYPE_CHECKING:
    from grundy.heaps.formulas import Option
    from grundy.heaps.numbers import HeapRules


CROSSES = "0.007"
"""Treblecross: n squares are the heap n + 2; a cross takes its square and two on either side."""

MARGIN = 2
"""How many more a heap of Treblecross has than its row has squares."""


def look_of(ruleset: HeapRules, heap: int) -> Scene:
    """Return the shapes of one heap."""
    code = ruleset.code
    if code is None or not code.breaks or code.digit(0):
        return heap_scene(heap, with_cuts=code is not None and code.digit(0) > 0)
    if ruleset.text == CROSSES and heap <= MOST_STONES:
        if heap <= MARGIN:
            return Scene((Cell("empty", 0, 0, "mark", "no square left"),), row=True)
        return row_scene(heap - MARGIN, "square")
    # Where neighbours may be taken from anywhere, they are the pins of Kayles and its kin.
    return row_scene(heap, "pin" if {*code.digits, *code.tail} <= {0, 7} else "stone")


# Which stones of a heap a move takes, or between which it is split.


WHOLE: tuple[Way, ...] = (("heap",),)
"""How each move of a heap that is one stone with its number is shown."""


def ways_of(ruleset: HeapRules, heap: int) -> Iterator[tuple[Way, ...]]:
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


# The move from a heap to given heaps, found without going through its moves.


LARGE = 20_000
"""Heaps above have more moves than anyone goes through."""


def moves_leaving(
    ruleset: HeapRules, heap: int, words: Sequence[str]
) -> Iterator[tuple[str, Option]]:
    """Yield the move that leaves the heaps that are written, if it is one."""
    if all(re.fullmatch("[0-9]{1,4000}", word) for word in words):
        option = tuple(sorted(size for size in map(int, words) if size))
        if sum(option) <= heap and _is_option(ruleset, heap, option):
            yield ruleset.move_names(heap, option)[0], option


def _is_option(ruleset: HeapRules, heap: int, option: Option) -> bool:
    """Ask the code, or else look among the options of the same value."""
    code = ruleset.code
    if code is not None:
        taken = heap - sum(option)
        allowed = code.digit(taken) >> len(option) & 1
        return bool(allowed) and code.constraint_at(taken).allows(option)
    with suppress(LimitError):
        value = reduce(xor, map(ruleset.valuer.value, option), 0)
        found = islice(ruleset.options_of_value(heap, value), LARGE)
        return any(other == option for _, other in found)
    return False
