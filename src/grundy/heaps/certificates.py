"""Certificates of every kind: read from a file, and checked."""

from __future__ import annotations

import os

from grundy.files.sealed import parse_kind, text_of
from grundy.heaps.periods.certificate import Certificate, FormulaCertificate
from grundy.heaps.periods.verify import verify_formula, verify_period
from grundy.heaps.quotients.verify import verify_joint, verify_quotient
from grundy.misere.certificate import JointCertificate as JointCertificate
from grundy.misere.certificate import MisereCertificate as MisereCertificate
from grundy.running.limits import Progress

AnyCertificate = Certificate | FormulaCertificate | MisereCertificate | JointCertificate

KINDS: dict[str, type[AnyCertificate]] = {
    kind.kind: kind
    for kind in (Certificate, FormulaCertificate, MisereCertificate, JointCertificate)
}


def read_certificate(source: str | os.PathLike[str]) -> AnyCertificate:
    """Read a certificate; of all that it says only the seal is checked.

    Args:
        source: Its text, which begins with {, or the name of its file.

    Raises:
        GraphFormatError: If the file is no certificate; it names the file and the field.
        VerificationError: If a field was changed after the certificate was written.
    """
    return parse_certificate(*text_of(source))


def parse_certificate(text: str | bytes, name: str = "certificate") -> AnyCertificate:
    """Read a certificate from text, or its bytes; *name* is what errors call it."""
    return parse_kind(KINDS, text, name)


def verify_certificate(
    certificate: AnyCertificate | str | os.PathLike[str], progress: Progress | None = None
) -> None:
    """Raise `VerificationError` unless everything that a certificate claims is true.

    Args:
        certificate: A certificate of a period, of a misère quotient or of one of several
            games, its text, or the name of its file.
        progress: Called as progress(stage, done, total).

    Raises:
        VerificationError: With the condition that failed; see `verify_period`,
            `verify_formula`, `verify_quotient` and `verify_joint`.
        GraphFormatError: If the file cannot be read as a certificate.

    >>> from grundy.heaps.rules.parse import TakeAndBreak
    >>> verify_certificate(TakeAndBreak("0.75").misere_quotient().certificate().to_json())
    """
    if not isinstance(certificate, AnyCertificate):
        certificate = read_certificate(certificate)
    if isinstance(certificate, Certificate):
        verify_period(certificate, progress)
    elif isinstance(certificate, FormulaCertificate):
        verify_formula(certificate)
    elif isinstance(certificate, JointCertificate):
        verify_joint(certificate, progress)
    else:
        verify_quotient(certificate, progress)
