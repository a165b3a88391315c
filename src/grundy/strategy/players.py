"""Players: each chooses a legal move of a position. They know nothing of a terminal."""

from __future__ import annotations

import random
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Literal, Protocol

from grundy.errors import LimitError
from grundy.games.position import Move, Position
from grundy.running.limits import Limits
from grundy.strategy.explain.facts import copies_itself, too_many_moves
from grundy.strategy.moves import count_moves, each_move
from grundy.values import Outcome

if TYPE_CHECKING:
    from grundy.values import Play

Level = Literal["perfect", "teacher", "random"]
LEVELS: tuple[Level, ...] = ("perfect", "teacher", "random")

_SECONDS = 20.0
_CHOSEN_FROM = 10_000  # moves that a random choice is made from
_COMPARED = 48  # moves of a lost position that are compared
_MANY = 1_000  # moves of a lost position that are not compared
_COPIES_TRIED = 64  # winning moves among which one that leaves pairs is looked for
_BLUNDERS_TRIED = 200  # moves among which one that gives the win away is looked for


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
        outcome = position.outcome(play, limits=within)
        if play == "normal" and outcome is Outcome.P:
            return resist(position, within)
        move = None
        if play == "normal" and outcome is Outcome.N:
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
        within = Limits(seconds=_SECONDS).for_one_question()
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


def _copying(position: Position, limits: Limits) -> Move | None:
    """Return a winning move that leaves equal pairs, which a person can follow; else None."""
    if any(part.ruleset.may_cycle(part.state) or too_many_moves(part) for part in position.parts):
        return None
    winning = islice(position.each_winning_move(limits=limits), _COPIES_TRIED)
    return next((move for move in winning if copies_itself(move.option)), None)


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
