"""Values of heaps: the answers of `grundy values` as data, columns and text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import numpy as np
import numpy.typing as npt

from grundy.answers.forms import Mover, Natural, Sha256
from grundy.heaps.ruleset import HeapRuleset
from grundy.heaps.value_files import Columns, rows_of_values, spelled_out
from grundy.printable import Table, counted, short_title

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
