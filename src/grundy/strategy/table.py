"""A table of values: all states of a game of one or two numbers, up to given ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, product
from typing import TYPE_CHECKING, Any

from grundy import markup
from grundy.errors import LimitError, PositionError
from grundy.games.coordinates import Coordinates
from grundy.games.position import Position, Run
from grundy.games.ruleset import Ruleset
from grundy.games.states import SumGraph
from grundy.values import Outcome, Play, Value, outcome_of

if TYPE_CHECKING:
    from grundy.running.limits import Limits, Progress
    from grundy.strategy.patterns import Pattern

_ROW, _MOST_COLUMNS = 20, 40  # of a table in a notebook
_TEXT_WIDTH = 100
_AT_ONCE = 4_096  # cells that a game is asked for together

Cell = Value | Outcome | None
"""What a cell holds: a value, or who wins; None where there is no position."""


@dataclass(frozen=True)
class Table:
    """Values or outcomes of the states of a game.

    Attributes:
        game: The game's name.
        play: "normal" or "misere".
        rows: The first number of each row; None for a game of one number.
        columns: The second number of each column, or the only number.
        cells: A list for each row; a game of one number has one row.
        limit: Why some cells are missing, or None where all are there.
    """

    game: str
    play: Play
    rows: Sequence[int] | None
    columns: Sequence[int]
    cells: list[list[Cell]]
    limit: LimitError | None = None

    def counts(self) -> Counter[Outcome]:
        """Count the positions by outcome."""
        return Counter(
            outcome for row in self.cells for outcome in map(outcome_in, row) if outcome is not None
        )

    def wrapped(self, width: int) -> Table:
        """Return a game of one number in rows of *width*, each headed by its first number.

        The first row begins at a multiple of *width*. A table of two numbers is given as it is.
        """
        if self.rows is not None or not self.columns:
            return self
        first = self.columns[0] - self.columns[0] % width
        before: list[Cell] = [None] * (self.columns[0] - first)
        cells = before + self.cells[0]
        cells += [None] * (-len(cells) % width)
        rows = range(first, first + len(cells), width)
        split = [cells[at : at + width] for at in range(0, len(cells), width)]
        return Table(self.game, self.play, rows, range(width), split, self.limit)

    def patterns(self) -> tuple[Pattern, ...]:
        """Return what is seen in a table of two numbers; nothing of it is proved.

        A function of the sum, the difference, the lesser or the greater, a xor of two functions,
        remainders, Beatty pairs of P-positions, periods in the first rows. A table with cells that
        are missing, or infinite, shows nothing, nor does one of fewer than 10 rows or columns.

        >>> from grundy import catalogue
        >>> print(value_table(catalogue["wythoff"], 30, 50).patterns()[0].text)
        (⌊k·(1 + √5)/2⌋, ⌊k·(3 + √5)/2⌋) for k = 0, 1, 2, … and these turned round
        """
        from grundy.strategy.patterns import patterns

        cells = [[_plain(cell) for cell in row] for row in self.cells]
        first = self.rows is not None and (self.rows[0], self.columns[0]) == (0, 0)
        if not first or any(cell is None for row in cells for cell in row):
            return ()
        return patterns(cells, outcomes=isinstance(self.cells[0][0], Outcome))

    def __str__(self) -> str:
        """Write the table as text, P-positions in brackets; of a large one a corner."""
        from grundy.strategy.table_text import table_lines

        return "\n".join(table_lines(self, _TEXT_WIDTH))

    def to_arrow(self) -> Any:
        """Return the table as a pyarrow.Table, one row a cell.

        Its columns: "row" where the game has two numbers, "column", "value" (null for ∞ and where
        cells are outcomes), "K" (a list, the numbers of ∞(K), else null) and "outcome". Cells
        without a position are left out.

        Raises:
            MissingExtraError: If pyarrow is not installed (the extra ``formats``).

        >>> from grundy import TakeAndBreak
        >>> value_table(TakeAndBreak("0.77"), 3).to_arrow().column("value").to_pylist()
        [0, 1, 2, 3]
        """
        from grundy.strategy.table_text import as_arrow

        return as_arrow(self)

    def to_pandas(self) -> Any:
        """Return the table as a pandas.DataFrame, as it is printed.

        Its index has the first numbers and its columns the second; of a game of one number the
        index has the numbers, and there is one column, "value" or "outcome". Values are Int64,
        <NA> where there is no position; a column with a value ∞(K) or with outcomes has objects.

        Raises:
            MissingExtraError: If pandas is not installed (the extra ``frames``).
        """
        from grundy.strategy.table_text import as_pandas

        return as_pandas(self)

    def _repr_html_(self) -> str:
        """Show the table in a notebook, P-positions in brackets; of a large one a corner."""
        drawn = self.wrapped(_ROW)
        wide = slice(_MOST_COLUMNS)
        more = ["…"] if len(drawn.columns) > _MOST_COLUMNS else []
        sign = "+" if self.rows is None else ""
        head = ["", *(f"{sign}{number}" for number in drawn.columns[wide]), *more]
        rows = (
            [number, *map(_marked, cells[wide]), *more]
            for number, cells in zip(drawn.rows or (), drawn.cells, strict=False)
        )
        sentence = f"{self.game}, {self.play} play; P-positions in brackets"
        return f"<div>{markup.paragraph(sentence)}{markup.table(head, rows)}</div>"


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
        limits: How far the search for one value may go.
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
        values = ruleset.table(*ends, limits=limits, progress=progress).tolist()
        cells = values if len(ends) == 2 else [values]
        if outcomes:
            cells = [[outcome_in(cell) for cell in row] for row in cells]
    else:
        found, limit = _one_by_one(ruleset, ends, play, outcomes, limits, progress)
        width = ends[-1] + 1
        cells = [found[at : at + width] for at in range(0, len(found), width)]
    return _without_empty(ruleset.text, play, len(ends), cells, limit)


def outcome_in(cell: Cell) -> Outcome | None:
    """Return the outcome that a cell tells."""
    return cell if cell is None or isinstance(cell, Outcome) else outcome_of(cell)


def _one_by_one(
    ruleset: Ruleset,
    ends: tuple[int, ...],
    play: Play,
    outcomes: bool,
    limits: Limits | None,
    progress: Progress | None,
) -> tuple[list[Cell], LimitError | None]:
    """Return the cells row by row; what a limit leaves out is None."""
    states = list(product(*(range(end + 1) for end in ends)))
    positions = [_position(ruleset, state) for state in states]
    answers = _Answers(ruleset, play, outcomes, limits)
    found: list[Cell] = [None] * len(states)
    last = max((place for place, there in enumerate(positions) if there is not None), default=0)
    # The far corner first: where it leads to all others, these are known then.
    for done, place in enumerate([last, *range(len(states))]):
        position = positions[place]
        if done and not place % _AT_ONCE and play == "normal":
            answers.look_up(found, positions, range(place, min(place + _AT_ONCE, len(states))))
        if position is None or (done and found[place] is not None):
            continue
        try:
            found[place] = answers.of(position)
        except LimitError as error:
            if place == last and done == 0:
                continue
            return found, error
        if progress is not None:
            progress("states", done, len(states))
    return found, None


class _Answers:
    """Values, or outcomes, of one position after another."""

    def __init__(self, ruleset: Ruleset, play: Play, outcomes: bool, limits: Limits | None) -> None:
        self._play = play
        self._outcomes = outcomes
        self._limits = limits
        self._whole: SumGraph | None = None

    def look_up(
        self, found: list[Cell], positions: Sequence[Position | None], places: range
    ) -> None:
        """Fill in what a game answers for many states at once; a limit leaves the rest as it is."""
        there = ((place, positions[place]) for place in places)
        single = {place: each.part(0) for place, each in there
                  if each is not None and each.part_count == 1}  # fmt: skip
        grouped = groupby(single.values(), lambda part: part.ruleset)
        runs = [Run(rules, [part.state for part in some]) for rules, some in grouped]
        try:
            values = list(Position.of_runs(runs).solve(limits=self._limits).each_value())
        except LimitError:
            return
        for place, value in zip(single, values, strict=True):
            found[place] = outcome_of(value) if self._outcomes else value

    def of(self, position: Position) -> Cell:
        if self._play == "normal":
            value = position.value(limits=self._limits)
            return outcome_of(value) if self._outcomes else value
        if self._outcomes:
            solved = position.solve("misere", limits=self._limits)
            if solved.known:
                return solved.outcome
        if not self._outcomes and len(position.parts) > 1:
            position.value("misere")  # raises the error that says why
        return self._from_whole(position)

    def _from_whole(self, position: Position) -> Cell:
        # What it does not hold yet, it goes on to label.
        if self._whole is None:
            self._whole = SumGraph(position, "misere", self._limits)
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
        asked, other = ("two numbers", "one") if dimension == 2 else ("one number", "two")
        raise PositionError(
            f"{game} has no position of {asked} up to there; a table of it may need {other}, or "
            "a greater end."
        )
    kept = [[cells[row][column] for column in columns] for row in rows]
    return Table(game, play, None if dimension == 1 else rows, columns, kept, limit)


def _plain(cell: Cell) -> int | None:
    """Return a finite value as it is, a win as 1 and a loss as 0; None for all others."""
    if isinstance(cell, Outcome):
        return {Outcome.P: 0, Outcome.N: 1}.get(cell)
    return cell if isinstance(cell, int) else None


def shown_cell(cell: Cell, infinity: str = "∞") -> str:
    """Write a cell as text; nothing for None."""
    return "" if cell is None else str(cell).replace("∞", infinity)


def _marked(cell: Cell) -> str:
    return f"[{shown_cell(cell)}]" if outcome_in(cell) is Outcome.P else shown_cell(cell)


def cell_data(cell: Cell) -> Any:
    """Return a cell for JSON: an int, or text such as "P" or "∞(0,2)", or None."""
    return cell if cell is None or isinstance(cell, int) else str(cell)
