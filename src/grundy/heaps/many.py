"""Many heaps in one array, and the checks that each is a natural number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import index
from typing import Any, overload

import numpy as np

from grundy.errors import PositionError
from grundy.heaps.options.lookup import Numbers, as_numbers
from grundy.nimbers.natural import shown

_CHUNK = 4_096


class Heaps(Sequence[int]):
    """Heaps as a sequence of Python's integers, which takes the memory of an array."""

    __slots__ = ("array",)

    def __init__(self, array: Numbers) -> None:
        self.array = array

    @classmethod
    def of(cls, heaps: Iterable[int]) -> Heaps:
        """Copy heaps, each one checked."""
        return heaps if isinstance(heaps, Heaps) else cls(_as_heaps(heaps))

    def __len__(self) -> int:
        return len(self.array)

    @overload
    def __getitem__(self, place: int) -> int: ...

    @overload
    def __getitem__(self, place: slice) -> Heaps: ...

    def __getitem__(self, place: int | slice) -> int | Heaps:
        if isinstance(place, slice):
            return Heaps(self.array[place])
        return int(self.array[place])

    def __iter__(self) -> Iterator[int]:
        for start in range(0, len(self.array), _CHUNK):
            yield from self.array[start : start + _CHUNK].tolist()


def _as_heaps(heaps: Iterable[int]) -> Numbers:
    """Return heaps as an array, each one checked."""
    if isinstance(heaps, np.ndarray) and heaps.ndim == 1 and np.issubdtype(heaps.dtype, np.integer):
        if len(heaps) and heaps.min() < 0:
            place = int(np.flatnonzero(heaps < 0)[0])
            raise _bad_heap(place, int(heaps[place]))
        if not len(heaps) or heaps.max() < 2**63:
            return heaps.astype(np.int64)
    numbers = []
    for place, heap in enumerate(heaps):
        if type(heap) is not int:
            try:
                if isinstance(heap, bool):
                    raise TypeError
                heap = index(heap)
            except TypeError:
                raise _bad_heap(place, heap) from None
        if heap < 0:
            raise _bad_heap(place, heap)
        numbers.append(heap)
    return as_numbers(numbers)


def _bad_heap(place: int, heap: Any) -> PositionError:
    return PositionError(f"Heap {place + 1} is {shown(heap)}; a heap is a natural number.")
