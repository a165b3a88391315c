"""The sets whose games have given values: all at once, a bit for each set.

Whether the value of a heap is g is one bit for each of many sets, and these bits are a *plane*. A
heap then costs a few operations on planes for each g and each number that a set may have, so that
no table is needed: all 2^20 sets, which few values leave, take a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

import numpy as np
import numpy.typing as npt

from grundy.recognition.spaces import FILE, LARGEST, Part, Rows, Sets, Space, spaces
from grundy.recognition.terms import Terms
from grundy.runtime.limits import report

Planes = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.uint32]

FEWEST_OF_SETS = 6
"""Values: fewer are those of most sets, and take seconds to say nothing."""

_TOGETHER = 1 << 15  # sets, whose planes stay in a near cache
_STAGES = (24, 48)  # heaps after which sets that cannot have the values any more are left
_FEW_ROWS = 64
_ALL = ~np.uint64(0)


def walked(space: Sets, terms: Terms) -> Part:
    """Return the sets whose games have the terms at some heap, with their rows."""
    start = terms.within(space.heaps)
    distinct = _distinct(space, terms)
    if len(distinct) > _FEW_ROWS:
        return _part(_having(_possible(start, space), start, space), space)
    rows = _rows(distinct, space)[1]
    alike = [_alike(int(one), row, space) for one, row in zip(distinct, rows, strict=True)]
    numbers = np.concatenate([distinct[:0], *alike])
    order, row_of = np.argsort(numbers), np.repeat(np.arange(len(rows)), [*map(len, alike)])
    return Part(space, rows, row_of[order].astype(np.int32), numbers[order])


def _alike(one: int, row: npt.NDArray[np.uint8], space: Sets) -> Numbers:
    """Return all sets with the row of *one*, the greatest that may be taken, or the least not.

    From each heap a move of theirs leads to each value that is less than its own.
    """
    values, heaps = row.astype(np.int64), np.arange(len(row))
    leading = np.zeros((len(row), int(values.max()) + 1), np.int64)  # bit s - 1 for the amount s
    for s in range(1, min(LARGEST, len(row) - 1) + 1):
        leading[heaps[s:], values[:-s]] |= 1 << s - 1
    needed = np.arange(leading.shape[1]) < values[:, None]
    if space.all_but:  # larger amounts may be taken
        firsts = [np.argmax(values == value) for value in range(leading.shape[1])]
        needed &= heaps[:, None] - np.array(firsts) <= LARGEST
    every = (1 << LARGEST) - 1
    allowed = every ^ one if space.all_but else one
    masks, numbers = np.unique(leading[needed] & allowed), np.zeros(1, np.uint32)
    for bit in (1 << place for place in range(LARGEST)):
        if allowed & bit:
            numbers = np.concatenate((numbers, numbers | np.uint32(bit)))
        for mask in masks[(masks >= bit) & (masks < 2 * bit)]:
            numbers = numbers[numbers & np.uint32(mask) > 0]
    alike: Numbers = numbers ^ np.uint32(every) if space.all_but else numbers
    return alike


def walked_rows(space: Sets, terms: Terms, most: int) -> Part:
    """Return one set for each row in which values stand somewhere; above *most* is *most* + 1."""
    numbers = np.sort(_distinct(space, terms))
    rows = [_unpacked_rows(digits, count) for count, digits in _digits(numbers, space, most)]
    table = np.concatenate([np.zeros((0, space.heaps), np.uint8), *rows])
    return Part(space, table, np.arange(len(numbers), dtype=np.int32), numbers)


def _distinct(space: Sets, terms: Terms) -> Numbers:
    """Return one set for each row that has the first terms, where none rules them all out."""
    start, numbers = terms.within(space.heaps), space.distinct
    largest = int((start if space.all_but else terms).numbers.max())
    distances = _distances(terms.beginning(space.heaps))
    if (
        int(start.offsets[-1]) >= space.heaps
        or largest > space.largest_value
        or (space.all_but and distances >> LARGEST)
    ):
        return numbers[:0]
    bits = np.uint32(distances & (1 << LARGEST) - 1)
    numbers = numbers[numbers & bits == (bits if space.all_but else 0)]
    return _having(_of_size(numbers, largest, space), start, space)


def _of_size(numbers: Numbers, largest: int, space: Sets) -> Numbers:
    """Return the sets with a move to each value below the largest."""
    return numbers if space.all_but else numbers[np.bitwise_count(numbers) >= largest]


def _part(numbers: Numbers, space: Sets) -> Part:
    kinds, rows = _rows(numbers, space)
    _, first, row_of = np.unique(kinds, return_index=True, return_inverse=True)
    order = np.argsort(numbers)
    return Part(space, rows[first], row_of[order].astype(np.int32), numbers[order])


def _distances(terms: Terms) -> int:
    """Return at which distances equal values stand: bit d - 1 for d.

    There is no move between heaps of the same value: no set has the distance between them, or,
    where a set says what may not be taken, each has it.
    """
    pairs = terms.numbers[:, None] == terms.numbers
    distances = np.unique((terms.offsets - terms.offsets[:, None])[pairs])
    return sum(1 << int(distance) - 1 for distance in distances if distance > 0)


def _possible(terms: Terms, space: Sets) -> Numbers:
    """Return the sets that the values themselves do not rule out.

    Sets of the same small numbers, whose values are near each other, stand together.
    """
    distances = _distances(terms)
    numbers = np.full(1, distances if space.all_but else 0, np.uint32)
    for bit in (1 << place for place in reversed(range(LARGEST))):
        if not distances & bit:
            numbers = np.concatenate((numbers, numbers | np.uint32(bit)))
    return _of_size(numbers, int(terms.numbers.max()), space)


def _having(numbers: Numbers, terms: Terms, space: Sets) -> Numbers:
    """Return the sets that have the terms at some heap."""
    for heaps in (*_STAGES * space.all_but, space.heaps):
        some = [_fitting(some, terms, space, heaps) for some in _parts(numbers)]
        numbers = np.concatenate([numbers[:0], *some])
    return numbers


def _fitting(numbers: Numbers, terms: Terms, space: Sets, heaps: int) -> Numbers:
    """Return those of some sets that may have the values, as far as the first heaps say.

    What may not be taken is near: a value stands nowhere more than LARGEST after its first heap.
    """
    planes, _ = _planes(numbers, space, heaps, int(terms.numbers.max()))
    # the last start stands for all after it
    starts = np.arange(min(heaps + 1, space.heaps - int(terms.offsets[-1])))
    fits = np.full((len(starts), planes.shape[2]), _ALL)
    seen: dict[int, Planes] = {}
    for offset, value in zip(terms.offsets.tolist(), terms.numbers.tolist(), strict=True):
        if space.all_but:
            fits[: min(max(0, value - offset), heaps)] = 0  # no value is greater than its heap
        inside = max(0, min(len(starts), heaps - offset))
        fits[:inside] &= planes[value, LARGEST + offset : LARGEST + offset + inside]
        before = np.minimum(starts[inside:] + offset, heaps + LARGEST)
        if len(before) and before[-1] > LARGEST:
            if value not in seen:
                seen[value] = np.bitwise_or.accumulate(planes[value], axis=0)
            # LARGEST planes stand before heap 0
            fits[inside:] &= ~seen[value][before - 1]
    return numbers[_unpacked(np.bitwise_or.reduce(fits, axis=0), len(numbers))]


def _rows(numbers: Numbers, space: Sets) -> tuple[Numbers, npt.NDArray[np.uint8]]:
    """Return for each set which others have its row, as a number, and its row."""
    kinds, rows = [numbers[:0]], [np.zeros((0, space.heaps), np.uint8)]
    for count, digits in _digits(numbers, space, space.largest_value):
        kinds.append(_kinds(digits, count))
        rows.append(_unpacked_rows(digits, count))
    return np.concatenate(kinds), np.concatenate(rows)


def _digits(numbers: Numbers, space: Sets, most: int) -> Iterator[tuple[int, Planes]]:
    """Yield how many sets go together, and the binary digits of their values."""
    for some in _parts(numbers):
        yield len(some), _planes(some, space, space.heaps, most)[1]


def _parts(numbers: Numbers) -> Iterator[Numbers]:
    return (numbers[first : first + _TOGETHER] for first in range(0, len(numbers), _TOGETHER))


def _planes(numbers: Numbers, space: Sets, heaps: int, most: int) -> tuple[Planes, Planes]:
    """Return the planes of values up to *most*, and the binary digits of these values.

    planes  uint64[most + 1, LARGEST + heaps, w]   of heap h at LARGEST + h; nothing before heap 0
    digits  uint64[bits of most + 1, heaps, w]   those of most + 1 for all greater values
    """
    members = np.stack([_packed(numbers >> np.uint32(s) & np.uint32(1)) for s in range(LARGEST)])
    amounts = np.ascontiguousarray((~members if space.all_but else members)[::-1])
    width = amounts.shape[1]
    planes = np.zeros((most + 1, LARGEST + heaps, width), np.uint64)
    planes[0, LARGEST] = _ALL
    digits = np.zeros(((most + 1).bit_length(), heaps, width), np.uint64)
    far = np.zeros((most + 1, width), np.uint64)  # values that more than LARGEST away may stand
    moves = np.empty_like(amounts)
    low = top = 0  # all sets reach the values below, and none has one above
    for heap in range(1, heaps):
        if space.all_but and heap > LARGEST:
            far[low : top + 1] |= planes[low : top + 1, heap - 1]
            while low <= most and (far[low] == _ALL).all():
                low += 1
        open_ = np.full(width, _ALL)
        for value in range(low, most + 1):
            np.bitwise_and(amounts, planes[value, heap : heap + LARGEST], out=moves)
            closed = open_ & ~(np.bitwise_or.reduce(moves, axis=0) | far[value])
            planes[value, LARGEST + heap] = closed
            for place in range(value.bit_length()):
                if value >> place & 1:
                    digits[place, heap] |= closed
            open_ ^= closed
            if value > top or not open_.any():
                top = max(top, value)
                break
        else:
            for place in range((most + 1).bit_length()):
                if most + 1 >> place & 1:
                    digits[place, heap] |= open_
    return planes, digits


def is_distinct(numbers: Numbers, space: Sets) -> npt.NDArray[np.bool_]:
    """Return which sets are the greatest of their row, or the least where one is excluded."""
    own_kinds = numbers if space.all_but else numbers ^ np.uint32((1 << LARGEST) - 1)
    distinct: npt.NDArray[np.bool_] = _rows(numbers, space)[0] == own_kinds
    return distinct


def _kinds(digits: Planes, count: int) -> Numbers:
    """Return a number for each set that is the same where all values are.

    Its bits say at which distances equal values stand. A set without them all has the same
    values as the greatest such set, and one in which they may not be taken as the least.
    """
    kinds = np.zeros(count, np.uint32)
    for distance in range(1, LARGEST + 1):
        differ = np.bitwise_or.reduce(digits[:, distance:] ^ digits[:, :-distance], axis=0)
        equal = ~np.bitwise_and.reduce(differ, axis=0)
        kinds |= _unpacked(equal, count).astype(np.uint32) << np.uint32(distance - 1)
    return kinds


def _unpacked_rows(digits: Planes, count: int) -> npt.NDArray[np.uint8]:
    rows = np.zeros((digits.shape[1], count), np.uint8)
    for place, plane in enumerate(digits):
        bits = np.unpackbits(plane.view(np.uint8), axis=1, count=count, bitorder="little")
        rows |= bits << np.uint8(place)
    return np.ascontiguousarray(rows.T)


def _packed(bits: Numbers) -> Planes:
    padded = np.zeros(-(-len(bits) // 64) * 64, np.uint8)
    padded[: len(bits)] = bits
    return np.packbits(padded, bitorder="little").view(np.uint64)


def _unpacked(plane: Planes, count: int) -> npt.NDArray[np.bool_]:
    return np.unpackbits(plane.view(np.uint8), count=count, bitorder="little").view(np.bool_)


def known_games(terms: Terms) -> tuple[Part, ...]:
    """Return the games of each space, those of sets only where more than a few values fit."""
    few = len(terms.places) < FEWEST_OF_SETS
    every, parts = [space for space in spaces() if not (few and isinstance(space, Sets))], []
    for number, space in enumerate(every):
        report("looking through known games", number, len(every))
        parts.append(walked(space, terms) if isinstance(space, Sets) else read_part(space))
    return tuple(parts)


def known_rows(terms: Terms, most: int) -> tuple[Part, ...]:
    """Return the same with one set for each row, whose values above *most* are *most* + 1."""
    rows = partial(walked_rows, terms=terms, most=most)
    return tuple(rows(one) if isinstance(one, Sets) else read_part(one) for one in spaces())


@cache
def read_part(space: Space) -> Part:
    """Return a space as it stands in the file."""
    with np.load(FILE, allow_pickle=False) as file:
        low, high, row_of = (file[f"{space.name}_{name}"] for name in ("low", "high", "games"))
    rows: Rows = low | high.astype(np.uint16) << np.uint16(8)
    return Part(space, rows, row_of.astype(np.int32), np.arange(space.size))


def packed(part: Part) -> dict[str, npt.NDArray[np.integer]]:
    """Return the arrays of a part that stand in the file; values in bytes take less there."""
    return {
        f"{part.space.name}_low": part.rows.astype(np.uint8),
        f"{part.space.name}_high": (part.rows >> 8).astype(np.uint8),
        f"{part.space.name}_games": part.row_of.astype(np.uint16),
    }
