"""Northcott's game, and red and blue pieces: two players' pieces face each other in pairs."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations, pairwise, product
from operator import xor
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from grundy.errors import PositionError
from grundy.games.indexed import Indexed, numbers, other_board
from grundy.games.position import Position
from grundy.games.protocols import Answers
from grundy.games.ruleset import NamedMoves, Ruleset
from grundy.games.scenes import Cell, Kind, Scene, board_scene, strip_drawn, strip_scene
from grundy.games.state_text import shown
from grundy.games.states import MisereRule, reach
from grundy.games.values.one_value import ByFormula
from grundy.games.values.packed import Packed
from grundy.named.entry import OURS, Entry, Fact, formula, word_error
from grundy.named.kernels import tables
from grundy.runtime.limits import Limits, Watch
from grundy.values import Outcome, Play, integer

if TYPE_CHECKING:
    from grundy.graphs.labelling import Labelling

Pair = tuple[int, int]

_WORD = re.compile(r"\S+")
_PAIR = re.compile(r"(-?[0-9]{1,18}),(-?[0-9]{1,18})")
_ROWS = re.compile(r"rows:([0-9]{1,9})")
_LEAST_ROWS = 8
_DRAWN = 40
_DRAWN_IN_MISERE = (
    "Misère: with rows and columns 5 at least in number, won is who is to move and cannot; all "
    "other boards are drawn"
)
_MOST_BITS = 62


class Facing(NamedTuple):
    """A position of such a game: all pairs of pieces, and whose turn it is."""

    pairs: tuple[Pair, ...]
    turn: int = 1
    rows: int = 0


class FacingPieces(NamedMoves):
    """A game of two players with pieces of their own, which face each other in pairs."""

    sides: tuple[str, str]
    example: str
    either_way = False

    @abstractmethod
    def targets(self, state: Facing, pair: Pair) -> Iterable[int]:
        """Return the places that the mover's piece of a pair may go to."""

    def moves(self, state: Facing) -> Iterator[tuple[str, Facing]]:
        turn = state.turn
        for place, pair in enumerate(state.pairs):
            for target in self.targets(state, pair):
                moved = (target, pair[1]) if turn == 1 else (pair[0], target)
                pairs = (*state.pairs[:place], moved, *state.pairs[place + 1 :])
                name = f"{self.sides[turn - 1]} {place + 1}: {pair[turn - 1]} to {target}"
                yield name, state._replace(pairs=pairs, turn=3 - turn)

    @property
    def formula(self) -> Callable[[Facing], int]:
        """The nim-sum of the gaps."""
        return lambda state: reduce(xor, (abs(b - a) - 1 for a, b in state.pairs), 0)

    def legal(self, state: Any) -> Facing:
        facing = state if isinstance(state, Facing) else Facing(state)
        try:
            pairs = tuple((integer(a, ""), integer(b, "")) for a, b in facing.pairs)
        except (TypeError, ValueError):
            raise self._wrong(f"found {shown(state)}") from None
        if facing.turn not in (1, 2):
            raise self._wrong(f"the turn is 1 or 2, found {shown(facing.turn)}")
        for a, b in pairs:
            if a == b:
                raise self._wrong(f"two pieces stand on two places, found {a},{b}")
            if a > b and not self.either_way:
                one, other = self.sides
                raise self._wrong(f"{one} stands before {other} in each pair, found {a},{b}")
        return self.placed(Facing(pairs, facing.turn, facing.rows))

    def placed(self, state: Facing) -> Facing:
        """Check how the pairs stand to each other and to the board."""
        return state

    def read(self, text: str) -> Position:
        return self.as_position(self.parse(text))

    def parse(self, text: str) -> Facing:
        """Read pairs, perhaps with the side to move and the number of rows at the end."""
        pairs: list[Pair] = []
        turn, rows = 1, 0
        for word in _WORD.finditer(text):
            if pair := _PAIR.fullmatch(word[0]):
                pairs.append((int(pair[1]), int(pair[2])))
            elif word[0] in self.sides:
                turn = self.sides.index(word[0]) + 1
            elif match := _ROWS.fullmatch(word[0]):
                rows = int(match[1])
            else:
                problem = f"{shown(word[0], 20)} is no pair of pieces; write such as {self.example}"
                raise word_error(text, word.start(), problem)
        return self.legal(Facing(tuple(pairs), turn, rows))

    def format(self, state: Facing) -> str:
        words = [f"{a},{b}" for a, b in state.pairs]
        return " ".join([*words, self.sides[state.turn - 1]])

    def _wrong(self, problem: str) -> PositionError:
        return PositionError(
            f"A position of {self.text} is pairs of pieces, such as {self.example}; {problem}."
        )


class ByRetreats(ByFormula["Northcott"]):
    """The nim-sum of the gaps, in a game in which pawns may go to and fro."""

    def may_cycle(self, state: Facing) -> bool:
        return True

    def rank(self, state: Facing) -> int:
        """Return the order by value, and then by how far the side not to move can still advance."""
        room = 0
        for pair in state.pairs:
            mover, other = pair[state.turn - 1], pair[2 - state.turn]
            room += other - 1 if mover < other else state.rows - other
        return self.ruleset.formula(state) * (len(state.pairs) * state.rows + 1) + room


class Northcott(FacingPieces):
    """Northcott's game: in each column a white and a black pawn, moved along the column."""

    text = "northcott"
    sides = ("white", "black")
    example = "3,7 2,9 black"
    either_way = True
    evaluator = ByRetreats

    def targets(self, state: Facing, pair: Pair) -> Iterator[int]:
        own, other = pair[state.turn - 1], pair[2 - state.turn]
        rows = range(1, other) if own < other else range(other + 1, state.rows + 1)
        return (row for row in rows if row != own)

    def indexed(self, state: Facing) -> Indexed | None:
        """Return all ways in which the pawns may stand on the board, either side to move."""
        columns, rows = len(state.pairs), state.rows
        ways = rows * (rows - 1)
        bits = (ways - 1).bit_length()
        if 1 + columns * bits > _MOST_BITS:
            return None
        ranking = numbers(2, *[ways] * columns)

        def word_of(other: Facing) -> int:
            if other.rows != rows or len(other.pairs) != columns:
                raise other_board()
            codes = [(a - 1) * (rows - 1) + b - 1 - (b > a) for a, b in other.pairs]
            return ranking.join([other.turn - 1, *codes])

        def state_of(word: int) -> Facing:
            turn, *codes = ranking.split(word)
            pairs = []
            for code in codes:
                white, black = divmod(code, rows - 1)
                pairs.append((white + 1, black + 1 + (black >= white)))
            return state._replace(pairs=tuple(pairs), turn=turn + 1)

        data = np.array([columns, rows, bits], np.int64)
        return Indexed(
            Packed(word_of(state), tables.northcott, data=data, most=max(columns * rows, 1)),
            ranking, word_of, state_of, order="cycles",
        )  # fmt: skip

    def placed(self, state: Facing) -> Facing:
        rows = [row for pair in state.pairs for row in pair]
        if min(rows, default=1) < 1:
            raise self._wrong(f"rows count from 1, found {min(rows)}")
        needed = max([_LEAST_ROWS, *rows])
        if state.rows and state.rows < max(rows, default=1):
            raise self._wrong(f"row {max(rows)} is off a board of {state.rows} rows")
        return state._replace(rows=state.rows or needed)

    def format(self, state: Facing) -> str:
        least = max([_LEAST_ROWS, *(row for pair in state.pairs for row in pair)])
        return super().format(state) + (f" rows:{state.rows}" if state.rows != least else "")

    def draw(self, state: Facing) -> str:
        if max(state.rows, len(state.pairs)) > _DRAWN:
            return self.format(state)
        lines = (
            f"{row:>2} " + " ".join("W" if row == a else "B" if row == b else "."
                                    for a, b in state.pairs)
            for row in range(1, state.rows + 1)
        )  # fmt: skip
        return "\n".join([*lines, f"{self.sides[state.turn - 1]} to move"])

    def scene(self, state: Facing) -> Scene | None:
        looks: dict[bool, tuple[Kind, str]] = {True: ("white", "W"), False: ("black", "B")}
        lines = [
            [looks[row == a] if row in (a, b) else ("square", "") for a, b in state.pairs]
            for row in range(1, state.rows + 1)
        ]
        rows = [str(row) for row in range(1, state.rows + 1)]
        columns = [str(column) for column in range(1, len(state.pairs) + 1)]
        return _with_turn(board_scene(lines, rows, columns, "row {row}, column {column}"),
                          f"{self.sides[state.turn - 1]} to move")  # fmt: skip

    def answers(
        self, states: Sequence[Facing], play: Play = "normal", *, limits: Limits | None = None
    ) -> Answers | None:
        """Say that misère play of one board is drawn; see docs/theory.md 7.11."""
        small = max((state.rows + len(state.pairs) for state in states), default=0)
        if play == "normal" or len(states) > 1 or small < 5:
            return super().answers(states, play, limits=limits)

        def winner(some: Iterable[Facing]) -> Outcome:
            stuck = all(next(self.moves(state), None) is None for state in some)
            return Outcome.N if stuck else Outcome.D

        return MisereRule(self, states, winner, statement=f"{_DRAWN_IN_MISERE}.", limits=limits)


class RedBlue(FacingPieces):
    """Red and blue pieces in turn on a line: red moves right, blue left, none passes another."""

    text = "red-blue"
    sides = ("red", "blue")
    example = "1,5 7,12 blue"

    def targets(self, state: Facing, pair: Pair) -> range:
        return range(pair[0] + 1, pair[1])

    def placed(self, state: Facing) -> Facing:
        for (_, blue), (red, _) in pairwise(state.pairs):
            if blue >= red:
                raise self._wrong(f"the pieces follow each other, found {blue} before {red}")
        return state._replace(rows=0)

    def draw(self, state: Facing) -> str:
        signs = {
            place: sign for pair in state.pairs for place, sign in zip(pair, "RB", strict=True)
        }
        picture = strip_drawn(signs, max(signs, default=0) + 1, min(signs, default=0))
        return f"{picture}\n{self.sides[state.turn - 1]} to move"

    def scene(self, state: Facing) -> Scene | None:
        looks: dict[bool, tuple[Kind, str]] = {True: ("red", "R"), False: ("blue", "B")}
        pieces = {place: looks[place == red] for red, blue in state.pairs for place in (red, blue)}
        line = strip_scene(pieces, max(pieces, default=0) + 1, min(pieces, default=0))
        return _with_turn(line, f"{self.sides[state.turn - 1]} to move")


def _with_turn(scene: Scene | None, label: str) -> Scene | None:
    if scene is None:
        return None
    left = min((cell.x for cell in scene.cells if cell.kind != "mark"), default=0)
    lowest = max((cell.y for cell in scene.cells), default=0)
    return Scene((*scene.cells, Cell("turn", left, lowest + 0.9, "mark", label)), scene.links)


def _labelled(
    ruleset: Ruleset, columns: int, rows: int, play: Play = "normal"
) -> tuple[list[Facing], Labelling]:
    """Label a whole board as a digraph, without what is proved of it."""
    from grundy.graphs.labelling import label

    boards = product(combinations(range(1, rows + 1), 2), repeat=columns)
    states = [Facing(pairs, turn, rows) for pairs in boards for turn in (1, 2)]
    graph = reach(states, ruleset.options, Watch(None, "Northcott's board", {}))
    return states, label(graph, play=play)


def _drawn_in_misere(ruleset: Ruleset) -> str | None:
    for columns, rows in ((1, 4), (1, 5), (2, 3), (3, 3), (2, 4)):
        states, labelling = _labelled(ruleset, columns, rows, "misere")
        for state in states:
            known = ruleset.answers((state,), "misere")
            if known is None or known.outcome is not labelling.outcome(state):
                return f"{ruleset.format(state)} is {labelling.outcome(state)}"
    return None


def _never_infinite(ruleset: Ruleset) -> str | None:
    states, labelling = _labelled(ruleset, 2, 5)
    for state in states:
        expected = ruleset.formula(state)  # type: ignore[misc]
        if labelling[state] != expected:
            return f"the value of {ruleset.format(state)} is {labelling[state]}, not {expected}"
    return None


FAMILY = "Games in which each player has pieces of their own"

ENTRIES = (
    Entry(
        key="northcott",
        name="Northcott's game",
        rule="White and black pawns face each other on the columns of a board; each player moves "
        "one of their own along its column, never past the other.",
        make=Northcott,
        start="1,3 1,4 rows:4",
        source="Winning Ways, ch. 3; C.-S. Negrușeri, problem 1",
        facts=[
            formula(
                "The nim-sum of the gaps", lambda: [("3,7 2,9", 5), ("3,7 2,9 black rows:12", 5)]
            ),
            Fact(
                "On 2 columns and 5 rows every value is the nim-sum of the gaps, and none is ∞",
                _never_infinite,
                OURS,
            ),
            Fact(_DRAWN_IN_MISERE, _drawn_in_misere, "docs/theory.md 7.11"),
        ],
    ),
    Entry(
        key="red-blue",
        name="Red and blue pieces",
        rule="Red and blue pieces stand in turn on a line; each player moves one of their own, "
        "red to the right and blue to the left, never past another.",
        make=RedBlue,
        start="1,5 6,9",
        source="C.-S. Negrușeri, problem 2; Romanian selection contest, 1997",
        facts=[
            formula(
                "The nim-sum of the gaps of the pairs",
                lambda: (
                    (f"{a},{b} {c},{d}", (b - a - 1) ^ (d - c - 1))
                    for a, b, c, d in combinations(range(8), 4)
                ),
            )
        ],
    ),
)
