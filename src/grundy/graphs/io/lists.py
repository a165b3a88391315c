"""Read lists, a line for an edge or for a vertex: edges, followers, contests' form, Pajek."""

from __future__ import annotations

import itertools
import re
import shlex
from collections.abc import Hashable, Iterator, Sequence

import numpy as np

from grundy.errors import GraphFormatError
from grundy.graphs.csr import INT64
from grundy.graphs.graph import MAX_VERTICES, GameGraph
from grundy.graphs.io import edge_rows
from grundy.graphs.io import source as sources
from grundy.graphs.io.edge_blocks import read_fast
from grundy.graphs.io.edge_rows import ARROW, BLANKS, Columns, Row
from grundy.graphs.io.source import UNDIRECTED, NamedArcs, Source, require_room, tidy
from grundy.runtime.delivery import fields_of_any_length

# Below this many bytes the csv module is done before pyarrow has loaded.
LARGE = 4_000_000


@fields_of_any_length()
def read_edge_list(
    source: sources.Source,
    *,
    kind: str = "edgelist",
    header: bool | None = None,
    columns: tuple[str, str] | None = None,
) -> GameGraph:
    """Read an edge a line: two names, and perhaps a weight, which is left out."""
    if len(source.data) > LARGE:
        graph = read_fast(source, kind, header, columns)
        if graph is not None:
            return graph
    text = source.text()
    delimiter = edge_rows.find_delimiter(source, text, kind)
    rows = _without_arrows(source, text, delimiter)
    beginning = list(itertools.islice(rows, edge_rows.MOST_ROWS))
    layout, has_header = edge_rows.find_layout(source, beginning, delimiter, header, columns)
    head = beginning.pop(0)[1] if has_header and beginning else None
    number: dict[str, int] = {}
    tails: list[int] = []
    heads: list[int] = []
    alone: list[Row] = []
    for line, row in itertools.chain(beginning, rows):
        if len(row) == 1 and kind != "edgelist":
            alone.append((line, row))
            number.setdefault(row[0], len(number))
            continue
        if row == head:
            raise source.error("the header stands here again; keep the first one only.", line)
        edge_rows.require_edge(source, line, row, layout, delimiter)
        tails.append(number.setdefault(row[layout.tail], len(number)))
        heads.append(number.setdefault(row[layout.head], len(number)))
    ends = {*tails, *heads} if alone else ()
    for line, row in alone:
        if not tails or number[row[0]] in ends:  # half an arc, rather than a vertex alone
            edge_rows.require_edge(source, line, row, layout, delimiter)
    _require_no_negative(source, text, delimiter, number, layout)
    names = list(number)
    if header is None and head is None and edge_rows.is_header_by_words(names, tails, heads):
        edge_rows.say_header(source, names)
        return _named_graph(names[2:], np.array(tails[1:]) - 2, np.array(heads[1:]) - 2)
    return _named_graph(names, tails, heads)


def _without_arrows(source: sources.Source, text: str, delimiter: str) -> Iterator[Row]:
    for line, row in edge_rows.rows_of(source, text, delimiter):
        if delimiter == BLANKS and ARROW in row:
            if len(row) < 3 or row.index(ARROW) != 1:
                raise source.error("an arrow stands between two names, as in a -> b.", line)
            del row[1]
        yield line, row


@fields_of_any_length()
def read_adjacency_list(source: sources.Source) -> GameGraph:
    """Read a vertex and its followers a line; a vertex that stands alone has none there."""
    text = source.text()
    delimiter = edge_rows.find_delimiter(source, text, "adjlist")
    number: dict[str, int] = {}
    tails: list[int] = []
    heads: list[int] = []
    for line, row in _neighbours(source, text, delimiter):
        if row[0] == "":
            raise source.error("the line names no vertex; write it before its followers.", line)
        if "" in row:
            raise source.error(f'a follower of "{row[0]}" has no name.', line)
        vertex = number.setdefault(row[0], len(number))
        for follower in row[1:]:
            tails.append(vertex)
            heads.append(number.setdefault(follower, len(number)))
    _require_no_negative(source, text, delimiter, number)
    return _named_graph(list(number), tails, heads)


def _neighbours(source: sources.Source, text: str, delimiter: str) -> Iterator[Row]:
    """Yield the rows of an adjacency list; ``a: b c`` is one of ``a``, where all are like it."""
    rows = list(edge_rows.rows_of(source, text, delimiter))
    marked = [row[0][-1:] == ":" and len(row[0]) > 1 for _, row in rows]
    form = _form_of_judges([row for _, row in rows])
    if form:
        raise source.error(f"{form}; --input-format judge reads that.", rows[0][0])
    for (line, row), colon in zip(rows, marked, strict=True):
        if len(row) > 1 and row[1].startswith("{"):
            raise source.error(edge_rows.MULTILINE, line)
        if any(marked) and not colon:
            raise source.error('a colon stands behind the vertex of other rows: "a: b c".', line)
        yield line, [row[0][:-1], *row[1:]] if colon else row


def _form_of_judges(rows: list[list[str]]) -> str:
    """Return which form of judges rows have, where all counts fit; "" for none."""
    first, *others = rows or [[]]
    if len({row[0] for row in rows}) < len(rows) and all(map(_is_counted, rows)):
        return "each row looks like a count and as many followers"
    if not all(cell.isdecimal() and len(cell) < 19 for row in rows for cell in row):
        return ""
    if first == [str(len(others))] and len(others) > 1 and all(map(_is_counted, others)):
        counts = "each row behind the first looks like a count and as many followers"
        if len({row[0] for row in others}) < len(others):
            return counts
        if all(int(cell) <= len(others) for row in others for cell in row):
            return f"{counts} (begin with another vertex where it is a list)"
    if (
        len(first) == 2
        and int(first[1]) == len(others) > 1
        and all(len(row) == 2 and max(map(int, row)) <= int(first[0]) for row in others)
    ):
        return (
            f'"{first[0]} {first[1]}" looks like counts of vertices and of arcs that follow (begin '
            "with another vertex where it is a list)"
        )
    return ""


def _is_counted(row: list[str]) -> bool:
    return row[0].isdecimal() and int(row[0]) == len(row) - 1


def _named_graph(
    texts: list[str], tails: Sequence[int] | INT64, heads: Sequence[int] | INT64
) -> GameGraph:
    names: list[Hashable] = sources.natural_if_all(texts)
    ends = np.array(tails, np.int32), np.array(heads, np.int32)
    return GameGraph.from_arrays(*ends, vertex_count=len(names), names=names)


def _require_no_negative(
    source: sources.Source,
    text: str,
    delimiter: str,
    number: dict[str, int],
    columns: Columns | None = None,
) -> None:
    """Raise an error when all vertices are integers and one is negative; look for its line."""
    negative = sources.negative_number(list(number))
    if negative is not None:
        rows = edge_rows.rows_of(source, text, delimiter)
        named = ((line, columns.ends(row) if columns else row) for line, row in rows)
        line = next(line for line, names in named if negative in names)
        raise source.error(sources.no_vertex_number(negative), line)


_FORMS = (
    'n and m and then m arcs "u v", n and then arcs, or n and then for each vertex '
    "the count of its followers and the followers"
)
_NATURAL = re.compile(r"[0-9]{1,18}\Z")


def read_judge(source: sources.Source) -> GameGraph:
    """Read ``n m`` and m arcs, ``n`` and arcs, or ``n`` and n rows of a count and followers."""
    (line, counts), *rows = _judge_rows(source)
    if len(counts) == 1 and rows and len(rows[0][1]) == 1 and rows[0][1][0] == len(rows) - 1:
        counts = counts + rows.pop(0)[1]  # n and m in rows of their own
    n = counts[0]
    if len(rows) == n and all(row[0] == len(row) - 1 for _, row in rows) and len(counts) == 1:
        followers = [(line, vertex, row[1:]) for vertex, (line, row) in enumerate(rows)]
        base = 0 if any(0 in row for _, _, row in followers) else 1
        ends = [(line, vertex + base, end) for line, vertex, row in followers for end in row]
    elif len(counts) == 1 or counts[1:] == [len(rows)]:
        short = next((line for line, row in rows if len(row) < 2), None)
        if short is not None:
            raise source.error("an arc has two ends, found one.", short)
        base = 0 if any(0 in row[:2] for _, row in rows) else 1
        ends = [(line, row[0], row[1]) for line, row in rows]
    else:
        raise source.error(f"the counts do not fit the {len(rows)} rows; write {_FORMS}.", line)
    for line, tail, head in ends:
        if not base <= min(tail, head) <= max(tail, head) < n + base:
            raise source.error(f"a vertex is {base} to {n + base - 1}.", line)
    if n > MAX_VERTICES:
        raise source.error(f"there are at most {MAX_VERTICES:,} vertices.", line)
    sources.require_room(source.name, 100 * n)
    arcs = np.array([end[1:] for end in ends], np.int64).reshape(-1, 2) - base
    names = list(range(base, n + base))
    return GameGraph.from_arrays(arcs[:, 0], arcs[:, 1], vertex_count=n, names=names)


def _judge_rows(source: sources.Source) -> list[tuple[int, list[int]]]:
    rows = []
    for line, text in enumerate(source.text().splitlines(), 1):
        words = text.split()
        numbers = [int(word) if _NATURAL.match(word) else -1 for word in words]
        if -1 in numbers[:2]:  # behind two ends there may be a weight of any kind
            wrong = words[numbers.index(-1)]
            raise source.error(f'"{wrong[:40]}" is no number; write {_FORMS}.', line)
        if words:
            rows.append((line, numbers))
    if not rows:
        raise source.error(f"the file is empty; write {_FORMS}.")
    return rows


_START = "a Pajek file starts with *Vertices and their number"


def parse_pajek(source: Source) -> NamedArcs:
    """Parse Pajek's vertices and arcs; an edge has no direction and is an error."""
    parser = _PajekParser(source)
    for line, text in enumerate(source.text().splitlines(), 1):
        if text.strip() and text[:1] != "%":
            parser.read(line, text)
    if parser.count is None:
        raise source.error(f"{_START}, found none.")
    return NamedArcs(parser.names(), parser.arcs)


class _PajekParser:
    """What was read so far, and the section that the next line stands in."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.line = 0
        self.section = ""
        self.count: int | None = None
        self.labels: dict[int, str] = {}
        self.lines: dict[int, int] = {}
        self.arcs: list[tuple[int, int]] = []

    def read(self, line: int, text: str) -> None:
        """Read one line."""
        self.line = line
        words = self.words(text)
        if words[0].startswith("*"):
            self.start_section(words)
        elif self.section == "":
            raise self.error(f"{_START}.")
        elif self.section == "*vertices":
            self.read_vertex(words)
        elif self.section == "*edges":
            raise self.error(f"{UNDIRECTED}; write *Arcs for *Edges.")
        elif self.section == "*arcs":
            self.read_arc(words)

    def words(self, text: str) -> list[str]:
        """Split a line at blanks that are not in quotes."""
        try:
            return shlex.split(text) if '"' in text else text.split()
        except ValueError as error:
            raise self.error(f"{tidy(error).lower()}; check the quotes.") from None

    def start_section(self, words: list[str]) -> None:
        """Read a line such as *Vertices 3."""
        self.section = words[0].lower()
        if self.section in ("*arcslist", "*edgeslist", "*matrix"):
            raise self.error(f"{words[0]} is not read; write *Arcs, one arc a line.")
        if self.section == "*vertices":
            if len(words) != 2 or not (words[1].isascii() and words[1].isdecimal()):
                raise self.error("write the number of vertices, as in *Vertices 3.")
            if self.count is not None:
                raise self.error("a second *Vertices is not read; keep one network a file.")
            # A short file may promise any number of vertices.
            require_room(self.source.name, 200 * int(words[1]))
            self.count = int(words[1])

    def read_vertex(self, words: list[str]) -> None:
        """Read a vertex: its number and perhaps a label; what follows is for drawing."""
        vertex = self.number(words[0], "a vertex has")
        if vertex in self.lines:
            raise self.error(f"the vertex {vertex} stands here again.")
        self.lines[vertex] = self.line
        if len(words) > 1:
            self.labels[vertex] = words[1]

    def read_arc(self, words: list[str]) -> None:
        """Read an arc: two numbers; a weight and more may follow."""
        if len(words) < 2:
            raise self.error(f'an arc needs two ends, found one ("{tidy(words[0])}").')
        tail, head = (self.number(word, "an arc names the vertex") for word in words[:2])
        self.arcs.append((tail - 1, head - 1))

    def number(self, word: str, what: str) -> int:
        """Read a vertex's number."""
        count = self.count or 0
        if word.isascii() and word.isdecimal() and len(word) < 12 and 1 <= int(word) <= count:
            return int(word)
        raise self.error(
            f'{what} "{tidy(word)}", but there are {count} vertices, numbered 1 to {count}.'
        )

    def names(self) -> list[str]:
        """Return the vertices' names, all different."""
        numbers = range(1, (self.count or 0) + 1)
        names = [self.labels.get(vertex, str(vertex)) for vertex in numbers]
        seen: dict[str, int] = {}
        for vertex, name in enumerate(names, 1):
            if seen.setdefault(name, vertex) != vertex:
                self.line = self.lines.get(vertex) or self.lines[seen[name]]
                raise self.error(f'two vertices have the same label "{tidy(name)}"; rename one.')
        return names

    def error(self, message: str) -> GraphFormatError:
        """Make the error about the line that is looked at."""
        return self.source.error(message, self.line)
