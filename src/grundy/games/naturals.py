"""States made of whole numbers: heaps, coordinates, places of coins; read, checked and drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from grundy.errors import PositionError
from grundy.games.state_text import numbers, shown
from grundy.nimbers.natural import integer

_WIDEST = 60  # signs of a picture in one line
_COUNTS = {1: "one whole number", 2: "two whole numbers", 3: "three whole numbers"}


def naturals(
    state: Any, game: str, example: str, *, count: int | None = None, least: int = 0
) -> tuple[int, ...]:
    """Return a state as a tuple of ints."""
    given = state if isinstance(state, Iterable) and not isinstance(state, str) else (state,)
    try:
        found = tuple(integer(number, "") for number in given)
    except TypeError:
        found = (least - 1,)
    if (count is not None and len(found) != count) or min(found, default=least) < least:
        wanted = _COUNTS.get(count or 0, f"{count or ''} whole numbers".strip())
        text = ",".join(map(str, state)) if isinstance(state, (tuple, list)) else str(state)
        raise PositionError(
            f"A position of {game} is {wanted} of at least {least}, such as {example}; "
            f"found {shown(text) or 'nothing'}."
        )
    return found


def distinct(state: Any, game: str, example: str, *, least: int = 0) -> tuple[int, ...]:
    """Return places that are all different, in order."""
    found = tuple(sorted(naturals(state, game, example, least=least)))
    for place, after in pairwise(found):
        if place == after:
            raise PositionError(f"In {game} no two coins share a place; {place} is given twice.")
    return found


def read_naturals(text: str) -> tuple[int, ...]:
    """Read whole numbers with commas between them."""
    return numbers(text)


def written(state: Sequence[int]) -> str:
    """Write numbers with commas between them."""
    return ",".join(map(str, state))


def heaps_drawn(heaps: Iterable[int]) -> str:
    """Draw heaps as rows of tokens; a heap that is too long is a number."""
    rows = [("o" * heap if heap <= _WIDEST else "o…o", heap) for heap in heaps]
    width = max((len(row) for row, _ in rows), default=0)
    return "\n".join(f"{row:<{width}}  {shown(heap)}" for row, heap in rows)


def strip_drawn(signs: dict[int, str], stop: int, start: int = 0) -> str:
    """Draw the places *start* .. *stop* - 1 of a strip, with their last digits below."""
    if stop - start > _WIDEST:
        return ", ".join(f"{sign} at {place}" for place, sign in sorted(signs.items()))
    places = range(start, max(stop, start + 1))
    return "\n".join(
        ("".join(signs.get(place, ".") for place in places),
         "".join(str(place % 10) for place in places))
    )  # fmt: skip
