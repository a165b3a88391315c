"""label(): who wins, every value and the winning moves of a digraph; Labelling: the answer."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from grundy.display import hook
from grundy.errors import CycleError
from grundy.graphs import engines
from grundy.graphs.csr import INT32, UINT8
from grundy.graphs.graph import GameGraph
from grundy.graphs.kernels import wide
from grundy.printable import counted
from grundy.runtime.limits import Progress, reports
from grundy.values import LoopyValue, Outcome, Play, Value

if TYPE_CHECKING:
    from anywidget import AnyWidget

# Bytes a vertex, measured: the most that each needs at one time besides rows and labels.
_LABELLING, _VERIFYING, _DECIDING = 24, 20, 12


@reports
def label(
    graph: object,
    play: Play = "normal",
    *,
    acyclic: bool = False,
    engine: str = "auto",
    progress: Progress | None = None,
) -> Labelling:
    """Find the value of every vertex of a digraph, with or without cycles.

    Args:
        graph: A `GameGraph`, edges as pairs of names, a mapping of each vertex to its
            followers, a pair of integer arrays (sources, targets), an integer array of shape
            (m, 2), or a networkx, scipy sparse, igraph or rustworkx digraph.
        play: "normal", who cannot move loses; or "misere", who cannot move wins.
        acyclic: Raise `CycleError` when the graph has a cycle.
        engine: "auto", or the name of an engine in `grundy.graphs.engines`.
        progress: Called now and then as ``progress(stage, done, total)``.

    Returns:
        The labelling: a mapping of vertex names to values, and more.

    Raises:
        GraphFormatError: If *graph* is not a digraph.
        CycleError: If *acyclic* is asked for and there is a cycle.
        LimitError: If the memory that is free would not do.

    Cost: O(n + m) without cycles; with them O(levels * (residue + arcs into it)), where the
    residue is what does not surely end and levels is one more than the greatest value there.
    Memory besides the graph, at most: 17 bytes a vertex without cycles, 24 with them; where a
    value is above 30, 48 a vertex and the rows of followers. A labelling keeps 8 a vertex.

    >>> labelling = label({"a": ["b"], "b": ["a", "t"], "t": []})
    >>> labelling["a"], labelling.outcome("b"), labelling.best_move("b")
    (0, <Outcome.N: ...>, 't')
    >>> label([("a", "b"), ("b", "a")])["a"]
    ∞()

    Source: C. A. B. Smith, "Graphs and composite games", 1966; A. S. Fraenkel.
    """
    if play not in ("normal", "misere"):
        raise ValueError(f'play is "normal" or "misere", not {play!r}.')
    if isinstance(graph, GameGraph):
        positions = graph
    else:
        from grundy.graphs.formats import as_graph

        positions = as_graph(graph)
    positions.require_memory(_LABELLING, "Labelling", both=False)
    solution = engines.solve(positions, misere=play == "misere", engine=engine)
    if acyclic:
        cycle = engines.find_cycle(positions)
        if cycle is not None:
            raise CycleError(cycle)
    return Labelling(positions, play, solution.values, solution.order, solution.engine)


def best_of(
    options: list[int],
    vertex: int,
    outcomes: Sequence[int] | npt.NDArray[np.integer],
    remoteness: Sequence[int] | npt.NDArray[np.integer],
) -> int | None:
    """Return the best of a vertex's options by number, as `Labelling.best_at` does."""
    if not options:
        return None
    if outcomes[vertex] == wide.PREVIOUS:
        return max(options, key=remoteness.__getitem__)
    goal = wide.PREVIOUS if outcomes[vertex] == wide.NEXT else wide.DRAWN
    return min((v for v in options if outcomes[v] == goal), key=remoteness.__getitem__)


@dataclass(frozen=True, eq=False, repr=False)
class Labelling(Mapping[Hashable, Value]):
    """The values of a digraph, and all that follows from them.

    A mapping of vertex names to values. What it does not hold is worked out on first use,
    each in O(n + m) or less.

    Attributes:
        graph: The digraph.
        play: "normal" or "misere".
        value_array: int32[n], index = vertex number, -1 for ∞.
        order_array: int32[k], the numbers of the finite vertices in the order of labelling.
        engine: The name of the engine that found the labels.
    """

    graph: GameGraph
    play: Play
    value_array: INT32
    order_array: INT32
    engine: str

    # ---- a mapping of names to values -------------------------------------------------------

    def __getitem__(self, name: Hashable) -> Value:
        return self.value_at(self.graph.index(name))

    def __contains__(self, name: object) -> bool:
        # Mapping's own would look for the nearest names each time that the answer is no.
        return name in self.graph

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.graph.names)

    def __len__(self) -> int:
        return self.graph.vertex_count

    # ---- one vertex -------------------------------------------------------------------------

    def outcome(self, name: Hashable) -> Outcome:
        """Return who wins when the play starts at this vertex."""
        return self.outcome_at(self.graph.index(name))

    def counter(self, name: Hashable) -> int | None:
        """Return the counter of a finite vertex: its place in an order that proves the labels."""
        place = int(self.counter_array[self.graph.index(name)])
        return None if place < 0 else place

    def remoteness(self, name: Hashable) -> int | None:
        """Return the moves until the end when the winner hurries and the loser delays."""
        moves = int(self.remoteness_array[self.graph.index(name)])
        return None if moves < 0 else moves

    def winning_moves(self, name: Hashable) -> list[Hashable]:
        """List every follower that is a P-position, each name once, by vertex number."""
        return [self.graph.names[v] for v in self.winning_at(self.graph.index(name))]

    def best_move(self, name: Hashable) -> Hashable | None:
        """Return one move that keeps what the position promises.

        From an N-position the winning move with the least remoteness, so that playing it
        again and again surely ends the win, cycles or not. From a P-position the move that
        resists longest. From a draw a move that keeps the draw. At a sink None; where a vertex
        is named None, `best_at`, which gives numbers, tells the two apart.
        """
        vertex = self.best_at(self.graph.index(name))
        return None if vertex is None else self.graph.names[vertex]

    # ---- one vertex, by number --------------------------------------------------------------

    def value_at(self, vertex: int) -> Value:
        """Return the value of a vertex by its number."""
        value = int(self.value_array[vertex])
        if value >= 0:
            return value
        values = self.value_array[self.graph.forward.row(vertex)]
        return LoopyValue(values[values >= 0].tolist())

    def outcome_at(self, vertex: int) -> Outcome:
        """Return who wins from a vertex by its number."""
        from grundy.graphs.io.columns import OUTCOMES

        return Outcome[OUTCOMES[int(self.outcome_array[vertex])]]

    def winning_at(self, vertex: int) -> list[int]:
        """List the winning moves of a vertex by number, each once, in rising order."""
        outcomes = self.outcome_array
        return [v for v in self._options_at(vertex) if outcomes[v] == wide.PREVIOUS]

    def best_at(self, vertex: int) -> int | None:
        """Return the best move of a vertex by number, None at a sink; the lowest among equals."""
        return best_of(self._options_at(vertex), vertex, self.outcome_array, self.remoteness_array)

    def _options_at(self, vertex: int) -> list[int]:
        # Parallel arcs are one option. np.unique would load numpy.ma, which small graphs feel.
        return sorted(set(self.graph.forward.row(vertex).tolist()))

    # ---- all vertices -----------------------------------------------------------------------

    @cached_property
    def counter_array(self) -> INT32:
        """The place of each finite vertex in the order of labelling, int32[n], -1 for ∞."""
        counters = np.full(len(self), -1, np.int32)
        counters[self.order_array] = np.arange(len(self.order_array), dtype=np.int32)
        return counters

    @cached_property
    def outcome_array(self) -> UINT8:
        """Who wins, uint8[n]: 0 a draw, 1 the previous player (P), 2 the next player (N)."""
        values = self.value_array
        if self.play == "normal" and bool(np.all(values >= 0)):
            return np.where(values == 0, wide.PREVIOUS, wide.NEXT).astype(np.uint8)
        return self._decided[0]

    @property
    def remoteness_array(self) -> INT32:
        """The moves until the end, int32[n], -1 for a draw; see `remoteness`."""
        return self._decided[1]

    @cached_property
    def _decided(self) -> tuple[UINT8, INT32]:
        return decide(self.graph, misere=self.play == "misere")

    # ---- proof, picture, files --------------------------------------------------------------

    def verify(self) -> None:
        """Check the labels by conditions A, B and C, with code that knows no solver.

        Raises:
            VerificationError: If a condition fails; it names the vertex and the condition.
            LimitError: If the memory that is free would not do.

        Cost: O(n + m); 20 bytes a vertex besides the rows of followers and predecessors, which
        are built on first use: 12 bytes an arc and 8 a vertex meanwhile.

        Source: A. S. Fraenkel; docs/theory.md 2.1.
        """
        from grundy.graphs.verify import verify_values

        self.graph.require_memory(_VERIFYING, "Checking the labels", both=True)
        verify_values(
            self.graph, self.value_array, self.counter_array, misere=self.play == "misere"
        )

    def draw(
        self,
        path: str | os.PathLike[str],
        *,
        color: bool = True,
        layout: str = "dot",
        palette: str | None = None,
        legend: bool = True,
        hide: Literal["values"] | None = None,
    ) -> None:
        """Draw the labelled graph to a file; the ending says the format.

        With ``hide="values"`` it is an exercise, with its solutions in a file beside it.

        See `grundy.drawing.graph.draw` for the arguments.
        """
        shown = hook(self, "draw")
        shown(self, path, color=color, layout=layout, palette=palette, legend=legend, hide=hide)

    def save(
        self, path: str | os.PathLike[str], *, format: str | None = None, moves: bool = False
    ) -> None:
        """Write the labels to a file; see `grundy.graphs.formats.write_labelling`."""
        from grundy.graphs.formats import write_labelling

        write_labelling(self, path, format=format, moves=moves)

    def __repr__(self) -> str:
        infinite = int(np.count_nonzero(self.value_array < 0))
        greatest = int(self.value_array.max(initial=-1))
        most = f"greatest value {greatest}" if greatest >= 0 else "no finite value"
        return (
            f"Labelling({counted(len(self), 'vertex', 'vertices')}, "
            f"{counted(self.graph.arc_count, 'arc')}, {self.play} play, "
            f"{most}, {infinite} with ∞)"
        )

    def __str__(self) -> str:
        """Write a line for each vertex with value, outcome and winning moves; of many the first."""
        from grundy.graphs.io.columns import label_lines

        return "\n".join(label_lines(self))

    def to_arrow(self, *, moves: bool = False) -> Any:
        """Return the labels as a pyarrow.Table, sorted by vertex, as in a Parquet file.

        Its columns: vertex, value (int32, null for ∞), K (a list, null where the value is
        finite), outcome ("P", "N" or "D") and counter (null for ∞).

        Args:
            moves: Whether remoteness, winning_moves and best_move are there too.

        Raises:
            MissingExtraError: If pyarrow is not installed (the extra ``formats``).

        >>> label([("a", "b")]).to_arrow().column("value").to_pylist()
        [1, 0]
        """
        from grundy.graphs.io.label_writers import arrow_table

        return arrow_table(self, moves=moves)

    def to_pandas(self, *, moves: bool = False) -> Any:
        """Return the labels as a pandas.DataFrame whose index is the vertex; see `to_arrow`.

        Raises:
            MissingExtraError: If pandas or pyarrow is not installed (the extra ``frames``).
        """
        from grundy.runtime.delivery import frame_of, pandas

        pandas()  # says what is missing before the work
        return frame_of(self.to_arrow(moves=moves), "vertex")

    def widget(self) -> AnyWidget:
        """Show the labelling in a notebook as a picture to be looked into.

        A click on a vertex says why it has its value; the algorithm goes step by step. It is the
        explorer's picture, and the kernel answers in its stead.

        Raises:
            MissingExtraError: If anywidget is not installed (the extra ``widget``).
            LimitError: If there are more than 2,000 vertices or 20,000 arcs.

        >>> label([("a", "b")]).widget().shown["arcs"]  # doctest: +SKIP
        [[0, 1]]
        """
        widget: AnyWidget = hook(self, "widget")(self)
        return widget

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """Show the labelling in a notebook: a picture when small, else one line."""
        bundle: dict[str, str] = hook(self, "notebook")(self)
        return bundle


def decide(graph: GameGraph, *, misere: bool) -> tuple[UINT8, INT32]:
    """Find the outcome and remoteness of every vertex without looking at values."""
    graph.require_memory(_DECIDING, "Finding the outcomes", both=False)
    n = graph.vertex_count
    reverse = graph.reverse
    outcomes, remotes = np.zeros(n, np.uint8), np.full(n, -1, np.int32)
    wide.remoteness(
        reverse.pointers, reverse.indices, misere,
        graph.out_degrees.copy(), outcomes, remotes, np.empty(n, np.int32),
    )  # fmt: skip
    return outcomes, remotes
