"""Sprouts: curves between spots; Brussels Sprouts: between the free ends of crosses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, zip_longest
from math import comb, prod
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


class SproutsSearch(Search):
    """The search, with a guess of how many moves a land has: to list them takes too long."""

    def _moves(self, atom: form.State) -> int:
        if atom not in self._weights:
            (land,) = atom
            self._weights[atom] = sum(map(_guessed_moves, land))
        return self._weights[atom]


class Sprouts(Ruleset):
    """Sprouts, from a number of spots.

    Source: D. Applegate, G. Jacobson and D. Sleator, "Computer analysis of Sprouts", 1991;
    J. Lemoine and S. Viennot, "Nimbers are inevitable", 2012.
    """

    text = "sprouts"
    ends = True
    evaluator = SproutsSearch

    def options(self, state: form.State) -> Iterator[form.State]:
        seen: set[form.State] = set()  # one by one: to list all takes long
        for _, _, option in self._curves(state):
            if option not in seen:
                seen.add(option)
                yield option

    def moves(self, state: form.State) -> Iterator[tuple[str, form.State]]:
        for first, curve, option in self._curves(state):
            yield _name(curve, first + 1), option

    def components(self, state: form.State) -> Iterator[form.State]:
        return ((land,) for land in state)

    def _curves(self, state: form.State) -> Iterator[tuple[int, Curve, form.State]]:
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

Kind = tuple[int, int]  # figures of as many free ends in a region: the ends, and how many
Region = tuple[Kind, ...]  # the figures in one region, those of most free ends first
State = tuple[Region, ...]  # the regions in which a move is left, the greatest first

_CROSS = 4
_LISTED = 100  # figures of a region that are written one by one
_SHOWN = 20  # figures of a region, and regions, that are drawn as shapes


class BrusselsSprouts(FixedLength, NamedMoves):
    """Brussels Sprouts, from any number of crosses."""

    text = "brussels-sprouts"

    def moves(self, state: State) -> Iterator[tuple[str, State]]:
        for _, (name, regions, _), others in self._inside(state):
            yield name, _settled((*others, *regions))

    def _inside(self, state: State) -> Iterator[tuple[int, Inside, State]]:
        for place, region in enumerate(state):
            if region not in state[:place]:  # else the same moves again
                others = state[:place] + state[place + 1 :]
                for move in chain(_joins(region), _cuts(region)):
                    yield place, move, others

    def components(self, state: State) -> Iterator[State]:
        return ((region,) for region in state)

    def moves_left(self, state: State) -> int:
        return sum(map(_moves_left, state))

    def move_count(self, state: State) -> int:
        return sum(map(_move_count, set(state)))

    def legal(self, state: Any, text: str = "") -> State:
        if isinstance(state, (int, np.integer)) and state >= 0:
            return _settled((_region([(_CROSS, int(state))]),))
        if isinstance(state, (tuple, list)):
            regions = list(map(_kinds, state))
            if None not in regions:
                return _settled(tuple(map(_region, filter(None, regions))))
        raise PositionError(
            "A position is a number of crosses, such as 4, or the free ends of the figures in "
            f"each region, such as 4,3/2,1; found {text or shown(state)}."
        )

    def parse(self, text: str) -> State:
        """Read a number of crosses, or regions with ``/`` between them.

        A region is a number of crosses, or the free ends of its figures with commas; ``7x4`` stands
        for seven figures of four free ends.
        """
        return self.legal(list(map(_read, text.split("/"))), shown(text, 40))

    def format(self, state: State) -> str:
        return "/".join(map(_written, state)) or "0"

    def draw(self, state: State) -> str:
        lines = (f"region {number}: {_drawn(region)}" for number, region in enumerate(state, 1))
        return "\n".join(lines) or "(no move is left)"

    def scene(self, state: State) -> Scene | None:
        if max((*map(_count, state), len(state)), default=0) > _SHOWN:
            return None
        cells: list[Cell] = []
        for number, region in enumerate(state, 1):
            top = 1.4 * (number - 1)
            cells.append(Cell(f"region {number}", 0, top, "mark", f"region {number}"))
            cells += [
                Cell(f"{number}.{place}", 0.4 + 1.4 * place, top, "cross", str(ends))
                for place, ends in enumerate(_figures(region), 1)
            ]
        return Scene(tuple(cells) or (Cell("empty", 0, 0, "mark", "no move is left"),))

    def touches(self, state: State) -> Iterator[tuple[Way, ...]]:
        drawn = self.scene(state) is not None
        for number, (_, _, figures), _ in self._inside(state):
            ways = dict.fromkeys(_ways(figures, state[number])) if drawn else ()
            yield tuple(tuple(f"{number + 1}.{place + 1}" for place in way) for way in ways)


def _read(word: str) -> list[Any]:
    numbers = read_numbers(word.replace("x", ","))
    if not numbers:
        raise PositionError("A region is missing; write such as 4, or 4,3/2,1.")
    if not {",", "x"} & {*word}:
        return [(_CROSS, numbers[0])]
    kinds: list[Any] = []
    signs = (sign for sign in word.strip().removesuffix(",") if sign in ",x")
    for sign, number in zip_longest(chain(",", signs), numbers):
        kinds.append((number, kinds.pop()) if sign == "x" else number)
    return kinds


Inside = tuple[str, tuple[Region, ...], Region]  # a move: its name, what it leaves, and where


def _joins(region: Region) -> Iterator[Inside]:
    for place, (ends, count) in enumerate(region):
        for other, _ in region[place + (count == 1) :]:
            rest = _without(region, (ends, 1), (other, 1))
            name = f"join figures of {ends} and {other} ends"
            yield name, (_region([*rest, (ends + other, 1)]),), ((ends, 1), (other, 1))


def _cuts(region: Region) -> Iterator[Inside]:
    for ends, _ in region:
        others = _without(region, (ends, 1))
        for inside in _selections(others) if ends > 1 else ():
            outside = _without(others, *inside)
            for here in range(1, ends):
                there = ends - here
                if (here, inside) > (there, outside):
                    continue  # the same cut, seen from the other side
                sides = " | ".join((_side(here, inside), _side(there, outside)))
                left = _region([*inside, (here, 1)]), _region([*outside, (there, 1)])
                yield f"cut a figure of {ends} ends into {sides}", left, ((ends, 1), *inside)


def _ways(figures: Region, region: Region) -> Iterator[tuple[int, ...]]:
    row = _figures(region)
    free = {ends: row.index(ends) for ends, _ in region}
    places: list[int] = []
    for ends, count in figures:
        places += range(free[ends], free[ends] + count)
        free[ends] += count
    return equal_ways(tuple(places), [(ends, range(at, at + 1)) for at, ends in enumerate(row)])


def _move_count(region: Region) -> int:
    """Count the moves in a region; a cut is seen from both sides, which may be alike."""
    joins = comb(len(region), 2) + sum(count > 1 for _, count in region)
    cuts = 0
    for ends, _ in region:
        counts = [count for _, count in _without(region, (ends, 1))]
        has_equal_sides = not any(number % 2 for number in (ends, *counts))
        cuts += ((ends - 1) * prod(count + 1 for count in counts) + has_equal_sides) // 2
    return joins + cuts


def _selections(figures: Region) -> Iterator[Region]:
    if not figures:
        yield ()
        return
    (ends, count), *rest = figures
    amount = 0
    while amount <= count:  # range() would count no further than 2^63
        for others in _selections(tuple(rest)):
            yield (((ends, amount),) if amount else ()) + others
        amount += 1


def _region(kinds: Iterable[Kind]) -> Region:
    counts: Counter[int] = Counter()
    for ends, count in kinds:
        counts[ends] += count
    return tuple(sorted(((ends, count) for ends, count in counts.items() if count), reverse=True))


def _without(region: Region, *kinds: Kind) -> Region:
    return _region([*region, *((ends, -count) for ends, count in kinds)])


def _kinds(region: Any) -> list[Kind] | None:
    if not isinstance(region, (tuple, list)):
        return None
    kinds = [kind if isinstance(kind, (tuple, list)) else (kind, 1) for kind in region]
    if not all(len(kind) == 2 and type(kind[0]) is type(kind[1]) is int
               and kind[0] > 0 <= kind[1] for kind in kinds):  # fmt: skip
        return None
    return [(ends, count) for ends, count in kinds]


def _count(region: Region) -> int:
    return sum(count for _, count in region)


def _moves_left(region: Region) -> int:
    return sum((ends + 1) * count for ends, count in region) - 2


def _figures(region: Region) -> list[int]:
    return [ends for ends, count in region for _ in range(count)]


def _settled(regions: tuple[Region, ...]) -> State:
    return tuple(sorted((region for region in regions if _moves_left(region) > 0), reverse=True))


def _side(ends: int, figures: Region) -> str:
    return f"{ends} with {_listed(figures)}" if figures else str(ends)


def _listed(region: Region) -> str:
    if _count(region) <= _LISTED:
        return ",".join(map(str, _figures(region)))
    return ",".join(f"{count}x{ends}" if count > 1 else str(ends) for ends, count in region)


def _written(region: Region) -> str:
    if len(region) == 1 and region[0][0] == _CROSS:
        return str(_count(region))
    return _listed(region) + ("," if _count(region) == 1 else "")


def _drawn(region: Region) -> str:
    if _count(region) > _LISTED:
        return f"figures of these free ends: {_listed(region)}"
    return "  ".join("+" if ends == _CROSS else "o" + "-" * ends for ends in _figures(region))


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
                *"012",
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
        facts=[
            formula(
                "n crosses last 5n - 2 moves, and have the value n mod 2",
                lambda: ((str(crosses), crosses % 2) for crosses in range(1, 30)),
            )
        ],
    ),
)
