"""mex and nim-sum: the two operations of Sprague and Grundy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from grundy.nimbers.natural import is_array, natural, shown
from grundy.nimbers.nimber import Nimber
from grundy.values import LoopyValue

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def mex(values: Iterable[SupportsIndex]) -> int:
    """Return the minimal excludant: the least natural number that is not among *values*.

    Args:
        values: Natural numbers in any order, repeated or not; ints, nimbers, or an array of
            integers of any shape.

    Raises:
        TypeError: If *values* is no collection, or something in it is not an integer.
        ValueError: If something in it is negative.

    Cost: O(number of values), whatever their size.

    >>> mex([0, 1, 3]), mex([1, 2, 4]), mex([])
    (2, 0, 0)

    Source: R. P. Sprague, 1935; P. M. Grundy, 1939.
    """
    if is_array(values):
        from grundy.nimbers import arrays

        return arrays.mex(values)  # type: ignore[arg-type]
    if not isinstance(values, Iterable):
        raise TypeError(f"mex takes a collection, such as [0, 1, 3], found {shown(values)}.")
    present = {natural(value, "A value under mex") for value in values}
    least = 0
    while least in present:
        least += 1
    return least


@overload
def nim_sum(*values: int) -> int: ...
@overload
def nim_sum(*values: Nimber) -> Nimber: ...
@overload
def nim_sum(*values: npt.NDArray[Any]) -> npt.NDArray[np.uint64]: ...
@overload
def nim_sum(*values: Any) -> Any: ...
def nim_sum(*values: Any) -> Any:
    """Return the nim-sum: the bitwise xor, the value of a sum of independent games.

    Args:
        values: Natural numbers, nimbers, values `LoopyValue`, or arrays of integers of any shape
            that broadcast, none negative. Arrays and loopy values do not mix.

    Returns:
        An int; a `Nimber` if there is one among the values; a `LoopyValue` if there is one,
        with ∞(K) ⊕ a = ∞(K ⊕ a) and ∞ ⊕ ∞ = ∞(); with an array a uint64 array. The sum of
        nothing is 0.

    Raises:
        TypeError: If a value is none of these.
        ValueError: If a number is negative.

    >>> nim_sum(4, 8, 17), nim_sum(), nim_sum(Nimber(5), 12)
    (29, 0, *9)
    >>> nim_sum(LoopyValue({0, 3}), 1), nim_sum(LoopyValue({0}), 1, LoopyValue({1}))
    (∞(1,2), ∞())

    Source: C. L. Bouton, 1901; R. P. Sprague, 1935; C. A. B. Smith, 1966, for ∞.
    """
    arrays = [value for value in values if is_array(value)]
    loopy = [value for value in values if isinstance(value, LoopyValue)]
    total = 0
    for value in values:
        if not (is_array(value) or isinstance(value, LoopyValue)):
            total ^= natural(value, "A term of a nim-sum")
    if arrays:
        if loopy:
            raise TypeError("A nim-sum of an array and a value ∞(K) is not defined.")
        return _sum_of_arrays(arrays, total)
    if loopy:
        return LoopyValue() if len(loopy) > 1 else loopy[0] ^ total
    return Nimber(total) if any(isinstance(value, Nimber) for value in values) else total


def _sum_of_arrays(arrays: list[Any], total: object) -> npt.NDArray[np.uint64]:
    from grundy.nimbers.arrays import xor

    for array in arrays:
        total = xor(total, array)
    return total  # type: ignore[return-value]
