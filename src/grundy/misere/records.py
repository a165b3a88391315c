"""What each heap is in a monoid: its element and those of its options; alike heaps are one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from grundy.misere.monoid import Elements, Marks, Monoid

Rows = npt.NDArray[np.int64]
"""int64[k, w]: the options of a heap, each as the heaps that it leaves; 0 fills up a row."""


def padded(options: Iterable[tuple[int, ...]]) -> Rows:
    """Return options as rows."""
    found = list(options)
    width = max(map(len, found), default=1) or 1
    filled = [option + (0,) * (width - len(option)) for option in found]
    return np.array(filled, np.int64).reshape(len(found), width)


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """A kind of heap: all that decides what it does in a sum."""

    heap: int
    element: int
    options: npt.NDArray[np.intp]
    wins: Marks

    @property
    def key(self) -> tuple[int, bytes]:
        """The same for heaps that are alike."""
        return self.element, self.options.tobytes()


def option_elements(monoid: Monoid, phi: Elements, rows: Rows) -> npt.NDArray[np.intp]:
    """Return the elements of a heap's options, each once, in order."""
    found = phi[rows[:, 0]]
    for column in range(1, rows.shape[1]):
        found = monoid.table[found, phi[rows[:, column]]]
    met = np.zeros(monoid.order, bool)
    met[found] = True
    return np.flatnonzero(met)


def records(monoid: Monoid, phi: Elements, options: Mapping[int, Rows]) -> list[Record]:
    """Return the kinds among some heaps with moves, the smallest heap of each, in order."""
    found: dict[tuple[int, bytes], Record] = {}
    for heap, rows in options.items():
        elements = option_elements(monoid, phi, rows)
        key = int(phi[heap]), elements.tobytes()
        if key not in found:
            found[key] = Record(heap, key[0], elements, monoid.wins(elements))
    return list(found.values())


def has_move_to_p(
    monoid: Monoid, phi: Elements, options: Mapping[int, Rows], heaps: Iterable[int]
) -> bool:
    """Return whether a sum has an option whose element is in the P-portion."""
    sum_ = list(heaps)
    for heap in set(sum_):
        rest = list(sum_)
        rest.remove(heap)
        left = monoid.product(int(phi[other]) for other in rest)
        elements = option_elements(monoid, phi, options[heap])
        if monoid.p_portion[monoid.table[left, elements]].any():
            return True
    return False
