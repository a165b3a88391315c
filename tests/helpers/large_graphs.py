"""Files of arcs for the tests of large graphs, and what memory says of them."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

import grundy
from grundy.graphs.random import MODELS

Arcs = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]


def write_arcs(path: Path, arcs: Arcs) -> Path:
    pq.write_table(pa.table({"source": arcs[0], "target": arcs[1]}), path)
    return path


def arcs_of_every_kind() -> Iterator[tuple[str, Arcs]]:
    """Yield random graphs of every model, and with loops, parallel arcs and lone vertices."""
    for model, entry in MODELS.items():
        for seed in range(3):
            density = {entry.parameters[-1]: 90 if entry.parameters[-1] == "pairs" else 2.5}
            graph = grundy.random_graph(40, model, seed=seed, **density)
            tails, heads = graph.arcs()
            yield f"{model}-{seed}", (tails.astype(np.int64), heads.astype(np.int64))
    for seed in range(40):
        rng = np.random.default_rng(seed)
        n, m = int(rng.integers(1, 15)), int(rng.integers(0, 30))
        yield f"any-{seed}", (rng.integers(0, n, m), rng.integers(0, n, m))
    yield "no arcs", (np.zeros(0, np.int64), np.zeros(0, np.int64))
    yield "loop", (np.zeros(1, np.int64), np.zeros(1, np.int64))


def side_by_side(graphs: Iterable[Arcs]) -> Arcs:
    parts, first = [], 0
    for tails, heads in graphs:
        parts.append((tails + first, heads + first))
        first += 1 + int(max(tails.max(initial=-1), heads.max(initial=-1)))
    return np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])


def complete_order(size: int) -> Arcs:
    """Return all arcs i > j of 0 .. size - 1: vertex i has the value i."""
    tails, heads = np.tril_indices(size, -1)
    return tails.astype(np.int64), heads.astype(np.int64)


def require_same(labels: Path, path: Path, play: str) -> None:
    """Check a file of labels: its values are those of memory, and its counters prove them."""
    graph = grundy.read_graph(path)
    found = grundy.read_labelling(labels, graph=graph)
    expected = grundy.label(graph, play=play)  # type: ignore[arg-type]
    assert found.play == play or not graph.vertex_count
    assert np.array_equal(found.values, expected.value_array)
    found.verify()


def long_path_and_cycles(size: int, *, seed: int = 0) -> Arcs:
    """Return a path, which takes a wave a vertex, and a part with cycles that leads into it."""
    rng = np.random.default_rng(seed)
    tails = np.concatenate([np.arange(1, size), size + rng.integers(0, 30, 70)])
    heads = np.concatenate([np.arange(size - 1), size + rng.integers(0, 30, 60), np.arange(10)])
    return tails, heads
