"""value_table: all states of a game of one or two numbers, up to given ones."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby, islice, product

from grundy.errors import LimitError, PositionError
from grundy.games.coordinates import Coordinates
from grundy.games.position import Position, Run
from grundy.games.ruleset import Ruleset
from grundy.games.states import SumGraph
from grundy.runtime.limits import Limits, Progress, Watch, report, reports
from grundy.strategy.tables import Cell, Table, outcome_in
from grundy.values import Play, outcome_of

_AT_ONCE = 4_096  # cells that a game is asked for together


@reports
def value_table(
    ruleset: Ruleset,
    *ends: int,
    play: Play = "normal",
    outcomes: bool = False,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Table:
    """Return the values of all states up to given numbers, these included.

    Args:
        ruleset: A game whose states are numbers, or pairs of numbers. With two ends a game on
            heaps gives the sums of two heaps.
        ends: The greatest number, or the greatest first and second number.
        play: "normal" or "misere".
        outcomes: Whether cells say who wins rather than values.
        limits: How far the search for one value may go; the seconds are for all.
        progress: Called now and then as ``progress("states", done, total)``.

    Returns:
        The table. Rows and columns without any legal position are left out.

    Raises:
        PositionError: If there is no legal position at all; or, under misère play, if the value
            of a sum is asked, for such values do not add.

    Cost: that of the values. Large tables of games given by vectors are compiled.

    >>> from grundy import TakeAndBreak
    >>> value_table(TakeAndBreak("0.77"), 6).cells
    [[0, 1, 2, 3, 1, 4, 3]]
    >>> value_table(TakeAndBreak("0.77"), 2, 3).cells
    [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1]]
    """
    if len(ends) not in (1, 2) or min(ends) < 0:
        raise PositionError("A table has one end or two, natural numbers such as 8 and 12.")
    limit = None
    cells: list[list[Cell]]
    if play == "normal" and isinstance(ruleset, Coordinates) and len(ends) == ruleset.dimension:
        values = ruleset.table(*ends, limits=limits).tolist()
        cells = values if len(ends) == 2 else [values]
        if outcomes:
            cells = [[outcome_in(cell) for cell in row] for row in cells]
    else:
        flat, limit = _one_by_one(ruleset, ends, play, outcomes, limits)
        width = ends[-1] + 1
        cells = [flat[at : at + width] for at in range(0, len(flat), width)]
    return _without_empty(ruleset.text, play, len(ends), cells, limit)


def _one_by_one(
    ruleset: Ruleset, ends: tuple[int, ...], play: Play, outcomes: bool, limits: Limits | None
) -> tuple[list[Cell], LimitError | None]:
    """Return the cells row by row; what a limit leaves out is None."""
    states = _states([range(end + 1) for end in ends])
    far = _states([range(end, -1, -1) for end in ends])
    corner = next((there for state in far if (there := _position(ruleset, state))), None)
    answers = _Answers(ruleset, play, outcomes, limits)
    watch = Watch(limits, f"The table of {ruleset.text}", {})
    total, width = math.prod(end + 1 for end in ends), ends[-1] + 1
    cells: list[Cell] = []
    try:
        # The far corner first: where it leads to all others, these are known then.
        with suppress(LimitError):
            if corner is not None:
                answers.of(corner, share=0.5)
        while some := [_position(ruleset, state) for state in islice(states, _AT_ONCE)]:
            watch.check_resources(len(cells))
            for cell in answers.each(some):
                cells.append(cell)
                report("states", len(cells), total)
    except LimitError as error:
        return cells + [None] * (-len(cells) % width if len(cells) > width else 0), error
    return cells, None


def _states(ranges: Sequence[range]) -> Iterator[tuple[int, ...]]:
    # `product` would list each range.
    return ((first, *rest) for first in ranges[0] for rest in product(*ranges[1:]))


class _Answers:
    """Values, or outcomes, of one position after another."""

    def __init__(self, ruleset: Ruleset, play: Play, outcomes: bool, limits: Limits | None) -> None:
        self._play = play
        self._outcomes = outcomes
        self._given = limits
        self._whole: SumGraph | None = None

    def _limits(self, share: float = 1.0) -> Limits | None:
        given = self._given
        if given is None or given.seconds is None:
            return given and replace(given, _spent=None)
        return replace(given, seconds=share * given.seconds)

    def each(self, positions: Sequence[Position | None]) -> Iterator[Cell]:
        """Yield the cells of some positions, None where there is none."""
        known = self._looked_up(positions) if self._play == "normal" else {}
        for place, position in enumerate(positions):
            there = None if position is None or place in known else self.of(position)
            yield known.get(place, there)

    def _looked_up(self, positions: Sequence[Position | None]) -> dict[int, Cell]:
        """Return what a game answers for many states at once; nothing where a limit ends it."""
        single = {place: each.part(0) for place, each in enumerate(positions)
                  if each is not None and each.part_count == 1}  # fmt: skip
        grouped = groupby(single.values(), lambda part: part.ruleset)
        runs = [Run(rules, [part.state for part in some]) for rules, some in grouped]
        try:
            values = list(Position.of_runs(runs).solve(limits=self._limits()).each_value())
        except LimitError:
            return {}
        cells = map(outcome_of, values) if self._outcomes else values
        return dict(zip(single, cells, strict=True))

    def of(self, position: Position, share: float = 1.0) -> Cell:
        """Return the cell of a position, which may take a share of all the seconds."""
        if self._play == "normal":
            value = position.value(limits=self._limits(share))
            return outcome_of(value) if self._outcomes else value
        if self._outcomes:
            solved = position.solve("misere", limits=self._limits(share))
            if solved.is_answered:
                return solved.outcome
        if not self._outcomes and len(position.parts) > 1:
            position.value("misere")  # raises the error that says why
        return self._from_whole(position)

    def _from_whole(self, position: Position) -> Cell:
        # What it does not hold yet, it goes on to label.
        if self._whole is None:
            self._whole = SumGraph(position, "misere", self._limits())
        return self._whole.outcome(position) if self._outcomes else self._whole.value(position)


def _position(ruleset: Ruleset, state: tuple[int, ...]) -> Position | None:
    try:
        return ruleset[state if len(state) > 1 else state[0]]
    except PositionError:
        return None


def _without_empty(
    game: str, play: Play, dimension: int, cells: list[list[Cell]], limit: LimitError | None
) -> Table:
    rows = [number for number, row in enumerate(cells) if any(cell is not None for cell in row)]
    columns = [
        number
        for number, column in enumerate(zip(*cells, strict=True))
        if any(cell is not None for cell in column)
    ]
    if not rows:
        if limit is not None:
            raise limit
        numbers, other = ("two numbers", "one") if dimension == 2 else ("one number", "two")
        raise PositionError(
            f"{game} has no position of {numbers} up to there; a table of it may need {other}, or "
            "a greater end."
        )
    body = [[cells[row][column] for column in columns] for row in rows]
    return Table(game, play, None if dimension == 1 else rows, columns, body, limit)
