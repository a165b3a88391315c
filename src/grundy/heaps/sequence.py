"""The values of one game (provisional: by the definition)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from grundy.heaps import reference

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset


class Sequence:
    """The values of one game, computed as far as asked."""

    engine = "reference"
    rares: list[tuple[int, int]]
    mask = 0

    def __init__(self, ruleset: HeapRuleset) -> None:
        self.ruleset = ruleset
        self.filled = 0
        self.rares = []
        self._values = np.zeros(0, np.uint8)

    def values(self, stop: int, progress: Callable[..., None] | None = None) -> np.ndarray:
        """Give the values of heaps 0 .. stop - 1, read-only."""
        if stop > self.filled:
            found = reference.values(self.ruleset, stop)
            top = max(found, default=0)
            self._values = np.array(found, np.min_scalar_type(top))
            self._values.flags.writeable = False
            self.filled = stop
        return self._values[:stop]
