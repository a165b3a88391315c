"""Check the certificate of an infinite misère quotient; imports no solver."""

from __future__ import annotations

from grundy.heaps.certificates import options_by_definition
from grundy.heaps.periods.certificate import certified_code, check_record
from grundy.runtime.files import require_memory
from grundy.runtime.sealed import require
from research.endless.certificate import THEOREM, EndlessCertificate
from research.endless.check import check_endless

_BYTES = 60  # an entry of the table: as lists, as an array, and its marks


def verify_endless(certificate: EndlessCertificate) -> None:
    """Raise `VerificationError` unless everything that a certificate claims is true."""
    code = certified_code(certificate.rule)
    check_record(certificate, [code], "quotient")
    require(certificate.theorem == THEOREM, "theorem", f"it has to be: {THEOREM}")
    claim = certificate.claim()
    require_memory(
        _BYTES * claim.outcomes.order**2, "Checking this certificate", "use a larger machine"
    )
    check_endless(claim, lambda heap: options_by_definition(code, heap).tolist())
