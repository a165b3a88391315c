"""Games on undirected graphs."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.heaps.rules.take_and_break import TakeAndBreak
from grundy.heaps.ruleset import HeapRuleset
from grundy.named.entry import Entry, Fact, formula, values_of
from grundy.named.on_graphs.deletion import ArcKayles, Geography, Grim, NodeKayles
from grundy.named.on_graphs.hackenbush_rules import Hackenbush
from grundy.values import Value

_S5 = "Martha Łącka and Mateusz Łącki, Gra Grim i twierdzenie Sprague'a-Grundy'ego"

# F(0), F(1), … of a path in Grim
_GRIM_PATHS = (0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 0, 3, 4, 2, 1, 3, 2, 1, 0, 2, 1, 4, 5, 1, 4,
               5, 1, 2, 0, 1, 2, 3)  # fmt: skip
_GRIM_CYCLES = (0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1)


def paths(code: str, stop: int) -> Fact:
    """State that a path of n vertices has the value of a heap of n in a heap game."""

    def cases() -> Iterator[tuple[str, Value]]:
        heaps: HeapRuleset = TakeAndBreak(code)
        return ((f"path:{n}", heaps.value(n)) for n in range(stop))

    return formula(f"A path of n vertices is a heap of n in {code}", cases)


def family(told: str, shape: str, numbers: range, value: dict[int, int], source: str = "") -> Fact:
    """State the values of shape:n by n modulo the length of the table *value*."""
    period = len(value)
    return formula(
        told, lambda: ((f"{shape}:{n}", value[n % period]) for n in numbers), source=source
    )


def _bipartite() -> Iterator[tuple[str, Value]]:
    value = {(1, 1): 1, (0, 0): 0}
    for m in range(1, 6):
        for n in range(1, 6):
            yield f"complete-bipartite:{m},{n}", value.get((m % 2, n % 2), 2)


ENTRIES = (
    Entry(
        key="grim",
        name="Grim",
        rule="Delete a vertex that has an edge, with its edges.",
        make=Grim,
        start="grid:3x3",
        source="Adams et al. 2016; " + _S5,
        facts=[
            values_of({f"path:{n}": value for n, value in enumerate(_GRIM_PATHS)}, source=_S5),
            values_of({f"cycle:{n}": value for n, value in enumerate(_GRIM_CYCLES, 3)}, source=_S5),
            values_of({"petersen": 0, "cube:3": 0}, source=_S5),
            family("Complete graphs: 0, 1 alternating", "complete", range(1, 9), {1: 0, 0: 1}, _S5),
            paths("0.6", 34),
        ],
    ),
    Entry(
        key="node-kayles",
        name="Node Kayles",
        rule="Delete a vertex and its neighbours.",
        make=NodeKayles,
        start="grid:3x5",
        source="Schaefer 1978",
        facts=[
            paths("0.137", 40),
            values_of({"petersen": 1}),
            formula("K(m,n): 1 for m and n odd, 0 for both even, 2 otherwise", _bipartite),
        ],
    ),
    Entry(
        key="arc-kayles",
        name="Arc Kayles",
        rule="Delete the two ends of an edge.",
        make=ArcKayles,
        start="grid:3x4",
        source="Schaefer 1978",
        facts=[
            paths("0.07", 40),
            family("Complete graphs: 0, 1, 1, 0 repeating", "complete", range(1, 11),
                   {1: 0, 2: 1, 3: 1, 0: 0}),
        ],
    ),
    Entry(
        key="green-hackenbush",
        name="Green Hackenbush",
        rule="Cut an edge; what no longer hangs together with the ground falls off.",
        make=Hackenbush,
        start="g-a-b-g,b-c-d,c-e,g-x-y-z@g",
        source="Winning Ways, ch. 7",
        facts=[
            formula("A stalk of n edges is a heap of n in Nim",
                    lambda: ((f"path:{n + 1}", n) for n in range(9))),
            family("A cycle of n edges is n loops by fusion, so n modulo 2", "cycle", range(3, 9),
                   {0: 0, 1: 1}),
            family("Edges side by side: n modulo 2", "star", range(9), {0: 0, 1: 1}),
            values_of({"g-a-b,a-c-d@g": 4, "g-a-b,a-c,g-d@g": 0}, source="the colon principle"),
        ],
    ),
    Entry(
        key="geography",
        name="Undirected vertex geography",
        rule="Move the token along an edge; the vertex that it leaves is deleted.",
        make=Geography,
        start="petersen@0",
        source="Fraenkel, Scheinerman and Ullman 1993",
        facts=[
            family("From the end of a path there is one walk", "path", range(1, 12), {1: 0, 0: 1}),
            family("A cycle: an even one has a perfect matching", "cycle", range(3, 12),
                   {0: 1, 1: 0}),
            values_of({"petersen@0": 1, "grid:3x3@a1": 0, "grid:3x3@b2": 0, "grid:3x3@a2": 1}),
        ],
    ),
)  # fmt: skip
