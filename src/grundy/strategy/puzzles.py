"""Puzzles: positions with exactly one winning move, drawn at random and graded."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from itertools import islice

from grundy.errors import GrundyError, LimitError, PositionError
from grundy.games.position import Move, Position
from grundy.games.ruleset import Ruleset
from grundy.games.state_text import shown
from grundy.games.symmetry import symmetry_of
from grundy.heaps.ruleset import as_heap_game
from grundy.named.notation import entry_of, is_few_numbers, parse_states, read, read_game
from grundy.runtime.limits import Limits
from grundy.strategy.moves import count_moves, each_move
from grundy.values import Outcome, Play

LEAST_SIZE, MOST_SIZE = 3, 100
_DRAWN = 300  # starts that are played from before it is given up
_STEPS = 200  # moves of such a play
_MOST_PARTS = 12
_FEW_PARTS = 5  # that are seen at a glance
_TRIED = 6  # positions of one play that are looked at
_POSITIONS, _SECONDS_EACH = 20_000, 1.0  # of the search of one position
_HARDEST = 5
_CANDIDATES = 5  # of which the most tempting is taken
_MORE_SEEDS, _DAYS_APART = 20, 100_003  # for a day whose first ones need no thought
# Games whose positions are judged at once on any machine: the day's puzzle is the same on all.
_DAILY = (
    "nim", "kayles", "chomp", "wythoff", "cram", "silver-dollar", "take-a-square",
    "turning-turtles", "welter", "fibonacci-nim", "dawsons-kayles",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which exactly one move wins.

    Attributes:
        position: The position; its player to move wins, by one move only.
        move: That move.
        play: Normal or misère play.
        size: What was asked for: the most legal moves, of which there are more than half.
        seed: With it `puzzle` gives this puzzle again.
        move_count: The legal moves.
        tempting: How many of them look good and do not win: at most one answer wins against them.
        level: From 1 to 5, by how many moves look good: none, 1, 2 to 3, 4 to 7, 8 or more; 1
            where counting the parts of value 1 or copying is enough, and *tempting* is 0.
    """

    position: Position
    move: Move
    play: Play
    size: int
    seed: int
    move_count: int
    tempting: int

    @property
    def level(self) -> int:
        """From 1, where no other move looks good, to 5."""
        return min(_HARDEST, 1 + self.tempting.bit_length())


def puzzle(
    game: str | Ruleset | Position,
    size: int = 12,
    seed: int | None = None,
    *,
    play: Play = "normal",
    seconds: float = 20.0,
) -> Puzzle:
    """Draw a position in which exactly one move wins, and does not end the play at once.

    Positions come from random plays: of a heap game or one of a few numbers from random states,
    of another from where the catalogue begins, and of a position from there. Several parts are
    added where one has too few moves.

    Args:
        game: A game of the catalogue or a code, as text or rules, or a position to begin from.
        size: The most legal moves, from 3 to 100; the position has more than half as many.
        seed: The same seed gives the same puzzle, unless time ended a search; None draws one.
        play: Normal or misère play.
        seconds: The longest that it may take. A position whose search takes more than a second,
            or 20,000 positions by rules in Python, is passed over.

    Raises:
        ValueError: If the size or the play is none.
        PositionError: If no such position was found, or the game says none to begin from.
        LimitError: If the time ends before one was found.
        CodeError: If the text is malformed.
        UnknownNameError: If there is no such game.

    >>> found = puzzle("nim", size=9, seed=1)
    >>> found.move_count <= 9, found.position.winning_moves() == [found.move]
    (True, True)
    """
    if not LEAST_SIZE <= size <= MOST_SIZE:
        raise ValueError(f"The size of a puzzle is from {LEAST_SIZE} to {MOST_SIZE}, found {size}.")
    if play not in ("normal", "misere"):
        raise ValueError(f'The play is "normal" or "misere", found {play!r}.')
    if seed is None:
        seed = random.SystemRandom().randrange(2**31)
    choose = random.Random(seed)  # noqa: S311 - a game, no secret
    until = time.monotonic() + seconds
    scope = f"of {_name(game)} with {size // 2 + 1} to {size} moves"
    for start in islice(_starts(game, size, choose), _DRAWN):
        for position in _positions_in_play(start, size, choose):
            left = until - time.monotonic()
            if left <= 0:
                raise LimitError(
                    f"No position {scope} was met within {seconds:g} seconds in which exactly "
                    "one wins; a smaller size takes less time."
                )
            each = math.inf if math.isinf(left) else min(_SECONDS_EACH, left)
            limits = Limits(positions=_POSITIONS, seconds=each)
            with suppress(LimitError):
                solution = _judged(position, play, limits.for_one_question())
                if solution is not None:
                    return Puzzle(position, solution[0], play, size, seed, *solution[1:])
    raise PositionError(
        f"No position {scope} was met in which exactly one wins; another size or seed may have one."
    )


def most_tempting(
    game: str | Ruleset | Position,
    size: int,
    first: int,
    *,
    play: Play = "normal",
    seconds: float = math.inf,
) -> Puzzle:
    """Return the puzzle of the next few seeds in which most other moves look good.

    One of a few parts, in all of which there is a move, comes before any other.
    """
    until = time.monotonic() + seconds
    puzzles: list[Puzzle] = []
    for seed in range(first, first + _CANDIDATES):
        try:
            left = until - time.monotonic()
            puzzles.append(puzzle(game, size, seed, play=play, seconds=left))
        except LimitError:
            if not puzzles:
                raise
            break
    return max(puzzles, key=lambda one: (_is_clear(one.position), one.tempting))


def _is_clear(position: Position) -> bool:
    parts = [Position((part,)) for part in position.parts]
    return len(parts) <= _FEW_PARTS and all(count_moves(part, 1) for part in parts)


def puzzle_of_the_day(day: date) -> Puzzle:
    """Return the day's puzzle, the same for everybody: another game each day, larger by Sunday.

    Some other move looks good: where none does, more seeds of its game are tried.
    """
    number, size = day.toordinal(), 8 + 2 * day.weekday()
    game = _DAILY[number % len(_DAILY)]
    first = number * _CANDIDATES
    best = most_tempting(game, size, first)
    for later in range(1, _MORE_SEEDS):
        if best.tempting:
            break
        best = most_tempting(game, size, first + later * _DAYS_APART)
    return best


def _name(game: str | Ruleset | Position) -> str:
    return shown(game if isinstance(game, str) else getattr(game, "text", str(game)), 40)


# ---- where a play begins --------------------------------------------------------------------


def _starts(game: str | Ruleset | Position, size: int, choose: random.Random) -> Iterator[Position]:
    """Yield positions to play from, without end."""
    if isinstance(game, str):
        game = read(game) if len(game.split()) > 1 else read_game(game)
    if isinstance(game, Position):
        while True:
            yield game
    first = _first(game)
    while True:
        start = Position()
        for _ in range(choose.randint(1, 3)):
            start += _part(game, first, size, choose)
        while count_moves(start, size) <= size // 2 and len(start.parts) < _MOST_PARTS:
            start += _part(game, first, size, choose)
        yield start


def _first(ruleset: Ruleset) -> Position | None:
    """Return the catalogue's own start; None where any number is one."""
    if as_heap_game(ruleset) is not None:
        return None
    try:
        return parse_states(ruleset, entry_of(ruleset.text).start.split())
    except (GrundyError, StopIteration):
        raise PositionError(
            f"{ruleset.text} has no position to begin from; write one after the game."
        ) from None


def _part(ruleset: Ruleset, first: Position | None, size: int, choose: random.Random) -> Position:
    """Draw a part: a number, a few numbers like those of the first position, or that one."""
    if first is None:
        return ruleset[choose.randint(1, 2 * size)]
    part = choose.choice(first.parts)
    if is_few_numbers(part):
        for _ in range(_STEPS):
            state = tuple(choose.randint(0, size) for _ in part.state)
            try:
                return ruleset[state]
            except GrundyError:
                continue
    return Position((part,))


def _positions_in_play(start: Position, size: int, choose: random.Random) -> list[Position]:
    """Play at random; return positions with the right number of moves, in random order."""
    positions: list[Position] = []
    position = start
    for _ in range(_STEPS):
        moves = list(islice(each_move(position), 10_000))
        if size // 2 < len(moves) <= size and position not in positions:
            positions.append(position)
        if len(moves) <= size // 2:
            break
        position = choose.choice(moves).option
    choose.shuffle(positions)
    return positions[:_TRIED]


# ---- what makes a puzzle --------------------------------------------------------------------


def _judged(position: Position, play: Play, limits: Limits) -> tuple[Move, int, int] | None:
    """Return the only move that wins, how many moves there are, and how many others look good."""
    moves = list(each_move(position))
    winning: list[Move] = []
    for move in moves:
        if move.option.outcome(play, limits=limits) is Outcome.P:
            winning.append(move)
            if len(winning) > 1:
                return None
    if not winning or next(each_move(winning[0].option), None) is None:
        return None
    # To make equal halves is what anybody tries first.
    is_copied = play == "normal" and symmetry_of(winning[0].option)
    if is_copied or _is_parity(position, limits):
        return winning[0], len(moves), 0
    others = (move for move in moves if move is not winning[0])
    return winning[0], len(moves), sum(_looks_good(move, play, limits) for move in others)


def _is_parity(position: Position, limits: Limits) -> bool:
    """Whether to count the parts of value 1 is enough: besides them there is one heap at most."""
    if position.part_count < 2:
        return False
    values = [Position((part,)).value(limits=limits) for part in position.parts]
    rest = [at for at, value in enumerate(values) if value not in (0, 1)]
    return not rest or (len(rest) == 1 and position.parts[rest[0]].state == values[rest[0]])


def _looks_good(move: Move, play: Play, limits: Limits) -> bool:
    """Return whether at most one answer wins against a move."""
    answers = islice(move.option.each_winning_move(play, limits=limits), 2)
    return sum(1 for _ in answers) < 2
