"""Check a misère quotient of many elements: the same conditions as `check`, in arrays."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from grundy.misere.checker import Claim, check_period, ensure, require_shape, words
from grundy.running.limits import Progress
from grundy.running.watched import Control, watched

Table = npt.NDArray[np.int32]
Marks = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.int64]


def check_arrays(
    claim: Claim,
    options: Callable[[int], Rows],
    reach: tuple[int, int] | None = None,
    progress: Progress | None = None,
) -> None:
    """Raise `VerificationError` unless the claim holds for all sums of its heaps."""
    require_shape(claim)
    is_p = np.zeros(claim.order, bool)
    is_p[claim.p_portion] = True
    table = _multiplied(claim)
    _check_monoid(table, claim)
    reduced = len(np.unique(np.packbits(is_p[table], axis=1), axis=0)) == claim.order
    ensure(reduced, "reduced", "no element tells two others apart")
    elements, wins = _kinds(table, is_p, claim, options)
    ensure(not is_p[0], "outcomes", "who cannot move wins, so 1 is no P-position")
    stays = (is_p[table[elements]] & wins).any()
    ensure(not stays, "outcomes", "a P-position has a move to a P-position")
    _check_invariant(table, is_p, elements, wins, claim, progress)
    if claim.period is not None:
        last, most = reach or (0, 0)
        ensure(most > 0, "period", "this kind of rule has no theorem on periods")
        check_period(claim, last, most)


def _multiplied(claim: Claim) -> Table:
    action, steps = claim.action.astype(np.int32), list(words(claim))
    table = np.empty((claim.order, claim.order), np.int32)
    table[:, 0] = np.arange(claim.order)
    for element, earlier, place in steps:
        table[:, element] = action[table[:, earlier], place]
    return table


def _check_monoid(table: Table, claim: Claim) -> None:
    generators = claim.generators
    same = np.array_equal(claim.action[0], generators)
    ensure(same, "generators", "1 times a generator is another element")
    ensure(np.array_equal(table[:, generators], claim.action), "table", "a product has two values")
    ensure(np.array_equal(table, table.T), "table", "it does not commute")
    for generator in generators.tolist():  # Light's test: generators are enough
        by_g = table[generator]
        ensure(np.array_equal(table[by_g], table[:, by_g]), "table", "it does not associate")


def _kinds(
    table: Table, is_p: Marks, claim: Claim, options: Callable[[int], Rows]
) -> tuple[npt.NDArray[np.int32], Marks]:
    """Return the element and the winning set of each kind of heap that has a move."""
    phi = claim.phi
    generated = np.isin(claim.generators, np.append(phi, 0)).all()
    ensure(bool(generated), "generators", "one is no heap's element")
    found: dict[tuple[int, bytes], Marks] = {}
    for heap, element in enumerate(phi.tolist()):
        rows = options(heap)
        if not len(rows):
            ensure(element == 0, "phi", f"heap {heap} has no move, and its element is not 1")
            continue
        left = np.zeros(len(rows), np.int32)
        for column in range(rows.shape[1]):
            left = table[left, phi[rows[:, column]]]
        wins = np.asarray(is_p[table[np.unique(left)]].any(axis=0))
        found[element, wins.tobytes()] = wins
    elements = np.array([element for element, _ in found], np.int32)
    return elements, np.array(list(found.values()), bool).reshape(-1, claim.order)


def _check_invariant(
    table: Table,
    is_p: Marks,
    elements: npt.NDArray[np.int32],
    wins: Marks,
    claim: Claim,
    progress: Progress | None,
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
        return int(invariant.kept(
            table, is_p, elements, kind_wins, starts, np.array(rows),
            np.zeros(count, np.uint64), control,
        ))  # fmt: skip

    ended = watched(run, "invariant", len(rows), progress)
    ensure(ended != invariant.NO_MOVE_TO_P, "outcomes", "an N-position has no move to a P-position")
    ensure(ended == invariant.HOLDS, "invariant", "a sum has a winning set that is not there")
