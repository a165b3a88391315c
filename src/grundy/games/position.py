"""Position: one state or a sum of them, who wins it, and by which moves."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TextIO

from grundy.display import hook
from grundy.games import winning
from grundy.games.parts import Part, Parts, Run
from grundy.games.state_by_state import saying_what_is_known
from grundy.games.sums import SolvedParts
from grundy.runtime.limits import Limits, Progress, one_question, reports
from grundy.values import Outcome, Play, Value

if TYPE_CHECKING:
    from anywidget import AnyWidget

    from grundy.games.protocols import State

__all__ = ["Move", "Part", "Position", "Run"]


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


class Solved(SolvedParts[Move]):
    """Who wins a position, and how: what `Position.solve` gives."""

    position: Position

    @property
    def outcome(self) -> Outcome:
        """Who wins with best play."""
        with saying_what_is_known(self.position, self.play, self.limits):
            return super().outcome

    def value(self) -> Value:
        """Return the value of the position; see `Position.value`."""
        with saying_what_is_known(self.position, self.play, self.limits):
            return super().value()


class Explanation(Protocol):
    """Who wins a position and why: what `Position.explain` gives, from `grundy.strategy`."""

    @property
    def winner(self) -> int | None:
        """The player who wins, 1 or 2; None for a draw."""

    @property
    def outcome(self) -> Outcome:
        """Who wins with best play."""

    @property
    def value(self) -> Value | None:
        """The value of the position, where it has one."""

    @property
    def components(self) -> Sequence[Any]:
        """Facts of each component: its label, value and reason."""

    @property
    def moves(self) -> Sequence[Any]:
        """Facts of the winning moves: name, component and what each leaves."""

    @property
    def best(self) -> Any:
        """Facts of the move to play; None where there is none."""

    def as_text(self, width: int | None = None) -> str:
        """Write the explanation as text, its lines folded for a terminal of *width* columns."""


class Session(Protocol):
    """A play as far as it has come: what `Position.play` gives, from `grundy.strategy`."""

    @property
    def position(self) -> Position:
        """The position now."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""

    @property
    def player(self) -> int:
        """The player to move: 1 or 2."""

    @property
    def winner(self) -> int | None:
        """The player who has won; None for a draw, and while the play goes on."""

    @property
    def over(self) -> bool:
        """Whether the play has ended."""


class Position(Parts[Move]):
    """A position: the sum of its parts. Immutable and hashable.

    ``ruleset[state]`` gives a position of one part, ``ruleset.sum(states)`` one of many, and
    ``+`` adds positions. The values found so far are kept by the rulesets.

    Args:
        parts: The components, in their order.

    >>> from grundy import TakeAndBreak
    >>> kayles = TakeAndBreak("0.77")
    >>> position = kayles[5] + kayles[7]
    >>> position.value(), position.outcome()
    (6, <Outcome.N: ...>)
    >>> [str(move.option) for move in position.winning_moves()][:2]
    ['1 + 3 + 7', '5 + 5']
    """

    __slots__ = ()

    # ---- who wins ---------------------------------------------------------------------------

    @one_question()
    def value(
        self,
        play: Play = "normal",
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> Value:
        """Return the Grundy value, or ∞(K): the nim-sum of the values of the parts.

        Raises:
            PositionError: Under misère play for several parts: their values do not add.
            LimitError: If the search passes a limit.

        Cost: that of the parts; what is known is kept by their rulesets.
        """
        return self.solve(play, limits=limits, progress=progress).value()

    @one_question()
    def values(
        self, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> list[Value]:
        """Return the value of each part under normal play, in the order of the parts."""
        return self.solve(limits=limits, progress=progress).values()

    @one_question()
    def outcome(
        self,
        play: Play = "normal",
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> Outcome:
        """Return who wins with best play: `Outcome.N`, `Outcome.P` or `Outcome.D`, a draw.

        No value is computed where a search can do without. What it proves is kept in the game,
        as far as `Limits` says. Misère play looks at the positions of the whole sum.

        Raises:
            LimitError: If a limit is passed; ``known`` says how many moves are refuted, and one
                that is not.
        """
        return self.solve(play, limits=limits, progress=progress).outcome

    def solve(
        self,
        play: Play = "normal",
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> Solved:
        """Return one object for all that is asked of the position, so that nothing is done twice.

        Nothing is computed before it is asked for.

        >>> from grundy import TakeAndBreak
        >>> solved = TakeAndBreak("0.77").sum(range(100)).solve()
        >>> solved.value(), solved.winning_move_count()
        (9, 74)
        """
        return Solved(self, _checked(play), limits, progress)

    def __mul__(self, times: int) -> Position:
        """Return the sum of so many copies; their number may be as large as one likes.

        Equal positions cancel two and two under normal play. Misère play of very many is searched.

        >>> from grundy import TakeAndBreak
        >>> many = 10**9 * TakeAndBreak("0.77")[5] + TakeAndBreak("0.77")[3]
        >>> many.value(), many.best_move().name
        (3, 'take 1 from 3 and split the rest into 1 and 1')
        """
        multiple: Position = hook(self, "multiply")(self, times)
        return multiple

    __rmul__ = __mul__

    # ---- moves ------------------------------------------------------------------------------

    def moved(self, place: int, name: str, option: State) -> Move:
        """Return the move of this name that turns the part at *place* into *option*."""
        return Move(name, self.after(place, option), place)

    @one_question()
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
        """Yield the moves of `winning_moves` one by one, as they are found.

        Raises:
            LimitError: At the end, where a part has too many moves to look at.
        """
        yield from self.solve(play, limits=limits, progress=progress).winning_moves()

    @one_question()
    def winning_move_count(
        self,
        play: Play = "normal",
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> int:
        """Count the winning moves, however many: where the rules allow it, none is listed.

        Raises:
            LimitError: Where they cannot be counted.

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.77")[10**20].winning_move_count()
        8333333333333333338
        """
        return self.solve(play, limits=limits, progress=progress).winning_move_count()

    @reports
    @one_question()
    def best_move(
        self,
        play: Play = "normal",
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> Move | None:
        """Return one move that keeps what the position promises; None where there is no move.

        From a win a move that wins, chosen so that playing it again and again surely ends the
        play, cycles or not. From a draw one that keeps the draw. From a loss the one that
        resists longest, where few positions can be reached, and else the first one.

        Raises:
            LimitError: If the search passes a limit.
        """
        within = None if limits is None else limits.for_one_question()
        with saying_what_is_known(self, play, within):
            return winning.best_move(self, _checked(play), within)

    # ---- why, and a game of it --------------------------------------------------------------

    def explain(
        self,
        play: Play = "normal",
        *,
        turn: int = 1,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> Explanation:
        """Return who wins and why, in words and figures; see `strategy.explain.explain`.

        >>> from grundy import TakeAndBreak
        >>> nim = TakeAndBreak("0.[3]")
        >>> explanation = (nim[4] + nim[8] + nim[17]).explain(turn=2)
        >>> best = explanation.best
        >>> explanation.winner, explanation.value, best.name, best.leaves
        (2, 29, 'take 5 from 17', '4 + 8 + 12')
        """
        shown = hook(self, "explain")
        explanation: Explanation = shown(self, play, turn=turn, limits=limits, progress=progress)
        return explanation

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
        """Play it against the computer, in the terminal; see `grundy.strategy.play`."""
        session: Session = hook(self, "play")(
            self, play, first=first, level=level, blunder=blunder, seed=seed, two=two,
            hints=hints, save=save, input=input, output=output,
        )  # fmt: skip
        return session

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
        """Draw the states that can be reached; see `grundy.drawing.graph.draw_states`."""
        hook(self, "draw")(
            self, path, play, layout=layout, arcs=arcs, color=color, palette=palette,
            legend=legend, limit=limit,
        )  # fmt: skip

    def widget(self, play: Play = "normal") -> AnyWidget:
        """Show the position in a notebook as a board to be played on, with hints.

        It is the explorer's board; the kernel answers in its stead, so nothing is served. In
        JupyterLab, VS Code, marimo and wherever else anywidget works.

        Args:
            play: "normal" or "misere".

        Raises:
            MissingExtraError: If anywidget is not installed (the extra ``widget``).
            GrundyError: If the position is not of named games and codes: those of a program's own
                rules have no text that could be asked for.

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.77")[7].widget().shown  # doctest: +SKIP
        {'position': 'kayles 7', 'play': 'normal'}
        """
        widget: AnyWidget = hook(self, "widget")(self, _checked(play))
        return widget

    def _repr_html_(self) -> str:
        """Show the position in a notebook, as its rules draw it; nothing is computed."""
        html: str = hook(self, "html")(self)
        return html


def _checked(play: Play) -> Play:
    if play not in ("normal", "misere"):
        raise ValueError(f'play is "normal" or "misere", not {play!r}.')
    return play
