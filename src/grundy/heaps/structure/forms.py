"""What a conjecture about values says: a form that predicts them, and where it first fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Form:
    """A rule that may hold for the value of every heap from some heap on."""

    text: str
    predict: Callable[[Values], Values]
    start: int = 0
    period: tuple[int, int, int] | None = None

    def first_failure(self, values: Values) -> int | None:
        """Return the least heap whose value is another than the rule says, or None."""
        wrong = np.flatnonzero(self.predict(values)[self.start :] != values[self.start :])
        return int(wrong[0]) + self.start if len(wrong) else None

    def said(self, values: Values, heap: int) -> int:
        """Return what the rule says about one heap."""
        return int(self.predict(values[: heap + 1])[heap])


Family = Callable[[Values, int], Iterable[Form]]
"""Proposes forms from some values: (all values seen, first heap to speak about) -> forms.

A family reads its numbers off the values; whether a form holds is tested elsewhere."""


def closed(
    text: str,
    of_heaps: Callable[[Values], Any],
    start: int = 0,
    period: tuple[int, int, int] | None = None,
) -> Form:
    """Return a form that is a function of the heap alone."""

    def predict(values: Values) -> Values:
        said = of_heaps(np.arange(len(values), dtype=np.int64))
        return np.asarray(said, dtype=np.int64)

    return Form(text, predict, start, period)


def plus(number: int) -> str:
    """Write what is added: "", " + 3" or " − 3"."""
    return "" if not number else f" {'+' if number > 0 else '−'} {abs(number)}"
