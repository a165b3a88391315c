"""Adjacency in compressed rows: for each vertex, one slice of a flat array of neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from grundy.runtime.threads import in_parallel, shares, thread_count

INT32 = npt.NDArray[np.int32]
INT64 = npt.NDArray[np.int64]
UINT8 = npt.NDArray[np.uint8]

# Below this many vertices and arcs, NumPy and plain Python are quicker than the kernels.
SMALL = 50_000
_BUCKETS = 1024


def as_indices(numbers: npt.NDArray[np.integer]) -> npt.NDArray[np.intp]:
    """Return integers as NumPy counts and indexes by them, which has 32 bits in WebAssembly."""
    return numbers.astype(np.intp, copy=False)


@dataclass(frozen=True, slots=True, eq=False)
class Csr:
    """Rows of neighbours."""

    pointers: INT64
    indices: INT32

    @property
    def degrees(self) -> INT64:
        """The length of each row, int64[n]."""
        return np.diff(self.pointers)

    def row(self, vertex: int) -> INT32:
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

    def owners(self) -> INT32:
        """The row that each entry of *indices* stands in, int32[m]."""
        return np.repeat(
            np.arange(len(self.pointers) - 1, dtype=np.int32), as_indices(self.degrees)
        )


def build_csr(
    vertex_count: int,
    keys: npt.NDArray[np.integer],
    neighbours: npt.NDArray[np.integer],
    *,
    count_neighbours: bool = False,
) -> tuple[Csr, INT32 | None]:
    """Group *neighbours* by *keys*, keeping their order within a row."""
    if vertex_count + len(keys) < SMALL:
        _require_range(vertex_count, keys)
        _require_range(vertex_count, neighbours)
        order = np.argsort(keys, kind="stable")
        pointers = np.zeros(vertex_count + 1, np.int64)
        np.cumsum(np.bincount(as_indices(keys), minlength=vertex_count), out=pointers[1:])
        counts = count_numbers(vertex_count, neighbours) if count_neighbours else None
        return Csr(pointers, neighbours[order].astype(np.int32)), counts
    pointers, indices, counted = build_on_threads(
        vertex_count, keys, neighbours, count_neighbours=count_neighbours
    )
    return Csr(pointers, indices), counted if count_neighbours else None


def transpose(csr: Csr) -> Csr:
    """Turn rows of followers into rows of predecessors, or back; rows come out sorted."""
    return build_csr(len(csr.pointers) - 1, csr.indices, csr.owners())[0]


def count_numbers(vertex_count: int, numbers: npt.NDArray[np.integer]) -> INT32:
    """Count how often each of 0 .. n - 1 occurs in integers (m,); int32[n]."""
    if vertex_count + len(numbers) < SMALL:
        return np.bincount(as_indices(numbers), minlength=vertex_count).astype(np.int32)
    from grundy.graphs.kernels import labelling as kernels

    counts = np.zeros(vertex_count, np.int32)
    kernels.count(numbers, counts)
    return counts


def _require_range(vertex_count: int, numbers: npt.NDArray[np.integer]) -> None:
    if len(numbers) and not (numbers.min() >= 0 and numbers.max() < vertex_count):
        raise IndexError("a vertex number is out of range")


def build_on_threads(
    vertex_count: int,
    keys: npt.NDArray[np.integer],
    neighbours: npt.NDArray[np.integer],
    *,
    count_neighbours: bool = False,
    threads: int | None = None,
) -> tuple[INT64, INT32, INT32]:
    """Group the neighbours by key, on several threads: the rows are the same for any number."""
    from grundy.graphs.kernels import labelling as kernels

    parts = shares(len(keys), threads or thread_count())
    bits = max(vertex_count - 1, 0).bit_length()
    shift = max(0, bits - _BUCKETS.bit_length() + 1)
    buckets = (max(vertex_count - 1, 0) >> shift) + 1
    sizes = np.zeros((len(parts), buckets), np.int64)
    counted = in_parallel(
        [
            partial(kernels.count_buckets, vertex_count, keys[start:stop], shift, sizes[part])
            for part, (start, stop) in enumerate(parts)
        ]
    )
    if not all(counted):
        raise IndexError("a key is out of range")
    # Where each thread's share of each bucket begins: by bucket first, then by thread.
    ends = np.cumsum(sizes.T.ravel()).reshape(buckets, len(parts)).T
    places = np.ascontiguousarray(ends - sizes)
    counts = np.zeros((len(parts), vertex_count if count_neighbours else 0), np.int32)
    # An arc inside its bucket: the low bits of the key, and the neighbour.
    pairs = np.empty(len(keys), np.uint32 if shift + bits <= 32 else np.uint64)
    scattered = in_parallel(
        [
            partial(
                kernels.scatter, vertex_count, keys[start:stop], neighbours[start:stop],
                shift, bits, places[part], pairs, counts[part],
            )
            for part, (start, stop) in enumerate(parts)
        ]
    )  # fmt: skip
    if not all(scattered):
        raise IndexError("a neighbour is out of range")
    pointers, indices = np.zeros(vertex_count + 1, np.int64), np.empty(len(keys), np.int32)
    bounds = np.concatenate(([0], ends[-1]))
    in_parallel(
        [
            partial(kernels.place, shift, bits, bounds, first, last, pairs, pointers, indices)
            for first, last in shares(buckets, len(parts))
        ]
    )
    return pointers, indices, counts.sum(axis=0, dtype=np.int32)
