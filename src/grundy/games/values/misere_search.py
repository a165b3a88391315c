"""Misère play by a search for who wins, which stops at the first move that wins."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any

from grundy.games.parts import Components, Parts
from grundy.games.protocols import State
from grundy.games.rulebook import Rulebook
from grundy.games.state_text import require_options, shown
from grundy.games.values.orders import Prover
from grundy.games.values.proofs import Atoms, Proofs
from grundy.runtime.limits import Limits, Watch
from grundy.values import Outcome


class MisereSearch:
    """What is proved of the states of one game, and of sums that begin with one of them."""

    def __init__(self, ruleset: Rulebook) -> None:
        self._ruleset = ruleset
        self._canonical = ruleset.canonical if ruleset.has_own("canonical") else None
        self._falls_apart = ruleset.has_own("components")
        self._sums = Components()
        self._of_states = Proofs(self._options, _only_one, end_wins=True)
        self._of_sums = Proofs(self._sums.options, _only_one, end_wins=True)
        self._lock = threading.RLock()

    def outcome(self, position: Parts[Any], limits: Limits | None = None) -> Outcome:
        """Return who wins a position, from which nobody need come back to one.

        Raises:
            CycleError: If that is not to be seen where play can come back.
            LimitError: If a limit is passed.
        """
        watch = Watch(limits, f"Misère play of {shown(position)}", {})
        with self._lock:
            if self._is_state(position):
                try:
                    state = self._one(position.parts[0].state)
                    return self._judged(self._of_states, state, watch)
                except _FallsApart:
                    self._falls_apart = True
            self._sums.watch = watch
            return self._judged(self._of_sums, self._sums.of(position.parts), watch)

    def number_of_proof(self, position: Parts[Any]) -> int | None:
        """Return the number of the proof that a position is lost, in their order; or None."""
        if self._is_state(position):
            return self._of_states.lost.get(self._one(position.parts[0].state))
        return self._of_sums.lost.get(self._sums.of(position.parts))

    def _is_state(self, position: Parts[Any]) -> bool:
        """Whether a position is one state of this game, whose options are such."""
        if position.part_count != 1 or self._falls_apart:
            return False
        return position.parts[0].ruleset is self._ruleset

    def _judged(self, proofs: Proofs, atom: Any, watch: Watch) -> Outcome:
        try:
            return Outcome.P if Prover(proofs, watch).has_value((atom,), 0) else Outcome.N
        except TypeError:
            if proofs is self._of_states and proofs.last is not None:
                require_options(self._ruleset, proofs.last)
            raise

    def _one(self, state: State) -> State:
        return state if self._canonical is None else self._canonical(state)

    def _options(self, state: State) -> Iterable[Any]:
        options = self._ruleset.options(state)
        return options if self._canonical is None else map(self._one_or_sum, options)

    def _one_or_sum(self, option: State) -> Any:
        return option if isinstance(option, Parts) else self._one(option)


class _FallsApart(Exception):  # noqa: N818 - no error: sums are searched instead
    pass


def _only_one(position: Any) -> Atoms:
    raise _FallsApart
