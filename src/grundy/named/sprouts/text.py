"""Positions of Sprouts as text: what is read, what is written, and what is refused."""

from __future__ import annotations

from collections import Counter
from string import ascii_letters, ascii_uppercase
from typing import Any

from grundy.errors import PositionError
from grundy.games.state_text import numbers, shown
from grundy.named.sprouts.form import DIGITS, Land, Region, State

MOST = 8  # spots; then no position has more vertices that are met twice than there are letters
_VERTICES = DIGITS | frozenset(ascii_letters)
SIGNS = _VERTICES | frozenset("3456789/,")
RIGHT = "write a number of spots, such as 4, or regions, such as 0,1a1a or 2AB/AB"


def with_letters(state: State) -> Land:
    """Return the regions of all lands, whose capitals go on from land to land."""
    regions: list[Region] = []
    used = 0
    for land in state:
        capitals = sorted({sign for region in land for word in region for sign in word
                           if sign.isupper()})  # fmt: skip
        shifted = str.maketrans(dict(zip(capitals, ascii_uppercase[used:], strict=False)))
        regions += (tuple(word.translate(shifted) for word in region) for region in land)
        used += len(capitals)
    return tuple(regions)


def written(land: Land) -> str:
    """Write regions with ``/`` between them."""
    return "/".join(map(_written_region, land)) or "0"


def _written_region(region: Region) -> str:
    if set(region) == {"0"}:
        return str(len(region))
    return ",".join(region) + ("," if len(region) == 1 and DIGITS.issuperset(region[0]) else "")


def read_region(text: str) -> Region:
    """Read one region: a number of spots, or boundaries with commas."""
    if not text:
        raise PositionError(f"A region is missing; {RIGHT}.")
    if text.isdecimal():
        spots = numbers(text)[0]
        if spots > MOST:
            raise PositionError(
                f"{shown(text)}: the number of spots is from 0 to {MOST}; a boundary of digits "
                "alone ends in a comma, such as 12,."
            )
        return ("0",) * spots
    words = tuple(text.removesuffix(",").split(","))
    for word in words:
        if not word or not _VERTICES.issuperset(word):
            problem = f"{shown(word)} is no boundary" if word else "a boundary is missing"
            raise PositionError(f"{shown(text)}: {problem}; {RIGHT}.")
    return words


def is_land(land: Any) -> bool:
    """Return whether an object is regions of boundaries of signs that can be vertices."""
    return isinstance(land, (tuple, list)) and all(
        isinstance(region, (tuple, list))
        and all(isinstance(word, str) and word and _VERTICES.issuperset(word) for word in region)
        for region in land
    )


def require_consistent(land: Land) -> None:
    """Require that each vertex is met as often as its sign says."""
    for region in land:
        for word in region:
            if "0" in word and word != "0":
                raise PositionError(
                    f"{shown(word)}: a spot without a curve, 0, is a boundary of its own; {RIGHT}."
                )
            for sign in sorted(set(word)):
                if sign.islower() and word.count(sign) != 2:
                    raise PositionError(
                        f"{shown(word)}: a small letter is a vertex that is met twice in its "
                        f'boundary, and "{sign}" is not; {RIGHT}.'
                    )
    met = Counter(sign for region in land for word in region for sign in word if sign.isupper())
    regions = Counter(sign for region in land for sign in set("".join(region)) if sign.isupper())
    for sign in sorted(met):
        if met[sign] != 2 or regions[sign] != 2:
            raise PositionError(
                f'A capital is a vertex that is met in two regions, and "{sign}" is not; {RIGHT}.'
            )
