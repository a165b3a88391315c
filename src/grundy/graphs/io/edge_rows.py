"""The rows of edge lists: what separates them, which columns are the ends, and what is wrong."""

from __future__ import annotations

import csv
import io
import itertools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grundy.display import say_reading
from grundy.errors import GraphFormatError
from grundy.graphs.io.source import Source, tidy

# Only names that no vertex is likely to have: "u,v" may well be an edge.
HEADERS = (
    ("source", "target"), ("from", "to"), ("src", "dst"), ("src", "dest"),
    ("tail", "head"), ("parent", "child"), ("start", "end"),
)  # fmt: skip

# networkx writes the data of an edge behind its ends: {'weight': 3}
_EDGE_DATA = re.compile(r"\s\{.*\}\s*\Z")
_QUOTED = re.compile(r'"[^"]*"')
# At the beginning of a line; # behind a blank, too. A name may begin with %.
_COMMENT = re.compile(r"\s*(?:%(?=[\s%]|\Z)|//)")
_MARK = re.compile(r"#|\A\s*(?:%|//)")
_OUTSIDE = {
    sign: re.compile(rf'("(?:[^"]|"")*")|[{blanks}]*{sign}[{blanks}]*')
    for sign, blanks in ((",", " \t"), (";", " \t"), ("\t", " "))
}
MOST_ROWS = 200  # that are looked at before the rest
MULTILINE = (
    "this looks like networkx's list of neighbours in several lines; write the graph with "
    "write_edgelist or write_adjlist."
)
_NUMBER = re.compile(r"[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?\Z")
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
    """Find the columns by their usual names, or None when this row is no header."""
    lowered = [name.strip().lower() for name in row]
    for tail, head in HEADERS:
        if tail in lowered and head in lowered:
            weight = lowered.index("weight") if "weight" in lowered else None
            return Columns(lowered.index(tail), lowered.index(head), weight, len(row))
    return None


def named_columns(source: Source, names: list[str], columns: tuple[str, str]) -> Columns:
    """Find the columns that a person names, or numbers from 1."""
    places = []
    for name in columns:
        if name not in names and not (name.isdecimal() and 0 < int(name) <= len(names)):
            raise source.error(
                f'there is no column "{tidy(name, limit=40)}"; the columns are '
                f"{tidy(', '.join(names))}.",
                1,
            )
        places.append(names.index(name) if name in names else int(name) - 1)
    return Columns(places[0], places[1], None, len(names))


def find_layout(
    source: Source,
    numbered: list[Row],
    delimiter: str,
    header: bool | None = None,
    columns: tuple[str, str] | None = None,
) -> tuple[Columns, bool]:
    """Find which columns are the ends, and whether the first row names them."""
    rows = [row for _, row in numbered]
    first = rows[0] if rows else ["", ""]
    width = max(len(first), 2)
    stated = header
    # Between blanks, "source target" may well be an arc of a flow network.
    layout = None if delimiter == BLANKS else header_columns(first)
    if header is None:
        by_name = columns is not None and all(name in first for name in columns)
        header = by_name or layout is not None or _is_over_numbers(rows)
    if header and len(first) < 2:
        raise source.error("a header names two columns or more.", numbered[0][0] if rows else 1)
    if columns is not None:
        names = first if header else [str(place + 1) for place in range(width)]
        return named_columns(source, names, columns), header
    if header:
        lowered = [name.lower() for name in first]
        weight = lowered.index("weight") if "weight" in lowered[2:] else None
        return layout or Columns(0, 1, weight, max(width, 3)), True
    if rows:
        _require_no_other_form(source, numbered, delimiter, counts=stated is None)
    if width > 3 and all(len(row) == width and all(map(is_number, row[2:])) for row in rows):
        say_reading(
            f"{source.name}: the first two of {width} columns are the ends of an arc; "
            "--columns chooses others"
        )
        return Columns(0, 1, None, width), False
    return Columns(), False


def is_number(cell: str) -> bool:
    """Whether a cell is a number as people write it, 1,5 and 1e6 too."""
    return bool(_NUMBER.match(cell))


def _is_over_numbers(rows: list[list[str]]) -> bool:
    """Whether the first row has words only, above two ends or a weight in numbers."""
    first, *others = [row for row in rows if len(row) > 1] or [[]]
    if not others or any(is_number(cell) or not cell for cell in first):
        return False

    def are_numbers(places: range) -> bool:
        return all(len(row) >= places.stop and all(is_number(row[at]) for at in places)
                   for row in others)  # fmt: skip

    return are_numbers(range(2)) or (len(first) > 2 and are_numbers(range(2, 3)))


def _require_no_other_form(
    source: Source, numbered: list[Row], delimiter: str, *, counts: bool
) -> None:
    """Raise `GraphFormatError` where rows are no edges but the form of judges or networkx."""
    (line, first), *others = numbered
    if len(first) == 1 and first[0].isdecimal() and any(len(row) > 1 for _, row in others):
        raise source.error(
            "a number alone looks like a count of vertices; --input-format judge reads that form.",
            line,
        )
    numbers = all(cell.isdecimal() and len(cell) < 19 for _, row in numbered for cell in row[:2])
    if counts and numbers and len(first) == 2 and int(first[1]) == len(others) > 0:
        n = int(first[0])
        if all(len(row) > 1 and max(map(int, row[:2])) <= n for _, row in others):
            raise source.error(
                f'"{n} {first[1]}" looks like counts of vertices ({n}) and of arcs that follow '
                f"({first[1]}); --input-format judge reads it so, --no-header as an arc.",
                line,
            )
    for number, row in numbered:
        if delimiter == BLANKS and row[0][-1:] == ":" and len(row) > 1:
            raise source.error(
                f'"{tidy(row[0], limit=40)}" and what follows look like a vertex with its '
                "followers; the format is adjlist (.adj).",
                number,
            )
        if len(row) > 1 and row[1].startswith("{"):
            raise source.error(MULTILINE, number)


def is_header_by_words(names: list[str], tails: Sequence[int], heads: Sequence[int]) -> bool:
    """Whether the first of three rows or more has words that occur in no other row."""
    if len(tails) < 3 or (tails[0], heads[0]) != (0, 1) or any(map(is_number, names[:2])):
        return False
    return min(min(tails[1:]), min(heads[1:])) > 1


def say_header(source: Source, names: list[str]) -> None:
    """Report that the first row is read as a header, and how to read it as an arc."""
    say_reading(
        f"{source.name}: its first row, {tidy(names[0], limit=40)} and "
        f"{tidy(names[1], limit=40)}, occurs nowhere else and is read as a header; --no-header "
        "makes it an arc"
    )


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


def _require_no_hidden_row(source: Source, text: str, delimiter: str) -> None:
    """Raise an error where names begin with #, and a row such as ``#b,c`` would be a comment."""
    if re.search(rf"^[^#\n]*{delimiter}#", text, re.MULTILINE) is None:
        return
    for line, row in enumerate(text.splitlines(), 1):
        if re.match(rf"#[^\s#{delimiter}]+{delimiter}[^#]", row):
            raise source.error("names that begin with # need quotes here.", line)


def require_whole_names(source: Source, line: int, row: list[str]) -> None:
    """Raise `GraphFormatError` where what separates names cuts one with brackets in two."""
    if len(row) > 2 and row[2].startswith("{"):  # data of an edge, as networkx writes it
        return
    whole = "".join(row)
    for start, end in ("()", "[]"):
        if start in whole and whole.count(start) == whole.count(end):
            for cell in row:
                if cell.count(start) != cell.count(end):
                    raise source.error(
                        f'"{tidy(cell, limit=40)}" is a part of a name with brackets; put such '
                        "names in quotes.",
                        line,
                    )


def _one_end(source: Source, line: int, ends: list[str]) -> GraphFormatError:
    number = f'one ("{tidy(ends[0], limit=60)}")' if ends else "none"
    return source.error(f"an edge needs two ends, found {number}.", line)


def rows_of(source: Source, text: str, delimiter: str) -> Iterator[Row]:
    """Yield the line number and the names of every line that is not empty."""
    if delimiter != BLANKS and "#" in text:
        _require_no_hidden_row(source, text, delimiter)
    reader = csv.reader(
        without_comments(text, delimiter), delimiter=delimiter, skipinitialspace=True, strict=True
    )
    try:
        for row in reader:
            if row and row != [""]:
                require_whole_names(source, reader.line_num, row)
                yield reader.line_num, row
    except csv.Error as error:
        raise source.error(f"{tidy(error)}; check the quotes.", reader.line_num) from None


def without_comments(text: str, delimiter: str) -> Iterator[str]:
    """Yield the lines of a text without comments, and without blanks around the cells."""
    for raw in io.StringIO(text, newline=None):
        line = _before_comment(raw, delimiter) + "\n" if _MARK.search(raw) else raw
        # With blanks between names, tabs are blanks and those at the ends separate nothing.
        yield (
            line.replace("\t", " ").strip() + "\n"
            if delimiter == BLANKS
            else _trimmed(line, delimiter)
        )


def _trimmed(line: str, delimiter: str) -> str:
    """Cut blanks at both ends of each cell; those inside quotes belong to the name."""
    blanks = " " if delimiter == "\t" else " \t"
    if line.count('"') % 2:
        return line.lstrip(" ")  # a name goes on in the next line
    if '"' in line:
        cut = _OUTSIDE[delimiter].sub(lambda match: match[1] or delimiter, line)
        return cut.strip(blanks + "\n") + "\n"
    if " " not in line and "\t" not in line:
        return line
    return delimiter.join(cell.strip(blanks) for cell in line.rstrip("\n").split(delimiter)) + "\n"


def _before_comment(line: str, delimiter: str) -> str:
    if _COMMENT.match(line):
        return ""
    if _is_row_of_marked(line, delimiter):
        return line.rstrip("\n")
    quoted = False
    for place, character in enumerate(line):
        if character == '"':
            quoted = not quoted
        elif character == "#" and not quoted and (place == 0 or line[place - 1].isspace()):
            return line[:place]
    return line.rstrip("\n")


def _is_row_of_marked(line: str, delimiter: str) -> bool:
    """Whether every cell is a name that begins with #, as in ``#1,#2``: that is no comment."""
    cells = [cell.strip() for cell in line.split(None if delimiter == BLANKS else delimiter)]
    return len(cells) > 1 and all(cell[:1] == "#" and len(cell) > 1 for cell in cells)


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
    plain = (
        (number, _QUOTED.sub("q", _before_comment(line, "," if "," in line else BLANKS)))
        for number, line in numbered
    )
    bare = ((number, _EDGE_DATA.sub("", line)) for number, line in plain)
    yield from itertools.islice((row for row in bare if row[1].strip()), MOST_ROWS)
