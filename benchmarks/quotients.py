"""Misère quotients: found, checked and used; against the search of positions; and their growth."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks import measure, plots
from benchmarks.growth import Curve
from grundy.heaps.misere_elements import reach_of, rows_of
from grundy.heaps.misere_play import QuotientAnswers
from grundy.heaps.misere_search import Positions
from grundy.heaps.rules import TakeAndBreak
from grundy.misere.certificate import check
from grundy.misere.growth import solve
from grundy.runtime.limits import Limits

Row = tuple[str, str, str, str]

SOLVED = (("0.77", "at most 0.1 s"), ("0.15", "at most 0.3 s"))
LAST = (4, 10, 14, 25, 28, 30, 33)  # heaps of 0.07 at which its quotient grows


def quotient_rows(plots_to: Path, *, smoke: bool = False) -> Iterator[Row]:
    """Find quotients, answer a great sum by one, and follow one that goes on growing."""
    solved("0.77", 200)  # compiles
    for code, wanted in SOLVED:
        spent = measure.timed(lambda code=code: solved(code, 200), 1 if smoke else 5)
        yield f"quotient: {code}, found and checked", f"{spent.median:.3g} s", "", wanted
    yield searched_row(20 if smoke else 40)
    yield sum_row(1_000 if smoke else 10**6)
    curve = Curve("the misère quotient of 0.07, found and checked", "elements", decades=1)
    for last in LAST[:3] if smoke else LAST:
        curve.add(solved("0.07", last + 1), lambda last=last: solved("0.07", last + 1))
    plots.plot(
        plots_to / "growth-quotients.svg", [curve], "The misère quotient of 0.07, of order n"
    )
    yield curve.row()


def solved(code: str, stop: int) -> int:
    """Find a quotient and check it; return its order."""
    ruleset = TakeAndBreak(code)
    rows, reach = rows_of(ruleset), reach_of(ruleset)
    claim = solve(rows, stop, code, reach).claim()
    check(claim, rows, reach)
    return claim.order


def searched_row(row: int) -> Row:
    """Compare all of Kayles with the search of one row's positions."""

    def search() -> None:
        ruleset = TakeAndBreak("0.77")
        Positions(ruleset, Limits(positions=10**6)).outcome((row,))

    spent = measure.in_turn({"own": lambda: solved("0.77", 200), "search": search}, 1)
    return (
        f"quotient: Kayles, heaps of every size; the search of a row of {row}",
        f"{spent['own'].median:.3g} s; {spent['search'].median:.3g} s",
        f"{spent['search'].over(spent['own'])} times as long for the search",
        "",
    )


def sum_row(heaps: int) -> Row:
    """Answer a sum of many rows of Kayles, and count its winning moves."""
    ruleset = TakeAndBreak("0.77")
    quotient = ruleset.misere_quotient()
    sizes = np.random.default_rng(1).integers(1, 10**9, heaps).tolist()
    spent = measure.timed(
        lambda: QuotientAnswers(sizes, quotient).count_options(0), 1
    )  # fmt: skip
    return (
        f"quotient: the winning moves of {heaps:,} rows of Kayles up to 10⁹, counted",
        f"{spent.median:.2f} s",
        "",
        "seconds",
    )
