"""The greatest Grundy value of random graphs: computed, as rows and as a plot."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.drawing.chart import BLUE, Axis, deliver_chart, framed, ramp
from grundy.errors import GraphFormatError
from grundy.graphs.csr import Csr
from grundy.graphs.graph import GameGraph
from grundy.graphs.labelling import label
from grundy.graphs.random import MODELS, Recipe, check_parameters, draw_graph, generator
from grundy.runtime.delivery import deliver_bytes, encoded
from grundy.runtime.limits import Progress, report, reports
from grundy.runtime.runner import process_pool, run

DEFAULT_PAIRS_PER_VERTEX = 9

# Graphs are labelled this many vertices and arcs at a time, as one graph. Large batches go
# to the compiled kernels, which every worker has to load: that pays in large experiments.
_SMALL_BATCH, _LARGE_BATCH = 40_000, 300_000
_LARGE_EXPERIMENT = 20_000_000


@dataclass(frozen=True, slots=True)
class MaxValueExperiment:
    """What is drawn, how often, and from which seed."""

    model: str = "pairs-dag"
    pairs_per_vertex: float | None = None
    arc_probability: float | None = None
    probability_over_n: float | None = None
    mean_out_degree: float | None = None
    repetitions: int = 100
    seed: int = 1

    def recipe(self, n: int) -> Recipe:
        """Return the checked parameters of the graphs of one size."""
        probability, pairs = self.arc_probability, None
        per_vertex = self._pairs_per_vertex()
        if per_vertex is not None:
            if not 0 <= per_vertex * n < math.inf:
                raise GraphFormatError(
                    f"The pairs per vertex are {per_vertex:g}; they have to be 0 or more."
                )
            pairs = round(per_vertex * n)
        if self.probability_over_n is not None:
            if probability is not None or not 0 <= self.probability_over_n < math.inf:
                raise GraphFormatError("Give one arc probability, p or c/n, of 0 or more.")
            probability = min(1.0, self.probability_over_n / n) if n else 0.0
        recipe = check_parameters(
            n, self.model, arc_probability=probability,
            mean_out_degree=self.mean_out_degree, pairs=pairs,
        )  # fmt: skip
        if not recipe.model.acyclic:
            acyclic = " or ".join(name for name, model in MODELS.items() if model.acyclic)
            raise GraphFormatError(
                f'The model "{self.model}" has cycles, and ∞ is no greatest value; take {acyclic}.'
            )
        return recipe

    def density(self) -> str:
        """Return the density in a few words, for a title."""
        if self.arc_probability is not None:
            return f"arc probability {self.arc_probability:g}"
        if self.probability_over_n is not None:
            return f"arc probability min(1, {self.probability_over_n:g}/n)"
        if self.mean_out_degree is not None:
            return f"mean out-degree {self.mean_out_degree:g}"
        return f"{self._pairs_per_vertex():g} pairs per vertex"

    def _pairs_per_vertex(self) -> float | None:
        others = (self.arc_probability, self.probability_over_n, self.mean_out_degree)
        if self.pairs_per_vertex is None and others == (None, None, None):
            counts = self.model in MODELS and "pairs" in MODELS[self.model].parameters
            return DEFAULT_PAIRS_PER_VERTEX if counts else None
        return self.pairs_per_vertex


@dataclass(frozen=True, slots=True)
class SizeSummary:
    """The greatest values of the graphs of one size."""

    n: int
    repetitions: int
    mean: float
    standard_deviation: float
    least: int
    greatest: int


@dataclass(frozen=True, slots=True)
class Batch:
    """Some repetitions of one size: what one task does."""

    recipe: Recipe
    seed: int
    start: int
    stop: int


@reports
def max_values(
    experiment: MaxValueExperiment,
    sizes: Iterable[int],
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> list[SizeSummary]:
    """Draw random acyclic graphs of each size and summarise their greatest Grundy values.

    Source: Lorusso and Mottinelli, "Calcolo della funzione di Sprague-Grundy", 2008, 3.2.2.
    """
    batches = _plan(experiment, sizes)
    if executor is not None or not batches:
        return _collect(run(greatest_values, batches, executor), batches)
    with process_pool(workers) as pool:
        return _collect(run(greatest_values, batches, pool), batches)


def greatest_values(batch: Batch) -> npt.NDArray[np.int32]:
    """Return the greatest value of each graph of a batch, int32[stop - start]."""
    n, count = batch.recipe.vertex_count, batch.stop - batch.start
    graphs = [
        draw_graph(
            batch.recipe, generator(np.random.SeedSequence(batch.seed, spawn_key=(n, repetition)))
        )
        for repetition in range(batch.start, batch.stop)
    ]
    values = label(side_by_side(graphs)).value_array
    greatest: npt.NDArray[np.int32] = values.reshape(count, n).max(axis=1)
    return greatest


def side_by_side(graphs: list[GameGraph]) -> GameGraph:
    """Return the disjoint union of graphs whose arcs go to lower numbers, in their order."""
    if len(graphs) == 1:
        return graphs[0]
    pointers, indices = [np.zeros(1, np.int64)], []
    vertices = arcs = 0
    for graph in graphs:
        rows = graph.forward
        pointers.append(rows.pointers[1:] + arcs)
        indices.append(rows.indices + np.int32(vertices))
        vertices += graph.vertex_count
        arcs += graph.arc_count
    return GameGraph(
        forward=Csr(np.concatenate(pointers), np.concatenate(indices)), descending=True
    )


def _plan(experiment: MaxValueExperiment, sizes: Iterable[int]) -> list[Batch]:
    """Cut the work into batches, the largest graphs first, so that no core is left waiting."""
    if experiment.repetitions < 1:
        raise GraphFormatError(
            f"The repetitions are {experiment.repetitions}; at least 1 is needed."
        )
    generator(experiment.seed)
    recipes = []
    for n in sorted(set(sizes), reverse=True):
        if n < 1:
            raise GraphFormatError(f"A graph of {n} vertices has no greatest value; take n ≥ 1.")
        recipes.append(experiment.recipe(n))
    work = experiment.repetitions * sum(map(_entries, recipes))
    batch = _SMALL_BATCH if work < _LARGE_EXPERIMENT else _LARGE_BATCH
    return [part for recipe in recipes for part in _cut(experiment, recipe, batch)]


def _cut(experiment: MaxValueExperiment, recipe: Recipe, entries: int) -> Iterator[Batch]:
    step = max(1, int(entries / _entries(recipe)))
    for start in range(0, experiment.repetitions, step):
        stop = min(start + step, experiment.repetitions)
        yield Batch(recipe, experiment.seed, start, stop)


def _entries(recipe: Recipe) -> float:
    return recipe.vertex_count + recipe.expected_arcs


def _collect(
    results: Iterator[tuple[Batch, npt.NDArray[np.int32]]], batches: list[Batch]
) -> list[SizeSummary]:
    total = sum(batch.stop - batch.start for batch in batches)
    by_size: dict[int, list[npt.NDArray[np.int32]]] = {}
    done = 0
    for batch, greatest in results:
        by_size.setdefault(batch.recipe.vertex_count, []).append(greatest)
        done += len(greatest)
        report("drawing and labelling", done, total)
    return [_summary(n, np.concatenate(by_size[n])) for n in sorted(by_size)]


def _summary(n: int, greatest: npt.NDArray[np.int32]) -> SizeSummary:
    # In whole numbers, so that neither the order nor the machine shows in the last digit.
    values: list[int] = greatest.tolist()
    count, total = len(values), sum(values)
    spread = count * sum(value * value for value in values) - total * total
    deviation = math.sqrt(spread / (count * (count - 1))) if count > 1 else 0.0
    return SizeSummary(n, count, total / count, deviation, min(values), max(values))


COLUMNS = tuple(field.name for field in fields(SizeSummary))


def write_rows(
    path: str | os.PathLike[str],
    rows: Sequence[SizeSummary],
    experiment: MaxValueExperiment,
    *,
    format: str,
    command: str,
) -> None:
    """Write one row a size to a file, or to standard output when *path* is "-"."""
    about = {"experiment": as_fields(rows, experiment)["experiment"]}
    deliver_bytes(path, encoded(SizeSummary, rows, about, format=format, command=command))


def as_fields(rows: Sequence[SizeSummary], experiment: MaxValueExperiment) -> dict[str, Any]:
    """Return the experiment and its rows as plain dictionaries and lists, for JSON."""
    settings = {key: value for key, value in asdict(experiment).items() if value is not None}
    return {
        "experiment": {"name": "max-value", "density": experiment.density()} | settings,
        "rows": [asdict(row) for row in rows],
    }


def plot_max_values(
    path: str | os.PathLike[str],
    rows: Sequence[SizeSummary],
    experiment: MaxValueExperiment,
    *,
    format: str,
) -> None:
    """Plot mean greatest values to a PNG, SVG or PDF file, written whole or not at all."""
    sizes, means = [row.n for row in rows], [row.mean for row in rows]
    room = max(0.5, (max(sizes) - min(sizes)) / 20)
    pale, darker = ramp(("#ffffff", BLUE), 11)[1:4:2]
    bands = ((darker, "± one standard deviation"), (pale, "least to greatest"))
    drawn = framed(
        Axis("number of vertices n", min(sizes) - room, max(sizes) + room),
        Axis("greatest Grundy value", 0, 1.05 * max([1, *(row.greatest for row in rows)])),
        ((BLUE, "mean"), *bands * (len(rows) > 1)),
        size=(504.0, 359.0), top=46.0,
    )  # fmt: skip
    drawn.band(sizes, [row.least for row in rows], [row.greatest for row in rows], pale)
    deviations = np.array([row.standard_deviation for row in rows])
    drawn.band(sizes, means - deviations, means + deviations, darker)
    drawn.line(sizes, means, BLUE)
    if len(rows) <= 30:
        drawn.dots(sizes, means, BLUE, 4)
    deliver_chart(path, format, drawn.parts, drawn.size, _title(experiment))


def _title(experiment: MaxValueExperiment) -> str:
    graphs = "graph" if experiment.repetitions == 1 else "graphs"
    return (
        "Greatest Grundy value of random acyclic graphs\n"
        f"{experiment.model}, {experiment.density()}; "
        f"{experiment.repetitions} {graphs} of each size, seed {experiment.seed}"
    )
