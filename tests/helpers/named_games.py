"""The named games for tests: each with positions small enough to be labelled by their options."""

import random
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import grundy
from grundy import catalogue
from grundy.errors import LimitError
from grundy.games.position import Position
from grundy.games.ruleset import Ruleset
from grundy.graphs.labelling import Labelling, label
from grundy.named.notation import read_game

KEYS = list(catalogue)


@dataclass(frozen=True)
class Small:
    """Positions that can be reached from some late positions of plays, and their labels."""

    positions: list[Position]
    normal: Labelling
    misere: Labelling


@cache
def ruleset(key: str) -> Ruleset:
    return read_game(catalogue.entry(key).game)


def start(key: str) -> Position:
    return ruleset(key).read(catalogue.entry(key).start)


def play(position: Position, chance: random.Random) -> Iterator[Position]:
    for _ in range(60):
        yield position
        options = list(position.options())
        if not options:
            return
        position = chance.choice(options)


@cache
def small(key: str) -> list[Small]:
    """Return what the earliest positions of some plays reach, at most 80, by options alone."""
    found: dict[frozenset[object], Small] = {}
    for seed in range(2):
        path = list(play(start(key), random.Random(f"{key}{seed}")))
        # what a position reaches, those before it in the play reach too
        place = bisect_left(path, True, key=lambda at: reachable(at) is not None)
        graph = reachable(path[min(place, len(path) - 1)])
        assert graph is not None, f"{key} needs a smaller start"
        names = frozenset(graph.names)
        if names not in found:
            positions = [as_position(key, name) for name in graph.names]
            found[names] = Small(positions, label(graph), label(graph, play="misere"))
    return list(found.values())


def as_position(key: str, name: object) -> Position:
    return name if isinstance(name, Position) else ruleset(key).as_position(name)


def reachable(position: Position) -> grundy.GameGraph | None:
    try:
        return grundy.state_graph(position, limit=80)
    except LimitError:
        return None
