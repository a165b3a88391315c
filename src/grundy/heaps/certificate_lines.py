"""Files with a certificate a line: every one is checked, and the first that fails is named."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grundy.errors import CodeError, GraphFormatError, VerificationError
from grundy.heaps.certificates import AnyCertificate, parse_certificate, verify_certificate
from grundy.heaps.periods.certificate import Certificate
from grundy.heaps.periods.formula_certificate import FormulaCertificate
from grundy.heaps.quotients.endless_certificate import EndlessCertificate
from grundy.heaps.quotients.joint_certificate import JointCertificate
from grundy.heaps.sealed.file import glance
from grundy.heaps.sealed.lines import read_lines
from grundy.heaps.sealed.rule import read_rule
from grundy.printable import counted
from grundy.running.progress import Progress

_LONGEST = 40  # letters of a rule in a sentence


@dataclass(frozen=True, slots=True)
class Proved:
    """What the certificates of a file prove.

    Attributes:
        quotients: How many misère quotients of all heaps, with their periods.
        partial: How many misère quotients of some heaps only.
        infinite: How many misère quotients that are infinite.
        periods: How many periods of values.
    """

    quotients: int = 0
    partial: int = 0
    infinite: int = 0
    periods: int = 0

    @property
    def count(self) -> int:
        """How many certificates there are.

        >>> Proved(quotients=2, periods=1).count
        3
        """
        return self.quotients + self.partial + self.infinite + self.periods

    @property
    def sentence(self) -> str:
        """What was proved.

        >>> Proved(quotients=2, partial=1).sentence
        '3 certificates hold: 2 misère quotients of all heaps, 1 misère quotient of some heaps.'
        """
        kinds = (
            (self.quotients, "misère quotient of all heaps", "misère quotients of all heaps"),
            (self.partial, "misère quotient of some heaps", "misère quotients of some heaps"),
            (self.infinite, "infinite misère quotient", "infinite misère quotients"),
            (self.periods, "period", "periods"),
        )
        told = ", ".join(counted(*kind) for kind in kinds if kind[0])
        return f"{counted(self.count, 'certificate')} hold{'s' * (self.count == 1)}: {told}."


def verify_lines(path: str | os.PathLike[str], progress: Progress | None = None) -> Proved:
    """Check every certificate of a file, and say what they prove.

    The file is read to its end first, so that one that is cut off is refused before any check.

    Args:
        path: A file with a certificate of any kind a line, packed by gzip or not.
        progress: Called as ``progress("certificates", checked, in all)``.

    Raises:
        VerificationError: For the first certificate that is false; the sentence names its line
            and its game, and says how many before it hold; *where* is the line.
        GraphFormatError: If the file is cut off or damaged, or a line holds no certificate, or
            one that stands before it already.

    Cost: that of each check, one after the other; one certificate at a time is in memory.
    """
    name = os.fspath(path)
    total = sum(1 for _ in read_lines(path))
    if not total:
        raise GraphFormatError("there are no certificates in this file.", file=name)
    found: Counter[str] = Counter()
    for done, kind in enumerate(_checked(path)):
        found[kind] += 1
        if progress is not None:
            progress("certificates", done + 1, total)
    return Proved(**found)


def of_lines(proved: Proved, error: VerificationError | None) -> dict[str, Any]:
    """Say for machines what a file of certificates proves, or else which line fails.

    Args:
        proved: What `verify_lines` gave; nothing where it failed.
        error: How it failed, or None.
    """
    return {
        "certificates": proved.count if error is None else int(str(error.where)) - 1,
        "quotients": proved.quotients,
        "partial": proved.partial,
        "infinite": proved.infinite,
        "periods": proved.periods,
        "line": None if error is None else error.where,
        "holds": error is None,
        "condition": None if error is None else error.condition,
        "message": None if error is None else str(error),
    }


def _checked(path: str | os.PathLike[str]) -> Iterator[str]:
    """Check one after the other, and yield for each what it proves."""
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for number, line in enumerate(read_lines(path), 1):
        place = _place(os.fspath(path), number, line)
        try:
            certificate = _verified(line, place)
        except VerificationError as error:
            raise VerificationError(str(error), where=number, condition=error.condition) from None
        key = certificate.kind, _games_of(certificate)
        if key in seen:
            raise GraphFormatError("an earlier line is about this game already.", file=place)
        seen.add(key)
        yield _proves(certificate)


def _games_of(certificate: AnyCertificate) -> tuple[str, ...]:
    """Return what is the same for the same games, however a rule is written: 0.77 is 0.770."""
    games = certificate.games if isinstance(certificate, JointCertificate) else (certificate,)
    return tuple(sorted(_written_alike(game.rule) for game in games))


def _written_alike(rule: str) -> str:
    try:
        return str(read_rule(rule))
    except CodeError:  # the name of a game
        return rule


def _place(name: str, number: int, line: bytes) -> str:
    """Say where a certificate stands, and of which game it is.

    Raises:
        GraphFormatError: If the line is nothing that could be a certificate.
    """
    content = glance(line)
    if not isinstance(content, dict):
        raise GraphFormatError("this line is no certificate.", file=name, line=number)
    rule = content.get("rule")
    game = f" ({rule[:_LONGEST]})" if isinstance(rule, str) else ""
    after = f", after {number - 1:,} that hold" if number > 1 else ""
    return f"{name}, line {number}{game}{after}"


def _verified(line: bytes, place: str) -> AnyCertificate:
    certificate = parse_certificate(line, place)
    try:
        verify_certificate(certificate)
    except VerificationError as error:
        raise VerificationError(f"{place}: {error}", condition=error.condition) from None
    return certificate


def _proves(certificate: AnyCertificate) -> str:
    if isinstance(certificate, (Certificate, FormulaCertificate)):
        return "periods"
    if isinstance(certificate, EndlessCertificate):
        return "infinite"
    games = certificate.games if isinstance(certificate, JointCertificate) else (certificate,)
    return "partial" if any(game.period is None for game in games) else "quotients"
