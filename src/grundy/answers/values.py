"""What misère play has for values of heaps, elements and genera: as columns, data and text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import numpy as np
import numpy.typing as npt

from grundy.answers.forms import Mover, Natural, Sha256
from grundy.errors import LimitError
from grundy.heaps.misere_quotient import MisereQuotient, lost_words
from grundy.heaps.misere_search import genera
from grundy.heaps.ruleset import HeapRuleset
from grundy.heaps.value_files import Columns, rows_of_values, spelled_out
from grundy.misere.forms import Genus
from grundy.printable import Table, counted, short_title

_FAR = 5_000  # heaps that are computed for one that is larger, in search of a period


@dataclass(frozen=True)
class MisereValues:
    """What misère play has for values: elements or genera, a cell a heap, and what ended it."""

    columns: Columns
    cells: npt.NDArray[np.str_]
    about: str
    limit: LimitError | None
    quotient: MisereQuotient | None = None


def elements(ruleset: HeapRuleset, start: int, stop: int, command: str) -> MisereValues:
    """Return the element of each heap in the misère quotient, as a word of its generators."""
    quotient, limit = _quotient(ruleset, stop)
    last = stop if quotient.period is not None else min(stop, quotient.stop)
    start = min(start, last)
    phi = quotient.run(start, last - start)
    presentation = quotient.presentation()
    words = np.array([presentation.element(one) for one in range(quotient.order)], str)[phi]
    lost = sorted(quotient.p_portion)
    outcomes = np.where(quotient.solution.monoid.p_portion[phi], "P", "N")
    facts = _facts(ruleset, start, last, limit) | {"order": quotient.order, "p_portion": lost}
    names = ("heap", "element", "word", "outcome")
    columns = Columns(names, (range(start, last), phi, words, outcomes), facts, command)
    order = counted(quotient.order, "element")
    whose = "every heap" if quotient.period else f"heaps 0 to {quotient.stop - 1:,}"
    about = f"quotient of {whose}, {order}; P-positions: {lost_words(quotient)}"
    return MisereValues(columns, words, about, limit, quotient)


def genus_values(ruleset: HeapRuleset, start: int, stop: int, command: str) -> MisereValues:
    """Return the genus of each heap."""
    entries: list[Genus] = []
    limit = None
    try:
        for genus in genera(ruleset, range(start, stop)):
            entries.append(genus)
    except LimitError as error:
        limit = error
    last = start + len(entries)
    texts = np.array([str(genus) for genus in entries], str)
    values = np.array([genus.value for genus in entries], np.int64)
    outcomes = np.array(["N" if genus.digits[0] else "P" for genus in entries], str)
    digits = [list(genus.digits) for genus in entries]
    facts = _facts(ruleset, start, last, limit) | {"digits": digits}
    names = ("heap", "genus", "value", "outcome")
    columns = Columns(names, (range(start, last), texts, values, outcomes), facts, command)
    return MisereValues(columns, texts, "genera", limit)


def _facts(ruleset: HeapRuleset, start: int, stop: int, limit: LimitError | None) -> dict[str, Any]:
    message = None if limit is None else str(limit)
    fields = {"game": ruleset.text, "play": "misere", "from": start, "stop": stop}
    return fields | {"message": message}


def single_elements(ruleset: HeapRuleset, heaps: Sequence[int]) -> SingleElements:
    """Return the elements of single heaps, each with who wins."""
    quotient, limit = _quotient(ruleset, min(max(heaps) + 1, _FAR))
    try:
        phi = [quotient.phi(heap) for heap in heaps]
    except LimitError as beyond:
        raise limit or beyond from None
    presentation = quotient.presentation()
    return {
        "game": ruleset.text,
        "play": "misere",
        "heaps": list(heaps),
        "elements": phi,
        "words": [presentation.element(one) for one in phi],
        "outcomes": ["P" if one in quotient.p_portion else "N" for one in phi],
    }


def single_elements_text(answer: SingleElements) -> Iterator[str]:
    """Yield a line for each heap."""
    rows = zip(answer["heaps"], answer["words"], answer["outcomes"], strict=True)
    for heap, word, outcome in rows:
        yield f"heap {heap}: element {word}, {outcome}"


def _quotient(ruleset: HeapRuleset, stop: int) -> tuple[MisereQuotient, LimitError | None]:
    """Return the quotient of these heaps, or a partial one and the limit that ended it."""
    try:
        return ruleset.misere_quotient(stop), None
    except LimitError as error:
        if not isinstance(error.partial, MisereQuotient):
            raise
        return error.partial, error


def misere_text(sequence: MisereValues) -> Text:
    """Yield the cells in rows of ten heaps, as the values of normal play are."""
    start, stop = (sequence.columns.facts[name] for name in ("from", "stop"))
    if start >= stop:
        yield heading(sequence.columns)
        return
    yield f"{heading(sequence.columns)}, misère play: {sequence.about}"
    most = 10 * MOST_ROWS
    heads = ["heap", *(f"+{k}" for k in range(10))]
    yield Table(heads, rows_of_values(start, sequence.cells[:most]))
    if len(sequence.cells) > most:
        yield f"The first {most:,} of {len(sequence.cells):,}; --json writes them all."


# Values of heaps: the answers of `grundy values` as data, columns and text.

# Values, which heaps/value_files.py writes a piece at a time.

_From = TypedDict("_From", {"from": Natural})


class _Range(_From):
    game: str
    stop: Natural
    sha256: Sha256


class AllValues(_Range):
    """all values from one heap on."""

    values: list[Natural]


class Zeros(_Range):
    """--zeros."""

    heaps: list[Natural]


class Records(_Range):
    """--records, and --rares where there is a sparse space."""

    mask: NotRequired[Natural]
    heaps: list[Natural]
    values: list[Natural]


class NoRares(_Range):
    """--rares where none is known."""

    mask: None
    message: str
    heaps: list[Natural]
    values: list[Natural]


class Frequencies(_Range):
    """--frequencies."""

    values: list[Natural]
    counts: list[Natural]


class Hash(_Range):
    """--hash."""


class SingleValues(TypedDict):
    """--heap."""

    game: str
    heaps: list[Natural]
    values: list[Natural]


class _Misere(TypedDict):
    game: str
    play: Literal["misere"]


class _MisereRange(_Misere, _From):
    stop: Natural
    message: Annotated[str | None, "What ended it early, if anything did."]
    outcomes: list[Mover]


class Elements(_MisereRange):
    """--play misere."""

    order: Natural
    p_portion: Annotated[list[Natural], "The elements of P-positions."]
    elements: Annotated[list[Natural], "The element of each heap in the misère quotient."]
    words: list[str]


class Genera(_MisereRange):
    """--play misere --genus."""

    genera: list[str]
    values: list[Natural]
    digits: Annotated[list[list[Natural]], "The misère values beside 0, 1, 2, … copies of *2."]


class SingleElements(_Misere):
    """--play misere --heap."""

    heaps: list[Natural]
    elements: list[Natural]
    words: list[str]
    outcomes: list[Mover]


Values = Annotated[
    AllValues | Zeros | Records | NoRares | Frequencies | Hash
    | SingleValues | Elements | Genera | SingleElements,
    "Values of heaps: values --json, and files of values in JSON",
]  # fmt: skip


def single_values(ruleset: HeapRuleset, heaps: Sequence[int], values: list[int]) -> SingleValues:
    """Return the values of single heaps."""
    return {"game": ruleset.text, "heaps": list(heaps), "values": values}


# ---- as text ------------------------------------------------------------------------------------

Text = Iterator[str | Table]
MOST_ROWS = 200
_ROW_LENGTHS = (10, 5, 2, 1)  # heaps a row, fewer on a narrow terminal
_ROWS_OF_MANY = 20


def view_text(view: str, columns: Columns, fits: Callable[[int, int], int]) -> Text:
    """Yield what is found among the values; *fits*: how many columns, from their widths."""
    match view:
        case "values":
            yield from _values(columns, fits)
        case "zeros":
            yield from _wrapped(spelled_out(columns.columns[0]))
        case "frequencies":
            values, counts = (spelled_out(column).tolist() for column in columns.columns)
            total = max(sum(counts), 1)
            shares = (f"{100 * count / total:.4g} %" for count in counts)
            rows = zip(values, (f"{count:,}" for count in counts), shares, strict=True)
            yield heading(columns)
            yield Table(["value", "heaps", "share"], rows)
        case "hash":
            yield f"{heading(columns)}: SHA-256 {columns.facts['sha256']}"
        case "rares" if columns.facts["mask"] is None:
            yield f"{heading(columns)}: {columns.facts['message']}."
        case _:
            yield from _pairs(columns)


def _values(columns: Columns, fits: Callable[[int, int], int]) -> Text:
    start, values = columns.facts["from"], columns.columns[1]
    shown = len(values)
    if shown > 10 * MOST_ROWS:
        shown = 10 * _ROWS_OF_MANY - start % 10
    cells = max(map(len, map(str, spelled_out(values[:shown]).tolist())), default=1)
    most = fits(len(str(start + shown)), max(cells, len("+9")))
    width = next(count for count in _ROW_LENGTHS if count <= most or count == 1)
    yield _title(columns)
    heads = ["heap", *(f"+{k}" for k in range(width))]
    yield Table(heads, rows_of_values(start, values[:shown], width))
    if shown < len(values):
        yield f"The first {shown} of {len(values):,} values; --output FILE writes them all."


def _title(columns: Columns) -> str:
    values, start = columns.columns[1], columns.facts["from"]
    if not len(values):
        return heading(columns)
    zeros = counted(int(np.count_nonzero(np.asarray(values) == 0)), "P-position")
    at = int(np.argmax(values))
    return f"{heading(columns)}: {zeros}, greatest value {values[at]} (heap {at + start:,})"


def _wrapped(numbers: npt.NDArray[Any], width: int = 79) -> Iterator[str]:
    """Lay numbers out in lines; P-positions can be millions."""
    line = ""
    for first in range(0, len(numbers), 10_000):
        for word in map(str, numbers[first : first + 10_000].tolist()):
            if line and len(line) + 1 + len(word) > width:
                yield line
                line = word
            else:
                line = f"{line} {word}" if line else word
    if line:
        yield line


def _pairs(columns: Columns) -> Text:
    yield heading(columns)
    shown = columns.length if columns.length <= MOST_ROWS else _ROWS_OF_MANY
    cells = (spelled_out(column[:shown]).tolist() for column in columns.columns)
    yield Table(columns.names, zip(*cells, strict=True))
    if shown < columns.length:
        yield f"The first {shown} of {columns.length:,}; --output FILE writes them all."


def heading(columns: Columns) -> str:
    """Name the game and the heaps."""
    facts = columns.facts
    game = short_title(facts["game"])
    heaps = f"{game}, heaps {facts['from']:,} to {facts['stop'] - 1:,}"
    if facts.get("mask"):
        heaps += f": {columns.length:,} rare, mask {facts['mask']:#x}"
    return heaps if facts["from"] < facts["stop"] else f"{game}: no heaps"
