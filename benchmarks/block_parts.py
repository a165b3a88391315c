"""The processor time of each step of the blocks, for 0.6, on one core, and what bounds the marks.

Run by hand: ``python -m benchmarks.block_parts [HEAPS]``. The seconds are those of the thread, so
other work on the machine counts only as far as it takes caches and the other half of a core.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from grundy.heaps.engines.blocks import BlockRun
from grundy.heaps.engines.octal import OctalEngine
from grundy.heaps.kernels import blocks, windows
from grundy.heaps.kernels.windows import CHUNK
from grundy.runtime.bits import LONG

STEPS = {
    blocks.FIND: "find: close options, least common value",
    blocks.MIDDLE_MARKS: "middle: options 2,048 to 4,095 before",
    blocks.FAR_MARKS: "far: options from 4,096 before on, and witnesses",
    blocks.SETTLE: "settle: rare values that no window has shown",
}
_CHUNKS = 64
_ROUNDS = 8
_AGAIN = 50


def main(heaps: int) -> None:
    """Print nanoseconds a heap for each step, and for the far marks with other windows."""
    run = _begun(heaps)
    _spent(run, 1)
    spent = _spent(run, _ROUNDS)
    each = {step: 1e9 * seconds / (_ROUNDS * _CHUNKS * CHUNK) for step, seconds in spent.items()}
    total = sum(each.values())
    for step, text in STEPS.items():
        print(f"{each[step]:8.1f} ns a heap  {each[step] / total:4.0%}  {text}")
    print(f"{total:8.1f} ns a heap in all")
    for text, nanoseconds in _far_floors(run):
        print(f"{nanoseconds:8.1f} ns a heap  far marks, {text}")


def _begun(heaps: int) -> BlockRun:
    engine = OctalEngine((0, 6))
    engine.extend(heaps, np.zeros(2, np.int64))
    game = engine.block_game()
    if game is None:
        raise SystemExit(f"{heaps:,} heaps are too few for blocks; take a million.")
    known = engine.values[: engine.filled]
    return BlockRun(game, known, known, engine.filled)


def _spent(run: BlockRun, rounds: int) -> dict[int, float]:
    """Take the steps one after the other, as one core would, and time each kind."""
    spent = dict.fromkeys(STEPS, 0.0)
    for _ in range(rounds):
        begin = run.first
        run._check_resources(begin)
        state = np.zeros(blocks.STATE, np.int64)
        state[blocks.DOUBTED], state[blocks.SPARSES] = -1, len(run._sparse)
        tables = run.tables
        while True:
            step, place = blocks.choose(state, _CHUNKS, False)
            if step == blocks.END:
                break
            start = time.thread_time()
            good = blocks.take_step(step, place, state, begin, *tables)
            spent[step] += time.thread_time() - start
            blocks.finish(state, step, place, good)
        run._settled = begin + CHUNK * int(state[blocks.SETTLED])
        run._hand_out(run._settled, lambda first, values: None)
    return spent


def _far_floors(run: BlockRun) -> Iterator[tuple[str, float]]:
    """Time the far marks with windows where they are, at lines of the cache, and with none."""
    common, far, found = run.tables[:3]
    _, _, _, bitmaps, base, dense, bound = common
    span, share_start, index, starts, places, scratch = far
    found_start, found_index, found_starts, found_places = found
    marks = np.zeros((2, windows.INDICES, LONG), np.uint64)

    def timed(starts: Any, places: Any, found_starts: Any, found_places: Any) -> float:
        begin = time.thread_time()
        for _ in range(_AGAIN):
            windows.mark_far(
                run.first, base, span, bitmaps, dense, bound, share_start, index, starts, places,
                found_start, found_index, found_starts, found_places, scratch, *marks,
            )  # fmt: skip
        return 1e9 * (time.thread_time() - begin) / (_AGAIN * CHUNK)

    begins = -scratch.ctypes.data % 64

    def at_lines(places: Any) -> Any:
        """Move windows to the line of the cache before them, or to the first one."""
        moved = (places.astype(np.int64) - begins) // 64 * 64 + begins
        return np.maximum(moved, begins).astype(np.uint32)

    timed(starts, places, found_starts, found_places)
    yield "as they are", timed(starts, places, found_starts, found_places)
    yield (
        "all windows at lines of the cache",
        timed(starts, at_lines(places), found_starts, at_lines(found_places)),
    )
    yield (
        "no windows: strips and their shifts",
        timed(np.zeros_like(starts), places, np.zeros_like(found_starts), found_places),
    )


if __name__ == "__main__":
    main(int(float(sys.argv[1])) if len(sys.argv) > 1 else 2_000_000)
