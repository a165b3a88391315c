"""Certificates of misère quotients, joint ones too: all that is needed to check one, as a file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from grundy._version import __version__
from grundy.misere.checker import Claim
from grundy.printable import counted
from grundy.runtime.sealed import SealedFile, failure

if TYPE_CHECKING:
    from grundy.misere.growth import Solution

HEAPS_ONLY = "winning sets that every heap keeps"
FOR_EVER = "winning sets that every heap keeps, and the repetition of elements"
_HEXADECIMAL = re.compile(r"0|[1-9a-f][0-9a-f]*")

Rows = tuple[tuple[int, ...], ...]
Sets = tuple[tuple[str, ...], ...]


class _OfQuotient(SealedFile):
    """What the certificates of one game, and of several, have in common."""

    theorem: str
    generators: tuple[int, ...]
    action: Rows
    p_portion: tuple[int, ...]
    invariant: Sets

    @property
    def order(self) -> int:
        """How many elements the quotient has."""
        return len(self.action)

    @property
    def p_count(self) -> int:
        """How many of them are P-positions."""
        return len(set(self.p_portion))

    def claim_of(
        self, phi: tuple[int, ...], preperiod: int | None = None, period: int | None = None
    ) -> Claim:
        """Return what it says of some heaps, and of their period, in arrays."""
        if (preperiod is None) != (period is None):
            raise failure("period", "a period needs a preperiod, and a preperiod a period")
        repetition = None if preperiod is None or period is None else (preperiod, period)
        sets = tuple(
            (element, tuple(map(_bits, some))) for element, some in enumerate(self.invariant)
        )
        return Claim(
            np.array(self.generators, np.int64), table_of(self.action, len(self.generators)),
            np.array(self.p_portion, np.int64), np.array(phi, np.int64), sets, repetition,
        )  # fmt: skip


def table_of(action: Rows, width: int) -> npt.NDArray[np.int64]:
    """Return the products of each element with the generators."""
    if any(len(row) != width for row in action):
        raise failure("table", "a row has not one product for each generator")
    return np.array(action, np.int64).reshape(len(action), width)


@dataclass(frozen=True)
class MisereCertificate(_OfQuotient):
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
    invariant: Sets
    version: str = __version__
    command: str = ""

    def claim(self) -> Claim:
        """Return what it says, in arrays; VerificationError where its lists do not fit."""
        return self.claim_of(self.phi, self.preperiod, self.period)

    @property
    def sentence(self) -> str:
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
        keys = ("rule", "theorem", "order", "p_count", "preperiod", "period")
        return {key: getattr(self, key) for key in keys} | {"heaps": len(self.phi)}


@dataclass(frozen=True)
class JointGame:
    """The heaps of one game in a joint quotient."""

    rule: str
    preperiod: int | None
    period: int | None
    heaps: tuple[int, ...]
    phi: tuple[int, ...]

    @property
    def text(self) -> str:
        """Which heaps are meant."""
        last = max(self.heaps, default=0)
        if self.period is not None:
            return (
                f"heaps of every size of {self.rule} (period {self.period:,} from heap "
                f"{self.preperiod:,} on, by heaps 0 to {last:,})"
            )
        if len(self.heaps) == last + 1:
            return f"heaps 0 to {last:,} of {self.rule}"
        return f"{counted(len(self.heaps), 'heap')} up to {last:,} of {self.rule}"


@dataclass(frozen=True)
class JointCertificate(_OfQuotient):
    """A misère quotient of heaps of several games, and what is needed to check it.

    Attributes:
        games: The games with their heaps.
        theorem: What makes it true: `HEAPS_ONLY`, or `FOR_EVER` where a game has a period.
        generators: Elements of heaps that make all others.
        action: For each element its products with the generators; the identity is element 0.
        p_portion: The elements of P-positions.
        invariant: For each element the minimal winning sets of its sums, as `MisereCertificate`
            writes them.
        version: The version of grundy that wrote the certificate.
        command: The command that wrote it.
    """

    kind: ClassVar[str] = "joint misère quotient of heap games"

    games: tuple[JointGame, ...]
    theorem: str
    generators: tuple[int, ...]
    action: Rows
    p_portion: tuple[int, ...]
    invariant: Sets
    version: str = __version__
    command: str = ""

    @property
    def rule(self) -> str:  # type: ignore[override]
        """The rules of all games, with + between them."""
        return " + ".join(game.rule for game in self.games)

    def claim(self) -> Claim:
        """Return what it says of all heaps, those of one game after those of another."""
        return self.claim_of(tuple(element for game in self.games for element in game.phi))

    @property
    def sentence(self) -> str:
        return (
            f"{self.rule}: joint misère quotient of {counted(self.order, 'element')}, "
            f"{self.p_count:,} of them P-positions; proved for all sums of "
            f"{', '.join(game.text for game in self.games)}."
        )

    @property
    def summary(self) -> dict[str, Any]:
        keys = ("rule", "theorem", "order", "p_count")
        games_data = [
            {"rule": game.rule, "preperiod": game.preperiod, "period": game.period,
             "heaps": len(game.heaps)}
            for game in self.games
        ]  # fmt: skip
        return {key: getattr(self, key) for key in keys} | {"games": games_data}


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


def _bits(text: str) -> int:
    if not _HEXADECIMAL.fullmatch(text):
        raise failure("invariant", "a set is no hexadecimal number")
    return int(text, 16)
