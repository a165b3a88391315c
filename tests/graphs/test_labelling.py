"""Labels of digraphs: published ones, the definition, the proof, real play, and line by line."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import graph_reference as reference
import grundy
from grundy.graphs.graph import GameGraph
from grundy.graphs.labelling import label
from grundy.graphs.trace import LabelStep, moments, trace
from grundy.values import LoopyValue, Outcome
from often import often
from strategies import digraphs

PLAYS = ("normal", "misere")
ANY_GRAPH_ENGINES = ("auto", "plain", "levels", "wide")

INFINITE = LoopyValue()


@pytest.mark.parametrize(("source", "edges", "expected"), [
    ("Lorusso, Mottinelli 2008, section 2.1", "ab ac cb cd de",
     {"a": 1, "b": 0, "c": 2, "d": 1, "e": 0}),
    ("Lorusso, Mottinelli 2008, case A, as docs/theory.md 2.2 restores it", "ab bc ca cd de",
     {"a": INFINITE, "b": INFINITE, "c": LoopyValue({1}), "d": 1, "e": 0}),
    ("Lorusso, Mottinelli 2008, case B, as docs/theory.md 2.2 restores it", "ac cb ba cd de ef",
     {"a": 0, "b": 1, "c": 2, "d": 0, "e": 1, "f": 0}),
    ("Smith 1966, t, a and b", "ab ba bt", {"a": 0, "b": 1, "t": 0}),
    ("Smith 1966, a cycle of two", "ab ba", {"a": INFINITE, "b": INFINITE}),
    ("a loop alone", "aa", {"a": INFINITE}),
])  # fmt: skip
def test_published_labels(source, edges, expected):
    labelling = grundy.label([tuple(edge) for edge in edges.split()])
    assert expected == dict(labelling), source


@often(75)
@given(digraphs())
def test_every_engine_agrees_with_the_definition(followers):
    for play in PLAYS:
        misere = play == "misere"
        values = reference.values(followers, misere=misere)
        outcomes = reference.outcomes(followers, misere=misere)
        remoteness = reference.remoteness(followers, misere=misere)
        for engine in ANY_GRAPH_ENGINES:
            labelling = grundy.label(followers, play=play, engine=engine)
            labelling.verify()
            assert values == dict(labelling), (engine, play)
            assert outcomes == {u: labelling.outcome(u) for u in followers}
            assert remoteness == {u: labelling.remoteness(u) for u in followers}


@settings(max_examples=75)
@given(digraphs(acyclic=True))
def test_engines_for_acyclic_graphs_agree_with_the_definition(followers):
    """Peeling alone, and the sweep of a graph in order, give the ordinary Grundy values."""
    expected = reference.values(followers)
    numbered = sorted(followers, key=lambda u: _height(followers, u))
    place = {u: number for number, u in enumerate(numbered)}
    sources = [place[u] for u in followers for _ in followers[u]]
    targets = [place[v] for u in followers for v in followers[u]]
    ordered = GameGraph.from_arrays(
        np.array(sources, np.int64), np.array(targets, np.int64), vertex_count=len(followers)
    )
    assert dict(grundy.label(followers, engine="peel")) == expected
    for play in PLAYS if sources else ():
        values = reference.values(followers, misere=play == "misere")
        for engine in ("sweep", "plain"):
            swept = grundy.label(ordered, engine=engine, play=play)
            swept.verify()
            assert [values[u] for u in numbered] == list(swept.values())


@settings(max_examples=75)
@given(digraphs(most=5))
def test_values_are_what_play_with_nim_heaps_says(followers):
    """γ(u) = n exactly when u + *n is a P-position, and K holds the heaps that make u win."""
    assert reference.values_by_play(followers) == dict(grundy.label(followers))


@settings(max_examples=75)
@given(digraphs(most=8), st.sampled_from(PLAYS))
def test_best_move_wins_against_every_line_of_replies(followers, play):
    """From a won vertex best_move ends the game as promised, whatever the other player does."""
    labelling = grundy.label(followers, play=play)
    last_mover_wins = play == "normal"

    def wins(vertex, mine, on_path):
        if (vertex, mine) in on_path:
            return False  # the opponent could go round for ever
        if not followers[vertex]:
            return mine != last_mover_wins
        here = on_path | {(vertex, mine)}
        if mine:
            move = labelling.best_move(vertex)
            assert move in followers[vertex]
            return wins(move, False, here)
        return all(wins(reply, True, here) for reply in set(followers[vertex]))

    for vertex in followers:
        outcome = labelling.outcome(vertex)
        if outcome is Outcome.N:
            assert wins(vertex, True, frozenset())
        elif outcome is Outcome.P:
            assert wins(vertex, False, frozenset())
        else:
            assert labelling.outcome(labelling.best_move(vertex)) is Outcome.D


@pytest.mark.parametrize("play", PLAYS)
def test_graphs_too_large_for_the_plain_path(play):
    """Above the size where kernels take over, the answers stay those of the small engine."""
    graph = grundy.random_graph(20_000, model="gnp", mean_out_degree=3, seed=5)
    labelling = grundy.label(graph, play=play)
    plain = grundy.label(graph, play=play, engine="plain")
    assert labelling.engine == "levels"
    labelling.verify()
    assert np.array_equal(labelling.value_array, plain.value_array)
    assert np.array_equal(labelling.outcome_array == 1, plain.value_array == 0)


def test_acyclic_shows_the_cycle():
    with pytest.raises(grundy.CycleError, match="b → c → b is a cycle") as caught:
        grundy.label([("a", "b"), ("b", "c"), ("c", "b")], acyclic=True)
    assert caught.value.cycle == ("b", "c")
    assert grundy.label([("a", "b")], acyclic=True)["a"] == 1


def _height(followers, vertex):
    return 1 + max((_height(followers, v) for v in followers[vertex]), default=-1)


graphs = st.integers(1, 7).flatmap(
    lambda n: st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=14).map(
        lambda arcs: GameGraph.from_arrays(
            [u for u, _ in arcs], [v for _, v in arcs], vertex_count=n
        )
    )
)


@given(graphs, st.booleans())
def test_moments_give_each_vertex_its_label_once(graph, misere):
    labelling = label(graph, play="misere" if misere else "normal")
    given_ = [moment for moment in moments(graph, misere=misere) if moment.labelled]
    assert sorted(moment.vertex for moment in given_) == list(range(graph.vertex_count))
    for moment in given_:
        value = labelling.value_at(moment.vertex)
        assert moment.label == (None if isinstance(value, LoopyValue) else value)
    counters = [moment.counter for moment in given_ if moment.counter is not None]
    assert counters == list(range(len(counters)))


def test_the_queue_is_that_of_the_paper():
    """The paper's example: b and e first, then d, c and a, each when its followers are done."""
    names = "abcde"
    arcs = [("a", "b"), ("a", "c"), ("c", "b"), ("c", "d"), ("d", "e")]
    graph = GameGraph.from_arrays(
        [names.index(u) for u, _ in arcs], [names.index(v) for _, v in arcs],
        vertex_count=5, names=list(names),
    )  # fmt: skip
    queues = ["".join(names[v] for v in one.queue) for one in moments(graph) if one.whole]
    assert queues == ["be", "e", "d", "c", "a", ""]  # Lorusso and Mottinelli, section 2.1


def test_levels_are_shown():
    graph = GameGraph.from_arrays([0, 1, 1], [1, 0, 2], vertex_count=3, names=["a", "b", "t"])
    report = [(one.line, one.vertex, one.level) for one in moments(graph)]
    assert report == [
        (0, None, 0), (3, 2, 0), (3, 0, 0), (2, None, 0), (6, None, 1), (3, 1, 1), (2, None, 1),
        (7, None, 1),
    ]  # fmt: skip
    assert isinstance(trace(graph)[0], LabelStep)
