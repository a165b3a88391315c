"""Rulebook: what a game says of its states, `options(state)` and a few optional hooks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, final

from grundy.errors import RulesetError
from grundy.games import state_text
from grundy.games.state_text import each_move, require_iterable, require_options
from grundy.runtime.limits import Limits, Progress, reporting
from grundy.values import Outcome, Play, Value, add, outcome_of

if TYPE_CHECKING:
    from grundy.games.protocols import Answers, Ground, HeapLine, State, Theorem
    from grundy.games.scenes import Scene, Way
    from grundy.misere.forms import Tame


Rules = TypeVar("Rules", bound="Rulebook")
Found = TypeVar("Found", covariant=True)


class FindsValues(Protocol[Found]):
    """Any way of finding values, by what it finds: heaps, say, have nothing but integers."""

    def value(self, state: Any, *, limits: Limits | None = None) -> Found:
        """Return the value of one state."""


class HasEvaluator(Protocol[Found]):
    """A game by what its values are, so that `Ruleset.value` is typed as its valuer's."""

    @property
    def valuer(self) -> FindsValues[Found]:
        """The way in which values are found."""


class Valuer(ABC, Generic[Rules]):
    """Finds the values of the states of one game; a ruleset gives one as its `valuer`.

    Attributes:
        asks_less: Whether who wins is found with far less work than a value.
        asks_outcome: Whether it searches for who wins without a value, if no formula says more.
        met_end: Whether a move that wins at once was met among the options.
    """

    asks_less = asks_outcome = met_end = False

    def __init__(self, ruleset: Rules) -> None:
        self.ruleset: Rules = ruleset

    @property
    def theorem(self) -> Theorem | None:
        """The game's theorem of who wins a state, where nothing else is to say it."""
        return self.ruleset.theorem

    @abstractmethod
    def value(self, state: State, *, limits: Limits | None = None) -> Value:
        """Return the value of one state."""

    def has_value(self, state: State, value: int, *, limits: Limits | None = None) -> bool:
        """Return whether an option has this value; to ask may be less work than to find it."""
        return self.outcome(state, value, limits=limits) is Outcome.P

    def outcome(self, state: State, beside: int = 0, *, limits: Limits | None = None) -> Outcome:
        """Return who wins a state beside a part of the value *beside*; less work than a value."""
        value = self.ruleset.as_position(state).value(limits=limits)
        return outcome_of(add([value, beside]))

    def proved(self, state: State) -> int:
        """Return what is proved of a value: ~v where it is v, else bit n where it is not n."""
        lost = None if self.theorem is None else self.theorem.lost(state)
        return 0 if lost is None else -1 if lost else 1

    def proofs_below(self, state: State) -> Callable[[State], int | None] | None:
        """Return what numbers the proofs that options are lost, in their order; None without."""
        return None

    def prove_move(self, state: State, *, limits: Limits | None = None) -> None:
        """Prove that an option is lost, where a theorem says that a state is won and no move."""

    def options_of_value(
        self, state: State, value: int, *, limits: Limits | None = None
    ) -> Iterator[tuple[str, State]]:
        """Yield each legal move whose option has this value."""
        moves = self.ruleset.moves(state)
        for (name, option), within in each_move(self.ruleset, state, moves, limits):
            if self.has_value(option, value, limits=within):
                yield name, option

    def count_of_value(self, state: State, value: int, *, limits: Limits | None = None) -> int:
        """Count the moves of `options_of_value`; by default they are listed for that."""
        return sum(1 for _ in self.options_of_value(state, value, limits=limits))

    def finds_all(self, state: State) -> bool:
        """Return whether `options_of_value` soon has all moves of a state; so it is by default."""
        return True

    def reason(self, state: State) -> str:
        """Return in a sentence where a value comes from, for a state with very many moves."""
        return "found by a search; its options are too many, or their values too hard, to list."

    def rank(self, state: State) -> int:
        """The place of a state in the order that makes winning play end; 0 without cycles."""
        return 0

    def may_cycle(self, state: State) -> bool:
        """Return whether a play from a state whose value is known might come back to a state."""
        return False

    def questions(self, state: State) -> Any:
        """Return the `NimberQueries` that find a state's value; None for another way."""
        return None

    def for_one_value(self) -> Valuer[Any]:
        """Return the way that finds one value of one large state soonest; for most it is this."""
        return self


class Rulebook(ABC):
    """The rules of a game; a `Ruleset` has them, and makes positions that follow them."""

    text: str
    takes_graphs = compiled = False
    is_over = has_turns = False  # whether the move to a state has won all; it says who moves next
    ends = False  # whether the rules bring every play to an end, so that equal states cancel

    @abstractmethod
    def options(self, state: State) -> Iterable[State]:
        """Return the states that one move leads to; repeats do no harm.

        An option that is a sum of states may be a `Position`: ``yield self[a] + self[b]``.
        """

    # ---- hooks ------------------------------------------------------------------------------

    @property
    def options_as_given(self) -> Callable[[State], Iterable[State]]:
        """The options for a search, which meets by a TypeError what cannot be hashed."""
        return self.options

    def freezes_from_now_on(self) -> bool:
        """Return whether, after a TypeError, the options are given another way from now on."""
        return False

    def moves(self, state: State) -> Iterable[tuple[str, State]]:
        """Yield each legal move once, as (name, option); two moves may have the same option.

        Without a hook a move is named by what it leads to, so that each option is one move.
        """
        options = self.options(state)
        require_iterable(self, state, options)
        seen: set[State] = set()
        for option in options:
            before = len(seen)
            try:
                seen.add(option)
            except TypeError:
                require_options(self, state)
                raise
            if len(seen) > before:
                yield self.option_text(option), option

    def option_text(self, option: State) -> str:
        """Return what a move without a name of its own is called."""
        return self.format(option) or "nothing"  # such as () and "", where nothing is left

    def lists_moves(self, state: State) -> bool:
        """Return whether `moves` can be gone through, however long it takes; by default it can."""
        return True

    def moves_to(self, state: State, words: Sequence[str]) -> Iterable[tuple[str, State]]:
        """Return the moves among which is each that leaves what these words say; by default all."""
        return self.moves(state)

    def components(self, state: State) -> Iterable[State]:
        """Return the states whose sum this state is; a state that falls apart is solved faster.

        The sum has to be the same game, move for move: misère play splits states too.
        """
        return (state,)

    def canonical(self, state: State) -> State:
        """Return one state for all that are alike, such as mirror images; moves are never merged.

        It has to be the same game, move for move, not only of the same value: misère play and
        explanations, which find pairs of equal components, use it too.
        """
        return state

    def legal(self, state: Any) -> State:
        """Return a state in the form that the rules use.

        Raises:
            PositionError: If it is none of this game.
        """
        return state_text.require_hashable(state)

    def parse(self, text: str) -> State:
        """Read a state from text.

        Raises:
            CodeError: If the text is malformed; it carries the column.
            PositionError: If it names no state of this game.
        """
        return self.legal(state_text.parse(text))

    def format(self, state: State) -> str:
        """Write a state as text that `parse` reads."""
        return state_text.write(state)

    def draw(self, state: State) -> str:
        """Return a picture of a state in plain text; it may have several lines."""
        return self.format(state)

    def scene(self, state: State) -> Scene | None:
        """Return a state as plain shapes, or None where `draw` has to do."""
        return None

    def touches(self, state: State) -> Iterator[tuple[Way, ...]]:
        """Yield what each of `moves`, in their order, changes in the scene.

        A move may be shown in several ways: one pin in a row of ten can be the first or the last.
        By default there is one way, found by comparing the scenes before and after the move.
        """
        from grundy.games.scenes import changed

        before = self.scene(state)
        for _, option in self.moves(state):
            after = self.scene(option) if before else None
            yield (changed(before, after),) if before and after else ()

    @property
    def formula(self) -> Callable[[State], int] | None:
        """A proved closed form of the values, or None."""
        return None

    def moves_by_formula(self, state: State, value: int) -> Iterator[tuple[str, State]] | None:
        """Return the moves to a value, where the formula gives them; None to look at all."""
        return None

    @property
    def theorem(self) -> Theorem | None:
        """A proved closed form of who wins a state, where the values have none; or None."""
        return None

    def ground(self, state: State) -> Ground | None:
        """Return the places of a state, where every move can be copied; None by default.

        The rule has to be such that this is proved: if places are exchanged two and two, so that
        neighbours stay neighbours, colours stay or all change, and each place that is not idle
        comes to one that is no neighbour of it, then the image of a move is legal after the move,
        and both leave what looks the same after the same exchange.
        """
        return None

    @property
    def misere_theorem(self) -> Theorem | None:
        """A proved closed form of who wins a state alone when who cannot move wins; or None."""
        return None

    def tame(self, states: Sequence[State]) -> Tame | None:
        """Return what a sum is under misère play where it is proved to be tame; None elsewhere."""
        return None

    def gathered(self, states: Sequence[State]) -> Sequence[State]:
        """Return many states in the form that `answers` takes soonest; here as they are."""
        return states

    def as_copies(self, state: State) -> tuple[int, Any, Any]:
        """Return how many equal positions a state is, one of them, and the others."""
        return 1, self.as_position(state), None

    packed_after = 4_096
    """The positions that a search by the plain rules meets before it asks for `packed`."""

    @property
    def heap_line(self) -> HeapLine | None:
        """The states as heaps of any size, for a joint misère quotient; None for other games."""
        return None

    def sealed_rule(self) -> str:
        """Return the rule as a certificate holds it.

        Raises:
            RulesetError: If it is none that a certificate can hold.
        """
        raise RulesetError(
            f"{self.text} has no certificate: a certificate needs a game of heaps, with a code or "
            "a set of numbers."
        )

    # ---- what `Ruleset` has ---------------------------------------------------------------------

    @abstractmethod
    def answers(
        self, states: Sequence[State], play: Play = "normal", *, limits: Limits | None = None
    ) -> Answers | None:
        """Return what is known of a sum of these states at once; see `Ruleset.answers`."""

    @abstractmethod
    def packed(self, state: State) -> Any:
        """Return a state as 64 bits with compiled rules; see `Ruleset.packed`."""

    @abstractmethod
    def has_own(self, hook: str) -> bool:
        """Return whether the game has a hook of its own; see `Ruleset.has_own`."""

    @abstractmethod
    def as_position(self, state: State) -> Any:
        """The position of a state that these rules gave, unchecked; an option that is one stays."""

    @property
    @abstractmethod
    def valuer(self) -> Valuer[Any]:
        """The way in which values are found."""

    @property
    @abstractmethod
    def solver(self) -> Valuer[Any]:
        """The search of the options, and the values that it has found so far."""

    @property
    @abstractmethod
    def misere_search(self) -> Any:
        """What is proved of misère play, for sums that begin with a part of this game."""

    @property
    @abstractmethod
    def joint_quotients(self) -> Any:
        """The joint misère quotient found last, for sums that begin with a part of this game."""

    @final
    def value(
        self: HasEvaluator[Found],
        state: State,
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> Found:
        """Return the value of one state, as `valuer` finds it.

        Raises:
            LimitError: If a limit is passed. What is known stays known.
        """
        if progress is None and limits is None:  # most calls, and many
            return self.valuer.value(state)
        with reporting(progress, limits):
            return self.valuer.value(state, limits=limits)

    @final
    def options_of_value(
        self, state: State, value: int, *, limits: Limits | None = None
    ) -> Iterator[tuple[str, State]]:
        """Return each legal move whose option has this value.

        Raises:
            LimitError: If a limit is passed; by default if there are more than a million moves.
        """
        moves = self._moves_by_theorem(state, value, limits)
        return moves or self.valuer.options_of_value(state, value, limits=limits)

    @final
    def count_of_value(self, state: State, value: int, *, limits: Limits | None = None) -> int:
        """Count the moves of `options_of_value`, without listing them where the game can."""
        moves = self._moves_by_theorem(state, value, limits)
        counted = self.valuer.count_of_value
        return sum(1 for _ in moves) if moves else counted(state, value, limits=limits)

    def _moves_by_theorem(
        self, state: State, value: int, limits: Limits | None
    ) -> Iterator[tuple[str, State]] | None:
        theorem = self.valuer.theorem if value == 0 else None
        lost = None if theorem is None else theorem.lost(state)
        moves = None if theorem is None or lost is None or lost else theorem.moves(state)
        if moves is None:
            return iter(()) if lost else None
        return (move for move, _ in each_move(self, state, moves, limits and limits.anew()))

    @final
    def rank(self, state: State) -> int:
        """Return the place of a state in the order that makes winning play end.

        0 where the game has no cycle. Where it has, the states of finite value are sorted by
        (value, counter): docs/theory.md 2.3. A game with a formula has 0 too, unless it says more.
        """
        return self.valuer.rank(state)

    @final
    def may_cycle(self, state: State) -> bool:
        """Return whether a play from a state whose value is known might come back to a state."""
        return self.valuer.may_cycle(state)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"

    def __str__(self) -> str:
        return self.text
