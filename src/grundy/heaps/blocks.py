"""Drive the blocks: two cores side by side, on chunks of 2,048 heaps.

In a round one core finds the candidates of a chunk. The other marks the far options of the next
chunk, which do not depend on this one, and settles the chunk before. Candidates are trusted at
once. When one fails, everything after it is dropped and the engine goes on one heap at a time:
the values are the same as without blocks.

The state does not grow: the least parts, the last heaps, and bitmaps of these.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from grundy.heaps import block_kernels, window_kernels
from grundy.heaps.block_kernels import SUB
from grundy.heaps.block_tables import Head, Plan, Windows, byte_offsets, recent_options
from grundy.heaps.indexing import Indexing
from grundy.heaps.window_kernels import BLOCK, CHUNK, FAR, INDICES, SHARE
from grundy.heaps.witnesses import learn

Values = npt.NDArray[np.unsignedinteger]
Control = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int64]
Marks = npt.NDArray[np.uint64]
Take = Callable[[int, Values], None]
"""Takes a heap and the values from there on; in order, without gaps."""

LEAST_RARES = 200  # with fewer, one heap at a time is as fast
REACH = 1 << 20  # least parts that are kept, for the splits of last resort
_WITNESSES = 12_288  # heaps past FAR whose splits can be windows
_ROUNDS = 32  # between two looks at which indices are dense
_ROOM = 4 * _ROUNDS * CHUNK  # heaps until the array of the last heaps is moved


def _marks() -> Marks:
    return np.zeros((INDICES, CHUNK // 64), np.uint64)


@dataclass(slots=True)
class _Chunk:
    """What windows have marked for one chunk: common options, and rare ones."""

    start: int
    plan: Plan
    excluded: Marks = field(default_factory=_marks)
    reached: Marks = field(default_factory=_marks)


@dataclass(frozen=True, slots=True)
class BlockGame:
    """What a run of blocks has to know of a game.

    Attributes:
        digits: The code, with one digit that allows two heaps. Whether these may be equal does
            not matter any more: rare parts and those of the head are less than half a heap.
        mask: The mask, without position.
        rare_heaps: The rare heaps from 1 on, int64, rising.
    """

    digits: npt.NDArray[np.uint8]
    mask: int
    rare_heaps: Numbers

    @property
    def offset(self) -> int:
        """The place of the digit that allows two heaps."""
        return int(np.flatnonzero(self.digits & 4)[0])

    @property
    def span(self) -> int:
        """How many heaps before a chunk its windows reach."""
        last = int(self.rare_heaps[-1])
        farthest = max(last + self.offset + 1, FAR + _WITNESSES)
        return -(-farthest // BLOCK) * BLOCK

    @property
    def kept(self) -> int:
        """How many of the last values a run looks at."""
        return max(REACH, self.span) + self.offset + 2 * _ROUNDS * CHUNK

    def ready(self, first: int) -> bool:
        """Say whether the rares stopped long enough ago for blocks to start at *first*."""
        if len(self.rare_heaps) < LEAST_RARES:
            return False
        return first > 2 * (Head.needs(int(self.rare_heaps[-1])) + CHUNK)


class BlockRun:
    """A run of blocks from heap *first* on.

    Args:
        game: It is `ready`.
        head: The first values: REACH of them, or all.
        tail: The last values before *first*: `game.kept` of them, or all.
        first: Where to begin.
    """

    def __init__(self, game: BlockGame, head: Values, tail: Values, first: int) -> None:
        rare_heaps = game.rare_heaps
        self.offset, self.span = game.offset, game.span
        self.begin = self.first = self._settled = first
        self.indexing = Indexing.of(game.mask)
        self._below = self.indexing.below
        self.is_rare = np.zeros(int(rare_heaps[-1]) + 1, np.uint8)
        self.is_rare[rare_heaps] = 1
        self.prefix = self.indexing.index(head[: min(REACH, first // 2)])
        self.head = Head.of(self.prefix, self.is_rare)
        self._kept = min(len(tail), game.kept)
        self.index = np.zeros(self._kept + _ROOM, np.uint8)
        self.index[: self._kept] = self.indexing.index(tail[len(tail) - self._kept :])
        self.origin = first - self._kept
        self._least_bound = 0
        self._bitmaps = np.zeros((INDICES, 0), np.uint8)
        self._base = first - self.span  # where the bitmaps begin
        self._sparse_heaps = np.zeros(0, np.int64)
        self._sparses = 0
        self._sparse_plan: Plan | None = None
        self._plan = Plan.after(self._strip(first), 0)
        self._set_rares(game.digits, rare_heaps)
        self._set_bitmaps()
        self._learn()

    def run(self, stop: int, control: Control, take: Take) -> bool:
        """Hand out the values from `first` to *stop*; say whether none was in doubt.

        On return `first` is the first heap that was not handed out: *stop*, or less when
        control[1] is set or a value is in doubt. After a doubt the run is of no more use.
        """
        ahead = settled = self._settled
        before, now, then = (_Chunk(0, self._plan) for _ in range(3))
        unsettled = False  # what has been found for `before`
        self._look_around(ahead)
        self._mark(now, ahead)
        rounds = 0
        with ThreadPoolExecutor(1) as helper:
            while True:
                working = ahead < stop and not control[1]
                beside = helper.submit(
                    self._beside, before if unsettled else None, then if working else None, ahead
                )
                found = working and self._candidates(now)
                settled = beside.result()
                if settled < ahead or not working:
                    break
                if found:
                    before, now, then, unsettled = now, then, before, True
                    ahead += CHUNK
                elif self._raise_bound(ahead):
                    unsettled = False
                    self._mark(now, ahead)
                else:
                    break
                control[0] = settled
                rounds += 1
                if rounds % _ROUNDS == 0:
                    self._hand_out(min(settled, stop), take)
                    self._look_around(ahead)
        self._settled = settled
        self._hand_out(min(settled, stop), take)
        return settled == ahead and not working

    @property
    def tail(self) -> npt.NDArray[np.uint16]:
        """The last values that were handed out: as many as another run needs to go on."""
        start = self.first - self._kept
        values = self._values(start, self.first)
        rare = np.flatnonzero(self.is_rare[start:])
        values[rare] = self.indexing.rare[self.index[rare + (start - self.origin)]]
        return values

    # ---- the parts of a round ---------------------------------------------------------------

    def _beside(self, before: _Chunk | None, then: _Chunk | None, ahead: int) -> int:
        """Mark the chunk after *ahead*, and say up to where candidates are settled."""
        if then is not None:
            self._mark(then, ahead + CHUNK)
        return ahead if before is None else self._settle(before)

    def _mark(self, chunk: _Chunk, start: int) -> None:
        chunk.start, chunk.plan = start, self._plan
        window_kernels.mark_far(
            start,
            self._base,
            self.span,
            self._bitmaps,
            chunk.plan.dense,
            chunk.plan.bound,
            *self._far.arrays,
            *self._witnesses,
            self._far_scratch,
            chunk.excluded,
            chunk.reached,
        )

    def _candidates(self, chunk: _Chunk) -> bool:
        if chunk.plan is not self._sparse_plan:
            self._set_sparse(chunk)
        sparses = block_kernels.candidates(
            chunk.start,
            self.offset,
            self.index,
            self.origin,
            self._bitmaps,
            self._base,
            chunk.plan.dense,
            chunk.plan.bound,
            *self._middle.arrays,
            chunk.plan.is_sparse,
            self._sparse_heaps,
            self._sparses,
            *self._one_by_one,
            *self._near,
            *self._workspaces,
            chunk.excluded,
        )
        if sparses >= 0:
            self._sparses = int(sparses)
        return bool(sparses >= 0)

    def _settle(self, chunk: _Chunk) -> int:
        settled = block_kernels.settle(
            chunk.start,
            self.offset,
            self.index,
            self.origin,
            chunk.reached,
            chunk.plan.bound,
            self._below,
            self.head.low,
            self.head.index,
            self.head.keep,
            self.prefix,
            self.is_rare,
        )
        return int(settled)

    def _raise_bound(self, ahead: int) -> bool:
        """Ask for more rows, if there are more: a value is greater than all before it."""
        if self._plan.bound == INDICES // SHARE:
            return False
        self._least_bound = self._plan.bound + 1
        self._plan = Plan.after(self._strip(ahead), self._least_bound)
        return True

    def _hand_out(self, settled: int, take: Take) -> None:
        if settled > self.first:
            first, self.first = self.first, settled
            take(first, self._values(first, settled))

    def _values(self, first: int, stop: int) -> npt.NDArray[np.uint16]:
        return self.indexing.common[self.index[first - self.origin : stop - self.origin]]

    # ---- between rounds ---------------------------------------------------------------------

    def _look_around(self, ahead: int) -> None:
        """Let the arrays hold the last heaps, with room for the next rounds, and plan anew."""
        gone = (ahead - self.span - self._base) // 8
        width = self.span // 8
        if gone:
            self._bitmaps[:, :width] = self._bitmaps[:, gone : gone + width].copy()
            self._bitmaps[:, width:] = 0
            self._base = ahead - self.span
        if ahead + (_ROUNDS + 1) * CHUNK - self.origin > len(self.index):
            gone, width = ahead - CHUNK - self._kept - self.origin, self._kept + CHUNK
            self.index[:width] = self.index[gone : gone + width].copy()
            self.origin += gone
        self._plan = Plan.after(self._strip(ahead), self._least_bound)

    def _strip(self, start: int) -> npt.NDArray[np.uint8]:
        place = start - self.origin
        return self.index[place - self.span : place]

    def _set_sparse(self, chunk: _Chunk) -> None:
        self._sparse_plan = chunk.plan
        rare = chunk.plan.is_sparse[self._strip(chunk.start)]
        known = np.flatnonzero(rare) + chunk.start - self.span
        self._sparses = len(known)
        room = np.zeros((_ROUNDS + 2) * CHUNK, np.int64)
        self._sparse_heaps = np.concatenate([known, room])

    # ---- tables -----------------------------------------------------------------------------

    def _set_rares(self, digits: npt.NDArray[np.uint8], rare_heaps: Numbers) -> None:
        """Sort the options with a rare part, and single heaps, by how far back they reach."""
        distance, index = rare_heaps + self.offset, self.prefix[rare_heaps]
        line = (self.span - FAR + CHUNK) // 8
        far, near = distance >= FAR, distance < BLOCK
        self._far = Windows.of(distance[far], index[far], self.span, line)
        middle = ~far & ~near
        self._middle = Windows.of(distance[middle], index[middle], FAR, FAR // 8)
        self._one_by_one = rare_heaps[~near], index[~near]
        singles = np.array([r for r in range(1, len(digits)) if digits[r] & 2], np.int64)
        alone = np.zeros(len(singles), np.uint8)
        distances, indices = [distance[near], singles], [index[near], alone]
        afar = np.concatenate(distances) >= SUB
        self._near = (
            np.concatenate(distances)[afar],
            np.concatenate(indices)[afar],
            *recent_options(distances, indices, SUB),
        )
        self._far_scratch = np.zeros(8 * line, np.uint8)
        self._workspaces = (
            np.zeros(FAR, np.uint8),
            np.zeros((INDICES, BLOCK // 64), np.uint64),
            np.zeros(SUB * INDICES, np.uint8),
        )

    def _set_bitmaps(self) -> None:
        """Make the bitmaps of the last heaps, with room for the rounds until the next look."""
        width = (self.span + (_ROUNDS + 1) * CHUNK) // 8 + 64
        bits = np.zeros((INDICES, 8 * width), np.uint8)
        bits[self._strip(self.first), np.arange(self.span)] = 1
        self._bitmaps = np.packbits(bits, axis=1, bitorder="little")

    def _learn(self) -> None:
        """Choose the windows that show rare values to be options."""
        parts = np.arange(FAR, self.span - self.offset)
        inside = parts < len(self.is_rare)
        common = ~inside
        common[inside] = self.is_rare[parts[inside]] == 0
        parts = parts[common]
        # where the other part is common too, and known
        first = max(len(self.is_rare) - self.origin, 0) + self.span
        known = self.index[: self._kept]
        found = learn(
            known,
            self._strip(self.first),
            first,
            self.offset,
            parts,
            self.prefix[parts],
            self._below[known],
            self.first,
        )
        line = (self.span - FAR + CHUNK) // 8
        windows = byte_offsets(self.span - self.offset - found.parts, line)
        self._witnesses = found.start, found.index, found.windows_start, windows
