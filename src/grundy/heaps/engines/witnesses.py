"""Windows that show most rare values of a block to be options, learnt from the heaps before it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from grundy.heaps.kernels import witnesses as witness_kernels
from grundy.heaps.kernels.windows import INDICES
from grundy.running.threads import in_parallel, shares, thread_count

Indices = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]

_HEAPS_A_RUN = 8192  # there is a run of 64 sample heaps for so many heaps …
_RUNS = (32, 320)  # … but never less and more than these
_MOST = 250  # windows of one rare value
_TRIES = 24  # parts that are looked at for one that is chosen
_FREQUENT = 20  # few groups of many windows cost less than many of few


@dataclass(frozen=True, slots=True)
class Witnesses:
    """For each common index u, which rare values u and a chosen part make, and where."""

    start: Numbers
    index: Numbers
    windows_start: Numbers
    parts: Numbers


def learn(
    index: Indices,
    strip: Indices,
    first: int,
    offset: int,
    parts: Numbers,
    part_index: Indices,
    needed: Numbers,
    heaps: int,
) -> Witnesses:
    """Choose parts for every rare value that may be needed."""
    count = min(max(heaps // _HEAPS_A_RUN, _RUNS[0]), _RUNS[1])
    runs = np.linspace(first, len(index) - 64, count).astype(np.int64)
    sample = needed[runs[:, None] + np.arange(64)]
    order = np.random.default_rng(1).permutation(len(parts))
    parts, part_index = parts[order], part_index[order]
    is_frequent = np.zeros(INDICES, np.uint8)
    is_frequent[np.argsort(-np.bincount(strip, minlength=INDICES), kind="stable")[:_FREQUENT]] = 1

    def choose(start: int, stop: int) -> list[Numbers]:
        found = []
        for wanted in range(start, stop):
            open_ = np.packbits(sample > wanted, axis=1, bitorder="little").view(np.uint64).ravel()
            chosen = np.zeros(_MOST, np.int64)
            count = witness_kernels.choose(
                wanted, index, runs, offset, parts, part_index, is_frequent, _TRIES, open_, chosen
            )
            found.append(chosen[:count])
        return found

    pieces = shares(int(sample.max(initial=0)), 4 * thread_count())
    found = in_parallel([partial(choose, *piece) for piece in pieces])
    return _grouped([places for piece in found for places in piece], parts, part_index)


def _grouped(chosen: list[Numbers], parts: Numbers, part_index: Indices) -> Witnesses:
    wanted = np.repeat(np.arange(len(chosen)), [len(places) for places in chosen])
    places = np.concatenate(chosen) if chosen else np.zeros(0, np.int64)
    common = part_index[places].astype(np.int64) ^ wanted
    order = np.lexsort((wanted, common))
    key = (common * INDICES + wanted)[order]
    groups, windows_start = np.unique(key, return_index=True)
    return Witnesses(
        np.searchsorted(groups, INDICES * np.arange(INDICES + 1)),
        groups % INDICES,
        np.append(windows_start, len(key)).astype(np.int64),
        parts[places[order]],
    )
