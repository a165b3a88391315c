"""Read a graph as judges of contests hand it out: counts first, then arcs or followers."""

from __future__ import annotations

import re

import numpy as np

from grundy.errors import GraphFormatError
from grundy.graphs.graph import MAX_VERTICES, GameGraph
from grundy.graphs.io.source import Source, require_room

_FORMS = (
    'n and m and then m arcs "u v", n and then arcs, or n and then for each vertex '
    "the count of its followers and the followers"
)
_NATURAL = re.compile(r"[0-9]{1,18}\Z")
Row = tuple[int, list[int]]


def read_judge(source: Source) -> GameGraph:
    """Read ``n m`` and m arcs, ``n`` and arcs, or ``n`` and n rows of a count and followers."""
    (line, counts), *rows = _rows(source)
    if len(counts) == 1 and rows and len(rows[0][1]) == 1 and rows[0][1][0] == len(rows) - 1:
        counts = counts + rows.pop(0)[1]  # n and m in rows of their own
    n = counts[0]
    if len(rows) == n and all(row[0] == len(row) - 1 for _, row in rows) and len(counts) == 1:
        followers = [(line, vertex, row[1:]) for vertex, (line, row) in enumerate(rows)]
        base = 0 if any(0 in row for _, _, row in followers) else 1
        ends = [(line, vertex + base, end) for line, vertex, row in followers for end in row]
    elif len(counts) == 1 or counts[1:] == [len(rows)]:
        short = next((line for line, row in rows if len(row) < 2), None)
        if short is not None:
            raise source.error("an arc has two ends, found one.", short)
        base = 0 if any(0 in row[:2] for _, row in rows) else 1
        ends = [(line, row[0], row[1]) for line, row in rows]
    else:
        raise source.error(f"the counts do not fit the {len(rows)} rows; write {_FORMS}.", line)
    for line, tail, head in ends:
        if not base <= min(tail, head) <= max(tail, head) < n + base:
            raise source.error(f"a vertex is {base} to {n + base - 1}.", line)
    if n > MAX_VERTICES:
        raise source.error(f"there are at most {MAX_VERTICES:,} vertices.", line)
    require_room(source.name, 100 * n)
    arcs = np.array([end[1:] for end in ends], np.int64).reshape(-1, 2) - base
    names = list(range(base, n + base))
    return GameGraph.from_arrays(arcs[:, 0], arcs[:, 1], vertex_count=n, names=names)


def _rows(source: Source) -> list[Row]:
    rows = []
    for line, text in enumerate(source.text().splitlines(), 1):
        words = text.split()
        numbers = [int(word) if _NATURAL.match(word) else -1 for word in words]
        if -1 in numbers[:2]:  # behind two ends there may be a weight of any kind
            wrong = words[numbers.index(-1)]
            raise source.error(f'"{wrong[:40]}" is no number; write {_FORMS}.', line)
        if words:
            rows.append((line, numbers))
    if not rows:
        raise GraphFormatError(f"the file is empty; write {_FORMS}.", file=source.name)
    return rows
