"""Labelling: the kernels beside the floor, the whole call beside other libraries, memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

import grundy
from benchmarks import floor, measure, peers
from benchmarks.digraphs import random_arcs
from grundy.graphs.engines import solve
from grundy.graphs.graph import GameGraph

Row = tuple[str, str, str, str]

PEERS: dict[str, tuple[Callable[[np.ndarray, np.ndarray, int], list[int]], str]] = {
    "networkx": (peers.by_networkx, "at least 100"),
    "rustworkx": (peers.by_rustworkx, "at least 15"),
    "igraph": (peers.by_igraph, "at least 15"),
}


def kernel_rows(vertices: int, arcs: int, repetitions: int) -> Iterator[Row]:
    """Compare build, peel and levels with the floor, over the same arrays."""
    for name, acyclic in (("peel", True), ("levels", False)):
        sources, targets = random_arcs(vertices, arcs, acyclic=acyclic)
        graph = GameGraph.from_arrays(sources, targets, vertex_count=vertices)
        indices = graph.reverse.indices
        spent = measure.in_turn(_kernels(graph, sources, targets, vertices), repetitions)
        gather, count = spent["gather"], len(indices) / 1e6
        yield (f"{name}: random gather of {len(indices):,} arcs (the floor)",
               f"{gather.rate(count)} M arcs/s", "1", "")  # fmt: skip
        for part, text, target in (
            ("sequential", "sequential pass", ""),
            ("scatter", "random scatter", ""),
            ("solve", "solve", "at least 0.100" if acyclic else "at least 0.050"),
        ):
            share = gather.over(spent[part])
            yield (f"{name}: {text}", f"{spent[part].rate(count)} M arcs/s",
                   f"{share} of the gather's speed", target)  # fmt: skip
        yield (f"{name}: build of the rows", f"{spent['build'].rate(count)} M arcs/s",
               f"takes {spent['build'].over(spent['solve'])} times the time of the solve",
               "at most 1.00")  # fmt: skip


def _kernels(
    graph: GameGraph, sources: np.ndarray, targets: np.ndarray, vertices: int
) -> dict[str, Callable[[], object]]:
    indices = graph.reverse.indices
    bytes_, words = np.zeros(vertices, np.uint8), np.zeros(vertices, np.int64)
    return {
        "gather": lambda: floor.gather(indices, bytes_),
        "sequential": lambda: floor.sequential(indices),
        "scatter": lambda: floor.scatter(indices, words),
        "solve": lambda: solve(graph, misere=False),
        "build": lambda: build(sources, targets, vertices),
    }


def build(sources: np.ndarray, targets: np.ndarray, vertices: int) -> object:
    """Build what a solve needs from edge arrays."""
    return GameGraph.from_arrays(sources, targets, vertex_count=vertices).out_degrees


def peer_rows(vertices: int, arcs: int, repetitions: int) -> Iterator[Row]:
    """Compare the whole label() call on edge arrays with other libraries."""
    sources, targets = random_arcs(vertices, arcs, acyclic=True)
    values = grundy.label((sources, targets)).value_array.tolist()

    def check(peer: Callable[[np.ndarray, np.ndarray, int], list[int]]) -> None:
        found = peer(sources, targets, vertices)
        assert found[: len(values)] == values

    calls: dict[str, Callable[[], object]] = {
        "own": lambda: grundy.label((sources, targets)).value_array
    }
    calls |= {name: lambda peer=peer: check(peer) for name, (peer, _) in PEERS.items()}  # type: ignore[misc]
    spent = measure.in_turn(calls, repetitions, warm=False)
    yield (f"whole call: grundy.label((sources, targets)), {len(sources):,} arcs",
           f"{spent['own'].rate(len(sources) / 1e6)} M arcs/s", "1", "")  # fmt: skip
    for name, (_, target) in PEERS.items():
        yield (f"whole call: {name} and a mex loop", "",
               f"takes {spent[name].over(spent['own'])} times the time of grundy.label",
               target)  # fmt: skip


def memory_rows(vertices: int, arcs: int) -> Iterator[Row]:
    """Yield the peak memory of a process that makes arcs, labels them and holds the answer."""
    idle, _ = measure.peak_memory("import grundy, numba, benchmarks.digraphs\nprint()")
    for kind, acyclic in (("acyclic", True), ("cyclic", False)):
        code = (
            "from benchmarks.digraphs import random_arcs\nimport grundy, resource\n"
            f"s, t = random_arcs({vertices}, {arcs}, acyclic={acyclic})\n"
            "labelling = grundy.label((s, t))\n"
            "print(f'{(s.nbytes + t.nbytes) / 1e9:.2f}')"
        )
        peak, given = measure.peak_memory(code)
        yield (
            f"memory: {kind}, {vertices:,} vertices, {arcs:,} arcs",
            f"peak {peak:.2f} GB, of which int64 input {given} GB",
            f"{(peak - idle) * 1e9 / arcs:.0f} bytes an arc beyond an idle process",
            "at most 4 GB" if arcs == 10**8 else "",
        )
