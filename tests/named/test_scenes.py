"""Every named game as plain shapes: what is there, and what a move changes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice, zip_longest

import pytest

import grundy
from grundy import catalogue, mex
from grundy.games.layouts import place
from grundy.games.position import Part
from grundy.games.scenes import Cell, Scene, changed
from grundy.named.notation import parse_position

KEYS = list(catalogue)
WITHOUT_TOUCHES = {"brussels-sprouts", "sprouts"}


def parts(key: str) -> Iterator[Part]:
    """Yield the parts of the positions of two short plays."""
    entry = catalogue.entry(key)
    for seed in range(2):
        position = parse_position(f"{entry.game} {entry.start}")
        chance = random.Random(f"{key}{seed}")
        for _ in range(8):
            yield from position.parts
            options = list(islice(position.options(), 300))
            if not options:
                break
            position = chance.choice(options)


def scene(part: Part) -> Scene:
    """Return the scene of a part, which has one."""
    found = part.ruleset.scene(part.state)
    assert found is not None
    return found


@pytest.mark.parametrize("key", KEYS)
def test_every_game_has_a_scene_with_distinct_names(key: str) -> None:
    """Cells and links have names of their own, and links join cells that are there."""
    for part in parts(key):
        found = scene(part)
        cells = [cell.name for cell in found.cells]
        names = cells + [link.name for link in found.links]
        assert cells
        assert len(names) == len(set(names))
        assert {end for link in found.links for end in (link.source, link.target)} <= set(cells)


@pytest.mark.parametrize("key", KEYS)
def test_no_two_cells_lie_on_each_other(key: str) -> None:
    """Cells that can be meant stand apart, so that each can be tapped."""
    for part in parts(key):
        cells = [cell for cell in scene(part).cells if cell.kind not in ("mark", "cut", "step")]
        for number, cell in enumerate(cells):
            for other in cells[:number]:
                assert max(abs(cell.x - other.x), abs(cell.y - other.y)) > 0.6, (cell, other)


@pytest.mark.parametrize("key", KEYS)
def test_a_move_changes_the_scene(key: str) -> None:
    """What a move leaves looks different."""
    for part in parts(key):
        before = scene(part)
        for _, option in islice(part.ruleset.moves(part.state), 60):
            after = [scene(one) for one in part.ruleset.as_position(option).parts]
            assert after != [before]


@pytest.mark.parametrize("key", KEYS)
def test_each_move_touches_something_that_is_there(key: str) -> None:
    """For each move in order there is a way to show it, and different moves look different."""
    for part in parts(key):
        found = scene(part)
        names = {cell.name for cell in found.cells} | {link.name for link in found.links}
        moves = list(islice(part.ruleset.moves(part.state), 200))
        touches = list(islice(part.ruleset.touches(part.state), 200))
        if key in WITHOUT_TOUCHES:
            continue
        shown: dict[frozenset[tuple[str, ...]], object] = {}
        for move, ways in zip_longest(moves, touches):
            assert ways, move
            assert all(way and set(way) <= names for way in ways), move
            assert shown.setdefault(frozenset(ways), move[1]) == move[1], move


TOUCHED = [
    ("nim 7", "take 3 from 7", {("5", "6", "7")}),
    ("kayles 5", "take 1 from 5", {("1",), ("5",)}),
    ("kayles 5", "take 1 from 5 and split the rest into 1 and 3", {("2",), ("4",)}),
    ("kayles 6", "take 2 from 6 and split the rest into 1 and 3", {("2", "3"), ("4", "5")}),
    ("grundys-game 5", "split 5 into 1 and 4", {("cut after 1",), ("cut after 4",)}),
    ("wythoff 3,4", "take 2 from heap 1", {("1,4", "3,4")}),
    ("chomp 3,3", "bite at 1,1", {("1,1", "1,2")}),
    ("cram 2,2", "domino on a1-b1", {("a1", "b1"), ("b1", "a1")}),
    ("welter 1,3,6", "move the coin at 6 to 2", {("2", "6")}),
    ("turning-turtles 1,3,5", "turn 5 and 2", {("2", "5")}),
    ("chocolate 2,3", "eat column 2", {("1,2", "2,2")}),
    ("node-kayles path:4", "delete 1 with 0, 2", {("1", "0", "2")}),
    ("arc-kayles path:3", "delete 0-1", {("0 – 1", "0", "1")}),
    ("green-hackenbush path:3", "cut 0-1", {("0 – 1", "1 – 2", "1", "2")}),
    ("green-hackenbush a-b,a-c@a", "cut a-b", {("a – b", "b")}),
    ("geography path:3", "walk to 1", {("1", "0")}),
    ("northcott 1,3", "white 1: 1 to 2", {("row 2, column 1", "row 1, column 1")}),
    ("wind-up(7,{1,2,5}) 3", "back 2 to 1", {("1", "3")}),
    ("nim 1e6", "take 1 from 1000000", {("heap",)}),
]


@pytest.mark.parametrize(("text", "name", "expected"), TOUCHED)
def test_what_a_move_touches(text: str, name: str, expected: set[tuple[str, ...]]) -> None:
    """A move is shown by what it takes, and first by the place that stands for it."""
    (part,) = parse_position(text).parts
    pairs = zip(part.ruleset.moves(part.state), part.ruleset.touches(part.state), strict=False)

    assert expected == next(set(ways) for (label, _), ways in islice(pairs, 500) if label == name)


def test_a_token_stands_on_its_digraph() -> None:
    """The scene of a token is its digraph; a move touches where it goes, then where it was."""
    game = grundy.token([("a", "b"), ("a", "c"), ("b", "c")])
    found = game.scene("a")

    assert found is not None
    assert [(cell.name, cell.kind) for cell in found.cells] == [
        ("a", "token"), ("b", "vertex"), ("c", "vertex"),
    ]  # fmt: skip
    assert [(link.source, link.target) for link in found.links] == [
        ("a", "b"), ("a", "c"), ("b", "c"),
    ]  # fmt: skip
    assert list(game.touches("a")) == [(("b", "a"),), (("c", "a"),)]


def test_a_game_without_a_scene_has_none() -> None:
    """A rule that says nothing about its looks has no scene, and its moves touch nothing."""

    @grundy.game
    def countdown(state: int) -> list[int]:
        return [state - take for take in (1, 2) if take <= state]

    assert countdown.scene(5) is None
    assert list(countdown.touches(5)) == [(), ()]


def test_a_game_may_be_given_a_scene() -> None:
    """A rule in Python takes a scene as a hook, and its moves are compared by it."""

    @grundy.game(scene=lambda n: Scene(tuple(Cell(str(k), k, 0, "stone") for k in range(n))))
    def countdown(state: int) -> list[int]:
        return [state - take for take in (1, 2) if take <= state]

    assert list(countdown.touches(5)) == [(("4",),), (("3", "4"),)]


def test_large_states_have_no_scene() -> None:
    """What has no room on a board is left to text."""
    for text in (
        "sticks 500",
        "nimble 1000",
        "chomp 40,40",
        "grim cycle:500",
        "grim complete:60",
        "chocolate 60,60",
    ):
        (part,) = parse_position(text).parts
        assert part.ruleset.scene(part.state) is None, text


def test_a_cell_that_gains_a_piece_stands_first() -> None:
    """Of the cells that a move changes, the one where the piece arrives stands for the move."""
    before = Scene((Cell("x", 0, 0, "coin"), Cell("y", 1, 0, "square")))
    after = Scene((Cell("x", 0, 0, "square"), Cell("y", 1, 0, "coin")))

    assert changed(before, after) == ("y", "x")


def test_neighbours_are_placed_beside_each_other() -> None:
    """In a balanced picture of a star the leaves are as far from the centre as one another."""
    points = place([[1, 2, 3, 4], [0], [0], [0], [0]])
    apart = [
        ((x - points[0][0]) ** 2 + (y - points[0][1]) ** 2) ** 0.5 for x, y in points[1:]
    ]  # fmt: skip

    assert max(apart) - min(apart) < 0.01


def test_a_row_of_pins_is_one_row() -> None:
    """However many there are; a heap that does not fall apart lies in lines of ten."""
    for text, kind, lines, row in (
        ("kayles 24", "pin", 1, True),
        ("dawsons-kayles 24", "pin", 1, True),
        ("officers 24", "stone", 1, True),
        ("nim 24", "stone", 3, False),
        ("lasker 24", "stone", 3, False),
    ):
        (part,) = parse_position(text).parts
        found = scene(part)
        cells = [cell for cell in found.cells if cell.kind != "cut"]
        assert {cell.kind for cell in cells} == {kind}, text
        assert (len({cell.y for cell in cells}), found.row) == (lines, row), text


def test_a_cross_of_treblecross_is_at_its_square() -> None:
    """A row of n squares is the heap n + 2; a cross in the third leaves heaps of 2 and n - 3."""
    (part,) = parse_position("treblecross 10").parts
    assert [cell.kind for cell in scene(part).cells] == ["square"] * 8
    moves, ways = part.ruleset.moves(part.state), part.ruleset.touches(part.state)
    squares = [(option, way) for (_, option), way in zip(moves, ways, strict=True)]

    assert [way for option, way in squares if option == (2, 5)] == [(("3",),), (("6",),)]
    assert [way for option, way in squares if option == (7,)] == [(("1",),), (("8",),)]


@pytest.mark.parametrize("squares", [*range(13), 47])
def test_winning_crosses_are_counted_by_their_squares(squares: int) -> None:
    """Each square that wins is a move of its own, by the definition: 11 in a row of 47."""
    values = [0] * 3
    for heap in range(3, squares + 3):
        values.append(mex(values[left] ^ values[heap - 3 - left] for left in range(heap - 2)))
    heap = squares + 2
    winning = [
        str(square)
        for square in range(1, squares + 1)
        if values[square - 1] == values[heap - 3 - (square - 1)]
    ]
    solved = catalogue["treblecross"][heap].solve()
    names = [move.name for move in solved.winning_moves()]

    assert solved.winning_move_count() == len(names) == len(winning)
    assert sorted(name.partition(":")[0].removeprefix("square ") for name in names) == sorted(
        winning
    )


def test_a_stair_goes_up_to_the_right() -> None:
    """Each step is higher than the one before, with its coins on it."""
    (part,) = parse_position("staircase 1,0,5").parts
    cells = {cell.name: cell for cell in scene(part).cells}
    steps = [cells[f"step {number}"] for number in (1, 2, 3)]

    assert [step.y for step in steps] == [-1, -2, -3]
    assert steps[0].x < steps[1].x < steps[2].x
    assert all(cells[f"step 3 coin {coin}"].y < steps[2].y for coin in range(1, 6))
