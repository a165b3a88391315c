"""MisereQuotient: which sums of a heap game are indistinguishable under misère play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError
from grundy.heaps.numbers import require_heap, short
from grundy.heaps.periods.period import Period, Proof
from grundy.heaps.quotients.tame import reach_of, rows_of, tame_heaps, tame_solution
from grundy.misere.growth import Solution, solve
from grundy.misere.monoid import Kernel, fingerprint, kernel
from grundy.misere.quotient import Quotient
from grundy.values import Outcome

if TYPE_CHECKING:
    from grundy.games.position import Move
    from grundy.heaps.numbers import HeapRules
    from grundy.heaps.quotients.answers import QuotientAnswers
    from grundy.heaps.quotients.certificate import MisereCertificate
    from grundy.heaps.quotients.names import ElementNames
    from grundy.running.limits import Limits, Progress

THEOREM = "the repetition of elements"


@dataclass(frozen=True, eq=False)
class MisereQuotient(Quotient):
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

    ruleset: HeapRules
    solution: Solution

    @property
    def growth(self) -> list[tuple[int, int, int]]:
        """(heap, order, size of the P-portion) for each heap at which the quotient grew."""
        return [(step.heap, step.order, step.p_count) for step in self.solution.growth]

    @property
    def stop(self) -> int:
        """How many heaps the quotient was computed for: 0 .. stop - 1."""
        return len(self.solution.phi)

    @cached_property
    def period(self) -> Period | None:
        """The period of the elements of heaps, proved for all of them; None where none is."""
        found = self.solution.repetition
        if found is None:
            return None
        return Period(*found, saltus=0, proved=True, proof=Proof(THEOREM, self.stop))

    @cached_property
    def first_wild(self) -> int | None:
        """The first heap that is wild; None while all heaps computed are tame.

        The quotient of tame heaps is that of a game of Nim.
        """
        tame = tame_heaps(self.ruleset, self.stop)
        return len(tame) if tame.ended else None

    @cached_property
    def fingerprint(self) -> str:
        """The SHA-256 of the quotient and of the elements of its heaps, however it was found.

        >>> from grundy import GrundysGame
        >>> GrundysGame().misere_quotient(29).fingerprint[:16]
        'aa5ac05270841f45'
        """
        return fingerprint(self.solution.monoid, self.solution.phi)

    @cached_property
    def names(self) -> ElementNames:
        """What the elements are called, and the least sum of each."""
        from grundy.heaps.quotients.names import ElementNames

        return ElementNames(self)

    @cached_property
    def kernel(self) -> Kernel:
        """The least ideal, and whether misère play in it is normal play."""
        values = self.ruleset.values(self.stop).tolist()
        return kernel(self.solution.monoid, self.solution.phi.tolist(), values)

    def phi(self, heap: SupportsIndex) -> int:
        """Return the element of one heap; of any size where a period is proved.

        Raises:
            LimitError: If the heap is larger than those that the quotient is proved for.

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.77").misere_quotient().phi(10**200)
        9
        """
        size = require_heap(heap)
        if self.period is not None:
            size = self.period.reduce(size)[0]
        elif size >= self.stop:
            raise LimitError(
                f"The misère quotient of {self.ruleset.text} is proved for heaps up to "
                f"{self.stop - 1:,} only, and says nothing of a heap of {short(size)}."
            )
        return int(self.solution.phi[size])

    def covers(self, heap: int) -> bool:
        """Return whether the quotient is proved for a heap."""
        return self.period is not None or heap < self.stop

    def beside(self, heaps: Sequence[int], element: int) -> QuotientAnswers:
        """Return the answers for heaps beside a sum of this element."""
        from grundy.heaps.quotients.answers import QuotientAnswers

        return QuotientAnswers(self.ruleset, heaps, self, beside=element)

    def elements(self, heaps: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """Return the element of each of many heaps.

        Args:
            heaps: Natural numbers, int64[n], or object[n] for those of any size.

        Raises:
            LimitError: As `phi`.
        """
        if self.period is None and len(heaps):
            self.phi(heaps.max())
        return self.solution.phi[self._reduced(heaps).astype(np.int64)].astype(np.int64)

    def run(self, first: int, count: int) -> npt.NDArray[np.int32]:
        """Return the elements of the heaps first .. first + count - 1, of any size."""
        phi = self.solution.phi
        if first + count <= self.stop:
            return phi[first : first + count]
        if self.period is None:
            self.phi(first + count - 1)
        elif first >= self.period.preperiod:  # of any number of digits
            first = self.period.reduce(first)[0]
        found: npt.NDArray[np.int32] = phi[self._reduced(np.arange(first, first + count))]
        return found

    def _reduced(self, heaps: npt.NDArray[Any]) -> npt.NDArray[Any]:
        if self.period is None:
            return heaps
        start, period = self.period.preperiod, self.period.period
        return np.where(heaps < start, heaps, start + (heaps - start) % period)

    def element(self, heaps: Iterable[SupportsIndex]) -> int:
        """Return the element of a sum of heaps.

        Raises:
            LimitError: As `phi`.
        """
        return self.solution.monoid.product(map(self.phi, heaps))

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
        from grundy.heaps.quotients.answers import QuotientAnswers

        position = self.ruleset.sum(map(require_heap, heaps))
        answers = QuotientAnswers(self.ruleset, [part.state for part in position.parts], self)
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
        from grundy.heaps.quotients.certificate import written

        return written(self, command=command)

    def __repr__(self) -> str:
        about = f"period={self.period}" if self.period else f"stop={self.stop}"
        return (
            f"MisereQuotient({self.ruleset.text!r}, order={self.order}, "
            f"p_count={self.p_count}, {about})"
        )


def find_quotient(
    ruleset: HeapRules,
    stop: int,
    limits: Limits | None = None,
    progress: Progress | None = None,
    *,
    start: Solution | None = None,
    kept: Callable[[Solution], None] | None = None,
) -> MisereQuotient:
    """Return the misère quotient of heaps 0 .. stop - 1, or of all where fewer prove a period."""
    try:
        solution = None if start else tame_solution(ruleset, stop, limits, progress)
        if solution is None:
            solution = solve(
                rows_of(ruleset), stop, ruleset.text, reach_of(ruleset), limits, progress,
                start=start, kept=kept,
            )  # fmt: skip
    except LimitError as error:
        partial = error.partial
        if isinstance(partial, Solution):
            raise LimitError(str(error), partial=checked(ruleset, partial)) from None
        raise
    return checked(ruleset, solution)


def checked(ruleset: HeapRules, solution: Solution) -> MisereQuotient:
    """Return the quotient, which the checker has accepted."""
    from grundy.heaps.quotients.verify import check_tame, is_long_and_tame
    from grundy.misere.check_arrays import check_arrays

    claim = solution.claim()
    if ruleset.code is not None and is_long_and_tame(claim, ruleset.code):
        check_tame(claim, ruleset.code)
    else:
        check_arrays(claim, rows_of(ruleset), reach_of(ruleset))
    return MisereQuotient(ruleset, solution)
