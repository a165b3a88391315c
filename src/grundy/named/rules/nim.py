"""Variants of Nim: Moore's, from several heaps at once, and Nim with a pass."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, reduce
from itertools import combinations
from math import comb
from operator import xor
from typing import Any, NamedTuple

import numpy as np

from grundy.errors import CodeError, PositionError
from grundy.games.indexed import Indexed, fitting, multisets, other_board
from grundy.games.ruleset import Ruleset
from grundy.games.scenes import (
    Cell,
    Scene,
    heaps_drawn,
    heaps_scene,
    lines_of,
    naturals,
    read_naturals,
    written,
)
from grundy.games.state_text import parse_number, shown
from grundy.games.values.one_value import ByFormula, Valuer
from grundy.games.values.packed import MOST, Packed
from grundy.named.kernels import tables
from grundy.named.rules.numbers import Numbers, OfNumbers, whole

# Moore's Nim: take from up to k heaps at once.


_MOST_INDEXED = 12  # heaps of which every choice is gone through for a move


class Moore(OfNumbers):
    """Moore's Nim: a move takes tokens from at least one and at most *k* heaps.

    Source: E. H. Moore, 1910.
    """

    def __init__(self, k: int) -> None:
        self.k = whole(k, "moore(k) needs a number of heaps k, such as moore(2)")
        self.text = f"moore({self.k})"

    def options(self, state: Numbers) -> Iterator[Numbers]:
        """Yield the heaps after each move."""
        for chosen in self._choices(state):
            yield from _with_less(state, chosen)

    def moves(self, state: Numbers) -> Iterator[tuple[str, Numbers]]:
        """Return each move, such as "take 2 from heap 1 and 1 from heap 3"."""
        return ((_taken(state, option), option) for option in self.options(state))

    def _choices(self, state: Numbers) -> Iterator[tuple[int, ...]]:
        full = [place for place, heap in enumerate(state) if heap]
        for count in range(1, min(self.k, len(full)) + 1):
            yield from combinations(full, count)

    def canonical(self, state: Numbers) -> Numbers:
        """Return the heaps in order, without the empty ones."""
        return tuple(sorted(heap for heap in state if heap))

    def legal(self, state: Any) -> Numbers:
        """Return the heaps as a tuple."""
        return naturals(state, self.text, "1,3,5")

    def indexed(self, state: Numbers) -> Indexed | None:
        """Return all of as many heaps up to the largest one, in whatever order."""
        heaps, largest = len(state), max(state, default=0)
        ranking = fitting(multisets, heaps, largest) if heaps <= _MOST_INDEXED else None
        most = sum(comb(heaps, chosen) * largest**chosen for chosen in range(1, self.k + 1))
        if ranking is None or most > MOST:
            return None

        def word_of(numbers: Numbers) -> int:
            if len(numbers) != heaps or max(numbers, default=0) > largest:
                raise other_board()
            return ranking.join(sorted(numbers))

        data = np.array([self.k, heaps, ranking.fields[0].bits_each], np.int64)
        return Indexed(
            Packed(word_of(state), tables.moore, data=data, most=max(most, 1)),
            ranking, word_of, lambda word: tuple(ranking.split(word)),
        )  # fmt: skip

    @property
    def formula(self) -> Callable[[Numbers], int] | None:
        """For k = 1, which is Nim, the nim-sum."""
        return (lambda state: reduce(xor, state, 0)) if self.k == 1 else None

    @cached_property
    def valuer(self) -> Valuer[Any]:
        """By Nim for k = 1, else of k heaps or fewer all the tokens, and of more by search."""
        if self.formula is not None:
            return ByFormula(self, self.formula, self._nim_moves_to)
        return ByFormula(self, self._of_few, self._moves_of_few_to)

    def _of_few(self, state: Numbers) -> int | None:
        """Return the value of k heaps or fewer, which is the number of tokens; else None."""
        return sum(state) if sum(map(bool, state)) <= self.k else None

    def _nim_moves_to(self, state: Numbers, wanted: int) -> Iterator[tuple[str, Numbers]]:
        change = reduce(xor, state, 0) ^ wanted
        for place, heap in enumerate(state):
            if heap ^ change < heap:
                option = (*state[:place], heap ^ change, *state[place + 1 :])
                yield _taken(state, option), option

    def _moves_of_few_to(self, state: Numbers, wanted: int) -> Iterator[tuple[str, Numbers]]:
        for chosen in self._choices(state):
            for option in _with_less(state, chosen, wanted):
                yield _taken(state, option), option

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moore) and self.k == other.k

    def __hash__(self) -> int:
        return hash((Moore, self.k))


def _taken(state: Numbers, option: Numbers) -> str:
    """Name a move of Moore's Nim."""
    taken = (
        f"{before - after} from heap {place}"
        for place, (before, after) in enumerate(zip(state, option, strict=True), start=1)
        if before > after
    )
    return "take " + " and ".join(taken)


def _with_less(
    state: Numbers, chosen: tuple[int, ...], total: int | None = None
) -> Iterator[Numbers]:
    """Yield the heaps with less in each chosen one, however large; all, or those of this total."""
    if not chosen:
        if total is None or sum(state) == total:
            yield state
        return
    place, *others = chosen
    low, high = 0, state[place] - 1
    if total is not None:
        rest = sum(state) - state[place]
        high = min(high, total - rest + sum(state[other] for other in others))
        low = max(0, total - rest + len(others))
    for left in range(low, high + 1):
        yield from _with_less((*state[:place], left, *state[place + 1 :]), tuple(others), total)


# Nim with a pass: once in a play somebody may pass, while tokens are left.


_EXAMPLE = "3,4,5"
_PASS_BITS = 8


class HeapsAndPasses(NamedTuple):
    """Heaps, and how many passes are left for both players together."""

    heaps: tuple[int, ...]
    passes: int = 1


class NimWithPass(Ruleset):
    """Nim in which one pass is there for both players: who takes it, takes it from the other too.

    Source: R. E. Morrison, E. J. Friedman and A. S. Landsberg, 2012.
    """

    text = "nim-with-a-pass"

    def options(self, state: HeapsAndPasses) -> Iterator[HeapsAndPasses]:
        """Return the heaps after each move."""
        return (option for _, option in self.moves(state))

    def moves(self, state: HeapsAndPasses) -> Iterator[tuple[str, HeapsAndPasses]]:
        """Yield each move, such as "take 2 from heap 1", and "pass"."""
        heaps, passes = state
        if passes and any(heaps):
            yield "pass", HeapsAndPasses(heaps, passes - 1)
        for place, heap in enumerate(heaps):
            for taken in range(1, heap + 1):
                yield _taken_or_passed(state, place, heap - taken)

    def components(self, state: HeapsAndPasses) -> Iterator[HeapsAndPasses]:
        """Return the heaps one by one, once no pass is left."""
        if state.passes:
            return iter((state,))
        return (HeapsAndPasses((heap,), 0) for heap in state.heaps if heap)

    def canonical(self, state: HeapsAndPasses) -> HeapsAndPasses:
        """Return the heaps in order, without the empty ones."""
        heaps = tuple(sorted(filter(None, state.heaps)))
        return HeapsAndPasses(heaps, state.passes if heaps else 0)

    # ---- text -------------------------------------------------------------------------------

    def legal(self, state: Any) -> HeapsAndPasses:
        """Return the heaps with their passes: one, where none are given."""
        if isinstance(state, HeapsAndPasses):
            heaps, passes = state
            (passes,) = naturals(passes, f"the passes of {self.text}", "1", count=1)
        else:
            heaps, passes = state, 1
        if passes >> _PASS_BITS:
            raise PositionError(
                f"{self.text} has at most {(1 << _PASS_BITS) - 1} passes; found {shown(passes)}."
            )
        return HeapsAndPasses(naturals(heaps, self.text, _EXAMPLE), passes)

    def parse(self, text: str) -> HeapsAndPasses:
        """Read heaps, such as ``3,4,5``, and behind a colon the passes that are left.

        Raises:
            CodeError: If the text is malformed; it carries the column.
        """
        heaps, colon, given = text.partition(":")
        passes = parse_number(given) if colon else 1
        if passes is None:
            raise CodeError(
                f"{shown(text.strip())}: column {len(heaps) + 2}: the number of passes that are "
                "left is missing here; write such as 3,4,5:0.",
                text=text,
                column=len(heaps) + 2,
            )
        return self.legal(HeapsAndPasses(read_naturals(heaps), passes))

    def format(self, state: HeapsAndPasses) -> str:
        """Write the heaps, and the passes where there is not one."""
        passes = "" if state.passes == 1 else f":{state.passes}"
        return f"{written(state.heaps)}{passes}"

    def draw(self, state: HeapsAndPasses) -> str:
        """Draw the heaps, and say how many passes are left."""
        return f"{heaps_drawn(state.heaps)}\n{_passes(state)}".strip()

    def scene(self, state: HeapsAndPasses) -> Scene:
        """Return the heaps, and below them a coin for each pass."""
        below = sum(map(lines_of, state.heaps)) + 0.5
        said = Cell("passes", 0, below, "mark", "pass" if state.passes == 1 else "passes")
        coins = (
            Cell(f"pass {number + 1}", 2 + number, below, "coin", "")
            for number in range(state.passes)
        )
        return Scene((*heaps_scene(state.heaps).cells, said, *coins))

    # ---- values -----------------------------------------------------------------------------

    @cached_property
    def valuer(self) -> Valuer[Any]:
        """The formula of one heap and of Nim, and of more heaps with a pass the search."""
        return ByFormula(self, self._known, self._moves_to)

    def _known(self, state: HeapsAndPasses) -> int | None:
        """Return the value without passes or of one heap; None of more heaps with a pass."""
        heaps = self.canonical(state).heaps
        if state.passes % 2 == 0 and (not state.passes or len(heaps) < 2):
            return reduce(xor, heaps, 0)
        return _partner(heaps[0]) if len(heaps) == 1 else None if heaps else 0

    def _moves_to(self, state: HeapsAndPasses, wanted: int) -> Iterator[tuple[str, HeapsAndPasses]]:
        """Yield the moves of a known position to a value."""
        heaps, passes = state
        if passes and any(heaps):
            option = HeapsAndPasses(heaps, passes - 1)
            if self._known(option) == wanted:
                yield "pass", option
        rest = reduce(xor, heaps, 0)
        for place, heap in enumerate(heaps):
            left = wanted ^ rest ^ heap
            if passes % 2 and left:
                left = _partner(left)
            if left < heap:
                yield _taken_or_passed(state, place, left)

    def packed(self, state: HeapsAndPasses) -> Packed | None:
        """Return heaps that fit 64 bits with the pass, and the compiled rules."""
        heaps, passes = state
        bits = max(heaps, default=0).bit_length() or 1
        if len(heaps) * bits + _PASS_BITS > 63 or sum(heaps) >= MOST:
            return None
        word = sum(heap << place * bits for place, heap in enumerate(sorted(heaps)))
        return Packed(
            word | passes << len(heaps) * bits,
            tables.nim_with_passes,
            tables.sorted_heaps,
            data=np.array([len(heaps), bits], np.int64),
            most=sum(heaps) + 1,
        )

    @property
    def formula(self) -> Callable[[HeapsAndPasses], int] | None:
        """None: of several heaps with a pass no closed form is known."""
        return None


def _partner(heap: int) -> int:
    """Return the value of a heap with a pass: of 1 and 2, of 3 and 4, … each the other."""
    return heap + 1 if heap % 2 else max(heap - 1, 0)


def _taken_or_passed(state: HeapsAndPasses, place: int, left: int) -> tuple[str, HeapsAndPasses]:
    heaps = state.heaps
    option = HeapsAndPasses((*heaps[:place], left, *heaps[place + 1 :]), state.passes)
    return f"take {heaps[place] - left} from heap {place + 1}", option


def _passes(state: HeapsAndPasses) -> str:
    if not state.passes:
        return "no pass is left"
    return "one pass is left" if state.passes == 1 else f"{state.passes} passes are left"
