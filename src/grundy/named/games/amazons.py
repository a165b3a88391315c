"""Amazons for both players alike: a queen moves and shoots an arrow, whoever's turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.errors import PositionError
from grundy.games.ruleset import NamedMoves
from grundy.games.scenes import Kind, Scene, Way
from grundy.games.state_text import shown
from grundy.named.boards import cell_name, drawn, images, read_rows, sized, squares, trimmed
from grundy.named.entry import BOARDS, OURS, Entry, formula, values_of

_STEPS = [(down, across) for down in (-1, 0, 1) for across in (-1, 0, 1) if down or across]
_LOOKS: dict[str, Kind] = {"x": "queen", ".": "square", "#": "taken"}

Move = tuple[int, int, int]
"""The cells that an amazon leaves, where it goes, and where its arrow falls."""


class Amazons(NamedMoves):
    """Impartial Amazons. A state is text: ``x`` an amazon, ``#`` an arrow, ``.`` free."""

    text = "amazons"
    ends = True

    def moves(self, state: str) -> Iterator[tuple[str, str]]:
        columns = _columns(state)
        for move in _moves(state):
            source, target, arrow = (cell_name(columns, cell) for cell in move)
            yield f"{source} to {target}, arrow on {arrow}", _moved(state, move)

    def touches(self, state: str) -> Iterator[tuple[Way, ...]]:
        columns = _columns(state)
        return ((tuple(cell_name(columns, cell) for cell in move),) for move in _moves(state))

    def components(self, state: str) -> Iterator[str]:
        cells, columns = state.replace("/", ""), _columns(state)
        left = {cell for cell, sign in enumerate(cells) if sign != "#"}
        while left:
            region, waiting = set[int](), [left.pop()]
            while waiting:
                cell = waiting.pop()
                region.add(cell)
                beside = {next(line) for line in _lines(cell, len(cells), columns)} & left
                left -= beside
                waiting += beside
            if {"x", "."} <= {cells[cell] for cell in region}:
                yield _cut_out(cells, columns, region)

    def canonical(self, state: str) -> str:
        """Return the least of the mirror images and turns of a board."""
        return min(map("/".join, images(state.split("/"))))

    def legal(self, state: Any) -> str:
        if not isinstance(state, str):
            raise PositionError(
                f"A board of amazons is text such as x../..#, found {shown(state)}."
            )
        return self.parse(state)

    def parse(self, text: str) -> str:
        """Read the rows of a board with ``/`` between them."""
        rows = read_rows(text, "x.#", "x for an amazon, . for a free cell, # for an arrow")
        sized(len(rows), len(rows[0]))
        return "/".join(rows)

    def format(self, state: str) -> str:
        return state

    def draw(self, state: str) -> str:
        return drawn(state.split("/"))

    def scene(self, state: str) -> Scene | None:
        return squares(state.split("/"), _LOOKS)


def _columns(state: str) -> int:
    return len(state.partition("/")[0])


def _moves(state: str) -> Iterator[Move]:
    """Yield each move: as a queen, then an arrow as a queen from there."""
    cells, columns = state.replace("/", ""), _columns(state)
    for source, sign in enumerate(cells):
        if sign == "x":
            left = f"{cells[:source]}.{cells[source + 1 :]}"
            for target in _reached(left, source, columns):
                yield from ((source, target, arrow) for arrow in _reached(left, target, columns))


def _moved(state: str, move: Move) -> str:
    columns = _columns(state)
    cells = list(state.replace("/", ""))
    for cell, sign in zip(move, ".x#", strict=True):
        cells[cell] = sign
    return "/".join(_rows("".join(cells), columns))


def _rows(cells: str, columns: int) -> list[str]:
    return [cells[at : at + columns] for at in range(0, len(cells), columns)]


def _reached(cells: str, start: int, columns: int) -> Iterator[int]:
    for line in _lines(start, len(cells), columns):
        for cell in line:
            if cells[cell] != ".":
                break
            yield cell


def _lines(start: int, count: int, columns: int) -> Iterator[Iterator[int]]:
    """Yield the cells in each direction, where there are any."""
    row, column = divmod(start, columns)
    for down, across in _STEPS:
        far = max(count // columns, columns)
        places = ((row + n * down, column + n * across) for n in range(1, far))
        line = [
            r * columns + c for r, c in places if 0 <= r < count // columns and 0 <= c < columns
        ]
        if line:
            yield iter(line)


def _cut_out(cells: str, columns: int, region: set[int]) -> str:
    """Return a region on the least board that holds it, with arrows around it."""
    kept = "".join(sign if cell in region else "#" for cell, sign in enumerate(cells))
    return "/".join(trimmed(_rows(kept, columns)))


FAMILY = BOARDS

ENTRIES = (
    Entry(
        key="amazons",
        name="Impartial Amazons",
        rule="Move any amazon as a queen, and shoot an arrow as a queen from there; amazons and "
        "arrows block the way.",
        make=Amazons,
        start="x../...",
        source="W. Zamkauskas, 1988, with amazons of no colour",
        facts=[
            formula(
                "An amazon at the end of a row with n free cells has the value n",
                lambda: (("x" + n * ".", n) for n in range(7)),
                source=OURS,
            ),
            values_of({"x../...": 1, "x../.../...": 0, "x../.../..x": 1}, source=OURS),
        ],
    ),
)
