"""Labels as a file states them, understood and checked without a solver."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grundy.errors import GraphFormatError, VerificationError
from grundy.graphs.csr import INT32, UINT8
from grundy.graphs.graph import GameGraph
from grundy.graphs.io import columns
from grundy.graphs.io.label_readers import READERS, Statement
from grundy.graphs.io.label_writers import json_text, split_words
from grundy.graphs.io.source import Source, require_different, tidy
from grundy.values import LoopyValue, Play, parse_value

_GREATEST = 2**31 - 1


@dataclass(frozen=True, eq=False)
class SavedLabelling:
    """Labels as a file states them, in the order of the graph's vertices."""

    graph: GameGraph
    play: Play
    names: Sequence[Hashable]
    values: INT32
    counters: INT32
    finite: Sequence[frozenset[int] | None]
    outcomes: UINT8 | None
    remoteness: INT32 | None
    winning_moves: Sequence[Sequence[int]] | None
    best_moves: INT32 | None

    def verify(self) -> None:
        """Check conditions A, B and C, and everything else that the file states."""
        from grundy.graphs.verify import verify_values

        misere = self.play == "misere"
        verify_values(self.graph, self.values, self.counters, misere=misere)
        self._require_counters()
        forward = self.graph.forward
        finite = columns.finite_rows(forward, self.values)
        outcomes = columns.outcomes_of(self.values, finite)
        self._compare("K", self.finite, map(frozenset, finite.each_row()), LoopyValue)
        if self.outcomes is not None:
            letters = columns.OUTCOMES.__getitem__
            self._compare("outcome", self.outcomes.tolist(), outcomes.tolist(), letters)
        if self.winning_moves is not None:
            winning = columns.winning_rows(forward, outcomes).each_row()
            stated = map(sorted, self.winning_moves)
            self._compare("set of winning moves", stated, winning, self._move_set)
        if self.remoteness is None and self.best_moves is None:
            return
        remoteness = columns.remoteness_of(forward, self.graph.reverse, outcomes)
        if self.remoteness is not None:
            self._compare(
                "remoteness", self.remoteness.tolist(), remoteness.tolist(),
                lambda number: "none" if number < 0 else number, "its followers make it",
            )  # fmt: skip
        if self.best_moves is not None:
            self._compare_best(self.best_moves, outcomes, remoteness)

    def _require_counters(self) -> None:
        wrong = np.flatnonzero((self.values < 0) != (self.counters < 0))
        if len(wrong):
            u = int(wrong[0])
            none = "there is no counter, and a finite value needs one"
            some = f"the stated counter is {self.counters[u]}, and a value ∞ has none"
            self._complain(u, "counter", none if self.counters[u] < 0 else some)

    def _compare_best(self, best: INT32, outcomes: UINT8, remoteness: INT32) -> None:
        """Check that each best move is one of the good ones, of which there may be several."""
        forward = self.graph.forward
        owners, ranks = forward.owners(), columns.move_ranks(forward, outcomes, remoteness)
        good = ranks == columns.row_minima(forward, ranks)[owners]
        right = columns.best_moves(forward, outcomes, remoteness)
        alike = owners[good & (forward.indices == best[owners])]
        right[alike] = best[alike]
        named = lambda move: "none" if move < 0 else self.names[move]  # noqa: E731
        self._compare("best move", best.tolist(), right.tolist(), named, by="a right one is")

    def _move_set(self, moves: Sequence[int]) -> str:
        return f"{{{', '.join(str(self.names[move]) for move in moves)}}}"

    def _compare(
        self, what: str, stated: Iterable[Any], expected: Iterable[Any],
        shown: Callable[[Any], object], by: str = "it is",
    ) -> None:  # fmt: skip
        """Raise `VerificationError` at the first vertex whose stated item is not the expected."""
        for u, (ours, right) in enumerate(zip(stated, expected, strict=True)):
            if ours is not None and ours != right:
                self._complain(
                    u, what, f"the stated {what} is {shown(ours)}, and {by} {shown(right)}"
                )

    def _complain(self, vertex: int, what: str, message: str) -> None:
        name = self.names[vertex]
        raise VerificationError(f'vertex "{name}": {message}.', where=name, condition=what)


_OUTCOMES = {letter: code for code, letter in enumerate(columns.OUTCOMES)}


def read_saved(
    source: Source, kind: str, graph: GameGraph | None, play: str | None = None
) -> SavedLabelling:
    """Read labels of one of the formats; see `grundy.graphs.formats.read_labelling`."""
    stated = READERS[kind](source)
    target = stated.own if graph is None else graph
    if target is None:
        raise source.error(f"labels in {kind} hold no arcs; give the graph too (--graph FILE).")
    own_play = _play(stated)
    if own_play and play and own_play != play:
        raise source.error(f"the labels are for {own_play} play, not for {play} play.")
    return _understood(stated, target, own_play or play or "normal")


def _spelling(names: Sequence[Hashable]) -> Callable[[Hashable], str]:
    """Choose how names become text: plainly, unless that takes 1 and "1" for one name."""
    same, different = (len({spell(name) for name in names}) for spell in (str, json_text))
    return json_text if same < different == len(names) else str


def _order(stated: Statement, rows: list[str], texts: list[str]) -> list[int]:
    row_of: dict[str, int] = {}
    for row, text in enumerate(rows):
        if text in row_of:
            raise stated.bad(row, f'the vertex "{tidy(text)}" stands here again.')
        row_of[text] = row
    missing = [text for text in texts if text not in row_of]
    if missing:
        others = f", and neither have {len(missing) - 1} others" if len(missing) > 1 else ""
        raise stated.source.error(
            f'the vertex "{tidy(missing[0])}" of the graph has no label here{others}.'
        )
    if len(rows) > len(texts):
        vertices = set(texts)
        extra = next(row for row, text in enumerate(rows) if text not in vertices)
        raise stated.bad(extra, f'the vertex "{tidy(rows[extra])}" is not in the graph.')
    return [row_of[text] for text in texts]


def _understood(stated: Statement, graph: GameGraph, play: str) -> SavedLabelling:
    spell = _spelling(stated.cells["vertex"])
    texts = [spell(name) for name in graph.names]
    require_different(texts)
    order = _order(stated, [spell(name) for name in stated.cells["vertex"]], texts)
    number = {text: vertex for vertex, text in enumerate(texts)}
    reader = _Cells(stated, order, number, spell)
    values, finite = reader.values()
    if "counter" not in stated.cells:
        raise stated.source.error(
            "the file states no counters, and without them nothing is proved."
        )
    counters = reader.naturals("counter")
    assert counters is not None  # noqa: S101 - the column is there
    return SavedLabelling(
        graph=graph, play="misere" if play == "misere" else "normal", names=graph.names,
        values=values, counters=counters, finite=finite, outcomes=reader.outcomes(),
        remoteness=reader.naturals("remoteness"), winning_moves=reader.moves(),
        best_moves=reader.best(),
    )  # fmt: skip


def _play(stated: Statement) -> str | None:
    plays = dict.fromkeys(str(cell) for cell in stated.cells.get("play", ()))
    if len(plays) > 1:
        raise stated.source.error(
            f"the labels are for {' and '.join(map(tidy, plays))} play at once."
        )
    play = next(iter(plays), stated.play)
    if play not in (None, "normal", "misere"):
        raise stated.source.error(f'play is normal or misere, not "{tidy(play)}".')
    return play


@dataclass(frozen=True)
class _Cells:
    """Understands cells, by vertex number."""

    stated: Statement
    order: list[int]
    number: dict[str, int]
    spell: Callable[[Hashable], str]

    def column(self, key: str) -> list[Any] | None:
        cells = self.stated.cells.get(key)
        return None if cells is None else [cells[row] for row in self.order]

    def bad(self, vertex: int, message: str) -> GraphFormatError:
        return self.stated.bad(self.order[vertex], message)

    def values(self) -> tuple[INT32, list[frozenset[int] | None]]:
        """Read values and K; where both state K they have to agree."""
        values = np.empty(len(self.order), np.int32)
        finite: list[frozenset[int] | None] = []
        sets = self.column("K") or [None] * len(self.order)
        for u, (cell, stated) in enumerate(zip(self.column("value") or [], sets, strict=True)):
            try:
                # In Parquet, a value is null where K says all.
                value = (
                    parse_value(str(cell))
                    if cell is not None or stated is None
                    else LoopyValue(self._members(u, stated))
                )
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

    def naturals(self, key: str) -> INT32 | None:
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

    def outcomes(self) -> UINT8 | None:
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

    def best(self) -> INT32 | None:
        """Read best moves, -1 where there is none."""
        cells = self.column("best_move")
        if cells is None:
            return None
        rows = [self._best_list(u, cell) for u, cell in enumerate(cells)]
        return np.array([row[0] if row else -1 for row in rows], np.int32)

    def _best_list(self, u: int, cell: Any) -> list[int]:
        if not self.stated.joined:
            cell = [] if cell is None else [cell]
        moves = self._move_list(u, cell)
        if len(moves) > 1:
            raise self.bad(u, f'the best move "{tidy(cell)}" is {len(moves)} moves; name one.')
        return moves

    def _move_list(self, u: int, cell: Any) -> list[int]:
        if self.stated.joined:
            moves = split_words(cell)
        elif cell is None or isinstance(cell, list):
            moves = cell or []
        else:
            raise self.bad(u, f'"{tidy(cell)}" is no list of moves.')
        try:
            return [self.number[self.spell(move)] for move in moves]
        except KeyError as error:
            raise self.bad(
                u, f'the move to "{tidy(error.args[0])}" leads to no vertex of the graph.'
            ) from None


def _natural(cell: Any) -> int:
    number = int(cell)
    if isinstance(cell, (bool, float)) or not 0 <= number <= _GREATEST:
        raise ValueError(cell)
    return number
