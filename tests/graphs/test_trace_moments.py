"""The algorithms line by line: what each moment says is what the steps and the labels say."""

from hypothesis import given
from hypothesis import strategies as st

from grundy.graphs.graph import GameGraph
from grundy.graphs.labelling import label
from grundy.graphs.trace import LabelStep, moments, trace
from grundy.values import LoopyValue

graphs = st.integers(1, 7).flatmap(
    lambda n: st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=14).map(
        lambda arcs: GameGraph.from_arrays(
            [u for u, _ in arcs], [v for _, v in arcs], vertex_count=n
        )
    )
)


@given(graphs, st.booleans())
def test_moments_give_each_vertex_its_label_once(graph, misere):
    """The labels are those of the library, in the order of the counters."""
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
    """A level ends with the vertices that become ∞, and the next begins."""
    graph = GameGraph.from_arrays([0, 1, 1], [1, 0, 2], vertex_count=3, names=["a", "b", "t"])
    report = [(one.line, one.vertex, one.level) for one in moments(graph)]

    assert report == [
        (0, None, 0), (3, 2, 0), (3, 0, 0), (2, None, 0), (6, None, 1), (3, 1, 1), (2, None, 1),
        (7, None, 1),
    ]  # fmt: skip
    assert isinstance(trace(graph)[0], LabelStep)
