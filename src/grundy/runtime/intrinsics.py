"""The names of `bits` as instructions that numba does not offer."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from grundy.runtime.bits import LINE, LONG

_compiled: Any = njit
_BYTE_POINTER = ir.IntType(8).as_pointer()
_INT32 = ir.IntType(32)
_FOR_WRITING, _KEEP_CLOSE, _DATA = 1, 3, 1


@_compiled(nogil=True, _nrt=False, inline="always")
def row(array, place):
    return array[place]


@_compiled(nogil=True, _nrt=False, inline="always")
def fill(array, number):
    array[:] = number


@intrinsic
def like(typing_context, array, number):
    def codegen(context, builder, signature, args):
        return context.cast(builder, args[1], signature.args[1], signature.return_type)

    return array.dtype(array, number), codegen


@intrinsic
def ctz(typing_context, word):
    def codegen(context, builder, signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), codegen


@intrinsic
def prefetch(typing_context, array, index):
    def codegen(context, builder, signature, args):
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
def byte_at(typing_context, address):
    return types.int64(types.int64), _reader(8)


@intrinsic
def word_at(typing_context, address):
    return types.int64(types.int64), _reader(16)


@intrinsic
def long_at(typing_context, address):
    return types.int64(types.int64), _reader(32)


def _reader(bits):
    def codegen(context, builder, signature, args):
        pointer = builder.inttoptr(args[0], ir.IntType(bits).as_pointer())
        return builder.zext(builder.load(pointer, align=bits // 8), ir.IntType(64))

    return codegen


# A lock for kernels that run side by side: one number of an array that they share.

_WORD = ir.IntType(64)


@_compiled(nogil=True, _nrt=False)
def lock(state, place):
    while not _try_lock(state, place):
        pass


@intrinsic
def _try_lock(typing_context, state, place):
    """Set state[place], of an int64[…], from 0 to 1; return whether it was 0."""

    def codegen(context, builder, signature, args):
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        there = builder.gep(data, [args[1]])
        zero, one = ir.Constant(_WORD, 0), ir.Constant(_WORD, 1)
        pair = builder.cmpxchg(there, zero, one, "acquire", "monotonic")
        return builder.extract_value(pair, 1)

    return types.boolean(state, types.int64), codegen


@intrinsic
def unlock(typing_context, state, place):
    def codegen(context, builder, signature, args):
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        builder.store_atomic(
            ir.Constant(_WORD, 0), builder.gep(data, [args[1]]), "release", align=8
        )
        return context.get_dummy_value()

    return types.void(state, types.int64), codegen


# Vector operations that numba does not offer: windows, shifts, xors compared, bits spread.

_WORDS = ir.VectorType(_WORD, 8)
_BYTES = ir.VectorType(ir.IntType(8), 64)


@intrinsic
def or_windows(typing_context, target, line, source, offsets, start, stop):
    signature = types.void(target, types.int64, source, offsets, types.int64, types.int64)
    return signature, _gathering(LINE)


@intrinsic
def or_long_windows(typing_context, target, line, source, offsets, start, stop):
    signature = types.void(target, types.int64, source, offsets, types.int64, types.int64)
    return signature, _gathering(LONG)


def _gathering(words):
    """Write the loop for windows of so many words."""
    vector = ir.VectorType(_WORD, words)

    def codegen(context, builder, signature, args):
        def data(position):
            array = context.make_array(signature.args[position])
            return array(context, builder, args[position]).data

        def constant(number):
            return ir.Constant(_WORD, number)

        place = builder.gep(data(0), [builder.mul(args[1], constant(words))])
        address = builder.bitcast(place, vector.as_pointer())
        windows = builder.bitcast(data(2), _BYTE_POINTER)
        total = cgutils.alloca_once(builder, vector)
        before = builder.load(address)
        before.align = 8
        builder.store(before, total)
        with cgutils.for_range_slice(builder, args[4], args[5], constant(1), _WORD) as (index, _):
            offset = builder.zext(builder.load(builder.gep(data(3), [index])), _WORD)
            there = builder.bitcast(builder.gep(windows, [offset]), vector.as_pointer())
            window = builder.load(there)
            window.align = 1
            builder.store(builder.or_(builder.load(total), window), total)
        builder.store(builder.load(total), address).align = 8
        return context.get_dummy_value()

    return codegen


@intrinsic
def eight_shifts(typing_context, source, start, target, line):
    def codegen(context, builder, signature, args):
        def data(position):
            array = context.make_array(signature.args[position])
            return builder.bitcast(array(context, builder, args[position]).data, _BYTE_POINTER)

        def at(pointer, offset):
            return builder.bitcast(builder.gep(pointer, [offset]), _WORDS.as_pointer())

        def load(offset):
            vector = builder.load(at(strip, offset))
            vector.align = 1
            return vector

        def by(bits):
            return ir.Constant(_WORDS, [bits] * 8)

        strip, lines, zero = builder.gep(data(0), [args[1]]), data(2), ir.Constant(_WORD, 0)
        with cgutils.for_range_slice(builder, zero, args[3], ir.Constant(_WORD, 64), _WORD) as (
            offset,
            _,
        ):
            words, next_words = load(offset), load(builder.add(offset, ir.Constant(_WORD, 8)))
            for bits in range(8):
                shifted = words
                if bits:
                    down = builder.lshr(words, by(bits))
                    shifted = builder.or_(down, builder.shl(next_words, by(64 - bits)))
                there = builder.add(offset, builder.mul(args[3], ir.Constant(_WORD, bits)))
                builder.store(shifted, at(lines, there)).align = 1
        return context.get_dummy_value()

    return types.void(source, types.int64, target, types.int64), codegen


@intrinsic
def matches(typing_context, array, start, value):
    def codegen(context, builder, signature, args):
        loaded = _load_bytes(context, builder, signature.args[0], args[0], args[1])
        return _equal(builder, loaded, args[2])

    return types.uint64(array, types.int64, types.uint8), codegen


@intrinsic
def xor_matches(typing_context, ours, our_start, theirs, their_start, value):
    def codegen(context, builder, signature, args):
        ours, theirs = (
            _load_bytes(context, builder, signature.args[k], args[k], args[k + 1]) for k in (0, 2)
        )
        return _equal(builder, builder.xor(ours, theirs), args[4])

    signature = types.uint64(ours, types.int64, theirs, types.int64, types.uint8)
    return signature, codegen


def _load_bytes(context, builder, kind, array, start):
    data = context.make_array(kind)(context, builder, array).data
    vector = builder.load(builder.bitcast(builder.gep(data, [start]), _BYTES.as_pointer()))
    vector.align = 1
    return vector


def _equal(builder, vector, value):
    """Compare each byte; the 64 answers are the bits of a word."""
    undefined = ir.Constant(_BYTES, ir.Undefined)
    one = builder.insert_element(undefined, value, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), 64), [0] * 64)
    everywhere = builder.shuffle_vector(one, undefined, zeros)
    return builder.bitcast(builder.icmp_unsigned("==", vector, everywhere), _WORD)


@intrinsic
def spread(typing_context, word, target, start):
    def codegen(context, builder, signature, args):
        array = context.make_array(signature.args[1])(context, builder, args[1])
        there = builder.bitcast(builder.gep(array.data, [args[2]]), _BYTES.as_pointer())
        bits = builder.bitcast(args[0], ir.VectorType(ir.IntType(1), 64))
        builder.store(builder.zext(bits, _BYTES), there).align = 1
        return context.get_dummy_value()

    return types.void(types.uint64, target, types.int64), codegen


@intrinsic
def popcount(typing_context, word):
    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen
