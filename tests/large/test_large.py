"""Digraphs larger than memory: every engine gives the labels of memory, and can be stopped."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as csv
import pyarrow.parquet as pq
import pytest

import grundy
import large_graphs
from grundy.cli.main import run
from grundy.errors import FolderError, GraphFormatError
from grundy.files.whole import byte_size
from grundy.graphs.io import edge_blocks
from grundy.large.arcs import arcs_of, graph_on_disk
from grundy.large.edge_file import EdgeFile, Folder, choose, ends_of_text, look
from large_graphs import (
    arcs_of_every_kind,
    complete_order,
    long_path_and_cycles,
    require_same,
    side_by_side,
    write_arcs,
)
from waiting import LONGEST

KINDS = dict(arcs_of_every_kind())


@pytest.mark.parametrize("engine", ["memory", "disk"])
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


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("kind", ["parquet", "csv"])
@pytest.mark.parametrize("name", ["gnp-1", "any-2", "any-5", "any-9", "pairs-1", "loop"])
def test_names_of_text_have_the_labels_of_memory(
    tmp_path: Path, name: str, kind: str, play: str
) -> None:
    """Random graphs with names of text: all but the counters are the same bytes as from memory."""
    tails, heads = (
        [f"{'é' * (end % 3)}\"{end}, it's" for end in ends.tolist()] for ends in KINDS[name]
    )
    path = tmp_path / f"edges.{kind}"
    table = pa.table({'the "tail"': tails, "head": heads})
    if kind == "parquet":
        pq.write_table(table, path, row_group_size=7)
    else:
        csv.write_csv(table, path)
    columns = ('the "tail"', "head")

    written = []
    for engine in ("memory", "disk"):
        labels = tmp_path / f"{engine}.parquet"
        grundy.label_file(path, engine=engine, output=labels, play=play, columns=columns)  # type: ignore[arg-type]
        grundy.read_labelling(labels, graph=grundy.read_graph(path, columns=columns)).verify()
        written.append(pq.read_table(labels).drop(["counter"]))

    assert written[0].equals(written[1])


def test_names_are_put_back_in_batches_of_any_size(tmp_path: Path) -> None:
    """More names than a batch holds come back each at its vertex."""
    path, labels = tmp_path / "edges.csv", tmp_path / "labels.parquet"
    path.write_text("".join(f"v{vertex},v{vertex // 2}\n" for vertex in range(1, 150_000)))

    grundy.label_file(path, engine="disk", output=labels)

    require_same(labels, path, "normal")


def test_a_word_behind_numbers_makes_names_of_all(tmp_path: Path) -> None:
    """A text that begins with numbers, and has a word far behind, is one of names."""
    path, labels = tmp_path / "edges.csv", tmp_path / "labels.csv"
    path.write_text("0,1\n" * 20_000 + "2,end\n")
    assert look(path).numbered

    assert grundy.label_file(path, engine="disk", output=labels).vertices == 4

    require_same(labels, path, "normal")


def test_names_that_pass_the_memory_are_refused(tmp_path: Path) -> None:
    """Names take a vertex each, whose arrays have to fit."""
    path = tmp_path / "edges.csv"
    path.write_text("".join(f"v{vertex},v0\n" for vertex in range(270_000)))

    with pytest.raises(GraphFormatError, match=r"270,000 vertices take about 16\.2 MB of memory"):
        grundy.label_file(path, engine="disk", memory=16_000_000)


def test_numbered_names_are_used_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that goes on numbers no names and sorts no arcs again."""
    path, kept = tmp_path / "edges.csv", tmp_path / "kept"
    path.write_text("a,b\nb,c\nc,a\nc,d\n")
    found = grundy.label_file(path, engine="disk", save=kept, output=tmp_path / "first.csv")
    monkeypatch.setattr("grundy.large.names._read", None)
    with pytest.raises(GraphFormatError):
        grundy.label_file(path, engine="disk")

    again = grundy.label_file(
        path, engine="disk", save=kept, resume=True, output=tmp_path / "second.csv"
    )

    assert again.values == found.values
    assert (tmp_path / "first.csv").read_bytes() == (tmp_path / "second.csv").read_bytes()


def test_a_folder_of_files_is_one_graph(tmp_path: Path) -> None:
    """Parquet files of one folder are read together."""
    tails, heads = KINDS["gnp-0"]
    (tmp_path / "edges").mkdir()
    for part in (0, 1):
        write_arcs(tmp_path / "edges" / f"{part}.parquet", (tails[part::2], heads[part::2]))
    whole = write_arcs(tmp_path / "whole.parquet", (tails, heads))

    for engine in ("memory", "disk"):
        labels = tmp_path / f"{engine}.parquet"
        grundy.label_file(tmp_path / "edges", engine=engine, output=labels)
        require_same(labels, whole, "normal")


def test_the_same_bytes_whatever_the_threads(tmp_path: Path) -> None:
    """One thread or two write the same labels."""
    path = write_arcs(tmp_path / "edges.parquet", long_path_and_cycles(50))

    written = []
    for threads in (1, 2):
        labels = tmp_path / f"{threads}.parquet"
        grundy.label_file(path, engine="disk", threads=threads, output=labels)
        written.append(labels.read_bytes())
    assert written[0] == written[1]


def test_two_threads_label_at_once(tmp_path: Path) -> None:
    """Two threads of a program may label two graphs at the same time."""
    paths = [
        write_arcs(tmp_path / f"{name}.parquet", KINDS[name])
        for name in ("any-1", "gnp-1", "any-2", "pairs-1")
    ]
    found: dict[Path, list[object]] = {path: [] for path in paths}

    def work(path: Path) -> None:
        for engine in ("memory", "disk"):
            found[path].append(grundy.label_file(path, engine=engine).values)

    threads = [Thread(target=work, args=(path,)) for path in paths]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    for path in paths:
        values = grundy.label(grundy.read_graph(path)).value_array
        counted = {int(v): int((values == v).sum()) for v in np.unique(values[values >= 0])}
        assert found[path] == [counted] * 2


# ---- large values ------------------------------------------------------------------------------


def test_values_beyond_a_mask(tmp_path: Path) -> None:
    """The disk engine has no bound on values, K included."""
    tails, heads = complete_order(70)
    # 70 has a loop, and K = {1, 64, 69}.
    arcs = np.append(tails, [70] * 4), np.append(heads, [70, 1, 64, 69])
    path, labels = write_arcs(tmp_path / "e.parquet", arcs), tmp_path / "l.parquet"

    grundy.label_file(path, engine="disk", output=labels, save=tmp_path / "kept")

    require_same(labels, path, "normal")
    assert (tmp_path / "kept" / "followers.npy").exists()


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
from grundy.compiled.kernels import running
from large_graphs import write_arcs
folder = Path(sys.argv[1])
n, parts, rows = 20_000, 48, 1 << 18
(folder / "warm").mkdir(); (folder / "edges").mkdir()
rng = np.random.default_rng(1)
tails = rng.integers(1, n, rows)
heads = (rng.random(rows) * tails).astype(np.int64)
first = write_arcs(folder / "warm" / "0.parquet", (tails, heads))
for part in range(parts):  # one file many times: parallel arcs
    (folder / "edges" / f"{part:02d}.parquet").hardlink_to(first)
del tails, heads
running(plain=False).__enter__()  # as large graphs do
grundy.label_file(folder / "warm", engine="disk", memory=1)
used = int(next(l for l in open("/proc/self/status") if l.startswith("VmData")).split()[1]) * 1024
cap = used + 40_000_000  # with less, a thread may find no memory to begin, and waits for ever
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
        capture_output=True, text=True, cwd=Path(large_graphs.__file__).parent, check=False,
        timeout=LONGEST, env=os.environ | {"MALLOC_ARENA_MAX": "1"},
    )  # fmt: skip

    assert done.stdout.splitlines() == ["the rows do not fit", "True 0 20000"], done.stderr


# ---- checkpoints -------------------------------------------------------------------------------


def test_another_task_is_refused(tmp_path: Path) -> None:
    """A folder of another graph or another play is not gone on from."""
    path = write_arcs(tmp_path / "edges.parquet", KINDS["any-1"])
    other = write_arcs(tmp_path / "other.parquet", KINDS["any-2"])
    kept = tmp_path / "kept"
    grundy.label_file(path, engine="disk", save=kept)

    for change, word in (
        ({"path": other}, "another file"), ({"play": "misere"}, "another play"),
    ):  # fmt: skip
        options = {"path": path, "engine": "disk", **change}
        with pytest.raises(FolderError, match=word):
            grundy.label_file(save=kept, resume=True, **options)  # type: ignore[arg-type]
    with pytest.raises(FolderError, match="--resume"):
        grundy.label_file(path, engine="disk", save=kept)


def test_sorted_arcs_are_used_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk engine's checkpoint is its sorted arcs: a second run reads and sorts none."""
    path = write_arcs(tmp_path / "edges.parquet", KINDS["gnp-1"])
    found = grundy.label_file(path, engine="disk", save=tmp_path / "kept")
    before = (tmp_path / "kept" / "predecessors.int32").stat()

    def read(file: EdgeFile) -> object:
        raise AssertionError

    monkeypatch.setattr("grundy.large.arcs._parquet", read)
    with pytest.raises(AssertionError):
        grundy.label_file(path, engine="disk")
    assert grundy.label_file(path, engine="disk", save=tmp_path / "kept", resume=True) == found

    after = (tmp_path / "kept" / "predecessors.int32").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("predecessors.int32", [0, 3]),
        ("predecessors.int32", [0, -1]),
        ("predecessors.npy", [0, 2, 1, 2]),
        ("predecessors.npy", [1, 1, 1, 2]),
        ("predecessors.npy", [0, 1, 2]),
        ("out_degrees.npy", [1, 0, 1]),
        ("out_degrees.npy", [1, 1]),
    ],
)
def test_rows_that_a_kernel_could_not_index_by_are_refused(
    tmp_path: Path, name: str, array: list[int]
) -> None:
    """Bounds are checked once, even where all hashes are right."""
    pieces = {
        "predecessors.npy": np.array([0, 1, 2, 2]),
        "predecessors.int32": np.array([1, 0], np.int32),
        "out_degrees.npy": np.array([1, 1, 0], np.int32),
    }
    pieces[name] = np.array(array, pieces[name].dtype)

    def write(content: np.ndarray, path: Path) -> None:
        if path.suffix == ".npy":
            np.save(path, content)
        else:
            content.tofile(path)

    with Folder(tmp_path, {}) as folder:
        for piece, content in pieces.items():
            folder.add(piece, partial(write, content))
        folder.commit({})
        with pytest.raises(FolderError, match="no sorted arcs of a graph; delete the folder"):
            graph_on_disk(lambda: iter(()), tmp_path, memory=1, folder=folder)


@pytest.mark.parametrize("memory", [1, 10**6])
@pytest.mark.parametrize(
    ("first", "then"),
    [
        ([(0, 1), (1, 2)], [(0, 1), (1, 3)]),
        ([(0, 1), (1, 2)], [(0, 1), (1, 1)]),
        ([(0, 1), (1, 2)], [(0, 2), (1, 2)]),
        ([(0, 1), (1, 2)], [(0, 1)]),
        ([(0, 1), (1, 2)], [(0, 1), (1, 2), (2, 2)]),
        ([(0, 1)], [(0, 2**31 - 3)]),
    ],
)
def test_arcs_that_change_while_they_are_read(
    tmp_path: Path, memory: int, first: list[tuple[int, int]], then: list[tuple[int, int]]
) -> None:
    """Arcs are read twice; where the second time gives others, nothing is written beyond a row."""
    times = iter([first, then])

    def pieces() -> Iterator[tuple[np.ndarray, np.ndarray]]:
        tails, heads = np.array(next(times), np.int64).T
        yield tails, heads

    with pytest.raises(GraphFormatError, match="changed while they were read"):
        graph_on_disk(pieces, tmp_path, memory=memory)


# ---- one schema ---------------------------------------------------------------------------------


SCHEMA = pa.schema(
    [("vertex", pa.int64()), ("value", pa.int32()), ("K", pa.list_(pa.int32())),
     ("outcome", pa.string()), ("counter", pa.int32())]
)  # fmt: skip


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("kind", ["parquet", "csv", "words.csv", "long.csv"])
def test_one_schema_whatever_the_engine(tmp_path: Path, kind: str, play: str) -> None:
    """Labels in Parquet have the same columns, types and rows from every engine and command."""
    tails, heads = (
        end.astype(np.int64)
        for end in side_by_side([KINDS["any-3"], KINDS["any-12"], KINDS["gnp-1"]])
    )
    path = tmp_path / f"edges.{kind}"
    if kind == "parquet":
        write_arcs(path, (tails, heads))
    else:
        prefix = {"csv": "", "words.csv": "v", "long.csv": "1" + 25 * "0"}[kind]
        lines = [
            f"{prefix}{number}" if number % 2 else str(number)
            for number in np.column_stack([tails, heads]).ravel().tolist()
        ]
        path.write_text("".join(f"{a},{b}\n" for a, b in zip(lines[::2], lines[1::2], strict=True)))
    wide = kind in ("parquet", "csv")
    engines = ["memory", "disk"]

    found = []
    for engine in engines:
        labels = tmp_path / f"{engine}.parquet"
        grundy.label_file(path, engine=engine, play=play, output=labels)  # type: ignore[arg-type]
        require_same(labels, path, play)
        found.append(pq.read_table(labels))
    assert run(["label", str(path), "--play", play, "--output", str(tmp_path / "cli.parquet")]) == 0
    found.append(pq.read_table(tmp_path / "cli.parquet"))

    expected = SCHEMA if wide else SCHEMA.set(0, pa.field("vertex", pa.string()))
    names = found[0]["vertex"].to_pylist()
    assert names == sorted(
        names, key=(lambda name: int(name)) if kind != "words.csv" else str.encode
    )
    for table in found:
        assert table.schema.equals(expected)
        assert table.schema.metadata[b"play"] == play.encode()
        assert table.drop(["counter"]).equals(found[0].drop(["counter"]))
    infinite = found[0].filter(pc.is_null(found[0]["value"]))
    assert len(infinite) > 0
    assert infinite["K"].null_count == 0
    assert infinite["counter"].null_count == len(infinite)
    assert found[0].filter(pc.is_valid(found[0]["value"]))["K"].null_count > 0


def test_moves_are_in_parquet_when_they_are_asked_for(tmp_path: Path) -> None:
    """--moves adds remoteness, winning moves and best move, in the same order; they verify."""
    path, labels = tmp_path / "g.csv", tmp_path / "labels.parquet"
    path.write_text("c,b\nb,a\nc,a\nd,d\n")

    assert run(["label", str(path), "--output", str(labels), "--moves"]) == 0

    assert pq.read_table(labels).to_pylist() == [
        {"vertex": "a", "value": 0, "K": None, "outcome": "P", "counter": 0, "remoteness": 0,
         "winning_moves": [], "best_move": None},
        {"vertex": "b", "value": 1, "K": None, "outcome": "N", "counter": 1, "remoteness": 1,
         "winning_moves": ["a"], "best_move": "a"},
        {"vertex": "c", "value": 2, "K": None, "outcome": "N", "counter": 2, "remoteness": 1,
         "winning_moves": ["a"], "best_move": "a"},
        {"vertex": "d", "value": None, "K": [], "outcome": "D", "counter": None,
         "remoteness": None, "winning_moves": [], "best_move": "d"},
    ]  # fmt: skip
    assert run(["verify", str(labels), "--graph", str(path)]) == 0


@pytest.mark.parametrize(
    ("text", "line", "number"),
    [
        ("1,-1\n", 1, "-1"),
        ("-1,00\n", 1, "-1"),
        ("2,07\n0,-1\n", 2, "-1"),
        ("-0,1\n", 1, "-0"),
        ("source,target\n1,2\n\n3,-4\n-5,1\n", 4, "-4"),
        ('"1","-1"\n', 1, "-1"),
        ("0,1\n1,-99999999999999999999\n", 2, "-99999999999999999999"),
    ],
)
@pytest.mark.parametrize("engine", ["memory", "disk"])
def test_a_negative_number_is_refused_alike(
    tmp_path: Path, text: str, line: int, number: str, engine: str
) -> None:
    """Among integers a negative number, -0 too, is the same sentence from every engine."""
    path = tmp_path / "edges.csv"
    path.write_text(text)

    with pytest.raises(GraphFormatError) as failure:
        grundy.label_file(path, engine=engine)

    assert str(failure.value) == (
        f"{path}, line {line}: {number} is no vertex number; numbers count from 0."
    )


@pytest.mark.parametrize("text", ["a,-1\n", "-,1\n", "1-,-1\n", "00,1\n", "--1,2\n-2,0\n"])
def test_among_words_a_sign_is_a_letter(tmp_path: Path, text: str) -> None:
    """Where one name is no integer, all are words to every engine."""
    path, labels = tmp_path / "edges.csv", tmp_path / "labels.csv"
    path.write_text(text)

    for engine in ("memory", "disk"):
        grundy.label_file(path, engine=engine, output=labels)
        require_same(labels, path, "normal")


def test_numbers_of_any_length_are_numbers(tmp_path: Path) -> None:
    """Names with twenty digits are sorted by size, and are integers from every reader."""
    long = 99999999999999999999
    text = f"{long},7\n7,100\n"
    path = tmp_path / "edges.csv"
    path.write_text(text)

    for engine in ("memory", "disk"):
        grundy.label_file(path, engine=engine, output=tmp_path / "labels.csv")
        rows = (tmp_path / "labels.csv").read_text().splitlines()[1:]
        assert [row.split(",")[0] for row in rows] == ["7", "100", str(long)], engine
    for ending, content in (
        ("csv", text), ("edges", text.replace(",", " ")), ("adj", text.replace(",", " ")),
        ("dot", f"digraph {{ {long} -> 7 -> 100 }}"),
        ("csv", text + 700_000 * "8,9\n"),  # by columns
    ):  # fmt: skip
        other = tmp_path / f"g.{ending}"
        other.write_text(content)
        assert set(grundy.read_graph(other).names) - {8, 9} == {long, 7, 100}, ending


# ---- the choice, and what is refused -----------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "memory", "engine"),
    [
        (EdgeFile("g", (Path(__file__),), "parquet", arcs=10**6, greatest=10**5), 10**9, "memory"),
        (EdgeFile("g", (Path(__file__),), "parquet", arcs=10**8, greatest=10**6), 10**9, "disk"),
        (EdgeFile("g", (Path(__file__),), "parquet", arcs=10**8, greatest=10**8), 10**9, "disk"),
        (EdgeFile("g", (Path(__file__),), "parquet", numbered=False, arcs=10**8), 10**9, "disk"),
    ],
)
def test_the_choice_goes_by_sizes(file: EdgeFile, memory: int, engine: str) -> None:
    """Memory where all fits, else disk."""
    assert choose(file, memory=memory).engine == engine
    assert choose(file, "disk").why == "as asked"


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"source": [0, None], "target": [1, 2]}, "found a null"),
        ({"s": [0, -3, 5], "t": [1, 2, -7]}, ": -7 is no vertex number; numbers count from 0"),
        ({"s": pa.array([2**63 + 5], pa.uint64()), "t": [1]}, "vertex number|0 to 2147483645"),
        ({"source": [0.5], "target": [1.0]}, "integers or text"),
        ({"source": [1]}, "two columns"),
    ],
)
@pytest.mark.parametrize("engine", ["memory", "disk"])
def test_bad_files_are_one_sentence(
    tmp_path: Path, columns: dict[str, Any], message: str, engine: str
) -> None:
    """A null, the least negative number, a fraction, a lone column, more than 63 bits."""
    path = tmp_path / "edges.parquet"
    pq.write_table(pa.table(columns), path, row_group_size=1)

    with pytest.raises(GraphFormatError, match=message):
        grundy.label_file(path, engine=engine)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--engine", "disk", "--draw", "x.svg"], "--draw needs the graph in memory"),
        (["--engine", "disk", "--start", "1"], "--start needs the graph in memory"),
        (["--resume"], "--resume needs --save"),
        (["--engine", "memory", "--save", "x"], "--save is for the engines"),
        (["--memory", "much"], "no size of memory"),
        (["--engine", "spark"], '"spark"; choose auto, memory, disk or cluster.'),
        (["-", "--engine", "disk", "--input-format", "csv"], "save it to a file"),
        (["--engine", "disk", "--output", "labels.json"], "labels.json"),
        (["--engine", "disk", "--output", "no/such/labels.csv"], "no/such"),
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
    ("text", "vertices"),
    [
        ("", 0),
        ("# nothing\n", 0),
        ("source,target\n", 0),
        ("source,target,\n0,1,\n1,2,\n", 3),
        ("source,target,\n0,1\n1,2\n", 3),
        ("source,source,target\n0,9,1\n1,9,2\n", 3),
        ("# hi\nsource,target\n0,1\n", 2),
        ("source,target\n0,1 # hi\n  # there\n\n1,2\n", 3),
        ("source,target,weight\n0,1,1.5\n1,2,\n", 3),
        ("source,target\r\n0,1\r\n1,2\r\n", 3),
        ("source,target\r0,1\r1,2\r", 3),
        ("source,target\n0,1\r1,2\n2,3\n", 4),
        ("\ufeffsource,target\n 0 , 1 \n", 2),
        ('source,target\n"0","1"\n1,2\n', 3),
        ('source,target\n"a\nb",c\nc,d\n', 3),
        ("NULL,NA\n", 2),
        (" a , b \nb,c\n", 3),
        ('"a","b"\n"b","c"\n', 3),
        ('a,"b;c"\n"b;c","d,e"\n', 3),
        ('"a"";b",c\n', 2),
        ("source,target\n0,1\n1,0\n1,7\n", 3),  # only the numbers that occur
        ("x;from;to\n1;a;b\n2;b;a\n", 2),
        ("# a comment\n07,7\n", 2),  # 07 is a name
        ('"a,b",c\n', 2),
    ],
)
def test_a_text_means_the_same_to_every_engine(tmp_path: Path, text: str, vertices: int) -> None:
    """Headers, comments, quotes and the ends of lines give each engine the same labels."""
    path = tmp_path / "edges.csv"
    path.write_bytes(text.encode())
    for engine in ("memory", "disk"):
        found = grundy.label_file(path, engine=engine, output=tmp_path / "labels.csv")
        assert found.vertices == vertices, engine
        require_same(tmp_path / "labels.csv", path, "normal")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("source,target\n0,1\n1\n", 'line 3: an edge needs two ends, found one \\("1"\\)'),
        ("source,target,weight\n0,1,x\n", 'line 2: .*at most a number, found "x"'),
        ("0,1,NaN\n", "line 1: the weight .* is NaN"),
        ("0,1\n0,1,2,3\n", "line 2: .* found 4 columns"),
        ("0,1\n,2\n", 'line 2: an edge needs two ends, found one \\("2"\\)'),
        ('0,1\n"0,2\n', "line 2: .*check the quotes"),
        ("0,1\n\0,2\n", "line 2: this is a binary file"),
        ("1,2,x,y,z\n", "line 1: an edge has two ends"),
        ("1 2\n", "line 1: .*need commas"),
    ],
)
@pytest.mark.parametrize("engine", ["memory", "disk"])
def test_a_bad_text_is_the_same_sentence(
    tmp_path: Path, text: str, message: str, engine: str
) -> None:
    """What is no arc is told with its line, by each engine alike."""
    path = tmp_path / "edges.csv"
    path.write_text(text)

    with pytest.raises(GraphFormatError, match=f"edges.csv, {message}"):
        grundy.label_file(path, engine=engine)


@pytest.mark.parametrize("block", [1, 7, 40, 1000])
def test_blocks_of_any_size_give_the_same_arcs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: int
) -> None:
    """Rows by columns and rows read with care follow each other, and lines are counted on."""
    monkeypatch.setattr(edge_blocks, "_BLOCK", block)
    lines = [f"{i},{i + 1}" for i in range(20)]
    lines[5] += " # a comment"
    lines[9] = '"x\ny, z",0'
    path = tmp_path / "edges.csv"
    path.write_text("source,target\n" + "\n".join(lines) + "\n")

    batches = [batch.to_pylist() for batch in ends_of_text(look(path))]
    rows = [{end: str(name) for end, name in row.items()} for batch in batches for row in batch]

    expected = [{"s": str(i), "d": str(i + 1)} for i in range(20)]
    expected[9] = {"s": "x\ny, z", "d": "0"}
    assert rows == expected
    path.write_text(path.read_text() + "alone\n")
    with pytest.raises(GraphFormatError, match="line 23: "):
        list(ends_of_text(look(path)))


def test_labels_are_sorted_and_quoted_alike(tmp_path: Path) -> None:
    """Memory and disk write names of text in the same order, with quotes only where needed."""
    path = tmp_path / "edges.parquet"
    pq.write_table(
        pa.table({"from": ["z", "b", 'it "is"', "é"], "to": ["b", "a,b", "z", "B"]}), path
    )

    written = []
    for engine in ("memory", "disk"):
        labels = tmp_path / f"{engine}.csv"
        grundy.label_file(path, engine=engine, output=labels)
        require_same(labels, path, "normal")
        lines = labels.read_text(encoding="utf-8").splitlines()
        written.append([line.rsplit(",", 2)[0] for line in lines])  # without the counter

    assert written[0] == written[1]
    assert written[0][1:] == [
        "B,0,,P", '"a,b",0,,P', "b,1,,N", '"it ""is""",1,,N', "z,0,,P", "é,1,,N",
    ]  # fmt: skip


def test_numbers_as_text_in_parquet(tmp_path: Path) -> None:
    """Names of text that are all numbers are sorted as numbers, by memory and on disk."""
    path, labels = tmp_path / "edges.parquet", tmp_path / "labels.csv"
    pq.write_table(pa.table({"from": ["10", "2"], "to": ["2", "1"]}), path)

    for engine in ("memory", "disk"):
        grundy.label_file(path, engine=engine, output=labels)
        rows = labels.read_text(encoding="utf-8").splitlines()[1:]
        assert [row.split(",")[0] for row in rows] == ["1", "2", "10"], engine


def test_a_folder_with_two_kinds_of_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Integers in one file and text in another are told with the file and the column."""
    write_arcs(tmp_path / "a.parquet", KINDS["loop"])
    pq.write_table(pa.table({"source": [1], "target": ["x"]}), tmp_path / "b.parquet")
    told = f'{tmp_path / "b.parquet"}: its column "target" holds text, but integers in a.parquet'

    for engine in ("auto", "memory", "disk"):
        assert run(["label", str(tmp_path), "--engine", engine]) == 2
        error = capsys.readouterr().err
        assert told in error, engine
        assert error.count("\n") == 1, engine


def test_a_folder_in_memory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder goes through memory when that is forced, with names of text too."""
    for part, table in enumerate(({"s": ["a"], "t": ["b"]}, {"s": ["b", "c"], "t": ["c", "a"]})):
        pq.write_table(pa.table(table), tmp_path / f"{part}.parquet")

    for engine in ("memory", "disk", "auto"):
        assert run(["label", str(tmp_path), "--engine", engine]) == 0
        assert "3 vertices, 3 arcs, normal play: 0 P, 0 N, 3 D" in capsys.readouterr().out
    assert run(["label", str(tmp_path), "--engine", "memory", "--json"]) == 2
    assert "--json needs a graph in one file" in capsys.readouterr().err


def test_integers_of_any_width(tmp_path: Path) -> None:
    """Files of a folder may have integers of different widths."""
    for part, kind in enumerate((pa.int8(), pa.uint64())):
        arcs = {end: pa.array([number + 300 * part], kind) for number, end in enumerate("st")}
        pq.write_table(pa.table(arcs), tmp_path / f"{part}.parquet")

    for engine in ("memory", "disk"):
        assert grundy.label_file(tmp_path, engine=engine).vertices == 302


@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_the_greatest_vertex_number(tmp_path: Path, kind: str) -> None:
    """The disk engine takes numbers up to 2147483645; the next one is a name in text only."""
    path = tmp_path / f"edges.{kind}"
    for greatest in (2**31 - 3, 2**31 - 2):
        if kind == "csv":
            path.write_text(f"{greatest},0\n")
        else:
            write_arcs(path, (np.array([greatest]), np.array([0])))
        pieces = arcs_of(look(path))()
        if greatest == 2**31 - 3:
            assert [end.tolist() for end in next(pieces)] == [[greatest], [0]]
        elif kind == "parquet":
            with pytest.raises(GraphFormatError, match="a vertex number is 0 to 2147483645"):
                next(pieces)
        else:
            labels = tmp_path / "labels.parquet"
            assert grundy.label_file(path, engine="disk", output=labels).vertices == 2
            assert pq.read_table(labels)["vertex"].to_pylist() == [0, greatest]


def test_memory_says_that_it_keeps_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where memory is chosen by size, --save is answered, and no folder is made."""
    path = write_arcs(tmp_path / "edges.parquet", KINDS["any-1"])
    kept = tmp_path / "kept"

    assert run(["label", str(path), "--save", str(kept)]) == 0

    told = capsys.readouterr().err.splitlines()
    assert told[1:] == [f"grundy: the memory engine keeps nothing in {kept}."]
    grundy.label_file(path, save=kept)
    assert not kept.exists()
    with pytest.raises(ValueError, match="keeps nothing"):
        grundy.label_file(path, engine="memory", save=kept)


def test_an_address_is_no_file() -> None:
    """Only files of this machine are read; what names another place says what to do."""
    with pytest.raises(GraphFormatError, match="hdfs://g: this is an address; copy or mount"):
        grundy.label_file("hdfs://g")


@pytest.mark.parametrize(
    ("count", "written"),
    [(5, "5 bytes"), (96_000_000, "96 MB"), (123_456_789, "123 MB"), (999_900_000, "1 GB")],
)
def test_sizes_are_written_in_a_fitting_unit(count: int, written: str) -> None:
    """A size has up to three digits, and those say something."""
    assert byte_size(count) == written


def test_the_command_counts_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`grundy label --engine` prints the counts, writes labels that verify, and says why."""
    path = str(write_arcs(tmp_path / "edges.parquet", KINDS["any-3"]))
    labels = str(tmp_path / "labels.parquet")
    assert run(["label", path, "--engine", "memory"]) == 0
    title = capsys.readouterr().out.splitlines()[0].strip()

    assert run(["label", path, "--engine", "disk", "--output", labels]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(title)
    assert err == ""
    assert run(["verify", labels, "--graph", path]) == 0
    capsys.readouterr()
    assert run(["label", path, "--memory", "100"]) == 0
    assert capsys.readouterr().err.startswith("grundy: engine disk: ")
    assert run(["label", path, "--engine", "auto"]) == 0
    assert capsys.readouterr().err.startswith("grundy: engine memory: ")
