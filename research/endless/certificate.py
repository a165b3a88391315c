"""Certificates of infinite misère quotients: pairwise distinguishable sums, as a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from grundy._version import __version__
from grundy.misere.certificate import Claim, Table, table_of
from grundy.runtime.sealed import SealedFile, failure, listed
from research.endless.families import Family
from research.endless.outcomes import Part
from research.endless.same import Sum

THEOREM = "linear sets of P-positions"


@dataclass(frozen=True)
class EndlessCertificate(SealedFile):
    """That the misère quotient of some heaps is infinite, and what is needed to check it."""

    kind: ClassVar[str] = "infinite misère quotient of a heap game"

    rule: str  # as the command line takes it: a code, {1,3,4} or allbut{1,4}
    theorem: str  # what makes it true: THEOREM
    same: Table  # for each heap the heaps that are equal to it beside any game, or itself
    generators: Sum  # elements of heaps that make all others
    action: Table  # for each element its products with the generators; the identity is element 0
    p_portion: Sum  # the elements of P-positions
    phi: Sum  # the element of each heap from 0 on; the quotient of these heaps is infinite
    companies: Table  # of each part the heaps that are there once
    largest: Sum  # of each part the largest of the heaps that are there in any number
    bases: Table  # of each family the heaps that are there once
    steps: tuple[Table, ...]  # of each family the steps, any number of which are added
    beside: Sum  # with the last company what stands beside both of the next
    grown: Sum  # the sum whose multiples are distinguished,
    by: Sum  # by multiples of this
    version: str = __version__  # of grundy, which wrote the certificate
    command: str = ""  # that wrote it; none does

    @property
    def outcomes(self) -> Claim:
        """The monoid of all sums of the parts."""
        return Claim(
            generators=np.array(self.generators, np.int64),
            action=table_of(self.action, len(self.generators)),
            p_portion=np.array(self.p_portion, np.int64),
            phi=np.array(self.phi, np.int64),
            invariant=(),
        )

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of these sums; the families are in the last."""
        if len(self.companies) != len(self.largest):
            raise failure("parts", "a part needs a company and a largest heap")
        return tuple(map(Part, self.companies, self.largest))

    @property
    def families(self) -> tuple[Family, ...]:
        """Sums that are P-positions beside the last company."""
        if len(self.bases) != len(self.steps):
            raise failure("families", "a family needs a base and steps")
        return tuple(map(Family, self.bases, self.steps))

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
        company = sorted((*self.companies[-1], *self.beside), reverse=True)
        fields = {key: listed(getattr(self, key)) for key in keys}
        return fields | {"company": company, "heaps": len(self.phi)}


def _plus(heaps: Sum) -> str:
    return " + ".join(map(str, heaps))
