"""What can be said about the values of a game, and which known games have them.

A proved sentence says "is", with its theorem or source. A conjecture says "looks like", on
which heaps it was tested, and "not proved"; what chance fits too easily "might be", and is a guess.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from grundy.display import hook
from grundy.games.protocols import Theorem
from grundy.games.rule_game import takes_pairs
from grundy.games.ruleset import Ruleset
from grundy.heaps import conjectures as forms
from grundy.heaps.by_moves import borne_out, rule_by_moves
from grundy.heaps.closed_forms import Values, claim, is_guess
from grundy.heaps.conjectures import ZEROS, Counterexample
from grundy.heaps.numbers import Within
from grundy.heaps.periods.period import Period, search_period
from grundy.heaps.rules import TakeAndBreak, require_game, require_heaps
from grundy.heaps.ruleset import HeapRuleset, as_heap_game
from grundy.named.catalogue import closed_form
from grundy.named.games.heaps import ENTRIES
from grundy.runtime.files import require_memory
from grundy.runtime.limits import Limits, Progress, reporting, reports

_SHIFTS = (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5)
_SCREENED = 60  # heaps that distinguish nearly all games, compared in plain Python


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A heap game that has a name."""

    name: str
    game: str
    oeis: str | None
    source: str

    def __str__(self) -> str:
        number = f", OEIS {self.oeis}" if self.oeis else ""
        return f"{self.name} ({self.game}{number})"


@dataclass(frozen=True, slots=True)
class KnownMatch:
    """A known game whose heap n + shift has the value of heap n."""

    known: KnownGame
    shift: int
    stop: int
    proof: str | None

    def __str__(self) -> str:
        """Return which game, and how sure that is."""
        if self.shift:
            sign = "+" if self.shift > 0 else "−"
            heap = f"heap n {sign} {abs(self.shift)} of {self.known}"
        else:
            heap = str(self.known)
        if self.proof is not None:
            return f"{heap}: {self.proof}"
        first = max(0, -self.shift)
        return f"{heap}: agrees on heaps {first} … {self.stop - 1:,}; not proved"


@dataclass(frozen=True, slots=True)
class SameMoves(KnownMatch):
    """A rule with a text that has the moves of a function, as far as they were compared."""

    def __str__(self) -> str:
        """Return which rule, and how to ask what is proved of it."""
        game, most = self.known.game, self.stop - 1
        command = f'grundy describe "{game}"'
        return f"{game}: the same moves on heaps 0 … {most:,}; what is proved of it says {command}"


def known_games() -> Iterator[tuple[KnownGame, HeapRuleset]]:
    """Yield the heap games of the catalogue, and codes with a number; they know no values yet."""
    for entry in ENTRIES:
        rules = None if entry.parameters else as_heap_game(entry.make())
        if rules is not None:
            name = ", ".join(filter(None, (entry.name, entry.also)))
            yield KnownGame(name, rules.text, next(iter(entry.oeis), None), entry.source), rules
    for name, code, oeis, source in _CODES:
        yield KnownGame(name, code, oeis, source), TakeAndBreak(code)


_BOOKS = "Winning Ways, ch. 4; A. Flammenkamp"

_CODES = (
    ("Double Kayles", "0.7777", "A071074", "Guy and Smith, 1956"),
    ("full rows of Sticks", "0.777", None, "CEOI 2000"),
    ("octal game 0.56", "0.56", "A071436", _BOOKS),
    ("octal game 0.127", "0.127", "A071464", _BOOKS),
    ("octal game 0.177", "0.177", "A071435", _BOOKS),
    ("octal game 0.1377", "0.1377", "A071434", _BOOKS),
    ("octal game 0.1777", "0.1777", "A071509", _BOOKS),
    ("octal game 0.11377", "0.11377", "A071452", _BOOKS),
)


def same_values(
    ruleset: HeapRuleset, stop: int, period: Period | None = None
) -> Iterator[KnownMatch]:
    """Yield a rule with the same moves, and known games whose values are these, or shifted."""
    alike = rule_by_moves(ruleset, stop)
    if alike is not None:
        rule, compared = alike
        yield SameMoves(KnownGame(rule.text, rule.text, None, "its moves"), 0, compared, None)
    for game, other in known_games():
        if other == ruleset or (ruleset.code is not None and ruleset.code == other.code):
            yield KnownMatch(game, 0, stop, "the same rule")
            continue
        if stop < forms.FEWEST:
            continue
        for shift in _SHIFTS:
            agrees = partial(_agree, ruleset, other, shift)
            if agrees(min(stop, _SCREENED)):
                theirs = None if period is None else search_period(other, stop)
                enough, proof = _decisive(period, theirs, shift, stop)
                if enough and agrees(enough):
                    yield KnownMatch(game, shift, enough, proof)
                    break


def _agree(ruleset: HeapRuleset, other: HeapRuleset, shift: int, stop: int) -> bool:
    """Return whether heap n has the value of heap n + shift of another game, for all n below."""
    first = max(0, -shift)
    there = other.values(max(stop + shift, 0))
    return np.array_equal(ruleset.values(stop)[first:], there[first + shift :])


def _decisive(
    mine: Period | None, theirs: Period | None, shift: int, stop: int
) -> tuple[int, str | None]:
    """Return how many heaps to compare, 0 where the periods differ, and what that proves if all."""
    if mine is None or theirs is None:
        return stop, None
    moved = max(0, theirs.preperiod - shift), theirs.period, theirs.saltus
    # a heap before the first that is compared proves nothing
    own = max(mine.preperiod, -shift), mine.period, mine.saltus
    enough = forms.agreement(own, moved)
    if enough is None:
        return 0, None
    if enough > stop:
        return stop, None
    return enough, "proved, the periods and the first values are equal"


USUAL = 3_000
_BYTES = 60  # for each heap: values of eight bytes, as a form says and as they are
CORNER = 40  # up to which a rule of two numbers is looked at
_AHEAD = 200  # heaps beyond one period, to read a closed form from
VALUES = "G(n)"
WINNER = "who wins"


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence about the values of a game.

    Of what is not proved, chance fits these heaps at most once in 2 to the *bits*; the moves of
    some larger heaps, up to *reach*, bear it out. Of two numbers *tested* says on which.
    """

    about: str
    text: str
    start: int
    stop: int | None
    proof: str | None
    bits: float = 0.0
    reach: int | None = None
    tested: str = ""

    @property
    def is_guess(self) -> bool:
        """Whether it is not proved, and chance fits it too easily for a find."""
        return self.proof is None and is_guess(self.bits)

    def __str__(self) -> str:
        """Return the sentence: "is" with a proof, else "looks like" or "might be"."""
        if self.about == WINNER:
            return f"{self.text} (proved: {self.proof})"
        if self.proof is not None:
            since = f" for all n ≥ {self.start:,}" if self.start else ""
            return f"{self.about} is {self.text}{since} (proved: {self.proof})"
        heaps = f" on heaps {self.start:,} … {(self.stop or 0) - 1:,}"
        tested = self.tested and f", for {self.tested}"
        return claim(self.about, self.text, tested or heaps, self.bits, self.reach)


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


@reports
def describe(
    ruleset: Ruleset,
    stop: int = USUAL,
    progress: Progress | None = None,
    *,
    limits: Limits | None = None,
) -> Description:
    """Return what can be said about the values of a game, from heaps 0 .. stop - 1.

    A proved formula or period comes first; with one, nothing is conjectured. Else forms are
    proposed from the first 64 heaps and tested on all: remainders, quotients, digits in base
    two, Beatty sequences, self-similarity, periods; and where the values
    have none, forms of the set of P-positions. What fits all is tested by the moves of some larger
    heaps, to 30,000 at most, and dropped where these contradict it. Of other games with a theorem
    it says who wins, and of a rule of two numbers what is seen in the table up to 40, 40.

    Args:
        ruleset: A game of heaps, one of one number or two, as `game` makes it, or one with a
            theorem of who wins or a closed form.
        stop: How many heaps to look at; fewer where fewer prove a period.
        progress: Passed on to ``values``.
        limits: How far values may be computed; positions are heaps of the game itself.

    Raises:
        LimitError: If a limit is passed.
        RulesetError: If it is no such game.

    Cost: that of ``values(stop)``, then linear.

    >>> from grundy.heaps.rules import HeapGame, Subtraction
    >>> print(describe(Subtraction({1, 3})).proved)
    G(n) is n mod 2 (proved: repetition of the last max(S) values)
    >>> odd = HeapGame(lambda n: [n - k for k in range(1, n + 1, 2)])
    >>> print(describe(odd, 500).conjectures[0])
    G(n) looks like n mod 2 on heaps 0 … 499; borne out by the moves of some heaps up to 16,005, ...
    """
    require_game(ruleset)
    if as_heap_game(ruleset) is None and (theorems := proved_of_all(ruleset)):
        *others, last = theorems
        said = " ".join([*(one.cited for one in others), last.statement.removesuffix(".")])
        who = Finding(WINNER, said, 0, None, last.source)
        return Description(ruleset.text, 0, who, None, (), (), ())
    if takes_pairs(ruleset):
        with reporting(progress):
            seen = hook(ruleset, "table")(ruleset, CORNER, CORNER, limits=limits).patterns()
        found = (Finding(one.about, one.text, 0, None, None, one.bits, None, one.tested)
                 for one in seen)  # fmt: skip
        return Description(ruleset.text, 0, None, None, tuple(found), (), ())
    ruleset = require_heaps(ruleset)
    if ruleset.formula is None:
        # before hours are spent on values that could not be searched
        require_memory(_BYTES * stop, f"A search of {stop:,} values", "take a smaller --stop")
    within = Within(limits, ruleset.text)
    within.require(ruleset.sequence, stop)
    conjectures: tuple[Finding, ...] = ()
    failed: tuple[Counterexample, ...] = ()
    with reporting(progress), within.watched():
        period = search_period(ruleset, stop)
        proved = _proved(ruleset, period)
        if proved is None:
            conjectures, failed = _conjectured(ruleset, stop)
        same = tuple(same_values(ruleset, stop, period))
    return Description(ruleset.text, stop, proved, period, conjectures, failed, same)


def is_described(ruleset: Ruleset) -> bool:
    """Return whether `describe` has something to say of a game that is none of heaps."""
    return takes_pairs(ruleset) or bool(proved_of_all(ruleset))


def proved_of_all(ruleset: Ruleset) -> list[Theorem]:
    """Return the closed form of a game's values, and its theorems."""
    return [*filter(None, [closed_form(ruleset)]), *ruleset.theorems]


def _proved(ruleset: HeapRuleset, period: Period | None) -> Finding | None:
    formula = ruleset.formula
    if formula is not None:
        return Finding(VALUES, formula.text, 0, None, formula.source)
    theorem = ruleset.period_theorem
    if period is None or theorem is None:
        return None
    values = ruleset.values(period.preperiod + period.period + _AHEAD)
    form = forms.closed_form_of(values, period)
    if form is not None:
        return Finding(VALUES, form.text, form.start, None, theorem.name)
    text = f"periodic with G(n + {period.period:,}) = G(n)"
    if period.saltus:
        text = f"arithmetic-periodic with G(n + {period.period:,}) = G(n) + {period.saltus:,}"
    return Finding(VALUES, text, period.preperiod, None, theorem.name)


def _conjectured(
    ruleset: HeapRuleset, stop: int
) -> tuple[tuple[Finding, ...], tuple[Counterexample, ...]]:
    values = ruleset.values(stop)
    in_values = forms.search(values)
    conjectures, failed = _findings(ruleset, values, in_values)
    if in_values.holding is not None and not in_values.holding.says:
        return conjectures, failed
    in_zeros = forms.search_zeros(values)
    zeros, failed_zeros = _findings(ruleset, values, in_zeros, lost=True)
    if conjectures and in_zeros.holding is not None and in_zeros.holding.says:
        return conjectures, failed  # the digits say both
    return (*zeros, *conjectures), (*failed, *failed_zeros)


def _findings(
    ruleset: HeapRuleset, values: Values, search: forms.Search, *, lost: bool = False
) -> tuple[tuple[Finding, ...], tuple[Counterexample, ...]]:
    about = ZEROS if lost else VALUES
    failed = tuple(replace(failure, about=about) for failure in search.failed)
    form, stop = borne_out(ruleset, search.holding, values, lost=lost), len(values)
    if form is None:
        return (), failed
    return (Finding(about, form.text, form.start, stop, None, form.bits, form.reach),), failed
