"""Random digraphs: the models, their degrees, and what they refuse."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy.graphs.random import MODELS, check_parameters, draw_graph, random_graph

# model, parameters at n vertices
DENSITIES = [
    ("gnp-dag", {"arc_probability": 0.3}),
    ("gnp-dag", {"mean_out_degree": 2}),
    ("gnp", {"arc_probability": 0.3}),
    ("gnp", {"mean_out_degree": 2}),
    ("pairs-dag", {"pairs": 40}),
    ("pairs", {"pairs": 40}),
]


def arcs_of(graph):
    sources, targets = graph.arcs()
    return list(zip(sources.tolist(), targets.tolist(), strict=True))


@pytest.mark.parametrize(("model", "density"), DENSITIES)
@given(n=st.integers(1, 30), seed=st.integers(0, 2**40))
@settings(max_examples=25)
def test_a_random_graph_is_simple_sorted_and_repeats(model, density, n, seed):
    """No loops, no parallel arcs, rows in rising order, ends in range, and the seed decides."""
    graph = random_graph(n, model, **density, seed=seed)
    arcs = arcs_of(graph)

    assert graph.vertex_count == n
    assert arcs == sorted(set(arcs))
    assert all(0 <= i < n and 0 <= j < n and i != j for i, j in arcs)
    assert arcs == arcs_of(random_graph(n, model, **density, seed=seed))
    if MODELS[model].acyclic:
        assert graph.descending
        assert all(i > j for i, j in arcs)
    else:
        assert not graph.descending


@pytest.mark.parametrize(("model", "density", "chance"), [
    ("gnp-dag", {"arc_probability": 0.4}, 0.4),
    ("gnp", {"arc_probability": 0.4}, 0.4),
    ("gnp-dag", {"arc_probability": 0.02}, 0.02),  # gaps longer than all the pairs
    ("gnp-dag", {"mean_out_degree": 0.6}, 0.3),  # 3 arcs of 10 that there can be
    ("gnp", {"mean_out_degree": 2}, 0.5),
    ("pairs-dag", {"pairs": 9}, 1 - (23 / 25) ** 9),  # in one draw of two ends, of 25
    ("pairs", {"pairs": 9}, 1 - (24 / 25) ** 9),
])  # fmt: skip
def test_every_pair_has_the_same_chance(model, density, chance):
    """Over 2000 graphs of 5 vertices each possible arc comes as often as any other."""
    rng = np.random.default_rng(5)
    recipe = check_parameters(5, model, **density)
    seen = Counter(arc for _ in range(2000) for arc in arcs_of(draw_graph(recipe, rng)))

    assert len(seen) == (10 if MODELS[model].acyclic else 20)
    for count in seen.values():
        assert abs(count - 2000 * chance) <= 4.5 * math.sqrt(2000 * chance * (1 - chance))


@pytest.mark.parametrize(("n", "model", "density", "arcs"), [
    (0, "gnp-dag", {"arc_probability": 0.5}, 0),
    (1, "gnp", {"mean_out_degree": 3}, 0),
    (1, "pairs", {"pairs": 50}, 0),
    (6, "gnp-dag", {"arc_probability": 1}, 15),
    (6, "gnp", {"arc_probability": 1.0}, 30),
    (6, "gnp-dag", {"mean_out_degree": 100}, 15),
    (6, "gnp", {"arc_probability": 0}, 0),
    (4, "pairs-dag", {"pairs": 2000}, 6),
    (np.int64(3), "gnp", {"arc_probability": np.float64(1)}, 6),
])  # fmt: skip
def test_ends_of_the_range(n, model, density, arcs):
    """The empty graph, one vertex, no arcs and all arcs come out exactly."""
    graph = random_graph(n, model, **density, seed=1)

    assert (graph.vertex_count, graph.arc_count) == (n, arcs)


@pytest.mark.parametrize(("n", "model", "parameters", "says"), [
    (5, "gnp-dag", {}, "needs arc_probability or mean_out_degree"),
    (5, "gnp", {"arc_probability": 0.1, "mean_out_degree": 1}, "both are given"),
    (5, "gnp", {"pairs": 4}, "not pairs, which is for pairs-dag and pairs"),
    (5, "pairs-dag", {"arc_probability": 0.5}, "for gnp-dag and gnp"),
    (5, "gnp", {"arc_probability": 1.5}, "from 0 to 1"),
    (5, "gnp", {"arc_probability": math.nan}, "from 0 to 1"),
    (5, "gnp", {"arc_probability": "0.5"}, "has to be a number"),
    (5, "gnp", {"mean_out_degree": -1}, "0 or more"),
    (5, "gnp", {"mean_out_degree": math.inf}, "0 or more"),
    (5, "pairs", {"pairs": -1}, "whole number"),
    (0, "pairs", {"pairs": 1}, "no pairs"),
    (5, "pairs", {"pairs": 10**400}, "at most"),
    (-1, "gnp", {"arc_probability": 0.1}, "whole number"),
    (2**31, "gnp", {"arc_probability": 0}, "at most"),
    (5, "gnp", {"arc_probability": 0.1, "seed": -3}, "seed -3"),
])  # fmt: skip
def test_bad_parameters_are_named_in_one_sentence(n, model, parameters, says):
    """What cannot be drawn is refused with the parameter and what would be right."""
    with pytest.raises(grundy.GraphFormatError) as error:
        random_graph(n, model, **parameters)

    assert says in str(error.value)


def test_a_graph_beyond_the_memory_is_refused_before_it_is_drawn():
    """A graph of 10^16 arcs is a LimitError, at once."""
    with pytest.raises(grundy.LimitError):
        random_graph(10**8, "gnp", arc_probability=1)
