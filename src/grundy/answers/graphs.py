"""Digraphs as data: labels, the answer from one vertex, and random digraphs."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Annotated, Any, TypedDict

from grundy.answers.forms import JsonValue, Natural, OutcomeName, Winner, json_value
from grundy.graphs.graph import GameGraph
from grundy.graphs.labelling import Labelling
from grundy.values import Play

Name = Annotated[str | int, "The name of a vertex."]


class LabelledVertex(TypedDict):
    """A vertex and all that its label says; K is that of a value ∞(K)."""

    vertex: Name
    value: JsonValue | None
    K: list[Natural] | None
    outcome: OutcomeName
    counter: Natural | None
    remoteness: Natural | None
    winning_moves: list[Name]
    best_move: Name | None


class Labels(TypedDict):
    """The labels of a digraph: label --json, graph --json, and label files in JSON."""

    play: Play
    vertices: list[LabelledVertex]
    arcs: list[tuple[Name, Name]]


class Start(TypedDict):
    """Who wins from one vertex: label --start --json."""

    play: Play
    vertex: Name
    value: JsonValue
    outcome: OutcomeName
    winner: Winner
    counter: Natural | None
    remoteness: Natural | None
    winning_moves: list[Name]
    best_move: Name | None


def start_answer(labelling: Labelling, name: Hashable, turn: int) -> dict[str, Any]:
    """Return who wins from a vertex, and how; a name is as JSON takes it."""
    outcome = str(labelling.outcome(name))
    return {
        "play": labelling.play,
        "vertex": name,
        "value": json_value(labelling[name]),
        "outcome": outcome,
        "winner": {"N": turn, "P": 3 - turn, "D": None}[outcome],
        "counter": labelling.counter(name),
        "remoteness": labelling.remoteness(name),
        "winning_moves": labelling.winning_moves(name),
        "best_move": labelling.best_move(name),
    }


class NumberedVertex(TypedDict):
    """A vertex of a random digraph."""

    vertex: Natural


class RandomDigraph(TypedDict):
    """A random digraph: random --json."""

    seed: int
    vertices: list[NumberedVertex]
    arcs: list[tuple[Natural, Natural]]


def random_answer(graph: GameGraph, seed: int) -> RandomDigraph:
    """Return vertices and arcs as in the JSON of labels, so that grundy label reads it."""
    vertices: list[NumberedVertex] = [{"vertex": vertex} for vertex in range(graph.vertex_count)]
    return {"seed": seed, "vertices": vertices, "arcs": arc_pairs(graph)}


def arc_pairs(graph: GameGraph) -> list[tuple[int, int]]:
    """Return the arcs of a digraph as pairs of vertex numbers."""
    sources, targets = graph.arcs()
    return list(zip(sources.tolist(), targets.tolist(), strict=True))


class Experiment(TypedDict):
    """An experiment: how dense its graphs are, and how many it draws."""

    name: str
    density: str
    model: str
    repetitions: Natural
    seed: int


class GreatestValues(TypedDict):
    """The greatest values of the graphs with n vertices."""

    n: Natural
    repetitions: Natural
    mean: float
    standard_deviation: float
    least: Natural
    greatest: Natural


class Experimented(TypedDict):
    """The greatest values of random graphs: experiment max-value --json, and its JSON files."""

    experiment: Experiment
    rows: list[GreatestValues]
