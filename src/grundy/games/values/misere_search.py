"""Misère play by a search for who wins, which stops at the first move that wins."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from operator import itemgetter
from typing import Any

from grundy.errors import CycleError, LimitError
from grundy.games.parts import OVER_SUM, Components, Move, Parts, canonical_options
from grundy.games.protocols import Justification
from grundy.games.rulebook import Rulebook
from grundy.games.state_text import require_options, shown
from grundy.games.states import SumGraph, searched
from grundy.games.values.orders import Prover
from grundy.games.values.proofs import Atoms, Proofs
from grundy.runtime.limits import Limits, Watch, thread_time
from grundy.values import Outcome, Play, Value


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
