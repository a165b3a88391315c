"""Heap games for the page: values as they are computed, periods, misère quotients, files."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np

from grundy.answers.forms import filled
from grundy.answers.periods import Quotient, quotient_answer
from grundy.errors import LimitError, PositionError, RulesetError
from grundy.heaps.numbers import code_words
from grundy.heaps.periods.certificate import certified_code, certify, rule_of
from grundy.heaps.periods.period import Period
from grundy.heaps.ruleset import HeapRuleset, as_heap_game
from grundy.runtime.limits import Limits
from grundy.web import settings
from grundy.web.records import UNSET, Answer, ListAll, Request, Unset

if TYPE_CHECKING:
    from grundy.heaps.misere_quotient import MisereQuotient

MOST_HEAPS = 5_000_000
_FIRST = 1_000
_PIECE = 100_000
_SECONDS = 0.25  # about the time between two lines
_LISTED = 200
_SMALL, _MOST_MOVES = 7, 40  # the heap whose moves are named, and how many are
DESCRIBED = 20_000

Game = Annotated[str, ("minLength", 1), ("maxLength", 200)]
Stop = Annotated[int, ("minimum", 1), ("maximum", MOST_HEAPS)]


class Values(Request):
    """A heap game, and how many of its values: those of heaps 0 .. stop - 1."""

    game: Game
    stop: Stop = 1_000


class SequenceFile(Request):
    """A file of values, or of a proved period: its certificate, or the theorem for Coq."""

    game: Game
    stop: Stop = 1_000
    format: Literal["csv", "b-file", "certificate", "theorem"] = "csv"


class CheckedPeriod(Answer):
    """A certificate that was checked: what is claimed, and the values that it rests on.

    The theorem needs so many heaps; reason says how that number comes about.
    """

    rule: str
    theorem: str
    reason: str
    heaps: int
    preperiod: int
    period: int
    saltus: int
    values: list[int]


class PeriodAnswer(Answer):
    """Values repeat: value(n + period) = value(n) + saltus for n from preperiod on."""

    period: int
    preperiod: int
    saltus: int
    proved: bool
    text: str


class Summary(Answer):
    """What all the values show; the longest lists are cut.

    A proved period has a certificate to download, unless a formula for all values proves it.
    """

    period: PeriodAnswer | None
    certificate: bool
    theorem: bool
    guess: PeriodAnswer | None
    zero_count: int
    zeros: list[int]
    record_count: int
    records: list[tuple[int, int]]
    frequencies: list[tuple[int, int]]


class Line(Answer):
    """One line of the stream; it has one of: game and stop, first and values, summary, done.

    With the game come its rule in words, and the moves of a small heap.
    """

    game: str | Unset = UNSET
    stop: int | Unset = UNSET
    rule: str | Unset = UNSET
    moves: list[str] | Unset = UNSET
    first: int | Unset = UNSET
    values: list[int] | Unset = UNSET
    summary: Summary | Unset = UNSET
    done: bool | Unset = UNSET
    error: str | Unset = UNSET


class HeapGameName(Answer):
    """A game of the catalogue, as it is written."""

    game: str
    name: str


class GameList(Answer):
    """The catalogue's games on heaps."""

    games: list[HeapGameName]


def values(request: Values) -> Iterator[Line]:
    """Yield the values line by line as they are computed.

    The first line has the game; then lines with "first" and "values"; then one with the
    period, zeros, records and frequencies; the last has "done". An error is a line, too.
    """
    ruleset = heap_game(request.game)
    moves = [move.name for move in islice(ruleset[_SMALL].moves(), _MOST_MOVES)]
    yield Line(game=ruleset.text, stop=request.stop, rule=_rule(ruleset), moves=moves)
    at, piece = 0, _FIRST
    while at < request.stop:
        began = time.monotonic()
        ahead = min(request.stop, at + piece)
        yield Line(first=at, values=ruleset.values(ahead)[at:].tolist())
        at = ahead
        quick = time.monotonic() - began < _SECONDS
        piece = min(2 * piece, _PIECE) if quick else max(piece // 2, _FIRST)
    yield Line(summary=_summary(ruleset, request.stop))
    yield Line(done=True)


def _rule(ruleset: HeapRuleset) -> str:
    from grundy.named import notation

    if ruleset.code is None:
        return notation.rule_of(ruleset)
    words, entry = code_words(ruleset.code), notation.entry_by_text(ruleset.text)
    name = f" ({entry.name})" if entry else ""
    return f"{ruleset.code}{name}: {words[0].lower()}{words[1:]}"


def games(request: ListAll) -> GameList:
    """List the games that have a sequence of values."""
    from grundy.named.catalogue import catalogue

    names = []
    for key in catalogue:
        entry = catalogue.entry(key)
        try:
            heap_game(entry.game)
        except PositionError:
            continue
        names.append(HeapGameName(entry.game, entry.name))
    return GameList(names)


def file(request: SequenceFile) -> tuple[str, bytes]:
    """Return the values as a CSV table or an OEIS b-file, or what proves their period."""
    from grundy.answers.theorems import period_theorem
    from grundy.heaps.value_files import Columns, column_bytes

    ruleset = heap_game(request.game)
    if request.format == "certificate":
        return "application/json", _certificate(ruleset, request.stop)
    if request.format == "theorem":
        return "text/plain", period_theorem(ruleset, ruleset.find_period(request.stop))
    values = ruleset.values(request.stop)
    columns = Columns(("heap", "value"), (range(len(values)), values))
    kind = "text/csv" if request.format == "csv" else "text/plain"
    return kind, column_bytes(columns, request.format)


def check(request: Values) -> CheckedPeriod:
    """Make the certificate of a period, and check it with code that knows no solver.

    The values are those that the check worked out anew, by the definition; of a rule that needs
    more than 20,000 of them nothing is shown step by step.
    """
    from grundy.heaps.periods.verify import recomputed, verify_period

    ruleset = heap_game(request.game)
    proof = None if ruleset.period_theorem is None else certify(ruleset, request.stop)
    if proof is None or ruleset.period_theorem is None:
        raise LimitError(f"No period of {ruleset.text} is proved by {request.stop:,} heaps.")
    if proof.heaps > DESCRIBED:
        raise LimitError(
            f"The check takes {proof.heaps:,} heaps; step by step it is shown up to {DESCRIBED:,}."
        )
    verify_period(proof)
    theorem = ruleset.period_theorem
    least = max(proof.preperiod, theorem.first)
    seen = f"{2 * proof.period}" if theorem.arithmetic else f"{proof.period}"
    formula = f"{theorem.heaps} · ({least} + {seen}) + {theorem.reach} − {theorem.heaps} + 1"
    reason = f"{formula} = {theorem.needed(proof.preperiod, proof.period)}"
    values = recomputed(certified_code(proof.rule), proof.heaps).tolist()
    return filled(CheckedPeriod, proof, reason=reason, values=values)


def heap_game(text: str, *, anew: bool = False) -> HeapRuleset:
    """Read a heap game by key, code or set; *anew* leaves aside what was found of it before."""
    from grundy.named.catalogue import catalogue

    named = catalogue.new(text) if anew else catalogue.read(text)
    ruleset = as_heap_game(named)
    if ruleset is None:
        raise PositionError(f"{named.text} is not played on heaps of one number; see Game.")
    return ruleset


def _certificate(ruleset: HeapRuleset, stop: int) -> bytes:
    if ruleset.period_theorem is None:
        raise LimitError(
            f"There is no certificate for {ruleset.text}: no theorem on periods holds for its rule."
        )
    proof = certify(ruleset, stop, command="grundy serve")
    if proof is None:
        raise LimitError(f"No period of {ruleset.text} is proved by the first {stop:,} heaps.")
    return proof.to_json().encode()


def _can_be(make: Callable[[], object]) -> bool:
    try:
        make()
    except RulesetError:
        return False
    return True


def _summary(ruleset: HeapRuleset, stop: int) -> Summary:
    from grundy.answers.theorems import period_theorem

    sequence = ruleset.values(stop)
    zeros = np.flatnonzero(sequence == 0)
    records = ruleset.records(stop)
    period = ruleset.find_period(stop)
    guess = ruleset.guess_period(stop) if period is None else None
    return Summary(
        period=_period(period),
        certificate=period is not None and ruleset.period_theorem is not None,
        theorem=_can_be(partial(period_theorem, ruleset, period)),
        guess=_period(guess),
        zero_count=len(zeros),
        zeros=zeros[:_LISTED].tolist(),
        record_count=len(records),
        records=[(int(heap), int(value)) for heap, value in records[:_LISTED]],
        frequencies=[(int(v), int(count)) for v, count in ruleset.frequencies(stop).items()],
    )


def _period(period: Period | None) -> PeriodAnswer | None:
    return None if period is None else filled(PeriodAnswer, period, text=str(period))


# ---- misère quotients ---------------------------------------------------------------------------

MOST_QUOTIENT_HEAPS = 10_000
MOST_ELEMENTS_SHOWN = 60
_MOST_ELEMENTS_LISTED = 2_000
# Less than an answer may take: what is proved by then has to be checked, and reported.
MOST_ELEMENTS, _QUOTIENT_SECONDS = 5_000, 8.0


class AskQuotient(Request):
    """A heap game, and how many of its heaps are taken in: those below stop."""

    game: Game
    stop: Annotated[int, ("minimum", 1), ("maximum", MOST_QUOTIENT_HEAPS)] = 1_000


class QuotientOnPage(Quotient):
    """A misère quotient; elements are numbers, 0 the identity, and each has a word.

    The element of each heap is cut after the first 2,000, and the table is null where there are
    more than 60 elements. The message says what ended it early, if anything did. Only a rule that
    a file can hold has a certificate.
    """

    rule: str
    text: str
    facts: dict[str, str]
    table: list[list[int]] | None
    certificate: bool


def quotient(request: AskQuotient) -> QuotientOnPage:
    """Find the misère quotient of a heap game, proved for all heaps or for those it names.

    It ends at a period that is proved, at the heap that is asked for, after some seconds, or where
    more than 5,000 elements would be tried.
    """
    from grundy.heaps.misere_quotient import facts_of, size_of

    ruleset = heap_game(request.game)
    misere_quotient, message = reached(ruleset, request.stop)
    answer = quotient_answer(misere_quotient, message)
    is_small = misere_quotient.order <= MOST_ELEMENTS_SHOWN
    answer["phi"] = answer["phi"][:_MOST_ELEMENTS_LISTED]
    return {
        **answer,
        "rule": _rule(ruleset),
        "text": f"{ruleset.text}: {size_of(misere_quotient)}",
        "facts": facts_of(misere_quotient),
        "table": misere_quotient.table.tolist() if is_small else None,
        "certificate": _can_be(partial(rule_of, ruleset)),
    }


def certificate(request: AskQuotient) -> tuple[str, bytes]:
    """Return the certificate of the quotient that sequence/quotient finds, for `grundy verify`."""
    ruleset = heap_game(request.game)
    rule_of(ruleset)  # a game that has none is refused before the work
    proof = reached(ruleset, request.stop)[0].certificate(command="grundy serve")
    return "application/json", proof.to_json().encode()


def reached(ruleset: HeapRuleset, stop: int) -> tuple[MisereQuotient, str | None]:
    """Return the quotient, or what is proved of it at a limit, with the sentence that says so."""
    from grundy.heaps.misere_quotient import MisereQuotient, find_quotient

    try:
        limits = Limits(positions=MOST_ELEMENTS, seconds=settings.at_most(_QUOTIENT_SECONDS))
        return find_quotient(ruleset, stop, limits=limits), None
    except LimitError as error:
        settings.defer_to_searcher()
        if not isinstance(error.partial, MisereQuotient):
            raise
        return error.partial, str(error)
