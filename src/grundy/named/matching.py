"""Which vertices of a graph some maximum matching leaves out, by Edmonds' blossoms."""

from __future__ import annotations

from grundy.games.symmetry import bits


def left_out(rows: tuple[int, ...]) -> int:
    """Return, as bits, the vertices that at least one maximum matching leaves out.

    Source: J. Edmonds, "Paths, trees, and flowers", 1965.
    """
    mates = _greedy(rows)
    found = closed = 0
    for root, mate in enumerate(mates):
        if mate < 0 and mates[root] < 0:
            outer, inner = _Tree(rows, mates, root, closed).grown()
            found |= outer
            closed |= outer | inner
    return found


def _greedy(rows: tuple[int, ...]) -> list[int]:
    mates, free = [-1] * len(rows), (1 << len(rows)) - 1
    for vertex, row in enumerate(rows):
        if free >> vertex & 1 and row & free:
            other = next(bits(row & free))
            mates[vertex], mates[other] = other, vertex
            free &= ~(1 << vertex | 1 << other)
    return mates


class _Tree:
    """The tree of alternating paths from a vertex without a mate; *closed* is never entered."""

    def __init__(self, rows: tuple[int, ...], mates: list[int], root: int, closed: int) -> None:
        self.rows, self.mates, self.root, self.closed = rows, mates, root, closed
        self.parents = [-1] * len(rows)
        self.bases = list(range(len(rows)))
        self.outer = 1 << root
        self.waiting = [root]

    def grown(self) -> tuple[int, int]:
        """Return its outer and inner vertices; none where a path augmented the mates."""
        inner = 0
        for vertex in self.waiting:
            for other in bits(self.rows[vertex] & ~self.closed):
                if self.bases[vertex] == self.bases[other] or self.mates[vertex] == other:
                    continue
                if self.outer >> other & 1:
                    self._contract(vertex, other)
                elif self.parents[other] < 0:
                    self.parents[other] = vertex
                    if self.mates[other] < 0:
                        self._augment(other)
                        return 0, 0
                    inner |= 1 << other
                    self._reach(self.mates[other])
        return self.outer, inner & ~self.outer

    def _reach(self, vertex: int) -> None:
        self.outer |= 1 << vertex
        self.waiting.append(vertex)

    def _augment(self, end: int) -> None:
        while end >= 0:
            before = self.parents[end]
            following = self.mates[before]
            self.mates[end], self.mates[before] = before, end
            end = following

    def _contract(self, one: int, other: int) -> None:
        """Make one vertex of the odd cycle that an edge between outer vertices closes."""
        base = self._meeting(one, other)
        cycle = self._stem(one, other, base) | self._stem(other, one, base)
        for vertex, old in enumerate(self.bases):
            if cycle >> old & 1:
                self.bases[vertex] = base
                if not self.outer >> vertex & 1:
                    self._reach(vertex)

    def _meeting(self, one: int, other: int) -> int:
        above = 0
        while True:
            one = self.bases[one]
            above |= 1 << one
            if one == self.root or self.mates[one] < 0:
                break
            one = self.parents[self.mates[one]]
        while not above >> (other := self.bases[other]) & 1:
            other = self.parents[self.mates[other]]
        return other

    def _stem(self, vertex: int, child: int, base: int) -> int:
        """Return the bases from a vertex down to the base, whose ways lead through the edge now."""
        cycle = 0
        while self.bases[vertex] != base:
            mate = self.mates[vertex]
            cycle |= 1 << self.bases[vertex] | 1 << self.bases[mate]
            self.parents[vertex] = child
            child, vertex = mate, self.parents[mate]
        return cycle
