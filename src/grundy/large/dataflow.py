"""Labelling as relational algebra: the same SQL for every database.

edge(s, d)   the arcs
vertex(id, open, mask, label, wave)   what a wave can still change; see `labelled` for the rest
    open     followers without a finite label
    mask     bit v: some follower has the label v
    label    null while unlabelled, -1 for ∞
    wave     the wave that labelled the vertex; it is the counter that proves the labels
    cnt      while levels run: open followers without the bit of this level
    mark     while levels run: the wave in which the mask got the bit of this level
changed      the rows of ``vertex`` that the last wave wrote
labelled(id, label, wave)   finished vertices that were moved out of the way

A wave joins the arcs with what the wave before has changed, and writes what it changes. When
half of ``vertex`` is finished, that half is moved to ``labelled``, and the arcs to it, which no
wave will ask for again, are left out: so all moves together cost no more than one pass.

Source: docs/theory.md 6; for the levels C. A. B. Smith 1966, A. S. Fraenkel.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol, Self

from grundy.errors import LimitError

GREATEST = 61  # the greatest label that fits a mask of 64 bits with a sign, and one to spare

_FEW = 10_000  # rows that are not worth moving
_BIT = "(CAST(1 AS BIGINT) << CAST(f.label AS INTEGER))"
_LEAST_FREE = "CAST(bit_count((~mask & (mask + 1)) - 1) AS INTEGER)"
_NO_INTEGER = "CAST(NULL AS INTEGER)"


class Database(Protocol):
    """What the dataflow needs of a database; ``edge(s, d)`` is there already."""

    def let(self, name: str, query: str) -> None:
        """Make a table of a query's rows; a table of that name is replaced, even if read."""

    def change(self, name: str, changes: str) -> None:
        """Replace the rows of a table by those of the table *changes* with the same id."""

    def add(self, name: str, query: str) -> None:
        """Add a query's rows to a table."""

    def numbers(self, query: str) -> tuple[int, ...]:
        """Return the one row of numbers that a query gives, 0 for null."""


@dataclass(frozen=True, slots=True)
class State:
    """Where a run stands between two waves; with ``vertex`` and ``labelled`` it is all there is."""

    phase: str
    wave: int
    level: int
    rows: int
    left: int
    fresh: int

    def labelled(self, wave: int, fresh: int) -> Self:
        """Return the state after a wave that labelled *fresh* vertices."""
        return replace(self, wave=wave, fresh=fresh, left=self.left - fresh)


def begin(database: Database, *, misere: bool, numbers_below: int = 0) -> State:
    """Make the tables from the arcs; the sinks are labelled, as wave 0."""
    mask, label = (1, 1) if misere else (0, 0)
    alone = f"UNION ALL SELECT id, 0 AS k FROM range(0, {numbers_below}) AS numbers(id) "
    database.let(
        "vertex",
        "SELECT id, CAST(sum(k) AS BIGINT) AS open, "
        f"CAST(CASE WHEN sum(k) = 0 THEN {mask} ELSE 0 END AS BIGINT) AS mask, "
        f"CASE WHEN sum(k) = 0 THEN {label} ELSE {_NO_INTEGER} END AS label, "
        f"CASE WHEN sum(k) = 0 THEN 0 ELSE {_NO_INTEGER} END AS wave FROM "
        "(SELECT s AS id, count(*) AS k FROM edge GROUP BY s "
        "UNION ALL SELECT DISTINCT d AS id, 0 AS k FROM edge "
        f"{alone if numbers_below else ''}) AS ends GROUP BY id",
    )
    database.let("labelled", "SELECT id, label, wave FROM vertex WHERE wave = -1")
    rows, fresh = database.numbers("SELECT count(*), count(label) FROM vertex")
    state = State("peel", 0, -1, rows, rows - fresh, fresh)
    return go_on(database, state)


def go_on(database: Database, state: State) -> State:
    """Make from ``vertex`` the table ``changed`` of the last wave, as a resumed run needs it."""
    database.let("changed", f"SELECT * FROM vertex WHERE wave = {state.wave}")
    return _done(state)


def step(database: Database, state: State) -> State:
    """Run one wave."""
    if state.fresh == 0:
        return _done(_next_level(database, state))
    wave = _peel if state.phase == "peel" else _level
    return _done(_without_finished(database, wave(database, state)))


def _done(state: State) -> State:
    # The last labels of a level still enter the K of what is ∞.
    over = state.left == 0 and (state.fresh == 0 or state.phase == "peel")
    return replace(state, phase="done") if over else state


# ---- peeling: from the sinks upwards ----------------------------------------------------------


def _peel(database: Database, state: State) -> State:
    """Label each vertex whose followers are all labelled."""
    wave = state.wave + 1
    database.let(
        "changed",
        f"SELECT id, open, mask, CASE WHEN open = 0 THEN {_LEAST_FREE} END AS label, "
        f"CASE WHEN open = 0 THEN {wave} END AS wave FROM "
        "(SELECT v.id, v.open - g.k AS open, v.mask | g.b AS mask FROM vertex v JOIN "
        f"(SELECT e.s AS id, count(*) AS k, bit_or({_BIT}) AS b FROM edge e JOIN changed f "
        f"ON e.d = f.id WHERE f.wave = {state.wave} GROUP BY e.s) AS g ON v.id = g.id) AS after",
    )
    database.change("vertex", "changed")
    fresh, greatest = database.numbers("SELECT count(label), max(label) FROM changed")
    _require_small(greatest)
    return state.labelled(wave, fresh)


# ---- levels: on what remains, where there are cycles ------------------------------------------


def _next_level(database: Database, state: State) -> State:
    """Close a level and open the next."""
    level, wave = state.level + 1, state.wave + 1
    _require_small(level)
    bit, ended = 1 << level, 1 << max(state.level, 0)
    dead = f"label IS NULL AND (mask & {ended}) = 0" if state.level >= 0 else "FALSE"
    _move_finished(database, "label >= 0", arcs=state.rows > 2 * state.left)
    database.let(
        "vertex",
        f"SELECT id, open, mask, CASE WHEN {dead} THEN -1 ELSE label END AS label FROM vertex",
    )
    count = "v.open - coalesce(g.k, 0)"
    ready = f"v.label IS NULL AND {count} = 0 AND (v.mask & {bit}) = 0"
    database.let(
        "vertex",
        f"SELECT v.id, v.open, v.mask, CASE WHEN {ready} THEN {level} ELSE v.label END AS label, "
        f"CASE WHEN {ready} THEN {wave} END AS wave, {count} AS cnt, {_NO_INTEGER} AS mark "
        "FROM vertex v LEFT JOIN (SELECT e.s AS id, count(*) AS k FROM edge e JOIN vertex f "
        f"ON e.d = f.id WHERE (f.mask & {bit}) <> 0 GROUP BY e.s) AS g ON v.id = g.id",
    )
    rows, fresh, labels = database.numbers("SELECT count(*), count(wave), count(label) FROM vertex")
    state = State("levels", wave, level, rows, rows - labels, fresh)
    return go_on(database, state)


def _level(database: Database, state: State) -> State:
    """Run one wave of a level: mark what has a follower just labelled, count down, and label."""
    level, bit, wave = state.level, 1 << state.level, state.wave + 1
    newly = f"(v.mask & {bit}) = 0"
    database.let(
        "changed",
        f"SELECT v.id, v.open - g.k AS open, v.mask | {bit} AS mask, v.label, v.wave, v.cnt, "
        f"CASE WHEN {newly} THEN {wave} ELSE v.mark END AS mark FROM vertex v JOIN "
        f"({_counted(f'f.wave = {state.wave}')}) AS g ON v.id = g.id",
    )
    database.change("vertex", "changed")
    ready = f"v.label IS NULL AND v.cnt = g.k AND (v.mask & {bit}) = 0"
    database.let(
        "changed",
        f"SELECT v.id, v.open, v.mask, CASE WHEN {ready} THEN {level} ELSE v.label END AS label, "
        f"CASE WHEN {ready} THEN {wave} ELSE v.wave END AS wave, v.cnt - g.k AS cnt, v.mark "
        f"FROM vertex v JOIN ({_counted(f'f.mark = {wave}')}) AS g ON v.id = g.id",
    )
    database.change("vertex", "changed")
    (fresh,) = database.numbers(f"SELECT count(*) FROM changed WHERE wave = {wave}")
    return state.labelled(wave, fresh)


def _counted(which: str) -> str:
    """Return the query that counts, for each vertex, its followers in ``changed``."""
    return (
        "SELECT e.s AS id, count(*) AS k FROM edge e JOIN changed f ON e.d = f.id "
        f"WHERE {which} GROUP BY e.s"
    )


# ---- keeping the tables small -----------------------------------------------------------------


def _without_finished(database: Database, state: State) -> State:
    """Move what is finished away from a table that it fills by half, while vertices are peeled."""
    needed = state.left + state.fresh
    if state.phase != "peel" or state.rows < max(2 * needed, _FEW):
        return state
    _move_finished(database, f"label >= 0 AND wave < {state.wave}", arcs=True)
    return replace(state, rows=needed)


def _move_finished(database: Database, finished: str, *, arcs: bool) -> None:
    database.add("labelled", f"SELECT id, label, wave FROM vertex WHERE {finished}")
    database.let("vertex", f"SELECT * FROM vertex WHERE ({finished}) IS NOT TRUE")
    if arcs:
        database.let("edge", "SELECT e.s, e.d FROM edge e JOIN vertex v ON e.d = v.id")


def _require_small(label: int) -> None:
    if label > GREATEST:
        raise LimitError(
            f"A value passes {GREATEST}, the greatest that a table's mask holds; "
            "use --engine memory or --engine disk."
        )
