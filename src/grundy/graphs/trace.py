"""The paper's two algorithms step by step, for small graphs and curious readers.

Algorithm 1 serves digraphs without cycles and shows the table Succ / Prec / L_succ / l;
Algorithm 2 serves all digraphs and shows one labelling a step, with its reason.

Source: P. Lorusso and W. Mottinelli, "Calcolo della funzione di Sprague-Grundy", 2008.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from grundy.errors import LimitError
from grundy.graphs.cycles import find_cycle
from grundy.graphs.graph import GameGraph

MOST_VERTICES = 60


@dataclass(frozen=True, slots=True)
class Row:
    """One line of Algorithm 1's table; vertices by number.

    Attributes:
        remaining: Followers that have not been taken from the queue yet.
        predecessors: All predecessors.
        labels: The labels seen among the followers so far.
        label: The vertex's own label, or None while it has none.
    """

    remaining: tuple[int, ...]
    predecessors: tuple[int, ...]
    labels: tuple[int, ...]
    label: int | None


@dataclass(frozen=True, slots=True)
class TableStep:
    """The table after one vertex has been taken from the queue; None before the first.

    Attributes:
        taken: The vertex taken from the queue.
        rows: One row a vertex, by number.
    """

    taken: int | None
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class LabelStep:
    """One labelling of Algorithm 2.

    Attributes:
        vertex: The vertex, by number.
        label: Its value, or None for ∞.
        counter: Its counter, or None for ∞.
        reason: Why the label is right, in words; it names vertices.
    """

    vertex: int
    label: int | None
    counter: int | None
    reason: str


def trace(graph: GameGraph, *, misere: bool = False) -> list[TableStep] | list[LabelStep]:
    """Return the steps of Algorithm 1, or of Algorithm 2 when the graph has a cycle.

    Raises:
        LimitError: If the graph has more than 60 vertices.

    >>> steps = trace(GameGraph.from_edges([("a", "b"), ("b", "a"), ("b", "t")]))
    >>> [(graph_step.vertex, graph_step.label) for graph_step in steps]
    [(2, 0), (0, 0), (1, 1)]
    """
    if graph.vertex_count > MOST_VERTICES:
        raise LimitError(
            f"The step table serves graphs of up to {MOST_VERTICES} vertices; "
            f"this one has {graph.vertex_count}."
        )
    if find_cycle(graph) is None:
        return list(_table_steps(graph, misere))
    return list(_label_steps(graph, misere))


def _table_steps(graph: GameGraph, misere: bool) -> Iterator[TableStep]:
    predecessors = [sorted(set(row)) for row in graph.reverse.rows()]
    remaining = [set(row) for row in graph.forward.rows()]
    # Under misère play a sink has one move more, to a terminal vertex of value 0.
    seen: list[set[int]] = [{0} if misere and not row else set() for row in remaining]
    label: list[int | None] = [None] * graph.vertex_count
    queue: deque[int] = deque()

    def settle(vertex: int) -> None:
        value = _mex(seen[vertex])
        label[vertex] = value
        for p in predecessors[vertex]:
            seen[p].add(value)
        queue.append(vertex)

    def table(taken: int | None) -> TableStep:
        return TableStep(
            taken,
            tuple(
                Row(tuple(sorted(rest)), tuple(before), tuple(sorted(found)), own)
                for rest, before, found, own in zip(
                    remaining, predecessors, seen, label, strict=True
                )
            ),
        )

    for vertex, row in enumerate(remaining):
        if not row:
            settle(vertex)
    yield table(None)
    while queue:
        taken = queue.popleft()
        for p in predecessors[taken]:
            remaining[p].discard(taken)
            if not remaining[p]:
                settle(p)
        yield table(taken)


def _label_steps(graph: GameGraph, misere: bool) -> Iterator[LabelStep]:
    followers = [sorted(set(row)) for row in graph.forward.rows()]
    unlabelled = set(range(len(followers)))
    values: dict[int, int | None] = {}
    counter = level = 0

    def has(vertex: int, value: int) -> bool:
        terminal = misere and not followers[vertex] and value == 0
        return terminal or any(values.get(v, -1) == value for v in followers[vertex])

    while unlabelled:
        while True:
            ready = [
                u
                for u in sorted(unlabelled)
                if not has(u, level)
                and all(has(v, level) for v in followers[u] if values.get(v) is None)
            ]
            if not ready:
                break
            vertex = ready[0]
            reason = _finite_reason(graph, followers[vertex], values, level)
            values[vertex] = level
            unlabelled.discard(vertex)
            yield LabelStep(vertex, level, counter, reason)
            counter += 1
        for vertex in [u for u in sorted(unlabelled) if not has(u, level)]:
            blockers = [v for v in followers[vertex] if values.get(v) is None and not has(v, level)]
            values[vertex] = None
            unlabelled.discard(vertex)
            reason = (
                f"no follower has {level}, and {_names(graph, blockers)} "
                f"may escape: no answer of value {level} there"
            )
            yield LabelStep(vertex, None, None, reason)
        level += 1


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


def _names(graph: GameGraph, vertices: list[int]) -> str:
    return ", ".join(str(graph.names[v]) for v in vertices)


def _mex(values: set[int]) -> int:
    value = 0
    while value in values:
        value += 1
    return value
