"""The values that were given: natural numbers, with gaps where nothing is known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from grundy.errors import CodeError
from grundy.heaps.numbers import whole

GAPS = ("?", "_")  # some shells take ? for a pattern of file names
MOST_VALUES = 100_000
LARGEST = 10**9


@dataclass(frozen=True)
class Given:
    """Values of consecutive heaps; which heaps is not known."""

    values: tuple[int | None, ...]

    @cached_property
    def known(self) -> npt.NDArray[np.int64]:
        """The places of values that are no gaps, rising."""
        return np.array([i for i, value in enumerate(self.values) if value is not None], np.int64)

    @property
    def first(self) -> int:
        """The place of the first value that is no gap."""
        return int(self.known[0])

    @cached_property
    def offsets(self) -> npt.NDArray[np.int64]:
        """The places of `known`, counted from the first of them."""
        return self.known - self.first

    @cached_property
    def numbers(self) -> npt.NDArray[np.int64]:
        """The values at `known`."""
        return np.array([value for value in self.values if value is not None], np.int64)

    @cached_property
    def longest_run(self) -> tuple[int, int]:
        """The first place, and the one after the last, of the longest run without a gap."""
        cuts = np.flatnonzero(np.diff(self.known) > 1) + 1
        runs = [run for run in np.split(self.known, cuts) if len(run)]
        longest = max(runs, key=len)
        return int(longest[0]), int(longest[-1]) + 1

    def beginning(self, count: int) -> Given:
        """Return the first so many values, gaps counted."""
        return Given(self.values[:count])


def as_given(values: Iterable[object]) -> Given:
    """Check values, and take what says that nothing is known for a gap."""
    found = [_one(value, place) for place, value in enumerate(values, 1)]
    if len(found) > MOST_VALUES:
        raise CodeError(f"At most {MOST_VALUES:,} values are looked at, found {len(found):,}.")
    if all(value is None for value in found):
        raise CodeError("The values are missing; give some, such as 0 1 2 3 1 4, with ? for a gap.")
    return Given(tuple(found))


def _one(value: object, place: int) -> int | None:
    if value is None or (isinstance(value, str) and value.strip() in GAPS):
        return None
    number = None if isinstance(value, bool) else whole(value)  # type: ignore[arg-type]
    if number is None or not 0 <= number <= LARGEST:
        shown = str(value)[:40]
        raise CodeError(
            f'Value {place}: "{shown}" is no natural number up to 10^9; write such as 4, or ? for '
            "a gap.",
            text=shown,
            column=place,
        )
    return number
