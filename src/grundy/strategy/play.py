"""play: a position against the computer, at the terminal."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Literal, TextIO

from grundy.errors import GrundyError, LimitError, PositionError, RulesetError
from grundy.games.position import Move, Position
from grundy.runtime.limits import Limits
from grundy.strategy.explain import explain
from grundy.strategy.moves import as_text, count_moves, each_move, find_move, letter, lists_all
from grundy.strategy.session import (
    LEVELS,
    REPETITIONS,
    Level,
    PerfectPlayer,
    Player,
    RandomPlayer,
    Session,
    copied_text,
    ending,
    move_text,
    picture,
    player,
    rule_of_end,
    sentence,
)
from grundy.strategy.transcript import (
    Result,
    Screen,
    Transcript,
    game_text,
    result_of,
    transcript_of,
)
from grundy.values import Outcome, Play

_FEW = 12  # moves that are listed without being asked for
_PAGE = 20
_SECONDS = 20.0  # for a hint, and for the marks of a page of moves
_MOST_COUNTED = 10_000
_MOST_NONSENSE = 100  # lines in a row that are no answer, where no person sits

_REPEATED = (
    "This position has come for the second time with the same player to move; the third time "
    "the play is a draw."
)

_WITH_MORE = ("moves", "save", "level")  # the words that may be followed by something

_HELP = """\
Type the number of a move, its name, or the position that it leaves (parts in any order).
A number alone is the number of a move; =3 is the position 3 or the move called 3.
  moves      list the moves; moves 21 lists them from the 21st on
  hint       a good move, and why
  why        who wins here with best play, and why
  undo       take your last move back
  level NAME play on against another opponent: perfect, teacher or random
  board      show the position again
  save FILE  write the play so far to a file
  help       this list
  quit       stop here"""


class Match:
    """A play at the terminal."""

    def __init__(
        self,
        session: Session,
        players: tuple[Player | None, Player | None],
        screen: Screen,
        *,
        game: str,
        hints: bool = False,
        save: str | os.PathLike[str] | None = None,
    ) -> None:
        self.session = session
        self._players = players
        self._screen = screen
        self._game = game
        self._hints = hints
        self._save_to = save
        self._names = _names(players)
        self._left = False
        self._result: Result = "unfinished"
        self._nonsense = 0
        self._words: dict[str, Callable[[str], None]] = {
            "moves": self._list_moves,
            "hint": self._hint,
            "why": self._why,
            "undo": self._undo,
            "level": self._level,
            "board": self._board,
            "save": self._save,
            "help": self._help,
            "?": self._help,
            "quit": self._quit,
            "exit": self._quit,
        }

    def run(self) -> Session:
        """Play until the end of the play or of the input, and give the play."""
        if self._save_to is not None:
            self._transcript().save(self._save_to)  # a file that cannot be written says so now
        try:
            self._welcome()
            while not self._left and not self.session.over:
                self._turn()
            if not self._left:
                self._result = result_of(self.session)
                self._screen.say(ending(self.session, self._names))
        except KeyboardInterrupt:
            self._screen.say()  # what is said next is not to stand behind the prompt
            raise
        finally:
            self._keep()
        return self.session

    # ---- a turn -------------------------------------------------------------------------------

    def _turn(self) -> None:
        player = self._players[self.session.player - 1]
        if player is None:
            self._ask()
            return
        move = self._chosen(player)
        name = self._names[self.session.player - 1]
        words = move_text(move, self.session.position)
        copied = copied_text(move.option, self.session.play)
        self._screen.say(f"{sentence(name)}: {words}{copied and f'. {copied}'}")
        self._make(move)

    def _chosen(self, player: Player) -> Move:
        try:
            return player.choose(self.session.position, self.session.play)
        except LimitError as error:
            self._screen.say(
                "The computer could not find out whether a move wins here, and plays a random one. "
                f"{error.known}".rstrip()
            )
            return RandomPlayer(len(self.session.moves)).choose(
                self.session.position, self.session.play
            )

    def _make(self, move: Move) -> None:
        self.session = self.session.after(move)
        if not self.session.over:
            self._show()

    def _show(self) -> None:
        self._screen.say()
        self._screen.say(picture(self.session.position))
        self._screen.say()
        if self._players[self.session.player - 1] is None:
            if self.session.repetitions == REPETITIONS - 1:
                self._screen.say(_REPEATED)
            self._offer()

    def _offer(self) -> None:
        """Write how many moves there are, and list them where they are few."""
        count = count_moves(self.session.position, _MOST_COUNTED)
        mover = self._names[self.session.player - 1]
        has = "You have" if mover == "you" else f"{sentence(mover)} has"
        every = count < _MOST_COUNTED and lists_all(self.session.position)
        many = f"{count:,} {'move' if count == 1 else 'moves'}" if every else "very many moves"
        if every and count <= _FEW:
            self._screen.say(f"{has} {many}:")
            self._list(1, count)
        else:
            self._screen.say(f"{has} {many}{self._groups() if every else ''}.")
            self._screen.say("Type moves to list them; the first three:")
            self._list(1, 3)

    def _groups(self) -> str:
        """Return which numbers the moves in each part have; "" where that is too much to say."""
        position = self.session.position
        if not 1 < len(position.parts) <= _FEW:
            return ""
        counts = Counter(move.part for move in each_move(position))
        ranges, first = [], 1
        for place, count in sorted(counts.items()):
            ranges.append(f"{first}-{first + count - 1} in {letter(place)}")
            first += count
        return ": " + ", ".join(ranges)

    # ---- an answer ----------------------------------------------------------------------------

    def _ask(self) -> None:
        answer = self._screen.ask()
        if answer is None:
            self._screen.say("The input has ended, and the play stops here.")
            self._left = True
            return
        word, _, rest = answer.partition(" ")
        try:
            if word.casefold() in self._words and (not rest or word.casefold() in _WITH_MORE):
                self._words[word.casefold()](rest.strip())
            elif answer:
                self._make(find_move(self.session.position, answer))
            self._nonsense = 0
        except RulesetError:
            raise  # no answer is to blame
        except GrundyError as error:
            self._misunderstood(error)

    def _misunderstood(self, error: GrundyError) -> None:
        self._screen.say(str(error))
        self._nonsense += 1
        if self._nonsense >= _MOST_NONSENSE and not self._screen.has_person:
            raise PositionError(
                f"{_MOST_NONSENSE} lines in a row were no move; the play stops here."
            ) from None

    # ---- the words ----------------------------------------------------------------------------

    def _list_moves(self, first: str) -> None:
        if not re.fullmatch("[0-9]{0,6}", first):
            raise PositionError("Write moves, or moves 21 to list them from the 21st on.")
        number = max(int(first or 1), 1)
        shown = self._list(number, _PAGE)
        if not shown:
            raise PositionError(f"There is no move {number}.")
        following = number + _PAGE
        if next(islice(each_move(self.session.position), following - 1, None), None):
            self._screen.say(f"      moves {following} goes on.")

    def _list(self, first: int, count: int) -> int:
        """List moves by their numbers, and say how many there were."""
        position = self.session.position
        moves = list(islice(each_move(position), first - 1, first - 1 + count))
        within = Limits(seconds=_SECONDS).for_one_question()
        for number, move in enumerate(moves, start=first):
            mark = self._mark(move, within) if self._hints else ""
            self._screen.say(f"{number:>4}. {move_text(move, position)}{mark}")
        return len(moves)

    def _mark(self, move: Move, limits: Limits) -> str:
        with suppress(LimitError):
            lost = move.option.outcome(self.session.play, limits=limits) is Outcome.P
            return "  (wins)" if lost else ""
        return ""

    def _hint(self, _: str) -> None:
        position, play = self.session.position, self.session.play
        try:
            move = PerfectPlayer().choose(position, play)
            outcome = position.outcome(play, limits=Limits(seconds=_SECONDS))
        except LimitError as error:
            known = error.known or "This position is too large to search."
            self._screen.say(f"No winning move has been found. {known}")
            return
        what = {
            Outcome.N: "wins",
            Outcome.D: "keeps the draw",
            Outcome.P: "loses against best play, as every move here, but resists most",
        }[outcome]
        self._screen.say(f"Hint: {move_text(move, position)}. It {what}.")
        with suppress(LimitError):
            within = Limits(seconds=_SECONDS)
            explanation = explain(position, play, turn=self.session.player, limits=within)
            decision = [part for part in explanation.sections() if "Who wins" in part.title]
            self._screen.say(as_text([replace(part, title="") for part in decision]))
        self._screen.say("Type why for the whole explanation.")

    def _why(self, _: str) -> None:
        position, play, player = self.session.position, self.session.play, self.session.player
        self._screen.say(position.explain(play, turn=player))

    def _undo(self, _: str) -> None:
        back = self._players.count(None) % 2 + 1  # against the computer, its answer too
        if len(self.session.moves) < back:
            raise PositionError("There is no move of yours to take back.")
        self.session = self.session.undone(back)
        self._show()

    def _level(self, name: str) -> None:
        if name not in LEVELS:
            raise PositionError(f"Write level and one of {', '.join(LEVELS)}.")
        if None not in self._players or self._players.count(None) == 2:
            raise PositionError("There is no computer player here whose level could change.")
        new = player(name)
        first, second = (seat and new for seat in self._players)
        self._players = first, second
        self._screen.say(f"The computer plays on as {new.name}.")

    def _board(self, _: str) -> None:
        self._show()

    def _save(self, file: str) -> None:
        if not file:
            raise PositionError("The name of a file is missing; write such as: save play.json")
        try:
            self._transcript().save(file)
        except OSError as error:
            raise PositionError(f"{file}: {(error.strerror or str(error)).lower()}.") from None
        self._screen.say(f"The play so far is in {file}.")

    def _help(self, _: str) -> None:
        self._screen.say(_HELP)

    def _quit(self, _: str) -> None:
        self._left = True
        self._screen.say("The play stops here.")

    # ---- the beginning and the end ------------------------------------------------------------

    def _welcome(self) -> None:
        rule = rule_of_end(self.session.play)
        self._screen.say(f"{self._game}, {rule}.")
        self._screen.say(f"{sentence(self._first())}.")
        if None in self._players:
            self._screen.say("Type a move, or help.")
        if self.session.over:
            self._screen.say(picture(self.session.position))
        else:
            self._show()

    def _first(self) -> str:
        first = self._names[0]
        if first == "player 1":
            return "player 1 moves first"
        return f"{first} {'move' if first == 'you' else 'moves'} first, as player 1"

    def _transcript(self) -> Transcript:
        names = (_recorded(self._players[0]), _recorded(self._players[1]))
        return transcript_of(self.session, self._game, names, self._result)

    def _keep(self) -> None:
        if self._save_to is None:
            return
        self._transcript().save(self._save_to)
        with suppress(OSError):  # the output may have gone
            self._screen.say(f"The play is in {self._save_to}.")


def _names(players: tuple[Player | None, Player | None]) -> tuple[str, str]:
    """Name the players as the play speaks of them."""
    if players.count(None) != 1:
        return "player 1", "player 2"
    first, second = ("the computer" if player else "you" for player in players)
    return first, second


def _recorded(player: Player | None) -> str:
    return "human" if player is None else f"computer, {player.name}"


def play(
    position: Position,
    play: Play = "normal",
    *,
    first: Literal["human", "computer"] = "human",
    level: Level = "perfect",
    blunder: float = 0.25,
    seed: int | None = None,
    two: bool = False,
    hints: bool = False,
    save: str | os.PathLike[str] | None = None,
    input: TextIO | None = None,  # noqa: A002 - the streams by the names that everybody knows
    output: TextIO | None = None,
) -> Session:
    """Play a position in the terminal."""
    players = seats(first, None if two else player(level, blunder=blunder, seed=seed))
    screen = Screen(sys.stdin if input is None else input, output or sys.stdout)
    match = Match(
        Session(position, play), players, screen, game=game_text(position), hints=hints, save=save
    )
    try:
        return match.run()
    except KeyboardInterrupt:
        screen.say("The play stops here.")
        return match.session


def seats(first: str, computer: Player | None) -> tuple[Player | None, Player | None]:
    """Pair a person with the computer, whoever begins first."""
    if first not in ("human", "computer"):
        raise ValueError(f"first is human or computer, found {first!r}.")
    return (None, computer) if first == "human" else (computer, None)
