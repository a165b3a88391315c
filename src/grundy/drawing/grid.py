"""Places on a grid for vertices that are named by two numbers, such as 8,12."""

from __future__ import annotations

import re

from grundy.drawing.graph_scene import Scene
from grundy.errors import GrundyError

# Text of the game, or a tuple's own.
_PAIR = re.compile(r"\(?\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*\)?")
_APART, _LETTER, _HIGH = 55.0, 9.0, 75.0


def fits(names: list[str]) -> bool:
    """Whether every name is two numbers."""
    return all(map(_PAIR.fullmatch, names))


def places(scene: Scene) -> list[tuple[float, float]]:
    """Place each vertex in its row and column, row 0 at the top; places in points."""
    letters = max((len(line) for vertex in scene.vertices for line in vertex.lines), default=1)
    wide = _APART + _LETTER * letters
    found = []
    for vertex in scene.vertices:
        pair = _PAIR.fullmatch(vertex.name)
        if pair is None:
            raise GrundyError(
                f"The layout grid needs vertices named by two numbers, such as 8,12, not "
                f'"{vertex.name}"; choose another layout.'
            )
        row, column = int(pair[1]), int(pair[2])
        found.append((wide * column, -_HIGH * row))
    return found
