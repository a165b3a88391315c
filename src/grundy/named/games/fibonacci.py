"""Fibonacci Nim: take at most twice what the last move took."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import numpy as np

from grundy.games.indexed import Indexed, fitting, numbers, other_board
from grundy.games.protocols import Theorem
from grundy.games.ruleset import NamedMoves
from grundy.games.scenes import Cell, Scene, heaps_drawn, lines_of, stones
from grundy.games.state_text import naturals
from grundy.games.values.packed import MOST, Packed
from grundy.named.entry import NUMBERS, OURS, Entry, Numbers, OfNumbers, p_positions
from grundy.named.kernels import tables


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

    @property
    def theorem(self) -> Theorem:
        return Theorem(
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

        def word_of(heap: Numbers) -> int:
            if heap[0] >= size:
                raise other_board()
            return ranking.join(heap)

        data = np.array([ranking.fields[0].bits], np.int64)
        return Indexed(
            Packed(word_of(state), tables.fibonacci_nim, data=data, most=size),
            ranking, word_of, lambda word: tuple(ranking.split(word)),
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


def _is_lost(state: Numbers) -> bool:
    tokens, most = state
    return not tokens or _parts(tokens)[0] > most


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
