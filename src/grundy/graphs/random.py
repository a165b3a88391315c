"""Random digraphs, by named model and seed.

All models number the pairs of vertices that may be joined, choose some of the numbers, and
turn the sorted numbers into rows. They differ in the numbering (acyclic or not) and in the
choice (each pair by a coin, or a stated count with repetition).
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import SupportsFloat, TypeAlias

import numpy as np

from grundy.errors import GraphFormatError, UnknownNameError
from grundy.graphs.csr import INT64, Csr, as_indices
from grundy.graphs.graph import MAX_VERTICES, GameGraph
from grundy.runtime.files import require_memory
from grundy.values import as_int_or_none

Seed: TypeAlias = int | Sequence[int] | np.random.SeedSequence | None
_BYTES_PER_ARC = 40
_BYTES_PER_VERTEX = 40
_DRAWN_AT_ONCE = 1 << 20
_MOST_DRAWS = 1 << 40


@dataclass(frozen=True, slots=True)
class Model:
    """One way to draw a graph."""

    name: str
    acyclic: bool
    parameters: tuple[str, ...]
    meaning: str


_BY_COIN = ("arc_probability", "mean_out_degree")
_BY_COUNT = ("pairs",)

MODELS = {
    model.name: model
    for model in (
        Model("gnp-dag", True, _BY_COIN, "each pair i > j is an arc i → j with probability p"),
        Model("gnp", False, _BY_COIN, "each ordered pair of vertices is an arc with probability p"),
        Model("pairs-dag", True, _BY_COUNT, "pairs drawn with repetition, greater → lower"),
        Model("pairs", False, _BY_COUNT, "ordered pairs drawn with repetition"),
    )
}


@dataclass(frozen=True, slots=True)
class Recipe:
    """Checked parameters of a random graph: what is left is to draw."""

    vertex_count: int
    model: Model
    probability: float | None
    draws: int

    @property
    def expected_arcs(self) -> float:
        """About how many arcs there will be; never too few."""
        if self.probability is None:
            return float(self.draws)
        return self.probability * _pair_count(self.vertex_count, self.model)


def random_graph(
    n: int,
    model: str = "gnp-dag",
    *,
    arc_probability: float | None = None,
    mean_out_degree: float | None = None,
    pairs: int | None = None,
    seed: Seed = None,
) -> GameGraph:
    """Draw a random digraph without loops or parallel arcs.

    ==========  =======  ====================================================================
    model       cycles   how it is drawn
    ==========  =======  ====================================================================
    gnp-dag     no       each pair i > j is an arc i → j with probability p
    gnp         yes      each ordered pair of two different vertices, with probability p
    pairs-dag   no       *pairs* ordered pairs (i, j) drawn uniformly from all n² with
                         repetition; arcs go from the greater to the lower number
    pairs       yes      the same pairs, each an arc i → j
    ==========  =======  ====================================================================

    In the last two, pairs i = j are dropped and repeated arcs are merged, so there are fewer
    arcs than *pairs*.

    Args:
        n: The number of vertices.
        model: A name from the table.
        arc_probability: p, from 0 to 1 (gnp-dag and gnp).
        mean_out_degree: d, which stands for p = min(1, 2d / (n - 1)) in gnp-dag and
            p = min(1, d / (n - 1)) in gnp.
        pairs: How many pairs are drawn (pairs-dag and pairs).
        seed: Whatever ``numpy.random.SeedSequence`` takes, or one; None gives a new graph
            each time. The same seed gives the same graph on every platform; NumPy does not
            promise that for all its future versions.

    Returns:
        A graph whose vertices are named 0 .. n - 1, rows of followers in rising order.

    Raises:
        UnknownNameError: If there is no such model.
        GraphFormatError: If *n* or a parameter is out of range, or not exactly one of the
            parameters of the model is given.
        LimitError: If the memory that is free would not do.

    Cost: O(n log m + m), and a sort of the m pairs in the last two models; about 40 bytes a
    vertex and an arc while it runs.

    >>> random_graph(6, arc_probability=1)
    GameGraph(6 vertices, 15 arcs)
    >>> graph = random_graph(1000, "gnp", mean_out_degree=3, seed=1)
    >>> graph.arc_count
    3039

    Source: E. N. Gilbert, "Random graphs", 1959; V. Batagelj and U. Brandes, "Efficient
    generation of large random networks", 2005, for drawing the gaps between arcs.
    """
    recipe = check_parameters(
        n, model, arc_probability=arc_probability, mean_out_degree=mean_out_degree, pairs=pairs
    )
    return draw_graph(recipe, generator(seed))


def check_parameters(n: int, model: str, **parameters: float | None) -> Recipe:
    """Check what `random_graph` takes, without drawing; it raises the same errors."""
    if model not in MODELS:
        raise UnknownNameError("model", model, MODELS)
    chosen = MODELS[model]
    count = _natural(n, "n", "the number of vertices")
    if count > MAX_VERTICES:
        raise GraphFormatError(f"n is {count}; a graph has at most {MAX_VERTICES} vertices.")
    name = _only_parameter(chosen, [key for key, value in parameters.items() if value is not None])
    if name == "pairs":
        draws = _natural(parameters[name], name, "the number of pairs to draw")
        if draws > _MOST_DRAWS:
            raise GraphFormatError(f"pairs is too large; it has to be at most {_MOST_DRAWS}.")
        if draws and not count:
            raise GraphFormatError("A graph without vertices has no pairs; give pairs=0.")
        recipe = Recipe(count, chosen, None, draws)
    else:
        recipe = Recipe(count, chosen, _probability(count, chosen, name, parameters[name]), 0)
    require_memory(
        int(_BYTES_PER_ARC * recipe.expected_arcs) + _BYTES_PER_VERTEX * count,
        f"A random graph of {count} vertices and about {recipe.expected_arcs:.0f} arcs",
    )
    return recipe


def generator(seed: Seed) -> np.random.Generator:
    """Return NumPy's default generator."""
    try:
        return np.random.default_rng(seed)
    except (TypeError, ValueError):
        raise GraphFormatError(
            f"The seed {seed!r} cannot be used; give a whole number from 0 up."
        ) from None


def draw_graph(recipe: Recipe, rng: np.random.Generator) -> GameGraph:
    """Draw a graph from checked parameters."""
    n, acyclic = recipe.vertex_count, recipe.model.acyclic
    vertices = np.arange(n + 1, dtype=np.int64)
    first = vertices * (vertices - 1) // 2 if acyclic else vertices * (n - 1)
    if recipe.probability is None:
        chosen = _drawn_with_repetition(rng, n, recipe.draws, first, acyclic=acyclic)
    else:
        chosen = _drawn_by_coin(rng, recipe.probability, int(first[-1]))
    forward = _rows(chosen, first, acyclic=acyclic)
    return GameGraph(forward=forward, descending=acyclic)


# ---- numbering the pairs ------------------------------------------------------------------
#
# The pairs out of vertex i are numbered first[i] .. first[i + 1] - 1, in rising order of the
# other end: i of them where arcs go to lower numbers, else n - 1 (i itself is left out).


def _pair_count(n: int, model: Model) -> int:
    return n * (n - 1) // 2 if model.acyclic else n * (n - 1)


def _rows(chosen: INT64, first: INT64, *, acyclic: bool) -> Csr:
    pointers = np.searchsorted(chosen, first)
    degrees = as_indices(np.diff(pointers))
    followers = chosen - np.repeat(first[:-1], degrees)
    if not acyclic:
        followers += followers >= np.repeat(np.arange(len(degrees)), degrees)
    return Csr(pointers.astype(np.int64, copy=False), followers.astype(np.int32))


def _drawn_by_coin(rng: np.random.Generator, probability: float, total: int) -> INT64:
    """Choose each of 0 .. total - 1 with the same probability, by the gaps between them."""
    if probability == 0 or total == 0:
        return np.zeros(0, np.int64)
    parts: list[INT64] = []
    last = -1
    while True:
        expected = probability * (total - last)
        enough = int(min(expected + 4 * math.sqrt(expected) + 8, _DRAWN_AT_ONCE))
        gaps = rng.geometric(probability, enough)
        # A longer gap ends beyond the last number all the same, and so the first sum that is
        # too large still fits in 63 bits.
        sums = np.cumsum(np.minimum(gaps, total + 1)) + last
        beyond = np.flatnonzero(sums >= total)
        if len(beyond):
            parts.append(sums[: beyond[0]])
            return np.concatenate(parts) if len(parts) > 1 else parts[0]
        parts.append(sums)
        last = int(sums[-1])


def _drawn_with_repetition(
    rng: np.random.Generator, n: int, draws: int, first: INT64, *, acyclic: bool
) -> INT64:
    """Choose pairs by drawing both ends *draws* times; sorted, each once."""
    if draws == 0:
        return np.zeros(0, np.int64)
    ends = rng.integers(0, n, size=(draws, 2), dtype=np.int64)
    tails, heads = ends[:, 0], ends[:, 1]
    numbers: INT64
    if acyclic:
        numbers = first[np.maximum(tails, heads)] + np.minimum(tails, heads)
    else:
        numbers = first[tails] + heads - (heads > tails)
    numbers = numbers[tails != heads]
    numbers.sort()
    fresh = np.ones(len(numbers), bool)
    np.not_equal(numbers[1:], numbers[:-1], out=fresh[1:])
    return numbers[fresh]


def _only_parameter(model: Model, names: list[str]) -> str:
    choices = " or ".join(model.parameters)
    for name in names:
        if name not in model.parameters:
            others = " and ".join(key for key, other in MODELS.items() if name in other.parameters)
            raise GraphFormatError(
                f'The model "{model.name}" takes {choices}, not {name}, which is for {others}.'
            )
    if not names:
        raise GraphFormatError(f'The model "{model.name}" needs {choices}; none is given.')
    if len(names) > 1:
        raise GraphFormatError(
            f'The model "{model.name}" takes one of {" and ".join(names)}, and both are given.'
        )
    return names[0]


def _probability(n: int, model: Model, name: str, value: object) -> float:
    number = _real(value, name)
    if name == "arc_probability":
        if not 0 <= number <= 1:
            raise GraphFormatError(f"arc_probability is {number:g}; it has to be from 0 to 1.")
        return number
    if not 0 <= number < math.inf:
        raise GraphFormatError(f"mean_out_degree is {number:g}; it has to be 0 or more.")
    greatest = _pair_count(n, model) / n if n else 0.0
    return min(1.0, number / greatest) if greatest else 0.0


def _real(value: object, name: str) -> float:
    if isinstance(value, SupportsFloat) and not isinstance(value, (str, bool)):
        with contextlib.suppress(OverflowError):
            return float(value)
        return math.inf
    raise GraphFormatError(f"{name} has to be a number, found {value!r}.")


def _natural(value: object, name: str, meaning: str) -> int:
    number = as_int_or_none(value)
    if number is None or number < 0:
        raise GraphFormatError(
            f"{name}, {meaning}, has to be a whole number from 0 up, found {value!r}."
        )
    return number
