"""The values of a game whose options come from a user's function, compiled with it.

Other than the kernels of this package, the function allocates, and may raise.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types


def compiled_rule(function: Any) -> tuple[Any, Any, Any]:
    """Compile a function of a heap; give it, how to read its options, and their type.

    How to read them is None when they are neither heaps nor tuples of heaps, all of one length,
    as integers of 64 bits with a sign.
    """
    rule = numba.njit(boundscheck=True)(function)
    rule.get_call_template((types.int64,), {})  # compiles it; more parameters may have defaults
    (compiled,) = rule.overloads.values()
    given: Any = compiled.signature.return_type  # type: ignore[attr-defined]
    kind = getattr(getattr(given, "iterator_type", given), "yield_type", None)
    if kind == types.int64:
        return rule, _alone, kind
    tuples = isinstance(kind, types.UniTuple) and kind.dtype == types.int64
    return rule, _as_it_is if tuples else None, kind or given


@numba.njit(boundscheck=True)
def listed(rule, heap):
    """Return the options of a heap as a list, whatever the rule gives them as."""
    return [option for option in rule(heap)]  # noqa: C416 - numba knows no list() of all these


@numba.njit
def _alone(option):
    return (option,)


@numba.njit
def _as_it_is(option):
    return option


@numba.njit(nogil=True, boundscheck=True)
def extend(rule, parts_of, values, start, stop, seen, control):
    """Extend Grundy values in place; return the first heap that is not filled in, and why.

    rule, parts_of   as `compiled_rule` gives them
    values    uint32[n]   values[:start] valid on entry
    seen      int64[m]    workspace of -1s; m a power of two above every value so far
    control   int64[2]    [0] is set to the heap at work; stops when [1] is not 0

    The reason is 0 for done or stopped, 1 when the value would be m, 2 when an option has a part
    that is no smaller heap.
    """
    for heap in range(start, stop):
        control[0] = heap
        if control[1]:
            return heap, 0
        if heap > 0:
            for option in rule(heap):
                g = np.int64(0)
                for part in parts_of(option):
                    if part < 0 or part >= heap:
                        return heap, 2
                    g ^= np.int64(values[part])
                seen[g] = heap
        value = 0
        while value < len(seen) and seen[value] == heap:
            value += 1
        if value == len(seen):
            return heap, 1
        values[heap] = value
    return stop, 0
