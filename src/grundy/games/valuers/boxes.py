"""The values of all points of a box, in a game of vectors: a table that is compiled."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from grundy.games.valuers.by_table import ByTable, Table, holds
from grundy.running.limits import Watch
from grundy.values import Value

if TYPE_CHECKING:
    from grundy.games.families.coordinates import Coordinates, Vector
    from grundy.running.limits import Limits
    from grundy.running.progress import Progress

_PLAIN = 1_500  # states that plain Python answers sooner than numba loads
_CHUNK = 1 << 18  # states between two looks at the limits


class Boxes(ByTable["Coordinates"]):
    """A compiled table of all points up to those asked for; a small one is searched."""

    def __init__(self, ruleset: Coordinates) -> None:
        super().__init__(ruleset, ruleset.dimension)

    def value(
        self, state: Vector, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Value:
        """Return the value of a state: a small one by search, a large one from the table."""
        known = self.known
        if holds(known, state):
            return int(known[state])
        if math.prod(at + 1 for at in state) <= _PLAIN:
            return self.ruleset.solver.value(state, limits=limits, progress=progress)
        return int(self.reaching(state, limits, progress)[state])

    def computed(self, sizes: tuple[int, ...], watch: Watch) -> Table:
        """Return the values of all states below *sizes*."""
        if math.prod(sizes) <= _PLAIN:
            values = np.array(list(map(self.ruleset.solver.value, np.ndindex(sizes))), np.int32)
        else:
            look = partial(watch.look, plain=False)
            values = box_values(sizes, self.ruleset.rays, self.ruleset.steps, _CHUNK, look)
        return values.reshape(sizes)

    def memory(self, sizes: Sequence[int]) -> int:
        """Return the bytes that such a table needs while it is made."""
        return box_bytes(sizes, self.ruleset.rays, self.ruleset.steps)


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
