"""Heap games for the page: values as they are computed, periods, certificates, files."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import numpy as np
from msgspec import Meta, Struct

from grundy.errors import LimitError, PositionError
from grundy.heaps.ruleset import HeapRuleset

MOST_HEAPS = 5_000_000
_PIECE = 20_000
_FIRST = 1_000

Game = Annotated[str, Meta(min_length=1, max_length=200)]
Stop = Annotated[int, Meta(ge=1, le=MOST_HEAPS)]


class Values(Struct, forbid_unknown_fields=True):
    """A heap game, and how many of its values: those of heaps 0 .. stop - 1."""

    game: Game
    stop: Stop = 1_000


class SequenceFile(Struct, forbid_unknown_fields=True):
    """A file of values, or the certificate of a proved period."""

    game: Game
    stop: Stop = 1_000
    format: Literal["csv", "b-file", "certificate"] = "csv"


def values(request: Values) -> Iterator[dict[str, Any]]:
    """Give the values line by line as they are computed.

    The first line has the game; then lines with "first" and "values"; then one with the
    period, zeros, records and frequencies; the last has "done".
    """
    ruleset = heap_game(request.game)
    yield {"game": ruleset.text, "stop": request.stop}
    at = 0
    while at < request.stop:
        ahead = min(request.stop, max(at + _PIECE, _FIRST) if at else min(_FIRST, request.stop))
        piece = ruleset.values(ahead)[at:ahead]
        yield {"first": at, "values": piece.tolist()}
        at = ahead
    yield {"summary": _summary(ruleset, request.stop)}
    yield {"done": True}


def about(request: Values) -> dict[str, Any]:
    """Say what is known of a game's values: proved, conjectured and called so, equal games."""
    from grundy.heaps.describe import describe

    ruleset = heap_game(request.game)
    found = describe(ruleset, min(request.stop, 20_000))
    return {"game": ruleset.text, "text": str(found)}


def file(request: SequenceFile) -> tuple[str, bytes]:
    """Give the values as a CSV table or an OEIS b-file, or the certificate of their period."""
    from grundy.heaps.certify import certify

    ruleset = heap_game(request.game)
    if request.format == "certificate":
        certificate = certify(ruleset, request.stop, command="grundy serve")
        if certificate is None:
            raise LimitError(
                f"No period of {ruleset.text} is proved by the first {request.stop:,} heaps."
            )
        return "application/json", certificate.to_json().encode()
    found = ruleset.values(request.stop)
    separator = "," if request.format == "csv" else " "
    out = io.StringIO()
    if request.format == "csv":
        out.write("heap,value\n")
    out.writelines(f"{heap}{separator}{value}\n" for heap, value in enumerate(found.tolist()))
    return ("text/csv" if request.format == "csv" else "text/plain"), out.getvalue().encode()


def heap_game(text: str) -> HeapRuleset:
    """Read a heap game by key, code or set; nothing is opened.

    Raises:
        PositionError: If the game is not played on heaps.
    """
    from grundy.named.parse import parse_ruleset

    found = parse_ruleset(text)
    if not isinstance(found, HeapRuleset):
        raise PositionError(f"{found.text} is not played on heaps of one number; see Game.")
    return found


def _summary(ruleset: HeapRuleset, stop: int) -> dict[str, Any]:
    found = ruleset.values(stop)
    zeros = np.flatnonzero(found == 0)
    period = ruleset.find_period(stop)
    guess = ruleset.guess_period(stop) if period is None else None
    return {
        "period": None if period is None else _period(period),
        "guess": None if guess is None else _period(guess),
        "zero_count": len(zeros),
        "zeros": zeros[:200].tolist(),
        "records": ruleset.records(stop)[:200],
        "frequencies": list(ruleset.frequencies(stop).items()),
    }


def _period(period: Any) -> dict[str, Any]:
    return {
        "period": period.period,
        "preperiod": period.preperiod,
        "saltus": period.saltus,
        "proved": period.proved,
    }
