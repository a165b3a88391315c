"""Session: a play of a position as far as it has come. It reads nothing and prints nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from grundy import markup
from grundy.errors import RulesetError
from grundy.games.position import Move, Position
from grundy.games.state_text import shown
from grundy.strategy.moves import each_move

if TYPE_CHECKING:
    from grundy.values import Play

REPETITIONS = 3
"""How often a position has to come, with the same player to move, until the play is a draw."""


@dataclass(frozen=True, slots=True)
class Session:
    """A play of a position: where it began, and the moves so far. Immutable."""

    start: Position
    play: Play = "normal"
    moves: tuple[Move, ...] = ()
    _seen: Mapping[Hashable, int] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self._seen:
            begun = [self.start, *(move.option for move in self.moves)]
            keys = (_key(position, 1 + place % 2) for place, position in enumerate(begun))
            object.__setattr__(self, "_seen", dict(Counter(keys)))

    @property
    def position(self) -> Position:
        """The position now."""
        return self.moves[-1].option if self.moves else self.start

    @property
    def player(self) -> int:
        """The player to move: 1 or 2."""
        return 1 + len(self.moves) % 2

    @property
    def repetitions(self) -> int:
        """How often this position has come so far, with this player to move; at least 1."""
        return self._seen[_key(self.position, self.player)]

    @property
    def drawn(self) -> bool:
        """Whether the play has ended as a draw, by repetition."""
        return self.repetitions >= REPETITIONS

    @property
    def stuck(self) -> bool:
        """Whether the player to move has no move."""
        return next(each_move(self.position), None) is None

    @property
    def over(self) -> bool:
        """Whether the play has ended."""
        return self.drawn or self.stuck

    @property
    def winner(self) -> int | None:
        """The player who has won; None for a draw, and while the play goes on."""
        if self.drawn or not self.stuck:
            return None
        return 3 - self.player if self.play == "normal" else self.player

    def _repr_html_(self) -> str:
        """Show the play in a notebook: its boards, its moves, and how it stands."""
        from grundy.drawing.board import strip_html

        rows = (
            (place, 2 - place % 2, move.name, move.option)
            for place, move in enumerate(self.moves, start=1)
        )
        begun = markup.paragraph(f"{self.start}, {self.play} play. Player 1 begins.")
        moves = markup.table(["move", "player", "plays", "leaves"], rows, left=(2, 3))
        titles = ["Start", *(f"{place}. {move.name}" for place, move in enumerate(self.moves, 1))]
        strip = strip_html([self.start, *(move.option for move in self.moves)], titles)
        return f"<div>{begun}{strip}{moves}{markup.paragraph(self._standing())}</div>"

    def _standing(self) -> str:
        if self.drawn:
            return "A draw: this position has come for the third time."
        if self.winner is not None:
            return f"Player {self.winner} has won."
        return f"Player {self.player} is to move."

    def after(self, move: Move) -> Session:
        """Return the play after one more move, a legal one of `position`."""
        try:
            key = _key(move.option, 3 - self.player)
        except TypeError:
            raise RulesetError(
                f"{shown(self.position)} has the option {shown(move.option)}, which is not "
                "hashable; write a tuple or a frozenset."
            ) from None
        seen = {**self._seen, key: self._seen.get(key, 0) + 1}
        return Session(self.start, self.play, (*self.moves, move), seen)

    def undone(self, count: int = 1) -> Session:
        """Return the play without its last moves."""
        return Session(self.start, self.play, self.moves[: max(len(self.moves) - count, 0)])


def replay(start: Position, moves: Iterable[Move], play: Play = "normal") -> Session:
    """Return the play of a position by these moves, each a legal one."""
    return Session(start, play, tuple(moves))


def _key(position: Position, player: int) -> Hashable:
    """Return what makes two positions one: the parts in any order, and who is to move."""
    return player, frozenset(Counter(position.parts).items())
