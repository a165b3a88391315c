"""A guess of the quotient: the old one, times a cyclic monoid for each heap that is set free."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from grundy.misere.bounds import Bounds
from grundy.misere.monoid import Elements, Monoid, from_action
from grundy.misere.records import Rows
from grundy.running.watched import Control

_ELEMENT_BYTES = 300  # of a model: its products with the heaps, and what the search keeps
_SMALL = 2_000  # elements that take milliseconds


class Cycle(NamedTuple):
    """A cyclic monoid {1, g, g², …} with g^(start + period) = g^start."""

    start: int
    period: int = 2


class Candidate(NamedTuple):
    """A monoid, and the element of each heap."""

    monoid: Monoid
    phi: Elements


def candidate(
    old: Candidate, options: Mapping[int, Rows], free: Mapping[int, Cycle], bounds: Bounds
) -> Candidate:
    """Return a monoid in which the heaps that are set free may be anything."""
    size = old.monoid.order * math.prod(sum(cycle) for cycle in free.values())
    bounds.require(size, size * _ELEMENT_BYTES)
    model = _Model(old, options, free, bounds)
    action = model.action()
    return _reduced(action, model.outcomes(), model.images, bounds)


class _Model:
    def __init__(
        self,
        old: Candidate,
        options: Mapping[int, Rows],
        free: Mapping[int, Cycle],
        bounds: Bounds,
    ) -> None:
        from grundy.misere.kernels import model

        self._kernels, self._bounds = model, bounds
        self._options = options
        self._free = free
        names = sorted(free)
        fixed = {int(old.phi[heap]) for heap in options if heap not in free}
        base = old.monoid.generated(fixed)
        at = np.zeros(old.monoid.order, np.int32)
        at[base] = np.arange(len(base))
        self._table = np.ascontiguousarray(at[old.monoid.table[np.ix_(base, base)]])
        self._indices = np.array([free[heap].start for heap in names], np.int64)
        self._sizes = np.array([sum(free[heap]) for heap in names], np.int64)
        self._order = len(base) * math.prod(self._sizes.tolist())
        grid = np.indices((len(base), *self._sizes.tolist()), np.int32)
        self._digits = np.ascontiguousarray(grid.reshape(len(names) + 1, -1).T)
        strides = np.append(np.cumprod(self._sizes[::-1])[::-1], 1)
        self.images = np.zeros(len(old.phi), np.int64)  # 0 for heaps without a move
        for heap in options:
            self.images[heap] = at[old.phi[heap]] * strides[0]
        for place, heap in enumerate(names):
            self.images[heap] = strides[place + 1]

    def action(self) -> Elements:
        """Return the products of all elements with those of the heaps."""
        generators = np.unique([self.images[heap] for heap in self._options])
        out = np.empty((self._order, len(generators)), np.int32)
        self._kernels.actions(
            self._table, self._indices, self._sizes, self._digits, generators, out
        )
        return out

    def outcomes(self) -> npt.NDArray[np.bool_]:
        """Return bool[m]: which elements are in P by their first sums."""
        kinds = self._kinds()
        heaps = np.array([heap for heap, _ in kinds], np.int64)
        lengths = [len(elements) for _, elements in kinds]
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        found = np.full(self._order, self._kernels.UNKNOWN, np.int8)
        stack, items, cursors = (np.zeros(self._order + 1, np.int64) for _ in range(3))

        def run(control: Control) -> bool:
            return bool(self._kernels.fill(
                self._table, self._indices, self._sizes, self._digits, self.images[heaps],
                starts, np.concatenate([elements for _, elements in kinds]), found,
                stack, items, cursors, control,
            ))  # fmt: skip

        self._bounds.watched(run, small=self._order < _SMALL)
        p_portion: npt.NDArray[np.bool_] = found == self._kernels.P
        return p_portion

    def _kinds(self) -> list[tuple[int, npt.NDArray[np.int64]]]:
        """Return the first heap of each kind with its options' elements."""
        found: dict[tuple[int, bytes], tuple[int, npt.NDArray[np.int64]]] = {}
        for heap, rows in self._options.items():
            elements = np.unique(self._products(self.images[rows]))
            found.setdefault((int(self.images[heap]), elements.tobytes()), (heap, elements))
        return list(found.values())

    def _products(self, elements: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Multiply each row of elements."""
        found = elements[:, 0]
        for column in range(1, elements.shape[1]):
            left, right = self._digits[found], self._digits[elements[:, column]]
            code = self._table[left[:, 0], right[:, 0]].astype(np.int64)
            for place, (size, index) in enumerate(zip(self._sizes, self._indices, strict=True), 1):
                power = left[:, place].astype(np.int64) + right[:, place]
                over = power >= size
                power[over] = index + (power[over] - index) % (size - index)
                code = code * size + power
            found = code
        return found


def _reduced(
    action: Elements,
    p_portion: npt.NDArray[np.bool_],
    images: npt.NDArray[np.int64],
    bounds: Bounds,
) -> Candidate:
    """Make one of all elements that no other tells apart by the P-portion."""
    from grundy.misere.kernels.model import mixed

    colours = p_portion.astype(np.int64)
    count = len(np.unique(colours))
    words = np.empty(len(colours), np.uint64)
    while True:
        mixed(colours, action, words)
        _, firsts, colours = np.unique(words, return_index=True, return_inverse=True)
        colours = colours.astype(np.int64)
        if len(firsts) == count:
            break
        count = len(firsts)
    small = colours[action[firsts]]
    bounds.require(count, 4 * count**2)
    order = _from_identity(small, int(colours[0]))
    place = np.empty(count, np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    monoid = from_action(place[small[order]], p_portion[firsts][order])
    return Candidate(monoid, place[colours[images]])


def _from_identity(action: npt.NDArray[np.int64], identity: int) -> list[int]:
    """Return the elements in the order in which the generators reach them from the identity."""
    met = {identity}
    reached = [identity]
    for element in reached:
        for other in action[element].tolist():
            if other not in met:
                met.add(other)
                reached.append(other)
    return reached
