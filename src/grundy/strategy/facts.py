"""Facts of a position: who wins it, why a component has its value, and its moves in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from grundy.errors import LimitError
from grundy.games.position import Move, Part, Position
from grundy.games.protocols import Justification
from grundy.games.state_text import shown
from grundy.games.symmetry import can_move, components
from grundy.games.winning import potential
from grundy.heaps.numbers import short
from grundy.nimbers import mex
from grundy.printable import ranges
from grundy.runtime.limits import Limits, thread_time
from grundy.strategy.moves import Block, leaves, letter, moves_in, name_of, placed, written
from grundy.values import LOONY, LoopyValue, Outcome, Play, Value, format_value, winner_of

_VALUES = Justification("")  # under normal play the values say it


@dataclass(frozen=True, slots=True)
class Component:
    """One component of a position, that no move ties to the others."""

    label: str
    part: int
    game: str
    text: str
    value: Value | None
    reason: str = ""
    options: tuple[OptionValue, ...] = ()
    picture: str = ""
    endless: bool = False
    rank: int = 0


@dataclass(frozen=True, slots=True)
class OptionValue:
    """One move of a component: its name, what the component becomes, and that one's value."""

    move: str
    text: str
    value: Value


@dataclass(frozen=True, slots=True)
class MoveFacts:
    """One move."""

    component: str
    part: int
    name: str
    before: Value | None
    after: Value | None
    leaves: str
    potential: int = 0
    called: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the winner plays after a move of the loser, or after any move of a group."""

    move: MoveFacts
    count: int
    total: Value | None
    answer: MoveFacts | None
    copies: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """Who wins a position, why, and by which moves."""

    position: Position
    play: Play
    turn: int
    outcome: Outcome
    value: Value | None
    components: tuple[Component, ...]
    labels: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...] = ()
    moves: tuple[MoveFacts, ...] = ()
    move_count: int | None = None
    best: MoveFacts | None = None
    mirrors: str = ""
    ends: bool = False
    answers: tuple[Answer, ...] = ()
    answers_complete: bool = True
    rule: str = ""
    because: Justification = _VALUES
    searched: int = 0
    normal_outcome: Outcome | None = None
    potential: int = 0

    @property
    def winner(self) -> int | None:
        """The player who wins, 1 or 2; None for a draw."""
        return winner_of(self.outcome, self.turn)

    @property
    def endless(self) -> bool:
        """Whether the play could go on without end."""
        return any(component.endless for component in self.components)

    @property
    def columns(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """The binary columns, highest first: the weight, and who has a one there."""
        values = {part.label: part.value for part in self.components}
        finite = {label: value for label, value in values.items() if isinstance(value, int)}
        bits = max([value.bit_length() for value in finite.values()], default=0)
        return tuple(
            (1 << bit, tuple(label for label, value in finite.items() if value >> bit & 1))
            for bit in reversed(range(bits))
        )


# Small phrases of an explanation: values, ranges and lists in words.


MOST_ROWS = 20
MOST_BITS = 24


def value_text(value: Value | None) -> str:
    """Write a value, a huge number shortened."""
    if value is None:
        return ""
    return format_value(value) if isinstance(value, LoopyValue) else short(value)


def xor_of(parts: list[Component]) -> int:
    """Return the nim-sum of components of finite value."""
    total = 0
    for part in parts:
        total ^= nimber_of(part.value)
    return total


def nimber_of(value: Value | None) -> int:
    """Return the value of a component that is known to have a finite one."""
    assert isinstance(value, int)  # noqa: S101 - of components of finite value
    return value


def range_text(numbers: set[int]) -> str:
    """Write the numbers of a set as their range."""
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low} to {high}"


def more_rows(count: int) -> Iterator[Block]:
    """Yield a note where a table was cut."""
    if count > MOST_ROWS:
        yield f"These are the first {MOST_ROWS} of {count:,}; the nim-sum is that of all."


_MOST_OPTIONS = 400  # options of one component that are looked at
_MOST_LISTED = 40  # and that are listed one by one
_LONGEST = 60
_OF_OPTIONS = Limits(positions=300_000, seconds=5, _clock=thread_time)


def reason(
    part: Part, value: Value, limits: Limits | None = None
) -> tuple[str, tuple[OptionValue, ...]]:
    """Return why a component has this value, with its options where they are few."""
    options = _options(part, _OF_OPTIONS.beside(limits).for_one_question())
    if options is None:
        return part.ruleset.valuer.reason(part.state), ()
    values_text = tuple(options) if len(options) <= _MOST_LISTED else ()
    if not options:
        return "there is no move, so the least number missing is 0.", ()
    if value is LOONY:
        return "it has a move that wins at once, whatever is beside it.", values_text
    if isinstance(value, LoopyValue):
        return _loopy(options, value), values_text
    return _mex(options, value), values_text


def too_many_moves(part: Part) -> bool:
    """Return whether a heap is so large that its winning moves are not all looked for."""
    return not part.ruleset.valuer.finds_all(part.state)


def listed(values: set[int]) -> str:
    """Write numbers in order, runs of three and more as 0–17."""
    return ", ".join(ranges(sorted(values), "–"))


def _options(part: Part, within: Limits) -> list[OptionValue] | None:
    """Return the options with their values, or None where they are too many or unknown."""
    try:
        moves = list(islice(part.ruleset.moves(part.state), _MOST_OPTIONS + 1))
        if len(moves) > _MOST_OPTIONS:
            return None
        return [
            OptionValue(
                shown(name, _LONGEST),
                _text(part, option),
                part.ruleset.as_position(option).value(limits=within),
            )
            for name, option in moves
        ]
    except LimitError:
        return None


def _text(part: Part, option: object) -> str:
    position = part.ruleset.as_position(option)
    return " + ".join(map(written, position.parts)) or "nothing"


def _mex(options: list[OptionValue], value: int) -> str:
    finite = {option.value for option in options if isinstance(option.value, int)}
    loony = any(option.value is LOONY for option in options)
    infinite = {option.value for option in options if isinstance(option.value, LoopyValue)}
    lead = "its only move leads" if len(options) == 1 else f"its {len(options)} moves lead"
    noun = "the value" if len(finite) == 1 else "the values"
    values_text = f"{noun} {listed(finite)}" if finite else "positions without a finite value"
    text = f"{lead} to {values_text}; the least number missing is {value}."
    if loony:
        text += " A move to loony does not count: the other player wins at once there."
    if infinite - {LOONY}:
        text += f" A move to ∞ does not change that: it can be taken back to {value}."
    return text


def _loopy(options: list[OptionValue], value: LoopyValue) -> str:
    finite = set(value.finite)
    least = mex(finite)
    stuck = next(
        option
        for option in options
        if isinstance(option.value, LoopyValue) and least not in option.value.finite
    )
    among = (
        f"its moves of finite value lead to {listed(finite)}"
        if finite
        else ("none of its moves leads to a finite value")
    )
    return (
        f"{among}, so the value could only be {least}; but {stuck.text} has the value "
        f"{stuck.value} and no move back to {least}. So there is no finite value, only "
        f"{value}: ∞ with the finite values among the options."
    )


def live_components(position: Position) -> list[Part]:
    """Return the components that can be moved."""
    return [part for _, part in components(position) if can_move(part)]


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
