"""The steps of the two algorithms, and the plain reference.

Algorithm 1 serves digraphs without cycles and shows the table Succ / Prec / L_succ / l;
Algorithm 2 serves all digraphs and shows one labelling a step, with its reason.

Source: P. Lorusso and W. Mottinelli, "Calcolo della funzione di Sprague-Grundy", 2008.

Never optimised. A graph is a mapping of each vertex to the list of its followers. Misère play
is what the theory says it is: every sink gets one arc to one new terminal vertex.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grundy.errors import LimitError
from grundy.graphs.engines import find_cycle
from grundy.graphs.graph import GameGraph
from grundy.values import LoopyValue, Outcome, Value

# The paper's two algorithms step by step, for small graphs and curious readers.


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
    """A line of an algorithm that has just been carried out, and what it changed."""

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
    found = moments(graph, misere=misere)
    if find_cycle(graph) is not None:
        return [
            LabelStep(moment.vertex, moment.label, moment.counter, moment.said)
            for moment in found
            if moment.vertex is not None and moment.labelled
        ]
    rows: dict[int, Row] = {}
    tables = []
    for moment in found:
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
    taken: int | None = None

    def at(
        line: int, vertex: int | None, said: str, changed: Iterable[int] = (), **more: Any
    ) -> Moment:
        rows = tuple(
            (v, Row(tuple(sorted(remaining[v])), predecessors[v], tuple(sorted(seen[v])), label[v]))
            for v in changed
        )
        return Moment(line, vertex, said, taken=taken, queue=tuple(queue), rows=rows, **more)

    def settle(vertex: int, first: int, reason: str) -> Iterator[Moment]:
        value = label[vertex] = _mex(seen[vertex])
        said = f"{name[vertex]} gets the label {value}: {reason}."
        yield at(first, vertex, said, [vertex], labelled=True, label=value)
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
        taken = queue.popleft()
        yield at(6, taken, f"{name[taken]} is taken from the queue.")
        for p in predecessors[taken]:
            remaining[p].discard(taken)
            left = _names(graph, sorted(remaining[p]))
            sentence = f"has {left} left" if left else "has no follower left"
            yield at(8, p, f"{name[taken]} is done with: {name[p]} {sentence}.", [p])
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

    yield Moment(0, None, "No vertex has a label yet", level=level)
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


def _mex(values: set[int]) -> int:
    value = 0
    while value in values:
        value += 1
    return value


# The definitions in plain Python: the oracle that everything fast is compared with.


Followers = Mapping[Hashable, Sequence[Hashable]]

_TERMINAL = object()


def mex(values: set[int]) -> int:
    """Return the least natural number that is not in *values*."""
    return next(number for number in range(len(values) + 1) if number not in values)


def values(followers: Followers, *, misere: bool = False) -> dict[Hashable, Value]:
    """γ of every vertex by the Italian paper's Algorithm 2, as docs/theory.md 2.2 corrects it.

    Source: P. Lorusso and W. Mottinelli, 2008, after C. A. B. Smith (1966) and A. S. Fraenkel.
    """
    graph = _with_terminal(followers) if misere else {u: list(f) for u, f in followers.items()}
    label: dict[Hashable, int | None] = {}  # None is ∞; a vertex that is missing is unlabelled
    level = 0
    while len(label) < len(graph):
        while True:
            found = [u for u in graph if u not in label and _may_have(u, level, graph, label)]
            if not found:
                break
            label[found[0]] = level
        for u in graph:
            if u not in label and not _has_follower(u, level, graph, label):
                label[u] = None
        level += 1
    return {u: _value(u, graph, label) for u in followers}


def outcomes(followers: Followers, *, misere: bool = False) -> dict[Hashable, Outcome]:
    """Return who wins from every vertex, by the definition of winning."""
    graph = _with_terminal(followers) if misere else followers
    known = _decided(graph)
    return {u: known[u][0] if u in known else Outcome.D for u in followers}


def remoteness(followers: Followers, *, misere: bool = False) -> dict[Hashable, int | None]:
    """Return the moves until the end when the winner hurries and the loser delays."""
    known = _decided(_with_terminal(followers) if misere else followers)
    return {u: known[u][1] - misere if u in known else None for u in followers}


def values_by_play(followers: Followers) -> dict[Hashable, Value]:
    """Return γ of every vertex by playing it together with Nim heaps, with no labels at all."""
    top = max((len(row) for row in followers.values()), default=0)
    with_heap: Followers = {
        (u, heap): [(v, heap) for v in followers[u]] + [(u, smaller) for smaller in range(heap)]
        for u in followers
        for heap in range(top + 1)
    }
    result = outcomes(with_heap)
    found: dict[Hashable, Value] = {}
    for u in followers:
        by_heap = [result[u, heap] for heap in range(top + 1)]
        if Outcome.P in by_heap:
            found[u] = by_heap.index(Outcome.P)
        else:
            found[u] = LoopyValue(k for k in range(top + 1) if by_heap[k] is Outcome.N)
    return found


def _may_have(
    u: Hashable, level: int, graph: Followers, label: Mapping[Hashable, int | None]
) -> bool:
    return not _has_follower(u, level, graph, label) and all(
        _has_follower(v, level, graph, label) for v in graph[u] if label.get(v) is None
    )


def _has_follower(
    u: Hashable, level: int, graph: Followers, label: Mapping[Hashable, int | None]
) -> bool:
    return any(v in label and label[v] == level for v in graph[u])


def _value(u: Hashable, graph: Followers, label: Mapping[Hashable, int | None]) -> Value:
    own = label[u]
    if own is not None:
        return own
    return LoopyValue(value for value in (label[v] for v in graph[u]) if value is not None)


def _decided(graph: Followers) -> dict[Hashable, tuple[Outcome, int]]:
    known: dict[Hashable, tuple[Outcome, int]] = {}
    steps = 0
    while True:
        # Whoever is decided in `steps` moves depends only on what is decided in fewer.
        found: dict[Hashable, tuple[Outcome, int]] = {}
        for u in graph:
            if u in known:
                continue
            after = [known[v][0] if v in known else None for v in graph[u]]
            if Outcome.P in after:
                found[u] = (Outcome.N, steps)
            elif all(outcome is Outcome.N for outcome in after):
                found[u] = (Outcome.P, steps)
        if not found:
            return known
        known |= found
        steps += 1


def _with_terminal(followers: Followers) -> dict[Hashable, list[Hashable]]:
    graph: dict[Hashable, list[Hashable]] = {
        u: list(f) or [_TERMINAL] for u, f in followers.items()
    }
    graph[_TERMINAL] = []
    return graph
