"""What kernels do beyond arithmetic, as plain Python; compiled, each is one instruction or few."""

# kernels have no types
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any, cast

LINE = 16  # words of a window: 1,024 bits
LONG = 32  # words of a long window


def row(array, place):
    """Return array[place] of an array of two dimensions or three."""
    return array[place : place + 1].cast("B").cast(array.format, array.shape[1:])


def fill(array, number):
    """Set all entries of an array to a number."""
    if len(array):
        entry = number.to_bytes(array.itemsize, sys.byteorder, signed=number < 0)
        array.cast("B")[:] = entry * (array.nbytes // array.itemsize)


def like(array, number):
    """Return a number in the type of an array's entries, which has no sign."""
    return number & (1 << 8 * array.itemsize) - 1


def ctz(word):
    """Count the zero bits below the lowest one bit of a uint64; 64 when there is none."""
    return (word & -word).bit_length() - 1 if word else 64


def popcount(word):
    """Count the one bits of a uint64."""
    return word.bit_count()


def prefetch(array, index):
    """Ask for the cache line of array[index]; an index outside the array does no harm."""


def byte_at(address):
    """Read the uint8 at an int64 address, which the caller has seen to be mapped."""
    return ctypes.c_uint8.from_address(address).value


def word_at(address):
    """Read the uint16 at an int64 address, which the caller has seen to be mapped."""
    return ctypes.c_uint16.from_address(address).value


def long_at(address):
    """Read the uint32 at an int64 address, which the caller has seen to be mapped."""
    return ctypes.c_uint32.from_address(address).value


def lock(state, place):
    """Wait until state[place] is 0 and set it to 1; what others wrote before can be read then.

    A plain kernel with a lock is run by one thread alone, so nobody has it.
    """
    state[place] = 1


def unlock(state, place):
    """Set state[place] to 0; what was written before can be read by whoever locks it next."""
    state[place] = 0


def or_windows(target, line, source, offsets, start, stop):
    """OR the LINE words at source[o:], for o in offsets[start:stop], into a line of target."""
    _or_into(row(target, line), source, offsets[start:stop])


def or_long_windows(target, line, source, offsets, start, stop):
    """OR windows of LONG words, as `or_windows` does; target is uint64[…, LONG]."""
    _or_into(row(target, line), source, offsets[start:stop])


def _or_into(target, source, offsets):
    bytes_ = source.cast("B")
    target = target.cast("B")
    total = int.from_bytes(target, "little")
    for offset in offsets:
        total |= int.from_bytes(bytes_[offset : offset + len(target)], "little")
    target[:] = total.to_bytes(len(target), "little")


def eight_shifts(source, start, target, line):
    """Write a strip of bits, shifted down by 0 .. 7 bits, to 8 lines of target."""
    strip = int.from_bytes(source.cast("B")[start : start + line + 64], "little")
    lines = target.cast("B")
    for bits in range(8):
        shifted = (strip >> bits) & (1 << 8 * line) - 1
        lines[bits * line : (bits + 1) * line] = shifted.to_bytes(line, "little")


def matches(array, start, value):
    """Return the 64 bits array[start + k] == value, for k = 0 .. 63, as a uint64."""
    return _bits(entry == value for entry in array[start : start + 64])


def xor_matches(ours, our_start, theirs, their_start, value):
    """Return the 64 bits (ours[i + k] ^ theirs[j + k]) == value, for k = 0 .. 63, as a uint64."""
    pairs = zip(
        ours[our_start : our_start + 64], theirs[their_start : their_start + 64], strict=True
    )
    return _bits(one ^ other == value for one, other in pairs)


def _bits(each):
    return sum(1 << place for place, bit in enumerate(each) if bit)


def spread(word, target, start):
    """Write the 64 bits of a word to target[start:], a byte each; target is uint8[…]."""
    for place in range(64):
        target[start + place] = word >> place & 1


# The names of a kernel mean other things where it runs plain, and where it is compiled.

Function = Callable[..., Any]


def with_names(function: Function, changed: Callable[[Any], Any]) -> Function:
    """Return a function whose global names mean something else."""
    function = cast("FunctionType", function)
    namespace = function.__globals__
    names = {
        name: changed(namespace[name]) for name in function.__code__.co_names if name in namespace
    }
    names["__builtins__"] = namespace["__builtins__"]
    names["__name__"] = namespace["__name__"]
    copy = FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__qualname__ = function.__qualname__
    return copy
