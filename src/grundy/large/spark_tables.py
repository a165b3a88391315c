"""The dataflow's tables in Spark: on this machine, or on a cluster that its master names."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path
from typing import Any

from grundy._version import __version__
from grundy.errors import GraphFormatError, MissingExtraError
from grundy.graphs.reading.json_files import VERSION
from grundy.graphs.reading.names import tidy
from grundy.large.database_tables import LABELS, too_great, vertex_order
from grundy.large.dataflow import GREATEST
from grundy.large.edge_file import EdgeFile

# Many small pieces of one table slow each wave down; they are put together now and then.
_MOST_PIECES = 16

_MEMBERS = ", ".join(
    f"CASE WHEN (mask & {1 << value}) <> 0 THEN {value} END" for value in range(GREATEST + 1)
)

_SETTINGS = {"SPARK_HOME", "SPARK_CONF_DIR"}
# The second logger is what Spark takes its own level from when Python starts it.
_LOG = """\
rootLogger.level = error
rootLogger.appenderRef.stderr.ref = stderr
logger.gateway.name = org.apache.spark.api.python.PythonGatewayServer
logger.gateway.level = error
appender.stderr.type = Console
appender.stderr.name = stderr
appender.stderr.target = SYSTEM_ERR
appender.stderr.layout.type = PatternLayout
appender.stderr.layout.pattern = %p %c{1}: %m%n
"""


class SparkTables:
    """Tables in Spark."""

    def __init__(
        self, master: str = "local[*]", memory: int | None = None, partitions: int | None = None
    ) -> None:
        try:
            from pyspark.sql import SparkSession
        except ImportError:
            raise MissingExtraError("pyspark", "spark", "The Spark engine") from None
        builder = SparkSession.builder.master(master).appName("grundy")
        settings = {
            "spark.ui.enabled": "false",
            "spark.sql.ansi.enabled": "true",
            "spark.ui.showConsoleProgress": "false",
            # What is known of columns goes wrong where a checkpoint follows a union (Spark 4).
            "spark.sql.constraintPropagation.enabled": "false",
        }
        partitions = partitions or _partitions(master)
        if partitions is not None:
            settings["spark.sql.shuffle.partitions"] = str(partitions)
        if master.startswith("local"):
            settings["spark.driver.bindAddress"] = settings["spark.driver.host"] = "127.0.0.1"
        if memory is not None and master.startswith("local"):
            settings["spark.driver.memory"] = f"{max(memory // 1_000_000, 512)}m"
        self._ours = SparkSession.getActiveSession() is None
        with tempfile.TemporaryDirectory() as folder:
            # Who keeps settings of Spark's has a say of his own about its log.
            if self._ours and not _SETTINGS & os.environ.keys():
                log = Path(folder).resolve() / "log4j2.properties"
                settings["spark.driver.extraJavaOptions"] = _quiet(log)
            for name, value in settings.items():
                builder = builder.config(name, value)
            self._spark: Any = builder.getOrCreate()
        self._spark.sparkContext.setLogLevel("OFF")
        self._tables: dict[str, Any] = {}
        self._pieces: dict[str, list[Any]] = {}

    def read(self, file: EdgeFile) -> None:
        """Make the table ``edge(s, d)`` of a file: integers of 64 bits, or text."""
        found = self._text(file) if file.text else self._spark.read.parquet(file.name)
        _require_weights(found, file)
        kind = "bigint" if file.numbered and not file.text else "string"
        source, target = file.ends
        self._view(
            "raw",
            found.select(
                found[_identifier(source)].cast(kind).alias("s"),
                found[_identifier(target)].cast(kind).alias("d"),
            ),
        )
        try:
            self.let("edge", "SELECT s, d FROM raw")
        except Exception as error:  # of Java
            if "CAST_OVERFLOW" in str(error):  # unsigned integers of 64 bits
                raise too_great(file) from None
            raise

    def _text(self, file: EdgeFile) -> Any:
        columns = ", ".join(f"{_identifier(name)} STRING" for name in file.columns)
        return (
            self._spark.read.schema(columns)
            .option("header", file.header)
            .option("sep", file.delimiter)
            .option("comment", "#")
            .option("ignoreLeadingWhiteSpace", True)
            .option("ignoreTrailingWhiteSpace", True)
            .option("escape", '"')
            .csv(file.name)
        )

    def let(self, name: str, query: str) -> None:
        """Make a table of a query's rows; a table of that name is replaced."""
        found = self._spark.sql(query)
        if name == "edge":
            # Spread and sorted by their heads once, arcs stay where they are in each wave.
            parts = int(self._spark.conf.get("spark.sql.shuffle.partitions"))
            found = found.repartition(parts, "d").sortWithinPartitions("d")
        self._keep(name, [found.localCheckpoint(eager=True)])

    def change(self, name: str, changes: str) -> None:
        """Replace the rows of a table by those of the table *changes* with the same id."""
        columns = ", ".join(self._tables[name].columns)
        self.let(
            name,
            f"SELECT {columns} FROM {name} ANTI JOIN {changes} ON {name}.id = {changes}.id "
            f"UNION ALL SELECT {columns} FROM {changes}",
        )

    def add(self, name: str, query: str) -> None:
        """Add a query's rows to a table."""
        piece = self._spark.sql(query).localCheckpoint(eager=True)
        self._keep(name, [*self._pieces[name], piece])
        if len(self._pieces[name]) > _MOST_PIECES:
            self.let(name, f"SELECT * FROM {name}")

    def numbers(self, query: str) -> tuple[int, ...]:
        """Return the one row of numbers that a query gives, 0 for null."""
        return tuple(int(number or 0) for number in self._spark.sql(query).first())

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        return [tuple(row) for row in self._spark.sql(query).collect()]

    def save(self, name: str, path: Path) -> None:
        """Write a table to a folder of Parquet."""
        self._tables[name].write.mode("overwrite").parquet(str(path))

    def load(self, name: str, path: Path) -> None:
        """Read a table back."""
        self._keep(name, [self._spark.read.parquet(str(path)).localCheckpoint(eager=True)])

    def write_labels(self, output: str, play: str) -> None:
        """Write the labels of every vertex to a folder of Parquet or CSV, by its ending."""
        text = output.lower().endswith(".csv")
        joined = f"concat_ws(',', {_MEMBERS})"
        members = (
            f"replace({joined}, ',', ' ')" if text
            else f"filter(array({_MEMBERS}), member -> member IS NOT NULL)"
        )  # fmt: skip
        value = "CAST(label AS STRING)" if text else "label"
        infinite = f"concat('∞(', {joined}, ')')" if text else "NULL"
        found = self._spark.sql(
            f"SELECT id AS vertex, CASE WHEN label >= 0 THEN {value} ELSE {infinite} END AS value, "
            f"CASE WHEN label < 0 THEN {members} END AS K, "
            "CASE WHEN label = 0 THEN 'P' WHEN label > 0 OR (mask & 1) <> 0 THEN 'N' ELSE 'D' END "
            "AS outcome, CASE WHEN label >= 0 THEN wave END AS counter "
            f"FROM ({LABELS}) AS labels ORDER BY {vertex_order(self)}"
        )
        if text:
            found = found.selectExpr("*", f"'{play}' AS play")
            found.write.mode("overwrite").option("header", True).csv(output)
            return
        facts = {"play": play, "version": __version__, "format": str(VERSION)}
        found.withMetadata("vertex", facts).write.mode("overwrite").parquet(output)

    def close(self) -> None:
        """End the session, unless it was there before."""
        self._tables.clear()
        self._pieces.clear()
        if self._ours:
            self._spark.stop()

    def _keep(self, name: str, pieces: list[Any]) -> None:
        self._pieces[name] = pieces
        whole = pieces[0]
        for piece in pieces[1:]:
            whole = whole.union(piece)
        self._view(name, whole)

    def _view(self, name: str, table: Any) -> None:
        self._tables[name] = table
        table.createOrReplaceTempView(name)


def _require_weights(found: Any, file: EdgeFile) -> None:
    """Raise `GraphFormatError` where a text has a third column that holds no numbers."""
    weight = file.layout.weight
    if not file.text or weight is None or weight >= len(file.columns):
        return
    cell = f"coalesce({_identifier(file.columns[weight])}, '')"
    number = f"try_cast(replace({cell}, ',', '.') AS DOUBLE)"
    wrong = found.where(f"{cell} <> '' AND ({number} IS NULL OR isnan({number}))").first()
    if wrong is not None:
        raise GraphFormatError(
            f'an edge has two ends and at most a number, found "{tidy(wrong[weight], limit=40)}".',
            file=file.name,
        )


def _quiet(path: Path) -> str:
    """Write what keeps Spark's log to errors; give the option of Java that names it."""
    path.write_text(_LOG, encoding="utf-8")
    return f'"-Dlog4j2.configurationFile={path.as_uri()}"'


def _partitions(master: str) -> int | None:
    """Return two parts for each core of this machine, None for a cluster."""
    found = re.fullmatch(r"local(?:\[(\d+|\*)[^\]]*\])?", master)
    if found is None:
        return None
    from grundy.running.threads import thread_count

    cores = found[1] or "1"
    return 2 * (thread_count() if cores == "*" else int(cores))


def _identifier(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"
