"""Values that are handed out and not kept: what a run of blocks needs to go on does not grow."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError
from grundy.heaps.engines.blocks import REACH, BlockGame, BlockRun, Take
from grundy.heaps.engines.octal import AGAIN

Values = npt.NDArray[np.unsignedinteger]
Control = npt.NDArray[np.int64]


class Flow:
    """The values of a game from some heap on."""

    def __init__(self, game: BlockGame, head: Values, tail: Values, first: int) -> None:
        self._game = game
        self._head = head
        self._run = BlockRun(game, head, tail, first)

    @property
    def first(self) -> int:
        """The first heap that was not handed out."""
        return self._run.first

    @property
    def tail(self) -> Values:
        """The last values that were handed out, as many as another flow needs to go on."""
        return self._run.tail

    def extend(self, stop: int, control: Control, take: Take) -> None:
        """Hand out the values up to heap stop - 1, or until control[1] is set."""
        while self.first < stop and not control[1]:
            if self.first >= AGAIN * self._run.begin:
                self._run = BlockRun(self._game, self._head, self.tail, self.first)
            if not self._run.run(min(stop, AGAIN * self._run.begin), control, take):
                raise LimitError(
                    f"The value of heap {self.first:,} cannot be told from its splits with a part "
                    f"below {REACH:,}; only a run that keeps all values can look at the others."
                )
