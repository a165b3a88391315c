"""Boards: Cram by Lemoine and Viennot's search."""

from __future__ import annotations

import time
from collections.abc import Iterator

from benchmarks import measure
from grundy.games.values.one_value import Search
from grundy.games.values.solver import Solver
from grundy.named.games.cram import Board, Cram

Row = tuple[str, str, str, str]

BOARDS = (  # rows, columns, value, target
    (5, 6, 2, "at most 5 s"),
    (5, 7, 1, "at most 60 s"),
    (6, 6, 0, "a stretch"),
)


def board_rows(*, smoke: bool = False, full: bool = False) -> Iterator[Row]:
    """Yield all rows of this file."""
    yield from search_rows(3, 4 if smoke else 6)
    boards = ((4, 5, 2, ""),) if smoke else BOARDS if full else BOARDS[:2]
    for rows, columns, value, target in boards:
        yield cram_row(rows, columns, value, target)


def search_rows(rows: int, columns: int) -> Iterator[Row]:
    """Compare the search in Python with the solver, from nothing, on one board."""
    board = Board(rows, columns, (1 << rows * columns) - 1)
    rules = Cram()
    solver = measure.timed(lambda: Solver(rules).value(board), 2)
    search = measure.timed(lambda: Search(rules).value(board), 2)
    yield (
        f"boards: Cram {rows} × {columns} in Python, the search",
        f"{search.best:.2f} s ({search.spread})",
        f"takes {search.over(solver)} times the time of the values of all below",
        "",
    )


def cram_row(rows: int, columns: int, value: int, target: str) -> Row:
    """Time one board from an empty table, with the kernels compiled."""
    Cram().value(Board(3, 6, (1 << 18) - 1))
    rules, board = Cram(), Board(rows, columns, (1 << rows * columns) - 1)
    start, used = time.perf_counter(), time.process_time()
    assert rules.value(board) == value
    spent, used = time.perf_counter() - start, time.process_time() - used
    asked = rules.valuer.questions(board)
    counted = (
        "by symmetry" if asked is None else f"{asked.asked:,} questions, {asked.known:,} pieces"
    )
    return (
        f"boards: Cram {rows} × {columns} = {value}, the compiled search",
        f"{spent:.2f} s, {used:.2f} s of a core",
        counted,
        target,
    )
