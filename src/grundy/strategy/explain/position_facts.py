"""Facts of a position: who wins it and why; the words of an explanation are made from them."""

from __future__ import annotations

from dataclasses import dataclass

from grundy.games.answers import Because
from grundy.games.position import Position
from grundy.values import Outcome, Play, Value

_VALUES = Because("")  # under normal play the values say it


@dataclass(frozen=True, slots=True)
class Component:
    """One component of a position, that no move ties to the others.

    Attributes:
        label: How the explanation calls it: A, B, …; A1, A2, … where a part falls apart.
        part: The index of the part of the position that it belongs to.
        game: The text of its rules.
        text: The component as its rules write it.
        value: Its value under normal play; None where only the outcome is known.
        reason: Why it has this value, in a sentence.
        options: Its moves with the values that they lead to, where they are few; else empty.
        picture: The picture of its part in plain text where that has several lines; else empty.
        endless: Whether its play could go on for ever.
        rank: Its place in the order that makes winning play end; 0 without cycles.
    """

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
    """One move.

    Attributes:
        component: The label of what it is made in.
        part: The index of the part that it is made in.
        name: The move as the rules name it.
        before: The value of that part, None under misère play.
        after: The value that it becomes, None under misère play.
        leaves: The position that it leaves.
        called: Under misère play how the rule calls that position: its element; else empty.
        potential: Φ of that position; 0 without cycles.
    """

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
    """What the winner plays after a move of the loser, or after any move of a group.

    Attributes:
        move: The move, or one of the group.
        count: How many moves are in the group.
        total: The value of the position that the move leaves, None under misère play.
        answer: The winner's move; None where the loser's move has ended the play.
        copies: Whether the answer does the same in an equal component.
    """

    move: MoveFacts
    count: int
    total: Value | None
    answer: MoveFacts | None
    copies: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """Who wins a position, why, and by which moves.

    Attributes:
        position: What is explained.
        play: "normal" or "misere".
        turn: The player to move, 1 or 2.
        outcome: Who wins.
        value: The value of the whole position; None under misère play.
        components: The components, with their values and reasons under normal play.
        pairs: The labels of components that are equal, two and two.
        moves: Winning moves, or in a draw moves that keep it; the first ones where they are many.
        move_count: How many winning moves there are; None where they were not all looked for.
        best: The move to play; None where there is none, or nothing is to be won.
        mirrors: How copying wins after the best move, or in a lost position now: "halves" (the
            move splits one component into two equal ones), "pairs" (all components are equal
            two and two), "half turn" (the board looks the same after it); empty where none does.
        ends: Whether the best move ends the play.
        answers: In a lost position, the answer to each move or group of moves.
        answers_complete: Whether every move is among them.
        rule: Under misère play, the rule that decided; empty where a search did.
        because: Under misère play, why it is won or lost, in sentences.
        searched: Under misère play, the positions that a search looked at.
        normal_outcome: Under misère play, who would win under normal play, where that is known.
        potential: Φ of the position; 0 without cycles.
    """

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
        """The binary columns, highest first: the weight, and who has a one there.

        Components of value ∞ have no digits.
        """
        values = {part.label: part.value for part in self.components}
        finite = {label: value for label, value in values.items() if isinstance(value, int)}
        bits = max([value.bit_length() for value in finite.values()], default=0)
        return tuple(
            (1 << bit, tuple(label for label, value in finite.items() if value >> bit & 1))
            for bit in reversed(range(bits))
        )
