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
    """One shape."""

    name: str
    x: float
    y: float
    kind: Kind
    text: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A line between two cells."""

    name: str
    source: str
    target: str
    directed: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """All shapes of a state."""

    cells: tuple[Cell, ...] = ()
    links: tuple[Link, ...] = ()
    row: bool = False


Way = tuple[str, ...]
"""Names of cells and links that a move changes; the one that stands for the move comes first."""


def changed(before: Scene, after: Scene) -> Way:
    """Return what a move changes, by the scenes before and after it."""
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
