"""Check what a certificate of a misère quotient claims; it knows no solver.

What is checked makes the claim a theorem: docs/theory.md 7.2 and 7.9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from grundy.errors import VerificationError
from grundy.runtime.threads import Control, watched

Products = npt.NDArray[np.int32]
Marks = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.int64]


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


def ensure(holds: bool, condition: str, message: str) -> None:
    """Raise `VerificationError` unless a condition holds."""
    if not holds:
        raise VerificationError(f"The certificate is false: {message}.", condition=condition)


def require_shape(claim: Claim) -> None:
    """Check that every element is in the monoid."""
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
    elements = {0, *claim.phi.tolist()}
    inside = elements.issuperset(claim.generators.tolist())
    ensure(inside, "generators", "one is no heap's element")


def words(claim: Claim) -> Iterator[tuple[int, int, int]]:
    """Yield (element, an earlier one, the place of a generator that leads from this to that)."""
    count = 1
    for step in reached(claim.action):
        count += 1
        yield step
    ensure(count == claim.order, "generators", "they do not reach every element")


def reached(action: npt.NDArray[np.integer], start: int = 0) -> Iterator[tuple[int, int, int]]:
    """Yield (element, an earlier one, the place of the generator that leads there) from a start."""
    met = {start}
    waiting = [start]
    for earlier in waiting:
        for place, element in enumerate(action[earlier].tolist()):
            if element not in met:
                met.add(element)
                waiting.append(element)
                yield element, earlier, place


def products(claim: Claim) -> Products:
    """Return the table that the products with generators make, if it is a commutative monoid's."""
    require_shape(claim)
    action, generators = claim.action.astype(np.int32), claim.generators
    steps = list(words(claim))
    table = np.empty((claim.order, claim.order), np.int32)
    table[:, 0] = np.arange(claim.order)
    for element, earlier, place in steps:
        table[:, element] = action[table[:, earlier], place]
    same = np.array_equal(action[0], generators)
    ensure(same, "generators", "1 times a generator is another element")
    ensure(np.array_equal(table[:, generators], action), "table", "a product has two values")
    ensure(np.array_equal(table, table.T), "table", "it does not commute")
    for generator in generators.tolist():  # Light's test: generators are enough
        by_g = table[generator]
        ensure(np.array_equal(table[by_g], table[:, by_g]), "table", "it does not associate")
    return table


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


def check(
    claim: Claim, options: Callable[[int], Rows], reach: tuple[int, int] | None = None
) -> None:
    """Raise `VerificationError` unless the claim holds for all sums of its heaps."""
    table = products(claim)
    is_p = np.zeros(claim.order, bool)
    is_p[claim.p_portion] = True
    reduced = len({row.tobytes() for row in np.packbits(is_p[table], axis=1)}) == claim.order
    ensure(reduced, "reduced", "no element tells two others apart")
    elements, wins = _kinds(table, is_p, claim, options)
    ensure(not is_p[0], "outcomes", "who cannot move wins, so 1 is no P-position")
    stays = (is_p[table[elements]] & wins).any()
    ensure(not stays, "outcomes", "a P-position has a move to a P-position")
    _check_invariant(table, is_p, elements, wins, claim)
    if claim.period is not None:
        last, most = reach or (0, 0)
        ensure(most > 0, "period", "this kind of rule has no theorem on periods")
        check_period(claim, last, most)


def _kinds(
    table: Products, is_p: Marks, claim: Claim, options: Callable[[int], Rows]
) -> tuple[npt.NDArray[np.int32], Marks]:
    """Return the element and the winning set of each kind of heap that has a move."""
    require_heaps(claim)
    phi = claim.phi
    kinds: dict[tuple[int, bytes], Marks] = {}
    for heap, element in enumerate(phi.tolist()):
        rows = options(heap)
        if not len(rows):
            ensure(element == 0, "phi", f"heap {heap} has no move, and its element is not 1")
            continue
        left = np.zeros(len(rows), np.int32)
        for column in range(rows.shape[1]):
            left = table[left, phi[rows[:, column]]]
        wins = np.asarray(is_p[table[np.flatnonzero(np.bincount(left))]].any(axis=0))
        kinds[element, wins.tobytes()] = wins
    elements = np.array([element for element, _ in kinds], np.int32)
    return elements, np.array(list(kinds.values()), bool).reshape(-1, claim.order)


def _check_invariant(
    table: Products, is_p: Marks, elements: npt.NDArray[np.int32], wins: Marks, claim: Claim
) -> None:
    from grundy.misere.kernels import invariant

    sets = dict(claim.invariant)
    ensure(len(sets) == len(claim.invariant), "invariant", "an element stands there twice")
    ensure(0 in sets.get(0, ()), "invariant", "the empty sum is missing")
    count = -(-claim.order // 64)
    rows = [
        np.frombuffer(bits.to_bytes(8 * count, "little"), np.uint64)
        for element in range(claim.order)
        for bits in sets.get(element, ())
    ]
    lengths = [len(sets.get(element, ())) for element in range(claim.order)]
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    kinds = np.pad(wins, [(0, 0), (0, 64 * count - claim.order)])
    kind_wins = np.packbits(kinds, axis=1, bitorder="little").view(np.uint64)

    def run(control: Control) -> int:
        return int(invariant.check_invariant(
            table, is_p, elements, kind_wins, starts, np.array(rows),
            np.zeros(count, np.uint64), control,
        ))  # fmt: skip

    ended = watched(run, "invariant", len(rows))
    ensure(ended != invariant.NO_MOVE_TO_P, "outcomes", "an N-position has no move to a P-position")
    ensure(ended == invariant.HOLDS, "invariant", "a sum has a winning set that is not there")
