"""Choose an engine for a graph, allocate its arrays, call it.

Every engine gives the same labels; they differ in what they can be used for:

plain    lists and plain Python: small graphs, before numba has loaded
sweep    one pass, where every arc goes to a lower number; values up to 63
peel     from the sinks upwards, in 64-bit states; values up to 31
levels   `peel`, then level by level on what remains, where there are cycles; values up to 62
wide     stamps instead of masks; no bound on the values
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from grundy.graphs import wide
from grundy.graphs.csr import SMALL
from grundy.graphs.graph import GameGraph
from grundy.graphs.progress import Progress, watched

INT32 = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """What an engine gives back.

    Attributes:
        engine: The name of the engine that answered.
        values: int32[n], -1 for ∞.
        counters: int32[n], -1 for ∞.
    """

    engine: str
    values: INT32
    counters: INT32


def solve(
    graph: GameGraph, *, misere: bool, engine: str = "auto", progress: Progress | None = None
) -> Solution:
    """Label a graph by the named engine, or by the one that suits it.

    Raises:
        ValueError: If the engine is unknown, or cannot serve this graph.
    """
    if engine == "auto":
        engine = _choose(graph)
    elif engine not in ENGINES:
        raise ValueError(f'Unknown engine "{engine}"; choose one of {", ".join(ENGINES)}.')
    found = ENGINES[engine](graph, misere, progress)
    return _wide(graph, misere, progress) if found is None else found


def _choose(graph: GameGraph) -> str:
    if graph.vertex_count + graph.arc_count < SMALL:
        return "plain"
    return "sweep" if graph.descending and graph.has_forward else "levels"


def _plain(graph: GameGraph, misere: bool, progress: Progress | None) -> Solution:
    forward, reverse = graph.forward, graph.reverse
    rows = (
        forward.pointers.tolist(),
        forward.indices.tolist(),
        reverse.pointers.tolist(),
        reverse.indices.tolist(),
    )
    n = graph.vertex_count
    label, counter = [wide.UNLABELLED] * n, [-1] * n
    opened, queue = graph.out_degrees.tolist(), [0] * n
    tail = wide.peel(*rows, misere, label, counter, opened, queue, [-1] * (n + 2))
    if tail < n:
        # eight workspaces of plain lists, in the order that `levels` names them
        wide.levels(
            *rows[2:], label, counter, opened, queue, tail,
            [-1] * n, [0] * n, [0] * n, [0] * n, [-1] * (n + 2), [0] * n,
        )  # fmt: skip
    return _solution("plain", np.array(label, np.int32), np.array(counter, np.int32))


def _wide(graph: GameGraph, misere: bool, progress: Progress | None) -> Solution:
    from grundy.graphs import kernels

    forward, reverse = graph.forward, graph.reverse
    n = graph.vertex_count
    label, counter = np.full(n, wide.UNLABELLED, np.int32), np.full(n, -1, np.int32)
    opened, queue = graph.out_degrees.copy(), np.empty(n, np.int32)

    def run(control: npt.NDArray[np.int64]) -> None:
        tail = kernels.wide_peel(
            forward.pointers, forward.indices, reverse.pointers, reverse.indices,
            misere, label, counter, opened, queue, np.full(n + 2, -1, np.int32),
        )  # fmt: skip
        if tail < n:
            kernels.wide_levels(
                reverse.pointers, reverse.indices, label, counter, opened, queue, tail,
                np.full(n, -1, np.int32), np.empty(n, np.int32), np.empty(n, np.int32),
                np.empty(n, np.int32), np.full(n + 2, -1, np.int32), np.empty(n, np.int32),
            )  # fmt: skip

    watched(run, "labelling", n, progress)
    return _solution("wide", label, counter)


def _sweep(graph: GameGraph, misere: bool, progress: Progress | None) -> Solution | None:
    if not graph.descending:
        raise ValueError("The sweep needs a graph whose arcs all go to lower numbers.")
    from grundy.graphs import kernels

    n = graph.vertex_count
    values = np.empty(n, np.int32)
    forward = graph.forward
    done = watched(
        lambda control: kernels.sweep(
            forward.pointers, forward.indices, misere, values, control
        ),
        "labelling",
        n,
        progress,
    )
    if done < n:
        return None
    return Solution("sweep", values, np.arange(n, dtype=np.int32))


def _peel(graph: GameGraph, misere: bool, progress: Progress | None) -> Solution | None:
    found = _levels(graph, misere, progress)
    if found is not None and found.engine != "peel":
        raise ValueError("Peeling alone needs a graph without cycles.")
    return found


def _levels(graph: GameGraph, misere: bool, progress: Progress | None) -> Solution | None:
    from grundy.graphs import kernels

    n = graph.vertex_count
    reverse, degrees = graph.reverse, graph.out_degrees
    label, counter = np.empty(n, np.uint8), np.empty(n, np.int32)
    state, queue = np.empty(n, np.uint64), np.empty(n + 1, np.int32)
    peeled = watched(
        lambda control: kernels.peel(
            degrees, reverse.pointers, reverse.indices, misere,
            label, counter, state, queue, control,
        ),
        "peeling", n, progress,
    )  # fmt: skip
    if peeled < 0:
        return None
    if peeled == n:
        return Solution("peel", label.astype(np.int32), counter)
    residue = n - peeled
    pairs = np.empty((n, 2), np.uint64)
    kernels.spread(label, state, pairs)
    del state
    done = watched(
        lambda control: kernels.levels(
            reverse.pointers, reverse.indices, label, counter, pairs, queue, peeled,
            np.empty(n + 1, np.int32), np.empty(residue, np.int32),
            np.empty(residue, np.int32), control,
        ),
        "labelling level by level", n, progress,
    )  # fmt: skip
    if not done:
        return None
    values = label.astype(np.int32)
    values[label == kernels.INFINITE] = -1
    return Solution("levels", values, counter)


def _solution(engine: str, label: INT32, counter: INT32) -> Solution:
    label[label == wide.INFINITE] = -1
    return Solution(engine, label, counter)


_Engine = Callable[[GameGraph, bool, Progress | None], Solution | None]

ENGINES: dict[str, _Engine] = {
    "plain": _plain,
    "sweep": _sweep,
    "peel": _peel,
    "levels": _levels,
    "wide": _wide,
}
