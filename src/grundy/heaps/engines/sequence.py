"""The values of one game: computed on demand, cached, and saved on request."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, BinaryIO, ClassVar

import numpy as np
import numpy.typing as npt

from grundy.errors import FolderError, LimitError
from grundy.heaps.engines.engine import Engine, Values
from grundy.runtime.files import require_memory
from grundy.runtime.folders import KeptFolder
from grundy.runtime.limits import listener, report, reporting
from grundy.runtime.threads import Control, watched

if TYPE_CHECKING:
    from grundy.heaps.engines.blocks import Flow
    from grundy.heaps.numbers import HeapRules
    from grundy.heaps.periods.certificate import RareHeaps
    from grundy.heaps.periods.period import Period
    from grundy.heaps.value_files import Summary


_FIRST_LOOK = 4_096  # a period is looked for at powers of two from here …
_SHIFTED = 1 << 22  # heaps that a period fills in at once
_NEVER = 1 << 62
_FEW = 1 << 16  # heaps that there is memory for everywhere
_STEP = 1 << 20  # heaps to the first checkpoint
_WORTH_NAMING = 16  # heaps for each rare one: with fewer, all splits are looked at as soon
_IN_MEMORY = 1 << 21  # values that are kept even where they could flow by
_LAST_LOOK = 1 << 20  # … to here, where the search still takes no time to speak of


class Sequence:
    """The values of one game, computed on demand."""

    def __init__(self, ruleset: HeapRules) -> None:
        self.ruleset = ruleset
        self._engine: Engine = ruleset.make_engine()
        self._period: Period | None = None
        self._shifted = False
        self._lock = threading.Lock()

    @property
    def engine(self) -> str:
        """The name of the engine that worked last; "shift" once a proved period serves."""
        return "shift" if self._shifted else self._engine.name

    @property
    def period(self) -> Period | None:
        """The period that has been proved, if one has."""
        return self._period

    def adopt(self, period: Period) -> None:
        """Take all further values from a proved period."""
        if not period.proved:
            raise ValueError("Only a proved period may stand for values.")
        with self._lock:
            self._period = period

    @property
    def filled(self) -> int:
        """How many values are known: those of the heaps 0 .. filled - 1."""
        return self._engine.filled

    @property
    def mask(self) -> int | None:
        """The mask of the sparse space, or None where there is none."""
        mask = self._engine.mask
        return None if mask is None else mask.bits

    @property
    def why_no_mask(self) -> str:
        """Explain why there is no mask; "" where there is one."""
        first = self._engine.mask_from
        if self.mask is not None:
            return ""
        if first is None:
            return "no sparse space is looked for, as no finite octal code with splits is its rule"
        if self._period is not None:
            return "no sparse space was looked for, as the values repeat for all larger heaps"
        return f"no sparse space was looked for, as that needs more than {first:,} heaps"

    @property
    def rare_count(self) -> int:
        """How many rare heaps there are so far, heap 0 counted."""
        return self._engine.rares

    @property
    def rares(self) -> list[tuple[int, int]]:
        """The rare heaps so far with their values; empty where there is no sparse space."""
        heaps = self._engine.rare_heaps
        values = self._engine.values[heaps]
        return list(zip(heaps.tolist(), values.tolist(), strict=True))

    def rare_heaps(self, stop: int) -> RareHeaps | None:
        """Return the rare heaps below *stop*, for a certificate; None where they are no help."""
        from grundy.heaps.periods.certificate import RareHeaps

        mask, rares = self._engine.mask, self._engine.rare_heaps
        heaps = rares[(rares > 0) & (rares < stop)]
        if mask is None or len(heaps) * _WORTH_NAMING > stop:
            return None
        return RareHeaps(mask.bits, mask.by_position, tuple(heaps.tolist()))

    def values(self, stop: int, store: Store | None = None) -> Values:
        """Return the values of heaps 0 .. stop - 1, read-only."""
        with self._lock:
            self._extend(stop, store)
            prefix = self._engine.values[:stop]
            prefix.flags.writeable = False
            return prefix

    def resume(self, store: Store) -> None:
        """Go on from the values in a store, unless more are known already."""
        with self._lock:
            values = store.load()
            if len(values) > self.filled:
                self._engine.start_from(values)

    def summary(
        self, stop: int, views: Collection[str] | None = None, store: Store | None = None
    ) -> Summary:
        """Return zeros, records, frequencies and the hash of the values of heaps 0 .. stop - 1."""
        from grundy.heaps.value_files import EVERYTHING, Summary

        with self._lock:
            with _capped(_IN_MEMORY, stop):
                self._extend(min(stop, _IN_MEMORY), store)
            if (flowing := self._flow(stop, store)) is not None:
                self._let_flow(*flowing, stop, store)
                return flowing[1]
            self._extend(stop, store)
            return Summary.of(self._engine.values[:stop], EVERYTHING if views is None else views)

    def _flow(self, stop: int, store: Store | None) -> tuple[Flow, Summary] | None:
        """Return the values from the last checkpoint on, or else from those on that are kept."""
        game = self._engine.block_game()
        if stop <= self.filled or self.filled < _IN_MEMORY or self._repeats() or game is None:
            return None
        from grundy.heaps.engines.blocks import Flow
        from grundy.heaps.value_files import Summary

        head = self._engine.values[: self.filled]
        last = None if store is None else store.load_checkpoint()
        if last is not None and self.filled < last.first <= stop:
            summary = Summary.restored(last.summary, last.first, last.tail)
            return Flow(game, head, last.tail, last.first), summary
        return Flow(game, head, head, self.filled), Summary.of(head)

    def _let_flow(self, flow: Flow, summary: Summary, stop: int, store: Store | None) -> None:
        def extend(goal: int) -> None:
            def hand_out(control: Control) -> None:
                flow.extend(goal, control, summary.take)

            try:
                with _capped(goal, stop):
                    watched(hand_out, "values", goal)
            except LimitError as error:
                raise LimitError(f"{self.ruleset.text}: {error}", partial=summary) from None

        def save(store: Store) -> None:
            store.save_checkpoint(Checkpoint(flow.first, flow.tail, summary.arrays()))

        _in_steps(_STEP, stop, lambda: flow.first, extend, store, save)

    def _extend(self, stop: int, store: Store | None) -> None:
        if stop <= self.filled:
            return
        if stop > _FEW:  # the array, and a copy while it grows or widens
            require_memory(3 * stop, f"{stop:,} values", "take a smaller stop")

        def extend(goal: int) -> None:
            if self._repeats():
                self._shift(min(goal, self.filled + _SHIFTED))
                report("values", self.filled, stop)
            else:
                self._compute(min(goal, self._next_look()), stop)
            self._look_for_a_period(stop)

        def save(store: Store) -> None:
            store.save(self._engine.values, self.filled)

        _in_steps(10_000, stop, lambda: self.filled, extend, store, save)

    def _repeats(self) -> bool:
        period = self._period
        return period is not None and self.filled >= period.preperiod + period.period

    def _compute(self, goal: int, stop: int) -> None:
        looked_at = listener() is not None and self._engine.by_function
        if goal < 2_000 and not looked_at:  # too short for a thread
            self._engine.extend(goal, np.zeros(2, np.int64))
        else:
            extend, by_function = partial(self._engine.extend, goal), self._engine.by_function
            with _capped(goal, stop):
                watched(extend, "values", goal, by_function=by_function)

    def _next_look(self) -> int:
        """Return the heap at which a proof of a period is looked for next."""
        if self.filled < _FIRST_LOOK:
            return _FIRST_LOOK
        if self.filled >= _LAST_LOOK or self.ruleset.period_theorem is None:
            return _NEVER
        return 1 << self.filled.bit_length()

    def _look_for_a_period(self, stop: int) -> None:
        worth = _FIRST_LOOK <= self.filled <= _LAST_LOOK and self.filled < stop
        if self._period is not None or not worth or self.filled & (self.filled - 1):
            return
        from grundy.heaps.periods.period import prove

        theorem = self.ruleset.period_theorem
        if theorem is not None:
            self._period = prove(theorem, self._engine.values[: self.filled])

    def _shift(self, goal: int) -> None:
        period, values = self._period, self._engine.values[: self.filled]
        assert period is not None  # noqa: S101 - the caller has one
        rounds, place = np.divmod(np.arange(self.filled, goal) - period.preperiod, period.period)
        more = values[place + period.preperiod].astype(np.int64) + rounds * period.saltus
        width = np.promote_types(values.dtype, np.min_scalar_type(int(more.max())))
        self._engine.values = np.concatenate([values.astype(width), more.astype(width)])
        self._engine.filled = goal
        self._shifted = True


def _capped(goal: int, stop: int) -> AbstractContextManager[None]:
    """Report the end of one step as that, and not as the end of all."""
    progress = listener()
    if progress is None:
        return nullcontext()
    return reporting(lambda stage, done, _: progress(stage, min(done, goal), stop))


def _in_steps(
    step: int, stop: int, reached: Callable[[], int], extend: Callable[[int], None],
    store: Store | None, save: Callable[[Store], None],
) -> None:  # fmt: skip
    """Go to *stop*, and save about as often as the store wants; also before an interrupt."""
    while reached() < stop:
        start = time.monotonic()
        try:
            extend(stop if store is None else min(stop, reached() + step))
        finally:
            if store is not None:
                save(store)
        if store is not None and time.monotonic() - start < store.save_every / 2:
            step *= 2


USUAL_SECONDS = 20.0
"""Between two saves, about."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Where a run whose values are not kept can go on."""

    first: int
    tail: npt.NDArray[np.unsignedinteger]
    summary: dict[str, npt.NDArray[Any]]


class HeapFolder(KeptFolder):
    """A folder with something of one game, open for one run at a time."""

    kind: ClassVar[str]
    in_its_own: ClassVar[str]

    def __init__(
        self, folder: str | os.PathLike[str], game: str, *, resume: bool = False,
        save_every: float = USUAL_SECONDS,
    ) -> None:  # fmt: skip
        self.game, self.save_every, self.saved = game, save_every, time.monotonic()
        try:
            super().__init__(folder, {self.kind: game}, resume=resume)
        except (FileExistsError, NotADirectoryError):
            no_folder = f"{os.fspath(folder)}: this is no folder; {self.in_its_own} own."
            raise FolderError(no_folder) from None


class Store(HeapFolder):
    """A folder with the values of one game."""

    kind = "game"
    in_its_own = "values are kept in a folder of their"
    strays: ClassVar[tuple[str, ...]] = ("values-*.npy", "checkpoint-*.npz")
    form: ClassVar[dict[str, Any]] = {
        "filled": int, "values": list, "checkpoint": (dict, NoneType),
    }  # fmt: skip

    @property
    def filled(self) -> int:
        """How many values are kept."""
        return 0 if self.state is None else int(self.state["filled"])

    @property
    def reached(self) -> int:
        """The heap that a later run goes on from."""
        return max(self.filled, self._first)

    def load(self) -> npt.NDArray[np.unsignedinteger]:
        """Return all kept values."""
        parts = [_read(self.folder / name) for name in self._names]
        if any(part.ndim != 1 or part.dtype.kind != "u" for part in parts):
            raise FolderError(f"{self.folder}: what is kept here is no values; use another folder.")
        if sum(map(len, parts)) != self.filled:
            raise FolderError(f"{self.folder}: values are missing here; use another folder.")
        return np.concatenate(parts) if parts else np.zeros(0, np.uint8)

    def save(self, values: npt.NDArray[np.unsignedinteger], filled: int) -> None:
        """Keep the values that are not kept yet; those before are never written again."""
        start = self.filled
        if filled <= start:
            return
        part = np.ascontiguousarray(values[start:filled])
        name = f"values-{start:015d}.npy"
        self.add(name, _writer(lambda file: np.save(file, part, allow_pickle=False)))
        self._keep(filled, [*self._names, name], self._checkpoint)

    def load_checkpoint(self) -> Checkpoint | None:
        """Return the checkpoint, if there is one."""
        if self._checkpoint is None:
            return None
        with _read(self.folder / str(self._checkpoint["file"])) as arrays:
            contents = {name: arrays[name] for name in arrays.files}
        return Checkpoint(self._first, contents.pop("tail"), contents)

    def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint in place of the one before, unless that one is farther."""
        if self._checkpoint is not None and self._first >= checkpoint.first:
            return
        name = f"checkpoint-{checkpoint.first:015d}.npz"
        arrays: dict[str, Any] = {"tail": checkpoint.tail, **checkpoint.summary}
        self.add(name, _writer(lambda file: np.savez(file, **arrays)))
        self._keep(self.filled, self._names, {"file": name, "first": checkpoint.first})

    @property
    def _names(self) -> list[str]:
        return [] if self.state is None else self.state["values"]

    @property
    def _checkpoint(self) -> dict[str, Any] | None:
        return None if self.state is None else self.state["checkpoint"]

    @property
    def _first(self) -> int:
        return 0 if self._checkpoint is None else int(self._checkpoint["first"])

    def _keep(self, filled: int, names: list[str], checkpoint: dict[str, Any] | None) -> None:
        state = {"filled": filled, "values": names, "checkpoint": checkpoint}
        last = () if checkpoint is None else (str(checkpoint["file"]),)
        self.commit(state, (*names, *last))

    def _another(self, task: dict[str, Any]) -> str | None:
        held = task.get("game")
        return None if held == self.game else f"this folder holds {held}, not {self.game}."

    def _already(self, state: dict[str, Any]) -> str | None:
        do = "add --resume to go on from them, or use another folder"
        return f"values of {self.game} are here already; {do}."


def _writer(write: Callable[[BinaryIO], object]) -> Callable[[Path], None]:
    def to_path(path: Path) -> None:
        with path.open("wb") as file:
            write(file)

    return to_path


def _read(path: Path) -> Any:
    try:
        return np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        raise FolderError(f"{path}: this piece cannot be read; delete the folder.") from None
