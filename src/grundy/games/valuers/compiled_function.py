"""A user's function of a number, compiled, and held against what it does in Python.

Machine integers have 64 bits, and what is larger wraps without a word; so compiled options are
compared with those of Python before values rest on them.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
import numpy.typing as npt

from grundy.errors import RulesetError

if TYPE_CHECKING:
    from grundy.running.watched import Control

Wide = npt.NDArray[np.uint32]
Option = tuple[int, ...]

_ALL_BELOW = 64  # numbers whose options are all compared
_AT_RANDOM = 24
_FIRST_VALUES = 64  # room for them, before the first is too great
_TOO_GREAT, _BAD_PART = 1, 2


class CompiledFunction:
    """Values of numbers, each the mex over the options that a compiled function gives."""

    def __init__(
        self,
        function: Callable[[int], Any],
        text: str,
        options: Callable[[int], Iterable[Option]],
    ) -> None:
        self._function = function
        self._text = text
        self._options = options

    def compare(self, start: int, stop: int) -> None:
        """Hold the compiled options against those of Python, for some numbers below *stop*."""
        rule, _ = self._rule
        chosen = {*range(_ALL_BELOW), stop - 1}
        chosen |= {(1 << bits) + more for bits in range(stop.bit_length()) for more in (-1, 0, 1)}
        chosen |= set(random.Random(stop).choices(range(start, stop), k=_AT_RANDOM))  # noqa: S311
        for number in sorted(chosen):
            if not 1 <= number < stop:
                continue
            true = set(self._options(number))
            try:
                found = {_in_order(option) for option in rule(number)}
            except Exception as error:  # whatever the function raises
                self._let_python_say(number, f"it raises {type(error).__name__}")
            if found != true:
                self._let_python_say(number, "it gives other options")

    def extend(self, values: Wide, start: int, stop: int, control: Control) -> int:
        """Extend values in place, from *start* on."""
        from grundy.games.kernels.user_rule import extend

        why, size = _TOO_GREAT, _FIRST_VALUES
        while size <= int(values[:start].max(initial=0)):
            size *= 2
        while why == _TOO_GREAT:
            seen = np.full(size, -1, np.int64)
            try:
                start, why = extend(*self._rule, values, start, stop, seen, control)
            except Exception as error:  # whatever the function raises
                self._let_python_say(int(control[0]), f"it raises {type(error).__name__}")
            size *= 2
        if why == _BAD_PART:
            self._let_python_say(start, "it gives a part that is no smaller heap")
        return start

    @cached_property
    def _rule(self) -> tuple[Any, Any]:
        return compiled_or_refused(self._function, self._text)

    def _let_python_say(self, number: int, finding: str) -> NoReturn:
        """Raise what the function itself gives cause for, or else say what compiling changed."""
        for _ in self._options(number):
            pass
        raise RulesetError(
            f"Compiled, the function {self._text} does not do for heap {number} what it does in "
            f"Python: {finding}. Integers have 64 bits there; leave out compiled=True."
        )


def compiled_or_refused(
    function: Callable[[Any], Any], text: str, *, pairs: bool = False
) -> tuple[Any, Any]:
    """Compile a user's function, or say what of it cannot be."""
    from grundy.games.kernels.user_rule import compiled_rule

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            rule, parts_of, kind = compiled_rule(function, pairs)
        except Exception as error:  # numba has many kinds
            raise _refusal(text, _reason(error)) from None
    if parts_of is None:
        wanted = "pairs of numbers" if pairs else "heaps"
        raise _refusal(text, f"its options have the type {kind}, not that of {wanted}")
    return rule, parts_of


def _refusal(text: str, reason: str) -> RulesetError:
    return RulesetError(
        f"The function {text} cannot be compiled: {reason}; write loops that `yield` each option, "
        "with tuples for lists from outside, or leave out compiled=True."
    )


def _in_order(option: int | Option) -> Option:
    parts = option if isinstance(option, tuple) else (option,)
    return tuple(sorted(part for part in parts if part))


def _reason(error: Exception) -> str:
    """Say why numba refuses a function."""
    if "list(undefined)" in str(error):
        return "an empty list does not say what it would hold"
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    text = next((line for line in lines if not line.startswith("Failed in")), type(error).__name__)
    return f"numba says, {text.rstrip('.:')[:120]}"
