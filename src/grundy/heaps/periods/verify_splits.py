"""Values of codes that split heaps, by the definition or from rare heaps, for certificates.

That G(heap) = g says two things: every value below g is that of an option, and g is not. A few
splits show the first, those with a small part and those that were needed before. `claim` marks
them and takes the least value left out. `refute` looks for it among all other splits; what it
finds is marked from then on, and the claims from that heap on are made anew.

Call a value rare when it has an even number of one bits in common with a mask, else common.
Parity adds up: a split with one rare part gives a common value, any other split a rare one. So
the common value g of a heap is right when every smaller value is that of an option, and no split
with exactly one rare part has the value g. `claim` takes the least common value that such splits
leave; `unwitnessed` looks for the rare values below it among all splits, where one that shows
each soon turns up. The few heaps of rare value are worked out from all their options.

With a mask by position a value counts as rare of a heap n when parity and n - t, t the tokens
taken, are even together or odd together; as the parts of a split have n - t tokens, this adds up,
too, when all t that allow two heaps are even or all are odd. See docs/theory.md 3.6.

Whatever mask and heaps a certificate names, what is accepted is true: the mask only decides how
long it takes, and a rare heap that is not named is found, for its rare value is no option.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.heaps.periods.certificate import RareHeaps
from grundy.runtime.limits import report
from grundy.runtime.sealed import failure, require
from grundy.runtime.threads import in_parallel, shares, thread_count

Values = npt.NDArray[Any]

_BLOCK = 1_024  # heaps that are claimed, and then checked, together
_WIDTH = 256  # values below fit a byte; doubled on demand
_FEW = 16
_SMALL_PARTS = 1_024  # at least _BLOCK: a split that is left to `refute` has no part in the block
_ONE_THREAD = 1 << 26  # splits that are not worth a second thread


def recomputed_splits(moves: Values, heaps: int) -> Values:
    """Return the values of heaps 0 .. heaps - 1, in the least unsigned type that holds them."""
    from grundy.heaps.kernels import splits as kernels

    breaking = np.ascontiguousarray(moves[moves[:, 1] & 4 != 0, 0])
    values, mirror, row = _room(heaps, _WIDTH)
    needed = np.zeros(0, np.int64)
    start, length, small = 0, _BLOCK, _SMALL_PARTS
    while start < heaps:
        stop = min(start + length, heaps)
        claimed = kernels.claim_splits(moves, start, stop, small, needed, values, mirror, row)
        if claimed < stop:
            prefix = values[:start]
            values, mirror, row = _room(heaps, 2 * len(row))
            values[:start], mirror[heaps - start :] = prefix, prefix[::-1]
            continue
        check = partial(kernels.refute, breaking, values, mirror)
        parts = shares(stop - start, thread_count() if start * length > _ONE_THREAD else 1)
        failures = in_parallel([partial(check, start + a, start + b, small + 1) for a, b in parts])
        start, *split = next((each for each in failures if each[1]), (stop, 0, 0))
        if start == stop:
            length = min(2 * length, _BLOCK)
        else:
            # Where claims are often refuted, fewer go together, and they rest on more splits.
            needed = np.union1d(needed, np.array(split))
            small *= 1 if length > _FEW else 2
            length = max(length // 2, _FEW)
        report("computing values by the definition", start, heaps)
    return values


def _room(heaps: int, width: int) -> tuple[Values, Values, Values]:
    """Return zeros for the values, the same backwards, and a row of marks, for values < width."""
    values, mirror = np.zeros((2, heaps), np.min_scalar_type(width - 1))
    return values, mirror, np.zeros(width, np.uint8)


_MARKED = 256  # splits that are marked one by one
_HEAD = 1 << 16  # parts that are compared as vectors
_WORK = 1 << 28  # marks between two looks at the clock and at Ctrl-C
_SHORTEST, _LONGEST = 1 << 10, 1 << 20  # heaps claimed together
_CONDITION = "rare heaps"


def recomputed_by_rares(moves: Values, heaps: int, rare: RareHeaps) -> Values:
    """Return the values of heaps 0 .. heaps - 1, in the least unsigned type that holds them."""
    breaking = moves[moves[:, 1] & 4 != 0, 0]
    require(len(breaking) > 0, _CONDITION, "no move of this rule leaves two heaps")
    of_one_parity = len(set((breaking & 1).tolist())) == 1
    needed = "a mask by position needs moves that take even numbers only, or odd ones"
    require(not rare.by_position or of_one_parity, "mask", needed)
    listed = np.array(rare.heaps, np.int64)
    rise = bool(np.all(np.diff(listed, prepend=0, append=heaps) > 0))
    require(rise, _CONDITION, "they have to rise, from 1 on and below the number of heaps")
    width = _WIDTH
    while True:
        values = _Check(moves, rare, listed, width).values(heaps)
        if values is not None:
            return values
        width *= 2


class _Check:
    """One pass over the heaps, for values below `width`."""

    def __init__(self, moves: Values, rare: RareHeaps, listed: Values, width: int) -> None:
        breaking = moves[moves[:, 1] & 4 != 0, 0]
        self._moves = moves
        self._listed = listed
        self._width = width
        self._kinds = rare.kinds(width, int(breaking[0]))
        self._rares = np.full((2, width + 1), width, np.int64)
        for row, kinds in zip(self._rares, self._kinds, strict=True):
            rare_values = np.flatnonzero(kinds)
            row[: len(rare_values)] = rare_values
        work = len(breaking) * (len(listed) + _MARKED)
        self._step = min(max(_WORK // work, _SHORTEST), _LONGEST)

    def values(self, heaps: int) -> Values | None:
        """Return the values; None when one is too large. Claims are checked beside the next."""
        from grundy.heaps.kernels.splits import FULL, claim

        kind = np.min_scalar_type(self._width - 1)
        values, rare_values = np.zeros(heaps, kind), np.zeros(len(self._listed), kind)
        row = np.zeros(self._width, np.uint8)
        checked, claimed = 1, min(1, heaps)
        while checked < heaps:
            stop = min(claimed + self._step, heaps)
            next_claims = partial(
                claim, self._moves, self._kinds, self._listed, rare_values, claimed, stop, values,
                row,
            )  # fmt: skip
            looks = self._looks(values, checked, claimed)
            (reached, why), *failures = in_parallel([next_claims, *looks])
            for heap, value in failures:
                if heap >= 0:
                    no_option = f"but has no option of the rare value {value}"
                    raise failure(_CONDITION, f"heap {heap} is not named, {no_option}", heap)
            if why == FULL:
                # Some value below one above the number of options cannot be that of an option.
                few = f"heap {reached} is not named, but has too few options for a common value"
                require(self._width <= len(self._moves) * (reached // 2 + 2), _CONDITION, few)
                return None
            if why:
                raise failure(_CONDITION, f"heap {reached} is named, but its value is common")
            checked, claimed = claimed, reached
            report("computing values from the rare heaps", checked, heaps)
        return values

    def _looks(self, values: Values, start: int, stop: int) -> list[partial[tuple[int, int]]]:
        """Return the calls that look for witnesses of the values of these heaps."""
        from grundy.heaps.kernels.splits import unwitnessed

        head = values[min(stop - 1, _HEAD) : 0 : -1].copy()
        call = partial(unwitnessed, self._moves, self._kinds, self._rares, _MARKED, values, head)
        pieces, row = shares(stop - start, 2 * thread_count()), partial(np.zeros, self._width)
        return [partial(call, start + a, start + b, row(np.uint8)) for a, b in pieces]
