"""Moore's Nim: take from up to k heaps at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, reduce
from itertools import chain, combinations, combinations_with_replacement
from math import comb
from operator import xor
from typing import Any

import numpy as np

from grundy.games.indexed import Indexed, fitting, multisets, other_board
from grundy.games.protocols import Theorem
from grundy.games.rulebook import Valuer
from grundy.games.state_text import naturals
from grundy.games.values.one_value import ByFormula
from grundy.games.values.packed import MOST, Packed
from grundy.named.entry import NUMBERS, Entry, Numbers, OfNumbers, OfParameters, p_positions, whole
from grundy.named.kernels import tables

_MOST_INDEXED = 12  # heaps of which every choice is gone through for a move


class Moore(OfParameters, OfNumbers):
    """Moore's Nim: a move takes tokens from at least one and at most *k* heaps."""

    def __init__(self, k: int) -> None:
        self.k = whole(k, "moore(k) needs a number of heaps k, such as moore(2)")
        self.text = f"moore({self.k})"

    def options(self, state: Numbers) -> Iterator[Numbers]:
        for chosen in self._choices(state):
            yield from _with_less(state, chosen)

    def moves(self, state: Numbers) -> Iterator[tuple[str, Numbers]]:
        return self._named(state, self.options(state))

    def _choices(self, state: Numbers) -> Iterator[tuple[int, ...]]:
        full = [place for place, heap in enumerate(state) if heap]
        for count in range(1, min(self.k, len(full)) + 1):
            yield from combinations(full, count)

    def canonical(self, state: Numbers) -> Numbers:
        """Return the heaps in order, without the empty ones."""
        return tuple(sorted(heap for heap in state if heap))

    def legal(self, state: Any) -> Numbers:
        return naturals(state, self.text, "1,3,5")

    def indexed(self, state: Numbers) -> Indexed | None:
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

    @property
    def theorem(self) -> Theorem | None:
        if self.k == 1:
            return None
        return Theorem(
            "Lost are the heaps in which each binary digit stands in a number of heaps that is "
            f"divisible by {self.k + 1}.",
            "E. H. Moore, 1910",
            self._is_lost,
            lambda state: self._named(state, self._lost_options(state)),
        )

    @property
    def misere_theorem(self) -> Theorem:
        """That of Nim.

        A move from a lost position with a heap of 2 or more leaves such a heap, for the highest
        digit stands in more than k of them. From a won one a move of normal play wins unless it
        leaves only ones; then no more than k heaps are 2 or more, and the number of ones can be
        chosen: one more where any heap that the move changes becomes 0, else k fewer.
        """
        return Theorem(
            f"Misère: without a heap of 2 or more lost are 1 heap, {self.k + 2} heaps, and so on "
            f"by steps of {self.k + 1}; else it is normal play.",
            "as C. L. Bouton, 1901, for Nim",
            self._is_lost_in_misere,
            self._misere_moves,
        )

    def _is_lost(self, state: Numbers) -> bool:
        digits = range(max(state, default=0).bit_length())
        return all(sum(heap >> at & 1 for heap in state) % (self.k + 1) == 0 for at in digits)

    def _lost_options(self, state: Numbers) -> Iterator[Numbers]:
        """Yield the options that are lost, digit by digit from the highest.

        Heaps that have become less are free: their next digits may be anything. A digit can be
        made right in every case, by some ones that go or by some ones of free heaps.
        """
        highest = max(state, default=0).bit_length()
        start: tuple[Numbers, tuple[int, ...]] = state, ()
        levels = [iter([start])]
        while levels:
            found = next(levels[-1], None)
            if found is None:
                levels.pop()
            elif len(levels) <= highest:
                levels.append(self._with_digit(state, *found, highest - len(levels)))
            elif found[1]:
                yield found[0]

    def _with_digit(
        self, state: Numbers, left: Numbers, free: tuple[int, ...], at: int
    ) -> Iterator[tuple[Numbers, tuple[int, ...]]]:
        """Yield the heaps with one more digit that is right, and which of them are free then."""
        ones = [n for n, heap in enumerate(state) if n not in free and heap >> at & 1]
        for count in range(min(len(ones), self.k - len(free)) + 1):
            for less in combinations(ones, count):
                for more in combinations(free, (count - len(ones)) % (self.k + 1)):
                    heaps = list(left)
                    for place in less:
                        heaps[place] = state[place] >> at + 1 << at + 1
                    for place in more:
                        heaps[place] |= 1 << at
                    yield tuple(heaps), free + less

    def _is_lost_in_misere(self, state: Numbers) -> bool:
        if max(state, default=0) < 2:
            return sum(state) % (self.k + 1) == 1
        return self._is_lost(state)

    def _misere_moves(self, state: Numbers) -> Iterator[tuple[str, Numbers]]:
        large = (option for option in self._lost_options(state) if max(option) > 1)
        yield from self._named(state, chain(large, self._ones_left(state)))

    def _ones_left(self, state: Numbers) -> Iterator[Numbers]:
        """Yield the options that have only ones, in a number that is lost under misère play."""
        large = [place for place, heap in enumerate(state) if heap > 1]
        ones = [place for place, heap in enumerate(state) if heap == 1]
        for gone in range(self.k - len(large) + 1):
            for kept in range(len(large) + 1):
                if gone + len(large) and (len(ones) - gone + kept) % (self.k + 1) == 1:
                    for less in combinations(ones, gone):
                        for one in combinations(large, kept):
                            yield tuple(
                                int(place in one or (heap == 1 and place not in less))
                                for place, heap in enumerate(state)
                            )

    def _named(self, state: Numbers, options: Iterable[Numbers]) -> Iterator[tuple[str, Numbers]]:
        return ((_taken(state, option), option) for option in options)

    @cached_property
    def valuer(self) -> Valuer[Any]:
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


def _taken(state: Numbers, option: Numbers) -> str:
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


def _moore() -> Iterator[str]:
    heaps = combinations_with_replacement(range(1, 5), 3)
    return (",".join(map(str, each)) for each in heaps)


FAMILY = NUMBERS

ENTRIES = (
    Entry(
        key="moore",
        name="Moore's Nim",
        rule="Take tokens from at least one heap and at most k heaps, any number from each.",
        make=Moore,
        start="1,3,5",
        source="E. H. Moore, 1910",
        facts=[
            p_positions(
                *("1,1,1", "2,2,2", "3,3,3", "4,4,4"),
                among=_moore,
                statement="Three heaps of 1 to 4 with k = 2: P when every binary digit occurs 0 or "
                "3 times, so when all are equal",
            )
        ],
        parameters="moore(2)",
        letters=("k",),
    ),
)
