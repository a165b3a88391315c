"""Bad files give one clear sentence with the place, never a traceback or a dead process."""

import gzip
import io
import subprocess
import sys

import numpy as np
import pyarrow
import pyarrow.parquet as parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy import GraphFormatError, VerificationError, label, read_graph, read_labelling
from grundy.graphs.formats import READ_FORMATS
from grundy.graphs.io.saved_labelling import read_saved
from grundy.graphs.io.source import FORMATS, Source, read_source

XML = '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n<graph edgedefault="directed">\n'
MATRIX = "%%MatrixMarket matrix coordinate real general\n"

BAD = [
    # edge lists
    ("g.csv", "a,b\n" * 6 + "a\n", 'g.csv, line 7: an edge needs two ends, found one ("a").'),
    ("g.txt", "New York,Rome\n", "g.txt, line 1: commas and blanks could both separate"),
    ("g.csv", b"a,b\n\xff,c\n", "g.csv, line 2: this is no UTF-8 text"),
    ("g.txt", "a b 1\nb c d\nc d e\n",
     'g.txt, line 2: an edge has two ends and at most a number, found "d"; where a vertex'),
    ("g.edges", "a -> b\nb ->\n", "g.edges, line 2: an arrow stands between two names"),
    ("g.edges", "1 2 -3\n2 -3\n", "g.edges, line 2: -3 is no vertex number; numbers count from 0"),
    # adjacency lists
    ("g.adj", "1 2\n2 007 -1\n", "g.adj, line 2: -1 is no vertex number; numbers count from 0."),
    ("g.adj", "a,b\n,c\n", "g.adj, line 2: the line names no vertex"),
    # DOT
    ("g.dot", "digraph {\na ->\n}", "g.dot, line 3: this is no DOT that Graphviz can read: syntax"),
    ("g.dot", "graph {\n a -- b }", "undirected and so has no moves; write digraph for graph"),
    ("g.dot", 'digraph { "%1" -> b }', "name starts with %"),
    ("g.dot", "digraph { <b> -> b }", 'two nodes are named "b"'),
    ("g.dot", "", "this holds no graph; write digraph { a -> b }."),
    # GraphML
    ("g.graphml", XML + '<node id="a">', "g.graphml, line 3: this is no GraphML: no element found"),
    ("g.graphml", XML + '<edge source="a"/></graph></graphml>',
     'g.graphml, line 3: an edge needs two ends, found one ("a").'),
    ("g.graphml", XML + '<edge source="a" target="z"/>\n<node id="a"/></graph></graphml>',
     'g.graphml, line 3: an edge ends at "z", which is no node.'),
    ("g.graphml", XML + '<node id="a"/>\n<node id="a"/></graph></graphml>',
     'g.graphml, line 4: a second node has the id "a".'),
    ("g.graphml", XML + '<node id="a">\n<graph edgedefault="directed"/></node></graph></graphml>',
     "g.graphml, line 4: a second graph or one in a node is not read"),
    ("g.graphml", '<?xml version="1.0" encoding="klingon"?>\n' + XML,
     'g.graphml, line 1: the encoding "klingon" is not known; write UTF-8.'),
    ("g.graphml", XML.replace("directed", "undirected") + "</graph></graphml>", "undirected"),
    ("g.graphml",
     '<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<x>&b;</x>',
     "g.graphml, line 2: <!DOCTYPE is not allowed"),
    # GML
    ("g.gml", "graph [\n directed 1\n ?\n]", "g.gml, line 3: this is no GML: cannot tok"),
    ("g.gml", "graph [ node [ id 0 ] ]", "undirected and so has no moves; write directed 1"),
    ("g.gml", "graph [ directed 1 " + "a [ " * 3000, "this is no GML"),
    (
        "g.gml",
        'graph [ directed 1\n node [ id 0 label "edge [" ]\n# edge [\n edge [ source 0 target 0 ]\n'
        " edge [\n source 0 target 5 ]\n]",
        "g.gml, line 5: this is no GML: edge #1 has undefined target 5.",
    ),
    # Pajek
    ("g.net", "*Vertices 2\n1 a\n2 b\n*Arcs\n1\n",
     "g.net, line 5: an arc needs two ends, found on"),
    ("g.net", "*Vertices 2\n1 a\n2 b\n*Arcs\n1 2\n*Edges\n1 2\n",
     "g.net, line 7: this graph is und"),
    ("g.net", "*Vertices 2\n1 a\n2 b\n*Arcs\n1 9\n", 'g.net, line 5: an arc names the vertex "9"'),
    ("g.net", "*Vertices 2\n1 a\n1 b\n", "g.net, line 3: the vertex 1 stands here again"),
    ("g.net", '*Vertices 2\n1 "a\n', "g.net, line 2: no closing quotation; check the quotes."),
    # Matrix Market
    ("g.mtx", MATRIX + "2 2 1\n1 3 1\n", "g.mtx, line 3: this is no Matrix Market file: Column"),
    ("g.mtx", MATRIX + "2 2 1\n1 1 nan\n", "g.mtx, line 3: the entry (1, 1) is NaN"),
    ("g.mtx", MATRIX + "2 3 1\n1 1 1\n", "a matrix of 2 × 3 is no digraph"),
    ("g.mtx", MATRIX + "9999999999 9999999999 1\n1 1 1\n", "9999999999 vertices are too many"),
    ("g.mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n0\n0\n1 2", None),
    # JSON
    ("g.json", '{"vertices": [\n}', "g.json, line 2: this is no JSON: expecting value."),
    ("g.json", '{"vertices": [{"vertex": 1.5}], "arcs": []}', "vertex 1: write"),
    ("g.json", '{"vertices": [{"vertex": 1}, {"vertex": 1}], "arcs": []}', "Two vertices have"),
    ("g.json", "[" * 100_000, "this is no JSON"),
    ("g.json", '{"arcs":\n[[1, 1],\n[1, 2]],\n"vertices" : [{"vertex": 1}]}',
     "g.json, line 3: arc 2: an end of [1, 2] is not among the vertices."),
    ("g.json", '{"vertices": [\n{"vertex": "}"},\n3], "arcs": []}', "g.json, line 3: vertex 2"),
    # archives
    ("g.parquet", b"PAR1", "this is no Parquet file"),
    ("g.csv.gz", gzip.compress(b"a,b\n" * 100, mtime=0)[:-12], "the gzip file is cut off"),
    # no format
    ("g.doc", "a b", "the ending says no format; known are .dot, .gv, .graphml"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "contents", "message"), BAD)
def test_the_error_says_what_and_where(tmp_path, name, contents, message):
    path = tmp_path / name
    path.write_bytes(contents if isinstance(contents, bytes) else contents.encode())
    if message is None:  # must only not bring the process down
        read_graph(path)
        return
    with pytest.raises(GraphFormatError) as caught:
        read_graph(path)
    text = str(caught.value).replace(f"{tmp_path}/", "")
    assert message in text
    assert text.startswith(name)
    assert str(caught.value).count(str(path)) == 1
    assert text.endswith(".")
    assert "\n" not in text
    assert str(path) == caught.value.file


@pytest.mark.parametrize(("path", "said"), [
    ("x.dot", r"x\.dot: there is no such file\."), ("d.dot", r"d\.dot: this is a directory"),
    ("nul\0.dot", "cannot be read"), ("x" * 5000 + ".dot", "cannot be read: file name too long"),
    ("", '"": there is no such file'),
])  # fmt: skip
def test_a_file_that_is_not_there(tmp_path, monkeypatch, path, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "d.dot").mkdir()
    with pytest.raises(GraphFormatError, match=said):
        read_graph(path)


def test_formats_that_are_none():
    with pytest.raises(GraphFormatError, match="standard input: write the format: dot, graphml"):
        read_graph("-")
    with pytest.raises(GraphFormatError, match='"xls" is no format; write dot, '):
        read_graph("x.csv", format="xls")


@pytest.mark.parametrize(("arrays", "message"), [
    ({"sources": [0], "targets": [-1]}, "-1 is no vertex number"),
    ({"sources": [0], "targets": [2**31 - 2]}, "2147483646 is too large"),
    ({"sources": [0], "targets": [2**40]}, "1099511627776 is too large"),
    ({"sources": [0], "targets": [3], "vertex_count": 3}, "has to be below 3"),
    ({"sources": [0, 1], "targets": [3]}, "an arc needs one of each"),
    ({"sources": [0.5], "targets": [3]}, "one-dimensional array of integers"),
    ({"sources": [0], "targets": [1], "vertex_count": -1}, "no possible number of vertices"),
    ({"sources": [0], "targets": [1], "vertex_count": 2.5}, "vertex_count has to be one int"),
    ({"other": [0]}, "neither a scipy matrix nor sources and targets, but other"),
    ({"sources": np.array([object()]), "targets": [1]}, "npz archive"),
])  # fmt: skip
def test_bad_arrays(tmp_path, arrays, message):
    np.savez(tmp_path / "g.npz", **arrays)
    with pytest.raises(GraphFormatError, match=message):
        read_graph(tmp_path / "g.npz")


@pytest.mark.parametrize("kind", ["csr", "csc"])
@pytest.mark.parametrize("indices", [[0, 7], [0, -1]])
def test_matrix_indices_outside_the_matrix(tmp_path, kind, indices):
    np.savez(
        tmp_path / "g.npz", format=kind.encode(), shape=[2, 2], data=[1, 1],
        indices=np.array(indices), indptr=np.array([0, 1, 2]),
    )  # fmt: skip
    with pytest.raises(GraphFormatError, match="indices must be"):
        read_graph(tmp_path / "g.npz")


def packed(write, *arguments, **columns):
    stream = io.BytesIO()
    write(*arguments, stream, **columns)
    return stream.getvalue()


ZEROS = np.zeros(8_000_000, np.int64)
FEW = ZEROS[:2_000_000]
TOO_LARGE = [
    ("g.csv", lambda: b"a,b\n" * 2_000_000),
    ("g.csv.gz", lambda: gzip.compress(b"a,b\n" * 20_000_000, compresslevel=1, mtime=0)),
    ("g.mtx", lambda: (MATRIX + "9999999 9999999 1\n1 1 1\n").encode()),
    ("g.npz", lambda: packed(np.savez_compressed, sources=ZEROS)),
    ("g.parquet", lambda: packed(parquet.write_table, pyarrow.table({"a": FEW, "b": FEW}))),
    ("l.json", lambda: b" " * 8_000_000), ("g.net", lambda: b"*Vertices 9999999\n"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "make"), TOO_LARGE)
def test_a_file_too_large_for_the_memory(tmp_path, monkeypatch, name, make):
    (tmp_path / name).write_bytes(make())
    monkeypatch.setattr("grundy.runtime.files.free_memory", lambda: 50_000_000)
    with pytest.raises(GraphFormatError, match=r"needs about .* of memory and 50 MB are free"):
        read_graph(tmp_path / name)


@pytest.mark.parametrize("text", ["digraph {", "nonsense", "digraph {" + "{" * 20_000])
def test_graphviz_is_kept_quiet(tmp_path, text):
    """Nothing that Graphviz's reader writes gets to standard error."""
    (tmp_path / "g.dot").write_text(text)
    code = (
        "import grundy, sys\n"
        "try: grundy.read_graph(sys.argv[1])\n"
        "except grundy.GraphFormatError as error: print('found', file=sys.stderr)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "g.dot"], capture_output=True, text=True, check=True
    )
    assert (found.stdout, found.stderr) == ("", "found\n")


def test_dot_opens_no_file(tmp_path):
    (tmp_path / "g.dot").write_text(
        'digraph { imagepath="/dev"; charset="utf-16"; a [image="/dev/stdin"]; a -> b }'
    )
    assert read_graph(tmp_path / "g.dot").names == ("a", "b")


pieces = st.sampled_from(
    [b"digraph", b"{", b"}", b"->", b'"', b"<", b">", b"a", b"1", b"-1", b",", b"\n", b"\t", b" ",
     b"[", b"]", b"*Vertices 2\n", b"*Arcs\n", b"graph", b"node", b"id", b"edge", b"nan",
     XML.encode(), b"<node id='a'/>", MATRIX.encode(), b"2 2 1\n", b'{"vertices": [', b"\xff",
     b'"arcs": [', b"PK", b"PAR1", b"\x1f\x8b", b"\0", b"vertex,value,counter\n", b"#", b"%", b";"]
)  # fmt: skip
contents = st.one_of(st.binary(max_size=60), st.lists(pieces, max_size=25).map(b"".join))


@pytest.mark.filterwarnings("ignore:.*is read as a header", "ignore:.*columns are the ends")
@settings(max_examples=150)
@given(data=contents, name=st.sampled_from(sorted(FORMATS)))
def test_any_bytes_are_a_graph_or_an_error(data, name):
    try:
        read_source(Source("file", data), FORMATS[name])
    except GraphFormatError as error:
        assert str(error).startswith("file")  # noqa: PT017 - a graph is right as well


@settings(max_examples=75)
@given(data=contents, name=st.sampled_from(READ_FORMATS))
def test_any_bytes_are_labels_or_an_error(data, name):
    try:
        read_saved(Source("file", data), name, None).verify()
    except (GraphFormatError, VerificationError):
        return


@pytest.mark.parametrize("ending", ["dot", "graphml"])
def test_labels_of_other_programs_are_not_read_back(tmp_path, ending):
    label([("a", "b")]).save(tmp_path / f"l.{ending}")
    with pytest.raises(GraphFormatError, match=r"known are \.csv, \.json, \.parquet"):
        read_labelling(tmp_path / f"l.{ending}")
