"""Certificates of periods: of computed values with their rare heaps, and of formulas.

A certificate says: heaps 0 .. N - 1 of this rule have these values (as a hash), they repeat,
and a theorem extends the repetition to all larger heaps. `grundy.heaps.periods.certify` makes
certificates, `grundy.heaps.periods.verify` checks them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from grundy import markup
from grundy._version import __version__
from grundy.heaps.certificate_files import FORMAT, Fields, SealedFile

if TYPE_CHECKING:
    from grundy.heaps.periods.period import Period
    from grundy.heaps.ruleset import HeapRuleset


# The rare heaps that a certificate names, and what makes a value rare.


@dataclass(frozen=True)
class RareHeaps:
    """The heaps of rare value among heaps 1 .. N - 1 (docs/theory.md 3.3 and 3.6)."""

    mask: int
    by_position: bool
    heaps: tuple[int, ...]

    @classmethod
    def read(cls, fields: Fields) -> RareHeaps:
        """Return what these fields say."""
        fields.require_no_others({"mask", "by_position", "heaps"})
        return cls(fields.natural("mask"), fields.flag("by_position"), fields.naturals("heaps"))

    def kinds(self, width: int, offset: int) -> npt.NDArray[np.uint8]:
        """Return uint8[2, width]: 1 in row heap & 1, column g."""
        even = (np.bitwise_count(np.arange(width) & self.mask) & 1 == 0).astype(np.uint8)
        odd_distance = np.array([[offset & 1], [1 - (offset & 1)]], np.uint8)
        return even ^ odd_distance if self.by_position else np.stack([even, even])


# Certificates: a proved period as a small file that anybody can check.


ENCODING = "each value as four bytes, little-endian"
_CHUNK = 1 << 20
_WITH_RARES = 2  # the format of certificates that name the rare heaps
_TEXTS = ("rule", "theorem", "sha256", "encoding", "version", "command")
_NATURALS = ("preperiod", "period", "saltus", "heaps")


@dataclass(frozen=True)
class Certificate(SealedFile):
    """A proved period, and what is needed to check it.

    Attributes:
        rule: The rule as the command line takes it: a code, ``{1,3,4}`` or ``allbut{1,4}``.
        theorem: The theorem that makes the repetition go on, as named in
            `grundy.heaps.periods.period`.
        preperiod: The first heap from which the period holds.
        period: The least period.
        saltus: What each period adds.
        heaps: N; heaps 0 .. N - 1 prove the period.
        encoding: How values become the bytes that are hashed.
        sha256: The SHA-256 of the values of these heaps, as 64 hexadecimal digits.
        first_values: The first values, for the reader.
        version: The version of grundy that wrote the certificate.
        command: The command that wrote it.
        rare: The rare heaps, which make the check of many heaps quick; None where there is no
            sparse space, or none is worth it.
    """

    kind: ClassVar[str] = "period of a heap game"
    formats: ClassVar[tuple[int, ...]] = (FORMAT, _WITH_RARES)

    rule: str
    theorem: str
    preperiod: int
    period: int
    saltus: int
    heaps: int
    sha256: str
    first_values: tuple[int, ...]
    encoding: str = ENCODING
    version: str = __version__
    command: str = ""
    rare: RareHeaps | None = None

    @classmethod
    def read(cls, fields: Fields) -> Certificate:
        """Return the certificate that has these fields."""
        given: dict[str, Any] = {key: fields.text(key) for key in _TEXTS}
        given |= {key: fields.natural(key) for key in _NATURALS}
        rare = fields.part("rare")
        return cls(
            **given,
            first_values=fields.naturals("first_values"),
            rare=None if rare is None else RareHeaps.read(rare),
        )

    def _repr_html_(self) -> str:
        """Show the certificate in a notebook."""
        first = ", ".join(map(str, self.first_values))
        return markup.facts(
            f"Certificate of a period of {self.rule}",
            [
                ("period", self.period),
                ("preperiod", self.preperiod),
                ("saltus", self.saltus),
                ("theorem", self.theorem),
                ("rests on", f"heaps 0 to {self.heaps - 1}"),
                ("their values", f"{first}, …"),
                ("SHA-256", self.sha256),
            ],
        )

    @property
    def sentence(self) -> str:
        """What it says, once it has been checked."""
        saltus = f" and saltus {self.saltus}" if self.saltus else ""
        return (
            f"{self.rule}: period {self.period}{saltus} from heap {self.preperiod} on, proved by "
            f"heaps 0 to {self.heaps - 1} ({self.theorem})."
        )

    @property
    def summary(self) -> dict[str, Any]:
        """What it says, for machines."""
        keys = ("rule", "theorem", "preperiod", "period", "saltus", "heaps")
        return {key: getattr(self, key) for key in keys}

    @property
    def form(self) -> int:
        """What the field "format" says: another number where rare heaps are named."""
        return FORMAT if self.rare is None else _WITH_RARES

    def fields(self) -> dict[str, Any]:
        """All that the file holds, but the seal."""
        return {key: value for key, value in super().fields().items() if value is not None}


def hash_of(values: npt.NDArray[Any]) -> str:
    """Return the SHA-256 of values as little-endian numbers of 32 bits, in hexadecimal."""
    digest = hashlib.sha256()
    for start in range(0, len(values), _CHUNK):
        digest.update(values[start : start + _CHUNK].astype("<u4").tobytes())
    return digest.hexdigest()


# Certificates of periods that follow from a formula: few values, and why all follow.


DIVISORS = "what may be taken is closed under divisors"
RESIDUES = "nim-sums of residues"


@dataclass(frozen=True)
class FormulaCertificate(SealedFile):
    """A period of which a formula is the reason, and what is needed to check it.

    Attributes:
        rule: The name of a game that takes from a set without end, or a code.
        theorem: What makes the formula true: `DIVISORS` or `RESIDUES`.
        preperiod: The first heap from which the period holds.
        period: The least period.
        saltus: What each period adds.
        values: The values of the heaps below preperiod + period, which repeat.
        version: The version of grundy that wrote the certificate.
        command: The command that wrote it.
    """

    kind: ClassVar[str] = "formula of a heap game"

    rule: str
    theorem: str
    preperiod: int
    period: int
    saltus: int
    values: tuple[int, ...]
    version: str = __version__
    command: str = ""

    @classmethod
    def read(cls, fields: Fields) -> FormulaCertificate:
        """Return the certificate that has these fields."""
        return cls(
            rule=fields.text("rule"),
            theorem=fields.text("theorem"),
            preperiod=fields.natural("preperiod"),
            period=fields.natural("period"),
            saltus=fields.natural("saltus"),
            values=fields.naturals("values"),
            version=fields.text("version"),
            command=fields.text("command"),
        )

    @property
    def sentence(self) -> str:
        """What it says, once it has been checked."""
        saltus = f" and saltus {self.saltus}" if self.saltus else ""
        return (
            f"{self.rule}: period {self.period}{saltus} from heap {self.preperiod} on, proved by "
            f"a formula ({self.theorem})."
        )

    @property
    def summary(self) -> dict[str, Any]:
        """What it says, for machines."""
        keys = ("rule", "theorem", "preperiod", "period", "saltus")
        return {key: getattr(self, key) for key in keys} | {"heaps": len(self.values)}

    def _repr_html_(self) -> str:
        """Show the certificate in a notebook."""
        return markup.facts(
            f"Certificate of the formula of {self.rule}",
            [
                ("period", self.period),
                ("preperiod", self.preperiod),
                ("saltus", self.saltus),
                ("theorem", self.theorem),
                ("values", ", ".join(map(str, self.values))),
            ],
        )


def of_formula(
    ruleset: HeapRuleset, found: Period | None, *, command: str = ""
) -> FormulaCertificate | None:
    """Return the certificate of a period that its formula proves; None for any other."""
    formula = ruleset.formula
    if found is None or formula is None or formula.period is None or found.proof is not None:
        return None
    if not found.proved:
        return None
    return FormulaCertificate(
        rule=ruleset.text if ruleset.code is None else ruleset.sealed_rule(),
        theorem=DIVISORS if ruleset.code is None else RESIDUES,
        preperiod=found.preperiod,
        period=found.period,
        saltus=found.saltus,
        values=tuple(map(formula, range(found.preperiod + found.period))),
        command=command,
    )
