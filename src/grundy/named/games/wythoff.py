"""Wythoff's game: who wins, and how, of heaps of any size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isqrt

from grundy.games.coordinates import Coordinates
from grundy.games.protocols import Theorem
from grundy.named.entry import NUMBERS, Entry, Numbers, p_positions, value_of, winning_moves


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
            one, other = taken = (state[0] - option[0], state[1] - option[1])
            if min(taken) >= 0 and any(taken) and (one == other or not min(taken)):
                yield self._name(taken), option


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


def _pairs_below(stop: int) -> Iterator[str]:
    return (f"{a},{b}" for a in range(stop) for b in range(a, stop))


FAMILY = NUMBERS

ENTRIES = (
    Entry(
        key="wythoff",
        name="Wythoff's game",
        rule="Take any number of tokens from one of two heaps, or the same number from both.",
        make=Wythoff,
        start="8,12",
        source="W. A. Wythoff, 1907",
        facts=[
            p_positions(
                *("0,0", "1,2", "3,5", "4,7", "6,10", "8,13"),
                among=lambda: _pairs_below(15),
                statement="P-positions below 15: (0,0), (1,2), (3,5), (4,7), (6,10), (8,13)",
            ),
            value_of("8,12", 18, source="Greek lecture on the Grundy function"),
            winning_moves("8,12", "6,10", source="Greek lecture on the Grundy function"),
        ],
    ),
)
