"""What is kept of one game of the atlas: figures, and a hash that tells solved games apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.heaps.periods.certificate import hash_of
from grundy.heaps.periods.period import Period

FIRST_STOP = 64
_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class GameResult:
    """What was found of one game; heaps are those of its standard form."""

    code: str
    heaps: int
    preperiod: int | None
    period: int | None
    saltus: int | None
    greatest: int
    rares: int | None
    zeros_at_end: int
    hash: str | None
    seconds: float
    certificate: str | None = None


def game_result(
    code: str, values: npt.NDArray[Any], period: Period | None, *, rares: int | None,
    seconds: float, certificate: str | None = None,
) -> GameResult:  # fmt: skip
    """Return what is kept of a game: its *values*, and the period that they prove, if any."""
    head = values if period is None else values[: period.preperiod + period.period]
    proved = {name: getattr(period, name, None) for name in ("preperiod", "period", "saltus")}
    return GameResult(
        code=code, heaps=len(values), greatest=int(head.max(initial=0)), rares=rares,
        zeros_at_end=zeros_at_end(head), hash=None if period is None else hash_of(head),
        seconds=round(seconds, 3), certificate=certificate, **proved,
    )  # fmt: skip


def preperiod_of(preperiod: int | None, shift: int, at_end: int) -> int | None:
    """Return the preperiod of a code with *shift* zeros before these values, *at_end* of them 0."""
    if preperiod == 0:  # heap 1 of a standard form has a move, so zeros never fill a period
        return max(0, shift - at_end)
    return None if preperiod is None else preperiod + shift


def zeros_at_end(values: npt.NDArray[Any]) -> int:
    """Count them piece by piece: there may be hundreds of millions of values."""
    for end in range(len(values), 0, -_PIECE):
        start = max(0, end - _PIECE)
        others = np.flatnonzero(values[start:end])
        if len(others):
            return len(values) - 1 - start - int(others[-1])
    return len(values)
