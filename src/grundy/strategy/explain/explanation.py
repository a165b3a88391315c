"""Explanation: who wins a position and why; the facts with their text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grundy.strategy.explain.position_facts import Answer, Component, Facts, MoveFacts
from grundy.strategy.explain.sections import Section, as_html, as_text
from grundy.strategy.explain.wording import sections
from grundy.strategy.solved_fields import plain
from grundy.values import Outcome


@dataclass(frozen=True, slots=True)
class Explanation(Facts):
    """Who wins a position, why, and by which moves; the attributes are those of `Facts`."""

    def sections(self) -> list[Section]:
        """Return the explanation as titled sections of sentences and tables."""
        return sections(self)

    def as_text(self, width: int | None = None) -> str:
        """Write the explanation as text, its lines folded for a terminal of *width* columns."""
        return as_text(self.sections(), width)

    def __str__(self) -> str:
        return self.as_text()

    def __repr__(self) -> str:
        return f"Explanation({self.position!r}, {self.play} play: {self.outcome})"

    def _repr_html_(self) -> str:
        """Show the explanation in a notebook."""
        return as_html(self.sections())

    def data(self) -> dict[str, Any]:
        """Return the facts for machines, as JSON takes them; a value ∞(K) is text."""
        return {
            "position": str(self.position),
            "play": self.play,
            "turn": self.turn,
            "outcome": str(self.outcome),
            "winner": self.winner,
            "value": plain(self.value),
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
            "because": [*self.because.theory, *self.because.here],
            "positions_searched": self.searched,
            "potential": self.potential,
            "text": str(self),
        }


def _component(part: Component) -> dict[str, Any]:
    return {
        "label": part.label,
        "part": part.part,
        "game": part.game,
        "position": part.text,
        "value": plain(part.value),
        "reason": part.reason,
        "options": [
            {"move": option.move, "position": option.text, "value": plain(option.value)}
            for option in part.options
        ],
        "rank": part.rank if part.endless else None,
    }


def _move(move: MoveFacts) -> dict[str, Any]:
    return {
        "component": move.component,
        "part": move.part,
        "move": move.name,
        "before": plain(move.before),
        "after": plain(move.after),
        "leaves": move.leaves,
        "element": move.called,
    }


def _answer(answer: Answer) -> dict[str, Any]:
    return {
        "move": _move(answer.move),
        "count": answer.count,
        "value": plain(answer.total),
        "answer": None if answer.answer is None else _move(answer.answer),
        "copies": answer.copies,
    }
