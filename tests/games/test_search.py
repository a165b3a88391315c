"""The search for one value: it agrees with the solver, stops at limits, and refuses cycles."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import reduce
from operator import xor
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy import (
    CycleError,
    LimitError,
    Limits,
    TakeAndBreak,
    catalogue,
    game,
    search_value,
    token,
)
from grundy.games.rule_game import RuleGame
from grundy.games.values import questions as questions_module
from grundy.games.values.one_value import Search
from grundy.games.values.questions import NimberQueries
from grundy.games.values.solver import Solver
from grundy.named.games.cram import Board, Cram
from grundy.named.kernels import cram as kernels
from grundy.values import LoopyValue
from strategies import Followers, digraphs


def walk(followers: Followers) -> RuleGame:
    """Return the game of a token on a digraph, as a rule."""
    return game(name="walk")(lambda vertex: followers[vertex])


@game(components=lambda row: (run for run in row.split(".") if run), canonical=len)
def by_length(run: object) -> Iterator[object]:
    """Kayles with runs that are known by their length: the canonical form is a state too."""
    row = "|" * run if isinstance(run, int) else str(run)
    for taken in "|", "||":
        for place in range(len(row)):
            if row.startswith(taken, place):
                yield row[:place] + "." * len(taken) + row[place + len(taken) :]


@st.composite
def boards(draw: st.DrawFn, most: int = 4) -> Board:
    """Return a board with some cells taken."""
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    return Board(rows, columns, draw(st.integers(0, (1 << rows * columns) - 1)))


# ---- in Python ----------------------------------------------------------------------------------


@settings(deadline=None)
@given(digraphs(acyclic=True))
def test_the_search_agrees_with_the_solver_on_digraphs(followers: Followers) -> None:
    """The value of each vertex of an acyclic digraph is the one that the solver finds."""
    rules = walk(followers)
    search = Search(rules)

    for vertex in followers:
        expected = rules[vertex].value()
        assert search.value(vertex) == expected
        assert [search.has_value(vertex, n) for n in range(8)] == [n == expected for n in range(8)]


@settings(deadline=None)
@given(digraphs())
def test_a_cycle_is_shown_or_does_no_harm(followers: Followers) -> None:
    """With cycles the search gives the value, or the cycle that it met; search_value the value."""
    rules = walk(followers)

    for vertex in followers:
        expected = rules[vertex].value()
        assert search_value(rules[vertex]) == expected
        try:
            assert Search(rules).value(vertex) == expected
        except CycleError as error:
            path = [int(name) for name in error.cycle]
            assert all(b in followers[a] for a, b in zip(path, path[1:] + path[:1], strict=True))
            continue
        assert not isinstance(expected, LoopyValue)


def test_a_cycle_error_names_the_cycle() -> None:
    """The message of the search says what to do instead."""
    with pytest.raises(CycleError, match=r"1 → 2 → 1 is a cycle. Ask value\(\)"):
        Search(walk({1: [2], 2: [1]})).value(1)


@settings(deadline=None)
@given(st.lists(st.integers(0, 9), max_size=4))
def test_the_search_splits_into_components(lengths: list[int]) -> None:
    """Rows of Kayles have the nim-sum of the values of 0.77."""
    row = ".".join("|" * length for length in lengths)
    expected = reduce(xor, (TakeAndBreak("0.77").value(length) for length in lengths), 0)

    assert Search(by_length).value(row) == expected


def test_a_sum_of_all_kinds_of_parts() -> None:
    """Parts with a way of their own take it: heaps, a token, a game with cycles."""
    loop = token({"a": ["b"], "b": ["a", "t"], "t": []})
    position = TakeAndBreak("0.77")[10**30] + by_length["|||.||"] + catalogue["cram"][3, 5]

    assert search_value(position) == position.value()
    assert search_value(position + loop["b"]) == (position + loop["b"]).value()
    assert search_value(walk({1: [2], 2: [1, 3], 3: []})[2]) == 1


def test_the_search_stops_at_limits_and_goes_on() -> None:
    """What is proved before a limit is reported, and known when the same is asked again."""
    search = Search(Cram())
    board = Board(3, 5, (1 << 15) - 1)

    with pytest.raises(LimitError, match=r"The value of cram\[3,5\] is not done") as stopped:
        search.value(board, limits=Limits(positions=63))
    assert stopped.value.partial
    assert search.value(board, limits=Limits(positions=100)) == 1  # 105 questions from nothing


def test_a_game_that_never_ends_meets_a_limit() -> None:
    """A rule that only grows ends at the limit of positions."""
    with pytest.raises(LimitError, match="if the game ends at all"):
        search_value(game(name="up")(lambda n: [n + 1])[0], limits=Limits(positions=500))


# ---- compiled, for Cram -------------------------------------------------------------------------


def rows_of(board: Board) -> list[str]:
    """Write a board, a row a string."""
    cells = range(board.rows * board.columns)
    text = "".join(".#"[not board.free >> cell & 1] for cell in cells)
    return [text[start : start + board.columns] for start in cells[:: board.columns]]


def as_word(rows: list[str]) -> np.uint64:
    """Return a board as the kernels have it."""
    cells = ((r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == ".")
    return np.uint64(sum(1 << 8 * r + c for r, c in cells))


def images(rows: list[str]) -> Iterator[list[str]]:
    """Yield a board mirrored, upended, transposed, and each of these together."""
    for _ in range(2):
        for mirrored in (rows, [row[::-1] for row in rows]):
            yield from (mirrored, mirrored[::-1])
        rows = ["".join(column) for column in zip(*rows, strict=True)]


@settings(deadline=None)
@given(boards(8))
def test_the_kernels_see_what_the_rules_see(board: Board) -> None:
    """Images, counts and canonical forms of random boards of up to 8 × 8."""
    rows = rows_of(board)
    word = as_word(rows)
    if not word:
        return

    assert kernels.count_moves(word) == len(list(Cram().options(board)))
    least = kernels.canonical(word)
    assert all(kernels.canonical(as_word(image)) == least for image in images(rows))
    assert int(least) in {int(as_word(image)) for image in images(cropped(rows))}


def cropped(rows: list[str]) -> list[str]:
    """Leave out the rows and columns at the edges that have no free cell."""
    for _ in range(4):
        while "." not in rows[0]:
            rows = rows[1:]
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]  # a quarter turn
    return rows


class CramSearch:
    """The compiled search of Cram by itself: nothing is copied, and nothing searched in Python."""

    def __init__(self, game: Cram) -> None:
        self.game = game
        self.questions: Any = None

    @property
    def asked(self) -> int:
        """How many questions have been looked at."""
        return int(self.questions.asked)

    def value(self, board: Board, **options: Any) -> int | None:
        """Return the value of a board."""
        found: int | None = self._asking(board).value(self.word, "a board", **options)
        return found

    def has_value(self, board: Board, wanted: int) -> bool | None:
        """Return whether a board has a value."""
        found: bool | None = self._asking(board).has_value(self.word, wanted, "a board")
        return found

    def _asking(self, board: Board) -> NimberQueries:
        packed = self.game.packed(board)
        assert packed is not None
        self.word = packed.signed
        if self.questions is None or self.questions.rules.key != packed.key:
            self.questions = NimberQueries(packed)
        assert isinstance(self.questions, NimberQueries)
        return self.questions


@pytest.mark.large
@pytest.mark.parametrize(("rows", "columns"), [(2, 9), (3, 9), (10, 2), (1, 20)])
def test_boards_beyond_eight_by_eight_are_compiled_too(rows: int, columns: int) -> None:
    """On long boards the search agrees with that in Python, whole and with cells taken."""
    rules, chance = Cram(), random.Random(rows)
    for board in [Board(rows, columns, (1 << rows * columns) - 1)] + [
        Board(rows, columns, chance.getrandbits(rows * columns)) for _ in range(20)
    ]:
        search = CramSearch(rules)
        if board.free.bit_count() < 20 or rows < 3:
            assert search.value(board) == Search(rules).value(board)


def test_long_boards_have_their_published_values() -> None:
    """Boards of more than 64 cells in Beling's tables."""
    assert Cram()[3, 11].value() == 0
    assert Cram()[4, 9].value() == 1


@settings(deadline=None, max_examples=60)
@given(boards())
def test_the_compiled_search_agrees_with_the_solver(board: Board) -> None:
    """The value of each piece of a random board, and no other, is the one of the plain rules."""
    rules = Cram()
    solver = Solver(rules)

    for piece in rules.components(board):
        search = CramSearch(rules)
        expected = solver.value(piece)
        asked_first = search.has_value(piece, 2)
        assert asked_first == (expected == 2)
        assert search.value(piece) == expected
        assert [search.has_value(piece, n) for n in range(9)] == [n == expected for n in range(9)]


def test_the_table_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that fills its table again and again gives the published value."""
    monkeypatch.setattr(questions_module, "FIRST_SLOTS", 2)
    search = CramSearch(Cram())

    assert search.value(Board(4, 5, (1 << 20) - 1)) == 2
    assert search.questions.known > 500


def test_a_board_whose_sides_are_even_is_zero_by_the_search_too() -> None:
    """The search finds what copying by half a turn proves: 4 × 6 is 0."""
    assert CramSearch(Cram()).value(Board(4, 6, (1 << 24) - 1)) == 0


def test_values_met_on_the_way_save_questions() -> None:
    """What known options exclude besides the number asked for is kept: 4 × 7 asks less."""
    search = CramSearch(Cram())

    assert search.value(Board(4, 7, (1 << 28) - 1)) == 3
    assert search.asked < 29_000  # 25,085; and 33,153 where only the number asked for is kept


@pytest.mark.large
def test_the_compiled_search_stops_at_limits_and_goes_on() -> None:
    """A limit says what the value is not, and the next question begins where this one ended."""
    search = CramSearch(Cram())
    board = Board(5, 6, (1 << 30) - 1)

    with pytest.raises(LimitError) as stopped:
        search.value(board, limits=Limits(positions=1_000))
    assert stopped.value.partial in ({}, {0: False})
    before = search.asked
    assert search.value(board) == 2
    fresh = CramSearch(Cram())
    fresh.value(board)
    assert search.asked - before < fresh.asked


def test_an_interrupt_loses_nothing() -> None:
    """Ctrl-C comes through, and the search can be asked again."""
    search = CramSearch(Cram())
    board = Board(5, 7, (1 << 35) - 1)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search.value(board, progress=interrupt)
    assert search.asked > 0
    assert search.value(Board(3, 6, (1 << 18) - 1)) == 4


@pytest.mark.long
@pytest.mark.parametrize(
    ("rows", "columns", "value"),
    [
        (5, 7, 1),  # Lemoine and Viennot, "Nimbers are inevitable", 2012
        (6, 6, 0),  # the second player copies by half a turn
    ],
)
def test_published_values_of_large_boards(rows: int, columns: int, value: int) -> None:
    """The search finds the published values of large boards."""
    board = Board(rows, columns, (1 << rows * columns) - 1)

    assert CramSearch(Cram()).value(board) == value
