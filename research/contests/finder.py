"""What the pattern finder says of a rule from 64 values, held against further values."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from grundy.heaps.by_moves import borne_out
from grundy.heaps.closed_forms import Form, Values, is_guess
from grundy.heaps.conjectures import search, search_zeros
from grundy.recognition.recognise import recognise
from grundy.strategy.patterns import ZEROS, patterns
from research.contests.rules import FAR_PAIRS, Rule

SEEN = 64  # values; of two numbers a square of as many
_SQUARE = 8
_VERDICTS = {True: "found", False: "wrong"}
_FEWEST_LOST = 5  # lost heaps, or no form says anything of them
_OF_ONE = re.compile(r"a function of (.*) alone")


@dataclass(frozen=True)
class Found:
    """A verdict on a rule, with the form that was found."""

    rule: Rule
    verdict: str  # "found", "wrong" or "not found"
    text: str = ""
    by: str = ""  # "values" alone or "moves" too, or it is "a guess"


def find(rule: Rule) -> Found:
    """Look for a form of the first values, and compare what it says of the others."""
    return _of_pairs(rule) if rule.has_pairs else _of_heaps(rule)


def _of_heaps(rule: Rule) -> Found:
    values = np.array(rule.values(rule.stop), np.int64)
    seen = values[:SEEN]
    form = search(seen).holding
    if form is not None:
        return _judged(rule, form, values)
    form = None if rule.value else search_zeros(seen).holding
    if form is not None and len(np.flatnonzero(seen == 0)) >= _FEWEST_LOST:
        return _judged(rule, form, values, lost=True)
    matches = recognise(seen.tolist(), ahead=len(values) - len(seen))
    for match in matches[: min(matches.games, 1)]:
        rest = values[SEEN:].tolist()[: len(match.next_values)]
        right = list(match.next_values[: len(rest)]) == rest
        return Found(rule, _VERDICTS[right], f"the values of {match.text}", "values")
    return Found(rule, "not found")


def _judged(rule: Rule, form: Form, values: Values, *, lost: bool = False) -> Found:
    right = form.first_failure((values == 0).astype(np.int64) if lost else values) is None
    game = rule.game if is_guess(form.bits) else None
    tested = borne_out(game, form, values[:SEEN], lost=lost) if game else None
    by = "a guess" if tested is None or is_guess(tested.bits) else "moves"
    text = f"lost: {form.text}" if lost else form.text
    return Found(rule, _VERDICTS[right], text, by if is_guess(form.bits) else "values")


def _of_pairs(rule: Rule) -> Found:
    table = rule.table(FAR_PAIRS)
    small = [row[:_SQUARE] for row in table[:_SQUARE]]
    for seen in patterns(small, outcomes=bool(rule.lost))[:1]:
        if seen.about == ZEROS and not rule.lost:
            break
        more = patterns(table, outcomes=seen.about == ZEROS)
        key = _OF_ONE.search(seen.text)  # in a larger table a function may have a name
        right = bool(more) and (seen.text == more[0].text or bool(key and key[1] in more[0].text))
        about = "lost: " if seen.about == ZEROS else ""
        by = "a guess" if is_guess(seen.bits) else "values"
        return Found(rule, _VERDICTS[right], about + seen.text, by)
    return Found(rule, "not found")
