"""Values by a table that grows as asked."""

from __future__ import annotations

import math
import threading
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError
from grundy.files.whole import free_memory
from grundy.games.state_text import shown
from grundy.games.valuers.valuer import Rules, Valuer
from grundy.running.limits import Limits, Watch

if TYPE_CHECKING:
    from grundy.running.progress import Progress

Table = npt.NDArray[np.int32]

_GROWTH = 1.5


class ByTable(Valuer[Rules]):
    """A table of values that reaches as far as has been asked."""

    def __init__(self, ruleset: Rules, axes: int) -> None:
        super().__init__(ruleset)
        self.known: Table = np.zeros((0,) * axes, np.int32)
        self._lock = threading.Lock()

    @abstractmethod
    def computed(self, sizes: tuple[int, ...], watch: Watch) -> Table:
        """Return a table with at least so many places along each axis."""

    @abstractmethod
    def memory(self, sizes: Sequence[int]) -> int:
        """Return the bytes that a table of such sizes needs while it is made."""

    def reaching(
        self, ends: Sequence[int], limits: Limits | None, progress: Progress | None
    ) -> Table:
        """Return a table that holds *ends*: the one that is there, or a larger one; read-only."""
        with self._lock:
            if not holds(self.known, ends):
                purpose = f"A table of {self.ruleset.text}"
                sizes = enlarged(self.known.shape, ends, limits, self.memory, purpose)
                table = self.computed(sizes, Watch(limits, purpose, {}, progress))
                table.flags.writeable = False
                self.known = table
            return self.known


def holds(table: Table, ends: Sequence[int]) -> bool:
    """Return whether a table has a place for *ends*."""
    return all(end < size for end, size in zip(ends, table.shape, strict=True))


def enlarged(
    known: Sequence[int],
    ends: Sequence[int],
    limits: Limits | None,
    memory: Callable[[Sequence[int]], int],
    purpose: str,
) -> tuple[int, ...]:
    """Return the sizes of a table that has a place for *ends*."""
    limits = limits or Limits()
    most = math.inf if limits.positions is None else limits.positions
    free = free_memory()
    room = math.inf if free is None else max(free - limits.free_memory, 0)
    needed = tuple(end + 1 for end in ends)
    kept = tuple(map(max, needed, known))
    ample = tuple(
        max(size, int(_GROWTH * old)) if size > old else old
        for size, old in zip(needed, known, strict=True)
    )
    for sizes in (ample, kept, needed):
        if math.prod(sizes) <= most and memory(sizes) <= room:
            return sizes
    count = math.prod(needed)
    about = f"{purpose} up to {' by '.join(map(shown, ends))} has {count:,} values"
    if count > most:
        raise LimitError(
            f"{about}, over the limit of {most:,}; ask for a smaller one or set a higher limit."
        )
    raise LimitError(
        f"{about}, over what memory is free: to make it takes {memory(needed) / 1e9:,.1f} GB of "
        f"{room / 1e9:,.1f} GB; ask for a smaller one."
    )
