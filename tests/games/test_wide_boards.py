"""Boards of Cram on two words: the rules by their definition, the search, its tables on disk."""

import random
from dataclasses import replace
from itertools import chain

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy import RulesetError, TakeAndBreak, VerificationError, catalogue
from grundy.errors import FolderError
from grundy.games.kernels.packed import call
from grundy.games.values import questions as questions_module
from grundy.games.values.one_value import Search
from grundy.games.values.packed import HALF, kernel
from grundy.games.values.questions import NimberQueries
from grundy.named.games.cram import Board, Cram, packed_wide
from grundy.runtime.folders import read_state
from grundy.tabulated import proofs
from grundy.tabulated.proofs import kept_questions, verify_proof

RULES = Cram()
# one piece of 78 cells across, of which 35 are free, so that the search in Python answers too
LONG = "...#..#..#...#..#...#...##/" + "." * 26 + "/" + "#" * 26


def full(rows, columns):
    return Board(rows, columns, (1 << rows * columns) - 1)


@st.composite
def boards(draw, most=126):
    """Return a board of up to so many cells, some of them taken."""
    rows = draw(st.integers(1, min(26, most)))
    columns = draw(st.integers(1, min(26, most // rows)))
    seed, thin = draw(st.integers(0, 2**32)), draw(st.booleans())
    chance = random.Random(seed)
    free = chance.getrandbits(rows * columns)
    return Board(rows, columns, free & chance.getrandbits(rows * columns) if thin else free)


def written(rules, which):
    """Return the states that a compiled function writes, as plain numbers."""
    out = np.zeros((rules.most, 2), np.int64)
    count = call(kernel(getattr(rules, which), 2), rules.as_words, rules.data, out)
    return [low | high << HALF for low, high in out[:count].tolist()]


def images(board):
    """Return a board, and what half a turn and mirrors make of it."""
    rows, columns, free = board
    text = f"{free:0{rows * columns}b}"
    lines = [text[start : start + columns] for start in range(0, len(text), columns)]
    flat = [lines, lines[::-1], [line[::-1] for line in lines], [x[::-1] for x in lines[::-1]]]
    return [Board(rows, columns, int("".join(each), 2)) for each in flat]


def value(board):
    """Return a board's value by the compiled search on two words."""
    rules = packed_wide(board)
    return NimberQueries(rules).value(rules.as_words, "a board")


@given(boards())
def test_the_options_are_those_of_the_rules(board):
    """Each domino is written once, and a piece is weighed by how many there are."""
    rules = packed_wide(board)
    found = written(rules, "followers")
    assert sorted(found) == sorted(option.free for option in RULES.options(board))
    assert call(kernel(rules.weigh, 2), rules.as_words, rules.data, np.zeros((1, 2), np.int64)) == (
        len(found)
    )


@given(boards())
def test_the_pieces_are_those_of_the_rules_in_one_form(board):
    found = sorted(written(packed_wide(board), "parts"))
    forms = [RULES.canonical(one) for one in RULES.components(board)]
    pieces = [next(RULES.components(board._replace(free=word))) for word in found]
    assert sorted(forms) == sorted(RULES.canonical(piece) for piece in pieces)
    first_column = sum(1 << board.columns * row for row in range(board.rows))
    assert all(word & first_column and word & (1 << board.columns) - 1 for word in found)
    for image in images(board):
        assert sorted(written(packed_wide(image), "parts")) == found
    if board.rows == board.columns:
        text = f"{board.free:0{board.rows**2}b}"
        turned = int("".join(text[row :: board.rows] for row in range(board.rows)), 2)
        assert sorted(written(packed_wide(board._replace(free=turned)), "parts")) == found


@settings(max_examples=30)
@given(boards(20))
def test_a_small_board_has_the_same_value_on_two_words(board):
    one_word = RULES.packed(board)
    found = value(board)
    assert found == NimberQueries(one_word).value(one_word.as_words, "a board")
    assert found == Search(RULES).value(board)


def test_a_long_piece_has_its_value(monkeypatch):
    monkeypatch.setattr(questions_module, "FIRST_SLOTS", 2)
    monkeypatch.setattr(questions_module, "_FIRST_FRAMES", 3)
    board = RULES.parse(LONG)
    rules = RULES.packed(board)
    asking = NimberQueries(rules)
    assert rules.words == 2
    assert asking.value(rules.as_words, "a board") == Search(RULES).value(board)
    expected = RULES.value(board)
    found = [asking.has_value(rules.as_words, n, "a board") for n in range(8)]
    assert found == [n == expected for n in range(8)]
    assert len(asking.table[0]) > 500


def test_a_row_is_dawsons_kayles():
    """1 × n has the value of 0.07, by Winning Ways, up to all 126 cells."""
    values = TakeAndBreak("0.07").values(127)
    for cells in chain(range(2, 66, 7), range(66, 127, 12), [126]):
        assert value(full(cells, 1)) == values[cells]


@pytest.mark.large
@pytest.mark.parametrize("length", [1, 2, 7, 10, 31, 32, 33, 50, 62, 63])
def test_two_columns_are_0_or_1(length):
    """2 × n is 0 for even n and 1 for odd n: the tables of Lemoine and Viennot, 2012."""
    assert value(full(length, 2)) == length % 2


def prove(text, folder):
    position = catalogue.new("cram").read(text)
    with kept_questions(position, folder):
        return position.value()


def test_an_entry_of_two_words_that_is_false_is_found(tmp_path, monkeypatch):
    """Whichever value is changed, the check finds an entry that is not proved, and names it."""
    prove(LONG, tmp_path)
    read = proofs._read
    chance = np.random.default_rng(1)
    exact = next(tmp_path.glob("*/exact.npy"))
    proved = np.flatnonzero(np.load(exact) > 1)
    for place in chance.choice(proved, 12, replace=False):
        key = np.load(exact.with_name("keys.npy"))[place]

        def spoilt(folder, words, key=key):
            table = read(folder, words)
            (slot,) = np.flatnonzero((table[0] == key).all(axis=1) & (table[2] > 0))
            table[2][slot] ^= 1  # VALUE is even: 0 and 1 are exchanged, 2 and 3, and so on
            return table

        monkeypatch.setattr(proofs, "_read", spoilt)
        with pytest.raises(VerificationError, match="not proved by the others") as refused:
            verify_proof(tmp_path)
        halves = np.load(exact.with_name("keys.npy")).tolist()
        assert refused.value.where in [low | high << HALF for low, high in halves]


def test_columns_of_another_width_are_no_table(tmp_path):
    prove(LONG, tmp_path)
    (piece,) = tmp_path.glob("table-*")
    assert len(proofs._read(piece, 2)[0].shape) == 2
    for words in (1, 3):
        with pytest.raises(FolderError, match="differ in length"):
            proofs._read(piece, words)
    assert read_state(tmp_path / "state.json")["task"]["game"] == "cram"


def test_what_takes_one_word_goes_by_the_plain_rules():
    rules = packed_wide(full(9, 9))

    @grundy.game(packed=lambda n: replace(rules, word=n))
    def down(n):
        return [n - 1] if n else []

    down.packed_after = 5
    grundy.check(down, 9)
    assert down[9].value() == 1
    assert down[9_999].value() == 1


def test_a_state_of_two_words_says_so():
    rules = packed_wide(full(9, 9))
    top = replace(rules, word=(1 << 126) - 1)
    assert top.as_words == ((1 << 63) - 1, (1 << 63) - 1)
    assert replace(rules, word=5 << 63 | 7).as_words == (7, 5)
    for wrong in (-1, 1 << 126):
        with pytest.raises(RulesetError, match="does not fit 126 bits"):
            replace(rules, word=wrong)
    for wrong_rules in ({"weigh": None}, {"parts": None}, {"words": 3}, {"words": 0}):
        with pytest.raises(RulesetError, match="with parts and weigh two"):
            replace(rules, **wrong_rules)


def test_boards_of_126_cells_are_packed_and_larger_ones_are_not():
    for board, words in ((full(9, 14), 2), (full(2, 26), 1), (full(3, 22), 2), (full(8, 8), 1)):
        packed = RULES.packed(board)
        assert packed.words == words
    assert RULES.packed(full(10, 13)) is None
    assert RULES.value(Board(10, 13, 0b11)) == 1
