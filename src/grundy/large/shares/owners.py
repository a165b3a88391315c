"""Who owns a vertex number: blocks of neighbouring numbers go to the shares in turn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

INT64 = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Owners:
    """Which share owns which numbers."""

    shares: int
    bits: int

    def size(self, share: int, below: int) -> int:
        """Return how many of the numbers 0 .. below - 1 a share owns."""
        blocks, rest = below >> self.bits, below & ((1 << self.bits) - 1)
        whole = (blocks + self.shares - 1 - share) // self.shares
        return (whole << self.bits) + (rest if blocks % self.shares == share else 0)

    def numbers(self, share: int, places: INT64) -> INT64:
        """Return the numbers that stand at these places of a share; they rise with the places."""
        blocks = (places >> self.bits) * self.shares + share
        return (blocks << self.bits) | (places & ((1 << self.bits) - 1))
