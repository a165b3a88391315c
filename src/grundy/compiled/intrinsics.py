"""Instructions that numba does not offer: count trailing zeros, prefetch, read at an address."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_BYTE_POINTER = ir.IntType(8).as_pointer()
_INT32 = ir.IntType(32)
_FOR_WRITING, _KEEP_CLOSE, _DATA = 1, 3, 1


@intrinsic
def ctz(typing_context: Any, word: Any) -> Any:
    """Count the zero bits below the lowest one bit of a uint64; 64 when there is none."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), codegen


@intrinsic
def prefetch(typing_context: Any, array: Any, index: Any) -> Any:
    """Ask for the cache line of array[index]; an index outside the array does no harm."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        position = args[1]
        if position.type.width < 64:
            position = builder.sext(position, ir.IntType(64))
        address = builder.bitcast(builder.gep(data, [position]), _BYTE_POINTER)
        function = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(ir.VoidType(), [_BYTE_POINTER, _INT32, _INT32, _INT32]),
            # typed pointers, where LLVM still has them, are part of the name
            "llvm.prefetch.p0" if str(_BYTE_POINTER) == "ptr" else "llvm.prefetch.p0i8",
        )
        hints = [ir.Constant(_INT32, hint) for hint in (_FOR_WRITING, _KEEP_CLOSE, _DATA)]
        builder.call(function, [address, *hints])
        return context.get_dummy_value()

    return types.void(array, index), codegen


@intrinsic
def byte_at(typing_context: Any, address: Any) -> Any:
    """Read the uint8 at an int64 address, which the caller has seen to be mapped."""
    return types.int64(types.int64), _reader(8)


@intrinsic
def word_at(typing_context: Any, address: Any) -> Any:
    """Read the uint16 at an int64 address, which the caller has seen to be mapped."""
    return types.int64(types.int64), _reader(16)


@intrinsic
def long_at(typing_context: Any, address: Any) -> Any:
    """Read the uint32 at an int64 address, which the caller has seen to be mapped."""
    return types.int64(types.int64), _reader(32)


def _reader(bits: int) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.IntType(bits).as_pointer())
        return builder.zext(builder.load(pointer, align=bits // 8), ir.IntType(64))

    return codegen
