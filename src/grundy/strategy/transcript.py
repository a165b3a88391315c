"""Transcript: a play as JSON, to be saved, read again, checked and gone through."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from grundy._version import __version__
from grundy.errors import CodeError, PositionError
from grundy.games.position import Position
from grundy.games.state_text import shown
from grundy.runtime.files import whole_file
from grundy.strategy.moves import exact_move
from grundy.strategy.session import Session
from grundy.values import Play

FORMAT = 1
MOST_MOVES = 20_000
_MOST_BYTES = 100_000_000

Result = Literal["player 1 wins", "player 2 wins", "draw", "unfinished"]


@dataclass(frozen=True, slots=True)
class Recorded:
    """One move of a transcript."""

    player: int
    name: str
    leaves: str


@dataclass(frozen=True, slots=True)
class Transcript:
    """A play as it is saved."""

    game: str
    play: Play
    players: tuple[str, str]
    moves: tuple[Recorded, ...]
    result: Result

    def to_json(self) -> str:
        """Return the file's text: the same play gives the same bytes."""
        head = {"version": __version__, "format": FORMAT, "kind": "play"}
        fields = {
            "game": self.game,
            "play": self.play,
            "players": list(self.players),
            "moves": [
                {"player": move.player, "name": move.name, "leaves": move.leaves}
                for move in self.moves
            ],
            "result": self.result,
        }
        return json.dumps(head | fields, ensure_ascii=False, indent=1) + "\n"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file whole or not at all."""
        with whole_file(path) as temporary:
            temporary.write_text(self.to_json(), encoding="utf-8", errors="replace")

    def session(self, start: Position) -> Session:
        """Return the play itself; each move has to be legal, and the result the one reached."""
        session = Session(start, self.play)
        for number, recorded in enumerate(self.moves, start=1):
            session = self._step(session, number, recorded)
        reached = result_of(session)
        if self.result not in (reached, "unfinished"):
            raise PositionError(
                f'The transcript says "{self.result}", and its moves lead to "{reached}".'
            )
        return session

    def _step(self, session: Session, number: int, recorded: Recorded) -> Session:
        where = f"Move {number} of the transcript"
        if session.over:
            raise PositionError(f"{where} comes after the end of the play.")
        if recorded.player != session.player:
            raise PositionError(
                f"{where} is player {recorded.player}'s, and player {session.player} is to move."
            )
        move = exact_move(session.position, recorded.name, recorded.leaves)
        if move is None:
            raise PositionError(
                f'{where}, "{shown(recorded.name)}" leaving {shown(recorded.leaves)}, is no '
                f"legal move of {shown(session.position)}."
            )
        return session.after(move)


def transcript_of(
    session: Session, game: str, players: tuple[str, str], result: Result | None = None
) -> Transcript:
    """Return the transcript of a play; its result is looked for where it is not given."""
    moves = tuple(
        Recorded(1 + place % 2, move.name, str(move.option))
        for place, move in enumerate(session.moves)
    )
    return Transcript(game, session.play, players, moves, result or result_of(session))


def result_of(session: Session) -> Result:
    """Return how a play ended."""
    if session.drawn:
        return "draw"
    winner = session.winner
    if winner is None:
        return "unfinished"
    return "player 1 wins" if winner == 1 else "player 2 wins"


def game_text(position: Position) -> str:
    """Write a position with its games, such as ``0.77 5 7 + wythoff 8,12``."""
    summands: list[str] = []
    before = None
    for part in position.parts:
        if part.ruleset is before:
            summands[-1] += f" {part}"
        else:
            summands.append(f"{part.ruleset.text} {part}")
        before = part.ruleset
    return " + ".join(summands)


def read_transcript(path: str | os.PathLike[str]) -> Transcript:
    """Read a transcript; its moves are checked by `Transcript.session`."""
    file = Path(path)
    with file.open("rb") as stream:
        raw = stream.read(_MOST_BYTES + 1)
    if len(raw) > _MOST_BYTES:
        raise CodeError(f"{path}: more than {_MOST_BYTES:,} bytes are no transcript of a play.")
    try:
        data = json.loads(raw.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise CodeError(
            f"{path}, line {error.lineno}, column {error.colno}: this is no JSON "
            f"({error.msg.lower()}); {_WHAT_IT_IS}",
            column=error.colno,
        ) from None
    except (ValueError, RecursionError):
        raise CodeError(f"{path}: this is no JSON in UTF-8; {_WHAT_IT_IS}") from None
    try:
        return _transcript(data)
    except ValueError as problem:
        raise CodeError(f"{path}: {problem}; {_WHAT_IT_IS}") from None


_WHAT_IT_IS = "a transcript is what grundy play --save writes."
_KINDS: dict[type[Any], str] = {dict: "an object in braces", list: "a list", str: "a text"}


def _transcript(data: Any) -> Transcript:
    """Take a transcript out of parsed JSON, or raise a ValueError that says where it is none."""
    head = _checked(data, dict, "the file")
    if head.get("kind") != "play":
        raise ValueError("it is no transcript of a play")
    if head.get("format") != FORMAT:
        raise ValueError(f'"format" is {head.get("format")!r}, and {FORMAT} can be read')
    players, moves = (_checked(head.get(key), list, f'"{key}"') for key in ("players", "moves"))
    if [type(name) for name in players] != [str, str]:
        raise ValueError('"players" has to name two players')
    if len(moves) > MOST_MOVES:
        raise ValueError(f'"moves" has {len(moves):,} entries, and {MOST_MOVES:,} are the most')
    for key, allowed in (("play", get_args(Play)), ("result", get_args(Result))):
        if head.get(key) not in allowed:
            raise ValueError(f'"{key}" has to be {", ".join(allowed)}')
    game = _checked(head.get("game"), str, '"game" of the file')
    recorded = tuple(_recorded(move, f"move {place}") for place, move in enumerate(moves, start=1))
    return Transcript(game, head["play"], (players[0], players[1]), recorded, head["result"])


def _recorded(data: Any, where: str) -> Recorded:
    move = _checked(data, dict, where)
    player = move.get("player")
    if player not in (1, 2) or isinstance(player, bool):
        raise ValueError(f'"player" of {where} has to be 1 or 2')
    name, left = (_checked(move.get(key), str, f'"{key}" of {where}') for key in ("name", "leaves"))
    return Recorded(player, name, left)


def _checked(found: Any, kind: type[Any], name: str) -> Any:
    if not isinstance(found, kind):
        raise ValueError(f"{name} has to be {_KINDS[kind]}")
    return found
