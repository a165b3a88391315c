"""Graphs as people have them: files of other programs, packed files, arrays, frames, lists."""

import bz2

import networkx as nx
import numpy as np
import pandas
import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy
from grundy import GraphFormatError, catalogue, read_graph
from grundy.cli.game import read_position
from grundy.graphs.formats import as_graph
from grundy.graphs.io.arrays import parse_graph6
from grundy.graphs.io.lists import read_adjacency_list
from grundy.graphs.io.source import FORMATS, Source, read_source, read_undirected
from grundy.large.edge_file import look

NEO4J = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph id="G" edgedefault="directed">
<node id="n1" labels=":Page"><data key="labels">:Page</data></node><node id="n2"/>
<edge id="e1" source="n1" target="n2" label="LINK"><data key="label">LINK</data></edge>
</graph></graphml>
"""
GML = """graph [ directed 1
  node [ id 10 ] node [ id 20 label "b c" ] node [ id 30 ]
  edge [ source 10 target 20 ] edge [ source 10 target 20 ] ]
"""


def test_graphml_without_keys_is_read(tmp_path):
    path = tmp_path / "graph.graphml"
    path.write_text(NEO4J)
    assert grundy.read_graph(path).followers("n1") == ["n2"]


def test_gml_with_labels_here_and_there_keeps_each(tmp_path):
    path = tmp_path / "graph.gml"
    path.write_text(GML)
    assert grundy.read_graph(path).names == ("10", "b c", "30")
    path.write_text(GML.replace("b c", "30"))
    with pytest.raises(grundy.GraphFormatError, match='name "30"'):
        grundy.read_graph(path)
    path.write_text(GML.replace('"b c"', "30"))
    with pytest.raises(grundy.GraphFormatError, match='name "30"'):
        grundy.read_graph(path)


def test_bzip2_is_unpacked(tmp_path):
    path = tmp_path / "graph.csv.bz2"
    whole = bz2.compress(b"a,b\n") + bz2.compress(b"b,c\n")
    path.write_bytes(whole)
    assert grundy.read_graph(path).arc_count == 2
    damaged = {"cut off": whole[:-4], "damaged": whole[:12] + b"1234" + whole[16:]}
    for word, data in damaged.items():
        path.write_bytes(data)
        with pytest.raises(grundy.GraphFormatError, match=f"the bzip2 file is {word}"):
            grundy.read_graph(path)


def test_lists_of_followers_are_read_and_what_could_be_either_is_refused():
    assert dict(grundy.label([[1, 2], [2], []])) == {0: 2, 1: 1, 2: 0}
    with pytest.raises(grundy.GraphFormatError, match="could be arcs or followers"):
        grundy.label([[1, 2], [2, 0], [0, 1]])
    assert dict(grundy.label([["a", "b"], ["b", "c"]])) == {"a": 0, "b": 1, "c": 0}


def test_a_greatest_number_beyond_the_memory_is_refused(tmp_path, monkeypatch):
    from crews import CrewHere
    from grundy.large import arcs
    from grundy.large.cluster import Leader
    from grundy.large.share import Owners

    table, text = tmp_path / "graph.parquet", tmp_path / "graph.csv"
    pyarrow.parquet.write_table(pyarrow.table({"source": [0], "target": [2**31 - 3]}), table)
    text.write_text("source,target\n0,2147483645\n")
    monkeypatch.setattr(arcs, "free_memory", lambda: 10**9)
    sentence = "the greatest number, 2,147,483,645, .*, and 1 GB is available"
    for path in (table, text):
        with pytest.raises(grundy.GraphFormatError, match=sentence):
            grundy.label_file(path, engine="disk", memory=10**9)
    with pytest.raises(grundy.GraphFormatError, match=f"{sentence} to each of 2 workers"):
        Leader(CrewHere(Owners(2, 8))).spread(look(table), misere=False)


@pytest.mark.parametrize(("text", "said"), [
    ("2 3 1\n1 2\n2 0 1\n", "a count and as many followers"),
    ("3\n1 2\n1 0\n0\n", "behind the first looks like a count and as many followers"),
    ("3\n2 1 2\n0\n1 0\n", "behind the first .*begin with another vertex where it is"),
    ("3 3\n1 2\n2 3\n3 1\n", '"3 3" looks like counts of vertices and of arcs'),
    ("3 4\n1 2\n1 3\n2 3\n3 1\n", '"3 4" looks like counts of vertices and of arcs'),
])  # fmt: skip
def test_a_list_of_neighbours_that_judges_would_hand_out_is_refused(text, said, tmp_path):
    """Where all counts fit, and the first row says how many rows follow, they are counts."""
    file = tmp_path / "graph.adj"
    file.write_text(text)
    with pytest.raises(grundy.GraphFormatError, match=f"{said}.*--input-format judge"):
        grundy.read_graph(file)
    file.write_text(text.replace("\n", " x\n", 1))  # one row that is no count
    assert grundy.read_graph(file).vertex_count > 3


@given(st.lists(st.lists(st.integers(0, 5), max_size=4), min_size=1, max_size=6))
def test_lists_with_a_row_a_vertex_are_never_refused(followers):
    text = "\n".join(" ".join(map(str, [v, *row])) for v, row in enumerate(followers))
    graph = read_adjacency_list(Source("list", text.encode()))
    assert graph.arc_count == sum(map(len, followers))


@pytest.mark.parametrize("name", ["graph.npy", "graph.npz", "text.npy"])
def test_a_pickle_is_no_array(tmp_path, name):
    """Objects are never unpacked, a text is no array, and nobody is advised to unpack them."""
    path, array = tmp_path / name, np.array([["a", "b"]], object)
    if name == "graph.npy":
        np.save(path, array, allow_pickle=True)
    elif name == "graph.npz":
        np.savez(path, sources=array, targets=array)
    else:
        path.write_text("0 1\n1 2\n")
    said = "objects of Python" if name != "text.npy" else "no array of NumPy; give its true"
    with pytest.raises(grundy.GraphFormatError, match=said) as caught:
        grundy.read_graph(path)
    assert "allow_pickle" not in str(caught.value)


UPPER = np.triu(np.ones((3, 3), int), 1)
COLUMNS = {"id": [7, 8], "target": ["b", "c"], "source": ["a", "b"]}
FRAME = pandas.DataFrame(COLUMNS)


@pytest.mark.parametrize(("array", "labels"), [
    (np.array([[0, 1], [1, 2], [0, 2]]), [2, 1, 0]), (UPPER, [2, 1, 0]),
    (np.array([[False, True], [False, False]]), [1, 0]),
])  # fmt: skip
def test_arrays_are_arcs_or_a_matrix(tmp_path, array, labels):
    """Shape (m, 2) is an arc a row, a square array a matrix, as truth values are; or a .npy."""
    np.save(tmp_path / "graph.npy", array)
    for graph in (array, grundy.read_graph(tmp_path / "graph.npy")):
        assert list(grundy.label(graph).values()) == labels


@pytest.mark.parametrize(("array", "said"), [
    (np.array([[0, 1, 5], [1, 2, 5], [2, 3, 7]]), "0 and 1"),  # arcs with weights
    (np.zeros((3, 2), bool), "square"),
    *((np.array([[0, 1], [1, 0]], kind), r"from_arrays.*astype\(bool\)")
      for kind in (np.int64, np.uint8, float)),  # could be arcs or a matrix
])  # fmt: skip
def test_an_array_that_could_be_either_is_refused(tmp_path, array, said):
    np.save(tmp_path / "graph.npy", array)
    for make in (lambda: as_graph(array), lambda: grundy.read_graph(tmp_path / "graph.npy")):
        with pytest.raises(grundy.GraphFormatError, match=said):
            make()


@pytest.mark.parametrize("table", [
    FRAME, pyarrow.table(COLUMNS), FRAME[["source", "target"]].to_numpy(),
])  # fmt: skip
def test_tables_of_other_libraries_are_arcs(table):
    """Two columns of a data frame are the ends, found as in a file."""
    assert dict(grundy.label(table)) == {"a": 0, "b": 1, "c": 0}


@pytest.mark.parametrize(("table", "said"), [
    (np.ma.masked_equal(np.array([[0, 1], [1, 2], [2, 9]]), 9), "masked"),
    ([[0, 1, 1], [0, 0, 1], [0, 0, 0]], "numpy"), ([[False, True], [False, False]], "numpy"),
    ([[0]], "numpy"), ([[0.0, 1.0], [0.0, 0.0]], "numpy"),
    (pandas.Series([1, 2]), "two columns"), (pandas.Index([1, 2]), "two columns"),
    (pyarrow.array([1, 2]), "two columns"),
    (pandas.DataFrame(UPPER, index=list("abc"), columns=list("abc")), "from_pandas_adjacency"),
    (pandas.DataFrame(UPPER), "from_pandas_adjacency"),
    (pandas.DataFrame({"source": ["a", None], "target": ["b", "c"]}), "Row 2"),
])  # fmt: skip
def test_what_is_no_table_of_arcs_is_refused(table, said):
    """What is masked, a matrix of lists or in a frame, a column, a name that is missing."""
    with pytest.raises(grundy.GraphFormatError, match=said):
        grundy.label(table)


graphs = st.builds(nx.gnp_random_graph, st.integers(0, 70), st.floats(0, 1), st.integers(0, 99))


def edges(pairs):
    return {frozenset((int(u), int(v))) for u, v in pairs}


@given(graphs, st.booleans(), st.booleans())
def test_what_networkx_writes_is_read(graph, sparse, header):
    write = nx.to_sparse6_bytes if sparse else nx.to_graph6_bytes
    found = parse_graph6(Source("g.g6", write(graph, header=header)))
    assert found.names == [str(v) for v in range(len(graph))]
    assert edges(found.arcs) == edges(graph.edges)


def written(graph):
    """Write digraph6 by its definition: & N(n) R(x), where x is the matrix row by row."""
    count = len(graph)
    bits = "".join(str(int(graph.has_edge(u, v))) for u in range(count) for v in range(count))
    bits += "0" * (-len(bits) % 6)
    signs = [bits[at : at + 6] for at in range(0, len(bits), 6)]
    head = f"{count:06b}" if count < 63 else None
    heads = [head] if head else ["111111", *(f"{count:018b}"[at : at + 6] for at in (0, 6, 12))]
    return "&" + "".join(chr(int(six, 2) + 63) for six in heads + signs)


@given(
    st.builds(
        nx.gnp_random_graph,
        st.integers(0, 66), st.floats(0, 0.3), st.integers(0, 99), st.just(True),
    )
)  # fmt: skip
def test_digraph6_is_a_digraph(graph):
    found = read_source(Source("g.d6", written(graph).encode()), FORMATS["graph6"])
    sources, targets = found.arcs()
    assert found.vertex_count == len(graph)
    assert set(zip(sources.tolist(), targets.tolist(), strict=True)) == set(graph.edges)


def test_the_example_of_the_formats_page_is_read():
    """B. D. McKay's page: DQc is 0-2, 0-4, 1-3, 3-4; :Fa@x^ is 0-1, 0-2, 1-2, 5-6; &DI?AO?."""
    plain = parse_graph6(Source("g", b"DQc\n"))
    assert edges(plain.arcs) == edges([(0, 2), (0, 4), (1, 3), (3, 4)])
    sparse = parse_graph6(Source("g", b">>sparse6<<:Fa@x^\n"))
    assert edges(sparse.arcs) == edges([(0, 1), (0, 2), (1, 2), (5, 6)])
    assert len(sparse.names) == 7
    directed = read_source(Source("g.d6", b"&DI?AO?\n"), FORMATS["graph6"])
    assert [row.tolist() for row in directed.arcs()] == [[0, 0, 3, 3], [2, 4, 1, 4]]


def test_each_line_of_a_file_is_a_position(tmp_path):
    """A number behind a colon says which graph; the only one needs none."""
    many, one = tmp_path / "all.g6", tmp_path / "one.s6"
    many.write_text(">>graph6<<\nBw\n\nDQc\n")
    one.write_text(":Fa@x^\n")
    assert read_position(["grim", f"{many}:1"]) == catalogue["grim"]["complete:3"].together()
    assert len(read_undirected(f"{many}:2")[0]) == 5
    assert str(read_position(["geography", f"{one}@5"])) == "0-1,0-2,1-2,5-6,vertex:3,vertex:4@5"


@pytest.mark.parametrize(("name", "text", "said"), [
    ("g.g6", "Bw\nBw", "g.g6: the file holds 2 graphs; say which, such as .*g.g6:2"),
    ("g.g6", "", "the file holds no graph"),
    ("g.g6", "B w", 'line 1: column 2: " " is no sign of graph6'),
    ("g.g6", "DQ", "line 1: 2 signs belong behind the number of vertices, found 1"),
    ("g.g6", "~?", "line 1: the line ends before"),
    ("g.g6", "~~~~~~~~", "graph of 68,719,476,735 vertices is too large"),
    ("g.g6", "&DI?AO?", "line 1: a line in digraph6 is directed"),
    ("g.g6", ">>sparse6<<Bw", 'line 1: a line in sparse6 starts with ":"'),
    ("g.csv:2", "a,b\n", ":2, is for files in graph6"),
])  # fmt: skip
def test_what_is_no_graph6_is_refused(name, text, said, tmp_path):
    (tmp_path / name.partition(":")[0]).write_text(text)
    with pytest.raises(GraphFormatError, match=said):
        read_undirected(tmp_path / name)


@pytest.mark.parametrize(("text", "said"), [
    ("Bw", "line 1: this graph is undirected and so has no moves; write digraph6"),
    (":Fa@x^\nBw", "line 1: this graph is undirected"),
    ("&B??\n&B??", "line 2: the file holds 2 graphs; keep one"), ("&B?", "line 1: 2 signs belong"),
])  # fmt: skip
def test_a_digraph_is_asked_for(text, said, tmp_path):
    (tmp_path / "g.g6").write_text(text)
    with pytest.raises(GraphFormatError, match=said):
        read_graph(tmp_path / "g.g6")
