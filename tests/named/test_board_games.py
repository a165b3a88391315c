"""Sticks, Cram and Brussels Sprouts: rules, text, and what is proved about them."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy import LimitError, Limits, catalogue, label, mex, state_graph
from grundy.errors import PositionError
from grundy.games.values.solver import Solver
from grundy.named.games.brussels import BrusselsSprouts
from grundy.named.games.cram import Board, Cram, _can_be_copied
from grundy.named.games.rows import Sticks

rows_of_sticks = st.text("|.", max_size=12)


@st.composite
def boards(draw: st.DrawFn, most: int = 4) -> Board:
    """Return a board with some cells taken."""
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    return Board(rows, columns, draw(st.integers(0, (1 << rows * columns) - 1)))


# ---- Sticks -------------------------------------------------------------------------------------


@settings(deadline=None)
@given(rows_of_sticks)
def test_sticks_are_taken_where_they_lie(row: str) -> None:
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


def test_the_corrected_example_of_the_olympiad() -> None:
    """Sticks 4 to 6 of 10 leave 1, 2, 3, 7, 8, 9 and 10 (CEOI 2000; the article has a misprint)."""
    moves = dict(Sticks().moves("|" * 10))

    assert moves["remove sticks 4-6"] == "|||...||||"


def test_the_table_of_all_rows_is_the_definition() -> None:
    """Each entry of the table is the mex of the entries that the moves lead to."""
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


def test_the_table_of_24_places_agrees_with_the_rows() -> None:
    """Rows of 24 places, sampled, have the nim-sum of their runs; bit 0 is place 1."""
    sticks = Sticks()
    table = sticks.table(24)
    assert table.shape == (1 << 24,)
    assert table.dtype == np.uint8

    for row in np.random.default_rng(1).integers(0, 1 << 24, 300).tolist():
        text = "".join("|" if row >> at & 1 else "." for at in range(24))
        assert table[row] == sticks[text].value()


def test_a_table_that_is_too_large_is_refused() -> None:
    """Rows of 100 places have more states than any memory; the sentence says so at once."""
    with pytest.raises(LimitError, match="all rows of 100 places"):
        Sticks().table(100)
    with pytest.raises(PositionError, match="natural number"):
        Sticks().table(-1)


@settings(deadline=None)
@given(rows_of_sticks)
def test_rows_of_sticks_are_read_as_they_are_written(row: str) -> None:
    """Parsing undoes printing, and the picture has the row."""
    sticks = Sticks()

    assert sticks.parse(sticks.format(row)) == row
    assert not row or sticks.draw(row).splitlines()[0].replace(" ", "") == row


# ---- Cram ---------------------------------------------------------------------------------------


def dominoes(board: Board) -> list[frozenset[tuple[int, int]]]:
    """Return the dominoes that fit, by the words of the rule."""
    free = [
        (row, column)
        for row, column in itertools.product(range(board.rows), range(board.columns))
        if board.free >> row * board.columns + column & 1
    ]
    pairs = itertools.combinations(free, 2)
    return [
        frozenset(pair)
        for pair in pairs
        if abs(pair[0][0] - pair[1][0]) + abs(pair[0][1] - pair[1][1]) == 1
    ]


@settings(deadline=None)
@given(boards(5))
def test_dominoes_cover_two_neighbouring_cells(board: Board) -> None:
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


@settings(deadline=None)
@given(boards())
def test_the_value_of_a_board_is_that_of_the_definition(board: Board) -> None:
    """Components, mirror images, copying and the search change no value."""
    known: dict[int, int] = {0: 0}

    def plain(free: int) -> int:
        if free not in known:
            options = Cram().options(board._replace(free=free))
            known[free] = mex(plain(option.free) for option in options)
        return known[free]

    thinned = board._replace(free=board.free & 0x5F6FF)
    assert Cram().value(thinned) == plain(thinned.free)


@settings(deadline=None)
@given(boards())
def test_a_piece_that_can_be_copied_is_zero(board: Board) -> None:
    """Half a turn that maps no domino onto itself proves the value 0 of a piece."""
    rules = Cram()
    solver = Solver(rules)

    for piece in rules.components(board):
        if _can_be_copied(piece):
            assert solver.value(piece) == 0


@settings(deadline=None)
@given(boards())
def test_winning_moves_are_those_to_zero(board: Board) -> None:
    """Asking for a value lists the same moves as finding each."""
    rules = Cram()
    solver = Solver(rules)
    thinned = board._replace(free=board.free & 0x5F6FF)

    found = [move.name for move in rules.as_position(thinned).winning_moves()]

    expected = [name for name, option in rules.moves(thinned) if solver.value(option) == 0]
    assert found == (expected if solver.value(thinned) else [])


@settings(deadline=None)
@given(boards(6))
def test_boards_are_read_as_they_are_written(board: Board) -> None:
    """Parsing undoes printing; lines and slashes mean the same; the picture has the rows."""
    rules = Cram()
    text = rules.format(board)

    assert rules.parse(text) == board
    drawn = [
        line.split(maxsplit=1)[1].replace(" ", "") for line in rules.draw(board).splitlines()[1:]
    ]
    assert rules.parse("\n".join(drawn)) == board


def test_a_board_that_is_no_square_has_4_images_and_a_square_8() -> None:
    """The canonical form is one for all mirror images and turns, and no more."""
    rules = Cram()
    for rows, columns in ((2, 3), (3, 3), (1, 4)):
        forms = {rules.canonical(Board(rows, columns, free)) for free in range(1 << rows * columns)}
        counted = {(2, 3): 24, (3, 3): 102, (1, 4): 10}  # Burnside's lemma
        assert len(forms) == counted[rows, columns]


def test_a_large_board_answers_within_limits() -> None:
    """What cannot be found in the given time is said in a sentence, with what is known."""
    with pytest.raises(LimitError, match=r"The value of cram\[7,7\] is not done within") as stopped:
        Cram()[7, 7].value(limits=Limits(positions=2_000))
    assert isinstance(stopped.value.partial, dict)


# ---- Brussels Sprouts ---------------------------------------------------------------------------


@settings(deadline=None)
@given(st.integers(0, 3), st.randoms(use_true_random=False))
def test_every_play_of_brussels_sprouts_lasts_5n_minus_2_moves(crosses: int, rng: object) -> None:
    """Whatever is played, n crosses last 5n - 2 moves (Winning Ways, ch. 17), and none for 0."""
    rules = BrusselsSprouts()
    state, played = rules.legal(crosses), 0

    while options := list(rules.options(state)):
        assert all(rules.moves_left(option) == rules.moves_left(state) - 1 for option in options)
        state = rng.choice(options)  # type: ignore[attr-defined]
        assert rules.parse(rules.format(state)) == state
        played += 1

    assert played == max(5 * crosses - 2, 0)
    assert rules.format(state) == "0"


@pytest.mark.parametrize("text", ["1", "2", "3,2", "5,", "2/3,", "4,1,1", "2,2/1,1", "0"])
def test_the_parity_of_the_moves_is_the_value(text: str) -> None:
    """Values and misère outcomes by parity are those of the digraph of all positions."""
    position = catalogue["brussels-sprouts"].read(text)  # type: ignore[union-attr]
    graph = state_graph(position)

    assert label(graph).value_at(0) == position.value()
    misere = label(graph, play="misere")
    assert misere.outcome(graph.names[0]) is position.outcome("misere")
    moves = position.winning_moves("misere")
    assert {move.option.parts[0].state for move in moves} == {*misere.winning_moves(graph.names[0])}
    assert len({move.name for move in moves}) == len(moves)
