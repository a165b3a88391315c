"""Two vector operations that numba does not offer: windows gathered by OR, and xors compared."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_BYTE_POINTER = ir.IntType(8).as_pointer()
_WORD = ir.IntType(64)
LINE = 16  # words of a window: 1,024 bits
_VECTOR = ir.VectorType(_WORD, LINE)
_BYTES = ir.VectorType(ir.IntType(8), 64)
_UNROLLED = 2  # a power of two


@intrinsic
def or_windows(
    typing_context: Any, target: Any, line: Any, source: Any, offsets: Any, start: Any, stop: Any
) -> Any:
    """OR the LINE words at source[o:], for o in offsets[start:stop], into a line of target.

    target    uint64[…, LINE]   C order; target[line] is changed
    source    uint8[…]       in one piece; no window may pass its end
    offsets   int64[…]       byte offsets, any alignment

    The sum stays in registers; LLVM lowers the vector to what the processor has.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        def data(position: int) -> Any:
            array = context.make_array(signature.args[position])
            return array(context, builder, args[position]).data

        place = builder.gep(data(0), [builder.mul(args[1], ir.Constant(_WORD, LINE))])
        address = builder.bitcast(place, _VECTOR.as_pointer())
        windows = builder.bitcast(data(2), _BYTE_POINTER)
        totals = [cgutils.alloca_once(builder, _VECTOR) for _ in range(_UNROLLED)]
        before = builder.load(address)
        before.align = 8
        for total in totals:
            builder.store(before, total)

        def take(index: Any, total: Any) -> None:
            offset = builder.load(builder.gep(data(3), [index]))
            window = builder.load(
                builder.bitcast(builder.gep(windows, [offset]), _VECTOR.as_pointer())
            )
            window.align = 1
            builder.store(builder.or_(builder.load(total), window), total)

        one, step = ir.Constant(_WORD, 1), ir.Constant(_WORD, _UNROLLED)
        count = builder.sub(args[5], args[4])
        whole = builder.sub(args[5], builder.and_(count, ir.Constant(_WORD, _UNROLLED - 1)))
        with cgutils.for_range_slice(builder, args[4], whole, step, _WORD) as (index, _):
            for ahead, total in enumerate(totals):
                take(builder.add(index, ir.Constant(_WORD, ahead)), total)
        with cgutils.for_range_slice(builder, whole, args[5], one, _WORD) as (index, _):
            take(index, totals[0])
        result = builder.load(totals[0])
        for total in totals[1:]:
            result = builder.or_(result, builder.load(total))
        builder.store(result, address).align = 8
        return context.get_dummy_value()

    signature = types.void(target, types.int64, source, offsets, types.int64, types.int64)
    return signature, codegen


@intrinsic
def xor_matches(
    typing_context: Any, ours: Any, our_start: Any, theirs: Any, their_start: Any, wanted: Any
) -> Any:
    """Give the 64 bits (ours[i + k] ^ theirs[j + k]) == wanted, for k = 0 .. 63, as a uint64.

    ours, theirs   uint8[…]   in one piece; the 64 bytes must lie inside
    wanted         uint8
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        def load(position: int) -> Any:
            array = context.make_array(signature.args[position])
            data = array(context, builder, args[position]).data
            place = builder.gep(data, [args[position + 1]])
            vector = builder.load(builder.bitcast(place, _BYTES.as_pointer()))
            vector.align = 1
            return vector

        one = builder.insert_element(
            ir.Constant(_BYTES, ir.Undefined), args[4], ir.Constant(ir.IntType(32), 0)
        )
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), 64), [0] * 64)
        everywhere = builder.shuffle_vector(one, ir.Constant(_BYTES, ir.Undefined), zeros)
        equal = builder.icmp_unsigned("==", builder.xor(load(0), load(2)), everywhere)
        return builder.bitcast(equal, _WORD)

    signature = types.uint64(ours, types.int64, theirs, types.int64, types.uint8)
    return signature, codegen
