"""The dataflow's tables in Spark: on this machine, or on a cluster that its master names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grundy.errors import MissingExtraError


class SparkTables:
    """Tables in Spark.

    Args:
        master: Where Spark runs, such as ``local[2]``, ``spark://host:7077`` or ``yarn``.
        partitions: Into how many parts a join is cut; some two for each core.
    """

    def __init__(self, master: str = "local[*]", partitions: int | None = None) -> None:
        try:
            from pyspark.sql import SparkSession
        except ImportError:
            raise MissingExtraError("pyspark", "spark", "The Spark engine") from None
        builder = SparkSession.builder.master(master).appName("grundy")
        settings = {
            "spark.ui.enabled": "false",
            "spark.sql.ansi.enabled": "true",
            "spark.ui.showConsoleProgress": "false",
        }
        if partitions is not None:
            settings["spark.sql.shuffle.partitions"] = str(partitions)
        for name, value in settings.items():
            builder = builder.config(name, value)
        self._spark: Any = builder.getOrCreate()
        self._spark.sparkContext.setLogLevel("ERROR")
        self._tables: dict[str, Any] = {}

    def read_edges(self, path: Path, columns: tuple[str, str]) -> None:
        """Name the relation ``edge(s, d)``: two columns of Parquet or CSV, a file or a folder."""
        reader = self._spark.read
        if path.suffix == ".csv":
            found = reader.option("header", True).option("inferSchema", True).csv(str(path))
        else:
            found = reader.parquet(str(path))
        source, target = columns
        edge = found.select(found[source].alias("s"), found[target].alias("d"))
        edge.createOrReplaceTempView("edge")

    def let(self, name: str, query: str) -> None:
        """Make a table of a query's rows; a table of that name is replaced.

        The rows are computed now and their history is forgotten, else each wave would carry
        the plans of all waves before it.
        """
        self._keep(name, self._spark.sql(query).localCheckpoint(eager=True))

    def number(self, query: str) -> int:
        """Give the one number that a query gives, 0 for null."""
        return int(self._spark.sql(query).first()[0] or 0)

    def save(self, name: str, path: Path) -> None:
        """Write a table to a folder of Parquet."""
        self._tables[name].write.mode("overwrite").parquet(str(path))

    def load(self, name: str, path: Path) -> None:
        """Read a table back."""
        self._keep(name, self._spark.read.parquet(str(path)))

    def write(self, query: str, path: Path) -> None:
        """Write a query's rows to a folder of Parquet or CSV, by its ending."""
        writer = self._spark.sql(query).write.mode("overwrite")
        if path.suffix == ".csv":
            writer.option("header", True).csv(str(path))
        else:
            writer.parquet(str(path))

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Give the rows of a query."""
        return [tuple(row) for row in self._spark.sql(query).collect()]

    def close(self) -> None:
        """End the session."""
        self._spark.stop()

    def _keep(self, name: str, table: Any) -> None:
        before = self._tables.get(name)
        self._tables[name] = table
        table.createOrReplaceTempView(name)
        if before is not None:
            before.unpersist()
