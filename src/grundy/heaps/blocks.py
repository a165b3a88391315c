"""Drive the blocks: two cores side by side, on chunks of 2,048 heaps.

While one core finds the candidates of a chunk, the other marks the far options of the next one,
which do not depend on it; both settle chunks before. Candidates are trusted at once. When one
fails, everything after it is dropped and the engine goes on one heap at a time: the values are
the same as without blocks.

The state does not grow: the least parts, the last heaps, and bitmaps of these.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from grundy.heaps import block_kernels, window_kernels
from grundy.heaps.block_kernels import SUB
from grundy.heaps.block_tables import Head, Plan, Windows, byte_offsets, recent_options
from grundy.heaps.indexing import Indexing
from grundy.heaps.pipeline import HALVES, SLOTS, Pipeline
from grundy.heaps.window_kernels import BLOCK, CHUNK, FAR, INDICES, MIDDLE, SHARE
from grundy.heaps.witnesses import learn
from grundy.threads import thread_count

Values = npt.NDArray[np.unsignedinteger]
Control = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int64]
Marks = npt.NDArray[np.uint64]
Take = Callable[[int, Values], None]
"""Takes a heap and the values from there on; in order, without gaps."""

LEAST_RARES = 200  # with fewer, one heap at a time is as fast
REACH = 1 << 20  # least parts that are kept, for the splits of last resort
_WITNESSES = 12_288  # heaps past FAR whose splits can be windows
_MIDDLE_LINE = (FAR - MIDDLE + BLOCK) // 8  # bytes of the strips for parts from MIDDLE on
_CLOSE_LINE = MIDDLE // 8  # and for those from BLOCK on
_ROUNDS = 64  # between two looks at which indices are dense
_ROOM = 2 * _ROUNDS * CHUNK  # heaps until the array of the last heaps is moved


def _marks() -> Marks:
    return np.zeros((INDICES, CHUNK // 64), np.uint64)


@dataclass(slots=True)
class Chunk:
    """What windows have marked for one chunk.

    Attributes:
        start: Its first heap.
        excluded: Which heaps have a common option of each index; not all of them.
        reached: And a rare option.
        settled: The first heap whose candidate is in doubt, or that after the last.
    """

    start: int = 0
    excluded: Marks = field(default_factory=_marks)
    reached: Marks = field(default_factory=_marks)
    settled: int = 0


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


@dataclass(frozen=True, slots=True)
class _Steps:
    """The steps of a pipeline from heap *begin* on; values before are handed out meanwhile."""

    run: BlockRun
    begin: int
    stop: int
    control: Control
    take: Take

    def far(self, chunk: int) -> None:
        self.run.mark_far(self._chunk(chunk), self.begin + CHUNK * chunk)

    def middle(self, block: int) -> None:
        self.run.mark_middle(self.begin + BLOCK * block)

    def find(self, block: int) -> bool:
        return self.run.find(self._chunk(block // HALVES), self.begin + BLOCK * block)

    def settle(self, chunk: int) -> bool:
        return self.run.settle(self._chunk(chunk))

    def aside(self) -> None:
        self.run.hand_out(self.stop, self.take)

    def stopped(self) -> bool:
        return bool(self.control[1])

    def _chunk(self, place: int) -> Chunk:
        return self.run.chunks[place % SLOTS]


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
        self._sparses, self._sparse_heaps = 0, np.zeros(0, np.int64)
        self._plan_for(first)
        self.chunks = [Chunk() for _ in range(SLOTS)]
        self._set_rares(game.digits, rare_heaps)
        self._set_bitmaps()
        self._learn()

    def run(self, stop: int, control: Control, take: Take) -> bool:
        """Hand out the values from `first` to *stop*; say whether none was in doubt.

        On return `first` is the first heap that was not handed out: *stop*, or less when
        control[1] is set or a value is in doubt. After a doubt the run is of no more use.
        """
        certain = True
        while certain and self._settled < stop and not control[1]:
            certain = self._go_on(stop, control, take)
            control[0] = self._settled
        self.hand_out(stop, take)
        return certain

    def _go_on(self, stop: int, control: Control, take: Take) -> bool:
        """Find and settle the next chunks; say whether none was in doubt."""
        begin = self._settled
        self._look_around(begin)
        count = min(_ROUNDS, -(-(stop - begin) // CHUNK))
        pipeline = Pipeline(count, _Steps(self, begin, stop, control, take))
        pipeline.run(thread_count())
        self._settled = begin + CHUNK * pipeline.settled
        if pipeline.doubted is not None:
            self._settled = self.chunks[pipeline.doubted % SLOTS].settled
            return False
        return not pipeline.failed or self._raise_bound()

    @property
    def tail(self) -> npt.NDArray[np.uint16]:
        """The last values that were handed out: as many as another run needs to go on."""
        start = self.first - self._kept
        values = self._values(start, self.first)
        rare = np.flatnonzero(self.is_rare[start:])
        values[rare] = self.indexing.rare[self.index[rare + (start - self.origin)]]
        return values

    # ---- the parts of a round ---------------------------------------------------------------

    def mark_far(self, chunk: Chunk, start: int) -> None:
        """Mark the options of a chunk with a part from FAR heaps before on."""
        chunk.start = start
        window_kernels.mark_far(
            start,
            self._base,
            self.span,
            self._bitmaps,
            self._plan.dense,
            self._plan.bound,
            *self._far.arrays,
            *self._witnesses,
            self._far_scratch,
            chunk.excluded,
            chunk.reached,
        )

    def mark_middle(self, start: int) -> None:
        """Mark the options of a block with a part from MIDDLE to FAR heaps before."""
        excluded = self._excluded[start // BLOCK % 2]
        excluded[:] = 0
        window_kernels.mark_block(
            start,
            FAR,
            self._base,
            self._bitmaps,
            self._plan.dense,
            self._plan.bound,
            *self._middle.arrays,
            self._middle_scratch,
            excluded,
        )

    def find(self, chunk: Chunk, start: int) -> bool:
        """Find the candidates of a block of the chunk; say whether there are any."""
        sparses = block_kernels.candidates(
            start,
            self.offset,
            self.index,
            self.origin,
            self._bitmaps,
            self._base,
            self._plan.dense,
            self._plan.bound,
            *self._close.arrays,
            self._plan.is_sparse,
            self._sparse_heaps,
            self._sparses,
            *self._one_by_one,
            *self._near,
            self._close_scratch,
            self._excluded[start // BLOCK % 2],
            self._rows,
            chunk.excluded,
            (start - chunk.start) // BLOCK,
        )
        if sparses >= 0:
            self._sparses = int(sparses)
        return bool(sparses >= 0)

    def settle(self, chunk: Chunk) -> bool:
        """Say whether all candidates of the chunk are values; see `Chunk.settled`."""
        chunk.settled = block_kernels.settle(
            chunk.start,
            self.offset,
            self.index,
            self.origin,
            chunk.reached,
            self._plan.bound,
            self._below,
            self.head.low,
            self.head.index,
            self.head.keep,
            self.prefix,
            self.is_rare,
        )
        return chunk.settled == chunk.start + CHUNK

    def _raise_bound(self) -> bool:
        """Ask for more rows, if there are more: a value is greater than all before it."""
        self._least_bound = self._plan.bound + 1
        return self._plan.bound < INDICES // SHARE

    def hand_out(self, stop: int, take: Take) -> None:
        """Hand out the values that are settled, up to *stop*."""
        first, self.first = self.first, max(self.first, min(self._settled, stop))
        if self.first > first:
            take(first, self._values(first, self.first))

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
        self._plan_for(ahead)

    def _plan_for(self, ahead: int) -> None:
        self._plan = Plan.after(self._strip(ahead), self._least_bound)
        rare = self._plan.is_sparse[self._strip(ahead)]
        known = np.flatnonzero(rare) + ahead - self.span
        self._sparses = len(known)
        self._sparse_heaps = np.concatenate([known, np.zeros(_ROUNDS * CHUNK, np.int64)])

    def _strip(self, start: int) -> npt.NDArray[np.uint8]:
        place = start - self.origin
        return self.index[place - self.span : place]

    # ---- tables -----------------------------------------------------------------------------

    def _set_rares(self, digits: npt.NDArray[np.uint8], rare_heaps: Numbers) -> None:
        """Sort the options with a rare part, and single heaps, by how far back they reach."""
        distance, index = rare_heaps + self.offset, self.prefix[rare_heaps]
        line = (self.span - FAR + CHUNK) // 8
        far, near = distance >= FAR, distance < BLOCK
        self._far = Windows.of(distance[far], index[far], self.span, line)
        middle, close = ~far & (distance >= MIDDLE), ~near & (distance < MIDDLE)
        self._middle = Windows.of(distance[middle], index[middle], FAR, _MIDDLE_LINE)
        self._close = Windows.of(distance[close], index[close], MIDDLE, _CLOSE_LINE)
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
        self._middle_scratch = np.zeros(8 * _MIDDLE_LINE, np.uint8)
        self._close_scratch = np.zeros(8 * _CLOSE_LINE, np.uint8)
        self._excluded = np.zeros((2, INDICES, BLOCK // 64), np.uint64)
        self._rows = np.zeros(SUB * INDICES, np.uint8)

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
