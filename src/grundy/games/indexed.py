"""Indexed: the states of a bounded part of a game as numbers, and rankings that number them.

`grundy.tabulate` solves what is given here, on disk and on all cores.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod
from typing import Literal

import numpy as np
import numpy.typing as npt

from grundy.errors import PositionError, RulesetError
from grundy.games.protocols import State
from grundy.games.values.packed import Packed

# Ranking: the words that there are, numbered from 0 without gaps.

_MOST_BITS = 63
_MOST_HEAPS = 32
_KINDS: tuple[Literal["number", "set", "heaps"], ...] = ("number", "set", "heaps")


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a word."""

    kind: Literal["number", "set", "heaps"]
    size: int
    count: int = 1

    @property
    def bits_each(self) -> int:
        """The bits of the set, or of one number."""
        if self.kind == "set":
            return self.size
        most = self.size if self.kind == "heaps" else self.size - 1
        return max(most.bit_length(), 1)

    @property
    def bits(self) -> int:
        """The bits of the whole field."""
        return self.bits_each * (self.count if self.kind == "heaps" else 1)

    @property
    def ways(self) -> int:
        """How many things the field may hold."""
        if self.kind == "set":
            return comb(self.size, self.count)
        return comb(self.size + self.count, self.count) if self.kind == "heaps" else self.size


@dataclass(frozen=True)
class Ranking:
    """Words of up to 63 bits, numbered from 0 without gaps; `numbers` and the like make one.

    A word is cut into fields, the first at its lowest bits. The first field counts most: words
    are in order by it, then by the next. Rankings are put together by ``*``.

    >>> board = numbers(3, 4) * subsets(2)
    >>> board.count, board.word(27), board.rank(board.word(27))
    (48, 57, 27)
    >>> [k_of_n(2, 4).word(number) for number in range(6)]
    [3, 5, 6, 9, 10, 12]
    """

    fields: tuple[Field, ...]

    def __post_init__(self) -> None:
        for field in self.fields:
            if field.size < 0 or field.count < 0 or field.ways < 1:
                raise RulesetError(f"There is no word with {_field_text(field)}.")
            if field.kind == "heaps" and field.count > _MOST_HEAPS:
                raise RulesetError(f"A ranking has at most {_MOST_HEAPS} heaps, not {field.count}.")
        if self.bits > _MOST_BITS:
            raise RulesetError(
                f"The states take {self.bits} bits each, and a word has {_MOST_BITS}; take a "
                "smaller board."
            )

    def __mul__(self, other: Ranking) -> Ranking:
        return Ranking(self.fields + other.fields)

    @property
    def bits(self) -> int:
        """The bits that a word has."""
        return sum(field.bits for field in self.fields)

    @property
    def count(self) -> int:
        """How many words there are."""
        return prod(field.ways for field in self.fields)

    @property
    def offsets(self) -> tuple[int, ...]:
        """The lowest bit of each field."""
        starts, offset = [], 0
        for field in self.fields:
            starts.append(offset)
            offset += field.bits
        return tuple(starts)

    @property
    def is_plain(self) -> bool:
        """Whether each word is its own number."""
        return len(self.fields) <= 1 and all(field.kind == "number" for field in self.fields)

    def rank(self, word: int) -> int:
        """Return the number of a word.

        Raises:
            RulesetError: If it is none of this ranking.
        """
        from grundy.games.kernels import boxes as ranks

        fits = 0 <= word < 1 << self.bits
        number = int(ranks.rank(word, self.table, self.choose)) if fits else ranks.NO_STATE
        if number == ranks.NO_STATE:
            raise RulesetError(f"The word {word:#x} is none of {self}.")
        return number

    def word(self, number: int) -> int:
        """Return the word of a number.

        Raises:
            RulesetError: If there is none of this number.
        """
        from grundy.games.kernels import boxes as ranks

        if not 0 <= number < self.count:
            raise RulesetError(f"{self} has the numbers below {self.count:,}, not {number:,}.")
        return int(ranks.unrank(number, self.table, self.choose))

    def split(self, word: int) -> list[int]:
        """Return what the fields of a word hold; heaps are one number each.

        >>> (multisets(3, 9) * numbers(2)).split(0x1_521)
        [1, 2, 5, 1]
        """
        values = []
        for field, offset in zip(self.fields, self.offsets, strict=True):
            for each in range(field.count if field.kind == "heaps" else 1):
                at = offset + each * field.bits_each
                values.append(word >> at & (1 << field.bits_each) - 1)
        return values

    def join(self, parts: Sequence[int]) -> int:
        """Return the word whose fields hold these; `split` turns it back.

        Raises:
            RulesetError: If a part does not fit, or they are too many or too few.
        """
        places = [
            (offset + each * field.bits_each, field.bits_each)
            for field, offset in zip(self.fields, self.offsets, strict=True)
            for each in range(field.count if field.kind == "heaps" else 1)
        ]
        fits = len(parts) == len(places) and all(
            0 <= part < 1 << bits for part, (_, bits) in zip(parts, places, strict=True)
        )
        if not fits:
            raise RulesetError(f"{tuple(parts)} is none of {self}.")
        return sum(part << at for part, (at, _) in zip(parts, places, strict=True))

    @cached_property
    def table(self) -> npt.NDArray[np.int64]:
        """int64[f, 6], the fields as `grundy.games.kernels.boxes` takes them."""
        rows = [
            (_KINDS.index(field.kind), offset, field.bits_each, field.size, field.count, field.ways)
            for field, offset in zip(self.fields, self.offsets, strict=True)
        ]
        return np.array(rows, np.int64).reshape(len(rows), 6)

    @cached_property
    def choose(self) -> npt.NDArray[np.int64]:
        """int64[n, k], the binomial coefficients that the fields need."""
        drawn = [field for field in self.fields if field.kind != "number"]
        height = max((field.size + field.count + 1 for field in drawn), default=1)
        width = max((field.count + 2 for field in drawn), default=1)
        most = 2**63 - 1  # more than any number; never summed
        rows = [[min(comb(n, k), most) for k in range(width)] for n in range(height)]
        return np.array(rows, np.int64)

    def __str__(self) -> str:
        return " and ".join(map(_field_text, self.fields)) or "one state"


def numbers(*sizes: int) -> Ranking:
    """Boxes of numbers: one from 0 to *size* - 1 for each size, the first counting most.

    >>> numbers(9, 13).count
    117
    """
    return Ranking(tuple(Field("number", size) for size in sizes))


def subsets(elements: int) -> Ranking:
    """All subsets of so many cells or vertices: bit i of the word is element i.

    >>> subsets(30).count
    1073741824
    """
    return Ranking((Field("number", 1 << elements),))


def k_of_n(k: int, n: int) -> Ranking:
    """The subsets of *n* elements that have *k*: coins on squares, none on another.

    >>> k_of_n(3, 20).count
    1140
    """
    return Ranking((Field("set", n, k),))


def multisets(heaps: int, most: int) -> Ranking:
    """So many heaps from 0 to *most* each, in whatever order.

    >>> multisets(4, 100).count
    4598126
    """
    return Ranking((Field("heaps", most, heaps),))


def fitting(make: Callable[..., Ranking], *arguments: int) -> Ranking | None:
    """Return a ranking, or None where a word has not the bits for it."""
    with contextlib.suppress(RulesetError):
        return make(*arguments)
    return None


def _field_text(field: Field) -> str:
    if field.kind == "set":
        return f"{field.count} of {field.size} elements"
    if field.kind == "heaps":
        return f"{field.count} heaps up to {field.size:,}"
    return f"numbers below {field.size:,}"


# Indexed: all states of a bounded part of a game as numbers, the opt-in hook `indexed`.

Order = Literal["falls", "shrinks", "cycles"]


@dataclass(frozen=True, slots=True, eq=False)
class Indexed:
    """All states of a bounded part of a game, as words and as numbers from 0.

    A ruleset's hook `indexed` takes a state, such as the empty board, and gives this for a set of
    states which has that state and all that it leads to; or None where there is none.

    Attributes:
        packed: The compiled rules on words; *word* is that of the state asked. Its *followers*
            may return -1 for a word that is no state: some numbers may stand for none.
        ranking: Which words there are, and their numbers.
        word_of: The word of a state; it raises PositionError for a state that is not among them.
        state_of: The state of a word.
        order: "falls": each option has a smaller number than the state. "shrinks": the same, and
            words are sets from which moves only take elements away, so that parts of the table
            can be filled side by side. "cycles": anything; the table is labelled as a digraph.
        tier: For games that go from stage to stage: takes the number of a block of 2^*bits*
            states and gives its stage; moves lead into the same block or into lower stages.
        bits: The binary logarithm of the states in a block, where *tier* is given.

    Two heaps, of which a move takes up to three from one:

    >>> import grundy
    >>> from grundy.games import Indexed, Packed, numbers
    >>> def take(word, data, out):
    ...     a, b, count = word & 15, word >> 4, 0
    ...     for k in range(1, 4):
    ...         if k <= a:
    ...             out[count] = a - k | b << 4
    ...             count += 1
    ...         if k <= b:
    ...             out[count] = a | (b - k) << 4
    ...             count += 1
    ...     return count
    >>> def as_numbers(state):
    ...     ranking = numbers(10, 10)
    ...     return Indexed(Packed(ranking.join(state), take, most=6), ranking,
    ...                    word_of=ranking.join, state_of=lambda word: tuple(ranking.split(word)))
    >>> @grundy.game(indexed=as_numbers)
    ... def two_heaps(state):
    ...     a, b = state
    ...     yield from ((a - k, b) for k in (1, 2, 3) if k <= a)
    ...     yield from ((a, b - k) for k in (1, 2, 3) if k <= b)
    >>> print(grundy.check(two_heaps, (9, 9)))
    two_heaps: options, moves, draw, indexed, value, winning moves agree on ...
    """

    packed: Packed
    ranking: Ranking
    word_of: Callable[[State], int]
    state_of: Callable[[int], State]
    order: Order = "falls"
    tier: Callable[[int], int] | None = None
    bits: int = 0

    def __post_init__(self) -> None:
        if self.order not in ("falls", "shrinks", "cycles"):
            raise RulesetError(f'order is "falls", "shrinks" or "cycles", not {self.order!r}.')
        if self.order == "shrinks" and not self.ranking.is_plain:
            raise RulesetError('order is "shrinks" for `subsets` alone; leave it out.')

    @property
    def count(self) -> int:
        """How many numbers there are; some may stand for no state."""
        return self.ranking.count

    def number_of(self, state: State) -> int:
        """Return the number of a state.

        Raises:
            PositionError: If it is not among them.
        """
        try:
            return self.ranking.rank(self.word_of(state))
        except RulesetError:
            raise other_board() from None

    def state_at(self, number: int) -> State:
        """Return the state of a number."""
        return self.state_of(self.ranking.word(number))


def same_board(same: bool, word: int) -> int:
    """Return the word of a state that is on the board of the table."""
    if not same:
        raise other_board()
    return word


def other_board() -> PositionError:
    """Make the error for a state that is not on the board of a table."""
    return PositionError("This state is on another board than those of the table.")
