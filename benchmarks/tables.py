"""Whole games on disk: tables of positions against the floor, and their growth."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import grundy
from benchmarks import floor, measure, plots
from benchmarks.growth import Curve
from grundy.runtime.runner import Processes
from grundy.tabulated.game_table import bounded
from grundy.tabulated.table import spread
from grundy.tabulated.tabulate import tabulate

Row = tuple[str, str, str, str]

BOARDS = {16: "4x4", 20: "4x5", 24: "4x6", 25: "5x5", 28: "4x7", 30: "5x6"}
_SAMPLE = 20_000


def table_rows(plots_to: Path, *, smoke: bool = False) -> Iterator[Row]:
    """Fill tables of Cram and of Northcott's game, and write the states of a position."""
    made("2x3", threads=1)  # compiles
    most = 16 if smoke else 30
    yield cram_row(BOARDS[min(most, 25)])
    yield workers_row(BOARDS[16 if smoke else 25])
    curve = Curve("all positions of Cram, all cores", "positions")
    for cells, board in BOARDS.items():
        if cells <= most:
            curve.add(1 << cells, lambda board=board: made(board))
    plots.plot(plots_to / "growth-tables.svg", [curve], "Tables of Cram, n positions")
    yield curve.row()
    yield cyclic_row("1,3 1,4 1,7" if smoke else "1,3 1,4 1,7 2,5")


def made(board: str, **options: object) -> int:
    """Make the table of a board of Cram in a folder that goes again; return its positions."""
    with tempfile.TemporaryDirectory() as folder:
        table = tabulate(grundy.catalogue["cram"], board, path=folder, **options)  # type: ignore[arg-type]
        return table.plan.count


def cram_row(board: str) -> Row:
    """Compare a table with reading as many bytes at random, one for each option."""
    rules = bounded(grundy.catalogue["cram"], board)
    count = rules.indexed.count
    options = np.mean([len(rules.options(n) or ()) for n in spread(count, _SAMPLE)])
    spent = measure.timed(lambda: made(board, threads=1), 2)
    read = floor.random_reads(count)
    return (
        f"tables: Cram {board}, {count:,} positions of {options:.1f} options, one core",
        f"{count / spent.best / 1e6:.1f} M positions/s",
        f"{count * options / spent.best / read:.2f} of the speed of reading bytes at random",
        "at least 2 M positions/s a core",
    )


def workers_row(board: str) -> Row:
    """Compare two worker processes with one."""

    def by(workers: int) -> int:
        with Processes(workers) as pool:
            made("2x3", executor=pool)
            return made(board, executor=pool)

    spent = measure.in_turn({"one": lambda: by(1), "two": lambda: by(2)}, 2)
    return (
        f"tables: Cram {board}, two worker processes",
        f"{spent['two'].best:.2f} s",
        f"{spent['one'].over(spent['two'])} times as fast as one",
        "",
    )


def cyclic_row(board: str) -> Row:
    """Label all positions of Northcott's game on a board, where plays may come back."""

    def run() -> int:
        with tempfile.TemporaryDirectory() as folder:
            return tabulate(grundy.catalogue["northcott"], board, path=folder).plan.count

    spent = measure.timed(run, 1)
    count = run() if spent.best < 1 else bounded(grundy.catalogue["northcott"], board).indexed.count
    return (
        f"tables: Northcott on {len(board.split())} columns of 8 rows, {count:,} positions",
        f"{spent.best:.1f} s, {count / spent.best / 1e6:.2f} M positions/s",
        "",
        "at most 300 s" if count > 10**7 else "",
    )
