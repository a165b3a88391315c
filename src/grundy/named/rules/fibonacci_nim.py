"""Fibonacci Nim: take at most twice what the last move took."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from grundy.games.indexed.indexed import Indexed, other_board
from grundy.games.indexed.ranking import fitting, numbers
from grundy.games.naturals import heaps_drawn, naturals
from grundy.games.scenes.boards import lines_of, stones
from grundy.games.scenes.scene import Cell, Scene
from grundy.games.valuers.packed import MOST, Packed
from grundy.named.kernels import tables
from grundy.named.rules.numbers import Numbers, OfNumbers


class FibonacciNim(OfNumbers):
    """One heap: take at most twice what the last move took; the first move leaves something.

    Source: M. J. Whinihan, 1963.
    """

    text = "fibonacci-nim"

    def options(self, state: Numbers) -> Iterator[Numbers]:
        """Return the heap after each move."""
        return (option for _, option in self.moves(state))

    def moves(self, state: Numbers) -> Iterator[tuple[str, Numbers]]:
        """Yield each move, such as "take 3"."""
        tokens, most = state
        for taken in range(1, most + 1):
            left = tokens - taken
            yield f"take {taken}", (left, min(2 * taken, left))

    def legal(self, state: Any) -> Numbers:
        """Return tokens and the most that may be taken, which is no more than there is."""
        found = naturals(state, self.text, "13 or 13,4")
        if not 1 <= len(found) <= 2:
            naturals(state, self.text, "13 or 13,4", count=2)
        tokens = found[0]
        return (tokens, min(found[1], tokens)) if len(found) == 2 else (tokens, max(tokens - 1, 0))

    def indexed(self, state: Numbers) -> Indexed | None:
        """Return all heaps up to a state's, with all that may be taken at most."""
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
        """Draw the heap, and say what may be taken."""
        return f"{heaps_drawn(state[:1])}\ntake at most {state[1]}"

    def scene(self, state: Numbers) -> Scene:
        """Return the heap, and what may be taken."""
        tokens, most = state
        said = Cell("most", 0, lines_of(tokens), "mark", f"at most {most}")
        return Scene((*stones(tokens), said))
