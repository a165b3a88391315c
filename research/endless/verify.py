"""Check that a misère quotient is infinite; plain Python and NumPy that know no solver."""

from __future__ import annotations

from grundy.heaps.certificates import options_by_definition
from grundy.heaps.periods.certificate import certified_code, check_record
from grundy.misere.certificate import ensure, require_heaps
from grundy.runtime.files import require_memory
from grundy.runtime.sealed import require
from research.endless.certificate import THEOREM, EndlessCertificate
from research.endless.families import Families
from research.endless.outcomes import Outcomes, Part
from research.endless.same import SameHeaps

_BYTES = 60  # an entry of the table: as lists, as an array, and its marks


def verify_endless(certificate: EndlessCertificate) -> None:
    """Raise `VerificationError` unless everything that a certificate claims is true."""
    code = certified_code(certificate.rule)
    check_record(certificate, [code], "quotient")
    require(certificate.theorem == THEOREM, "theorem", f"it has to be: {THEOREM}")
    parts, outcomes = certificate.parts, certificate.outcomes
    require_memory(_BYTES * outcomes.order**2, "Checking this certificate", "use a larger machine")
    _require_shape(certificate, parts)

    def options(heap: int) -> list[list[int]]:
        found: list[list[int]] = options_by_definition(code, heap).tolist()
        return found

    solved = Outcomes(outcomes, options)
    solved.check(parts[:-1])
    solved.require_inside(parts[-1], parts[:-1])
    require_heaps(outcomes)
    same = SameHeaps(certificate.same, options)
    families = Families(certificate.families, parts[-1].company, same, solved)
    families.check()
    _check_apart(certificate, families, same)


def _require_shape(claim: EndlessCertificate, parts: tuple[Part, ...]) -> None:
    ensure(len(parts) > 1, "parts", "it takes two parts")
    largest = parts[-1].largest
    for part in parts:
        order = tuple(sorted(part.company, reverse=True)) == part.company
        ensure(order, "parts", "a company is not in descending order")
    ensure(len(claim.same) == largest + 1, "same", "it names other heaps")
    written = [family.base for family in claim.families]
    written += [step for family in claim.families for step in family.steps]
    for heaps in (*written, claim.beside, claim.grown, claim.by):
        known = all(heap <= largest for heap in heaps)
        order = tuple(sorted(heaps, reverse=True)) == heaps
        ensure(known and order, "families", "a sum has a heap that is not in the last part")


def _check_apart(claim: EndlessCertificate, families: Families, same: SameHeaps) -> None:
    """Check that a times `grown`, and `beside` and b times `by`, is P just if b < a, for a ≥ 1."""
    both = claim.grown + claim.by
    less = tuple(sorted(claim.beside + claim.grown, reverse=True))
    holds = families.hold(less, [claim.grown, both])
    ensure(holds, "apart", "with fewer of the company the sums are not P-positions")
    more = tuple(sorted(less + claim.by, reverse=True))
    replies = same.after(more)
    holds = any(families.hold(reply, [claim.by, both]) for reply in replies)
    ensure(holds, "apart", "with more of the company the sums are not N-positions")
