"""Digraphs larger than memory: every engine gives the labels of memory, and can be stopped."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import grundy
from grundy.cli.main import run
from grundy.errors import GraphFormatError, LimitError
from grundy.large import dataflow
from grundy.large.arcs_on_disk import arcs_of, graph_on_disk
from grundy.large.choice import choose
from grundy.large.duckdb_tables import DuckTables
from grundy.large.edge_file import EdgeFile, look
from grundy.large.folder import Folder, FolderError
from large_graphs import (
    arcs_of_every_kind,
    complete_order,
    long_path_and_cycles,
    require_same,
    side_by_side,
    write_arcs,
)

KINDS = dict(arcs_of_every_kind())


@pytest.mark.parametrize("engine", ["memory", "disk", "tables"])
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_every_engine_gives_the_labels_of_memory(tmp_path: Path, engine: str, play: str) -> None:
    """Random graphs of every kind have the same values from each engine, with proof."""
    labels = tmp_path / "labels.parquet"
    for arcs in (side_by_side(KINDS.values()), KINDS["no arcs"], KINDS["loop"]):
        path = write_arcs(tmp_path / "edges.parquet", arcs)

        found = grundy.label_file(path, engine=engine, play=play, output=labels)  # type: ignore[arg-type]

        require_same(labels, path, play)
        graph = grundy.read_graph(path)
        assert (found.vertices, found.arcs) == (graph.vertex_count, graph.arc_count)
        assert sum(found.values.values()) + found.infinite == graph.vertex_count
        assert sum(found.outcomes.values()) == graph.vertex_count


def test_counts_are_those_of_the_labels(tmp_path: Path) -> None:
    """Values and outcomes are counted alike by every engine."""
    path = write_arcs(tmp_path / "edges.parquet", KINDS["any-3"])
    labelling = grundy.label(grundy.read_graph(path))
    outcomes = np.bincount(labelling.outcome_array, minlength=3).tolist()

    for engine in ("memory", "disk", "tables"):
        found = grundy.label_file(path, engine=engine)
        assert found.outcomes == dict(zip("DPN", outcomes, strict=True)), engine
        assert found.infinite == int((labelling.value_array < 0).sum()), engine
        assert found.engine == engine


@pytest.mark.parametrize(
    ("text", "vertices"),
    [
        ("source,target\n0,1\n1,0\n1,7\n", 3),  # only the numbers that occur
        ("a,b\nb,c\n", 3),
        ("x;from;to\n1;a;b\n2;b;a\n", 2),
        ("# a comment\n07,7\n", 2),  # 07 is a name
        ('"a,b",c\n', 2),
    ],
)
def test_text_files_are_read_as_memory_reads_them(tmp_path: Path, text: str, vertices: int) -> None:
    """Headers, separators, quotes and names mean the same to the tables as to `read_graph`."""
    path, labels = tmp_path / "edges.csv", tmp_path / "labels.csv"
    path.write_text(text)

    found = grundy.label_file(path, engine="tables", output=labels)

    assert found.vertices == vertices
    require_same(labels, path, "normal")
    if "07" in text:
        with pytest.raises(GraphFormatError, match='found "07"'):
            grundy.label_file(path, engine="disk")
    elif look(path).numbered:
        assert grundy.label_file(path, engine="disk", output=labels).vertices == vertices
        require_same(labels, path, "normal")


def test_names_of_text_in_parquet(tmp_path: Path) -> None:
    """Text columns name the vertices in the tables; the disk engine refuses them."""
    path, labels = tmp_path / "edges.parquet", tmp_path / "labels.parquet"
    pq.write_table(pa.table({"from": ["a", "b", "b"], "to": ["b", "a", "it's"]}), path)

    grundy.label_file(path, engine="tables", output=labels)

    require_same(labels, path, "normal")
    with pytest.raises(GraphFormatError, match="use --engine tables"):
        grundy.label_file(path, engine="disk")


def test_a_folder_of_files_is_one_graph(tmp_path: Path) -> None:
    """Parquet files of one folder are read together."""
    tails, heads = KINDS["gnp-0"]
    (tmp_path / "edges").mkdir()
    for part in (0, 1):
        write_arcs(tmp_path / "edges" / f"{part}.parquet", (tails[part::2], heads[part::2]))
    whole = write_arcs(tmp_path / "whole.parquet", (tails, heads))

    for engine in ("memory", "disk", "tables"):
        labels = tmp_path / f"{engine}.parquet"
        grundy.label_file(tmp_path / "edges", engine=engine, output=labels)
        require_same(labels, whole, "normal")


def test_the_same_bytes_whatever_the_threads(tmp_path: Path) -> None:
    """One thread or two write the same labels."""
    path = write_arcs(tmp_path / "edges.parquet", long_path_and_cycles(50))

    for engine in ("disk", "tables"):
        written = []
        for threads in (1, 2):
            labels = tmp_path / f"{engine}-{threads}.parquet"
            grundy.label_file(path, engine=engine, threads=threads, output=labels)
            written.append(labels.read_bytes())
        assert written[0] == written[1], engine


def test_two_threads_label_at_once(tmp_path: Path) -> None:
    """Two threads of a program may label two graphs at the same time."""
    paths = [
        write_arcs(tmp_path / f"{name}.parquet", KINDS[name])
        for name in ("any-1", "gnp-1", "any-2", "pairs-1")
    ]
    found: dict[Path, list[object]] = {path: [] for path in paths}

    def work(path: Path) -> None:
        for engine in ("memory", "disk", "tables"):
            found[path].append(grundy.label_file(path, engine=engine).values)

    threads = [Thread(target=work, args=(path,)) for path in paths]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    for path in paths:
        values = grundy.label(grundy.read_graph(path)).value_array
        counted = {int(v): int((values == v).sum()) for v in np.unique(values[values >= 0])}
        assert found[path] == [counted] * 3


# ---- large values ------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [31, 33, 62])
def test_values_up_to_the_bound_of_each_engine(tmp_path: Path, size: int) -> None:
    """Values over 15, 30 and up to 61 are right on disk and in the tables."""
    path, labels = write_arcs(tmp_path / "e.parquet", complete_order(size)), tmp_path / "l.parquet"

    for engine in ("disk", "tables"):
        found = grundy.label_file(path, engine=engine, output=labels)
        assert found.values == dict.fromkeys(range(size), 1), engine
        require_same(labels, path, "normal")


def test_values_beyond_a_mask(tmp_path: Path) -> None:
    """The disk engine has no bound on values, K included; the tables say that theirs is 61."""
    tails, heads = complete_order(70)
    # 70 has a loop, and K = {1, 64, 69}.
    arcs = np.append(tails, [70] * 4), np.append(heads, [70, 1, 64, 69])
    path, labels = write_arcs(tmp_path / "e.parquet", arcs), tmp_path / "l.parquet"

    grundy.label_file(path, engine="disk", output=labels, save=tmp_path / "kept")

    require_same(labels, path, "normal")
    assert (tmp_path / "kept" / "followers.npy").exists()
    with pytest.raises(LimitError, match="A value passes 61"):
        grundy.label_file(path, engine="tables")


# ---- the external sort -------------------------------------------------------------------------


@pytest.mark.parametrize("memory", [1, 12 * 17, 12 * 1000])
def test_piles_of_any_size_give_the_same_rows(tmp_path: Path, memory: int) -> None:
    """Rows sorted in many piles, in some, and at once are the rows of memory."""
    path = write_arcs(tmp_path / "edges.parquet", KINDS["gnp-2"])
    expected = grundy.read_graph(path)

    found = graph_on_disk(arcs_of(look(path)), tmp_path / "sorted", memory=memory)

    assert np.array_equal(found.reverse.pointers, expected.reverse.pointers)
    assert np.array_equal(found.out_degrees, expected.out_degrees)
    for vertex in range(expected.vertex_count):
        assert sorted(found.reverse.row(vertex)) == sorted(expected.reverse.row(vertex))
        assert sorted(found.forward.row(vertex)) == sorted(expected.forward.row(vertex))
    assert not list((tmp_path / "sorted").glob("*pile*"))


UNDER_A_CAP = """
import resource, sys
from pathlib import Path
import numpy as np
import grundy
from large_graphs import write_arcs
folder = Path(sys.argv[1])
n, parts, rows = 20_000, 24, 1 << 18
(folder / "warm").mkdir(); (folder / "edges").mkdir()
rng = np.random.default_rng(1)
tails = rng.integers(1, n, rows)
heads = (rng.random(rows) * tails).astype(np.int64)
first = write_arcs(folder / "warm" / "0.parquet", (tails, heads))
for part in range(parts):  # one file many times: parallel arcs
    (folder / "edges" / f"{part:02d}.parquet").hardlink_to(first)
del tails, heads
grundy.label_file(folder / "warm", engine="disk", memory=1)
used = int(next(l for l in open("/proc/self/status") if l.startswith("VmData")).split()[1]) * 1024
cap = used + 20_000_000
resource.setrlimit(resource.RLIMIT_DATA, (cap, cap))
try:
    np.ones(parts * rows, np.int32)
except MemoryError:
    print("the rows do not fit")
found = grundy.label_file(folder / "edges", engine="disk", memory=1, output=folder / "labels.csv")
print(found.arcs == parts * rows, found.infinite, sum(found.values.values()))
"""


def test_more_arcs_than_memory(tmp_path: Path) -> None:
    """The disk engine labels a graph whose rows alone are larger than the memory it may have."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", UNDER_A_CAP, str(tmp_path)],
        capture_output=True, text=True, cwd=Path(__file__).parent, check=False,
    )  # fmt: skip

    assert done.stdout.splitlines() == ["the rows do not fit", "True 0 20000"], done.stderr


# ---- checkpoints -------------------------------------------------------------------------------


KILLED = """
import sys
import grundy
from grundy.large import tables
slow = tables.dataflow.step
def step(database, state):
    found = slow(database, state)
    if found.wave == int(sys.argv[3]):
        print("there", flush=True)
        sys.stdin.read()
    return found
tables.dataflow.step = step
grundy.label_file(sys.argv[1], engine="tables", save=sys.argv[2], save_every=0)
"""


@pytest.mark.parametrize("wave", [7, 60])
def test_a_killed_run_goes_on(tmp_path: Path, wave: int) -> None:
    """After kill -9 a run goes on from its last checkpoint and ends with the same labels."""
    path = write_arcs(tmp_path / "edges.parquet", long_path_and_cycles(60))
    kept, labels = tmp_path / "kept", tmp_path / "labels.parquet"
    whole = grundy.label_file(path, engine="tables")
    assert whole.waves is not None
    assert whole.waves > 60
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path), str(kept), str(wave)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == "there\n"
        with pytest.raises(FolderError, match="another run writes here"):
            grundy.label_file(path, engine="tables", save=kept, resume=True)
        process.send_signal(signal.SIGKILL)
    state = json.loads((kept / "state.json").read_text())["state"]["wave"]
    assert 0 < state["wave"] < whole.waves

    found = grundy.label_file(path, engine="tables", save=kept, resume=True, output=labels)

    assert (found.values, found.waves) == (whole.values, whole.waves)
    require_same(labels, path, "normal")


def test_checkpoints_leave_only_the_last(tmp_path: Path) -> None:
    """Of many checkpoints one is kept, and a finished run answers at once from it."""
    path = write_arcs(tmp_path / "edges.parquet", long_path_and_cycles(30))

    found = grundy.label_file(path, engine="tables", save=tmp_path / "kept", save_every=0)

    wave = f"{found.waves:06d}"
    assert sorted(file.name for file in (tmp_path / "kept").glob("*.parquet")) == [
        f"labelled-{wave}.parquet", f"vertex-{wave}.parquet",
    ]  # fmt: skip
    again = grundy.label_file(path, engine="tables", save=tmp_path / "kept", resume=True)
    assert again == found


def test_another_task_is_refused(tmp_path: Path) -> None:
    """A folder of another graph, another play or another engine is not gone on from."""
    path = write_arcs(tmp_path / "edges.parquet", KINDS["any-1"])
    other = write_arcs(tmp_path / "other.parquet", KINDS["any-2"])
    kept = tmp_path / "kept"
    grundy.label_file(path, engine="tables", save=kept)

    for change, word in (
        ({"path": other}, "another file"), ({"play": "misere"}, "another play"),
        ({"engine": "disk"}, "another engine"),
    ):  # fmt: skip
        options = {"path": path, "engine": "tables", **change}
        with pytest.raises(FolderError, match=word):
            grundy.label_file(save=kept, resume=True, **options)  # type: ignore[arg-type]
    with pytest.raises(FolderError, match="--resume"):
        grundy.label_file(path, engine="tables", save=kept)


def test_a_damaged_state_is_an_error(tmp_path: Path) -> None:
    """A state that is no state is a sentence, not a traceback."""
    (tmp_path / "state.json").write_text("{}")

    with pytest.raises(FolderError, match="no state of a run"):
        Folder(tmp_path, {}, resume=True)


def test_sorted_arcs_are_used_again(tmp_path: Path) -> None:
    """The disk engine's checkpoint is its sorted arcs: a second run does not read the file."""
    path = write_arcs(tmp_path / "edges.parquet", KINDS["gnp-1"])
    found = grundy.label_file(path, engine="disk", save=tmp_path / "kept")
    before = (tmp_path / "kept" / "predecessors.int32").stat().st_mtime_ns
    time.sleep(0.01)

    assert grundy.label_file(path, engine="disk", save=tmp_path / "kept", resume=True) == found
    assert (tmp_path / "kept" / "predecessors.int32").stat().st_mtime_ns == before


# ---- the dataflow ------------------------------------------------------------------------------


def test_the_dataflow_moves_finished_vertices_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the smallest bound, tables shrink at once and the labels stay the same."""
    monkeypatch.setattr(dataflow, "_FEW", 0)
    path = write_arcs(tmp_path / "edges.parquet", long_path_and_cycles(40, seed=3))
    labels = tmp_path / "labels.parquet"

    grundy.label_file(path, engine="tables", output=labels)

    require_same(labels, path, "normal")


def test_the_last_labels_enter_k(tmp_path: Path) -> None:
    """A vertex with ∞ collects the values of followers that are labelled last of all."""
    arcs = ((3, 2), (4, 1), (3, 3), (1, 0), (2, 0), (4, 1), (2, 4), (4, 2))
    path = write_arcs(tmp_path / "edges.parquet", (np.array(arcs)[:, 0], np.array(arcs)[:, 1]))
    labels = tmp_path / "labels.csv"

    grundy.label_file(path, engine="tables", output=labels)

    assert '\n3,"∞(1)","1","D",,"normal"\n' in labels.read_text(encoding="utf-8")


@pytest.mark.parametrize("few", [True, False])
def test_rows_are_changed_in_place_or_written_anew(few: bool) -> None:
    """A few changes and many give the same table."""
    database = DuckTables(threads=1)
    database.let("vertex", "SELECT i AS id, 0 AS open FROM range(0, 100) AS r(i)")
    most = 3 if few else 90
    database.let("changed", f"SELECT i AS id, 1 AS open FROM range(0, {most}) AS r(i)")  # noqa: S608

    database.change("vertex", "changed")

    assert database.rows("SELECT id, open FROM vertex ORDER BY id") == [
        (i, int(i < most)) for i in range(100)
    ]
    database.close()


# ---- the choice, and what is refused -----------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "memory", "engine"),
    [
        (EdgeFile("g", (Path(__file__),), "parquet", arcs=10**6, greatest=10**5), 10**9, "memory"),
        (EdgeFile("g", (Path(__file__),), "parquet", arcs=10**8, greatest=10**6), 10**9, "disk"),
        (EdgeFile("g", (Path(__file__),), "parquet", arcs=10**8, greatest=10**8), 10**9, "tables"),
        (EdgeFile("g", (Path(__file__),), "parquet", numbered=False, arcs=10**8), 10**9, "tables"),
        (EdgeFile("hdfs://g", (), "parquet"), 10**9, "spark"),
    ],
)
def test_the_choice_goes_by_sizes(file: EdgeFile, memory: int, engine: str) -> None:
    """Memory where all fits, disk where the vertices fit, else tables; elsewhere Spark."""
    assert choose(file, memory=memory).engine == engine
    assert choose(file, "spark").why == "as asked"
    assert choose(file, memory=memory, master="local[1]").engine == "spark"


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"source": [0, None], "target": [1, 2]}, "found a null"),
        ({"source": [0, -3], "target": [1, 2]}, "vertex number|names no vertex"),
        ({"source": [0.5], "target": [1.0]}, "integers or text"),
        ({"source": [1]}, "two columns"),
    ],
)
@pytest.mark.parametrize("engine", ["memory", "disk", "tables"])
def test_bad_files_are_one_sentence(
    tmp_path: Path, columns: dict[str, list[object]], message: str, engine: str
) -> None:
    """A null, a negative number, a fraction and a lone column are refused by every engine."""
    path = tmp_path / "edges.parquet"
    pq.write_table(pa.table(columns), path)

    with pytest.raises(GraphFormatError, match=message):
        grundy.label_file(path, engine=engine)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--engine", "tables", "--draw", "x.svg"], "--draw needs the graph in memory"),
        (["--engine", "disk", "--start", "1"], "--start needs the graph in memory"),
        (["--resume"], "--resume needs --save"),
        (["--engine", "memory", "--save", "x"], "--save is for the engines"),
        (["--engine", "tables", "--master", "local"], "A master is for Spark"),
        (["--memory", "much"], "no size of memory"),
        (["--engine", "best"], "best"),
        (["-", "--engine", "tables", "--format", "csv"], "save it to a file"),
        (["--engine", "tables", "--output", "labels.json"], "labels.json"),
        (["--engine", "tables", "--output", "no/such/labels.csv"], "no/such"),
    ],
)
def test_bad_use_is_one_sentence(
    tmp_path: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Options that do not go together end with status 2 and say what would be right."""
    path = write_arcs(tmp_path / "edges.parquet", KINDS["any-1"])

    files = [] if arguments[0] == "-" else [str(path)]
    assert run(["label", *files, *arguments]) == 2

    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,2,x,y,z\n", "line 1: an edge has two ends"),
        ("1,2\n3\n", "edge needs two ends|cannot be read"),
        ("1 2\n", "need commas"),
    ],
)
@pytest.mark.parametrize("engine", ["disk", "tables"])
def test_bad_texts_are_one_sentence(tmp_path: Path, text: str, message: str, engine: str) -> None:
    """Too many columns, a missing end and blanks between names are refused with the file."""
    path = tmp_path / "edges.csv"
    path.write_text(text)

    with pytest.raises(GraphFormatError, match=f"edges.csv.*({message})"):
        grundy.label_file(path, engine=engine)


def test_the_command_counts_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`grundy label --engine` prints the counts, writes labels that verify, and says why."""
    path = str(write_arcs(tmp_path / "edges.parquet", KINDS["any-3"]))
    labels = str(tmp_path / "labels.parquet")
    assert run(["label", path, "--engine", "memory"]) == 0
    title = capsys.readouterr().out.splitlines()[0].strip()

    for engine in ("disk", "tables"):
        assert run(["label", path, "--engine", engine, "--output", labels]) == 0
        out, err = capsys.readouterr()
        assert out.startswith(title)
        assert err == ""
        assert run(["verify", labels, "--graph", path]) == 0
        capsys.readouterr()
    assert run(["label", path, "--memory", "100"]) == 0
    assert capsys.readouterr().err.startswith("grundy: engine tables: ")
    assert run(["label", path, "--engine", "auto"]) == 0
    assert capsys.readouterr().err.startswith("grundy: engine memory: ")
