"""Values as indices of 8 bits: the value without the lowest bit of the mask."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from grundy.heaps.kernels.windows import INDICES

Values = npt.NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class Indexing:
    """Tables between values below 512 and their indices."""

    bit: int
    common: Values
    rare: Values

    @classmethod
    def of(cls, mask: int) -> Indexing:
        """Make the tables for a mask that is not 0."""
        bit = (mask & -mask).bit_length() - 1
        places = np.arange(INDICES)
        without = (places >> bit << (bit + 1)) | (places & ((1 << bit) - 1))
        odd = np.bitwise_count(without & mask) & 1 == 1
        raised = without | (1 << bit)
        common, rare = np.where(odd, without, raised), np.where(odd, raised, without)
        return cls(bit, common.astype(np.uint16), rare.astype(np.uint16))

    def index(self, values: npt.NDArray[np.unsignedinteger]) -> npt.NDArray[np.uint8]:
        """Return the indices of values below 512."""
        numbers = values.astype(np.uint16)
        low = numbers & ((1 << self.bit) - 1)
        return ((numbers >> (self.bit + 1) << self.bit) | low).astype(np.uint8)

    @property
    def below(self) -> npt.NDArray[np.int64]:
        """How many rare values lie below the common value of each index, int64[INDICES]."""
        return np.searchsorted(self.rare, self.common).astype(np.int64)
