"""Check the quotient of a tame game of very many heaps: its normal play, and its few fickle heaps.

`grundy.misere.checker` looks at every option of every heap. Here the values are computed anew by
the checker of normal play, and one lemma does the rest: where f is the greatest fickle heap, k the
last place of the code with a digit and b the most heaps left, each option of a heap above
b·f + k has a firm part. So such a heap is firm, with its value of normal play, and tame.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from grundy.heaps.codes import ANY, Code
from grundy.heaps.periods.verify import recomputed
from grundy.heaps.quotients.definition import options_by_definition
from grundy.misere.checker import check_period, require, require_heaps, words
from grundy.misere.claim import Claim
from grundy.misere.tame import Tame, classify, nim_order, nim_products, tame_sum
from grundy.running.progress import Progress

# Heaps all of whose options are looked at, by the square.
_MOST_LOOKED_AT = 10_000


def check_tame(claim: Claim, code: Code, progress: Progress | None = None) -> None:
    """Raise `VerificationError` unless the claim holds; the winning sets are not looked at."""
    phi = claim.phi
    _check_nim(claim)
    firm = phi > 1
    known = [Tame(int(x) - 2 * is_firm, bool(is_firm)) for x, is_firm in _few(claim, code)]
    for heap, told in enumerate(known):
        rows = options_by_definition(code, heap).tolist()
        found = classify({tame_sum(known[part] for part in row) for row in rows})
        require(found == told, "phi", f"heap {heap} is not {told}")
    values = recomputed(code, len(phi), progress)
    wrong = np.flatnonzero(phi - 2 * firm != values)
    require(not len(wrong), "phi", "a heap has another value under normal play")
    if claim.period is not None:
        check_period(claim, code.last, code.most_heaps)


def is_long_and_tame(claim: Claim, code: Code) -> bool:
    """Return whether a claim is one for `check_tame`: Nim's table, and very many heaps."""
    if len(claim.phi) <= _MOST_LOOKED_AT or not (code.is_finite and code.constraint is ANY):
        return False
    generators = claim.generators
    if nim_order(claim.order - 1) != claim.order or not _all_inside(generators, claim.order):
        return False
    return np.array_equal(claim.action, nim_products(claim.order, generators)[0])


def _all_inside(elements: npt.NDArray[np.int64], order: int) -> bool:
    return bool(((elements >= 0) & (elements < order)).all())


def _few(claim: Claim, code: Code) -> list[tuple[int, bool]]:
    """Return the elements of the heaps that may have an option of fickle heaps only."""
    fickle = int(np.flatnonzero(claim.phi < 2).max(initial=0))
    few = claim.phi[: code.most_heaps * fickle + code.last + 1]
    return [(element, element > 1) for element in few.tolist()]


def _check_nim(claim: Claim) -> None:
    """Check that the table is that of Nim with heaps up to the greatest value."""
    require(len(claim.phi) > 0, "heaps", "it is about no heap")
    require(_all_inside(claim.phi, claim.order), "phi", "an element is none")
    order, generators = nim_order(int(claim.phi.max())), claim.generators
    inside = _all_inside(generators, order) and claim.order == order
    require(inside, "generators", "they do not make all elements")
    require_heaps(claim)
    table, is_p = nim_products(order, generators)
    require(np.array_equal(claim.action, table), "table", "it is not Nim's")
    for _ in words(claim):  # they reach every element
        pass
    lost = np.flatnonzero(is_p)
    require(np.array_equal(np.sort(claim.p_portion), lost), "outcomes", "they are not Nim's")
