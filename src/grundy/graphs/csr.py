"""Adjacency in compressed rows: for each vertex, one slice of a flat array of neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

# Below this many vertices and arcs, NumPy and plain Python answer before numba has loaded.
SMALL = 50_000


@dataclass(frozen=True, slots=True, eq=False)
class Csr:
    """Rows of neighbours.

    Attributes:
        pointers: int64[n + 1]; the neighbours of u are ``indices[pointers[u]:pointers[u + 1]]``.
        indices: int32[m], each in 0 .. n - 1.
    """

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
        flat = self.indices.tolist()
        ends = self.pointers.tolist()
        return [flat[start:stop] for start, stop in pairwise(ends)]

    def owners(self) -> npt.NDArray[np.int32]:
        """The row that each entry of *indices* stands in, int32[m]."""
        return np.repeat(np.arange(len(self.pointers) - 1, dtype=np.int32), self.degrees)


def build_csr(
    vertex_count: int, keys: npt.NDArray[np.integer], neighbours: npt.NDArray[np.integer]
) -> Csr:
    """Group *neighbours* by *keys*, keeping their order within a row.

    Args:
        vertex_count: n, the number of rows.
        keys: integers of shape (m,), each in 0 .. n - 1; the caller has checked that.
        neighbours: integers of shape (m,), likewise.

    Cost: O(n + m) time; 4 bytes an arc and 8 a vertex for the result, as much again while it runs.
    """
    if vertex_count + len(keys) < SMALL:
        order = np.argsort(keys, kind="stable")
        counts = np.bincount(keys, minlength=vertex_count)
        pointers = np.zeros(vertex_count + 1, np.int64)
        np.cumsum(counts, out=pointers[1:])
        return Csr(pointers, neighbours[order].astype(np.int32))
    from grundy.graphs import build_kernels

    return Csr(*build_kernels.build(vertex_count, keys, neighbours))


def transpose(csr: Csr) -> Csr:
    """Turn rows of followers into rows of predecessors, or back; rows come out sorted."""
    return build_csr(len(csr.pointers) - 1, csr.indices, csr.owners())
