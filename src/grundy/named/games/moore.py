"""Moore's Nim and Fibonacci Nim: how much one move may take, from how many heaps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, reduce
from itertools import chain, combinations, combinations_with_replacement, zip_longest
from math import comb
from operator import xor
from typing import Any

import numpy as np

from grundy.games.indexed import Indexed, fitting, multisets, numbers
from grundy.games.protocols import Theorem
from grundy.games.rulebook import Valuer
from grundy.games.ruleset import NamedMoves, OfNumbers
from grundy.games.scenes import Cell, Scene, heaps_drawn, lines_of, stones
from grundy.games.state_text import naturals, whole
from grundy.games.values.one_value import ByFormula
from grundy.games.values.packed import MOST, Packed
from grundy.named.entry import NUMBERS, OURS, Entry, Numbers, OfParameters, p_positions
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
            node = next(levels[-1], None)
            if node is None:
                levels.pop()
            elif len(levels) <= highest:
                levels.append(self._with_digit(state, *node, highest - len(levels)))
            elif node[1]:
                yield node[0]

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
            for left in range(len(large) + 1):
                if gone + len(large) and (len(ones) - gone + left) % (self.k + 1) == 1:
                    for less in combinations(ones, gone):
                        for one in combinations(large, left):
                            yield tuple(
                                int(place in one or (heap == 1 and place not in less))
                                for place, heap in enumerate(state)
                            )

    def _named(self, state: Numbers, options: Iterable[Numbers]) -> Iterator[tuple[str, Numbers]]:
        return ((_move_name(state, option), option) for option in options)

    @cached_property
    def valuer(self) -> Valuer[Any]:
        if self.formula is not None:
            return ByFormula(self, self.formula, self._nim_moves_to)
        return ByFormula(self, self._of_few, self._moves_of_few_to)

    def _of_few(self, state: Numbers) -> int | None:
        """Return the value of k heaps or fewer, which is the number of tokens; else None."""
        return sum(state) if sum(map(bool, state)) <= self.k else None

    def _nim_moves_to(self, state: Numbers, value: int) -> Iterator[tuple[str, Numbers]]:
        change = reduce(xor, state, 0) ^ value
        for place, heap in enumerate(state):
            if heap ^ change < heap:
                option = (*state[:place], heap ^ change, *state[place + 1 :])
                yield _move_name(state, option), option

    def _moves_of_few_to(self, state: Numbers, value: int) -> Iterator[tuple[str, Numbers]]:
        for chosen in self._choices(state):
            for option in _with_less(state, chosen, value):
                yield _move_name(state, option), option


def _move_name(state: Numbers, option: Numbers) -> str:
    amounts = (
        f"{before - after} from heap {place}"
        for place, (before, after) in enumerate(zip(state, option, strict=True), start=1)
        if before > after
    )
    return "take " + " and ".join(amounts)


def _with_less(
    state: Numbers, chosen: tuple[int, ...], total: int | None = None
) -> Iterator[Numbers]:
    """Yield all ways to reduce every chosen heap, or those that leave this total."""
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


def _is_lost(state: Numbers) -> bool:
    tokens, most = state
    return not tokens or _parts(tokens)[0] > most


class FibonacciNim(NamedMoves, OfNumbers):
    """One heap: take at most twice what the last move took; the first move leaves something."""

    text = "fibonacci-nim"

    def moves(self, state: Numbers) -> Iterator[tuple[str, Numbers]]:
        tokens, most = state
        for amount in range(1, most + 1):
            yield _take(tokens, amount)

    def legal(self, state: Any) -> Numbers:
        pair = naturals(state, self.text, "13 or 13,4")
        if not 1 <= len(pair) <= 2:
            naturals(state, self.text, "13 or 13,4", count=2)
        tokens = pair[0]
        return (tokens, min(pair[1], tokens)) if len(pair) == 2 else (tokens, max(tokens - 1, 0))

    theorem = Theorem(
        "Lost are the heaps of which less may be taken than the smallest part, where the heap "
        "is written as a sum of Fibonacci numbers no two of which follow each other.",
        "M. J. Whinihan, 1963; the sums: E. Zeckendorf, 1972",
        _is_lost,
        lambda state: _winning(state, 0),
    )

    @property
    def misere_theorem(self) -> Theorem:
        """That of normal play, where the last token counts for nothing.

        Who has to take the last token loses, so a heap is that of normal play with one less; to
        take all, which is a move more, leaves the other player without a move, who wins.
        """
        return Theorem(
            "Misère: a heap is that of normal play with one token less.",
            OURS,
            _is_lost_in_misere,
            lambda state: _winning(state, 1),
        )

    def indexed(self, state: Numbers) -> Indexed | None:
        size = state[0] + 1
        ranking = fitting(numbers, size, size)
        if ranking is None or size > MOST:
            return None

        data = np.array([ranking.fields[0].bits], np.int64)
        return Indexed(
            Packed(ranking.join(state), tables.fibonacci_nim, data=data, most=size),
            ranking, ranking.join, lambda word: tuple(ranking.split(word)),
        )  # fmt: skip

    def draw(self, state: Numbers) -> str:
        return f"{heaps_drawn(state[:1])}\ntake at most {state[1]}"

    def scene(self, state: Numbers) -> Scene:
        tokens, most = state
        label = Cell("most", 0, lines_of(tokens), "mark", f"at most {most}")
        return Scene((*stones(tokens), label))


def _parts(number: int) -> list[int]:
    """Return the Fibonacci numbers, no two in a row, whose sum a number is; the smallest first."""
    low, high = 1, 2
    while high <= number:
        low, high = high, low + high
    parts = []
    while number:
        if low <= number:
            parts.append(low)
            number -= low
        low, high = high - low, low
    return parts[::-1]


def _winning(state: Numbers, idle: int) -> Iterator[tuple[str, Numbers]]:
    """Yield the winning moves, where so many tokens count for nothing.

    What is taken is a sum of the smallest parts: it is less than half of the smallest part that it
    leaves, so together they are the parts of the heap.
    """
    tokens, most = state
    amount = 0
    parts = _parts(max(tokens - idle, 0))
    for part, following in zip_longest(parts, parts[1:]):
        amount += part
        if amount > most:
            return
        if following is None or 2 * amount < following:
            yield _take(tokens, amount)


def _take(tokens: int, amount: int) -> tuple[str, Numbers]:
    left = tokens - amount
    return f"take {amount}", (left, min(2 * amount, left))


def _is_lost_in_misere(state: Numbers) -> bool:
    tokens, most = state
    return bool(most) and _is_lost((tokens - 1, most))


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
    Entry(
        key="fibonacci-nim",
        name="Fibonacci Nim",
        rule="Take tokens from one heap, at most twice as many as the last move took; "
        "the first move may not take all.",
        make=FibonacciNim,
        start="12",
        source="M. J. Whinihan, 1963",
        facts=[
            p_positions(
                *map(str, (1, 2, 3, 5, 8, 13, 21, 34)),
                among=lambda: map(str, range(1, 50)),
                statement="A first move loses exactly from a Fibonacci number of tokens",
            )
        ],
    ),
)
