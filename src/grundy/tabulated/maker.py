"""Who makes blocks: threads of this process, or processes and machines with the folder shared."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from grundy.named.parse import read_game
from grundy.running.watched import Control
from grundy.tabulated.block import Pieces, make
from grundy.tabulated.bounded import bounded
from grundy.tabulated.mapped import Mapped
from grundy.tabulated.plan import Plan, plan

if TYPE_CHECKING:
    from grundy.running.progress import Progress
    from grundy.tabulated.rules import Rules


class Maker:
    """Makes blocks in this process; its threads share what is mapped."""

    def __init__(
        self, rules: Rules, plan: Plan, folder: Path, progress: Progress | None = None
    ) -> None:
        self._rules, self._plan, self._folder = rules, plan, folder
        self._progress = progress
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
        pieces = make(
            self._rules, self._plan, self.mapped, self._folder, block, control, self._progress
        )
        with self._lock:
            del self._at[block]
        if pieces is None:
            raise InterruptedError(f"block {block} was stopped")
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


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A block that is made in another process, which reads the game from its text."""

    game: str
    start: str
    remoteness: bool
    folder: str
    run: str
    block: int
    names: tuple[str, ...]

    def __str__(self) -> str:
        return str(self.block)


def make_elsewhere(task: Elsewhere) -> Pieces:
    """Make a block in this process, whichever it is."""
    maker = _maker(task.game, task.start, task.folder, task.run, remoteness=task.remoteness)
    maker.mapped.add(list(task.names))
    return maker.make(task.block)


@lru_cache(maxsize=4)
def _maker(game: str, start: str, folder: str, run: str, *, remoteness: bool) -> Maker:
    rules = bounded(read_game(game), start)
    return Maker(rules, plan(rules.indexed, remoteness=remoteness), Path(folder))
