"""Misère play explained: by a rule where one is proved, else by a search of the positions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING

from grundy.errors import LimitError
from grundy.games.answers import Because
from grundy.games.position import Move, Position
from grundy.games.valuers.whole_sum import Whole
from grundy.strategy.explain.explanation import Explanation
from grundy.strategy.explain.move_answers import MoveDescriber, answers, part_labels
from grundy.strategy.explain.position_facts import Answer, Component
from grundy.strategy.explain.reasons import game_name, written
from grundy.strategy.letters import letter
from grundy.values import Outcome

if TYPE_CHECKING:
    from grundy.games.sums import Solved
    from grundy.running.limits import Limits
    from grundy.running.progress import Progress

_MOST_MOVES = 1_000


def explain_misere(
    position: Position, turn: int, limits: Limits | None, progress: Progress | None
) -> Explanation:
    """Say who wins when who cannot move wins, and why; see `strategy.explain.explain`."""
    play = _by_rule(position, limits, progress) or _by_search(position, limits, progress)
    describer = MoveDescriber(position, None, part_labels(position), called=play.called)
    moves = list(islice(play.winning_moves(), _MOST_MOVES + 1))
    best = play.best(position)
    kept = best is not None and play.outcome is not Outcome.P
    found: list[Answer] = []
    complete = True
    if play.outcome is Outcome.P:
        found, complete = answers(position, describer, play.best)
    return Explanation(
        position=position,
        play="misere",
        turn=turn,
        outcome=play.outcome,
        value=None,
        components=_components(position),
        moves=tuple(map(describer.describe, moves[:_MOST_MOVES])),
        move_count=len(moves) if len(moves) <= _MOST_MOVES else play.count(),
        best=describer.describe(best) if best is not None and kept else None,
        answers=tuple(found),
        answers_complete=complete,
        rule=play.rule,
        because=play.because,
        searched=play.searched,
        normal_outcome=_normal(position, limits),
    )


class _Play:
    """What is known of a position under misère play."""

    def __init__(
        self,
        outcome: Outcome,
        because: Because,
        winning_moves: Callable[[], list[Move]],
        count: Callable[[], int | None],
        best: Callable[[Position], Move | None],
        rule: str = "",
        called: Callable[[Position], str] = lambda _: "",
        searched: int = 0,
    ) -> None:
        self.outcome = outcome
        self.winning_moves = winning_moves
        self.count = count
        self.best = best
        self.because = because
        self.rule = rule
        self.called = called
        self.searched = searched


def _by_rule(position: Position, limits: Limits | None, progress: Progress | None) -> _Play | None:
    solved = position.solve("misere", limits=limits, progress=progress)
    if not solved.rule:
        return None
    return _Play(
        solved.outcome,
        solved.because,
        lambda: list(islice(solved.winning_moves(), _MOST_MOVES + 1)),
        lambda: _counted(solved),
        lambda option: option.best_move("misere", limits=limits),
        rule=solved.rule,
        called=solved.called,
    )


def _by_search(position: Position, limits: Limits | None, progress: Progress | None) -> _Play:
    whole = Whole(position, "misere", limits, progress)

    return _Play(
        whole.outcome(position),
        whole.because,
        lambda: list(whole.winning_moves(position)),
        lambda: None,
        whole.best_move,
        searched=len(whole),
    )


def _counted(solved: Solved) -> int | None:
    try:
        return solved.winning_move_count()
    except LimitError:
        return None


def _components(position: Position) -> tuple[Component, ...]:
    return tuple(
        Component(
            label=letter(place),
            part=place,
            game=game_name(part.ruleset),
            text=written(part),
            value=None,
            endless=False,
        )
        for place, part in enumerate(position.parts)
    )


def _normal(position: Position, limits: Limits | None) -> Outcome | None:
    try:
        return position.outcome(limits=limits)
    except LimitError:
        return None
