"""Nimber arithmetic on NumPy arrays, block by block so that the tables stay in the cache."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from grundy.nimbers import fields
from grundy.nimbers.fields import Base, tables
from grundy.values import natural

UInt64Array: TypeAlias = npt.NDArray[np.uint64]

_BLOCK = 8192


class ArrayBase(Base):
    """The field below 2^16 for uint64 arrays of one shape."""

    product_bits = 16

    def __init__(self) -> None:
        log, exp, top = tables()
        self._logs = np.array(log, np.int32)
        self._exps = np.array(exp, np.uint16)
        self._tops = np.array(top, np.uint16)

    def logarithm(self, x: UInt64Array) -> npt.NDArray[np.int32]:
        """Return the logarithms."""
        return self._logs.take(x.view(np.int64))  # an index of int64 needs no conversion

    def exponential(self, exponent: npt.NDArray[np.int32]) -> UInt64Array:
        """Return the nimbers with these logarithms."""
        return self._exps.take(exponent).astype(np.uint64)

    def times_top(self, x: UInt64Array) -> UInt64Array:
        """Return x ⊗ 2^15."""
        return self._tops.take(x.view(np.int64)).astype(np.uint64)

    def product(self, x: UInt64Array, y: UInt64Array) -> UInt64Array:
        """Return x ⊗ y below 2^16."""
        return self.exponential(self.logarithm(x) + self.logarithm(y))


@cache
def array_base() -> ArrayBase:
    """Return the one base for arrays; about 20 ms to build."""
    return ArrayBase()


def xor(*numbers: object) -> UInt64Array:
    """Return the nim-sum with broadcasting."""
    total: UInt64Array = reduce(np.bitwise_xor, map(as_uint64, numbers))
    return total


def mex(values: npt.NDArray[Any]) -> int:
    """Return the least natural number that is not in the array."""
    numbers = as_uint64(values).ravel()
    present = np.zeros(numbers.size + 1, bool)
    present[numbers[numbers < numbers.size].view(np.int64)] = True
    return int(np.argmin(present))


def as_uint64(values: object) -> UInt64Array:
    """Turn natural numbers, one or an array of them, into uint64."""
    if not getattr(values, "ndim", 0):
        number = natural(values)
        if number >> 64:
            raise ValueError(
                f"With arrays a nimber has to be below 2^64, found {number.bit_length()} bits."
            )
        return np.array(number, np.uint64)
    array = np.asarray(values)
    if array.dtype.kind not in "iu":
        raise TypeError(f"An array of nimbers holds integers, found {array.dtype}.")
    if array.dtype.kind == "i" and array.size and int(array.min()) < 0:
        place = _first(array < 0)
        raise ValueError(
            f"A nimber is a natural number, found {array[place]} at index {_index(place)}."
        )
    return array.astype(np.uint64, copy=False)


def in_blocks(formula: Callable[..., UInt64Array], *operands: object) -> UInt64Array:
    """Apply a formula of `fields` to equal blocks of the broadcast operands."""
    arrays = [as_uint64(operand) for operand in operands]
    bits = max(fields.width(int(array.max(initial=0))) for array in arrays)
    operand_flags: Any = [["readonly"]] * len(arrays) + [["writeonly", "allocate"]]
    walk = np.nditer(
        cast("Any", [*arrays, None]),
        flags=["external_loop", "buffered", "zerosize_ok"],
        op_flags=operand_flags,
        op_dtypes=[np.uint64] * (len(arrays) + 1),
        buffersize=_BLOCK,
    )
    with walk:
        for *blocks, out in walk:
            out[...] = formula(*blocks, bits, array_base())
        result: UInt64Array = walk.operands[-1]
        return result


def refuse_zeros(numbers: npt.NDArray[Any]) -> None:
    """Raise `ZeroDivisionError` with the place of the first zero."""
    zeros = as_uint64(numbers) == 0
    if zeros.any():
        raise ZeroDivisionError(
            f"The nimber 0 has no inverse; found one at index {_index(_first(zeros))}."
        )


def _first(mask: npt.NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(int(np.argmax(mask)), mask.shape))


def _index(place: tuple[int, ...]) -> str:
    return str(place[0]) if len(place) == 1 else str(place)
