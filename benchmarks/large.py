"""`uv run python -m benchmarks.large` compares the engines for large graphs, in one run.

Each engine labels the same Parquet files. Times are given as ratios to memory's, which include
reading; and besides what `auto` does when memory is short.
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import grundy
from benchmarks.digraphs import Arcs, random_arcs

REPETITIONS = 2


def graphs(arcs: int) -> Iterator[tuple[str, Arcs]]:
    """Yield graphs that are shallow, deep, and with cycles."""
    vertices = arcs // 10
    yield "acyclic, few waves", layered_arcs(vertices, arcs, layers=12)
    yield "acyclic", random_arcs(vertices, arcs, acyclic=True)
    yield "with cycles", random_arcs(vertices, arcs, acyclic=False)


def layered_arcs(vertices: int, arcs: int, *, layers: int, seed: int = 1) -> Arcs:
    """Return arcs from each layer of vertices to lower ones: a wave a layer."""
    rng = np.random.default_rng(seed)
    tails = rng.integers(vertices // layers, vertices, arcs)
    lower = tails * layers // vertices * vertices // layers
    return tails, (rng.random(arcs) * lower).astype(np.int64)


def rows(arcs: int, engines: list[str], repetitions: int) -> Iterator[tuple[str, ...]]:
    """Time the engines in turn, so that all meet the same noise; the least of each counts."""
    with tempfile.TemporaryDirectory() as folder:
        warm = Path(folder) / "warm.parquet"
        pq.write_table(pa.table({"source": [0, 1], "target": [1, 0]}), warm)
        for engine in engines:  # imports and kernels are there before the clock starts
            grundy.label_file(warm, engine=engine)
        for name, (tails, heads) in graphs(arcs):
            path = Path(folder) / "edges.parquet"
            pq.write_table(pa.table({"source": tails, "target": heads}), path)
            seconds: dict[str, list[float]] = {engine: [] for engine in engines}
            for _ in range(repetitions):
                for engine in engines:
                    start = time.perf_counter()
                    grundy.label_file(path, engine=engine)
                    seconds[engine].append(time.perf_counter() - start)
            floor = min(seconds["memory"])
            for engine in engines:
                best, worst = min(seconds[engine]), max(seconds[engine])
                yield (
                    name, f"{len(tails):,}", engine,
                    f"{best / floor:.1f}", f"+{100 * (worst / best - 1):.0f} %",
                )  # fmt: skip


def short_of_memory(arcs: int) -> Iterator[tuple[str, float, float]]:
    """Let `auto` choose with too little memory; time it beside memory with enough, once each.

    Yields:
        What was asked, why the engine was chosen and which; its seconds; memory's seconds.
    """
    vertices = arcs // 10
    numbers = random_arcs(vertices, arcs, acyclic=True)
    layered = layered_arcs(vertices, arcs, layers=12)
    names = tuple(np.char.add("v", ends.astype(str)) for ends in layered)
    for kind, ends in (("numbers", numbers), ("text names", names)):
        budget = 25 * arcs  # a third of what memory needs, twice what disk needs
        with _file(ends) as path:
            grundy.label_file(path, engine="memory")
            start = time.perf_counter()
            grundy.label_file(path, engine="memory")
            memory = time.perf_counter() - start
            found = grundy.label_file(path, memory=budget)
            start = time.perf_counter()
            found = grundy.label_file(path, memory=budget)
            spent = time.perf_counter() - start
        assert found.engine == "disk", found
        what = f"vertices are {kind}, --memory {budget // 10**3} kB: {found.why}"
        yield f"{what}; engine {found.engine}", spent, memory


@contextlib.contextmanager
def _file(ends: tuple[np.ndarray, ...]) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "edges.parquet"
        pq.write_table(pa.table(dict(zip(("source", "target"), ends, strict=True))), path)
        yield path


def main() -> None:
    """Print a table of the engines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arcs", type=float, default=1e6)
    parser.add_argument("--smoke", action="store_true", help="a small size, once")
    options = parser.parse_args()
    engines = ["memory", "disk"]
    arcs, repetitions = (20_000, 1) if options.smoke else (int(options.arcs), REPETITIONS)
    print("| graph | arcs | engine | time, memory = 1 | spread |")
    print("|---|---:|---|---:|---:|")
    for row in rows(arcs, engines, repetitions):
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
