"""Coins that are turned: turtles, Ruler, and Turning Corners."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial, reduce
from operator import xor
from typing import Any

from grundy.errors import LimitError, PositionError
from grundy.games.coins import NO_HEADS, Coins, Heads
from grundy.games.ruleset import NamedMoves
from grundy.games.scenes import Kind, Scene, board_scene
from grundy.games.state_text import each_move, naturals, read_numbers, written
from grundy.games.values.one_value import ByFormula
from grundy.named.entry import COINS, Entry, Tame, formula, values, values_of
from grundy.nimbers import Nimber
from grundy.runtime.limits import Limits

Coin = tuple[int, int]
Board = tuple[Coin, ...]
_DRAWN = 30
_MOST_ROWS = 5_000  # in which a corner is looked for; each takes a division of nimbers
_BOARD = 16  # rows and columns of a board that is drawn as shapes


class ByCorners(ByFormula["TurningCorners"]):
    """The nim-products of the coordinates; the moves to a value by division."""

    def options_of_value(
        self, state: Board, value: int, *, limits: Limits | None = None
    ) -> Iterator[tuple[str, Board]]:
        change = Nimber(self.ruleset.formula(state) ^ value)
        rows = ((x, y, a) for x, y in state for a in range(x if y and change else 0))
        for (x, y, a), _ in each_move(self.ruleset, state, rows, limits, _MOST_ROWS):
            b = y ^ int(change / Nimber(x ^ a))
            if b < y:
                yield _turned(state, (x, y), (a, b))


class TurningCorners(Tame, NamedMoves):
    """Turn the four corners of a rectangle; the one farthest from the origin shows heads.

    Source: H. W. Lenstra, 1978; Winning Ways, ch. 14; ONAG, ch. 6.
    """

    text = "turning-corners"
    evaluator = ByCorners

    def moves(self, state: Board) -> Iterator[tuple[str, Board]]:
        for x, y in state:
            for a in range(x if y else 0):
                for b in range(y):
                    yield _turned(state, (x, y), (a, b))

    def canonical(self, state: Board) -> Board:
        """Return the board or its mirror image across the diagonal."""
        return min(state, tuple(sorted((y, x) for x, y in state)))

    def legal(self, state: Any) -> Board:
        listed = isinstance(state, Iterable) and not isinstance(state, str)
        several = listed and getattr(state, "ndim", 1) > 0  # a NumPy scalar has no axis
        pairs = tuple(state) if several else ()
        if pairs and not isinstance(pairs[0], Iterable):
            pairs = (pairs,)
        if not several:
            pairs = (state,)
        coins = sorted(naturals(coin, self.text, "2,3 or 2,3:4,5", count=2) for coin in pairs)
        if len(set(coins)) < len(coins):
            raise PositionError(f"In {self.text} no two coins share a place.")
        return tuple((coin[0], coin[1]) for coin in coins)

    def parse(self, text: str) -> Board:
        """Read the places of the heads, such as ``2,3`` or ``2,3:4,5``; ``-`` for none."""
        if text.strip() == NO_HEADS:
            return ()
        return self.legal(tuple(read_numbers(word) for word in text.split(":")))

    def format(self, state: Board) -> str:
        return ":".join(map(written, state)) or NO_HEADS

    def draw(self, state: Board) -> str:
        rows = max((x for x, _ in state), default=0) + 1
        columns = max((y for _, y in state), default=0) + 1
        if max(rows, columns) > _DRAWN:
            return self.format(state)
        heads = frozenset(state)
        ys = range(columns)
        lines = ("".join("H" if (x, y) in heads else "." for y in ys) for x in range(rows))
        return "\n".join(f"{x:>2} {line}" for x, line in enumerate(lines))

    def scene(self, state: Board) -> Scene | None:
        rows = max((x for x, _ in state), default=0) + 1
        columns = max((y for _, y in state), default=0) + 1
        if max(rows, columns) > _BOARD:
            return None
        heads = frozenset(state)
        coins: dict[bool, tuple[Kind, str]] = {True: ("heads", "H"), False: ("tails", "")}
        numbers = [str(number) for number in range(max(rows, columns))]
        lines = [[coins[(x, y) in heads] for y in range(columns)] for x in range(rows)]
        return board_scene(lines, numbers[:rows], numbers[:columns])

    @property
    def formula(self) -> Callable[[Board], int]:
        """The nim-sum of the nim-products of the heads' coordinates."""
        return lambda state: reduce(xor, (int(Nimber(x) * Nimber(y)) for x, y in state), 0)

    misere = (
        "Misère: heads on row 1 alone, or on column 1 alone, those at a coordinate 0 left out, are "
        "lost as a row of Turning Turtles is."
    )

    def is_exchanged(self, state: Board) -> bool | None:
        """Return it for one line of heads that is Turning Turtles; None elsewhere."""
        left = [(x, y) for x, y in state if x and y]
        for line, place in ((0, 1), (1, 0)):
            if all(coin[line] == 1 for coin in left):
                return _is_paired(tuple(coin[place] for coin in left))
        return None


def _turned(state: Board, far: Coin, near: Coin) -> tuple[str, Board]:
    (x, y), (a, b) = far, near
    turned = frozenset(state).symmetric_difference({(x, y), (a, y), (x, b), (a, b)})
    return f"turn the rectangle from {a},{b} to {x},{y}", tuple(sorted(turned))


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


class _Turned(Tame, Coins):
    """Coins of which it is known in which rows misère play exchanges the values 0 and 1."""

    def __init__(
        self,
        most: int | None,
        *,
        is_exchanged: Callable[[Heads], bool],
        misere: str,
        **options: Any,
    ) -> None:
        super().__init__(most, **options)
        self._is_exchanged, self._misere = is_exchanged, misere

    @property
    def misere(self) -> str:
        return self._misere

    def is_exchanged(self, state: Heads) -> bool:
        return self._is_exchanged(state)


def _is_paired(state: Heads) -> bool:
    return all(head < 2 or head ^ 1 in state for head in state)


def _has_small_value(state: Heads) -> bool:
    return reduce(xor, map(odious, state), 0) < 2


def _has_odd_places(state: Heads) -> bool:
    return all(head % 2 for head in state)


FAMILY = COINS

ENTRIES = (
    Entry(
        key="turning-turtles",
        name="Turning Turtles",
        rule="Turn a coin from heads to tails and, if you like, one coin to its left; "
        "the first coin is number 1.",
        make=partial(
            _Turned,
            2,
            first=1,
            text="turning-turtles",
            coin=int,
            partners=_one_turtle,
            is_exchanged=_is_paired,
            misere="Misère: of heads in whole pairs 2n, 2n + 1, with or without the head 1, an odd "
            "number of pairs is lost, that head counted as one; all other rows are as in normal "
            "play.",
        ),
        start="1,3,5",
        source="H. W. Lenstra, 1978; Winning Ways, ch. 14",
        facts=[values(*range(1, 20), start=1), values_of({"1,3,5": 7, "1,2,3": 0})],
    ),
    Entry(
        key="mock-turtles",
        name="Mock Turtles",
        rule="Turn a coin from heads to tails and, if you like, one or two coins to its left; "
        "the first coin is number 0.",
        make=partial(
            _Turned,
            3,
            text="mock-turtles",
            coin=odious,
            partners=_two_turtles,
            is_exchanged=_has_small_value,
            misere="Misère: lost are the rows of value 1.",
        ),
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
            _Turned,
            None,
            consecutive=True,
            first=1,
            text="ruler",
            coin=lambda n: n & -n,
            partners=_run_below,
            is_exchanged=_has_odd_places,
            misere="Misère: of heads on odd places alone an odd number is lost; all other rows are "
            "as in normal play.",
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
            formula(
                "The value of a head is the nim-product of its coordinates",
                lambda: (
                    (f"{x},{y}", int(Nimber(x) * Nimber(y))) for x in range(17) for y in range(17)
                ),
            )
        ],
    ),
)
