"""Sticks, Cram and Brussels Sprouts: rules, text, and what is proved about them."""

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import LimitError, catalogue, label, mex, state_graph
from grundy.errors import PositionError
from grundy.named.games.cram import Board, Cram
from grundy.named.games.rows import Sticks
from grundy.named.games.sprouts import BrusselsSprouts

rows_of_sticks = st.text("|.", max_size=12)


@st.composite
def boards(draw, most=4):
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    return Board(rows, columns, draw(st.integers(0, (1 << rows * columns) - 1)))


@given(rows_of_sticks)
def test_sticks_are_taken_where_they_lie(row):
    """A move turns one, two or three neighbouring sticks into a gap, and its name says which."""
    taken = {
        (count, first)
        for count in (1, 2, 3)
        for first in range(len(row) - count + 1)
        if set(row[first : first + count]) == {"|"}
    }

    moves = list(Sticks().moves(row))

    assert len(moves) == len(taken)
    for name, option in moves:
        places = [int(word) for word in name.split()[-1].split("-")]
        gone = set(range(places[0], places[-1] + 1))
        assert (len(gone), places[0] - 1) in taken
        assert "stick " in name if len(gone) == 1 else "sticks " in name
        assert option == "".join("." if at in gone else sign for at, sign in enumerate(row, 1))


def test_the_corrected_example_of_the_olympiad():
    """Sticks 4 to 6 of 10 leave 1, 2, 3, 7, 8, 9 and 10 (CEOI 2000; the article has a misprint)."""
    moves = dict(Sticks().moves("|" * 10))

    assert moves["remove sticks 4-6"] == "|||...||||"


def test_the_table_of_all_rows_is_the_definition():
    """Each entry is the mex of the entries that the moves lead to; one too large is refused."""
    places = 10
    table = Sticks().table(places)

    for row in range(1 << places):
        options = {
            table[row & ~(taken << at)]
            for taken in (0b1, 0b11, 0b111)
            for at in range(places)
            if row >> at & taken == taken
        }
        assert table[row] == mex(map(int, options)), f"{row:b}"
    with pytest.raises(LimitError, match="all rows of 100 places"):
        Sticks().table(100)
    with pytest.raises(PositionError, match="natural number"):
        Sticks().table(-1)


def dominoes(board):
    """Return the dominoes that fit, by the words of the rule."""
    free = [divmod(cell, board.columns) for cell in range(board.rows * board.columns)
            if board.free >> cell & 1]  # fmt: skip
    pairs = itertools.combinations(free, 2)
    return [frozenset(((y, x), (b, a))) for (y, x), (b, a) in pairs if abs(y - b) + abs(x - a) == 1]


@given(boards(5))
def test_dominoes_cover_two_neighbouring_cells(board):
    """The moves are the dominoes that fit, each once, named by their cells."""
    moves = list(Cram().moves(board))

    named = []
    for name, option in moves:
        ends = name.removeprefix("domino on ").split("-")
        cells = frozenset((int(end[1:]) - 1, ord(end[0]) - ord("a")) for end in ends)
        gone = sum(1 << row * board.columns + column for row, column in cells)
        assert option == board._replace(free=board.free - gone)
        named.append(cells)
    assert Counter(named) == Counter(dominoes(board))


# counted by Burnside's lemma
@pytest.mark.parametrize(("rows", "columns", "count"), [(2, 3, 24), (3, 3, 102), (1, 4, 10)])
def test_a_board_that_is_no_square_has_4_images_and_a_square_8(rows, columns, count):
    """The canonical form is one for all mirror images and turns, and no more."""
    boards = (Board(rows, columns, free) for free in range(1 << rows * columns))

    assert len(set(map(Cram().canonical, boards))) == count


@given(st.integers(0, 3), st.randoms(use_true_random=False))
def test_every_play_of_brussels_sprouts_lasts_5n_minus_2_moves(crosses, rng):
    """Whatever is played, n crosses last 5n - 2 moves (Winning Ways, ch. 17), and none for 0."""
    rules = BrusselsSprouts()
    state, played = rules.legal(crosses), 0

    while options := list(rules.options(state)):
        assert all(rules.moves_left(option) == rules.moves_left(state) - 1 for option in options)
        state = rng.choice(options)
        assert rules.parse(rules.format(state)) == state
        played += 1

    assert played == max(5 * crosses - 2, 0)
    assert rules.format(state) == "0"


@pytest.mark.parametrize("text", ["1", "2", "3,2", "5,", "2/3,", "4,1,1", "2,2/1,1", "0"])
def test_the_parity_of_the_moves_is_the_value(text):
    """Values and misère outcomes by parity are those of the digraph of all positions."""
    position = catalogue["brussels-sprouts"].read(text)
    graph = state_graph(position)

    assert label(graph).value_at(0) == position.value()
    misere = label(graph, play="misere")
    assert misere.outcome(graph.names[0]) is position.outcome("misere")
    moves = position.winning_moves("misere")
    assert {move.option.parts[0].state for move in moves} == {*misere.winning_moves(graph.names[0])}
    assert len({move.name for move in moves}) == len(moves)
