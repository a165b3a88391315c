"""The search for one value and compiled rules on words find the values of the plain rules."""

import random
import threading
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy import CycleError, RulesetError, game, search_value
from grundy.games.values import packed as connected
from grundy.games.values import packed as values_module
from grundy.games.values.one_value import Search
from grundy.games.values.packed import Packed, PackedValues, empty_table
from grundy.games.values.questions import NimberQueries
from grundy.games.values.solver import Solver
from grundy.named.games.cram import Board, Cram
from grundy.named.games.deletion import ArcKayles, Grim, NodeKayles
from grundy.named.games.geography import Geography
from grundy.named.shapes import parse_graph
from grundy.named.undirected import Graph
from grundy.runtime.limits import Watch
from grundy.values import LoopyValue
from often import often
from position_strategies import boards
from strategies import digraphs


def walk(followers):
    return game(name="walk")(lambda vertex: followers[vertex])


@given(digraphs(acyclic=True))
def test_the_search_agrees_with_the_solver_on_digraphs(followers):
    rules = walk(followers)
    search = Search(rules)
    for vertex in followers:
        expected = rules[vertex].value()
        assert search.value(vertex) == expected
        assert [search.has_value(vertex, n) for n in range(8)] == [n == expected for n in range(8)]


@given(digraphs())
def test_a_cycle_is_shown_or_does_no_harm(followers):
    """With cycles the search gives the value, or the cycle that it met; search_value the value."""
    rules = walk(followers)
    for vertex in followers:
        expected = rules[vertex].value()
        assert search_value(rules[vertex]) == expected
        try:
            assert Search(rules).value(vertex) == expected
        except CycleError as error:
            path = [int(name) for name in error.cycle]
            assert all(b in followers[a] for a, b in zip(path, path[1:] + path[:1], strict=True))
            continue
        assert not isinstance(expected, LoopyValue)


class CramSearch:
    """The compiled search of Cram by itself: nothing is copied, and nothing searched in Python."""

    def __init__(self):
        self.questions = None

    def value(self, board, **options):
        return self._asking(board).value(self.word, "a board", **options)

    def has_value(self, board, wanted):
        return self._asking(board).has_value(self.word, wanted, "a board")

    def _asking(self, board):
        packed = Cram().packed(board)
        self.word = packed.signed
        if self.questions is None or self.questions.rules.key != packed.key:
            self.questions = NimberQueries(packed)
        return self.questions


@pytest.mark.large
@pytest.mark.parametrize(("rows", "columns"), [(2, 9), (3, 9), (10, 2), (1, 20), (8, 8)])
def test_boards_beyond_eight_by_eight_are_compiled_too(rows, columns):
    """On long boards and wide ones the search agrees with that in Python, with cells taken too."""
    chance = random.Random(rows)
    boards = [Board(rows, columns, chance.getrandbits(rows * columns)) for _ in range(20)]
    if rows * columns <= 20:
        boards.append(Board(rows, columns, (1 << rows * columns) - 1))
    for board in boards:
        thin = board._replace(free=board.free & chance.getrandbits(rows * columns))
        for one in (board, thin):
            if one.free.bit_count() < 20 or rows * columns <= 20:
                assert CramSearch().value(one) == Search(Cram()).value(one)


@settings(max_examples=30)
@given(boards())
def test_the_compiled_search_agrees_with_the_solver(board):
    rules = Cram()
    solver = Solver(rules)
    for piece in rules.components(board):
        search = CramSearch()
        expected = solver.value(piece)
        asked_first = search.has_value(piece, 2)
        assert asked_first == (expected == 2)
        assert search.value(piece) == expected
        assert [search.has_value(piece, n) for n in range(9)] == [n == expected for n in range(9)]


def test_values_met_on_the_way_save_questions():
    """What known options exclude besides the number asked for is kept: 4 × 7 asks less."""
    search = CramSearch()
    assert search.value(Board(4, 7, (1 << 28) - 1)) == 3
    assert search.questions.question_count < 29_000  # else 33,153


@pytest.mark.long
@pytest.mark.parametrize(("rows", "columns", "value"), [
    (4, 9, 1),  # Beling's tables
    (5, 7, 1),  # Lemoine and Viennot, "Nimbers are inevitable", 2012
    (6, 6, 0),  # the second player copies by half a turn
])  # fmt: skip
def test_published_values_of_large_boards(rows, columns, value):
    board = Board(rows, columns, (1 << rows * columns) - 1)
    assert CramSearch().value(board) == value


GAMES = (Grim, NodeKayles, ArcKayles, Geography)


@st.composite
def graphs(draw):
    names = [f"v{number}" for number in range(draw(st.integers(1, 9)))]
    pairs = list(combinations(names, 2))
    return Graph.of(draw(st.lists(st.sampled_from(pairs), max_size=20)) if pairs else [], names)


def watch():
    return Watch(None, "A test", {})


def small_table(rules):
    """Return a hash table that has to grow soon, and so has its stack."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(values_module, "FIRST_SLOTS", 4)
        patch.setattr(values_module, "_FIRST_FRAMES", 1)
        return PackedValues(rules)


@pytest.mark.parametrize("make", GAMES)
@often(12)
@given(graph=graphs())
def test_the_hash_table_has_the_values_of_the_plain_rules(make, graph):
    """The compiled search agrees on the graph and on every option, disconnected ones too."""
    game, plain = make(), make()
    state = game.legal(graph)
    table = None
    for one in [state, *game.options(state)]:
        packed = game.packed(one)
        table = table or small_table(packed)
        assert table.value(packed.signed, watch()) == plain.value(one)


@pytest.mark.parametrize("make", GAMES[:3])
@often(12)
@given(graph=graphs(), small=st.integers(0, 9))
def test_the_table_of_connected_sets_has_the_values_of_the_plain_rules(make, graph, small):
    game, plain = make(), make()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connected, "_SMALL", small)
        for state in [graph, *game.options(graph)]:
            packed = game.packed(state)
            table = connected.ConnectedSets(replace(packed, parts=None, on_graph=True))
            assert table.value(packed.signed, watch()) == plain.value(state)


def halves(word, data, out):
    count = 0
    for place in range(62):
        if word >> place & 1:
            out[count] = word & ~(1 << place)
            out[count + 1] = word & (1 << place) - 1
            count += 2
    return count


def halved(word):
    out = [0] * 124
    return out[: halves(word, None, out)]


@settings(max_examples=40)
@given(st.sets(st.integers(0, 61), max_size=8))
def test_a_users_function_is_compiled(places):
    word = sum(1 << place for place in places)
    rules = Packed(word, halves, most=124)
    assert empty_table(rules).value(rules.signed, watch()) == grundy.game(halved)[word].value()


class Interrupted(Watch):
    def look(self, count, *, plain=True):
        raise KeyboardInterrupt


@pytest.mark.parametrize("make", [PackedValues, connected.ConnectedSets])
def test_an_interrupt_is_heard(make):
    """An exception in the caller's thread, such as Ctrl-C, ends the kernel soon."""
    rules = Grim().packed(parse_graph("grid:5x6").graph)
    table, threads = make(rules), threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        table.value(rules.word, Interrupted(None, "A test", {}))
    assert table.seen < 40_000_000
    assert threading.active_count() == threads


@pytest.mark.parametrize(("word", "most"), [(2**64, 64), (-(2**63) - 1, 64), (0, 0), (0, 10**6)])
def test_what_does_not_fit_is_refused(word, most):
    with pytest.raises(RulesetError, match=r"fit 64 bits|most is from 1"):
        Packed(word, halves, most=most)


def test_a_graph_of_64_vertices_fits():
    graph = parse_graph("star:63").graph
    game = NodeKayles()
    rules = game.packed(graph)
    assert PackedValues(rules).value(rules.signed, watch()) == game.value(graph) == 1
    assert game.packed(parse_graph("star:64").graph) is None
