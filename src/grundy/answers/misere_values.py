"""What misère play has for values of heaps, elements and genera: as columns, data and text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.answers.values import MOST_ROWS, SingleElements, Text, heading
from grundy.errors import LimitError
from grundy.heaps.misere_search import genera
from grundy.heaps.quotients.quotient import MisereQuotient, lost_words
from grundy.heaps.ruleset import HeapRuleset
from grundy.heaps.value_files import Columns, rows_of_values
from grundy.misere.forms import Genus
from grundy.printable import Table, counted
from grundy.running.limits import Progress

_FAR = 5_000  # heaps that are computed for one that is larger, in search of a period


@dataclass(frozen=True)
class MisereValues:
    """What misère play has for values: elements or genera, a cell a heap, and what ended it."""

    columns: Columns
    cells: npt.NDArray[np.str_]
    about: str
    limit: LimitError | None
    quotient: MisereQuotient | None = None


def elements(
    ruleset: HeapRuleset, start: int, stop: int, command: str, progress: Progress | None
) -> MisereValues:
    """Return the element of each heap in the misère quotient, as a word of its generators."""
    quotient, limit = _quotient(ruleset, stop, progress)
    last = stop if quotient.period is not None else min(stop, quotient.stop)
    start = min(start, last)
    found = quotient.run(start, last - start)
    presentation = quotient.presentation()
    words = np.array([presentation.element(one) for one in range(quotient.order)], str)[found]
    lost = sorted(quotient.p_portion)
    outcomes = np.where(quotient.solution.monoid.p_portion[found], "P", "N")
    facts = _facts(ruleset, start, last, limit) | {"order": quotient.order, "p_portion": lost}
    names = ("heap", "element", "word", "outcome")
    columns = Columns(names, (range(start, last), found, words, outcomes), facts, command)
    order = counted(quotient.order, "element")
    whose = "every heap" if quotient.period else f"heaps 0 to {quotient.stop - 1:,}"
    about = f"quotient of {whose}, {order}; P-positions: {lost_words(quotient)}"
    return MisereValues(columns, words, about, limit, quotient)


def genus_values(
    ruleset: HeapRuleset, start: int, stop: int, command: str, progress: Progress | None
) -> MisereValues:
    """Return the genus of each heap."""
    found: list[Genus] = []
    limit = None
    try:
        for genus in genera(ruleset, range(start, stop), progress=progress):
            found.append(genus)
    except LimitError as error:
        limit = error
    last = start + len(found)
    texts = np.array([str(genus) for genus in found], str)
    values = np.array([genus.value for genus in found], np.int64)
    outcomes = np.array(["N" if genus.digits[0] else "P" for genus in found], str)
    digits = [list(genus.digits) for genus in found]
    facts = _facts(ruleset, start, last, limit) | {"digits": digits}
    names = ("heap", "genus", "value", "outcome")
    columns = Columns(names, (range(start, last), texts, values, outcomes), facts, command)
    return MisereValues(columns, texts, "genera", limit)


def _facts(ruleset: HeapRuleset, start: int, stop: int, limit: LimitError | None) -> dict[str, Any]:
    message = None if limit is None else str(limit)
    fields = {"game": ruleset.text, "play": "misere", "from": start, "stop": stop}
    return fields | {"message": message}


def single_elements(
    ruleset: HeapRuleset, heaps: Sequence[int], progress: Progress | None
) -> SingleElements:
    """Return the elements of single heaps, each with who wins."""
    quotient, limit = _quotient(ruleset, min(max(heaps) + 1, _FAR), progress)
    try:
        found = [quotient.phi(heap) for heap in heaps]
    except LimitError as beyond:
        raise limit or beyond from None
    presentation = quotient.presentation()
    return {
        "game": ruleset.text,
        "play": "misere",
        "heaps": list(heaps),
        "elements": found,
        "words": [presentation.element(one) for one in found],
        "outcomes": ["P" if one in quotient.p_portion else "N" for one in found],
    }


def single_elements_text(found: SingleElements) -> Iterator[str]:
    """Yield a line for each heap."""
    for heap, word, outcome in zip(found["heaps"], found["words"], found["outcomes"], strict=True):
        yield f"heap {heap}: element {word}, {outcome}"


def _quotient(
    ruleset: HeapRuleset, stop: int, progress: Progress | None
) -> tuple[MisereQuotient, LimitError | None]:
    """Return the quotient of these heaps, or a partial one and the limit that ended it."""
    try:
        return ruleset.misere_quotient(stop, progress=progress), None
    except LimitError as error:
        if not isinstance(error.partial, MisereQuotient):
            raise
        return error.partial, error


def misere_text(found: MisereValues) -> Text:
    """Yield the cells in rows of ten heaps, as the values of normal play are."""
    start, stop = (found.columns.facts[name] for name in ("from", "stop"))
    if start >= stop:
        yield heading(found.columns)
        return
    yield f"{heading(found.columns)}, misère play: {found.about}"
    most = 10 * MOST_ROWS
    heads = ["heap", *(f"+{k}" for k in range(10))]
    yield Table(heads, rows_of_values(start, found.cells[:most]))
    if len(found.cells) > most:
        yield f"The first {most:,} of {len(found.cells):,}; --json writes them all."
