"""Certificates in the place of searches: games of the atlas whose periods were proved before."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

from grundy.errors import GrundyError, VerificationError
from grundy.heaps.certificates import read_certificate
from grundy.heaps.periods.certificate import Certificate, certified_code
from grundy.heaps.periods.period import Period
from grundy.heaps.periods.verify import verified_values
from grundy.runtime.threads import limited
from research.atlas.game_result import GameResult, game_result
from research.atlas.standard_form import standard_form


@dataclass(frozen=True, slots=True)
class Proof:
    """A certificate of one game of the atlas: what one task checks."""

    code: str
    shift: int
    certificate: Certificate
    source: str

    def __str__(self) -> str:
        """Name what is kept in a folder: another certificate of the game is another task."""
        return f"{self.code} by the certificate of {self.certificate.sha256}"


def read_proofs(folder: str | os.PathLike[str]) -> dict[str, Proof]:
    """Read the certificates in a folder, ``*.json``, by the standard forms of their games."""
    files = sorted(Path(folder).glob("*.json"))
    if not files:
        raise GrundyError(f"{os.fspath(folder)}: there are no certificates (*.json) here.")
    found: dict[str, Proof] = {}
    for file in files:
        proof = _proof(file)
        if proof is not None and (proof.code not in found or not proof.shift):
            found[proof.code] = proof
    return found


def _proof(file: Path) -> Proof | None:
    certificate = read_certificate(file)
    if not isinstance(certificate, Certificate):
        raise GrundyError(f"{file}: this is no certificate of a period; take it out of the folder.")
    try:
        form = standard_form(certified_code(certificate.rule))
    except ValueError:
        return None
    return Proof(str(form.code), form.shift, certificate, str(file))


def checked(task: Proof) -> GameResult:
    """Verify a certificate without any engine; return what its values say of the standard form."""
    start = time.monotonic()
    certificate, shift = task.certificate, task.shift
    try:
        with limited(1):
            values = verified_values(certificate)
    except VerificationError as error:
        raise VerificationError(f"{task.source}: {error}", condition=error.condition) from None
    # Zeros in front of a standard form only put off the repetition, or belong to it.
    preperiod = max(0, certificate.preperiod - shift)
    rare = certificate.rare
    return game_result(
        task.code,
        values[shift:],
        Period(preperiod, certificate.period, certificate.saltus, True),
        rares=None if rare is None else 1 + sum(heap > shift for heap in rare.heaps),
        seconds=time.monotonic() - start,
        certificate=certificate.sha256,
    )
