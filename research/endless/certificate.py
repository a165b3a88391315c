"""Certificates of infinite misère quotients: pairwise distinguishable sums, as a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from grundy._version import __version__
from grundy.misere.certificate import Rows, table_of
from grundy.misere.checker import Claim
from grundy.runtime.sealed import SealedFile, failure, listed
from research.endless.claim import Endless, Family, Part, Sum

THEOREM = "linear sets of P-positions"


@dataclass(frozen=True)
class EndlessCertificate(SealedFile):
    """That the misère quotient of some heaps is infinite, and what is needed to check it.

    Attributes:
        rule: The rule as the command line takes it: a code, ``{1,3,4}`` or ``allbut{1,4}``.
        theorem: What makes it true: `THEOREM`.
        same: For each heap the heaps that are equal to it beside any game, or itself.
        generators: Elements of heaps that make all others.
        action: For each element its products with the generators; the identity is element 0.
        p_portion: The elements of P-positions.
        phi: The element of each heap from 0 on; the quotient of these heaps is infinite.
        companies: Of each part the heaps that are there once.
        largest: Of each part the largest of the heaps that are there in any number.
        bases: Of each family the heaps that are there once.
        steps: Of each family the steps, any number of which are added.
        beside: With the last company what stands beside both of the next.
        grown: The sum whose multiples are distinguished,
        by: by multiples of this.
        version: The version of grundy that wrote the certificate.
        command: The command that wrote it; empty, since none does.
    """

    kind: ClassVar[str] = "infinite misère quotient of a heap game"

    rule: str
    theorem: str
    same: Rows
    generators: Sum
    action: Rows
    p_portion: Sum
    phi: Sum
    companies: Rows
    largest: Sum
    bases: Rows
    steps: tuple[Rows, ...]
    beside: Sum
    grown: Sum
    by: Sum
    version: str = __version__
    command: str = ""

    @classmethod
    def of(cls, rule: str, claim: Endless) -> EndlessCertificate:
        """Write down what proves that a quotient is infinite.

        Args:
            rule: The rule of the game, as a file can hold it.
            claim: The proof.
        """
        outcomes = claim.outcomes
        return cls(
            rule=rule,
            theorem=THEOREM,
            same=claim.same,
            generators=tuple(outcomes.generators.tolist()),
            action=tuple(map(tuple, outcomes.action.tolist())),
            p_portion=tuple(outcomes.p_portion.tolist()),
            phi=tuple(outcomes.phi.tolist()),
            companies=tuple(part.company for part in claim.parts),
            largest=tuple(part.largest for part in claim.parts),
            bases=tuple(family.base for family in claim.families),
            steps=tuple(family.steps for family in claim.families),
            beside=claim.beside,
            grown=claim.grown,
            by=claim.by,
        )

    def claim(self) -> Endless:
        """Return what it says.

        Raises:
            VerificationError: If its lists have lengths that do not fit.
        """
        if len(self.companies) != len(self.largest):
            raise failure("parts", "a part needs a company and a largest heap")
        if len(self.bases) != len(self.steps):
            raise failure("families", "a family needs a base and steps")
        outcomes = Claim(
            generators=np.array(self.generators, np.int64),
            action=table_of(self.action, len(self.generators)),
            p_portion=np.array(self.p_portion, np.int64),
            phi=np.array(self.phi, np.int64),
            invariant=(),
        )
        return Endless(
            same=self.same,
            outcomes=outcomes,
            parts=tuple(map(Part, self.companies, self.largest)),
            families=tuple(map(Family, self.bases, self.steps)),
            beside=self.beside,
            grown=self.grown,
            by=self.by,
        )

    @property
    def sentence(self) -> str:
        """What it says, once it has been checked."""
        return (
            f"{self.rule}: the misère quotient of the heaps 0 to {len(self.phi) - 1:,} is "
            f"infinite, and so is that of more heaps: n times {_plus(self.grown)}, for "
            "n = 1, 2, …, are distinguished by "
            f"{_plus((*self.companies[-1], *self.beside))} and n times {_plus(self.by)}."
        )

    @property
    def summary(self) -> dict[str, Any]:
        """What it says, for machines."""
        keys = ("rule", "theorem", "grown", "by")
        fields = {key: listed(getattr(self, key)) for key in keys}
        company = sorted((*self.companies[-1], *self.beside), reverse=True)
        return fields | {"company": company, "heaps": len(self.phi)}


def _plus(heaps: Sum) -> str:
    return " + ".join(map(str, heaps))
