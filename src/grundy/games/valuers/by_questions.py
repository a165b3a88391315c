"""Values by the search of Lemoine and Viennot: compiled, and in Python where that is sooner."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING

from grundy.games.rule_errors import named
from grundy.games.valuers.one_value import Search
from grundy.games.valuers.valuer import Rules, Valuer

if TYPE_CHECKING:
    from grundy.games.ruleset import State
    from grundy.games.valuers.packed import Packed
    from grundy.games.valuers.questions import Questions
    from grundy.running.limits import Limits
    from grundy.running.progress import Progress


class ByQuestions(Valuer[Rules]):
    """The search of a game whose hook `packed` has *parts* and *weigh*, and whose plays end."""

    def __init__(self, ruleset: Rules) -> None:
        super().__init__(ruleset)
        self._questions: Questions | None = None

    @abstractmethod
    def is_small(self, state: State) -> bool:
        """Return whether the search in Python is done before a kernel is loaded."""

    def value(
        self, state: State, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> int:
        """Return the value of a board."""
        packed = self._packed(state)
        if packed is not None:
            asking, name = self._asking(packed), self._name(state)
            found = asking.value(packed.as_words, name, limits=limits, progress=progress)
            if found is not None:
                return found
        return self._plain.value(state, limits=limits, progress=progress)

    def has_value(self, state: State, wanted: int, *, limits: Limits | None = None) -> bool:
        """Ask the largest part for one value: that is less than finding it."""
        packed = self._packed(state)
        if packed is not None:
            asking, name = self._asking(packed), self._name(state)
            found = asking.has_value(packed.as_words, wanted, name, limits=limits)
            if found is not None:
                return found
        return self._plain.has_value(state, wanted, limits=limits)

    def questions(self, state: State) -> Questions | None:
        """Return the compiled search, with its table; None for a board that is too large."""
        packed = self.ruleset.packed(state)
        return None if packed is None or packed.weigh is None else self._asking(packed)

    def _packed(self, state: State) -> Packed | None:
        if self._questions is None and self.is_small(state):
            return None
        return self.ruleset.packed(state)

    def _asking(self, packed: Packed) -> Questions:
        from grundy.games.valuers.questions import Questions

        if self._questions is None or self._questions.rules.key != packed.key:
            self._questions = None  # before memory is taken for the next
            self._questions = Questions(packed)
        return self._questions

    def _name(self, state: State) -> str:
        return f"The value of {named(self.ruleset, state)}"

    @cached_property
    def _plain(self) -> Search:
        return Search(self.ruleset)
