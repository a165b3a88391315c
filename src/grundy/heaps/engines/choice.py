"""Which engines there are for heaps, and which one a game gets: the first that serves it.

Each starts in plain Python, so that small questions do not wait for numba.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from grundy.heaps.codes import Code, Constraint
from grundy.heaps.engines.codes import CodeEngine, TailEngine
from grundy.heaps.engines.definition import DefinitionEngine
from grundy.heaps.engines.engine import Engine
from grundy.heaps.engines.formula import FormulaEngine
from grundy.heaps.engines.octal import OctalEngine
from grundy.heaps.engines.takes import AllButEngine, DivisorEngine, TakeEngine
from grundy.heaps.rules.arithmetic import NamedRule, proper_divisors
from grundy.heaps.rules.functions import HeapGame
from grundy.heaps.rules.subtraction import AllBut, Subtraction
from grundy.heaps.ruleset import HeapRuleset


def engine_for(ruleset: HeapRuleset) -> Engine:
    """Make the engine for a game."""
    return next(engine for make in ENGINES.values() if (engine := make(ruleset)) is not None)


def _octal(ruleset: HeapRuleset) -> Engine | None:
    code = ruleset.code
    if code is None or code.tail or not 4 <= max(code.digits) < 8:
        return None
    if code.constraint not in (Constraint.ANY, Constraint.UNEQUAL):
        return None
    return OctalEngine(code.digits or (0,), unequal=code.constraint is Constraint.UNEQUAL)


def _formula(ruleset: HeapRuleset) -> Engine | None:
    formula = ruleset.formula
    return None if formula is None or formula.array is None else FormulaEngine(formula.array)


def _take(ruleset: HeapRuleset) -> Engine | None:
    if isinstance(ruleset, Subtraction):
        return TakeEngine.of_set(ruleset.amounts)
    if isinstance(ruleset, NamedRule):
        takes = ruleset.rule.takes
        return None if takes is None else TakeEngine(lambda stop: np.array(takes(stop), np.int64))
    code = _code_of(ruleset)
    return TakeEngine.of_code(code) if code and not code.tail and not _splits(code) else None


def _all_but(ruleset: HeapRuleset) -> Engine | None:
    return AllButEngine(ruleset.amounts) if isinstance(ruleset, AllBut) else None


def _divisors(ruleset: HeapRuleset) -> Engine | None:
    named = isinstance(ruleset, NamedRule) and ruleset.rule.moves is proper_divisors
    return DivisorEngine() if named else None


def _rule(ruleset: HeapRuleset) -> Engine | None:
    if not isinstance(ruleset, HeapGame) or not ruleset.compiled:
        return None
    from grundy.heaps.engines.user_rule import RuleEngine

    return RuleEngine(ruleset)


def _tail(ruleset: HeapRuleset) -> Engine | None:
    code = _code_of(ruleset)
    return TailEngine(code) if code and code.tail and not _splits(code) else None


def _code(ruleset: HeapRuleset) -> Engine | None:
    code = _code_of(ruleset)
    return CodeEngine(code) if code and _splits(code) else None


def _code_of(ruleset: HeapRuleset) -> Code | None:
    return None if isinstance(ruleset, NamedRule) else ruleset.code


def _splits(code: Code) -> bool:
    return max(*code.digits, *code.tail, 0) > 3


ENGINES: dict[str, Callable[[HeapRuleset], Engine | None]] = {
    "octal": _octal,  # a finite octal code with splits: recursion, the sparse space, blocks
    "formula": _formula,  # a closed form, for whole arrays
    "take": _take,  # a set of amounts that may be taken, finite or by rule
    "all-but": _all_but,  # all amounts but some
    "divisors": _divisors,  # "leave a divisor"
    "rule": _rule,  # a function of the user that is compiled
    "tail": _tail,  # repeating digits that allow no split
    "code": _code,  # any other code: hexadecimal and base-32 digits, constraints, tails with splits
    "definition": DefinitionEngine,  # mex over the options, one by one
}
"""Which engines there are for heaps, in the order in which they are asked; the last takes all."""
