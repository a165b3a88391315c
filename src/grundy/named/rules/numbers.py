"""Euclid, Moore's Nim, Fibonacci Nim and the wind-up game: games of a few numbers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, reduce
from itertools import combinations
from math import comb
from operator import xor
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import PositionError, RulesetError
from grundy.games.indexed.indexed import Indexed, other_board
from grundy.games.indexed.ranking import fitting, multisets, numbers
from grundy.games.naturals import heaps_drawn, naturals, read_naturals, strip_drawn, written
from grundy.games.ruleset import Ruleset
from grundy.games.scenes.boards import clock_scene, heaps_scene, lines_of, stones
from grundy.games.scenes.scene import Cell, Scene
from grundy.games.state_text import shown
from grundy.games.valuers.by_formula import ByFormula
from grundy.games.valuers.packed import MOST, Packed
from grundy.games.valuers.valuer import Valuer
from grundy.named.kernels import tables
from grundy.nimbers.natural import integer
from grundy.running.limits import Limits, Watch

Numbers = tuple[int, ...]
_MOST_INDEXED = 12  # heaps of which every choice is gone through for a move


class OfNumbers(Ruleset):
    """A game whose state is a tuple of natural numbers, drawn as heaps."""

    @abstractmethod
    def legal(self, state: Any) -> Numbers:
        """Return the numbers as a tuple."""

    def parse(self, text: str) -> Numbers:
        """Read the numbers, with commas between them."""
        return self.legal(read_naturals(text))

    def format(self, state: Numbers) -> str:
        """Write the numbers."""
        return written(state)

    def draw(self, state: Numbers) -> str:
        """Draw the numbers as heaps."""
        return heaps_drawn(state)

    def scene(self, state: Numbers) -> Scene | None:
        """Return the numbers as heaps."""
        return heaps_scene(state)


class Euclid(OfNumbers):
    """Two positive numbers: subtract a multiple of the smaller; both stay positive.

    >>> Euclid()[3, 8].value(), [move.name for move in Euclid()[3, 8].winning_moves()]
    (2, ['take 6 from 8'])

    Source: A. J. Cole and A. J. T. Davie, 1969; the values: G. Nivasch, 2006.
    """

    text = "euclid"

    def options(self, state: Numbers) -> Iterator[Numbers]:
        """Return the numbers after each move."""
        return (option for _, option in self.moves(state))

    def moves(self, state: Numbers) -> Iterator[tuple[str, Numbers]]:
        """Yield each move, such as "take 6 from 8"."""
        a, b = state
        for taken in range(min(a, b), max(a, b), min(a, b)):
            yield f"take {taken} from {max(a, b)}", (a - taken, b) if a > b else (a, b - taken)

    def canonical(self, state: Numbers) -> Numbers:
        """Return the smaller number first."""
        return tuple(sorted(state))

    def legal(self, state: Any) -> Numbers:
        """Return two positive numbers."""
        return naturals(state, self.text, "8,12", count=2, least=1)

    def indexed(self, state: Numbers) -> Indexed | None:
        """Return all pairs up to those of a state."""
        ranking = fitting(numbers, *state)
        if ranking is None or max(state) > MOST:
            return None

        def word_of(pair: Numbers) -> int:
            if pair[0] > state[0] or pair[1] > state[1]:
                raise other_board()
            return ranking.join([number - 1 for number in pair])

        def state_of(word: int) -> Numbers:
            return tuple(number + 1 for number in ranking.split(word))

        data = np.array([ranking.fields[0].bits], np.int64)
        return Indexed(
            Packed(word_of(state), tables.euclid, data=data, most=max(state)),
            ranking, word_of, state_of,
        )  # fmt: skip

    @property
    def formula(self) -> Callable[[Numbers], int]:
        """⌊|x/y - y/x|⌋."""
        return lambda state: abs(state[0] ** 2 - state[1] ** 2) // (state[0] * state[1])

    @cached_property
    def valuer(self) -> Valuer[Any]:
        """The formula, and the moves that it gives."""
        return ByFormula(self, self.formula, self._moves_to)

    def _moves_to(self, state: Numbers, wanted: int) -> Iterator[tuple[str, Numbers]]:
        """Yield the moves to this value; they are where the formula says, or leave the remainder.

        With a the smaller number and x = at + r the other one after the move, x/a - a/x is
        between t - 1 and t + 1 and grows with t, if t is 1 or more.
        """
        low, high = sorted(state)
        least = 0 if high % low else 1  # both numbers stay positive
        for times in sorted({0, *range(max(wanted - 1, 0), wanted + 3)}, reverse=True):
            left = high % low + low * times
            if least <= times and left < high:
                option = (left, low) if state[0] > state[1] else (low, left)
                if self.formula(option) == wanted:
                    yield f"take {high - left} from {high}", option

    def table(
        self, rows: int, columns: int, *, limits: Limits | None = None, progress: Any = None
    ) -> npt.NDArray[np.int64]:
        """Return the values of (x, y) up to *rows* and *columns*, the ends included.

        Returns:
            int64[rows + 1, columns + 1]; -1 in row 0 and column 0, where there is no position.
        """
        self.legal((rows, columns))
        Watch(limits, "A table of euclid", {}, progress).look(rows * columns)
        x, y = np.arange(1, rows + 1)[:, None], np.arange(1, columns + 1)[None, :]
        found = np.full((rows + 1, columns + 1), -1)
        found[1:, 1:] = abs(x**2 - y**2) // (x * y)
        return found


class Moore(OfNumbers):
    """Moore's Nim: a move takes tokens from at least one and at most *k* heaps.

    Raises:
        RulesetError: If *k* is not a whole number of at least 1.

    >>> Moore(2)[1, 2, 3].outcome(), Moore(2)[1, 1, 1].outcome()
    (<Outcome.N: ...>, <Outcome.P: ...>)

    Source: E. H. Moore, 1910.
    """

    def __init__(self, k: int) -> None:
        self.k = _whole(k, "moore(k) needs a number of heaps k, such as moore(2)")
        self.text = f"moore({self.k})"

    def options(self, state: Numbers) -> Iterator[Numbers]:
        """Yield the heaps after each move."""
        for chosen in self._choices(state):
            yield from _with_less(state, chosen)

    def moves(self, state: Numbers) -> Iterator[tuple[str, Numbers]]:
        """Return each move, such as "take 2 from heap 1 and 1 from heap 3"."""
        return ((_taken(state, option), option) for option in self.options(state))

    def _choices(self, state: Numbers) -> Iterator[tuple[int, ...]]:
        full = [place for place, heap in enumerate(state) if heap]
        for count in range(1, min(self.k, len(full)) + 1):
            yield from combinations(full, count)

    def canonical(self, state: Numbers) -> Numbers:
        """Return the heaps in order, without the empty ones."""
        return tuple(sorted(heap for heap in state if heap))

    def legal(self, state: Any) -> Numbers:
        """Return the heaps as a tuple."""
        return naturals(state, self.text, "1,3,5")

    def indexed(self, state: Numbers) -> Indexed | None:
        """Return all of as many heaps up to the largest one, in whatever order."""
        heaps, largest = len(state), max(state, default=0)
        ranking = fitting(multisets, heaps, largest) if heaps <= _MOST_INDEXED else None
        most = sum(comb(heaps, chosen) * largest**chosen for chosen in range(1, self.k + 1))
        if ranking is None or most > MOST:
            return None

        def word_of(numbers: Numbers) -> int:
            if len(numbers) != heaps or max(numbers, default=0) > largest:
                raise other_board()
            return ranking.join(sorted(numbers))

        data = np.array([self.k, heaps, ranking.fields[0].bits_each], np.int64)
        return Indexed(
            Packed(word_of(state), tables.moore, data=data, most=max(most, 1)),
            ranking, word_of, lambda word: tuple(ranking.split(word)),
        )  # fmt: skip

    @property
    def formula(self) -> Callable[[Numbers], int] | None:
        """For k = 1, which is Nim, the nim-sum."""
        return (lambda state: reduce(xor, state, 0)) if self.k == 1 else None

    @cached_property
    def valuer(self) -> Valuer[Any]:
        """By Nim for k = 1, else of k heaps or fewer all the tokens, and of more by search."""
        if self.formula is not None:
            return ByFormula(self, self.formula, self._nim_moves_to)
        return ByFormula(self, self._of_few, self._moves_of_few_to)

    def _of_few(self, state: Numbers) -> int | None:
        """Return the value of k heaps or fewer, which is the number of tokens; else None.

        From k heaps every position with less in them is an option, and so by induction every
        smaller sum is the value of one, and the sum itself of none.
        """
        return sum(state) if sum(map(bool, state)) <= self.k else None

    def _nim_moves_to(self, state: Numbers, wanted: int) -> Iterator[tuple[str, Numbers]]:
        change = reduce(xor, state, 0) ^ wanted
        for place, heap in enumerate(state):
            if heap ^ change < heap:
                option = (*state[:place], heap ^ change, *state[place + 1 :])
                yield _taken(state, option), option

    def _moves_of_few_to(self, state: Numbers, wanted: int) -> Iterator[tuple[str, Numbers]]:
        for chosen in self._choices(state):
            for option in _with_less(state, chosen, wanted):
                yield _taken(state, option), option

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moore) and self.k == other.k

    def __hash__(self) -> int:
        return hash((Moore, self.k))


def _taken(state: Numbers, option: Numbers) -> str:
    """Name a move of Moore's Nim."""
    taken = (
        f"{before - after} from heap {place}"
        for place, (before, after) in enumerate(zip(state, option, strict=True), start=1)
        if before > after
    )
    return "take " + " and ".join(taken)


def _with_less(
    state: Numbers, chosen: tuple[int, ...], total: int | None = None
) -> Iterator[Numbers]:
    """Yield the heaps with less in each chosen one, however large; all, or those of this total."""
    if not chosen:
        if total is None or sum(state) == total:
            yield state
        return
    place, *others = chosen
    low, high = 0, state[place] - 1
    if total is not None:
        rest = sum(state) - state[place]
        high = min(high, total - rest + sum(state[other] for other in others))
        low = max(0, total - rest + len(others))
    for left in range(low, high + 1):
        yield from _with_less((*state[:place], left, *state[place + 1 :]), tuple(others), total)


class FibonacciNim(OfNumbers):
    """One heap: take at most twice what the last move took; the first move leaves something.

    A state is (tokens, the most that may be taken); a number of tokens alone is a first move.

    >>> FibonacciNim()[13].outcome(), FibonacciNim()[12].best_move().name
    (<Outcome.P: ...>, 'take 1')

    Source: M. J. Whinihan, 1963.
    """

    text = "fibonacci-nim"

    def options(self, state: Numbers) -> Iterator[Numbers]:
        """Return the heap after each move."""
        return (option for _, option in self.moves(state))

    def moves(self, state: Numbers) -> Iterator[tuple[str, Numbers]]:
        """Yield each move, such as "take 3"."""
        tokens, most = state
        for taken in range(1, most + 1):
            left = tokens - taken
            yield f"take {taken}", (left, min(2 * taken, left))

    def legal(self, state: Any) -> Numbers:
        """Return tokens and the most that may be taken, which is no more than there is."""
        found = naturals(state, self.text, "13 or 13,4")
        if not 1 <= len(found) <= 2:
            naturals(state, self.text, "13 or 13,4", count=2)
        tokens = found[0]
        return (tokens, min(found[1], tokens)) if len(found) == 2 else (tokens, max(tokens - 1, 0))

    def indexed(self, state: Numbers) -> Indexed | None:
        """Return all heaps up to a state's, with all that may be taken at most."""
        size = state[0] + 1
        ranking = fitting(numbers, size, size)
        if ranking is None or size > MOST:
            return None

        def word_of(heap: Numbers) -> int:
            if heap[0] >= size:
                raise other_board()
            return ranking.join(heap)

        data = np.array([ranking.fields[0].bits], np.int64)
        return Indexed(
            Packed(word_of(state), tables.fibonacci_nim, data=data, most=size),
            ranking, word_of, lambda word: tuple(ranking.split(word)),
        )  # fmt: skip

    def draw(self, state: Numbers) -> str:
        """Draw the heap, and say what may be taken."""
        return f"{heaps_drawn(state[:1])}\ntake at most {state[1]}"

    def scene(self, state: Numbers) -> Scene:
        """Return the heap, and what may be taken."""
        tokens, most = state
        said = Cell("most", 0, lines_of(tokens), "mark", f"at most {most}")
        return Scene((*stones(tokens), said))


class WindUp(Ruleset):
    """A clock of n hours: move back by a number of a set, round the clock; 0 is the end.

    Args:
        n: The number of places.
        steps: How far a move goes back; no multiple of n.

    Raises:
        RulesetError: If n or a step is no whole number of at least 1, or a step leads nowhere.

    >>> [WindUp(7, {1, 2, 5})[place].value() for place in range(7)]
    [0, 1, 2, 0, 1, 2, 0]

    Source: Davies, 2023.
    """

    def __init__(self, n: int, steps: Iterable[int]) -> None:
        example = "such as wind-up(7,{1,2,5})"
        self.n = _whole(n, f"wind-up(n,S) needs a number of places, {example}")
        if isinstance(steps, str) or not isinstance(steps, Iterable):
            raise RulesetError(f"wind-up(n,S) needs a set of steps, {example}.")
        self.steps = tuple(sorted({_whole(s, f"A step is at least 1, {example}") for s in steps}))
        idle = [step for step in self.steps if step % self.n == 0]
        if idle:
            raise RulesetError(
                f"A step of {idle[0]} leads back to the same of {self.n} places, so it is no move."
            )
        self.text = f"wind-up({self.n},{{{','.join(map(str, self.steps))}}})"

    def options(self, state: int) -> Iterator[int]:
        """Return the place after each move; none from 0."""
        return (option for _, option in self.moves(state))

    def moves(self, state: int) -> Iterator[tuple[str, int]]:
        """Yield each move, such as "back 2 to 5"; steps that lead to one place are one move."""
        if state == 0:
            return
        seen = set()
        for step in self.steps:
            option = (state - step) % self.n
            if option not in seen:
                seen.add(option)
                yield f"back {step} to {option}", option

    def legal(self, state: Any) -> int:
        """Return a place from 0 to n - 1."""
        try:
            place = integer(state[0] if isinstance(state, tuple) and len(state) == 1 else state, "")
        except TypeError:
            place = -1
        if not 0 <= place < self.n:
            raise PositionError(
                f"A position of {self.text} is a place from 0 to {self.n - 1}; "
                f"found {shown(state)}."
            )
        return place

    def parse(self, text: str) -> int:
        """Read a place, such as ``3``."""
        return self.legal(read_naturals(text))

    def format(self, state: int) -> str:
        """Write a place."""
        return str(state)

    def draw(self, state: int) -> str:
        """Draw the places in a row, o for the token."""
        return strip_drawn({state: "o"}, self.n)

    def scene(self, state: int) -> Scene | None:
        """Return the clock with the token at its place."""
        return clock_scene(self.n, state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WindUp) and (self.n, self.steps) == (other.n, other.steps)

    def __hash__(self) -> int:
        return hash((WindUp, self.n, self.steps))


def _whole(number: object, rule: str) -> int:
    try:
        found = integer(number, "")
    except TypeError:
        found = 0
    if found < 1:
        raise RulesetError(f"{rule}; found {shown(number)}.")
    return found
