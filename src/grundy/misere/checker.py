"""Check what a certificate of a misère quotient claims; plain Python that knows no solver.

What is checked makes the claim a theorem: docs/theory.md 7.2 and 7.9. `check_arrays` checks
the same for large monoids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from grundy.errors import VerificationError

# Claim: what a certificate of a misère quotient says, in arrays, ready to be checked.


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """A monoid, the element of each heap, and the sets that prove the outcomes."""

    generators: npt.NDArray[np.int64]
    action: npt.NDArray[np.int64]
    p_portion: npt.NDArray[np.int64]
    phi: npt.NDArray[np.int64]
    invariant: tuple[tuple[int, tuple[int, ...]], ...]
    period: tuple[int, int] | None = None

    @property
    def order(self) -> int:
        """How many elements the monoid has."""
        return len(self.action)


# Check a misère quotient; plain Python that knows no solver.


Options = Callable[[int], Iterable[tuple[int, ...]]]
"""The options of a heap: the heaps that each leaves."""

Table = list[list[int]]
Kinds = set[tuple[int, int]]
"""(element, winning set) of each kind of heap."""


def check(claim: Claim, options: Options, reach: tuple[int, int] | None = None) -> None:
    """Raise `VerificationError` unless the claim holds for all sums of its heaps."""
    require_shape(claim)
    table = multiplied(claim)
    is_p = [element in set(claim.p_portion.tolist()) for element in range(claim.order)]
    check_monoid(table, claim)
    _check_reduced(table, is_p)
    kinds = _kinds(table, is_p, claim, options)
    _check_outcomes(table, is_p, kinds, claim)
    if claim.period is not None:
        last, most = reach or (0, 0)
        ensure(most > 0, "period", "this kind of rule has no theorem on periods")
        check_period(claim, last, most)


def ensure(holds: bool, condition: str, message: str) -> None:
    """Raise `VerificationError` unless a condition holds."""
    if not holds:
        raise VerificationError(f"The certificate is false: {message}.", condition=condition)


def require_shape(claim: Claim) -> None:
    """Check that all elements are elements."""
    order = claim.order
    shape = claim.action.shape == (order, len(claim.generators))
    ensure(order > 0 and shape, "table", "the table has another shape")
    for name, numbers in (("table", claim.action), ("generators", claim.generators),
                          ("outcomes", claim.p_portion), ("phi", claim.phi)):  # fmt: skip
        inside = not numbers.size or (numbers.min() >= 0 and numbers.max() < order)
        ensure(bool(inside), name, "an element is none of the monoid")
    ensure(len(claim.phi) > 0, "heaps", "it is about no heap")
    for element, sets in claim.invariant:
        inside = 0 <= element < order and all(0 <= bits < 1 << order for bits in sets)
        ensure(inside, "invariant", "an element is none of the monoid")


def require_heaps(claim: Claim) -> None:
    """Check that each generator is the element of a heap, so that each element is that of a sum."""
    known = {0, *claim.phi.tolist()}
    inside = known.issuperset(claim.generators.tolist())
    ensure(inside, "generators", "one is no heap's element")


def words(claim: Claim) -> Iterator[tuple[int, int, int]]:
    """Yield (element, an earlier one."""
    met = {0}
    reached = [0]
    rows = claim.action.tolist()
    for earlier in reached:
        for place, element in enumerate(rows[earlier]):
            if element not in met:
                met.add(element)
                reached.append(element)
                yield element, earlier, place
    ensure(len(met) == claim.order, "generators", "they do not reach every element")


def multiplied(claim: Claim) -> Table:
    """Return the table that the products with generators make, if they make one."""
    order = range(claim.order)
    columns = claim.action.T.tolist()
    products: Table = [[] for _ in order]  # products[y][x] is x · y
    products[0] = list(order)
    for element, earlier, place in words(claim):
        products[element] = [columns[place][x] for x in products[earlier]]
    return products


def check_monoid(table: Table, claim: Claim) -> None:
    """Check that a table is a commutative monoid with the identity 0."""
    order = range(claim.order)
    columns = claim.action.T.tolist()
    for generator, column in zip(claim.generators.tolist(), columns, strict=True):
        ensure(column[0] == generator, "generators", "1 times a generator is another element")
        ensure(table[generator] == column, "table", "a product has two values")
    ensure(
        all(table[x][y] == table[y][x] for x in order for y in order),
        "table",
        "it does not commute",
    )
    for g in claim.generators.tolist():  # Light's test: generators are enough
        by_g = table[g]
        for x in order:
            row, other = table[by_g[x]], table[x]
            ensure(all(row[y] == other[by_g[y]] for y in order), "table", "it does not associate")


def _check_reduced(table: Table, is_p: list[bool]) -> None:
    rows = {tuple(is_p[z] for z in row) for row in table}
    ensure(len(rows) == len(table), "reduced", "no element tells two others apart")


def _kinds(table: Table, is_p: list[bool], claim: Claim, options: Options) -> Kinds:
    """Return the kinds of heaps that have a move, from the rule."""
    order = range(claim.order)
    phi = claim.phi.tolist()
    masks = [sum(1 << y for y in order if is_p[table[y][z]]) for z in order]
    found: Kinds = set()
    require_heaps(claim)
    for heap, element in enumerate(phi):
        bits, has_move = 0, False
        for option in options(heap):
            left = 0
            for part in option:
                left = table[left][phi[part]]
            bits |= masks[left]
            has_move = True
        if has_move:
            found.add((element, bits))
        else:
            ensure(element == 0, "phi", f"heap {heap} has no move, and its element is not 1")
    return found


def _check_outcomes(table: Table, is_p: list[bool], kinds: Kinds, claim: Claim) -> None:
    order = range(claim.order)
    ensure(not is_p[0], "outcomes", "who cannot move wins, so 1 is no P-position")
    for element, bits in kinds:
        for y in order:
            stays = is_p[table[y][element]] and bits >> y & 1
            ensure(not stays, "outcomes", "a P-position has a move to a P-position")
    sets = dict(claim.invariant)
    ensure(len(sets) == len(claim.invariant), "invariant", "an element stands there twice")
    ensure(0 in sets.get(0, ()), "invariant", "the empty sum is missing")
    for x, some in sets.items():
        for bits in some:
            for element, wins in kinds:
                after = table[x][element]
                by_element, by_x = table[element], table[x]
                grown = sum(
                    1 << y for y in order if bits >> by_element[y] & 1 or wins >> by_x[y] & 1
                )
                ensure(
                    is_p[after] or bool(grown & 1), "outcomes",
                    "an N-position has no move to a P-position",
                )  # fmt: skip
                kept = any(known & ~grown == 0 for known in sets.get(after, ()))
                ensure(kept, "invariant", "a sum has a winning set that is not there")


def check_period(claim: Claim, last: int, most: int) -> None:
    """Check that phi repeats on enough heaps to be periodic."""
    assert claim.period is not None  # noqa: S101 - the caller has looked
    preperiod, period = claim.period
    heaps, phi = len(claim.phi), claim.phi.tolist()
    ensure(preperiod >= 0 and period > 0, "period", "a period is a positive number")
    ensure(
        heaps >= most * (max(preperiod, 1) + period) + last - most + 1, "heaps",
        "the theorem needs more heaps",
    )  # fmt: skip
    repeats = all(phi[heap] == phi[heap + period] for heap in range(preperiod, heaps - period))
    ensure(repeats, "period", "the elements do not repeat")
    earlier = preperiod == 0 or phi[preperiod - 1] != phi[preperiod - 1 + period]
    ensure(earlier, "period", "it begins earlier")
