"""What machines get of a checked certificate, and the certificate of a misère sum."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from grundy.errors import VerificationError
from grundy.graphs.io.saved_labelling import SavedLabelling
from grundy.heaps.certificates import AnyCertificate
from grundy.heaps.quotients.certificate import MisereCertificate
from grundy.heaps.quotients.joint_certificate import JointCertificate
from grundy.heaps.ruleset import as_heap_game

if TYPE_CHECKING:
    from grundy.games.position import Position


# What is told for machines of labels or a certificate that was checked.


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


# The certificate of the misère quotient that says who wins a sum, of one game or of several.


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
    found = game.known_quotient.covering(largest)
    if found is None:  # it was found in a longer time, and not kept
        return None
    told = shlex.join(["grundy", "quotient", game.text, "--stop", str(found.stop)])
    return found.certificate(command=told)
