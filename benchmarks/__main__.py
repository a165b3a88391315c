"""`uv run python -m benchmarks` measures everything and writes benchmarks/RESULTS.md."""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import grundy
from benchmarks import floor, measure, peers
from benchmarks.boards import board_rows
from benchmarks.digraphs import random_arcs
from benchmarks.heaps import heap_rows
from benchmarks.rules import rule_rows
from grundy.graphs.engines import solve
from grundy.graphs.graph import GameGraph

RESULTS = Path(__file__).parent / "RESULTS.md"
Row = tuple[str, str, str, str]


def kernel_rows(vertices: int, arcs: int) -> Iterator[Row]:
    """Compare build, peel and levels with the floor, from the same arrays."""
    for name, acyclic in (("peel", True), ("levels", False)):
        sources, targets = random_arcs(vertices, arcs, acyclic=acyclic)
        graph = GameGraph.from_arrays(sources, targets, vertex_count=vertices)
        indices = graph.reverse.indices
        count = len(indices)
        bytes_ = np.zeros(vertices, np.uint8)
        words = np.zeros(vertices, np.int64)
        gather = measure.timed(lambda i=indices, b=bytes_: floor.gather(i, b))
        sequential = measure.timed(lambda i=indices: floor.sequential(i))
        scatter = measure.timed(lambda i=indices, w=words: floor.scatter(i, w))
        solving = measure.timed(lambda g=graph: solve(g, misere=False))
        build = measure.timed(
            lambda s=sources, t=targets: (
                GameGraph.from_arrays(s, t, vertex_count=vertices).out_degrees
            )
        )
        rate = count / 1e6
        yield (f"{name}: arcs", f"{count:,}", "", "")
        yield (f"{name}: sequential pass", f"{rate / sequential.best:,.0f} M arcs/s", "", "")
        yield (f"{name}: random gather (the floor)", f"{rate / gather.best:,.0f} M arcs/s", "1", "")
        yield (
            f"{name}: random scatter",
            f"{rate / scatter.best:,.0f} M arcs/s",
            f"{gather.best / scatter.best:.3f} of the gather",
            "",
        )
        yield (
            f"{name}: solve",
            f"{rate / solving.best:,.0f} M arcs/s ({solving.spread})",
            f"{gather.best / solving.best:.3f} of the gather",
            "0.100" if acyclic else "0.050",
        )
        yield (
            f"{name}: build of the rows",
            f"{rate / build.best:,.0f} M arcs/s ({build.spread})",
            f"{build.best / solving.best:.2f} of the solve's time",
            "1.00",
        )


def peer_rows(vertices: int, arcs: int) -> Iterator[Row]:
    """Compare the whole label() call on edge arrays with other libraries."""
    sources, targets = random_arcs(vertices, arcs, acyclic=True)

    def ours() -> np.ndarray:
        return grundy.label((sources, targets)).value_array

    own = measure.timed(ours)
    values = ours().tolist()
    yield ("whole call: grundy.label((sources, targets))", f"1 ({own.spread})", "1", "")
    for name, peer, target in (
        ("networkx", peers.by_networkx, "100"),
        ("rustworkx", peers.by_rustworkx, "15"),
    ):
        other = measure.timed(lambda peer=peer: check(peer(sources, targets, vertices), values), 1)
        yield (f"whole call: {name} and a mex loop", "", f"{other.best / own.best:.0f}", target)


def check(found: list[int], expected: list[int]) -> None:
    """Make sure that the peers answer the same question."""
    assert found[: len(expected)] == expected


def memory_rows(vertices: int, arcs: int) -> Iterator[Row]:
    """Give the peak memory of a process that makes arcs, labels them and holds the answer."""
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
            "",
            "4 GB" if arcs == 10**8 else "",
        )


def start_rows() -> Iterator[Row]:
    """Time commands from the shell, start-up included."""
    example = Path(__file__).parent.parent / "examples" / "loopy.dot"
    python = measure.command([sys.executable, "-c", "pass"], 10)
    imported = measure.command([sys.executable, "-c", "import numpy"], 10)
    for name, arguments, target in (
        ("grundy --help", ["--help"], "0.2 s"),
        ("grundy label (9 vertices)", ["label", str(example)], "0.5 s"),
    ):
        spent = measure.command([sys.executable, "-m", "grundy", *arguments], 10)
        yield (
            f"start-up: {name}",
            f"{spent.best:.2f} s ({spent.spread})",
            f"{spent.best / imported.best:.1f} times python -c 'import numpy', "
            f"{spent.best / python.best:.0f} times python -c pass",
            target,
        )


def main() -> None:
    """Measure, print and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes, writes nothing")
    smoke = parser.parse_args().smoke
    vertices, arcs = (10**4, 10**5) if smoke else (10**6, 10**7)
    rows = [
        *kernel_rows(vertices, arcs),
        *peer_rows(vertices, arcs),
        *memory_rows(10 * vertices, 10 * arcs),
        *start_rows(),
        *heap_rows(100 if smoke else 1),
        *rule_rows(smoke=smoke),
        *board_rows(smoke=smoke),
    ]
    lines = ["| what | measured | ratio | target |", "|---|---|---|---|"]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    table = "\n".join(lines)
    print(table)
    if not smoke:
        RESULTS.write_text(header() + table + "\n", encoding="utf-8")


def header() -> str:
    """Say how and where the figures were made."""
    model = subprocess.run(["lscpu"], capture_output=True, text=True, check=False).stdout
    names = [line.split(":")[1].strip() for line in model.splitlines() if "Model name" in line]
    return (
        "# Results\n\n"
        "Made by `uv run python -m benchmarks`, in one run. Read the ratios: the machine is\n"
        "shared, and a figure in seconds says little elsewhere. Compiling the kernels on their\n"
        "first use (some seconds, then cached) is not counted. The gather reads one byte at the\n"
        "far end of every arc; no labelling can do without that.\n\n"
        f"Python {platform.python_version()}, NumPy {np.__version__}, "
        f"{names[0] if names else platform.processor()}.\n\n"
    )


if __name__ == "__main__":
    main()
