"""Dudeney's game: take a number of a set, but not the one that the last move took."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from grundy.errors import PositionError, RulesetError
from grundy.games.rulebook import Valuer
from grundy.games.ruleset import NamedMoves
from grundy.games.scenes import Cell, Scene, heaps_drawn, lines_of, stones
from grundy.games.state_text import naturals, shown
from grundy.named.entry import NUMBERS, Entry, Numbers, OfNumbers, OfParameters, p_positions
from grundy.runtime.limits import Limits, Watch
from grundy.values import integer

_LOOK = 1_023
_MOST_AMOUNTS = 1_000


class Dudeney(OfParameters, NamedMoves, OfNumbers):
    """One heap: take a number of a set *S*, but not the number that the last move took."""

    def __init__(self, amounts: int | Iterable[int]) -> None:
        self.amounts = _set_of(amounts)
        run = self.amounts == tuple(range(1, len(self.amounts) + 1))
        listed = ",".join(map(str, self.amounts))
        self.text = f"dudeney({len(self.amounts) if run else f'{{{listed}}}'})"

    def moves(self, state: Numbers) -> Iterator[tuple[str, Numbers]]:
        tokens, last = state
        for taken in self.amounts:
            if taken <= tokens and taken != last:
                yield f"take {taken}", (tokens - taken, taken)

    def canonical(self, state: Numbers) -> Numbers:
        """Forget a last take that could not be taken again anyway."""
        tokens, last = state
        return (tokens, last if last <= tokens else 0)

    def legal(self, state: Any) -> Numbers:
        found = naturals(state, self.text, "12 or 12,3")
        if not 1 <= len(found) <= 2:
            naturals(state, self.text, "12 or 12,3", count=2)
        tokens, last = (*found, 0)[:2]
        if last not in (0, *self.amounts):
            listed = ", ".join(map(str, self.amounts))
            raise PositionError(
                f"The last take of {self.text} is one of {shown(listed)}; found {shown(last)}."
            )
        return tokens, last

    def format(self, state: Numbers) -> str:
        tokens, last = state
        return f"{tokens},{last}" if last else str(tokens)

    def draw(self, state: Numbers) -> str:
        return f"{heaps_drawn(state[:1])}\n{_said(state[1])}".strip()

    def scene(self, state: Numbers) -> Scene:
        tokens, last = state
        said = Cell("last", 0, lines_of(tokens), "mark", _said(last) or "first move")
        return Scene((*stones(tokens), said))

    @cached_property
    def valuer(self) -> Rows:
        return Rows(self)


class Rows(Valuer[Dudeney]):
    """The values of heaps 0, 1, 2, … in order, each with every last take."""

    def __init__(self, ruleset: Dudeney) -> None:
        super().__init__(ruleset)
        self._place = {0: 0} | {s: n for n, s in enumerate(ruleset.amounts, start=1)}
        self._rows: list[tuple[int, ...]] = []
        self._known: dict[tuple[int, ...], tuple[int, ...]] = {}  # equal rows are one object
        self._period: tuple[int, int] | None = None  # preperiod and period
        self._next_look = 4 * ruleset.amounts[-1] + 64

    def value(self, state: Numbers, *, limits: Limits | None = None) -> int:
        tokens, last = state
        watch = Watch(limits, f"The value of {self.ruleset.text}[{shown(tokens)}]", {})
        before = len(self._rows)
        while tokens >= len(self._rows) and self._period is None:
            self._extend()
            if len(self._rows) >= self._next_look:
                self._look_for_period()
            if not len(self._rows) & _LOOK:
                watch.look(len(self._rows) - before)
        watch.look(len(self._rows) - before)
        if tokens >= len(self._rows) and self._period is not None:
            preperiod, period = self._period
            tokens = preperiod + (tokens - preperiod) % period
        return self._rows[tokens][self._place[last]]

    def _extend(self) -> None:
        """Add the row of the next heap: its mex after each last take."""
        heap = len(self._rows)
        below = [
            self._rows[heap - taken][place]
            for taken, place in self._place.items()
            if 0 < taken <= heap
        ]
        met = set(below)
        free = next(n for n in range(len(met) + 1) if n not in met)
        row = [free] * len(self._place)
        for place, value in enumerate(below, start=1):
            if value < free and below.count(value) == 1:
                row[place] = value  # only that take led to this value
        made = tuple(row)
        self._rows.append(self._known.setdefault(made, made))

    def _look_for_period(self) -> None:
        """Look for the rows that the next heap depends on among those before."""
        self._next_look *= 2
        rows, width = self._rows, self.ruleset.amounts[-1]
        last = len(rows) - width
        for start in range(last - 1, -1, -1):
            if all(rows[start + n] is rows[last + n] for n in range(width)):
                self._period = start, last - start
                return


def _set_of(amounts: object) -> tuple[int, ...]:
    example = "such as dudeney(5) or dudeney({1,3,4})"
    given = amounts if isinstance(amounts, Iterable) and not isinstance(amounts, str) else None
    try:
        if given is None:
            found = range(1, min(integer(amounts, ""), _MOST_AMOUNTS + 1) + 1)
        else:
            found = sorted({integer(number, "") for number in given})  # type: ignore[assignment]
    except TypeError:
        found = range(0)
    if not found or found[0] < 1:
        raise RulesetError(f"dudeney(S) needs numbers of at least 1, {example}.")
    if len(found) > _MOST_AMOUNTS:
        raise RulesetError(f"dudeney(S) has at most {_MOST_AMOUNTS:,} numbers, {example}.")
    return tuple(found)


def _said(last: int) -> str:
    return f"{last} was taken last" if last else ""


def _even_dudeney() -> list[str]:
    return [str(n) for n in range(1, 100) if n % 5 == 0]


FAMILY = NUMBERS

ENTRIES = (
    Entry(
        key="dudeney",
        name="Dudeney's game",
        rule="Take from one heap a number of the set S, or from 1 to S, but not the number that "
        "the last move took.",
        make=Dudeney,
        start="12",
        source="H. E. Dudeney; D.U.D.E.N.E.Y in Winning Ways, ch. 15",
        facts=[
            p_positions(
                *_even_dudeney(),
                among=lambda: map(str, range(1, 100)),
                statement="With an even Y a first move loses exactly from a multiple of Y + 1: the "
                "answer to x is Y + 1 - x, which is no echo",
            )
        ],
        parameters="dudeney(4)",
        letters=("S",),
    ),
)
