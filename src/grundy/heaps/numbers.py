"""Numbers of heaps and rules of codes in words, and limits; what lower files use of a game."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import Any, Protocol, SupportsIndex

import numpy as np

from grundy.errors import LimitError, PositionError
from grundy.heaps.codes import Code, Constraint
from grundy.heaps.formulas import Formula, KnownOptions, Option
from grundy.printable import joined, ranges
from grundy.runtime.limits import Limits, Progress, Watch, listener, reporting
from grundy.values import as_int_or_none


class HeapRules(Protocol):
    """What files below `grundy.heaps.ruleset` use of a game of heaps, which is described there."""

    text: str
    largest_listed: float

    @property
    def code(self) -> Code | None: ...
    @property
    def formula(self) -> Formula | None: ...
    @property
    def is_by_place(self) -> bool: ...
    @property
    def period_theorem(self) -> Any: ...
    @property
    def sequence(self) -> Any: ...
    @property
    def valuer(self) -> Any: ...
    @property
    def known_quotient(self) -> Any: ...

    def make_engine(self) -> Any: ...
    def options(self, heap: int) -> Iterator[Option]: ...
    def rests(self, heap: int) -> np.ndarray | None: ...
    def moves(self, heap: int) -> Iterator[tuple[str, Option]]: ...
    def move_names(self, heap: int, option: Option) -> tuple[str, ...]: ...
    def format(self, state: int) -> str: ...
    def values(
        self, stop: int, progress: Progress | None = None, *, limits: Limits | None = None
    ) -> np.ndarray: ...
    def sum(self, states: Iterable[int]) -> Any: ...
    def sealed_rule(self) -> str: ...
    def find_period(self, stop: int | None = None, *, limits: Limits | None = None) -> Any: ...
    def known_options(self) -> KnownOptions: ...
    def options_of_value(
        self, state: int, value: int, *, limits: Limits | None = None
    ) -> Iterator[tuple[str, Any]]: ...


_MOST_WRITTEN_OUT = 10**30
_ANY_NUMBER = 1 << 62


def short(number: int) -> str:
    """Write a number of any size on a few columns."""
    if number < _MOST_WRITTEN_OUT:
        return str(number)
    if number & (number - 1) == 0:
        return f"2^{number.bit_length() - 1}"
    text = str(number)
    return f"{text[:8]}…{text[-8:]} ({len(text)} digits)"


def size_text(number: object) -> str:
    """Show a number, also one with more digits than Python prints."""
    if isinstance(number, int) and not -_MOST_WRITTEN_OUT < number < _MOST_WRITTEN_OUT:
        return f"about 2^{number.bit_length() - 1}" if number > 0 else "a negative number"
    shown = repr(number)
    return shown if len(shown) <= 60 else shown[:60] + "…"


def words_of_move(heap: int, option: tuple[int, ...], which: str) -> str:
    """Describe the move from a heap, named *which*, to an option."""
    amount, parts = heap - sum(option), " and ".join(map(short, option))
    if len(option) < 2:
        return f"take {short(amount)} from {which}"
    if not amount:
        return f"split {which} into {parts}"
    return f"take {short(amount)} from {which} and split the rest into {parts}"


def require_heap(heap: SupportsIndex) -> int:
    """Return a heap as an int, or raise `PositionError` where it is no natural number."""
    number = as_int_or_none(heap)
    if number is None or number < 0:
        raise PositionError(f"A heap is a natural number, found {size_text(heap)}.")
    return number


def require_natural(number: SupportsIndex, name: str) -> int:
    """Return a natural number as an int, or raise `ValueError` with what it is called."""
    value = as_int_or_none(number)
    if value is None or value < 0:
        raise ValueError(f"{name} is a natural number, found {size_text(number)}.")
    return value


class Within:
    """Keeps the computing of one game's values within limits; a position is a heap here."""

    def __init__(self, limits: Limits | None, game: str) -> None:
        most = None if limits is None else limits.positions
        self.most = _ANY_NUMBER if most is None else most
        self._game = game
        self._limits = None if limits is None else limits.for_one_question()
        purpose = f"The list of values of {game}"
        self._watch = None if limits is None else Watch(self._limits, purpose, {}, ends=True)

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Check the limits whenever the code inside reports progress."""
        watch, listening = self._watch, listener()
        if watch is None:
            yield
            return

        def look(stage: str, done: int, total: int) -> None:
            watch.check_resources(done)
            if listening is not None:
                listening(stage, done, total)

        with reporting(look, self._limits), watch.keeping_free():
            yield

    def require(self, sequence: Any, stop: int) -> None:
        """Raise `LimitError` if *stop* exceeds both the computed values and the limit."""
        if max(sequence.filled, self.most) < stop:
            raise LimitError(
                f"The value of this heap of {self._game} needs those of all heaps before it, more "
                f"than {self.most:,}; a higher limit goes further.",
                partial=sequence.values(sequence.filled),
            )

    def values(self, sequence: Any, stop: int) -> np.ndarray:
        """Return the values of heaps 0 .. stop - 1."""
        self.require(sequence, stop)
        try:
            with self.watched():
                heap_values: np.ndarray = sequence.values(stop)
                return heap_values
        except LimitError as error:
            raise LimitError(str(error), partial=sequence.values(sequence.filled)) from None


_MOST = 12  # clauses, and numbers in one: nobody reads more
_COUNTS = ("nothing", "one", "two", "three", "four")
_KINDS = {
    Constraint.UNEQUAL: "unequal ",
    Constraint.NOT_ALL_EQUAL: "not all equal ",
    Constraint.ALL_EQUAL: "equal ",
}


def code_words(code: Code) -> str:
    """Return the rule of a code as a sentence.

    >>> from grundy.heaps.codes import parse_code
    >>> code_words(parse_code("0.77"))
    'Take 1 or 2 tokens, and leave the rest in at most two heaps.'
    >>> code_words(parse_code("4!.0[3]"))
    'Split a heap into two unequal heaps; or take at least 2 tokens from a heap.'
    """
    groups: dict[tuple[int, Constraint], list[int]] = {}
    for amount in range(len(code.digits) + len(code.tail)):
        if digit := code.digit(amount):
            groups.setdefault((digit, code.constraint_at(amount)), []).append(amount)
    clauses = []
    for (digit, sign), amounts in groups.items():
        if amounts[0] == 0:
            clauses.append(f"split a heap into {_heaps(_counts(digit), sign)}")
        if any(amounts):
            tokens = _tokens([amount for amount in amounts if amount], code)
            clauses.append(f"take {tokens}{_rest(_counts(digit), sign)}")
    if not clauses:
        return "There is no move."
    text = "; or ".join([*clauses[:_MOST], *["…"] * (len(clauses) > _MOST)])
    return f"{text[0].upper()}{text[1:]}."


def _counts(digit: int) -> list[int]:
    return [count for count in range(digit.bit_length()) if digit >> count & 1]


def _rest(counts: list[int], sign: Constraint) -> str:
    """Describe in how many heaps the rest is left."""
    if counts == [0, 1]:
        return " from a heap"
    if counts == [0]:
        return ", if nothing else is there"
    if counts == [1]:
        return " of a larger heap"
    if counts == list(range(len(counts))):
        return f", and leave the rest in at most {_heaps(counts[-1:], sign)}"
    return f", and leave {_heaps(counts, sign)}"


def _heaps(counts: list[int], sign: Constraint) -> str:
    names = joined([_COUNTS[count] for count in counts], "or")
    kind = _KINDS.get(sign, "") if counts[-1] > 1 else ""
    return f"{names} {kind}heap{'s' if counts[-1] > 1 else ''}"


def _tokens(members: list[int], code: Code) -> str:
    """Return how many tokens: the digits of a tail stand for all numbers a multiple further."""
    begin, repeat = len(code.digits), len(code.tail)
    if not repeat or members[-1] < begin:
        return f"{joined(_runs(members), 'or')} token{'' if members == [1] else 's'}"
    if repeat == 1:
        first = members.pop()
        while members and members[-1] == first - 1:
            first = members.pop()
        if first == 1:
            return "any number of tokens"
        return f"{joined([*_runs(members), f'at least {first}'], 'or')} tokens"
    again = [one + repeat for one in members if one >= begin]
    return f"{', '.join(map(str, [*members, *again][:_MOST]))}, … tokens"


def _runs(members: list[int]) -> list[str]:
    texts = ranges(members, " to ")
    return texts[:_MOST] + ["…"] * (len(texts) > _MOST)
