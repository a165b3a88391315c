"""Certificates of every kind: those that grundy writes, and those of infinite quotients."""

from __future__ import annotations

from grundy.heaps import certificates
from grundy.runtime.sealed import parse_kind
from research.endless.certificate import EndlessCertificate
from research.endless.verify import verify_endless

AnyCertificate = certificates.AnyCertificate | EndlessCertificate

_KINDS: dict[str, type[AnyCertificate]] = {
    **certificates.KINDS,
    EndlessCertificate.kind: EndlessCertificate,
}


def parse_certificate(text: str | bytes, name: str = "certificate") -> AnyCertificate:
    """Read a certificate from text, or its bytes; *name* is what errors call it."""
    return parse_kind(_KINDS, text, name)


def verify_certificate(certificate: AnyCertificate) -> None:
    """Raise `VerificationError` unless everything that a certificate claims is true."""
    if isinstance(certificate, EndlessCertificate):
        verify_endless(certificate)
    else:
        certificates.verify_certificate(certificate)
