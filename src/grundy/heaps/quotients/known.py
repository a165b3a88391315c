"""The quotient that a game keeps, in memory and in a folder, and its heaps in a joint quotient.

What is kept is a certificate of the heaps done, which `grundy verify` checks as any other.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from grundy.errors import FolderError, GrundyError, LimitError
from grundy.games.protocols import HeapLine
from grundy.heaps.numbers import HeapRules
from grundy.heaps.quotients.quotient import MisereQuotient, checked, find_solution
from grundy.heaps.quotients.tame import reach_of, rows_of, tame_solution
from grundy.misere.certificate import MisereCertificate, of_claim
from grundy.misere.growth import Solution
from grundy.misere.records import MOST_HEAPS, UNASKED, Reach, Rows, share
from grundy.runtime.folders import KeptFolder
from grundy.runtime.limits import Limits, reporting
from grundy.runtime.sealed import parsed

# Tame games cost no more than normal play.
_SECONDS_OF_TAME = 10
_MOST_TAME_HEAPS = 1_000_000


class KnownQuotient:
    """The largest quotient of a game that has been found so far."""

    def __init__(self, ruleset: HeapRules) -> None:
        self._ruleset = ruleset
        self._best: MisereQuotient | None = None
        self._unchecked: Solution | None = None  # what a search can go on from
        self._alone: tuple[object, MisereQuotient | None] = None, None
        self._is_wild = False  # a heap beyond the tame ones that are known
        self._failed: dict[Limits, int] = {}  # the first heap that stayed out of reach

    def adopt(self, quotient: MisereQuotient) -> None:
        """Keep a quotient that has been found, if it says more than the one that is there."""
        best = self._best
        if best is not None and best.period is not None:
            return
        if best is None or quotient.period is not None or quotient.stop > best.stop:
            self._best = quotient

    def covering(self, heap: int, limits: Limits | None = None) -> MisereQuotient | None:
        """Return a quotient that is proved for this heap, or None where none is in reach."""
        # A search of positions has the other seconds, where it could end.
        limits = (share(limits) if heap <= MOST_HEAPS else limits) or UNASKED
        hurried = None if limits is UNASKED else limits
        with suppress(LimitError), reporting(None, hurried):
            for look in (self._look, self._look_on_while_tame):
                if not self._covers(heap) and heap < self._failed.get(limits, heap + 1):
                    look(heap, limits)
        return self._best if self._covers(heap) else None

    def alone(self, heap: int, limits: Limits | None = None) -> MisereQuotient | None:
        """Return the quotient of this heap alone: its names depend on no earlier query."""
        best = self._best
        if best is not None and best.stop <= heap + 1:
            return best
        last, quotient = self._alone
        if last != (heap, limits):
            quotient = KnownQuotient(self._ruleset).covering(heap, limits)
            self._alone = (heap, limits), quotient
        return quotient

    def _covers(self, heap: int) -> bool:
        best = self._best
        return best is not None and best.covers(heap)

    def _look(self, heap: int, limits: Limits) -> None:
        stop, start = min(heap, MOST_HEAPS) + 1, self._start()
        done = 0 if self._best is None else self._best.stop
        if done >= stop or (heap >= MOST_HEAPS and reach_of(self._ruleset) is None):
            return
        try:
            solution = find_solution(self._ruleset, stop, limits, start=start)
        except LimitError as error:
            if limits is not UNASKED and error.prepare is not None:
                return  # of a tame game, where it is found again as soon
            solution = error.partial
            if not isinstance(solution, Solution):
                return
            if start is not None and len(solution.phi) <= len(start.phi):  # else it goes on
                self._failed[limits] = len(solution.phi)
            self._unchecked = solution
        if limits is UNASKED or len(solution.phi) >= stop or solution.repetition is not None:
            self.adopt(checked(self._ruleset, solution, limits))

    def _start(self) -> Solution | None:
        """Return the most that a search for a wild game's quotient can go on from."""
        best, unchecked = self._best, self._unchecked
        if best is not None and (unchecked is None or best.stop >= len(unchecked.phi)):
            return None if best.first_wild is None else best.solution
        return unchecked

    def _look_on_while_tame(self, heap: int, limits: Limits) -> None:
        """Look at more heaps of a game whose heaps so far are all tame."""
        best, stop = self._best, min(heap, _MOST_TAME_HEAPS) + 1
        if best is None or best.stop >= stop or best.first_wild is not None or self._is_wild:
            return
        within = limits
        if limits is UNASKED or limits.seconds is None:
            within = replace(limits, seconds=_SECONDS_OF_TAME)
        try:
            solution = tame_solution(self._ruleset, stop, within)
        except LimitError as error:
            if within is limits:
                raise  # the same question goes further when it is repeated
            solution = error.partial
            self._failed[limits] = len(error.partial.phi)
        self._is_wild = solution is None
        if solution is not None:
            self.adopt(checked(self._ruleset, solution, within))


@dataclass(frozen=True)
class CodeLine(HeapLine):
    """The heaps of a game whose elements may be proved to repeat."""

    ruleset: HeapRules
    reach: Reach

    def options(self, heap: int) -> Rows:
        return rows_of(self.ruleset)(heap)

    def elements(self, solution: Solution) -> MisereQuotient:
        """Return the elements of the heaps, in a monoid of more than these."""
        return MisereQuotient(self.ruleset, solution)


def line_of(ruleset: HeapRules) -> CodeLine | None:
    """Return the heaps of a game, where a theorem on periods holds."""
    reach = reach_of(ruleset)
    return None if reach is None else CodeLine(ruleset, reach)


class QuotientStore(KeptFolder):
    """A folder with the quotient of one game, open for one run at a time."""

    strays: ClassVar[tuple[str, ...]] = ("quotient-*.json",)
    form: ClassVar[dict[str, Any]] = {"heaps": int, "growth": list}

    def __init__(
        self,
        folder: str | os.PathLike[str],
        rule: str,
        *,
        resume: bool = False,
        save_every: float = 20.0,
    ) -> None:
        self._rule, self._save_every = rule, save_every
        self._saved = time.monotonic()
        try:
            super().__init__(folder, {"quotient": rule}, resume=resume)
        except (FileExistsError, NotADirectoryError):
            raise FolderError(
                f"{os.fspath(folder)}: this is no folder; a quotient is kept in one of its own."
            ) from None

    @property
    def heaps(self) -> int:
        """Of how many heaps the quotient is kept."""
        return 0 if self.state is None else int(self.state["heaps"])

    def load(self) -> Solution | None:
        """Return the quotient that is kept, or None; it is not checked here."""
        if self.state is None:
            return None
        (name,) = self.pieces
        path = self.folder / name
        try:
            fields = parsed(path.read_bytes(), str(path))
            growth = [(heap, order, lost) for heap, order, lost in self.state["growth"]]
            return Solution.of(MisereCertificate.read(fields, str(path)).claim(), growth)
        except (GrundyError, ValueError, KeyError, TypeError, AttributeError):
            raise FolderError(f"{path}: this is no quotient; use another folder.") from None

    def offer(self, solution: Solution) -> None:
        """Keep a solution, where the last one that was kept is old."""
        if time.monotonic() - self._saved > self._save_every:
            self.keep(solution)

    def keep(self, solution: Solution) -> None:
        """Keep a solution of more heaps than the one that is there."""
        heaps = len(solution.phi)
        if heaps <= self.heaps:
            return
        text = of_claim(self._rule, solution.claim()).to_json()
        name = f"quotient-{heaps}.json"
        self.add(name, lambda path: Path(path).write_text(text, encoding="utf-8"))
        growth = [list(step) for step in solution.growth]
        self.commit({"heaps": heaps, "growth": growth}, (name,))
        self._saved = time.monotonic()
