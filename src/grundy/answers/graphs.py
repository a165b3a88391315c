"""Digraphs: labels, the answer from one vertex and random digraphs, as data and as text."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

import numpy as np

from grundy.answers.forms import JsonValue, Natural, OutcomeName, Winner, json_value
from grundy.graphs.graph import GameGraph
from grundy.graphs.labelling import Labelling
from grundy.printable import Table, counted, some
from grundy.runtime.files import byte_size
from grundy.values import Play, format_value

if TYPE_CHECKING:
    from grundy.graphs.trace import TableStep
    from grundy.large.run import FileLabelling

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


# ---- as text ------------------------------------------------------------------------------------

Text = Iterator[str | Table]
_MOST_ROWS = 500
_ROWS_OF_MANY = 20


def labels_text(labelling: Labelling, *, written: bool = False) -> Text:
    """Yield a row for each vertex; of many vertices the first, and where to find all."""
    names = labelling.graph.names
    shown = len(names) if len(names) <= _MOST_ROWS else _ROWS_OF_MANY
    between = "; " if any("," in str(name) for name in names[:shown]) else ", "
    rows = []
    for vertex in range(shown):
        counter = int(labelling.counter_array[vertex])
        remote = int(labelling.remoteness_array[vertex])
        best = labelling.best_at(vertex)
        winning = labelling.winning_at(vertex)
        rows.append(
            (
                names[vertex],
                format_value(labelling.value_at(vertex)),
                labelling.outcome_at(vertex),
                "" if counter < 0 else counter,
                "" if remote < 0 else remote,
                some((names[v] for v in winning), len(winning), between),
                "" if best is None else names[best],
            )
        )
    columns = ["vertex", "value", "outcome", "counter", "remoteness", "winning moves", "best move"]
    yield Table(columns, rows, _summary(labelling))
    if shown < len(names):
        rest = "" if written else "; --output FILE writes them all"
        yield f"The first {shown} of {len(names):,} vertices{rest}."


def _summary(labelling: Labelling) -> str:
    draws, previous, following = np.bincount(labelling.outcome_array, minlength=3).tolist()
    graph = labelling.graph
    return (
        f"{_size(graph.vertex_count, graph.arc_count)}, {labelling.play} play: "
        f"{previous:,} P, {following:,} N, {draws:,} D"
    )


def _size(vertices: int, arcs: int) -> str:
    return f"{counted(vertices, 'vertex', 'vertices')}, {counted(arcs, 'arc')}"


def counts_text(labelling: FileLabelling) -> Text:
    """Yield how many vertices of a graph beyond memory have each outcome and value."""
    outcomes = ", ".join(f"{labelling.outcomes[letter]:,} {letter}" for letter in "PND")
    waves = "" if labelling.waves is None else f", {counted(labelling.waves, 'wave')}"
    if labelling.exchanged is not None:
        waves += f", {byte_size(labelling.exchanged)} between {labelling.workers} workers"
    rows = [(str(value), f"{count:,}") for value, count in labelling.values.items()]
    if labelling.infinite:
        rows.append(("∞", f"{labelling.infinite:,}"))
    yield f"{_size(labelling.vertices, labelling.arcs)}, {labelling.play} play: {outcomes}{waves}"
    yield Table(["value", "vertices"], rows)
    if labelling.output is not None:
        yield f"The labels are in {labelling.output}."


def start_text(labelling: Labelling, name: Hashable, turn: int) -> str:
    """Say who wins from a vertex, and how."""
    outcome, number = labelling.outcome(name), labelling.graph.index(name)
    mover, other = f"player {turn}", f"player {3 - turn}"
    best = labelling.best_move(name)
    moves = counted(labelling.remoteness(name) or 0, "move")
    answers = {
        "N": f"{mover} wins in {moves} with best play; move to {best}",
        "P": f"{other} wins in {moves} with best play",
        "D": f"neither player can force a win; {mover} keeps the draw by moving to {best}",
    }
    if labelling.best_at(number) is None:
        answers = {
            "N": f"{mover} cannot move and wins",
            "P": f"{mover} cannot move and loses: {other} wins",
        }
    return f"{name}: value {format_value(labelling[name])}, {outcome}. {answers[str(outcome)]}."


def trace_text(labelling: Labelling) -> Text:
    """Yield the tables of Algorithm 1, or the labels of Algorithm 2 in their order."""
    from grundy.graphs.trace import LabelStep, trace

    names = labelling.graph.names
    label_rows = []
    for step in trace(labelling.graph, misere=labelling.play == "misere"):
        if isinstance(step, LabelStep):
            label = "∞" if step.label is None else step.label
            counter = "" if step.counter is None else step.counter
            label_rows.append((names[step.vertex], label, counter, step.reason))
        else:
            yield _step_table(step, names)
    if label_rows:
        title = "Algorithm 2: the labels in the order in which they are given"
        yield Table(["vertex", "l", "c", "because"], label_rows, title)


def _step_table(step: TableStep, names: Any) -> Table:
    def listed(vertices: tuple[int, ...]) -> str:
        return "{" + some((names[v] for v in vertices), len(vertices)) + "}"

    title = "Algorithm 1: the sinks are in the queue"
    if step.taken is not None:
        title = f"{names[step.taken]} is taken from the queue"
    rows = [
        (
            names[vertex],
            listed(row.remaining),
            listed(row.predecessors),
            "{" + ", ".join(map(str, row.labels)) + "}",
            "" if row.label is None else row.label,
        )
        for vertex, row in enumerate(step.rows)
    ]
    return Table(["vertex", "Succ", "Prec", "L_succ", "l"], rows, title)


# ---- as a theorem for Coq -----------------------------------------------------------------------


def label_theorem(labelling: Labelling) -> bytes:
    """Write the theorem on the labels of a digraph; its vertices are numbers there."""
    from grundy.answers import theorems as coq

    graph, misere = labelling.graph, labelling.play == "misere"
    count = graph.vertex_count
    if count + misere > coq.LONGEST_ARRAY:
        raise coq.none_written(f"{count:,} vertices are too many for an array of Coq")
    labels = labelling.value_array.astype(np.int64) + 1
    counters = np.maximum(labelling.counter_array.astype(np.int64), 0)
    if misere:  # one vertex more, to which each end has a move; it was found before all others
        labels, counters = np.append(labels, 1), np.append(counters + 1, 0)
    statement = coq.coq_text(
        "digraph",
        "misere_play" if misere else "normal_play",
        count=count,
        followers=coq.coq_array(map(coq.coq_row, graph.forward.each_row()), "nil"),
        labels=coq.coq_array(labels.tolist(), "0"),
        counters=coq.coq_array(counters.tolist(), "0"),
    )
    checker = "(check_misere_sound _ _ _ counters)" if misere else "(checked_labels _ _ _ counters)"
    return coq.theorem_file(
        f"The labels and outcomes of a digraph of {counted(count, 'vertex', 'vertices')}, under "
        f"{'misère' if misere else 'normal'} play.",
        "Outcomes DigraphLabels DigraphCheck DigraphMoves",
        "labelling",
        statement,
        f"apply {checker}.",
        opening="arrays",
    )
