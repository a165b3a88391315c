"""Grim, Node Kayles, Arc Kayles and octal games: a move deletes vertices of an undirected graph."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from grundy.errors import RulesetError
from grundy.games.indexed import Indexed, other_board, subsets
from grundy.games.protocols import Ground
from grundy.games.ruleset import Ruleset
from grundy.games.scenes import Scene, Way
from grundy.games.symmetry import bits, without_neighbours
from grundy.games.values.packed import Packed
from grundy.heaps.codes import parse_code
from grundy.named import undirected
from grundy.named.entry import GRAPHS, OURS, Entry, Fact, as_heaps, family, formula, values_of
from grundy.named.kernels import tables
from grundy.named.shapes import as_written, coded, edge_name, graph_scene, sketch, written_graph
from grundy.named.undirected import Graph
from grundy.values import Value

_PACKED_VERTICES = 64


class DeletionGame(Ruleset):
    """A game in which a move deletes vertices of an undirected graph, with their edges."""

    takes_graphs = True
    text: str
    ends = True

    @abstractmethod
    def deletions(self, state: Graph) -> Iterator[tuple[str, int]]:
        """Return each move's name, and the vertices that it deletes as bits."""

    @abstractmethod
    def alive(self, state: Graph) -> bool:
        """Return whether there is a move in a connected graph."""

    def options(self, state: Graph) -> Iterator[Graph]:
        return (state.without(gone) for _, gone in self.deletions(state))

    def moves(self, state: Graph) -> Iterator[tuple[str, Graph]]:
        return ((name, state.without(gone)) for name, gone in self.deletions(state))

    def components(self, state: Graph) -> Iterator[Graph]:
        return filter(self.alive, state.components())

    def canonical(self, state: Graph) -> Graph:
        """Return the graph with its vertices numbered anew."""
        return state.canonical()[0]

    def legal(self, state: Any) -> Graph:
        return as_written(state).graph

    def parse(self, text: str) -> Graph:
        """Read a shape or edges; see `grundy.named.shapes.parse_graph`."""
        return self.legal(text)

    def format(self, state: Graph) -> str:
        return written_graph(state)

    def draw(self, state: Graph) -> str:
        return sketch(state)

    def scene(self, state: Graph) -> Scene | None:
        return graph_scene(state)


class CompiledDeletion(DeletionGame):
    """A game of deleted vertices with compiled rules, in which every move can be copied."""

    # to number a graph anew for each position takes longer than the kernels do
    packed_after = 128
    kernel: str
    reaches_all = False
    takes_alone = False
    """Whether a vertex without neighbours can be deleted."""

    def ground(self, state: Graph) -> Ground:
        """Return the graph: a move deletes a vertex, or two neighbours, or one with its neighbours.

        No image of one of these is deleted itself, or is a neighbour of its own image; so the
        image of the move is there after it, with the image of the edge that it needs.
        """
        idle = 0 if self.takes_alone else without_neighbours(state.rows)
        return Ground(
            state.names,
            state.rows,
            idle=idle,
            cells=lambda: undirected.cells_of(state, beside=False) or (),
        )

    @cached_property
    def frame(self) -> undirected.Frame:
        """The graph that compiled rules were last asked for."""
        return undirected.Frame()

    def packed(self, state: Graph) -> Packed | None:
        if len(state.rows) > _PACKED_VERTICES:
            return None
        left = self.frame.place(state)
        rows = undirected.words(self.frame.graph.rows)
        most = max(_PACKED_VERTICES, sum(1 for _ in self.frame.graph.edges()))
        followers = getattr(tables, self.kernel)
        if self.reaches_all:
            return Packed(left, followers, data=rows, most=most, on_graph=True)
        return Packed(left, followers, tables.components, data=rows, most=most,
                      weigh=tables.count_left)  # fmt: skip

    def indexed(self, state: Graph) -> Indexed | None:
        vertices = len(state.rows)
        if vertices > undirected.MOST_INDEXED:
            return None

        def word_of(left: Graph) -> int:
            word = undirected.part_of(state, left)
            if word is None:
                raise other_board()
            return word

        most = max(vertices, sum(1 for _ in state.edges()), 1)
        followers = getattr(tables, self.kernel)
        return Indexed(
            Packed(state.everything, followers, data=undirected.words(state.rows), most=most),
            subsets(vertices), word_of, state.on, order="shrinks",
        )  # fmt: skip


class Grim(CompiledDeletion):
    """Delete a vertex that has an edge."""

    text, kernel, reaches_all = "grim", "grim", True

    def deletions(self, state: Graph) -> Iterator[tuple[str, int]]:
        for vertex, row in enumerate(state.rows):
            if row:
                yield f"delete {coded(state.names[vertex])}", 1 << vertex

    def touches(self, state: Graph) -> Iterator[tuple[Way, ...]]:
        return (((name,),) for name, row in zip(state.names, state.rows, strict=True) if row)

    def alive(self, state: Graph) -> bool:
        return len(state.rows) > 1


class NodeKayles(CompiledDeletion):
    """Delete a vertex and its neighbours."""

    text, kernel, takes_alone = "node-kayles", "node_kayles", True

    def deletions(self, state: Graph) -> Iterator[tuple[str, int]]:
        for vertex, row in enumerate(state.rows):
            around = ", ".join(coded(state.names[other]) for other in bits(row))
            with_them = f" with {around}" if around else ""
            yield f"delete {coded(state.names[vertex])}{with_them}", row | 1 << vertex

    def touches(self, state: Graph) -> Iterator[tuple[Way, ...]]:
        for vertex, row in enumerate(state.rows):
            yield ((state.names[vertex], *(state.names[other] for other in bits(row))),)

    def alive(self, state: Graph) -> bool:
        return bool(state.rows)


class ArcKayles(CompiledDeletion):
    """Delete the two ends of an edge."""

    text, kernel = "arc-kayles", "arc_kayles"

    def deletions(self, state: Graph) -> Iterator[tuple[str, int]]:
        for one, other in state.edges():
            names = f"{coded(state.names[one])}-{coded(state.names[other])}"
            yield f"delete {names}", 1 << one | 1 << other

    def touches(self, state: Graph) -> Iterator[tuple[Way, ...]]:
        for one, other in state.edges():
            yield ((edge_name(state.names, one, other), state.names[one], state.names[other]),)

    def alive(self, state: Graph) -> bool:
        return len(state.rows) > 1


_S5 = "Martha Łącka and Mateusz Łącki, Gra Grim i twierdzenie Sprague'a-Grundy'ego"


# F(0), F(1), … of a path in Grim
_GRIM_PATHS = (0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 0, 3, 4, 2, 1, 3, 2, 1, 0, 2, 1, 4, 5, 1, 4,
               5, 1, 2, 0, 1, 2, 3)  # fmt: skip


_GRIM_CYCLES = (0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1)


def paths(code: str, stop: int) -> Fact:
    """State that paths are heaps of a code."""
    return as_heaps("A path of n vertices", "path:{}", code, range(stop))


def _bipartite() -> Iterator[tuple[str, Value]]:
    value = {(1, 1): 1, (0, 0): 0}
    for m in range(1, 6):
        for n in range(1, 6):
            yield f"complete-bipartite:{m},{n}", value.get((m % 2, n % 2), 2)


class GraphOctal(DeletionGame):
    """Delete r connected vertices if digit r allows what is left of their component.

    Bit 0 of the digit allows nothing to be left, bit 1 one component, bit 2 several.

    Raises:
        RulesetError: If the code is none of finitely many octal digits after 0.
    """

    def __init__(self, code: str) -> None:
        self.code = parse_code(str(code))
        octal = self.code.is_octal and self.code.is_finite and not self.code.digit(0)
        if not octal or self.code.constraints:
            raise RulesetError(
                f"A game on a graph needs a code of some digits 0 to 7 after 0, such as 0.33; "
                f"found {self.code}."
            )
        self.text = f"graph-octal({self.code})"

    def deletions(self, state: Graph) -> Iterator[tuple[str, int]]:
        for gone in self._sets(state):
            yield "delete " + ", ".join(coded(state.names[v]) for v in bits(gone)), gone

    def touches(self, state: Graph) -> Iterator[tuple[Way, ...]]:
        return ((tuple(state.names[v] for v in bits(gone)),) for gone in self._sets(state))

    def _sets(self, state: Graph) -> Iterator[int]:
        connected = dict.fromkeys(1 << vertex for vertex in range(len(state.rows)))
        for size in range(1, self.code.last + 1):
            digit = self.code.digit(size)
            yield from (gone for gone in connected if digit and _allows(digit, state, gone))
            wider = (
                gone | 1 << beside
                for gone in connected
                for vertex in bits(gone)
                for beside in bits(state.rows[vertex] & ~gone)
            )
            connected = dict.fromkeys(wider) if size < self.code.last else {}

    def alive(self, state: Graph) -> bool:
        return next(self._sets(state), None) is not None


def _allows(digit: int, state: Graph, gone: int) -> bool:
    """Return whether a digit allows what is left of the component of some vertices."""
    left = state.reached(undirected.lowest(gone)) & ~gone
    if not left:
        return bool(digit & 1)
    rest = state.on(left)
    whole = rest.reached(0) == rest.everything
    return bool(digit & (2 if whole else 4))


_PAPER = "L. Beaudou, P. Coupechoux, A. Dailly, S. Gravier, J. Moncel, A. Parreau, É. Sopena, 2018"


FAMILY = GRAPHS

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
        source="Schaefer 1978; impartial Col: both players have one colour",
        facts=[
            paths("0.137", 40),
            values_of({"petersen": 1}),
            values_of({f"queens:{n}": value for n, value in enumerate((1, 1, 2, 1, 3, 1), 1)},
                      source="H. Noon and G. Van Brummelen, The non-attacking queens game, 2006"),
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
        key="graph-octal",
        name="Octal game on a graph",
        rule="Delete connected vertices, as many as the code has a digit for, which says whether "
        "nothing, one component or several may be left of theirs.",
        make=GraphOctal,
        start="tree:0,0,1,1",
        source=_PAPER,
        facts=[
            paths("0.33", 30),
            family("Stars of more than one leaf: 0, 1 alternating", "star", range(2, 9),
                   {0: 0, 1: 1}, OURS),
            values_of({"tree:2,2": 1, "tree:0,0,1,1": 2, "grid:2x3": 0, "petersen": 1},
                      source=OURS),
        ],
        parameters="graph-octal(0.33)",
        letters=("the code",),
    ),
)  # fmt: skip
