"""Rows of things with gaps, each run a heap: Sticks, and Dawson's chess on any row."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from grundy.errors import PositionError
from grundy.games.indexed import Indexed, other_board, subsets
from grundy.games.rulebook import Valuer
from grundy.games.ruleset import NamedMoves
from grundy.games.scenes import Cell, Kind, Scene, Way, board_scene
from grundy.games.state_text import parse_number, shown
from grundy.games.values.packed import Kernel, Packed
from grundy.heaps.rules import TakeAndBreak
from grundy.named.entry import BOARDS, Entry, as_heaps, values, values_of, word_error, zeros
from grundy.named.kernels import tables
from grundy.runtime.limits import Limits
from grundy.values import Value, add

_MOST = 1_000  # places of a row that is written out
_MOST_INDEXED = 62


class ByRuns(Valuer["Row"]):
    """The nim-sum of the values of the runs."""

    def value(self, state: str, *, limits: Limits | None = None) -> Value:
        runs = map(len, self.ruleset.components(state))
        heap = self.ruleset.runs.value
        return add(heap(run, limits=limits) for run in runs)


class Row(NamedMoves):
    """A row in which ``|`` is a thing to take and ``.`` a gap; a move only makes gaps."""

    code: str
    things: str
    kernel: Kernel
    moves_each: int
    evaluator = ByRuns

    @abstractmethod
    def moves(self, state: str) -> Iterator[tuple[str, str]]:
        """Yield each move by its name, with the row that it leaves."""

    def components(self, state: str) -> Iterator[str]:
        return filter(None, state.split("."))

    def legal(self, state: Any) -> str:
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
        """Read a row such as ``||.|||``, or the number of things in a full one."""
        word = text.strip()
        count = parse_number(word)
        if count is not None:
            return self.legal(count)
        for column, sign in enumerate(text):
            if sign not in "|." and not sign.isspace():
                raise word_error(
                    text, column, f'"{shown(sign)}" is neither | nor .; write such as ||.|||, or a '
                    "number for a full row",
                )  # fmt: skip
        return self.legal(word)

    def format(self, state: str) -> str:
        return state if "." in state else str(len(state))

    def draw(self, state: str) -> str:
        named = [place for place in range(1, len(state) + 1) if place == 1 or place % 5 == 0]
        below = ""
        for place in named:
            below = below.ljust(2 * place - 2) + str(place)
        return " ".join(state) + "\n" + below if state else f"(no {self.things})"

    def indexed(self, state: str) -> Indexed | None:
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
    def runs(self) -> TakeAndBreak:
        """The game that each run is a heap of."""
        return TakeAndBreak(self.code)


_AMOUNTS = (1, 2, 3)
_SHOWN = 100  # places of a row that is drawn as shapes


class Sticks(Row):
    """Sticks of the olympiad CEOI 2000. A state is a row: ``|`` is a stick, ``.`` a gap."""

    text, code, things = "sticks", "0.777", "sticks"
    kernel = staticmethod(tables.sticks)
    moves_each = len(_AMOUNTS)

    def moves(self, state: str) -> Iterator[tuple[str, str]]:
        for count in _AMOUNTS:
            for place in range(len(state) - count + 1):
                if state.startswith("|" * count, place):
                    places = f"s {place + 1}-{place + count}" if count > 1 else f" {place + 1}"
                    option = state[:place] + "." * count + state[place + count :]
                    yield f"remove stick{places}", option

    def scene(self, state: str) -> Scene | None:
        if len(state) > _SHOWN:
            return None
        cells = [
            Cell(str(place + 1), place, 0, "stick" if sign == "|" else "gap", str(place + 1))
            for place, sign in enumerate(state)
        ]
        return Scene(tuple(cells) or (Cell("empty", 0, 0, "mark", "no sticks"),))


_RANKS: tuple[tuple[str, Kind], ...] = (("3", "black"), ("2", "square"), ("1", "white"))


class DawsonsChess(Row):
    """Two lines of pawns on three ranks; ``|`` is a file that has both, ``.`` one without."""

    text, code, things = "dawsons-chess-row", "0.137", "files"
    kernel = staticmethod(tables.dawsons_chess)
    moves_each = 1

    def moves(self, state: str) -> Iterator[tuple[str, str]]:
        for place, sign in enumerate(state):
            if sign == "|":
                first, stop = max(place - 1, 0), min(place + 2, len(state))
                option = state[:first] + "." * (stop - first) + state[stop:]
                yield f"advance in file {place + 1}", option

    def scene(self, state: str) -> Scene | None:
        rows = [[(kind if sign == "|" else "square", "") for sign in state] for _, kind in _RANKS]
        files = [str(place + 1) for place in range(len(state))]
        return board_scene(rows, [rank for rank, _ in _RANKS], files, "file {column}, rank {row}")

    def touches(self, state: str) -> Iterator[tuple[Way, ...]]:
        for place, sign in enumerate(state):
            if sign == "|":
                files = [place, *(n for n in (place - 1, place + 1) if state[n : n + 1] == "|")]
                yield tuple(
                    tuple(f"file {n + 1}, rank {rank}" for n in files if n >= 0 for rank in ranks)
                    for ranks in ("13", "31")
                )


FAMILY = BOARDS

ENTRIES = (
    Entry(
        key="sticks",
        name="Sticks",
        rule="From rows of sticks take one, two or three that lie side by side in one row; "
        "a gap stays where they lay.",
        make=Sticks,
        start="10 3 ||.|||",
        source="CEOI 2000, day 2; a full row is the game 0.777",
        facts=[
            values(0, 1, 2, 3, 4, 1, 6, 3, 2, 1, 6),
            zeros(0, stop=1_000),
            values_of({"10 10 10": 6, "|||...|||||||": 0, "||.|||": 1, "10 3 ||.|||": 4}),
        ],
    ),
    Entry(
        key="dawsons-chess-row",
        name="Dawson's chess on any row",
        rule="Advance a pawn in a file that has its two pawns; the captures that follow clear "
        "that file and those beside it.",
        make=DawsonsChess,
        start="10",
        source="T. R. Dawson, 1935; Winning Ways, ch. 4",
        facts=[
            as_heaps("A row of n files", "{}", "0.137", range(120)),
            values_of({"||.|||": 3, "|.|.|": 1, "||||.||||": 0}),
        ],
    ),
)
