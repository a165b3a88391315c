"""Dawson's chess on any row: which files still have their two pawns, and which are cleared."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.games.scenes.boards import board_scene
from grundy.games.scenes.scene import Kind, Scene, Way
from grundy.named.kernels import tables
from grundy.named.rules.rows import Row

_RANKS: tuple[tuple[str, Kind], ...] = (("3", "black"), ("2", "square"), ("1", "white"))


class DawsonsChess(Row):
    """Two lines of pawns on three ranks; ``|`` is a file that has both, ``.`` one without.

    Source: T. R. Dawson, 1935; Winning Ways, ch. 4.
    """

    text, code, things = "dawsons-chess-row", "0.137", "files"
    kernel = staticmethod(tables.dawsons_chess)
    moves_each = 1

    def moves(self, state: str) -> Iterator[tuple[str, str]]:
        """Yield each move, named by its file, which count from 1."""
        for place, sign in enumerate(state):
            if sign == "|":
                first, stop = max(place - 1, 0), min(place + 2, len(state))
                option = state[:first] + "." * (stop - first) + state[stop:]
                yield f"advance in file {place + 1}", option

    def scene(self, state: str) -> Scene | None:
        """Return the three ranks; None for a long row."""
        rows = [[(kind if sign == "|" else "square", "") for sign in state] for _, kind in _RANKS]
        files = [str(place + 1) for place in range(len(state))]
        return board_scene(rows, [rank for rank, _ in _RANKS], files, "file {column}, rank {row}")

    def touches(self, state: str) -> Iterator[tuple[Way, ...]]:
        """Yield the pawn that goes, white or black, and then the others that go with it."""
        for place, sign in enumerate(state):
            if sign == "|":
                files = [place, *(n for n in (place - 1, place + 1) if state[n : n + 1] == "|")]
                yield tuple(_pawns(files, ranks) for ranks in (("1", "3"), ("3", "1")))


def _pawns(files: list[int], ranks: tuple[str, str]) -> Way:
    return tuple(f"file {n + 1}, rank {rank}" for n in files if n >= 0 for rank in ranks)
