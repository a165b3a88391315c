"""Games in which a move takes from one heap: amounts of a set, or by a rule of arithmetic."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from grundy.errors import RulesetError, UnknownNameError
from grundy.games.protocols import Theorem as Outcomes
from grundy.heaps import formulas
from grundy.heaps.codes import LONGEST, Code, NumberSet
from grundy.heaps.engines.codes import AllButEngine, TakeEngine
from grundy.heaps.engines.engine import Engine, FormulaEngine
from grundy.heaps.formulas import Formula, KnownOptions, LostHeaps, prime_factors, primes_below
from grundy.heaps.options import too_many_options
from grundy.heaps.periods.period import Theorem, all_but_theorem, subtraction_theorem
from grundy.heaps.ruleset import HeapRuleset
from grundy.values import as_int_or_none

if TYPE_CHECKING:
    from grundy.runtime.sealed import SealedFile

Numbers = npt.NDArray[np.int64]


class _OfSet(HeapRuleset):
    """A game in which a set says how many tokens a move takes; it splits nothing."""

    _are_excluded = False

    def __init__(self, amounts: Iterable[int]) -> None:
        self.amounts = _amounts(amounts, type(self).__name__)
        self.text = "allbut" * self._are_excluded + "{" + ",".join(map(str, self.amounts)) + "}"

    @cached_property
    def code(self) -> Code | None:
        """The code; None when it would have over 10,000 digits."""
        if max(self.amounts, default=0) > LONGEST:
            return None
        return NumberSet(frozenset(self.amounts), self._are_excluded).code()

    def _key(self) -> object:
        return self.amounts

    def __repr__(self) -> str:
        return f"{type(self).__name__}({set(self.amounts) or '()'})"


class Subtraction(_OfSet):
    """Take s tokens, where s is in a finite set.

    Args:
        amounts: The numbers of tokens that may be taken, each at least 1.

    Raises:
        RulesetError: If an amount is not a whole number of at least 1.

    >>> Subtraction({1, 3, 4}).values(10).tolist()
    [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]
    >>> Subtraction({1, 2, 3}).value(10**200 + 2)
    2
    """

    @property
    def formula(self) -> Formula | None:
        """The closed form n mod (k + 1) when the amounts are 1 .. k."""
        size = len(self.amounts)
        if self.amounts and self.amounts[-1] == size:
            return formulas.modulo(size + 1, "C. L. Bouton, 1901; Winning Ways, ch. 4")
        return None

    @property
    def period_theorem(self) -> Theorem:
        """The theorem on finite sets."""
        return subtraction_theorem(max(self.amounts, default=0))

    def rule_engine(self) -> TakeEngine:
        """Make what computes the values from the amounts."""
        return TakeEngine.of_set(self.amounts)

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Return each option of a heap once: () or one smaller heap."""
        return (one_heap(heap - amount) for amount in self.amounts if amount <= heap)


class AllBut(_OfSet):
    """Take any number of tokens except those in a finite set.

    Args:
        amounts: The numbers of tokens that may not be taken, each at least 1.

    Raises:
        RulesetError: If an amount is not a whole number of at least 1.

    >>> AllBut({2, 3, 7}).values(12).tolist()
    [0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5]
    """

    _are_excluded = True

    def __init__(self, amounts: Iterable[int]) -> None:
        super().__init__(amounts)
        self._excluded = frozenset(self.amounts)

    @property
    def formula(self) -> Formula | None:
        """The closed form n when nothing is excluded: Nim."""
        return None if self.amounts else formulas.NIM

    @property
    def period_theorem(self) -> Theorem:
        """The theorem on all-but sets."""
        return all_but_theorem(max(self.amounts, default=0))

    def rule_engine(self) -> AllButEngine:
        """Make what computes the values from the amounts."""
        return AllButEngine(self.amounts)

    def known_options(self) -> KnownOptions:
        """Return all options of a value, where a period is proved."""
        if self.formula is not None or self.sequence.period is None:
            return super().known_options()
        return KnownOptions(self._options_of_value, complete=True)

    def _options_of_value(self, heap: int, value: int) -> Iterator[tuple[int, ...]]:
        period = self.sequence.period
        assert period is not None  # noqa: S101 - seen by the caller
        values = self.values(period.preperiod + period.period).tolist()
        for small, here in enumerate(values):
            turns, over = divmod(value - here, period.saltus)
            if over or turns < 0 or (turns and small < period.preperiod):
                continue
            left = small + turns * period.period
            if left < heap and heap - left not in self._excluded:
                yield one_heap(left)

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Return each option of a heap once: () or one smaller heap."""
        allowed = (amount for amount in range(1, heap + 1) if amount not in self._excluded)
        return (one_heap(heap - amount) for amount in allowed)


def one_heap(heap: int) -> tuple[int, ...]:
    """Return the option of one heap, which is () when it is empty."""
    return (heap,) if heap else ()


def _amounts(amounts: Iterable[int], name: str) -> tuple[int, ...]:
    if isinstance(amounts, (str, bytes)):
        raise RulesetError(f"{name} needs a set of numbers such as {{1, 3, 4}}, found a text.")
    numbers = set()
    for amount in amounts:
        number = as_int_or_none(amount)
        if number is None or number < 1:
            raise RulesetError(
                f"{name} needs whole numbers of tokens, each at least 1, found {amount!r}."
            )
        numbers.add(number)
    return tuple(sorted(numbers))


@dataclass(frozen=True, slots=True)
class Rule:
    """One game of this file."""

    name: str
    moves: Callable[[int], Iterable[int]]
    engine: Callable[[], Engine] | None = None
    formula: Formula | None = None
    turns: bool = False
    largest_listed: float = math.inf
    takes: Callable[[int], list[int]] | None = None  # where any amount of a set is taken
    lost: LostHeaps | None = None


class NamedRule(HeapRuleset):
    """A game of `RULES` by its name."""

    def __init__(self, name: str) -> None:
        if name not in RULES:
            raise UnknownNameError("rule", name, RULES)
        self.rule = RULES[name]
        self.text = name
        self.turns = self.rule.turns
        self.largest_listed = self.rule.largest_listed

    @property
    def formula(self) -> Formula | None:
        """The closed form, if one is proved."""
        return self.rule.formula

    @property
    def theorem(self) -> Outcomes | None:
        """Which heaps are lost, where that is simpler than the value."""
        lost = self.rule.lost
        if lost is None:
            return None
        return Outcomes(lost.text, lost.source, lost.contains, partial(self._winning, lost))

    def _winning(self, lost: LostHeaps, heap: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        for option in map(one_heap, lost.rests(heap)):
            for name in self.move_names(heap, option):
                yield name, option

    def rule_engine(self) -> Engine:
        """Make what computes the values by the rule."""
        return super().rule_engine() if self.rule.engine is None else self.rule.engine()

    def _key(self) -> object:
        return self.rule

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Return each option of a heap once: () or one smaller heap."""
        if heap > self.largest_listed:
            raise too_many_options(heap)
        return (one_heap(rest) for rest in sorted(set(self.rule.moves(heap))))

    def rests(self, heap: int) -> Numbers:
        """Return the options as an array, an empty heap as 0."""
        if self.rule.takes is None:
            return np.unique(np.array(self.rule.moves(heap), np.int64))
        amounts = _amounts_of_rule(self.rule.takes, 1 << heap.bit_length())
        return heap - amounts[: np.searchsorted(amounts, heap, "right")][::-1]


@lru_cache(16)
def _amounts_of_rule(takes: Callable[[int], list[int]], stop: int) -> Numbers:
    """Return the amounts below a power of two: for many heaps they are the same."""
    return np.array(takes(stop), np.int64)


def squares(stop: int) -> list[int]:
    """Return the squares from 1 on, below *stop*."""
    return [root * root for root in range(1, math.isqrt(max(stop - 1, 0)) + 1)]


def one_or_primes(stop: int) -> list[int]:
    """Return 1 and the primes below *stop*."""
    return [1, *primes_below(stop).tolist()] if stop > 1 else []


def powers_of_two(stop: int) -> list[int]:
    """Return the powers of two below *stop*."""
    return [1 << e for e in range(max(stop - 1, 0).bit_length())]


def fibonacci_numbers(stop: int) -> list[int]:
    """Return the Fibonacci numbers 1, 2, 3, 5, … below *stop*."""
    numbers, following = [], (1, 2)
    while following[0] < stop:
        numbers.append(following[0])
        following = following[1], sum(following)
    return numbers


def proper_divisors(heap: int) -> list[int]:
    """Return the divisors of a heap below itself, in order."""
    low = [d for d in range(1, math.isqrt(heap) + 1) if heap % d == 0]
    return sorted({*low, *(heap // d for d in low)} - {heap})


def _set_rule(
    name: str,
    takes: Callable[[int], list[int]],
    formula: Formula | None = None,
    largest_listed: float = math.inf,
) -> Rule:
    return Rule(
        name, lambda n: [n - t for t in takes(n + 1)],
        lambda: TakeEngine(lambda stop: np.array(takes(stop), np.int64)),
        formula, largest_listed=largest_listed, takes=takes,
    )  # fmt: skip


def _certificate(name: str, command: str) -> SealedFile | None:
    from grundy.heaps.conjectures import proved_by_digits

    proved = proved_by_digits(name)
    return None if proved is None else proved.certificate(command)


_ALL = (
    _set_rule("take-a-square", squares, largest_listed=10**11),
    _set_rule("take-a-prime", one_or_primes, formulas.ONE_OR_PRIME, largest_listed=10_000_000),
    _set_rule("take-a-power-of-two", powers_of_two, formulas.POWERS_OF_TWO),
    _set_rule("take-a-fibonacci", fibonacci_numbers),
    Rule("at-most-half", lambda n: range((n + 1) // 2, n), formula=formulas.AT_MOST_HALF,
         largest_listed=2_000_000),
    Rule("divide-2-3-6", lambda n: [n // 2, n // 3, n // 6] if n else [], turns=True,
         formula=replace(formulas.DIVIDE, certificate=partial(_certificate, "divide-2-3-6"))),
    Rule("mark", lambda n: [n - 1, n // 2] if n else [], turns=True,
         formula=replace(formulas.MARK, certificate=partial(_certificate, "mark"))),
    Rule("aliquot", lambda n: [n - d for d in proper_divisors(n)], formula=formulas.ALIQUOT,
         largest_listed=10**11),
    Rule("totative", lambda n: [n - k for k in range(1, n + 1) if math.gcd(k, n) == 1],
         formula=formulas.TOTATIVE, largest_listed=1_000_000, lost=formulas.EVEN),
    # a proper divisor has any smaller number of prime factors
    Rule("to-divisor", proper_divisors, lambda: FormulaEngine(prime_factors), turns=True,
         largest_listed=10**11, lost=formulas.BELOW_TWO),
)  # fmt: skip

RULES: dict[str, Rule] = {rule.name: rule for rule in _ALL}
