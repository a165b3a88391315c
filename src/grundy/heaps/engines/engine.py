"""What the engines share; the engines by the definition and by a closed form."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from grundy.heaps.engines.blocks import BlockGame
    from grundy.heaps.engines.sparse import Mask
    from grundy.heaps.ruleset import HeapRuleset


# What the engines share: the array, how it grows, and the start in plain Python.


Values = npt.NDArray[Any]
Control = npt.NDArray[np.int64]

PLAIN_TAKE = 1_000  # heaps in plain Python
PLAIN_CODE = 200


class SparseSpace(Protocol):
    """What an engine knows of a sparse space of values."""

    mask: Mask | None

    @property
    def mask_from(self) -> int | None:
        """The number of heaps from which a mask is looked for; None where it never is."""

    @property
    def rares(self) -> int:
        """How many rare heaps are known, heap 0 counted; 0 before a mask is chosen."""

    @property
    def rare_heaps(self) -> npt.NDArray[np.int64]:
        """The rare heaps from 0 on, int64."""


class Engine(Protocol):
    """Extends values from where they stand."""

    by_function: bool
    name: str
    values: Values
    filled: int

    def extend(self, stop: int, control: Control) -> None:
        """Fill in the values up to heap stop - 1, or until control[1] is set."""

    def restart(self) -> None:
        """Go on from `values` and `filled` as somebody else has set them."""

    @property
    def sparse(self) -> SparseSpace | None:
        """What is known of a sparse space; None for engines that look for none."""

    def block_game(self) -> BlockGame | None:
        """Make what blocks have to know of this game, where they serve from here on."""


def with_room(values: Values, filled: int, stop: int) -> Values:
    """Return the same array, or a longer copy where heaps 0 .. stop - 1 have no room in it."""
    if stop <= len(values):
        return values
    longer = np.zeros(max(stop, min(2 * len(values), 1 << 20)), values.dtype)
    longer[:filled] = values[:filled]
    return longer


class ArrayEngine:
    """What the engines share: the array, how it grows, and the start in plain Python."""

    name = ""
    plain_heaps = 0
    by_function = False

    def __init__(self) -> None:
        self.values: Values = np.zeros(0, np.uint8)
        self.filled = 0

    def extend(self, stop: int, control: Control) -> None:
        """Fill in the values up to heap stop - 1, or until control[1] is set."""
        self.values = with_room(self.values, self.filled, stop)
        if self.filled < stop <= self.plain_heaps:
            self.filled = self._extend_plain(stop, control)
        if self.filled < stop and not control[1]:
            self.filled = self._extend_compiled(stop, control)

    def _wide(self) -> Values:
        """Return the values in the type that kernels with values of any size work on."""
        return self.values.astype(np.uint32)

    def _keep(self, wide: Values, filled: int) -> int:
        """Take over what a kernel has filled in, in the least type that holds it."""
        greatest = int(wide[:filled].max(initial=0))
        self.values = wide.astype(np.promote_types(np.min_scalar_type(greatest), np.uint8))
        return filled

    def restart(self) -> None:
        """Go on from `values` and `filled` as somebody else has set them."""

    @property
    def sparse(self) -> SparseSpace | None:
        """None: only octal codes have a sparse space."""
        return None

    def block_game(self) -> BlockGame | None:
        """None: blocks serve octal codes only."""
        return None

    def _extend_plain(self, stop: int, control: Control) -> int:
        return self.filled

    def _extend_compiled(self, stop: int, control: Control) -> int:
        raise NotImplementedError

    def _store(self, known: list[int], start: int) -> int:
        """Write known[start:] to the array, in a wider type if they need it."""
        fresh = np.array(known[start:], np.int64)
        if len(fresh):
            self._fit(int(fresh.max()))
            self.values[start : len(known)] = fresh
        return len(known)

    def _fit(self, greatest: int) -> None:
        if greatest > np.iinfo(self.values.dtype).max:
            self.values = self.values.astype(np.min_scalar_type(greatest))


def mex(reached: set[int]) -> int:
    """Return the least number that is not in a set."""
    value = 0
    while value in reached:
        value += 1
    return value


# The engine for any other game: mex over the options, one by one.


_BLOCK = 256  # heaps between two looks at whether to stop


class DefinitionEngine(ArrayEngine):
    """Values by the definition, option by option."""

    name = "definition"

    def __init__(self, ruleset: HeapRuleset) -> None:
        super().__init__()
        self._ruleset = ruleset

    def _extend_compiled(self, stop: int, control: Control) -> int:
        start = self.filled
        known = self.values[:start].tolist()
        while len(known) < stop and not control[1]:
            control[0] = len(known)
            self._extend_by_definition(known, min(len(known) + _BLOCK, stop))
        return self._store(known, start)

    def _extend_by_definition(self, known: list[int], end: int) -> None:
        """Append the values up to heap end - 1."""
        for heap in range(len(known), end):
            reached = set()
            for option in self._ruleset.options(heap):
                nim_sum = 0
                for part in option:
                    nim_sum ^= known[part]
                reached.add(nim_sum)
            known.append(mex(reached))


# The engine for games with a closed form, for whole arrays.


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
