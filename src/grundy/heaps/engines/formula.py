"""The engine for games with a closed form, for whole arrays."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from grundy.heaps.engines.engine import ArrayEngine, Control


class FormulaEngine(ArrayEngine):
    """Values by a closed form."""

    name = "formula"

    def __init__(self, array: Callable[[npt.NDArray[np.int64]], npt.NDArray[np.int64]]) -> None:
        super().__init__()
        self._array = array

    def _extend_compiled(self, stop: int, control: Control) -> int:
        for start in range(self.filled, stop, 1 << 20):
            end = min(stop, start + (1 << 20))
            fresh = self._array(np.arange(start, end))
            self._fit(int(fresh.max()))
            self.values[start:end] = fresh
            control[0] = end
            if control[1]:
                return end
        return stop
