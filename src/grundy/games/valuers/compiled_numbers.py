"""The values of a game whose rule is to be compiled: of numbers, an array from 0 on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import RulesetError
from grundy.games.rule_errors import named
from grundy.games.state_text import shown
from grundy.games.valuers.compiled_function import CompiledFunction
from grundy.games.valuers.compiled_pairs import CompiledPairs
from grundy.games.valuers.known_values import is_pair
from grundy.games.valuers.solver import Solver
from grundy.running.limits import Watch
from grundy.running.watched import Control, watched

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset, State
    from grundy.running.limits import Limits
    from grundy.running.progress import Progress
    from grundy.values import Value

_FEW = 1_000  # numbers that Python answers before numba has loaded
_FEW_PAIRS = 10_000  # the same for a pair and those with no number greater than its own
_AHEAD = 1.5  # as far as this, where one more number is asked for
_BYTES = 12  # for each number, while the array grows


class CompiledNumbers(Solver):
    """The solver, but for large natural numbers, and pairs of them."""

    def __init__(self, ruleset: Ruleset, function: Callable[[int], Iterable[Any]]) -> None:
        super().__init__(ruleset)
        self._compiled_rule = CompiledFunction(function, ruleset.text, self._smaller_numbers)
        self._pairs = CompiledPairs(ruleset, function)
        self._array = np.zeros(1, np.uint32)
        self._filled = 1
        self._turns = threading.Lock()

    def value(
        self, state: State, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Value:
        """Return the value of a state: that of large numbers by the compiled rule."""
        if is_pair(state) and min(state) >= 0:
            with self._turns:
                found = self._pairs.held(state)
                if found is None and (state[0] + 1) * (state[1] + 1) > _FEW_PAIRS:
                    found = self._pairs.value(state, lambda: self._watch(state, limits, progress))
            if found is not None:
                return found
        if type(state) is not int or state <= _FEW:
            return super().value(state, limits=limits, progress=progress)
        with self._turns:
            if state >= self._filled:
                self._extend(state, limits, progress)
            return int(self._array[state])

    def _extend(self, number: int, limits: Limits | None, progress: Progress | None) -> None:
        watch = self._watch(number, limits, progress)
        watch.require_memory(_BYTES * number, 0)
        start = self._filled
        if start == 1:
            list(self._smaller_numbers(0))  # that there is none, kernels take for granted
        stop = number + 1 if start == 1 else max(number + 1, int(_AHEAD * start))
        array = np.concatenate([self._array[:start], np.zeros(stop - start, np.uint32)])
        self._compiled_rule.compare(start, stop)

        def run(control: Control) -> None:
            control[0] = start
            self._array = array
            try:
                self._filled = self._compiled_rule.extend(array, start, stop, control)
            except RulesetError:
                self._filled = int(control[0])
                raise

        def look(_stage: str, done: int, _total: int) -> None:
            watch.look(max(done - start, 0), plain=False)

        watched(run, "positions", stop, look)

    def _watch(self, state: State, limits: Limits | None, progress: Progress | None) -> Watch:
        purpose = f"The value of {named(self.ruleset, state)}"
        return Watch(limits, purpose, self.known(), progress)

    def _smaller_numbers(self, number: int) -> Iterator[tuple[int, ...]]:
        for option in self.ruleset.options(number):
            if type(option) is not int or not 0 <= option < number:
                found = shown(repr(option))
                raise RulesetError(
                    f"{named(self.ruleset, number)} has the option {found}, which is no smaller "
                    "natural number, as compiled rules need; leave out compiled=True."
                )
            yield (option,) if option else ()
