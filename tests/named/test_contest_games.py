"""Games of contests: held against the words of their rules, small and large."""

from __future__ import annotations

import random
from functools import cache

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy import LimitError, Limits, catalogue, mex
from grundy.errors import CodeError, PositionError, RulesetError, UnknownNameError
from grundy.games.values.solver import Solver
from grundy.named.games.dudeney import Dudeney
from grundy.named.games.hackenbush import Picture, RootedTree, hackenbush_value
from grundy.named.games.passes import HeapsAndPasses, NimWithPass
from grundy.named.notation import read, read_game
from grundy.named.on_graphs.trees import Coins

TREE_GAMES = ["tree-coins", "tree-nimble", "tree-staircase"]


# ---- Nim with a pass ------------------------------------------------------------------------


@cache
def with_passes(heaps: tuple[int, ...], passes: int) -> int:
    """Return the value by the words of the rule."""
    options = {
        with_passes(tuple(sorted((*heaps[:place], left, *heaps[place + 1 :]))), passes)
        for place, heap in enumerate(heaps)
        for left in range(heap)
    }
    if passes and any(heaps):
        options.add(with_passes(heaps, passes - 1))
    return int(mex(options))


@settings(deadline=None)
@given(st.lists(st.integers(0, 4), max_size=3), st.integers(0, 4))
def test_a_pass_is_a_move_of_whoever_takes_it(heaps: list[int], passes: int) -> None:
    """Value and winning moves are those of the rule, for any number of heaps and passes."""
    position = NimWithPass()[HeapsAndPasses(tuple(heaps), passes)]

    assert position.value() == with_passes(tuple(sorted(heaps)), passes)
    lost = [move for move in position.moves() if move.option.value() == 0]
    assert position.winning_moves() == lost


def test_many_heaps_with_a_pass_go_on_by_compiled_rules() -> None:
    """The compiled search, which thousands of positions begin, agrees with the rule."""
    game = NimWithPass()
    game.packed_after = 10  # type: ignore[misc]

    assert game.read("9,10,11").value() == with_passes((9, 10, 11), 1)
    assert game.read("2,5,7,8:2").value() == with_passes((2, 5, 7, 8), 2)


def test_one_heap_of_any_size_has_a_pass() -> None:
    """A heap of 200 digits answers at once, with its winning move, in a sum too."""
    heap = 10**200 + 1
    position = NimWithPass()[heap]

    assert position.value() == heap + 1
    assert [move.name for move in position.winning_moves()] == [f"take {heap} from heap 1"]
    assert read(f"nim-with-a-pass {heap} + nim {heap + 1}").value() == 0


@pytest.mark.parametrize(
    ("text", "column"), [("3,4:", 5), ("3,4:x", 5), ("3,4:-1", 5), ("3;4", 2), ("3,4:1:1", 5)]
)
def test_a_wrong_number_of_passes_is_told_by_its_column(text: str, column: int) -> None:
    """What is behind the colon is a number."""
    with pytest.raises(CodeError) as caught:
        NimWithPass().parse(text)

    assert caught.value.column == column


# ---- Dudeney's game -------------------------------------------------------------------------


@settings(deadline=None, max_examples=60)
@given(st.sets(st.integers(1, 8), min_size=1, max_size=5), st.integers(0, 40))
def test_no_number_is_taken_twice_in_a_row(amounts: set[int], heap: int) -> None:
    """The rows in order have the values of the search by the rules."""
    game = Dudeney(amounts)
    search = Solver(game)

    for last in (0, *amounts):
        assert game.valuer.value((heap, last)) == search.value((heap, last))


@pytest.mark.parametrize("amounts", [{1}, {1, 2}, {1, 2, 3}, {2, 3, 7}, 5, 9])
def test_the_period_of_the_rows_is_that_of_the_values(amounts: set[int] | int) -> None:
    """A heap of a hundred digits has the value of the small heap that its period says."""
    game, plain = Dudeney(amounts), Dudeney(amounts)
    plain.valuer._next_look = 10**9  # never looks for a period
    game[10**100].value()
    assert game.valuer._period is not None
    preperiod, period = game.valuer._period

    for heap in range(preperiod, preperiod + 3 * period, max(period // 40, 1)):
        assert plain[heap].value() == game[heap + period * 10**90].value()


def test_a_sum_remembers_each_last_take() -> None:
    """The last take belongs to the heap that it was made in."""
    game = read_game("dudeney(3)")

    assert game.read("1,1 5").value() == game.read("5").value()
    assert [str(move.option) for move in game.read("4,2 1,1").moves()] == ["3,1 + 1,1", "1,3 + 1,1"]


@pytest.mark.parametrize("text", ["dudeney(0)", "dudeney({0,1})", "dudeney(x)", "dudeney({})"])
def test_a_set_of_takes_has_numbers_from_1(text: str) -> None:
    """What is no set of numbers makes no game."""
    with pytest.raises(RulesetError, match="such as dudeney"):
        read_game(text)


def test_a_last_take_is_one_of_the_set() -> None:
    """Nobody can have taken what is not in the set; and a search keeps its limits."""
    with pytest.raises(PositionError, match=r"is one of 1, 2, 3"):
        read("dudeney(3) 9,4")
    with pytest.raises(LimitError):
        Dudeney({1, 999_983})[10**7].value(limits=Limits(positions=10_000))


# ---- Euclid -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["euclid-to-zero", "euclid-differences"])
def test_euclids_variants_follow_their_rules(key: str) -> None:
    """Values and moves to each value, by the formulas and by the rules."""
    game = catalogue[key]
    search = Solver(game)
    least = 0 if key == "euclid-to-zero" else 1
    for x in range(least, 16):
        for y in range(x + least, 16):
            state = game.legal((x, y))
            assert game.value(state) == search.value(state)
            for wanted in range(4):
                found = list(game.options_of_value(state, wanted))
                assert found == [m for m in game.moves(state) if search.value(m[1]) == wanted] or (
                    sorted(found) == sorted(m for m in game.moves(state)
                                            if search.value(m[1]) == wanted)
                )  # fmt: skip


def test_numbers_of_a_thousand_digits_have_a_move() -> None:
    """Neither the value nor the winning move needs a walk through all moves."""
    position = catalogue["euclid-to-zero"][10**400, 10**1000 + 7]

    assert position.value() > 0
    (move,) = position.winning_moves()
    assert move.option.value() == 0


def test_a_long_play_of_differences_ends_by_parity() -> None:
    """Misère play is decided by the same parity, without a search."""
    game = catalogue["euclid-differences"]

    assert [str(game[999_983, 10**6].outcome(play)) for play in ("normal", "misere")] == ["P", "N"]  # type: ignore[arg-type]
    assert [str(game[4, 10].outcome(play)) for play in ("normal", "misere")] == ["N", "P"]  # type: ignore[arg-type]


# ---- trees ------------------------------------------------------------------------------------


@st.composite
def coins(draw: st.DrawFn) -> Coins:
    """Return a few coins on a small tree."""
    parents = tuple(draw(st.integers(0, place)) for place in range(draw(st.integers(0, 6))))
    graph = {"0": [], **{str(n + 1): [str(parent)] for n, parent in enumerate(parents)}}
    names = list(graph)
    placed = draw(st.lists(st.sampled_from(names), max_size=4))
    return catalogue["tree-coins"].legal((graph, placed))


@pytest.mark.parametrize("key", TREE_GAMES)
@settings(deadline=None, max_examples=60)
@given(state=coins())
def test_coins_on_trees_have_the_values_of_the_rules(key: str, state: Coins) -> None:
    """The formula and its moves are those of the search; text is read back."""
    game = catalogue[key]
    search = Solver(game)

    assert game.parse(game.format(state)) == state
    assert game.value(state) == search.value(state)
    for wanted in range(5):
        found = sorted(name for name, _ in game.options_of_value(state, wanted))
        assert found == sorted(n for n, to in game.moves(state) if search.value(to) == wanted)


@pytest.mark.parametrize("key", TREE_GAMES)
def test_a_tree_of_a_many_vertices_answers(key: str) -> None:
    """A deep random tree: the value by a formula that is written out here, and a winning move."""
    chance, count = random.Random(1), 20_000
    parents = [chance.randrange(max(0, n - 5), n) for n in range(1, count)]
    placed = {str(n): chance.randrange(1, 50) for n in range(0, count, 7)}
    position = catalogue[key][([(str(p), str(n)) for n, p in enumerate(parents, 1)]), placed]
    depths, worth = [0], [0] * count
    for parent in parents:
        depths.append(depths[parent] + 1)
    below: list[list[int]] = [[] for _ in range(count)]
    for vertex in range(count - 1, -1, -1):
        some = below[vertex]
        worth[vertex] = mex(some) if key == "tree-coins" else max(some, default=-1) + 1
        if vertex:
            below[parents[vertex - 1]].append(worth[vertex])
    expected = 0
    for name, number in placed.items():
        vertex = int(name)
        if key == "tree-staircase":
            expected ^= number * (depths[vertex] % 2)
        else:
            expected ^= worth[vertex] * (number % 2)

    assert position.value() == expected
    move = next(position.parts[0].ruleset.options_of_value(position.parts[0].state, 0), None)
    assert (move is not None) == bool(expected) or expected == 0


def test_coins_are_given_as_python_has_them() -> None:
    """A networkx graph with names, a mapping, or text; a coin elsewhere is refused by its name."""
    game = catalogue["tree-staircase"]

    assert game[nx.path_graph(3), [1, 2, 2]] == game["path:3", {"1": 1, "2": 2}]
    with pytest.raises(UnknownNameError):
        game[nx.path_graph(3), [7]]
    with pytest.raises(PositionError):
        game[nx.path_graph(3), "1"]


# ---- Green Hackenbush of any size -------------------------------------------------------------


@settings(deadline=None)
@given(st.lists(st.integers(0, 6), max_size=7), st.integers(0, 4))
def test_cuts_of_a_tree_are_found_in_one_walk(parents: list[int], wanted: int) -> None:
    """They are the cuts after which the value is the one that is wanted."""
    edges = [(str(min(parent, n)), str(n + 1)) for n, parent in enumerate(parents)]
    picture = Picture.of(edges, "0")
    expected = [
        place
        for place in range(len(picture.edges))
        if hackenbush_value(picture.cut(place)) == wanted
    ]

    tree = RootedTree(picture)
    cuts = dict(tree.cuts(wanted))
    assert sorted(cuts) == expected
    assert all(tree.without(top) == picture.cut(place) for place, top in cuts.items())


def test_a_tree_of_a_many_edges_is_cut() -> None:
    """The colon principle for any size: value, the winning cut, and the parts of a wide tree."""
    chance = random.Random(2)
    edges = [(str(chance.randrange(max(0, n - 40), n)), str(n)) for n in range(1, 20_001)]
    game = catalogue["green-hackenbush"]
    position = game[edges, "0"]
    winning = position.winning_moves()

    assert position.value() > 0
    assert winning
    assert all(move.option.value() == 0 for move in winning[:3])
    assert position.solve().winning_move_count() == len(winning)
    star = game[[("g", str(n)) for n in range(10_000)], "g"]
    assert sum(1 for _ in game.components(star.parts[0].state)) == 10_000


def test_a_cycle_of_a_many_edges_is_fused() -> None:
    """Fusion for any size: a cycle is its number of edges modulo 2."""
    ring = [(str(n), str((n + 1) % 20_001)) for n in range(20_001)]

    assert catalogue["green-hackenbush"][ring, "0"].value() == 1
