"""Certificates of periods that follow from a formula: few values, and why they go on for ever."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from grundy import markup
from grundy._version import __version__
from grundy.heaps.sealed.fields import Fields
from grundy.heaps.sealed.file import SealedFile

if TYPE_CHECKING:
    from grundy.heaps.periods.period import Period
    from grundy.heaps.ruleset import HeapRuleset

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
