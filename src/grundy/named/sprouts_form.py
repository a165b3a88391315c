"""A position of Sprouts in words, read and written.

A boundary is the cyclic word of the vertices met on a walk along one connected figure. A digit is
a vertex that is met once, by the number of curves at it: 0 a spot, 1 the end of a curve, 2 one on
a curve. Any other sign is a vertex on a curve that is met twice. They have 3, 2, 1 and 1 lives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from string import ascii_letters, ascii_lowercase, ascii_uppercase
from typing import Any

from grundy.errors import PositionError
from grundy.games.state_text import read_numbers, shown

Region = tuple[str, ...]
"""The boundaries of a region."""

Land = tuple[Region, ...]
"""Regions connected by vertices that lie on the boundaries of two of them."""

State = tuple[Land, ...]
"""Lands in normal form: a small letter occurs twice in its boundary, a capital in two regions."""

Words = list[list[str]]
"""Regions in which a sign that is no digit stands for one vertex, wherever it occurs."""

Colors = dict[str, int]
"""The vertices of two regions, each by the class of those that it cannot be distinguished from."""

Form = tuple[str, ...]
"""A region written without names."""

DIGITS = frozenset("012")
_FIRST_SIGN = 0xE000  # the signs of vertices in `Words`, above all letters
_FIRST_STEP = 0x100  # in forms: a vertex by the steps to where it is met again
_FIRST_COLOR = 0x200  # in forms: a vertex of two regions by its color


def settled(regions: Iterable[Sequence[str]]) -> State:
    """Return regions in normal form, without what is dead."""
    live = [list(filter(None, region)) for region in regions if lives(region) > 1]
    counts = Counter("".join(word for region in live for word in region))
    once = {ord(sign): "2" for sign, times in counts.items() if times == 1 and sign not in DIGITS}
    words = [[_merged(word.translate(once)) for word in region] for region in live]
    return tuple(sorted(map(_normal, _lands(words))))


def lives(region: Iterable[str]) -> int:
    """Return the lives of the vertices of a region; with two of them there is a move in it."""
    signs = "".join(region)
    of_digits = 3 * signs.count("0") + 2 * signs.count("1") + signs.count("2")
    return of_digits + len(set(signs) - DIGITS)


def spread(land: Land) -> Words:
    """Return the regions of a land with a sign of its own for each vertex that is met twice."""
    signs = map(chr, count(_FIRST_SIGN))
    return [
        [
            word.translate({ord(sign): next(signs) for sign in sorted(set(word)) if sign >= "a"})
            for word in region
        ]
        for region in land
    ]


def fresh(words: Words) -> Iterator[str]:
    """Return signs that no vertex has yet."""
    last = max(ord(max(word)) for region in words for word in region)
    return map(chr, count(max(last + 1, _FIRST_SIGN)))


def _merged(word: str) -> str:
    """Make one corner of two that lie side by side: whatever ends at one may end at the other."""
    for place, sign in enumerate(word):
        if sign not in DIGITS and sign == word[place - 1] and len(word) > 1:
            around = word[place + 1 :] + word[: place - 1] if place else word[1:-1]
            return _merged("2" + around)
    return word


def _lands(words: Words) -> Iterator[Words]:
    left = [(region, set("".join(region)) - DIGITS) for region in words if region]
    while left:
        region, signs = left.pop()
        land = [region]
        while touching := [one for one in left if one[1] & signs]:
            left = [one for one in left if not one[1] & signs]
            for one, others in touching:
                land.append(one)
                signs |= others
        yield land


def _normal(words: Words) -> Land:
    """Return the least way to write a land, up to turns, names, orders, and mirrored regions."""
    counts = Counter("".join(sign for region in words for sign in set("".join(region)) - DIGITS))
    shared = {sign for sign, regions in counts.items() if regions == 2}
    land = _Regions(
        [[_stepped(word, shared) for word in region] for region in words],
        [[sign for word in region for sign in word if sign in shared] for region in words],
    )
    return _named(land.least(land.refined(dict.fromkeys(sorted(shared), 0))))


def _named(land: Land) -> Land:
    """Return the capitals in order of first occurrence."""
    signs = dict.fromkeys(sign for region in land for word in region for sign in word)
    capitals = (sign for sign in signs if sign.isupper())
    names = str.maketrans(dict(zip(capitals, ascii_uppercase, strict=False)))
    return tuple(tuple(word.translate(names) for word in region) for region in land)


@dataclass(frozen=True, slots=True)
class _Regions:
    words: Words
    shared: Words

    def least(self, colors: Colors) -> Land:
        """Tell tied vertices apart in every way, and give the least result."""
        results: dict[Land, Land] = {}
        for sign in _tie(colors):
            colored = self.refined(_with_own_color(colors, sign))
            result = self._followed(colored)
            if result not in results:
                results[result] = self.least(colored)
        return min(results.values()) if results else self._written(colors)

    def refined(self, colors: Colors) -> Colors:
        """Distinguish vertices by where they occur, as far as that goes; colors count from 0."""
        while True:
            looks: dict[str, list[_Look]] = {sign: [] for sign in colors}
            for colored, shared in zip(self._colored(colors), self.shared, strict=True):
                form, boundaries = _seen(colored)
                for sign, boundary in zip(shared, boundaries, strict=True):
                    looks[sign].append((form, boundary))
            keys = {sign: (colors[sign], *sorted(look)) for sign, look in looks.items()}
            ranks = {key: rank for rank, key in enumerate(sorted(set(keys.values())))}
            done = len(ranks) == len(set(colors.values()))
            colors = {sign: ranks[key] for sign, key in keys.items()}
            if done:
                return colors

    def _followed(self, colors: Colors) -> Land:
        while tie := _tie(colors):
            colors = self.refined(_with_own_color(colors, tie[0]))
        return self._written(colors)

    def _written(self, colors: Colors) -> Land:
        """Write the regions, whose vertices all have colors of their own."""
        forms = (_seen(colored)[0] for colored in self._colored(colors))
        return tuple(sorted(tuple(sorted(map(_lettered, form))) for form in forms))

    def _colored(self, colors: Colors) -> Iterator[Form]:
        signs = {ord(sign): chr(_FIRST_COLOR + color) for sign, color in colors.items()}
        return (tuple(word.translate(signs) for word in region) for region in self.words)


_Look = tuple[Form, str]
"""What tells a vertex apart in a region: the region's form, and its boundary from there."""


def _tie(colors: Colors) -> list[str]:
    """Return the vertices of the first color that several have."""
    sizes = Counter(colors.values())
    if len(sizes) == len(colors):
        return []
    tied = min(color for color, size in sizes.items() if size > 1)
    return [sign for sign, color in colors.items() if color == tied]


def _with_own_color(colors: Colors, sign: str) -> Colors:
    """Return a vertex a color of its own, before the others of its color."""
    return {one: 2 * color + (one != sign) for one, color in colors.items()}


@lru_cache(maxsize=1 << 16)
def _seen(region: Form) -> tuple[Form, tuple[str, ...]]:
    """Return the least form of a region, and for each color in it the boundary from there."""
    mirrored = tuple(map(_mirrored, region))
    form, other = (tuple(sorted(map(_turned, way))) for way in (region, mirrored))
    boundaries = []
    for word, back in zip(region, mirrored, strict=True):
        for place, sign in enumerate(word):
            if ord(sign) >= _FIRST_COLOR:
                last = len(word) - 1 - place
                ways = (form, word[place:] + word[:place]), (other, back[last:] + back[:last])
                boundaries.append(min(ways)[1])
    return min(form, other), tuple(boundaries)


def _stepped(word: str, shared: set[str]) -> str:
    """Write a boundary without the names of its own vertices: by the steps to the same one."""
    signs = list(word)
    for place, sign in enumerate(word):
        if sign not in DIGITS and sign not in shared:
            other = word.index(sign) if word.index(sign) != place else word.rindex(sign)
            signs[place] = chr(_FIRST_STEP + (other - place) % len(word))
    return "".join(signs)


@lru_cache(maxsize=1 << 16)
def _mirrored(word: str) -> str:
    steps = {ord(sign): chr(2 * _FIRST_STEP + len(word) - ord(sign)) for sign in word
             if _FIRST_STEP <= ord(sign) < _FIRST_COLOR}  # fmt: skip
    return word[::-1].translate(steps)


@lru_cache(maxsize=1 << 16)
def _turned(word: str) -> str:
    """Return the least word of those that go round in the same way."""
    return min(word[place:] + word[:place] for place in range(len(word)))


@lru_cache(maxsize=1 << 16)
def _lettered(steps: str) -> str:
    """Return a boundary with a small letter for each vertex met twice, and capitals for colors."""
    signs = list(steps)
    small = iter(ascii_lowercase)
    for place, sign in enumerate(steps):
        if ord(sign) >= _FIRST_COLOR:
            signs[place] = ascii_uppercase[ord(sign) - _FIRST_COLOR]
        elif ord(sign) >= _FIRST_STEP and signs[place] == sign:
            other = (place + ord(sign) - _FIRST_STEP) % len(steps)
            signs[place] = signs[other] = next(small)
    return "".join(signs)


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
        spots = read_numbers(text)[0]
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
    """Require that each vertex occurs as often as its sign says."""
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
    counts = Counter(sign for region in land for word in region for sign in word if sign.isupper())
    regions = Counter(sign for region in land for sign in set("".join(region)) if sign.isupper())
    for sign in sorted(counts):
        if counts[sign] != 2 or regions[sign] != 2:
            raise PositionError(
                f'A capital is a vertex that is met in two regions, and "{sign}" is not; {RIGHT}.'
            )
