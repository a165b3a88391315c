"""Misère quotients for the page: the answer of `grundy quotient`, the products, the certificate."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from grundy.answers.heap_games import Quotient, quotient_answer
from grundy.errors import LimitError, RulesetError
from grundy.heaps.quotients.certificate import rule_of
from grundy.heaps.quotients.names import facts_of, size_of
from grundy.heaps.quotients.quotient import MisereQuotient, find_quotient
from grundy.heaps.ruleset import HeapRuleset
from grundy.running.limits import Limits
from grundy.web import hurry
from grundy.web.sequence_tasks import Game, heap_game

MOST_HEAPS = 10_000
MOST_ELEMENTS_SHOWN = 60
_MOST_HEAPS_LISTED = 2_000
# Less than an answer may take: what is proved by then has to be checked, and told.
MOST_ELEMENTS, _SECONDS = 5_000, 8.0


class AskQuotient(Struct, forbid_unknown_fields=True):
    """A heap game, and how many of its heaps are taken in: those below stop."""

    game: Game
    stop: Annotated[int, Meta(ge=1, le=MOST_HEAPS)] = 1_000


class QuotientOnPage(Quotient):
    """A misère quotient; elements are numbers, 0 the identity, and each has a word.

    The element of each heap is cut after the first 2,000, and the table is null where there are
    more than 60 elements. The message says what ended it early, if anything did. Only a rule that
    a file can hold has a certificate.
    """

    text: str
    facts: dict[str, str]
    table: list[list[int]] | None
    certificate: bool


def quotient(request: AskQuotient) -> QuotientOnPage:
    """Find the misère quotient of a heap game, proved for all heaps or for those it names.

    It ends at a period that is proved, at the heap that is asked for, after some seconds, or where
    more than 5,000 elements would be tried.
    """
    ruleset = heap_game(request.game)
    found, message = reached(ruleset, request.stop)
    answer = quotient_answer(found, message)
    answer["phi"] = answer["phi"][:_MOST_HEAPS_LISTED]
    return {
        **answer,
        "text": f"{ruleset.text}: {size_of(found)}",
        "facts": facts_of(found),
        "table": found.table.tolist() if found.order <= MOST_ELEMENTS_SHOWN else None,
        "certificate": _has_certificate(ruleset),
    }


def certificate(request: AskQuotient) -> tuple[str, bytes]:
    """Return the certificate of the quotient that sequence/quotient finds, for `grundy verify`."""
    ruleset = heap_game(request.game)
    rule_of(ruleset)  # a game that has none is refused before the work
    found, _ = reached(ruleset, request.stop)
    return "application/json", found.certificate(command="grundy serve").to_json().encode()


def reached(ruleset: HeapRuleset, stop: int) -> tuple[MisereQuotient, str | None]:
    """Return the quotient, or what is proved of it at a limit, with the sentence that says so.

    Raises:
        LimitError: If nothing is proved by then.
    """
    try:
        limits = Limits(positions=MOST_ELEMENTS, seconds=hurry.at_most(_SECONDS))
        return find_quotient(ruleset, stop, limits), None
    except LimitError as error:
        hurry.defer_to_searcher()
        if not isinstance(error.partial, MisereQuotient):
            raise
        return error.partial, str(error)


def _has_certificate(ruleset: HeapRuleset) -> bool:
    try:
        rule_of(ruleset)
    except RulesetError:
        return False
    return True
