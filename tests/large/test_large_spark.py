"""The same dataflow on Spark, on this machine; skipped where there is no Java or no pyspark."""

from __future__ import annotations

import csv
import os
import re
import shutil
import warnings
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import grundy
from grundy.large import database_tables, spark_tables
from kept_runs import damaged
from large_graphs import arcs_of_every_kind, complete_order, require_same, side_by_side, write_arcs

if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("Spark needs Java, and there is none here.", allow_module_level=True)
pytest.importorskip("pyspark", reason="Spark is not installed: it comes with the group cluster.")

MASTER = "local[2]"
MISERE: dict[str, Any] = {"engine": "spark", "master": MASTER, "play": "misere"}
_KINDS = ("any-1", "any-3", "any-12", "any-13", "any-14", "loop")  # a wave takes a second

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


@pytest.fixture(scope="module", autouse=True)
def session() -> Iterator[Any]:
    """Start one session for all tests; the engine takes a session that is there."""
    from pyspark.sql import SparkSession

    settings = {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.adaptive.enabled": "false",
        "spark.sql.codegen.wholeStage": "false",  # compiling each query takes longer than it
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
    }
    builder = SparkSession.builder.master(MASTER).appName("tests of grundy")
    for name, value in settings.items():
        builder = builder.config(name, value)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = builder.getOrCreate()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def edges(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of Parquet with graphs of every kind side by side."""
    kinds = [arcs for name, arcs in arcs_of_every_kind() if name in _KINDS]
    tails, heads = side_by_side([*kinds, complete_order(5)])
    folder = tmp_path_factory.mktemp("edges")
    for part in (0, 1):
        write_arcs(folder / f"{part}.parquet", (tails[part::2], heads[part::2]))
    return folder


def whole(folder: Path, path: Path) -> Path:
    """Put a folder of Parquet together in one file, which `read_graph` reads."""
    pq.write_table(
        pa.concat_tables([pq.read_table(f) for f in sorted(folder.glob("*.parquet"))]), path
    )
    return path


def test_spark_gives_the_labels_of_memory(tmp_path: Path, edges: Path) -> None:
    """Graphs of every kind have the same values on Spark, with proof, and the same counts."""
    labels = tmp_path / "labels.parquet"

    found = grundy.label_file(edges, engine="spark", master=MASTER, output=labels)

    require_same(
        whole(labels, tmp_path / "one.parquet"), whole(edges, tmp_path / "g.parquet"), "normal"
    )
    written = pq.read_table(tmp_path / "one.parquet")
    assert [(field.name, str(field.type)) for field in written.schema] == [
        ("vertex", "int64"), ("value", "int32"), ("K", "list<element: int32>"),
        ("outcome", "string"), ("counter", "int32"),
    ]  # fmt: skip
    assert written["vertex"].to_pylist() == sorted(written["vertex"].to_pylist())
    expected = grundy.label_file(edges, engine="tables")
    assert (found.values, found.outcomes, found.arcs, found.waves) == (
        expected.values, expected.outcomes, expected.arcs, expected.waves,
    )  # fmt: skip


@pytest.fixture
def stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of arcs whose names are text, and of what a run kept that failed on it."""
    path = tmp_path / "edges.csv"
    path.write_text("".join(f"v{i + 1},v{i}\n" for i in range(3)) + "x,x\nx,v0\ny,x\n")
    step = database_tables.dataflow.step

    def stopping(database: Any, state: Any) -> Any:
        if state.wave == 2:
            raise KeyboardInterrupt
        return step(database, state)

    monkeypatch.setattr(database_tables.dataflow, "step", stopping)
    with pytest.raises(KeyboardInterrupt):
        grundy.label_file(path, save=tmp_path / "kept", save_every=0, **MISERE)
    monkeypatch.undo()
    return tmp_path


@pytest.mark.long
def test_a_stopped_run_goes_on(stopped: Path) -> None:
    """A run that fails after some waves goes on from its checkpoint; names may be text."""
    path, labels = stopped / "edges.csv", stopped / "labels.csv"

    grundy.label_file(path, save=stopped / "kept", resume=True, output=labels, **MISERE)

    rows: list[list[str]] = []
    for part in sorted(labels.glob("*.csv")):
        header, *found = csv.reader(part.open(encoding="utf-8", newline=""))
        rows += found
    with (stopped / "one.csv").open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([header, *rows])
    require_same(stopped / "one.csv", path, "misere")


@pytest.mark.long
def test_a_damaged_folder_is_refused(stopped: Path) -> None:
    """A bit flipped in any file that a run on Spark kept, or the file cut, is a sentence."""
    folder = stopped / "kept"
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "lock"]

    for file in files:
        whole = file.read_bytes()
        for content in chain(*damaged(whole, 3)):
            file.write_bytes(content)
            with pytest.raises(grundy.GrundyError, match=re.escape(str(folder))) as refused:
                grundy.label_file(stopped / "edges.csv", save=folder, resume=True, **MISERE)
            assert "\n" not in str(refused.value)
        file.write_bytes(whole)

    assert {"state.json"} < {file.name for file in files}
    assert any(file.name.endswith(".parquet") for file in files)


def test_a_null_is_a_sentence(tmp_path: Path) -> None:
    """A null in the arcs is refused on Spark as by every engine."""
    path = tmp_path / "edges.parquet"
    pq.write_table(pa.table({"source": [0, None], "target": [1, 2]}), path)

    with pytest.raises(grundy.GraphFormatError, match="found a null"):
        grundy.label_file(path, engine="spark", master=MASTER)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"s": pa.array([2**63 + 5], pa.uint64()), "t": [1]}, "above 9223372036854775807"),
        ("source,target,weight\n0,1,x\n", 'at most a number, found "x"'),
        ("source,target\n0,1\n1\n", "found a null"),
    ],
)
def test_bad_files_are_one_sentence(tmp_path: Path, columns: Any, message: str) -> None:
    """What is no arc is a sentence of ours on Spark too."""
    path = tmp_path / ("edges.csv" if isinstance(columns, str) else "edges.parquet")
    if isinstance(columns, str):
        path.write_text(columns)
    else:
        pq.write_table(pa.table(columns), path)

    with pytest.raises(grundy.GraphFormatError, match=message):
        grundy.label_file(path, engine="spark", master=MASTER)


@pytest.mark.parametrize(
    "text",
    ["source,source,target,\n0,9,1,\n1,9,2,\n", "# hi\r\nsource,target\r\n0,1\r\n1,2\r\n"],
)
def test_headers_mean_the_same_to_spark(tmp_path: Path, text: str) -> None:
    """Columns are found by place: a name may occur twice, or be empty."""
    path = tmp_path / "edges.csv"
    path.write_bytes(text.encode())

    found = grundy.label_file(path, engine="spark", master=MASTER)

    assert (found.vertices, found.arcs, found.values) == (3, 2, {0: 2, 1: 1})


def test_the_log_is_of_errors_only(tmp_path: Path) -> None:
    """Java is told of a file that keeps Spark's log to errors, whatever the folder is called."""
    path = tmp_path / "a folder" / "log4j2.properties"
    path.parent.mkdir()

    assert spark_tables._quiet(path).endswith('/a%20folder/log4j2.properties"')

    assert "rootLogger.level = error" in path.read_text(encoding="utf-8").splitlines()
