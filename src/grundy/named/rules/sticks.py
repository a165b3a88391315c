"""Sticks: from a row with gaps take one, two or three that lie side by side."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from grundy.errors import CodeError, PositionError
from grundy.files.whole import require_memory
from grundy.games.number_text import parse_number
from grundy.games.ruleset import Ruleset
from grundy.games.scenes.boards import LINE
from grundy.games.scenes.scene import Cell, Scene
from grundy.games.state_text import shown
from grundy.games.valuers.valuer import Valuer
from grundy.heaps.rules.take_and_break import TakeAndBreak
from grundy.values import Value, add

if TYPE_CHECKING:
    from grundy.running.limits import Limits
    from grundy.running.progress import Progress

_TAKEN = (1, 2, 3)
_MOST = 1_000  # places of a row that is written out
_SHOWN = 100  # and of one that is drawn as shapes


class Sticks(Ruleset):
    """Sticks of the olympiad CEOI 2000. A state is a row: ``|`` is a stick, ``.`` a gap.

    Each run of sticks is a heap of the game 0.777: who takes from it may leave two runs.

    >>> from grundy import catalogue
    >>> sticks = catalogue["sticks"]
    >>> sticks[10].value(), sticks["||.|||"].value()
    (6, 1)
    >>> [name for name, _ in sticks.moves("|.||")]
    ['remove stick 1', 'remove stick 3', 'remove stick 4', 'remove sticks 3-4']
    """

    text = "sticks"

    # ---- the rules --------------------------------------------------------------------------

    def options(self, state: str) -> Iterator[str]:
        """Return the row after each move."""
        return (option for _, option in self.moves(state))

    def moves(self, state: str) -> Iterator[tuple[str, str]]:
        """Yield each move, named by the places of its sticks, which count from 1."""
        for count in _TAKEN:
            for place in range(len(state) - count + 1):
                if state.startswith("|" * count, place):
                    places = f"s {place + 1}-{place + count}" if count > 1 else f" {place + 1}"
                    option = state[:place] + "." * count + state[place + count :]
                    yield f"remove stick{places}", option

    def components(self, state: str) -> Iterator[str]:
        """Return the runs of sticks."""
        return filter(None, state.split("."))

    # ---- text -------------------------------------------------------------------------------

    def legal(self, state: Any) -> str:
        """Return a row for a row, or for the number of sticks of a full one.

        Raises:
            PositionError: If it is neither, or has more than 1,000 places.
        """
        if isinstance(state, str) and set(state) <= {"|", "."}:
            row = state
        elif isinstance(state, (int, np.integer)) and 0 <= state <= _MOST:
            row = "|" * int(state)
        else:
            raise PositionError(
                f"A row is a number of sticks up to {_MOST:,}, or | and . such as ||.|||; "
                f"found {shown(state)}."
            )
        if len(row) > _MOST:
            raise PositionError(f"A row has up to {_MOST:,} places; this one has {len(row):,}.")
        return row

    def parse(self, text: str) -> str:
        """Read a row such as ``||.|||``, or the number of sticks of a full one.

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
        """Return a picture with the places below: those of every fifth stick and the first."""
        named = [place for place in range(1, len(state) + 1) if place == 1 or place % 5 == 0]
        below = ""
        for place in named:
            below = below.ljust(2 * place - 2) + str(place)
        return " ".join(state) + "\n" + below if state else "(no sticks)"

    def scene(self, state: str) -> Scene | None:
        """Return the sticks and the gaps in lines of ten; None for a long row."""
        if len(state) > _SHOWN:
            return None
        cells = [
            Cell(str(place + 1), place % LINE, 1.4 * (place // LINE),
                 "stick" if sign == "|" else "gap", str(place + 1))
            for place, sign in enumerate(state)
        ]  # fmt: skip
        return Scene(tuple(cells) or (Cell("empty", 0, 0, "mark", "no sticks"),))

    # ---- values -----------------------------------------------------------------------------

    def table(self, places: int) -> npt.NDArray[np.uint8]:
        """Return the values of all rows of so many places.

        Args:
            places: The length of the rows.

        Returns:
            uint8[2^places]; bit i of the index is 1 where place i + 1 has a stick.

        Raises:
            PositionError: If *places* is no natural number.
            LimitError: If the table does not fit the memory.

        Cost: one nim-sum and one byte a row.

        >>> from grundy import catalogue
        >>> catalogue["sticks"].table(3).tolist()
        [0, 1, 1, 2, 1, 0, 2, 3]
        """
        if not isinstance(places, (int, np.integer)) or places < 0:
            raise PositionError(f"The places of a row are a natural number, not {places!r}.")
        purpose = f"A table of all rows of {places} places"
        require_memory(1 << min(places, 100), purpose, "use shorter rows")
        values = np.zeros(1 << places, np.uint8)
        of_run = self.runs.values(places + 1)
        for length in range(1, places + 1):
            # A row that ends in a run is that run, a gap, and any shorter row before them.
            for run in range(1, length + 1):
                first = ((1 << run) - 1) << (length - run)
                before = 1 << max(length - run - 1, 0)
                np.bitwise_xor(
                    values[:before],
                    of_run[run],
                    out=values[first : first + before],
                    casting="unsafe",
                )
        return values

    @cached_property
    def valuer(self) -> Valuer[Any]:
        """The values of heaps of 0.777, which the runs are."""
        return ByRuns(self)

    @cached_property
    def runs(self) -> TakeAndBreak:
        """The game that each run of sticks is a heap of."""
        return TakeAndBreak("0.777")


class ByRuns(Valuer[Sticks]):
    """The nim-sum of the values of the runs."""

    def value(
        self, state: str, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Value:
        """Return the value of a row."""
        runs = map(len, self.ruleset.components(state))
        heap = self.ruleset.runs.value
        return add(heap(run, limits=limits, progress=progress) for run in runs)
