"""tabulate(): all positions of a bounded game, solved on disk and on all cores."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from grundy.errors import LimitError
from grundy.games.ruleset import Ruleset
from grundy.named.notation import read_game
from grundy.printable import counted
from grundy.runtime import threads as cores
from grundy.runtime.files import byte_size, free_memory
from grundy.runtime.folders import KeptFolder
from grundy.runtime.limits import Progress, listener, report, reporting, reports
from grundy.runtime.runner import run
from grundy.runtime.threads import Control
from grundy.tabulated.block import Pieces, make
from grundy.tabulated.game_table import GameTable, bounded
from grundy.tabulated.kernels import fill
from grundy.tabulated.table import Mapped, Plan, Rules, is_whole, plan, spread

# What a table takes, guessed before the work begins.


_SAMPLE = 20_000
_STATE = 20e-9  # seconds for one state, besides
_LOOK_UP = 3e-9  # seconds for one option, where most lie near
_ARC = 16  # bytes of disk an arc, while a block with cycles is labelled
_LABELLED = 150e-9  # seconds for one arc, sorted on disk and labelled


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a table takes, before it is made."""

    positions: int
    blocks: int
    disk: int
    workspace: int
    memory: int
    seconds: float

    def __str__(self) -> str:
        besides = f" and {byte_size(self.workspace)} more for a while" if self.workspace else ""
        return (
            f"{counted(self.positions, 'position')} in {counted(self.blocks, 'block')}: "
            f"{byte_size(self.disk)} of disk{besides}, {byte_size(self.memory)} of memory, "
            f"some {_duration(self.seconds)}"
        )


def estimate(rules: Rules, cut: Plan, threads: int) -> Estimate:
    """Return what a table takes; the rules are asked for some thousand states."""
    sample = np.array(spread(cut.count, _SAMPLE), np.int64)
    each = int(fill.count_options(*rules.arguments, sample, rules.buffer())) / len(sample)
    beside = max(map(len, cut.stages()), default=1)
    workers = 1 if cut.cyclic else min(threads, beside)
    one = (_LABELLED if cut.cyclic else _LOOK_UP) * each + _STATE
    seconds = cut.count * one * (2 if cut.remoteness else 1) / workers
    disk = cut.count * (1 + 4 * cut.cyclic + 2 * cut.remoteness)  # if each value takes one byte
    block, blocks, workspace = 1 << cut.shift, len(cut.tiers), 0
    memory = min(threads, blocks) * block * (1 + 2 * cut.remoteness)
    if cut.cyclic:
        memory, workspace = int(block * (40 + 4 * each)), int(block * each * _ARC)
    return Estimate(cut.count, blocks, disk, workspace, memory, seconds)


def _duration(seconds: float) -> str:
    if seconds > 5400:
        return f"{seconds / 3600:,.1f} hours"
    if seconds > 90:
        return f"{seconds / 60:,.0f} minutes"
    return counted(max(round(seconds), 1), "second")


_SECONDS_BETWEEN = 1.0


class TableFolder(KeptFolder):
    """The folder of a table that is being made, open for one run at a time."""

    strays: ClassVar[tuple[str, ...]] = ("values-*", "counters-*", "remoteness-*")

    def __init__(
        self, folder: str | os.PathLike[str], task: dict[str, Any], *, resume: bool
    ) -> None:
        self.damaged: list[str] = []
        self._written = time.monotonic()
        super().__init__(folder, task, resume=resume)

    @property
    def file_names(self) -> list[str]:
        return list(self._pieces | self._new)

    @property
    def bytes(self) -> int:
        return sum(each["bytes"] for each in (self._pieces | self._new).values())

    def take(self, pieces: dict[str, dict[str, Any]]) -> None:
        """Record a block's files; the manifest lists them within about a second."""
        for name, measures in pieces.items():
            self.note(name, measures)
        if time.monotonic() - self._written > _SECONDS_BETWEEN:
            self.write()

    def write(self) -> None:
        self.commit({})
        self._written = time.monotonic()

    def finish(self) -> None:
        """Write the manifest of a table that is whole, with one hash for all of it."""
        pieces = self._pieces | self._new
        digest = hashlib.sha256()
        for name in sorted(pieces):
            digest.update(f"{name} {pieces[name]['sha256']}\n".encode())
        self.commit({"sha256": digest.hexdigest()})

    def _is_kept(self, path: Path, measures: dict[str, Any]) -> bool:
        try:
            whole = path.stat().st_size == measures["bytes"] and is_whole(path, measures)
        except OSError:
            whole = False
        if not whole:
            self.damaged.append(path.name)
        return whole

    def _already(self, state: dict[str, Any]) -> str | None:
        return (
            "a table of this game is kept here; add --resume to make what is missing, or use "
            "another folder."
        )


class Maker:
    """Makes blocks in this process; its threads share what is mapped."""

    def __init__(self, rules: Rules, plan: Plan, folder: Path) -> None:
        self._rules, self._plan, self._folder = rules, plan, folder
        self._listener = listener()
        self.mapped = Mapped(folder, plan)
        self._stop = False
        self._lock = threading.Lock()
        self._at: dict[int, Control] = {}

    def make(self, block: int) -> Pieces:
        """Compute one block and write it. When stopped, its files are not there."""
        control = np.zeros(2, np.int64)
        with self._lock:
            control[1] = self._stop
            self._at[block] = control
        with reporting(self._listener):
            pieces = make(self._rules, self._plan, self.mapped, self._folder, block, control)
        with self._lock:
            del self._at[block]
        return pieces

    @contextlib.contextmanager
    def threads(self, count: int) -> Iterator[Executor]:
        """Yield an executor of threads, which stop soon when the block ends by an error."""
        with ThreadPoolExecutor(count) as pool:
            try:
                yield pool
            except BaseException:
                with self._lock:
                    self._stop = True
                    for control in self._at.values():
                        control[1] = 1
                raise


def make_elsewhere(
    game: str, start: str, remoteness: bool, folder: str, run: str, names: list[str], block: int
) -> Pieces:
    """Make a block in another process, whichever it is; the game is read from its text."""
    maker = _maker(game, start, remoteness, folder, run)
    maker.mapped.add(names)
    return maker.make(block)


@lru_cache(maxsize=4)
def _maker(game: str, start: str, remoteness: bool, folder: str, run: str) -> Maker:
    rules = bounded(read_game(game), start)
    return Maker(rules, plan(rules.indexed, remoteness=remoteness), Path(folder))


@reports
def tabulate(
    game: Ruleset,
    start: Any,
    *,
    path: str | os.PathLike[str],
    called: str | None = None,
    remoteness: bool = False,
    resume: bool = True,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    announce: Callable[[Estimate], None] | None = None,
) -> GameTable:
    """Solve all positions of a bounded part of a game, and keep their values on disk.

    Args:
        game: A game that numbers its states, by the hook `Ruleset.indexed`.
        start: The state that bounds the part, such as an empty board: a state, or text for one.
        path: A folder for the table; made if it is not there.
        called: How the folder names the game; by default as the game itself does.
        remoteness: Whether the moves that each play lasts are kept too, two bytes a position.
        resume: Whether a table that is there is gone on with.
        threads: How many cores of this machine may be used; all by default.
        executor: Processes, or the workers of a cluster, in place of threads; they see the
            folder under the same name, and read the game from its text, so that it has to be one
            that `grundy.read_game` knows.
        progress: Called now and then as ``progress("positions", done, in all)``.
        announce: Called with what the work will take, before it begins.

    Returns:
        The table. The same game gives the same files, whatever did the work.

    Raises:
        RulesetError: If the game does not number its states, or does it wrongly.
        LimitError: If the disk or the memory would not do, or a value or a play is too large.
        FolderError: If the folder is another table's, or another run's.

    Cost: one byte a position on disk, five where plays may come back, two more for remoteness.
    Memory: the blocks that are being made, and whatever the system keeps of the files.

    >>> import tempfile
    >>> from grundy import catalogue
    >>> table = tabulate(catalogue["cram"], "3x4", path=tempfile.mkdtemp())
    >>> table.value("3x4"), table.count(), table.histogram()
    (1, 4096, {0: 1476, 1: 1543, 2: 536, 3: 539, 4: 2})
    """
    rules = bounded(game, start)
    cut = plan(rules.indexed, remoteness=remoteness)
    task = {
        "game": called or game.text, "start": rules.start, "positions": cut.count,
        "blocks": len(cut.tiers), "order": rules.indexed.order, "kinds": list(cut.kinds),
        "rules": rules.fingerprint,
    }  # fmt: skip
    with cores.limited(threads), TableFolder(path, task, resume=resume) as folder:
        if len(folder.file_names) < len(cut.tiers) * len(cut.kinds):
            expected = estimate(rules, cut, cores.thread_count())
            _require_room(expected, folder, cut)
            if announce is not None:
                announce(expected)
            _make_all(rules, cut, folder, executor)
        folder.finish()
    return GameTable(rules, cut, Path(path))


def _require_room(expected: Estimate, folder: TableFolder, cut: Plan) -> None:
    needed = expected.disk + expected.workspace - folder.bytes
    free = shutil.disk_usage(folder.folder).free
    if needed > free:
        raise LimitError(
            f"The table takes {byte_size(needed)} of disk in {folder.folder}, and "
            f"{byte_size(free)} are free; name a larger place."
        )
    memory = free_memory()
    if memory is not None and expected.memory > memory:
        raise LimitError(
            f"A block takes {byte_size(expected.memory)} of memory, and {byte_size(memory)} are "
            "free; take fewer threads or a smaller board."
        )


def _make_all(rules: Rules, cut: Plan, folder: TableFolder, executor: Executor | None) -> None:
    """Make the blocks that are missing, stage by stage."""
    maker = Maker(rules, cut, folder.folder)
    maker.mapped.add(folder.file_names)
    count = len(cut.tiers) - len(maker.mapped.missing())
    where, this = str(folder.folder.resolve()), uuid.uuid4().hex
    with ExitStack() as stack:
        stack.callback(folder.write)  # whatever is whole is named, however this ends
        pool = executor
        if executor is None and cores.HAS_THREADS:
            pool = stack.enter_context(maker.threads(cores.thread_count()))
        for blocks in cut.stages():
            missing = maker.mapped.missing()
            make_one = maker.make
            if executor is not None:
                task = rules.ruleset.text, rules.start, cut.remoteness, where, this
                make_one = partial(make_elsewhere, *task, maker.mapped.names)
            results = run(make_one, [block for block in blocks if block in missing], pool)
            made: list[str] = []
            for _, pieces in results:
                folder.take(pieces)
                made += pieces
                count += 1
                report("positions", min(count << cut.shift, cut.count), cut.count)
            maker.mapped.add(made)  # no block of a stage sees another one of it
