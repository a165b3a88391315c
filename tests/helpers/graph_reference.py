"""Values and outcomes by their definitions, in plain Python: what everything fast is compared with.

A graph is a mapping of each vertex to the list of its followers. Misère play is what the theory
says it is: every sink gets one arc to one new terminal vertex.
"""

from collections.abc import Hashable, Mapping, Sequence

from grundy.values import LoopyValue, Outcome, Value

Followers = Mapping[Hashable, Sequence[Hashable]]

_TERMINAL = object()


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
