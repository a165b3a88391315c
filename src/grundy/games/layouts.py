"""Places for the vertices of a graph, without a drawing library: rows, rings, and a balance."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

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
    found: dict[int, Point] = {}
    left = 0.0
    for members in _components(neighbours):
        points = _component(members, neighbours)
        least = min(x for x, _ in points), min(y for _, y in points)
        for vertex, (x, y) in zip(members, points, strict=True):
            found[vertex] = (round(left + x - least[0], 3), round(y - least[1], 3))
        left += max(x for x, _ in points) - least[0] + _STEP
    return [found[vertex] for vertex in range(len(neighbours))]


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
    found, waiting = [], [root]
    while waiting:
        vertex = waiting.pop()
        found.append(vertex)
        waiting += above[vertex]
    return found[::-1]


def _components(neighbours: Sequence[Sequence[int]]) -> list[list[int]]:
    met: set[int] = set()
    found = []
    for start in range(len(neighbours)):
        if start not in met:
            members = list(_distances(neighbours, start))
            met.update(members)
            found.append(sorted(members))
    return found


def _distances(neighbours: Sequence[Sequence[int]], start: int) -> dict[int, int]:
    found, order = {start: 0}, [start]
    for vertex in order:
        for other in neighbours[vertex]:
            if other not in found:
                found[other] = found[vertex] + 1
                order.append(other)
    return found


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
    found, met = [start], {start}
    while fresh := sorted(around[found[-1]] - met):
        found.append(fresh[0])
        met.add(fresh[0])
    return found


def _in_rows(number: int) -> Point:
    row, column = divmod(number, _ROW)
    return _STEP * (column if row % 2 == 0 else _ROW - 1 - column), _STEP * row


def _balanced(members: list[int], neighbours: Sequence[Sequence[int]]) -> list[Point]:
    number = {vertex: place for place, vertex in enumerate(members)}
    count = len(members)
    wanted = np.zeros((count, count))
    for vertex in members:
        for other, distance in _distances(neighbours, vertex).items():
            wanted[number[vertex], number[other]] = _STEP * distance
    points = _majorized(np.array(ring(count)), wanted)
    return [(float(x), float(y)) for x, y in points]


def _majorized(points: npt.NDArray[np.float64], wanted: npt.NDArray[np.float64]
               ) -> npt.NDArray[np.float64]:  # fmt: skip
    """Move all points to where the distances that are wanted would have them, again and again."""
    weight = 1 / (wanted + np.eye(len(points))) ** 2 - np.eye(len(points))
    inverse = np.linalg.pinv(np.diag(weight.sum(axis=1)) - weight)
    for _ in range(_ROUNDS):
        apart = np.linalg.norm(points[:, None] - points[None, :], axis=2)
        pull = weight * wanted / np.maximum(apart, 1e-9)
        points = inverse @ (pull.sum(axis=1)[:, None] * points - pull @ points)
    return points
