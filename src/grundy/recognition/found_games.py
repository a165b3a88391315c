"""The games of the table that have given values, in the order in which they are told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from grundy.recognition.given import Given
from grundy.recognition.least_heaps import least_heaps
from grundy.recognition.spaces import Part, Rows

# A game's place in the order is one number, from which the game can be had back: the number of
# its digits, the heap, whether it has no name, its space, its number there.
_NUMBER, _SPACE, _NAMELESS, _HEAP = 24, 2, 1, 9


@dataclass(frozen=True)
class FoundGame:
    """One game."""

    part: Part
    number: int
    heap: int

    @property
    def values(self) -> npt.NDArray[np.unsignedinteger]:
        """The values of the game from that heap on, as far as the table has them."""
        return self.part.known_from(self.part.row_of[self.number], self.heap)


@dataclass(frozen=True, eq=False)
class FoundGames(Sequence[FoundGame]):
    """Games by the number of their digits, then by the heap; those with a name first."""

    parts: tuple[Part, ...]
    keys: npt.NDArray[np.int64]

    @classmethod
    def of(cls, parts: tuple[Part, ...], given: Given) -> FoundGames:
        """Look for the games that have the values, each with the least heap."""
        found = [_keys(part, place, given) for place, part in enumerate(parts)]
        return cls(parts, np.sort(np.concatenate(found)))

    def __len__(self) -> int:
        return len(self.keys)

    def __getitem__(self, place: int) -> FoundGame:  # type: ignore[override]
        key = int(self.keys[place])
        number, key = key & (1 << _NUMBER) - 1, key >> _NUMBER
        part, key = self.parts[key & (1 << _SPACE) - 1], key >> _SPACE + _NAMELESS
        return FoundGame(part, number, key & (1 << _HEAP) - 1)

    def is_named(self, places: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Say of each place in the order whether the game there has a name."""
        named: npt.NDArray[np.bool_] = self.keys[places] >> _NUMBER + _SPACE & 1 == 0
        return named

    def kinds(self) -> Iterator[tuple[npt.NDArray[np.int64], Rows]]:
        """Yield games of one row and one heap: their places, and the row from that heap on."""
        numbers = self.keys & (1 << _NUMBER) - 1
        heads = self.keys >> _NUMBER
        spaces = heads & (1 << _SPACE) - 1
        heaps = heads >> _SPACE + _NAMELESS & (1 << _HEAP) - 1
        rows = np.zeros(len(numbers), np.int64)
        for place, part in enumerate(self.parts):
            here = spaces == place
            rows[here] = part.row_of[numbers[here]]
        kinds = (rows << _HEAP | heaps) << _SPACE | spaces
        order = np.argsort(kinds, kind="stable")
        cuts = np.flatnonzero(np.diff(kinds[order])) + 1
        for together in sorted(np.split(order, cuts), key=lambda places: int(places[0])):
            at = together[0]
            yield together, self.parts[spaces[at]].known_from(rows[at], heaps[at])


def _keys(part: Part, place: int, given: Given) -> npt.NDArray[np.int64]:
    heap_of = least_heaps(part, given)
    numbers = np.flatnonzero(heap_of >= 0)
    nameless = np.ones(part.space.size, np.bool_)
    nameless[part.space.famous] = False
    heaps = heap_of[numbers]
    key = part.space.ranks(numbers, heaps, len(given.known)) << _HEAP | heaps
    key = (key << _NAMELESS | nameless[numbers]) << _SPACE | place
    return key << _NUMBER | numbers
