"""The arcs of a large digraph in files: streamed in, sorted by their heads, and mapped.

An external sort in three passes over the arcs: count the arcs into each vertex; deal the arcs
into piles by ranges of their heads, so that a pile fits in memory; sort each pile and append it.
What stays in memory is some bytes a vertex.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import GraphFormatError, MissingExtraError
from grundy.files import whole_file
from grundy.graphs.csr import Csr
from grundy.graphs.graph import MAX_VERTICES, GameGraph
from grundy.graphs.progress import Progress

INT32 = npt.NDArray[np.int32]
Pieces = Callable[[], Iterator[tuple[npt.NDArray[Any], npt.NDArray[Any]]]]

_PAIR = 8  # bytes of an arc in a pile
_SORTING = 40  # bytes an arc while a pile is sorted
_ROWS = 1 << 20  # arcs read at a time


def arcs_of(path: Path, columns: tuple[str, str]) -> Pieces:
    """Give a function that streams the arcs of a Parquet or CSV file as pairs of arrays."""
    try:
        import pyarrow.csv as csv
        import pyarrow.parquet as parquet
    except ImportError:
        raise MissingExtraError("pyarrow", "large", "Reading large files") from None

    def batches() -> Iterator[Any]:
        if path.suffix in (".parquet", ".pq"):
            yield from parquet.ParquetFile(path).iter_batches(_ROWS, columns=list(columns))
        else:
            options = csv.ConvertOptions(include_columns=list(columns))
            yield from csv.open_csv(path, convert_options=options)

    def pieces() -> Iterator[tuple[npt.NDArray[Any], npt.NDArray[Any]]]:
        for batch in batches():
            tails, heads = (_numbers(path, batch.column(place)) for place in (0, 1))
            yield tails, heads

    return pieces


def graph_on_disk(
    pieces: Pieces, directory: Path, *, memory: int, progress: Progress | None = None
) -> GameGraph:
    """Sort arcs into *directory* and give the graph, its rows of predecessors mapped.

    What an earlier run has finished there is used again.

    Args:
        pieces: Streams the arcs; called three times.
        directory: An empty folder, or one of an earlier run with the same arcs.
        memory: The bytes that sorting may take besides 20 bytes a vertex.
        progress: Called as ``progress(stage, arcs done, 0)``.

    Cost: the arcs are read twice and written twice. Disk: 12 bytes an arc for a while, then 4.
    """
    directory.mkdir(parents=True, exist_ok=True)
    done = directory / "graph.json"
    if not done.exists():
        into, out_of = _count(pieces, progress)
        pointers = np.zeros(len(into) + 1, np.int64)
        np.cumsum(into, out=pointers[1:])
        _sort(pieces, directory, pointers, memory, progress)
        np.save(directory / "pointers.npy", pointers)
        np.save(directory / "out_degrees.npy", out_of)
        with whole_file(done) as temporary:
            temporary.write_text(json.dumps({"vertices": len(into), "arcs": int(pointers[-1])}))
    pointers = np.load(directory / "pointers.npy")
    out_of = np.load(directory / "out_degrees.npy")
    indices = _mapped(directory / "predecessors.int32", int(pointers[-1]), "r")
    return GameGraph(reverse=Csr(pointers, indices), out_degrees=out_of)


def _count(pieces: Pieces, progress: Progress | None) -> tuple[npt.NDArray[np.int64], INT32]:
    """Count the arcs into and out of each vertex."""
    into, out_of = np.zeros(0, np.int64), np.zeros(0, np.int32)
    arcs = 0
    for tails, heads in pieces():
        most = int(max(tails.max(initial=-1), heads.max(initial=-1))) + 1
        if most > len(into):
            into, out_of = _longer(into, most), _longer(out_of, most)
        into += np.bincount(heads, minlength=len(into))
        out_of += np.bincount(tails, minlength=len(out_of)).astype(np.int32)
        arcs += len(tails)
        if progress is not None:
            progress("counting arcs", arcs, 0)
    return into, out_of


def _sort(
    pieces: Pieces,
    directory: Path,
    pointers: npt.NDArray[np.int64],
    memory: int,
    progress: Progress | None,
) -> None:
    """Deal the arcs into piles by their heads, then sort each pile into its place."""
    bounds = _bounds(pointers, max(1, memory // _SORTING))
    piles = [directory / f"pile-{number}" for number in range(len(bounds) - 1)]
    streams = [pile.open("wb") for pile in piles]
    try:
        arcs = 0
        for tails, heads in pieces():
            order = np.argsort(heads, kind="stable")
            pairs = np.column_stack((heads[order], tails[order])).astype(np.int32)
            cuts = np.searchsorted(pairs[:, 0], bounds)
            for number, stream in enumerate(streams):
                stream.write(pairs[cuts[number] : cuts[number + 1]].tobytes())
            arcs += len(tails)
            if progress is not None:
                progress("dealing arcs", arcs, 0)
    finally:
        for stream in streams:
            stream.close()
    target = _mapped(directory / "predecessors.int32", int(pointers[-1]), "w+")
    for number, pile in enumerate(piles):
        pairs = np.fromfile(pile, np.int32).reshape(-1, 2)
        first, last = pointers[bounds[number]], pointers[bounds[number + 1]]
        target[first:last] = pairs[np.argsort(pairs[:, 0], kind="stable"), 1]
        pile.unlink()
        if progress is not None:
            progress("sorting arcs", int(last), int(pointers[-1]))
    if isinstance(target, np.memmap):
        target.flush()


def _bounds(pointers: npt.NDArray[np.int64], most: int) -> npt.NDArray[np.int64]:
    """Cut the vertices into ranges with at most *most* arcs each, where one vertex allows it."""
    cuts = [0]
    last = len(pointers) - 1
    while cuts[-1] < last:
        reached = int(np.searchsorted(pointers, pointers[cuts[-1]] + most, side="right")) - 1
        cuts.append(min(max(reached, cuts[-1] + 1), last))
    return np.array(cuts, np.int64)


def _mapped(path: Path, length: int, mode: Any) -> INT32:
    if length == 0:
        path.touch()
        return np.zeros(0, np.int32)  # nothing can be mapped
    return np.memmap(path, np.int32, mode, shape=(length,))


def _longer(array: npt.NDArray[Any], length: int) -> npt.NDArray[Any]:
    longer = np.zeros(max(length, len(array) + len(array) // 2), array.dtype)[:length]
    longer[: len(array)] = array
    return longer


def _numbers(path: Path, column: Any) -> npt.NDArray[Any]:
    import pyarrow.types as types

    if not types.is_integer(column.type) or column.null_count:
        raise GraphFormatError(
            f"the disk engine needs vertex numbers, found {column.type}; use --engine tables.",
            file=str(path),
        )
    found: npt.NDArray[Any] = column.to_numpy(zero_copy_only=False)
    if len(found) and (found.min() < 0 or found.max() >= MAX_VERTICES):
        raise GraphFormatError(f"a vertex number is 0 to {MAX_VERTICES - 1}.", file=str(path))
    return found
