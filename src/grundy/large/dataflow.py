"""Labelling as relational algebra: the same SQL for every database.

One table ``vertex(id, open, cnt, mask, label, wave, mark)`` and one relation ``edge(s, d)``:

open    followers without a finite label
cnt     of these, how many are not marked at this level (see levels)
mask    bit v: some follower has the label v
label   null while unlabelled, -1 for ∞
wave    the wave that labelled the vertex; it is the counter that proves the labels
mark    the wave in which the mask got the bit of this level

Each wave joins the edges with what the wave before has changed, and writes the table anew, so
that a database without updates can run it. Only what DuckDB and Spark both read is used.

Source: THEORY 6; for the levels C. A. B. Smith 1966, A. S. Fraenkel.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Protocol

from grundy.errors import LimitError
from grundy.graphs.progress import Progress

GREATEST = 61  # the greatest label that fits a mask of 64 bits with a sign, and one to spare

_BIT = "(CAST(1 AS BIGINT) << CAST({label} AS INTEGER))"
_LEAST_FREE = "CAST(log2(~({mask}) & (({mask}) + 1)) AS INTEGER)"


class Database(Protocol):
    """What the dataflow needs of a database; ``edge(s, d)`` is there already."""

    def let(self, name: str, query: str) -> None:
        """Make a table of a query's rows; a table of that name is replaced, even if read."""

    def number(self, query: str) -> int:
        """Give the one number that a query gives, 0 for null."""


@dataclass(frozen=True, slots=True)
class State:
    """Where a run stands between two waves; with the table ``vertex`` it is all there is.

    Attributes:
        phase: "peel", "levels" or "done".
        wave: The last wave.
        level: The label of the level, while levels run.
    """

    phase: str = "peel"
    wave: int = 0
    level: int = 0

    def fields(self) -> dict[str, object]:
        """Give the state as JSON can hold it."""
        return asdict(self)


def begin(database: Database, *, misere: bool) -> State:
    """Make the table of vertices from the edges; the sinks are labelled, as wave 0."""
    # Under misère play a sink has one move more, to a terminal vertex of value 0.
    mask, label = ("1", "1") if misere else ("0", "0")
    database.let(
        "vertex",
        "SELECT id, CAST(sum(k) AS BIGINT) AS open, CAST(sum(k) AS BIGINT) AS cnt, "
        f"CAST(CASE WHEN sum(k) = 0 THEN {mask} ELSE 0 END AS BIGINT) AS mask, "
        f"CASE WHEN sum(k) = 0 THEN {label} ELSE CAST(NULL AS INTEGER) END AS label, "
        "CASE WHEN sum(k) = 0 THEN 0 ELSE CAST(NULL AS INTEGER) END AS wave, "
        "CAST(NULL AS INTEGER) AS mark FROM "
        "(SELECT s AS id, count(*) AS k FROM edge GROUP BY s "
        "UNION ALL SELECT DISTINCT d AS id, 0 AS k FROM edge) AS ends GROUP BY id",
    )
    return State()


def step(database: Database, state: State) -> State:
    """Run one wave.

    Raises:
        LimitError: If a label would pass 61.
    """
    if state.phase == "peel":
        return _peel(database, state)
    return _level(database, state)


def run(
    database: Database, state: State, after: Progress | None = None, keep: object = None
) -> State:
    """Run waves until every vertex has its label."""
    while state.phase != "done":
        state = step(database, state)
        if after is not None:
            after("waves", state.wave, 0)
    return state


# ---- peeling: from the sinks upwards ----------------------------------------------------------


def _peel(database: Database, state: State) -> State:
    """Label each vertex whose followers are all labelled."""
    wave = state.wave + 1
    opened, mask = "v.open - coalesce(g.k, 0)", "(v.mask | coalesce(g.b, 0))"
    ready = f"v.label IS NULL AND {opened} = 0"
    bit = _BIT.format(label="f.label")
    database.let(
        "vertex",
        f"SELECT v.id, {opened} AS open, v.cnt, {mask} AS mask, "
        f"CASE WHEN {ready} THEN {_LEAST_FREE.format(mask=mask)} ELSE v.label END AS label, "
        f"CASE WHEN {ready} THEN {wave} ELSE v.wave END AS wave, v.mark FROM vertex v LEFT JOIN "
        f"(SELECT e.s AS id, count(*) AS k, bit_or({bit}) AS b FROM edge e JOIN vertex f "
        f"ON e.d = f.id WHERE f.wave = {state.wave} GROUP BY e.s) g ON v.id = g.id",
    )
    _require_small(database)
    if database.number(f"SELECT count(*) FROM vertex WHERE wave = {wave}"):
        return replace(state, wave=wave)
    if database.number("SELECT count(*) FROM vertex WHERE label IS NULL") == 0:
        return replace(state, phase="done", wave=wave)
    return _next_level(database, State("levels", wave, -1))


# ---- levels: on what remains, where there are cycles ------------------------------------------


def _next_level(database: Database, state: State) -> State:
    """Close a level and open the next: unlabelled without its bit is ∞; marks and counts anew."""
    level, wave = state.level + 1, state.wave + 1
    if level > GREATEST:
        raise _too_large()
    bit, old = 1 << level, 1 << max(state.level, 0)
    dead = f"label IS NULL AND (mask & {old}) = 0" if state.level >= 0 else "label < -1"
    waiting = "label IS NULL OR label = -1"
    database.let(
        "vertex",
        f"SELECT id, open, open AS cnt, mask, CASE WHEN {dead} THEN -1 ELSE label END AS label, "
        f"wave, CASE WHEN ({waiting}) AND (mask & {bit}) <> 0 THEN {wave} END AS mark FROM vertex",
    )
    if database.number("SELECT count(*) FROM vertex WHERE label IS NULL") == 0:
        return State("done", wave, level)
    return State("levels", wave, level)


def _level(database: Database, state: State) -> State:
    """Run one wave of a level: count down for what is marked, label, and mark what follows."""
    level, bit, wave = state.level, 1 << state.level, state.wave + 1
    count = "v.cnt - coalesce(g.k, 0)"
    ready = f"v.label IS NULL AND {count} = 0 AND (v.mask & {bit}) = 0"
    database.let(
        "vertex",
        f"SELECT v.id, v.open, {count} AS cnt, v.mask, "
        f"CASE WHEN {ready} THEN {level} ELSE v.label END AS label, "
        f"CASE WHEN {ready} THEN {wave} ELSE v.wave END AS wave, v.mark FROM vertex v LEFT JOIN "
        f"(SELECT e.s AS id, count(*) AS k FROM edge e JOIN vertex f ON e.d = f.id "
        f"WHERE f.mark = {state.wave} AND (f.label IS NULL OR f.label = -1) GROUP BY e.s) g "
        "ON v.id = g.id",
    )
    if not database.number(f"SELECT count(*) FROM vertex WHERE wave = {wave}"):
        return _next_level(database, replace(state, wave=wave))
    newly = f"coalesce(g.k, 0) > 0 AND (v.mask & {bit}) = 0 AND (v.label IS NULL OR v.label = -1)"
    database.let(
        "vertex",
        "SELECT v.id, v.open - coalesce(g.k, 0) AS open, v.cnt, "
        f"CASE WHEN coalesce(g.k, 0) > 0 THEN v.mask | {bit} ELSE v.mask END AS mask, v.label, "
        f"v.wave, CASE WHEN {newly} THEN {wave} ELSE v.mark END AS mark FROM vertex v LEFT JOIN "
        f"(SELECT e.s AS id, count(*) AS k FROM edge e JOIN vertex f ON e.d = f.id "
        f"WHERE f.wave = {wave} GROUP BY e.s) g ON v.id = g.id",
    )
    return replace(state, wave=wave)


def _require_small(database: Database) -> None:
    if database.number("SELECT max(label) FROM vertex") > GREATEST:
        raise _too_large()


def _too_large() -> LimitError:
    return LimitError(
        f"A value passes {GREATEST}, the greatest that a table's mask holds; "
        "use --engine memory or --engine disk."
    )
