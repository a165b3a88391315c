"""The answer to each move of a lost position, and misère play explained."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice

from grundy.errors import LimitError
from grundy.games.position import Move, Position, Solved
from grundy.games.states import SumGraph
from grundy.games.winning import potential
from grundy.runtime.limits import Limits, thread_time
from grundy.strategy.facts import Answer, Component, MoveFacts
from grundy.strategy.moves import game_name, leaves, letter, moves_in, name_of, placed, written
from grundy.strategy.wording import Explanation
from grundy.values import Outcome, Value

_MOST_MOVES = 400  # moves of a lost position that are looked at
_MOST_ANSWERED = 14  # answers one by one; above that, moves of equal effect are one group
_MOST_GROUPS = 40

Best = Callable[[Position], Move | None]
Copy = Callable[[Move], Move | None]


def part_labels(position: Position) -> list[str]:
    """Return the label of each part."""
    return [letter(place) for place in range(len(position.parts))]


@dataclass(frozen=True, slots=True)
class MoveDescriber:
    """Words the moves of one position: which component, its values if known, what is left."""

    position: Position
    values: list[Value] | None
    labels: Sequence[str]
    limits: Limits | None = None
    called: Callable[[Position], str] = lambda _: ""

    def described(self, move: Move | None) -> MoveFacts | None:
        """Word a move, where there is one."""
        return None if move is None else self.describe(move)

    def describe(self, move: Move) -> MoveFacts:
        """Word a move."""
        before = after = None
        place = move.part
        if self.values is not None:
            before, after = self.values[place], self._value_there(move)
        return MoveFacts(
            component=self.labels[place],
            part=place,
            name=name_of(move.name, placed(self.position, move)),
            before=before,
            after=after,
            leaves=leaves(move.option),
            potential=0 if self.values is None else potential(move.option),
            called=self.called(move.option),
        )

    def after(self, move: Move) -> MoveDescriber:
        """Return the describer of the position that a move leaves; a part keeps its label."""
        around = self.labels[: move.part], self.labels[move.part + 1 :]
        grown = len(placed(self.position, move))
        labels = [*around[0], *([self.labels[move.part]] * grown), *around[1]]
        values = None if self.values is None else move.option.values(limits=self.limits)
        return MoveDescriber(move.option, values, labels, self.limits, self.called)

    def _value_there(self, move: Move) -> Value:
        """Return the value of the part that a move leaves in the place of its own."""
        return Position(placed(self.position, move)).value(limits=self.limits)


def answers(
    position: Position, describer: MoveDescriber, best: Best, copy: Copy | None = None
) -> tuple[list[Answer], bool]:
    """Return the answer to each move of a lost position, or to each group of moves."""
    moves, complete = _moves(position)
    groups = [[move] for move in moves]
    if len(moves) > _MOST_ANSWERED:
        groups = _grouped(moves, describer)
        complete = complete and len(groups) <= _MOST_GROUPS
    return [_answer(group, describer, best, copy) for group in groups[:_MOST_GROUPS]], complete


def _moves(position: Position) -> tuple[list[Move], bool]:
    """Return the moves, of many parts some of each; and whether these are all."""
    most = max(1, _MOST_MOVES // max(1, len(position.parts)))
    moves: list[Move] = []
    complete = True
    for place in range(min(len(position.parts), _MOST_MOVES)):
        try:
            part_moves = list(islice(moves_in(position, place), most + 1))
        except LimitError:
            part_moves, complete = [], False
        complete = complete and len(part_moves) <= most
        moves += part_moves[:most]
    return moves, complete and len(position.parts) <= _MOST_MOVES


def _grouped(moves: list[Move], describer: MoveDescriber) -> list[list[Move]]:
    groups: dict[object, list[Move]] = {}
    for move in moves:
        description = describer.describe(move)
        same = (
            description.after
            if describer.values is not None
            else description.called or description.leaves
        )
        groups.setdefault((move.part, same), []).append(move)
    return list(groups.values())


def _answer(group: list[Move], describer: MoveDescriber, best: Best, copy: Copy | None) -> Answer:
    move = group[0]
    copied = None if copy is None else copy(move)
    reply = copied or best(move.option)
    return Answer(
        move=describer.describe(move),
        count=len(group),
        total=move.option.value(limits=describer.limits) if describer.values is not None else None,
        answer=describer.after(move).described(reply),
        copies=copied is not None,
    )


_MOST_MISERE_MOVES = 1_000
FEW = Limits(positions=20_000, seconds=1, _clock=thread_time)  # beside a theorem
BESIDE = Limits(seconds=5)  # for values, and for a move, where who wins is known without them


def explain_misere(
    position: Position, turn: int, labels: Sequence[str], limits: Limits | None
) -> Explanation:
    """Return who wins when who cannot move wins, and why; see `strategy.explain.explain`."""
    solved = position.solve("misere", limits=limits)
    known = solved.outcome is not None and solved.needs_no_search
    within = BESIDE if known and limits is None else limits
    whole = None if solved.rule else _whole(position, FEW.beside(limits) if known else limits)
    because = whole.because if whole and not known else solved.because
    best_move: Best = partial(Position.best_move, play="misere", limits=within)
    moves: list[Move] = []
    best: Move | None = None
    replies: list[Answer] = []
    complete = True
    describer = MoveDescriber(position, None, labels, called=solved.called)
    if whole is not None:
        best_move = whole.best_move
    with suppress(LimitError):
        if solved.outcome is Outcome.P:
            replies, complete = answers(position, describer, best_move)
        else:
            best = best_move(position)
    if whole is not None or solved.rule:
        winning = solved.winning_moves() if whole is None else whole.winning_moves(position)
        moves += islice(winning, _MOST_MISERE_MOVES + 1)
        count = len(moves) if len(moves) <= _MOST_MISERE_MOVES else _counted(solved)
    else:
        moves, count = [best] if best else [], None
    return Explanation(
        position=position,
        play="misere",
        turn=turn,
        outcome=solved.outcome,
        value=None,
        components=_components(position, labels),
        labels=tuple(labels),
        moves=tuple(map(describer.describe, moves[:_MOST_MISERE_MOVES])),
        move_count=count,
        best=describer.described(best),
        answers=tuple(replies),
        answers_complete=complete,
        rule=solved.rule,
        because=because,
        searched=len(whole) if whole else 0,
        normal_outcome=_normal(position, limits),
    )


def _whole(position: Position, limits: Limits | None) -> SumGraph | None:
    """Return all that can be reached; None where that is too much."""
    try:
        return SumGraph(position, "misere", limits)
    except LimitError:
        return None


def _counted(solved: Solved) -> int | None:
    try:
        return solved.winning_move_count() if solved.rule else None
    except LimitError:
        return None


def _components(position: Position, labels: Sequence[str]) -> tuple[Component, ...]:
    return tuple(
        Component(
            label=labels[place],
            part=place,
            game=game_name(part.ruleset),
            text=written(part),
            value=None,
        )
        for place, part in enumerate(position.parts)
    )


def _normal(position: Position, limits: Limits | None) -> Outcome | None:
    try:
        return position.outcome(limits=limits)
    except LimitError:
        return None
