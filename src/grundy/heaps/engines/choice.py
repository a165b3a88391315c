"""Which engine a code gets; other rules name theirs (`HeapRuleset.rule_engine`).

octal       a finite octal code with splits: recursion, the sparse space, blocks
code        any other code with splits: hexadecimal and base-32 digits, constraints, tails
tail        repeating digits that allow no split
take        a set of amounts that may be taken, finite or by rule
all-but     all amounts but some
divisors    "leave a divisor"
formula     a closed form, for whole arrays
definition  mex over the options, one by one; compiled, where a function of the user can be

Each starts in plain Python, so that small questions do not wait for numba.
"""

from __future__ import annotations

from grundy.heaps.codes import Code, Constraint
from grundy.heaps.engines.codes import CodeEngine, TailEngine
from grundy.heaps.engines.engine import Engine
from grundy.heaps.engines.octal import OctalEngine
from grundy.heaps.engines.takes import TakeEngine


def engine_of(code: Code) -> Engine:
    """Make the engine for a code."""
    if max((*code.digits, *code.tail), default=0) < 4:
        return TailEngine(code) if code.tail else TakeEngine.of_code(code)
    if code.is_finite and code.is_octal and code.constraint in _OCTAL:
        return OctalEngine(code.digits, unequal=code.constraint is Constraint.UNEQUAL)
    return CodeEngine(code)


_OCTAL = (Constraint.ANY, Constraint.UNEQUAL)
