"""The search for one value: it agrees with the solver, stops at limits, and refuses cycles."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy import CycleError, game, search_value
from grundy.games.values.one_value import Search
from grundy.games.values.questions import NimberQueries
from grundy.games.values.solver import Solver
from grundy.named.games.cram import Board, Cram
from grundy.values import LoopyValue
from strategies import digraphs


def walk(followers):
    """Return the game of a token on a digraph, as a rule."""
    return game(name="walk")(lambda vertex: followers[vertex])


@st.composite
def boards(draw, most=4):
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    return Board(rows, columns, draw(st.integers(0, (1 << rows * columns) - 1)))


@given(digraphs(acyclic=True))
def test_the_search_agrees_with_the_solver_on_digraphs(followers):
    """The value of each vertex of an acyclic digraph is the one that the solver finds."""
    rules = walk(followers)
    search = Search(rules)

    for vertex in followers:
        expected = rules[vertex].value()
        assert search.value(vertex) == expected
        assert [search.has_value(vertex, n) for n in range(8)] == [n == expected for n in range(8)]


@given(digraphs())
def test_a_cycle_is_shown_or_does_no_harm(followers):
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


class CramSearch:
    """The compiled search of Cram by itself: nothing is copied, and nothing searched in Python."""

    def __init__(self):
        self.questions = None

    def value(self, board, **options):
        return self._asking(board).value(self.word, "a board", **options)

    def has_value(self, board, wanted):
        return self._asking(board).has_value(self.word, wanted, "a board")

    def _asking(self, board):
        packed = Cram().packed(board)
        self.word = packed.signed
        if self.questions is None or self.questions.rules.key != packed.key:
            self.questions = NimberQueries(packed)
        return self.questions


@pytest.mark.large
@pytest.mark.parametrize(("rows", "columns"), [(2, 9), (3, 9), (10, 2), (1, 20), (8, 8)])
def test_boards_beyond_eight_by_eight_are_compiled_too(rows, columns):
    """On long boards and wide ones the search agrees with that in Python, with cells taken too."""
    chance = random.Random(rows)
    boards = [Board(rows, columns, chance.getrandbits(rows * columns)) for _ in range(20)]
    if rows * columns <= 20:
        boards.append(Board(rows, columns, (1 << rows * columns) - 1))
    for board in boards:
        thin = board._replace(free=board.free & chance.getrandbits(rows * columns))
        for one in (board, thin):
            if one.free.bit_count() < 20 or rows * columns <= 20:
                assert CramSearch().value(one) == Search(Cram()).value(one)


def test_long_boards_have_their_published_values():
    """Boards of more than 64 cells in Beling's tables."""
    assert Cram()[3, 11].value() == 0
    assert Cram()[4, 9].value() == 1


@settings(max_examples=60)
@given(boards())
def test_the_compiled_search_agrees_with_the_solver(board):
    """The value of each piece of a random board, and no other, is the one of the plain rules."""
    rules = Cram()
    solver = Solver(rules)

    for piece in rules.components(board):
        search = CramSearch()
        expected = solver.value(piece)
        asked_first = search.has_value(piece, 2)
        assert asked_first == (expected == 2)
        assert search.value(piece) == expected
        assert [search.has_value(piece, n) for n in range(9)] == [n == expected for n in range(9)]


def test_values_met_on_the_way_save_questions():
    """What known options exclude besides the number asked for is kept: 4 × 7 asks less."""
    search = CramSearch()

    assert search.value(Board(4, 7, (1 << 28) - 1)) == 3
    assert search.questions.asked < 29_000  # else 33,153


@pytest.mark.long
@pytest.mark.parametrize(("rows", "columns", "value"), [
    (5, 7, 1),  # Lemoine and Viennot, "Nimbers are inevitable", 2012
    (6, 6, 0),  # the second player copies by half a turn
])  # fmt: skip
def test_published_values_of_large_boards(rows, columns, value):
    """The search finds the published values of large boards."""
    board = Board(rows, columns, (1 << rows * columns) - 1)

    assert CramSearch().value(board) == value
