"""Sprouts: curves between spots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from math import prod
from numbers import Integral
from typing import Any

from grundy.errors import PositionError
from grundy.games.ruleset import Ruleset
from grundy.games.scenes import Scene, Way
from grundy.games.state_text import shown
from grundy.games.values.one_value import Search
from grundy.named import sprouts_form as form
from grundy.named.entry import BOARDS, Entry, p_positions, values_of, word_error
from grundy.named.sprouts_form import MOST, RIGHT
from grundy.named.sprouts_moves import Curve, Figure, curves, equal_ways, picture, picture_scene


class Sprouts(Ruleset):
    """Sprouts, from a number of spots.

    Source: D. Applegate, G. Jacobson and D. Sleator, "Computer analysis of Sprouts", 1991;
    J. Lemoine and S. Viennot, "Nimbers are inevitable", 2012.
    """

    text = "sprouts"
    ends = True

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
)
