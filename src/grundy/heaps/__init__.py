"""Games in which a move turns one heap into a few smaller ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.first_use import on_first_use

if TYPE_CHECKING:
    from grundy.heaps.certificates import read_certificate, verify_certificate
    from grundy.heaps.periods.certificate import Certificate, FormulaCertificate
    from grundy.heaps.periods.certify import certify
    from grundy.heaps.periods.period import Period
    from grundy.heaps.quotients.certificate import MisereCertificate
    from grundy.heaps.quotients.joint_certificate import JointCertificate
    from grundy.heaps.quotients.quotient import MisereQuotient
    from grundy.heaps.rules.functions import HeapGame
    from grundy.heaps.rules.subtraction import AllBut, Subtraction
    from grundy.heaps.rules.take_and_break import GrundysGame, TakeAndBreak
    from grundy.heaps.ruleset import HeapRuleset

__all__ = [
    "AllBut",
    "Certificate",
    "FormulaCertificate",
    "GrundysGame",
    "HeapGame",
    "HeapRuleset",
    "JointCertificate",
    "MisereCertificate",
    "MisereQuotient",
    "Period",
    "Subtraction",
    "TakeAndBreak",
    "certify",
    "read_certificate",
    "verify_certificate",
]

_find = on_first_use(
    __name__,
    {
        "AllBut": "rules.subtraction",
        "Certificate": "periods.certificate",
        "FormulaCertificate": "periods.certificate",
        "GrundysGame": "rules.take_and_break",
        "HeapGame": "rules.functions",
        "HeapRuleset": "ruleset",
        "JointCertificate": "quotients.joint_certificate",
        "MisereCertificate": "quotients.certificate",
        "MisereQuotient": "quotients.quotient",
        "Period": "periods.period",
        "Subtraction": "rules.subtraction",
        "TakeAndBreak": "rules.take_and_break",
        "certify": "periods.certify",
        "read_certificate": "certificates",
        "verify_certificate": "certificates",
    },
)


def __getattr__(name: str) -> Any:
    return _find(name)


def __dir__() -> list[str]:
    return __all__
