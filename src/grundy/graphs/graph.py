"""GameGraph: the positions of a game as vertices, its moves as arcs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from grundy.errors import GraphFormatError, UnknownNameError
from grundy.graphs.csr import INT32, SMALL, Csr, build_csr, count_numbers, transpose
from grundy.printable import counted
from grundy.runtime.files import require_memory
from grundy.values import as_int_or_none, number_text

MAX_VERTICES = 2**31 - 2

# Bytes a vertex and an arc, measured: the most at one time while rows are built (by two
# threads) and while they are turned around.
_ROWS = (20, 12)
_TRANSPOSED = (8, 12)

IntegerArray = npt.NDArray[np.integer]


class GameGraph:
    """A digraph whose vertices are positions and whose arcs are moves.

    A graph is immutable. Vertices have numbers 0 .. n - 1 and names; without names a vertex
    is named by its number. Parallel arcs, self-loops, isolated vertices and the empty graph
    are all allowed. Build one with `from_edges`, `from_mapping` or `from_arrays`, or let
    `grundy.label` convert what it is given (`grundy.graphs.formats.as_graph`).

    >>> graph = GameGraph.from_edges([("a", "b"), ("b", "a"), ("b", "c")])
    >>> graph
    GameGraph(3 vertices, 3 arcs)
    >>> graph.names, graph.index("c"), graph.followers("b")
    (('a', 'b', 'c'), 2, ['a', 'c'])
    """

    def __init__(
        self,
        *,
        forward: Csr | None = None,
        reverse: Csr | None = None,
        out_degrees: INT32 | None = None,
        names: Sequence[Hashable] | None = None,
        descending: bool = False,
    ) -> None:
        """Wrap ready-made rows, one kind at least; most callers want one of the ``from_…`` methods.

        *descending* says that every arc is known to go to a lower number; *names* None names
        vertices by number.
        """
        if forward is None and reverse is None:
            raise ValueError("A GameGraph needs rows of followers or rows of predecessors.")
        self._forward = forward
        self._reverse = reverse
        self._out_degrees = out_degrees
        self._names = None if names is None else tuple(names)
        self.descending = descending
        """Whether every arc is known to go to a lower number; then the graph has no cycle."""

    # ---- building -------------------------------------------------------------------------

    @classmethod
    def from_arrays(
        cls,
        sources: npt.ArrayLike,
        targets: npt.ArrayLike,
        *,
        vertex_count: int | None = None,
        names: Sequence[Hashable] | None = None,
    ) -> Self:
        """Build a graph from two arrays of vertex numbers; arc i goes from one to the other.

        Args:
            sources: integers of shape (m,).
            targets: integers of shape (m,).
            vertex_count: n; by default one more than the greatest number seen.
            names: n vertex names, hashable and all different, or None.

        Raises:
            GraphFormatError: If the lengths differ, a number is negative, not an integer or
                not below *vertex_count*, or the names will not do.
            LimitError: If the memory that is free would not do.

        Cost: O(n + m); 4 bytes an arc and 12 a vertex, three times and twice that while it
        runs. The arrays are not kept.

        >>> GameGraph.from_arrays([0, 1], [1, 2], vertex_count=4)
        GameGraph(4 vertices, 2 arcs)
        """
        tails = _integers(sources, "sources")
        heads = _integers(targets, "targets")
        if len(tails) != len(heads):
            raise GraphFormatError(
                f"sources has {len(tails)} entries and targets {len(heads)}; "
                "an arc needs one of each."
            )
        count = _vertex_count(tails, heads, vertex_count)
        if names is not None:
            _require_names(names, count)
        require_memory(_ROWS[0] * count + _ROWS[1] * len(tails), _described(count, len(tails)))
        try:
            if len(tails) and _descending(tails, heads):
                forward, _ = build_csr(count, tails, heads)
                return cls(forward=forward, names=names, descending=True)
            reverse, out_degrees = build_csr(count, heads, tails, count_neighbours=True)
        except IndexError:
            raise _out_of_range(tails, heads, count) from None
        return cls(reverse=reverse, out_degrees=out_degrees, names=names)

    @classmethod
    def from_edges(
        cls, edges: Iterable[Sequence[Hashable]], *, vertices: Iterable[Hashable] = ()
    ) -> Self:
        """Build a graph from pairs (source, target) of vertex names.

        Args:
            edges: Pairs of hashable names; a number or a dict behind them is a weight, and left
                out.
            vertices: Names that come first, in this order; isolated vertices among them.

        Raises:
            GraphFormatError: If an edge has not exactly two ends, or an end is not hashable.

        >>> GameGraph.from_edges([("x", "y")], vertices=["alone"]).names
        ('alone', 'x', 'y')
        """
        number: dict[Hashable, int] = {}
        for name in vertices:
            number.setdefault(name, len(number))
        tails: list[int] = []
        heads: list[int] = []
        for position, edge in enumerate(edges, 1):
            if isinstance(edge, str) or not hasattr(edge, "__len__") or not _has_ends(edge):
                raise GraphFormatError(
                    f"edge {position}: an edge needs two ends, found {number_text(edge)}."
                )
            try:
                tails.append(number.setdefault(edge[0], len(number)))
                heads.append(number.setdefault(edge[1], len(number)))
            except TypeError:
                raise GraphFormatError(
                    f"edge {position}: a vertex name has to be hashable, found {number_text(edge)}."
                ) from None
        return cls.from_arrays(
            np.array(tails, np.int32),
            np.array(heads, np.int32),
            vertex_count=len(number),
            names=list(number),
        )

    @classmethod
    def from_mapping(cls, followers: Mapping[Hashable, Iterable[Hashable]]) -> Self:
        """Build a graph from a mapping of each vertex to its followers.

        >>> GameGraph.from_mapping({"a": ["b"], "alone": []}).names
        ('a', 'alone', 'b')
        """
        for vertex, row in followers.items():
            if isinstance(row, (str, bytes)) or not isinstance(row, Iterable):
                raise GraphFormatError(
                    f'The followers of "{vertex}" have to be a list or a set, '
                    f"found {number_text(row)}."
                )
        edges = ((vertex, follower) for vertex, row in followers.items() for follower in row)
        return cls.from_edges(edges, vertices=followers)

    # ---- asking ---------------------------------------------------------------------------

    @property
    def vertex_count(self) -> int:
        """The number of vertices."""
        return len(self._any_rows.pointers) - 1

    @property
    def arc_count(self) -> int:
        """The number of arcs, parallel ones counted each."""
        return len(self._any_rows.indices)

    @cached_property
    def names(self) -> Sequence[Hashable]:
        """The vertex names by number; a range where vertices are named by number."""
        return range(self.vertex_count) if self._names is None else self._names

    @property
    def has_names(self) -> bool:
        """Whether the vertices have names of their own rather than numbers."""
        return self._names is not None

    def index(self, name: Hashable) -> int:
        """Return the number of a vertex.

        Raises:
            UnknownNameError: If no vertex has this name.
        """
        number = self._find(name)
        if number is None:
            raise UnknownNameError("vertex", name, self.names)
        return number

    def __contains__(self, name: object) -> bool:
        """Return whether a vertex has this name."""
        return self._find(name) is not None

    def _find(self, name: Any) -> int | None:
        if self._names is None:
            numbered = isinstance(name, (int, np.integer)) and 0 <= name < self.vertex_count
            return int(name) if numbered else None
        try:
            return self._number_of.get(name)
        except TypeError:  # not hashable
            return None

    def followers(self, name: Hashable) -> list[Hashable]:
        """List the followers of a vertex by name, parallel arcs each."""
        return [self.names[number] for number in self.forward.row(self.index(name)).tolist()]

    @property
    def forward(self) -> Csr:
        """Rows of followers; built on first use, sorted within a row if it was."""
        if self._forward is None:
            assert self._reverse is not None  # noqa: S101 - the constructor checked it
            self._forward = transpose(self._reverse)
        return self._forward

    @property
    def reverse(self) -> Csr:
        """Rows of predecessors; built on first use."""
        if self._reverse is None:
            assert self._forward is not None  # noqa: S101 - the constructor checked it
            self._reverse = transpose(self._forward)
        return self._reverse

    @property
    def has_forward(self) -> bool:
        """Whether the rows of followers are there already."""
        return self._forward is not None

    @property
    def out_degrees(self) -> INT32:
        """The number of arcs out of each vertex, int32[n]."""
        if self._out_degrees is None and self._forward is not None:
            self._out_degrees = self._forward.degrees.astype(np.int32)
        elif self._out_degrees is None:
            self._out_degrees = count_numbers(self.vertex_count, self.reverse.indices)
        return self._out_degrees

    def require_memory(self, per_vertex: int, purpose: str, *, both: bool) -> None:
        """Raise `LimitError` when work on this graph needs more memory than is free.

        Args:
            per_vertex: The bytes a vertex that the work needs itself.
            purpose: What the work is, as in "Checking the labels".
            both: Whether it needs the rows of followers and those of predecessors.
        """
        n, m = self.vertex_count, self.arc_count
        if n + m < SMALL:
            return
        missing = both and (self._forward is None or self._reverse is None)
        rows = _TRANSPOSED[0] * n + _TRANSPOSED[1] * m if missing else 0
        require_memory(per_vertex * n + rows, f"{purpose} of {_described(n, m).lower()}")

    def arcs(self) -> tuple[INT32, INT32]:
        """All arcs as (sources, targets), int32[m] each, in the order of the sources."""
        return self.forward.owners(), self.forward.indices

    def __repr__(self) -> str:
        arcs = f"{self.arc_count} arc{'' if self.arc_count == 1 else 's'}"
        noun = "vertex" if self.vertex_count == 1 else "vertices"
        return f"GameGraph({self.vertex_count} {noun}, {arcs})"

    @property
    def _any_rows(self) -> Csr:
        rows = self._reverse if self._forward is None else self._forward
        assert rows is not None  # noqa: S101 - the constructor checked it
        return rows

    @cached_property
    def _number_of(self) -> dict[Hashable, int]:
        return {name: number for number, name in enumerate(self.names)}


def _descending(sources: IntegerArray, targets: IntegerArray) -> bool:
    # A short look at the start spares most graphs the whole pass.
    head = slice(0, 1000)
    return bool(np.all(sources[head] > targets[head]) and np.all(sources > targets))


def _integers(values: npt.ArrayLike, what: str) -> IntegerArray:
    array = np.asarray(values)
    if array.size == 0:
        return np.zeros(0, np.int32)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise GraphFormatError(
            f"{what} has to be a one-dimensional array of integers, "
            f"found {array.dtype} of shape {array.shape}."
        )
    return array


def _vertex_count(sources: IntegerArray, targets: IntegerArray, stated: int | None) -> int:
    if stated is not None:
        number = as_int_or_none(stated)
        if number is None:
            raise GraphFormatError(
                f"vertex_count has to be a whole number, found {number_text(stated)}."
            )
        if 0 <= number <= MAX_VERTICES:
            return number
        raise GraphFormatError(
            f"{number} is no possible number of vertices; give 0 to {MAX_VERTICES}."
        )
    if not len(sources):
        return 0
    least = min(int(sources.min()), int(targets.min()))
    greatest = max(int(sources.max()), int(targets.max()))
    if least < 0 or greatest >= MAX_VERTICES:
        raise _out_of_range(sources, targets, MAX_VERTICES)
    return greatest + 1


def _require_names(names: Sequence[Hashable], count: int) -> None:
    if len(names) != count:
        raise GraphFormatError(f"{count} vertices need as many names, found {len(names)}.")
    if isinstance(names, range):
        return
    seen: set[Hashable] = set()
    try:
        seen.update(names)
    except TypeError:
        wrong = next(name for name in names if not _hashable(name))
        raise GraphFormatError(
            f"a vertex name has to be hashable, found {number_text(wrong)}; a tuple will do."
        ) from None
    if len(seen) < count:
        twice = next(name for name, often in Counter(names).items() if often > 1)
        raise GraphFormatError(
            f"two vertices have the name {number_text(twice)}; names have to be different."
        )


def _has_ends(edge: Sequence[object]) -> bool:
    """Whether an edge has two ends, and behind them at most a weight."""
    return len(edge) == 2 or (len(edge) == 3 and isinstance(edge[2], (int, float, dict)))


def _hashable(name: object) -> bool:
    try:
        hash(name)
    except TypeError:
        return False
    return True


def _described(vertices: int, arcs: int) -> str:
    return f"A graph of {counted(vertices, 'vertex', 'vertices')} and {counted(arcs, 'arc')}"


def _out_of_range(sources: IntegerArray, targets: IntegerArray, limit: int) -> GraphFormatError:
    least = min(int(sources.min()), int(targets.min()))
    if least < 0:
        return GraphFormatError(f"{least} is no vertex number; numbers count from 0.")
    greatest = max(int(sources.max()), int(targets.max()))
    return GraphFormatError(f"vertex number {greatest} is too large; it has to be below {limit}.")
