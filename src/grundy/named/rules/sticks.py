"""Sticks: from a row with gaps take one, two or three that lie side by side."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from grundy.errors import PositionError
from grundy.files.whole import require_memory
from grundy.games.scenes.scene import Cell, Scene
from grundy.named.kernels import tables
from grundy.named.rules.rows import Row

_TAKEN = (1, 2, 3)
_SHOWN = 100  # places of a row that is drawn as shapes


class Sticks(Row):
    """Sticks of the olympiad CEOI 2000. A state is a row: ``|`` is a stick, ``.`` a gap."""

    text, code, things = "sticks", "0.777", "sticks"
    kernel = staticmethod(tables.sticks)
    moves_each = len(_TAKEN)

    def moves(self, state: str) -> Iterator[tuple[str, str]]:
        """Yield each move, named by the places of its sticks, which count from 1."""
        for count in _TAKEN:
            for place in range(len(state) - count + 1):
                if state.startswith("|" * count, place):
                    places = f"s {place + 1}-{place + count}" if count > 1 else f" {place + 1}"
                    option = state[:place] + "." * count + state[place + count :]
                    yield f"remove stick{places}", option

    def scene(self, state: str) -> Scene | None:
        """Return the sticks and the gaps in one row; None for a long one."""
        if len(state) > _SHOWN:
            return None
        cells = [
            Cell(str(place + 1), place, 0, "stick" if sign == "|" else "gap", str(place + 1))
            for place, sign in enumerate(state)
        ]
        return Scene(tuple(cells) or (Cell("empty", 0, 0, "mark", "no sticks"),))

    def table(self, places: int) -> npt.NDArray[np.uint8]:
        """Return the values of all rows of so many places."""
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
