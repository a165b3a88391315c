"""Values of codes that split a heap in two, by the definition: for certificates of many heaps.

That G(heap) = g says two things: every value below g is that of an option, and g is not. A few
splits show the first, those with a small part and those that were needed before. `claim` marks
them and takes the least value left out. `refute` looks for it among all other splits; what it
finds is marked from then on, and the claims from that heap on are made anew.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.running.threads import in_parallel, shares, thread_count

Values = npt.NDArray[Any]
Progress = Callable[[str, int, int], None] | None

_BLOCK = 1_024  # heaps that are claimed, and then checked, together
_WIDTH = 256  # values below fit a byte; doubled on demand
_FEW = 16
_SMALL_PARTS = 1_024  # at least _BLOCK: a split that is left to `refute` has no part in the block
_ONE_THREAD = 1 << 26  # splits that are not worth a second thread


def recomputed_splits(moves: Values, heaps: int, progress: Progress = None) -> Values:
    """Return the values of heaps 0 .. heaps - 1, in the least unsigned type that holds them."""
    from grundy.heaps.kernels import splits as kernels

    breaking = np.ascontiguousarray(moves[moves[:, 1] & 4 != 0, 0])
    values, mirror, row = _room(heaps, _WIDTH)
    needed = np.zeros(0, np.int64)
    start, length, small = 0, _BLOCK, _SMALL_PARTS
    while start < heaps:
        stop = min(start + length, heaps)
        claimed = kernels.claim(moves, start, stop, small, needed, values, mirror, row)
        if claimed < stop:
            known = values[:start]
            values, mirror, row = _room(heaps, 2 * len(row))
            values[:start], mirror[heaps - start :] = known, known[::-1]
            continue
        check = partial(kernels.refute, breaking, values, mirror)
        parts = shares(stop - start, thread_count() if start * length > _ONE_THREAD else 1)
        found = in_parallel([partial(check, start + a, start + b, small + 1) for a, b in parts])
        start, *split = next((each for each in found if each[1]), (stop, 0, 0))
        if start == stop:
            length = min(2 * length, _BLOCK)
        else:
            # Where claims are often refuted, fewer go together, and they rest on more splits.
            needed = np.union1d(needed, np.array(split))
            small *= 1 if length > _FEW else 2
            length = max(length // 2, _FEW)
        if progress is not None:
            progress("computing values by the definition", start, heaps)
    return values


def _room(heaps: int, width: int) -> tuple[Values, Values, Values]:
    """Return zeros for the values, the same backwards, and a row of marks, for values < width."""
    values, mirror = np.zeros((2, heaps), np.min_scalar_type(width - 1))
    return values, mirror, np.zeros(width, np.uint8)
