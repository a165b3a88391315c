"""The arcs of a large digraph in files: streamed in, sorted by one end, and mapped.

An external sort in three passes over the arcs: count the arcs at each vertex; deal the arcs
into piles by ranges of one end, so that a pile fits in memory; put each pile into its rows.
Where all rows fit in memory, arcs go into their rows at once. What stays in memory is some
bytes a vertex; the rows belong to the system's cache of files, which gives way when others
need the memory.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import FolderError, GraphFormatError, NamesFoundError
from grundy.graphs.csr import INT32, INT64, Csr
from grundy.graphs.graph import MAX_VERTICES, GameGraph
from grundy.graphs.io.arrays import graph_of_columns
from grundy.graphs.io.source import Source, no_vertex_number, tidy
from grundy.graphs.kernels import shares as kernels
from grundy.graphs.kernels.labelling import count
from grundy.large.edge_file import VERTEX, EdgeFile, Folder, ends_of_text
from grundy.runtime.files import byte_size, free_memory
from grundy.runtime.limits import report

Piece = tuple[npt.NDArray[Any], npt.NDArray[Any]]
Pieces = Callable[[], Iterator[Piece]]

_SORTED = 12  # bytes an arc while a pile is put into its rows
_ROWS = 1 << 18  # arcs read at a time
_MOST_PILES = 500  # files open at once
_DEGREES = "out_degrees.npy"


def arcs_of(file: EdgeFile) -> Pieces:
    """Return a function that streams the arcs of a file as pairs of arrays of vertex numbers."""

    def pieces() -> Iterator[Piece]:
        import pyarrow

        try:
            for batch in ends_of_text(file) if file.text else _parquet(file):
                tails, heads = (numbers_of(file, batch.column(place)) for place in (0, 1))
                yield tails, heads
        except pyarrow.ArrowException as error:
            raise GraphFormatError(f"cannot be read: {tidy(error)}.", file=file.name) from None

    return pieces


def graph_in_memory(file: EdgeFile) -> GameGraph:
    """Read a folder of files of Parquet into rows, as `read_graph` reads one of them."""
    import pyarrow

    kind = pyarrow.int64() if file.numbered else pyarrow.large_string()
    ends: tuple[list[Any], list[Any]] = [], []
    source = Source(file.name, b"")
    try:
        for batch in _parquet(file):
            for place in (0, 1):
                ends[place].append(batch.column(place).cast(kind))
    except pyarrow.ArrowException as error:
        raise source.error(f"cannot be read: {tidy(error)}.") from None
    with source.named():
        return graph_of_columns(source, [pyarrow.chunked_array(chunks, kind) for chunks in ends])


class GraphOnDisk(GameGraph):
    """A digraph whose rows of predecessors are mapped; rows of followers are sorted if asked."""

    def __init__(self, reverse: Csr, out_degrees: INT32, sort_forward: Callable[[], Csr]) -> None:
        super().__init__(reverse=reverse, out_degrees=out_degrees)
        self._sort_forward = sort_forward

    @property
    def forward(self) -> Csr:
        """Rows of followers; they take a second sort, and only values over 30 need them."""
        if self._forward is None:
            self._forward = self._sort_forward()
        return self._forward


@dataclass(frozen=True)
class _Target:
    """Where sorted arcs go, and the folder that says which of them are whole, if there is one."""

    directory: Path
    folder: Folder | None

    def has(self, name: str) -> bool:
        return self.folder is not None and name in self.folder.pieces

    def rows(self, name: str, pointers: INT64 | None = None) -> Csr:
        # Only what another run has written is loaded: before Python 3.11.5, threads that read the
        # header of a .npy file side by side could end in a SystemError.
        if pointers is None:
            pointers = np.load(self.directory / f"{name}.npy", allow_pickle=False)
        path = self.directory / f"{name}.int32"
        return Csr(pointers, _mapped(path, int(pointers[-1]) if len(pointers) else 0, "r+"))

    def keep(self, *names: str) -> None:
        """Record in the folder's state what is complete now."""
        if self.folder is not None:
            for name in names:
                self.folder.add(name, lambda path: path)  # it is written already
            self.folder.commit({"sorted": True})


def graph_on_disk(
    pieces: Pieces,
    directory: Path,
    *,
    memory: int,
    room: int | None = None,
    folder: Folder | None = None,
    name: str = "the arcs",
) -> GraphOnDisk:
    """Sort arcs into *directory* and give the graph, its rows of predecessors mapped."""
    directory.mkdir(parents=True, exist_ok=True)
    target = _Target(directory, folder)
    if target.has(_DEGREES):
        out_of = np.load(directory / _DEGREES, allow_pickle=False)
        reverse = target.rows("predecessors")
        _require_graph(directory, reverse, out_of)
    else:
        into, out_of = _count(name, pieces, room)
        pointers = _pointers(into)
        _sort(pieces, directory / "predecessors", pointers, memory)
        np.save(directory / _DEGREES, out_of)
        target.keep("predecessors.int32", "predecessors.npy", _DEGREES)
        reverse = target.rows("predecessors", pointers)
    return GraphOnDisk(reverse, out_of, partial(_forward, pieces, target, out_of, memory))


def _forward(pieces: Pieces, target: _Target, out_of: INT32, memory: int) -> Csr:
    """Sort the arcs by their tails, for the engine without a bound on values."""
    if not target.has("followers.npy"):
        turned: Pieces = lambda: ((heads, tails) for tails, heads in pieces())  # noqa: E731
        pointers = _pointers(out_of)
        _sort(turned, target.directory / "followers", pointers, memory)
        target.keep("followers.int32", "followers.npy")
        return target.rows("followers", pointers)
    rows = target.rows("followers")
    _require_rows(target.directory / "followers.int32", rows, len(out_of))
    return rows


def _require_graph(directory: Path, reverse: Csr, out_of: INT32) -> None:
    """Raise `FolderError` where sorted arcs are none that the kernels may index by."""
    _require_rows(directory / "predecessors.int32", reverse, len(out_of))
    counts = np.zeros(len(out_of), np.int32)
    count(reverse.indices, counts)
    if not np.array_equal(counts, out_of):
        raise _no_graph(directory / _DEGREES)


def _require_rows(path: Path, rows: Csr, n: int) -> None:
    pointers, indices = rows.pointers, rows.indices
    whole = pointers.shape == (n + 1,) and pointers.dtype == np.int64 and pointers[0] == 0
    whole = whole and bool((np.diff(pointers) >= 0).all())
    if not whole or (len(indices) and not 0 <= int(indices.min()) <= int(indices.max()) < n):
        raise _no_graph(path)


def _no_graph(path: Path) -> FolderError:
    return FolderError(f"{path}: these are no sorted arcs of a graph; delete the folder.")


def _pointers(counts: npt.NDArray[np.integer]) -> INT64:
    pointers = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=pointers[1:])
    return pointers


def require_room_for(file: str, vertices: int, room: int | None, *, workers: int = 1) -> None:
    """Raise an error where the arrays of so many vertices pass *room* or what is free."""
    free = free_memory() if room is None else room
    needed = VERTEX * vertices // workers
    if free is not None and needed > free:
        each = "" if workers == 1 else f" to each of {workers} workers"
        raise GraphFormatError(
            f"the greatest number, {vertices - 1:,}, asks for {vertices:,} vertices, which take "
            f"about {byte_size(needed)}, and {byte_size(free)} is available{each}; number the "
            "vertices from 0 without gaps, or use more memory.",
            file=file,
        )


def _count(name: str, pieces: Pieces, room: int | None) -> tuple[INT32, INT32]:
    """Count the arcs into and out of each vertex."""
    into, out_of = np.zeros(0, np.int32), np.zeros(0, np.int32)
    vertices = arcs = 0
    for tails, heads in pieces():
        vertices = max(vertices, 1 + int(max(tails.max(initial=-1), heads.max(initial=-1))))
        if vertices > len(into):
            require_room_for(name, vertices, room)
            into, out_of = _longer(into, vertices), _longer(out_of, vertices)
        count(heads, into)
        count(tails, out_of)
        arcs += len(tails)
        report("counting arcs", arcs, 0)
    return into[:vertices].copy(), out_of[:vertices].copy()


def _longer(array: INT32, length: int) -> INT32:
    longer = np.zeros(max(length, len(array) + len(array) // 2), array.dtype)
    longer[: len(array)] = array
    return longer


# ---- sorting ------------------------------------------------------------------------------------


def _sort(pieces: Pieces, path: Path, pointers: INT64, memory: int) -> None:
    """Write the tails by their heads, row after row, and then where the rows begin."""
    total = int(pointers[-1])
    bounds = _bounds(pointers, max(memory // _SORTED, total // _MOST_PILES, 1))
    indices = _mapped(path.with_suffix(".int32"), total, "w+")
    free = pointers[:-1].copy()
    arcs = 0
    if len(bounds) <= 2:
        for tails, heads in pieces():
            _require_below(len(free), tails, heads)
            kernels.place(heads, tails, 0, free, indices)
            arcs += len(tails)
            report("sorting arcs", arcs, total)
    else:
        piles = _deal(pieces, path, bounds, total)
        for number, pile in enumerate(piles):
            first, after = int(bounds[number]), int(bounds[number + 1])
            pairs = np.fromfile(pile, np.int32).reshape(-1, 2)
            if len(pairs) != int(pointers[after] - pointers[first]):
                raise _changed()
            kernels.place(pairs[:, 0], pairs[:, 1], first, free[first:after], indices)
            arcs += len(pairs)
            pile.unlink()
            report("sorting arcs", arcs, total)
    if not np.array_equal(free, pointers[1:]):
        raise _changed()
    np.save(path.with_suffix(".npy"), pointers)


def _require_below(n: int, tails: npt.NDArray[Any], heads: npt.NDArray[Any]) -> None:
    """Raise an error where arcs that are read again have vertices that were not there before."""
    if max(tails.max(initial=0), heads.max(initial=0)) >= max(n, 1):
        raise _changed()


def _changed() -> GraphFormatError:
    return GraphFormatError("the arcs changed while they were read; leave the file as it is.")


def _deal(pieces: Pieces, path: Path, bounds: INT64, total: int) -> list[Path]:
    """Write arcs (head, tail) into piles by the ranges of their heads."""
    piles = [path.with_suffix(f".pile-{number}") for number in range(len(bounds) - 1)]
    arcs = 0
    with contextlib.ExitStack() as stack:
        streams = [stack.enter_context(pile.open("wb")) for pile in piles]
        for tails, heads in pieces():
            _require_below(int(bounds[-1]), tails, heads)
            pairs, ends = np.empty((len(heads), 2), np.int32), np.zeros(len(piles), np.int64)
            kernels.deal_ranges(heads, tails, bounds, ends, pairs)
            start = 0
            for stream, end in zip(streams, ends.tolist(), strict=True):
                stream.write(pairs[start:end].data)
                start = end
            arcs += len(tails)
            report("dealing arcs", arcs, total)
    return piles


def _bounds(pointers: INT64, most: int) -> INT64:
    """Cut the vertices into ranges with at most *most* arcs each, where one vertex allows it."""
    cuts = [0]
    last = len(pointers) - 1
    while cuts[-1] < last:
        reached = int(np.searchsorted(pointers, pointers[cuts[-1]] + most, side="right")) - 1
        cuts.append(min(max(reached, cuts[-1] + 1), last))
    return np.array(cuts, np.int64)


def _mapped(path: Path, length: int, mode: Any) -> INT32:
    """Map a file of int32; shared with the file, its pages count as nobody's memory."""
    if length == 0:
        path.touch()
        return np.zeros(0, np.int32)  # nothing can be mapped
    # A plain view, writable: the type that the kernels are compiled for already.
    return np.asarray(np.memmap(path, np.int32, mode, shape=(length,)))


# ---- reading ------------------------------------------------------------------------------------


def _parquet(file: EdgeFile) -> Iterator[Any]:
    import pyarrow.parquet as parquet

    for path in file.files:
        with parquet.ParquetFile(path, pre_buffer=False) as opened:
            for batch in opened.iter_batches(_ROWS, columns=list(file.ends), use_threads=False):
                yield batch.select(list(file.ends))


def numbers_of(file: EdgeFile, column: Any) -> npt.NDArray[Any]:
    """Return a column of vertex numbers as integers."""
    import pyarrow.compute as compute
    import pyarrow.types as types

    if types.is_string(column.type):
        # In its usual writing: 7, not 07, as wherever the names of a text are numbers.
        usual = compute.match_substring_regex(column, "^(0|[1-9][0-9]{0,9})$")
        if not compute.all(usual, min_count=0).as_py():
            raise NamesFoundError(file.name)
        column = column.cast("int64")
    if types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if column.null_count:
        raise GraphFormatError("an edge needs two ends, found a null.", file=file.name)
    numbers: npt.NDArray[Any] = column.to_numpy(zero_copy_only=False)
    if len(numbers) and numbers.min() < 0:
        raise GraphFormatError(no_vertex_number(_least(file)), file=file.name)
    if len(numbers) and numbers.max() >= MAX_VERTICES:
        if file.text:
            raise NamesFoundError(file.name)
        raise GraphFormatError(f"a vertex number is 0 to {MAX_VERTICES - 1}.", file=file.name)
    return numbers.astype(np.int64, copy=False)  # files of one folder may differ in width


def _least(file: EdgeFile) -> int:
    """Return the least number of a file of Parquet, for the sentence that memory says too."""
    import pyarrow.compute as compute

    ends = (batch.column(place) for batch in _parquet(file) for place in (0, 1))
    return min(int(compute.min(end).as_py()) for end in ends if len(end) > end.null_count)
