"""Coins: games of turning coins in a row, given by how many coins a move may turn."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import cached_property, reduce
from operator import xor
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError
from grundy.games.rulebook import Valuer
from grundy.games.ruleset import Ruleset
from grundy.games.scenes import Kind, Scene, strip_drawn, strip_scene
from grundy.games.state_text import distinct, read_numbers, whole, written
from grundy.games.values.one_value import ByFormula
from grundy.printable import joined
from grundy.runtime.limits import Limits, Progress, Watch, reports

Heads = tuple[int, ...]
"""The places of the coins that show heads, in order."""

NO_HEADS = "-"
_LARGEST_VALUE = 1 << 20


class Coins(Ruleset):
    """A row of coins: a move turns a few coins, of which the last goes from heads to tails.

    A state is the places of the heads, in order. The value of a row is the nim-sum of the values
    of its heads. A row is yet no sum of its heads (two heads on one place would be none), so
    that `components` does not split it: under misère play that would be another game.

    Args:
        most: The most coins that a move turns, or None for any number.
        consecutive: Whether the turned coins have to be neighbours.
        first: The place of the first coin, 0 or 1.
        text: The game's name.
        coin: The value of the head at a place in closed form, where it is proved.
        partners: Gives the sets of coins to the left of a place whose values add up to a
            number, in the order of the moves: ``partners(place, number)``.

    Raises:
        RulesetError: If *most* is no whole number of at least 1, or *first* none of at least 0.

    >>> mock_turtles = Coins(most=3)
    >>> mock_turtles.values(8).tolist()
    [1, 2, 4, 7, 8, 11, 13, 14]
    >>> mock_turtles[2, 5].value()
    15

    Source: H. W. Lenstra, 1978; Winning Ways, ch. 14.
    """

    def __init__(
        self,
        most: int | None,
        *,
        consecutive: bool = False,
        first: int = 0,
        text: str = "coins",
        coin: Callable[[int], int] | None = None,
        partners: Callable[[int, int], Iterator[Heads]] | None = None,
    ) -> None:
        self.most = None if most is None else whole(most, "A move turns at least one coin")
        self.consecutive = consecutive
        self.first = whole(first, "The first coin has a place from 0 on", 0)
        self.text = text
        self._coin = coin or (self._power if most is None and not consecutive else None)
        self._partners = partners
        self._values = _CoinValues(self.most, consecutive)
        self._lock = threading.Lock()

    def _power(self, place: int) -> int:
        """Return the value of a head where any set of coins may be turned: binary digits."""
        return 1 << (place - self.first)

    # ---- rules ------------------------------------------------------------------------------

    def options(self, state: Heads) -> Iterator[Heads]:
        heads = frozenset(state)
        return (tuple(sorted(heads.symmetric_difference(turned))) for turned in self._turns(state))

    def moves(self, state: Heads) -> Iterator[tuple[str, Heads]]:
        return (self._turned(state, turned) for turned in self._turns(state))

    def _turned(self, state: Heads, turned: Heads) -> tuple[str, Heads]:
        option = tuple(sorted(frozenset(state).symmetric_difference(turned)))
        return f"turn {joined(list(map(str, turned)))}", option

    def _turns(self, state: Heads) -> Iterator[Heads]:
        """Yield the coins that each move turns, the last one first."""
        for last in state:
            room = last - self.first
            most = room if self.most is None else min(self.most - 1, room)
            for count in range(most + 1):
                if self.consecutive:
                    yield tuple(range(last, last - count - 1, -1))
                else:
                    yield from ((last, *others) for others in self._chosen(last, count))

    def _chosen(self, stop: int, count: int) -> Iterator[Heads]:
        """Yield each set of so many coins below *stop*, the last one first, lazily."""
        if count == 0:
            yield ()
            return
        for last in range(stop - 1, self.first + count - 2, -1):
            yield from ((last, *others) for others in self._chosen(last, count - 1))

    # ---- states -----------------------------------------------------------------------------

    def legal(self, state: Any) -> Heads:
        return distinct(state, self.text, "1,3,5", least=self.first)

    def parse(self, text: str) -> Heads:
        """Read the places of the heads, such as ``1,3,5``, or ``-`` when there are none."""
        return () if text.strip() == NO_HEADS else self.legal(read_numbers(text))

    def format(self, state: Heads) -> str:
        return written(state) or NO_HEADS

    def draw(self, state: Heads) -> str:
        return strip_drawn(dict.fromkeys(state, "H"), max(state, default=0) + 1, self.first)

    def scene(self, state: Heads) -> Scene | None:
        heads: dict[int, tuple[Kind, str]] = dict.fromkeys(state, ("heads", "H"))
        return strip_scene(heads, max(state, default=self.first) + 1, self.first, "tails")

    # ---- values -----------------------------------------------------------------------------

    @property
    def formula(self) -> Callable[[Heads], int] | None:
        """The nim-sum of the closed form over the heads, where there is one."""
        coin = self._coin
        return None if coin is None else lambda state: reduce(xor, map(coin, state), 0)

    @cached_property
    def valuer(self) -> Valuer[Any]:
        """The closed form where there is one, and else the values of single heads."""
        formula = self.formula
        return ByHeads(self) if formula is None else ByFormula(self, formula)

    def moves_by_formula(self, state: Heads, wanted: int) -> Iterator[tuple[str, Heads]] | None:
        """Return each move to this value, as the closed form names the coins to turn; or None."""
        coin, partners = self._coin, self._partners
        if coin is None or partners is None:
            return None
        change = reduce(xor, map(coin, state), wanted)
        return (
            self._turned(state, (last, *others))
            for last in state
            for others in partners(last, change ^ coin(last))
        )

    @reports
    def values(
        self, stop: int, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> npt.NDArray[Any]:
        """Return the values of a single head at each place below *stop*.

        Returns:
            int64[stop], or Python ints where a value needs more; 0 at places before the first
            coin.

        Raises:
            LimitError: If *stop* is above the limit on positions.

        Cost: for each place as many steps as the greatest value, vectorized.
        """
        watch = Watch(limits, f"The list of values of {self.text}", {})
        count = max(stop - self.first, 0)
        watch.look(count)
        if self._coin is not None:
            coin_values = [self._coin(self.first + place) for place in range(count)]
        else:
            with self._lock:
                coin_values = self._values.first(count, watch.look)
        before = [0] * min(self.first, stop)
        large = max(coin_values, default=0) >= 1 << 63
        return np.array(before + coin_values, object if large else np.int64)


class ByHeads(Valuer[Coins]):
    """The coins are independent: the nim-sum of the values of the heads."""

    def value(self, state: Heads, *, limits: Limits | None = None) -> int:
        stop = max(state, default=self.ruleset.first) + 1
        values = self.ruleset.values(stop, limits=limits)
        return reduce(xor, (int(values[head]) for head in state), 0)


class _CoinValues:
    """The values of single heads, extended place by place."""

    def __init__(self, most: int | None, consecutive: bool) -> None:
        self._most = most
        self._consecutive = consecutive
        self._values: list[int] = []
        self._sums: npt.NDArray[np.bool_] = np.zeros((most or 1, 64), bool)
        self._sums[0, 0] = True

    def first(self, count: int, look: Callable[[int], None]) -> list[int]:
        while len(self._values) < count:
            self._values.append(self._next_run() if self._consecutive else self._next())
            if not len(self._values) & 255:
                look(len(self._values))
        return self._values[:count]

    def _next(self) -> int:
        reached = np.logical_or.reduce(self._sums)
        size = self._sums.shape[1]
        if reached.all():
            if size >= _LARGEST_VALUE:
                raise LimitError(
                    f"The head at place {len(self._values)} has a value of over "
                    f"{_LARGEST_VALUE:,}, too large to look for.",
                    partial=self._values[:],
                )
            self._sums = np.concatenate((self._sums, np.zeros_like(self._sums)), axis=1)
            return self._next()
        value = int(reached.argmin())
        self._sums[1:] |= self._sums[:-1].take(np.arange(size) ^ value, axis=1)
        return value

    def _next_run(self) -> int:
        """Continue a game of neighbouring coins: nim-sums of the last coins before."""
        last = np.array(self._values[-1 : -self._most if self._most else None : -1], np.int64)
        reached = {0, *np.bitwise_xor.accumulate(last).tolist()}
        return next(value for value in range(len(reached) + 1) if value not in reached)
