"""Games in which a move only takes tokens: how many is given by a set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial

from grundy.errors import RulesetError
from grundy.heaps.codes import LONGEST, Code
from grundy.heaps.engines.takes import AllButEngine, TakeEngine
from grundy.heaps.formulas import formula as formulas
from grundy.heaps.formulas.formula import Formula
from grundy.heaps.formulas.options import KnownOptions
from grundy.heaps.numbers import whole
from grundy.heaps.options.periodic import all_but_options
from grundy.heaps.periods.theorems import Theorem, all_but_theorem, subtraction_theorem
from grundy.heaps.ruleset import HeapRuleset


class Subtraction(HeapRuleset):
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

    def __init__(self, amounts: Iterable[int]) -> None:
        self.amounts = _amounts(amounts, "Subtraction")
        self.text = _braces(self.amounts)

    @cached_property
    def _subtraction_code(self) -> Code | None:
        longest = max(self.amounts, default=0)
        if longest > LONGEST:
            return None
        taken = set(self.amounts)
        return Code(tuple(3 if r in taken else 0 for r in range(longest + 1)))

    @property
    def code(self) -> Code | None:
        """The code, with a 3 for each amount; None when it would have over 10,000 digits."""
        return self._subtraction_code

    @property
    def formula(self) -> Formula | None:
        """The closed form n mod (k + 1) when the amounts are 1 .. k."""
        size = len(self.amounts)
        if self.amounts and self.amounts[-1] == size:
            return formulas.modulo(size + 1, "C. L. Bouton, 1901; Winning Ways, ch. 4")
        return None

    @property
    def theorem(self) -> Theorem:
        """The theorem on finite sets."""
        return subtraction_theorem(max(self.amounts, default=0))

    def rule_engine(self) -> TakeEngine:
        """Make what computes the values from the amounts."""
        return TakeEngine.of_set(self.amounts)

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Return each option of a heap once: () or one smaller heap."""
        return (one_heap(heap - amount) for amount in self.amounts if amount <= heap)

    def _key(self) -> object:
        return self.amounts

    def __repr__(self) -> str:
        return f"Subtraction({set(self.amounts) or '()'})"


class AllBut(HeapRuleset):
    """Take any number of tokens except those in a finite set.

    Args:
        amounts: The numbers of tokens that may not be taken, each at least 1.

    Raises:
        RulesetError: If an amount is not a whole number of at least 1.

    >>> AllBut({2, 3, 7}).values(12).tolist()
    [0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5]
    """

    def __init__(self, amounts: Iterable[int]) -> None:
        self.amounts = _amounts(amounts, "AllBut")
        self.text = "allbut" + _braces(self.amounts)
        self._excluded = frozenset(self.amounts)

    @cached_property
    def _all_but_code(self) -> Code | None:
        longest = max(self.amounts, default=0)
        if longest > LONGEST:
            return None
        return Code((0, *(0 if r in self._excluded else 3 for r in range(1, longest + 1))), (3,))

    @property
    def code(self) -> Code | None:
        """The code, which ends in [3]; None when it would have over 10,000 digits."""
        return self._all_but_code

    @property
    def formula(self) -> Formula | None:
        """The closed form n when nothing is excluded: Nim."""
        return None if self.amounts else formulas.NIM

    @property
    def theorem(self) -> Theorem:
        """The theorem on all-but sets."""
        return all_but_theorem(max(self.amounts, default=0))

    def rule_engine(self) -> AllButEngine:
        """Make what computes the values from the amounts."""
        return AllButEngine(self.amounts)

    def known_options(self) -> KnownOptions:
        """Return all options of a value, where a period is proved."""
        period = self.sequence.period
        if self.formula is not None or period is None:
            return super().known_options()
        return KnownOptions(partial(all_but_options, self, period), complete=True)

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Return each option of a heap once: () or one smaller heap."""
        allowed = (taken for taken in range(1, heap + 1) if taken not in self._excluded)
        return (one_heap(heap - taken) for taken in allowed)

    def _key(self) -> object:
        return self.amounts

    def __repr__(self) -> str:
        return f"AllBut({set(self.amounts) or '()'})"


def one_heap(heap: int) -> tuple[int, ...]:
    """Return the option of one heap, which is () when it is empty."""
    return (heap,) if heap else ()


def _amounts(amounts: Iterable[int], name: str) -> tuple[int, ...]:
    if isinstance(amounts, (str, bytes)):
        raise RulesetError(f"{name} needs a set of numbers such as {{1, 3, 4}}, found a text.")
    found = set()
    for amount in amounts:
        number = whole(amount)
        if number is None or number < 1:
            raise RulesetError(
                f"{name} needs whole numbers of tokens, each at least 1, found {amount!r}."
            )
        found.add(number)
    return tuple(sorted(found))


def _braces(amounts: Sequence[int]) -> str:
    return "{" + ",".join(map(str, amounts)) + "}"
