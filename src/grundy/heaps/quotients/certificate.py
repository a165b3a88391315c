"""Certificates of misère quotients: all that is needed to check one, as a file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from grundy import markup
from grundy._version import __version__
from grundy.errors import CodeError, RulesetError
from grundy.heaps.certificate_files import Fields, SealedFile, failure, read_rule
from grundy.misere.checker import Claim
from grundy.printable import counted

if TYPE_CHECKING:
    from grundy.heaps.quotients.quotient import MisereQuotient
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.misere.growth import Solution

HEAPS_ONLY = "winning sets that every heap keeps"
FOR_EVER = "winning sets that every heap keeps, and the repetition of elements"
_HEXADECIMAL = re.compile(r"0|[1-9a-f][0-9a-f]*")

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class MisereCertificate(SealedFile):
    """A misère quotient, and what is needed to check it.

    Attributes:
        rule: The rule as the command line takes it: a code, ``{1,3,4}`` or ``allbut{1,4}``.
        theorem: What makes it true: `HEAPS_ONLY`, or `FOR_EVER` for a period.
        preperiod: The first heap from which elements repeat; None where only these heaps are
            meant.
        period: The least period, or None.
        generators: Elements of heaps that make all others.
        action: For each element its products with the generators; the identity is element 0.
        p_portion: The elements of P-positions.
        phi: The element of each heap from 0 on.
        invariant: For each element the minimal winning sets of its sums, in hexadecimal: bit y
            says whether y is in the set.
        version: The version of grundy that wrote the certificate.
        command: The command that wrote it.
    """

    kind: ClassVar[str] = "misère quotient of a heap game"

    rule: str
    theorem: str
    preperiod: int | None
    period: int | None
    generators: tuple[int, ...]
    action: Rows
    p_portion: tuple[int, ...]
    phi: tuple[int, ...]
    invariant: tuple[tuple[str, ...], ...]
    version: str = __version__
    command: str = ""

    @classmethod
    def read(cls, fields: Fields) -> MisereCertificate:
        """Return the certificate that has these fields."""
        return cls(
            rule=fields.text("rule"),
            theorem=fields.text("theorem"),
            preperiod=fields.natural_or_none("preperiod"),
            period=fields.natural_or_none("period"),
            generators=fields.naturals("generators"),
            action=fields.rows("action"),
            p_portion=fields.naturals("p_portion"),
            phi=fields.naturals("phi"),
            invariant=fields.texts("invariant"),
            version=fields.text("version"),
            command=fields.text("command"),
        )

    @property
    def order(self) -> int:
        """How many elements the quotient has."""
        return len(self.action)

    @property
    def p_count(self) -> int:
        """How many of them are P-positions."""
        return len(set(self.p_portion))

    def claim(self) -> Claim:
        """Return what it says, in arrays.

        Raises:
            VerificationError: If its lists have lengths that do not fit, or no numbers in them.
        """
        width = len(self.generators)
        if any(len(row) != width for row in self.action):
            raise failure("table", "a row has not one product for each generator")
        if (self.preperiod is None) != (self.period is None):
            raise failure("period", "a period needs a preperiod, and a preperiod a period")
        period = self.preperiod, self.period
        return Claim(
            generators=np.array(self.generators, np.int64),
            action=np.array(self.action, np.int64).reshape(self.order, width),
            p_portion=np.array(self.p_portion, np.int64),
            phi=np.array(self.phi, np.int64),
            invariant=tuple(
                (element, tuple(map(_bits, sets))) for element, sets in enumerate(self.invariant)
            ),
            period=None if period == (None, None) else period,  # type: ignore[arg-type]
        )

    @property
    def sentence(self) -> str:
        """What it says, once it has been checked."""
        heaps = f"heaps 0 to {len(self.phi) - 1:,}"
        about = f"proved for {heaps} only"
        if self.period is not None:
            about = (
                f"its elements have period {self.period:,} from heap {self.preperiod:,} on, "
                f"proved by {heaps}"
            )
        return (
            f"{self.rule}: misère quotient of {counted(self.order, 'element')}, {self.p_count:,} "
            f"of them P-positions; {about}."
        )

    @property
    def summary(self) -> dict[str, Any]:
        """What it says, for machines."""
        keys = ("rule", "theorem", "order", "p_count", "preperiod", "period")
        return {key: getattr(self, key) for key in keys} | {"heaps": len(self.phi)}

    def _repr_html_(self) -> str:
        """Show the certificate in a notebook."""
        about = "none claimed"
        if self.period is not None:
            about = f"{self.period} from heap {self.preperiod} on"
        return markup.facts(
            f"Certificate of the misère quotient of {self.rule}",
            [
                ("order", self.order),
                ("P-positions", self.p_count),
                ("period", about),
                ("rests on", f"heaps 0 to {len(self.phi) - 1}"),
                ("theorem", self.theorem),
            ],
        )


def written(quotient: MisereQuotient, *, command: str = "") -> MisereCertificate:
    """Write down what proves a quotient."""
    return of_solution(rule_of(quotient.ruleset), quotient.solution, command=command)


def of_solution(rule: str, solution: Solution, *, command: str = "") -> MisereCertificate:
    """Write down what proves a solution."""
    claim = solution.claim()
    sets = dict(claim.invariant)
    preperiod, period = claim.period or (None, None)
    return MisereCertificate(
        rule=rule,
        theorem=HEAPS_ONLY if period is None else FOR_EVER,
        preperiod=preperiod,
        period=period,
        generators=tuple(claim.generators.tolist()),
        action=tuple(map(tuple, claim.action.tolist())),
        p_portion=tuple(claim.p_portion.tolist()),
        phi=tuple(claim.phi.tolist()),
        invariant=tuple(
            tuple(f"{bits:x}" for bits in sets.get(element, ())) for element in range(claim.order)
        ),
        command=command,
    )


def rule_of(ruleset: HeapRuleset) -> str:
    """Return the rule of a game as a file can hold it."""
    try:
        if ruleset.code is not None and read_rule(ruleset.text) == ruleset.code:
            return ruleset.text
    except CodeError:
        pass  # its text is a name
    if ruleset.code is None:
        raise RulesetError(
            f"{ruleset.text} has no certificate: its rule is a function, and a certificate needs "
            "a code or a set of numbers."
        )
    return str(ruleset.code)


def _bits(text: str) -> int:
    if not _HEXADECIMAL.fullmatch(text):
        raise failure("invariant", "a set is no hexadecimal number")
    return int(text, 16)
