"""The engine for a user's function that is to be compiled.

Machine integers have 64 bits, and what is larger wraps without a word; so the compiled options
are held against those of Python before values rest on them. It starts in plain Python: to
compile takes longer than many an answer.
"""

from __future__ import annotations

import random
import time
import warnings
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from grundy.errors import RulesetError
from grundy.heaps.engines.definition import DefinitionEngine
from grundy.heaps.engines.engine import Control

if TYPE_CHECKING:
    from grundy.heaps.rules.functions import HeapGame

_SECONDS = 1.0  # in plain Python, before the function is compiled
_STEP = 64  # heaps between two looks at the clock
_ALL_BELOW = 64  # heaps whose options are all compared
_AT_RANDOM = 24
_BAD_PART = 2


class RuleEngine(DefinitionEngine):
    """Values by the definition, with the function of the game compiled."""

    name = "definition"

    def __init__(self, ruleset: HeapGame) -> None:
        super().__init__(ruleset)
        self._game = ruleset
        self._spent = 0.0

    def _extend_compiled(self, stop: int, control: Control) -> int:
        while self.filled < stop and self._spent < _SECONDS and not control[1]:
            start = time.monotonic()
            self.filled = super()._extend_compiled(min(self.filled + _STEP, stop), control)
            self._spent += time.monotonic() - start
        if self.filled < stop and not control[1]:
            self._compare(stop)
            self.name = "compiled definition"
            return self._run(stop, control)
        return self.filled

    def _run(self, stop: int, control: Control) -> int:
        from grundy.heaps.kernels.user_rule import extend

        wide, start, why = self._wide(), self.filled, 1
        size = 64
        while size <= int(wide[:start].max(initial=0)):
            size *= 2
        while why == 1:
            seen = np.full(size, -1, np.int64)
            try:
                start, why = extend(*self._rule, wide, start, stop, seen, control)
            except Exception as error:  # whatever the function raises
                self.filled = self._keep(wide, int(control[0]))
                self._let_python_say(int(control[0]), f"it raises {type(error).__name__}")
            size *= 2
        if why == _BAD_PART:
            self.filled = self._keep(wide, start)
            self._let_python_say(start, "it gives a part that is no smaller heap")
        return self._keep(wide, start)

    @cached_property
    def _rule(self) -> tuple[Any, Any]:
        from grundy.heaps.kernels.user_rule import compiled_rule

        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                rule, parts_of, kind = compiled_rule(self._game.function)
        except Exception as error:  # numba has many kinds
            raise self._refusal(*_reason(error)) from None
        if parts_of is None:
            raise self._refusal(f"its options have the type {kind}, not that of heaps")
        return rule, parts_of

    def _refusal(self, reason: str, instead: str = "") -> RulesetError:
        return RulesetError(
            f"The function {self._game.text} cannot be compiled: {reason}; "
            f"{instead}leave out compiled=True."
        )

    def _compare(self, stop: int) -> None:
        """Hold the compiled options against those of Python, for some heaps below *stop*."""
        from grundy.heaps.kernels.user_rule import listed

        rule, _ = self._rule
        heaps = {*range(1, _ALL_BELOW), stop - 1}
        heaps |= {(1 << bits) + more for bits in range(stop.bit_length()) for more in (-1, 0, 1)}
        heaps |= set(random.Random(stop).choices(range(self.filled, stop), k=_AT_RANDOM))  # noqa: S311
        for heap in sorted(heaps):
            if 1 <= heap < stop:
                true = set(self._game.options(heap))
                try:
                    found = {_in_order(option) for option in listed(rule, heap)}
                except Exception as error:  # whatever the function raises
                    self._let_python_say(heap, f"it raises {type(error).__name__}")
                if found != true:
                    self._let_python_say(heap, "it gives other options")

    def _let_python_say(self, heap: int, finding: str) -> NoReturn:
        """Raise what the function itself gives cause for, or else say what compiling changed."""
        for _ in self._game.options(heap):
            pass
        raise RulesetError(
            f"Compiled, the function {self._game.text} does not do for heap {heap} what it does in "
            f"Python: {finding}. Integers have 64 bits there; leave out compiled=True."
        )


def _in_order(option: int | tuple[int, ...]) -> tuple[int, ...]:
    parts = option if isinstance(option, tuple) else (option,)
    return tuple(sorted(part for part in parts if part))


def _reason(error: Exception) -> tuple[str, str]:
    """Say why numba refuses a function, and what to write instead where that is known."""
    if "list(undefined)" in str(error):
        return "an empty list does not say what it would hold", (
            "write one list for all heaps, such as [(k, n - 1 - k) for k in range(n) if n > 1], "
            "or yield each option, or "
        )
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    text = next((line for line in lines if not line.startswith("Failed in")), type(error).__name__)
    return f"numba says, {text.rstrip('.:')[:120]}", ""
