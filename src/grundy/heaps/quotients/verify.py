"""Check the certificate of a misère quotient; imports no solver.

The rule is read as a code or a set, the options of each heap are made by its definition, and
what makes the claim a theorem is checked: in plain Python for small ones, by normal play for
tame ones of very many heaps, and else in arrays.
"""

from __future__ import annotations

from collections.abc import Callable

from grundy.files.whole import require_memory
from grundy.heaps.codes import ANY, Code
from grundy.heaps.quotients.certificate import FOR_EVER, HEAPS_ONLY, MisereCertificate
from grundy.heaps.quotients.definition import Rows, options_by_definition
from grundy.heaps.quotients.tame_check import check_tame, is_long_and_tame
from grundy.heaps.sealed.rule import certified_code, check_record, require
from grundy.misere.check_arrays import check_arrays
from grundy.misere.checker import check
from grundy.misere.claim import Claim
from grundy.running.progress import Progress

# For so many elements, heaps and winning sets plain Python is done before numba would be loaded.
_SMALL_ORDER, _SMALL_COUNT = 64, 400
_BYTES = 40  # an entry of the table: the table, its copies, its marks


def verify_quotient(certificate: MisereCertificate, progress: Progress | None = None) -> None:
    """Raise `VerificationError` unless everything that a certificate claims is true."""
    code = certified_code(certificate.rule)
    check_record(certificate.version, certificate.command, code, writer="quotient")
    claim = certificate.claim()
    theorem = HEAPS_ONLY if claim.period is None else FOR_EVER
    require(certificate.theorem == theorem, "theorem", f"it has to be: {theorem}")
    _check(claim, code, progress)
    check_least(claim)


def _check(claim: Claim, code: Code, progress: Progress | None) -> None:
    """Check it in plain Python, in arrays, or by normal play."""
    if not is_small(claim) and is_long_and_tame(claim, code):
        _require_memory(claim)
        check_tame(claim, code, progress)
    else:
        check_by_size(
            claim, lambda heap: options_by_definition(code, heap), reach_of_code(code), progress
        )


def check_by_size(
    claim: Claim,
    options: Callable[[int], Rows],
    reach: tuple[int, int] | None = None,
    progress: Progress | None = None,
) -> None:
    """Check a claim in plain Python, or in arrays if it is large."""
    if is_small(claim):
        check(claim, lambda heap: options(heap).tolist(), reach)
        return
    _require_memory(claim)
    check_arrays(claim, options, reach, progress)


def _require_memory(claim: Claim) -> None:
    require_memory(_BYTES * claim.order**2, "Checking this certificate", "use a larger machine")


def is_small(claim: Claim) -> bool:
    """Return whether plain Python is the quicker one."""
    sets = sum(len(each) for _, each in claim.invariant)
    return claim.order <= _SMALL_ORDER and max(len(claim.phi), sets) <= _SMALL_COUNT


def reach_of_code(code: Code) -> tuple[int, int] | None:
    """Return what the theorem on periods asks of a rule; None where it does not hold."""
    if not code.is_finite or code.constraint is not ANY:
        return None
    return code.last, code.most_heaps


def check_least(claim: Claim) -> None:
    """Check that the elements do not repeat faster than is said."""
    if claim.period is None:
        return
    preperiod, period = claim.period
    rest = claim.phi[preperiod:]
    for shorter in range(1, period // 2 + 1):
        less = period % shorter == 0 and (rest[shorter:] == rest[:-shorter]).all()
        require(not less, "period", f"{shorter} is a period already")
