"""What follows from the values of all vertices: columns for files, and lines of text.

Arrays in, arrays out; imports no solver, so that a check may use it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from grundy.graphs.csr import Csr
from grundy.printable import printable
from grundy.values import outcome_of

if TYPE_CHECKING:
    from grundy.graphs.labelling import Labelling


# What follows from values, for all vertices at once: K, outcomes, winning and best moves.


OUTCOMES = ("D", "P", "N")
"""The letter of each outcome code in `Labelling.outcome_array`."""

DRAWN, _PREVIOUS, _NEXT = range(3)
_NEVER = np.iinfo(np.int64).max


def finite_rows(forward: Csr, values: npt.NDArray[np.int32]) -> Csr:
    """Return K of every vertex without a finite value, rising; the rows of the others are empty."""
    owners, found = forward.owners(), values[forward.indices]
    kept = (values[owners] < 0) & (found >= 0)
    return _rows(len(values), owners[kept], found[kept])


def outcomes_of(values: npt.NDArray[np.int32], finite: Csr) -> npt.NDArray[np.uint8]:
    """Return the outcome codes, uint8[n], from the values and `finite_rows`."""
    outcomes = np.where(values == 0, _PREVIOUS, _NEXT).astype(np.uint8)
    outcomes[values < 0] = DRAWN
    outcomes[finite.owners()[finite.indices == 0]] = _NEXT
    return outcomes


def winning_rows(forward: Csr, outcomes: npt.NDArray[np.uint8]) -> Csr:
    """Return every vertex's followers that are P-positions, each once, rising."""
    owners = forward.owners()
    kept = outcomes[forward.indices] == _PREVIOUS
    return _rows(len(outcomes), owners[kept], forward.indices[kept])


def move_ranks(
    forward: Csr, outcomes: npt.NDArray[np.uint8], remoteness: npt.NDArray[np.int32]
) -> npt.NDArray[np.int64]:
    """Rank each arc as a move, int64[m]: the lower the better among those of one vertex."""
    owners, heads = forward.owners(), forward.indices
    at = outcomes[owners]
    reached = remoteness[heads].astype(np.int64)
    ranks = np.where(at == _PREVIOUS, -reached, np.where(at == _NEXT, reached, 0))
    kept = np.where(at == _NEXT, _PREVIOUS, DRAWN)
    ranks[(at != _PREVIOUS) & (outcomes[heads] != kept)] = _NEVER
    return ranks


def best_moves(
    forward: Csr, outcomes: npt.NDArray[np.uint8], remoteness: npt.NDArray[np.int32]
) -> npt.NDArray[np.int32]:
    """Return a best move of every vertex, int32[n], the lowest number among equals; -1 for none."""
    count = len(outcomes)
    ranks = move_ranks(forward, outcomes, remoteness)
    least = row_minima(forward, ranks)
    owners = forward.owners()
    good = (ranks == least[owners]) & (ranks != _NEVER)
    best = np.full(count, -1, np.int32)
    lowest = np.where(good, forward.indices, count).astype(np.int64)
    found = row_minima(forward, lowest)
    chosen = found < count
    best[chosen] = found[chosen]
    return best


def remoteness_of(
    forward: Csr, reverse: Csr, outcomes: npt.NDArray[np.uint8]
) -> npt.NDArray[np.int32]:
    """Work out the remoteness, int32[n], from outcomes that are right; -1 for a draw."""
    followers, outcome = forward.degrees.tolist(), outcomes.tolist()
    predecessors = reverse.rows()
    remoteness = [-1 if count else 0 for count in followers]
    reached = [u for u, count in enumerate(followers) if not count]
    for v in reached:  # grows as it is read
        for u in predecessors[v]:
            followers[u] -= 1
            won = outcome[u] == _NEXT and outcome[v] == _PREVIOUS
            if remoteness[u] < 0 and (won or (outcome[u] == _PREVIOUS and not followers[u])):
                remoteness[u] = remoteness[v] + 1
                reached.append(u)
    return np.array(remoteness, np.int32)


def row_minima(forward: Csr, per_arc: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the least entry of each row, int64[n]; the greatest integer for an empty row."""
    minima = np.full(len(forward.pointers) - 1, _NEVER, np.int64)
    filled = np.flatnonzero(forward.degrees)
    if len(filled):
        minima[filled] = np.minimum.reduceat(per_arc, forward.pointers[filled])
    return minima


def _rows(count: int, owners: npt.NDArray[np.int32], items: npt.NDArray[np.int32]) -> Csr:
    """Group items by owner, each once, rising."""
    width = int(items.max(initial=0)) + 1
    keys = np.unique(owners.astype(np.int64) * width + items)
    pointers = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(keys // width, minlength=count), out=pointers[1:])
    return Csr(pointers, (keys % width).astype(np.int32))


# A labelling as text, for ``print``: a line for each vertex.


_SHOWN = 40
_MOVES = 6
_LONGEST = 24


def label_lines(labelling: Labelling) -> list[str]:
    """Return a heading, and a line for each of the first 40 vertices."""
    rows = [("vertex", "value", "outcome", "winning moves")]
    for vertex in range(min(len(labelling), _SHOWN)):
        value = labelling.value_at(vertex)
        name = _short(labelling.graph.names[vertex])
        rows.append((name, str(value), str(outcome_of(value)), _winning(labelling, vertex)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [repr(labelling), ""]
    lines += ["  ".join(_padded(row, widths)).rstrip() for row in rows]
    if len(labelling) > _SHOWN:
        lines += ["", f"The first {_SHOWN} of {len(labelling):,} vertices."]
    return lines


def _padded(row: tuple[str, ...], widths: list[int]) -> list[str]:
    return [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]


def _winning(labelling: Labelling, vertex: int) -> str:
    """List the followers of value 0: those are the P-positions, under misère play too."""
    followers = sorted(set(labelling.graph.forward.row(vertex).tolist()))
    names = [_short(labelling.graph.names[v]) for v in followers if labelling.value_array[v] == 0]
    more = f" and {len(names) - _MOVES:,} more" if len(names) > _MOVES else ""
    return ", ".join(names[:_MOVES]) + more


def _short(name: object) -> str:
    text = printable(str(name)[: 2 * _LONGEST])
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
