"""The engines for everything that is no finite octal code without constraints.

formula     a closed form, for whole arrays
take        a set of amounts that may be taken, finite or by rule
all-but     all amounts but some
tail        repeating digits that allow no split
code        any other code: hexadecimal and base-32 digits, constraints, tails with splits
divisors    "leave a divisor"
definition  mex over the options, one by one: functions of the user

Each starts in plain Python, so that small questions do not wait for numba.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from grundy.heaps.engines.codes import CodeEngine, TailEngine
from grundy.heaps.engines.definition import DefinitionEngine
from grundy.heaps.engines.engine import ArrayEngine, Control, Engine
from grundy.heaps.engines.takes import AllButEngine, DivisorEngine, TakeEngine
from grundy.heaps.rules.arithmetic import NamedRule, proper_divisors
from grundy.heaps.rules.functions import HeapGame
from grundy.heaps.rules.subtraction import AllBut, Subtraction
from grundy.heaps.ruleset import HeapRuleset


def engine_for(ruleset: HeapRuleset) -> Engine:
    """Choose the engine for a game; it does not need to be a game of the kinds above."""
    if ruleset.formula is not None and ruleset.formula.array is not None:
        return FormulaEngine(ruleset.formula.array)
    if isinstance(ruleset, Subtraction):
        return TakeEngine.of_set(ruleset.amounts)
    if isinstance(ruleset, AllBut):
        return AllButEngine(ruleset.amounts)
    if isinstance(ruleset, NamedRule):
        return _engine_for_rule(ruleset)
    code = ruleset.code
    if isinstance(ruleset, HeapGame) and ruleset.compiled:
        from grundy.heaps.engines.user_rule import RuleEngine

        return RuleEngine(ruleset)
    if code is None:
        return DefinitionEngine(ruleset)
    if max(*code.digits, *code.tail, 0) > 3:
        return CodeEngine(code)
    return TailEngine(code) if code.tail else TakeEngine.of_code(code)


def _engine_for_rule(ruleset: NamedRule) -> Engine:
    takes = ruleset.rule.takes
    if takes is not None:
        return TakeEngine(lambda stop: np.array(takes(stop), np.int64))
    if ruleset.rule.moves is proper_divisors:
        return DivisorEngine()
    return DefinitionEngine(ruleset)


class FormulaEngine(ArrayEngine):
    """Values by a closed form."""

    name = "formula"

    def __init__(self, array: Callable[[npt.NDArray[np.int64]], npt.NDArray[np.int64]]) -> None:
        super().__init__()
        self._array = array

    def _extend_compiled(self, stop: int, control: Control) -> int:
        for start in range(self.filled, stop, 1 << 20):
            end = min(stop, start + (1 << 20))
            fresh = self._array(np.arange(start, end))
            self._fit(int(fresh.max()))
            self.values[start:end] = fresh
            control[0] = end
            if control[1]:
                return end
        return stop
