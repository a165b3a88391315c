"""Files with a certificate a line: every one is checked, and the first that fails is named."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import astuple, dataclass

from grundy.errors import CodeError, GraphFormatError, VerificationError
from grundy.heaps.periods.certificate import Certificate, FormulaCertificate, read_rule
from grundy.heaps.periods.verify_digits import DigitsCertificate
from grundy.misere.certificate import JointCertificate
from grundy.printable import counted
from grundy.runtime.limits import quiet_context, report
from grundy.runtime.sealed import glance
from research.certificates import AnyCertificate, parse_certificate, verify_certificate
from research.endless.certificate import EndlessCertificate
from research.lines import read_lines

_LONGEST = 40  # letters of a rule in a sentence


@dataclass(frozen=True, slots=True)
class Proved:
    """What the certificates of a file prove."""

    quotients: int = 0
    partial: int = 0
    infinite: int = 0
    periods: int = 0
    values: int = 0

    @property
    def sentence(self) -> str:
        """What was proved."""
        counts = dict(zip(_PROVED, astuple(self), strict=True))
        listed = ", ".join(counted(n, *_PROVED[kind]) for kind, n in counts.items() if n)
        total = sum(counts.values())
        return f"{counted(total, 'certificate')} hold{'s' * (total == 1)}: {listed}."


_PROVED = {
    "quotients": ("misère quotient of all heaps", "misère quotients of all heaps"),
    "partial": ("misère quotient of some heaps", "misère quotients of some heaps"),
    "infinite": ("infinite misère quotient",), "periods": ("period",),
    "values": ("sequence of values", "sequences of values"),
}  # fmt: skip


def verify_lines(path: str | os.PathLike[str]) -> Proved:
    """Check every certificate of a file, and say what they prove."""
    name = os.fspath(path)
    total = sum(1 for _ in read_lines(path))
    if not total:
        raise GraphFormatError("there are no certificates in this file.", file=name)
    found: Counter[str] = Counter()
    for done, kind in enumerate(_checked(path)):
        found[kind] += 1
        report("certificates", done + 1, total)
    return Proved(**found)


def _checked(path: str | os.PathLike[str]) -> Iterator[str]:
    """Check one after the other, and yield for each what it proves."""
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for number, line in enumerate(read_lines(path), 1):
        place = _place(os.fspath(path), number, line)
        try:
            certificate = quiet_context().run(_verified, line, place)
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
    """Return where a certificate stands, and of which game it is."""
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
    if isinstance(certificate, DigitsCertificate):
        return "values"
    games = certificate.games if isinstance(certificate, JointCertificate) else (certificate,)
    return "partial" if any(game.period is None for game in games) else "quotients"
