"""Check that a misère quotient is infinite; plain Python and NumPy that know no solver."""

from __future__ import annotations

from grundy.misere.checker import ensure, require_heaps
from research.endless.claim import Endless
from research.endless.families import Families
from research.endless.outcomes import Outcomes
from research.endless.same import Options, SameHeaps


def check_endless(claim: Endless, options: Options) -> None:
    """Raise `VerificationError` unless the sums that a claim names are pairwise distinguishable."""
    _require_shape(claim)
    outcomes = Outcomes(claim.outcomes, options)
    outcomes.check(claim.parts[:-1])
    outcomes.require_inside(claim.last, claim.parts[:-1])
    require_heaps(claim.outcomes)
    same = SameHeaps(claim.same, options)
    families = Families(claim.families, claim.last.company, same, outcomes)
    families.check()
    _check_apart(claim, families, same)


def _require_shape(claim: Endless) -> None:
    ensure(len(claim.parts) > 1, "parts", "it takes two parts")
    for part in claim.parts:
        order = tuple(sorted(part.company, reverse=True)) == part.company
        ensure(order, "parts", "a company is not in descending order")
    ensure(len(claim.same) == claim.last.largest + 1, "same", "it names other heaps")
    written = [family.base for family in claim.families]
    written += [step for family in claim.families for step in family.steps]
    for heaps in (*written, claim.beside, claim.grown, claim.by):
        known = all(heap <= claim.last.largest for heap in heaps)
        order = tuple(sorted(heaps, reverse=True)) == heaps
        ensure(known and order, "families", "a sum has a heap that is not in the last part")


def _check_apart(claim: Endless, families: Families, same: SameHeaps) -> None:
    """Check that a times `grown`, and `beside` and b times `by`, is P just if b < a, for a ≥ 1."""
    both = claim.grown + claim.by
    less = tuple(sorted(claim.beside + claim.grown, reverse=True))
    holds = families.hold(less, [claim.grown, both])
    ensure(holds, "apart", "with fewer of the company the sums are not P-positions")
    more = tuple(sorted(less + claim.by, reverse=True))
    replies = same.after(more)
    holds = any(families.hold(reply, [claim.by, both]) for reply in replies)
    ensure(holds, "apart", "with more of the company the sums are not N-positions")
