"""Values by a closed form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from grundy.games.valuers.valuer import Rules, Valuer
from grundy.values import Value

if TYPE_CHECKING:
    from grundy.games.ruleset import State
    from grundy.running.limits import Limits
    from grundy.running.progress import Progress


class ByFormula(Valuer[Rules]):
    """A proved closed form; where it says nothing of a state, the game's search."""

    def __init__(
        self,
        ruleset: Rules,
        formula: Callable[[State], int | None],
        moves_to: Callable[[State, int], Iterator[tuple[str, State]]] | None = None,
    ) -> None:
        super().__init__(ruleset)
        self._formula = formula
        self._moves_to = moves_to

    def value(
        self, state: State, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Value:
        """Return the value of one state."""
        found = self._formula(state)
        if found is None:
            return self.ruleset.solver.value(state, limits=limits, progress=progress)
        return found

    def options_of_value(
        self, state: State, wanted: int, *, limits: Limits | None = None
    ) -> Iterator[tuple[str, State]]:
        """Return the moves to this value, of any number of moves where the closed form says."""
        if self._moves_to is None or self._formula(state) is None:
            return super().options_of_value(state, wanted, limits=limits)
        return self._moves_to(state, wanted)
