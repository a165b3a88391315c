"""A lock for kernels that run side by side: one number of an array that they share."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from grundy.compiled.on_first_use import compiled

_WORD = ir.IntType(64)


@compiled
def lock(state, place):
    """Wait until state[place] is 0 and set it to 1; what others wrote before can be read then."""
    while not _try_lock(state, place):
        pass


@intrinsic
def _try_lock(typing_context: Any, state: Any, place: Any) -> Any:
    """Set state[place], of an int64[…], from 0 to 1; say whether it was 0."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        there = builder.gep(data, [args[1]])
        zero, one = ir.Constant(_WORD, 0), ir.Constant(_WORD, 1)
        pair = builder.cmpxchg(there, zero, one, "acquire", "monotonic")
        return builder.extract_value(pair, 1)

    return types.boolean(state, types.int64), codegen


@intrinsic
def unlock(typing_context: Any, state: Any, place: Any) -> Any:
    """Set state[place] to 0; what was written before can be read by whoever locks it next."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        builder.store_atomic(
            ir.Constant(_WORD, 0), builder.gep(data, [args[1]]), "release", align=8
        )
        return context.get_dummy_value()

    return types.void(state, types.int64), codegen
