"""Who wins a game of the page: judgements, the computer's move, puzzles."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import field, replace
from datetime import date
from typing import Annotated, Literal

from grundy.answers.forms import filled
from grundy.errors import LimitError, PositionError
from grundy.games.position import Move, Position
from grundy.games.ruleset import Ruleset
from grundy.games.states import SumGraph
from grundy.games.symmetry import is_symmetric
from grundy.heaps.ruleset import as_heap_game
from grundy.named.notation import entry_by_text, read_game, written
from grundy.runtime.limits import Limits
from grundy.strategy.moves import each_move
from grundy.values import Outcome, Play
from grundy.web import game_tasks, settings
from grundy.web.records import Answer, Letter, Request

_MOST_JUDGED = 20_000  # parts of a position of which only the value is asked
_SECONDS = 6.0
_SECONDS_FOR_MOVES = 5.0
_MOST_LASTING = 3_000  # positions that are looked at to say how long a play lasts
_SECONDS_LASTING = 0.4

UNKNOWN = "Who wins cannot be decided quickly here: the search is too large."
_UNKNOWN_MOVES = "What some of the moves lead to takes too long to find out."


class JudgePosition(Request):
    """A position, and whether its moves are judged too."""

    position: game_tasks.Text
    play: Play = "normal"
    moves: bool = False


class ChooseMove(Request):
    """The computer is to move: how well it plays, and how often the teacher blunders."""

    position: game_tasks.Text
    play: Play = "normal"
    level: Literal["perfect", "teacher", "random"] = "perfect"
    blunder: Annotated[float, ("minimum", 0), ("maximum", 1)] = 0.25
    seed: Annotated[int, ("minimum", 0), ("maximum", 2**53 - 1)] | None = None


class DrawPuzzle(Request):
    """A game such as ``kayles``, or a position of it; the most moves; a seed for the same again.

    With a day, such as 2026-11-26, it is that day's puzzle, and the rest does not count.
    """

    game: game_tasks.Typed = "nim"
    size: Annotated[int, ("minimum", 3), ("maximum", 60)] = 12
    play: Play = "normal"
    seed: Annotated[int, ("minimum", 0), ("maximum", 2**53 - 1)] | None = None
    day: Annotated[str, ("pattern", r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] | None = None


class Judged(Answer):
    """Who wins, as far as it was found.

    The outcome and the values are null, and an outcome in leads is empty, where that takes too
    long; then message says so. A value is text: a number or ∞(K). Misère play has no values.

    The remoteness is the number of moves until the end when the winner hurries and the loser
    delays; null for a draw, and where the position reaches too many to be looked at at once. Lasts
    is that of what each move leaves, in the order of leads.
    """

    outcome: Letter | None
    value: str | None
    values: list[str]
    leads: list[Annotated[str, ("pattern", "^[PND]?$")]]
    message: str
    remoteness: int | None = None
    lasts: list[int | None] = field(default_factory=list)


class Chosen(game_tasks.GameMove):
    """The computer's move; not sure when it could not find out who wins, and took any.

    Lost is whether it was found that no move wins or draws: what was played before was good. The
    reason is a sentence where symmetry has chosen, else empty.
    """

    sure: bool = True
    lost: bool = False
    reason: str = ""


class PuzzleAnswer(Answer):
    """A position in which exactly one of the moves wins; the level is from 1 to 5.

    Tempting are the other moves against which at most one answer wins.
    """

    position: str
    level: int
    moves: int
    tempting: int
    seed: int
    winning: game_tasks.GameMove


def judge(request: JudgePosition) -> Judged:
    """Say who wins a position, and what each move leads to, as far as some seconds go.

    The moves are those that game/position lists, in the same order; they are not judged where
    the position itself is out of reach.
    """
    position = game_tasks.read_position(
        request.position, game_tasks.MOST_PARTS if request.moves else _MOST_JUDGED
    )
    limits = settings.limits(_SECONDS).for_one_question()
    judged = Judged(outcome=None, value=None, values=[], leads=[], message="")
    copied = _by_copying(position) if request.play == "normal" else None
    if copied is not None:
        return copied if request.moves else replace(copied, leads=[], message="")
    try:
        solved = position.together().solve(request.play, limits=limits)
        judged.outcome = str(solved.outcome)
        if request.play == "normal":
            lost = judged.outcome == "P"  # all values are not searched for where one is known
            one = lost and position.part_count == 1
            judged.values = ["0"] if one else list(map(str, solved.values()))
            judged.value = "0" if lost else str(solved.value())
    except LimitError:
        settings.defer_to_searcher()
        judged.message = UNKNOWN if judged.outcome is None else ""
    if judged.outcome is not None:
        if request.moves and judged.outcome == "P":
            judged.leads = ["N" for _ in game_tasks.listed_moves(position)]
        elif request.moves:
            judged.leads, judged.message = of_each_move(
                position,
                _SECONDS_FOR_MOVES,
                lambda move, limits: move.option.outcome(request.play, limits=limits),
            )
        judged.remoteness, judged.lasts = _lasting(position, request.play, moves=request.moves)
    return judged


def answer(request: ChooseMove) -> Chosen:
    """Choose the computer's move.

    Where the search would take too long, it takes any move and says that it is not sure.
    """
    from grundy.strategy.session import PerfectPlayer, RandomPlayer, copied_text, player

    position = game_tasks.read_position(request.position)
    if next(each_move(position), None) is None:
        raise PositionError("The play is over: there is no move.")
    chooser = (
        PerfectPlayer(settings.limits(_SECONDS))
        if request.level == "perfect"
        else player(request.level, blunder=request.blunder, seed=request.seed)
    )
    sure, lost, reason = True, False, ""
    try:
        chosen = chooser.choose(position, request.play)
        reason = copied_text(chosen.option, request.play)
        if not reason:
            lost = position.outcome(request.play, limits=settings.limits(_SECONDS)) is Outcome.P
    except LimitError:
        settings.defer_to_searcher()
        chosen, sure = RandomPlayer(request.seed).choose(position, request.play), False
    ways = game_tasks.with_ways(position, chosen).ways
    return Chosen(chosen.name, chosen.part, written(chosen.option), ways, sure, lost, reason)


def puzzle(request: DrawPuzzle) -> PuzzleAnswer:
    """Draw a position in which exactly one move wins: by a seed, the best of a few, or the day's.

    It is of the game that the text names or that a position of one game is of; a position of
    several, or of a game whose states are the user's own, is played on from.
    """
    from grundy.strategy import puzzles

    if request.day is not None:
        pick = puzzles.puzzle_of_the_day(_day(request.day))
    else:
        source, size, play = _game_of(request.game), request.size, request.play
        most = settings.at_most(_SECONDS)
        if request.seed is not None:
            pick = puzzles.puzzle(source, size, request.seed, play=play, seconds=most)
        else:
            first = random.SystemRandom().randrange(2**31)
            pick = puzzles.most_tempting(source, size, first, play=play, seconds=most)
    position, winning = written(pick.position), game_tasks.move_answer(pick.move)
    return filled(PuzzleAnswer, pick, position=position, moves=pick.move_count, winning=winning)


def _game_of(text: str) -> Ruleset | Position:
    """Return the game that a text names, or that its position is of; else the position."""
    game: Ruleset | Position = (
        read_game(text) if len(text.split()) == 1 else game_tasks.read_position(text)
    )
    if isinstance(game, Position):
        rulesets = {part.ruleset for part in game.parts}
        if len(rulesets) == 1:
            (ruleset,) = rulesets
            entry = as_heap_game(ruleset) or entry_by_text(ruleset.text)
            if entry is not None and isinstance(ruleset, Ruleset):
                return ruleset
    return game


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise PositionError(f"There is no day {text}.") from None


def of_each_move(
    position: Position, seconds: float, find: Callable[[Move, Limits], object]
) -> tuple[list[str], str]:
    """Return what is found of each listed move, empty when the time is over, and what ended it."""
    until = settings.clock() + settings.at_most(seconds)
    results: list[str] = []
    message = ""
    for move, _ in game_tasks.listed_moves(position):
        left = until - settings.clock()
        try:
            if left <= 0:
                raise LimitError(_UNKNOWN_MOVES)
            results.append(str(find(move, settings.limits(left))))
        except LimitError:
            settings.defer_to_searcher()
            results.append("")
            message = _UNKNOWN_MOVES
    return results, message


def _by_copying(position: Position) -> Judged | None:
    """Judge a board of many moves of which it is known without a search who wins."""
    solved = position.solve()
    if not solved.decided_at_once:
        return None
    moves = [move for move, _ in game_tasks.listed_moves(position)]
    if solved.outcome is Outcome.P:
        return Judged("P", "0", ["0"], ["N" for _ in moves], "")
    leads = ["P" if is_symmetric(move.option) else "" for move in moves]
    return Judged("N", None, [], leads, _UNKNOWN_MOVES)


def _lasting(position: Position, play: Play, *, moves: bool) -> tuple[int | None, list[int | None]]:
    """Return how long a play lasts from here and after each listed move, if that is soon seen."""
    candidates = [move for move, _ in game_tasks.listed_moves(position)]
    listed = [move.option for move in candidates]
    if len(listed) > _MOST_LASTING // 10 or _surely_many(Counter(move.part for move in candidates)):
        return None, []
    try:
        # Without hurry: who wins is known, and a search of seconds would have no more to say.
        limits = Limits(positions=_MOST_LASTING, seconds=_SECONDS_LASTING)
        whole = SumGraph(position, play, limits)
        options = listed if moves else []
        return whole.remoteness(position), [whole.remoteness(option) for option in options]
    except LimitError:
        return None, []


def _surely_many(moves: Counter[int]) -> bool:
    """Whether moves in several parts, in any order, lead to too many positions to look at all."""
    together = math.prod(count + 1 for count in moves.values())
    return together > _MOST_LASTING * math.factorial(len(moves))
