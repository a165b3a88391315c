"""Games with coins: coins that move along a strip, and coins that are turned."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial, reduce
from itertools import combinations
from operator import xor

from grundy.errors import LimitError
from grundy.games.coins import Coins, Heads
from grundy.named.entry import OURS, Entry, formula, values, values_of
from grundy.named.rules.strips import Nimble, SilverDollar, Staircase, Welter
from grundy.named.rules.turning_corners import TurningCorners
from grundy.nimbers import Nimber
from grundy.values import Value

_LONGEST_RUN = 1_000_000  # coins that one move turns


def odious(place: int) -> int:
    """Return the odious number at this place, from 0: of n and its parity, 2n or 2n + 1."""
    return 2 * place + (place.bit_count() % 2 == 0)


def _one_turtle(place: int, number: int) -> Iterator[Heads]:
    """Yield the coin whose place is the number, or none."""
    if number == 0:
        yield ()
    elif number < place:
        yield (number,)


def _two_turtles(place: int, number: int) -> Iterator[Heads]:
    """Yield up to two coins whose odious numbers have this nim-sum."""
    if number == 0:
        yield ()
    elif number.bit_count() % 2:
        yield from ((n,) for n in [number >> 1] if n < place)
    else:
        apart = number >> 1
        top = apart.bit_length() - 1
        high = place - 1
        while high >= 1 << top:
            if high >> top & 1:
                yield high, high ^ apart
                high -= 1
            else:
                high = (high >> top << top) - 1  # below the run of places without this bit


def _run_below(place: int, number: int) -> Iterator[Heads]:
    """Yield the run of neighbours before a place whose lowest bits add up to a number."""
    end, code = 0, (place - 1) ^ (place - 1 >> 1) ^ number
    while code:
        end, code = end ^ code, code >> 1
    if end < place and place - end <= _LONGEST_RUN:
        yield tuple(range(place - 1, end, -1))
    elif end < place:
        raise LimitError(
            f"The one move of the coin at {place} to the value asked turns more than "
            f"{_LONGEST_RUN:,} coins, too many to write down."
        )


def _each_step() -> Iterator[tuple[str, Value]]:
    return ((f"{a},{b},{c}", a ^ c) for a in range(4) for b in range(4) for c in range(4))


def _nimble() -> Iterator[tuple[str, Value]]:
    for squares in combinations(range(9), 3):
        yield ",".join(map(str, squares)), reduce(xor, squares)


def _gaps() -> Iterator[tuple[str, Value]]:
    for a, b, c, d in combinations(range(9), 4):
        yield f"{a},{b},{c},{d}", (b - a - 1) ^ (d - c - 1)


def _two_coins() -> Iterator[tuple[str, Value]]:
    """Welter's function of two squares is their nim-sum less 1."""
    return ((f"{a},{b}", (a ^ b) - 1) for a, b in combinations(range(20), 2))


def _nim_products() -> Iterator[tuple[str, Value]]:
    return ((f"{x},{y}", int(Nimber(x) * Nimber(y))) for x in range(17) for y in range(17))


ENTRIES = (
    Entry(
        key="staircase",
        name="Staircase Nim",
        rule="Move any number of coins from one step of a staircase to the step below; "
        "below the first step is the ground.",
        make=Staircase,
        start="1,3,2",
        source="Winning Ways, ch. 15",
        facts=[formula("The nim-sum of the coins on odd steps", _each_step)],
    ),
    Entry(
        key="nimble",
        name="Nimble",
        rule="Move one coin of a strip any number of squares to the left; coins may share squares.",
        make=Nimble,
        start="1,3,5",
        source="Winning Ways, ch. 15",
        facts=[formula("The nim-sum of the coins' squares", _nimble)],
    ),
    Entry(
        key="silver-dollar",
        name="Silver dollar game without the dollar",
        rule="Move one coin of a strip to the left over empty squares; no coin jumps over "
        "another or shares a square.",
        make=SilverDollar,
        start="1,3,5,9",
        source="N. G. de Bruijn; Winning Ways, ch. 15",
        facts=[formula("Four coins: the nim-sum of the first and last gap", _gaps)],
    ),
    Entry(
        key="welter",
        name="Welter's game",
        rule="Move one coin of a strip to any empty square to the left; it may jump over others.",
        make=Welter,
        start="1,3,6",
        source="C. P. Welter, 1954; J. H. Conway, On Numbers and Games, ch. 13",
        facts=[
            formula("Two coins: one less than the nim-sum of their squares", _two_coins),
            values_of({"2,3,5,7": 5, "1,3,6": 7, "0,1,2": 0}, source=OURS),
        ],
    ),
    Entry(
        key="turning-turtles",
        name="Turning Turtles",
        rule="Turn a coin from heads to tails and, if you like, one coin to its left; "
        "the first coin is number 1.",
        make=partial(Coins, 2, first=1, text="turning-turtles", coin=int, partners=_one_turtle),
        start="1,3,5",
        source="H. W. Lenstra, 1978; Winning Ways, ch. 14",
        facts=[values(*range(1, 20), start=1), values_of({"1,3,5": 7, "1,2,3": 0})],
    ),
    Entry(
        key="mock-turtles",
        name="Mock Turtles",
        rule="Turn a coin from heads to tails and, if you like, one or two coins to its left; "
        "the first coin is number 0.",
        make=partial(Coins, 3, text="mock-turtles", coin=odious, partners=_two_turtles),
        start="1,3,5",
        source="Winning Ways, ch. 14",
        facts=[values(1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22)],
    ),
    Entry(
        key="ruler",
        name="Ruler",
        rule="Turn any number of neighbouring coins, of which the last goes from heads to tails; "
        "the first coin is number 1.",
        make=partial(
            Coins,
            None,
            consecutive=True,
            first=1,
            text="ruler",
            coin=lambda n: n & -n,
            partners=_run_below,
        ),
        start="2,4,5",
        source="Winning Ways, ch. 14",
        facts=[values(1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16, start=1)],
    ),
    Entry(
        key="turning-corners",
        name="Turning Corners",
        rule="Turn the four coins at the corners of a rectangle, of which the one with the "
        "greatest coordinates goes from heads to tails; coordinates count from 0.",
        make=TurningCorners,
        start="2,3",
        source="H. W. Lenstra, 1978; Winning Ways, ch. 14",
        facts=[
            formula("The value of a head is the nim-product of its coordinates", _nim_products),
        ],
    ),
)
