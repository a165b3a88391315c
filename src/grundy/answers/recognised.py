"""What values are known to be: the answers of `grundy recognise` and `describe`, data and text."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated, Any, TypedDict

from grundy.answers.forms import Natural, OeisNumber, Positive, filled
from grundy.heaps.closed_forms import evidence_text, is_guess
from grundy.heaps.conjectures import Counterexample
from grundy.heaps.periods.period import Period
from grundy.named.description import Description, KnownMatch
from grundy.named.description import Finding as FoundFinding
from grundy.printable import repeat, short_title
from grundy.recognition.known import FEWEST_OF_SETS
from grundy.recognition.recognise import Choice, Match, Recognition, first_matches, proof_text


class MatchPeriod(TypedDict):
    """The period of a match, and what proves it."""

    preperiod: Natural
    period: Positive
    saltus: Natural
    proof: Annotated[str, "The theorem, or the source of the formula."]


class MatchAnswer(TypedDict):
    """A game or a formula that has the values."""

    text: Annotated[str, 'What the command line takes, n in a family (nogo 1xn); "" for a formula.']
    name: str | None
    oeis: OeisNumber | None
    shift: Annotated[int, "The heap, or number n of a family, of the first value; may be below 0."]
    formula: Annotated[str | None, "Of the value of heap n; null for a game."]
    tested: Annotated[Natural, "How many of the values the formula was tested on; 0 for a game."]
    bits: Annotated[float, "Chance fits these once in 2 to this at most."]
    guess: Annotated[bool, "Whether chance fits it too easily for a find; false for a game."]
    next_values: list[Natural]
    period: MatchPeriod | None


class LostAnswer(TypedDict):
    """A form of the heaps with value 0, where the values themselves have none."""

    text: str
    shift: Annotated[Natural, "The heap of the first value."]
    tested: Annotated[Natural, "How many values it was tested on."]
    bits: Annotated[float, "Chance fits these once in 2 to this at most."]
    guess: Annotated[bool, "Whether chance fits it too easily for a find."]


class Recognised(TypedDict):
    """Games and formulas that have given values: recognise --json."""

    values: Annotated[list[Natural | None], "The values that were looked for; null for a gap."]
    games: Annotated[Natural, "How many games have them; the first are among the matches."]
    deciding: Annotated[
        Positive | None, "How many values decide which come next, if that is known."
    ]
    matches: Annotated[list[MatchAnswer], "Games, fewest digits first, then formulas."]
    lost: LostAnswer | None


def recognised_answer(recognition: Recognition, most: int) -> Recognised:
    """Return the first games that were recognised, and all formulas."""
    lost = None
    if recognition.lost is not None:
        bits = recognition.lost.form.bits
        lost = filled(LostAnswer, recognition.lost, bits=round(bits, 1), guess=is_guess(bits))
    matches = list(map(_match, first_matches(recognition, most)))
    return filled(Recognised, recognition, matches=matches, lost=lost)


def _match(match: Match) -> MatchAnswer:
    period = match.period
    return filled(
        MatchAnswer,
        match,
        name=None if match.known is None else match.known.name,
        oeis=None if match.known is None else match.known.oeis,
        bits=round(match.bits, 1),
        guess=match.is_guess,
        period=None if period is None else filled(MatchPeriod, period, proof=proof_text(match)),
    )


def recognised_text(recognition: Recognition, most: int) -> Iterator[str]:
    """Yield the first game, those that fit too, and the formulas."""
    if not len(recognition):
        yield "No known game and no formula has these values."
    elif not recognition.games:
        yield "No known game has these values."
    else:
        first, *choices = recognition.choices(most)
        yield from _first(first, recognition)
        others = list(_listed(choices))
        decided = _decided(recognition)
        yield decided if others else f"{decided.removesuffix('; these fit, too:').rstrip('.')}."
        yield from others
        left = recognition.games - sum(choice.games for choice in (first, *choices))
        if left:
            yield f"  … and {left:,} more games; --matches N tells more of them."
    for formula in recognition.formulas:
        is_ = "A guess: G(n) might be" if formula.is_guess else "Formula: G(n) ="
        yield f"{is_} {formula.formula}, with the first value at heap {formula.shift}."
        yield f"  next    {_numbers(formula)}"
        yield _tested(formula.tested, formula.bits)
    if recognition.lost is not None:
        heap, bits = recognition.lost.shift, recognition.lost.form.bits
        kind = "A guess: the lost heaps might be" if is_guess(bits) else "Lost heaps:"
        yield f"{kind} {recognition.lost.text}, with the first value at heap {heap}."
        yield _tested(recognition.lost.tested, bits)


def _tested(count: int, bits: float) -> str:
    return f"  tested  on {count:,} values; {evidence_text(bits)}"


def _first(choice: Choice, recognition: Recognition) -> Iterator[str]:
    match = choice.first
    game = match.known
    name = f" is {game.name}" if game is not None and game.name else ""
    number = f" (OEIS {game.oeis})" if game is not None and game.oeis else ""
    yield f"{match.text}{name}{number}, with the first value at {match.place}."
    yield f"  next    {_numbers(match)}"
    if match.is_family:
        number_after = match.shift + len(recognition.values) + len(match.next_values)
        words = match.position(number_after).split(" ")
        yield f"  solve   {repeat('solve', *words)} computes one more"
    else:
        yield f"  period  {_period(match)}"
    if choice.others:
        others_text = "; ".join(f"{_named(other)}, {other.place}" for other in choice.others)
        left = choice.games - 1 - len(choice.others)
        yield f"  alike   {others_text}{f'; and {left:,} more' if left else ''}"


def _named(match: Match) -> str:
    name = f" ({match.known.name})" if match.known is not None else ""
    return f"{match.text}{name}"


def _listed(choices: list[Choice]) -> Iterator[str]:
    width = max((len(choice.first.text) for choice in choices), default=0)
    for choice in choices:
        match = choice.first
        more = f"  and {choice.games - 1:,} alike" if choice.games > 1 else ""
        yield f"  {match.text:<{width}}  {match.place:<8} next {_numbers(match)}{more}"


def _numbers(match: Match) -> str:
    if match.is_family and not match.next_values:
        return "not in the table"
    return ", ".join(map(str, match.next_values)) + ", …"


def _period(match: Match) -> str:
    period = match.period
    if period is None:
        return f"none proved by few heaps; grundy period {shlex.quote(match.text)} looks further"
    return f"{_known_period(period)}, proved ({proof_text(match)})"


def _decided(recognition: Recognition) -> str:
    count, deciding = len(recognition.values), recognition.deciding
    if deciding is None and recognition[0].is_family and not recognition.has_few:
        return f"These {count} values leave a choice as far as the family is known; these fit, too:"
    if deciding is None:
        sets = f", and sets are looked at from {FEWEST_OF_SETS} on" if recognition.has_few else ""
        return f"So few values decide nothing{sets}; these fit, too:"
    if deciding > count:
        return f"These {count} values leave a choice, {deciding} would decide; these fit, too:"
    if deciding == count:
        return f"These {count} values decide which come next; fewer would not."
    return f"The first {deciding} of these {count} values decide which come next."


# ---- what is known of a heap game ---------------------------------------------------------------


class _Statement(TypedDict):
    sentence: str
    about: str
    text: str
    start: Natural


class Finding(_Statement):
    """A formula for the values from one heap on, proved or observed."""

    stop: Natural | None
    proof: str | None
    bits: Annotated[float, "Chance fits these once in 2 to this at most; 0 with a proof."]
    guess: Annotated[bool, "Whether it is not proved, and chance fits it too easily for a find."]
    reach: Annotated[Natural | None, "The last of some larger heaps whose moves bear it out."]


class Failure(_Statement):
    """A guess, and the first heap for which it does not hold."""

    heap: Natural
    said: Natural
    value: Natural


class DescribedPeriod(TypedDict):
    """A period."""

    preperiod: Natural
    period: Positive
    saltus: Natural
    proved: bool


class KnownGame(TypedDict):
    """A game with a name or a number of the OEIS."""

    name: str
    game: str
    oeis: OeisNumber | None
    source: str


class SameValues(TypedDict):
    """A known game with the same values, shifted."""

    sentence: str
    known: KnownGame
    shift: int
    stop: Natural
    proof: str | None


class Described(TypedDict):
    """What is known of a heap game's values: describe --json."""

    game: str
    stop: Natural
    proved: Finding | None
    period: DescribedPeriod | None
    conjectures: list[Finding]
    failed: list[Failure]
    same_as: list[SameValues]


def described_text(description: Description) -> list[str]:
    """Return the lines of the answer."""
    head = short_title(description.game)
    findings = [
        finding for finding in (description.proved, *description.conjectures) if finding is not None
    ]
    lines = [f"{head}: {finding}." for finding in findings]
    if not findings:
        heaps = f"no period proved, no formula found below heap {description.stop:,}"
        lines.append(f"{head}: {heaps if description.stop else 'no formula found'}.")
    if description.period is not None:
        lines.append(f"  period   {_known_period(description.period)}.")
    lines += [f"  failed   {failure}." for failure in description.failed]
    lines += [f"  same as  {match}." for match in description.same_as]
    return lines


def _known_period(period: Period) -> str:
    saltus = f", saltus {period.saltus:,}" if period.saltus else ""
    return f"{period.period:,}{saltus}, from heap {period.preperiod:,} on"


def described_answer(description: Description) -> dict[str, Any]:
    """Return what is proved, observed and refuted, each with its sentence."""
    fields = asdict(description) | {
        "proved": description.proved and _with_sentence(description.proved),
        "conjectures": [_with_sentence(part) for part in description.conjectures],
        "failed": [_with_sentence(part) for part in description.failed],
        "same_as": [_with_sentence(part) for part in description.same_as],
    }
    if description.period is not None:
        del fields["period"]["proof"]
    return fields


def _with_sentence(part: FoundFinding | Counterexample | KnownMatch) -> dict[str, Any]:
    guess = {"guess": part.is_guess} if isinstance(part, FoundFinding) else {}
    fields = {name: value for name, value in asdict(part).items() if name != "tested"}
    return {"sentence": str(part)} | fields | guess
