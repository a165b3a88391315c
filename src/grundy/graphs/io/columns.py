"""What follows from the values of all vertices: arrays, columns of Parquet, and lines of text.

Arrays in, arrays out; imports no solver, so that a check may use it.

Vertices are sorted: numbers by size, names of text by their bytes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, Protocol

import numpy as np
import numpy.typing as npt

from grundy.graphs.csr import INT32, INT64, UINT8, Csr, as_indices
from grundy.graphs.graph import GameGraph
from grundy.graphs.io.source import different_texts
from grundy.graphs.kernels.wide import DRAWN, NEXT, PREVIOUS
from grundy.printable import printable
from grundy.runtime.delivery import arrow
from grundy.values import Play, Value, outcome_of


class Labels(Protocol):
    """What is written of a `grundy.Labelling`, which stands above; its attributes say more."""

    @property
    def graph(self) -> GameGraph:
        """The digraph."""

    @property
    def play(self) -> Play:
        """The kind of play."""

    @property
    def value_array(self) -> INT32:
        """Values, int32[n]."""

    @property
    def counter_array(self) -> INT32:
        """Counters, int32[n]."""

    @property
    def outcome_array(self) -> UINT8:
        """Codes of outcomes, uint8[n]."""

    @property
    def remoteness_array(self) -> INT32:
        """Remoteness, int32[n]."""

    def value_at(self, vertex: int) -> Value:
        """Return the value of a vertex by its number."""


# What follows from values, for all vertices at once: K, outcomes, winning and best moves.

OUTCOMES = ("D", "P", "N")
"""The letter of each outcome code in `Labelling.outcome_array`."""

_NEVER = np.iinfo(np.int64).max


def finite_rows(forward: Csr, values: INT32) -> Csr:
    """Return K of every vertex without a finite value, rising; the rows of the others are empty."""
    owners, head_values = forward.owners(), values[forward.indices]
    mask = (values[owners] < 0) & (head_values >= 0)
    return _rows(len(values), owners[mask], head_values[mask])


def outcomes_of(values: INT32, finite: Csr) -> UINT8:
    """Return the outcome codes, uint8[n], from the values and `finite_rows`."""
    outcomes = np.where(values == 0, PREVIOUS, NEXT).astype(np.uint8)
    outcomes[values < 0] = DRAWN
    outcomes[finite.owners()[finite.indices == 0]] = NEXT
    return outcomes


def winning_rows(forward: Csr, outcomes: UINT8) -> Csr:
    """Return every vertex's followers that are P-positions, each once, rising."""
    owners = forward.owners()
    mask = outcomes[forward.indices] == PREVIOUS
    return _rows(len(outcomes), owners[mask], forward.indices[mask])


def move_ranks(forward: Csr, outcomes: UINT8, remoteness: INT32) -> INT64:
    """Rank each arc as a move, int64[m]: the lower the better among those of one vertex."""
    owners, heads = forward.owners(), forward.indices
    at = outcomes[owners]
    reached = remoteness[heads].astype(np.int64)
    ranks = np.where(at == PREVIOUS, -reached, np.where(at == NEXT, reached, 0))
    goal = np.where(at == NEXT, PREVIOUS, DRAWN)
    ranks[(at != PREVIOUS) & (outcomes[heads] != goal)] = _NEVER
    return ranks


def best_moves(forward: Csr, outcomes: UINT8, remoteness: INT32) -> INT32:
    """Return a best move of every vertex, int32[n], the lowest number among equals; -1 for none."""
    count = len(outcomes)
    ranks = move_ranks(forward, outcomes, remoteness)
    least = row_minima(forward, ranks)
    owners = forward.owners()
    good = (ranks == least[owners]) & (ranks != _NEVER)
    minima = row_minima(forward, np.where(good, forward.indices, count).astype(np.int64))
    return np.where(minima < count, minima, -1).astype(np.int32)


def remoteness_of(forward: Csr, reverse: Csr, outcomes: UINT8) -> INT32:
    """Work out the remoteness, int32[n], from outcomes that are right; -1 for a draw."""
    followers, outcome = forward.degrees.tolist(), outcomes.tolist()
    predecessors = reverse.rows()
    remoteness = [-1 if count else 0 for count in followers]
    reached = [u for u, count in enumerate(followers) if not count]
    for v in reached:  # grows as it is read
        for u in predecessors[v]:
            followers[u] -= 1
            won = outcome[u] == NEXT and outcome[v] == PREVIOUS
            if remoteness[u] < 0 and (won or (outcome[u] == PREVIOUS and not followers[u])):
                remoteness[u] = remoteness[v] + 1
                reached.append(u)
    return np.array(remoteness, np.int32)


def row_minima(forward: Csr, per_arc: INT64) -> INT64:
    """Return the least entry of each row, int64[n]; the greatest integer for an empty row."""
    minima = np.full(len(forward.pointers) - 1, _NEVER, np.int64)
    filled = np.flatnonzero(forward.degrees)
    if len(filled):
        minima[filled] = np.minimum.reduceat(per_arc, as_indices(forward.pointers[filled]))
    return minima


def _rows(count: int, owners: INT32, items: INT32) -> Csr:
    width = int(items.max(initial=0)) + 1
    keys = np.unique(owners.astype(np.int64) * width + items)
    pointers = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(as_indices(keys // width), minlength=count), out=pointers[1:])
    return Csr(pointers, (keys % width).astype(np.int32))


_SHOWN = 40
_MOVES = 6
_LONGEST = 24


def label_lines(labelling: Labels) -> list[str]:
    """Return a heading, and a line for each of the first 40 vertices."""
    rows = [("vertex", "value", "outcome", "winning moves")]
    for vertex in range(min(labelling.graph.vertex_count, _SHOWN)):
        value = labelling.value_at(vertex)
        name = _short(labelling.graph.names[vertex])
        rows.append((name, str(value), str(outcome_of(value)), _winning(labelling, vertex)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [repr(labelling), ""]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        lines.append("  ".join(cells).rstrip())
    if labelling.graph.vertex_count > _SHOWN:
        lines += ["", f"The first {_SHOWN} of {labelling.graph.vertex_count:,} vertices."]
    return lines


def _winning(labelling: Labels, vertex: int) -> str:
    """List the followers of value 0: those are the P-positions, under misère play too."""
    followers = sorted(set(labelling.graph.forward.row(vertex).tolist()))
    names = [_short(labelling.graph.names[v]) for v in followers if labelling.value_array[v] == 0]
    more = f" and {len(names) - _MOVES:,} more" if len(names) > _MOVES else ""
    return ", ".join(names[:_MOVES]) + more


def _short(name: object) -> str:
    text = printable(str(name)[: 2 * _LONGEST])
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


COLUMNS = ("vertex", "value", "K", "outcome", "counter")

_BATCH = 1 << 16
_WINDOW = 64  # values that one word of a mask holds
_GREATEST = 2**63 - 1

Masks = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """The labels of some vertices."""

    names: Any
    labels: INT32
    masks: Masks
    counters: INT32
    more: dict[str, Any] | None = None

    @property
    def outcomes(self) -> UINT8:
        """0 for D, 1 for P, 2 for N, uint8[k]."""
        won = (self.labels > 0) | ((self.labels < 0) & ((self.masks[:, 0] & np.uint64(1)) != 0))
        return np.where(won, 2, self.labels == 0).astype(np.uint8)


def label_batches(
    graph: GameGraph,
    values: INT32,
    counters: INT32,
    *,
    occurring: bool = False,
    more: Callable[[npt.NDArray[Any]], dict[str, Any]] | None = None,
) -> Iterator[Batch]:
    """Yield the labels of a graph in batches, one at least."""
    masks = _masks(graph, values)
    names, order = names_in_order(graph) if graph.has_names else (None, None)
    n = graph.vertex_count
    for start in range(0, max(n, 1), _BATCH):
        stop = min(start + _BATCH, n)
        vertices: Any = np.arange(start, stop) if order is None else order[start:stop]
        if occurring and names is None:
            into = np.diff(graph.reverse.pointers[start : stop + 1])
            vertices = vertices[(into > 0) | (graph.out_degrees[start:stop] > 0)]
        yield Batch(
            vertices if names is None else names.take(arrow().array(vertices)),
            values[vertices], masks[vertices], counters[vertices],
            None if more is None else more(vertices),
        )  # fmt: skip


def names_in_order(graph: GameGraph) -> tuple[Any, INT64]:
    """Return the names as an arrow array, by number, and the numbers in the order of the names."""
    import pyarrow.compute as compute

    array = names_array(graph.names)
    numbers = [name for name in graph.names if type(name) is int]
    if len(numbers) == len(array) and str(array.type) == "string":
        # No column of Parquet holds them as numbers; they are sorted as that.
        return array, np.array(sorted(range(len(numbers)), key=numbers.__getitem__), np.int64)
    return array, compute.sort_indices(array).to_numpy().astype(np.int64)


def names_array(names: Sequence[Hashable]) -> Any:
    """Return names as an arrow array: integers where all are and fit in 64 bits, else text."""
    pyarrow = arrow()
    if isinstance(names, range) or all(type(name) is int and name <= _GREATEST for name in names):
        return pyarrow.array(names, pyarrow.int64())
    return pyarrow.array(different_texts(names), pyarrow.string())


def _masks(graph: GameGraph, values: INT32) -> Masks:
    """Return K of each infinite vertex as bits, uint64[n, words]."""
    n = graph.vertex_count
    if not (values < 0).any():
        return np.broadcast_to(np.zeros((1, 1), np.uint64), (n, 1))
    words = int(values.max()) // _WINDOW + 1 if values.max() >= 0 else 1
    masks = np.zeros((words, n), np.uint64)
    from grundy.graphs.kernels.labelling import collect

    reverse = graph.reverse
    for word in range(words):
        collect(reverse.pointers, reverse.indices, values, word * _WINDOW, masks[word])
    return masks.T


def write_parquet(
    batches: Iterator[Batch], target: str | os.PathLike[str] | BinaryIO, facts: dict[str, str]
) -> None:
    """Write labels as Parquet; *facts*, the play among them, are the metadata of the schema."""
    arrow()  # says what is missing
    import pyarrow.parquet as parquet

    writer = None
    for table in map(table_of, batches):
        if writer is None:
            writer = parquet.ParquetWriter(target, table.schema.with_metadata(facts))
        writer.write_table(table)
    if writer is not None:
        writer.close()


def table_of(batch: Batch) -> Any:
    """Return a batch as a table of pyarrow."""
    more = batch.more or {}
    return arrow().table([*cells_of(batch), *more.values()], names=[*COLUMNS, *more])


def cells_of(batch: Batch) -> list[Any]:
    """Return the columns as arrow arrays: vertex, value, K, outcome and counter."""
    pyarrow = arrow()
    finite = batch.labels >= 0
    members, places = sets_of(batch)
    letters = pyarrow.array(["D", "P", "N"], pyarrow.string())
    return [
        batch.names if hasattr(batch.names, "type") else pyarrow.array(batch.names),
        pyarrow.array(batch.labels, pyarrow.int32(), mask=~finite),
        pyarrow.array(members, pyarrow.list_(pyarrow.int32())).take(places),
        letters.take(pyarrow.array(batch.outcomes)),
        pyarrow.array(batch.counters, pyarrow.int32(), mask=~finite),
    ]


def sets_of(batch: Batch) -> tuple[list[list[int]], Any]:
    """Return the different sets K, and the place of each vertex's among them; null where finite."""
    pyarrow = arrow()
    finite = batch.labels >= 0
    if finite.all():
        return [], pyarrow.nulls(len(finite), pyarrow.int64())
    kinds, which = np.unique(batch.masks[~finite], axis=0, return_inverse=True)
    places = np.zeros(len(finite), np.int64)
    places[~finite] = which.ravel()
    bits = np.unpackbits(kinds.astype("<u8", order="C").view(np.uint8), axis=1, bitorder="little")
    return [np.flatnonzero(row).tolist() for row in bits], pyarrow.array(places, mask=finite)
