"""Digraphs larger than memory: every engine gives the labels of memory, and can be stopped."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

import grundy
import large_graphs
from grundy.cli.main import run
from grundy.errors import FolderError, GraphFormatError
from grundy.graphs.io import edge_blocks, lists
from grundy.large.arcs import arcs_of, graph_on_disk
from grundy.large.edge_file import Folder, ends_of_text, look
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


def both(path, play="normal"):
    found = []
    for engine in ("memory", "disk"):
        labels = path.parent / f"labels of {engine}.csv"
        found.append(grundy.label_file(path, engine=engine, play=play, output=labels))
        require_same(labels, path, play)
    return found


@pytest.mark.parametrize("engine", ["memory", "disk"])
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_every_engine_gives_the_labels_of_memory(tmp_path, engine, play):
    labels = tmp_path / "labels.parquet"
    for arcs in (side_by_side(KINDS.values()), KINDS["no arcs"], KINDS["loop"]):
        path = write_arcs(tmp_path / "edges.parquet", arcs)
        found = grundy.label_file(path, engine=engine, play=play, output=labels)
        require_same(labels, path, play)
        graph = grundy.read_graph(path)
        assert (found.vertices, found.arcs) == (graph.vertex_count, graph.arc_count)
        assert sum(found.values.values()) + found.infinite == graph.vertex_count
        assert sum(found.outcomes.values()) == graph.vertex_count


def test_names_are_put_back_in_batches_of_any_size(tmp_path):
    path, labels = tmp_path / "edges.csv", tmp_path / "labels.parquet"
    path.write_text("".join(f"v{vertex},v{vertex // 2}\n" for vertex in range(1, 70_000)))
    grundy.label_file(path, engine="disk", output=labels)
    require_same(labels, path, "normal")


def test_names_that_pass_the_memory_are_refused(tmp_path):
    path = tmp_path / "edges.csv"
    path.write_text("".join(f"v{vertex},v0\n" for vertex in range(270_000)))
    with pytest.raises(GraphFormatError, match=r"270,000 vertices take about 16\.2 MB of memory"):
        grundy.label_file(path, engine="disk", memory=16_000_000)


def test_numbered_names_are_used_again(tmp_path, monkeypatch):
    path, kept = tmp_path / "edges.csv", tmp_path / "kept"
    path.write_text("a,b\nb,c\nc,a\nc,d\n")
    found = grundy.label_file(path, engine="disk", save=kept, output=tmp_path / "first.csv")
    monkeypatch.setattr("grundy.large.output._read", None)
    with pytest.raises(GraphFormatError):
        grundy.label_file(path, engine="disk")
    again = grundy.label_file(
        path, engine="disk", save=kept, resume=True, output=tmp_path / "second.csv"
    )
    assert again.values == found.values
    assert (tmp_path / "first.csv").read_bytes() == (tmp_path / "second.csv").read_bytes()


def test_a_folder_of_files_is_one_graph(tmp_path, capsys):
    tails, heads = KINDS["gnp-0"]
    (tmp_path / "edges").mkdir()
    for part in (0, 1):
        write_arcs(tmp_path / "edges" / f"{part}.parquet", (tails[part::2], heads[part::2]))
    whole = write_arcs(tmp_path / "whole.parquet", (tails, heads))
    widths = tmp_path / "widths"  # integers of different widths, too
    widths.mkdir()
    for part, kind in enumerate((pa.int8(), pa.uint64())):
        arcs = {end: pa.array([number + 300 * part], kind) for number, end in enumerate("st")}
        pq.write_table(pa.table(arcs), widths / f"{part}.parquet")
    for engine in ("memory", "disk"):
        labels = tmp_path / f"{engine}.parquet"
        grundy.label_file(tmp_path / "edges", engine=engine, output=labels)
        require_same(labels, whole, "normal")
        assert grundy.label_file(widths, engine=engine).vertices == 302
    assert run(["label", str(tmp_path / "edges"), "--engine", "memory", "--json"]) == 2
    assert "--json needs a graph in one file" in capsys.readouterr().err


def test_threads_make_no_difference(tmp_path):
    path = write_arcs(tmp_path / "edges.parquet", long_path_and_cycles(50))

    def labelled(threads):
        output = tmp_path / f"{threads}.parquet"
        grundy.label_file(path, engine="disk", threads=threads, output=output)
        return output.read_bytes()

    with ThreadPoolExecutor(2) as pool:
        one, two = pool.map(labelled, (1, 2))
    assert one == two


def test_values_beyond_a_mask(tmp_path):
    tails, heads = complete_order(70)
    # 70 has a loop, and K = {1, 64, 69}.
    arcs = np.append(tails, [70] * 4), np.append(heads, [70, 1, 64, 69])
    assert both(write_arcs(tmp_path / "e.parquet", arcs))[1].infinite == 1


@pytest.mark.parametrize("memory", [1, 12 * 17, 12 * 1000])
def test_piles_of_any_size_give_the_same_rows(tmp_path, memory):
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
from grundy.runtime.kernels import running
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


@pytest.mark.long
def test_more_arcs_than_memory(tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", UNDER_A_CAP, str(tmp_path)],
        capture_output=True, text=True, cwd=Path(large_graphs.__file__).parent, check=False,
        timeout=LONGEST, env=os.environ | {"MALLOC_ARENA_MAX": "1"},
    )  # fmt: skip
    assert done.stdout.splitlines() == ["the rows do not fit", "True 0 20000"], done.stderr


def test_another_task_is_refused(tmp_path):
    path = write_arcs(tmp_path / "edges.parquet", KINDS["any-1"])
    other = write_arcs(tmp_path / "other.parquet", KINDS["any-2"])
    kept = {"engine": "disk", "save": tmp_path / "kept"}
    grundy.label_file(path, **kept)
    with pytest.raises(FolderError, match="another file"):
        grundy.label_file(other, resume=True, **kept)
    with pytest.raises(FolderError, match="another play"):
        grundy.label_file(path, play="misere", resume=True, **kept)
    with pytest.raises(FolderError, match="--resume"):
        grundy.label_file(path, **kept)


@pytest.mark.parametrize(("name", "array"), [
    ("predecessors.int32", [0, 3]), ("predecessors.int32", [0, -1]),
    ("predecessors.npy", [0, 2, 1, 2]), ("predecessors.npy", [1, 1, 1, 2]),
    ("predecessors.npy", [0, 1, 2]), ("out_degrees.npy", [1, 0, 1]), ("out_degrees.npy", [1, 1]),
])  # fmt: skip
def test_rows_that_a_kernel_could_not_index_by_are_refused(tmp_path, name, array):
    pieces = {
        "predecessors.npy": np.array([0, 1, 2, 2]),
        "predecessors.int32": np.array([1, 0], np.int32),
        "out_degrees.npy": np.array([1, 1, 0], np.int32),
    }
    pieces[name] = np.array(array, pieces[name].dtype)
    with Folder(tmp_path, {}) as folder:
        for piece, content in pieces.items():
            folder.add(piece, content.tofile if piece.endswith("int32") else partial(save, content))
        folder.commit({})
        with pytest.raises(FolderError, match="no sorted arcs of a graph; delete the folder"):
            graph_on_disk(lambda: iter(()), tmp_path, memory=1, folder=folder)


def save(content, path):
    np.save(path, content)


@pytest.mark.parametrize("memory", [1, 10**6])
@pytest.mark.parametrize(("first", "then"), [
    ([(0, 1), (1, 2)], [(0, 1), (1, 3)]), ([(0, 1), (1, 2)], [(0, 1), (1, 1)]),
    ([(0, 1), (1, 2)], [(0, 2), (1, 2)]), ([(0, 1), (1, 2)], [(0, 1)]),
    ([(0, 1), (1, 2)], [(0, 1), (1, 2), (2, 2)]), ([(0, 1)], [(0, 2**31 - 3)]),
])  # fmt: skip
def test_arcs_that_change_while_they_are_read(tmp_path, memory, first, then):
    """Arcs are read twice; where the second time gives others, nothing is written beyond a row."""
    times = iter([first, then])
    with pytest.raises(GraphFormatError, match="changed while they were read"):
        graph_on_disk(lambda: [np.array(next(times), np.int64).T], tmp_path, memory=memory)


SCHEMA = pa.schema(
    [("vertex", pa.int64()), ("value", pa.int32()), ("K", pa.list_(pa.int32())),
     ("outcome", pa.string()), ("counter", pa.int32())]
)  # fmt: skip


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize(
    ("kind", "prefix"), [("parquet", ""), ("csv", ""), ("csv", "v"), ("csv", "1" + 25 * "0")]
)
def test_one_schema_whatever_the_engine(tmp_path, kind, prefix, play):
    arcs = side_by_side([KINDS["any-3"], KINDS["any-12"], KINDS["gnp-1"]])
    path = tmp_path / f"edges.{kind}"
    if kind == "parquet":
        write_arcs(path, [end.astype(np.int64) for end in arcs])
    else:
        name = {number: f"{prefix}{number}" if number % 2 else str(number) for number in range(999)}
        path.write_text("".join(f"{name[a]},{name[b]}\n" for a, b in zip(*arcs, strict=True)))
    found = []
    for engine in ("memory", "disk"):
        labels = tmp_path / f"{engine}.parquet"
        grundy.label_file(path, engine=engine, play=play, output=labels)
        require_same(labels, path, play)
        found.append(pq.read_table(labels))
    assert run(["label", str(path), "--play", play, "--output", str(tmp_path / "cli.parquet")]) == 0
    found.append(pq.read_table(tmp_path / "cli.parquet"))
    names = found[0]["vertex"].to_pylist()
    assert names == sorted(names, key=str.encode if prefix == "v" else int)
    for table in found:
        expected = SCHEMA.set(0, pa.field("vertex", pa.string())) if prefix else SCHEMA
        assert table.schema.equals(expected)
        assert table.schema.metadata[b"play"] == play.encode()
        assert table.drop(["counter"]).equals(found[0].drop(["counter"]))
    infinite = found[0].filter(pc.is_null(found[0]["value"]))
    assert len(infinite) > 0
    assert infinite["K"].null_count == 0
    assert infinite["counter"].null_count == len(infinite)
    assert found[0].filter(pc.is_valid(found[0]["value"]))["K"].null_count > 0


def test_moves_are_in_parquet_when_they_are_asked_for(tmp_path):
    """--moves adds remoteness, winning moves and best move, in the same order; they verify."""
    path, labels = tmp_path / "g.csv", tmp_path / "labels.parquet"
    path.write_text("c,b\nb,a\nc,a\nd,d\n")
    assert run(["label", str(path), "--output", str(labels), "--moves"]) == 0
    table = pq.read_table(labels)
    names = "vertex value K outcome counter remoteness winning_moves best_move"
    assert table.column_names == names.split()
    assert [list(row.values()) for row in table.to_pylist()] == [
        ["a", 0, None, "P", 0, 0, [], None], ["b", 1, None, "N", 1, 1, ["a"], "a"],
        ["c", 2, None, "N", 2, 1, ["a"], "a"], ["d", None, [], "D", None, None, [], "d"],
    ]  # fmt: skip
    assert run(["verify", str(labels), "--graph", str(path)]) == 0


def test_numbers_of_any_length_are_numbers(tmp_path, monkeypatch):
    long = 99999999999999999999
    text = f"{long},7\n7,100\n"
    path = tmp_path / "edges.csv"
    path.write_text(text)
    for engine in ("memory", "disk"):
        grundy.label_file(path, engine=engine, output=tmp_path / "labels.csv")
        rows = (tmp_path / "labels.csv").read_text().splitlines()[1:]
        assert [row.split(",")[0] for row in rows] == ["7", "100", str(long)], engine
    blanks = text.replace(",", " ")
    dot = f"digraph {{ {long} -> 7 -> 100 }}"
    texts = {"csv": text, "edges": blanks, "adj": blanks, "dot": dot}
    for large in (lists.LARGE, 0):  # by columns
        monkeypatch.setattr(lists, "LARGE", large)
        for ending, content in texts.items():
            (tmp_path / f"g.{ending}").write_text(content)
            assert set(grundy.read_graph(tmp_path / f"g.{ending}").names) == {long, 7, 100}, ending


@pytest.mark.parametrize(("columns", "message"), [
    ({"source": [0, None], "target": [1, 2]}, "found a null"),
    ({"s": [0, -3, 5], "t": [1, 2, -7]}, ": -7 is no vertex number; numbers count from 0"),
    ({"s": pa.array([2**63 + 5], pa.uint64()), "t": [1]}, "vertex number|0 to 2147483645"),
    ({"source": [0.5], "target": [1.0]}, "integers or text"),
    ({"source": [[0]], "target": [[1]]}, "integers or text"), ({"source": [1]}, "two columns"),
])  # fmt: skip
@pytest.mark.parametrize("engine", ["memory", "disk"])
def test_bad_files_are_one_sentence(tmp_path, columns, message, engine):
    path = tmp_path / "edges.parquet"
    pq.write_table(pa.table(columns), path, row_group_size=1)
    with pytest.raises(GraphFormatError, match=message):
        grundy.label_file(path, engine=engine)


@pytest.mark.parametrize(("text", "vertices"), [
    ("", 0), ("source,target,\n0,1,\n1,2,\n", 3), ("source,source,target\n0,9,1\n1,9,2\n", 3),
    ("source,target\n0,1 # hi\n  # there\n\n1,2\n", 3),
    ("source,target,weight\n0,1,1.5\n1,2,\n", 3), ("source,target\r\n0,1\r\n1,2\r\n", 3),
    ("# nothing\n", 0), ("source,target\n0,1\r1,2\n2,3\n", 4),
    ("\ufeffsource,target\n 0 , 1 \n", 2), ('source,target\n"0","1"\n1,2\n', 3),
    ('source,target\n"a\nb",c\nc,d\n', 3), (" a , b \nb,c\n", 3), ('"a","b"\n"b","c"\n', 3),
    ('a,"b;c"\n"b;c","d,e"\n', 3), ('"a"";b",c\n', 2),
    ("source,target\n0,1\n1,0\n1,7\n", 3),  # only the numbers that occur
    ("x;from;to\n1;a;b\n2;b;a\n", 2),
    ("# a comment\n07,7\n", 2),  # 07 is a name
    ('"a,b",c\n', 2),
    # where one name is no integer, all are words, however far behind, and a sign is a letter
    ("0,1\n" * 20_000 + "2,end\n", 4),
    ("a,-1\n", 2), ("-,1\n", 2), ("1-,-1\n", 2), ("00,1\n", 2), ("--1,2\n-2,0\n", 4),
])  # fmt: skip
def test_a_text_means_the_same_to_every_engine(tmp_path, text, vertices):
    path = tmp_path / "edges.csv"
    path.write_bytes(text.encode())
    assert [found.vertices for found in both(path)] == [vertices] * 2


NO_NUMBER = "is no vertex number; numbers count from 0\\."


@pytest.mark.parametrize(("text", "message"), [
    ("source,target\n0,1\n1\n", 'line 3: an edge needs two ends, found one \\("1"\\)'),
    ("source,target,weight\n0,1,x\n", 'line 2: .*at most a number, found "x"'),
    ("0,1,NaN\n", "line 1: the weight .* is NaN"), ("0,1\n0,1,2,3\n", "line 2: .* found 4 columns"),
    ("0,1\n,2\n", 'line 2: an edge needs two ends, found one \\("2"\\)'),
    ('0,1\n"0,2\n', "line 2: .*check the quotes"), ("0,1\n\0,2\n", "line 2: this is a binary file"),
    ("1 2\n", "line 1: .*need commas"),
    # among integers a negative number, -0 too
    ("1,-1\n", f"line 1: -1 {NO_NUMBER}$"), ("-1,00\n", f"line 1: -1 {NO_NUMBER}$"),
    ("-0,1\n", f"line 1: -0 {NO_NUMBER}$"), ('"1","-1"\n', f"line 1: -1 {NO_NUMBER}$"),
    ("source,target\n1,2\n\n3,-4\n-5,1\n", f"line 4: -4 {NO_NUMBER}$"),
    ("0,1\n1,-99999999999999999999\n", f"line 2: -99999999999999999999 {NO_NUMBER}$"),
])  # fmt: skip
@pytest.mark.parametrize("engine", ["memory", "disk"])
def test_a_bad_text_is_the_same_sentence(tmp_path, text, message, engine):
    path = tmp_path / "edges.csv"
    path.write_text(text)
    with pytest.raises(GraphFormatError, match=f"edges.csv, {message}"):
        grundy.label_file(path, engine=engine)


@pytest.mark.parametrize("block", [1, 7, 40, 1000])
def test_blocks_of_any_size_give_the_same_arcs(tmp_path, monkeypatch, block):
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


def test_labels_are_sorted_and_quoted_alike(tmp_path):
    """Memory and disk write names of text in the same order, with quotes only where needed."""
    path = tmp_path / "edges.parquet"
    columns = {"from": ["z", "b", 'it "is"', "é"], "to": ["b", "a,b", "z", "B"]}
    pq.write_table(pa.table(columns), path)
    both(path)
    for engine in ("memory", "disk"):
        lines = (tmp_path / f"labels of {engine}.csv").read_text(encoding="utf-8").splitlines()
        assert [line.rsplit(",", 2)[0] for line in lines[1:]] == [  # without the counter
            "B,0,,P", '"a,b",0,,P', "b,1,,N", '"it ""is""",1,,N', "z,0,,P", "é,1,,N",
        ]  # fmt: skip


def test_a_folder_with_two_kinds_of_names(tmp_path, capsys):
    write_arcs(tmp_path / "a.parquet", KINDS["loop"])
    pq.write_table(pa.table({"source": [1], "target": ["x"]}), tmp_path / "b.parquet")
    report = f'{tmp_path / "b.parquet"}: its column "target" holds text, but integers in a.parquet'
    for engine in ("auto", "memory", "disk"):
        assert run(["label", str(tmp_path), "--engine", engine]) == 2
        error = capsys.readouterr().err
        assert report in error, engine
        assert error.count("\n") == 1, engine


@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_the_greatest_vertex_number(tmp_path, kind):
    """The disk engine takes numbers up to 2147483645; the next one is a name in text only."""
    path, greatest = tmp_path / f"edges.{kind}", 2**31 - 3

    def write(number):
        if kind == "csv":
            path.write_text(f"{number},0\n")
        else:
            write_arcs(path, (np.array([number]), np.array([0])))
        return arcs_of(look(path))()

    assert [end.tolist() for end in next(write(greatest))] == [[greatest], [0]]
    pieces = write(greatest + 1)
    if kind == "parquet":
        with pytest.raises(GraphFormatError, match="a vertex number is 0 to 2147483645"):
            next(pieces)
    else:
        labels = tmp_path / "labels.parquet"
        assert grundy.label_file(path, engine="disk", output=labels).vertices == 2
        assert pq.read_table(labels)["vertex"].to_pylist() == [0, greatest + 1]


def test_memory_says_that_it_keeps_nothing(tmp_path, capsys):
    path = write_arcs(tmp_path / "edges.parquet", KINDS["any-1"])
    kept = tmp_path / "kept"
    assert run(["label", str(path), "--save", str(kept)]) == 0
    report = capsys.readouterr().err.splitlines()
    assert report[1:] == [f"grundy: the memory engine keeps nothing in {kept}."]
    grundy.label_file(path, save=kept)
    assert not kept.exists()
    with pytest.raises(ValueError, match="keeps nothing"):
        grundy.label_file(path, engine="memory", save=kept)


def test_an_address_is_no_file():
    with pytest.raises(GraphFormatError, match="hdfs://g: this is an address; copy or mount"):
        grundy.label_file("hdfs://g")
