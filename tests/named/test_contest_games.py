"""Games of contests: held against the words of their rules, small and large."""

from functools import cache

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy import catalogue, mex
from grundy.errors import PositionError, UnknownNameError
from grundy.games.values.solver import Solver
from grundy.named.games.dudeney import Dudeney
from grundy.named.games.hackenbush import Picture, RootedTree, hackenbush_value
from grundy.named.games.passes import HeapsAndPasses, NimWithPass

TREE_GAMES = ["tree-coins", "tree-nimble", "tree-staircase"]


@cache
def with_passes(heaps, passes):
    """Return the value by the words of the rule."""
    options = {
        with_passes(tuple(sorted((*heaps[:place], left, *heaps[place + 1 :]))), passes)
        for place, heap in enumerate(heaps)
        for left in range(heap)
    }
    if passes and any(heaps):
        options.add(with_passes(heaps, passes - 1))
    return int(mex(options))


@given(st.lists(st.integers(0, 4), max_size=3), st.integers(0, 4))
def test_a_pass_is_a_move_of_whoever_takes_it(heaps, passes):
    """Value and winning moves are those of the rule, for any number of heaps and passes."""
    position = NimWithPass()[HeapsAndPasses(tuple(heaps), passes)]

    assert position.value() == with_passes(tuple(sorted(heaps)), passes)
    lost = [move for move in position.moves() if move.option.value() == 0]
    assert position.winning_moves() == lost


def test_many_heaps_with_a_pass_go_on_by_compiled_rules():
    """The compiled search, which thousands of positions begin, agrees with the rule."""
    game = NimWithPass()
    game.packed_after = 10

    assert game.read("9,10,11").value() == with_passes((9, 10, 11), 1)
    assert game.read("2,5,7,8:2").value() == with_passes((2, 5, 7, 8), 2)


@settings(max_examples=60)
@given(st.sets(st.integers(1, 8), min_size=1, max_size=5), st.integers(0, 40))
def test_no_number_is_taken_twice_in_a_row(amounts, heap):
    """The rows in order have the values of the search by the rules."""
    game = Dudeney(amounts)
    search = Solver(game)

    for last in (0, *amounts):
        assert game.valuer.value((heap, last)) == search.value((heap, last))


@pytest.mark.parametrize("amounts", [{1}, {1, 2}, {1, 2, 3}, {2, 3, 7}, 5, 9])
def test_the_period_of_the_rows_is_that_of_the_values(amounts):
    """A heap of a hundred digits has the value of the small heap that its period says."""
    game, plain = Dudeney(amounts), Dudeney(amounts)
    plain.valuer._next_look = 10**9  # never looks for a period
    game[10**100].value()
    assert game.valuer._period is not None
    preperiod, period = game.valuer._period

    for heap in range(preperiod, preperiod + 3 * period, max(period // 40, 1)):
        assert plain[heap].value() == game[heap + period * 10**90].value()


@pytest.mark.parametrize(("key", "least"), [("euclid-to-zero", 0), ("euclid-differences", 1)])
def test_euclids_variants_follow_their_rules(key, least):
    """Values and moves to each value, by the formulas and by the rules."""
    game = catalogue[key]
    search = Solver(game)
    for x in range(least, 16):
        for y in range(x + least, 16):
            state = game.legal((x, y))
            assert game.value(state) == search.value(state)
            for wanted in range(4):
                expected = [move for move in game.moves(state) if search.value(move[1]) == wanted]
                assert sorted(game.options_of_value(state, wanted)) == sorted(expected)


@st.composite
def coins(draw):
    parents = tuple(draw(st.integers(0, place)) for place in range(draw(st.integers(0, 6))))
    graph = {"0": [], **{str(n + 1): [str(parent)] for n, parent in enumerate(parents)}}
    names = list(graph)
    placed = draw(st.lists(st.sampled_from(names), max_size=4))
    return catalogue["tree-coins"].legal((graph, placed))


@pytest.mark.parametrize("key", TREE_GAMES)
@settings(max_examples=60)
@given(state=coins())
def test_coins_on_trees_have_the_values_of_the_rules(key, state):
    """The formula and its moves are those of the search; text is read back."""
    game = catalogue[key]
    search = Solver(game)

    assert game.parse(game.format(state)) == state
    assert game.value(state) == search.value(state)
    for wanted in range(5):
        found = sorted(name for name, _ in game.options_of_value(state, wanted))
        assert found == sorted(n for n, to in game.moves(state) if search.value(to) == wanted)


def test_coins_are_given_as_python_has_them():
    """A networkx graph with names, a mapping, or text; a coin elsewhere is refused by its name."""
    game = catalogue["tree-staircase"]

    assert game[nx.path_graph(3), [1, 2, 2]] == game["path:3", {"1": 1, "2": 2}]
    with pytest.raises(UnknownNameError):
        game[nx.path_graph(3), [7]]
    with pytest.raises(PositionError):
        game[nx.path_graph(3), "1"]


@given(st.lists(st.integers(0, 6), max_size=7), st.integers(0, 4))
def test_cuts_of_a_tree_are_found_in_one_walk(parents, wanted):
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
