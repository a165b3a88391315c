"""The values of a game whose options come from a user's function, compiled with it.

Other than the kernels of this package, the function allocates, and may raise.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types


def compiled_rule(function: Any, pairs: bool = False) -> tuple[Any, Any, Any]:
    """Compile a function of a heap, or of a pair; give it, how to read its options, and their type.

    How to read them is None when they are neither heaps nor tuples of heaps, all of one length,
    as integers of 64 bits with a sign; or no pairs of these, where *pairs* is set; or a range,
    which numba does not give back to Python. A function of two numbers is one of their pair.
    """
    rule = numba.njit(boundscheck=True)(function)
    if pairs and function.__code__.co_argcount - len(function.__defaults__ or ()) == 2:
        of_two = rule
        rule = numba.njit(boundscheck=True)(lambda pair: of_two(pair[0], pair[1]))
    pair = types.UniTuple(types.int64, 2)
    rule.get_call_template((pair if pairs else types.int64,), {})  # compiles it; more parameters
    (compiled,) = rule.overloads.values()  # may have defaults
    return_type: Any = compiled.signature.return_type  # type: ignore[attr-defined]
    if isinstance(return_type, types.RangeType):
        return rule, None, return_type
    kind = getattr(getattr(return_type, "iterator_type", return_type), "yield_type", None)
    if pairs:
        return rule, _as_it_is if kind == pair else None, kind or return_type
    if kind == types.int64:
        return rule, _alone, kind
    tuples = isinstance(kind, types.UniTuple) and kind.dtype == types.int64
    return rule, _as_it_is if tuples else None, kind or return_type


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


@numba.njit(nogil=True, boundscheck=True)
def extend_pairs(rule, values, start, stop, seen, control):
    """Extend Grundy values of pairs in place, row after row.

    rule      as `compiled_rule` gives it
    values    int32[m, n]  the values of the pairs before the place *start* are filled in; -1 for
                           one that has an option outside, or not before it, or with -1
    seen      int64[k]     workspace of -1s; k a power of two above every value so far
    control   int64[2]     [0] is set to the place at work; stops when [1] is not 0

    Returns the first place that is not filled in, and whether its value would be k.
    """
    columns = values.shape[1]
    for place in range(start, stop):
        control[0] = place
        if control[1]:
            return place, False
        first, second = place // columns, place % columns
        value = 0
        for a, b in rule((first, second)):
            outside = a < 0 or b < 0 or a > first or b >= columns
            if outside or (a == first and b >= second) or values[a, b] < 0:
                value = -1
                break
            seen[values[a, b]] = place
        while 0 <= value < len(seen) and seen[value] == place:
            value += 1
        if value == len(seen):
            return place, True
        values[first, second] = value
    return stop, False
