"""Sprouts, and Brussels Sprouts: curves between spots, or between the free ends of crosses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import chain, combinations, product
from math import prod
from numbers import Integral
from typing import Any

import numpy as np

from grundy.errors import PositionError
from grundy.games.ruleset import NamedMoves, Ruleset
from grundy.games.scenes import Cell, Scene, Way
from grundy.games.state_text import read_numbers, shown
from grundy.games.values.one_value import Search
from grundy.named import sprouts_form as form
from grundy.named.entry import (
    BOARDS,
    Entry,
    FixedLength,
    formula,
    p_positions,
    values_of,
    word_error,
)
from grundy.named.sprouts_form import MOST, RIGHT
from grundy.named.sprouts_moves import Curve, Figure, curves, equal_ways, picture, picture_scene
from grundy.values import Value


class Sprouts(Ruleset):
    """Sprouts, from a number of spots.

    Source: D. Applegate, G. Jacobson and D. Sleator, "Computer analysis of Sprouts", 1991;
    J. Lemoine and S. Viennot, "Nimbers are inevitable", 2012.
    """

    text = "sprouts"
    ends = True

    def options(self, state: form.State) -> Iterator[form.State]:
        return iter(dict.fromkeys(option for _, _, option in self._curves(state)))

    def moves(self, state: form.State) -> Iterator[tuple[str, form.State]]:
        for first, curve, option in self._curves(state):
            yield _name(curve, first + 1), option

    def components(self, state: form.State) -> Iterator[form.State]:
        return ((land,) for land in state)

    def _curves(self, state: form.State) -> Iterator[tuple[int, Curve, form.State]]:
        """Yield each curve with the first place of its land and what it leaves."""
        first = 0
        for number, land in enumerate(state):
            if land not in state[:number]:  # else the same moves again
                others = state[:number] + state[number + 1 :]
                for curve in curves(land):
                    yield first, curve, tuple(sorted((*form.settled(curve.words), *others)))
            first += sum(len(word) for region in land for word in region)

    def legal(self, state: Any) -> form.State:
        if isinstance(state, str):
            return self.parse(state)
        if isinstance(state, Integral) and 0 <= int(state) <= MOST:
            return form.settled([["0"] * int(state)])
        if not isinstance(state, (tuple, list)) or not all(map(form.is_land, state)):
            raise PositionError(
                f"{shown(state)} is no position of sprouts of up to {MOST} spots; {RIGHT}."
            )
        for land in state:
            form.require_consistent(land)
        words = list(map(form.spread, state))
        if sum(form.lives(chain.from_iterable(land)) for land in words) > 3 * MOST:
            raise PositionError(
                f"{shown(state)}: there are over {3 * MOST} lives, which are those of "
                f"{MOST} spots; {RIGHT}."
            )
        return tuple(sorted(chain.from_iterable(map(form.settled, words))))

    def parse(self, text: str) -> form.State:
        """Read a number of spots, or regions such as ``0,1a1a/2AB/AB``.

        A 0 is a spot, 1 the end of a curve; a 2, a letter in one region or a capital in two is on
        a curve.
        """
        word = text.strip()
        for at, sign in enumerate(word, len(text) - len(text.lstrip())):
            if sign not in form.SIGNS:
                raise word_error(text, at, f'"{shown(sign)}" is no vertex; {RIGHT}')
        return self.legal((tuple(map(form.read_region, word.split("/"))),))

    def format(self, state: form.State) -> str:
        return form.written(form.with_letters(state))

    def draw(self, state: form.State) -> str:
        return picture(form.with_letters(state))

    def scene(self, state: form.State) -> Scene | None:
        return picture_scene(form.with_letters(state))

    def touches(self, state: form.State) -> Iterator[tuple[Way, ...]]:
        figures: list[Figure] = []
        for land_number, land in enumerate(state):
            for number, region in enumerate(land):
                for word in region:
                    first = figures[-1][1].stop if figures else 1
                    figures.append(((land_number, number, word), range(first, first + len(word))))
        for first, curve, _ in self._curves(state):
            places = [place + first + 1 for place in dict.fromkeys((*curve.ends, *curve.around))]
            yield tuple(tuple(map(str, way)) for way in dict.fromkeys(equal_ways(places, figures)))

    @cached_property
    def valuer(self) -> SproutsSearch:
        return SproutsSearch(self)


class SproutsSearch(Search):
    """The search, with a guess of how many moves a land has: to list them takes too long."""

    def _moves(self, atom: form.State) -> int:
        if atom not in self._weights:
            (land,) = atom
            self._weights[atom] = sum(map(_guessed_moves, land))
        return self._weights[atom]


def _guessed_moves(region: form.Region) -> int:
    kinds = Counter(region)
    sides = prod(times + 1 for times in kinds.values())
    places = sum(len(word) * min(times, 2) for word, times in kinds.items())
    cuts = sum(len(word) * (len(word) + 1) // 2 for word in kinds)
    return places * places // 2 + sides * cuts // 2


def _name(curve: Curve, first: int) -> str:
    start, end = (place + first for place in curve.ends)
    name = f"join {start} to {end}" if start != end else f"loop at {start}"
    around = ", ".join(str(place + first) for place in curve.around)
    return f"{name} around {around}" if around else name


_LEMOINE = "D. Applegate, G. Jacobson and D. Sleator, 1991; J. Lemoine and S. Viennot, 2012"


Region = tuple[int, ...]
"""The figures in one region of the plane, by their free ends in it, the greatest first."""

State = tuple[Region, ...]
"""The regions in which a move is left, the greatest first."""

_CROSS = 4
_MOST = 100  # crosses
_SHOWN = 20  # figures of a region, and regions, that are drawn as shapes


class BrusselsSprouts(FixedLength, NamedMoves):
    """Brussels Sprouts, from a number of crosses."""

    text = "brussels-sprouts"

    def moves(self, state: State) -> Iterator[tuple[str, State]]:
        for place, region in enumerate(state):
            if region in state[:place]:
                continue  # the same moves again
            others = state[:place] + state[place + 1 :]
            for name, regions in _moves_in(region):
                yield name, _settled((*others, *regions))

    def components(self, state: State) -> Iterator[State]:
        return ((region,) for region in state)

    def moves_left(self, state: State) -> int:
        return sum(len(region) + sum(region) - 2 for region in state)

    def legal(self, state: Any) -> State:
        if isinstance(state, (int, np.integer)) and 0 <= state <= _MOST:
            return _settled(((_CROSS,) * int(state),))
        if isinstance(state, (tuple, list)) and all(map(_is_region, state)):
            return _settled(tuple(map(tuple, state)))
        raise PositionError(
            f"A position is a number of crosses up to {_MOST}, such as 4, or the free ends of the "
            f"figures in each region, such as 4,3/2,1; found {shown(state)}."
        )

    def parse(self, text: str) -> State:
        """Read a number of crosses, or regions with ``/`` between them.

        A region is a number of crosses, or the free ends of its figures with commas.
        """
        regions = []
        for word in text.split("/"):
            found = read_numbers(word)
            if not found:
                raise PositionError(
                    f"{shown(text)}: a region is missing; write such as 4, or 4,3/2,1."
                )
            regions.append(found if "," in word else (_CROSS,) * min(found[0], _MOST + 1))
            if len(regions[-1]) > _MOST or found[0] < 0:
                self.legal(found[0])  # raises
        return self.legal(regions)

    def format(self, state: State) -> str:
        return "/".join(map(_written, state)) or "0"

    def draw(self, state: State) -> str:
        lines = [
            f"region {number}: "
            + "  ".join("+" if ends == _CROSS else "o" + "-" * ends for ends in region)
            for number, region in enumerate(state, 1)
        ]
        return "\n".join(lines) or "(no move is left)"

    def scene(self, state: State) -> Scene | None:
        if max((*map(len, state), len(state)), default=0) > _SHOWN:
            return None
        cells: list[Cell] = []
        for number, region in enumerate(state, 1):
            top = 1.4 * (number - 1)
            cells.append(Cell(f"region {number}", 0, top, "mark", f"region {number}"))
            cells += [
                Cell(f"{number}.{place}", 0.4 + 1.4 * place, top, "cross", str(ends))
                for place, ends in enumerate(region, 1)
            ]
        return Scene(tuple(cells) or (Cell("empty", 0, 0, "mark", "no move is left"),))

    def touches(self, state: State) -> Iterator[tuple[Way, ...]]:
        for number, region in enumerate(state, 1):
            if region in state[: number - 1]:
                continue
            figures = [(ends, range(place, place + 1)) for place, ends in enumerate(region)]
            for places in _moves_in(region).values():
                yield tuple(
                    tuple(f"{number}.{place + 1}" for place in way)
                    for way in dict.fromkeys(equal_ways(places, figures))
                )


Inside = tuple[tuple[str, tuple[Region, ...]], tuple[int, ...]]
"""A move in one region: its name and what it leaves, and the places of the figures it is at."""


def _moves_in(region: Region) -> dict[tuple[str, tuple[Region, ...]], tuple[int, ...]]:
    """Return each move in a region once, by name and what it leaves, with the places of figures."""
    found: dict[tuple[str, tuple[Region, ...]], tuple[int, ...]] = {}
    for move, places in (*_joins(region), *_cuts(region)):
        found.setdefault(move, places)
    return found


def _joins(region: Region) -> Iterator[Inside]:
    for i, j in combinations(range(len(region)), 2):
        rest = region[:i] + region[i + 1 : j] + region[j + 1 :]
        name = f"join figures of {region[i]} and {region[j]} ends"
        yield (name, (_sorted((*rest, region[i] + region[j])),)), (i, j)


def _cuts(region: Region) -> Iterator[Inside]:
    for place, ends in enumerate(region):
        others = region[:place] + region[place + 1 :]
        for inside in _selections(others):
            outside = _sorted(tuple((Counter(others) - Counter(inside)).elements()))
            for here in range(1, ends):
                there = ends - here
                if (here, inside) > (there, outside):
                    continue  # the same cut, seen from the other side
                sides = " | ".join((_side(here, inside), _side(there, outside)))
                yield (
                    (
                        f"cut a figure of {ends} ends into {sides}",
                        (_sorted((*inside, here)), _sorted((*outside, there))),
                    ),
                    (place, *_places_of(inside, region, place)),
                )


def _places_of(figures: Region, region: Region, but: int) -> Iterator[int]:
    free = [place for place in range(len(region)) if place != but]
    for ends in figures:
        found = next(place for place in free if region[place] == ends)
        free.remove(found)
        yield found


def _selections(figures: Region) -> Iterator[Region]:
    """Yield each way to take some of these figures; equal ones are not distinguished."""
    counts = Counter(figures)
    for taken in product(*(range(count + 1) for count in counts.values())):
        yield tuple(ends for ends, count in zip(counts, taken, strict=True) for _ in range(count))


def _side(ends: int, figures: Region) -> str:
    return f"{ends} with {','.join(map(str, figures))}" if figures else str(ends)


def _settled(regions: tuple[Region, ...]) -> State:
    """Sort regions, without those in which no move is left."""
    live = (_sorted(region) for region in regions if len(region) + sum(region) > 2)
    return tuple(sorted(live, reverse=True))


def _sorted(figures: Region) -> Region:
    return tuple(sorted(figures, reverse=True))


def _is_region(region: Any) -> bool:
    return (
        isinstance(region, (tuple, list))
        and len(region) <= _MOST
        and all(type(ends) is int and 0 < ends <= _CROSS * _MOST for ends in region)
    )


def _written(region: Region) -> str:
    if set(region) == {_CROSS}:
        return str(len(region))
    return ",".join(map(str, region)) + ("," if len(region) == 1 else "")


def _parities() -> Iterator[tuple[str, Value]]:
    return ((str(crosses), crosses % 2) for crosses in range(1, 30))


FAMILY = BOARDS

ENTRIES = (
    Entry(
        key="sprouts",
        name="Sprouts",
        rule="Join two spots, or a spot to itself, by a curve that meets no other, and put a new "
        "spot on it; no spot has more than three ends of curves.",
        make=Sprouts,
        start="3",
        source="J. H. Conway and M. S. Paterson 1967; Winning Ways, ch. 17",
        facts=[
            p_positions(
                "0",
                "1",
                "2",
                among=lambda: map(str, range(6)),
                statement="Of 0 to 5 spots 0, 1 and 2 are lost; so is n up to 44 when n mod 6 is "
                "one of these",
                source=_LEMOINE,
            ),
            values_of({"3": 1, "4": 1, "5": 1}, source="found by the search"),
            values_of({"6": 0, "7": 0}, source=_LEMOINE, long=True),
        ],
    ),
    Entry(
        key="brussels-sprouts",
        name="Brussels Sprouts",
        rule="Join two free ends of crosses by a curve that meets no other, and draw a stroke "
        "across it, which gives two new ends.",
        make=BrusselsSprouts,
        start="3",
        source="J. H. Conway and M. S. Paterson 1967; Winning Ways, ch. 17",
        facts=[formula("n crosses last 5n - 2 moves, and have the value n mod 2", _parities)],
    ),
)
