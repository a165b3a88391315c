"""Facts of a position: who wins it and why; the words of an explanation are made from them."""

from __future__ import annotations

from dataclasses import dataclass

from grundy.games.answers import Because
from grundy.games.position import Position
from grundy.values import Outcome, Play, Value

_VALUES = Because("")  # under normal play the values say it


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
    pairs: tuple[tuple[str, str], ...] = ()
    moves: tuple[MoveFacts, ...] = ()
    move_count: int | None = None
    best: MoveFacts | None = None
    mirrors: str = ""
    ends: bool = False
    answers: tuple[Answer, ...] = ()
    answers_complete: bool = True
    rule: str = ""
    because: Because = _VALUES
    searched: int = 0
    normal_outcome: Outcome | None = None
    potential: int = 0

    @property
    def winner(self) -> int | None:
        """The player who wins, 1 or 2; None for a draw."""
        if self.outcome is Outcome.D:
            return None
        return self.turn if self.outcome is Outcome.N else 3 - self.turn

    @property
    def endless(self) -> bool:
        """Whether the play could go on for ever."""
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
