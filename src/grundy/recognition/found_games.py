"""The games of the table that have given values, and from which heap on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from grundy.heaps.periods.period import Theorem, prove
from grundy.recognition.known import known_rows
from grundy.recognition.spaces import Part, Rows, padding
from grundy.recognition.terms import Terms

Places = npt.NDArray[np.int64]

_BLOCK = 1 << 18  # values that are looked at together, from a near cache
_FEW = 64  # one place in so many is few: then they are looked at one by one


def fits(rows: Rows, offsets: Places, numbers: Places) -> Iterator[tuple[Places, Places]]:
    """Yield the rows, and the heaps in them, at which the terms begin."""
    length = int(offsets[-1]) + 1
    if length > rows.shape[1] or int(numbers.max()) >= padding(rows):
        return
    order = np.argsort(-numbers, kind="stable")  # great values are seldom
    height = max(1, _BLOCK // rows.shape[1])
    for first in range(0, len(rows), height):
        places = _places(rows[first : first + height], offsets[order], numbers[order], length)
        if len(places):
            above, heaps = np.divmod(places, rows.shape[1])
            yield first + above, heaps


def _places(rows: Rows, offsets: Places, numbers: Places, length: int) -> Places:
    """Return the places of fits in the rows, laid end to end."""
    flat = rows.reshape(-1)
    size = len(flat) - length + 1
    fitting = np.ones(size, np.bool_)
    left = iter(zip(offsets.tolist(), numbers.tolist(), strict=True))
    for offset, number in left:
        fitting &= flat[offset : offset + size] == number
        if np.count_nonzero(fitting) * _FEW <= size:
            break
    places: Places = np.flatnonzero(fitting)
    places = places[places % rows.shape[1] <= rows.shape[1] - length]
    for offset, number in left:
        places = places[flat[places + offset] == number]
    return places


def least_heaps(part: Part, terms: Terms) -> npt.NDArray[np.int64]:
    """Return for each game of a part the least heap from which on it has the values, or -1."""
    within = np.full(len(part.rows), -1, np.int64)
    beyond: dict[int, list[int]] = {}
    for above, heaps in _candidates(part, terms):
        ends = heaps + int(terms.offsets[-1]) >= part.space.heaps
        # the last assignment to a row is that of its least heap
        within[above[~ends][::-1]] = heaps[~ends][::-1]
        for row, heap in zip(above[ends].tolist(), heaps[ends].tolist(), strict=True):
            beyond.setdefault(row, []).append(heap)
    heap_of = within[part.row_of]
    open_ = np.array([row for row in beyond if within[row] < 0], np.int64)
    if part.space.theorem is not None and len(open_):
        proved = _by_periods(part, part.space.theorem, terms, open_, heap_of)
        for row in open_.tolist():
            others = np.flatnonzero((part.row_of == row) & ~proved)
            _look_beyond(part, terms, row, beyond[row], others, heap_of)
    return heap_of


def _candidates(part: Part, terms: Terms) -> list[tuple[Places, Places]]:
    """Return rows, and heaps in them, from which on they have the values as far as they go."""
    offsets, numbers, size = terms.offsets, terms.numbers, part.space.heaps
    first = len(terms.within(size).offsets)
    candidates = []
    for above, heaps in fits(part.rows, offsets[:first], numbers[:first]):
        for offset, number in zip(offsets[first:].tolist(), numbers[first:].tolist(), strict=True):
            at = heaps + offset
            inside = at < size
            there = part.rows[above, np.where(inside, at, 0)]
            keep = ~inside | ((there == number) & (number != padding(part.rows)))
            above, heaps = above[keep], heaps[keep]
        candidates.append((above, heaps))
    return candidates


def _by_periods(
    part: Part, theorem: Theorem, terms: Terms, rows: Places, heap_of: Places
) -> npt.NDArray[np.bool_]:
    """Fill in the games of some rows by proved periods; return for which games that is done."""
    places = np.arange(part.rows.shape[1] + int(terms.offsets[-1]))
    longer = np.full((len(rows), len(places)), np.iinfo(np.uint32).max, np.uint32)
    proved, least = np.zeros(len(part.rows), np.bool_), np.full(len(part.rows), -1)
    for place, row in enumerate(rows.tolist()):
        period = prove(theorem, part.rows[row])
        if period is not None:
            turns = np.maximum(places - period.preperiod, 0) // period.period
            longer[place] = part.rows[row, places - turns * period.period] + turns * period.saltus
            proved[row] = True
    for above, heaps in fits(longer, terms.offsets, terms.numbers):
        least[rows[above[::-1]]] = heaps[::-1]
    done: npt.NDArray[np.bool_] = proved[part.row_of] & (part.numbers < part.space.covered)
    heap_of[done] = least[part.row_of[done]]
    return done


def _look_beyond(
    part: Part, terms: Terms, row: int, heaps: list[int], places: Places, heap_of: Places
) -> None:
    """Fill in some games of a row that have the values from one of some heaps on."""
    games = part.numbers[places].astype(np.int64)
    for heap in heaps if len(places) else ():
        places_in_row = heap + terms.offsets
        values = np.full(int(places_in_row[-1]) + 1, -1, np.int64)  # -1 for gaps
        values[: part.rows.shape[1]] = part.rows[row]
        values[places_in_row] = terms.numbers
        have = part.space.have(games, values)
        heap_of[places[have]] = heap
        places, games = places[~have], games[~have]


_MOST_FITS = 300_000  # places; more than these say nothing anyway


def deciding_terms(
    parts: Sequence[Part], terms: Terms, chosen: Places, ends: bool = False
) -> int | None:
    """Return how many values, gaps counted, decide what all values are, as far as rows go."""
    open_ = _parting(parts, terms, chosen, ends)
    if open_ != len(terms.values):
        return open_
    least, most = terms.first + 1, int(terms.numbers.max())
    count = len(terms.values)
    while count > least:
        count = max(least, min(count - 1, count * 3 // 4))
        needed = _leaving(known_rows(terms.beginning(count), most), terms, count)
        if needed is not None:
            return needed
    return least


def _parting(parts: Sequence[Part], terms: Terms, chosen: Places, ends: bool) -> int | None:
    """Return how many terms it takes until every row that fits agrees with *chosen*."""
    needed, count, length = len(terms.values), 0, len(terms.values) - terms.first
    after = chosen[len(terms.values) :]
    for part in parts:
        for above, heaps in fits(part.rows, terms.offsets, terms.numbers):
            count += len(above)
            if count > _MOST_FITS:
                return None
            rows, at = above, heaps + length
            for place, value in enumerate(after.tolist(), len(terms.values) + 1):
                rows, at = _inside(part, rows, at)
                same = part.rows[rows, at] == value
                if not same.all():
                    needed = max(needed, place)
                rows, at = rows[same], at[same] + 1
            if ends and len(_inside(part, rows, at)[0]):
                return None
    return needed


def _inside(part: Part, rows: Places, at: Places) -> tuple[Places, Places]:
    """Return those of the places in rows where a value is known."""
    within = at < part.rows.shape[1]
    rows, at = rows[within], at[within]
    mask = part.rows[rows, at] != padding(part.rows)
    return rows[mask], at[mask]


def _leaving(parts: Sequence[Part], terms: Terms, count: int) -> int | None:
    """Return how many values it takes until all have them that have the first *count*."""
    start = terms.beginning(count)
    needed = None
    left = list(zip(terms.places, terms.offsets, terms.numbers, strict=True))[len(start.places) :]
    for part in parts:
        length = part.rows.shape[1]
        for above, heaps in fits(part.rows, start.offsets, start.numbers):
            for place, offset, number in left:
                at = heaps + offset
                inside = at < length
                values = part.rows[above, np.where(inside, at, 0)]
                # where the values would go beyond the row, or into padding, nothing is known
                other = inside & (values != number) & (values != padding(part.rows))
                if other.any():
                    needed = max(needed or 0, int(place) + 1)
                above, heaps = above[~other], heaps[~other]
    return needed


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
        row = self.part.row_of[self.part.places(np.array([self.number]))][0]
        return self.part.values_from(row, self.heap)


@dataclass(frozen=True, eq=False)
class FoundGames(Sequence[FoundGame]):
    """Games by the number of their digits, then by the heap; those with a name first."""

    parts: tuple[Part, ...]
    keys: npt.NDArray[np.int64]

    @classmethod
    def of(cls, parts: tuple[Part, ...], terms: Terms) -> FoundGames:
        """Look for the games that have the values, each with the least heap."""
        keys = [_keys(part, place, terms) for place, part in enumerate(parts)]
        return cls(parts, np.sort(np.concatenate(keys)))

    def __len__(self) -> int:
        return len(self.keys)

    def __getitem__(self, place: int) -> FoundGame:  # type: ignore[override]
        key = int(self.keys[place])
        number, key = key & (1 << _NUMBER) - 1, key >> _NUMBER
        part, key = self.parts[key & (1 << _SPACE) - 1], key >> _SPACE + _NAMELESS
        return FoundGame(part, number, key & (1 << _HEAP) - 1)

    def is_named(self, places: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Return for each place in the order whether the game there has a name."""
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
            rows[here] = part.row_of[part.places(numbers[here])]
        kinds = (rows << _HEAP | heaps) << _SPACE | spaces
        order = np.argsort(kinds, kind="stable")
        cuts = np.flatnonzero(np.diff(kinds[order])) + 1
        for together in sorted(np.split(order, cuts), key=lambda places: int(places[0])):
            at = together[0]
            yield together, self.parts[spaces[at]].values_from(rows[at], heaps[at])


def _keys(part: Part, place: int, terms: Terms) -> npt.NDArray[np.int64]:
    heap_of = least_heaps(part, terms)
    have = heap_of >= 0
    numbers, heaps = part.numbers[have].astype(np.int64), heap_of[have]
    key = part.space.ranks(numbers, heaps, len(terms.places)) << _HEAP | heaps
    key = (key << _NAMELESS | ~np.isin(numbers, part.space.famous)) << _SPACE | place
    return key << _NUMBER | numbers
