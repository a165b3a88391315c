"""What proves an answer: the certificates of what it says is proved."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from grundy.errors import RulesetError
from grundy.games.position import Position
from grundy.heaps.misere_play import QuotientAnswers
from grundy.heaps.misere_quotient import MisereQuotient
from grundy.heaps.periods.certificate import Certificate, of_formula, proof_of
from grundy.heaps.periods.period import Period
from grundy.heaps.ruleset import HeapRuleset, as_heap_game
from grundy.misere.certificate import JointCertificate, MisereCertificate
from grundy.printable import repeat
from grundy.recognition.recognise import Match
from grundy.runtime.sealed import SealedFile
from grundy.values import Play

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
    if isinstance(certificate, JointCertificate) and signs > MOST_SIGNS:
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
) -> MisereCertificate | JointCertificate | None:
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
