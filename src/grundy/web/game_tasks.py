"""Games for the page: positions with their boards and moves, who wins, the computer's answer.

Nothing is kept from one request to the next: a position is text, which each task reads again.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Annotated, Literal

from msgspec import Meta, Struct

from grundy.errors import LimitError, PositionError
from grundy.games.position import Move, Part, Position
from grundy.games.ruleset import Ruleset
from grundy.games.scenes.scene import Way
from grundy.named.catalogue import catalogue
from grundy.named.entry import Entry
from grundy.named.parse import parse_position
from grundy.named.sheet import how_to_write, ruleset_of
from grundy.running.limits import Limits
from grundy.strategy.explain.sections import Picture, Section, Table
from grundy.strategy.moves import each_move, exact_move, find_move
from grundy.values import Play
from grundy.web.game_answers import (
    Block,
    Chosen,
    Explained,
    Family,
    GameMove,
    GamePart,
    GamePosition,
    Games,
    Judged,
    NamedGame,
    Replayed,
    TitledBlocks,
)

MOST_MOVES = 300
MOST_PARTS = 60
_MOST_JUDGED = 20_000  # parts of a position of which only the value is asked
_MOST_SIGNS = 200_000  # of all positions that the listed moves leave
_SECONDS = 6.0
_SECONDS_FOR_MOVES = 5.0

Text = Annotated[str, Meta(max_length=20_000)]
Typed = Annotated[str, Meta(min_length=1, max_length=20_000)]


class ListGames(Struct, forbid_unknown_fields=True):
    """Nothing has to be said to be given all games."""


class ShowPosition(Struct, forbid_unknown_fields=True):
    """A position such as ``kayles 5 7 + wythoff 8,12``; no text for one where nothing is left."""

    position: Text


class JudgePosition(Struct, forbid_unknown_fields=True):
    """A position, and whether its moves are judged too."""

    position: Text
    play: Play = "normal"
    moves: bool = False


class FindMove(Struct, forbid_unknown_fields=True):
    """A move as a person types it: its number, its name, or what it leaves."""

    position: Text
    typed: Typed


class ReplayMoves(Struct, forbid_unknown_fields=True):
    """A play: where it began, and each move as for game/move."""

    position: Text
    moves: Annotated[list[Typed], Meta(max_length=500)]


class ChooseMove(Struct, forbid_unknown_fields=True):
    """The computer is to move: how well it plays, and how often the teacher blunders."""

    position: Text
    play: Play = "normal"
    level: Literal["perfect", "teacher", "random"] = "perfect"
    blunder: Annotated[float, Meta(ge=0, le=1)] = 0.25
    seed: Annotated[int, Meta(ge=0, lt=2**53)] | None = None


class ExplainPosition(Struct, forbid_unknown_fields=True):
    """A position, and which player is to move."""

    position: Text
    play: Play = "normal"
    turn: Annotated[int, Meta(ge=1, le=2)] = 1


def games(request: ListGames) -> Games:
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
    found = _read(request.position)
    listed = list(_listed(found))
    return GamePosition(
        text=write(found),
        parts=[_part(part) for part in found.parts],
        moves=[_game_move(move, ways) for move, ways in listed],
        complete=next(islice(each_move(found), len(listed), None), None) is None,
    )


def judge(request: JudgePosition) -> Judged:
    """Say who wins a position, and what each move leads to, as far as some seconds go.

    The moves are those that game/position lists, in the same order; they are not judged where
    the position itself is out of reach.
    """
    found = _read(request.position, MOST_PARTS if request.moves else _MOST_JUDGED)
    limits = Limits(seconds=_SECONDS)
    judged = Judged(outcome=None, value=None, values=[], leads=[], told="")
    try:
        solved = found.together().solve(request.play, limits=limits)
        if request.play == "normal":
            judged.values = list(map(str, solved.values()))
            judged.value = str(solved.value())
        judged.outcome = str(solved.outcome)
    except LimitError as error:
        judged.told = str(error)
    if request.moves and judged.outcome is not None:
        judged.leads, judged.told = _leads(found, request.play)
    return judged


def move(request: FindMove) -> GameMove:
    """Find the legal move that a person means."""
    found = _read(request.position)
    meant = _meant(found, request.typed)
    return _game_move(meant, _with_ways(found, meant))


def replay(request: ReplayMoves) -> Replayed:
    """Go through a play move by move, each a legal one."""
    found = _read(request.position)
    made = Replayed(write(found), [])
    for typed in request.moves:
        one = _meant(found, typed)
        made.moves.append(_game_move(one))
        found = one.option
    return made


def answer(request: ChooseMove) -> Chosen:
    """Choose the computer's move.

    Where the search would take too long, it takes any move and says that it is not sure.
    """
    from grundy.strategy.players import PerfectPlayer, RandomPlayer, player

    found = _read(request.position)
    if next(each_move(found), None) is None:
        raise PositionError("The play is over: there is no move.")
    chooser = (
        PerfectPlayer(Limits(seconds=_SECONDS))
        if request.level == "perfect"
        else player(request.level, blunder=request.blunder, seed=request.seed)
    )
    sure = True
    try:
        chosen = chooser.choose(found, request.play)
    except LimitError:
        chosen, sure = RandomPlayer(request.seed).choose(found, request.play), False
    return Chosen(chosen.name, chosen.part, write(chosen.option), _with_ways(found, chosen), sure)


def explain(request: ExplainPosition) -> Explained:
    """Explain why a position is won, lost or drawn, step by step, and what to play."""
    from grundy.strategy.explain.explain import explain

    found = _read(request.position)
    told = explain(found, request.play, turn=request.turn, limits=Limits(seconds=_SECONDS))
    best = None if told.best is None else exact_move(found, told.best.name, told.best.leaves)
    return Explained(
        text=str(told),
        outcome=str(told.outcome),
        sections=[_section(section) for section in told.sections()],
        best=None if best is None else _game_move(best, _with_ways(found, best)),
    )


# ---- reading and writing ------------------------------------------------------------------------


def write(position: Position) -> str:
    """Write a position with its games, so that it is read again.

    >>> write(parse_position("0.77 5 7 + wythoff 8,12 + northcott 1,3 + northcott 2,4"))
    'kayles 5 7 + wythoff 8,12 + northcott 1,3 white + northcott 2,4 white'
    """
    summands: list[str] = []
    before: Ruleset | None = None
    for ruleset, state in position.parts:
        text = ruleset.format(state)
        if before == ruleset and type(ruleset).read is Ruleset.read:
            summands[-1] += f" {text}"
        else:
            summands.append(f"{_key(ruleset)} {text}")
        before = ruleset
    return " + ".join(summands)


def _read(text: str, most: int = MOST_PARTS) -> Position:
    found = parse_position(text) if text.strip() else Position()
    if found.part_count > most:
        raise PositionError(
            f"The page shows positions of {most:,} parts at most; this one has "
            f"{found.part_count:,}. Use grundy play for more."
        )
    return found


@cache
def _entries() -> dict[str, Entry]:
    """Return the entries by the text of their rules."""
    return {ruleset_of(catalogue.entry(key)).text: catalogue.entry(key) for key in catalogue}


def _key(ruleset: Ruleset) -> str:
    entry = _entries().get(ruleset.text)
    return ruleset.text if entry is None or entry.parameters else entry.key


def _named(entry: Entry) -> NamedGame:
    return NamedGame(
        key=entry.key,
        name=entry.name,
        rule=entry.rule,
        start=f"{entry.game} {entry.start}",
        source=entry.source,
        how_to_write=how_to_write(ruleset_of(entry)),
    )


def _part(part: Part) -> GamePart:
    entry = _entries().get(part.ruleset.text)
    return GamePart(
        game=part.ruleset.text if entry is None else entry.name,
        rule="" if entry is None else entry.rule,
        text=str(part),
        picture=part.ruleset.draw(part.state),
        scene=part.ruleset.scene(part.state),
    )


# ---- moves --------------------------------------------------------------------------------------


def _listed(position: Position) -> Iterator[tuple[Move, list[Way]]]:
    """Yield the first moves of each part, each with its ways."""
    most = min(MOST_MOVES, _MOST_SIGNS // (len(str(position)) + 1))
    share = max(most // max(len(position.parts), 1), 1)
    for place, part in enumerate(position.parts):
        before, after = position.parts[:place], position.parts[place + 1 :]
        moves = islice(each_move(Position((part,))), share)
        for move, ways in zip(moves, part.ruleset.touches(part.state), strict=False):
            left = Position((*before, *move.option.parts, *after))
            yield Move(move.name, left, place), list(ways)


def _game_move(move: Move, ways: list[Way] | None = None) -> GameMove:
    return GameMove(move.name, move.part, write(move.option), ways or [])


def _meant(position: Position, typed: str) -> Move:
    """Return the move of a number in the order of `_listed`, or as `find_move` reads it."""
    if re.fullmatch("[0-9]{1,3}", typed) and typed != "0":
        for move, _ in islice(_listed(position), int(typed) - 1, int(typed)):
            return move
    return find_move(position, typed)


def _with_ways(position: Position, wanted: Move) -> list[Way]:
    """Return the ways of a move, if it is among those that are listed."""
    return next((ways for move, ways in _listed(position) if move == wanted), [])


def _leads(position: Position, play: Play) -> tuple[list[str], str]:
    """Return the outcome that each listed move leads to, empty when the time is over."""
    until = time.monotonic() + _SECONDS_FOR_MOVES
    leads: list[str] = []
    told = ""
    for move, _ in _listed(position):
        left = until - time.monotonic()
        try:
            if left <= 0:
                raise LimitError(
                    f"The moves are not all judged within {_SECONDS_FOR_MOVES:g} seconds."
                )
            leads.append(str(move.option.outcome(play, limits=Limits(seconds=left))))
        except LimitError as error:
            leads.append("")
            told = told or str(error)
    return leads, told


# ---- explanations -------------------------------------------------------------------------------


def _section(section: Section) -> TitledBlocks:
    return TitledBlocks(section.title, [_block(block) for block in section.blocks])


def _block(block: str | Table | Picture) -> Block:
    if isinstance(block, str):
        return Block("text", text=block)
    if isinstance(block, Picture):
        return Block("picture", text=block.text)
    return Block(
        "table",
        header=[name.strip() for name in block.header] if any(block.header) else [],
        rows=[list(row) for row in block.rows],
        right=[name.endswith(" ") for name in block.header],
        total=block.total,
    )
