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
    """Return what proves the answer to a sum under misère play; None where no quotient is kept.

    Args:
        position: The sum; a misère quotient has answered for it.
        command: What was asked of it, for the record.

    Raises:
        RulesetError: If a game is none of heaps, or its rule is a function: no file holds it.

    >>> import grundy
    >>> position = grundy.read("kayles 5 + nim 3")
    >>> position.solve("misere").outcome
    <Outcome.N: 'the next player wins'>
    >>> type(sum_certificate(position)).__name__
    'JointCertificate'
    """
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
