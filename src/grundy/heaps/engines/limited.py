"""The limits of a question about heaps, kept while their values are computed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.errors import LimitError
from grundy.running.limits import Limits, Watch

if TYPE_CHECKING:
    from grundy.heaps.engines.sequence import Sequence, Values
    from grundy.running.progress import Progress

_ANY_NUMBER = 1 << 62


class Within:
    """Keeps the computing of one game's values within limits; a position is a heap here."""

    def __init__(self, limits: Limits | None, game: str, progress: Progress | None = None) -> None:
        self.most = _ANY_NUMBER
        self.progress = progress
        self._game = game
        if limits is None:
            return
        self.most = _ANY_NUMBER if limits.positions is None else limits.positions
        watch = Watch(limits, f"The values of {game}", {})

        def look(stage: str, done: int, total: int) -> None:
            watch.look_around(done)
            if progress is not None:
                progress(stage, done, total)

        self.progress = look

    def require(self, known: Sequence, stop: int) -> None:
        """Raise `LimitError` if more values are wanted than are known or may be computed."""
        if max(known.filled, self.most) < stop:
            raise LimitError(
                f"The value of this heap of {self._game} needs those of all heaps before it, more "
                f"than {self.most:,}; a higher limit goes further.",
                partial=known.values(known.filled),
            )

    def values(self, known: Sequence, stop: int) -> Values:
        """Return the values of heaps 0 .. stop - 1."""
        self.require(known, stop)
        try:
            return known.values(stop, self.progress)
        except LimitError as error:
            raise LimitError(str(error), partial=known.values(known.filled)) from None
