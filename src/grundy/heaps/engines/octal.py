"""The values of a finite octal code: plain recursion first, the sparse space when it pays.

plain     sets in plain Python: short runs, for which nothing is compiled
recursion all splits of every heap; for short runs, and for games without a sparse space
sparse    splits with a rare part, and a search for the rare values in doubt
blocks    the same for 2,048 heaps at a time, once many rares have stopped

Which splits are marked is a matter of speed only, and the comparisons make up for the rest:

- While heaps are small, or few are asked for, all splits.
- Else some that are evenly spread. Where a mask makes some heaps rare, as in
  `grundy.heaps.kernels.octal`, also all splits with a rare part: they are all that can have a
  common value, so that only rare values are in doubt.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from grundy.heaps.codes import Constraint
from grundy.heaps.engines.engine import Engine, Mask, Numbers, PlainRule, Values, best_mask
from grundy.runtime.threads import Control, in_parallel, shares, thread_count

if TYPE_CHECKING:
    from grundy.heaps.engines.blocks import BlockGame, BlockRun


_PLAIN_HEAPS = 1_500  # beyond, kernels are faster
_RECURSION_HEAPS = 4_096  # a mask is looked for from here on
_LISTED = 1 << 22  # heaps that are looked at together for rares
_WORTH = 32_768  # heaps that are worth a run of blocks
_DOUBTFUL = 2_048  # heaps one at a time where blocks could not settle a value
_FEW = 32  # the sparse space pays when at most one heap in so many is rare
_MANY = 2_048  # more rare heaps than this are better marked in blocks, by recursion


class OctalEngine(Engine):
    """Extends the values of one octal code; keeps its workspaces."""

    def __init__(self, digits: tuple[int, ...], *, unequal: bool = False) -> None:
        super().__init__()
        self.code = np.array(digits, np.uint8)
        self.breaking = np.flatnonzero(self.code & 4)
        self.unequal = unequal
        self.name = "plain"
        self.mask_from = _RECURSION_HEAPS if len(self.breaking) else None
        self.values = np.zeros(1, np.uint8)
        self.filled = 1
        self._size = 16  # a power of two above every value
        self._rare_heaps, self._rare_values = np.zeros(0, np.int64), np.zeros(0, np.uint16)
        self._rares = 0
        self._run: BlockRun | None = None
        self._rares_are_behind = False  # recursion does not keep the list

    @property
    def rares(self) -> int:
        return self._rares + 1 if self.mask is not None else 0

    @property
    def rare_heaps(self) -> Numbers:
        if self.mask is None:
            return np.zeros(0, np.int64)
        return np.concatenate(([0], self._rares_under(self.mask)))

    def _restart(self) -> None:
        self._run = None
        while self._size <= int(self.values[: self.filled].max(initial=0)):
            self._widen()
        if self.filled >= _RECURSION_HEAPS and len(self.breaking):
            self._choose_mask()

    def extend(self, stop: int, control: Control) -> None:
        """Fill in the values up to heap stop - 1, or until control[1] is set."""
        self._make_room(stop)
        while self.filled < stop and not control[1]:
            if stop <= _PLAIN_HEAPS:
                self.name = "plain"
                self._extend_plain(stop)
            elif self.filled < min(_RECURSION_HEAPS, stop) or not self._sparse_pays():
                self._extend_by_recursion(self._next_look(stop), control)
            elif self._blocks_pay(stop):
                self._extend_in_blocks(stop, control)
            else:
                self._extend_sparse(self._next_look(stop), control)

    # ---- the engines ----------------------------------------------------------------------

    def _plain_rule(self, stop: int) -> PlainRule:
        sign = Constraint.UNEQUAL if self.unequal else Constraint.ANY
        one, whole, two = (np.flatnonzero(self.code & bit).tolist() for bit in (2, 1, 4))
        return one, set(whole), [(amount, 4, sign) for amount in two]

    def _extend_by_recursion(self, stop: int, control: Control) -> None:
        self.name = "recursion"
        self._rares_are_behind = True  # and stays so: only _choose_mask brings the list up
        _Recursion(self, stop).run(control)

    def _extend_sparse(self, stop: int, control: Control) -> None:
        from grundy.heaps.kernels import octal as sparse_kernels

        self.name = "sparse"
        assert self.mask is not None  # noqa: S101 - _sparse_pays chose it
        kinds = self.mask.rare_class(self._size, int(self.breaking[0]))
        seen, targets = np.full((2, self._size), -1, np.int32)
        same, head = np.zeros((2, 0), np.uint8)
        most = sparse_kernels.HEAD
        if self.values.dtype == np.uint8 and self.filled > 2 * most + len(self.code):
            same, head = self.values, self.values[most:0:-1].copy()
        self.filled, self._rares, why = sparse_kernels.extend_sparse(
            self.code, self.breaking, self.unequal, self.values, same, head,
            self.filled, stop, kinds,
            self._rare_heaps, self._rare_values, self._rares, seen, targets, control,
        )  # fmt: skip
        if why == sparse_kernels.VALUES_FULL:
            self._widen()
            self._choose_mask()
        elif why == sparse_kernels.RARES_FULL:
            self._choose_mask()

    def _extend_in_blocks(self, stop: int, control: Control) -> None:
        self.name = "blocks"
        run = self._block_run()
        if not run.run(min(stop, run.end), control, self._take):
            # a value that blocks could not settle: a few heaps the slow way, and on
            self._run = None
            self._extend_sparse(min(self.filled + _DOUBTFUL, stop), control)

    def _take(self, first: int, values: Values) -> None:
        self.filled = first + len(values)
        self.values[first : self.filled] = values

    def _block_run(self) -> BlockRun:
        run = self._run
        if run is None or run.first != self.filled or run.first >= run.end:
            from grundy.heaps.engines.blocks import BlockRun

            values = self.values[: self.filled]
            run = self._run = BlockRun(self._block_game(), values, values, self.filled)
        return run

    def _block_game(self) -> BlockGame:
        from grundy.heaps.engines.blocks import BlockGame

        assert self.mask is not None  # noqa: S101 - _blocks_pay has seen it
        return BlockGame(self.code, self.mask.bits, self._rare_heaps[: self._rares])

    def _blocks_pay(self, stop: int) -> bool:
        if len(self.breaking) != 1 or self._size > 512 or self.mask is None:
            return False
        if self._run is not None and self._run.first == self.filled:
            return True
        if self.mask.by_position or stop - self.filled < _WORTH or not self._rares:
            return False
        return self._block_game().ready(self.filled)

    def block_game(self) -> BlockGame | None:
        return self._block_game() if self._blocks_pay(self.filled + _WORTH) else None

    # ---- growing --------------------------------------------------------------------------

    def _widen(self) -> None:
        self._size *= 2
        if self._size > 256 and self.values.dtype == np.uint8:
            self.values = self.values.astype(np.uint16)
        if self._size > 65_536:
            self.values = self.values.astype(np.uint32)

    # ---- the mask -------------------------------------------------------------------------

    def _next_look(self, stop: int) -> int:
        # The mask is looked at again at powers of two.
        return min(stop, max(_RECURSION_HEAPS, 1 << self.filled.bit_length()))

    def _sparse_pays(self) -> bool:
        if not len(self.breaking):
            return False
        again = self._rares_are_behind or self.filled & (self.filled - 1) == 0
        if self.mask is None or again:
            self._choose_mask()
        assert self.mask is not None  # noqa: S101 - just chosen
        return self.mask.rares <= min(_MANY, self.filled // _FEW)

    def _choose_mask(self) -> None:
        values = self.values[: self.filled]
        self.mask = best_mask(values, self._size, self.breaking)
        rare_heaps = self._rares_under(self.mask)
        self._rares_are_behind = False
        self._rares = len(rare_heaps)
        room = 0, len(rare_heaps) + 1024
        self._rare_heaps = np.pad(rare_heaps, room)
        self._rare_values = np.pad(values[rare_heaps].astype(np.uint16), room)

    def _rares_under(self, mask: Mask) -> Numbers:
        """List the rare heaps from 1 on; changes nothing, so it may be asked during a run."""
        filled, values = self.filled, self.values
        offset = int(self.breaking[0])
        kinds = mask.rare_class(self._size, offset)
        rare_heaps = [np.zeros(0, np.int64)]
        for start in range(1, filled, _LISTED):
            heaps = np.arange(start, min(start + _LISTED, filled))
            rare_heaps.append(heaps[kinds[(heaps - offset) & 1, values[heaps]] != 0])
        return np.concatenate(rare_heaps)


_ALL_SPLITS = 65_536  # heaps below have their splits marked, all of them
_FEW_HEAPS = 64  # for fewer, nothing is prepared
_RARE = 4  # rare heaps help when at most one in so many is rare
_PROBES = 4_096
_ONE_THREAD = 4_096  # a block below is not worth a second thread
_ALL = 1 << 62


class _Recursion:
    """A run from where the values of an engine stand, which it fills in."""

    def __init__(self, engine: OctalEngine, stop: int) -> None:
        self._engine, self._values = engine, engine.values[:stop]
        self._mirror = np.empty_like(self._values)  # the values backwards, once they are compared
        self._probes = _ALL
        self._doubtful = np.zeros((2, engine._size), np.uint8)
        self._lists_rare = False
        self._rare_heaps = np.zeros(0, np.int64)

    def run(self, control: Control) -> None:
        """Fill in the values, a block at a time."""
        engine, stop = self._engine, len(self._values)
        while engine.filled < stop and not control[1]:
            block = engine.filled
            pays = block >= _ALL_SPLITS and stop - block >= _FEW_HEAPS and len(engine.breaking) > 0
            if self._probes == _ALL and pays:
                self._prepare()
            end = min(block + _length(block), stop)
            self._fill(end)
            control[0] = engine.filled
            if engine.filled < end:
                engine._widen()
                return
            if self._lists_rare:
                self._list_rare(block)

    def _fill(self, end: int) -> None:
        from grundy.heaps.kernels import recursion as kernels

        engine = self._engine
        block, count = engine.filled, end - engine.filled
        seen = np.zeros((count, engine._size), np.uint8)
        guesses, rounds = np.zeros((2, count), np.int64)
        common = engine.breaking, engine.unequal, self._values

        def far(first: int, last: int) -> None:
            kernels.mark(*common, block, first, last, self._probes, seen)
            if self._probes == _ALL:
                return
            rare = self._rare_heaps, self._values[self._rare_heaps]
            kernels.mark_rare(*common, block, first, last, *rare, seen)
            kernels.guess(
                *common, self._mirror, block, first, last, self._doubtful, seen, guesses, rounds
            )

        parts = shares(count, thread_count() if block > _ONE_THREAD else 1)
        in_parallel([partial(far, *part) for part in parts])
        engine.filled = kernels.near(
            engine.code, *common, self._mirror, block, end, self._doubtful, seen, guesses
        )

    def _prepare(self) -> None:
        """Pass from marking all splits to comparing most of them."""
        engine, filled = self._engine, self._engine.filled
        self._mirror[len(self._mirror) - filled :] = self._values[:filled][::-1]
        mask = best_mask(self._values[:filled], engine._size, engine.breaking)
        if _RARE * mask.rares > filled:
            self._probes = max(_PROBES, filled // 16)
            self._doubtful = np.ones((2, engine._size), np.uint8)
        else:
            self._probes = _PROBES
            offset = int(engine.breaking[0])
            self._doubtful = np.roll(mask.rare_class(engine._size, offset), offset, axis=0)
            self._lists_rare = True
            self._list_rare(1)

    def _list_rare(self, start: int) -> None:
        filled = self._engine.filled
        heaps = np.arange(start, filled)
        kinds = self._doubtful[heaps & 1, self._values[start:filled]]
        self._rare_heaps = np.append(self._rare_heaps, heaps[kinds != 0])


def _length(block: int) -> int:
    """Return the length of a block of heaps: `near` costs half as many marks a heap."""
    return min(1_024, max(256, block // 64))
