"""States that can change, such as lists and arrays: kept as tuples and frozensets, and made again.

A rule is given what it gave, a new one each time, so it may change it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import partial
from typing import Any

from grundy.errors import RulesetError
from grundy.games.state_text import is_hashable

_DEEPEST = 100


class Frozen:
    """What stands for a state that can change."""

    def thaw(self) -> Any:
        """Return the state, made anew."""
        raise NotImplementedError


class FrozenTuple(tuple[Any, ...], Frozen):
    """A list, a dict, an array, a record, or a tuple with such in it; equal to the plain tuple."""

    make: Callable[[list[Any]], Any]

    @classmethod
    def of(cls, items: Iterable[Any], make: Callable[[list[Any]], Any], depth: int) -> FrozenTuple:
        """Keep items, and what makes the state of them."""
        frozen = cls(items)
        if not is_hashable(frozen):
            frozen = cls(freeze(item, depth + 1) for item in frozen)
        frozen.make = make
        return frozen

    def thaw(self) -> Any:
        return self.make([thaw(item) for item in self])


class FrozenSet(frozenset[Any], Frozen):
    """A set."""

    def thaw(self) -> set[Any]:
        return set(self)


def thaw(state: Any) -> Any:
    """Return a state as the rule gave it."""
    return state.thaw() if isinstance(state, Frozen) else state


def freeze(state: Any, depth: int = 0) -> Any:
    """Return a state that can be hashed; what is neither hashable nor known here stays."""
    if is_hashable(state):
        return state
    if depth > _DEEPEST:
        raise RulesetError(
            f"A state has lists in lists, more than {_DEEPEST} deep; does each move put the state "
            "into another list?"
        )
    if isinstance(state, set):
        return FrozenSet(state)
    if isinstance(state, dict):
        return FrozenTuple.of(sorted(state.items(), key=repr), dict, depth)
    if isinstance(state, (list, tuple)):
        make = getattr(type(state), "_make", type(state))
        return FrozenTuple.of(state, make, depth)
    if is_dataclass(state):
        values = (getattr(state, field.name) for field in fields(state))
        return FrozenTuple.of((type(state), *values), _record, depth)
    if hasattr(state, "dtype") and hasattr(state, "tolist"):
        return FrozenTuple.of(state.tolist(), partial(_array, state.dtype, state.shape), depth)
    return state


def freeze_each(options: Any) -> Any:
    """Return options, each frozen where it can change."""
    # What cannot be gone through is said elsewhere to be wrong.
    return _frozen(options) if isinstance(options, Iterable) else options


def _frozen(options: Iterable[Any]) -> Iterator[Any]:
    for option in options:
        try:
            hash(option)
        except TypeError:
            yield freeze(option)
        else:
            yield option


def _record(items: list[Any]) -> Any:
    kind, *values = items
    made = object.__new__(kind)
    for field, value in zip(fields(kind), values, strict=True):
        object.__setattr__(made, field.name, value)
    return made


def _array(dtype: Any, shape: tuple[int, ...], items: list[Any]) -> Any:
    import numpy as np

    return np.array(items, dtype).reshape(shape)
