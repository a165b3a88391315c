"""The games of the catalogue that number their states: check, and tables beside the search."""

import random

import pytest

import grundy
from grundy import LoopyValue, PositionError, label, tabulate, token, token_product
from grundy.games.coordinates import Coordinates
from grundy.games.states import reach
from grundy.runtime.limits import Watch

_LOOP = {"a": ["b", "d"], "b": ["a", "t"], "d": ["t", "e"], "e": ["d", "a", "e"], "t": []}
_DRAW = {"x": ["y"], "y": ["x", "z"], "z": ["w"], "w": []}
_PATH = "a-b,b-c,c-d,d-e,e-f,b-e,vertex:g"

NUMBERED = [
    ("cram", "3x4"), ("grim", _PATH), ("node-kayles", _PATH), ("arc-kayles", _PATH),
    ("geography", _PATH + "@b"), ("sticks", "9"), ("dawsons-chess-row", "9"),
    ("cannibal-clobber", "3x4"), ("chomp", "4,4,4"), ("wythoff", "8,12"), ("moore(2)", "3,3,4"),
    ("moore(1)", "2,3,4"), ("fibonacci-nim", "21"),
    ("northcott", "1,3 1,4 rows:4"),
]  # fmt: skip
"""Games of the catalogue, and a small state of which a whole table is made."""
SLOW = ("arc-kayles", "cannibal-clobber", "dawsons-chess-row", "moore(1)", "node-kayles")

ELSEWHERE = [
    ("cram", "3x4", "4x3"), ("grim", _PATH, "a-b,b-c,c-a"), ("geography", _PATH + "@b", "x-y@x"),
    ("sticks", "9", "8"), ("dawsons-chess-row", "9", "8"), ("cannibal-clobber", "3x4", "4x3"),
    ("chomp", "4,4,4", "5"), ("wythoff", "8,12", "9,0"), ("moore(2)", "3,3,4", "1,2"),
    ("fibonacci-nim", "21", "22"),
    ("northcott", "1,3 1,4 rows:4", "1,3 1,4 rows:5"),
]  # fmt: skip

VECTORS = [
    Coordinates([(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)], text="three"),
    Coordinates([(2, 0), (0, 1)], [(1, 2), (2, 1), (9, 0)], text="knight"),
    Coordinates(steps=[(1,), (3,), (4,)], text="one"),
]


@pytest.mark.parametrize(("name", "start"), [
    pytest.param(*one, marks=[pytest.mark.long] * (one[0] in SLOW)) for one in NUMBERED
])  # fmt: skip
def test_a_table_has_the_values_of_the_game(tmp_path, name, start):
    game = grundy.read_game(name)
    assert "indexed" in grundy.check(game, game.read(start), positions=40).checked
    _check_all_values(game, tabulate(game, start, path=tmp_path))


@pytest.mark.parametrize("game", VECTORS, ids=str)
def test_tables_of_vectors_have_one_two_or_three_axes(tmp_path, game):
    start = (5, 6, 4)[: game.dimension]
    grundy.check(game, start, positions=40)
    _check_all_values(game, tabulate(game, game[start], path=tmp_path))


@pytest.mark.parametrize(("name", "start", "other"), ELSEWHERE)
def test_a_state_of_another_board_is_refused(name, start, other):
    game = grundy.read_game(name)
    (here,), (there,) = game.read(start).parts, game.read(other).parts
    with pytest.raises(PositionError):
        game.indexed(here.state).number_of(there.state)


@pytest.mark.parametrize(("name", "start"), [
    ("cram", "8x8"), ("grim", "grid:8,8"), ("geography", "path:60"), ("sticks", "63"),
    ("chomp", "40x40"), ("wythoff", "8000000000,9000000000"), ("wythoff", "20000,20000"),
    ("moore(3)", "40,40,40"), ("fibonacci-nim", "40000"),
    ("northcott", "1,3 1,3 1,3 1,3 rows:1000000"),
])  # fmt: skip
def test_what_is_too_large_has_no_numbers(name, start):
    game = grundy.read_game(name)
    (part,) = game.read(start).parts
    assert game.indexed(part.state) is None


def test_a_product_of_tokens_is_their_loopy_sum(tmp_path):
    game = token_product(_LOOP, _DRAW)
    table = tabulate(game, game["a", "x"], path=tmp_path, remoteness=True)
    one, other = token(_LOOP), token(_DRAW)
    grundy.check(game, game["a", "x"], positions=60)
    assert table.count() == 20
    for a in _LOOP:
        for x in _DRAW:
            assert table.value((a, x)) == (one[a] + other[x]).value(), (a, x)
    assert any(isinstance(table.value((a, x)), LoopyValue) for a in _LOOP for x in _DRAW)
    table.verify()


@pytest.mark.parametrize("graphs", [(_LOOP, _LOOP), (_LOOP, _DRAW, _DRAW)], ids=["two", "three"])
def test_won_plays_end_by_the_best_move(tmp_path, graphs):
    game = token_product(*graphs)
    table = tabulate(game, tuple(next(iter(graph)) for graph in graphs), path=tmp_path)
    chance = random.Random(3)
    begun = 0
    for number in range(table.plan.count):
        position = table.game[table.rules.indexed.state_at(number)]
        if str(position.outcome()) == "N":
            begun += 1
            _play_to_the_end(position, chance)
    assert begun > 3


@pytest.mark.parametrize("state", [("a",), ("a", "x", "x"), "a"])
def test_a_product_has_a_vertex_of_each_digraph(state):
    with pytest.raises(PositionError, match="each of 2 digraphs"):
        token_product(_LOOP, _DRAW)[state]


def _check_all_values(game, table):
    """Compare a table with the labels of all its states by the plain options."""
    indexed = table.rules.indexed
    numbers = [n for n in range(table.plan.count) if table.entries_of([n])[0] != -2]
    states = [indexed.state_at(number) for number in numbers]
    graph = reach(states, game.options, Watch(None, "all states", {}))
    labelling = label(graph)
    assert len(numbers) == table.count() == len(set(states)) > 5
    for number, state in zip(numbers, states, strict=True):
        assert indexed.number_of(state) == number
        assert game.legal(state) == state
        assert table.entries.value(number) == labelling[state], state
    table.verify()


def _play_to_the_end(position, chance):
    for _ in range(200):
        position = position.best_move().option
        replies = list(position.options())
        if not replies:
            return
        position = chance.choice(replies)
    pytest.fail("a won play does not end")
