"""Games of a few numbers: coordinates, several heaps at once, bars of chocolate, a clock."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations_with_replacement

from grundy.games.families.coordinates import Coordinates
from grundy.named.entry import Entry
from grundy.named.facts import (
    OURS,
    formula,
    p_positions,
    value_of,
    values,
    values_of,
    winning_moves,
)
from grundy.named.rules.bars import Chocolate, Chomp
from grundy.named.rules.numbers import Euclid, FibonacciNim, Moore, WindUp
from grundy.values import Value


def _pairs(stop: int, start: int = 0) -> Iterator[str]:
    return (f"{a},{b}" for a in range(start, stop) for b in range(a, stop))


def _euclid() -> Iterator[tuple[str, Value]]:
    for x in range(1, 61):
        for y in range(1, 61):
            yield f"{x},{y}", abs(x * x - y * y) // (x * y)


def _moore() -> Iterator[str]:
    heaps = combinations_with_replacement(range(1, 5), 3)
    return (",".join(map(str, each)) for each in heaps)


_CHOCOLATE = (
    (0, 1, 2, 3, 1, 4, 3, 2, 1, 4),
    (1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
    (2, 1, 1, 4, 1, 1, 4),
)


def _bars() -> Iterator[tuple[str, Value]]:
    for a, row in enumerate(_CHOCOLATE, start=1):
        for b, value in enumerate(row, start=1):
            yield f"{a},{b}", value
            yield f"{b},{a}", value


ENTRIES = (
    Entry(
        key="wythoff",
        name="Wythoff's game",
        rule="Take any number of tokens from one of two heaps, or the same number from both.",
        make=partial(Coordinates, [(1, 0), (0, 1), (1, 1)], text="wythoff"),
        start="8,12",
        source="W. A. Wythoff, 1907",
        facts=[
            p_positions(
                *("0,0", "1,2", "3,5", "4,7", "6,10", "8,13"),
                among=lambda: _pairs(15),
                told="P-positions below 15: (0,0), (1,2), (3,5), (4,7), (6,10), (8,13)",
            ),
            value_of("8,12", 18, source="Greek lecture on the Grundy function"),
            winning_moves("8,12", "6,10", source="Greek lecture on the Grundy function"),
        ],
    ),
    Entry(
        key="euclid",
        name="Euclid",
        rule="Subtract a multiple of the smaller of two positive numbers from the larger; "
        "both stay positive.",
        make=Euclid,
        start="8,12",
        source="A. J. Cole and A. J. T. Davie, 1969; G. Nivasch, 2006",
        facts=[formula("⌊|x/y - y/x|⌋", _euclid)],
    ),
    Entry(
        key="moore",
        name="Moore's Nim",
        rule="Take tokens from at least one heap and at most k heaps, any number from each.",
        make=Moore,
        start="1,3,5",
        source="E. H. Moore, 1910",
        facts=[
            p_positions(
                *("1,1,1", "2,2,2", "3,3,3", "4,4,4"),
                among=_moore,
                told="Three heaps of 1 to 4 with k = 2: P when every binary digit occurs 0 or 3 "
                "times, so when all are equal",
            )
        ],
        parameters="moore(2)",
    ),
    Entry(
        key="fibonacci-nim",
        name="Fibonacci Nim",
        rule="Take tokens from one heap, at most twice as many as the last move took; "
        "the first move may not take all.",
        make=FibonacciNim,
        start="12",
        source="M. J. Whinihan, 1963",
        facts=[
            p_positions(
                *map(str, (1, 2, 3, 5, 8, 13, 21, 34)),
                among=lambda: map(str, range(1, 50)),
                told="A first move loses exactly from a Fibonacci number of tokens",
            )
        ],
    ),
    Entry(
        key="chocolate",
        name="Chocolate",
        rule="Cut a bar in two, or eat an inner row or column of it, or eat its whole rim.",
        make=Chocolate,
        start="3,4 5,5",
        source="C.-S. Negrușeri, problem 9; Ukrainian olympiad in informatics",
        facts=[
            formula("The values of bars with 1, 2 and 3 rows", _bars),
            winning_moves("3,4 5,5", "1,4 + 2,4 + 5,5", "2,4 + 1,4 + 5,5", source=OURS),
        ],
    ),
    Entry(
        key="chomp",
        name="Chomp",
        rule="Bite off all squares of a chocolate bar that are not above or left of a square; "
        "the first square is poisoned.",
        make=Chomp,
        start="4,4,4",
        source="F. Schuh, 1952; D. Gale, 1974",
        facts=[
            values_of({f"{n},{n}": value for n, value in enumerate((1, 2, 4, 5, 7, 8), start=1)}),
            winning_moves("4,4,4", "4,2,2"),
        ],
    ),
    Entry(
        key="wind-up",
        name="Wind-up",
        rule="Move a token back round a clock of n places, by a number of the set S; "
        "who reaches 0 wins.",
        make=WindUp,
        start="3",
        source="Davies, 2023",
        facts=[values(0, 1, 2, 0, 1, 2, 0)],
        parameters="wind-up(7,{1,2,5})",
    ),
)
