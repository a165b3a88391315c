"""Drive the blocks: two cores side by side, on chunks of 2,048 heaps.

While one core finds the candidates of a chunk, the other marks the far options of the next one,
which do not depend on it; both settle chunks before. Candidates are trusted at once. When one
fails, everything after it is dropped and the engine goes on one heap at a time: the values are
the same as without blocks.

The state does not grow: the least parts, the last heaps, and bitmaps of these.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError
from grundy.heaps.engines import block_tables
from grundy.heaps.engines.block_tables import Numbers
from grundy.heaps.kernels import blocks as pipeline_kernels
from grundy.heaps.kernels.blocks import DOUBTED, FAILED, SETTLED, SLOTS, SPARSES, STATE, SUB
from grundy.heaps.kernels.windows import BLOCK, CHUNK, FAR, INDICES, MIDDLE, SHARE
from grundy.runtime.kernels import Kernel
from grundy.runtime.threads import Control, thread_count

Values = npt.NDArray[np.unsignedinteger]
Take = Callable[[int, Values], None]
"""Takes a heap and the values from there on; in order, without gaps."""

LEAST_RARES = 200  # with fewer, one heap at a time is as fast
REACH = 1 << 20  # least parts that are kept, for the splits of last resort
_WITNESSES = 12_288  # heaps past FAR whose splits can be windows
_MIDDLE_LINE = (FAR - MIDDLE + BLOCK) // 8  # bytes of the strips for parts from MIDDLE on
_CLOSE_LINE = MIDDLE // 8  # and for those from BLOCK on
_ROUNDS = 64  # between two looks at which indices are dense
_PAUSE = 1e-4  # seconds for which a core is given back that has found nothing to do
AGAIN = 4  # blocks begin anew when there are so many times as many heaps
_ROOM = 2 * _ROUNDS * CHUNK  # heaps until the array of the last heaps is moved


@dataclass(frozen=True, slots=True)
class BlockGame:
    """What a run of blocks has to know of a game."""

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
    def tail_length(self) -> int:
        """The number of latest values that a run reads."""
        return max(REACH, self.span) + self.offset + 2 * _ROUNDS * CHUNK

    def ready(self, first: int) -> bool:
        """Return whether the rares stopped long enough ago for blocks to start at *first*."""
        if len(self.rare_heaps) < LEAST_RARES:
            return False
        return first > 2 * (block_tables.Head.needs(int(self.rare_heaps[-1])) + CHUNK)


class BlockRun:
    """A run of blocks from heap *first* on."""

    def __init__(self, game: BlockGame, head: Values, tail: Values, first: int) -> None:
        rare_heaps = game.rare_heaps
        self.offset, self.span = game.offset, game.span
        self.begin = self.first = self._settled = first
        self.indexing = block_tables.Indexing.of(game.mask)
        self._below = self.indexing.below
        self.is_rare = np.zeros(int(rare_heaps[-1]) + 1, np.uint8)
        self.is_rare[rare_heaps] = 1
        self.prefix = self.indexing.index(head[: min(REACH, first // 2)])
        self.head = block_tables.Head.of(self.prefix, self.is_rare)
        self._tail_length = min(len(tail), game.tail_length)
        self.index = np.zeros(self._tail_length + _ROOM, np.uint8)
        self.index[: self._tail_length] = self.indexing.index(tail[len(tail) - self._tail_length :])
        self.origin = first - self._tail_length
        self._least_bound = 0
        self._bitmaps = np.zeros((INDICES, 0), np.uint8)
        self._base = first - self.span  # where the bitmaps begin
        self._plan_for(first)
        self._marks = (
            np.zeros((SLOTS, INDICES, CHUNK // 64), np.uint64),
            np.zeros((SLOTS, INDICES, CHUNK // 64), np.uint64),
            np.zeros((2, INDICES, BLOCK // 64), np.uint64),
            np.zeros(SLOTS, np.int64),
        )
        self._set_rares(game.digits, rare_heaps)
        self._set_bitmaps()
        self._learn()

    @property
    def end(self) -> int:
        """The heap from which on a new run, which chooses better windows, is faster."""
        return int(AGAIN * self.begin)

    def run(self, stop: int, control: Control, take: Take) -> bool:
        """Hand out the values from `first` to *stop*; return whether none was in doubt."""
        certain = True
        while certain and self._settled < stop and not control[1]:
            certain = self._go_on(stop, control, take)
            control[0] = self._settled
        self._hand_out(stop, take)
        return certain

    def _go_on(self, stop: int, control: Control, take: Take) -> bool:
        """Find and settle the next chunks; return whether none was in doubt."""
        begin = self._settled
        if self._is_full(begin):
            self._hand_out(stop, take)  # what is moved away cannot be handed out any more
        self._check_resources(begin)
        state = np.zeros(STATE, np.int64)
        state[DOUBTED] = -1
        state[SPARSES] = len(self._sparse)
        chunks = min(_ROUNDS, -(-(stop - begin) // CHUNK))
        arguments = (state, chunks, control, begin, *self.tables)

        def work() -> None:
            while not pipeline_kernels.work(*arguments):
                time.sleep(_PAUSE)

        steps = cast("Kernel", pipeline_kernels.work)
        if thread_count() == 1 or steps.runs_plain(*arguments):
            self._hand_out(stop, take)
            work()
        else:
            with ThreadPoolExecutor(1) as helper:
                beside = helper.submit(work)
                self._hand_out(stop, take)
                work()
                beside.result()
        self._settled = begin + CHUNK * int(state[SETTLED])
        if state[DOUBTED] >= 0:
            self._settled = int(self._marks[-1][state[DOUBTED] % SLOTS])
            return False
        return not state[FAILED] or self._raise_bound()

    @property
    def tables(self) -> tuple[tuple[Any, ...], ...]:
        """The arguments of `pipeline_kernels.take_step`, from `common` on, for the next chunks."""
        plan, head = self._plan, self.head
        sparse = np.concatenate([self._sparse, np.zeros(_ROUNDS * CHUNK, np.int64)])
        common = self.offset, self.index, self.origin, self._bitmaps, self._base
        return (
            (*common, plan.dense, plan.bound),
            (self.span, *self._far.arrays, self._far_scratch),
            self._witnesses,
            self._marks,
            (*self._middle.arrays, self._middle_scratch),
            (*self._close.arrays, self._close_scratch),
            (plan.is_sparse, sparse, *self._one_by_one, *self._near, self._rows),
            (self._below, head.low, head.index, head.keep, self.prefix, self.is_rare),
        )

    @property
    def tail(self) -> npt.NDArray[np.uint16]:
        """The last values that were handed out: as many as another run needs to go on."""
        start = self.first - self._tail_length
        values = self._values(start, self.first)
        rare = np.flatnonzero(self.is_rare[start:])
        values[rare] = self.indexing.rare[self.index[rare + (start - self.origin)]]
        return values

    # ---- the parts of a round ---------------------------------------------------------------

    def _raise_bound(self) -> bool:
        """Ask for more rows, if there are more: a value is greater than all before it."""
        self._least_bound = self._plan.bound + 1
        return self._plan.bound < INDICES // SHARE

    def _hand_out(self, stop: int, take: Take) -> None:
        first, self.first = self.first, max(self.first, min(self._settled, stop))
        if self.first > first:
            take(first, self._values(first, self.first))

    def _values(self, first: int, stop: int) -> npt.NDArray[np.uint16]:
        return self.indexing.common[self.index[first - self.origin : stop - self.origin]]

    # ---- between rounds ---------------------------------------------------------------------

    def _check_resources(self, ahead: int) -> None:
        """Move the last heaps to new arrays, with room for the next rounds, and plan anew."""
        gone = (ahead - self.span - self._base) // 8
        width = self.span // 8
        if gone:
            self._bitmaps[:, :width] = self._bitmaps[:, gone : gone + width].copy()
            self._bitmaps[:, width:] = 0
            self._base = ahead - self.span
        if self._is_full(ahead):
            gone, width = ahead - CHUNK - self._tail_length - self.origin, self._tail_length + CHUNK
            self.index[:width] = self.index[gone : gone + width].copy()
            self.origin += gone
        self._plan_for(ahead)

    def _is_full(self, ahead: int) -> bool:
        """Return whether the array of the last heaps has no room for the next rounds."""
        return ahead + (_ROUNDS + 1) * CHUNK - self.origin > len(self.index)

    def _plan_for(self, ahead: int) -> None:
        self._plan = block_tables.Plan.after(self._strip(ahead), self._least_bound)
        rare = self._plan.is_sparse[self._strip(ahead)]
        self._sparse = np.flatnonzero(rare) + ahead - self.span

    def _strip(self, start: int) -> npt.NDArray[np.uint8]:
        place = start - self.origin
        return self.index[place - self.span : place]

    # ---- tables -----------------------------------------------------------------------------

    def _set_rares(self, digits: npt.NDArray[np.uint8], rare_heaps: Numbers) -> None:
        """Sort the options with a rare part, and single heaps, by how far back they reach."""
        distance, index = rare_heaps + self.offset, self.prefix[rare_heaps]
        line = (self.span - FAR + CHUNK) // 8
        far, near = distance >= FAR, distance < BLOCK
        self._far = block_tables.Windows.of(distance[far], index[far], self.span, line)
        middle, close = ~far & (distance >= MIDDLE), ~near & (distance < MIDDLE)
        self._middle = block_tables.Windows.of(distance[middle], index[middle], FAR, _MIDDLE_LINE)
        self._close = block_tables.Windows.of(distance[close], index[close], MIDDLE, _CLOSE_LINE)
        self._one_by_one = rare_heaps[~near], index[~near]
        singles = np.array([r for r in range(1, len(digits)) if digits[r] & 2], np.int64)
        alone = np.zeros(len(singles), np.uint8)
        distances, indices = [distance[near], singles], [index[near], alone]
        recent = block_tables.recent_options(distances, indices, SUB)
        afar = np.concatenate(distances) >= SUB
        self._near = np.concatenate(distances)[afar], np.concatenate(indices)[afar], *recent
        self._far_scratch = np.zeros(8 * line, np.uint8)
        self._middle_scratch = np.zeros(8 * _MIDDLE_LINE, np.uint8)
        self._close_scratch = np.zeros(8 * _CLOSE_LINE, np.uint8)
        self._rows = np.zeros(SUB * INDICES, np.uint8)

    def _set_bitmaps(self) -> None:
        width = (self.span + (_ROUNDS + 1) * CHUNK) // 8 + 64
        bits = np.zeros((INDICES, self.span), np.uint8)
        bits[self._strip(self.first), np.arange(self.span)] = 1
        self._bitmaps = np.zeros((INDICES, width), np.uint8)
        self._bitmaps[:, : self.span // 8] = np.packbits(bits, axis=1, bitorder="little")

    def _learn(self) -> None:
        """Choose the windows that show rare values to be options."""
        parts = np.setdiff1d(np.arange(FAR, self.span - self.offset), np.flatnonzero(self.is_rare))
        # where the other part is common too, and known
        first = max(len(self.is_rare) - self.origin, 0) + self.span
        indices = self.index[: self._tail_length]
        witnesses = block_tables.learn(
            indices, self._strip(self.first), first, self.offset, parts, self.prefix[parts],
            self._below[indices], self.first,
        )  # fmt: skip
        line = (self.span - FAR + CHUNK) // 8
        windows = block_tables.byte_offsets(self.span - self.offset - witnesses.parts, line)
        self._witnesses = witnesses.start, witnesses.index, witnesses.windows_start, windows


class Flow:
    """The values of a game from some heap on."""

    def __init__(self, game: BlockGame, head: Values, tail: Values, first: int) -> None:
        self._game = game
        self._head = head
        self._run = BlockRun(game, head, tail, first)

    @property
    def first(self) -> int:
        """The first heap that was not handed out."""
        return self._run.first

    @property
    def tail(self) -> Values:
        """The last values that were handed out, as many as another flow needs to go on."""
        return self._run.tail

    def extend(self, stop: int, control: Control, take: Take) -> None:
        """Hand out the values up to heap stop - 1, or until control[1] is set."""
        while self.first < stop and not control[1]:
            if self.first >= self._run.end:
                self._run = BlockRun(self._game, self._head, self.tail, self.first)
            if not self._run.run(min(stop, self._run.end), control, take):
                raise LimitError(
                    f"The value of heap {self.first:,} cannot be found from its splits with a part "
                    f"below {REACH:,}; only a run that keeps all values can look at the others."
                )
