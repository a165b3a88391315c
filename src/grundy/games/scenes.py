"""Scenes: states as plain shapes, heaps and strips also as text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

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


# Places for the vertices of a graph, without a drawing library: rows, rings, and a balance.

Point = tuple[float, float]

MOST_PLACED = 150
"""The most vertices that are placed."""

MOST_LINES = 1_000
"""The most edges between them."""

_ROW = 10  # vertices of a path in one line
_STEP = 1.5  # how far neighbours are from each other
_ROUNDS = 300


def place(neighbours: Sequence[Sequence[int]]) -> list[Point]:
    """Return each vertex a place, connected components side by side.

    Source: the balance is stress majorization: E. Gansner, Y. Koren and S. North, 2004.
    """
    places: dict[int, Point] = {}
    left = 0.0
    for members in _components(neighbours):
        points = _component(members, neighbours)
        least = min(x for x, _ in points), min(y for _, y in points)
        for vertex, (x, y) in zip(members, points, strict=True):
            places[vertex] = (round(left + x - least[0], 3), round(y - least[1], 3))
        left += max(x for x, _ in points) - least[0] + _STEP
    return [places[vertex] for vertex in range(len(neighbours))]


def ring(count: int) -> list[Point]:
    """Return places on a circle, the first at the top, clockwise."""
    radius = _STEP / 2 / math.sin(math.pi / max(count, 3))
    turns = (math.tau * number / max(count, 1) for number in range(count))
    return [(radius * math.sin(turn), -radius * math.cos(turn)) for turn in turns]


def layers(neighbours: Sequence[Sequence[int]], root: int) -> list[Point]:
    """Return places above a root: a vertex as high as it is far away, branches side by side."""
    parent, order = {root: root}, [root]
    for vertex in order:
        for other in neighbours[vertex]:
            if other not in parent:
                parent[other] = vertex
                order.append(other)
    above: dict[int, list[int]] = {vertex: [] for vertex in order}
    for vertex in order[1:]:
        above[parent[vertex]].append(vertex)
    height, x = {root: 0.0}, dict[int, float]()
    for vertex in order[1:]:
        height[vertex] = height[parent[vertex]] - _STEP
    free = 0.0
    for vertex in _leaves_first(above, root):
        if above[vertex]:
            x[vertex] = sum(x[one] for one in above[vertex]) / len(above[vertex])
        else:
            x[vertex], free = free, free + _STEP
    return [(x.get(v, 0.0), height.get(v, 0.0)) for v in range(len(neighbours))]


def _leaves_first(above: dict[int, list[int]], root: int) -> list[int]:
    order, waiting = [], [root]
    while waiting:
        vertex = waiting.pop()
        order.append(vertex)
        waiting += above[vertex]
    return order[::-1]


def _components(neighbours: Sequence[Sequence[int]]) -> list[list[int]]:
    seen: set[int] = set()
    components = []
    for start in range(len(neighbours)):
        if start not in seen:
            members = list(distances(neighbours, start))
            seen.update(members)
            components.append(sorted(members))
    return components


def distances(neighbours: Sequence[Sequence[int]], start: int) -> dict[int, int]:
    """Return how far each vertex is from one, of those that can be reached."""
    far, order = {start: 0}, [start]
    for vertex in order:  # grows as it is read
        for other in neighbours[vertex]:
            if other not in far:
                far[other] = far[vertex] + 1
                order.append(other)
    return far


def _component(members: list[int], neighbours: Sequence[Sequence[int]]) -> list[Point]:
    around = {vertex: set(neighbours[vertex]) - {vertex} for vertex in members}
    degrees = {len(near) for near in around.values()}
    walk = _walk(members, around) if max(degrees) <= 2 else []
    if walk and degrees == {2}:
        points = dict(zip(walk, ring(len(walk)), strict=True))
    elif walk:
        points = {vertex: _in_rows(number) for number, vertex in enumerate(walk)}
    elif degrees == {len(members) - 1}:
        points = dict(zip(members, ring(len(members)), strict=True))
    else:
        return _balanced(members, neighbours)
    return [points[vertex] for vertex in members]


def _walk(members: list[int], around: dict[int, set[int]]) -> list[int]:
    """Return the vertices of a path or a cycle in their order."""
    start = min(members, key=lambda vertex: (len(around[vertex]), vertex))
    path, seen = [start], {start}
    while fresh := sorted(around[path[-1]] - seen):
        path.append(fresh[0])
        seen.add(fresh[0])
    return path


def _in_rows(number: int) -> Point:
    row, column = divmod(number, _ROW)
    return _STEP * (column if row % 2 == 0 else _ROW - 1 - column), _STEP * row


def _balanced(members: list[int], neighbours: Sequence[Sequence[int]]) -> list[Point]:
    number = {vertex: place for place, vertex in enumerate(members)}
    count = len(members)
    apart = np.zeros((count, count))
    for vertex in members:
        for other, distance in distances(neighbours, vertex).items():
            apart[number[vertex], number[other]] = _STEP * distance
    points = _majorized(np.array(ring(count)), apart)
    return [(float(x), float(y)) for x, y in points]


def _majorized(points: npt.NDArray[np.float64], distances: npt.NDArray[np.float64]
               ) -> npt.NDArray[np.float64]:  # fmt: skip
    """Move the points iteratively towards the target distances."""
    weight = 1 / (distances + np.eye(len(points))) ** 2 - np.eye(len(points))
    inverse = np.linalg.pinv(np.diag(weight.sum(axis=1)) - weight)
    for _ in range(_ROUNDS):
        apart = np.linalg.norm(points[:, None] - points[None, :], axis=2)
        pull = weight * distances / np.maximum(apart, 1e-9)
        points = inverse @ (pull.sum(axis=1)[:, None] * points - pull @ points)
    return points
