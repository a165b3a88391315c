"""The curves of Sprouts, and pictures with the places that they go to."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import (
    chain,
    combinations,
    combinations_with_replacement,
    count,
    islice,
    pairwise,
    permutations,
    product,
)
from math import cos, pi, sin
from typing import NamedTuple

from grundy.games.scenes import Cell, Link, Scene
from grundy.named.sprouts_form import DIGITS, Land, Words, fresh, spread


class Curve(NamedTuple):
    """One move."""

    ends: tuple[int, int]
    around: tuple[int, ...]
    words: Words


def curves(land: Land) -> Iterator[Curve]:
    """Yield the curves in a land; those that differ only in boundaries alike are listed once."""
    words = spread(land)
    first = 0
    for number, region in enumerate(land):
        if region not in land[:number]:  # by symmetry the same curves again
            yield from _RegionOf(words, number, first, _kinds(region)).curves()
        first += sum(map(len, region))


@dataclass(frozen=True, slots=True)
class _RegionOf:
    """One region among others, with its first place and its boundaries that are alike."""

    words: Words
    number: int
    first: int
    kinds: list[list[int]]

    def curves(self) -> Iterator[Curve]:
        for kind in self.kinds:
            yield from self._cuts(kind[0])
        for one, other in combinations(self.kinds, 2):
            yield from self._joins(one[0], other[0])
        for kind in self.kinds:
            if len(kind) > 1:
                yield from self._joins(*kind[:2], alike=True)

    def _joins(self, one: int, other: int, *, alike: bool = False) -> Iterator[Curve]:
        region = self.words[self.number]
        rest = [word for number, word in enumerate(region) if number not in (one, other)]
        for i, j in product(range(len(region[one])), range(len(region[other]))):
            if not alike or i <= j:
                joined = _joined(region[one], i, region[other], j, fresh(self.words))
                ended = region[one][i] + region[other][j]
                places = self._place(one, i), self._place(other, j)
                yield Curve(places, (), self._after([[*rest, joined]], ended))

    def _cuts(self, number: int) -> Iterator[Curve]:
        word = self.words[self.number][number]
        for i, j in combinations_with_replacement(range(len(word)), 2):
            if not _can_be_cut(word, i, j):
                continue
            sides = _cut(word, i, j, fresh(self.words))
            ends = self._place(number, i), self._place(number, j)
            between = tuple(self._place(number, place) for place in range(i + 1, j))
            for near, far in self._sides(number, alike=sides[0] == sides[1]):
                region = self.words[self.number]
                regions = [
                    [sides[0], *(region[other] for other in near)],
                    [sides[1], *(region[other] for other in far)],
                ]
                around = between + tuple(place for other in near for place in self._places(other))
                yield Curve(ends, around, self._after(regions, word[i] + word[j]))

    def _sides(self, cut: int, *, alike: bool) -> Iterator[tuple[list[int], list[int]]]:
        """Yield the ways in which the other boundaries can lie on two sides, which may be alike."""
        kinds = [[number for number in kind if number != cut] for kind in self.kinds]
        for near in product(*(range(len(kind) + 1) for kind in kinds)):
            far = tuple(len(kind) - size for kind, size in zip(kinds, near, strict=True))
            if not alike or near <= far:
                yield (
                    [number for kind, size in zip(kinds, near, strict=True)
                     for number in kind[:size]],
                    [number for kind, size in zip(kinds, near, strict=True)
                     for number in kind[size:]],
                )  # fmt: skip

    def _after(self, regions: Words, ended: str) -> Words:
        """Return all regions with some in the place of this one; other corners of the ends die."""
        words = [*self.words[: self.number], *regions, *self.words[self.number + 1 :]]
        dead = {ord(sign): "" for sign in ended if sign not in DIGITS}
        return [[word.translate(dead) for word in region] for region in words] if dead else words

    def _place(self, number: int, place: int) -> int:
        return self.first + sum(map(len, self.words[self.number][:number])) + place

    def _places(self, number: int) -> Iterator[int]:
        word = self.words[self.number][number]
        return (self._place(number, place) for place in range(len(word)))


def _kinds(region: tuple[str, ...]) -> list[list[int]]:
    """Return the boundaries of a region, by number, those together that are alike."""
    alike: dict[str, list[int]] = {}
    for number, word in enumerate(region):
        alike.setdefault(word, []).append(number)
    return list(alike.values())


def _can_be_cut(word: str, i: int, j: int) -> bool:
    """Return whether a curve may go from a place of a boundary to a later one, or to itself."""
    return word[i] in "01" if i == j else word[i] in DIGITS or word[i] != word[j]


def _joined(one: str, i: int, other: str, j: int, signs: Iterator[str]) -> str:
    """Return the boundary that a curve makes of two."""
    new = next(signs)
    return _opened(one, i, signs) + new + _opened(other, j, signs) + new


def _opened(word: str, place: int, signs: Iterator[str]) -> str:
    """Return the walk from a vertex where a curve now ends round its figure and back to it."""
    after = word[place + 1 :] + word[:place]
    if word[place] == "0":
        return "1"
    end = _end(word[place], signs)
    return end + after + end


def _cut(word: str, i: int, j: int, signs: Iterator[str]) -> tuple[str, str]:
    """Return the boundaries on the two sides of a curve from a figure to itself."""
    new = next(signs)
    after = word[j + 1 :] + word[:i]
    if i == j:
        end = next(signs) if word[i] == "0" else ""
        return end + new, end + after + new
    first, last = _end(word[i], signs), _end(word[j], signs)
    return first + word[i + 1 : j] + last + new, last + after + first + new


def _end(sign: str, signs: Iterator[str]) -> str:
    """Return the sign of a vertex after one more curve ends at it: it lives on if it was a 1."""
    return next(signs) if sign == "1" else ""


MOST_WAYS = 200

Figure = tuple[Hashable, range]
"""What kind of figure it is, and its places; figures of one kind have as many places."""


def equal_ways(places: Sequence[int], figures: Sequence[Figure]) -> Iterator[tuple[int, ...]]:
    """Yield the places of a move, and those of the same move on other figures of the same kinds."""
    owner = [next(n for n, (_, held) in enumerate(figures) if at in held) for at in places]
    kinds: dict[Hashable, list[int]] = {}
    for figure in dict.fromkeys(owner):
        kinds.setdefault(figures[figure][0], []).append(figure)
    used = list(chain.from_iterable(kinds.values()))
    alike = [
        permutations([n for n, (kind, _) in enumerate(figures) if kind == one], len(touched))
        for one, touched in kinds.items()
    ]
    for chosen in islice(product(*alike), MOST_WAYS):
        instead = dict(zip(used, chain.from_iterable(chosen), strict=True))
        yield tuple(
            figures[instead[mine]][1][at - figures[mine][1].start]
            for at, mine in zip(places, owner, strict=True)
        )


_NONE = "no move is left"
_GAP = 1.6  # between two rings of vertices
_LEFT = 2.0  # beside the words
_OUT = 0.58  # from a vertex to its sign


def picture(land: Land) -> str:
    """Draw each region as a line of its boundaries, with the places below."""
    numbers = count(1)
    lines = []
    for number, region in enumerate(land, 1):
        above = below = f"region {number}:"
        below = " " * len(above)
        for word in region:
            above, below = above + "  ", below + "  "
            for sign in word:
                place = str(next(numbers))
                above += f"{sign:<{len(place)}} "
                below += f"{place} "
        lines += [above.rstrip(), below.rstrip()]
    return "\n".join(lines) or f"({_NONE})"


def picture_scene(land: Land) -> Scene:
    """Return each boundary as a ring of its vertices, with the places in them and signs outside."""
    numbers = count(1)
    cells: list[Cell] = []
    links: list[Link] = []
    top = 0.0
    for number, region in enumerate(land, 1):
        high = max(map(_radius, map(len, region))) + 1
        cells.append(Cell(f"region {number}", 0, top + high, "mark", f"region {number}"))
        right = _LEFT
        for word in region:
            right += _radius(len(word))
            ring = list(_ring(word, numbers, right, top + high))
            cells += chain.from_iterable(ring)
            links += _links([vertex for vertex, _ in ring])
            right += _radius(len(word)) + _GAP
        top += 2 * high
    return Scene(tuple(cells) or (Cell("empty", 0, 0, "mark", _NONE),), tuple(links))


def _ring(word: str, numbers: Iterator[int], x: float, y: float) -> Iterator[tuple[Cell, Cell]]:
    """Yield each vertex of a boundary, and its sign further out."""
    radius = _radius(len(word))
    for step, sign in enumerate(word):
        place = str(next(numbers))
        angle = 2 * pi * step / len(word) - pi / 2
        across, down = round(cos(angle), 3), round(sin(angle), 3)
        yield (
            Cell(place, x + radius * across, y + radius * down, "vertex", place),
            Cell(f"{place}:", x + (radius + _OUT) * across, y + (radius + _OUT) * down,
                 "mark", sign),
        )  # fmt: skip


def _links(ring: list[Cell]) -> Iterator[Link]:
    """Join the vertices of a ring, which for two is one line."""
    pairs = list(pairwise(ring)) + ([(ring[-1], ring[0])] if len(ring) > 2 else [])
    return (Link(f"{a.name} – {b.name}", a.name, b.name) for a, b in pairs)


def _radius(vertices: int) -> float:
    """Return the radius of a ring on which neighbours are one apart."""
    return round(0.5 / sin(pi / vertices), 3) if vertices > 1 else 0.0
