"""What a position can reach as a digraph, and misère play by a rule or by that digraph."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from grundy.errors import PositionError, RulesetError
from grundy.games.parts import OVER_SUM, Components, Move, Parts, Sum
from grundy.games.protocols import Answers, Justification, State, Theorem
from grundy.games.state_text import each_move, require_one_turn, require_options, shown
from grundy.graphs.graph import GameGraph
from grundy.printable import counted
from grundy.runtime.limits import PLAIN_SECONDS, Limits, Progress, Watch, reports, thread_time
from grundy.values import Outcome, Play, Value

if TYPE_CHECKING:
    from grundy.games.rulebook import Rulebook
    from grundy.graphs.labelling import Labelling

Placed = TypeVar("Placed", bound=Parts[Any])


def searched(positions: int | None) -> Justification:
    """Describe that a search decides, with the number of positions where all were visited."""
    if positions is None:
        return Justification(
            "By a search, as no misère quotient is in reach: misère values do not add.",
            ("What decides is a search, as no misère quotient is in reach.",),
        )
    count = counted(positions, "position")
    return Justification(
        f"By a search of {count}, as no misère quotient is in reach: misère values do not add.",
        (f"What decides is a search, as no misère quotient is in reach: {count} can be reached.",),
    )


class MisereRule(Answers):
    """Misère play of a game in which a proved rule says who wins a sum."""

    def __init__(
        self,
        ruleset: Rulebook,
        states: Sequence[State],
        winner: Callable[[tuple[State, ...]], Outcome],
        moves_of_one: Callable[[State], Iterator[tuple[str, State]] | None] = lambda _: None,
        statement: str = "",
        *,
        limits: Limits | None = None,
    ) -> None:
        self.rule = ruleset.text
        self._limits = limits
        self._ruleset = ruleset
        self._states = tuple(states)
        self._winner = winner
        self._moves_of_one = moves_of_one  # all that win, of a state alone
        self._statement = statement

    @classmethod
    def by_theorem(cls, ruleset: Rulebook, state: State, theorem: Theorem) -> MisereRule:
        """Return what a theorem says of a state alone."""

        def winner(states: tuple[State, ...]) -> Outcome:
            return Outcome.P if theorem.lost(*states) else Outcome.N

        return cls(ruleset, (state,), winner, theorem.moves, theorem.cited)

    @property
    def because(self) -> Justification:
        """Return the rule, where it is stated."""
        base = super().because
        return replace(base, theory=(*base.theory, self._statement)) if self._statement else base

    @property
    def outcome(self) -> Outcome:
        return self._winner(self._states)

    def moves(self, index: int, target: int = 0) -> Iterator[tuple[str, State]]:
        if len(self._states) == 1:
            won = self.outcome is Outcome.N
            winning = self._moves_of_one(self._states[index]) if won else iter(())
            if winning is not None:
                yield from winning
                return
        before, after = self._states[:index], self._states[index + 1 :]
        ruleset, state = self._ruleset, self._states[index]
        for (name, option), _ in each_move(ruleset, state, ruleset.moves(state), self._limits):
            left = (part.state for part in ruleset.as_position(option).parts)
            if self._winner((*before, *left, *after)) is Outcome.P:
                yield name, option

    def promising(self, target: int = 0) -> Iterable[int]:
        return range(len(self._states))


# state_graph: the digraph of the states that a position can reach, also for whole sums.
#
# Misère play needs it, since misère values do not add; and it tells how long a play can last.


MOST_STATES = 1_000_000
"""The vertices of a digraph where no limit is given."""

_LOOK = 255
_AT_ONCE = 4_096  # options between two looks at the limits: one state may have any number


@reports
def state_graph(
    position: Parts[Any], limit: int = 1_000_000, *, progress: Progress | None = None
) -> GameGraph:
    """Return the digraph of the positions that can be reached from one, with its moves as arcs.

    Vertex 0 is the position itself; the others follow in the order in which a breadth-first
    search meets them. Moves to the same option are one arc. What a move that wins at once leads
    to is an end as others: outcomes and remoteness of one part are right, but such positions are
    loony, which no value of a digraph says.

    Args:
        position: Where to start.
        limit: The most vertices.
        progress: Called now and then as ``progress("positions", done, 0)``.

    Returns:
        The digraph. A vertex is named by its state where every position has one part, and by
        its `Position` otherwise.

    Raises:
        LimitError: If there are more vertices than *limit*.

    Cost: one call of ``options`` for each part of each position.

    >>> from grundy import catalogue
    >>> state_graph(catalogue["wythoff"][1, 1]).names
    ((1, 1), (0, 1), (1, 0), (0, 0))
    """
    watch = Watch(Limits(positions=limit), f"The digraph of {shown(position)}", {})
    graph = reach([position], _options, watch)
    names: list[Parts[Any]] = list(graph.names)  # type: ignore[arg-type]
    if all(len(name.parts) == 1 for name in names):
        return _renamed(graph, [name.parts[0].state for name in names])
    return graph


REST = "…"
"""What stands for all positions that are left out; it leads to itself, so that nothing is known."""


def named_graph(position: Parts[Any], limit: int | None = None) -> GameGraph:
    """Return the digraph of `state_graph` as people read it: a position's name is its text.

    Raises:
        PositionError: If a move wins at once, or a state of a sum says whose turn it is: no
            digraph says that.
    """
    require_one_turn((run.ruleset for run in position.runs), position.part_count)
    graph = orderless_graph(position, None if limit is None else Limits(limit))
    if any(isinstance(one, Parts) and one.is_over for one in graph.names):
        raise PositionError(
            "The values of a digraph do not say that a move wins at once, as moves to WON do; ask "
            "for the value of the position instead."
        )
    return with_texts(graph)


def orderless_graph(
    position: Parts[Any], limits: Limits | None = None, *, cut: int | None = None
) -> GameGraph:
    """Return the digraph of positions of which those with the same parts in any order are one.

    Only the first *cut* of them have moves of their own; what else these lead to is `REST`.
    """
    first: dict[Hashable, Parts[Any]] = {}
    vertices: set[Hashable] = set()

    def options(vertex: Any) -> Iterable[Hashable]:
        if isinstance(vertex, str):
            yield vertex
            return
        vertices.add(vertex)
        watch.look(len(first))  # a position of Sprouts takes milliseconds
        for option in _options(vertex):
            one = one_of_all_orders(option, first)
            if cut is None or one in vertices or len(vertices) < cut:
                vertices.add(one)
                yield one
            else:
                yield REST

    if limits is None:  # time of the processor, so that a busy machine answers the same
        limits = Limits(MOST_STATES, PLAIN_SECONDS, _clock=thread_time)
    watch = Watch(limits, f"The digraph of {shown(position)}", {})
    return reach([one_of_all_orders(position, first)], options, watch)


def with_texts(graph: GameGraph) -> GameGraph:
    """Return the digraph of `orderless_graph` with the text of each position as its name."""
    positions: list[Any] = list(graph.names)
    write = str if len({part.ruleset for part in positions[0].parts}) == 1 else text_with_games
    names = [one if isinstance(one, str) else write(one) for one in positions]
    twice = next((name for name, count in Counter(names).items() if count > 1), None)
    if twice is not None:
        raise RulesetError(
            f'Two positions are written "{shown(twice)}"; the format of a game has to tell its '
            "states apart."
        )
    return _renamed(graph, list(names))


def text_with_games(position: Parts[Any]) -> str:
    """Write a position as the command line reads it, each game before its states."""
    games: dict[Any, list[str]] = {}
    for part in position.parts:
        games.setdefault(part.ruleset, []).append(str(part))
    return " + ".join(" ".join([game.text, *states]) for game, states in games.items()) or "nothing"


def _options(position: Parts[Any]) -> Iterator[Parts[Any]]:
    left = position.options()
    try:
        while some := dict.fromkeys(islice(left, _AT_ONCE)):
            yield from some
    except TypeError:
        # the user's rule may have given something that is no state
        for part in position.parts:
            require_options(part.ruleset, part.state)
        raise


def one_of_all_orders(position: Placed, first: dict[Hashable, Placed]) -> Placed:
    """Return the position that was met first among those with the same parts in any order."""
    if len(position.parts) < 2:
        return position
    return first.setdefault(frozenset(Counter(position.parts).items()), position)


def reach(
    roots: Iterable[Hashable], options: Callable[[Any], Iterable[Hashable]], watch: Watch
) -> GameGraph:
    """Return the digraph of what can be reached from *roots*, named by what they are."""
    number: dict[Hashable, int] = {}
    names: list[Hashable] = []
    targets, counts = array("i"), array("i")
    watch.keep(number)
    for root in roots:
        if number.setdefault(root, len(number)) == len(names):
            names.append(root)
    place = 0
    while place < len(names):
        left = iter(options(names[place]))
        row = dict.fromkeys(islice(left, _AT_ONCE))
        while more := dict.fromkeys(islice(left, _AT_ONCE)):
            row |= more
            watch.look(max(len(names), len(row)))
        for option in row:
            target = number.setdefault(option, len(number))
            if target == len(names):
                names.append(option)
            targets.append(target)
        counts.append(len(row))
        place += 1
        if not place & _LOOK or len(names) & ~_LOOK > place * 64:
            watch.look(len(names))
    watch.look(len(names))
    sources = np.repeat(np.arange(len(names), dtype=np.int32), np.frombuffer(counts, np.int32))
    return GameGraph.from_arrays(
        sources, np.frombuffer(targets, np.int32), vertex_count=len(names), names=names
    )


def without_lost_moves(graph: GameGraph) -> tuple[GameGraph, list[Hashable]]:
    """Leave out moves after which the other wins at once: they count for no value. Say whose."""
    over = np.array([isinstance(name, Parts) and name.is_over for name in graph.names])
    sources, targets = graph.arcs()
    lost = np.zeros(len(over), np.bool_)
    lost[sources[over[targets]]] = True
    if not lost.any():
        return graph, []
    mask = ~lost[targets]
    less = GameGraph.from_arrays(
        sources[mask], targets[mask], vertex_count=len(over), names=graph.names
    )
    return less, [graph.names[at] for at in np.flatnonzero(lost).tolist()]


def _renamed(graph: GameGraph, names: list[Hashable]) -> GameGraph:
    sources, targets = graph.arcs()
    return GameGraph.from_arrays(sources, targets, vertex_count=graph.vertex_count, names=names)


class SumGraph:
    """What a position can reach, and who wins each of it."""

    def __init__(
        self,
        position: Parts[Any],
        play: Play,
        limits: Limits | None = None,
        sums: Components | None = None,
    ) -> None:
        self._sums = sums or Components()
        self._play = play
        self._purpose = f"{'Misère' if play == 'misere' else 'Normal'} play of {shown(position)}"
        self._limits = limits
        self._roots: dict[Sum, None] = {}
        self._labelling = self._with([position])

    @property
    def because(self) -> Justification:
        """Describe that a search decides."""
        return searched(len(self))

    def outcome(self, position: Parts[Any]) -> Outcome:
        """Return who wins a position that can be reached."""
        return self._labelling_with(position).outcome(self._sums.of(position.parts))

    def value(self, position: Parts[Any]) -> Value:
        """Return the value of a position that can be reached."""
        return self._labelling_with(position)[self._sums.of(position.parts)]

    def remoteness(self, position: Parts[Any]) -> int | None:
        """Return the moves until the end when the winner hurries and the loser delays."""
        return self._labelling_with(position).remoteness(self._sums.of(position.parts))

    def best_move(self, position: Parts[Move]) -> Move | None:
        """Return a move of a position that can be reached, or None where there is none to make."""
        moves = list(position.moves())
        self._labelling_with(position, *(move.option for move in moves))
        outcome = self.outcome(position)
        remote = [self.remoteness(move.option) or 0 for move in moves]
        if outcome is Outcome.P:
            return moves[remote.index(max(remote))] if moves else None
        target = Outcome.P if outcome is Outcome.N else Outcome.D
        best = [n for n, move in enumerate(moves) if self.outcome(move.option) is target]
        return moves[min(best, key=remote.__getitem__)] if best else None

    def winning_moves(self, position: Parts[Move]) -> Iterator[Move]:
        """Yield the winning moves of a position that can be reached."""
        moves = list(position.moves())
        self._labelling_with(position, *(move.option for move in moves))
        if self.outcome(position) is Outcome.N:
            yield from (move for move in moves if self.outcome(move.option) is Outcome.P)

    def _labelling_with(self, *positions: Parts[Any]) -> Labelling:
        """Return the labelling, with these positions in it."""
        graph = self._labelling.graph
        if any(self._sums.of(position.parts) not in graph for position in positions):
            self._labelling = self._with(positions)
        return self._labelling

    def _with(self, positions: Iterable[Parts[Any]]) -> Labelling:
        from grundy.graphs.labelling import label

        self._roots |= dict.fromkeys(self._sums.of(position.parts) for position in positions)
        watch = self._sums.watch = Watch(self._limits, self._purpose, {})
        with watch.keeping_free():
            return label(reach(self._roots, self._options, watch), play=self._play)

    def _options(self, position: Sum) -> Iterator[Sum]:
        """Yield the options; where a play has ended and no move wins, a move that loses is one."""
        if position != OVER_SUM:
            yield from self._sums.options(position)
        elif self._play == "misere":
            yield ()

    def __len__(self) -> int:
        """Count the positions; those that differ in the order of their parts are one."""
        return len(self._labelling)
