"""The steps of the two algorithms, for small graphs and curious readers.

Algorithm 1 serves digraphs without cycles and shows the table Succ / Prec / L_succ / l;
Algorithm 2 serves all digraphs and shows one labelling a step, with its reason.

Source: P. Lorusso and W. Mottinelli, "Calcolo della funzione di Sprague-Grundy", 2008.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from grundy.errors import LimitError
from grundy.graphs.engines import find_cycle
from grundy.graphs.graph import GameGraph
from grundy.nimbers import mex

MOST_VERTICES = 60


@dataclass(frozen=True, slots=True)
class Row:
    """One line of Algorithm 1's table; vertices by number."""

    remaining: tuple[int, ...]
    predecessors: tuple[int, ...]
    labels: tuple[int, ...]
    label: int | None


@dataclass(frozen=True, slots=True)
class TableStep:
    """The table after one vertex has been taken from the queue; None before the first."""

    taken: int | None
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class LabelStep:
    """One labelling of Algorithm 2."""

    vertex: int
    label: int | None
    counter: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Moment:
    """A line of an algorithm that has just been carried out, and what it changed.

    The line is counted from 0. Of Algorithm 1 there are the vertex that was taken last, the
    queue, and the rows that are others now; of Algorithm 2 the level, and a label null for ∞.
    """

    line: int
    vertex: int | None
    said: str
    labelled: bool = False
    label: int | None = None
    counter: int | None = None
    whole: bool = False
    taken: int | None = None
    queue: tuple[int, ...] = ()
    rows: tuple[tuple[int, Row], ...] = ()
    level: int | None = None


_TABLE_TEXT = (
    "for each vertex y: Succ[y] = its followers, Prec[y] = its predecessors, L_succ[y] = {}",
    "for each sink y:",
    "    l(y) = 0",
    "    for each z in Prec[y]: L_succ[z] = L_succ[z] ∪ {l(y)}",
    "    append y to the queue C",
    "while C is not empty:",
    "    x = the first of C; take x from C",
    "    for each v in Prec[x]:",
    "        Succ[v] = Succ[v] \\ {x}",
    "        if Succ[v] = {}:",
    "            l(v) = mex L_succ[v]",
    "            for each z in Prec[v]: L_succ[z] = L_succ[z] ∪ {l(v)}",
    "            append v to C",
)
_LEVEL_TEXT = (
    "i = 0, m = 0, S_ν = all vertices, l(u) = ν for each of them",
    "repeat:",
    "    while there is a u in S_ν such that each follower v of u has l(v) ≠ i and, "
    "if l(v) = ν or l(v) = ∞, a follower z with l(z) = i:",
    "        l(u) = i, c(u) = m, m = m + 1; u leaves S_ν",
    "    for each u in S_ν that has no follower with label i:",
    "        l(u) = ∞; u leaves S_ν",
    "    i = i + 1",
    "until S_ν = {}",
)


def trace(graph: GameGraph, *, misere: bool = False) -> list[TableStep] | list[LabelStep]:
    """Return the steps of Algorithm 1, or of Algorithm 2 when the graph has a cycle."""
    history = moments(graph, misere=misere)
    if find_cycle(graph) is not None:
        return [
            LabelStep(moment.vertex, moment.label, moment.counter, moment.said)
            for moment in history
            if moment.vertex is not None and moment.labelled
        ]
    rows: dict[int, Row] = {}
    tables = []
    for moment in history:
        rows |= dict(moment.rows)
        if moment.whole:
            tables.append(TableStep(moment.taken, tuple(rows[v] for v in sorted(rows))))
    return tables


def moments(graph: GameGraph, *, misere: bool = False) -> list[Moment]:
    """Return each line that Algorithm 1 carries out, or Algorithm 2 when the graph has a cycle.

    Source: as for this file; the lines are those of the paper.
    """
    if graph.vertex_count > MOST_VERTICES:
        raise LimitError(
            f"The step table serves graphs of up to {MOST_VERTICES} vertices; "
            f"this one has {graph.vertex_count}."
        )
    if find_cycle(graph) is None:
        return list(_table_moments(graph, misere))
    return list(_level_moments(graph, misere))


def algorithm_text(graph: GameGraph, *, misere: bool = False) -> tuple[str, ...]:
    """Return the lines of the algorithm that serves a graph, four blanks for each level."""
    if find_cycle(graph) is not None:
        return _LEVEL_TEXT
    if not misere:
        return _TABLE_TEXT
    # A sink has one move more, to a terminal vertex of value 0.
    return (*_TABLE_TEXT[:2], "    l(y) = 1: it counts as if it had a move to 0", *_TABLE_TEXT[3:])


def _table_moments(graph: GameGraph, misere: bool) -> Iterator[Moment]:
    name = graph.names
    predecessors = [tuple(sorted(set(row))) for row in graph.reverse.rows()]
    remaining = [set(row) for row in graph.forward.rows()]
    # Under misère play a sink has one move more, to a terminal vertex of value 0.
    seen: list[set[int]] = [{0} if misere and not row else set() for row in remaining]
    label: list[int | None] = [None] * graph.vertex_count
    queue: deque[int] = deque()
    current: int | None = None

    def at(
        line: int, vertex: int | None, text: str, changed: Iterable[int] = (), **more: Any
    ) -> Moment:
        rows = tuple(
            (v, Row(tuple(sorted(remaining[v])), predecessors[v], tuple(sorted(seen[v])), label[v]))
            for v in changed
        )
        return Moment(line, vertex, text, taken=current, queue=tuple(queue), rows=rows, **more)

    def settle(vertex: int, first: int, reason: str) -> Iterator[Moment]:
        value = label[vertex] = mex(seen[vertex])
        text = f"{name[vertex]} gets the label {value}: {reason}."
        yield at(first, vertex, text, [vertex], labelled=True, label=value)
        before = predecessors[vertex]
        for p in before:
            seen[p].add(value)
        if before:
            note = "notes" if len(before) == 1 else "note"
            yield at(
                first + 1, vertex, f"{_names(graph, before)} {note} the label {value}.", before
            )
        queue.append(vertex)
        yield at(first + 2, vertex, f"{name[vertex]} is appended to the queue.")

    everyone = range(graph.vertex_count)
    yield at(0, None, "No vertex has a label yet; each knows its followers.", everyone)
    for vertex in everyone:
        if not remaining[vertex]:
            why = "it counts as if it had a move to 0" if misere else "it has no followers"
            yield from settle(vertex, 2, why)
    yield at(5, None, "The sinks have their labels and are in the queue.", whole=True)
    while queue:
        current = queue.popleft()
        yield at(6, current, f"{name[current]} is taken from the queue.")
        for p in predecessors[current]:
            remaining[p].discard(current)
            left = _names(graph, sorted(remaining[p]))
            sentence = f"has {left} left" if left else "has no follower left"
            yield at(8, p, f"{name[current]} is done with: {name[p]} {sentence}.", [p])
            if not remaining[p]:
                labels = ", ".join(map(str, sorted(seen[p])))
                yield from settle(p, 10, f"the least number not in {{{labels}}}")
        sentence = f"{name[queue[0]]} is the first of the queue" if queue else "The queue is empty"
        yield at(5, None, f"{sentence}.", whole=True)


def _level_moments(graph: GameGraph, misere: bool) -> Iterator[Moment]:
    followers = [sorted(set(row)) for row in graph.forward.rows()]
    unlabelled = set(range(len(followers)))
    values: dict[int, int | None] = {}
    counter = level = 0

    def has(vertex: int, value: int) -> bool:
        terminal = misere and not followers[vertex] and value == 0
        return terminal or any(values.get(v, -1) == value for v in followers[vertex])

    def ready(level: int) -> int | None:
        may = (u for u in sorted(unlabelled) if not has(u, level)
               and all(has(v, level) for v in followers[u] if values.get(v) is None))  # fmt: skip
        return next(may, None)

    yield Moment(0, None, "No vertex has a label yet", level=level)
    while unlabelled:
        while (vertex := ready(level)) is not None:
            reason = _finite_reason(graph, followers[vertex], values, level)
            values[vertex] = level
            unlabelled.discard(vertex)
            yield Moment(
                3, vertex, reason, labelled=True, label=level, counter=counter, whole=True,
                level=level,
            )  # fmt: skip
            counter += 1
        yield Moment(2, None, f"no vertex is left that may get the label {level}", level=level)
        for vertex in [u for u in sorted(unlabelled) if not has(u, level)]:
            blockers = [v for v in followers[vertex] if values.get(v) is None and not has(v, level)]
            values[vertex] = None
            unlabelled.discard(vertex)
            reason = (
                f"no follower has {level}, and {_names(graph, blockers)} "
                f"may escape: no answer of value {level} there"
            )
            yield Moment(5, vertex, reason, labelled=True, whole=True, level=level)
        if unlabelled:
            level += 1
            yield Moment(6, None, f"level {level} begins", level=level)
    yield Moment(7, None, "every vertex has a label", level=level)


def _finite_reason(
    graph: GameGraph, followers: list[int], values: dict[int, int | None], level: int
) -> str:
    if not followers:
        return "no move"
    answered = [v for v in followers if values.get(v) is None]
    reason = f"no follower has {level}"
    if answered:
        reason += f", and from {_names(graph, answered)} there is an answer of value {level}"
    return reason


def _names(graph: GameGraph, vertices: Sequence[int]) -> str:
    return ", ".join(str(graph.names[v]) for v in vertices)
