"""How a table is cut into blocks, and what it takes: said before the work begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grundy.games.indexed import Indexed

_FEWEST_BITS = 16
_MOST_BITS = 26
_BLOCKS = 8  # the binary logarithm of how many blocks a table has, where it is not too large
_ARC = 16  # bytes of disk an arc, while a block with cycles is labelled


@dataclass(frozen=True)
class Plan:
    """How a table is cut into blocks of 2^shift numbers; the last may be shorter."""

    count: int
    shift: int
    tiers: tuple[int, ...]
    cyclic: bool
    remoteness: bool

    @property
    def kinds(self) -> tuple[str, ...]:
        """What is kept of each block."""
        counters = ("counters",) if self.cyclic else ()
        return ("values", *counters, *(("remoteness",) if self.remoteness else ()))

    def bounds(self, block: int) -> tuple[int, int]:
        """Return the first number of a block, and the one behind its last."""
        first = block << self.shift
        return first, min(first + (1 << self.shift), self.count)

    def stages(self) -> Iterator[list[int]]:
        """Yield the blocks of each stage, the lowest stage first."""
        ordered = sorted(range(len(self.tiers)), key=self.tiers.__getitem__)
        for _, blocks in groupby(ordered, self.tiers.__getitem__):
            yield list(blocks)

    @property
    def disk(self) -> int:
        """The bytes of the finished table, if no block needs two for a value."""
        return self.count * (1 + 4 * self.cyclic + 2 * self.remoteness)

    def memory(self, threads: int, arcs_each: float) -> int:
        """Return the bytes that the work takes besides the table itself."""
        block = 1 << self.shift
        if not self.cyclic:
            return min(threads, len(self.tiers)) * block * (1 + 2 * self.remoteness)
        return int(block * (40 + 4 * arcs_each))

    def workspace(self, arcs_each: float) -> int:
        """Return the bytes of disk that the work takes for a while."""
        return int((1 << self.shift) * arcs_each * _ARC) if self.cyclic else 0


def plan(indexed: Indexed, *, remoteness: bool) -> Plan:
    """Return how a game's table is cut; it depends on the game alone."""
    count = indexed.count
    bits = max(count - 1, 1).bit_length()
    cyclic = indexed.order == "cycles"
    if indexed.tier is not None:
        shift = indexed.bits
    elif cyclic:
        shift = bits  # one block
    else:
        shift = min(max(_FEWEST_BITS, bits - _BLOCKS), _MOST_BITS)
    blocks = range(-(-count // (1 << shift)))
    if indexed.tier is not None:
        tiers = tuple(map(indexed.tier, blocks))
    elif indexed.order == "shrinks":
        tiers = tuple(block.bit_count() for block in blocks)  # taking away never adds a bit
    else:
        tiers = tuple(blocks)
    return Plan(count, shift, tiers, cyclic, remoteness)
