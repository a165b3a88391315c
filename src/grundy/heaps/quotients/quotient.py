"""MisereQuotient: which sums of a heap game are indistinguishable under misère play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import SupportsIndex

from grundy.errors import LimitError
from grundy.games.position import Move
from grundy.heaps.numbers import HeapRules, require_heap
from grundy.heaps.quotients.elements import ElementsOfHeaps
from grundy.heaps.quotients.play import QuotientAnswers
from grundy.heaps.quotients.tame import reach_of, rows_of, tame_solution
from grundy.misere.certificate import MisereCertificate, check, of_claim
from grundy.misere.forms import fingerprint
from grundy.misere.growth import Solution, checked_when_read, solve
from grundy.misere.records import Rows
from grundy.printable import counted
from grundy.runtime.limits import Limits, Watch, reports
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
        return QuotientAnswers(self.ruleset, heaps, self, beside=element)

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
        from grundy.heaps.periods.certificate import rule_of

        return of_claim(rule_of(self.ruleset), self.solution.claim(), command=command)

    def __repr__(self) -> str:
        about = f"period={self.period}" if self.period else f"stop={self.stop}"
        return (
            f"MisereQuotient({self.ruleset.text!r}, order={self.order}, "
            f"p_count={self.p_count}, {about})"
        )


@reports
def find_quotient(
    ruleset: HeapRules,
    stop: int,
    *,
    limits: Limits | None = None,
    start: Solution | None = None,
    save: Callable[[Solution], None] | None = None,
) -> MisereQuotient:
    """Return the misère quotient of heaps 0 .. stop - 1, or of all where fewer prove a period."""
    try:
        solution = find_solution(ruleset, stop, limits, start=start, save=save)
    except LimitError as error:
        raise checked_when_read(error, partial(checked, ruleset)) from None
    return checked(ruleset, solution, limits)


def find_solution(
    ruleset: HeapRules,
    stop: int,
    limits: Limits | None,
    *,
    start: Solution | None = None,
    save: Callable[[Solution], None] | None = None,
) -> Solution:
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
    return f"misère quotient of {order}, {lost}; {_reach(quotient)}."


def facts_of(quotient: MisereQuotient) -> dict[str, str]:
    """Describe where the quotient grew, its period, whether it is tame, and its kernel."""
    return {
        "grew at": _growth(quotient),
        "period": _period(quotient),
        "tame": _tame(quotient),
        "kernel": _kernel(quotient),
        "P-positions": lost_words(quotient),
    }


def lost_words(quotient: MisereQuotient) -> str:
    """Return the first elements of P-positions, as words."""
    return _listed(element_words(quotient, sorted(quotient.p_portion)), _WORDS_SHOWN)


def _reach(quotient: MisereQuotient) -> str:
    if quotient.period is not None:
        return "proved for heaps of every size"
    return f"partial: proved for heaps 0 to {quotient.stop - 1:,}"


def _growth(quotient: MisereQuotient) -> str:
    steps = [f"heap {heap:,} to {order:,} ({lost:,} P)" for heap, order, lost in quotient.growth]
    return _listed(steps, _STEPS_SHOWN) if steps else "no heap: no heap has a move"


def _period(quotient: MisereQuotient) -> str:
    period = quotient.period
    if period is None:
        return f"none found up to heap {quotient.stop - 1:,}"
    return (
        f"{period.period:,} from heap {period.preperiod:,} on, of the elements of heaps; proved by "
        f"heaps 0 to {quotient.stop - 1:,}"
    )


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
