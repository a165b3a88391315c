"""Proofs as data: files of certificates, those with an answer, and what `grundy verify` says."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict, TypeVar

from grundy.answers.forms import Natural, Positive, Sha256
from grundy.errors import RulesetError, VerificationError
from grundy.heaps.periods.certificate import Certificate, of_formula, proof_of
from grundy.heaps.ruleset import HeapRuleset, as_heap_game
from grundy.misere import certificate as misere
from grundy.printable import repeat

if TYPE_CHECKING:
    from grundy.games.position import Position
    from grundy.graphs.io.saved_labelling import SavedLabelling
    from grundy.heaps.certificates import AnyCertificate
    from grundy.heaps.misere_quotient import MisereQuotient
    from grundy.heaps.periods.period import Period
    from grundy.recognition.recognise import Match
    from grundy.runtime.sealed import SealedFile
    from grundy.values import Play

# The files of certificates, which runtime/sealed.py writes and seals.


class _Sealed(TypedDict):
    version: str
    command: str
    seal: Sha256


class _OfRule(_Sealed):
    rule: str


class _OfPeriod(_OfRule):
    theorem: str
    preperiod: Natural
    period: Positive
    saltus: Natural


class _Computed(_OfPeriod):
    certificate: Literal["period of a heap game"]
    heaps: Natural
    sha256: Sha256
    first_values: list[Natural]
    encoding: str


class PeriodCertificate(_Computed):
    """of a period."""

    format: Literal[1]


class FormulaCertificate(_OfPeriod):
    """of a period that follows from a formula."""

    certificate: Literal["formula of a heap game"]
    format: Literal[1]
    values: list[Natural]


class DigitsCertificate(_OfRule):
    """of values that an automaton reads off the digits of the heap."""

    certificate: Literal["values of a heap game by digits"]
    format: Literal[1]
    theorem: str
    base: Positive
    steps: Annotated[list[list[Natural]], "For each state where each digit leads; 0 is the first."]
    values: Annotated[list[Natural], "The value of a heap whose digits end in each state."]


class RareHeaps(TypedDict):
    """The rare heaps, and what makes a value rare."""

    mask: Natural
    by_position: bool
    heaps: list[Positive]


class RareCertificate(_Computed):
    """of a period, with the rare heaps that make its check quick."""

    format: Literal[2]
    rare: Annotated[RareHeaps, "The rare heaps from 1 on, and what makes a value rare."]


Hexadecimal = Annotated[str, ("pattern", "^(0|[1-9a-f][0-9a-f]*)$")]
Elements = Annotated[list[Natural], "The element of each heap from 0 on."]


class _Repeating(TypedDict):
    rule: str
    preperiod: Natural | None
    period: Positive | None


class _Monoid(_Sealed):
    format: Literal[1]
    theorem: Literal[
        "winning sets that every heap keeps",
        "winning sets that every heap keeps, and the repetition of elements",
    ]
    generators: Annotated[
        list[Natural], "Elements that make all others; element 0 is the identity."
    ]
    action: Annotated[list[list[Natural]], "For each element its products with the generators."]
    p_portion: Annotated[list[Natural], "The elements of P-positions."]
    invariant: Annotated[
        list[list[Hexadecimal]],
        "For each element the minimal winning sets of its sums; bit y says whether y is in the "
        "set.",
    ]


class QuotientCertificate(_Monoid, _Repeating):
    """of a misère quotient."""

    certificate: Literal["misère quotient of a heap game"]
    phi: Elements


class JointGame(_Repeating):
    """A game of a joint quotient, with its heaps and their elements."""

    heaps: Annotated[list[Natural], "The heaps that are meant, rising from 0."]
    phi: Elements


class JointCertificate(_Monoid):
    """of a misère quotient of heaps of several games."""

    certificate: Literal["joint misère quotient of heap games"]
    games: Annotated[
        list[JointGame], ("minItems", 1), "The games, each with its heaps and their elements."
    ]


CertificateFile = Annotated[
    PeriodCertificate | FormulaCertificate | DigitsCertificate | RareCertificate
    | QuotientCertificate | JointCertificate,
    "A proof: period, describe, quotient and solve --certificate, read by verify",
]  # fmt: skip

# ---- what was checked ---------------------------------------------------------------------------


class _Checked(TypedDict):
    holds: bool
    message: str | None


class Verdict(_Checked):
    """Whether all that is claimed is true, and what is not."""

    condition: str | None


class CheckedLabels(Verdict):
    """labels."""

    vertices: Natural
    vertex: str | None


class CheckedPeriod(Verdict):
    """a certificate of a period."""

    rule: str
    theorem: str
    preperiod: Natural
    period: Positive
    saltus: Natural
    heaps: Natural


class CheckedDigits(Verdict):
    """a certificate of values by digits."""

    rule: str
    theorem: str
    base: Positive
    states: Positive


class CheckedQuotient(Verdict, _Repeating):
    """a certificate of a misère quotient."""

    theorem: str
    order: Natural
    p_count: Natural
    heaps: Natural


class CheckedGame(_Repeating):
    """A game of a joint quotient."""

    heaps: Annotated[Natural, "How many heaps the proof rests on."]


class CheckedJoint(Verdict):
    """a certificate of a misère quotient of several games."""

    rule: str
    theorem: str
    order: Natural
    p_count: Natural
    games: list[CheckedGame]


class CheckedTable(_Checked):
    """the table of a solved game."""

    table: str
    positions: Positive
    checked: str


class CheckedSearch(_Checked):
    """the kept table of a search."""

    proof: Annotated[str, "The game, or the folder where the check failed."]
    components: Natural
    values: Annotated[dict[str, Natural], "The values proved, by the text of the board."]


Verified = Annotated[
    CheckedLabels
    | CheckedPeriod
    | CheckedDigits
    | CheckedQuotient
    | CheckedJoint
    | CheckedTable
    | CheckedSearch,
    "Whether saved labels, a certificate or a table hold: verify --json",
]

Result = TypeVar("Result")

NEITHER = 'this is neither a certificate nor labels: it has no "certificate" and no "vertices".'
"""The refusal of JSON that is something else."""


def tried(check: Callable[[], Result]) -> tuple[Result | None, VerificationError | None]:
    """Return what a check gives, or what it raises where it fails."""
    try:
        return check(), None
    except VerificationError as error:
        return None, error


def checked_labels(saved: SavedLabelling, error: VerificationError | None) -> CheckedLabels:
    """Return whether labels hold, or else at which vertex they fail."""
    vertex = None if error is None else str(error.where)
    return {"vertices": saved.graph.vertex_count, "vertex": vertex, **_verdict(error)}


def checked_certificate(
    certificate: AnyCertificate, error: VerificationError | None
) -> dict[str, Any]:
    """Return what a certificate claims, and whether that holds."""
    return {**certificate.summary, **_verdict(error)}


def _verdict(error: VerificationError | None) -> Verdict:
    return {
        "holds": error is None,
        "condition": None if error is None else error.condition,
        "message": None if error is None else str(error),
    }


# ---- the certificates that come with an answer ---------------------------------------------------

MOST_SIGNS = 250_000
"""Of the certificate of a joint quotient that comes with an answer; it can have millions."""

_TOO_LONG = (
    "The certificate of the joint misère quotient has {signs:,} signs, too many to be sent; the "
    "command solve with --certificate FILE writes it."
)


@dataclass(frozen=True)
class Proofs:
    """What can be checked, and a sentence on what cannot."""

    certificates: list[dict[str, Any]] = field(default_factory=list)
    note: str = ""


def of_period(
    ruleset: HeapRuleset, period: Period | None, proof: Certificate | None, command: str
) -> Proofs:
    """Return the certificate of a period that was looked for."""
    file = of_formula(ruleset, period, command=command) if proof is None else proof
    if file is not None:
        return Proofs([_fields(file)])
    if period is None or not period.proved:
        return Proofs()
    return Proofs(note=f"The period of {ruleset.text} follows from its formula; no file holds it.")


def of_quotient(quotient: MisereQuotient, command: str) -> Proofs:
    """Return the certificate of a misère quotient."""
    try:
        return Proofs([_fields(quotient.certificate(command=command))])
    except RulesetError as error:
        return Proofs(note=str(error))


def of_matches(matches: Iterable[Match]) -> Proofs:
    """Return the certificates of the periods of recognised games."""
    return _together(
        _of_known_period(match.rules, match.period)
        for match in matches
        if match.rules is not None and match.period is not None
    )


def of_heaps(ruleset: HeapRuleset, heaps: Iterable[int]) -> Proofs:
    """Return the certificate of the period that values of large heaps rest on, if they do."""
    period = ruleset.sequence.period
    if ruleset.formula is not None or period is None:
        return Proofs()
    if max(heaps, default=0) < period.preperiod + period.period:
        return Proofs()
    return _of_known_period(ruleset, period)


def of_position(position: Position, play: Play, rule: str, command: str) -> Proofs:
    """Return the certificates that the answer to a position rests on."""
    from grundy.heaps.misere_play import QuotientAnswers

    if play == "normal":
        return _together(of_heaps(ruleset, heaps) for ruleset, heaps in _heap_games(position))
    if rule != QuotientAnswers.rule:
        return Proofs()
    try:
        certificate = sum_certificate(position, command=command)
    except RulesetError as error:
        return Proofs(note=str(error))
    if certificate is None:
        return Proofs()
    signs = len(certificate.to_json())
    if isinstance(certificate, misere.JointCertificate) and signs > MOST_SIGNS:
        return Proofs(note=_TOO_LONG.format(signs=signs))
    return Proofs([_fields(certificate)])


def _together(proofs: Iterable[Proofs]) -> Proofs:
    each = list(proofs)
    notes = dict.fromkeys(proof.note for proof in each if proof.note)
    return Proofs([one for proof in each for one in proof.certificates], " ".join(notes))


def _of_known_period(ruleset: HeapRuleset, period: Period) -> Proofs:
    """Return the certificate of a period that an answer rests on."""
    command = repeat("period", ruleset.text)
    return of_period(ruleset, period, proof_of(ruleset, period, command), command)


def _heap_games(position: Position) -> Iterator[tuple[HeapRuleset, list[int]]]:
    """Yield each game of heaps once, with all its heaps."""
    heaps_of: dict[HeapRuleset, list[int]] = {}
    for ruleset, states in position.runs:
        game = as_heap_game(ruleset)
        if game is not None:
            heaps_of.setdefault(game, []).extend(states)
    yield from heaps_of.items()


def _fields(file: SealedFile) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads(file.to_json())
    return fields


def sum_certificate(
    position: Position, *, command: str = ""
) -> misere.MisereCertificate | misere.JointCertificate | None:
    """Return what proves the answer to a sum under misère play; None where no quotient is kept."""
    games = {ruleset for ruleset, _ in position.runs}
    if len(games) > 1:
        joint = position.runs[0].ruleset.joint_quotients.proving(position)
        return None if joint is None else joint.certificate(command=command)
    game = as_heap_game(games.pop()) if games else None
    if game is None:
        return None
    largest = max((max(heaps, default=0) for _, heaps in position.runs), default=0)
    quotient = game.known_quotient.covering(largest)
    if quotient is None:  # it was found in a longer time, and not kept
        return None
    return quotient.certificate(command=repeat("quotient", game.text, stop=quotient.stop))
