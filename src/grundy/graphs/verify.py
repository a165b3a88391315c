"""Check a labelling by the three conditions that determine it; imports no solver.

A. γ(u) finite: γ(u) is the least natural number that no follower has as its value.
B. γ(u) finite: every follower v with a greater value or ∞ has a follower w with γ(w) = γ(u)
   and a smaller counter than u.
C. γ(u) = ∞: some follower v is ∞(L) with mex K(u) not in L.

γ is the only function for which counters exist that satisfy them, so a labelling that passes
is right, whoever found it. Source: A. S. Fraenkel; docs/theory.md 2.1.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import VerificationError
from grundy.graphs.graph import GameGraph
from grundy.runtime.kernels import compiled


@compiled(lists=True)
def first_violation(
    forward_pointers: Any,
    forward: Any,
    reverse_pointers: Any,
    reverse: Any,
    values: Any,
    counters: Any,
    mex: Any,
    stamp: Any,
    least: Any,
    misere: bool,
) -> tuple[int, int]:
    """Return the first vertex that breaks a condition, and which (0, 1, 2); (-1, 0) if none does.

    forward_pointers[n + 1], forward[m], reverse_pointers[n + 1], reverse[m]   rows
    values[n]    any integers; negative stands for ∞
    counters[n]  any integers
    mex[n]       workspace; mex K(u), and -1 once condition C is seen to hold for u
    stamp[top], least[top]   workspace, stamp all -1 on entry; top is greater than every value
                             and every out-degree
    """
    vertex_count = len(values)
    for u in range(vertex_count):
        start = forward_pointers[u]
        stop = forward_pointers[u + 1]
        if misere and start == stop:
            stamp[0] = u
        for arc in range(start, stop):
            if values[forward[arc]] >= 0:
                stamp[values[forward[arc]]] = u
        excludant = 0
        while stamp[excludant] == u:
            excludant += 1
        mex[u] = excludant
        if values[u] >= 0 and values[u] != excludant:
            return u, 0
    for value in range(len(stamp)):
        stamp[value] = -1
    for v in range(vertex_count):
        # least[g] is the least counter among the followers of v with value g. The terminal
        # of misère play comes before every vertex, so it answers whatever the counter.
        terminal = misere and forward_pointers[v] == forward_pointers[v + 1]
        for arc in range(forward_pointers[v], forward_pointers[v + 1]):
            w = forward[arc]
            g = values[w]
            if g >= 0 and (stamp[g] != v or counters[w] < least[g]):
                stamp[g] = v
                least[g] = counters[w]
        for arc in range(reverse_pointers[v], reverse_pointers[v + 1]):
            u = reverse[arc]
            g = values[u]
            if g < 0:
                if values[v] < 0 and mex[u] >= 0 and stamp[mex[u]] != v:
                    mex[u] = -1  # condition C holds for u
                continue
            if 0 <= values[v] <= g:
                continue
            answered = stamp[g] == v and least[g] < counters[u]
            if not answered and not (terminal and g == 0):
                return u, 1
    for u in range(vertex_count):
        if values[u] < 0 and mex[u] >= 0:
            return u, 2
    return -1, 0


_REASONS = {
    "A": "its value is not the least number that its followers leave out",
    "B": "a follower of greater or infinite value has no answer of the same value "
    "with a smaller counter",
    "C": "no follower of infinite value leaves out the least number that its own followers do",
}


def verify_values(
    graph: GameGraph,
    values: npt.NDArray[np.int32],
    counters: npt.NDArray[np.int32],
    *,
    misere: bool = False,
) -> None:
    """Raise `VerificationError` unless the values are γ and the counters prove it."""
    n = graph.vertex_count
    if len(values) != n or len(counters) != n:
        raise VerificationError(
            f"The graph has {n} vertices, the labelling {len(values)} values "
            f"and {len(counters)} counters."
        )
    forward, reverse = graph.forward, graph.reverse
    # A value above the out-degree breaks A at once; without it the scratch below stays small.
    too_large = np.flatnonzero(values > np.maximum(forward.degrees, 1))
    if len(too_large):
        raise _failure(graph, int(too_large[0]), "A")
    top = int(forward.degrees.max(initial=0)) + 3
    mex, stamp = np.full(n, -1, np.int32), np.full(top, -1, np.int32)
    vertex, condition = first_violation(
        forward.pointers, forward.indices, reverse.pointers, reverse.indices, values, counters,
        mex, stamp, np.empty(top, np.int32), misere,
    )  # fmt: skip
    if vertex >= 0:
        raise _failure(graph, vertex, "ABC"[condition])


def _failure(graph: GameGraph, vertex: int, condition: str) -> VerificationError:
    name = graph.names[vertex]
    return VerificationError(
        f'vertex "{name}": condition {condition} fails: {_REASONS[condition]}.',
        where=name,
        condition=condition,
    )
