"""`uv run grundy-bench` measures everything and writes benchmarks/RESULTS.md with its plots.

`python -m benchmarks` is the same. Read the ratios, and how much they spread.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np

from benchmarks import growth, heaps, plots
from benchmarks.boards import board_rows
from benchmarks.browser import browser_rows
from benchmarks.cores import core_rows
from benchmarks.first_answer import first_answer_rows
from benchmarks.heaps import heap_rows
from benchmarks.labelling import kernel_rows, memory_rows, peer_rows
from benchmarks.link import link_rows
from benchmarks.loops import loop_rows
from benchmarks.moved import moved_rows
from benchmarks.outcomes import outcome_rows
from benchmarks.quotients import quotient_rows
from benchmarks.rules import rule_rows
from benchmarks.services import large_rows, load_rows
from benchmarks.start import start_rows
from benchmarks.tables import table_rows
from grundy.runtime.kernels import running

HERE = Path(__file__).parent
RESULTS = HERE / "RESULTS.md"
Row = tuple[str, str, str, str]


def sections(size: str, plots_to: Path) -> Mapping[str, Callable[[], Iterator[Row]]]:
    """Return what is measured, by name: "smoke" sizes in seconds, "usual" in minutes, "full"."""
    smoke, full = size == "smoke", size == "full"
    vertices, arcs = (10**4, 10**5) if smoke else (10**6, 10**7)
    return {
        "kernels": lambda: kernel_rows(vertices, arcs, 2 if smoke else 5),
        "peers": lambda: peer_rows(vertices // 10, arcs // 10, 1 if smoke else 3),
        "memory": lambda: memory_rows(*((10 * vertices, 10 * arcs) if full else (vertices, arcs))),
        "start": lambda: start_rows(1 if smoke else 10),
        "first": lambda: first_answer_rows(smoke=smoke),
        "heaps": lambda: heap_rows(smoke=smoke, full=full),
        "cores": lambda: core_rows(smoke=smoke),
        "rules": lambda: rule_rows(smoke=smoke),
        "loops": lambda: loop_rows(smoke=smoke),
        "outcomes": lambda: outcome_rows(smoke=smoke),
        "boards": lambda: board_rows(smoke=smoke, full=full),
        "quotients": lambda: quotient_rows(plots_to, smoke=smoke),
        "tables": lambda: table_rows(plots_to, smoke=smoke),
        "large": lambda: large_rows(
            20_000 if smoke else arcs // (10 if full else 40), 1 if smoke else 3
        ),
        "page": lambda: load_rows(4 if smoke else 50, 1 if smoke else 15),
        "browser": lambda: browser_rows(smoke=smoke),
        "link": lambda: link_rows(smoke=smoke),
        "growth": lambda: growth_rows(10**4 if smoke else 10**8 if full else 10**7, full, plots_to),
    }


def growth_rows(most: int, full: bool, plots_to: Path) -> Iterator[Row]:
    """Measure the growth and draw its plots."""
    arcs = growth.arc_curves(most)
    plots.plot(plots_to / "growth-arcs.svg", arcs, "Labelling a random digraph of n arcs")
    heaps = growth.heap_curves(most, full=full)
    plots.plot(plots_to / "growth-heaps.svg", heaps, "The values of the heaps below n")
    yield from (curve.row() for curve in (*arcs, *heaps))


def main(arguments: list[str] | None = None) -> None:
    """Measure, print and write the table."""
    options = _parser().parse_args(arguments)
    size = "smoke" if options.smoke else "full" if options.full else "usual"
    # A part of the table never takes the place of the whole.
    writes = size != "smoke" and not options.only
    with tempfile.TemporaryDirectory() as scratch:
        chosen = sections(size, HERE if writes else Path(scratch))
        lines = ["| what | measured | ratio | target, or others' figures |", "|---|---|---|---|"]
        print("\n".join(lines), flush=True)
        for name in options.only or chosen:
            start = time.perf_counter()
            with running(plain=False):  # as in a process that has done such work before
                for row in chosen[name]():
                    lines.append(f"| {' | '.join(row)} |")
                    print(lines[-1], flush=True)
            print(f"({name}: {time.perf_counter() - start:.0f} s)", flush=True)
    if writes:
        text = header(size) + "\n".join(lines) + "\n\n" + heaps.SOURCES
        before = RESULTS.read_text(encoding="utf-8")
        RESULTS.write_text(text, encoding="utf-8")
        print("\nWhat has moved since the last table:", *moved_rows(before, text), sep="\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="grundy-bench", description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes, writes nothing")
    parser.add_argument("--full", action="store_true", help="to 10^8 arcs and heaps; 8 GB, an hour")
    parser.add_argument(
        "--only", nargs="+", metavar="PART", choices=sorted(sections("smoke", HERE)),
        help="only some parts, writes nothing: " + ", ".join(sections("smoke", HERE)),
    )  # fmt: skip
    return parser


def header(size: str) -> str:
    """Say how and where the figures were made."""
    model = subprocess.run(["lscpu"], capture_output=True, text=True, check=False).stdout
    names = [line.split(":")[1].strip() for line in model.splitlines() if "Model name" in line]
    option = " --full" if size == "full" else ""
    return (
        "# Results\n\n"
        f"Made by `uv run grundy-bench{option}`, in one run. Read the ratios: the machine is\n"
        "shared, and a figure in seconds says little elsewhere. What is compared is timed in\n"
        "turn; a figure is the median, with the least and the greatest behind it where there\n"
        "are several. Compiling the kernels on their first use (some seconds, then cached) is\n"
        "not counted. The gather reads one byte at the far end of every arc; no labelling can do\n"
        "without that. A ratio is always that of the row's own work to what it names: networkx\n"
        "takes 200 times the time of grundy.label. Others' figures stand with who measured them;\n"
        "their sources are below the table.\n\n"
        f"Python {platform.python_version()}, NumPy {np.__version__}, "
        f"{names[0] if names else platform.processor()}.\n\n"
        "![Seconds against arcs, log-log](growth-arcs.svg)\n\n"
        "![Seconds against heaps, log-log](growth-heaps.svg)\n\n"
        "![Seconds against elements, log-log](growth-quotients.svg)\n\n"
        "![Seconds against positions, log-log](growth-tables.svg)\n\n"
        "A growth is fitted to the last two decades of sizes, or to the last one where the way of\n"
        "computing changes before it; hollow marks are left out, a line is the fit.\n\n"
    )


if __name__ == "__main__":
    main()
