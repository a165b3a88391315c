"""Every named game as plain shapes: what is there, and what a move changes."""

import random
from itertools import islice, zip_longest

import pytest

import grundy
from grundy import catalogue, mex
from grundy.games.scenes import Cell, Scene
from grundy.named.notation import parse_position
from named_games import KEYS, play, start

WITHOUT_TOUCHES = {"brussels-sprouts", "sprouts"}


def parts(key):
    """Yield the parts of the positions of two short plays."""
    for seed in range(2):
        for position in islice(play(start(key), random.Random(f"{key}{seed}")), 8):
            yield from position.parts


def scene(part):
    return part.ruleset.scene(part.state)


@pytest.mark.parametrize("key", KEYS)
def test_every_game_has_a_scene_with_distinct_names(key):
    """Names differ, links join cells that are there, and cells that can be tapped stand apart."""
    for part in parts(key):
        found = scene(part)
        cells = [cell.name for cell in found.cells]
        names = cells + [link.name for link in found.links]
        assert cells
        assert len(names) == len(set(names))
        assert {end for link in found.links for end in (link.source, link.target)} <= set(cells)
        tapped = [cell for cell in found.cells if cell.kind not in ("mark", "cut", "step")]
        for number, cell in enumerate(tapped):
            for other in tapped[:number]:
                assert max(abs(cell.x - other.x), abs(cell.y - other.y)) > 0.6, (cell, other)


@pytest.mark.parametrize("key", KEYS)
def test_each_move_changes_the_scene_and_touches_something_that_is_there(key):
    """For each move in order there is a way to show it, and different moves look different."""
    for part in parts(key):
        found = scene(part)
        names = {cell.name for cell in found.cells} | {link.name for link in found.links}
        moves = list(islice(part.ruleset.moves(part.state), 200))
        touches = list(islice(part.ruleset.touches(part.state), 200))
        for _, option in moves[:60]:
            assert [scene(one) for one in part.ruleset.as_position(option).parts] != [found]
        if key in WITHOUT_TOUCHES:
            continue
        shown = {}
        for move, ways in zip_longest(moves, touches):
            assert ways, move
            assert all(way and set(way) <= names for way in ways), move
            assert shown.setdefault(frozenset(ways), move[1]) == move[1], move


TOUCHED = [
    ("nim 7", "take 3 from 7", {("5", "6", "7")}),
    ("kayles 5", "take 1 from 5 and split the rest into 1 and 3", {("2",), ("4",)}),
    ("grundys-game 5", "split 5 into 1 and 4", {("cut after 1",), ("cut after 4",)}),
    ("chomp 3,3", "bite at 1,1", {("1,1", "1,2")}),
    ("cram 2,2", "domino on a1-b1", {("a1", "b1"), ("b1", "a1")}),
    ("chocolate 2,3", "eat column 2", {("1,2", "2,2")}),
    ("node-kayles path:4", "delete 1 with 0, 2", {("1", "0", "2")}),
    ("arc-kayles path:3", "delete 0-1", {("0 – 1", "0", "1")}),
    ("green-hackenbush a-b,a-c@a", "cut a-b", {("a – b", "b")}),
    ("geography path:3", "walk to 1", {("1", "0")}),
    ("northcott 1,3", "white 1: 1 to 2", {("row 2, column 1", "row 1, column 1")}),
    ("wind-up(7,{1,2,5}) 3", "back 2 to 1", {("1", "3")}),
    ("nim 1e6", "take 1 from 1000000", {("heap",)}),
]


@pytest.mark.parametrize(("text", "name", "expected"), TOUCHED)
def test_what_a_move_touches(text, name, expected):
    (part,) = parse_position(text).parts
    pairs = zip(part.ruleset.moves(part.state), part.ruleset.touches(part.state), strict=False)
    assert expected == next(set(ways) for (label, _), ways in islice(pairs, 500) if label == name)


def test_a_game_may_be_given_a_scene():
    """A rule in Python takes a scene as a hook, and its moves are compared by it; else none."""

    def countdown(state):
        return [state - take for take in (1, 2) if take <= state]

    plain = grundy.game(countdown)
    drawn = grundy.game(
        scene=lambda n: Scene(tuple(Cell(str(k), k, 0, "stone") for k in range(n)))
    )(countdown)
    assert list(drawn.touches(5)) == [(("4",),), (("3", "4"),)]
    assert (plain.scene(5), list(plain.touches(5))) == (None, [(), ()])


@pytest.mark.parametrize("text", [
    "sticks 500", "nimble 1000", "chomp 40,40", "grim cycle:500", "grim complete:60",
    "chocolate 60,60",
])  # fmt: skip
def test_large_states_have_no_scene(text):
    (part,) = parse_position(text).parts
    assert part.ruleset.scene(part.state) is None


@pytest.mark.parametrize(("text", "kind", "lines"), [
    ("kayles 24", "pin", 1), ("officers 24", "stone", 1), ("nim 24", "stone", 3),
    ("lasker 24", "stone", 3),
])  # fmt: skip
def test_a_row_of_pins_is_one_row(text, kind, lines):
    """However many there are; a heap that does not fall apart lies in lines of ten."""
    (part,) = parse_position(text).parts
    found = scene(part)
    cells = [cell for cell in found.cells if cell.kind != "cut"]
    assert {cell.kind for cell in cells} == {kind}
    assert (len({cell.y for cell in cells}), found.row) == (lines, lines == 1)


def test_a_cross_of_treblecross_is_at_its_square():
    """A row of n squares is the heap n + 2; a cross in the third leaves heaps of 2 and n - 3."""
    (part,) = parse_position("treblecross 10").parts
    assert [cell.kind for cell in scene(part).cells] == ["square"] * 8
    moves, ways = part.ruleset.moves(part.state), part.ruleset.touches(part.state)
    squares = [(option, way) for (_, option), way in zip(moves, ways, strict=True)]
    assert [way for option, way in squares if option == (2, 5)] == [(("3",),), (("6",),)]
    assert [way for option, way in squares if option == (7,)] == [(("1",),), (("8",),)]


@pytest.mark.parametrize("squares", [*range(13), 47])
def test_winning_crosses_are_counted_by_their_squares(squares):
    """Each square that wins is a move of its own, by the definition: 11 in a row of 47."""
    values = [0] * 3
    for heap in range(3, squares + 3):
        values.append(mex(values[left] ^ values[heap - 3 - left] for left in range(heap - 2)))
    winning = [str(n + 1) for n in range(squares) if values[n] == values[squares - 1 - n]]
    solved = catalogue["treblecross"][squares + 2].solve()
    names = [move.name.partition(":")[0] for move in solved.winning_moves()]
    assert solved.winning_move_count() == len(winning)
    assert sorted(name.removeprefix("square ") for name in names) == sorted(winning)
