"""Symmetry: what is found to be lost by it is lost, and each move has its image as an answer."""

from itertools import combinations
from random import Random

import pytest

from grundy import Limits, Outcome, catalogue, read
from grundy.games.symmetry import copying_move, is_symmetric, lost_by_symmetry, symmetry_of

GRAPHS = ("node-kayles", "grim", "arc-kayles")
SIGNS = {"cram": "..#", "clobber": "xxoo.", "cannibal-clobber": "xxx."}


def random_edges(draw):
    """Return a graph, of which every second has an exchange that a few more edges may break."""
    half = draw.randint(1, 4)
    pairs = list(combinations(range(half), 2))
    edges = [(a + n, b + n) for a, b in pairs if draw.random() < 0.5 for n in (0, half)]
    edges += [
        pair for a, b in pairs if draw.random() < 0.3 for pair in ((a, b + half), (b, a + half))
    ]
    more = list(combinations(range(2 * half + 1), 2))
    return edges + draw.sample(more, draw.choice([0, 0, 1, 2]) if len(more) > 2 else 0)


def random_board(draw, signs):
    """Return a board, of which two of three look the same after half a turn, colours apart."""
    rows, columns = draw.randint(1, 4), draw.randint(2, 5)
    cells = [draw.choice(signs) for _ in range(rows * columns)]
    images = draw.choice([{}, {"x": "x"}, {"x": "o", "o": "x"} if "o" in signs else {"x": "x"}])
    for place in range(len(cells) // 2 if images else 0):
        cells[-1 - place] = images.get(cells[place], cells[place])
    lines = ("".join(cells[start : start + columns]) for start in range(0, len(cells), columns))
    return "/".join(lines)


@pytest.mark.parametrize("name", [*GRAPHS, *SIGNS])
def test_what_is_lost_by_symmetry_has_the_value_0(name):
    rules, draw = catalogue.new(name), Random(name)
    found = 0
    for _ in range(250):
        state = rules.legal(
            random_edges(draw) if name in GRAPHS else random_board(draw, SIGNS[name])
        )
        if lost_by_symmetry(rules, state):
            found += 1
            assert rules.value(state) == 0, rules.format(state)
    assert found > 30


@pytest.mark.parametrize("text", [
    "node-kayles grid:4x4", "node-kayles cycle:10", "grim grid:4x4", "grim cube:3",
    "arc-kayles complete-bipartite:4,4", "cram 4,4", "cram .../.#./...", "clobber 2x4",
    "cannibal-clobber 4x2",
])  # fmt: skip
def test_every_move_has_an_image_that_is_an_answer(text):
    name, state = text.split()
    position, draw = catalogue[name].read(state), Random(text)
    assert symmetry_of(position) in ("half turn", "mirror")
    while moves := list(position.moves()):
        assert is_symmetric(position)
        for move in moves:
            answer = copying_move(position, move)
            assert answer in list(move.option.moves())
            assert answer.option.value() == 0
        position = copying_move(position, draw.choice(moves)).option
    assert symmetry_of(position) == ""


@pytest.mark.parametrize(("text", "lost"), [
    ("node-kayles grid:30x30", True), ("node-kayles cycle:300", True),
    ("grim cycle:301", False), ("node-kayles path:2", False), ("arc-kayles path:4", False),
    ("node-kayles vertex:a", False), ("grim vertex:a", True), ("cram 26x26", True),
    ("cram 26x25", False), ("kayles 7", False),
])  # fmt: skip
def test_large_graphs_and_those_whose_moves_are_in_the_way(text, lost):
    name, state = text.split()
    assert lost_by_symmetry(catalogue[name], catalogue[name].parse(state)) is lost


def test_equal_components_are_copied_beside_symmetric_ones():
    kayles, cram = catalogue["kayles"], catalogue["cram"]
    position = kayles[5] + cram.read("2,2") + kayles[5]
    assert symmetry_of(position) == "mirror"
    assert symmetry_of(kayles[5] + kayles[5]) == "pairs"
    assert not is_symmetric(position + kayles[3])
    assert {copying_move(position, move).option.value() for move in position.moves()} == {0}


def test_the_image_of_a_move_is_found_among_many():
    """Of 480 dominoes the last one upright answers the first."""
    position = read("cram 16x16")
    first = next(move for move in position.moves() if move.name == "domino on a1-a2")
    assert copying_move(position, first).name == "domino on p15-p16"


@pytest.mark.parametrize("text", [
    "node-kayles king:9", "node-kayles queens:9", "node-kayles grid:9x9", "grim grid:7x7",
    "cram 26x25",
])  # fmt: skip
def test_a_board_is_won_by_its_middle_without_a_search(text):
    few = Limits(positions=100)
    position = read(text)
    assert position.outcome(limits=few) is Outcome.N
    move = position.best_move(limits=few)
    assert move is not None
    assert move.option.outcome(limits=few) is Outcome.P
