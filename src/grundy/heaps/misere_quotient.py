"""MisereQuotient: which sums of a game are indistinguishable under misère play; found and kept.

What a folder keeps is a certificate of the heaps done, which `grundy verify` checks as any other.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, ClassVar, SupportsIndex

from grundy.errors import FolderError, GrundyError, LimitError
from grundy.games.position import Move
from grundy.games.protocols import HeapLine
from grundy.heaps.engines.sequence import HeapFolder
from grundy.heaps.misere_elements import ElementsOfHeaps, reach_of, rows_of, tame_solution
from grundy.heaps.misere_play import QuotientAnswers
from grundy.heaps.numbers import HeapRules, require_heap
from grundy.misere.certificate import MisereCertificate, check, of_claim
from grundy.misere.forms import fingerprint
from grundy.misere.growth import Solution, checked_when_read, solve
from grundy.misere.records import MOST_HEAPS, UNASKED, Reach, Rows, share
from grundy.printable import counted
from grundy.runtime.limits import Limits, Watch, reporting, reports
from grundy.runtime.sealed import parsed
from grundy.values import Outcome


@dataclass(frozen=True, eq=False)
class MisereQuotient(ElementsOfHeaps):
    """The misère quotient of a heap game: of some heaps, or of all where a period is proved.

    Two sums are one element when no third sum beside them makes one a win and the other a loss.
    Elements are numbers; 0 is the identity, that of the empty sum.

    Attributes:
        ruleset: The game.
        solution: The quotient and what proves it, in arrays.

    >>> from grundy import TakeAndBreak
    >>> quotient = TakeAndBreak("0.77").misere_quotient()
    >>> quotient.order, quotient.p_count, quotient.period
    (40, 9, Period(preperiod=71, period=12, saltus=0, proved=True))
    >>> quotient.outcome([9, 8, 7])
    <Outcome.N: ...>
    """

    @property
    def growth(self) -> list[tuple[int, int, int]]:
        """(heap, order, size of the P-portion) for each heap at which the quotient grew."""
        return [(step.heap, step.order, step.p_count) for step in self.solution.growth]

    @cached_property
    def fingerprint(self) -> str:
        """The SHA-256 of the quotient and of the elements of its heaps, however it was found.

        >>> from grundy import GrundysGame
        >>> GrundysGame().misere_quotient(29).fingerprint[:16]
        'aa5ac05270841f45'
        """
        return fingerprint(self.solution.monoid, self.solution.phi)

    def beside(self, heaps: Sequence[int], element: int) -> QuotientAnswers:
        """Return the answers for heaps beside a sum of this element."""
        return QuotientAnswers(heaps, self, beside=element)

    def outcome(self, heaps: Iterable[SupportsIndex]) -> Outcome:
        """Say who wins a sum of heaps under misère play.

        Raises:
            LimitError: As `phi`.
        """
        return self.outcome_of(self.element(heaps))

    def winning_moves(self, heaps: Iterable[SupportsIndex]) -> list[Move]:
        """List every move after which the other player loses under misère play.

        Raises:
            LimitError: As `phi`, or if a heap has too many options to look at.
        """
        position = self.ruleset.sum(map(require_heap, heaps))
        answers = QuotientAnswers([part.state for part in position.parts], self)
        return [
            position.moved(place, name, option)
            for place in range(position.part_count)
            for name, option in answers.moves(place)
        ]

    def certificate(self, *, command: str = "") -> MisereCertificate:
        """Return what proves the quotient, for a file that `grundy.verify_certificate` checks.

        Args:
            command: What was asked, for the record: empty, or the command line that says it.

        Raises:
            RulesetError: If the rule of the game is a function, which no file can hold.
        """
        from grundy.heaps.periods.certificate import rule_of

        return of_claim(rule_of(self.ruleset), self.solution.claim(), command=command)

    def __repr__(self) -> str:
        about = f"period={self.period}" if self.period else f"stop={self.stop}"
        size = f"order={self.order}, p_count={self.p_count}"
        return f"MisereQuotient({self.ruleset.text!r}, {size}, {about})"


@reports
def find_quotient(
    ruleset: HeapRules, stop: int, *, limits: Limits | None = None, start: Solution | None = None,
    save: Callable[[Solution], None] | None = None,
) -> MisereQuotient:  # fmt: skip
    """Return the misère quotient of heaps 0 .. stop - 1, or of all where fewer prove a period."""
    try:
        solution = find_solution(ruleset, stop, limits, start=start, save=save)
    except LimitError as error:
        raise checked_when_read(error, partial(checked, ruleset)) from None
    return checked(ruleset, solution, limits)


def find_solution(
    ruleset: HeapRules, stop: int, limits: Limits | None, *, start: Solution | None = None,
    save: Callable[[Solution], None] | None = None,
) -> Solution:  # fmt: skip
    """Return the quotient that nobody has checked; so is the partial one of its `LimitError`."""
    solution = None if start else tame_solution(ruleset, stop, limits)
    return solution or solve(
        rows_of(ruleset), stop, ruleset.text, reach_of(ruleset), limits, start=start, save=save
    )


def checked(ruleset: HeapRules, solution: Solution, limits: Limits | None = None) -> MisereQuotient:
    """Return the quotient, which the checker has accepted."""
    from grundy.heaps.certificates import check_tame, is_long_and_tame

    claim = solution.claim()
    if ruleset.code is not None and is_long_and_tame(claim, ruleset.code):
        check_tame(claim, ruleset.code)
    else:
        order = counted(solution.monoid.order, "element")
        purpose = f"The check of the misère quotient of {ruleset.text}, {order},"
        watch = Watch(limits, purpose, {}, ends=True)
        rows = rows_of(ruleset)

        def looked_at(heap: int) -> Rows:
            watch.again()
            return rows(heap)

        check(claim, looked_at, reach_of(ruleset))
    return MisereQuotient(ruleset, solution)


_STEPS_SHOWN, _WORDS_SHOWN = 24, 24


def size_of(quotient: MisereQuotient) -> str:
    """Describe how large a quotient is, and for which heaps it is proved."""
    order, lost = counted(quotient.order, "element"), counted(quotient.p_count, "P-position")
    reach = "proved for heaps of every size"
    if quotient.period is None:
        reach = f"partial: proved for heaps 0 to {quotient.stop - 1:,}"
    return f"misère quotient of {order}, {lost}; {reach}."


def facts_of(quotient: MisereQuotient) -> dict[str, str]:
    """Describe where the quotient grew, its period, whether it is tame, and its kernel."""
    steps = [f"heap {heap:,} to {order:,} ({lost:,} P)" for heap, order, lost in quotient.growth]
    return {
        "grew at": _listed(steps, _STEPS_SHOWN) if steps else "no heap: no heap has a move",
        "period": _period(quotient),
        "tame": _tame(quotient),
        "kernel": _kernel(quotient),
        "P-positions": lost_words(quotient),
    }


def lost_words(quotient: MisereQuotient) -> str:
    """Return the first elements of P-positions, as words."""
    return _listed(element_words(quotient, sorted(quotient.p_portion)), _WORDS_SHOWN)


def _period(quotient: MisereQuotient) -> str:
    period = quotient.period
    if period is None:
        return f"none found up to heap {quotient.stop - 1:,}"
    proved = f"proved by heaps 0 to {quotient.stop - 1:,}"
    start = f"{period.period:,} from heap {period.preperiod:,} on"
    return f"{start}, of the elements of heaps; {proved}"


def _tame(quotient: MisereQuotient) -> str:
    if quotient.first_wild is not None:
        return f"no: heap {quotient.first_wild:,} is the first wild one"
    if quotient.period is not None:
        return "yes: every heap is fickle or firm"
    return f"as far as looked: no heap up to {quotient.stop - 1:,} is wild"


def _kernel(quotient: MisereQuotient) -> str:
    kernel = quotient.kernel
    elements = counted(len(kernel.elements), "element")
    if kernel.is_normal:
        seen = f"seen on heaps 0 to {quotient.stop - 1:,}"
        return f"{elements}; in the kernel misère play is normal play ({seen})"
    return f"{elements}; misère play in it is not normal play"


def element_words(quotient: MisereQuotient, elements: Iterable[int]) -> list[str]:
    """Return each element as a word in the generators."""
    presentation = quotient.presentation()
    return [presentation.element(element) for element in elements]


def _listed(parts: list[str], most: int) -> str:
    listed = ", ".join(parts[:most]) or "none"
    return listed if len(parts) <= most else f"{listed} and {len(parts) - most:,} more"


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
        return self._best is not None and self._best.covers(heap)

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


class QuotientStore(HeapFolder):
    """A folder with the quotient of one game."""

    kind = "quotient"
    in_its_own = "a quotient is kept in one of its"
    strays: ClassVar[tuple[str, ...]] = ("quotient-*.json",)
    form: ClassVar[dict[str, Any]] = {"heaps": int, "growth": list}

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
        if time.monotonic() - self.saved > self.save_every:
            self.keep(solution)

    def keep(self, solution: Solution) -> None:
        """Keep a solution of more heaps than the one that is there."""
        heaps = len(solution.phi)
        if heaps <= self.heaps:
            return
        text = of_claim(self.game, solution.claim()).to_json()
        name = f"quotient-{heaps}.json"
        self.add(name, lambda path: Path(path).write_text(text, encoding="utf-8"))
        growth = [list(step) for step in solution.growth]
        self.commit({"heaps": heaps, "growth": growth}, (name,))
        self.saved = time.monotonic()
