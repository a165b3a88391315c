"""Sprouts: its words against drawings, its text, its moves by name, and what is published."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprouts_drawings as drawings
from grundy import catalogue
from grundy.named.games.sprouts import Sprouts
from grundy.named.sprouts_form import settled

RULES = Sprouts()
seeds = st.integers(0, 10**9)


def state_of(drawing):
    return settled(drawing.words())


def drawn(spots, seed, lives):
    """Return the drawing after a random play, until so many lives or no move are left."""
    chance = random.Random(seed)
    drawing = drawings.spots(spots)
    while drawing.lives() > lives and (options := list(drawing.options())):
        drawing = chance.choice(options)
    return drawing


@settings(max_examples=30)
@given(st.integers(1, 6), seeds, st.integers(2, 9))
def test_the_moves_are_those_of_a_drawing(spots, seed, lives):
    drawing = drawn(spots, seed, lives)
    assert {state_of(option) for option in drawing.options()} == {*RULES.options(state_of(drawing))}


@settings(max_examples=15)
@given(st.integers(1, 6), seeds)
def test_every_play_lasts_2n_to_3n_minus_1_moves(spots, seed):
    chance = random.Random(seed)
    state, played = RULES.legal(spots), 0
    while options := list(RULES.options(state)):
        state, played = chance.choice(options), played + 1
        assert RULES.parse(RULES.format(state)) == state == RULES.legal(state)
    assert 2 * spots <= played <= 3 * spots - 1
    assert RULES.format(state) == "0"


@settings(max_examples=30)
@given(st.integers(1, 6), seeds, seeds)
def test_one_position_is_written_in_one_way(spots, seed, other):
    """Turned boundaries, mirrored regions, other names and other orders change nothing."""
    words = drawn(spots, seed, seed % (3 * spots) + 1).words()
    chance = random.Random(other)
    signs = sorted({sign for region in words for word in region for sign in word} - set("012"))
    names = dict(zip(signs, chance.sample([chr(0x5000 + n) for n in range(99)], len(signs)),
                     strict=True))  # fmt: skip
    changed = []
    for region in words:
        step = chance.choice([1, -1])
        turns = [(word, chance.randrange(len(word) or 1)) for word in region]
        changed.append([(word[turn:] + word[:turn])[::step] for word, turn in turns])
        chance.shuffle(changed[-1])
        changed[-1] = [word.translate(str.maketrans(names)) for word in changed[-1]]
    chance.shuffle(changed)
    assert settled(changed) == settled(words)


@pytest.mark.parametrize(("text", "written"), [
    ("0,0,0", "3"), ("3", "3"), ("0", "0"), ("0,", "1"), ("11,", "11,"), ("b1b1", "1a1a"),
    ("2,", "0"),  # one life is no move
    ("YX1/XY", "1AB/AB"),
    ("2AB/A/B", "222,"),  # what is met in a region without a move is met once
    ("2A/A", "22,"),
    ("aa1", "12,"),  # two corners side by side are as good as one
    ("1a1a/AB/AB/CD/CD", "1a1a/AB/AB/CD/CD"), ("12221,112212", "112122,11222"),
])  # fmt: skip
def test_a_position_is_written_without_what_is_dead(text, written):
    """Regions without a move go, and a vertex is written by how often it is met."""
    assert RULES.format(RULES.parse(text)) == written


@pytest.mark.parametrize(("text", "moves"), [
    ("1", {"loop at 1": "AB/AB"}), ("2", {"loop at 1": "0,AB/AB", "join 1 to 2": "1a1a"}),
    (
        "0,0,1,",
        {
            "loop at 1": "0,1,AB/AB", "loop at 1 around 3": "0,AB/1,AB", "loop at 3": "0,0,2",
            "loop at 3 around 1": "0,A/0,A", "join 1 to 3": "0,1a2a", "join 1 to 2": "1,1a1a",
        },
    ),
    ("22,", {"join 1 to 2": "0"}), ("0,2,", {"loop at 1": "2,AB/AB", "join 1 to 2": "12,"}),
    ("AB/AB", {"join 1 to 2": "0"}),
    ("AB/AB/CD/CD", {"join 1 to 2": "AB/AB"}),  # the two lands are alike
    ("22,/AB/AB", {"join 1 to 2": "AB/AB", "join 3 to 4": "22,"}),
])  # fmt: skip
def test_moves_by_name(text, moves):
    assert {name: RULES.format(option) for name, option in RULES.moves(RULES.parse(text))} == moves


@pytest.mark.parametrize("text", ["3", "0,0,1a1a", "0,1a1a/2AB/AB", "0,0/AB/AB"])
def test_every_move_can_be_clicked(text):
    sprouts = catalogue["sprouts"]
    state = sprouts.legal(text)
    shown = {cell.name for cell in sprouts.scene(state).cells}
    moves, touched = list(sprouts.moves(state)), list(sprouts.touches(state))
    assert len(moves) == len(touched)
    for (name, _), ways in zip(moves, touched, strict=True):
        places = tuple(dict.fromkeys(re.findall(r"\d+", name)))
        assert set(places) == set(ways[0])
        assert all(len(way) == len(set(way)) == len(places) for way in ways)
        assert shown >= set().union(*ways)
