"""The dataflow from a file of arcs to the last wave, with checkpoints, in any database."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from grundy.errors import GraphFormatError
from grundy.graphs.graph import MAX_VERTICES
from grundy.graphs.io.source import no_vertex_number
from grundy.large import dataflow
from grundy.large.dataflow import Database, State
from grundy.large.edge_file import EdgeFile
from grundy.large.folder import Folder
from grundy.large.label_output import Counts
from grundy.running.limits import Progress

KEPT = ("vertex", "labelled")

LABELS = (
    "SELECT id, label, CAST(0 AS BIGINT) AS mask, wave FROM labelled "
    "UNION ALL SELECT id, label, mask, wave FROM vertex"
)
"""Every vertex with its label; the mask is K where the label is -1."""

# The share of the time that checkpoints may take.
_SHARE = 0.1


class Tables(Database, Protocol):
    """What a run needs of a database besides the dataflow itself."""

    def read(self, file: EdgeFile) -> None:
        """Make the table ``edge(s, d)`` of a file: integers of 64 bits, or text."""

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""

    def save(self, name: str, path: Path) -> None:
        """Write a table to Parquet."""

    def load(self, name: str, path: Path) -> None:
        """Read a table back."""


def run(
    database: Tables,
    file: EdgeFile,
    *,
    misere: bool,
    folder: Folder | None = None,
    save_every: float = 60.0,
    progress: Progress | None = None,
) -> tuple[State, int]:
    """Label the vertices of a file; give the last state and how many arcs there are."""
    if progress is not None:
        progress("reading arcs", 0, 0)
    arcs, numbers_below = read_arcs(database, file)
    if folder is not None and folder.state is not None:
        state = _load(database, folder)
    else:
        state = dataflow.begin(database, misere=misere, numbers_below=numbers_below)
    keep = _keeper(database, folder, save_every)
    while state.phase != "done":
        state = dataflow.step(database, state)
        keep(state)
        if progress is not None:
            progress("waves", state.wave, 0)
    return state, arcs


def read_arcs(database: Tables, file: EdgeFile) -> tuple[int, int]:
    """Make the table ``edge``; give how many arcs, and the number below which all are vertices."""
    database.read(file)
    arcs, tails, heads = database.numbers("SELECT count(*), count(s), count(d) FROM edge")
    if min(tails, heads) < arcs:
        raise GraphFormatError("an edge needs two ends, found a null.", file=file.name)
    if arcs == 0:
        return 0, 0
    if file.text or not file.numbered:
        _make_numbers(database, file)
        return arcs, 0
    return arcs, _numbers_below(database, file)


def _make_numbers(database: Tables, file: EdgeFile) -> None:
    """Turn names into numbers where every name is a natural number in its usual writing."""
    words = " OR ".join(
        f"coalesce(CAST(TRY_CAST({end} AS BIGINT) AS STRING), '') <> {end}" for end in "sd"
    )
    integers = " AND ".join(_integer(end) for end in "sd")
    negative, named, others = database.numbers(
        "SELECT coalesce(sum(CASE WHEN s LIKE '-%' OR d LIKE '-%' THEN 1 ELSE 0 END), 0), "
        f"coalesce(sum(CASE WHEN {words} THEN 1 ELSE 0 END), 0), "
        f"coalesce(sum(CASE WHEN {integers} THEN 0 ELSE 1 END), 0) FROM edge"
    )
    if negative and not others and file.text:
        from grundy.large.text_rows import negative_in

        raise negative_in(file)
    if not named and not negative:
        database.let("edge", "SELECT CAST(s AS BIGINT) AS s, CAST(d AS BIGINT) AS d FROM edge")


def _integer(name: str) -> str:
    """Return the condition that a text is an integer of any length, in the SQL of both."""
    # What is left without digits is nothing, or the sign at the beginning.
    left = f"translate({name}, '0123456789', '')"
    return f"({left} = '' AND {name} <> '' OR {left} = '-' AND {name} LIKE '-%' AND {name} <> '-')"


def vertex_order(database: Tables) -> str:
    """Say how labels are sorted: numbers by size, of any length, and words by their bytes."""
    kinds = database.rows(f"SELECT typeof(id) FROM ({LABELS}) AS labels LIMIT 1")
    if not kinds or str(kinds[0][0]).lower() == "bigint":
        return "id"
    natural = f"{_integer('id')} AND id NOT LIKE '-%' AND (id NOT LIKE '0%' OR id = '0')"
    (words,) = database.numbers(
        f"SELECT sum(CASE WHEN {natural} THEN 0 ELSE 1 END) FROM ({LABELS}) AS labels"
    )
    return "id" if words else "length(id), id"


def _numbers_below(database: Tables, file: EdgeFile) -> int:
    least, greatest = database.numbers(
        "SELECT least(min(s), min(d)), greatest(max(s), max(d)) FROM edge"
    )
    if least < 0:
        raise GraphFormatError(no_vertex_number(least), file=file.name)
    # Numbers that no other engine could take are names: only those that occur are vertices.
    return greatest + 1 if greatest < MAX_VERTICES else 0


def too_great(file: EdgeFile) -> GraphFormatError:
    """Return the error for a number that no table holds."""
    return GraphFormatError(
        f"a vertex number is above {2**63 - 1}, the greatest that the tables hold.", file=file.name
    )


def count_labels(database: Tables) -> Counts:
    """Count vertices by value and outcome."""
    counts = Counts()
    for label, nought, count in database.rows(
        f"SELECT label, mask & 1, count(*) FROM ({LABELS}) AS labels GROUP BY label, mask & 1"
    ):
        won = label > 0 or (label < 0 and nought)
        counts.add(label, "N" if won else "P" if label == 0 else "D", count)
    return counts


# ---- checkpoints --------------------------------------------------------------------------------


def _keeper(database: Tables, folder: Folder | None, save_every: float) -> Callable[[State], None]:
    """Return a function that writes a checkpoint when it is time, and at the end."""
    last, cost = time.monotonic(), 0.0

    def keep(state: State) -> None:
        nonlocal last, cost
        started = time.monotonic()
        # 0 is every wave, whatever it costs.
        due = not save_every or started - last >= max(save_every, cost / _SHARE)
        if folder is None or not (due or state.phase == "done"):
            return
        _save(database, folder, state)
        last = time.monotonic()
        cost = last - started

    return keep


def _save(database: Tables, folder: Folder, state: State) -> None:
    names = {name: f"{name}-{state.wave:06d}.parquet" for name in KEPT}
    for name in KEPT:
        folder.add(names[name], partial(database.save, name))
    folder.commit({"wave": asdict(state), "files": names}, tuple(names.values()))


def _load(database: Tables, folder: Folder) -> State:
    kept = folder.state
    assert kept is not None  # noqa: S101 - the caller looked
    for name in KEPT:
        database.load(name, folder.folder / kept["files"][name])
    return dataflow.go_on(database, State(**kept["wave"]))
