"""What a search that gives up knows: a bound of the value, and the moves that are refuted."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
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


@contextlib.contextmanager
def saying_what_is_known(position: Parts[Any], play: Play) -> Iterator[None]:
    """Let an error of a limit end with what is known of a position."""
    try:
        yield
    except LimitError as error:
        known = "" if error.known else " ".join(_sentences(position, play))
        if known:
            error.add(known)
        raise


def _sentences(position: Parts[Any], play: Play) -> Iterator[str]:
    """Say how small the value cannot be, and which moves are refuted."""
    proved: Callable[[Parts[Any]], int] = _proved
    if play == "misere" and position.part_count:
        proved = position.first_parts(1)[0].ruleset.misere_search.proved
    moves, more = _looked_at(position, proved)
    if play == "normal":
        values = {~found for _, found in moves if found < 0}
        least = max(least_left(max(proved(position), 0)), mex(values))
        if least:
            yield f"The value is at least {least}, so the player to move wins."
    yield from _of_moves(moves, "its" if position.part_count == 1 else "the sum's", more=more)


def _proved(position: Parts[Any]) -> int:
    return combined(part.ruleset.valuer.proved(part.state) for part in position.parts)


def _of_moves(moves: list[tuple[str, int]], whose: str, *, more: bool) -> Iterator[str]:
    """Say which moves win or are refuted; more of them may be there that were not looked at."""
    count = counted(len(moves), "move")
    its = f"{whose} first" if more else whose
    winning = next((name for name, found in moves if found == -1), "")
    left = [name for name, found in moves if found >= 0 and not found & 1]
    refuted = len(moves) - len(left)
    if winning:
        yield f"A move that wins is {shown(winning)}."
    elif left and not refuted:
        if len(moves) > 1 or not more:
            yield f"None of {its} {count} is refuted."
    elif left:
        are = "is" if refuted == 1 else "are"
        yield f"Of {its} {count} {refuted:,} {are} refuted; one that is not is {shown(left[0])}."
    elif moves and not more:
        yield f"All {its} {count} are refuted: the player to move loses."


def _looked_at(
    position: Parts[Any], proved: Callable[[Parts[Any]], int]
) -> tuple[list[tuple[str, int]], bool]:
    """Return the moves looked at in a moment, with what is known of each, and whether more are."""
    moves: list[tuple[str, int]] = []
    end = thread_time() + _SECONDS
    with contextlib.suppress(LimitError):  # too many moves to be listed, say
        for move in islice(position.moves(), _MOST + 1):
            if len(moves) == _MOST or thread_time() > end:
                return moves, True
            moves.append((move.name, proved(move.option)))
        return moves, False
    return moves, True
