"""Outcomes, loopy values, and how the values of independent components add."""

from __future__ import annotations

import enum
import operator
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import ClassVar, Literal, SupportsIndex, TypeAlias

Play: TypeAlias = Literal["normal", "misere"]
"""Under normal play who cannot move loses; under misère play he wins."""


class Outcome(enum.Enum):
    """Who wins with best play.

    >>> Outcome.P.value
    'the previous player wins'
    """

    P = "the previous player wins"
    N = "the next player wins"
    D = "a draw: neither player can force a win"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, repr=False)
class LoopyValue:
    """∞(K): a position without a finite Grundy value.

    K holds the finite values among the position's followers. The position together with a
    Nim heap of size k is a win for the player to move exactly when k is in K, and a draw
    otherwise.

    Args:
        finite: The values in K, natural numbers in any order; NumPy integers are converted.

    Raises:
        ValueError: If a value is negative or not an integer.

    >>> LoopyValue({2, 0})
    ∞(0,2)
    >>> LoopyValue({0}) ^ 1
    ∞(1)
    >>> LoopyValue({0}) ^ LoopyValue({0})
    ∞()

    Source: C. A. B. Smith, "Graphs and composite games", 1966.
    """

    finite: frozenset[int]

    # NumPy's integers leave ^ to this class; arrays are refused.
    __array_ufunc__: ClassVar[None] = None

    def __init__(self, finite: Iterable[SupportsIndex] = ()) -> None:
        members = []
        for member in finite:
            number = as_int_or_none(member)
            if number is None or number < 0:
                raise ValueError(f"∞(K) needs natural numbers in K, found {member!r}.")
            members.append(number)
        object.__setattr__(self, "finite", frozenset(members))

    def __repr__(self) -> str:
        return f"∞({','.join(map(str, sorted(self.finite)))})"

    def __xor__(self, other: object) -> LoopyValue:
        """Add another component's value: ∞(K) ⊕ a = ∞(K ⊕ a), and ∞ ⊕ ∞ = ∞(), a draw."""
        if isinstance(other, LoopyValue):
            return LoopyValue()
        number = as_int_or_none(other)
        if number is None or number < 0:
            return NotImplemented
        return LoopyValue(member ^ number for member in self.finite)

    __rxor__ = __xor__


class Decided(LoopyValue):
    """The value of what decides every sum that it is part of: no number says that.

    `LOONY` has a move that wins at once, so the player to move wins; `OVER` is what that move leads
    to: the play has ended, whatever else is there.

    >>> LOONY ^ 5, LoopyValue({0}) ^ LOONY, outcome_of(LOONY)
    (loony, loony, <Outcome.N: ...>)

    Source: Winning Ways, ch. 12; U. Larsson, R. J. Nowakowski and C. P. Santos, 2021.
    """

    __slots__ = ("outcome", "text")
    outcome: Outcome
    text: str
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __init__(self, text: str, outcome: Outcome) -> None:
        super().__init__()
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "outcome", outcome)

    def __repr__(self) -> str:
        return self.text

    def __reduce__(self) -> str:
        return self.text.upper()

    def __xor__(self, other: object) -> Decided:
        """Add another component's value: it makes no difference, unless the play is over."""
        return OVER if other is OVER else self

    __rxor__ = __xor__


LOONY = Decided("loony", Outcome.N)
OVER = Decided("over", Outcome.P)

Value: TypeAlias = int | LoopyValue


def add(values: Iterable[Value]) -> Value:
    """Add the values of components: the nim-sum, ∞(K) included."""
    return reduce(operator.xor, values, 0)


def outcome_of(value: Value) -> Outcome:
    """Return the outcome under normal play of a position with this value."""
    if isinstance(value, Decided):
        return value.outcome
    if isinstance(value, LoopyValue):
        return Outcome.N if 0 in value.finite else Outcome.D
    return Outcome.N if value else Outcome.P


def winner_of(outcome: Outcome, turn: int) -> int | None:
    """Return the number of the player who wins, 1 or 2, by whose turn it is; None for a draw."""
    if outcome is Outcome.D:
        return None
    return turn if outcome is Outcome.N else 3 - turn


def format_value(value: Value, *, infinity: str = "∞") -> str:
    """Write a value as text; *infinity* replaces the sign where it cannot be shown."""
    return str(value).replace("∞", infinity)


def parse_value(text: str) -> Value:
    """Read what `format_value` writes."""
    stripped = text.strip()
    if stripped == LOONY.text:
        return LOONY
    for sign in ("∞", "inf"):
        if stripped.startswith(sign + "(") and stripped.endswith(")"):
            inner = stripped[len(sign) + 1 : -1].strip()
            parts = [part.strip() for part in inner.split(",")] if inner else []
            if all(part.isdecimal() for part in parts):
                return LoopyValue(map(int, parts))
    if not stripped.isdecimal():
        raise ValueError(f'"{text}" is no value; write a natural number, or ∞(0,2).')
    return int(stripped)


# What counts as an integer everywhere, and what an error says about anything else.


def as_int_or_none(value: object) -> int | None:
    """Return an int for an int or NumPy integer, and None for anything else, such as True."""
    if type(value) is int:  # by far the most frequent
        return value
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def integer(value: object, rule: str) -> int:
    """Return *value* as an integer of Python, or raise a TypeError that begins with *rule*."""
    number = as_int_or_none(value)
    if number is None:
        raise TypeError(f"{rule}, found {number_text(value)}.")
    return number


def natural(value: object, what: str = "A nimber") -> int:
    """Return *value* as a natural number of Python."""
    number = integer(value, f"{what} is a natural number")
    if number < 0:
        raise ValueError(f"{what} is a natural number, found {number_text(value)}.")
    return number


def number_text(value: object) -> str:
    """Show what should be a number in an error, cut short."""
    if isinstance(value, int) and value.bit_length() > 200:
        return f"a {'negative ' if value < 0 else ''}number of {value.bit_length()} bits"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
