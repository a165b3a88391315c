"""What is told for machines of labels or a certificate that was checked."""

from __future__ import annotations

from typing import Any

from grundy.errors import VerificationError
from grundy.graphs.saved.saved_labelling import SavedLabelling
from grundy.heaps.certificates import AnyCertificate

NEITHER = 'this is neither a certificate nor labels: it has no "certificate" and no "vertices".'
"""What is said of JSON that is something else."""


def of_labels(saved: SavedLabelling, error: VerificationError | None) -> dict[str, Any]:
    """Say of labels whether they hold, or else at which vertex they fail."""
    vertex = None if error is None else str(error.where)
    return {"vertices": saved.graph.vertex_count, "vertex": vertex} | _verdict(error)


def of_certificate(certificate: AnyCertificate, error: VerificationError | None) -> dict[str, Any]:
    """Say what a certificate claims, and whether that holds."""
    return certificate.summary | _verdict(error)


def _verdict(error: VerificationError | None) -> dict[str, Any]:
    return {
        "holds": error is None,
        "condition": None if error is None else error.condition,
        "message": None if error is None else str(error),
    }
