"""The quotient that a game keeps: found once, and made larger when larger heaps are asked about."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from grundy.errors import LimitError
from grundy.heaps.quotients.quotient import MisereQuotient, checked, find_quotient
from grundy.heaps.quotients.rows import reach_of
from grundy.heaps.quotients.tame_quotient import tame_solution
from grundy.misere.bounds import MOST_HEAPS, UNASKED
from grundy.running.limits import Limits

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.running.progress import Progress

# Tame games cost no more than normal play.
_SECONDS_OF_TAME = 10
_MOST_TAME_HEAPS = 1_000_000


class KnownQuotient:
    """The largest quotient of a game that has been found so far."""

    def __init__(self, ruleset: HeapRuleset) -> None:
        self._ruleset = ruleset
        self._found: MisereQuotient | None = None
        self._alone: tuple[object, MisereQuotient | None] = None, None
        self._tame_stop = 0  # how far a tame game was looked at
        self._failed: dict[Limits, int] = {}  # the first heap that was out of reach

    def adopt(self, quotient: MisereQuotient) -> None:
        """Keep a quotient that has been found, if it says more than the one that is there."""
        known = self._found
        if known is not None and known.period is not None:
            return
        if known is None or quotient.period is not None or quotient.stop > known.stop:
            self._found = quotient

    def covering(
        self, heap: int, limits: Limits | None = None, progress: Progress | None = None
    ) -> MisereQuotient | None:
        """Return a quotient that is proved for this heap, or None where none is in reach."""
        limits = limits or UNASKED
        if not self._covers(heap):
            self._look(heap, limits, progress)
        if not self._covers(heap):
            self._look_on_while_tame(heap, limits)
        return self._found if self._covers(heap) else None

    def alone(self, heap: int, limits: Limits | None = None) -> MisereQuotient | None:
        """Return what `covering` gives where nothing has been asked before, to name elements by."""
        known = self._found
        if known is not None and known.stop <= heap + 1:
            return known
        last, found = self._alone
        if last != (heap, limits):
            found = KnownQuotient(self._ruleset).covering(heap, limits)
            self._alone = (heap, limits), found
        return found

    def _covers(self, heap: int) -> bool:
        known = self._found
        return known is not None and known.covers(heap)

    def _look(self, heap: int, limits: Limits, progress: Progress | None) -> None:
        out_of_reach = heap >= self._failed.get(limits, heap + 1)
        if out_of_reach or (heap >= MOST_HEAPS and reach_of(self._ruleset) is None):
            return
        stop = min(heap, MOST_HEAPS) + 1
        try:
            self.adopt(find_quotient(self._ruleset, stop, limits, progress))
        except LimitError as error:
            if isinstance(error.partial, MisereQuotient):
                self.adopt(error.partial)
                self._failed[limits] = error.partial.stop

    def _look_on_while_tame(self, heap: int, limits: Limits) -> None:
        """Look at more heaps of a game whose heaps so far are all tame."""
        known, stop = self._found, min(heap, _MOST_TAME_HEAPS) + 1
        if known is None or known.first_wild is not None or self._tame_stop >= stop:
            return
        self._tame_stop = stop
        within = replace(limits, seconds=_SECONDS_OF_TAME)
        with suppress(LimitError):
            solution = tame_solution(self._ruleset, stop, within)
            if solution is not None:
                self.adopt(checked(self._ruleset, solution))
