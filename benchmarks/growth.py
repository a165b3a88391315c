"""Growth: the same work at more and more arcs and heaps, and the exponent that fits it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

import grundy
from benchmarks import measure, peers
from benchmarks.digraphs import random_arcs
from benchmarks.heaps import ALL_ENGINES, fresh, plain_python
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
        decades: The fit is made over so many last decades of sizes: below, the start of a run
            and other ways of computing weigh too much.
        stops: What more sizes would take too much of, where others have more.
    """

    name: str
    unit: str
    sizes: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    decades: int = 2
    stops: str = ""

    def add(self, size: int, call: Callable[[], object]) -> None:
        """Time a call that has been compiled: three times, or once where that is long."""
        seconds = measure.timed(call, 1).seconds
        while len(seconds) < 3 and seconds[0] < _SHORT:
            seconds += measure.timed(call, 1).seconds
        self.sizes.append(size)
        self.seconds.append(measure.Timing(seconds).median)

    @property
    def points(self) -> list[tuple[int, float]]:
        """The sizes and seconds that the fit is made from."""
        least = 0.9 * self.sizes[-1] / 10**self.decades  # sizes are not exactly powers of ten
        pairs = zip(self.sizes, self.seconds, strict=True)
        return [(size, spent) for size, spent in pairs if size >= least]

    @property
    def fit(self) -> tuple[float, float] | None:
        """The c and e for which seconds ≈ c · size^e; None from one size."""
        points = self.points
        return fitted(*zip(*points, strict=True)) if len(points) > 1 else None

    @property
    def exponent(self) -> float | None:
        """The e of the fit."""
        return None if self.fit is None else self.fit[1]

    def row(self) -> Row:
        """Return the line of the table."""
        last = f"{self.sizes[-1] / self.seconds[-1] / 1e6:.3g} M {self.unit}/s"
        what = f"growth: {self.name}, to {self.sizes[-1]:,} {self.unit}"
        return what, last, self._told_fit(), self._told_end()

    def _told_fit(self) -> str:
        if self.exponent is None:
            return ""
        points = self.points
        few = ", from two points" if len(points) == 2 else ""
        left_out = len(self.sizes) - len(points)
        rest = f"; {left_out} smaller left out" if left_out else ""
        return (
            f"grows like n<sup>{self.exponent:.2f}</sup>, "
            f"fitted from {points[0][0]:,} on{few}{rest}"
        )

    def _told_end(self) -> str:
        if not self.stops or self.exponent is None:
            return ""
        longer = measure.short(self.seconds[-1] * 10**self.exponent)
        return f"stops here for {self.stops}: ten times as many would take some {longer} s"


def fitted(sizes: tuple[float, ...], seconds: tuple[float, ...]) -> tuple[float, float]:
    """Return c and e for which seconds ≈ c · size^e, by least squares of the logarithms."""
    exponent, start = np.polyfit(np.log(sizes), np.log(seconds), 1)
    return float(np.exp(start)), float(exponent)


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
    if most > 10**6:
        networkx.stops = "time and memory"
    return [whole, rows, peel, levels, networkx]


# code, the most heaps by default and with --full, and the decades of the fit: one where the
# way of computing changes in the decade before, to blocks in 0.6, to comparisons in 0.007
HEAPS = (
    ("0.106", 10**7, 10**8, 2),
    ("0.054", 10**7, 10**8, 2),
    ("0.6", 10**7, 10**8, 1),
    ("4.0", 10**6, 10**8, 2),
    ("0.007", 3 * 10**5, 10**6, 1),
)


def heap_curves(most: int, *, full: bool) -> list[Curve]:
    """Measure heap engines at 10^4, 10^5, … heaps, and plain Python's recursion at few."""
    curves = []
    for code, usual, longest, decades in HEAPS:
        unequal = code == "4.0"
        curve = Curve("Grundy's game" if unequal else code, "heaps", decades=decades)
        extended(code, unequal, min(most, ALL_ENGINES))  # compiles
        end = min(most, longest if full else usual)
        for heaps in powers(end):
            curve.add(heaps, lambda c=code, u=unequal, n=heaps: extended(c, u, n))  # type: ignore[misc]
        curve.stops = "time" if end < most else ""
        curves.append(curve)
    plain = Curve("0.6 by plain Python", "heaps", stops="time" if most > 10**4 else "")
    for heaps in (500, 1_000, 2_000, 5_000, 10_000) if most > 10**4 else (100, 200):
        plain.add(heaps, lambda n=heaps: plain_python(n))  # type: ignore[misc]
    return [*curves, plain]


def extended(code: str, unequal: bool, heaps: int) -> object:
    """Compute values from nothing."""
    engine = fresh(code, unequal, warm=False)
    engine.extend(heaps, np.zeros(2, np.int64))
    return engine


def powers(most: int) -> Iterator[int]:
    """Yield 10^4, 10^5, … up to *most*, and *most*; below 10^4 only that."""
    size = 10**4
    while size < most:
        yield size
        size *= 10
    yield most
