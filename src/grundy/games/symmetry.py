"""Symmetry: a position is lost, without cycles, where each move has an image as an answer.

So it is of two equal components, and of a `Ground` whose places are exchanged two and two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from grundy.errors import LimitError
from grundy.games.parts import Move, Part, Parts
from grundy.games.protocols import Ground, State
from grundy.games.rulebook import Rulebook

BY_COPYING = (
    "The position is symmetric, with no part in the way of its image, so each move can be copied: "
    "the image of the same move is always there."
)
BY_PAIRS = (
    "Equal parts cancel: whatever a player does in one of a pair, the other does in its twin."
)
_MOST_PARTS = 200
_MANY_MOVES = 48
_MOST_REPLIES = 400
_MOST_TURNED = 50_000  # places of the boards that are tried by half a turn
_MOST_PLACES = 400  # among which any exchange is searched for, not half a turn alone
_TRIES = 2_000  # pairs of places that are tried, and some more for each place


def lost_by_symmetry(ruleset: Rulebook, state: State) -> bool:
    """Return whether each move of a state can be copied: without cycles it is lost then."""
    if mirror_of(ruleset, state) is not None:
        return True
    whole: Parts[Any] = Parts((Part(ruleset, state),))
    parts = [part for _, part in components(whole)]
    return is_symmetric(whole) if len(parts) != 1 else not can_move(parts[0])


def is_wide(ruleset: Rulebook, state: State) -> bool:
    """Return whether moves can be copied where a search may not end, as so many are there."""
    if ruleset.ground(state) is None:
        return False
    return sum(1 for _ in islice(ruleset.moves(state), _MANY_MOVES)) == _MANY_MOVES


def turning_move(ruleset: Rulebook, state: State) -> tuple[str, State] | None:
    """Return a move to a board that half a turn decides; None where there is none."""
    board = ruleset.ground(state)
    images = None if board is None else _turned(board)
    if board is None or images is None:
        return None
    turn = _exchange(board, images)
    # A move that is its own image leaves such a board; few others do, where they change its sides.
    moves = sorted(ruleset.moves(state), key=lambda move: not _answers(move[0], move[0], turn))
    for name, option in moves[: 1 + _MOST_TURNED // len(images)]:
        ground = None if isinstance(option, Parts) else ruleset.ground(option)
        if ground is not None and half_turn(ground):
            return name, option
    return None


def is_symmetric(position: Parts[Any]) -> bool:
    """Return whether each component has an equal one, or is lost by a symmetry of its own."""
    parts = [part for _, part in components(position)]
    if len(parts) > _MOST_PARTS:
        return False
    paired = {number for pair in equal_pairs(parts) for number in pair}
    return all(
        mirror_of(*part) is not None or not can_move(part)
        for number, part in enumerate(parts)
        if number not in paired
    )


def symmetry_of(position: Parts[Any]) -> str:
    """Return how moves are copied: "pairs", "half turn", "mirror"; "" where none can be."""
    if not can_move_at_all(position):
        return ""
    if all_paired(position):
        return "pairs"
    if not is_symmetric(position):
        return ""
    (ruleset, state), *others = position.parts
    ground = None if others else ruleset.ground(state)
    return "half turn" if ground and half_turn(ground) else "mirror"


def copying_move(position: Parts[Move], last: Move) -> Move | None:
    """Return the image of the last move of a symmetric position, as a move of what it left."""
    ruleset, state = position.parts[last.part]
    paired = all_paired(position)
    exchange = None if paired else mirror_of(ruleset, state)
    if exchange is not None:
        replies: list[Move] = list(last.option.moves())
        replies.sort(key=lambda reply: not _answers(reply.name, last.name, exchange))
        for reply in replies:
            if reply.part == last.part:
                ground = ruleset.ground(reply.option.parts[last.part].state)
                if ground and looks_the_same(ground, exchange):
                    return reply
        return None
    same = all_paired if paired else is_symmetric
    replies = list(islice(last.option.moves(), _MOST_REPLIES))
    replies.sort(key=lambda reply: bool(reply.name != last.name))
    return next((reply for reply in replies if same(reply.option)), None)


def _answers(reply: str, move: str, exchange: Mapping[str, str]) -> bool:
    """Return whether the places in the name of a reply are the images of those of a move."""
    images = {exchange[word] for word in re.findall(r"\w+", move) if word in exchange}
    return images == {word for word in re.findall(r"\w+", reply) if word in exchange}


def components(position: Parts[Any]) -> list[tuple[int, Part]]:
    """Return the components of a position, each with the index of the part that it belongs to."""
    return [
        (place, Part(part.ruleset, state))
        for place, part in enumerate(position.parts)
        for state in part.ruleset.components(part.state)
    ]


def unpaired(position: Parts[Any]) -> list[int] | None:
    """Return the places of the parts left where equal ones cancel, as plays end; or None."""
    if position.part_count not in range(2, _MOST_PARTS) or not any(
        run.ruleset.ends for run in position.runs
    ):
        return None
    waiting: dict[Part, int] = {}
    left = dict.fromkeys(range(position.part_count))
    for place, (ruleset, state) in enumerate(position.parts):
        alike = Part(ruleset, ruleset.canonical(state)) if ruleset.ends else None
        if alike in waiting:
            del left[place], left[waiting.pop(alike)]
        elif alike is not None:
            waiting[alike] = place
    return list(left) if len(left) < position.part_count else None


def equal_pairs(parts: list[Part]) -> list[tuple[int, int]]:
    """Return the indices of equal components, two and two; those without a move are left out."""
    if len(parts) > _MOST_PARTS:
        return []
    waiting: dict[Part, int] = {}
    pairs = []
    for number, part in enumerate(parts):
        alike = Part(part.ruleset, part.ruleset.canonical(part.state))
        if alike in waiting:
            pairs.append((waiting.pop(alike), number))
        elif can_move(part):
            waiting[alike] = number
    return sorted(pairs)


def all_paired(position: Parts[Any]) -> bool:
    """Return whether the components that can be moved are equal two and two; none is fine too."""
    parts = [part for _, part in components(position)]
    if len(parts) > _MOST_PARTS:
        return False
    return 2 * len(equal_pairs(parts)) == sum(map(can_move, parts))


def can_move_at_all(position: Parts[Any]) -> bool:
    """Return whether there is a move."""
    return not position.is_over and any(map(can_move, position.parts))


def can_move(part: Part) -> bool:
    """Return whether a component has a move."""
    try:
        return any(True for _ in part.ruleset.moves(part.state))
    except LimitError:  # so many that they cannot be listed
        return True


def mirror_of(ruleset: Rulebook, state: State) -> dict[str, str] | None:
    """Return the exchange of places by which each move can be copied, if one is found."""
    ground = ruleset.ground(state)
    if ground is None:
        return None
    images = half_turn(ground)
    searched = images is None and len(ground.names) <= _MOST_PLACES
    if searched:
        images = _Search(ground, flips=False).images()
    if images is None and searched and len(set(ground.colours)) == 2:
        images = _Search(ground, flips=True).images()
    if images is None:
        return None
    return _exchange(ground, images)


def _exchange(ground: Ground, images: list[int]) -> dict[str, str]:
    """Return the image of each place, by name."""
    return {name: ground.names[image] for name, image in zip(ground.names, images, strict=True)}


def of_cells(
    names: Sequence[str], cells: Sequence[tuple[int, int]], colours: Sequence[int] = ()
) -> Ground:
    """Return the ground of cells of a board, of which those without neighbours are idle."""
    number = {cell: place for place, cell in enumerate(cells)}
    rows = [
        sum(
            1 << number[beside]
            for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
            if beside in number
        )
        for x, y in cells
    ]
    return Ground(names, rows, colours, without_neighbours(rows), lambda: cells)


def without_neighbours(rows: Sequence[int]) -> int:
    """Return the places without neighbours, as bits."""
    return sum(1 << place for place, row in enumerate(rows) if not row)


def half_turn(ground: Ground) -> list[int] | None:
    """Return the image of each place after half a turn of the board, if moves are copied by it."""
    images = _turned(ground)
    return images if images and _copies(ground, images) else None


def _turned(ground: Ground) -> list[int] | None:
    """Return the image of each place after half a turn, itself where none is; None off a board."""
    used = [place for place in range(len(ground.rows)) if not ground.idle >> place & 1]
    cells = ground.cells() if used else ()
    if not cells:
        return None
    across, down = zip(*(cells[place] for place in used), strict=True)
    right, low = min(across) + max(across), min(down) + max(down)
    number = {cells[place]: place for place in used}
    images = list(range(len(ground.rows)))
    for (x, y), place in number.items():
        images[place] = number.get((right - x, low - y), place)
    return images


def _copies(ground: Ground, images: list[int]) -> bool:
    """Return whether an exchange keeps neighbours and colours, and brings each place far enough."""
    apart = all(
        ground.idle >> place & 1 or not (ground.rows[place] | 1 << place) >> image & 1
        for place, image in enumerate(images)
    )
    return apart and _keeps(ground, images)


def looks_the_same(ground: Ground, exchange: dict[str, str]) -> bool:
    """Return whether what is left of some places looks the same after they are exchanged."""
    number = {name: place for place, name in enumerate(ground.names)}
    if any(exchange[name] not in number for name in ground.names):
        return False
    return _keeps(ground, [number[exchange[name]] for name in ground.names])


def _keeps(ground: Ground, images: list[int]) -> bool:
    changes = {ground.colours[image] != colour
               for image, colour in zip(images, ground.colours, strict=False)}  # fmt: skip
    return len(changes) < 2 and all(
        _moved(row, images) == ground.rows[image]
        for row, image in zip(ground.rows, images, strict=True)
    )


def _moved(places: int, images: Sequence[int]) -> int:
    return sum(1 << images[place] for place in bits(places))


def bits(word: int) -> Iterator[int]:
    """Yield the places of the one bits, the lowest first."""
    while word:
        low = word & -word
        yield low.bit_length() - 1
        word ^= low


class _Search:
    """Exchanges place after place with one that looks the same, neighbours of the last first."""

    def __init__(self, ground: Ground, *, flips: bool) -> None:
        self.rows, self.idle, self.flips = ground.rows, ground.idle, flips
        self.colours = ground.colours or [0] * len(self.rows)
        degrees = [row.bit_count() for row in self.rows]
        classes = list(zip(degrees, [0] * len(degrees) if flips else self.colours, strict=True))
        ranks = {key: rank for rank, key in enumerate(sorted(set(classes)))}
        self.classes = refined([[*bits(row)] for row in self.rows], [ranks[key] for key in classes])
        self.image_of = list(range(len(self.rows)))
        self.left = ((1 << len(self.rows)) - 1) & ~self.idle
        self.tries = _TRIES + 20 * len(self.rows)

    def images(self) -> list[int] | None:
        """Return the image of each place; None where there is none, or too many were tried."""
        members: dict[int, int] = {}
        for place in bits(self.left):
            members[self.classes[place]] = members.get(self.classes[place], 0) | 1 << place
        if any(alike.bit_count() % 2 for alike in members.values()):
            return None
        self.members = members
        self.order = self._order()
        steps: list[tuple[int, Iterator[int]]] = []
        while self.left:
            place = next(one for one in self.order if self.left >> one & 1)
            steps.append((place, self._candidates(place)))
            while steps and not self._advance(*steps[-1]):
                steps.pop()
                if steps:
                    self._undo(steps[-1][0])
            if not steps or self.tries < 0:
                return None
        return self.image_of

    def _order(self) -> list[int]:
        """Return the places, each behind a neighbour where it has one, first those of few alike."""
        order: dict[int, None] = {}
        rarest = sorted(
            bits(self.left), key=lambda one: self.members[self.classes[one]].bit_count()
        )
        for start in rarest:
            waiting = [start]
            for place in waiting:
                if place not in order:
                    order[place] = None
                    waiting.extend(bits(self.rows[place]))
        return list(order)

    def _candidates(self, place: int) -> Iterator[int]:
        """Yield the places that could be the image of one, as far as others have theirs."""
        around = self.rows[place] & ~self.left
        open_ = self.left & self.members[self.classes[place]] & ~self.rows[place] & ~(1 << place)
        neighbour = next(bits(around), None)
        order: Iterable[int] = self._farthest_first(place, open_)
        if neighbour is not None:
            order = bits(open_ & self.rows[self.image_of[neighbour]])
        target = _moved(around, self.image_of)
        for image in order:
            self.tries -= 1
            if self.tries < 0:
                return
            differ = self.colours[place] != self.colours[image]
            if differ == self.flips and self.rows[image] & ~self.left == target:
                yield image

    def _farthest_first(self, place: int, among: int) -> Iterator[int]:
        """Yield some places, those that are far from one before the near ones."""
        seen = fresh = 1 << place
        circles = []
        while fresh:
            circles.append(fresh & among)
            around = 0
            for one in bits(fresh):
                around |= self.rows[one]
            fresh = around & ~seen
            seen |= fresh
        for circle in (*reversed(circles), among & ~seen):
            yield from bits(circle)

    def _advance(self, place: int, candidates: Iterator[int]) -> bool:
        image = next(candidates, None)
        if image is None:
            return False
        self.image_of[place], self.image_of[image] = image, place
        self.left &= ~(1 << place | 1 << image)
        return True

    def _undo(self, place: int) -> None:
        image = self.image_of[place]
        self.image_of[place], self.image_of[image] = place, image
        self.left |= 1 << place | 1 << image


def refined(beside: Sequence[Iterable[int]], colours: list[int]) -> list[int]:
    """Colour the vertices of a graph so that alike ones agree: by colour, then by neighbours'."""
    count = len(set(colours))
    while True:
        seen = [
            (colour, sorted([colours[other] for other in others]))
            for colour, others in zip(colours, beside, strict=True)
        ]
        # sorted by what is seen, so the colours do not depend on the numbering
        ranks = {key: rank for rank, key in enumerate(sorted({(c, *s) for c, s in seen}))}
        colours = [ranks[c, *s] for c, s in seen]
        if len(ranks) == count:
            return colours
        count = len(ranks)
