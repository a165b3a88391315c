"""Rows of things with gaps, each run of which is a heap of a take-and-break game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import CodeError, PositionError
from grundy.games.indexed.indexed import Indexed, other_board
from grundy.games.indexed.ranking import subsets
from grundy.games.number_text import parse_number
from grundy.games.ruleset import Ruleset
from grundy.games.state_text import shown
from grundy.games.valuers.packed import Packed
from grundy.games.valuers.valuer import Valuer
from grundy.heaps.rules.take_and_break import TakeAndBreak
from grundy.values import Value, add

if TYPE_CHECKING:
    from grundy.games.valuers.packed import Kernel
    from grundy.running.limits import Limits
    from grundy.running.progress import Progress

_MOST = 1_000  # places of a row that is written out
_MOST_INDEXED = 62


class Row(Ruleset):
    """A row in which ``|`` is a thing to take and ``.`` a gap; a move only makes gaps."""

    code: str
    things: str
    kernel: Kernel
    moves_each: int

    @abstractmethod
    def moves(self, state: str) -> Iterator[tuple[str, str]]:
        """Yield each move by its name, with the row that it leaves."""

    def options(self, state: str) -> Iterator[str]:
        """Return the row after each move."""
        return (option for _, option in self.moves(state))

    def components(self, state: str) -> Iterator[str]:
        """Return the runs."""
        return filter(None, state.split("."))

    # ---- text -------------------------------------------------------------------------------

    def legal(self, state: Any) -> str:
        """Return a row for a row, or for the number of things in a full one."""
        if isinstance(state, str) and set(state) <= {"|", "."}:
            row = state
        elif isinstance(state, (int, np.integer)) and 0 <= state <= _MOST:
            row = "|" * int(state)
        else:
            raise PositionError(
                f"A row is a number of {self.things} up to {_MOST:,}, or | and . such as ||.|||; "
                f"found {shown(state)}."
            )
        if len(row) > _MOST:
            raise PositionError(f"A row has up to {_MOST:,} places; this one has {len(row):,}.")
        return row

    def parse(self, text: str) -> str:
        """Read a row such as ``||.|||``, or the number of things in a full one.

        Raises:
            CodeError: If it is neither; it carries the column.
            PositionError: If the row is too long.
        """
        word = text.strip()
        count = parse_number(word)
        if count is not None:
            return self.legal(count)
        for column, sign in enumerate(text, 1):
            if sign not in "|." and not sign.isspace():
                raise CodeError(
                    f'{shown(word)}: column {column}: "{shown(sign)}" is neither | nor .; write '
                    "such as ||.|||, or a number for a full row.",
                    text=text,
                    column=column,
                )
        return self.legal(word)

    def format(self, state: str) -> str:
        """Write a row so that `parse` reads it: a full one by its number."""
        return state if "." in state else str(len(state))

    def draw(self, state: str) -> str:
        """Return a picture with the places below: every fifth and the first."""
        named = [place for place in range(1, len(state) + 1) if place == 1 or place % 5 == 0]
        below = ""
        for place in named:
            below = below.ljust(2 * place - 2) + str(place)
        return " ".join(state) + "\n" + below if state else f"(no {self.things})"

    # ---- values -----------------------------------------------------------------------------

    def indexed(self, state: str) -> Indexed | None:
        """Return all rows of as many places, up to 62."""
        places = len(state)
        if places > _MOST_INDEXED:
            return None

        def word_of(row: str) -> int:
            if len(row) != places:
                raise other_board()
            return sum(1 << place for place, sign in enumerate(row) if sign == "|")

        def state_of(word: int) -> str:
            return "".join("|" if word >> place & 1 else "." for place in range(places))

        kernel: Callable[..., int] = type(self).kernel
        return Indexed(
            Packed(word_of(state), kernel, most=max(self.moves_each * places, 1)),
            subsets(places), word_of, state_of, order="shrinks",
        )  # fmt: skip

    @cached_property
    def valuer(self) -> Valuer[Any]:
        """The values of the heaps that the runs are."""
        return ByRuns(self)

    @cached_property
    def runs(self) -> TakeAndBreak:
        """The game that each run is a heap of."""
        return TakeAndBreak(self.code)


class ByRuns(Valuer[Row]):
    """The nim-sum of the values of the runs."""

    def value(
        self, state: str, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Value:
        """Return the value of a row."""
        runs = map(len, self.ruleset.components(state))
        heap = self.ruleset.runs.value
        return add(heap(run, limits=limits, progress=progress) for run in runs)
