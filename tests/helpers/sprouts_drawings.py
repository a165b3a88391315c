"""Sprouts as drawings: every curve kept, by the order of the curves around each spot.

It shares no code with the game: nothing is dropped, no two drawings are taken for one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

Corner = int
"""The place behind one end of a curve at a spot, by this end; or -1 - v for a bare spot v."""

Boundary = tuple[Corner, ...]


@dataclass(frozen=True)
class Drawing:
    """Spots and half curves; half 2 i and half 2 i + 1 are one curve between two spots.

    Attributes:
        around: For each spot the halves around it, in the order in which they are met.
        regions: For each region its boundaries, each as the corners on a walk along it.
    """

    around: tuple[tuple[int, ...], ...]
    regions: tuple[tuple[Boundary, ...], ...]

    def spot(self, corner: Corner) -> int:
        if corner < 0:
            return -1 - corner
        return next(spot for spot, halves in enumerate(self.around) if corner in halves)

    def degree(self, corner: Corner) -> int:
        """Return the number of curves at the spot of a corner."""
        return len(self.around[self.spot(corner)])

    def options(self) -> Iterator[Drawing]:
        """Yield the drawing after each curve."""
        for number, region in enumerate(self.regions):
            others = self.regions[:number] + self.regions[number + 1 :]
            corners = [corner for boundary in region for corner in boundary]
            for start, end in combinations_with_replacement(corners, 2):
                if self.may_join(start, end):
                    for regions in self.with_curve(region, start, end):
                        yield Drawing(self.and_curve(start, end), (*others, *regions))

    def may_join(self, start: Corner, end: Corner) -> bool:
        """Return whether both spots have a life left, or the one spot two."""
        if self.spot(start) == self.spot(end):
            return start == end and self.degree(start) < 2
        return max(self.degree(start), self.degree(end)) < 3

    def and_curve(self, start: Corner, end: Corner) -> tuple[tuple[int, ...], ...]:
        """Return the halves around each spot, with those of a curve and the new spot on it."""
        first = sum(map(len, self.around))
        halves = [list(around) for around in self.around]
        for corner, half in ((end, first + 3), (start, first)):
            around = halves[self.spot(corner)]
            around.insert(around.index(corner) + 1 if corner >= 0 else 0, half)
        return (*map(tuple, halves), (first + 1, first + 2))

    def with_curve(
        self, region: tuple[Boundary, ...], start: Corner, end: Corner
    ) -> Iterator[tuple[tuple[Boundary, ...], ...]]:
        """Yield what a region becomes: one region, or two with the rest on any sides."""
        around = self.and_curve(start, end)
        half = sum(map(len, self.around))
        walks = {tuple(sorted(walk)): walk for walk in (_walk(around, half + n) for n in range(4))}
        rest = [boundary for boundary in region if start not in boundary and end not in boundary]
        if len(walks) == 1:
            yield ((*rest, *walks.values()),)
            return
        one, other = walks.values()
        for size in range(len(rest) + 1):
            for near in combinations(range(len(rest)), size):
                far = [boundary for number, boundary in enumerate(rest) if number not in near]
                yield (one, *(rest[number] for number in near)), (other, *far)

    def words(self) -> list[list[str]]:
        """Return the boundaries as words of spots: those of two curves by a sign of their own."""
        return [
            ["".join(self.sign(corner) for corner in boundary) for boundary in region]
            for region in self.regions
        ]

    def sign(self, corner: Corner) -> str:
        """Return a spot by its curves: 0, 1, a sign, or nothing where there are three."""
        return ["0", "1", chr(0x4E00 + self.spot(corner)), ""][self.degree(corner)]

    def lives(self) -> int:
        return sum(3 - len(halves) for halves in self.around)


def spots(number: int) -> Drawing:
    return Drawing(((),) * number, (tuple((-1 - spot,) for spot in range(number)),))


def value(drawing: Drawing) -> int:
    found = {value(option) for option in drawing.options()}
    return next(n for n in range(len(found) + 1) if n not in found)


def _walk(around: tuple[tuple[int, ...], ...], corner: Corner) -> Boundary:
    """Walk from a corner along the curve behind it, on one side, until the walk comes back."""
    behind = {
        half: halves[(place + 1) % len(halves)]
        for halves in around
        for place, half in enumerate(halves)
    }
    walk = [corner]
    while (corner := behind[corner] ^ 1) != walk[0]:
        walk.append(corner)
    return tuple(walk)
