"""What a search that gives up knows: a bound of the value, and the moves that are refuted."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from grundy.errors import LimitError
from grundy.games.parts import Parts
from grundy.games.state_text import shown
from grundy.games.values.proofs import combined, least_left
from grundy.nimbers import mex
from grundy.printable import counted
from grundy.runtime.limits import thread_time
from grundy.values import Play

_MOST = 1_000  # moves that are looked at
_SECONDS = 0.05


def add_what_is_known(error: LimitError, position: Parts[Any], play: Play) -> None:
    """Let an error of a limit end with what is known of a position."""
    known = "" if error.known else " ".join(_sentences(position, play))
    if known:
        error.add(known)


def _sentences(position: Parts[Any], play: Play) -> Iterator[str]:
    """Say how small the value cannot be, and which moves are refuted."""
    proved: Callable[[Parts[Any]], int] = _proved
    if play == "misere" and position.part_count:
        proved = position.first_parts(1)[0].ruleset.misere_search.proved
    looked = _looked_at(position, proved)
    if play == "normal":
        least = max(least_left(max(proved(position), 0)), mex(looked.values))
        if least:
            yield f"The value is at least {least}, so the player to move wins."
    yield from looked.sentences("its" if position.part_count == 1 else "the sum's")


def _proved(position: Parts[Any]) -> int:
    return combined(part.ruleset.valuer.proved(part.state) for part in position.parts)


@dataclass
class _Looked:
    """Moves that were looked at, and what is known of them."""

    count: int = 0
    more: bool = False
    refuted: int = 0
    values: set[int] = field(default_factory=set)
    winning: str = ""
    open: str = ""

    def add(self, name: str, found: int) -> None:
        """Add a move, with what is known of its option, as `Proofs.known` has it."""
        self.count += 1
        if found < 0:
            self.values.add(~found)
        if found == -1:
            self.winning = self.winning or shown(name)
        elif found < 0 or found & 1:
            self.refuted += 1
        else:
            self.open = self.open or shown(name)

    def sentences(self, whose: str) -> Iterator[str]:
        """Say which moves win or are refuted."""
        its = f"{whose} first" if self.more else whose
        if self.winning:
            yield f"A move that wins is {self.winning}."
        elif self.open and not self.refuted:
            if self.count > 1 or not self.more:
                yield f"None of {its} {counted(self.count, 'move')} is refuted."
        elif self.open:
            are = "is" if self.refuted == 1 else "are"
            yield (
                f"Of {its} {counted(self.count, 'move')} {self.refuted:,} {are} refuted; one that "
                f"is not is {self.open}."
            )
        elif self.count and not self.more:
            yield f"All {its} {counted(self.count, 'move')} are refuted: the player to move loses."


def _looked_at(position: Parts[Any], proved: Callable[[Parts[Any]], int]) -> _Looked:
    """Look at the first moves of a position, a moment long."""
    looked, end = _Looked(more=True), thread_time() + _SECONDS
    with contextlib.suppress(LimitError):  # too many moves to be listed, say
        for move in islice(position.moves(), _MOST + 1):
            if looked.count == _MOST or thread_time() > end:
                return looked
            looked.add(move.name, proved(move.option))
        looked.more = False
    return looked
