"""What is told of a period for machines, and how a formula is named."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from grundy.heaps.periods.certificate import Certificate
from grundy.heaps.periods.certify import written
from grundy.heaps.periods.period import Period

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset


def proof_of(ruleset: HeapRuleset, found: Period | None, command: str) -> Certificate | None:
    """Say on what the proof rests: the theorem and its heaps; None for a formula or a guess."""
    if found is None or found.proof is None:
        return None
    return written(ruleset, found, found.proof, command=command)


def fields_of(
    ruleset: HeapRuleset, found: Period | None, proof: Certificate | None, stop: int
) -> dict[str, Any]:
    """Return the answer of `grundy period --json`."""
    fields: dict[str, Any] = {"game": ruleset.text, "stop": stop, "found": found is not None}
    if found is not None:
        last = found.preperiod - 1 if found.preperiod else None
        fields |= asdict(replace(found, proof=None)) | {"last_exception": last}
        del fields["proof"]
    if found is not None and found.proved and proof is None:
        fields |= {"theorem": "formula", "formula": formula_text(ruleset)}
    if proof is not None:
        fields |= {"theorem": proof.theorem, "heaps": proof.heaps, "sha256": proof.sha256}
    return fields


def formula_text(ruleset: HeapRuleset) -> str:
    """Write the formula of a game with its source; empty where there is none."""
    formula = ruleset.formula
    return "" if formula is None else f"{formula.text} ({formula.source})"
