"""Games on boards, against the words of their rules, and what is proved about them."""

import itertools
import random
from collections import Counter
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy import catalogue, mex
from grundy.errors import PositionError
from grundy.games.values.one_value import Search
from grundy.games.values.questions import NimberQueries
from grundy.named.boards import Stones, of_rows
from grundy.named.games.clobber import CannibalClobber, Clobber, NoGo
from grundy.named.games.cram import Board, Cram
from grundy.named.games.hackenbush import Nimstring
from grundy.named.games.rows import Sticks
from grundy.named.games.sprouts import BrusselsSprouts
from grundy.named.notation import read
from often import often
from position_strategies import boards

rows_of_sticks = st.text("|.", max_size=12)


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


def dominoes(board):
    free = [divmod(cell, board.columns) for cell in range(board.rows * board.columns)
            if board.free >> cell & 1]  # fmt: skip
    pairs = itertools.combinations(free, 2)
    return [frozenset(((y, x), (b, a))) for (y, x), (b, a) in pairs if abs(y - b) + abs(x - a) == 1]


@given(boards(5))
def test_dominoes_cover_two_neighbouring_cells(board):
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
    boards = (Board(rows, columns, free) for free in range(1 << rows * columns))
    assert len(set(map(Cram().canonical, boards))) == count


@given(st.integers(0, 3), st.randoms(use_true_random=False))
def test_every_play_of_brussels_sprouts_lasts_5n_minus_2_moves(crosses, rng):
    """Whatever is played, n crosses last 5n - 2 moves (Winning Ways, ch. 17), and none for 0."""
    rules = BrusselsSprouts()
    state, played = rules.legal(crosses), 0
    while options := list(rules.options(state)):
        assert rules.move_count(state) == len(list(rules.moves(state)))
        assert all(rules.moves_left(option) == rules.moves_left(state) - 1 for option in options)
        state = rng.choice(options)
        assert rules.parse(rules.format(state)) == state
        played += 1
    assert played == max(5 * crosses - 2, 0)
    assert rules.format(state) == "0"


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_crosses_of_any_number(play):
    """Every move wins or none does: they are counted, of 10^30 crosses, too."""
    for text in ("4,4,3/2,1,", "10^30", "10^30x4,3"):
        position = catalogue["brussels-sprouts"].read(text)
        for one in (position, next(position.moves()).option):
            ((rules, state),), solved = one.parts, one.solve(play)
            won = (rules.moves_left(state) % 2 == 1) == (play == "normal")
            assert (solved.outcome is grundy.Outcome.N) == won
            assert solved.winning_move_count() == (rules.move_count(state) if won else 0)


GAMES = {"nogo": NoGo, "clobber": Clobber, "cannibal-clobber": CannibalClobber}


def beside(rows, y, x):
    near = [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
    return [(b, a) for b, a in near if 0 <= b < len(rows) and 0 <= a < len(rows[0])]


def put(rows, y, x, sign):
    return tuple(r[:x] + sign + r[x + 1 :] if n == y else r for n, r in enumerate(rows))


def all_breathe(rows):
    """Return whether every block has a liberty, block by block."""
    for y, x in product(range(len(rows)), range(len(rows[0]))):
        colour = rows[y][x]
        if colour not in "xo":
            continue
        block, waiting, breathes = {(y, x)}, [(y, x)], False
        while waiting:
            for b, a in beside(rows, *waiting.pop()):
                breathes |= rows[b][a] == "."
                if rows[b][a] == colour and (b, a) not in block:
                    block.add((b, a))
                    waiting.append((b, a))
        if not breathes:
            return False
    return True


def options(key, rows):
    """Return the stone_boards after each move, by the words of the rule."""
    found = []
    for y, x in product(range(len(rows)), range(len(rows[0]))):
        sign = rows[y][x]
        if key == "nogo" and sign == ".":
            placed = (put(rows, y, x, colour) for colour in "xo")
            found += [board for board in placed if all_breathe(board)]
        elif key != "nogo" and sign in "xo":
            for b, a in beside(rows, y, x):
                other = rows[b][a]
                if other in "xo" and (key == "cannibal-clobber" or other != sign):
                    found.append(put(put(rows, y, x, "."), b, a, sign))
    return found


@cache
def plain_value(key, rows):
    return int(mex(plain_value(key, option) for option in options(key, rows)))


@st.composite
def stone_boards(draw, key):
    rows, columns = draw(st.sampled_from([(1, 7), (2, 3), (3, 2), (2, 4), (3, 3), (5, 1), (1, 9)]))
    signs = {"nogo": ".....xo#", "clobber": "xxxooo."}.get(key, "xxxo.")
    size = rows * columns
    drawn = "".join(draw(st.lists(st.sampled_from(signs), min_size=size, max_size=size)))
    board = tuple(drawn[at : at + columns] for at in range(0, size, columns))
    while key == "nogo" and not all_breathe(board):  # take stones away until it is legal
        stones = [(y, x) for y in range(rows) for x in range(columns) if board[y][x] in "xo"]
        board = put(board, *stones[0], ".")
    return board


@pytest.mark.parametrize("key", GAMES)
@often(12)
@given(data=st.data())
def test_values_are_those_of_the_words_of_the_rule(key, data):
    """Plain search, compiled search and moves agree with the definition on rows of signs."""
    rows = data.draw(stone_boards(key))
    game = GAMES[key]()
    state = game.parse("/".join(rows))
    expected = plain_value(key, rows)
    assert len(list(game.moves(state))) == len(options(key, rows))
    assert Search(game).value(state) == expected
    assert game.value(state) == expected
    if key == "nogo":
        assert all(of_rows(list(board)) in set(game.options(state)) for board in options(key, rows))
    packed = game.packed(state)
    if packed.weigh is not None:
        questions = NimberQueries(packed)
        assert questions.value(packed.signed, "a board") == expected
        fresh = NimberQueries(packed)
        for wanted in range(4):
            assert fresh.has_value(packed.signed, wanted, "a board") == (wanted == expected)


_BOARDS = ("4x7", "5x6", "1x31", "3x10", "26x1")
_STRINGS = ("boxes:3x3", "boxes:2x5", "complete:6", "cycle:3", "grid:3x4")


@pytest.mark.parametrize(("game", "starts"), [
    (NoGo(), _BOARDS), (Clobber(), _BOARDS), (Nimstring(), _STRINGS * 8),
])  # fmt: skip
def test_compiled_rules_give_the_moves_and_the_parts(game, starts):
    """On random plays of larger boards each word of an option is a word of `followers`."""
    import numpy as np

    from grundy.games.kernels.packed import call
    from grundy.games.values.packed import kernel

    if game.packed(game.parse(starts[0])) is None:
        pytest.skip("numba is not installed")
    chance = random.Random(game.text)
    for start in starts:
        state = game.parse(start)
        while True:
            packed = game.packed(state)
            out = np.zeros(packed.most, np.int64)
            count = call(kernel(packed.followers), packed.signed, packed.data, out)
            states = list(game.options(state))
            words = [game.packed(option) for option in states]
            assert sorted(out[:count].tolist()) == sorted(w.signed for w in words if w)
            call_parts = kernel(packed.parts)
            assert call(call_parts, packed.signed, packed.data, out) == len(
                list(game.components(state))
            )
            if not states:
                break
            state = chance.choice(states)


def test_cannibals_on_a_row_are_officers():
    game = catalogue["cannibal-clobber"]
    assert game[1, 1000].value() == catalogue["officers"][1000].value()
    assert read("cannibal-clobber xxxx.xxo.x + officers 4 3").value() == 0
    assert game[3, 5].value() == catalogue["grim"]["grid:3x5"].value()
    misere = [game[1, n].outcome("misere") for n in range(1, 9)]
    assert misere == [catalogue["officers"][n].outcome("misere") for n in range(1, 9)]


def test_a_board_in_python_has_no_two_things_on_a_cell():
    for wrong in (Stones(2, 2, 1, 1), Stones(1, 2, 4, 0), Stones(2, 2, -1, 0), Stones(0, 2, 0, 0)):
        with pytest.raises(PositionError):
            Clobber()[wrong]


AMAZONS = grundy.catalogue["amazons"]


def queen(board, at):
    """Give the free cells that a queen reaches from a cell; a board maps cells to signs."""
    for step in product((-1, 0, 1), repeat=2):
        if step != (0, 0):
            row, column = at[0] + step[0], at[1] + step[1]
            while board.get((row, column)) == ".":
                yield row, column
                row, column = row + step[0], column + step[1]


@settings(deadline=None, max_examples=30)
@given(st.data())
def test_values_are_those_of_the_definition(data):
    width = data.draw(st.integers(1, 3))
    row = st.text("x.#", min_size=width, max_size=width)
    rows = data.draw(st.lists(row, min_size=1, max_size=6 // width))

    @cache
    def value(items):
        board, found = dict(items), set()
        for at, sign in items:
            if sign == "x":
                free = {**board, at: "."}
                for to in queen(free, at):
                    for arrow in queen(free, to):
                        found.add(value(tuple(sorted({**free, to: "x", arrow: "#"}.items()))))
        return grundy.mex(found)

    cells = {(r, c): sign for r, text in enumerate(rows) for c, sign in enumerate(text)}
    assert AMAZONS["/".join(rows)].value() == value(tuple(sorted(cells.items())))
