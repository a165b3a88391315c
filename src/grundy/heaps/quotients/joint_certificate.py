"""Certificates of joint misère quotients: heaps of several games in one monoid, as a file."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from grundy import markup
from grundy._version import __version__
from grundy.heaps.certificate_files import Fields, SealedFile
from grundy.heaps.quotients.certificate import (
    FOR_EVER,
    HEAPS_ONLY,
    MisereCertificate,
    Rows,
    of_solution,
)
from grundy.misere.checker import Claim
from grundy.printable import counted

if TYPE_CHECKING:
    from grundy.games.misere_quotient import PositionQuotient
    from grundy.games.ruleset import Ruleset


@dataclass(frozen=True)
class JointGame:
    """The heaps of one game in a joint quotient."""

    rule: str
    preperiod: int | None
    period: int | None
    heaps: tuple[int, ...]
    phi: tuple[int, ...]

    @classmethod
    def read(cls, fields: Fields) -> JointGame:
        """Return the game that has these fields."""
        found = cls(
            rule=fields.text("rule"),
            preperiod=fields.natural_or_none("preperiod"),
            period=fields.natural_or_none("period"),
            heaps=fields.naturals("heaps"),
            phi=fields.naturals("phi"),
        )
        fields.require_no_others(asdict(found))
        return found

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
class JointCertificate(SealedFile):
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
    invariant: tuple[tuple[str, ...], ...]
    version: str = __version__
    command: str = ""

    @classmethod
    def read(cls, fields: Fields) -> JointCertificate:
        """Return the certificate that has these fields."""
        return cls(
            games=tuple(map(JointGame.read, fields.groups("games"))),
            theorem=fields.text("theorem"),
            generators=fields.naturals("generators"),
            action=fields.rows("action"),
            p_portion=fields.naturals("p_portion"),
            invariant=fields.texts("invariant"),
            version=fields.text("version"),
            command=fields.text("command"),
        )

    @property
    def rule(self) -> str:  # type: ignore[override]
        """The rules of all games, with + between them."""
        return " + ".join(game.rule for game in self.games)

    @property
    def order(self) -> int:
        """How many elements the quotient has."""
        return len(self.action)

    @property
    def p_count(self) -> int:
        """How many of them are P-positions."""
        return len(set(self.p_portion))

    def claim(self) -> Claim:
        """Return what it says of all heaps, those of one game after those of another.

        Raises:
            VerificationError: If its lists have lengths that do not fit, or no numbers in them.
        """
        return self.of_game(tuple(element for game in self.games for element in game.phi))

    def of_game(
        self, phi: tuple[int, ...], preperiod: int | None = None, period: int | None = None
    ) -> Claim:
        """Return what it says of some heaps, and of their period."""
        return MisereCertificate(
            self.rule, self.theorem, preperiod, period, self.generators, self.action,
            self.p_portion, phi, self.invariant,
        ).claim()  # fmt: skip

    @property
    def sentence(self) -> str:
        """What it says, once it has been checked."""
        return (
            f"{self.rule}: joint misère quotient of {counted(self.order, 'element')}, "
            f"{self.p_count:,} of them P-positions; proved for all sums of "
            f"{', '.join(game.text for game in self.games)}."
        )

    @property
    def summary(self) -> dict[str, Any]:
        """What it says, for machines."""
        keys = ("rule", "theorem", "order", "p_count")
        games_data = [
            {"rule": game.rule, "preperiod": game.preperiod, "period": game.period,
             "heaps": len(game.heaps)}
            for game in self.games
        ]  # fmt: skip
        return {key: getattr(self, key) for key in keys} | {"games": games_data}

    def _repr_html_(self) -> str:
        """Show the certificate in a notebook."""
        return markup.facts(
            f"Certificate of the joint misère quotient of {self.rule}",
            [
                ("order", self.order),
                ("P-positions", self.p_count),
                ("proved for", "; ".join(game.text for game in self.games)),
                ("theorem", self.theorem),
            ],
        )


def written(quotient: PositionQuotient, *, command: str = "") -> JointCertificate:
    """Write down what proves the quotient of heaps of several games."""
    games = _games(quotient)
    ever = any(game.period is not None for game in games)
    whole = of_solution("", quotient.solution)
    return JointCertificate(
        games=games,
        theorem=FOR_EVER if ever else HEAPS_ONLY,
        generators=whole.generators,
        action=whole.action,
        p_portion=whole.p_portion,
        invariant=whole.invariant,
        command=command,
    )


def _games(quotient: PositionQuotient) -> tuple[JointGame, ...]:
    """Return the games that are taken in heap by heap, then those of what was reached."""
    found = []
    for ruleset, line in quotient.lines.items():
        solution = line.solution
        preperiod, period = solution.repetition or (None, None)
        phi = tuple(solution.phi.tolist())
        found.append(
            JointGame(ruleset.sealed_rule(), preperiod, period, tuple(range(len(phi))), phi)
        )
    reached: dict[Ruleset, dict[int, int]] = {}
    for (ruleset, heap), element in quotient.elements_of_parts():
        reached.setdefault(ruleset, {0: 0})[heap] = element
    for ruleset, elements in reached.items():
        rule = ruleset.sealed_rule()  # before states are sorted that are no heaps
        heaps = tuple(sorted(elements))
        phi = tuple(elements[heap] for heap in heaps)
        found.append(JointGame(rule, None, None, heaps, phi))
    return tuple(found)
