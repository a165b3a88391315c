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
from grundy.graphs.kernels.conditions import first_violation

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
    arrays: list[Any] = [
        forward.pointers,
        forward.indices,
        reverse.pointers,
        reverse.indices,
        values,
        counters,
    ]
    scratch: list[Any] = [
        np.full(n, -1, np.int32),
        np.full(top, -1, np.int32),
        np.empty(top, np.int32),
    ]
    vertex, condition = first_violation(*arrays, *scratch, misere)
    if vertex >= 0:
        raise _failure(graph, vertex, "ABC"[condition])


def _failure(graph: GameGraph, vertex: int, condition: str) -> VerificationError:
    name = graph.names[vertex]
    return VerificationError(
        f'vertex "{name}": condition {condition} fails: {_REASONS[condition]}.',
        where=name,
        condition=condition,
    )
