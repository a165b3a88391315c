"""Games for the page: the catalogue, positions with their boards and moves, plays.

Nothing is kept from one request to the next: a position is text, which each task reads again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import islice
from typing import Annotated

from grundy.answers.forms import filled
from grundy.errors import PositionError
from grundy.games.position import Move, Part, Position
from grundy.games.scenes import Scene, Way
from grundy.named.catalogue import catalogue
from grundy.named.entry import Entry
from grundy.named.notation import (
    entry_by_text,
    how_to_write,
    parse_position,
    rule_of,
    ruleset_of,
    written,
)
from grundy.strategy.moves import each_move, find_move, letter, moves_in
from grundy.web.records import Answer, ListAll, Request

MOST_MOVES = 300
MOST_PARTS = 60
_MOST_SIGNS = 200_000  # of all positions that the listed moves leave

Text = Annotated[str, ("maxLength", 20_000)]
Typed = Annotated[str, ("minLength", 1), ("maxLength", 20_000)]


class ShowPosition(Request):
    """A position such as ``kayles 5 7 + wythoff 8,12``; no text for one where nothing is left."""

    position: Text


class FindMove(Request):
    """A move as a person types it: its number, its name, or what it leaves."""

    position: Text
    typed: Typed


class ReplayMoves(Request):
    """A play: where it began, and each move as for game/move."""

    position: Text
    moves: Annotated[list[Typed], ("maxItems", 500)]


class NamedGame(Answer):
    """A game of the catalogue: its start as the text of a position, and how one is written.

    The scene is that of the first part of the start.
    """

    key: str
    name: str
    rule: str
    start: str
    source: str
    how_to_write: str
    scene: Scene | None


class Family(Answer):
    """Games that are alike."""

    name: str
    games: list[NamedGame]


class Games(Answer):
    """All named games."""

    families: list[Family]


class GamePart(Answer):
    """One part of a position.

    The game's name and rule are of the catalogue, the rule with the game's own numbers; it is
    empty where none is known. The picture is plain text; the scene is null where it has to do.
    """

    game: str
    rule: str
    text: str
    picture: str
    scene: Scene | None


class GameMove(Answer):
    """A legal move: its name, the part that it is made in, and the position that it leaves.

    Each way names the cells and links of the part's scene that the move changes, the one that
    stands for the move first.
    """

    name: str
    part: int
    to: str
    ways: list[Way] = field(default_factory=list)


class GamePosition(Answer):
    """A position: its text, which is read again, its parts and its moves.

    There may be more moves than are listed (complete is false); the play is over when there is
    none.
    """

    text: str
    parts: list[GamePart]
    moves: list[GameMove]
    complete: bool


class Replayed(Answer):
    """The moves of a play, each with the position that it leaves.

    They end before the first that is not legal; problem says which, and why.
    """

    start: str
    moves: list[GameMove]
    problem: str = ""


def games(request: ListAll) -> Games:
    """List the named games by family."""
    return Games(
        [
            Family(name, [_named(entry) for entry in entries])
            for name, entries in catalogue.families().items()
        ]
    )


def position(request: ShowPosition) -> GamePosition:
    """Show a position: its parts as boards and text, and its moves; nothing is computed.

    At most 300 moves are listed, of each part alike, and fewer of a position whose text is long;
    others can be typed.
    """
    current = read_position(request.position)
    listed = list(listed_moves(current))
    return GamePosition(
        text=written(current),
        parts=[_part(part) for part in current.parts],
        moves=[move_answer(move, ways) for move, ways in listed],
        complete=next(islice(each_move(current), len(listed), None), None) is None,
    )


def move(request: FindMove) -> GameMove:
    """Find the legal move that a person means."""
    current = read_position(request.position)
    meant = _meant(current, request.typed)
    return with_ways(current, meant)


def replay(request: ReplayMoves) -> Replayed:
    """Go through a play move by move, as far as they are legal; each may name its board.

    A game alone, such as ``chomp``, stands for its start in the catalogue.
    """
    alone, entry = request.position.strip(), None
    if len(alone.split()) == 1:  # for a code or a set the whole catalogue is read
        entry = catalogue.entry(alone) if alone in catalogue else entry_by_text(alone)
    current = read_position(f"{entry.game} {entry.start}" if entry else request.position)
    made, names = Replayed(written(current), []), _Names(current.part_count)
    for number, typed in enumerate(request.moves, start=1):
        try:
            one = _meant(current, typed, names.now)
        except PositionError as error:
            made.problem = f"The play ends before move {number}: {error}"
            break
        made.moves.append(move_answer(one))
        names.after(one.part, one.option.part_count - current.part_count + 1)
        current = one.option
    return made


def read_position(text: str, most: int = MOST_PARTS) -> Position:
    """Read a position of up to so many parts; no text is one where nothing is left."""
    result = parse_position(text) if text.strip() else Position()
    if result.part_count > most:
        raise PositionError(
            f"A position may have {most:,} parts at most here; this one has "
            f"{result.part_count:,}. Use grundy solve or grundy play for more."
        )
    return result


def _named(entry: Entry) -> NamedGame:
    start = f"{entry.game} {entry.start}"
    first = parse_position(start).parts[0]
    how, scene = how_to_write(ruleset_of(entry)), first.ruleset.scene(first.state)
    return filled(NamedGame, entry, start=start, how_to_write=how, scene=scene)


def _part(part: Part) -> GamePart:
    entry = entry_by_text(part.ruleset.text)
    return GamePart(
        game=part.ruleset.text if entry is None else entry.name,
        rule=rule_of(part.ruleset),
        text=str(part),
        picture=part.ruleset.draw(part.state),
        scene=part.ruleset.scene(part.state),
    )


def listed_moves(position: Position) -> Iterator[tuple[Move, list[Way]]]:
    """Yield the first moves of each part, each with its ways."""
    most = min(MOST_MOVES, _MOST_SIGNS // (len(str(position)) + 1))
    share = max(most // max(len(position.parts), 1), 1)
    for place, part in enumerate(position.parts):
        moves = islice(moves_in(position, place), share)
        touches = map(list, part.ruleset.touches(part.state))
        yield from _in_order(list(zip(moves, touches, strict=False)))


def _in_order(listed: list[tuple[Move, list[Way]]]) -> list[tuple[Move, list[Way]]]:
    """Put moves that are one numbered place each in the order of these, as a reader expects."""
    if any(len(ways) != 1 or len(ways[0]) != 1 or not ways[0][0].isdecimal() for _, ways in listed):
        return listed
    return sorted(listed, key=lambda one: int(one[1][0][0]))


def move_answer(move: Move, ways: list[Way] | None = None) -> GameMove:
    """Return a move as the page takes it."""
    return GameMove(move.name, move.part, written(move.option), ways or [])


class _Names:
    """What the parts are called in a play, as on the page: names that never change."""

    def __init__(self, count: int) -> None:
        self._parts = [(letter(place), letter(place)) for place in range(count)]
        self._last_numbers = Counter[str]()

    @property
    def now(self) -> list[str]:
        return [name for name, _ in self._parts]

    def after(self, part: int, count: int) -> None:
        """Go on after a move that leaves so many parts of one: of A these are A1 and A2."""
        _, first = self._parts[part]
        if count != 1:
            dot = "." if len(first) > 1 else ""  # P27 is the 27th part
            numbers = range(self._last_numbers[first] + 1, self._last_numbers[first] + count + 1)
            self._parts[part : part + 1] = [(f"{first}{dot}{n}", first) for n in numbers]
            self._last_numbers[first] += count


def _meant(position: Position, typed: str, names: Sequence[str] = ()) -> Move:
    """Return the move of a number in the order of `listed_moves`, or as `find_move` reads it."""
    if re.fullmatch("[0-9]{1,3}", typed) and typed != "0":
        for move, _ in islice(listed_moves(position), int(typed) - 1, int(typed)):
            return move
    return find_move(position, typed, names)


def with_ways(position: Position, target: Move) -> GameMove:
    """Return a move as the page takes it, with its ways if it is among those that are listed."""
    ways = next((ways for move, ways in listed_moves(position) if move == target), [])
    return move_answer(target, ways)
