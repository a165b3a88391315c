"""Reading graphs, writing labels, and reading them back."""

import json
import re
from itertools import pairwise

import networkx
import numpy as np
import pyarrow
import pyarrow.parquet
import pytest
import scipy.io
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy import GameGraph, GraphFormatError, VerificationError, label, read_graph, read_labelling
from grundy.graphs import io as graph_io
from grundy.graphs.formats import READ_FORMATS, write_labelling
from grundy.graphs.io import edge_blocks as fast_lists
from grundy.graphs.io import lists
from grundy.graphs.io.source import FORMATS, Source, find_format
from project import EXAMPLES

NASTY = [
    "a b", "[a]", 'say "x"', "back\\slash", "a\\\\b", "<b>", "x:y", "é∞", "", "a|b", "#1", "1,2",
    "{c}", "a;b", "->", "-5", "\\N", "'", "&amp;", "tab\tbed", "line\nbreak", "007", "\r", "a\rb",
]  # fmt: skip


def arcs(graph):
    tails, heads = graph.arcs()
    return sorted(
        (str(graph.names[u]), str(graph.names[v])) for u, v in zip(tails, heads, strict=True)
    )


def read_text(tmp_path, name, text, **options):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read_graph(path, **options)


SAME_GRAPH = {
    "g.dot": 'digraph { 2; a -> "b c" [label="x"]; "b c" -> a; a -> a; a -> a }',
    "g.gv": 'digraph G { 2 subgraph cluster_x { a -> {"b c" a} } a -> a "b c":p:n -> a }',
    "g.graphml": '<?xml version="1.0" encoding="UTF-8"?>'
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="directed">'
    '<node id="2"/><node id="a"/><node id="b c"/><edge source="a" target="b c"/>'
    '<edge source="b c" target="a"/><edge source="a" target="a"/><edge source="a" target="a"/>'
    "</graph></graphml>",
    "g.gml": 'graph [ directed 1 node [ id 0 label 2 ] node [ id 1 label "a" ] node [ id 2 '
    'label "b c" ] edge [ source 1 target 2 ] edge [ source 2 target 1 ] '
    "edge [ source 1 target 1 ] edge [ source 1 target 1 ] ]",
    "g.net": '% comment\n*Vertices 3\n1 "2"\n2 "a"\n3 "b c"\n*Arcs\n2 3\n3 2 1.5\n2 2\n2 2\n',
    "g.adj": '2\na,"b c",a,a # a comment\n\n"b c",a\n',
    "g.adjlist": '# comment\n2\na "b c" a a\n"b c" a',
    "g.json": '{"vertices": [{"vertex": "2"}, {"vertex": "a"}, {"vertex": "b c"}], '
    '"arcs": [["a", "b c"], ["b c", "a"], ["a", "a"], ["a", "a"]]}',
}


@pytest.mark.parametrize("name", SAME_GRAPH)
def test_every_text_format_says_the_same(tmp_path, name):
    """Isolated vertices, self-loops, parallel arcs and names with blanks survive everywhere."""
    graph = read_text(tmp_path, name, SAME_GRAPH[name])
    assert graph.names == ("2", "a", "b c")
    assert arcs(graph) == [("a", "a"), ("a", "a"), ("a", "b c"), ("b c", "a")]


@pytest.mark.parametrize(("text", "names"), [
    ("10 2\n2 0\n", (10, 2, 0)), ("10 2\n2 a\n", ("10", "2", "a")), ("10 02\n", ("10", "02")),
    ("-1 a\n", ("-1", "a")), ("- 2\n", ("-", "2")),
    ("1 1000000000000000000000\n", (1, 1000000000000000000000)),
    ("1 " + 4_301 * "7" + "\n", ("1", 4_301 * "7")),  # longer than Python writes
])  # fmt: skip
def test_names_are_integers_when_all_are(tmp_path, text, names):
    assert names == read_text(tmp_path, "g.edges", text).names


BY_GRAPHVIZ = """{"name": "%1", "directed": true, "edges": "5", "_subgraph_cnt": 1, "objects": [
{"name": "x", "_gvid": 0, "nodes": [1]}, {"_gvid": 1, "name": "a", "_gvid": "7", "name": "zz"},
{"_gvid": 2, "name": "b"}], "edges": [{"_gvid": 0, "tail": 2, "head": 1, "head": "w"}]}"""


def test_a_page_reads_dot_by_its_own_graphviz(tmp_path, monkeypatch):
    """Its JSON has subgraphs before vertices, and a user's attributes under any name."""
    monkeypatch.setattr(graph_io, "dot_by_page", lambda text: BY_GRAPHVIZ)
    assert arcs(read_text(tmp_path, "g.dot", "digraph {}")) == [("b", "a")]
    monkeypatch.setattr(
        graph_io, "dot_by_page", lambda text: "Error: syntax error in line 2 near 'x'"
    )
    with pytest.raises(GraphFormatError, match=r"line 2: this is no DOT that Graphviz can read"):
        read_text(tmp_path, "g.dot", "digraph {}")


@pytest.mark.parametrize(("text", "names", "found"), [
    ("*Vertices 3\n*Arcs\n1 2\n", (1, 2, 3), [("1", "2")]),
    ("*Network x\n*Vertices 3\n2\n1\n*arcs\n3 1 2.5 c Blue\n", (1, 2, 3), [("3", "1")]),
    ('*vertices 2\n2 "b c" 0.1 0.2 box\n*Arcs :1 "r"\n1 2\n', ("1", "b c"), [("1", "b c")]),
    ("*Vertices 2\n1 O'Brien\n*Arcs\n1 1\n", ("O'Brien", "2"), [("O'Brien", "O'Brien")]),
])  # fmt: skip
def test_pajek_vertices_need_no_label(tmp_path, text, names, found):
    graph = read_text(tmp_path, "g.net", text)
    assert names == graph.names
    assert found == arcs(graph)


@pytest.mark.parametrize(("text", "names", "found"), [
    ("real general\n% comment\n3 3 4\n1 2 1.5\n2 3 -1\n2 3 1\n3 1 0\n",
     (1, 2, 3), [("1", "2"), ("2", "3"), ("2", "3")]),
    ("pattern symmetric\n2 2 1\n2 1\n", (1, 2), [("1", "2"), ("2", "1")]),
])  # fmt: skip
def test_matrix_market_numbers_from_one(tmp_path, text, names, found):
    """Vertices have the file's numbers; zeros are no arcs, and repeats are two."""
    graph = read_text(tmp_path, "g.mtx", f"%%MatrixMarket matrix coordinate {text}")
    assert (graph.names, arcs(graph)) == (names, found)


@pytest.mark.parametrize("kind", ["csr", "csc", "coo", "bsr", "dia"])
def test_npz_of_scipy(tmp_path, kind):
    matrix = scipy.sparse.coo_array(([1, 2, 0], ([0, 2, 1], [1, 0, 2])), shape=(3, 3))
    scipy.sparse.save_npz(tmp_path / "g.npz", matrix.asformat(kind))
    graph = read_graph(tmp_path / "g.npz")
    assert arcs(graph) == [("0", "1"), ("2", "0")]
    assert graph.vertex_count == 3


def test_npz_of_arrays(tmp_path):
    """Plain arrays of sources and targets are read, with isolated vertices when counted."""
    np.savez_compressed(tmp_path / "g.npz", sources=[0, 1], targets=[1, 1], vertex_count=4)
    graph = read_graph(tmp_path / "g.npz")
    assert (arcs(graph), graph.vertex_count) == ([("0", "1"), ("1", "1")], 4)


@pytest.mark.parametrize(("table", "names", "found"), [
    ({"source": [3, 1], "target": [1, 0]}, range(4), [("1", "0"), ("3", "1")]),
    ({"x": [9, 9], "to": [1, 0], "from": [0, 1]}, range(2), [("0", "1"), ("1", "0")]),
    ({"a": ["x", "é"], "b": ["é", "x y"]}, ("x", "é", "x y"), [("x", "é"), ("é", "x y")]),
    ({"a": [], "b": []}, (), []),
])  # fmt: skip
def test_parquet(tmp_path, table, names, found):
    kinds = {key: pyarrow.array(column, None if column else pyarrow.int64())
             for key, column in table.items()}  # fmt: skip
    pyarrow.parquet.write_table(pyarrow.table(kinds), tmp_path / "g.parquet")
    graph = read_graph(tmp_path / "g.parquet")
    assert list(names) == list(graph.names)
    assert found == arcs(graph)


def test_libraries_write_what_is_read(tmp_path):
    graph = networkx.gn_graph(30, seed=1)
    expected = sorted((str(u), str(v)) for u, v in graph.edges())
    networkx.write_graphml(graph, tmp_path / "g.graphml")
    networkx.write_gml(graph, tmp_path / "g.gml")
    networkx.write_pajek(graph, tmp_path / "g.net")
    networkx.write_edgelist(graph, tmp_path / "g.edgelist")
    networkx.write_weighted_edgelist(graph, tmp_path / "g.edges")
    networkx.write_adjlist(graph, tmp_path / "g.adjlist")
    networkx.nx_agraph.write_dot(graph, tmp_path / "g.dot")
    for path in sorted(tmp_path.iterdir()):
        assert expected == arcs(read_graph(path)), path.name


def test_formats_are_found_by_ending():
    for entry in FORMATS.values():
        for ending in entry.endings:
            assert entry is find_format(f"/x/G{ending.upper()}", None, tuple(FORMATS))
    assert find_format("x.csv", "npz", tuple(FORMATS)).name == "npz"


REGULAR = [
    "1 2\n3 1\n", "# c\n\n# d\n5 1\n1 6\n", "a,b\nb,c\n", "source,target,weight\na,b,1\nb,c,2.5\n",
    "10\t2\t3\n2\t10\t4\n", "1,02\n", "-1,a\n", "a,b,-1\nb,c,1e3\n", "x,1\n", " a, b\n",
    "a b 1\nc d 2\n", "1 999999999999999999\n", "1 9999999999999999999\n", "a\tb c\n",
]  # fmt: skip
UNUSUAL = [
    "a,b,x\n", "a b c\n", "a,b,\n", "a,b,nan(1)\n", "1,-2\n", "1,-02,5\n",
    'a,"b"\n', "a,b\n# c\nb,c\n", "a,b\nc\n", "a,b\nb,\n", "a,b,nan\n", "a  b\n", "a b\nb\tc\n",
    "\ufeffa,b\n", "a,b\r\n", "a\n", "a,b,c,d\n", "", "a b,c d\n",
]  # fmt: skip


@pytest.mark.parametrize("kind", ["csv", "edgelist"])
@pytest.mark.parametrize("text", REGULAR + UNUSUAL)
def test_the_fast_reader_agrees_with_the_careful_one(text, kind):
    source = Source("g", text.encode())
    fast = fast_lists.read_fast(source, kind)
    if fast is not None:
        careful = lists.read_edge_list(source, kind=kind)
        assert careful.names == fast.names
        assert arcs(careful) == arcs(fast)


@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 40)), min_size=1))
def test_fast_reader_numbers_by_first_appearance(edges):
    source = Source("g", "".join(f"{u} {v}\n" for u, v in edges).encode())
    fast = fast_lists.read_fast(source, "edgelist", header=False)
    assert lists.read_edge_list(source, header=False).names == fast.names
    assert GameGraph.from_edges(edges).names == fast.names


names = st.one_of(
    st.integers(0, 50),
    st.text(st.characters(codec="utf-8", exclude_characters="\0\\%", min_codepoint=32), max_size=5),
    st.sampled_from(NASTY),
)


@st.composite
def digraphs(draw):
    vertices = draw(st.lists(names, unique_by=str, max_size=7))
    ends = st.integers(0, max(0, len(vertices) - 1))
    edges = draw(st.lists(st.tuples(ends, ends), max_size=14)) if vertices else []
    return GameGraph.from_edges([(vertices[u], vertices[v]) for u, v in edges], vertices=vertices)


@settings(max_examples=30)
@given(digraphs(), st.sampled_from(["normal", "misere"]), st.sampled_from(READ_FORMATS))
def test_labels_come_back_as_they_were(tmp_path_factory, graph, play, ending):
    path = tmp_path_factory.mktemp("labels") / f"x.{ending}"
    found = label(graph, play=play)
    found.save(path, moves=True)
    saved = read_labelling(path, graph=graph if ending in ("csv", "parquet") else None)
    saved.verify()
    assert play == saved.play or not len(found)
    assert sorted(map(str, graph.names)) == sorted(map(str, saved.names))
    given_graph = read_labelling(path, graph=graph, play=play)
    given_graph.verify()
    assert found.value_array.tolist() == given_graph.values.tolist()
    assert found.counter_array.tolist() == given_graph.counters.tolist()
    assert found.remoteness_array.tolist() == given_graph.remoteness.tolist()
    before = path.read_bytes()
    label(graph, play=play).save(path, moves=True)
    assert before == path.read_bytes()


@pytest.mark.parametrize("ending", READ_FORMATS)
@pytest.mark.parametrize("names", [
    ['"', 'a"b', '"a","b"'], [2**63, 7, 2**70, 10], ["\r", "a\rb", "a\r\nb"],
], ids=str)  # fmt: skip
def test_names_of_every_kind_come_back(tmp_path, ending, names):
    """Quotes are doubled, numbers may be longer than 64 bits, a carriage return ends no row."""
    graph = GameGraph.from_edges(list(pairwise(names)))
    found, path = label(graph), tmp_path / f"x.{ending}"
    found.save(path)
    saved = read_labelling(path, graph=graph)
    saved.verify()
    assert dict(zip(saved.names, saved.values.tolist(), strict=True)) == {
        name: found[name] for name in names
    }


def test_json_is_strict_and_complete(tmp_path):
    graph = GameGraph.from_edges([(1, "1"), ("1", (2, 3)), (1, (2, 3)), ('"', 1)])
    write_labelling(label(graph), tmp_path / "l.json", command="grundy label")
    content = json.loads((tmp_path / "l.json").read_text(), parse_constant=pytest.fail)
    assert content["format"] == 1
    assert content["command"] == "grundy label"
    assert content["play"] == "normal"
    assert [entry["vertex"] for entry in content["vertices"]] == [1, "1", "(2, 3)", '"']
    assert [1, "(2, 3)"] in content["arcs"]
    assert content["vertices"][0]["winning_moves"] == ["(2, 3)"]
    assert [entry["value"] for entry in content["vertices"]] == [2, 1, 0, 0]


@pytest.mark.parametrize(("name", "ending"), [
    ("%a", "dot"), ("a\\", "dot"), ('a\\"b', "dot"), ("a\0", "dot"), ("a\x01", "graphml"),
    ("a\0", "csv"), ("é" * 8_191, "dot"), ("\ud800", "json"),
])  # fmt: skip
def test_names_that_a_format_cannot_hold_are_an_error(tmp_path, name, ending):
    with pytest.raises(GraphFormatError, match="name"):
        label([(name, "b")]).save(tmp_path / f"l.{ending}")
    assert list(tmp_path.iterdir()) == []
    label([("é" * 8_190, "b")]).save(tmp_path / "l.dot")
    assert "é" * 8_190 in read_graph(tmp_path / "l.dot").names


CORRUPTIONS = [
    ("value", "1", "2", 'vertex "b": condition A'),
    ("counter", "2", "8", 'vertex "a": condition B'),
    ("value", "∞(1)", "∞(2)", 'vertex "g": the stated K'),
    ("K", "1", "", "do not agree"),
    ("K", "", "0", "is finite, and yet K is given"),
    ("outcome", "D", "N", 'vertex "g": the stated outcome is N, and it is D'),
    ("remoteness", "3", "7", 'vertex "c": the stated remoteness is 7, and its followers make it 3'),
    ("winning_moves", "d", "", 'vertex "c": the stated set of winning moves is {}'),
    ("winning_moves", "a", "a|c", 'vertex "b": the stated set of winning moves is {a, c}'),
    ("best_move", "c", "", 'vertex "a": the stated best move is none'),
    ("best_move", "h", "e", 'vertex "g": the stated best move is e'),
    ("best_move", "d", "d|a", 'the best move "d|a" is 2 moves; name one.'),
    ("winning_moves", "d", "d|d", "the stated set of winning moves is {d, d}, and it is {d}"),
    ("counter", "", "5", 'vertex "g": the stated counter is 5, and a value ∞ has none'),
    ("counter", "4", "", 'vertex "b": there is no counter, and a finite value needs one'),
    ("play", "normal", "", "the labels are for  and normal play at once"),
]


@pytest.mark.parametrize(("column", "right", "wrong", "message"), CORRUPTIONS)
def test_a_false_statement_is_found(tmp_path, column, right, wrong, message):
    path = tmp_path / "l.csv"
    found = label(read_graph(EXAMPLES / "loopy.dot"))
    found.save(path)
    rows = [line.split(",") for line in path.read_text().splitlines()]
    place = rows[0].index(column)
    row = next(row for row in rows if row[place] == right)
    row[place] = wrong
    if column == "value" and "∞" in right:
        row[2] = "2"
    path.write_text("\n".join(",".join(row) for row in rows))
    with pytest.raises((VerificationError, GraphFormatError), match=re.escape(message)):
        read_labelling(path, graph=found.graph).verify()


@pytest.mark.parametrize("text", [
    "counter,vertex,value\n1,a,1\n0,b,0\n0,c,0\n",  # these columns are enough
    "vertex,value,counter,best_move\na,1,2,c\nb,0,0,\nc,0,1,\n",  # b would be as good
])  # fmt: skip
def test_what_is_not_said_is_not_checked(tmp_path, text):
    """A vertex, a value and a counter are enough, and any of the best moves is right."""
    (tmp_path / "l.csv").write_text(text)
    graph = GameGraph.from_edges([("a", "b"), ("a", "c")])
    read_labelling(tmp_path / "l.csv", graph=graph).verify()


@pytest.mark.parametrize(("text", "message"), [
    ("vertex,value,counter\na,1,1\n", 'the vertex "b" of the graph has no label'),
    ("vertex,value,counter\na,1,1\nb,0,0\nx,0,0\n", 'line 4: the vertex "x" is not in'),
    ("vertex,value,counter\na,1,1\nb,0,0\nb,0,0\n", 'line 4: the vertex "b" stands here again'),
    ("vertex,value,counter\na,one,1\nb,0,0\n", 'line 2: "one" is no value'),
    ("vertex,value,counter\na,1,-3\nb,0,0\n", 'line 2: the counter "-3" is no natural number'),
    ("vertex,value,counter\na,99999999999,1\nb,0,0\n", "line 2: the value 99999999999 is too"),
    ("vertex,value\na,1\nb,0\n", "no counters"),
    ("vertex,counter\na,1\nb,0\n", "there is no value"),
    ("vertex,value,counter\na,1\n", "line 2: a row needs 3 cells, found 2"),
    ("vertex,value,counter,outcome\na,1,1,X\nb,0,0,P\n", 'line 2: the outcome "X"'),
    ("vertex,value,counter,best_move\na,1,1,z\nb,0,0,\n", 'line 2: the move to "z"'),
    ("vertex,value,counter,play\na,1,1,odd\nb,0,0,odd\n", 'not "odd"'),
    ("vertex,value,counter,play\na,1,1,\nb,0,0,\n", 'play is normal or misere, not ""'),
    ("vertex,value,value,counter\na,9,1,1\nb,9,0,0\n", "line 1: there are 2 columns value"),
    ("", "there is no vertex"),
])  # fmt: skip
def test_labels_that_do_not_fit_the_graph(tmp_path, text, message):
    (tmp_path / "l.csv").write_text(text)
    with pytest.raises(GraphFormatError, match=message):
        read_labelling(tmp_path / "l.csv", graph=GameGraph.from_edges([("a", "b")]))


@pytest.mark.parametrize("counter", ["true", "1.0"])
def test_a_number_of_another_kind_is_no_label(tmp_path, counter):
    label(GameGraph.from_edges([("a", "b")])).save(tmp_path / "l.json")
    text = (tmp_path / "l.json").read_text()
    (tmp_path / "l.json").write_text(text.replace('"counter": 1', f'"counter": {counter}'))
    with pytest.raises(GraphFormatError, match="is no natural number"):
        read_labelling(tmp_path / "l.json")
