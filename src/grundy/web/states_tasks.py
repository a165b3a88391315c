"""The positions of a game as a digraph, with their places: a grid for two numbers, else layers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import field, replace
from itertools import chain, product
from typing import Annotated

from grundy.answers.graphs import arc_pairs
from grundy.errors import GraphFormatError, LimitError, PositionError
from grundy.games.position import Position
from grundy.games.scenes import distances
from grundy.games.states import REST, orderless_graph, with_texts
from grundy.graphs.graph import GameGraph
from grundy.values import Outcome, Play
from grundy.web import settings
from grundy.web.game_tasks import ShowPosition, read_position
from grundy.web.graph_tasks import MOST_VERTICES, ValueAnswer, require_small, value_answer
from grundy.web.records import Letter, Read

READABLE = 60
_SECONDS_FOR_ALL = 0.5  # until the positions are too many to be drawn at once
_SIGNS_OF_NAME = 190
_SHARE = 8  # of the time is for one position but the start

Place = tuple[int, int]

_ACROSS, _DOWN = 110, 90  # between two vertices with short names
_LETTER, _LONGEST = 10, 240  # how wide a letter is, and the widest name that is given room
_WIDEST = 12  # vertices in a row: more do not fit on a screen
_TWO_HEAPS = re.compile(r"\(?(\d{1,4})(?:(?:, ?| \+ )(\d{1,4})\)?)?")


class GraphOf(ShowPosition):
    """A position whose graph is shown, how it is played, and how long it is asked who wins."""

    play: Play = "normal"
    seconds: Annotated[float, ("minimum", 0), ("maximum", 6)] = 2.0


class KnownVertex(ValueAnswer, kw_only=True):
    """Who wins a position; its value and K are left out where they are not known."""

    outcome: Letter


class States(Read):
    """The positions of a game as a digraph, each with its place, x and y, in a picture.

    First are those that are read at a glance, the start among them; complete is false where
    others are left out. Then known has for each vertex what the whole game says of it, or null.
    """

    places: list[tuple[int, int]]
    first: list[int]
    complete: bool
    known: list[KnownVertex | None] = field(default_factory=list)


def graph(request: GraphOf) -> States:
    """Return the digraph of all positions that one leads to, itself first, with their places.

    Positions that differ only in the order of their parts are one vertex. Of too many for the page
    it has the first 60, and "…" for all others, which leads to itself: what is ∞ hangs on these,
    and is known as far as the seconds go.
    """
    position = read_position(request.position).together()
    labels: list[KnownVertex | None] = []
    try:
        limits = replace(settings.limits(_SECONDS_FOR_ALL), positions=MOST_VERTICES)
        digraph = orderless_graph(position, limits)
        require_small(digraph.vertex_count, digraph.arc_count)
    except (LimitError, GraphFormatError):
        settings.defer_to_searcher()
        digraph = orderless_graph(position, cut=READABLE)
        labels = _quick_labels(digraph.names, request.play, request.seconds)
    reached = with_texts(digraph)
    places = places_of(reached)
    names = short_names(list(map(str, reached.names)))
    first = sorted(range(len(names)), key=lambda vertex: (places[vertex][1], vertex))[:READABLE]
    return States(names, arc_pairs(reached), places, first, not labels, labels)


def short_names(names: Sequence[str]) -> list[str]:
    """Cut long names, and number those that are equal then: the page knows vertices by name."""
    found: dict[str, None] = {}
    for name in names:
        different = short = name[:_SIGNS_OF_NAME]
        number = 1
        while different in found:
            number += 1
            different = f"{short} ({number})"
        found[different] = None
    return list(found)


def _quick_labels(
    positions: Sequence[object], play: Play, seconds: float
) -> list[KnownVertex | None]:
    """Return who wins each position, as far as the seconds go, and its value where it has one."""
    until = settings.clock() + settings.at_most(seconds)
    labels: list[KnownVertex | None] = [None] * len(positions)
    # What takes no search comes first, then the start, whose board is that of all others; values
    # come last, and what is left of a play before the whole.
    last = range(len(positions))[::-1]
    steps = chain(product(("proved",), last[::-1]), (("won", 0),), product(("won", "value"), last))
    for step, vertex in steps:
        one, label = positions[vertex], labels[vertex]
        left = until - settings.clock()
        if vertex or step != "won":
            left = min(left, seconds / _SHARE)
        if not isinstance(one, Position) or left <= 0 or (step == "value") is (label is None):
            continue
        solved = one.solve(play, limits=settings.limits(left))
        if step == "proved" and not solved.needs_no_search:
            continue
        with suppress(LimitError, PositionError):
            if label is None:
                outcome = solved.outcome
                lost = outcome is Outcome.P and play == "normal"
                labels[vertex] = KnownVertex(value=0 if lost else None, outcome=str(outcome))
            elif label.value is None:
                value = value_answer(solved.value())
                label.value, label.infinite = value.value, value.infinite
    if until <= settings.clock():
        settings.defer_to_searcher()
    return labels


def places_of(graph: GameGraph) -> list[Place]:
    """Return a place for each position, the first among them the start.

    Two heaps stand in a grid by their sizes, none in the lower left corner. Others stand in
    layers by how many moves a play from there may still have, the longest on top; where a play can
    go round, by how many moves lead to them.
    """
    names = list(map(str, graph.names))
    return _grid(names) or _layers(graph, names, _longest_plays(graph) or _distances(graph))


def lasting_places(graph: GameGraph) -> list[Place] | None:
    """Return the places of any digraph in the same way; None where a play can go round."""
    names, depth = list(map(str, graph.names)), _longest_plays(graph)
    return _grid(names) or (_layers(graph, names, depth) if depth else None)


def _grid(names: Sequence[str]) -> list[Place] | None:
    """Return the places of pairs of numbers; heaps of one game have no order."""
    pairs: list[Place] = []
    for name in names:
        read = _TWO_HEAPS.fullmatch("0" if name == "nothing" else name)
        if read is None or (not pairs and read[2] is None):
            return None
        pair = (int(read[1]), int(read[2] or 0))
        pairs.append(pair if "," in names[0] else (max(pair), min(pair)))
    if len(set(pairs)) < len(pairs):
        return None
    return [(x * _ACROSS, -y * _DOWN) for x, y in pairs]


def _layers(graph: GameGraph, names: Sequence[str], depth: list[int]) -> list[Place]:
    if REST in names:
        depth = [one + 1 for one in depth]
        depth[names.index(REST)] = 0
    top = max(depth)
    layers: list[list[int]] = [[] for _ in range(top + 1)]
    for vertex, one in enumerate(depth):
        layers[top - one].append(vertex)
    across = max(_ACROSS, min(_LONGEST, _LETTER * max(map(len, names), default=0) + 50))
    above = graph.reverse.rows()
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
    return [places[vertex] for vertex in range(len(names))]


def _longest_plays(graph: GameGraph) -> list[int] | None:
    """Return the moves of the longest play from each vertex; None where one never ends."""
    left, before = graph.out_degrees.tolist(), graph.reverse.rows()
    longest = [0] * len(left)
    ready = [vertex for vertex, count in enumerate(left) if not count]
    for follower in ready:  # in the order of their longest plays
        for vertex in before[follower]:
            left[vertex] -= 1
            if not left[vertex]:
                longest[vertex] = longest[follower] + 1
                ready.append(vertex)
    return longest if len(ready) == len(left) else None


def _distances(graph: GameGraph) -> list[int]:
    """Return for each vertex minus the moves that lead there from the first."""
    far = distances(graph.forward.rows(), 0)
    most = max(far.values())
    return [most - far[vertex] for vertex in range(graph.vertex_count)]
