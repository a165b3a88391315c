"""What is told of recognised values for machines."""

from __future__ import annotations

from typing import Any

from grundy.recognition.matches import Match, Recognition


def told_matches(found: Recognition, most: int) -> list[Match]:
    """Return the games that are told, *most* of them at most, and then all formulas."""
    return [*found[: min(most, found.games)], *found.formulas]


def fields_of(found: Recognition, most: int) -> dict[str, Any]:
    """Return the answer of `grundy recognise --json`."""
    return {
        "values": list(found.values),
        "games": found.games,
        "deciding": found.deciding,
        "matches": [_match(match) for match in told_matches(found, most)],
    }


def proof_text(match: Match) -> str:
    """Say what proves the period of a match: a theorem, or the source of a formula."""
    period, formula = match.period, match.rules and match.rules.formula
    if period is not None and period.proof is not None:
        return period.proof.theorem
    return formula.source if formula else ""


def _match(match: Match) -> dict[str, Any]:
    known = match.known
    return {
        "text": match.text,
        "name": known and known.name,
        "oeis": known and known.oeis,
        "shift": match.shift,
        "formula": match.formula,
        "next_values": list(match.next_values),
        "period": _period(match),
    }


def _period(match: Match) -> dict[str, Any] | None:
    period = match.period
    if period is None:
        return None
    return {
        "preperiod": period.preperiod,
        "period": period.period,
        "saltus": period.saltus,
        "proof": proof_text(match),
    }
