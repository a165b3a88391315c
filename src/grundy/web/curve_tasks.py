"""Drawings of Sprouts for the page: which curve of a drawing makes a move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Annotated, Any, Literal

from grundy.errors import PositionError
from grundy.games.state_text import shown
from grundy.named import sprouts_form
from grundy.named.games.sprouts import BrusselsSprouts, Sprouts
from grundy.named.sprouts_moves import curves
from grundy.web.game_tasks import MOST_PARTS, GameMove, Text, move_answer, read_position
from grundy.web.records import Answer, Request

_MOST_CURVES = 60  # that are listed: some have more room in a drawing than others
_MOST_ENDS = 4 * sprouts_form.MOST
_MOST_LIVES = 6 * sprouts_form.MOST  # a life of a vertex that is met in two regions counts in both

Boundary = Annotated[
    str, ("minLength", 1), ("maxLength", 100), ("pattern", "^[0-9]{1,3}$|^[0-2A-Za-z]+$")
]
Left = Annotated[str, ("maxLength", 1_000)]
Boundaries = Annotated[list[Boundary], ("minItems", 1), ("maxItems", 30)]


class FindCurves(Request):
    """The regions of a drawing of Sprouts by their boundaries, and the positions to come to.

    A boundary is the vertices that are met on a walk along it, as a position of Sprouts is
    written; the regions may stand in any order, and hold what has no move. Of Brussels Sprouts
    a boundary is the number of free ends that are met on the walk.
    """

    regions: Annotated[list[Boundaries], ("minItems", 1), ("maxItems", 60)]
    to: Annotated[list[Left], ("minItems", 1), ("maxItems", 300)]
    game: Literal["sprouts", "brussels-sprouts"] = "sprouts"


class FindDrawn(Request):
    """A position, a part of it, and the regions of a drawing after a curve in that part."""

    position: Text
    part: Annotated[int, ("minimum", 0), ("maximum", MOST_PARTS - 1)]
    regions: Annotated[list[Boundaries], ("maxItems", 60)]


class FoundCurve(Answer):
    """A curve: the places that it joins, and those on one side of it.

    Places count from 0 through the regions as they were given: vertices, and free ends of Brussels
    Sprouts. The side is that on which the boundary goes on from the first end to the second.
    """

    ends: tuple[int, int]
    around: list[int]


class FoundCurves(Answer):
    """For each position that was asked for the curves that make it."""

    curves: list[list[FoundCurve]]


def curve(request: FindCurves) -> FoundCurves:
    """Find curves in a drawing that make positions of it.

    Raises:
        PositionError: If the regions are none of a drawing, or no curve leads to any of them.
    """
    crossed = request.game == "brussels-sprouts"
    game = BrusselsSprouts() if crossed else Sprouts()
    targets = [game.parse(text) for text in request.to]
    curves_to: dict[Any, list[FoundCurve]] = {left: [] for left in targets}
    for left, one in (_curves_of_crosses if crossed else _curves_of_spots)(request.regions):
        if left in curves_to and len(curves_to[left]) < _MOST_CURVES:
            curves_to[left].append(one)
    if not any(curves_to.values()):
        raise PositionError(f"No curve makes {shown(request.to[0])} of this drawing.")
    return FoundCurves([curves_to[left] for left in targets])


def _curves_of_spots(regions: list[list[str]]) -> Iterator[tuple[Any, FoundCurve]]:
    for one in curves(_land(regions)):
        left = tuple(sorted(sprouts_form.settled(one.words)))
        yield left, FoundCurve(one.ends, list(one.around))


def drawn(request: FindDrawn) -> GameMove:
    """Find the legal move that a drawn curve has made.

    Raises:
        PositionError: If the regions are none of a drawing, or no legal move leaves them.
    """
    position = read_position(request.position)
    if request.part >= position.part_count:
        raise PositionError(f"There is no part {request.part + 1} in this position.")
    ruleset, state = position.parts[request.part]
    if isinstance(ruleset, Sprouts | BrusselsSprouts):
        left = (
            sprouts_form.settled(sprouts_form.spread(_land(request.regions)))
            if isinstance(ruleset, Sprouts)
            else ruleset.legal(_figures(request.regions))
        )
        for name, option in ruleset.moves(state):
            if option == left:
                return move_answer(position.moved(request.part, name, option))
    raise PositionError("This curve is no legal move here.")


def _land(regions: list[list[str]]) -> sprouts_form.Land:
    """Return the regions as the rules take them, if they are those of a drawing."""
    land = tuple(map(tuple, regions))
    if not sprouts_form.is_land(land):
        raise PositionError(f"{shown(regions)} are no regions of a drawing.")
    sprouts_form.require_consistent(land)
    if sum(map(sprouts_form.lives, land)) > _MOST_LIVES:
        raise PositionError(f"The drawing has more lives than one of {sprouts_form.MOST} spots.")
    return land


# ---- Brussels Sprouts ---------------------------------------------------------------------------

Parts = tuple[tuple[int, ...], ...]
"""The regions that a curve leaves of the one that it is in, by the free ends of their figures."""


def _figures(regions: list[list[str]]) -> list[list[int]]:
    """Return the free ends of the figures in each region, if they are not too many."""
    words = [word for region in regions for word in region]
    if not all(word.isdecimal() and int(word) > 0 for word in words):
        raise PositionError(f"{shown(regions)} are no numbers of free ends.")
    if sum(map(int, words)) > _MOST_ENDS:
        raise PositionError(
            f"The drawing has more free ends than one of {sprouts_form.MOST} crosses."
        )
    return [[int(word) for word in region] for region in regions]


def _curves_of_crosses(words: list[list[str]]) -> Iterator[tuple[Any, FoundCurve]]:
    game, regions = BrusselsSprouts(), _figures(words)
    first = 0
    for number, region in enumerate(regions):
        others = [tuple(one) for one in (*regions[:number], *regions[number + 1 :])]
        for one, left in _crossings(region, first):
            yield game.legal((*others, *left)), one
        first += sum(region)


def _crossings(region: list[int], first: int) -> Iterator[tuple[FoundCurve, Parts]]:
    """Yield the curves in a region, its free ends counted from *first*, and what each leaves."""
    begins = [first + sum(region[:place]) for place in range(len(region))]
    ends_of = [range(begin, begin + ends) for begin, ends in zip(begins, region, strict=True)]
    for one, other in combinations(range(len(region)), 2):
        rest = (ends for place, ends in enumerate(region) if place not in (one, other))
        left = ((*rest, region[one] + region[other]),)
        yield from ((FoundCurve(pair, []), left) for pair in product(ends_of[one], ends_of[other]))
    for place, ends in enumerate(region):
        rest_of = [other for other in range(len(region)) if other != place]
        for count in range(len(rest_of) + 1):
            for near in combinations(rest_of, count):
                far = [other for other in rest_of if other not in near]
                around = [end for other in near for end in ends_of[other]]
                for start, end in permutations(ends_of[place], 2):
                    here = (end - start) % ends
                    between = [begins[place] + (start - begins[place] + step) % ends
                               for step in range(1, here)]  # fmt: skip
                    yield (
                        FoundCurve((start, end), between + around),
                        (
                            (*(region[one] for one in near), here),
                            (*(region[one] for one in far), ends - here),
                        ),
                    )
