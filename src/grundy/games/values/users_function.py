"""A user's rule of words, which does not cut off what has more than 64 bits, as kernels do."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from grundy.runtime.kernels import Callback


class UsersFunction(Callback):
    """A function as `grundy.games.Packed` takes it, written by a user."""

    @cached_property
    def plain(self) -> Callable[..., Any]:
        """The function with integers of 64 bits."""
        function = super().plain

        def called(word: Any, data: Any, out: Any) -> int:
            halves = isinstance(word, tuple)
            return int(function(word if halves else _Int64(word), data, _Cut(out)))

        return called


class _Int64(int):
    """A signed integer of 64 bits: what is made of it wraps, as in compiled code."""


def _wrapping(operation: Callable[..., int]) -> Callable[..., int]:
    def wrapped(*numbers: int) -> int:
        result = operation(*numbers)
        return result if result is NotImplemented else _Int64((result + 2**63 & 2**64 - 1) - 2**63)

    return wrapped


for _name in ("add", "sub", "mul", "and", "or", "xor", "lshift", "rshift", "floordiv", "mod"):
    for _each in (f"__{_name}__", f"__r{_name}__"):
        setattr(_Int64, _each, _wrapping(getattr(int, _each)))
for _name in ("__neg__", "__invert__"):
    setattr(_Int64, _name, _wrapping(getattr(int, _name)))


class _Cut:
    """An array of int64 that cuts off what is more than that."""

    def __init__(self, words: Any) -> None:
        self._words = words

    def __len__(self) -> int:
        return len(self._words)

    def __getitem__(self, place: Any) -> Any:
        return self._words[place]

    def __setitem__(self, place: Any, word: int) -> None:
        self._words[place] = (word + 2**63 & 2**64 - 1) - 2**63
