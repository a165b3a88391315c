"""Rules from rules, against the plain definition on random games."""

from functools import cache, reduce
from operator import xor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from tests.games.test_compounds import tables


@cache
def plain(options, state):
    """Return the value by the definition."""
    return grundy.mex([plain(options, option) for option in options(state)])


@settings(deadline=None, max_examples=60)
@given(one=tables(), other=tables())
def test_a_join_has_the_moves_of_both(one, other):
    """Each option of either, once, and the value of their union."""
    size = min(len(one), len(other))
    joined = grundy.join(*(grundy.game(table.__getitem__) for table in (one, other)))

    def options(state):
        return {*one[state], *other[state]}

    for state in range(size):
        names = [str(move.option) for move in joined[state].moves()]
        assert sorted(names) == sorted(map(str, options(state)))
        assert joined[state].value() == plain(options, state)


@settings(deadline=None, max_examples=60)
@given(games=st.lists(tables(), min_size=1, max_size=3))
def test_a_product_is_worth_the_sum(games):
    """A move in exactly one component; the value is that of the graph of all states."""
    made = [grundy.game(table.__getitem__) for table in games]
    start = tuple(len(table) - 1 for table in games)
    position = grundy.product(*made)[start]

    assert grundy.label(grundy.state_graph(position)).value_at(0) == position.value()
    values = [game[at].value() for game, at in zip(made, start, strict=True)]
    assert position.value() == reduce(xor, values)
    assert len(list(position.moves())) == sum(
        len(set(table[at])) for table, at in zip(games, start, strict=True)
    )


def test_a_product_with_a_cycle_is_searched():
    """A token that goes round draws in any product that cannot leave it."""
    loop = grundy.token({"a": ["b"], "b": ["a"]})
    nim = grundy.catalogue["nim"]

    assert grundy.product(loop, nim)["a", 2].outcome() is grundy.Outcome.D
    assert grundy.join(grundy.product(nim, nim))[3, 3].outcome() is grundy.Outcome.P


@settings(deadline=None, max_examples=60)
@given(
    board=st.lists(st.text(".#", min_size=1, max_size=5), min_size=1, max_size=5),
    steps=st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=4),
)
def test_a_piece_on_a_board_stays_on_its_squares(board, steps):
    """The value of each square is the definition's; a hole is no position."""

    def rule(row, column):
        return [(row + a, column + b) for a, b in steps - {(0, 0)}]

    squares = {
        (row, column)
        for row, line in enumerate(board)
        for column, sign in enumerate(line)
        if sign == "."
    }

    @cache
    def value(square):
        return grundy.mex([value(option) for option in rule(*square) if option in squares])

    played = grundy.on_board(rule, board)
    assert {square: played[square].value() for square in squares} == {
        square: value(square) for square in squares
    }
    for hole in (0, len(board[0])), (-1, 0), (len(board), 0):
        with pytest.raises(grundy.PositionError, match="is no square of this board"):
            played[hole]


def test_what_is_no_game_is_one_sentence():
    """A number, nothing, a state too few."""
    with pytest.raises(TypeError, match="Rules come from games"):
        grundy.join(5)
    with pytest.raises(TypeError, match="at least one game"):
        grundy.product()
    with pytest.raises(grundy.PositionError, match="of each of 2 games; found 3"):
        grundy.product(grundy.catalogue["nim"], grundy.catalogue["nim"])[3]
    for wrong in (5, (1, 2, 3), "ab", None, (1.5, 0)):
        board = grundy.on_board(lambda _row, _column, wrong=wrong: [wrong], "....")
        with pytest.raises(grundy.RulesetError, match="A rule on a board gives squares"):
            board[0, 0].outcome()
