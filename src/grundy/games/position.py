"""Position: one state or a sum of them, who wins it, and by which moves."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Literal, NamedTuple, TextIO

from grundy.errors import LimitError, PositionError
from grundy.values import Outcome, Value, outcome_of

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset, State
    from grundy.running.limits import Limits
    from grundy.running.progress import Progress
    from grundy.strategy.explain.explain import Explanation
    from grundy.strategy.play.session import Session

Play = Literal["normal", "misere"]

_MOST_SHOWN = 40  # parts that a line of text has room for

_NOT_ADDITIVE = (
    "Misère values do not add, so a sum of several components has none to be had from theirs "
    "(1 and 2 + 2 in Nim both have misère value 0, and twice each of them has 1 and 0); ask for "
    "the outcome instead."
)


class Part(NamedTuple):
    """One component of a position: a state, and the rules that it follows."""

    ruleset: Ruleset
    state: State

    def __str__(self) -> str:
        return self.ruleset.format(self.state)


@dataclass(frozen=True, slots=True)
class Move:
    """One legal move.

    Attributes:
        name: The move in words, or in the notation of the game.
        option: The whole position that it leads to.
        part: The index of the component that it is made in.
    """

    name: str
    option: Position
    part: int = 0

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A position: the sum of its parts. Immutable and hashable.

    ``ruleset[state]`` gives a position of one part, and ``+`` adds positions. The values found
    so far are kept by the rulesets.

    Attributes:
        parts: The components, in the order in which they were added.

    >>> from grundy import TakeAndBreak
    >>> kayles = TakeAndBreak("0.77")
    >>> position = kayles[5] + kayles[7]
    >>> position.value(), position.outcome()
    (6, <Outcome.N: ...>)
    >>> [str(move.option) for move in position.winning_moves()][:2]
    ['1 + 3 + 7', '5 + 5']
    """

    parts: tuple[Part, ...] = ()

    def __add__(self, other: object) -> Position:
        """Give the sum of two positions: a move is a move in one of them."""
        if not isinstance(other, Position):
            return NotImplemented
        return Position(self.parts + other.parts)

    # ---- who wins ---------------------------------------------------------------------------

    def value(
        self,
        play: Play = "normal",
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> Value:
        """Give the Grundy value, or ∞(K): the nim-sum of the values of the parts.

        Raises:
            PositionError: Under misère play for several parts: their values do not add.
            LimitError: If the search passes a limit.

        Cost: that of the parts; what is known is kept by their rulesets.
        """
        if _checked(play) == "misere":
            if len(self.parts) > 1:
                raise PositionError(_NOT_ADDITIVE)
            from grundy.games.misere import value

            return value(self, limits, progress)
        return add(self.values(limits=limits, progress=progress))

    def values(
        self, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> list[Value]:
        """Give the value of each part under normal play, in the order of the parts."""
        within = None if limits is None else limits.for_one_question()
        return [
            part.ruleset.value(part.state)
            if limits is None and progress is None
            else _value(part, within, progress)
            for part in self.parts
        ]

    def outcome(
        self,
        play: Play = "normal",
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> Outcome:
        """Say who wins with best play: `Outcome.N`, `Outcome.P` or `Outcome.D`, a draw.

        Misère play looks at the positions of the whole sum.
        """
        if _checked(play) == "misere":
            from grundy.games.misere import outcome

            return outcome(self, limits, progress)
        return outcome_of(self.value(limits=limits, progress=progress))

    # ---- moves ------------------------------------------------------------------------------

    def moves(self) -> Iterator[Move]:
        """Give each legal move once, part by part, as the rules name them."""
        for place, part in enumerate(self.parts):
            for name, option in part.ruleset.moves(part.state):
                yield self.moved(place, name, option)

    def options(self) -> Iterator[Position]:
        """Give the positions that one move leads to, each as often as moves lead to it."""
        for place, part in enumerate(self.parts):
            for option in part.ruleset.options(part.state):
                yield self._after(place, option)

    def moved(self, place: int, name: str, option: State) -> Move:
        """Give the move of this name that turns the part at *place* into *option*."""
        return Move(name, self._after(place, option), place)

    def _after(self, place: int, option: State) -> Position:
        placed = self.parts[place].ruleset.as_position(option).parts
        return Position((*self.parts[:place], *placed, *self.parts[place + 1 :]))

    def winning_moves(
        self,
        play: Play = "normal",
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> list[Move]:
        """List every winning move, only from moves that the rules generate, each counted.

        Raises:
            LimitError: If the search passes a limit, or a part has too many moves to look at.
        """
        return list(self.each_winning_move(play, limits=limits, progress=progress))

    def each_winning_move(
        self,
        play: Play = "normal",
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> Iterator[Move]:
        """Give the moves of `winning_moves` one by one, as they are found.

        Raises:
            LimitError: At the end, where a part has too many moves to look at.
        """
        within = None if limits is None else limits.for_one_question()
        if _checked(play) == "misere":
            from grundy.games.misere import winning_moves

            yield from winning_moves(self, within, progress)
            return
        from grundy.games.winning import winning_by_part

        stopped: LimitError | None = None
        for part in winning_by_part(self, within, progress):
            try:
                yield from part.moves
            except LimitError as error:  # another part may have moves that can be found
                stopped = stopped or error
        if stopped is not None:
            raise stopped

    def best_move(
        self,
        play: Play = "normal",
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> Move | None:
        """Give one move that keeps what the position promises; None where there is no move.

        From a win a move that wins, chosen so that playing it again and again surely ends the
        play, cycles or not. From a draw one that keeps the draw. From a loss the one that
        resists longest, where few positions can be reached, and else the first one.

        Raises:
            LimitError: If the search passes a limit.
        """
        from grundy.games.winning import best_move

        within = None if limits is None else limits.for_one_question()
        return best_move(self, _checked(play), within, progress)

    # ---- why, and a game of it --------------------------------------------------------------

    def explain(
        self,
        play: Play = "normal",
        *,
        turn: int = 1,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> Explanation:
        """Say who wins and why, in words and figures; see `strategy.explain.explain`.

        >>> from grundy import TakeAndBreak
        >>> nim = TakeAndBreak("0.[3]")
        >>> told = (nim[4] + nim[8] + nim[17]).explain(turn=2)
        >>> told.winner, told.value, told.best.name, told.best.leaves
        (2, 29, 'take 5 from 17', '4 + 8 + 12')
        """
        from grundy.strategy.explain.explain import explain

        return explain(self, play, turn=turn, limits=limits, progress=progress)

    def play(
        self,
        play: Play = "normal",
        *,
        first: Literal["human", "computer"] = "human",
        level: Literal["perfect", "teacher", "random"] = "perfect",
        blunder: float = 0.25,
        seed: int | None = None,
        two: bool = False,
        hints: bool = False,
        save: str | os.PathLike[str] | None = None,
        input: TextIO | None = None,  # noqa: A002 - the streams by the names that everybody knows
        output: TextIO | None = None,
    ) -> Session:
        """Play it against the computer, in the terminal; see `grundy.strategy.play.play.play`."""
        from grundy.strategy.play.play import play as begin

        return begin(
            self, play, first=first, level=level, blunder=blunder, seed=seed, two=two,
            hints=hints, save=save, input=input, output=output,
        )  # fmt: skip

    def draw(
        self,
        path: str | os.PathLike[str],
        play: Play = "normal",
        *,
        layout: str | None = None,
        arcs: Literal["all", "winning"] | None = None,
        color: bool = True,
        palette: str | None = None,
        legend: bool = True,
        limit: int | None = None,
    ) -> None:
        """Draw the states that can be reached; see `grundy.drawing.states.draw_states`."""
        from grundy.drawing.states import draw_states

        draw_states(
            self, path, play, layout=layout, arcs=arcs, color=color, palette=palette,
            legend=legend, limit=limit,
        )  # fmt: skip

    # ---- text -------------------------------------------------------------------------------

    def __str__(self) -> str:
        return " + ".join(map(str, self.parts)) or "nothing"

    def __repr__(self) -> str:
        shown = [f"{part.ruleset.text}[{part}]" for part in self.parts[:_MOST_SHOWN]]
        more = len(self.parts) - len(shown)
        return f"Position({' + '.join(shown)}{f' + {more:,} more' if more else ''})"

    def _repr_html_(self) -> str:
        """Show the position in a notebook, as its rules draw it; nothing is computed."""
        from grundy.drawing.board import position_html

        return position_html(self)


def add(values: list[Value]) -> Value:
    """Add the values of components: the nim-sum, ∞(K) included."""
    return reduce(xor, values, 0)


def _value(part: Part, limits: Limits | None, progress: Progress | None) -> Value:
    return part.ruleset.value(part.state, limits=limits, progress=progress)


def _checked(play: Play) -> Play:
    if play not in ("normal", "misere"):
        raise ValueError(f'play is "normal" or "misere", not {play!r}.')
    return play
