"""The proof that a period carries, written down, and what machines get of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.heaps.periods.certificate import Certificate, hash_of
from grundy.heaps.periods.period import Period, Proof

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.running.limits import Limits


# Certificates of periods: the proof that a period carries, written down.


_SHOWN = 24


def certify(
    ruleset: HeapRuleset, stop: int, *, command: str = "", limits: Limits | None = None
) -> Certificate | None:
    """Prove the period of a game and give its certificate, or None when none is proved.

    Args:
        ruleset: A game of heaps.
        stop: Heaps 0 .. stop - 1 are computed, if they have not been before; the certificate
            rests on no more of them than the theorem needs.
        command: What was asked, for the record: empty, or the command line that says it.
        limits: How far it may go; its positions are heaps.

    Raises:
        LimitError: If a limit is passed.

    >>> from grundy.heaps.rules.parse import TakeAndBreak
    >>> certificate = certify(TakeAndBreak("0.77"), 500)
    >>> certificate.theorem, certificate.heaps
    ('Guy and Smith 1956', 167)
    """
    if ruleset.theorem is None:
        return None
    found = ruleset.sequence.period
    if found is None or found.proof is None:
        found = ruleset.find_period(stop, limits=limits)
    if found is None or found.proof is None or found.proof.heaps > stop:
        return None
    return written(ruleset, found, found.proof, command=command)


def written(
    ruleset: HeapRuleset, period: Period, proof: Proof, *, command: str = ""
) -> Certificate:
    """The certificate of a period that has been proved: its proof is written down, not repeated."""
    values = ruleset.values(proof.heaps)
    return Certificate(
        rule=ruleset.text,
        theorem=proof.theorem,
        preperiod=period.preperiod,
        period=period.period,
        saltus=period.saltus,
        heaps=proof.heaps,
        sha256=hash_of(values),
        first_values=tuple(values[:_SHOWN].tolist()),
        command=command,
        rare=ruleset.sequence.rare_heaps(proof.heaps),
    )


def proof_of(ruleset: HeapRuleset, found: Period | None, command: str) -> Certificate | None:
    """Say on what the proof rests: the theorem and its heaps; None for a formula or a guess."""
    if found is None or found.proof is None:
        return None
    return written(ruleset, found, found.proof, command=command)


def formula_text(ruleset: HeapRuleset) -> str:
    """Write the formula of a game with its source; empty where there is none."""
    formula = ruleset.formula
    return "" if formula is None else f"{formula.text} ({formula.source})"
