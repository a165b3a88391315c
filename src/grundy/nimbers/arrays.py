"""Nimber arithmetic on NumPy arrays, block by block so that the tables stay in the cache."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from grundy.nimbers import fields
from grundy.nimbers.fields import ORDER, tables
from grundy.values import natural

UInt64Array: TypeAlias = npt.NDArray[np.uint64]

_BLOCK = 8192


class ArrayBase:
    """A `grundy.nimbers.fields.Base` for uint64 arrays of one shape."""

    product_bits = 16

    def __init__(self) -> None:
        log, exp, top = tables()
        self._log = np.array(log, np.int32)
        self._exp, self._top = np.array(exp, np.uint16), np.array(top, np.uint16)
        self._roots = np.empty(65536, np.uint16)
        self._roots[self._exp[2 * self._log]] = np.arange(65536)

    def product(self, x: UInt64Array, y: UInt64Array) -> UInt64Array:
        """Return x ⊗ y below 2^16."""
        return self._power(self._logarithm(x) + self._logarithm(y))

    def times_top(self, x: UInt64Array) -> UInt64Array:
        """Return x ⊗ 2^15."""
        return self._top.take(x.view(np.int64)).astype(np.uint64)

    def square(self, x: UInt64Array) -> UInt64Array:
        """Return x ⊗ x."""
        return self._power(2 * self._logarithm(x))

    def root(self, x: UInt64Array) -> UInt64Array:
        """Return the square root."""
        return self._roots.take(x.view(np.int64)).astype(np.uint64)

    def inverse(self, x: UInt64Array) -> UInt64Array:
        """Return 1 / x, x nowhere 0."""
        return self._power(ORDER - self._logarithm(x))

    def _logarithm(self, x: UInt64Array) -> npt.NDArray[np.int32]:
        return self._log.take(x.view(np.int64))  # an index of int64 needs no conversion

    def _power(self, exponent: npt.NDArray[np.int32]) -> UInt64Array:
        return self._exp.take(exponent).astype(np.uint64)


@cache
def array_base() -> ArrayBase:
    """Return the one base for arrays; about 20 ms to build."""
    return ArrayBase()


# ---- what the public functions call; each returns uint64 ----------------------------------------


def xor(x: object, y: object) -> UInt64Array:
    """Return x ⊕ y with broadcasting."""
    return np.bitwise_xor(as_uint64(x), as_uint64(y))


def product(x: object, y: object) -> UInt64Array:
    """Return x ⊗ y with broadcasting."""
    return _blocks(lambda a, b, bits: fields.product(a, b, bits, array_base()), x, y)


def inverse(x: object) -> UInt64Array:
    """Return 1 / x; ZeroDivisionError names the first zero."""
    numbers = as_uint64(x)
    _refuse_zeros(numbers)
    return _blocks(lambda a, bits: fields.inverse(a, bits, array_base()), numbers)


def divide(x: object, y: object) -> UInt64Array:
    """Return x / y with broadcasting; ZeroDivisionError names the first zero of y."""
    return product(x, inverse(y))


def root(x: object) -> UInt64Array:
    """Return the square roots."""
    return _blocks(lambda a, bits: fields.root(a, bits, array_base()), x)


def power(x: object, exponent: int) -> UInt64Array:
    """Return x ** exponent; with a negative exponent a zero is a ZeroDivisionError."""
    numbers = inverse(x) if exponent < 0 else as_uint64(x)
    return _blocks(
        lambda a, bits: fields.power(a, abs(exponent), np.ones_like(a), bits, array_base()), numbers
    )


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
            found = f"found {number.bit_length()} bits"
            raise ValueError(f"With arrays a nimber has to be below 2^64, {found}.")
        return np.array(number, np.uint64)
    array = np.asarray(values)
    if array.dtype.kind not in "iu":
        raise TypeError(f"An array of nimbers holds integers, found {array.dtype}.")
    if array.dtype.kind == "i" and array.size and int(array.min()) < 0:
        place = _first(array < 0)
        where = f"found {array[place]} at index {_index(place)}"
        raise ValueError(f"A nimber is a natural number, {where}.")
    return array.astype(np.uint64, copy=False)


def _blocks(function: Callable[..., UInt64Array], *operands: object) -> UInt64Array:
    """Call function(*blocks, bits) on equal blocks of the broadcast operands."""
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
            out[...] = function(*blocks, bits)
        result: UInt64Array = walk.operands[-1]
        return result


def _refuse_zeros(numbers: UInt64Array) -> None:
    if (zeros := numbers == 0).any():
        place = _index(_first(zeros))
        raise ZeroDivisionError(f"The nimber 0 has no inverse; found one at index {place}.")


def _first(mask: npt.NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(map(int, np.unravel_index(int(np.argmax(mask)), mask.shape)))


def _index(place: tuple[int, ...]) -> str:
    return str(place[0]) if len(place) == 1 else str(place)
