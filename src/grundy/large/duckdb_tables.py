"""The dataflow's tables in DuckDB, in this process; what passes memory goes to files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from grundy.errors import MissingExtraError
from grundy.large.database_tables import LABELS, too_great, vertex_order
from grundy.large.edge_file import EdgeFile
from grundy.large.text_rows import ends_of_text

_ROWS = 1 << 16  # rows of a batch


class DuckTables:
    """Tables in DuckDB."""

    def __init__(
        self, directory: Path | None = None, memory: int | None = None, threads: int | None = None
    ) -> None:
        try:
            import duckdb
        except ImportError:
            raise MissingExtraError("duckdb", "large", "The tables engine") from None
        self._connection: Any = duckdb.connect(":memory:")
        settings: dict[str, Any] = {"preserve_insertion_order": False}
        if directory is not None:
            settings["temp_directory"] = str(directory / "spill")
        if memory is not None:
            settings["memory_limit"] = f"{max(memory // 1_000_000, 50)}MB"
        if threads is not None:
            settings["threads"] = threads
        for name, value in settings.items():
            self._connection.execute(f"SET {name} = ?", [value])

    def read(self, file: EdgeFile) -> None:
        """Make the table ``edge(s, d)`` of a file: integers of 64 bits, or text."""
        import duckdb

        if file.text:
            self._read_text(file)
            return
        kind = "BIGINT" if file.numbered else "VARCHAR"
        source, target = (f"CAST({identifier(name)} AS {kind})" for name in file.ends)
        try:
            self.let("edge", f"SELECT {source} AS s, {target} AS d FROM {_reader(file)}")
        except duckdb.ConversionException:  # unsigned integers of 64 bits
            raise too_great(file) from None

    def _read_text(self, file: EdgeFile) -> None:
        self._connection.execute("CREATE TABLE edge (s VARCHAR, d VARCHAR)")
        for batch in ends_of_text(file):
            self._connection.register("batch", batch)
            self._connection.execute("INSERT INTO edge SELECT s, d FROM batch")
            self._connection.unregister("batch")

    def let(self, name: str, query: str) -> None:
        """Make a table of a query's rows; a table of that name is replaced."""
        self._connection.execute(f"CREATE OR REPLACE TABLE {name} AS {query}")

    def change(self, name: str, changes: str) -> None:
        """Replace the rows of a table by those of the table *changes* with the same id."""
        few, many = self.numbers(
            f"SELECT (SELECT count(*) FROM {changes}), (SELECT count(*) FROM {name})"
        )
        if 4 * few > many:
            self.let(
                name,
                f"SELECT * FROM {name} ANTI JOIN {changes} USING (id) "
                f"UNION ALL BY NAME SELECT * FROM {changes}",
            )
            return
        columns = [row[0] for row in self.rows(f"DESCRIBE {changes}") if row[0] != "id"]
        settings = ", ".join(f"{column} = {changes}.{column}" for column in columns)
        self._connection.execute(
            f"UPDATE {name} SET {settings} FROM {changes} WHERE {name}.id = {changes}.id"
        )

    def add(self, name: str, query: str) -> None:
        """Add a query's rows to a table."""
        self._connection.execute(f"INSERT INTO {name} {query}")

    def numbers(self, query: str) -> tuple[int, ...]:
        """Return the one row of numbers that a query gives, 0 for null."""
        return tuple(int(number or 0) for number in self._connection.execute(query).fetchone())

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        found: list[tuple[Any, ...]] = self._connection.execute(query).fetchall()
        return found

    def labels(self) -> Iterator[Any]:
        """Yield id, label, mask and wave of every vertex as arrow batches, sorted by vertex."""
        order = vertex_order(self)
        self._connection.execute("SET preserve_insertion_order = true")
        query = f"SELECT id, label, mask, wave FROM ({LABELS}) AS labels ORDER BY {order}"
        reader = self._connection.sql(query).to_arrow_reader(_ROWS)
        nothing = reader.schema.empty_table().combine_chunks()
        first = next(reader, None)  # a file without rows still needs its columns
        yield nothing if first is None else first
        yield from reader

    def save(self, name: str, path: Path) -> None:
        """Write a table to a Parquet file."""
        self._connection.execute(f"COPY {name} TO {quoted(path)} (FORMAT PARQUET)")

    def load(self, name: str, path: Path) -> None:
        """Read a table back."""
        self.let(name, f"SELECT * FROM read_parquet({quoted(path)})")

    def close(self) -> None:
        """Let go of the tables."""
        self._connection.close()


def _reader(file: EdgeFile) -> str:
    """The table function that reads Parquet; one file may have wider integers than another."""
    names = ", ".join(quoted(path) for path in file.files)
    return f"read_parquet([{names}], union_by_name = {len(file.files) > 1})"


def identifier(name: str) -> str:
    """Write the name of a column as SQL and DuckDB do."""
    return '"' + name.replace('"', '""') + '"'


def quoted(text: object) -> str:
    """Write a path as SQL does a text."""
    return "'" + str(text).replace("'", "''") + "'"
