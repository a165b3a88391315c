"""Prove a period and make the certificate of the proof."""

from __future__ import annotations

from grundy.heaps.periods.certificate import Certificate, hash_of
from grundy.heaps.periods.period import prove, proving_heaps
from grundy.heaps.periods.theorems import theorem_for
from grundy.heaps.ruleset import HeapRuleset

_SHOWN = 24


def certify(ruleset: HeapRuleset, stop: int, *, command: str = "") -> Certificate | None:
    """Prove the period of a game and give its certificate, or None when none is proved.

    Args:
        ruleset: A game of heaps.
        stop: Heaps 0 .. stop - 1 are computed, if they have not been before; the certificate
            rests on no more of them than the theorem needs.
        command: What was asked, for the record: empty, or the command line that says it.

    >>> from grundy.heaps.rules.every_kind import TakeAndBreak
    >>> certificate = certify(TakeAndBreak("0.77"), 500)
    >>> certificate.theorem, certificate.heaps
    ('Guy and Smith 1956', 167)
    """
    theorem = theorem_for(ruleset)
    if theorem is None:
        return None
    values = ruleset.values(stop)
    found = prove(theorem, values)
    if found is None:
        return None
    heaps = proving_heaps(theorem, found, values)
    return Certificate(
        rule=ruleset.text,
        theorem=theorem.name,
        preperiod=found.preperiod,
        period=found.period,
        saltus=found.saltus,
        heaps=heaps,
        sha256=hash_of(values[:heaps]),
        first_values=tuple(values[: min(heaps, _SHOWN)].tolist()),
        command=command,
    )
