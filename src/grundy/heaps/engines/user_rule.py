"""The engine for a user's function that is to be compiled.

It starts in plain Python: to compile takes longer than many an answer.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from grundy.games.valuers.compiled_function import CompiledFunction
from grundy.heaps.engines.engine import Control
from grundy.heaps.engines.user_function import FunctionEngine

if TYPE_CHECKING:
    from grundy.heaps.rules.functions import HeapGame

_FEW = 1_000  # heaps that Python answers for a second, at most, before the function is compiled
_SECONDS = 1.0
_STEP = 64  # heaps between two looks at the clock


class RuleEngine(FunctionEngine):
    """Values by the definition, with the function of the game compiled."""

    name = "definition"
    by_function = False  # it compiles, and compiled code looks at whether to stop

    def __init__(self, ruleset: HeapGame) -> None:
        super().__init__(ruleset)
        self._compiled = CompiledFunction(ruleset.function, ruleset.text, ruleset.options)
        self._spent = 0.0

    def _extend_compiled(self, stop: int, control: Control) -> int:
        while self.filled < stop <= _FEW and self._spent < _SECONDS and not control[1]:
            start = time.monotonic()
            self.filled = super()._extend_compiled(min(self.filled + _STEP, stop), control)
            self._spent += time.monotonic() - start
        if self.filled < stop and not control[1]:
            self._compiled.compare(self.filled, stop)
            self.name = "compiled definition"
            return self._run(stop, control)
        return self.filled

    def _run(self, stop: int, control: Control) -> int:
        wide = self._wide()
        control[0] = self.filled
        try:
            return self._keep(wide, self._compiled.extend(wide, self.filled, stop, control))
        except Exception:
            self.filled = self._keep(wide, int(control[0]))
            raise
