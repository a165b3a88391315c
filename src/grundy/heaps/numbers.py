"""What lower files use of a game of heaps: its type, words, limits, values and shapes of heaps."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import accumulate, repeat
from typing import Any, Protocol, SupportsIndex

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError, PositionError
from grundy.games.scenes import CUT, MOST_STONES, Cell, Scene, Way, heap_scene, row_scene
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


def require_natural(number: SupportsIndex, name: str, error: type[ValueError] = ValueError) -> int:
    """Return a natural number as an int, or raise an error with what it is called."""
    value = as_int_or_none(number)
    if value is None or value < 0:
        raise error(f"{name} is a natural number, found {size_text(number)}.")
    return value


def require_heap(heap: SupportsIndex) -> int:
    """Return a heap as an int, or raise `PositionError` where it is no natural number."""
    return require_natural(heap, "A heap", PositionError)


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
                return np.asarray(sequence.values(stop))
        except LimitError as error:
            raise LimitError(str(error), partial=sequence.values(sequence.filled)) from None


# Up to here an array of all values is cheaper than asking heap by heap.
_MOST_IN_ARRAY = 10_000_000
# A formula answers one heap at once, so that only a crowd of small heaps is worth an array.
_ROOM_BESIDE_FORMULA = 1_024

Numbers = npt.NDArray[Any]
"""int64, or Python's integers (dtype object) where one of them needs more than 63 bits."""


class ValueLookup:
    """Grundy values of single heaps, for positions with the heaps given."""

    def __init__(self, ruleset: HeapRules, sizes: Numbers, *, limits: Limits | None = None) -> None:
        self._ruleset = ruleset
        formula = ruleset.formula
        self._one: Callable[[int], int] = (
            partial(ruleset.valuer.value, limits=limits) if formula is None else formula.value
        )
        small = sizes[: int(np.searchsorted(sizes, _MOST_IN_ARRAY, side="right"))]
        most = int(small[-1]) if len(small) else 0
        if formula is not None and most > 4 * len(small) + _ROOM_BESIDE_FORMULA:
            most = 0
        within = Within(limits, ruleset.text)
        if formula is None:
            within.require(ruleset.sequence, most + 1)
        with within.watched():
            self.array = ruleset.values(most + 1)

    def __getitem__(self, heap: int) -> int:
        if heap < len(self.array):
            return int(self.array[heap])
        return int(self._one(heap))

    def of_options(self, options: list[tuple[int, ...]]) -> Numbers:
        """Return the values of options whose parts are all in the array, in their order."""
        widest = max(map(len, options))
        if widest == 1 and () not in options:
            return self.array[np.array(options, np.int64)[:, 0]].astype(np.int64)
        total: Numbers = np.zeros(len(options), np.int64)
        for place in range(widest):
            # A part that is not there is an empty heap, of the value 0.
            parts = (option[place] if place < len(option) else 0 for option in options)
            total ^= self.array[np.fromiter(parts, np.int64, len(options))].astype(np.int64)
        return total

    def of_all(self, sizes: Numbers) -> Numbers:
        """Return the values of many heaps, ascending, in their order."""
        if not len(sizes) or sizes.max() < len(self.array):
            return self.array[sizes.astype(np.int64)].astype(np.int64)
        split = int(np.searchsorted(sizes, len(self.array)))
        small = self.array[sizes[:split].astype(np.int64)].tolist()
        # The first one looks for a period, if there is none yet; then the others have it.
        first = list(map(self._one, sizes[split : split + 1].tolist()))
        rest = sizes[split + 1 :]
        by_period = self._by_period(rest)
        more = list(map(self._one, rest.tolist())) if by_period is None else by_period.tolist()
        return as_numbers([*small, *first, *more])

    def _by_period(self, heaps: Numbers) -> Numbers | None:
        ruleset = self._ruleset
        if ruleset.formula is not None or heaps.dtype == object or not len(heaps):
            return None
        period = ruleset.sequence.period
        if period is None or period.saltus or heaps[0] < period.preperiod:
            return None
        values = ruleset.values(period.preperiod + period.period)
        heap_values: Numbers = values[period.preperiod + (heaps - period.preperiod) % period.period]
        return heap_values


def as_numbers(numbers: list[int]) -> Numbers:
    """Return natural numbers as int64, or as Python's integers when one is too large for that."""
    if not numbers or max(numbers) < 2**63:
        return np.array(numbers, np.int64)
    return np.array(numbers, object)


_AT_ONCE = 1 << 20  # values


def counts_of(values: npt.NDArray[Any], size: int = 0) -> npt.NDArray[np.int64]:
    """Count how often each value occurs."""
    counts = np.zeros(max(size, int(values.max(initial=0)) + 1), np.int64)
    # a piece at a time: NumPy would copy all to int64
    for first in range(0, len(values), _AT_ONCE):
        counts += np.bincount(values[first : first + _AT_ONCE], minlength=len(counts))
    return counts


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


def is_nim(ruleset: HeapRules) -> bool:
    """Return whether a heap may be made any smaller heap, and nothing else."""
    return ruleset.code is not None and str(ruleset.code) == "0.[3]"


CROSSES = "0.007"
"""Treblecross: n squares are the heap n + 2; a cross takes its square and two on either side."""


MARGIN = 2
"""How many more a heap of Treblecross has than its row has squares."""


def look_of(ruleset: HeapRules, heap: int) -> Scene:
    """Return the shapes of one heap."""
    code = ruleset.code
    if code is None or not code.breaks or code.digit(0):
        return heap_scene(heap, with_cuts=code is not None and code.digit(0) > 0)
    if ruleset.text == CROSSES and heap <= MOST_STONES:
        if heap <= MARGIN:
            return Scene((Cell("empty", 0, 0, "mark", "no square left"),), row=True)
        return row_scene(heap - MARGIN, "square")
    # Where neighbours may be taken from anywhere, they are the pins of Kayles and its kin.
    return row_scene(heap, "pin" if {*code.digits, *code.tail} <= {0, 7} else "stone")


WHOLE: tuple[Way, ...] = (("heap",),)
"""How each move of a heap that is one stone with its number is shown."""


def ways_of(ruleset: HeapRules, heap: int) -> Iterator[tuple[Way, ...]]:
    """Return the ways to show each move from one heap, in the order of `moves`."""
    if heap > MOST_STONES:
        return repeat(WHOLE)
    if ruleset.is_by_place:
        options = ruleset.options(heap)
        return (((square,),) for option in options for square in squares_of(heap, option))
    is_row = ruleset.code is not None and ruleset.code.breaks
    return (ways(heap, option, is_row=is_row) for _, option in ruleset.moves(heap))


def ways(heap: int, option: tuple[int, ...], *, is_row: bool) -> tuple[Way, ...]:
    """Return the ways to show a move from one heap: the stones it takes, or where it splits it."""
    amount = heap - sum(option)
    if len(option) < 2:
        ends = (0, heap - amount) if is_row and option else (heap - amount,)
        return tuple(_run(end, end + amount) for end in ends)
    if not amount:
        return tuple(dict.fromkeys((_split(option), _split(option[::-1]))))
    before = dict.fromkeys((option[0], sum(option[1:])))
    return tuple(_run(left, left + amount) for left in before)


def squares_of(heap: int, option: tuple[int, ...]) -> tuple[str, ...]:
    """Return the squares where the cross may be: the first of the three that the heap loses."""
    return tuple(dict.fromkeys(way[0] for way in ways(heap, option, is_row=True)))


def _run(start: int, stop: int) -> Way:
    return tuple(str(stone) for stone in range(start + 1, stop + 1))


def _split(option: tuple[int, ...]) -> Way:
    return tuple(CUT.format(after) for after in accumulate(option[:-1]))
