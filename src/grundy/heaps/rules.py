"""Heap games by a code, a set, terms of arithmetic, a function, or a game of one number."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import islice
from typing import Any

from grundy.errors import RulesetError
from grundy.games.parts import Parts
from grundy.games.ruleset import Ruleset
from grundy.games.state_text import named, pass_on, shown
from grundy.heaps import formulas
from grundy.heaps.codes import Code, looks_like_code, parse_code, parse_set
from grundy.heaps.engines.codes import FunctionEngine, RuleEngine
from grundy.heaps.engines.engine import Engine
from grundy.heaps.formulas import Formula
from grundy.heaps.options import too_many_options
from grundy.heaps.ruleset import HeapRuleset, as_heap_game
from grundy.heaps.subtraction import AllBut, Subtraction, one_heap
from grundy.runtime.threads import has_numba
from grundy.values import as_int_or_none

_FORMULAS = {"0.[3]": formulas.NIM, "4.[3]": formulas.LASKER}


class TakeAndBreak(HeapRuleset):
    """The game of a take-and-break code, such as Kayles, 0.77.

    Args:
        code: The code as text, see `grundy.heaps.codes.parse_code`, or as a `Code`.

    Raises:
        CodeError: If the text is malformed.

    >>> sorted(TakeAndBreak("0.77").options(4))
    [(1, 1), (1, 2), (2,), (3,)]
    """

    def __init__(self, code: str | Code) -> None:
        if not isinstance(code, (str, Code)):
            raise TypeError(f"TakeAndBreak needs a code such as '0.77', found {code!r}.")
        self._code = parse_code(code) if isinstance(code, str) else code
        self.text = str(self._code)

    @property
    def code(self) -> Code:
        """The code in canonical form."""
        return self._code

    @cached_property
    def formula(self) -> Formula | None:
        """The closed form of Nim and of Lasker's Nim, and what the digits of the heap prove."""
        closed_form = _FORMULAS.get(str(self._code))
        if closed_form is not None or self._code.is_finite or self._code.tail == (3,):
            return closed_form
        from grundy.heaps.conjectures import formula_by_digits

        return formula_by_digits(self.text)

    def _key(self) -> object:
        return self._code

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Yield each option of a heap once: its non-empty heaps in order, () for nothing left."""
        code = self._code
        longest = heap if code.tail else min(heap, code.last)
        for amount in range(longest + 1):
            digit, constraint = code.digit(amount), code.constraint_at(amount)
            for parts in range(digit.bit_length()):
                if digit >> parts & 1:
                    yield from filter(constraint.allows, partitions(heap - amount, parts))


class GrundysGame(TakeAndBreak):
    """Grundy's game: split a heap into two unequal heaps; code 4!.0.

    >>> GrundysGame().values(14).tolist()
    [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3]

    Source: P. M. Grundy, 1939; OEIS A002188.
    """

    def __init__(self) -> None:
        super().__init__("4!.0")
        self.text = "grundys-game"

    def __repr__(self) -> str:
        return "GrundysGame()"


def partitions(total: int, parts: int, least: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write *total* as so many parts, in non-decreasing order."""
    if parts == 0:
        if total == 0:
            yield ()
    elif parts == 1:
        if total >= least:
            yield (total,)
    else:
        for first in range(least, total // parts + 1):
            for rest in partitions(total - first, parts - 1, first):
                yield (first, *rest)


def parse_notation(text: str) -> HeapRuleset | None:
    """Read a code or a set; None where the text is neither, such as a name."""
    number_set = parse_set(text)
    if number_set is not None:
        return (AllBut if number_set.excluded else Subtraction)(number_set.numbers)
    return TakeAndBreak(text) if looks_like_code(text) else None


class HeapGame(HeapRuleset):
    """A game whose options are what a Python function of the heap gives.

    Args:
        function: Takes a heap n >= 1 and gives its options: each a tuple of heaps, or a single
            heap. Every heap has to be smaller than n; empty heaps are left out. The empty heap
            has no options. What the function raises itself passes through.
        name: How the game is called; by default the function's name.
        compiled: Whether to compile the function with numba where more than a thousand heaps are
            asked for, or once a second has been spent on them in Python; some seconds, then some
            tens of times as fast where the function yields its options one by one, and a few
            times where it makes a list. It has to give only heaps, or only tuples of one length.
            Compiled, its integers have 64 bits and wrap without a word, and variables from
            outside keep the values that they have then. So its options are held against those
            of Python for small heaps, about powers of two, for the last heap and for some at
            random; a difference elsewhere would not be noticed. Without numba, the extra
            ``fast``, it runs in Python.

    Raises:
        RulesetError: When values are asked for and an option is no tuple of smaller heaps, or
            the function cannot be compiled, or differs when it is.

    >>> HeapGame(lambda n: [(a, n - 1 - a) for a in range(n)]).values(8).tolist()
    [0, 1, 0, 1, 0, 1, 0, 1]
    """

    tuples_are_sums = True

    def __init__(
        self, function: Callable[[int], Iterable[Any]], name: str | None = None, *,
        compiled: bool = False,
    ) -> None:  # fmt: skip
        if not callable(function):
            raise TypeError(f"HeapGame needs a function of the heap, found {function!r}.")
        self.function = function
        self.compiled = compiled
        self.text = str(name or getattr(function, "__name__", type(function).__name__))

    def rule_engine(self) -> Engine:
        """Make what computes the values from the options, with the function compiled on request."""
        return RuleEngine(self) if self.compiled and has_numba() else FunctionEngine(self)

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Yield each option of a heap once: its non-empty heaps in order, () for nothing left."""
        result = self._options(heap)
        try:
            iterator = iter(result)
        except TypeError:
            raise RulesetError(
                f"The options of heap {heap} have to be a list of tuples of heaps, "
                f"found {_short(result)}."
            ) from None
        seen = set()
        for option in iterator:
            parts = self._parts(heap, option)
            if parts not in seen:
                seen.add(parts)
                yield parts

    def _options(self, heap: int) -> Iterable[Any]:
        return self.function(heap) if heap else ()

    def _parts(self, heap: int, option: Any) -> tuple[int, ...]:
        single = as_int_or_none(option)
        parts = (single,) if single is not None else option
        if not isinstance(parts, (tuple, list)):
            raise RulesetError(
                f"The option {_short(option)} of heap {heap} is no tuple of heaps; "
                "write (3, 4) for two heaps and () for nothing left."
            )
        return tuple(sorted(size for part in parts if (size := self._part(heap, option, part))))

    def _part(self, heap: int, option: Any, part: Any) -> int:
        size = as_int_or_none(part)
        if size is not None and 0 <= size < heap:
            return size
        what = f"not smaller than {heap}, so a game might never end"
        if size is None or size < 0:
            what = "no natural number"
        raise RulesetError(f"The option {_short(option)} of heap {heap} has a part that is {what}.")

    def _key(self) -> object:
        return self.function

    def __repr__(self) -> str:
        return f"HeapGame({self.text})"


def _short(thing: object) -> str:
    text = repr(thing)
    return text if len(text) <= 60 else text[:60] + "…"


_TRIED = 32  # numbers that are asked for options
_MOST = 1_000  # of the options of each


def as_heaps(ruleset: Ruleset) -> HeapRuleset | None:
    """Return a game as one of heaps: one that is, or one whose states are single numbers."""
    heaps = as_heap_game(ruleset)
    if heaps is None and any(_leads_to_numbers(ruleset, number) for number in range(_TRIED)):
        return NumberGame(ruleset)
    return heaps


def require_heaps(ruleset: Ruleset) -> HeapRuleset:
    """Return a game as one of heaps."""
    require_game(ruleset)
    heaps = as_heaps(ruleset)
    if heaps is None:
        no_heaps = "is no game of heaps: its states are no single natural numbers"
        raise RulesetError(f"{ruleset.text} {no_moves(ruleset) or no_heaps}.")
    return heaps


def no_moves(ruleset: Ruleset) -> str:
    """Return that numbers have no moves, so that a game need not be one of heaps, or ""."""
    if any(_leads_to_numbers(ruleset, number) is not False for number in range(_TRIED)):
        return ""
    return f"has no move from 0 … {_TRIED - 1}, so nothing shows that it is a game of heaps"


def require_game(ruleset: Any) -> None:
    """Raise `RulesetError` for what is no game, such as a name."""
    if not isinstance(ruleset, Ruleset):
        raise RulesetError(f'{_short(ruleset)} is no game; give one, such as catalogue["kayles"].')


def _leads_to_numbers(ruleset: Ruleset, number: int) -> bool | None:
    """Return whether a number has moves, all to numbers; None for other states."""
    try:
        state = ruleset.legal(number)
        some = list(islice(ruleset.options(number), _MOST))
        are_heaps = (isinstance(one, float) or _parts_of(ruleset, one) is not None for one in some)
        return bool(some) if state == number and all(are_heaps) else None
    except Exception as error:  # whatever rules for other states raise when given a number
        pass_on(error)
        return None


class NumberGame(HeapGame):
    """A game of one number as a game of heaps; every option has to be smaller."""

    tuples_are_sums = False

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules.options, rules.text, compiled=rules.compiled)
        self._rules = rules

    def rule_engine(self) -> Engine:
        """Make what computes the values; that 0 has no options is seen first."""
        for option in self._rules.options(0):
            self._require_no_win(0, option)
            raise RulesetError(
                f"{named(self._rules, 0)} has the option {_shown(option)}; in a game of heaps 0 "
                "is the end, so ask for single positions with solve instead."
            )
        return super().rule_engine()

    def _options(self, heap: int) -> Iterator[tuple[int, ...]]:
        for option in self._rules.options(heap):
            parts = _parts_of(self._rules, option)
            if parts is None:
                self._require_no_win(heap, option)
                raise RulesetError(
                    f"{named(self._rules, heap)} has the option {_shown(option)}, which is no "
                    f"whole number; write a sum as {self.text}[1] + {self.text}[2]."
                )
            yield parts

    def _require_no_win(self, heap: int, option: Any) -> None:
        if isinstance(option, Parts) and option.is_over:
            raise RulesetError(
                f"{named(self._rules, heap)} has a move that wins at once, so its value is loony, "
                "which is no number; ask with solve or table instead."
            )

    def _key(self) -> object:
        return self._rules

    def __repr__(self) -> str:
        return f"NumberGame({self._rules!r})"


def _parts_of(rules: Ruleset, option: Any) -> tuple[int, ...] | None:
    """Return an option as numbers, or None where it is none; a pair is no sum of two numbers."""
    if isinstance(option, Parts):
        if any(part.ruleset is not rules for part in option.parts):
            return None
        parts = tuple(part.state for part in option.parts)
    else:
        parts = tuple(rules.components(option)) if rules.has_own("components") else (option,)
    numbers = tuple(number for number in map(as_int_or_none, parts) if number is not None)
    return numbers if len(numbers) == len(parts) else None


def _shown(option: Any) -> str:
    return shown(option if isinstance(option, str) else repr(option))


class Leave(HeapRuleset):
    """Turn a heap of n into a smaller one that a term gives.

    Where an automaton is found that gives all values by the digits of n, and its check succeeds,
    they have a formula and heaps have any size; see `grundy.heaps.conjectures`.

    Args:
        terms: Each is n-c, n-ki, n-(ki+c), n-k^i or n-c*k^i for i = 0, 1, 2, …, n//k and
            ceil(n/k), which are n/k rounded down and up, or n/k, where k has to divide n.

    Raises:
        RulesetError: If a term is none of these.

    >>> Leave("n-1", "n//2").values(10).tolist()
    [0, 1, 0, 2, 1, 2, 0, 1, 0, 2]
    >>> Leave("n-3^i", "n-5").value(10**200)
    0
    """

    turns = True

    def __init__(self, *terms: str) -> None:
        from grundy.heaps.periods.verify_digits import Progression, parse_terms

        words = tuple(str(term).replace(" ", "").lower() for term in terms)
        self._terms = parse_terms(words)
        self.text = f"leave({','.join(dict.fromkeys(words))})"
        amounts = (term.amounts for term in self._terms)
        endless = any(isinstance(some, Progression) and some.last is None for some in amounts)
        self.largest_listed = 2_000_000 if endless else math.inf

    @cached_property
    def code(self) -> Code | None:
        """The code, where all that a move takes are numbers and progressions."""
        from grundy.heaps.periods.verify_digits import code_of

        return code_of(self._terms)

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Return each option of a heap once: () or one smaller heap."""
        if heap > self.largest_listed:
            raise too_many_options(heap)
        return map(one_heap, sorted({rest for term in self._terms for rest in term.rests(heap)}))

    @cached_property
    def formula(self) -> Formula | None:
        """What the digits of the heap say, if an automaton proves it."""
        from grundy.heaps.conjectures import formula_by_digits

        return formula_by_digits(self.text)

    def _key(self) -> object:
        return self.text

    def __repr__(self) -> str:
        return f"Leave({self.text.removeprefix('leave')[1:-1]})"
