"""Scenes: states as plain shapes, heaps and strips also as text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from grundy.games.state_text import shown

# Scene: a state as plain shapes on a grid of unit squares, for any drawer to draw.


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


# Scenes that many games share: heaps of stones, a strip, a board of squares, a clock.


MOST_STONES = 60
"""The largest heap that is drawn stone by stone."""

LINE = 10
"""Stones and sticks that lie in one line."""

CUT = "cut after {}"

_MOST_SQUARES = 26  # of one side of a board, or in a line of a strip
_MOST_STRIP = 4 * _MOST_SQUARES


def stones(
    heap: int, top: float = 0, left: float = 0, before: str = "", *, with_cuts: bool = False
) -> Iterator[Cell]:
    """Yield the cells of one heap: stones 1, 2, … in lines of ten, or one stone with its number."""
    if heap > MOST_STONES:
        yield Cell(f"{before}heap", left, top, "stone", shown(heap, 24))
        return
    step = 1.6 if with_cuts else 1
    for place in range(heap):
        line, column = divmod(place, LINE)
        at = left + step * column
        yield Cell(f"{before}{place + 1}", at, top + line, "stone")
        if with_cuts and place + 1 < heap:
            yield Cell(before + CUT.format(place + 1), at + step / 2, top + line, "cut")


def row_scene(heap: int, kind: Kind = "stone") -> Scene:
    """Return a row that falls apart: one line, however long; a very long one is its number."""
    if not 0 < heap <= MOST_STONES:
        return heap_scene(heap)
    return Scene(tuple(Cell(str(n + 1), n, 0, kind) for n in range(heap)), row=True)


def lines_of(heap: int) -> int:
    """Return how many lines a heap takes; an empty one takes one too."""
    return 1 if heap > MOST_STONES else max(1, math.ceil(heap / LINE))


def heap_scene(heap: int, *, with_cuts: bool = False) -> Scene:
    """Return one heap."""
    return Scene(
        tuple(stones(heap, with_cuts=with_cuts)) or (Cell("empty", 0, 0, "mark", "empty"),)
    )


def heaps_scene(heaps: Sequence[int], labels: Sequence[str] = ()) -> Scene:
    """Return several heaps below each other, each behind its number or its label."""
    cells: list[Cell] = []
    top = 0
    for number, heap in enumerate(heaps, 1):
        label = labels[number - 1] if labels else str(number)
        cells.append(Cell(f"heap {number}", 0, top, "mark", label))
        cells += stones(heap, top, 1, f"{number}.")
        top += lines_of(heap)
    return Scene(tuple(cells))


def strip_scene(pieces: Mapping[int, tuple[Kind, str]], stop: int, start: int = 0,
                plain: Kind = "square") -> Scene | None:  # fmt: skip
    """Return the places *start* .. *stop* - 1 of a strip, numbered below; None for a long one."""
    if stop - start > _MOST_STRIP:
        return None
    cells: list[Cell] = []
    width = _MOST_SQUARES if stop - start > _MOST_SQUARES else max(stop - start, 1)
    for place in range(start, stop):
        line, column = divmod(place - start, width)
        kind, text = pieces.get(place, (plain, ""))
        cells.append(Cell(str(place), column, 2 * line, kind, text))
        cells.append(Cell(f"mark {place}", column, 2 * line + 0.8, "mark", str(place)))
    return Scene(tuple(cells))


def board_scene(
    rows: Iterable[Sequence[tuple[Kind, str]]],
    down: Sequence[str] = (),
    across: Sequence[str] = (),
    name: str = "{row},{column}",
) -> Scene | None:
    """Return a board of squares, its rows and columns labelled; None for a large one."""
    lines = list(rows)
    if max(len(lines), *map(len, lines), 0) > _MOST_SQUARES:
        return None
    cells = [Cell(f"row {text}", -0.85, y, "mark", text) for y, text in enumerate(down)]
    cells += [Cell(f"column {text}", x, -0.85, "mark", text) for x, text in enumerate(across)]
    for y, line in enumerate(lines):
        for x, (kind, text) in enumerate(line):
            row = down[y] if down else y
            column = across[x] if across else x
            cells.append(Cell(name.format(row=row, column=column), x, y, kind, text))
    return Scene(tuple(cells))


def clock_scene(places: int, at: int) -> Scene | None:
    """Return a token on a ring of places that are numbered from 0, at the top, clockwise."""
    if places > _MOST_STRIP:
        return None
    radius = max(1.5, 1.3 * places / math.tau)
    return Scene(
        tuple(
            Cell(str(place), round(radius * math.sin(math.tau * place / places), 3),
                 round(-radius * math.cos(math.tau * place / places), 3),
                 "token" if place == at else "vertex", str(place))
            for place in range(places)
        )
    )  # fmt: skip


# Heaps and strips drawn as text.


_WIDEST = 60  # signs of a picture in one line


def heaps_drawn(heaps: Iterable[int]) -> str:
    """Draw heaps as rows of tokens; a heap that is too long is a number."""
    rows = [("o" * heap if heap <= _WIDEST else "o…o", heap) for heap in heaps]
    width = max((len(row) for row, _ in rows), default=0)
    return "\n".join(f"{row:<{width}}  {shown(heap)}" for row, heap in rows)


def strip_drawn(signs: dict[int, str], stop: int, start: int = 0) -> str:
    """Draw the places *start* .. *stop* - 1 of a strip, with their last digits below."""
    if stop - start > _WIDEST:
        return ", ".join(f"{sign} at {place}" for place, sign in sorted(signs.items()))
    places = range(start, max(stop, start + 1))
    return "\n".join(
        ("".join(signs.get(place, ".") for place in places),
         "".join(str(place % 10) for place in places))
    )  # fmt: skip
