"""What proves the solved games of the atlas of misère play, gathered from its folder."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from grundy.errors import FolderError, GrundyError
from grundy.heaps.certificates import read_certificate
from grundy.misere.certificate import MisereCertificate
from research.atlas.misere import CERTIFICATES, MisereResult


def certificates_of(
    folder: str | os.PathLike[str], found: Mapping[str, MisereResult], most_heaps: int | None = None
) -> Iterator[MisereCertificate]:
    """Yield the certificates of the games whose quotients are proved for all heaps."""
    for code, result in found.items():
        if result.period is not None and (most_heaps is None or result.heaps <= most_heaps):
            yield _certificate(Path(folder) / CERTIFICATES / f"{code}.json", result)


def _certificate(path: Path, result: MisereResult) -> MisereCertificate:
    try:
        certificate = read_certificate(path)
    except GrundyError as error:
        raise FolderError(f"{error} Delete the folder, and run the atlas again.") from None
    claim = result.code, result.order, result.p_count, result.preperiod, result.period
    if isinstance(certificate, MisereCertificate) and claim == _claimed(certificate):
        return certificate
    raise FolderError(
        f"{path}: this certificate is not that of the result that is kept of {result.code}; "
        "delete the folder, and run the atlas again."
    )


def _claimed(certificate: MisereCertificate) -> tuple[str, int, int, int | None, int | None]:
    return (
        certificate.rule,
        certificate.order,
        certificate.p_count,
        certificate.preperiod,
        certificate.period,
    )
