"""Who wins by a theorem, and games of contests: against the definition, small and large."""

from collections import Counter
from functools import cache, reduce
from itertools import chain, combinations, islice, product
from operator import xor
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy import LimitError, Limits, catalogue, label, mex, state_graph
from grundy.cli.game import read_position
from grundy.errors import PositionError, UnknownNameError
from grundy.games.values.solver import Solver
from grundy.named.games.hackenbush import Picture, RootedTree, hackenbush_value
from grundy.named.games.passes import Dudeney, HeapsAndPasses, NimWithPass
from grundy.values import Outcome

SMALL = {
    "totative": lambda: range(300), "to-divisor": lambda: range(300),
    "wythoff": lambda: product(range(40), repeat=2),
    "moore(2)": lambda: (
        heaps for most, count in [(30, 2), (7, 3), (4, 4), (2, 6)]
        for heaps in product(range(most), repeat=count)
    ),
    "moore(3)": lambda: (
        heaps for most, count in [(6, 3), (4, 4), (2, 8)]
        for heaps in product(range(most), repeat=count)
    ),
    "fibonacci-nim": lambda: product(range(70), range(70)),
    "nim-with-a-pass": lambda: (
        HeapsAndPasses(heaps, passes)
        for passes in range(4) for heaps in ((), *product(range(14), repeat=2), (0, 3, 0, 4), (9,))
    ),
    "chocolate": lambda: product(range(1, 12), repeat=2),
    "chomp": lambda: (
        rows for rows in product(range(7), repeat=5)
        if rows[0] and sorted(rows, reverse=True) == list(rows)
    ),
    "geography": lambda: map(random_walk, range(1_500)),
    "cram": lambda: (*product(range(1, 5), repeat=2), *product((1, 2), range(5, 10))),
}  # fmt: skip


def random_walk(seed):
    """Return edges of a random graph; the walk begins at its first vertex."""
    draw = Random(seed)
    pairs = list(combinations(range(draw.randint(2, 8)), 2))
    return draw.sample(pairs, draw.randint(1, len(pairs)))


def normal_play(game):
    """Return the definition: a state is lost when its value, the mex of its options', is 0."""

    @cache
    def value(state):
        met = set(map(sum_of, game.options(state)))
        return next(n for n in range(len(met) + 1) if n not in met)

    def sum_of(option):
        return reduce(xor, (value(part.state) for part in game.as_position(option).parts), 0)

    return lambda option: sum_of(option) == 0


def misere_play(game):
    """Return the definition: a state is lost when it has an option, and none that is lost."""

    @cache
    def is_lost(state):
        options = list(game.options(state))
        return bool(options) and not any(map(is_lost, options))

    return is_lost


def games():
    texts = [entry.game for family in catalogue.families().values() for entry in family]
    return [catalogue.new(text) for text in texts]


def test_all_theorems_are_tested():
    assert {game.text for game in games() if game.theorem} | {"moore(3)"} == set(SMALL)
    assert {game.text for game in games() if game.misere_theorem} <= set(MISERE)


@pytest.mark.parametrize("text", SMALL)
def test_a_theorem_agrees_with_the_definition(text):
    game = catalogue.new(text)
    theorem, is_lost = game.theorem, normal_play(game)
    said = 0
    for state in map(game.legal, SMALL[text]()):
        lost = theorem.lost(state)
        if lost is None:
            continue
        said += 1
        assert lost == is_lost(state), game.format(state)
        moves = iter(()) if lost else theorem.moves(state)
        if moves is not None:
            wins = Counter((name, option) for name, option in game.moves(state) if is_lost(option))
            assert Counter(moves) == wins, game.format(state)
    assert said > 10


HUGE = {
    "totative": [10**50 + 1, 3**400],
    "to-divisor": [10**50],
    "wythoff": [(10**50, 3 * 10**50), (10**200, 10**200), (10**4000, 7)],
    "moore(2)": [(10**50, 10**49, 7, 10**50 + 3), (1,) * 50, (3**100,)],
    "moore(3)": [(10**4000, 10**4000 - 1, 3, 10**50, 10**20)],
    "fibonacci-nim": [(10**50,), (10**200 + 7, 10**60), (10**4000,)],
    "nim-with-a-pass": [(10**50, 10**60), HeapsAndPasses((0, 10**4000), 2)],
    "chomp": [(10**50, 10**50), (10**50, 7), (10**50, 1, 1)],
}


@pytest.mark.parametrize("text", HUGE)
def test_a_theorem_answers_for_numbers_of_any_size(text):
    game = catalogue.new(text)
    for state in map(game.legal, HUGE[text]):
        assert game.theorem.lost(state) is False
        found = list(islice(game.theorem.moves(state), 20))
        assert found
        assert len({name for name, _ in found}) == len(found)
        for _, option in found:
            states = [part.state for part in game.as_position(option).parts]
            assert all(map(game.theorem.lost, states)), "leaves what the other player wins"


@pytest.mark.parametrize("heap", [10**50, 10**50 + 151])
@pytest.mark.parametrize("text", ["totative", "to-divisor"])
def test_a_heap_is_decided_where_its_value_is_out_of_reach(text, heap):
    position = catalogue.new(text)[heap]
    lost = text == "totative" and heap % 2 == 0
    assert position.outcome() is (Outcome.P if lost else Outcome.N)
    assert bool(next(position.each_winning_move(), None)) is not lost
    if not lost:
        assert position.best_move().option.outcome() is Outcome.P
    if text == "to-divisor" or lost:
        assert position.winning_move_count() == (not lost)
    else:
        with pytest.raises(LimitError, match="within 1,000 positions"):
            position.winning_move_count(limits=Limits(1_000))


MISERE = {text: SMALL[text] for text in
          ("wythoff", "moore(2)", "moore(3)", "fibonacci-nim", "nim-with-a-pass", "chomp")} | {
    "euclid": lambda: product(range(1, 90), repeat=2),
    "euclid-to-zero": lambda: product(range(60), repeat=2),
    "nimble": lambda: product(range(5), repeat=4), "staircase": lambda: product(range(4), repeat=4),
    "silver-dollar": lambda: subsets(range(10)), "welter": lambda: subsets(range(10)),
    "turning-turtles": lambda: subsets(range(1, 10)), "mock-turtles": lambda: subsets(range(9)),
    "ruler": lambda: subsets(range(1, 11)),
    "turning-corners": lambda: (*subsets([(n, 1) for n in range(8)]), [(1, 2), (1, 5)], [(2, 2)]),
    "tree-nimble": lambda: coins_on_a_tree(), "tree-staircase": lambda: coins_on_a_tree(),
    "tree-coins": lambda: (*map(random_coins, range(400)), BOTH_VALUES_BESIDE_A_LEAF),
}  # fmt: skip


BOTH_VALUES_BESIDE_A_LEAF = "r-a,r-b-c-d,c-e-f,r-g-h-i-j,i-k-l@r:2"


def subsets(places):
    return chain.from_iterable(combinations(places, count) for count in range(len(places) + 1))


def coins_on_a_tree():
    tree = "a-b,a-c,b-d@a:{},b:{},c:{},d:{}"
    return (tree.format(*counts) for counts in product(range(4), repeat=4))


def random_coins(seed):
    """Return some coins on a tree, often a high one."""
    draw = Random(seed)
    size = draw.randint(2, 13)
    edges = [(str(draw.randrange(max(n - 3, 0), n)), str(n)) for n in range(1, size)]
    return edges, draw.choices(range(size), k=draw.randint(1, 3))


@pytest.mark.parametrize("text", MISERE)
def test_a_rule_of_misere_play_agrees_with_the_definition(text):
    game = catalogue.new(text)
    is_lost, said = misere_play(game), 0
    for state in map(game.legal, MISERE[text]()):
        known, lost = game.answers((state,), "misere"), game.misere_theorem.lost(state)
        said += lost is not None
        assert lost in (None, is_lost(state)), game.format(state)
        assert (known is None) == (lost is None or game.misere_theorem.moves(state) is None)
        if known is not None:
            assert (known.outcome is Outcome.P) == lost
            wins = Counter((name, option) for name, option in game.moves(state) if is_lost(option))
            assert Counter(known.moves(0)) == wins, game.format(state)
    assert said > 100


@pytest.mark.parametrize(("text", "more"), [
    ("nimble 2,2", "nimble 2"), ("silver-dollar 0,3,4", "silver-dollar 2,4"),
    ("staircase 0,2", "staircase 1,1,1"), ("tree-staircase a-b,b-c@b,c", "tree-staircase a-b@b:2"),
    ("welter 0,3", "welter 1,2,4"), ("welter 1,2", "welter 1,5"), ("ruler 1,3", "ruler 2,4,5"),
    ("mock-turtles 0,1", "mock-turtles 2,3"), ("turning-turtles 2,3", "turning-turtles 1,4"),
    ("tree-coins a-b,a-c-d@a,c", "tree-coins a-b,b-c@a,b"), ("nimble 2,2", "welter 1,3"),
    ("turning-corners 1,2:1,3", "mock-turtles 0,1"), ("nim 3 1", "ruler 1,3"),
])  # fmt: skip
def test_sums_are_lost_as_two_values_exchanged_say(text, more):
    both = read_position(f"{text} + {more}".split())
    assert "proved rule" in both.solve("misere").because.short
    wins = both.winning_moves("misere")
    for move in both.moves():
        searched = label(state_graph(move.option), play="misere").outcome_at(0)
        assert (move in wins) == (searched is Outcome.P)


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
    position = NimWithPass()[HeapsAndPasses(tuple(heaps), passes)]
    assert position.value() == with_passes(tuple(sorted(heaps)), passes)
    lost = [move for move in position.moves() if move.option.value() == 0]
    assert position.winning_moves() == lost


def test_many_heaps_with_a_pass_go_on_by_compiled_rules():
    game = NimWithPass()
    game.packed_after = 10
    assert game.read("9,10,11").value() == with_passes((9, 10, 11), 1)
    assert game.read("2,5,7,8:2").value() == with_passes((2, 5, 7, 8), 2)


@settings(max_examples=30)
@given(st.sets(st.integers(1, 8), min_size=1, max_size=5), st.integers(0, 40))
def test_no_number_is_taken_twice_in_a_row(amounts, heap):
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


@pytest.mark.parametrize("key", ["tree-coins", "tree-nimble", "tree-staircase"])
def test_coins_on_trees_have_the_values_of_the_rules(key):
    game = catalogue[key]
    search = Solver(game)
    for state in map(game.legal, map(random_coins, range(100))):
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
