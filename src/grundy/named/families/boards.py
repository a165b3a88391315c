"""Games on rows, boards and paper: Sticks, Cram, Sprouts, Brussels Sprouts."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.heaps.rules.take_and_break import TakeAndBreak
from grundy.named.clobber import CannibalClobber, Clobber
from grundy.named.cram import Cram
from grundy.named.entry import OURS, Entry, formula, p_positions, value_of, values, values_of, zeros
from grundy.named.nogo import NoGo
from grundy.named.rules.rows import DawsonsChess, Sticks
from grundy.named.sprouts.brussels import BrusselsSprouts
from grundy.named.sprouts.sprouts import Sprouts
from grundy.values import Value

_LEMOINE = "D. Applegate, G. Jacobson and D. Sleator, 1991; J. Lemoine and S. Viennot, 2012"
_MCGS = "T. Folkersen, M. Müller and others, results of MCGS, 2025"
_BELING = "P. Beling; J. Lemoine and S. Viennot, 2012"


def _two_rows() -> Iterator[tuple[str, Value]]:
    return ((f"2,{columns}", columns % 2) for columns in range(1, 9))


def _one_row() -> Iterator[tuple[str, Value]]:
    found = TakeAndBreak("0.07").values(15).tolist()
    return ((f"1,{cells}", found[cells]) for cells in range(1, 15))


def _even_sides() -> Iterator[tuple[str, Value]]:
    return ((f"{rows},{columns}", 0) for rows in (2, 4, 6, 8) for columns in (2, 4, 6, 8))


def _pawns() -> Iterator[tuple[str, Value]]:
    found = TakeAndBreak("0.137").values(120).tolist()
    return ((str(files), found[files]) for files in range(120))


def _parities() -> Iterator[tuple[str, Value]]:
    return ((str(crosses), crosses % 2) for crosses in range(1, 30))


_NOGO_ROWS = (0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3, 1, 0, 3, 1, 0, 2, 2, 3, 1, 3, 3, 1, 0)


def _nogo_rows() -> Iterator[tuple[str, Value]]:
    return ((f"1x{n}", value) for n, value in enumerate(_NOGO_ROWS[:17], start=1))


def _cannibal_rows() -> Iterator[tuple[str, Value]]:
    found = TakeAndBreak("0.6").values(60).tolist()
    return ((f"1x{n}", found[n]) for n in range(1, 60))


ENTRIES = (
    Entry(
        key="sticks",
        name="Sticks",
        rule="From rows of sticks take one, two or three that lie side by side in one row; "
        "a gap stays where they lay.",
        make=Sticks,
        start="10 3 ||.|||",
        source="CEOI 2000, day 2; a full row is the game 0.777",
        facts=[
            values(0, 1, 2, 3, 4, 1, 6, 3, 2, 1, 6),
            zeros(0, stop=1_000),
            values_of({"10 10 10": 6, "|||...|||||||": 0, "||.|||": 1, "10 3 ||.|||": 4}),
        ],
    ),
    Entry(
        key="dawsons-chess-row",
        name="Dawson's chess on any row",
        rule="Advance a pawn in a file that has its two pawns; the captures that follow clear "
        "that file and those beside it.",
        make=DawsonsChess,
        start="10",
        source="T. R. Dawson, 1935; Winning Ways, ch. 4",
        facts=[
            formula("A row of n files is a heap of n in 0.137", _pawns),
            values_of({"||.|||": 3, "|.|.|": 1, "||||.||||": 0}),
        ],
    ),
    Entry(
        key="cram",
        name="Cram",
        rule="Place a domino on two free cells that lie side by side, either way.",
        make=Cram,
        start="3,5",
        source="M. Gardner 1974; Winning Ways, ch. 15",
        facts=[
            formula("A board of 2 × n has the values 1, 0, 1, 0, …", _two_rows),
            formula("A row of n cells is Dawson's Kayles, 0.07", _one_row),
            formula("A board with two even sides has the value 0", _even_sides),
            values_of({"3,1": 1, "3,2": 1, "3,3": 0, "3,4": 1, "3,5": 1, "3,6": 4}),
            value_of("4,5", 2, source=_BELING),
            value_of("5,7", 1, source=_BELING, long=True),
        ],
    ),
    Entry(
        key="clobber",
        name="Clobber",
        rule="Move a stone of either colour onto a neighbouring stone of the other one, which it "
        "takes.",
        make=Clobber,
        start="1x4",
        source="M. H. Albert, J. P. Grossman, R. J. Nowakowski and D. Wolfe, 2005; impartial: "
        "MCGS, 2025",
        facts=[
            values_of(
                {
                    f"1x{n}": value
                    for n, value in enumerate(
                        (0, 1, 1, 3, 0, 0, 2, 2, 4, 0, 5, 2, 2, 0, 0, 3), start=1
                    )
                },
                source=OURS,
            ),
            values_of({"3x3": 1, "3x5": 1, "xx/oo": 0, "xox/x.o": 1}, source=OURS),
        ],
    ),
    Entry(
        key="cannibal-clobber",
        name="Cannibal Clobber",
        rule="Move a stone onto a neighbouring one, of whatever colour, which it takes.",
        make=CannibalClobber,
        start="1x9",
        source="MCGS, 2025; on a row it is Officers, 0.6: a move empties a cell that has a "
        "neighbour",
        facts=[
            formula("A row of n stones is a heap of n in 0.6", _cannibal_rows),
            values_of({"2x2": 0, "3x3": 2, "2x5": 0, "xxx/x.x": 1}, source=OURS),
        ],
    ),
    Entry(
        key="nogo",
        name="NoGo",
        rule="Place a stone of either colour so that every block of one colour keeps an empty "
        "cell beside it.",
        make=NoGo,
        start="2x3",
        source="the Banff workshop on combinatorial games, 2011; impartial: MCGS, 2025",
        facts=[
            formula("Rows of 1 to 17 cells have the published values", _nogo_rows, source=_MCGS),
            values_of({"2x2": 1, "2x3": 1, "2x4": 0, "2x5": 0, "3x3": 0, "2x6": 0}, source=_MCGS),
            values_of({"2x7": 0, "2x8": 1, "3x4": 0, "3x5": 1, "4x4": 0}, source=_MCGS, long=True),
            values_of(
                {f"1x{n}": _NOGO_ROWS[n - 1] for n in range(18, 25)}, source=_MCGS, long=True
            ),
            values_of({"2x9": 1, "3x6": 0}, source=_MCGS, long=True),
        ],
    ),
    Entry(
        key="sprouts",
        name="Sprouts",
        rule="Join two spots, or a spot to itself, by a curve that meets no other, and put a new "
        "spot on it; no spot has more than three ends of curves.",
        make=Sprouts,
        start="3",
        source="J. H. Conway and M. S. Paterson 1967; Winning Ways, ch. 17",
        facts=[
            p_positions(
                "0",
                "1",
                "2",
                among=lambda: map(str, range(6)),
                told="Of 0 to 5 spots 0, 1 and 2 are lost; so is n up to 44 when n mod 6 is one "
                "of these",
                source=_LEMOINE,
            ),
            values_of({"3": 1, "4": 1, "5": 1}, source="found by the search"),
            values_of({"6": 0, "7": 0}, source=_LEMOINE, long=True),
        ],
    ),
    Entry(
        key="brussels-sprouts",
        name="Brussels Sprouts",
        rule="Join two free ends of crosses by a curve that meets no other, and draw a stroke "
        "across it, which gives two new ends.",
        make=BrusselsSprouts,
        start="3",
        source="J. H. Conway and M. S. Paterson 1967; Winning Ways, ch. 17",
        facts=[formula("n crosses last 5n - 2 moves, and have the value n mod 2", _parities)],
    ),
)
