"""Growth: the same work at more and more arcs and heaps, and the exponent that fits it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

import grundy
from benchmarks import measure, peers
from benchmarks.digraphs import random_arcs
from benchmarks.heaps import fresh, plain_python
from benchmarks.labelling import build
from grundy.graphs.engines import solve
from grundy.graphs.graph import GameGraph

Row = tuple[str, str, str, str]

_SHORT = 2.0  # seconds; what takes longer is timed once


@dataclass
class Curve:
    """Seconds of one kind of work by its size.

    Attributes:
        name: What was done.
        unit: "arcs" or "heaps".
        sizes: The sizes, rising.
        seconds: The median seconds of each size.
        fixed_below: Smaller sizes are mostly fixed costs; the fit leaves them out.
    """

    name: str
    unit: str
    sizes: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    fixed_below: int = 10**5

    def add(self, size: int, call: Callable[[], object]) -> None:
        """Time a call that has been compiled: three times, or once where that is long."""
        seconds = measure.timed(call, 1).seconds
        while len(seconds) < 3 and seconds[0] < _SHORT:
            seconds += measure.timed(call, 1).seconds
        self.sizes.append(size)
        self.seconds.append(measure.Timing(seconds).median)

    @property
    def exponent(self) -> float | None:
        """The slope of log seconds over log size, by least squares; None from one size."""
        pairs = [(size, spent) for size, spent in zip(self.sizes, self.seconds, strict=True)
                 if size >= self.fixed_below * 0.9]  # fmt: skip
        return fitted(*zip(*pairs, strict=True)) if len(pairs) > 1 else None

    def row(self) -> Row:
        """Give the line of the table."""
        last = f"{self.sizes[-1] / self.seconds[-1] / 1e6:.3g} M {self.unit}/s"
        exponent = self.exponent
        fit = "" if exponent is None else f"grows like n^{exponent:.2f}"
        return f"growth: {self.name}, to {self.sizes[-1]:,} {self.unit}", last, fit, ""


def fitted(sizes: tuple[float, ...], seconds: tuple[float, ...]) -> float:
    """Give the exponent e for which seconds ≈ c · size^e, by least squares of the logarithms."""
    return float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])


def arc_curves(most: int) -> list[Curve]:
    """Measure labelling at 10^4, 10^5, … arcs, a tenth as many vertices, in random order."""
    names = ("build and solve, acyclic", "build", "solve (peel)", "solve (levels)", "networkx")
    whole, rows, peel, levels, networkx = (Curve(name, "arcs") for name in names)
    for arcs in powers(most):
        vertices = arcs // 10
        sources, targets = random_arcs(vertices, arcs, acyclic=True)
        graph = GameGraph.from_arrays(sources, targets, vertex_count=vertices)
        count = len(sources)
        grundy.label((sources, targets))  # compiles
        whole.add(count, lambda s=sources, t=targets: grundy.label((s, t)).value_array)  # type: ignore[misc]
        rows.add(count, lambda s=sources, t=targets, n=vertices: build(s, t, n))  # type: ignore[misc]
        peel.add(count, lambda g=graph: solve(g, misere=False))  # type: ignore[misc]
        if arcs <= 10**6:
            networkx.add(
                count,
                lambda s=sources, t=targets, n=vertices: peers.by_networkx(s, t, n),  # type: ignore[misc]
            )
        del graph
        sources, targets = random_arcs(vertices, arcs, acyclic=False)
        graph = GameGraph.from_arrays(sources, targets, vertex_count=vertices)
        solve(graph, misere=False)
        levels.add(len(sources), lambda g=graph: solve(g, misere=False))  # type: ignore[misc]
    return [whole, rows, peel, levels, networkx]


# code, the most heaps by default, with --full; the rest of the growth takes too long to wait for
HEAPS = (
    ("0.106", 10**7, 10**8),
    ("0.054", 10**7, 10**8),
    ("0.6", 10**7, 10**8),
    ("4.0", 10**6, 10**7),
    ("0.007", 3 * 10**5, 10**6),
)


def heap_curves(most: int, *, full: bool) -> list[Curve]:
    """Measure heap engines at 10^4, 10^5, … heaps, and plain Python's recursion at few."""
    curves = []
    for code, usual, longest in HEAPS:
        unequal = code == "4.0"
        curve = Curve("Grundy's game" if unequal else code, "heaps", fixed_below=10**4)
        warm(code, unequal=unequal, stop=min(most, 135_000))
        for heaps in powers(min(most, longest if full else usual)):
            curve.add(heaps, lambda c=code, u=unequal, n=heaps: extended(c, u, n))  # type: ignore[misc]
        curves.append(curve)
    plain = Curve("0.6 by plain Python", "heaps", fixed_below=0)
    for heaps in (500, 1_000, 2_000) if most > 10**4 else (100, 200):
        plain.add(heaps, lambda n=heaps: plain_python(n))  # type: ignore[misc]
    return [*curves, plain]


def extended(code: str, unequal: bool, heaps: int) -> object:
    """Compute values from nothing."""
    engine = fresh(code, unequal, warm=False)
    engine.extend(heaps, np.zeros(2, np.int64))
    return engine


def warm(code: str, *, unequal: bool, stop: int) -> None:
    """Compile what a run needs."""
    extended(code, unequal, stop)


def powers(most: int) -> Iterator[int]:
    """Give 10^4, 10^5, … up to *most*, and *most*; below 10^4 only that."""
    size = 10**4
    while size < most:
        yield size
        size *= 10
    yield most
