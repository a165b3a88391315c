"""Finite commutative monoids with a P-portion: tables, reduction, kernel and fingerprint."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

# Monoid: a finite commutative monoid by its table, and its P-portion; how one is reduced.


Elements = npt.NDArray[np.int32]
Bits = npt.NDArray[np.uint64]
Marks = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Monoid:
    """A finite commutative monoid; element 0 is the identity."""

    table: Elements
    p_portion: Marks

    @classmethod
    def trivial(cls) -> Monoid:
        """Return the quotient of a game without a move: one element, an N-position."""
        return cls(np.zeros((1, 1), np.int32), np.zeros(1, bool))

    @property
    def order(self) -> int:
        """How many elements there are."""
        return len(self.table)

    @property
    def p_count(self) -> int:
        """How many of them are P-positions."""
        return int(self.p_portion.sum())

    def product(self, elements: Iterable[int]) -> int:
        """Return the product of some elements; the identity where there are none."""
        found = 0
        for element in elements:
            found = int(self.table[found, element])
        return found

    def power(self, element: int, exponent: int) -> int:
        """Return a power, by as many products as the exponent has bits, or twice that."""
        found, square = 0, element
        while exponent:
            if exponent & 1:
                found = int(self.table[found, square])
            square = int(self.table[square, square])
            exponent >>= 1
        return found

    def index(self, element: int) -> int:
        """Return the least i such that x^i is x^(i + p) for some p > 0."""
        powers: list[int] = []
        power = 0
        while power not in powers:
            powers.append(power)
            power = int(self.table[power, element])
        return powers.index(power)

    def generated(self, generators: Iterable[int]) -> list[int]:
        """Return the elements that some generate, the identity first."""
        met = np.zeros(self.order, bool)
        met[0] = True
        found = [0]
        columns = [self.table[:, generator] for generator in sorted(set(generators))]
        for element in found:
            for column in columns:
                other = int(column[element])
                if not met[other]:
                    met[other] = True
                    found.append(other)
        return found

    def wins(self, options: npt.NDArray[np.integer]) -> Marks:
        """Return bool[m]: which y times some option is in the P-portion."""
        found: Marks = self.p_portion[self.table[options]].any(axis=0)
        return found


def from_action(action: Elements, p_portion: Marks) -> Monoid:
    """Return the monoid of a table of products with generators that reach every element."""
    order = len(action)
    table = np.empty((order, order), np.int32)
    table[:, 0] = np.arange(order)
    met = np.zeros(order, bool)
    met[0] = True
    reached = [0]
    for element in reached:
        for place, other in enumerate(action[element].tolist()):
            if not met[other]:
                met[other] = True
                table[:, other] = action[table[:, element], place]
                reached.append(other)
    return Monoid(table, p_portion)


def packed(marks: Marks) -> Bits:
    """Return rows of marks as bits, uint64[..., words]."""
    width = -marks.shape[-1] % 64
    padded = np.pad(marks, [(0, 0)] * (marks.ndim - 1) + [(0, width)])
    return np.packbits(padded, axis=-1, bitorder="little").view(np.uint64)


# The kernel of a quotient: the least ideal, a group, in which misère play may be normal play.


@dataclass(frozen=True, slots=True)
class Kernel:
    """The least ideal of a monoid."""

    elements: tuple[int, ...]
    identity: int
    is_normal: bool


def kernel(monoid: Monoid, phi: Sequence[int], values: Sequence[int]) -> Kernel:
    """Return the kernel."""
    table = monoid.table
    everything = np.arange(monoid.order)
    identity = monoid.product(np.flatnonzero(table[everything, everything] == everything).tolist())
    elements = np.unique(table[identity])
    lost = elements[monoid.p_portion[elements]].tolist()
    twofold = bool((table[elements, elements] == identity).all())
    images = table[identity, np.asarray(phi)].tolist()
    pairs = set(zip(images, map(int, values), strict=True))
    one_to_one = len(pairs) == len({image for image, _ in pairs}) == len({v for _, v in pairs})
    return Kernel(tuple(elements.tolist()), identity, twofold and lost == [identity] and one_to_one)


# The fingerprint of a quotient: the same for the same quotient, however it was found.


def fingerprint(monoid: Monoid, phi: Elements) -> str:
    """Return the SHA-256 of a quotient and the elements of its heaps."""
    heaps = list(dict.fromkeys(phi.tolist()))
    numbers = {0: 0}
    reached = [0]
    for element in reached:
        for other in monoid.table[element, heaps].tolist():
            if other not in numbers:
                numbers[other] = len(reached)
                reached.append(other)
    fields = {
        "phi": [numbers[element] for element in phi.tolist()],
        "p": sorted(numbers[element] for element in monoid.p_portion.nonzero()[0].tolist()),
        "products": [
            [numbers[other] for other in monoid.table[element, heaps].tolist()]
            for element in reached
        ],
    }
    return hashlib.sha256(json.dumps(fields, separators=(",", ":")).encode()).hexdigest()
