"""Read saved labels, and check all that they state against the graph without a solver."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from grundy.errors import GraphFormatError, VerificationError
from grundy.graphs import columns
from grundy.graphs.csr import Csr
from grundy.graphs.graph import GameGraph
from grundy.graphs.intake import Source
from grundy.graphs.naming import different_texts, require_different, tidy
from grundy.graphs.writers import COLUMNS, VERSION, split_words
from grundy.values import LoopyValue, parse_value

_OUTCOMES = {letter: code for code, letter in enumerate(columns.OUTCOMES)}
_GREATEST = 2**31 - 1


@dataclass(frozen=True, eq=False)
class SavedLabelling:
    """Labels as a file states them, in the order of the graph's vertices.

    Attributes:
        graph: The digraph that they are labels of.
        play: "normal" or "misere".
        names: The vertex names.
        values: int32[n], -1 for ∞.
        counters: int32[n], -1 for ∞.
        finite: K as stated with each ∞(K), None at finite values.
        outcomes: uint8[n], codes as in `Labelling.outcome_array`, or None if not stated.
        remoteness: int32[n], -1 for a draw, or None if not stated.
        winning_moves: The stated winning moves by vertex number, or None if not stated.
        best_moves: int32[n], -1 for none, or None if not stated.
    """

    graph: GameGraph
    play: Literal["normal", "misere"]
    names: Sequence[Hashable]
    values: npt.NDArray[np.int32]
    counters: npt.NDArray[np.int32]
    finite: Sequence[frozenset[int] | None]
    outcomes: npt.NDArray[np.uint8] | None
    remoteness: npt.NDArray[np.int32] | None
    winning_moves: Sequence[Sequence[int]] | None
    best_moves: npt.NDArray[np.int32] | None

    def verify(self) -> None:
        """Check conditions A, B and C, and everything else that the file states.

        K, outcomes, winning moves and remoteness are worked out anew from the values, which
        the three conditions determine; no solver runs.

        Raises:
            VerificationError: It names the vertex and what fails.

        Cost: O(n + m log m).
        """
        from grundy.graphs.verify import verify_values

        misere = self.play == "misere"
        verify_values(self.graph, self.values, self.counters, misere=misere)
        forward = self.graph.forward
        finite = columns.finite_rows(forward, self.values)
        self._compare_sets(finite)
        outcomes = columns.outcomes_of(self.values, finite)
        if self.outcomes is not None:
            self._compare_outcomes(outcomes)
        if self.winning_moves is not None:
            self._compare_moves(columns.winning_rows(forward, outcomes))
        if self.remoteness is not None:
            self._compare_remoteness(outcomes, misere=misere)
            if self.best_moves is not None:
                self._compare_best(outcomes)

    def _compare_sets(self, expected: Csr) -> None:
        for u, (stated, row) in enumerate(zip(self.finite, expected.rows(), strict=True)):
            if stated is not None and stated != frozenset(row):
                self._fail(u, "K", LoopyValue(stated), LoopyValue(row))

    def _compare_moves(self, expected: Csr) -> None:
        assert self.winning_moves is not None  # noqa: S101 - the caller looked
        for u, (stated, row) in enumerate(zip(self.winning_moves, expected.rows(), strict=True)):
            if sorted(set(stated)) != row:
                shown = [", ".join(str(self.names[v]) for v in moves) for moves in (stated, row)]
                self._fail(u, "set of winning moves", *(f"{{{text}}}" for text in shown))

    def _compare_remoteness(self, outcomes: npt.NDArray[np.uint8], *, misere: bool) -> None:
        """Check that each remoteness is one more than the followers' rule gives.

        The rule has one solution: it fixes the vertices with remoteness 0, those fix the
        vertices with 1, and so on.
        """
        assert self.remoteness is not None  # noqa: S101 - the caller looked
        forward, stated = self.graph.forward, self.remoteness
        ranks = columns.move_ranks(forward, outcomes, stated)
        best = columns.row_minima(forward, ranks)
        expected = np.where(forward.degrees == 0, 0, np.abs(best) + 1)
        expected[outcomes == _OUTCOMES["D"]] = -1
        wrong = np.flatnonzero(stated != expected)
        if len(wrong):
            # Below the least number that disagrees all is right, so there the fault lies.
            pairs = np.stack([stated[wrong], expected[wrong]])
            lowest = np.where(pairs < 0, _GREATEST, pairs).min(axis=0)
            u = int(wrong[np.argmin(lowest)])
            shown = ["none" if n < 0 else n for n in (int(stated[u]), int(expected[u]))]
            self._fail(u, "remoteness", shown[0], shown[1], by="its followers make it")

    def _compare_best(self, outcomes: npt.NDArray[np.uint8]) -> None:
        assert self.remoteness is not None  # noqa: S101 - the caller looked
        assert self.best_moves is not None  # noqa: S101 - the caller looked
        forward = self.graph.forward
        ranks = columns.move_ranks(forward, outcomes, self.remoteness)
        owners = forward.owners()
        good = ranks == columns.row_minima(forward, ranks)[owners]
        right = np.zeros(len(outcomes), np.bool_)
        right[owners[good & (forward.indices == self.best_moves[owners])]] = True
        right |= (forward.degrees == 0) & (self.best_moves == -1)
        if not right.all():
            u = int(np.argmin(right))
            stated, found = (
                None if best < 0 else self.names[best]
                for best in (
                    int(self.best_moves[u]),
                    int(columns.best_moves(forward, outcomes, self.remoteness)[u]),
                )
            )
            shown = ("none" if name is None else name for name in (stated, found))
            self._fail(u, "best move", *shown, by="a right one is")

    def _compare_outcomes(self, expected: npt.NDArray[np.uint8]) -> None:
        assert self.outcomes is not None  # noqa: S101 - the caller looked
        wrong = np.flatnonzero(self.outcomes != expected)
        if len(wrong):
            u = int(wrong[0])
            letters = columns.OUTCOMES
            self._fail(u, "outcome", letters[self.outcomes[u]], letters[expected[u]])

    def _fail(
        self, vertex: int, what: str, stated: object, found: object, *, by: str = "it is"
    ) -> None:
        name = self.names[vertex]
        raise VerificationError(
            f'vertex "{name}": the stated {what} is {stated}, and {by} {found}.',
            where=name,
            condition=what,
        )


# ---- from files ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Stated:
    """The columns of a file, before they are understood.

    Attributes:
        cells: Column name to one cell a vertex: text, or what JSON and Parquet hold.
        play: The play that the file states for all, or None.
        own: The graph that the file holds, or None.
        lines: The line of each vertex, or None where lines mean nothing.
    """

    cells: dict[str, list[Any]]
    play: str | None = None
    own: GameGraph | None = None
    lines: list[int] | None = None


def read_saved(
    source: Source,
    kind: str,
    graph: GameGraph | None,
    play: str | None = None,
) -> SavedLabelling:
    """Read labels of one of the formats; see `grundy.graphs.formats.read_labelling`."""
    stated = _READERS[kind](source)
    target = stated.own if graph is None else graph
    if target is None:
        raise source.error(f"labels in {kind} hold no arcs; give the graph too (--graph FILE).")
    order = _order(source, stated, target)
    said = _play(source, stated)
    if said and play and said != play:
        raise source.error(f"the labels are for {said} play, not for {play} play.")
    return _understood(source, stated, order, target, said or play or "normal")


def _order(source: Source, stated: Stated, graph: GameGraph) -> list[int]:
    """Find the row of each vertex of the graph."""
    rows = [str(name) for name in stated.cells["vertex"]]
    row_of: dict[str, int] = {}
    for row, text in enumerate(rows):
        if text in row_of:
            raise _bad(source, stated, row, f'the vertex "{tidy(text)}" stands here again.')
        row_of[text] = row
    texts = different_texts(graph.names)
    missing = [text for text in texts if text not in row_of]
    if missing:
        raise source.error(
            f'the vertex "{tidy(missing[0])}" of the graph has no label here'
            f"{_and_more(len(missing) - 1)}."
        )
    if len(rows) > len(texts):
        known = set(texts)
        extra = next(row for row, text in enumerate(rows) if text not in known)
        raise _bad(source, stated, extra, f'the vertex "{tidy(rows[extra])}" is not in the graph.')
    return [row_of[text] for text in texts]


def _understood(
    source: Source, stated: Stated, order: list[int], graph: GameGraph, play: str
) -> SavedLabelling:
    texts = different_texts(graph.names)
    number = {text: vertex for vertex, text in enumerate(texts)}
    reader = _Cells(source, stated, order, number)
    values, finite = reader.values()
    if play not in ("normal", "misere"):
        raise source.error(f'play is normal or misere, not "{tidy(play)}".')
    if "counter" not in stated.cells:
        raise source.error("the file states no counters, and without them nothing is proved.")
    counters = reader.naturals("counter")
    assert counters is not None  # noqa: S101 - the column is there
    return SavedLabelling(
        graph=graph, play="misere" if play == "misere" else "normal", names=graph.names,
        values=values, counters=counters, finite=finite, outcomes=reader.outcomes(),
        remoteness=reader.naturals("remoteness"), winning_moves=reader.moves(),
        best_moves=reader.best(),
    )  # fmt: skip


def _play(source: Source, stated: Stated) -> str | None:
    plays = dict.fromkeys(str(cell) for cell in stated.cells.get("play", ()))
    if len(plays) > 1:
        raise source.error(f"the labels are for {' and '.join(map(tidy, plays))} play at once.")
    return next(iter(plays), stated.play)


@dataclass(frozen=True)
class _Cells:
    """Understands cells, by vertex number."""

    source: Source
    stated: Stated
    order: list[int]
    number: dict[str, int]

    def column(self, key: str) -> list[Any] | None:
        cells = self.stated.cells.get(key)
        return None if cells is None else [cells[row] for row in self.order]

    def bad(self, vertex: int, message: str) -> GraphFormatError:
        return _bad(self.source, self.stated, self.order[vertex], message)

    def values(
        self,
    ) -> tuple[npt.NDArray[np.int32], list[frozenset[int] | None]]:
        """Read values and K; where both state K they have to agree."""
        values = np.empty(len(self.order), np.int32)
        finite: list[frozenset[int] | None] = []
        sets = self.column("K") or [None] * len(self.order)
        for u, (cell, stated) in enumerate(zip(self.column("value") or [], sets, strict=True)):
            try:
                value = parse_value(str(cell))
            except ValueError:
                raise self.bad(
                    u, f'"{tidy(cell)}" is no value; write a natural number, or ∞(0,2).'
                ) from None
            members = self._members(u, stated)
            if isinstance(value, LoopyValue):
                if stated is not None and members != value.finite:
                    raise self.bad(u, f"the value {value} and K do not agree.")
                values[u] = -1
                finite.append(value.finite)
            elif members:
                raise self.bad(u, f"the value {value} is finite, and yet K is given.")
            elif value > _GREATEST:
                raise self.bad(u, f"the value {tidy(value)} is too large to be one.")
            else:
                values[u] = value
                finite.append(None)
        return values, finite

    def _members(self, u: int, cell: Any) -> frozenset[int]:
        try:
            members = cell.split() if isinstance(cell, str) else cell or ()
            return frozenset(_natural(member) for member in members)
        except (TypeError, ValueError):
            raise self.bad(u, f'"{tidy(cell)}" is no set of natural numbers.') from None

    def naturals(self, key: str) -> npt.NDArray[np.int32] | None:
        """Read natural numbers, -1 where the cell is empty."""
        cells = self.column(key)
        if cells is None:
            return None
        numbers = np.empty(len(cells), np.int32)
        for u, cell in enumerate(cells):
            try:
                numbers[u] = -1 if cell is None or cell == "" else _natural(cell)
            except (TypeError, ValueError):
                raise self.bad(u, f'the {key} "{tidy(cell)}" is no natural number.') from None
        return numbers

    def outcomes(self) -> npt.NDArray[np.uint8] | None:
        cells = self.column("outcome")
        if cells is None:
            return None
        for u, cell in enumerate(cells):
            if not isinstance(cell, str) or cell not in _OUTCOMES:
                raise self.bad(u, f'the outcome "{tidy(cell)}" is none of P, N and D.')
        return np.array([_OUTCOMES[cell] for cell in cells], np.uint8)

    def moves(self) -> list[list[int]] | None:
        cells = self.column("winning_moves")
        return None if cells is None else [self._move_list(u, c) for u, c in enumerate(cells)]

    def best(self) -> npt.NDArray[np.int32] | None:
        """Read best moves, -1 where there is none."""
        cells = self.column("best_move")
        if cells is None:
            return None
        if not self._joined():
            cells = [[] if cell is None else [cell] for cell in cells]
        rows = [self._move_list(u, cell) for u, cell in enumerate(cells)]
        return np.array([row[0] if row else -1 for row in rows], np.int32)

    def _joined(self) -> bool:
        """Whether moves are text with | between them, rather than lists."""
        moves = self.stated.cells.get("winning_moves") or self.stated.cells["best_move"]
        return not any(isinstance(cell, list) for cell in moves[:1])

    def _move_list(self, u: int, cell: Any) -> list[int]:
        if cell is not None and not isinstance(cell, (str, list)):
            raise self.bad(u, f'"{tidy(cell)}" is no list of moves.')
        moves = split_words(cell) if isinstance(cell, str) else cell or []
        try:
            return [self.number[str(move)] for move in moves]
        except KeyError as error:
            raise self.bad(
                u, f'the move to "{tidy(error.args[0])}" leads to no vertex of the graph.'
            ) from None


def _natural(cell: Any) -> int:
    number = int(cell)
    if isinstance(cell, (bool, float)) or not 0 <= number <= _GREATEST:
        raise ValueError(cell)
    return number


def _bad(source: Source, stated: Stated, row: int, message: str) -> GraphFormatError:
    if stated.lines is not None:
        return source.error(message, stated.lines[row])
    return source.error(f'vertex "{tidy(stated.cells["vertex"][row])}": {message}')


def _and_more(count: int) -> str:
    return f", and neither have {count} others" if count > 0 else ""


def _require_columns(source: Source, found: Sequence[str]) -> None:
    missing = [key for key in ("vertex", "value") if key not in found]
    if missing:
        raise source.error(
            f"these are no labels: there is no {missing[0]}; the columns are {', '.join(COLUMNS)}."
        )


# ---- the formats ---------------------------------------------------------------------------


def _read_csv(source: Source) -> Stated:
    reader = csv.reader(io.StringIO(source.text(), newline=""), strict=True)
    rows: list[list[str]] = []
    lines: list[int] = []
    try:
        header = next(reader, [])
        _require_columns(source, header)
        for row in reader:
            if not row:
                continue
            if len(row) != len(header):
                raise source.error(
                    f"a row needs {len(header)} cells, found {len(row)}.", reader.line_num
                )
            rows.append(row)
            lines.append(reader.line_num)
    except csv.Error as error:
        raise source.error(f"{tidy(error)}; check the quotes.", reader.line_num) from None
    cells = {key: [row[place] for row in rows] for place, key in enumerate(header)}
    return Stated({key: cells[key] for key in COLUMNS if key in cells}, lines=lines)


def _read_parquet(source: Source) -> Stated:
    from grundy.graphs.parquet_files import open_parquet, read_columns

    file = open_parquet(source)
    names = [key for key in COLUMNS if key in file.schema_arrow.names]
    _require_columns(source, names)
    table = read_columns(source, file, names)
    cells = {key: table.column(key).to_pylist() for key in names}
    if not all(isinstance(name, (str, int)) for name in cells["vertex"]):
        raise source.error("vertex names have to be integers or text.")
    return Stated(cells)


def _read_graphml(source: Source) -> Stated:
    from grundy.graphs.network_files import from_networkx, parse_graphml

    graph = parse_graphml(source)
    # A key with a default is stated even where every vertex leaves it out.
    found = {key for _, data in graph.nodes(data=True) for key in data}
    found |= set(graph.graph["node_default"])
    if graph.number_of_nodes():
        _require_columns(source, ["vertex", *found])
    cells: dict[str, list[Any]] = {"vertex": list(graph.nodes())}
    for key in COLUMNS[1:-1]:
        if key in found or not graph.number_of_nodes():
            cells[key] = [str(data.get(key, "")) for _, data in graph.nodes(data=True)]
    return Stated(cells, _text_or_none(graph.graph.get("play")), from_networkx(graph))


def _read_dot(source: Source) -> Stated:
    from grundy.graphs.dot import graph_of, parse_dot

    found = parse_dot(source, node_attributes=COLUMNS[1:-1], graph_attributes=["play"])
    cells: dict[str, list[Any]] = {"vertex": list(found.names)}
    for key, column in found.node_attributes.items():
        cells[key] = list(column)
    if found.names:
        _require_columns(source, list(cells))
    return Stated(cells, _text_or_none(found.graph_attributes.get("play")), graph_of(found))


def _text_or_none(found: object) -> str | None:
    return str(found) if found else None


def _read_json(source: Source) -> Stated:
    content = _json(source)
    vertices = content["vertices"]
    names = _json_names(source, vertices)
    cells: dict[str, list[Any]] = {"vertex": names}
    if vertices:
        _require_columns(source, list(vertices[0]))
    for key in COLUMNS[1:-1]:
        if not vertices or key in vertices[0]:
            cells[key] = [entry.get(key) for entry in vertices]
    return Stated(cells, _text_or_none(content.get("play")), _json_graph(source, content, names))


def read_json_graph(source: Source) -> GameGraph:
    """Read the graph in JSON that `write_labelling` made."""
    content = _json(source)
    return _json_graph(source, content, _json_names(source, content["vertices"]))


def _json(source: Source) -> dict[str, Any]:
    try:
        content = json.loads(source.text(), parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise source.error(f"this is no JSON: {tidy(error.msg).lower()}.", error.lineno) from None
    except (ValueError, RecursionError) as error:
        raise source.error(f"this is no JSON that can be read: {tidy(error)}.") from None
    if not isinstance(content, dict):
        raise source.error('a graph in JSON is {"vertices": […], "arcs": […]}.')
    for key in ("vertices", "arcs"):
        if not isinstance(content.get(key), list):
            raise source.error(f'a graph in JSON has a list "{key}", which is missing here.')
    version = content.get("format", VERSION)
    if version != VERSION:
        raise source.error(
            f"the file has format {tidy(version)} and this program reads format {VERSION}; "
            "use a later version."
        )
    return content


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} is no JSON number")


def _json_names(source: Source, vertices: list[Any]) -> list[Hashable]:
    names: list[Hashable] = []
    for number, entry in enumerate(vertices, 1):
        name = entry.get("vertex") if isinstance(entry, dict) else None
        if not isinstance(name, (str, int)) or isinstance(name, bool):
            raise source.error(
                f'vertex {number}: write {{"vertex": name}} with text or an integer for the name.'
            )
        names.append(name)
    # 1 and "1" are different names in JSON.
    require_different([json.dumps(name, ensure_ascii=False) for name in names])
    return names


def _json_graph(source: Source, content: dict[str, Any], names: list[Hashable]) -> GameGraph:
    place = {name: number for number, name in enumerate(names)}
    ends = np.empty((len(content["arcs"]), 2), np.int32)
    for number, arc in enumerate(content["arcs"]):
        if not isinstance(arc, list) or len(arc) != 2:
            raise source.error(f"arc {number + 1}: an arc needs two ends, found {tidy(arc)}.")
        try:
            ends[number] = place[arc[0]], place[arc[1]]
        except (KeyError, TypeError):
            raise source.error(
                f"arc {number + 1}: an end of {tidy(arc)} is not among the vertices."
            ) from None
    own = None if names == list(range(len(names))) else names
    return GameGraph.from_arrays(ends[:, 0], ends[:, 1], vertex_count=len(names), names=own)


_READERS = {
    "csv": _read_csv,
    "json": _read_json,
    "parquet": _read_parquet,
    "graphml": _read_graphml,
    "dot": _read_dot,
}
