"""Pictures of Sprouts: the boundaries of each region, with the places that moves are told by."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count, pairwise
from math import cos, pi, sin

from grundy.games.scenes.scene import Cell, Link, Scene
from grundy.named.sprouts.form import Land

_NONE = "no move is left"
_GAP = 1.6  # between two rings of vertices
_LEFT = 2.0  # beside the words
_OUT = 0.58  # from a vertex to its sign


def picture(land: Land) -> str:
    """Draw each region as a line of its boundaries, with the places below."""
    numbers = count(1)
    lines = []
    for number, region in enumerate(land, 1):
        above = below = f"region {number}:"
        below = " " * len(above)
        for word in region:
            above, below = above + "  ", below + "  "
            for sign in word:
                place = str(next(numbers))
                above += f"{sign:<{len(place)}} "
                below += f"{place} "
        lines += [above.rstrip(), below.rstrip()]
    return "\n".join(lines) or f"({_NONE})"


def picture_scene(land: Land) -> Scene:
    """Return each boundary as a ring of its vertices, with the places in them and signs outside."""
    numbers = count(1)
    cells: list[Cell] = []
    links: list[Link] = []
    top = 0.0
    for number, region in enumerate(land, 1):
        high = max(map(_radius, map(len, region))) + 1
        cells.append(Cell(f"region {number}", 0, top + high, "mark", f"region {number}"))
        right = _LEFT
        for word in region:
            right += _radius(len(word))
            ring = list(_ring(word, numbers, right, top + high))
            cells += chain.from_iterable(ring)
            links += _links([vertex for vertex, _ in ring])
            right += _radius(len(word)) + _GAP
        top += 2 * high
    return Scene(tuple(cells) or (Cell("empty", 0, 0, "mark", _NONE),), tuple(links))


def _ring(word: str, numbers: Iterator[int], x: float, y: float) -> Iterator[tuple[Cell, Cell]]:
    """Yield each vertex of a boundary, and its sign further out."""
    radius = _radius(len(word))
    for step, sign in enumerate(word):
        place = str(next(numbers))
        angle = 2 * pi * step / len(word) - pi / 2
        across, down = round(cos(angle), 3), round(sin(angle), 3)
        yield (
            Cell(place, x + radius * across, y + radius * down, "vertex", place),
            Cell(f"{place}:", x + (radius + _OUT) * across, y + (radius + _OUT) * down,
                 "mark", sign),
        )  # fmt: skip


def _links(ring: list[Cell]) -> Iterator[Link]:
    """Join the vertices of a ring, which for two is one line."""
    pairs = list(pairwise(ring)) + ([(ring[-1], ring[0])] if len(ring) > 2 else [])
    return (Link(f"{a.name} – {b.name}", a.name, b.name) for a, b in pairs)


def _radius(vertices: int) -> float:
    """Return the radius of a ring on which neighbours are one apart."""
    return round(0.5 / sin(pi / vertices), 3) if vertices > 1 else 0.0
