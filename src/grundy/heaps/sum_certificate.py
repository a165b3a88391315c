"""The certificate of the misère quotient that says who wins a sum, of one game or of several."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from grundy.heaps.quotients.certificate import MisereCertificate
from grundy.heaps.quotients.joint_certificate import JointCertificate
from grundy.heaps.ruleset import as_heap_game

if TYPE_CHECKING:
    from grundy.games.position import Position


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
