"""Coins that move along a strip of squares, or down a staircase."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from functools import reduce
from itertools import combinations, product
from operator import xor
from typing import Any

from grundy.games import scenes
from grundy.games.ruleset import NamedMoves, OfNumbers
from grundy.games.state_text import distinct, naturals, shown
from grundy.named.entry import COINS, OURS, Entry, NimHeaps, Tame, formula, values_of

Squares = tuple[int, ...]

_WIDE = 3  # coins beside each other on a step


class Staircase(NimHeaps, NamedMoves, OfNumbers):
    """Coins on the steps of a staircase: a move takes some of one step to the step below.

    Source: Winning Ways, ch. 15; the proof is that of Nim with moves that are answered.
    """

    text = "staircase"
    heap = "number of coins on an odd step"

    def moves(self, state: Squares) -> Iterator[tuple[str, Squares]]:
        for step, coins in enumerate(state, start=1):
            for moved in range(1, coins + 1):
                yield _down(state, step, moved)

    def canonical(self, state: Squares) -> Squares:
        """Leave out the empty steps at the top."""
        top = len(state)
        while top and not state[top - 1]:
            top -= 1
        return state[:top]

    def legal(self, state: Any) -> Squares:
        return naturals(state, self.text, "1,3,5")

    def parse(self, text: str) -> Squares:
        """Read the number of coins on each step, from the lowest, such as ``1,3,5``."""
        return super().parse(text)

    def draw(self, state: Squares) -> str:
        rows = scenes.heaps_drawn(state).split("\n")
        steps = [f"step {step}: {row}" for step, row in enumerate(rows, start=1)]
        return "\n".join(reversed(steps))

    def scene(self, state: Squares) -> scenes.Scene:
        cells = [scenes.Cell("ground", 0, -0.2, "mark", "ground")]
        for step, coins in enumerate(state, start=1):
            across = _WIDE * step
            cells.append(scenes.Cell(f"step {step}", across, -step, "step", str(step)))
            if coins > scenes.MOST_STONES:
                cells.append(scenes.Cell(f"step {step} coin heap", across, -step - 0.5, "stone",
                                  shown(coins, 24)))  # fmt: skip
                continue
            cells += (
                scenes.Cell(f"step {step} coin {coin + 1}", across + coin % _WIDE - 1,
                     -step - 0.5 - coin // _WIDE, "stone")
                for coin in range(coins)
            )  # fmt: skip
        return scenes.Scene(tuple(cells))

    def nim_heaps(self, state: Squares) -> Squares:
        return state[::2]

    def moves_by_formula(self, state: Squares, value: int) -> Iterator[tuple[str, Squares]]:
        """Yield the moves to this value, one a step at most: an odd step then has what it needs."""
        change = self.formula(state) ^ value
        for step, coins in enumerate(state, start=1):
            if step % 2:
                moved = coins - (coins ^ change)
            else:
                moved = (state[step - 2] ^ change) - state[step - 2]
            if 1 <= moved <= coins:
                yield _down(state, step, moved)


def _down(state: Squares, step: int, moved: int) -> tuple[str, Squares]:
    below, option = f"step {step - 1}" if step > 1 else "the ground", list(state)
    option[step - 1] -= moved
    if step > 1:
        option[step - 2] += moved
    return f"move {moved} from step {step} to {below}", tuple(option)


class Strip(NamedMoves, OfNumbers):
    """Coins on the squares 0, 1, 2, … of a strip: a move takes one coin to the left."""

    shared = False  # whether several coins may stand on one square

    @abstractmethod
    def reach(self, squares: Squares, place: int) -> Iterator[int]:
        """Return the squares that the coin at this place in order may go to, the nearest first."""

    def moves(self, state: Squares) -> Iterator[tuple[str, Squares]]:
        for place, square in enumerate(state):
            if place and state[place - 1] == square:
                continue
            for target in self.reach(state, place):
                yield _left(state, place, target)

    @abstractmethod
    def target(self, state: Squares, place: int, value: int) -> int | None:
        """Return the square to which a coin may go to leave this value; one at most does."""

    @property
    @abstractmethod
    def formula(self) -> Callable[[Squares], int]:
        """The proved closed form of the values."""

    def moves_by_formula(self, state: Squares, value: int) -> Iterator[tuple[str, Squares]]:
        """Yield the moves to this value, one a coin at most, as the closed form says."""
        for place, square in enumerate(state):
            if place and state[place - 1] == square:
                continue
            target = self.target(state, place, value)
            if target is not None:
                yield _left(state, place, target)

    def legal(self, state: Any) -> Squares:
        if self.shared:
            return tuple(sorted(naturals(state, self.text, "1,3,5")))
        return distinct(state, self.text, "1,3,5")

    def parse(self, text: str) -> Squares:
        """Read the squares of the coins, such as ``1,3,5``."""
        return super().parse(text)

    def draw(self, state: Squares) -> str:
        counts = {square: state.count(square) for square in state}
        signs = {
            square: "o" if count == 1 else str(count) if count < 10 else "*"
            for square, count in counts.items()
        }
        return scenes.strip_drawn(signs, max(state, default=0) + 1)

    def scene(self, state: Squares) -> scenes.Scene | None:
        counts = {square: state.count(square) for square in state}
        coins: dict[int, tuple[scenes.Kind, str]] = {
            square: ("coin", "" if count == 1 else str(count)) for square, count in counts.items()
        }
        return scenes.strip_scene(coins, max(state, default=0) + 1)


def _left(state: Squares, place: int, target: int) -> tuple[str, Squares]:
    option = tuple(sorted((*state[:place], target, *state[place + 1 :])))
    return f"move the coin at {state[place]} to {target}", option


class Nimble(NimHeaps, Strip):
    """Nimble: any square to the left, occupied or not; each coin is a Nim heap."""

    text = "nimble"
    shared = True
    heap = "square of a coin"

    def reach(self, squares: Squares, place: int) -> Iterator[int]:
        yield from range(squares[place] - 1, -1, -1)

    def target(self, state: Squares, place: int, value: int) -> int | None:
        square = state[place] ^ self.formula(state) ^ value
        return square if square < state[place] else None

    def components(self, state: Squares) -> Iterator[Squares]:
        return ((square,) for square in state if square)

    def nim_heaps(self, state: Squares) -> Squares:
        return state


class SilverDollar(NimHeaps, Strip):
    """The silver dollar game without the dollar: no coin jumps over another."""

    text = "silver-dollar"
    heap = "gap, of every second one from the right,"

    def reach(self, squares: Squares, place: int) -> Iterator[int]:
        left = squares[place - 1] if place else -1
        yield from range(squares[place] - 1, left, -1)

    def target(self, state: Squares, place: int, value: int) -> int | None:
        change = self.formula(state) ^ value
        before = state[place - 1] if place else -1
        if (len(state) - place) % 2:  # the right one of its pair
            square = before + 1 + (state[place] - before - 1 ^ change)
        else:
            after = state[place + 1]
            square = after - 1 - (after - state[place] - 1 ^ change)
        return square if before < square < state[place] else None

    def nim_heaps(self, state: Squares) -> Iterator[int]:
        edged = state if len(state) % 2 == 0 else (-1, *state)
        return (right - left - 1 for left, right in zip(edged[::2], edged[1::2], strict=True))


class Welter(Tame, Strip):
    """Welter's game: any empty square to the left, over other coins too."""

    text = "welter"
    misere = (
        "Misère: of k coins with one on each pair of squares n, 2k - 1 - n the lost ones are "
        "those with an odd number of coins from square k on; all others are as in normal play."
    )

    def reach(self, squares: Squares, place: int) -> Iterator[int]:
        taken = set(squares)
        return (square for square in range(squares[place] - 1, -1, -1) if square not in taken)

    def target(self, state: Squares, place: int, value: int) -> int | None:
        others = (*state[:place], *state[place + 1 :])
        rest, square = self.formula(others), 0
        for bit in range(max(*state, value, rest).bit_length()):
            alike = sum((square ^ other) & ((1 << bit) - 1) == 0 for other in others)
            square |= ((value ^ rest) >> bit & 1 ^ alike & 1) << bit
        return square if square < state[place] and square not in others else None

    @property
    def formula(self) -> Callable[[Squares], int]:
        """Welter's function: the nim-sum of the squares, and of 2^(v+1) - 1 for each two coins."""

        def welter(state: Squares) -> int:
            apart = (high - low for low, high in combinations(state, 2))
            return reduce(xor, ((far ^ (far - 1)) for far in apart), reduce(xor, state, 0))

        return welter

    def is_exchanged(self, state: Squares) -> bool:
        """Return whether one coin is on each of the pairs of squares n, 2k - 1 - n."""
        top = 2 * len(state) - 1
        return all(at <= top and top - at not in state for at in state)


FAMILY = COINS
ENTRIES = (
    Entry(
        key="staircase",
        name="Staircase Nim",
        rule="Move any number of coins from one step of a staircase to the step below; "
        "below the first step is the ground.",
        make=Staircase,
        start="1,3,2",
        source="Winning Ways, ch. 15",
        facts=[
            formula(
                "The nim-sum of the coins on odd steps",
                lambda: ((f"{a},{b},{c}", a ^ c) for a, b, c in product(range(4), repeat=3)),
            )
        ],
    ),
    Entry(
        key="nimble",
        name="Nimble",
        rule="Move one coin of a strip any number of squares to the left; coins may share squares.",
        make=Nimble,
        start="1,3,5",
        source="Winning Ways, ch. 15",
        facts=[
            formula(
                "The nim-sum of the coins' squares",
                lambda: ((f"{a},{b},{c}", a ^ b ^ c) for a, b, c in combinations(range(9), 3)),
            )
        ],
    ),
    Entry(
        key="silver-dollar",
        name="Silver dollar game without the dollar",
        rule="Move one coin of a strip to the left over empty squares; no coin jumps over "
        "another or shares a square.",
        make=SilverDollar,
        start="1,3,5,9",
        source="N. G. de Bruijn; Winning Ways, ch. 15",
        facts=[
            formula(
                "Four coins: the nim-sum of the first and last gap",
                lambda: (
                    (f"{a},{b},{c},{d}", (b - a - 1) ^ (d - c - 1))
                    for a, b, c, d in combinations(range(9), 4)
                ),
            )
        ],
    ),
    Entry(
        key="welter",
        name="Welter's game",
        rule="Move one coin of a strip to any empty square to the left; it may jump over others.",
        make=Welter,
        start="1,3,6",
        source="C. P. Welter, 1954; J. H. Conway, On Numbers and Games, ch. 13",
        facts=[
            formula(
                "Two coins: one less than the nim-sum of their squares",
                lambda: ((f"{a},{b}", (a ^ b) - 1) for a, b in combinations(range(20), 2)),
            ),
            values_of({"2,3,5,7": 5, "1,3,6": 7, "0,1,2": 0}, source=OURS),
        ],
    ),
)
