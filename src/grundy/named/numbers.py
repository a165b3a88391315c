"""What games of a few numbers have in common: how they are read, written and drawn."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from grundy.errors import RulesetError
from grundy.games.ruleset import Ruleset
from grundy.games.scenes import Scene, heaps_drawn, heaps_scene
from grundy.games.state_text import read_numbers, shown, written
from grundy.nimbers.fields import integer

Numbers = tuple[int, ...]


class OfNumbers(Ruleset):
    """A game whose state is a tuple of natural numbers, drawn as heaps."""

    @abstractmethod
    def legal(self, state: Any) -> Numbers:
        """Return the numbers as a tuple."""

    def parse(self, text: str) -> Numbers:
        """Read the numbers, with commas between them."""
        return self.legal(read_numbers(text))

    def format(self, state: Numbers) -> str:
        """Write the numbers."""
        return written(state)

    def draw(self, state: Numbers) -> str:
        """Draw the numbers as heaps."""
        return heaps_drawn(state)

    def scene(self, state: Numbers) -> Scene | None:
        """Return the numbers as heaps."""
        return heaps_scene(state)


def whole(number: object, rule: str) -> int:
    """Return a whole number of at least 1, or raise a RulesetError that begins with the rule."""
    try:
        found = integer(number, "")
    except TypeError:
        found = 0
    if found < 1:
        raise RulesetError(f"{rule}; found {shown(number)}.")
    return found
