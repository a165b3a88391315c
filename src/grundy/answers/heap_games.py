"""Games of heaps as data: the answers of `grundy values`, `period`, `quotient` and `recognise`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from grundy.answers.forms import Natural, OeisNumber, Positive, Sha256
from grundy.heaps.periods.certificate import Certificate, formula_text
from grundy.heaps.periods.period import Period as FoundPeriod
from grundy.heaps.quotients.names import element_words
from grundy.heaps.quotients.quotient import MisereQuotient
from grundy.heaps.ruleset import HeapRuleset
from grundy.recognition.recognise import Match, Recognition, first_matches, proof_text

Mover = Literal["N", "P"]

# Values, which heaps/value_files.py writes a piece at a time.

_From = TypedDict("_From", {"from": Natural})


class _Range(_From):
    game: str
    stop: Natural
    sha256: Sha256


class AllValues(_Range):
    """all values from one heap on."""

    values: list[Natural]


class Zeros(_Range):
    """--zeros."""

    heaps: list[Natural]


class Records(_Range):
    """--records, and --rares where there is a sparse space."""

    mask: NotRequired[Natural]
    heaps: list[Natural]
    values: list[Natural]


class NoRares(_Range):
    """--rares where none is known."""

    mask: None
    message: str
    heaps: list[Natural]
    values: list[Natural]


class Frequencies(_Range):
    """--frequencies."""

    values: list[Natural]
    counts: list[Natural]


class Hash(_Range):
    """--hash."""


class SingleValues(TypedDict):
    """--heap."""

    game: str
    heaps: list[Natural]
    values: list[Natural]


class _Misere(TypedDict):
    game: str
    play: Literal["misere"]


class _MisereRange(_Misere, _From):
    stop: Natural
    message: Annotated[str | None, "What ended it early, if anything did."]
    outcomes: list[Mover]


class Elements(_MisereRange):
    """--play misere."""

    order: Natural
    p_portion: Annotated[list[Natural], "The elements of P-positions."]
    elements: Annotated[list[Natural], "The element of each heap in the misère quotient."]
    words: list[str]


class Genera(_MisereRange):
    """--play misere --genus."""

    genera: list[str]
    values: list[Natural]
    digits: Annotated[list[list[Natural]], "The misère values beside 0, 1, 2, … copies of *2."]


class SingleElements(_Misere):
    """--play misere --heap."""

    heaps: list[Natural]
    elements: list[Natural]
    words: list[str]
    outcomes: list[Mover]


Values = Annotated[
    AllValues | Zeros | Records | NoRares | Frequencies | Hash
    | SingleValues | Elements | Genera | SingleElements,
    "Values of heaps: values --json, and files of values in JSON",
]  # fmt: skip


def single_values(ruleset: HeapRuleset, heaps: Sequence[int], values: list[int]) -> SingleValues:
    """Return the values of single heaps."""
    return {"game": ruleset.text, "heaps": list(heaps), "values": values}


# ---- periods ------------------------------------------------------------------------------------


class _Searched(TypedDict):
    game: str
    stop: Natural


class NoPeriod(_Searched):
    """none found."""

    found: Literal[False]


class _Period(_Searched):
    found: Literal[True]
    preperiod: Natural
    period: Positive
    saltus: Natural
    last_exception: Natural | None


class Observed(_Period):
    """observed, not proved."""

    proved: Literal[False]


class ProvedByTheorem(_Period):
    """proved by a theorem."""

    proved: Literal[True]
    theorem: str
    heaps: Natural
    sha256: Sha256


class ProvedByFormula(_Period):
    """by a closed form."""

    proved: Literal[True]
    theorem: Literal["formula"]
    formula: str


AnyPeriod = NoPeriod | Observed | ProvedByTheorem | ProvedByFormula
Period = Annotated[AnyPeriod, "The period of a heap game's values: period --json"]


def period_answer(
    ruleset: HeapRuleset, found: FoundPeriod | None, proof: Certificate | None, stop: int
) -> AnyPeriod:
    """Return a period with what proves it; *proof* is None for a formula and a guess."""
    if found is None:
        return {"game": ruleset.text, "stop": stop, "found": False}
    period: _Period = {
        "game": ruleset.text,
        "stop": stop,
        "found": True,
        "preperiod": found.preperiod,
        "period": found.period,
        "saltus": found.saltus,
        "last_exception": found.preperiod - 1 if found.preperiod else None,
    }
    if proof is not None:
        theorem, heaps, sha256 = proof.theorem, proof.heaps, proof.sha256
        return {**period, "proved": True, "theorem": theorem, "heaps": heaps, "sha256": sha256}
    if found.proved:
        formula = formula_text(ruleset)
        return {**period, "proved": True, "theorem": "formula", "formula": formula}
    return {**period, "proved": False}


# ---- misère quotients ---------------------------------------------------------------------------


class Growth(TypedDict):
    """A heap at which the quotient grew, its order and the size of its P-portion from there on."""

    heap: Natural
    order: Natural
    p_count: Natural


class Kernel(TypedDict):
    """The least ideal: its elements and its identity."""

    elements: list[Natural]
    identity: Natural
    is_normal: Annotated[bool, "Whether misère play in it is normal play."]


class Quotient(TypedDict):
    """The misère quotient of a heap game: quotient --json."""

    game: str
    stop: Annotated[Natural, "Heaps 0 to stop - 1 were computed."]
    order: Positive
    p_count: Natural
    growth: list[Growth]
    proved_for_all: Annotated[bool, "Whether it is the quotient of heaps of every size."]
    preperiod: Natural | None
    period: Positive | None
    first_wild: Natural | None
    kernel: Kernel
    presentation: str
    generators: list[Natural]
    words: Annotated[list[str], "Each element by generators."]
    p_portion: list[Natural]
    phi: Annotated[list[Natural], "The element of each heap."]
    message: Annotated[str | None, "What ended it early, if anything did."]


def quotient_answer(found: MisereQuotient, message: object = None) -> Quotient:
    """Return a quotient; the message says what ended it early."""
    presentation, kernel, period = found.presentation(), found.kernel, found.period
    return {
        "game": found.ruleset.text,
        "stop": found.stop,
        "order": found.order,
        "p_count": found.p_count,
        "growth": [
            {"heap": heap, "order": order, "p_count": p_count}
            for heap, order, p_count in found.growth
        ],
        "proved_for_all": period is not None,
        "preperiod": None if period is None else period.preperiod,
        "period": None if period is None else period.period,
        "first_wild": found.first_wild,
        "kernel": {
            "elements": list(kernel.elements),
            "identity": kernel.identity,
            "is_normal": kernel.is_normal,
        },
        "presentation": str(presentation),
        "generators": list(presentation.generators),
        "words": element_words(found, range(found.order)),
        "p_portion": sorted(found.p_portion),
        "phi": found.solution.phi.tolist(),
        "message": None if message is None else str(message),
    }


# ---- games and formulas with given values -------------------------------------------------------


class MatchPeriod(TypedDict):
    """The period of a match, and what proves it."""

    preperiod: Natural
    period: Positive
    saltus: Natural
    proof: Annotated[str, "The theorem, or the source of the formula."]


class MatchAnswer(TypedDict):
    """A game or a formula that has the values."""

    text: Annotated[
        str,
        "What the command line takes for the game, with n for the number of a family of positions "
        '(nogo 1xn); "" for a formula.',
    ]
    name: str | None
    oeis: OeisNumber | None
    shift: Annotated[
        int,
        "The heap of the first value, or the number n of a family; below 0 where what was given "
        "begins before heap 0.",
    ]
    formula: Annotated[str | None, "Of the value of heap n; null for a game."]
    next_values: list[Natural]
    period: MatchPeriod | None


class Recognised(TypedDict):
    """Games and formulas that have given values: recognise --json."""

    values: Annotated[list[Natural | None], "The values that were looked for; null for a gap."]
    games: Annotated[
        Natural, "How many games of the table have them; the first are among the matches."
    ]
    deciding: Annotated[
        Positive | None,
        "How many values from the first on decide which come next; null without a game, or when "
        "far too many fit.",
    ]
    matches: Annotated[
        list[MatchAnswer],
        "Games, fewest digits first, then smallest shift; then formulas. A family that few values "
        "fit comes after the other games.",
    ]


def recognised_answer(found: Recognition, most: int) -> Recognised:
    """Return the first games that were recognised, and all formulas."""
    return {
        "values": list(found.values),
        "games": found.games,
        "deciding": found.deciding,
        "matches": [_match(match) for match in first_matches(found, most)],
    }


def _match(match: Match) -> MatchAnswer:
    known, period = match.known, match.period
    return {
        "text": match.text,
        "name": None if known is None else known.name,
        "oeis": None if known is None else known.oeis,
        "shift": match.shift,
        "formula": match.formula,
        "next_values": list(match.next_values),
        "period": None
        if period is None
        else {
            "preperiod": period.preperiod,
            "period": period.period,
            "saltus": period.saltus,
            "proof": proof_text(match),
        },
    }
