"""Values from a table that grows on demand, and the values of all points of a box."""

from __future__ import annotations

import math
import sys
import threading
from abc import abstractmethod
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError
from grundy.games.rulebook import Rules, Valuer
from grundy.games.state_text import shown
from grundy.runtime.files import free_memory
from grundy.runtime.limits import Limits, Watch

# Values from a table that grows on demand.


Table = npt.NDArray[np.int32]

_GROWTH = 1.5


class ByTable(Valuer[Rules]):
    """A table of values that reaches as far as has been asked."""

    def __init__(self, ruleset: Rules, axes: int) -> None:
        super().__init__(ruleset)
        self.table: Table = np.zeros((0,) * axes, np.int32)
        self._lock = threading.Lock()

    @abstractmethod
    def computed(self, sizes: tuple[int, ...], watch: Watch) -> Table:
        """Return a table with at least so many places along each axis."""

    @abstractmethod
    def memory(self, sizes: Sequence[int]) -> int:
        """Return the bytes that a table of such sizes needs while it is made."""

    def reaching(self, ends: Sequence[int], limits: Limits | None) -> Table:
        """Return a table that holds *ends*: the one that is there, or a larger one; read-only."""
        with self._lock:
            if not holds(self.table, ends):
                purpose = f"A table of {self.ruleset.text}"
                sizes = enlarged(self.table.shape, ends, limits, self.memory, purpose)
                table = self.computed(sizes, Watch(limits, purpose, {}))
                table.flags.writeable = False
                self.table = table
            return self.table


def holds(table: Table, ends: Sequence[int]) -> bool:
    """Return whether a table has a place for *ends*."""
    return all(end < size for end, size in zip(ends, table.shape, strict=True))


def enlarged(
    shape: Sequence[int],
    ends: Sequence[int],
    limits: Limits | None,
    memory: Callable[[Sequence[int]], int],
    purpose: str,
) -> tuple[int, ...]:
    """Return the sizes of a table that has a place for *ends*."""
    limits = limits or Limits()
    most = math.inf if limits.positions is None else limits.positions
    free = free_memory()
    # Where nobody knows what is free, as in a browser, no more than can be addressed.
    room = sys.maxsize if free is None else max(free - limits.free_memory, 0)
    needed = tuple(end + 1 for end in ends)
    covering = tuple(map(max, needed, shape))
    ample = tuple(
        max(size, int(_GROWTH * old)) if size > old else old
        for size, old in zip(needed, shape, strict=True)
    )
    for sizes in (ample, covering, needed):
        if math.prod(sizes) <= most and memory(sizes) <= room:
            return sizes
    count = math.prod(needed)
    many = f"{count:,}" if count < 10**50 else "over 10^50"
    about = f"{purpose} up to {' by '.join(map(shown, ends))} has {many} values"
    if count > most:
        raise LimitError(
            f"{about}, over the limit of {most:,}; ask for a smaller one or set a higher limit."
        )
    takes = f"{memory(needed) / 1e9:,.1f}" if count < 10**50 else "over 10^40"
    raise LimitError(
        f"{about}, over what memory is free: to make it takes {takes} GB of "
        f"{room / 1e9:,.1f} GB; ask for a smaller one."
    )


def box_values(
    sizes: Sequence[int],
    rays: Sequence[tuple[int, ...]],
    steps: Sequence[tuple[int, ...]],
    chunk: int,
    look: Callable[[int], None],
) -> Table:
    """Return the values of the points of a box from 0 on, the last coordinate changing fastest."""
    from grundy.games.kernels.boxes import fill

    count, dimension = math.prod(sizes), len(sizes)
    strides = [math.prod(sizes[axis + 1 :]) for axis in range(dimension)]
    ray_array = np.array(rays, np.int64).reshape(-1, dimension)
    step_array = np.array(steps, np.int64).reshape(-1, dimension)
    lines = [_line_count(sizes, ray) for ray in rays]
    first_lines = np.cumsum([0, *lines], dtype=np.int64)
    words = most_options(sizes, rays, len(steps)) // 64 + 1
    look(0)
    values = np.zeros(count, np.int32)
    workspace = (
        np.zeros((len(rays), count), np.int32),
        first_lines[:-1].copy(),
        np.zeros((max(int(first_lines[-1]), 1), words), np.uint64),
        np.zeros(words, np.uint64),
        np.zeros(dimension, np.int64),
    )
    for start in range(0, count, chunk):
        fill(
            np.array(sizes, np.int64), ray_array, ray_array @ strides, step_array,
            step_array @ strides, values, start, min(start + chunk, count), *workspace,
        )  # fmt: skip
        look(min(start + chunk, count))
    return values


def box_bytes(
    sizes: Sequence[int], rays: Sequence[tuple[int, ...]], steps: Sequence[tuple[int, ...]]
) -> int:
    """Return the memory that `box_values` takes."""
    lines = sum(_line_count(sizes, ray) for ray in rays)
    words = most_options(sizes, rays, len(steps)) // 64 + 1
    return 4 * (len(rays) + 2) * math.prod(sizes) + 8 * words * lines


def _line_count(sizes: Sequence[int], ray: Sequence[int]) -> int:
    """Count the lines along a ray: the points from which it cannot be subtracted."""
    return math.prod(sizes) - math.prod(
        max(size - part, 0) for size, part in zip(sizes, ray, strict=True)
    )


def most_options(sizes: Sequence[int], rays: Sequence[Sequence[int]], steps: int) -> int:
    """Bound the number of options of a point, and so its value."""
    longest = (
        min((size - 1) // part for size, part in zip(sizes, ray, strict=True) if part)
        for ray in rays
    )
    return sum(longest) + steps
