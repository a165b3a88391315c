"""Digraphs as data: labels, the answer from one vertex, and random digraphs."""

from __future__ import annotations

from typing import Annotated, TypedDict

from grundy.answers.forms import JsonValue, Natural, OutcomeName, Winner
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


class NumberedVertex(TypedDict):
    """A vertex of a random digraph."""

    vertex: Natural


class RandomDigraph(TypedDict):
    """A random digraph: random --json."""

    seed: int
    vertices: list[NumberedVertex]
    arcs: list[tuple[Natural, Natural]]


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
