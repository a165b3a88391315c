"""Names as numbers on the way in, and labels in batches on the way out."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from grundy._version import __version__
from grundy.errors import GraphFormatError, GrundyError, LimitError
from grundy.graphs.csr import INT64
from grundy.graphs.graph import MAX_VERTICES
from grundy.graphs.io.columns import COLUMNS, Batch, cells_of, sets_of, write_parquet
from grundy.graphs.io.label_writers import VERSION
from grundy.graphs.io.source import find_format, tidy
from grundy.large.edge_file import VERTEX, EdgeFile, Folder, ends_of_text, look, negative_in
from grundy.runtime.delivery import arrow, deliver_named, library, require_folder
from grundy.runtime.files import byte_size, free_memory, whole_folder
from grundy.runtime.limits import report

FORMATS = ("parquet", "csv")

Counts = Counter[tuple[int, str]]
"""How many vertices have each label, -1 for ∞, with each outcome."""


def require_output(path: str | Path) -> None:
    """Describe what is wrong with the name of the output before the work begins."""
    find_format(path, None, FORMATS)
    require_folder(path)
    arrow("large", "Writing labels")


def deliver(batches: Iterator[Batch], path: str | Path | None, play: str) -> Counts:
    """Count the labels, and write them to a file if one is named."""
    counts: Counts = Counter()

    def counted() -> Iterator[Batch]:
        for batch in batches:
            codes = batch.labels.astype(np.int64) * 4 + batch.outcomes
            for code, count in zip(*np.unique(codes, return_counts=True), strict=True):
                counts[int(code) >> 2, "DPN"[int(code) & 3]] += int(count)
            yield batch

    if path is None:
        deque(counted(), 0)
    else:
        _write_batches(counted(), path, play)
    return counts


def _write_batches(batches: Iterator[Batch], path: str | Path, play: str) -> None:
    """Write labels to a Parquet or CSV file (.gz too), by its ending; whole or not at all."""

    def put(stream: BinaryIO) -> None:
        if find_format(path, None, FORMATS).name == "csv":
            _write_csv(batches, stream, play)
            return
        facts = {"play": play, "version": __version__, "format": str(VERSION)}
        write_parquet(batches, stream, facts)

    deliver_named(path, put, packed=os.fspath(path).lower().endswith(".gz"))


def _write_csv(batches: Iterator[Batch], stream: BinaryIO, play: str) -> None:
    import pyarrow.compute as compute

    stream.write(",".join((*COLUMNS, "play")).encode() + b"\n")
    for batch in batches:
        cells = [_written(cell) for cell in _label_cells(batch, play)]
        rows = compute.binary_join_element_wise(*cells, ",", null_handling="replace")
        stream.write("".join(f"{row}\n" for row in rows.to_pylist()).encode())


def _written(column: Any) -> Any:
    """Write a column as text of CSV; only what needs quotes has them, as everywhere here."""
    import pyarrow
    import pyarrow.compute as compute

    text = column.cast(pyarrow.string())
    special = compute.match_substring_regex(text, '[",\r\n]')
    if not compute.any(special).as_py():
        return text
    doubled = compute.replace_substring(text, '"', '""')
    return compute.if_else(special, compute.binary_join_element_wise('"', doubled, '"', ""), text)


def _label_cells(batch: Batch, play: str) -> list[Any]:
    """Return the columns of CSV as arrow arrays: ∞(K) where a value is infinite."""
    pyarrow = arrow("large", "Writing labels")
    import pyarrow.compute as compute

    vertex, value, _, outcome, counter = cells_of(batch)
    members, places = sets_of(batch)
    shown = [f"∞({','.join(map(str, row))})" for row in members]
    joined = [" ".join(map(str, row)) for row in members]
    infinite, sets = (
        pyarrow.array(some, pyarrow.string()).take(places) for some in (shown, joined)
    )
    text = pyarrow.array([play]).take(pyarrow.array(np.zeros(len(batch.labels), np.int8)))
    values = compute.coalesce(value.cast(pyarrow.string()), infinite)
    return [vertex, values, sets, outcome, counter, text]


# The folder that the labels of all shares go to: whole, or not at all.

_PARTS = "part-*.parquet"


def require_folder_of_labels(output: str) -> None:
    """Raise `GraphFormatError` where a folder of labels cannot be put at *output*."""
    path = Path(output)
    if path.suffix.lower() not in ("", ".parquet", ".pq"):
        raise GraphFormatError(
            "the cluster engine writes a folder of Parquet; name a folder, with .parquet or "
            "without an ending.",
            file=output,
        )
    require_folder(path)
    arrow("large", "Writing labels")
    ours = path.is_dir() and all(entry.match(_PARTS) for entry in path.iterdir())
    if os.path.lexists(path) and not ours:
        raise GraphFormatError(
            "this is there, and no folder of labels, which the cluster engine writes; "
            "name another output.",
            file=output,
        )


@contextlib.contextmanager
def labels_folder(output: str | None) -> Iterator[str | None]:
    """Yield a folder to write to, which stands at *output* when the block ends well."""
    if output is None:
        yield None
        return
    path = Path(output).resolve()
    with whole_folder(path.parent) as temporary:
        fresh = temporary / "labels"
        fresh.mkdir()
        yield str(fresh)
        if path.exists():
            shutil.move(path, temporary / "before")
        fresh.rename(path)


# Names as numbers, in front of disk and cluster: each name's place in the order of all.
#
# DuckDB finds and sorts the names, and puts what passes its memory in files. Names that are natural
# numbers, of any length, are sorted by size; others are sorted by their bytes.

ARCS, NAMES = "numbered.parquet", "names.parquet"
_NATURAL, _INTEGER = "0|[1-9][0-9]*", "-?[0-9]+"


@dataclass(frozen=True, slots=True)
class NumberedNames:
    """A file of arcs between the places of the names, and the file of the names in order."""

    arcs: EdgeFile
    names: Path

    def put_into(self, batches: Iterator[Batch]) -> Iterator[Batch]:
        """Replace the numbers of all vertices, in order, by their names."""
        import pyarrow
        import pyarrow.parquet as parquet

        with parquet.ParquetFile(self.names) as opened:
            stream = (batch.column(0) for batch in opened.iter_batches())
            rest = pyarrow.array([], opened.schema_arrow.field(0).type)
            for batch in batches:
                while len(rest) < len(batch.labels):
                    rest = pyarrow.concat_arrays([rest, next(stream)])
                yield replace(batch, names=rest[: len(batch.labels)])
                rest = rest[len(batch.labels) :]


def names_at(path: str, numbers: INT64) -> Any:
    """Return the names of some numbers, which rise, out of the file of all names in order."""
    import pyarrow
    import pyarrow.parquet as parquet

    chunks, first = [], 0
    with parquet.ParquetFile(path) as opened:
        for batch in opened.iter_batches():
            after = first + batch.num_rows
            start, stop = np.searchsorted(numbers, [first, after])
            chunks.append(batch.column(0).take(pyarrow.array(numbers[start:stop] - first)))
            first = after
        return pyarrow.chunked_array(chunks, opened.schema_arrow.field(0).type).combine_chunks()


def saved_names(directory: Path, folder: Folder | None) -> NumberedNames | None:
    """Return the names that another run has numbered, if it did."""
    if folder is None or NAMES not in folder.pieces:
        return None
    return _numbered_in(directory.resolve())


def number_names(
    file: EdgeFile,
    directory: Path,
    *,
    bytes_each: int = VERTEX,
    memory: int,
    room: int | None = None,
    threads: int | None = None,
    folder: Folder | None = None,
) -> NumberedNames:
    """Write the names of a file in order, and its arcs between their places in it."""
    duckdb = library("duckdb", "large", "Numbering names of text")
    report("numbering names", 0, 0)
    with _sentences(file, directory, memory), duckdb.connect(":memory:") as database:
        database.execute("SET temp_directory = ?", [str(directory / "spill")])
        database.execute("SET memory_limit = ?", [f"{max(memory // 1_000_000, 50)}MB"])
        if threads is not None:
            database.execute("SET threads = ?", [threads])
        _read(database, file)
        kind = _sort_names(database, file, room, bytes_each)
        names = f"(SELECT CAST(id AS {kind}) AS id FROM name ORDER BY number)"
        arcs = (
            "(SELECT t.number AS source, h.number AS target FROM edge "
            "JOIN name t ON edge.s = t.id JOIN name h ON edge.d = h.id)"
        )
        for piece, query in ((ARCS, arcs), (NAMES, names)):
            database.execute(f"COPY {query} TO {_quoted(directory / piece)} (FORMAT PARQUET)")
    if folder is not None:
        for piece in (ARCS, NAMES):
            folder.add(piece, lambda path: path)  # it is written already
        folder.commit({"numbered": True})
    return _numbered_in(directory.resolve())


def _numbered_in(directory: Path) -> NumberedNames:
    return NumberedNames(look(directory / ARCS), directory / NAMES)


def _read(database: Any, file: EdgeFile) -> None:
    """Make the table ``edge(s, d)`` of the names of a file."""
    database.execute("CREATE TABLE edge (s VARCHAR, d VARCHAR)")
    if file.text:
        for batch in ends_of_text(file):
            database.register("batch", batch)
            database.execute("INSERT INTO edge SELECT s, d FROM batch")
            database.unregister("batch")
        return
    tails, heads = (f'"{end.replace(chr(34), 2 * chr(34))}"' for end in file.ends)
    files = ", ".join(_quoted(path) for path in file.files)
    database.execute(f"INSERT INTO edge SELECT {tails}, {heads} FROM read_parquet([{files}])")
    if _row(database, "SELECT count(*) - least(count(s), count(d)) FROM edge")[0]:
        raise GraphFormatError("an edge needs two ends, found a null.", file=file.name)


def _sort_names(database: Any, file: EdgeFile, room: int | None, bytes_each: int) -> str:
    """Make the table ``name(id, number)``; return the type of the names in SQL."""
    database.execute(
        "CREATE TABLE found AS SELECT DISTINCT id FROM "
        "(SELECT s AS id FROM edge UNION ALL SELECT d FROM edge)"
    )
    count, natural, integers, negative, fitting = _row(
        database,
        f"SELECT count(*), count_if(regexp_full_match(id, '{_NATURAL}')), "
        f"count_if(regexp_full_match(id, '{_INTEGER}')), count_if(id LIKE '-%'), "
        "count_if(TRY_CAST(id AS BIGINT) IS NOT NULL) FROM found",
    )
    if file.text and negative and integers == count:
        raise negative_in(file)
    free = free_memory() if room is None else room
    if count > MAX_VERTICES or (free is not None and bytes_each * count > free):
        raise GraphFormatError(
            f"{count:,} vertices take about {byte_size(bytes_each * count)} of memory, and "
            f"{'' if free is None else f'{byte_size(free)} is available; '}"
            f"a graph on disk has at most {MAX_VERTICES:,}; use more memory.",
            file=file.name,
        )
    order = "length(id), id" if natural == count else "id"
    database.execute(
        "CREATE TABLE name AS SELECT id, "
        f"CAST(row_number() OVER (ORDER BY {order}) - 1 AS INTEGER) AS number FROM found"
    )
    return "BIGINT" if natural == fitting == count else "VARCHAR"


@contextlib.contextmanager
def _sentences(file: EdgeFile, directory: Path, memory: int) -> Iterator[None]:
    """Turn DuckDB's own errors, which are of any kind, into a sentence."""
    try:
        yield
    except (GrundyError, OSError):
        raise
    except Exception as error:
        kind = type(error).__name__
        if kind == "OutOfMemoryException":
            raise LimitError(
                f"Numbering the names needs more than {byte_size(memory)} of memory, or more disk "
                f"in {directory}; give more with --memory, or a larger place with --save."
            ) from None
        if kind == "InterruptException":
            raise KeyboardInterrupt from None
        # The rest is the library's advice about its own settings, or a stack.
        reason = tidy(str(error).partition("\n")[0]) or kind
        raise GraphFormatError(f"DuckDB cannot go on: {reason}.", file=file.name) from None


def _row(database: Any, query: str) -> tuple[int, ...]:
    row: tuple[int, ...] = database.execute(query).fetchone()
    return row


def _quoted(path: object) -> str:
    return "'" + str(path).replace("'", "''") + "'"
