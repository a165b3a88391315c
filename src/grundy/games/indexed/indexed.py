"""Indexed: all states of a bounded part of a game as numbers, the opt-in hook `indexed`.

`grundy.tabulate` solves what is given here, on disk and on all cores.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from grundy.errors import PositionError, RulesetError

if TYPE_CHECKING:
    from grundy.games.indexed.ranking import Ranking
    from grundy.games.ruleset import State
    from grundy.games.valuers.packed import Packed

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
        except RulesetError as error:
            raise PositionError(str(error)) from None

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
