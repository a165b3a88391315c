"""A play as JSON, to be saved, read again and checked; and shown move by move."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TextIO, get_args

from grundy._version import __version__
from grundy.errors import CodeError, LimitError, PositionError
from grundy.games.position import Move, Position
from grundy.games.state_text import shown
from grundy.printable import printable
from grundy.runtime.files import whole_file
from grundy.strategy.moves import exact_move
from grundy.strategy.session import (
    Session,
    ending,
    move_text,
    picture,
    rule_of_end,
    sentence,
    standing,
)
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
    """Return the transcript of a play; without a result, work it out."""
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


_LONGEST_LINE = 20_000


class Screen:
    """Writes lines, and asks for one; with a terminal or without."""

    def __init__(self, source: TextIO | None, target: TextIO) -> None:
        self._source = source
        self._target = target

    @property
    def has_person(self) -> bool:
        """Whether a person sits there, as far as one can know."""
        return self._source is not None and self._source.isatty()

    def say(self, text: object = "") -> None:
        """Write lines; what the terminal cannot show is replaced."""
        for line in str(text).split("\n"):
            self._target.write(printable(line.rstrip(), self._target) + "\n")

    def ask(self, prompt: str = "> ") -> str | None:
        """Ask for a line; None at the end of the input."""
        self._target.write(prompt)
        self._target.flush()
        line = rest = self._read()
        while len(rest) == _LONGEST_LINE and not rest.endswith("\n"):
            rest = self._read()
        if not line:
            self.say()
            return None
        if not self.has_person:
            self.say(line.strip()[:200])
        return line.strip()

    def _read(self) -> str:
        if self._source is None:
            return ""
        try:
            return self._source.readline(_LONGEST_LINE)
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}\n"


_NAMES = ("player 1", "player 2")


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a play, and who wins with best play before and after it."""

    player: int
    move: Move
    before: int | None
    after: int | None

    @property
    def turning(self) -> bool:
        """Whether the win changed hands, or was given away, or a draw was lost."""
        return None not in (self.before, self.after) and self.before != self.after


def steps(session: Session) -> list[Step]:
    """Return the moves of a play with who wins around each."""
    begun = Session(session.start, session.play)
    standings = [_standing(begun)]
    replay = []
    for move in session.moves:
        player = begun.player
        begun = begun.after(move)
        standings.append(_standing(begun))
        replay.append(Step(player, move, standings[-2], standings[-1]))
    return replay


def show_replay(transcript: Transcript, session: Session, screen: Screen) -> None:
    """Show a saved play; where a person sits, wait after each move."""
    first, second = transcript.players
    screen.say(f"{transcript.game}, {rule_of_end(session.play)}.")
    screen.say(f"Player 1: {first}. Player 2: {second}.")
    screen.say()
    screen.say(picture(session.start))
    screen.say()
    replay = steps(session)
    position = session.start
    for number, step in enumerate(replay, start=1):
        if screen.has_person and screen.ask("Enter for the next move, q to stop: ") in (None, "q"):
            return
        screen.say(
            f"{number:>3}. {sentence(_NAMES[step.player - 1])}: {move_text(step.move, position)}"
        )
        position = step.move.option
        if step.turning:
            screen.say(f"     {_turning(step)}")
        screen.say()
        screen.say(picture(position))
        screen.say()
    screen.say(ending(session, _NAMES))
    screen.say(_summary(replay))


def _turning(step: Step) -> str:
    before = (
        "It was a draw with best play" if step.before == 0 else f"Player {step.before} had the win"
    )
    after = "now it is a draw" if step.after == 0 else f"now player {step.after} has it"
    return f"{before}; {after}."


def _summary(replay: list[Step]) -> str:
    places = [str(number) for number, step in enumerate(replay, start=1) if step.turning]
    if not places:
        return "The win never changed hands."
    moves = "move" if len(places) == 1 else "moves"
    return f"The win changed hands at {moves} {', '.join(places)}."


def _standing(session: Session) -> int | None:
    try:
        return standing(session.position, session.player, session.play)
    except LimitError:
        return None
