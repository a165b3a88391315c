"""NoGo, Clobber and Cannibal Clobber: held against the words of their rules."""

import random
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import catalogue, mex
from grundy.errors import PositionError
from grundy.games.values.one_value import Search
from grundy.games.values.questions import NimberQueries
from grundy.named.boards import Stones, of_rows
from grundy.named.games.clobber import CannibalClobber, Clobber, NoGo
from grundy.named.notation import read
from often import often

GAMES = {"nogo": NoGo, "clobber": Clobber, "cannibal-clobber": CannibalClobber}


def beside(rows, y, x):
    near = [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
    return [(b, a) for b, a in near if 0 <= b < len(rows) and 0 <= a < len(rows[0])]


def put(rows, y, x, sign):
    """Return the rows with another sign on one cell."""
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
    """Return the boards after each move, by the words of the rule."""
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
def boards(draw, key):
    """Return a small board that is legal in a game."""
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
@often(25)
@given(data=st.data())
def test_values_are_those_of_the_words_of_the_rule(key, data):
    """Plain search, compiled search and moves agree with the definition on rows of signs."""
    rows = data.draw(boards(key))
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


@pytest.mark.parametrize("key", ["nogo", "clobber"])
def test_compiled_rules_give_the_moves_and_the_parts(key):
    """On random plays of larger boards each word of an option is a word of `followers`."""
    import numpy as np

    from grundy.games.kernels.packed import call
    from grundy.games.values.packed import kernel

    game, chance = GAMES[key](), random.Random(key)
    for sides in ("4x7", "5x6", "1x31", "3x10", "26x1"):
        state = game.parse(sides)
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
    """A row of any length answers by 0.6, also in the middle of a play."""
    game = catalogue["cannibal-clobber"]

    assert game[1, 1000].value() == catalogue["officers"][1000].value()
    assert read("cannibal-clobber xxxx.xxo.x + officers 4 3").value() == 0
    assert game[4, 5].value() == catalogue["grim"]["grid:4x5"].value()
    misere = [game[1, n].outcome("misere") for n in range(1, 9)]
    assert misere == [catalogue["officers"][n].outcome("misere") for n in range(1, 9)]


def test_a_board_in_python_has_no_two_things_on_a_cell():
    """Sets of cells that meet, or lie beside the board, are no board."""
    for wrong in (Stones(2, 2, 1, 1), Stones(1, 2, 4, 0), Stones(2, 2, -1, 0), Stones(0, 2, 0, 0)):
        with pytest.raises(PositionError):
            Clobber()[wrong]
