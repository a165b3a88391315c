"""Finite commutative monoids with a P-portion: tables, reduction, kernel and fingerprint."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from grundy.misere import reached
from grundy.nimbers import mex

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
        result = 0
        for element in elements:
            result = int(self.table[result, element])
        return result

    def power(self, element: int, exponent: int) -> int:
        """Return a power, by as many products as the exponent has bits, or twice that."""
        result, square = 0, element
        while exponent:
            if exponent & 1:
                result = int(self.table[result, square])
            square = int(self.table[square, square])
            exponent >>= 1
        return result

    def cycle(self, element: int) -> tuple[int, int]:
        """Return from which power on those of an element repeat, and with which period."""
        powers: list[int] = []
        power = 0
        while power not in powers:
            powers.append(power)
            power = int(self.table[power, element])
        start = powers.index(power)
        return start, len(powers) - start

    def generated(self, generators: Iterable[int]) -> list[int]:
        """Return the elements that some generate, the identity first."""
        action = self.table[:, sorted(set(generators))]
        return [0, *(element for element, _, _ in reached(action))]

    def generators(self, elements: Iterable[int]) -> list[int]:
        """Return those of some elements that make all others, none of them by those before it."""
        found: list[int] = []
        made = {0}
        for element in elements:
            if element not in made:
                found.append(element)
                made = set(self.generated(found))
        return found

    def wins(self, options: npt.NDArray[np.integer]) -> Marks:
        """Return bool[m]: which y times some option is in the P-portion."""
        marks: Marks = self.p_portion[self.table[options]].any(axis=0)
        return marks


def from_action(action: Elements, p_portion: Marks) -> Monoid:
    """Return the monoid of a table of products with generators that reach every element."""
    table = np.empty((len(action), len(action)), np.int32)
    table[:, 0] = np.arange(len(action))
    for element, earlier, place in reached(action):
        table[:, element] = action[table[:, earlier], place]
    return Monoid(table, p_portion)


def packed(marks: Marks) -> Bits:
    """Return rows of marks as bits, uint64[..., words]."""
    width = -marks.shape[-1] % 64
    padded = np.pad(marks, [(0, 0)] * (marks.ndim - 1) + [(0, width)])
    return np.packbits(padded, axis=-1, bitorder="little").view(np.uint64)


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
    elements = np.flatnonzero(np.bincount(table[identity]))
    lost = elements[monoid.p_portion[elements]].tolist()
    twofold = bool((table[elements, elements] == identity).all())
    images = table[identity, np.asarray(phi)].tolist()
    pairs = set(zip(images, map(int, values), strict=True))
    one_to_one = len(pairs) == len({image for image, _ in pairs}) == len({v for _, v in pairs})
    return Kernel(tuple(elements.tolist()), identity, twofold and lost == [identity] and one_to_one)


def fingerprint(monoid: Monoid, phi: Elements) -> str:
    """Return the SHA-256 of a quotient and the elements of its heaps."""
    heaps = list(dict.fromkeys(phi.tolist()))
    action = monoid.table[:, heaps]
    order = [0, *(element for element, _, _ in reached(action))]
    numbers = {element: number for number, element in enumerate(order)}
    fields = {
        "phi": [numbers[element] for element in phi.tolist()],
        "p": sorted(numbers[element] for element in monoid.p_portion.nonzero()[0].tolist()),
        "products": [[numbers[other] for other in row] for row in action[order].tolist()],
    }
    return hashlib.sha256(json.dumps(fields, separators=(",", ":")).encode()).hexdigest()


# Canonical forms under misère play, the genus, and tame games.
#
# Under misère play a sum of tame heaps is lost when it is firm and its nim-sum is 0, or fickle and
# its nim-sum is 1; it is firm if any heap is. The value of a tame heap is that of normal play:
# docs/theory.md 7.6.


# Canonical forms under misère play, and the genus of a position.


@dataclass(frozen=True, slots=True)
class Genus:
    """What Conway's notation 1^031 says of a position.

    Attributes:
        value: The Grundy value under normal play.
        digits: The misère Grundy values of the position beside 0, 1, 2, … copies of ``*2``; after
            the last digit the last two alternate without end.

    >>> print(Genus(1, (0, 3, 1)), Genus(1, (0, 3, 1)).is_tame, Genus(2, (1, 4, 6)).is_tame)
    1^031 True False
    """

    value: int
    digits: tuple[int, ...]

    def __str__(self) -> str:
        """Write it as books do; a number of two digits stands in brackets."""
        shown = (str(digit) if digit < 10 else f"({digit})" for digit in self.digits)
        return f"{self.value}^{''.join(shown)}"

    @property
    def is_tame(self) -> bool:
        """Whether a position of Nim has the same genus. A tame genus alone makes no tame game."""
        fickle = (0, (1, 2, 0)), (1, (0, 3, 1))
        firm = self.value, (self.value, self.value ^ 2)
        return (self.value, self.digits) in (*fickle, firm)


def genus_of(options: Iterable[Genus]) -> Genus:
    """Return the genus of a position by those of all its options.

    Source: J. H. Conway, "On Numbers and Games", 1976, chapter 12.
    """
    genera = set(options)
    digits = [mex(genus.digits[0] for genus in genera) if genera else 1]
    # From here on the options' digits come by turns, so two turns of our own settle all later ones.
    settled = max((len(genus.digits) - 2 for genus in genera), default=0)
    while len(digits) < settled + 3 or not _turns(digits):
        place = len(digits)
        last = digits[-1]
        digits.append(mex({_digit(genus.digits, place) for genus in genera} | {last, last ^ 1}))
    while len(digits) > 2 and digits[-3] ^ 2 == digits[-2]:
        digits.pop()
    return Genus(mex(genus.value for genus in genera), tuple(digits))


def _turns(digits: Sequence[int]) -> bool:
    """Return whether the last three numbers come by turns, two apart."""
    return digits[-3] ^ 2 == digits[-2] and digits[-2] ^ 2 == digits[-1]


def _digit(digits: Sequence[int], place: int) -> int:
    if place < len(digits):
        return digits[place]
    return digits[-1] if (place - len(digits)) % 2 else digits[-2]


@dataclass(frozen=True)
class Form:
    """A game that has no simpler equal under misère play."""

    options: frozenset[Form]

    @cached_property
    def nimber(self) -> int | None:
        """The heap of Nim that it is, or None."""
        sizes = {form.nimber for form in self.options}
        return len(sizes) if sizes == set(range(len(sizes))) else None

    @cached_property
    def is_p(self) -> bool:
        """Whether who has to move loses."""
        return bool(self.options) and not any(form.is_p for form in self.options)

    @cached_property
    def birthday(self) -> int:
        """The most moves that it can last."""
        return max((form.birthday + 1 for form in self.options), default=0)

    @cached_property
    def genus(self) -> Genus:
        """Its value under normal play, and its misère values beside heaps *2."""
        return genus_of(form.genus for form in self.options)

    @cached_property
    def _hash(self) -> int:
        return hash(self.options)

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        """Write it with heaps of Nim as numbers, and any other game by its options."""
        if self.nimber is not None:
            return str(self.nimber)
        inside = sorted(self.options, key=lambda form: (form.birthday, str(form)), reverse=True)
        return f"{{{', '.join(map(str, inside))}}}"


def canonical(options: Iterable[Form]) -> Form:
    """Return the canonical form of a game with these options.

    Source: J. H. Conway, "On Numbers and Games", 1976, chapter 12.
    """
    whole = Form(frozenset(options))
    for simple in {back for form in whole.options for back in form.options}:
        others = whole.options - simple.options
        stays = bool(simple.options) or not whole.is_p
        inside = simple.options <= whole.options
        if stays and inside and all(simple in form.options for form in others):
            return simple
    return whole


def forms(options: Sequence[Iterable[int]]) -> list[Form]:
    """Return the canonical form of each position of a closed set."""
    canonical_forms: list[Form] = []
    for those in options:
        canonical_forms.append(canonical(canonical_forms[option] for option in those))
    return canonical_forms


class Tame(NamedTuple):
    """What a tame heap is."""

    value: int
    is_firm: bool

    def __add__(self, other: tuple[object, ...]) -> Tame:
        """Return what the sum of two is."""
        assert isinstance(other, Tame)  # noqa: S101 - of one kind only
        return Tame(self.value ^ other.value, self.is_firm or other.is_firm)

    def __str__(self) -> str:
        return f"{'firm' if self.is_firm else 'fickle'} {self.value}"


NOTHING = Tame(0, False)


def tame_sum(parts: Iterable[Tame]) -> Tame:
    """Return what a sum is."""
    return reduce(Tame.__add__, parts, NOTHING)


def classify(options: Iterable[Tame]) -> Tame | None:
    """Return what a heap with these options is; None where it is wild.

    Source: J. H. Conway, "On Numbers and Games", 1976, chapter 12.
    """
    classes = set(options)
    firm = {value for value, is_firm in classes if is_firm}
    fickle = {value for value, is_firm in classes if not is_firm}
    if not classes:
        return NOTHING
    if not firm & {0, 1} and len(fickle) == 1:
        return Tame(1 - min(fickle), False)
    if not fickle:
        return Tame(mex(firm), True)
    both = firm | fickle
    if {0, 1} <= both and (0 in firm or 1 in fickle) and (0 in fickle or 1 in firm):
        return Tame(mex(firm | {0, 1}), True)
    return None


def nim_quotient(greatest: int) -> Monoid:
    """Return the quotient of tame heaps, of which this is the greatest element."""
    order = nim_order(greatest)
    return Monoid(*nim_products(order, np.arange(order)))


def nim_order(greatest: int) -> int:
    """Return how many elements the quotient has whose greatest heap has this element."""
    return greatest + 1 if greatest < 2 else 2 + (1 << (greatest - 2).bit_length())


def nim_products(
    order: int, elements: npt.NDArray[np.integer]
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.bool_]]:
    """Return the products of all with n elements, int32[order, n], and the P-portion."""
    every = np.arange(order)
    fickle = min(order, 2)
    values, is_firm = np.where(every < fickle, every, every - fickle), every >= fickle
    both = is_firm[:, None] | is_firm[elements]
    table = (values[:, None] ^ values[elements]) + np.where(both, fickle, 0)
    return table.astype(np.int32), values == np.where(is_firm, 0, 1)
