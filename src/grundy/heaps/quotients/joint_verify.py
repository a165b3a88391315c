"""Check the certificate of a joint misère quotient; imports no solver.

The heaps of all games are numbered, those of one game after those of another, and the options of
each are made by the definition of its own rule. A sum of heaps of several games is then a sum of
numbers, and the same check as for one game makes the claim a theorem.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from grundy.files.whole import require_memory
from grundy.heaps.codes import Code
from grundy.heaps.quotients.certificate import FOR_EVER, HEAPS_ONLY
from grundy.heaps.quotients.definition import Rows, options_by_definition
from grundy.heaps.quotients.joint_certificate import JointCertificate, JointGame
from grundy.heaps.quotients.verify import check_by_size, check_least, reach_of_code
from grundy.heaps.sealed.rule import certified_code, check_joint_record, require
from grundy.misere.checker import check_period
from grundy.running.progress import Progress

_LARGEST = 1_000_000
_BYTES = 16  # an option of a heap: the heaps that are left, at most so many for each tuple of sizes


def verify_joint(certificate: JointCertificate, progress: Progress | None = None) -> None:
    """Raise `VerificationError` unless everything that a certificate claims is true."""
    games = certificate.games
    codes = [certified_code(game.rule) for game in games]
    check_joint_record(certificate.version, certificate.command, codes)
    ever = any(game.period is not None for game in games)
    theorem = FOR_EVER if ever else HEAPS_ONLY
    require(certificate.theorem == theorem, "theorem", f"it has to be: {theorem}")
    for game, code in zip(games, codes, strict=True):
        _check_heaps(game, code)
    numbered = _Numbered(games, codes)
    check_by_size(certificate.claim(), numbered.options, progress=progress)
    for game, code in zip(games, codes, strict=True):
        _check_period(certificate, game, code)


def _check_heaps(game: JointGame, code: Code) -> None:
    """Check that the list of a game's heaps is one, and that their options can be listed."""
    heaps = np.array(game.heaps, np.int64)
    require(len(heaps) > 0 and heaps[0] == 0, "heaps", f"those of {game.rule} begin not with 0")
    require(bool((np.diff(heaps) > 0).all()), "heaps", f"those of {game.rule} do not rise")
    require(len(heaps) == len(game.phi), "phi", "a heap needs an element, an element a heap")
    largest, most = game.heaps[-1], max(2, code.most_heaps)
    require(largest <= _LARGEST, "heaps", f"one of {game.rule} is too large to list its moves")
    require_memory(_BYTES * largest ** (most - 1), "Listing the moves of these heaps")


def _check_period(certificate: JointCertificate, game: JointGame, code: Code) -> None:
    """Check that the elements of one game repeat for ever, if that is claimed."""
    claim = certificate.of_game(game.phi, game.preperiod, game.period)
    if claim.period is None:
        return
    reach = reach_of_code(code)
    require(reach is not None, "period", "this kind of rule has no theorem on periods")
    require(game.heaps[-1] == len(game.heaps) - 1, "heaps", "a period needs every heap")
    check_period(claim, *(reach or (0, 0)))
    check_least(claim)


class _Numbered:
    """The heaps of all games by number."""

    def __init__(self, games: Sequence[JointGame], codes: Sequence[Code]) -> None:
        self._games, self._codes = games, codes
        self._heaps = [np.array(game.heaps, np.int64) for game in games]
        self._ends = np.cumsum([len(heaps) for heaps in self._heaps])

    def options(self, number: int) -> Rows:
        """Return the options of a heap by its number, as numbers."""
        place = int(np.searchsorted(self._ends, number, "right"))
        heaps = self._heaps[place]
        first = int(self._ends[place]) - len(heaps)
        heap = int(heaps[number - first])
        left = options_by_definition(self._codes[place], heap)
        places = np.searchsorted(heaps, left)
        there = bool((heaps[np.minimum(places, len(heaps) - 1)] == left).all())
        rule = self._games[place].rule
        require(there, "heaps", f"a move from heap {heap} of {rule} leaves one that is not there")
        return places.astype(np.int64) + first
