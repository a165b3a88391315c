"""The first values of many games at once: each row is that of the game's own rule."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
from grundy import AllBut, Subtraction, TakeAndBreak
from grundy.heaps.codes import Code
from grundy.heaps.kernels import many

LARGEST = 7
CONTROL = np.zeros(2, np.int64)


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(st.sampled_from([0, 4, 8, 12]), *[st.integers(0, 15)] * 3),
        min_size=1, max_size=4,
    ),
    st.integers(1, 30),
)  # fmt: skip
def test_rows_of_codes_are_the_definition(codes: list[tuple[int, ...]], heaps: int) -> None:
    """Codes of octal and hexadecimal digits, one after the other in the same workspaces."""
    places = np.array(codes, np.uint8)
    lengths = np.array([1 + max((i for i in range(4) if code[i]), default=0) for code in codes])
    values = np.full((len(codes), heaps), 99, np.uint32)
    done = many.code_rows(
        places, lengths, np.zeros(4, np.uint8), values, np.zeros((2, heaps, 2), np.uint64),
        np.zeros(2, np.uint64), np.zeros(128, np.int32), np.zeros((0, 128), np.int32), CONTROL,
    )  # fmt: skip

    assert done == len(codes)
    for code, row in zip(codes, values.tolist(), strict=True):
        assert row == reference.values(TakeAndBreak(Code(code)), heaps)


def test_a_code_with_greater_values_than_there_is_room_for_is_said() -> None:
    """The number of codes that are done tells which one it is; no value is cut off."""
    places, lengths = np.array([[0, 3], [0, 0], [0, 7]], np.uint8), np.array([2, 1, 2])
    great = np.array([[0, 3, 0, 0], [0, 7, 7, 7]], np.uint8)
    values = np.zeros((3, 200), np.uint32)
    work = np.zeros((0, 200, 1), np.uint64), np.zeros(1, np.uint64)

    def run(codes, ends, out, size):  # type: ignore[no-untyped-def]
        tails, none = np.zeros((0, size), np.int32), np.zeros(4, np.uint8)
        seen = np.zeros(size, np.int32)
        return many.code_rows(codes, ends, none, out, *work, seen, tails, CONTROL)

    assert run(places, lengths, values, 64) == 3
    assert run(great, np.array([2, 4]), values[:2], 8) == 1


@pytest.mark.parametrize("heaps", [1, 5, 40])
def test_rows_of_sets_are_the_definition(heaps: int) -> None:
    """Every set of numbers up to seven, that may or may not be taken."""
    taken = np.full((1 << LARGEST, heaps), 99, np.uint8)
    left = np.full((1 << LARGEST, heaps), 99, np.uint32)
    amounts = np.zeros(LARGEST, np.int64)
    whole, counts = np.zeros(LARGEST + 1, np.uint8), np.zeros(heaps + 1, np.int32)
    many.subtraction_rows(0, LARGEST, taken, amounts, whole, CONTROL)
    many.all_but_rows(0, LARGEST, left, amounts, counts, CONTROL)

    for number in range(1 << LARGEST):
        members = [s for s in range(1, LARGEST + 1) if number >> (s - 1) & 1]
        assert taken[number].tolist() == reference.values(Subtraction(members), heaps), members
        assert left[number].tolist() == reference.values(AllBut(members), heaps), members


@settings(max_examples=60)
@given(st.lists(st.lists(st.sampled_from([0, 1, 7, 100]), min_size=3, max_size=3), max_size=40))
def test_equal_rows_are_kept_once(rows: list[list[int]]) -> None:
    """Each row is found again by its number, and no two kept rows are equal, in any portions."""
    fresh = np.array(rows, np.uint8).reshape(-1, 3)
    kept, slots = np.zeros((41, 3), np.uint8), np.full(64, -1, np.int32)
    row_of = np.full(len(fresh), -1, np.int32)
    half = len(fresh) // 2
    count = many.gather(fresh[:half], kept, 0, slots, row_of[:half])
    count = many.gather(fresh[half:], kept, count, slots, row_of[half:])

    assert np.array_equal(kept[row_of], fresh)
    assert len({tuple(row) for row in kept[:count].tolist()}) == count
