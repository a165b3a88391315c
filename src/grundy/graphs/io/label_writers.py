"""Write labels: CSV, JSON, Parquet, GraphML and DOT, the same bytes for the same labels."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import islice
from typing import Any, BinaryIO

import numpy.typing as npt

from grundy._version import __version__
from grundy.errors import GraphFormatError
from grundy.graphs.csr import Csr
from grundy.graphs.io import columns
from grundy.graphs.io.columns import Labels
from grundy.graphs.io.source import different_texts, require_different, tidy
from grundy.runtime.delivery import arrow, deliver_named

COLUMNS = (
    "vertex", "value", "K", "outcome", "counter", "remoteness", "winning_moves", "best_move",
    "play",
)  # fmt: skip
"""The columns of CSV, and the keys elsewhere; Parquet has the first five, and moves if asked."""

VERSION = 1
"""The version of the format; a reader refuses a later one."""

_CHUNK = 4_096
_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Graphviz keeps a backslash in a name, but takes one before a quote for the quote's own.
_DOT_LIMIT = 16_381  # bytes of one text
_NO_CSV = re.compile("\0")
_QUOTED = re.compile('[",\r\n]').search
_NO_DOT = re.compile(r'\0|^%|(?<!\\)(?:\\\\)*\\(?:"|\n|\Z)')


def write(
    labelling: Labels, path: str | os.PathLike[str], format: str, *, command: str | None,
    packed: bool, moves: bool = False,
) -> None:  # fmt: skip
    """Write a labelling to a file, or to standard output for "-", in one of the formats."""
    if format == "parquet":
        rows, facts = _batches(labelling, moves), _facts(labelling, command)
        deliver_named(path, lambda stream: columns.write_parquet(rows, stream, facts))
        return
    table = Table.of(labelling)
    pieces = _WRITERS[format](table, command)

    def put(stream: BinaryIO) -> None:
        while piece := "".join(islice(pieces, _CHUNK)):
            stream.write(piece.encode())

    deliver_named(path, put, packed=packed)


def json_of(labelling: Labels, command: str) -> str:
    """Return the labels as the text of a JSON file, arcs included."""
    return "".join(_json(Table.of(labelling), command))


@dataclass(frozen=True)
class Table:
    """A labelling by columns, as plain lists that any format can be written from."""

    labelling: Labels
    names: Sequence[Hashable]
    values: list[str]
    finite: list[list[int] | None]
    outcomes: list[str]
    counters: list[int | None]
    remoteness: list[int | None]
    winning: Csr
    best: list[int | None]

    @staticmethod
    def of(labelling: Labels) -> Table:
        """Work every column out at once; O(n + m log m)."""
        forward = labelling.graph.forward
        outcomes, remoteness = labelling.outcome_array, labelling.remoteness_array
        values = labelling.value_array.tolist()
        sets = columns.finite_rows(forward, labelling.value_array).each_row()
        finite = [row if value < 0 else None for row, value in zip(sets, values, strict=True)]
        return Table(
            labelling,
            labelling.graph.names,
            [
                str(value) if row is None else f"∞({','.join(map(str, row))})"
                for value, row in zip(values, finite, strict=True)
            ],
            finite,
            [columns.OUTCOMES[code] for code in outcomes.tolist()],
            _natural(labelling.counter_array.tolist()),
            _natural(remoteness.tolist()),
            columns.winning_rows(forward, outcomes),
            _natural(columns.best_moves(forward, outcomes, remoteness).tolist()),
        )

    def text_rows(self, texts: list[str]) -> Iterator[tuple[str, ...]]:
        """Return each vertex's cells as text, from value to best_move."""
        words = [escape_word(text) for text in texts]
        return zip(
            self.values,
            [" ".join(map(str, row)) if row else "" for row in self.finite],
            self.outcomes,
            _texts(self.counters),
            _texts(self.remoteness),
            ["|".join([words[v] for v in row]) for row in self.winning.each_row()],
            ["" if best is None else words[best] for best in self.best],
            strict=True,
        )

    def arcs(self, texts: list[str]) -> Iterator[tuple[str, str]]:
        """Yield the arcs as pairs of texts."""
        tails, heads = self.labelling.graph.arcs()
        for start in range(0, len(tails), _CHUNK):
            stop = start + _CHUNK
            ends = zip(tails[start:stop].tolist(), heads[start:stop].tolist(), strict=True)
            yield from ((texts[u], texts[v]) for u, v in ends)


def escape_word(text: str) -> str:
    r"""Write a name so that several can stand in one cell, with ``|`` between them."""
    return text.replace("\\", "\\\\").replace("|", "\\|") if text else "\\e"


def split_words(cell: str) -> list[str]:
    r"""Read what `escape_word` and ``|`` made."""
    if "\\" not in cell:
        return cell.split("|") if cell else []
    words = re.findall(r"(?:[^|\\]|\\.)+", cell, re.DOTALL)
    return [re.sub(r"\\(.)", lambda m: "" if m[1] == "e" else m[1], w, flags=re.S) for w in words]


def _csv(table: Table, command: str | None) -> Iterator[str]:
    texts = different_texts(table.names)
    _require(texts, _NO_CSV, "CSV")
    play = table.labelling.play
    yield ",".join(COLUMNS) + "\n"
    for text, row in zip(texts, table.text_rows(texts), strict=True):
        # The csv module of Python 3.11 leaves a bare carriage return, which ends a line, unquoted.
        cells = [
            '"' + cell.replace('"', '""') + '"' if _QUOTED(cell) else cell for cell in (text, *row)
        ]
        yield f"{','.join(cells)},{play}\n"


def _json(table: Table, command: str | None) -> Iterator[str]:
    names = [json_text(name) for name in table.names]
    require_different(names)
    play = json_text(table.labelling.play)
    yield f'{{\n"version": {json_text(__version__)},\n"format": {VERSION},\n'
    yield f'"command": {json.dumps(command, ensure_ascii=False)},\n"play": {play},\n"vertices": ['
    yield from _json_vertices(table, names)
    yield '\n],\n"arcs": ['
    for number, (tail, head) in enumerate(table.arcs(names)):
        yield f"{',' if number else ''}\n[{tail}, {head}]"
    yield "\n]\n}\n"


def _json_vertices(table: Table, names: list[str]) -> Iterator[str]:
    separator = ""
    for name, value, finite, outcome, counter, remoteness, winning, best in zip(
        names, table.values, table.finite, table.outcomes, table.counters, table.remoteness,
        table.winning.each_row(), table.best, strict=True,
    ):  # fmt: skip
        # A finite value is a number, ∞(K) is text. A list of numbers is written as Python does.
        shown = value if finite is None else f'"{value}"'
        yield (
            f'{separator}\n{{"vertex": {name}, "value": {shown}, '
            f'"K": {_or_null(finite)}, "outcome": "{outcome}", '
            f'"counter": {_or_null(counter)}, '
            f'"remoteness": {_or_null(remoteness)}, '
            f'"winning_moves": [{", ".join([names[v] for v in winning])}], '
            f'"best_move": {"null" if best is None else names[best]}}}'
        )
        separator = ","


def json_text(name: Hashable) -> str:
    """Write a name as JSON: an integer, or text for all else."""
    if isinstance(name, int) and not isinstance(name, bool):
        return str(int(name))
    return json.dumps(str(name), ensure_ascii=False)


def _or_null(item: object) -> str:
    return "null" if item is None else str(item)


def _graphml(table: Table, command: str | None) -> Iterator[str]:
    from xml.sax.saxutils import quoteattr  # which loads what reads mail

    texts = different_texts(table.names)
    _require(texts, _NO_XML, "GraphML")
    ids = [quoteattr(text) for text in texts]
    keys = COLUMNS[1:-1]
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    for key in keys:
        yield f'<key id="{key}" for="node" attr.name="{key}" attr.type="string">'
        yield "<default></default></key>\n"
    facts = _facts(table.labelling, command)
    for key in facts:
        yield f'<key id="{key}" for="graph" attr.name="{key}" attr.type="string"/>\n'
    yield '<graph edgedefault="directed">\n'
    for key, text in facts.items():
        yield _datum(key, _NO_XML.sub(" ", text)) + "\n"
    for name, row in zip(ids, table.text_rows(texts), strict=True):
        cells = "".join([_datum(key, cell) for key, cell in zip(keys, row, strict=True) if cell])
        yield f"<node id={name}>{cells}</node>\n"
    for tail, head in table.arcs(ids):
        yield f"<edge source={tail} target={head}/>\n"
    yield "</graph>\n</graphml>\n"


def _datum(key: str, text: str) -> str:
    return f'<data key="{key}">{escape(text, quote=False).replace(chr(13), "&#13;")}</data>'


def _dot(table: Table, command: str | None) -> Iterator[str]:
    texts = different_texts(table.names)
    _require(texts, _NO_DOT, "DOT")
    _require_short(texts, table)
    quoted = [_dot_quoted(text) for text in texts]
    yield "digraph {\n"
    for key, text in _facts(table.labelling, command).items():
        shown = text[: _DOT_LIMIT // 4].replace(chr(0), " ").replace(chr(92), "/")
        yield f"{key}={_dot_quoted(shown)};\n"
    for name, row in zip(quoted, table.text_rows(texts), strict=True):
        cells = zip(COLUMNS[1:-1], row, strict=True)
        yield f"{name} [{', '.join([f'{key}={_dot_quoted(cell)}' for key, cell in cells])}];\n"
    for tail, head in table.arcs(quoted):
        yield f"{tail} -> {head};\n"
    yield "}\n"


def _require_short(texts: list[str], table: Table) -> None:
    """Refuse what Graphviz's reader takes for a text whose closing quote is missing."""
    for text, row in zip(texts, table.text_rows(texts), strict=True):
        for key, cell in zip(("name", *COLUMNS[1:-1]), (text, *row), strict=True):
            # A sign takes up to four bytes.
            if 4 * len(cell) > _DOT_LIMIT < len(cell.encode()):
                raise GraphFormatError(
                    f'DOT cannot hold the {key} of "{tidy(text, limit=40)}", a text of '
                    f"{len(cell.encode())} bytes where {_DOT_LIMIT} are possible; write JSON."
                )


def _dot_quoted(text: str) -> str:
    return '"' + text.replace('"', '\\"') + '"'


def _facts(labelling: Labels, command: str | None) -> dict[str, str]:
    facts = {"play": labelling.play, "version": __version__, "format": str(VERSION)}
    return facts if command is None else {**facts, "command": command}


def _require(texts: list[str], unwritable: re.Pattern[str], format: str) -> None:
    for text in texts:
        if unwritable.search(text):
            raise GraphFormatError(
                f"{format} cannot hold the name {text!a}; write JSON, or rename the vertex."
            )


_WRITERS: dict[str, Callable[[Table, str | None], Iterator[str]]] = {
    "csv": _csv, "json": _json, "graphml": _graphml, "dot": _dot,
}  # fmt: skip


def arrow_table(labelling: Labels, *, moves: bool) -> Any:
    """Return the labels as one table of pyarrow, with the columns of Parquet."""
    pyarrow = arrow(purpose="A table of pyarrow")
    return pyarrow.concat_tables(map(columns.table_of, _batches(labelling, moves)))


def _batches(labelling: Labels, moves: bool) -> Iterator[columns.Batch]:
    more = _moves_of(labelling) if moves else None
    values, counters = labelling.value_array, labelling.counter_array
    return columns.label_batches(labelling.graph, values, counters, more=more)


def _moves_of(labelling: Labels) -> Callable[[npt.NDArray[Any]], dict[str, Any]]:
    """Return what gives remoteness, winning moves and best moves of some vertices."""
    pyarrow = arrow()
    graph = labelling.graph
    outcomes, remoteness = labelling.outcome_array, labelling.remoteness_array
    names = columns.names_array(graph.names)
    rows = columns.winning_rows(graph.forward, outcomes)
    winning = pyarrow.ListArray.from_arrays(
        pyarrow.array(rows.pointers, pyarrow.int32()), names.take(pyarrow.array(rows.indices))
    )
    best = columns.best_moves(graph.forward, outcomes, remoteness)

    def more(vertices: npt.NDArray[Any]) -> dict[str, Any]:
        chosen, far = best[vertices], remoteness[vertices]
        return {
            "remoteness": pyarrow.array(far, pyarrow.int32(), mask=far < 0),
            "winning_moves": winning.take(pyarrow.array(vertices)),
            "best_move": names.take(pyarrow.array(chosen, mask=chosen < 0)),
        }

    return more


def _natural(numbers: list[int]) -> list[int | None]:
    return [None if number < 0 else number for number in numbers]


def _texts(numbers: list[int | None]) -> list[str]:
    return ["" if number is None else str(number) for number in numbers]
