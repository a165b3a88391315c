"""Scene: a state as plain shapes on a grid of unit squares, for any drawer to draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "stone", "stick", "gap", "square", "taken", "poison", "coin", "heads", "tails", "queen",
    "white", "black", "cut", "red", "blue", "vertex", "token", "ground", "cross", "mark",
    "pin", "chocolate", "step",
]  # fmt: skip
"""What a cell looks like. A gap is where a stick lay; a coin, a queen and the pieces stand on a
square; a token stands on a vertex; a cross has as many free ends as its text says; a cut is a
place to cut at; a mark is only writing; chocolate is a square to eat; a step is the middle of the
top of a stair, three wide, that reaches down to where y is 0."""

_PLAIN = frozenset({"gap", "square", "taken", "vertex", "tails", "chocolate"})


@dataclass(frozen=True, slots=True)
class Cell:
    """One shape.

    Attributes:
        name: Its name, unlike all others in the scene; the same thing keeps it after a move.
        x, y: Its middle; x goes to the right, y down.
        kind: What it looks like.
        text: What is written in it, or for a mark what it says.
    """

    name: str
    x: float
    y: float
    kind: Kind
    text: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A line between two cells.

    Attributes:
        name: Its name, unlike all others in the scene, cells included.
        source, target: The names of the cells that it joins.
        directed: Whether it is an arrow.
    """

    name: str
    source: str
    target: str
    directed: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """All shapes of a state.

    Attributes:
        cells, links: The shapes.
        row: Whether the cells are one row that falls apart: what is left of it after a move,
            one part or several, stands where it stood.

    >>> Scene((Cell("1", 0, 0, "stone"), Cell("2", 1, 0, "stone"))).cells[1].name
    '2'
    """

    cells: tuple[Cell, ...] = ()
    links: tuple[Link, ...] = ()
    row: bool = False


Way = tuple[str, ...]
"""Names of cells and links that a move changes; the one that stands for the move comes first."""


def changed(before: Scene, after: Scene) -> Way:
    """Return what a move changes, by the scenes before and after it.

    Those are the cells that look different and the pieces that are gone, where a piece arrives
    first; where there are none, the empty cells that are gone, or else the links.

    >>> row = Scene(tuple(Cell(str(n), n, 0, "stone") for n in range(4)))
    >>> changed(row, Scene(row.cells[:2]))
    ('2', '3')
    """
    now = {cell.name: (cell.kind, cell.text) for cell in after.cells}
    cells = [cell for cell in before.cells if cell.kind != "mark"]
    gone = [cell for cell in cells if cell.name not in now]
    other = [cell for cell in cells if now.get(cell.name) != (cell.kind, cell.text)]
    seen = [cell for cell in other if cell.name in now or cell.kind not in _PLAIN]
    links = {link.name for link in after.links}
    return (
        tuple(cell.name for cell in sorted(seen, key=lambda cell: cell.kind not in _PLAIN))
        or tuple(cell.name for cell in gone)
        or tuple(link.name for link in before.links if link.name not in links)
    )
