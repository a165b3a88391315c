"""Where the positions of a game stand in a picture: a grid for two numbers, else layers."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence

from grundy.games.states import REST
from grundy.graphs.graph import GameGraph

Place = tuple[int, int]

_ACROSS, _DOWN = 110, 90  # between two vertices with short names
_LETTER, _LONGEST = 10, 240  # how wide a letter is, and the widest name that is given room
_WIDEST = 12  # vertices in a row: more do not fit on a screen
_TWO_HEAPS = re.compile(r"(\d{1,4})(?:(?:,| \+ )(\d{1,4}))?")


def places_of(graph: GameGraph) -> list[Place]:
    """Return a place for each position, the first among them the start.

    Two heaps stand in a grid by their sizes, none in the lower left corner. Others stand in
    layers by how many moves a play from there may still have, the longest on top; where a play can
    go round, by how many moves lead to them.
    """
    names = [str(name) for name in graph.names]
    return _grid(names) or _layers(names, [list(row) for row in graph.forward.rows()])


def _grid(names: Sequence[str]) -> list[Place] | None:
    """Return the places of pairs of numbers; heaps of one game have no order."""
    found: list[Place] = []
    for name in names:
        read = _TWO_HEAPS.fullmatch("0" if name == "nothing" else name)
        if read is None or (not found and read[2] is None):
            return None
        pair = (int(read[1]), int(read[2] or 0))
        found.append(pair if "," in names[0] else (max(pair), min(pair)))
    if len(set(found)) < len(found):
        return None
    return [(x * _ACROSS, -y * _DOWN) for x, y in found]


def _layers(names: Sequence[str], rows: list[list[int]]) -> list[Place]:
    depth = _longest_plays(rows) or _distances(rows)
    if REST in names:
        depth = [one + 1 for one in depth]
        depth[names.index(REST)] = 0
    top = max(depth)
    layers: list[list[int]] = [[] for _ in range(top + 1)]
    for vertex, one in enumerate(depth):
        layers[top - one].append(vertex)
    across = max(_ACROSS, min(_LONGEST, _LETTER * max(map(len, names), default=0) + 50))
    above: list[list[int]] = [[] for _ in rows]
    for vertex, row in enumerate(rows):
        for follower in row:
            above[follower].append(vertex)
    places: dict[int, Place] = {}
    y = 0
    for layer in layers:

        def middle(vertex: int) -> float:
            xs = [places[one][0] for one in above[vertex] if one in places]
            return sum(xs) / len(xs) if xs else 0.0

        layer.sort(key=middle)
        lines = -(-len(layer) // _WIDEST)
        for line in range(lines):
            members = layer[line::lines]
            for i, vertex in enumerate(members):
                places[vertex] = (round((2 * i + 1 - len(members)) * across / 2), y)
            y += _DOWN
    return [places[vertex] for vertex in range(len(rows))]


def _longest_plays(rows: list[list[int]]) -> list[int] | None:
    """Return the moves of the longest play from each vertex; None where one never ends."""
    left = [len(row) for row in rows]
    before: list[list[int]] = [[] for _ in rows]
    for vertex, row in enumerate(rows):
        for follower in row:
            before[follower].append(vertex)
    longest = [0] * len(rows)
    ready = [vertex for vertex, count in enumerate(left) if not count]
    for follower in ready:  # in the order of their longest plays
        for vertex in before[follower]:
            left[vertex] -= 1
            if not left[vertex]:
                longest[vertex] = longest[follower] + 1
                ready.append(vertex)
    return longest if len(ready) == len(rows) else None


def _distances(rows: list[list[int]]) -> list[int]:
    """Return for each vertex minus the moves that lead there from the first."""
    far = {0: 0}
    queue = deque([0])
    while queue:
        vertex = queue.popleft()
        for follower in rows[vertex]:
            if follower not in far:
                far[follower] = far[vertex] + 1
                queue.append(follower)
    most = max(far.values())
    return [most - far[vertex] for vertex in range(len(rows))]
