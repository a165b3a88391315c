"""Explanation: who wins a position and why, as facts; its text is worded from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.games.position import Play, Position
from grundy.values import LoopyValue, Outcome, Value

if TYPE_CHECKING:
    from grundy.strategy.explain.sections import Section


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
class MoveTold:
    """One move.

    Attributes:
        component: The label of what it is made in.
        part: The index of the part that it is made in.
        name: The move as the rules name it.
        before: The value of that part, None under misère play.
        after: The value that it becomes, None under misère play.
        leaves: The position that it leaves.
        potential: Φ of that position; 0 without cycles.
    """

    component: str
    part: int
    name: str
    before: Value | None
    after: Value | None
    leaves: str
    potential: int = 0


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

    move: MoveTold
    count: int
    total: Value | None
    answer: MoveTold | None
    copies: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """Who wins a position, why, and by which moves.

    ``str()`` gives the text, a notebook shows it as HTML, and `data` gives the facts for
    machines.

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
    moves: tuple[MoveTold, ...] = ()
    move_count: int | None = None
    best: MoveTold | None = None
    mirrors: str = ""
    ends: bool = False
    answers: tuple[Answer, ...] = ()
    answers_complete: bool = True
    rule: str = ""
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

    def sections(self) -> list[Section]:
        """Give the explanation as titled sections of sentences and tables."""
        from grundy.strategy.explain.words import sections

        return sections(self)

    def as_text(self, width: int | None = None) -> str:
        """Write the explanation as text, its lines folded for a terminal of *width* columns."""
        from grundy.strategy.explain.sections import as_text

        return as_text(self.sections(), width)

    def __str__(self) -> str:
        return self.as_text()

    def __repr__(self) -> str:
        return f"Explanation({self.position!r}, {self.play} play: {self.outcome})"

    def _repr_html_(self) -> str:
        """Show the explanation in a notebook."""
        from grundy.strategy.explain.sections import as_html

        return as_html(self.sections())

    def data(self) -> dict[str, Any]:
        """Give the facts for machines, as JSON takes them; a value ∞(K) is text."""
        return {
            "position": str(self.position),
            "play": self.play,
            "turn": self.turn,
            "outcome": str(self.outcome),
            "winner": self.winner,
            "value": _plain(self.value),
            "components": [_component(part) for part in self.components],
            "columns": [{"weight": weight, "ones": list(ones)} for weight, ones in self.columns],
            "pairs": [list(pair) for pair in self.pairs],
            "best_move": None if self.best is None else _move(self.best),
            "copying": self.mirrors,
            "winning_move_count": self.move_count,
            "winning_moves": [_move(move) for move in self.moves]
            if self.outcome is Outcome.N
            else [],
            "answers": [_answer(answer) for answer in self.answers],
            "answers_complete": self.answers_complete,
            "rule": self.rule,
            "positions_searched": self.searched,
            "potential": self.potential,
            "text": str(self),
        }


def _plain(value: Value | None) -> int | str | None:
    return str(value) if isinstance(value, LoopyValue) else value


def _component(part: Component) -> dict[str, Any]:
    return {
        "label": part.label,
        "part": part.part,
        "game": part.game,
        "position": part.text,
        "value": _plain(part.value),
        "reason": part.reason,
        "options": [
            {"move": option.move, "position": option.text, "value": _plain(option.value)}
            for option in part.options
        ],
        "rank": part.rank if part.endless else None,
    }


def _move(move: MoveTold) -> dict[str, Any]:
    return {
        "component": move.component,
        "part": move.part,
        "move": move.name,
        "before": _plain(move.before),
        "after": _plain(move.after),
        "leaves": move.leaves,
    }


def _answer(answer: Answer) -> dict[str, Any]:
    return {
        "move": _move(answer.move),
        "count": answer.count,
        "value": _plain(answer.total),
        "answer": None if answer.answer is None else _move(answer.answer),
        "copies": answer.copies,
    }
