"""Values by a closed form, one value by a search, and who wins under misère play by a search."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, reduce
from itertools import islice
from operator import itemgetter, xor
from typing import Any

from grundy.errors import CycleError, LimitError
from grundy.games.parts import OVER_SUM, Components, Move, Part, Parts, canonical_options
from grundy.games.protocols import Justification, State
from grundy.games.rulebook import Rulebook, Rules, Valuer
from grundy.games.state_text import each_move, named, require_iterable, require_options, shown
from grundy.games.states import SumGraph, searched
from grundy.games.values.orders import Prover
from grundy.games.values.proofs import Atom, Atoms, Proofs
from grundy.runtime.limits import Limits, Progress, Watch, reports, thread_time
from grundy.values import LoopyValue, Outcome, Play, Value, add

_MOST_WEIGHED = 1_000  # options that are counted to guess the work that a state makes


def _no_formula(state: State) -> None:
    """Say nothing of any state."""


class ByFormula(Valuer[Rules]):
    """A proved closed form; where it says nothing of a state, the game's search."""

    def __init__(
        self,
        ruleset: Rules,
        formula: Callable[[State], int | None] | None = None,
        moves_to: Callable[[State, int], Iterator[tuple[str, State]] | None] | None = None,
    ) -> None:
        super().__init__(ruleset)
        self._formula = formula or ruleset.formula or _no_formula
        self._moves_to = moves_to or ruleset.moves_by_formula
        self.asks_less = bool(ruleset.solver.asks_less)

    def value(self, state: State, *, limits: Limits | None = None) -> Value:
        """Return the value of one state."""
        formula_value = self._formula(state)
        if formula_value is None:
            return self.ruleset.solver.value(state, limits=limits)
        return formula_value

    def outcome(self, state: State, beside: int = 0, *, limits: Limits | None = None) -> Outcome:
        """Return who wins a state beside a part of the value *beside*."""
        if not isinstance(state, Parts) and self._formula(state) is None:
            return self.ruleset.solver.outcome(state, beside, limits=limits)
        return super().outcome(state, beside, limits=limits)

    def proofs_below(self, state: State) -> Callable[[State], int | None] | None:
        """Return what numbers the proofs of the search, where the closed form says nothing."""
        return self.ruleset.solver.proofs_below(state) if self._formula(state) is None else None

    def prove_move(self, state: State, *, limits: Limits | None = None) -> None:
        """Prove that an option is lost, by the search."""
        self.ruleset.solver.prove_move(state, limits=limits)

    def proved(self, state: State) -> int:
        """Return what the closed form says, or what the search has proved."""
        formula_value = self._formula(state)
        return self.ruleset.solver.proved(state) if formula_value is None else ~formula_value

    def reason(self, state: State) -> str:
        """Describe how the value is known: by the closed form, or by a search."""
        text = super().reason(state)
        by_search = self._formula(state) is None
        return text if by_search else text.replace("found by a search", "by a closed form")

    def options_of_value(
        self, state: State, value: int, *, limits: Limits | None = None
    ) -> Iterator[tuple[str, State]]:
        """Return the moves to this value, of any number of moves where the closed form says."""
        moves = None if self._formula(state) is None else self._moves_to(state, value)
        if moves is None:
            return super().options_of_value(state, value, limits=limits)
        return (move for move, _ in each_move(self.ruleset, state, moves, limits))


@reports
def search_value(
    position: Parts[Any], *, limits: Limits | None = None, progress: Progress | None = None
) -> Value:
    """Return the value of one large position, without the values of all that it leads to.

    It asks "is ``position + *n`` a P-position?" for n = 0, 1, 2, …, and each question stops at the
    first winning reply. A game that has its own way to a value (heaps, a token on a digraph, a
    formula) takes that way, and a game in which a cycle is met goes to its solver. Worth while
    for boards and graphs that fall apart as the play goes on; `Position.value` finds the values
    of everything below, and is better where many positions are asked for.

    Args:
        position: One position, or a sum: each part is asked for its value.
        limits: How far the search may go; `Limits()` by default. Its positions count the
            questions asked.
        progress: Called now and then as ``progress("positions", done, 0)``.

    Raises:
        LimitError: If a limit is passed; ``partial`` holds the values proved so far.

    >>> from grundy import game
    >>> @game
    ... def wythoff(state):
    ...     a, b = state
    ...     yield from ((a - i, b) for i in range(1, a + 1))
    ...     yield from ((a, b - i) for i in range(1, b + 1))
    ...     yield from ((a - i, b - i) for i in range(1, min(a, b) + 1))
    >>> search_value(wythoff[8, 12])
    18

    Source: J. Lemoine and S. Viennot, "Nimbers are inevitable", 2012.
    """
    ways: dict[Rulebook, Valuer[Any]] = {}

    def value(part: Part) -> Value:
        ruleset, state = part
        way = ways.setdefault(ruleset, ruleset.valuer.for_one_value())
        try:
            return way.value(state, limits=limits)
        except CycleError:
            return ruleset.value(state, limits=limits)

    return add([value(part) for part in position.parts])


class Search(Valuer[Rulebook]):
    """The questions about one game, and the answers proved so far."""

    asks_outcome = True

    def __init__(self, ruleset: Rulebook, values: Mapping[Atom, Value] | None = None) -> None:
        super().__init__(ruleset)
        self._rule_options = ruleset.options_as_given
        self._canonical = ruleset.canonical if ruleset.has_own("canonical") else None
        self._splits = ruleset.has_own("components")
        self._lost = None if ruleset.theorem is None else ruleset.theorem.lost
        self._values = values
        self._weights: dict[Atom, int] = {}
        self._lock = threading.RLock()
        options = self._split_options if self._splits else canonical_options(ruleset)
        self.proofs = Proofs(options, self._atoms, weigh=self._moves if self._splits else None)

    def value(self, state: State, *, limits: Limits | None = None) -> int:
        """Return the value of a state."""
        with self._lock:
            prover = self._prover("The value of", state, limits)
            values = [self._ask(prover.value, atom) for atom in self._atoms(state)]
            return reduce(xor, values, 0)

    def outcome(self, state: State, beside: int = 0, *, limits: Limits | None = None) -> Outcome:
        """Return who wins a state beside a part of the value *beside*; errors are of `value`."""
        with self._lock:
            prover = self._prover("The search for who wins", state, limits)
            lost = self._ask(prover.has_value, self._atoms(state), beside)
            return Outcome.P if lost else Outcome.N

    def prove_move(self, state: State, *, limits: Limits | None = None) -> None:
        """Prove that an option of a state is lost, which is known to be won."""
        with self._lock:
            for atom in self._atoms(state):
                prover = self._prover("The search for a move that wins", state, limits)
                self.proofs.known.pop(atom, None)
                self._ask(prover.answer, atom, 0)

    def proved(self, state: State) -> int:
        """Return what is proved of a state."""
        return self.proofs.of_sum(state)

    def number_of_proof(self, state: State) -> int | None:
        """Return the number of the proof that a state is lost, in their order; None without one."""
        atoms = self._atoms(state)
        return self.proofs.lost.get(atoms[0]) if len(atoms) == 1 else None

    def _ask(self, ask: Callable[..., Any], *question: Any) -> Any:
        try:
            return ask(*question)
        except TypeError:
            if self.ruleset.freezes_from_now_on():
                return self._ask(ask, *question)
            if self.proofs.last is not None:
                require_options(self.ruleset, self.proofs.last)
            raise
        except CycleError as error:
            write = self.ruleset.format
            cycle = [str(one) if isinstance(one, Part) else write(one) for one in error.cycle]
            raise CycleError(
                cycle,
                f"{self.ruleset.text} has no value by this search",
                "Ask value() of the position instead.",
            ) from None

    # ---- states as atoms ---------------------------------------------------------------------

    def _split_options(self, atom: Atom) -> Iterable[Atoms]:
        return map(self._atoms, self._rule_options(atom))

    def _atoms(self, state: State) -> Atoms:
        if isinstance(state, Parts):
            return tuple(atom for part in state.parts for atom in self._atoms_of_part(part))
        parts = self.ruleset.components(state) if self._splits else (state,)
        return tuple(parts if self._canonical is None else map(self._canonical, parts))

    def _atoms_of_part(self, part: Part) -> Atoms:
        if part.ruleset is self.ruleset:
            return self._atoms(part.state)
        value = part.ruleset.value(part.state)
        if isinstance(value, LoopyValue):
            raise CycleError([part], "", "")
        self.proofs.known[part] = ~value
        return (part,)

    def _hint(self, atom: Atom) -> int:
        """Return what is known of an atom from elsewhere, as `Proofs.known` has it."""
        if self._values is not None and atom in self._values:
            value = self._values[atom]
            return ~value if isinstance(value, int) else 0
        lost = None if self._lost is None or isinstance(atom, Parts) else self._lost(atom)
        return 0 if lost is None else -1 if lost else 1

    def _moves(self, atom: Atom) -> int:
        if atom not in self._weights:
            options = self.ruleset.options(atom)
            require_iterable(self.ruleset, atom, options)
            self._weights[atom] = sum(1 for _ in islice(options, _MOST_WEIGHED))
        return self._weights[atom]

    def _prover(self, purpose: str, state: State, limits: Limits | None) -> Prover:
        self.proofs.hint = self._hint if self._lost or self._values else None
        if self.proofs.wants_room and not self.proofs.of_sum(state):
            self.proofs.make_room()

        def title() -> str:
            return f"{purpose} {named(self.ruleset, state)}"

        return Prover(self.proofs, Watch(limits, title, self.proofs.values()))


class MisereSearch:
    """What is proved of the states of one game, and of sums that begin with one of them."""

    def __init__(self, ruleset: Rulebook) -> None:
        self._ruleset = ruleset
        self._falls_apart = ruleset.has_own("components")
        self.sums = Components()
        self._of_states = Proofs(canonical_options(ruleset), _only_one, end_wins=True)
        self._of_sums = Proofs(self.sums.options, _only_one, end_wins=True)
        self._of_sums.note(OVER_SUM, -1)
        self.lock = threading.RLock()

    def outcome(self, position: Parts[Any], limits: Limits | None = None) -> Outcome:
        """Return who wins a position; CycleError where play can come back and that is not seen."""
        watch = Watch(limits, lambda: f"Misère play of {shown(position)}", {})
        with self.lock:
            all_proofs = self._of_states, self._of_sums
            if any(proofs.wants_room for proofs in all_proofs) and not self.proved(position):
                for proofs in all_proofs:
                    proofs.make_room()
            if self._is_state(position):
                try:
                    return self._judged(*self._kept_for(position), watch)
                except _FallsApart:
                    self._falls_apart = True
            self.sums.watch = watch
            return self._judged(*self._kept_for(position), watch)

    def number_of_proof(self, position: Parts[Any]) -> int | None:
        """Return the number of the proof that a position is lost, in their order; or None."""
        proofs, atom = self._kept_for(position)
        return proofs.lost.get(atom)

    def proved(self, position: Parts[Any]) -> int:
        """Return -1 for a position that is proved to be lost, 1 for one that is won, else 0."""
        proofs, atom = self._kept_for(position)
        return proofs.of(atom)

    def _kept_for(self, position: Parts[Any]) -> tuple[Proofs, Any]:
        """Return the proofs that have a position, and what it is called there."""
        if self._is_state(position):
            return self._of_states, self._ruleset.canonical(position.parts[0].state)
        return self._of_sums, self.sums.of(position.parts)

    def _is_state(self, position: Parts[Any]) -> bool:
        """Whether a position is one state of this game, whose options are such."""
        if position.part_count != 1 or self._falls_apart:
            return False
        return position.parts[0].ruleset is self._ruleset

    def _judged(self, proofs: Proofs, atom: Any, watch: Watch) -> Outcome:
        try:
            return Outcome.P if Prover(proofs, watch).has_value((atom,), 0) else Outcome.N
        except TypeError:
            if self._ruleset.freezes_from_now_on():
                return self._judged(proofs, atom, watch)
            if proofs is self._of_states and proofs.last is not None:
                require_options(self._ruleset, proofs.last)
            raise


class _FallsApart(Exception):  # noqa: N818 - no error: sums are searched instead
    pass


def _only_one(position: Any) -> Atoms:
    raise _FallsApart


# A sum for which no rule is known.

_SOON = 20_000  # positions that a search looks at in a moment
_MOST, _SECONDS = 100_000, 3.0  # what may be looked at beside the answer


class SearchedSum:
    """Misère play of a sum for which no rule is known; also of no parts at all."""

    def __init__(self, position: Parts[Any], play: Play, limits: Limits | None = None) -> None:
        self._position = position
        self._play = play
        self._limits = limits
        self._cycles = play == "normal" or not position.part_count

    def outcome(self, position: Parts[Any], limits: Limits | None = None) -> Outcome:
        """Return who wins a position that can be reached: by a search that keeps its proofs."""
        if position.is_over:
            return Outcome.P
        if not self._cycles and position.part_count:
            try:
                outcome: Outcome = self._search.outcome(position, limits or self._limits)
                return outcome
            except CycleError:
                self._cycles = True
        return self.graph.outcome(position)

    def decides_soon(self) -> bool:
        """Return whether few positions decide, so that no quotient need be looked for."""
        limits = self._limits or Limits()
        if limits.positions is None or limits.positions > _SOON:
            limits = replace(limits, positions=_SOON)
        try:
            self.outcome(self._position, limits)
        except LimitError:
            return False
        return True

    def value(self, position: Parts[Any]) -> Value:
        """Return the value of a position that can be reached."""
        return self.graph.value(position)

    def winning_moves(self, position: Parts[Move]) -> Iterator[Move]:
        """Yield the winning moves of a position that can be reached."""
        return (move for move in position.moves() if self.outcome(move.option) is Outcome.P)

    def best_move(self, position: Parts[Move]) -> Move | None:
        """Return the quickest win, or a move that keeps a draw; of many positions a proved win."""
        if self._few is not None:
            return self._few.best_move(position)
        number = self._search.number_of_proof
        proved = [(proof, move) for move in position.moves()
                  if (proof := number(move.option)) is not None]  # fmt: skip
        return min(proved, key=itemgetter(0))[1]

    @property
    def because(self) -> Justification:
        """Describe that a search decides."""
        return searched(None if self._few is None else len(self._few))

    @property
    def is_small(self) -> bool:
        """Whether all that can be reached is soon looked at."""
        return self._few is not None

    @cached_property
    def graph(self) -> SumGraph:
        """All that can be reached."""
        return SumGraph(self._position, self._play, self._limits)

    @cached_property
    def _few(self) -> SumGraph | None:
        """All that can be reached, where that is not much; None where it is."""
        if self._cycles:
            return self.graph
        limits = self._limits or Limits(_MOST, _SECONDS, _clock=thread_time)
        try:
            with self._search.lock:  # what the parts lead to is known from the search
                return SumGraph(self._position, self._play, limits, self._search.sums)
        except LimitError:
            return None

    @property
    def _search(self) -> Any:
        return self._position.runs[0].ruleset.misere_search
