"""Games on one heap at a time whose moves follow a rule of arithmetic, each by its name."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from grundy.errors import UnknownNameError
from grundy.heaps.engines.engine import Engine
from grundy.heaps.engines.takes import DivisorEngine, TakeEngine
from grundy.heaps.formulas import formula as formulas
from grundy.heaps.formulas.formula import Formula
from grundy.heaps.formulas.values import primes_below
from grundy.heaps.options.lookup import Numbers
from grundy.heaps.rules.subtraction import one_heap
from grundy.heaps.ruleset import HeapRuleset


@dataclass(frozen=True, slots=True)
class Rule:
    """One game of this file."""

    name: str
    meaning: str
    moves: Callable[[int], Iterable[int]]
    engine: Callable[[], Engine] | None = None
    formula: Formula | None = None
    turns: bool = False
    largest_listed: float = math.inf
    takes: Callable[[int], list[int]] | None = None  # where any amount of a set is taken


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

    def rule_engine(self) -> Engine:
        """Make what computes the values by the rule."""
        return super().rule_engine() if self.rule.engine is None else self.rule.engine()

    def _key(self) -> object:
        return self.rule

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Return each option of a heap once: () or one smaller heap."""
        return (one_heap(rest) for rest in sorted(set(self.rule.moves(heap))))

    def rests(self, heap: int) -> Numbers:
        """Return the options as an array, an empty heap as 0."""
        if self.rule.takes is None:
            return np.unique(np.array(self.rule.moves(heap), np.int64))
        amounts = _amounts(self.rule.takes, 1 << heap.bit_length())
        return heap - amounts[: np.searchsorted(amounts, heap, "right")][::-1]


@functools.lru_cache(16)
def _amounts(takes: Callable[[int], list[int]], stop: int) -> Numbers:
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
    found, following = [], (1, 2)
    while following[0] < stop:
        found.append(following[0])
        following = following[1], sum(following)
    return found


def proper_divisors(heap: int) -> list[int]:
    """Return the divisors of a heap below itself, in order."""
    low = [d for d in range(1, math.isqrt(heap) + 1) if heap % d == 0]
    return sorted({*low, *(heap // d for d in low)} - {heap})


def _set_rule(
    name: str,
    meaning: str,
    takes: Callable[[int], list[int]],
    formula: Formula | None = None,
    largest_listed: float = math.inf,
) -> Rule:
    return Rule(
        name,
        meaning,
        lambda n: [n - t for t in takes(n + 1)],
        lambda: TakeEngine(lambda stop: np.array(takes(stop), np.int64)),
        formula,
        largest_listed=largest_listed,
        takes=takes,
    )


_ALL = (
    _set_rule("take-a-square", "Take a square number of tokens.", squares, largest_listed=10**11),
    _set_rule(
        "take-a-prime",
        "Take one token or a prime number.",
        one_or_primes,
        formulas.ONE_OR_PRIME,
        largest_listed=10_000_000,
    ),
    _set_rule(
        "take-a-power-of-two",
        "Take a power of two.",
        powers_of_two,
        formulas.POWERS_OF_TWO,
    ),
    _set_rule("take-a-fibonacci", "Take a Fibonacci number of tokens.", fibonacci_numbers),
    Rule(
        "at-most-half",
        "Take at least one token and at most half of the heap.",
        lambda n: range((n + 1) // 2, n),
        formula=formulas.AT_MOST_HALF,
        largest_listed=2_000_000,
    ),
    Rule(
        "divide-2-3-6",
        "Divide the heap by 2, 3 or 6, rounded down.",
        lambda n: [n // 2, n // 3, n // 6] if n else [],
        formula=formulas.DIVIDE,
        turns=True,
    ),
    Rule(
        "mark",
        "Take one token, or halve the heap, rounded down.",
        lambda n: [n - 1, n // 2] if n else [],
        formula=formulas.MARK,
        turns=True,
    ),
    Rule(
        "aliquot",
        "Take a divisor of the heap, less than the heap.",
        lambda n: [n - d for d in proper_divisors(n)],
        formula=formulas.ALIQUOT,
        largest_listed=10**11,
    ),
    Rule(
        "totative",
        "Take a number that has no divisor in common with the heap but 1.",
        lambda n: [n - k for k in range(1, n + 1) if math.gcd(k, n) == 1],
        formula=formulas.TOTATIVE,
        largest_listed=1_000_000,
    ),
    Rule(
        "to-divisor",
        "Leave a divisor of the heap, less than the heap.",
        proper_divisors,
        DivisorEngine,
        turns=True,
        largest_listed=10**11,
    ),
)

RULES: dict[str, Rule] = {rule.name: rule for rule in _ALL}
