"""The rows of edge lists: what separates them, which columns are the ends, and what is wrong."""

from __future__ import annotations

import csv
import io
import itertools
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from grundy.errors import GraphFormatError
from grundy.graphs.reading.intake import Source
from grundy.graphs.reading.names import tidy

# Only names that no vertex is likely to have: "u,v" may well be an edge.
HEADERS = (
    ("source", "target"), ("from", "to"), ("src", "dst"), ("src", "dest"),
    ("tail", "head"), ("parent", "child"), ("start", "end"),
)  # fmt: skip

# networkx writes the data of an edge behind its ends: {'weight': 3}
_EDGE_DATA = re.compile(r"\s\{.*\}\s*\Z")
_QUOTED = re.compile(r'"[^"]*"')
_SAMPLE = 200
BLANKS = " "
ARROW = "->"

Row = tuple[int, list[str]]


@dataclass(frozen=True)
class Columns:
    """Where an edge's row has its ends and its weight; *at_most* columns in all."""

    tail: int = 0
    head: int = 1
    weight: int | None = 2
    at_most: int = 3

    def ends(self, row: list[str]) -> list[str]:
        """Return what stands at the two ends, as far as the row goes."""
        return [row[place] for place in (self.tail, self.head) if place < len(row)]


def header_columns(row: list[str]) -> Columns | None:
    """Find the columns by their usual names, or None when this row is no header.

    >>> header_columns(["id", "Source", "Target"])
    Columns(tail=1, head=2, weight=None, at_most=3)
    >>> header_columns(["a", "b"])
    """
    lowered = [name.strip().lower() for name in row]
    for tail, head in HEADERS:
        if tail in lowered and head in lowered:
            weight = lowered.index("weight") if "weight" in lowered else None
            return Columns(lowered.index(tail), lowered.index(head), weight, len(row))
    return None


def require_edge(
    source: Source, line: int, row: list[str], columns: Columns, delimiter: str
) -> None:
    """Raise `GraphFormatError` where a row is no edge: a cell is missing, or one too many."""
    ends = [end for end in columns.ends(row) if end]
    if len(ends) < 2:
        raise _one_end(source, line, ends)
    if delimiter == BLANKS and len(row) > 2 and row[2].startswith("{"):
        return
    if len(row) > columns.at_most:
        raise source.error(
            f"an edge has two ends and at most a weight, found {len(row)} columns; "
            "an adjacency list ends in .adj.",
            line,
        )
    if columns.weight is not None and columns.weight < len(row):
        _require_weight(source, line, ends, row[columns.weight])


def _require_weight(source: Source, line: int, ends: list[str], weight: str) -> None:
    """Raise an error when the weight is no number: then this is no list of edges."""
    try:
        number = float(weight.replace(",", ".") or 0)
    except ValueError:
        hint = (
            'leave "--" out'
            if ends[1] == "--"
            else "where a vertex and its followers are a line, the format is adjlist (.adj)"
        )
        raise source.error(
            f'an edge has two ends and at most a number, found "{tidy(weight, limit=40)}"; {hint}.',
            line,
        ) from None
    if math.isnan(number):
        raise source.error(
            f'the weight of the edge from "{tidy(ends[0])}" to "{tidy(ends[1])}" is NaN; '
            "leave the column out, since moves have no weights.",
            line,
        )


def _one_end(source: Source, line: int, ends: list[str]) -> GraphFormatError:
    found = f'one ("{tidy(ends[0], limit=60)}")' if ends else "none"
    return source.error(f"an edge needs two ends, found {found}.", line)


def rows_of(source: Source, text: str, delimiter: str) -> Iterator[Row]:
    """Yield the line number and the names of every line that is not empty."""
    reader = csv.reader(
        without_comments(text, strip=delimiter == BLANKS),
        delimiter=delimiter,
        skipinitialspace=True,
        strict=True,
    )
    try:
        for row in reader:
            if row and not (len(row) == 1 and row[0] == ""):
                yield reader.line_num, [name.strip() for name in row]
    except csv.Error as error:
        raise source.error(f"{tidy(error)}; check the quotes.", reader.line_num) from None


def without_comments(text: str, *, strip: bool) -> Iterator[str]:
    """Yield the lines of a text without what a # outside quotes begins; *strip* cuts blanks."""
    for raw in io.StringIO(text, newline=None):
        line = raw if "#" not in raw else _before_comment(raw) + "\n"
        # With blanks between names, tabs are blanks and those at the ends separate nothing.
        yield line.replace("\t", " ").strip() + "\n" if strip else line.lstrip(" ")


def _before_comment(line: str) -> str:
    quoted = False
    for place, character in enumerate(line):
        if character == '"':
            quoted = not quoted
        elif character == "#" and not quoted and (place == 0 or line[place - 1].isspace()):
            return line[:place]
    return line.rstrip("\n")


def find_delimiter(source: Source, text: str, kind: str) -> str:
    """Find what separates the names, from the first lines and the kind of file."""
    if kind == "tsv":
        return "\t"
    lines = dict(_first_lines(text))
    if kind == "csv":
        signs = (sign for sign in ",;\t" if any(sign in line for line in lines.values()))
        return next(signs, BLANKS)
    tabs = ["\t" in line.strip() for line in lines.values()]
    # Blanks here and tabs there are blanks; a name alone needs no separator.
    if any(tabs) and all(
        tab or len(line.split()) == 1 for tab, line in zip(tabs, lines.values(), strict=True)
    ):
        return "\t"
    if any(tabs):
        return BLANKS
    commas = [_commas_separate(source, number, line) for number, line in lines.items()]
    return "," if any(commas) else BLANKS


def _commas_separate(source: Source, number: int, line: str) -> bool:
    words = line.split()
    if "," not in line:
        return False
    if len(words) == 1 or any(word[0] == "," or word[-1] == "," for word in words):
        return True
    if all("," in word for word in words):
        return False  # (1,2) (3,4): the commas belong to the names
    raise source.error(
        "commas and blanks could both separate the names; give the file the ending "
        ".csv or .tsv, or put names in quotes.",
        number,
    )


def _first_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the first lines that hold something, by number; what is in quotes is made plain."""
    numbered = enumerate(io.StringIO(text, newline=None), 1)
    plain = ((number, _QUOTED.sub("q", _before_comment(line))) for number, line in numbered)
    bare = ((number, _EDGE_DATA.sub("", line)) for number, line in plain)
    yield from itertools.islice(((number, line) for number, line in bare if line.strip()), _SAMPLE)
