"""Games of two numbers: Wythoff's game, Euclid's game and its variants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from math import gcd, isqrt
from typing import Any

from grundy.errors import PositionError
from grundy.games.coordinates import Coordinates
from grundy.games.protocols import Theorem
from grundy.games.ruleset import NamedMoves, OfNumbers
from grundy.games.scenes import Kind, Scene, strip_drawn, strip_scene
from grundy.games.state_text import distinct, naturals
from grundy.named.entry import (
    NUMBERS,
    OURS,
    Entry,
    FixedLength,
    Numbers,
    formula,
    p_positions,
    value_of,
    winning_moves,
)


class Wythoff(Coordinates):
    """Wythoff's game.

    Source of misère play: A. S. Fraenkel, "Wythoff games, continued fractions, cedar trees and
    Fibonacci searches", 1984.
    """

    def __init__(self) -> None:
        super().__init__([(1, 0), (0, 1), (1, 1)], text="wythoff")

    @property
    def theorem(self) -> Theorem:
        return Theorem(
            "Lost are the pairs ⌊kφ⌋, ⌊kφ²⌋ in either order, for k = 0, 1, 2, …, with "
            "φ = (1 + √5)/2.",
            "W. A. Wythoff, 1907",
            _is_golden,
            lambda state: self._reaching(state, _golden_around(state)),
        )

    @property
    def misere_theorem(self) -> Theorem:
        return Theorem(
            "Misère: lost are 0,1 and 2,2 in place of 0,0 and 1,2; all others are as in normal "
            "play.",
            "A. S. Fraenkel, 1984",
            _is_lost_in_misere,
            self._misere_moves,
        )

    def _misere_moves(self, state: Numbers) -> Iterator[tuple[str, Numbers]]:
        options = filter(_is_lost_in_misere, (*_golden_around(state), (0, 1), (1, 0), (2, 2)))
        return self._reaching(state, options)

    def _reaching(
        self, state: Numbers, options: Iterable[Numbers]
    ) -> Iterator[tuple[str, Numbers]]:
        """Yield the moves to those of these options that one move leads to."""
        for option in dict.fromkeys(options):
            one, other = amounts = (state[0] - option[0], state[1] - option[1])
            if min(amounts) >= 0 and any(amounts) and (one == other or not min(amounts)):
                yield self._name(amounts), option


def _lower(k: int) -> int:
    """Return ⌊kφ⌋, with φ = (1 + √5)/2."""
    return (k + isqrt(5 * k * k)) // 2


def _is_golden(state: Numbers) -> bool:
    low, high = sorted(state)
    return low == _lower(high - low)


def _partner(heap: int) -> int:
    """Return the number that stands with another one in a pair ⌊kφ⌋, ⌊kφ²⌋."""
    root = isqrt(5 * (heap + 1) ** 2)
    k = (root - heap - 1) // 2  # ⌊(heap + 1)/φ⌋
    if _lower(k) == heap:
        return heap + k
    return heap - (3 * (heap + 1) - root - 1) // 2  # that of ⌊(heap + 1)/φ²⌋


def _golden_around(state: Numbers) -> tuple[Numbers, ...]:
    """Return the pairs on the lines of the three kinds of moves."""
    one, other = state
    low = _lower(abs(one - other))
    excess = one - min(state), other - min(state)
    both = low + excess[0], low + excess[1]
    return (_partner(other), other), (one, _partner(one)), both


def _is_lost_in_misere(state: Numbers) -> bool:
    if max(state) <= 2:
        return sorted(state) in ([0, 1], [2, 2])
    return _is_golden(state)


class Euclid(NamedMoves, OfNumbers):
    """Two positive numbers: subtract a multiple of the smaller; both stay positive."""

    text = "euclid"

    def moves(self, state: Numbers) -> Iterator[tuple[str, Numbers]]:
        a, b = state
        for amount in range(min(a, b), max(a, b), min(a, b)):
            yield f"take {amount} from {max(a, b)}", (a - amount, b) if a > b else (a, b - amount)

    def canonical(self, state: Numbers) -> Numbers:
        """Return the smaller number first."""
        return tuple(sorted(state))

    def legal(self, state: Any) -> Numbers:
        return naturals(state, self.text, "8,12", count=2, least=1)

    @property
    def formula(self) -> Callable[[Numbers], int]:
        """⌊|x/y - y/x|⌋."""
        return lambda state: abs(state[0] ** 2 - state[1] ** 2) // (state[0] * state[1])

    def moves_by_formula(self, state: Numbers, value: int) -> Iterator[tuple[str, Numbers]]:
        """Yield the moves to this value; they are where the formula says."""
        low, high = sorted(state)
        least = 0 if high % low else 1  # both numbers stay positive
        for times in sorted({0, *range(max(value - 1, 0), value + 3)}, reverse=True):
            left = high % low + low * times
            if least <= times and left < high:
                option = (left, low) if state[0] > state[1] else (low, left)
                if self.formula(option) == value:
                    yield f"take {high - left} from {high}", option

    @property
    def misere_theorem(self) -> Theorem:
        """Normal play, but for Fibonacci numbers.

        Source: V. Gurvich, "On the misère version of game Euclid and miserable games", 2007.
        """
        return Theorem(
            "Misère: it is normal play, but for multiples of two Fibonacci numbers in a row, where "
            "all moves are forced and who wins changes.",
            "V. Gurvich, 2007",
            _euclid_misere,
            lambda state: _leaving(state, _euclid_misere),
        )


class EuclidToZero(NamedMoves, OfNumbers):
    """Two numbers: subtract a multiple of the smaller from the larger, until one is 0."""

    text = "euclid-to-zero"

    def moves(self, state: Numbers) -> Iterator[tuple[str, Numbers]]:
        low, high = sorted(state)
        if low:
            for times in range(1, high // low + 1):
                yield from _after(state, high - times * low)

    def canonical(self, state: Numbers) -> Numbers:
        """Return the smaller number first."""
        return tuple(sorted(state))

    def legal(self, state: Any) -> Numbers:
        return naturals(state, self.text, "8,12", count=2)

    @property
    def formula(self) -> Callable[[Numbers], int]:
        """The value from the quotients of Euclid's algorithm."""
        return _to_zero

    def moves_by_formula(self, state: Numbers, value: int) -> Iterator[tuple[str, Numbers]]:
        """Yield the moves to a value: one that leaves the remainder, or one of the others."""
        low, high = sorted(state)
        if not low:
            return
        times, rest = divmod(high, low)
        left_out = _to_zero((rest, low))
        place = 0 if value == left_out else value + (value < left_out)
        if place < times:
            yield from _after(state, rest + place * low)

    @property
    def misere_theorem(self) -> Theorem:
        """The golden ratio.

        Who leaves a 0 has lost, and nobody has to but from two equal numbers: so it is Euclid's
        game with both numbers positive, where who cannot move loses.
        """
        return Theorem(
            "Misère: two positive numbers are lost when their ratio is below the golden ratio.",
            OURS,
            _is_close,
            lambda state: _leaving(state, _is_close),
        )


def _is_close(state: Numbers) -> bool:
    """Return whether the ratio of two positive numbers is below the golden one."""
    low, high = sorted(state)
    return low > 0 and high * high - low * low < low * high


def _euclid_misere(state: Numbers) -> bool:
    low, high = sorted(state)
    while 0 < high - low <= low:
        low, high = high - low, low
    forced = low == high
    return _is_close(state) != forced


def _leaving(state: Numbers, is_lost: Callable[[Numbers], bool]) -> Iterator[tuple[str, Numbers]]:
    """Yield the moves to what is lost, which leave less than three times the smaller number."""
    low, high = sorted(state)
    for times in (2, 1, 0) if low else ():
        left = high % low + low * times
        if left < high and is_lost((left, low)):
            yield from _after(state, left)


def _to_zero(state: Numbers) -> int:
    """Return the value, by the quotients of Euclid's algorithm, the last one first."""
    low, high = sorted(state)
    quotients = []
    while low:
        quotients.append(high // low)
        low, high = high % low, low
    value = 0
    for times in reversed(quotients):
        value = times - (times <= value)
    return value


def _after(state: Numbers, left: int) -> Iterator[tuple[str, Numbers]]:
    """Yield the move that leaves this of the larger number; of equal ones there are two."""
    one, other = state
    amount = max(state) - left
    if one == other:
        yield f"take {amount} from the first {one}", (left, other)
        yield f"take {amount} from the second {one}", (one, left)
    else:
        yield f"take {amount} from {max(state)}", (left, other) if one > other else (one, left)


class Differences(FixedLength, NamedMoves, OfNumbers):
    """Euclid's game on a board: write a difference of two numbers that is not there yet."""

    text = "euclid-differences"

    def moves(self, state: Numbers) -> Iterator[tuple[str, Numbers]]:
        there = set(state)
        for low, high in combinations(state, 2):
            if high - low not in there:
                there.add(high - low)
                option = tuple(sorted((*state, high - low)))
                yield f"write {high - low} = {high} - {low}", option

    def legal(self, state: Any) -> Numbers:
        entries = naturals(state, self.text, "4,10", least=1)
        if not entries:
            raise PositionError(f"A position of {self.text} has a number at least, such as 4,10.")
        return distinct(entries, self.text, "4,10", least=1)

    def canonical(self, state: Numbers) -> Numbers:
        """Divide by the greatest common divisor."""
        unit = gcd(*state)
        return tuple(number // unit for number in state)

    def moves_left(self, state: Numbers) -> int:
        return max(state) // gcd(*state) - len(state)

    def draw(self, state: Numbers) -> str:
        return strip_drawn(dict.fromkeys(state, "o"), max(state) + 1, 1)

    def scene(self, state: Numbers) -> Scene | None:
        coins: dict[int, tuple[Kind, str]] = dict.fromkeys(state, ("coin", ""))
        return strip_scene(coins, max(state) + 1, 1)


def _pairs(stop: int, start: int = 0) -> Iterator[str]:
    return (f"{a},{b}" for a in range(start, stop) for b in range(a, stop))


def _below_golden() -> list[str]:
    pairs = (tuple(map(int, text.split(","))) for text in _pairs(40, 1))
    return [f"{x},{y}" for x, y in pairs if x < y and y * y < x * y + x * x]


FAMILY = NUMBERS

ENTRIES = (
    Entry(
        key="wythoff",
        name="Wythoff's game",
        rule="Move the queen any distance up, left, or up and left: take any number of tokens from "
        "one of two heaps, or the same number from both.",
        make=Wythoff,
        start="8,12",
        source="W. A. Wythoff, 1907",
        facts=[
            p_positions(
                *("0,0", "1,2", "3,5", "4,7", "6,10", "8,13"),
                among=lambda: _pairs(15),
                statement="P-positions below 15: (0,0), (1,2), (3,5), (4,7), (6,10), (8,13)",
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
        facts=[
            formula(
                "⌊|x/y - y/x|⌋",
                lambda: (
                    (f"{x},{y}", abs(x * x - y * y) // (x * y))
                    for x in range(1, 61)
                    for y in range(1, 61)
                ),
            )
        ],
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
                statement="Two positive numbers are lost when they differ and their ratio is below "
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
                lambda: (
                    (f"{x},{y}", (y // gcd(x, y)) % 2) for x, y in combinations(range(1, 25), 2)
                ),
            )
        ],
    ),
)
