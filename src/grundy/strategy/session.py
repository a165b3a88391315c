"""Players, who choose a move of a position, and Session: a play as far as it has come."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Literal, Protocol

from grundy import markup
from grundy.display import hook
from grundy.errors import LimitError, RulesetError
from grundy.games.position import Move, Part, Position
from grundy.games.state_text import shown
from grundy.games.symmetry import symmetry_of
from grundy.runtime.limits import Limits
from grundy.strategy.facts import too_many_moves
from grundy.strategy.moves import count_moves, each_move, letter
from grundy.values import Outcome, Play, winner_of

Level = Literal["perfect", "teacher", "random"]
LEVELS: tuple[Level, ...] = ("perfect", "teacher", "random")

_SECONDS = 20.0
_SECONDS_RESISTING = 1.0
_CHOSEN_FROM = 10_000  # moves that a random choice is made from
_COMPARED = 48  # moves of a lost position that are compared
_MANY = 1_000  # moves that are not compared, and that are looked through for one to copy from
_BLUNDERS_TRIED = 200  # moves among which one that gives the win away is looked for
_COPIED = {
    "half turn": "Now the board looks the same after half a turn, so each move has an answer.",
    "mirror": "Now the picture is symmetric, so each move has its image as an answer.",
}


class Player(Protocol):
    """Anything that chooses moves."""

    name: str

    def choose(self, position: Position, play: Play) -> Move:
        """Choose a legal move of a position that has one."""


class PerfectPlayer:
    """Wins every won position, keeps every draw, and resists in a lost one."""

    name = "perfect"

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits(seconds=_SECONDS)

    def choose(self, position: Position, play: Play) -> Move:
        """Choose a move; from a win the play surely ends in one, cycles or not."""
        within = self._limits.for_one_question()
        solved = position.solve(play, limits=within)
        outcome = solved.outcome if play == "normal" else None  # first of all: within the limits
        by_outcome = outcome and (solved.decided_at_once or _values_are_far(position))
        move = None
        if outcome is Outcome.P:
            if by_outcome:
                within = replace(within, seconds=_SECONDS_RESISTING)
            return resist(position, within)
        if outcome is Outcome.N and not by_outcome:
            move = _copying(position, within)
        move = move or position.best_move(play, limits=within)
        assert move is not None  # noqa: S101 - the caller asks where there is a move
        return move


class RandomPlayer:
    """Any legal move, each as likely as the others (among the first 10,000)."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)  # noqa: S311 - a game, no secret

    def choose(self, position: Position, play: Play) -> Move:
        """Choose a move without looking at what it does."""
        return self._random.choice(list(islice(each_move(position), _CHOSEN_FROM)))


class TeacherPlayer:
    """Plays perfectly, but now and then gives the win or the draw away."""

    name = "teacher"

    def __init__(self, rate: float = 0.25, seed: int | None = None) -> None:
        if not 0 <= rate <= 1:
            raise ValueError(f"The rate of blunders is from 0 to 1, found {rate}.")
        self.rate = rate
        self._random = random.Random(seed)  # noqa: S311
        self._perfect = PerfectPlayer()

    def choose(self, position: Position, play: Play) -> Move:
        """Choose a perfect move, or a blunder."""
        if self._random.random() < self.rate:
            blunder = self._blunder(position, play)
            if blunder is not None:
                return blunder
        return self._perfect.choose(position, play)

    def _blunder(self, position: Position, play: Play) -> Move | None:
        """Choose a move after which the other player wins, from a position that is not lost."""
        within = Limits(seconds=_SECONDS_RESISTING).for_one_question()
        with suppress(LimitError):  # else a perfect move is as well
            if position.outcome(play, limits=within) is Outcome.P:
                return None
            moves = list(islice(each_move(position), _CHOSEN_FROM))
            for move in self._random.sample(moves, min(len(moves), _BLUNDERS_TRIED)):
                if move.option.outcome(play, limits=within) is Outcome.N:
                    return move
        return None


def player(level: Level, *, blunder: float = 0.25, seed: int | None = None) -> Player:
    """Return the player of a level; *blunder* is the teacher's rate."""
    if level == "perfect":
        return PerfectPlayer()
    if level == "random":
        return RandomPlayer(seed)
    if level == "teacher":
        return TeacherPlayer(blunder, seed)
    raise ValueError(f"A level is perfect, teacher or random, found {level!r}.")


def copied_text(left: Position, play: Play) -> str:
    """Say how each move of what is left can be copied; "" where it cannot."""
    return _COPIED.get(symmetry_of(left), "") if play == "normal" else ""


def _values_are_far(position: Position) -> bool:
    """Return whether values take much longer than who wins."""
    asks_less = any(run.ruleset.valuer.asks_less for run in position.runs)
    return asks_less and not position.solve().lists_soon


def _copying(position: Position, limits: Limits) -> Move | None:
    """Return a winning move after which copying wins, which a person can follow; else None."""
    if any(part.ruleset.may_cycle(part.state) or too_many_moves(part) for part in position.parts):
        return None
    symmetric = filter(lambda move: symmetry_of(move.option), islice(position.moves(), _MANY))
    lost = (move for move in symmetric if move.option.outcome(limits=limits) is Outcome.P)
    return next(lost, None)


def resist(position: Position, limits: Limits | None = None) -> Move:
    """Return the move of a lost position to which a winning answer is hardest to find."""
    moves = list(islice(each_move(position), _MANY))
    if len(moves) == _MANY:
        return moves[0]
    within = None if limits is None else limits.for_one_question()
    helps: list[tuple[int, int]] = []
    with suppress(LimitError):
        helps += (_help_for_the_winner(move, within) for move in moves[:_COMPARED])
    return moves[helps.index(min(helps))] if helps else moves[0]


def _help_for_the_winner(move: Move, limits: Limits | None) -> tuple[int, int]:
    """Count the winning answers to a move, and the answers at all, these below 0."""
    winning = sum(1 for _ in move.option.each_winning_move(limits=limits))
    return winning, -count_moves(move.option, _MANY)


REPETITIONS = 3
"""How often a position has to come, with the same player to move, until the play is a draw."""


@dataclass(frozen=True, slots=True)
class Session:
    """A play of a position: where it began, and the moves so far. Immutable."""

    start: Position
    play: Play = "normal"
    moves: tuple[Move, ...] = ()
    _seen: Mapping[Hashable, int] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self._seen:
            begun = [self.start, *(move.option for move in self.moves)]
            keys = (_key(position, 1 + place % 2) for place, position in enumerate(begun))
            object.__setattr__(self, "_seen", dict(Counter(keys)))

    @property
    def position(self) -> Position:
        """The position now."""
        return self.moves[-1].option if self.moves else self.start

    @property
    def player(self) -> int:
        """The player to move: 1 or 2."""
        return 1 + len(self.moves) % 2

    @property
    def repetitions(self) -> int:
        """How often this position has come so far, with this player to move; at least 1."""
        return self._seen[_key(self.position, self.player)]

    @property
    def drawn(self) -> bool:
        """Whether the play has ended as a draw, by repetition."""
        return self.repetitions >= REPETITIONS

    @property
    def stuck(self) -> bool:
        """Whether the player to move has no move."""
        return next(each_move(self.position), None) is None

    @property
    def over(self) -> bool:
        """Whether the play has ended."""
        return self.drawn or self.stuck

    @property
    def winner(self) -> int | None:
        """The player who has won; None for a draw, and while the play goes on."""
        if self.drawn or not self.stuck:
            return None
        last_wins = self.play == "normal" or self.position.is_over
        return 3 - self.player if last_wins else self.player

    def _repr_html_(self) -> str:
        """Show the play in a notebook: its boards, its moves, and how it stands."""
        rows = (
            (place, 2 - place % 2, move.name, move.option)
            for place, move in enumerate(self.moves, start=1)
        )
        begun = markup.paragraph(f"{self.start}, {self.play} play. Player 1 begins.")
        moves = markup.table(["move", "player", "plays", "leaves"], rows, left=(2, 3))
        titles = ["Start", *(f"{place}. {move.name}" for place, move in enumerate(self.moves, 1))]
        strip = hook(self, "boards")([self.start, *(move.option for move in self.moves)], titles)
        return f"<div>{begun}{strip}{moves}{markup.paragraph(self._standing())}</div>"

    def _standing(self) -> str:
        if self.drawn:
            return "A draw: this position has come for the third time."
        if self.winner is not None:
            return f"Player {self.winner} has won."
        return f"Player {self.player} is to move."

    def after(self, move: Move) -> Session:
        """Return the play after one more move, a legal one of `position`."""
        try:
            key = _key(move.option, 3 - self.player)
        except TypeError:
            raise RulesetError(
                f"{shown(self.position)} has the option {shown(move.option)}, which is not "
                "hashable; write a tuple or a frozenset."
            ) from None
        seen = {**self._seen, key: self._seen.get(key, 0) + 1}
        return Session(self.start, self.play, (*self.moves, move), seen)

    def undone(self, count: int = 1) -> Session:
        """Return the play without its last moves."""
        return Session(self.start, self.play, self.moves[: max(len(self.moves) - count, 0)])


def replay(start: Position, moves: Iterable[Move], play: Play = "normal") -> Session:
    """Return the play of a position by these moves, each a legal one."""
    return Session(start, play, tuple(moves))


def _key(position: Position, player: int) -> Hashable:
    """Return what makes two positions one: the parts in any order, and who is to move."""
    return player, frozenset(Counter(position.parts).items())


# What a play says: positions as pictures, moves and ends in words.


_MOST_PARTS = 12
_LONGEST = 200  # signs of a name or a position; more are cut off
_MANY_DIGITS = re.compile("[0-9]{31,}")


def picture(position: Position) -> str:
    """Draw a position as text: each part by its letter, the letter of the explanations."""
    if not position.parts:
        return "  nothing is left"
    parts = position.parts[:_MOST_PARTS]
    several = len(position.parts) > 1
    lines = []
    for place, part in enumerate(parts):
        first, *others = _drawn(part).split("\n")
        margin = f"  {letter(place)}  " if several else "  "
        lines += [margin + first, *(" " * len(margin) + line for line in others)]
    more = len(position.parts) - len(parts)
    return "\n".join(lines + [f"  and {more:,} more"] * bool(more))


def move_text(move: Move, position: Position) -> str:
    """Return a move in words, the letter of the part that it is made in, and what it leaves."""
    name, left = shown_position(move.name), shown_position(move.option)
    if len(position.parts) > 1:
        name += f" in {letter(move.part)}"
    return name if name == left else f"{name}, leaving {left}"


def shown_position(thing: object) -> str:
    """Show a name or a position in one line, without endless digits."""
    return shown(_shortened(" ".join(str(thing).split())), _LONGEST)


def standing(position: Position, player: int, play: Play) -> int:
    """Return who wins with best play when *player* is to move: 1 or 2, or 0 for a draw."""
    return winner_of(position.outcome(play), player) or 0


def rule_of_end(play: Play) -> str:
    """Return who wins when nobody can move."""
    if play == "misere":
        return "misère play: who cannot move wins"
    return "normal play: who cannot move loses"


def ending(session: Session, names: tuple[str, str]) -> str:
    """Return how a play has ended."""
    if session.drawn:
        return (
            "This position has come for the third time with the same player to move: "
            "the play is a draw."
        )
    winner = session.winner
    if winner is None:
        return "The play is not finished."
    reason = " (misère play)" if session.play == "misere" else ""
    return sentence(f"{names[session.player - 1]} cannot move: {_wins(names[winner - 1])}{reason}.")


def sentence(text: str) -> str:
    """Capitalise the first letter of a text."""
    return text[:1].upper() + text[1:]


def _shortened(text: str) -> str:
    return _MANY_DIGITS.sub(
        lambda digits: f"{digits[0][:8]}…{digits[0][-8:]} ({len(digits[0])} digits)", text
    )


def _wins(name: str) -> str:
    return f"{name} win" if name == "you" else f"{name} wins"


def _drawn(part: Part) -> str:
    """Draw one part; a number with many digits is only written."""
    text = str(part)
    return _shortened(text) if _MANY_DIGITS.search(text) else part.ruleset.draw(part.state)
