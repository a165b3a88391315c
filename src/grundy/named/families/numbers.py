"""Games of a few numbers: coordinates, several heaps at once, bars of chocolate, a clock."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations_with_replacement
from math import gcd

from grundy.games.coordinates import Coordinates
from grundy.named.entry import (
    OURS,
    Entry,
    formula,
    p_positions,
    value_of,
    values,
    values_of,
    winning_moves,
)
from grundy.named.rules.bars import Chocolate, Chomp
from grundy.named.rules.euclid import Differences, Euclid, EuclidToZero
from grundy.named.rules.nim import Moore, NimWithPass
from grundy.named.rules.take_away import Dudeney, FibonacciNim, WindUp
from grundy.values import Value


def _pairs(stop: int, start: int = 0) -> Iterator[str]:
    return (f"{a},{b}" for a in range(start, stop) for b in range(a, stop))


def _euclid() -> Iterator[tuple[str, Value]]:
    for x in range(1, 61):
        for y in range(1, 61):
            yield f"{x},{y}", abs(x * x - y * y) // (x * y)


def _below_golden() -> list[str]:
    """Return pairs of different numbers whose ratio is below the golden one."""
    pairs = (tuple(map(int, text.split(","))) for text in _pairs(40, 1))
    return [f"{x},{y}" for x, y in pairs if x < y and y * y < x * y + x * x]


def _differences() -> Iterator[tuple[str, Value]]:
    for x in range(1, 25):
        for y in range(x + 1, 25):
            yield f"{x},{y}", (y // gcd(x, y)) % 2


def _one_heap_and_a_pass() -> Iterator[tuple[str, Value]]:
    for heap in (*range(1, 40), 10**50):
        yield str(heap), heap + 1 if heap % 2 else heap - 1


def _pairs_and_a_pass() -> list[str]:
    return [f"{n},{n + 1}" for n in range(1, 24, 2)]


def _even_dudeney() -> list[str]:
    return [str(n) for n in range(1, 100) if n % 5 == 0]


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
        start="8,20",
        source="A. J. Cole and A. J. T. Davie, 1969; G. Nivasch, 2006",
        facts=[formula("⌊|x/y - y/x|⌋", _euclid)],
    ),
    Entry(
        key="euclid-to-zero",
        name="Euclid to zero",
        rule="Subtract a multiple of the smaller of two numbers from the larger; one may become "
        "0, and that ends the game.",
        make=EuclidToZero,
        start="8,20",
        source="A. J. Cole and A. J. T. Davie, 1969; G. Cairns, N. B. Ho and T. Lengyel, 2011",
        facts=[
            p_positions(
                *_below_golden(),
                among=lambda: _pairs(40, 1),
                told="Two positive numbers are lost when they differ and their ratio is below "
                "the golden one, (1 + √5) / 2",
            )
        ],
    ),
    Entry(
        key="euclid-differences",
        name="Euclid's game of differences",
        rule="Write the difference of two of the numbers on the board that does not stand there "
        "yet.",
        make=Differences,
        start="4,10",
        source="A. Bogomolny, Euclid's game, 1997",
        facts=[
            formula(
                "Every play ends with all multiples of the greatest common divisor up to the "
                "larger number",
                _differences,
            )
        ],
    ),
    Entry(
        key="nim-with-a-pass",
        name="Nim with a pass",
        rule="Take any number of tokens from one heap, or pass; only one pass is there for both "
        "players, and none once the heaps are empty.",
        make=NimWithPass,
        start="3,4,5",
        source="R. E. Morrison, E. J. Friedman and A. S. Landsberg, 2012; R. M. Low and "
        "W. H. Chan, 2015",
        facts=[
            formula("One heap of n: n + 1 for odd n, n - 1 for even n", _one_heap_and_a_pass),
            p_positions(
                *_pairs_and_a_pass(),
                among=lambda: _pairs(25, 1),
                told="Two heaps are lost when they are 2k - 1 and 2k",
            ),
            values_of({"1,2,3": 1, "2,3,4": 4, "3,4,5": 3, "3,4,5:0": 2}, source=OURS),
        ],
    ),
    Entry(
        key="dudeney",
        name="Dudeney's game",
        rule="Take from one heap a number of the set S, or from 1 to S, but not the number that "
        "the last move took.",
        make=Dudeney,
        start="12",
        source="H. E. Dudeney; D.U.D.E.N.E.Y in Winning Ways, ch. 15",
        facts=[
            p_positions(
                *_even_dudeney(),
                among=lambda: map(str, range(1, 100)),
                told="With an even Y a first move loses exactly from a multiple of Y + 1: the "
                "answer to x is Y + 1 - x, which is no echo",
            )
        ],
        parameters="dudeney(4)",
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
        start="4",
        source="Davies, 2023",
        facts=[values(0, 1, 2, 0, 1, 2, 0)],
        parameters="wind-up(7,{1,2,5})",
    ),
)
