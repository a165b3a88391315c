"""Proofs as data: the files of certificates, and the answers of `grundy verify`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypedDict

from grundy.answers.forms import Natural, Positive, Sha256
from grundy.errors import VerificationError
from grundy.graphs.io.saved_labelling import SavedLabelling
from grundy.heaps.certificates import AnyCertificate

# The files of certificates, which files/sealed.py writes and seals.


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

NEITHER = 'this is neither a certificate nor labels: it has no "certificate" and no "vertices".'
"""The refusal of JSON that is something else."""


def failure_of(check: Callable[[], object]) -> VerificationError | None:
    """Return what a check raises where it fails."""
    try:
        check()
    except VerificationError as error:
        return error
    return None


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
