"""The dataflow's tables in DuckDB, in this process; what passes memory goes to files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grundy.errors import MissingExtraError


class DuckTables:
    """Tables in DuckDB.

    Args:
        directory: Where tables may spill, and where the database file is; None for memory.
        memory: The bytes that DuckDB may use, or None for its own choice.
        threads: How many threads it may use, or None for all.
    """

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

    def read_edges(self, path: Path, columns: tuple[str, str]) -> None:
        """Name the relation ``edge(s, d)``: two columns of a Parquet or CSV file.

        The file is read whenever it is needed; it is not copied.
        """
        reader = "read_parquet" if path.suffix in (".parquet", ".pq") else "read_csv"
        source, target = (f'"{name.replace(chr(34), chr(34) * 2)}"' for name in columns)
        name = str(path).replace("'", "''")
        self._connection.execute(
            f"CREATE VIEW edge AS SELECT {source} AS s, {target} AS d FROM {reader}('{name}')"
        )

    def let(self, name: str, query: str) -> None:
        """Make a table of a query's rows; a table of that name is replaced."""
        self._connection.execute(f"CREATE TABLE {name}_new AS {query}")
        self._connection.execute(f"DROP TABLE IF EXISTS {name}")
        self._connection.execute(f"ALTER TABLE {name}_new RENAME TO {name}")

    def number(self, query: str) -> int:
        """Give the one number that a query gives, 0 for null."""
        found = self._connection.execute(query).fetchone()
        return int(found[0] or 0)

    def save(self, name: str, path: Path) -> None:
        """Write a table to a Parquet file."""
        self.write(f"SELECT * FROM {name}", path)

    def load(self, name: str, path: Path) -> None:
        """Read a table back."""
        self.let(name, "SELECT * FROM read_parquet('{}')".format(str(path).replace("'", "''")))

    def write(self, query: str, path: Path) -> None:
        """Write a query's rows to a Parquet or CSV file, by its ending."""
        kind = "PARQUET" if path.suffix in (".parquet", ".pq") else "CSV, HEADER"
        name = str(path).replace("'", "''")
        self._connection.execute(f"COPY ({query}) TO '{name}' (FORMAT {kind})")

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Give the rows of a query."""
        found: list[tuple[Any, ...]] = self._connection.execute(query).fetchall()
        return found

    def close(self) -> None:
        """Let go of the tables."""
        self._connection.close()
