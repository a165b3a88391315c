"""The rare heaps that a certificate names, and what makes a value rare."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from grundy.heaps.sealed.fields import Fields


@dataclass(frozen=True)
class RareHeaps:
    """The heaps of rare value among heaps 1 .. N - 1 (docs/theory.md 3.3 and 3.6)."""

    mask: int
    by_position: bool
    heaps: tuple[int, ...]

    @classmethod
    def read(cls, fields: Fields) -> RareHeaps:
        """Return what these fields say."""
        fields.require_no_others({"mask", "by_position", "heaps"})
        return cls(fields.natural("mask"), fields.flag("by_position"), fields.naturals("heaps"))

    def kinds(self, width: int, offset: int) -> npt.NDArray[np.uint8]:
        """Return uint8[2, width]: 1 in row heap & 1, column g."""
        even = (np.bitwise_count(np.arange(width) & self.mask) & 1 == 0).astype(np.uint8)
        odd_distance = np.array([[offset & 1], [1 - (offset & 1)]], np.uint8)
        return even ^ odd_distance if self.by_position else np.stack([even, even])
