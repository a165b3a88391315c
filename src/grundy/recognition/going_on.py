"""Whether codes go on as given values do, once they have had the same values so far."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def going_on(
    digits: npt.NDArray[np.uint8],
    lengths: npt.NDArray[np.int64],
    values: npt.NDArray[np.int64],
    known: int,
) -> npt.NDArray[np.bool_]:
    """Say of take-and-break codes whether they have given values."""
    from grundy.heaps.kernels import general, many

    fits = np.zeros(len(digits), np.bool_)
    if len(digits) == 0 or int(values.max()) >= 2 * len(values):  # no play has so many moves
        return fits
    largest = 2 * len(values) if values.min() < 0 else int(values.max())
    words = -(-(1 << largest.bit_length()) // 64)
    narrow, none = values.astype(np.uint32), np.zeros(digits.shape[1], np.uint8)
    sums = np.zeros((2 if digits.max() > 7 else 0, len(values), words), np.uint64)
    work, seen = np.zeros(words, np.uint64), np.zeros(64 * words, np.int32)
    for heap in range(1, known):
        general.fill_sums(heap, narrow, sums)
    left = np.arange(len(digits))
    for heap in range(known, len(values)):
        found = np.zeros(len(left), np.int64)
        many.codes_at(digits[left], lengths[left], none, narrow, heap, sums, work, seen, found)
        if values[heap] < 0:
            for value in np.unique(found):
                some, filled = left[found == value], values.copy()
                filled[heap] = value
                fits[some] = going_on(digits[some], lengths[some], filled, heap + 1)
            return fits
        left = left[found == values[heap]]
    fits[left] = True
    return fits
