"""Adjacency in compressed rows: for each vertex, one slice of a flat array of neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

# Below this many vertices and arcs, NumPy and plain Python answer before numba has loaded.
SMALL = 50_000


@dataclass(frozen=True, slots=True, eq=False)
class Csr:
    """Rows of neighbours."""

    pointers: npt.NDArray[np.int64]
    indices: npt.NDArray[np.int32]

    @property
    def degrees(self) -> npt.NDArray[np.int64]:
        """The length of each row, int64[n]."""
        return np.diff(self.pointers)

    def row(self, vertex: int) -> npt.NDArray[np.int32]:
        """The neighbours of one vertex, a view of int32."""
        return self.indices[self.pointers[vertex] : self.pointers[vertex + 1]]

    def rows(self) -> list[list[int]]:
        """All rows as lists of plain integers; for small graphs."""
        return list(self.each_row())

    def each_row(self) -> Iterator[list[int]]:
        """Yield the rows one by one; a million lists at once would keep the collector busy."""
        flat = self.indices.tolist()
        for start, stop in pairwise(self.pointers.tolist()):
            yield flat[start:stop]

    def owners(self) -> npt.NDArray[np.int32]:
        """The row that each entry of *indices* stands in, int32[m]."""
        return np.repeat(np.arange(len(self.pointers) - 1, dtype=np.int32), self.degrees)


def build_csr(
    vertex_count: int,
    keys: npt.NDArray[np.integer],
    neighbours: npt.NDArray[np.integer],
    *,
    count_neighbours: bool = False,
) -> tuple[Csr, npt.NDArray[np.int32] | None]:
    """Group *neighbours* by *keys*, keeping their order within a row."""
    if vertex_count + len(keys) < SMALL:
        _require_range(vertex_count, keys)
        _require_range(vertex_count, neighbours)
        order = np.argsort(keys, kind="stable")
        pointers = np.zeros(vertex_count + 1, np.int64)
        np.cumsum(np.bincount(keys, minlength=vertex_count), out=pointers[1:])
        counts = count_numbers(vertex_count, neighbours) if count_neighbours else None
        return Csr(pointers, neighbours[order].astype(np.int32)), counts
    from grundy.graphs import row_building

    pointers, indices, counted = row_building.build(
        vertex_count, keys, neighbours, count_neighbours=count_neighbours
    )
    return Csr(pointers, indices), counted if count_neighbours else None


def transpose(csr: Csr) -> Csr:
    """Turn rows of followers into rows of predecessors, or back; rows come out sorted."""
    return build_csr(len(csr.pointers) - 1, csr.indices, csr.owners())[0]


def count_numbers(vertex_count: int, numbers: npt.NDArray[np.integer]) -> npt.NDArray[np.int32]:
    """Count how often each of 0 .. n - 1 occurs in integers (m,); int32[n]."""
    if vertex_count + len(numbers) < SMALL:
        return np.bincount(numbers, minlength=vertex_count).astype(np.int32)
    from grundy.graphs import row_building

    return row_building.count(vertex_count, numbers)


def _require_range(vertex_count: int, numbers: npt.NDArray[np.integer]) -> None:
    if len(numbers) and not (numbers.min() >= 0 and numbers.max() < vertex_count):
        raise IndexError("a vertex number is out of range")
