"""Transcript: a play as JSON, to be saved, read again, checked and gone through."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from grundy import markup
from grundy._version import __version__
from grundy.display import hook
from grundy.errors import CodeError, GrundyError, PositionError
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

    def _repr_html_(self) -> str:
        """Show the play in a notebook, as it is recorded; with boards where the game has a name."""
        names = " and ".join(self.players)
        sentence = f"{self.game}, {self.play} play, {names}: {self.result}"
        rows = (
            (place, move.player, move.name, move.leaves)
            for place, move in enumerate(self.moves, start=1)
        )
        moves = markup.table(["move", "player", "plays", "leaves"], rows, left=(2, 3))
        return f"<div>{markup.paragraph(sentence)}{self._boards()}{moves}</div>"

    def _boards(self) -> str:
        from grundy.named.notation import parse_position

        try:
            session = self.session(parse_position(self.game))
        except GrundyError:  # a game of the user's own, or not as it was recorded
            return ""
        titles = ["Start", *(f"{place}. {move.name}" for place, move in enumerate(self.moves, 1))]
        reached = [session.start, *(move.option for move in session.moves)]
        boards: str = hook(session, "boards")(reached, titles)
        return boards

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


# ---- reading ----------------------------------------------------------------------------------


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
            f"({error.msg.lower()}); a transcript is what grundy play --save writes.",
            column=error.colno,
        ) from None
    except (ValueError, RecursionError):
        raise CodeError(
            f"{path}: this is no JSON in UTF-8; a transcript is what grundy play --save writes."
        ) from None
    return _Reader(str(path)).transcript(data)


class _Reader:
    """Takes a transcript out of parsed JSON, and names the place where it is none."""

    def __init__(self, path: str) -> None:
        self._path = path

    def transcript(self, data: Any) -> Transcript:
        head = self._record(data, "the file")
        if head.get("kind") != "play":
            raise self._error("it is no transcript of a play")
        if head.get("format") != FORMAT:
            raise self._error(f'"format" is {head.get("format")!r}, and {FORMAT} can be read')
        players = self._list(head, "players", 2)
        moves = self._list(head, "moves", MOST_MOVES)
        if len(players) != 2 or not all(isinstance(name, str) for name in players):
            raise self._error('"players" has to name two players')
        return Transcript(
            self._text(head, "game"),
            self._one_of(head, "play", ("normal", "misere")),
            (players[0], players[1]),
            tuple(self._move(place, move) for place, move in enumerate(moves, start=1)),
            self._one_of(head, "result", ("player 1 wins", "player 2 wins", "draw", "unfinished")),
        )

    def _move(self, number: int, data: Any) -> Recorded:
        where = f"move {number}"
        move = self._record(data, where)
        player = move.get("player")
        if player not in (1, 2) or isinstance(player, bool):
            raise self._error(f'"player" of {where} has to be 1 or 2')
        return Recorded(player, self._text(move, "name", where), self._text(move, "leaves", where))

    def _record(self, data: Any, where: str) -> dict[str, Any]:
        if not isinstance(data, dict):
            raise self._error(f"{where} has to be an object in braces")
        return data

    def _list(self, data: dict[str, Any], key: str, most: int) -> list[Any]:
        found = data.get(key)
        if not isinstance(found, list):
            raise self._error(f'"{key}" has to be a list')
        if len(found) > most:
            raise self._error(f'"{key}" has {len(found):,} entries, and {most:,} are the most')
        return found

    def _text(self, data: dict[str, Any], key: str, where: str = "the file") -> str:
        found = data.get(key)
        if not isinstance(found, str):
            raise self._error(f'"{key}" of {where} has to be a text')
        return found

    def _one_of(self, data: dict[str, Any], key: str, allowed: tuple[Any, ...]) -> Any:
        if data.get(key) not in allowed:
            raise self._error(f'"{key}" has to be {", ".join(allowed)}')
        return data[key]

    def _error(self, problem: str) -> CodeError:
        return CodeError(
            f"{self._path}: {problem}; a transcript is what grundy play --save writes."
        )
