"""Euclid's game: subtract a multiple of the smaller number from the larger."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.games.indexed.indexed import Indexed, other_board
from grundy.games.indexed.ranking import fitting, numbers
from grundy.games.naturals import naturals
from grundy.games.valuers.by_formula import ByFormula
from grundy.games.valuers.packed import MOST, Packed
from grundy.games.valuers.valuer import Valuer
from grundy.named.kernels import tables
from grundy.named.rules.numbers import Numbers, OfNumbers
from grundy.running.limits import Limits, Watch


class Euclid(OfNumbers):
    """Two positive numbers: subtract a multiple of the smaller; both stay positive.

    Source: A. J. Cole and A. J. T. Davie, 1969; the values: G. Nivasch, 2006.
    """

    text = "euclid"

    def options(self, state: Numbers) -> Iterator[Numbers]:
        """Return the numbers after each move."""
        return (option for _, option in self.moves(state))

    def moves(self, state: Numbers) -> Iterator[tuple[str, Numbers]]:
        """Yield each move, such as "take 6 from 8"."""
        a, b = state
        for taken in range(min(a, b), max(a, b), min(a, b)):
            yield f"take {taken} from {max(a, b)}", (a - taken, b) if a > b else (a, b - taken)

    def canonical(self, state: Numbers) -> Numbers:
        """Return the smaller number first."""
        return tuple(sorted(state))

    def legal(self, state: Any) -> Numbers:
        """Return two positive numbers."""
        return naturals(state, self.text, "8,12", count=2, least=1)

    def indexed(self, state: Numbers) -> Indexed | None:
        """Return all pairs up to those of a state."""
        ranking = fitting(numbers, *state)
        if ranking is None or max(state) > MOST:
            return None

        def word_of(pair: Numbers) -> int:
            if pair[0] > state[0] or pair[1] > state[1]:
                raise other_board()
            return ranking.join([number - 1 for number in pair])

        def state_of(word: int) -> Numbers:
            return tuple(number + 1 for number in ranking.split(word))

        data = np.array([ranking.fields[0].bits], np.int64)
        return Indexed(
            Packed(word_of(state), tables.euclid, data=data, most=max(state)),
            ranking, word_of, state_of,
        )  # fmt: skip

    @property
    def formula(self) -> Callable[[Numbers], int]:
        """⌊|x/y - y/x|⌋."""
        return lambda state: abs(state[0] ** 2 - state[1] ** 2) // (state[0] * state[1])

    @cached_property
    def valuer(self) -> Valuer[Any]:
        """The formula, and the moves that it gives."""
        return ByFormula(self, self.formula, self._moves_to)

    def _moves_to(self, state: Numbers, wanted: int) -> Iterator[tuple[str, Numbers]]:
        """Yield the moves to this value; they are where the formula says."""
        low, high = sorted(state)
        least = 0 if high % low else 1  # both numbers stay positive
        for times in sorted({0, *range(max(wanted - 1, 0), wanted + 3)}, reverse=True):
            left = high % low + low * times
            if least <= times and left < high:
                option = (left, low) if state[0] > state[1] else (low, left)
                if self.formula(option) == wanted:
                    yield f"take {high - left} from {high}", option

    def table(
        self, rows: int, columns: int, *, limits: Limits | None = None, progress: Any = None
    ) -> npt.NDArray[np.int64]:
        """Return the values of (x, y) up to *rows* and *columns*, the ends included."""
        self.legal((rows, columns))
        Watch(limits, "A table of euclid", {}, progress).look(rows * columns)
        x, y = np.arange(1, rows + 1)[:, None], np.arange(1, columns + 1)[None, :]
        found = np.full((rows + 1, columns + 1), -1)
        found[1:, 1:] = abs(x**2 - y**2) // (x * y)
        return found
