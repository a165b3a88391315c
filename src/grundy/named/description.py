"""What can be said about the values of a game: proved, or conjectured and called so.

A proved sentence says "is", with its theorem or source. A conjecture says "looks like", on
which heaps it was tested, and "not proved".
"""

from __future__ import annotations

from dataclasses import dataclass

from grundy.files.whole import require_memory
from grundy.games.ruleset import Ruleset
from grundy.heaps.engines.limited import Within
from grundy.heaps.periods.period import Period, Progress, search_period
from grundy.heaps.rules.number_game import require_heaps
from grundy.heaps.ruleset import HeapRuleset
from grundy.heaps.structure.conjectures import (
    Failure,
    Search,
    closed_form_of,
    search,
    search_zeros,
)
from grundy.heaps.structure.forms import Form
from grundy.named.known_games import KnownMatch, same_values
from grundy.running.limits import Limits

USUAL = 3_000
_BYTES = 60  # for each heap: values of eight bytes, as a form says and as they are
_AHEAD = 200  # heaps beyond one period, to read a closed form from
VALUES = "G(n)"
ZEROS = "the set of P-positions"


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence about the values of a game."""

    about: str
    text: str
    start: int
    stop: int | None
    proof: str | None

    def __str__(self) -> str:
        """Return the sentence: "is" with a proof, else "looks like"."""
        if self.proof is not None:
            since = f" for all n ≥ {self.start:,}" if self.start else ""
            return f"{self.about} is {self.text}{since} (proved: {self.proof})"
        heaps = f"{self.start:,} … {(self.stop or 0) - 1:,}"
        return f"{self.about} looks like {self.text} on heaps {heaps}; not proved"


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A form that fits many heaps and then fails."""

    about: str
    text: str
    start: int
    heap: int
    said: int
    value: int

    def __str__(self) -> str:
        """Return the sentence."""
        fits = f"{self.about} fits {self.text} on heaps {self.start:,} … {self.heap - 1:,}"
        if self.about == ZEROS:
            here = "belongs to it" if self.value else "does not belong to it"
            return f"{fits}, but fails at heap {self.heap:,}, which {here}"
        return f"{fits}, but fails at heap {self.heap:,}: {self.said:,} there, not {self.value:,}"


@dataclass(frozen=True, slots=True)
class Description:
    """What can be said about the values of a game.

    Attributes:
        game: The game's text.
        stop: The heaps looked at were those below.
        proved: What holds for all heaps, or None.
        period: The proved period, or None.
        conjectures: What fits all heaps looked at, where nothing is proved.
        failed: What fits many heaps and fails later, the one that lasted longest first.
        same_as: Known games with the same values.
    """

    game: str
    stop: int
    proved: Finding | None
    period: Period | None
    conjectures: tuple[Finding, ...]
    failed: tuple[Counterexample, ...]
    same_as: tuple[KnownMatch, ...]


def describe(
    ruleset: Ruleset,
    stop: int = USUAL,
    progress: Progress = None,
    *,
    limits: Limits | None = None,
) -> Description:
    """Say what can be said about the values of a game, from heaps 0 .. stop - 1.

    A proved formula or period comes first; with one, nothing is conjectured. Else forms are
    proposed from the first 64 heaps and tested on all: remainders, quotients, digits in base
    two, Beatty sequences, self-similarity, periods, xors of earlier values; and where the values
    have none, forms of the set of P-positions.

    Args:
        ruleset: A game of heaps, or one of one number, as `game` makes it.
        stop: How many heaps to look at; fewer where fewer prove a period.
        progress: Passed on to ``values``.
        limits: How far values may be computed; positions are heaps of the game itself.

    Raises:
        LimitError: If a limit is passed.
        RulesetError: If it is no such game.

    Cost: that of ``values(stop)``, then linear.

    >>> from grundy.heaps.rules.every_kind import HeapGame, Subtraction
    >>> print(describe(Subtraction({1, 3})).proved)
    G(n) is n mod 2 (proved: repetition of the last max(S) values)
    >>> odd = HeapGame(lambda n: [n - k for k in range(1, n + 1, 2)])
    >>> print(describe(odd, 500).conjectures[0])
    G(n) looks like n mod 2 on heaps 0 … 499; not proved
    """
    ruleset = require_heaps(ruleset)
    if ruleset.formula is None:
        # before hours are spent on values that could not be searched
        require_memory(_BYTES * stop, f"A search of {stop:,} values", "take a smaller --stop")
    within = Within(limits, ruleset.text, progress)
    within.require(ruleset.sequence, stop)
    period = search_period(ruleset, stop, within.progress)
    proved = _proved(ruleset, period)
    conjectures: tuple[Finding, ...] = ()
    failed: tuple[Counterexample, ...] = ()
    if proved is None:
        conjectures, failed = _conjectured(ruleset, stop, within.progress)
    same = tuple(same_values(ruleset, stop, period, progress=within.progress))
    return Description(ruleset.text, stop, proved, period, conjectures, failed, same)


def _proved(ruleset: HeapRuleset, period: Period | None) -> Finding | None:
    formula = ruleset.formula
    if formula is not None:
        return Finding(VALUES, formula.text, 0, None, formula.source)
    theorem = ruleset.theorem
    if period is None or theorem is None:
        return None
    values = ruleset.values(period.preperiod + period.period + _AHEAD)
    form = closed_form_of(values, period)
    if form is not None:
        return Finding(VALUES, form.text, form.start, None, theorem.name)
    text = f"periodic with G(n + {period.period:,}) = G(n)"
    if period.saltus:
        text = f"arithmetic-periodic with G(n + {period.period:,}) = G(n) + {period.saltus:,}"
    return Finding(VALUES, text, period.preperiod, None, theorem.name)


def _conjectured(
    ruleset: HeapRuleset, stop: int, progress: Progress
) -> tuple[tuple[Finding, ...], tuple[Counterexample, ...]]:
    values = ruleset.values(stop, progress)
    found = search(values)
    conjectures, failed = _findings(VALUES, found, stop)
    if found.holding is None:
        zeros, failed_zeros = _findings(ZEROS, search_zeros(values), stop)
        return zeros, (*failed, *failed_zeros)
    return conjectures, failed


def _findings(
    about: str, found: Search, stop: int
) -> tuple[tuple[Finding, ...], tuple[Counterexample, ...]]:
    failed = tuple(_failed(about, failure) for failure in found.failed)
    return (() if found.holding is None else (_looks(about, found.holding, stop),)), failed


def _looks(about: str, form: Form, stop: int) -> Finding:
    return Finding(about, form.text, form.start, stop, None)


def _failed(about: str, failure: Failure) -> Counterexample:
    form = failure.form
    return Counterexample(about, form.text, form.start, failure.heap, failure.said, failure.value)
