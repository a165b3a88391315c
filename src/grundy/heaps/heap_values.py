"""What a heap game tells of many heaps at once: values, P-positions, records, rare heaps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.heaps.engines.limited import Within
from grundy.heaps.numbers import require_natural

if TYPE_CHECKING:
    from grundy.heaps.engines.sequence import Sequence as Values
    from grundy.heaps.periods.period import Period
    from grundy.running.limits import Limits


class HeapValues(ABC):
    """The values of the heaps of one game, as arrays and tables, and what is found among them.

    Attributes:
        text: What the command line takes for this game.
    """

    text: str

    @property
    @abstractmethod
    def sequence(self) -> Values:
        """The values computed so far, and the engine that computes them."""

    def values(
        self,
        stop: int,
        progress: Callable[..., None] | None = None,
        *,
        limits: Limits | None = None,
    ) -> np.ndarray:
        """Return the Grundy values of heaps 0 .. stop - 1.

        Args:
            stop: The number of heaps. Cost: that of the engine; what is known is kept.
            progress: Called now and then with the number of heaps done.
            limits: How far it may go; its positions are heaps.

        Returns:
            uint8[stop], or wider where a value needs it; read-only.

        Raises:
            ValueError: If *stop* is negative.
            LimitError: If a limit is passed; its partial holds the values known.

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.77").values(8)
        array([0, 1, 2, 3, 1, 4, 3, 2], dtype=uint8)
        """
        stop = require_natural(stop, "stop")
        if limits is None:
            return self.sequence.values(stop, progress)
        return Within(limits, self.text, progress).values(self.sequence, stop)

    def to_arrow(self, stop: int, *, limits: Limits | None = None) -> Any:
        """Return heaps 0 .. stop - 1 and their values as a pyarrow.Table of "heap" and "value".

        Raises:
            MissingExtraError: If pyarrow is not installed (the extra ``formats``).

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.77").to_arrow(5).column("value").to_pylist()
        [0, 1, 2, 3, 1]
        """
        from grundy.files.table_bytes import arrow

        pyarrow = arrow(purpose="A table of pyarrow")
        values = self.values(stop, limits=limits)
        return pyarrow.table({"heap": np.arange(len(values)), "value": values})

    def to_pandas(self, stop: int, *, limits: Limits | None = None) -> Any:
        """Return the values of heaps 0 .. stop - 1 as a pandas.Series named "value", by heap.

        Raises:
            MissingExtraError: If pandas is not installed (the extra ``frames``).
        """
        from grundy.files.frames import pandas

        series = pandas().Series
        return series(self.values(stop, limits=limits), name="value").rename_axis("heap")

    def zeros(self, stop: int, *, limits: Limits | None = None) -> np.ndarray:
        """Return the heaps below *stop* with value 0, the P-positions, as int64[…].

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.6").zeros(100).tolist()
        [0, 1, 4, 12, 20, 30, 46, 72, 98]
        """
        return np.flatnonzero(self.values(stop, limits=limits) == 0)

    def records(self, stop: int, *, limits: Limits | None = None) -> list[tuple[int, int]]:
        """Return (heap, value) where the value is greater than all before it.

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.77").records(12)
        [(0, 0), (1, 1), (2, 2), (3, 3), (5, 4), (11, 6)]
        """
        values = self.values(stop, limits=limits)
        if not len(values):
            return []
        greatest = np.maximum.accumulate(values)
        heaps = [0, *(np.flatnonzero(greatest[1:] > greatest[:-1]) + 1).tolist()]
        return [(heap, int(values[heap])) for heap in heaps]

    def frequencies(self, stop: int, *, limits: Limits | None = None) -> dict[int, int]:
        """Return how often each value occurs below *stop*, in the order of the values.

        >>> from grundy import GrundysGame
        >>> GrundysGame().frequencies(10)
        {0: 5, 1: 3, 2: 2}
        """
        found, counts = np.unique(self.values(stop, limits=limits), return_counts=True)
        return dict(zip(found.tolist(), counts.tolist(), strict=True))

    def rares(self, stop: int, *, limits: Limits | None = None) -> list[tuple[int, int]]:
        """Return the rare heaps below *stop* with their values, for games with a sparse space."""
        self.values(stop, limits=limits)
        return self.sequence.rares

    def guess_period(self, stop: int, *, limits: Limits | None = None) -> Period | None:
        """Find a period, with or without a saltus, that is only observed; it proves nothing.

        A period counts as observed when it is seen three times and for longer than half as many
        heaps again as come before it: 2 * stop >= 3 * preperiod + 6 * period.

        Args:
            stop: Heaps 0 .. stop - 1 are computed and looked at.
            limits: How far it may go; its positions are heaps.

        Raises:
            LimitError: If a limit is passed.

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("4.[3]").guess_period(60)
        Period(preperiod=1, period=4, saltus=4, proved=False)
        """
        from grundy.heaps.periods.period import observe

        return observe(self.values(stop, limits=limits))
