"""Graphs as people have them: files of other programs, packed files, arrays, frames, lists."""

from __future__ import annotations

import bz2

import numpy as np
import pytest

import grundy

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
    """Neo4j declares no keys for its data; names and arcs are there."""
    pytest.importorskip("networkx")
    path = tmp_path / "graph.graphml"
    path.write_text(NEO4J)
    assert grundy.read_graph(path).followers("n1") == ["n2"]


def test_gml_with_labels_here_and_there_keeps_each(tmp_path):
    """A vertex is named by its label, or by its id where it has none."""
    pytest.importorskip("networkx")
    path = tmp_path / "graph.gml"
    path.write_text(GML)
    assert grundy.read_graph(path).names == ("10", "b c", "30")
    path.write_text(GML.replace("b c", "30"))
    with pytest.raises(grundy.GraphFormatError, match='name "30"'):
        grundy.read_graph(path)


def test_bzip2_is_unpacked(tmp_path):
    """A packed text is read; a cut one is one sentence."""
    path = tmp_path / "graph.csv.bz2"
    whole = bz2.compress(b"a,b\n") + bz2.compress(b"b,c\n")
    path.write_bytes(whole)
    assert grundy.read_graph(path).arc_count == 2
    for damaged in (whole[:-4], b"BZh9" + whole[9:]):
        path.write_bytes(damaged)
        with pytest.raises(grundy.GraphFormatError):
            grundy.read_graph(path)


@pytest.mark.parametrize(
    "array", [np.array([[0, 1], [1, 2], [0, 2]]), np.triu(np.ones((3, 3), int), 1)]
)
def test_arrays_are_arcs_or_a_matrix(tmp_path, array):
    """Shape (m, 2) is an arc a row, a square array a matrix; .npy holds either."""
    path = tmp_path / "graph.npy"
    np.save(path, array)
    for graph in (array, grundy.read_graph(path)):
        assert list(grundy.label(graph).values()) == [2, 1, 0]


def test_arcs_with_weights_are_no_matrix(tmp_path):
    """Three arcs with weights are square, too, and no matrix of 0 and 1."""
    array = np.array([[0, 1, 5], [1, 2, 5], [2, 3, 7]])
    np.save(tmp_path / "graph.npy", array)
    with pytest.raises(grundy.GraphFormatError, match="0 and 1"):
        grundy.label(array)
    with pytest.raises(grundy.GraphFormatError, match="0 and 1"):
        grundy.read_graph(tmp_path / "graph.npy")


def test_a_pickle_is_no_array(tmp_path):
    """Objects are never unpacked."""
    path = tmp_path / "graph.npy"
    np.save(path, np.array([["a", "b"]], object), allow_pickle=True)
    with pytest.raises(grundy.GraphFormatError, match="no array"):
        grundy.read_graph(path)


def test_tables_of_other_libraries_are_arcs():
    """Two columns of a data frame are the ends, found as in a file."""
    pandas = pytest.importorskip("pandas")
    pyarrow = pytest.importorskip("pyarrow")
    columns = {"id": [7, 8], "target": ["b", "c"], "source": ["a", "b"]}
    frame = pandas.DataFrame(columns)
    for table in (frame, pyarrow.table(columns), frame[["source", "target"]].to_numpy()):
        assert dict(grundy.label(table)) == {"a": 0, "b": 1, "c": 0}
    with pytest.raises(grundy.GraphFormatError, match="Row 2"):
        grundy.label(pandas.DataFrame({"source": ["a", None], "target": ["b", "c"]}))


def test_weights_of_edges_are_left_out():
    """A number or a dict behind two ends is a weight; a third name is none."""
    assert dict(grundy.label([(0, 1, 3.5), (1, 2, {"weight": 1})])) == {0: 0, 1: 1, 2: 0}
    with pytest.raises(grundy.GraphFormatError, match="edge 1"):
        grundy.label([("a", "b", "c")])


def test_lists_of_followers_are_read_and_what_could_be_either_is_refused():
    """Lists by number are followers; two numbers each could be arcs."""
    assert dict(grundy.label([[1, 2], [2], []])) == {0: 2, 1: 1, 2: 0}
    with pytest.raises(grundy.GraphFormatError, match="could be arcs or followers"):
        grundy.label([[1, 2], [2, 0], [0, 1]])
    assert dict(grundy.label([["a", "b"], ["b", "c"]])) == {"a": 0, "b": 1, "c": 0}


def test_a_path_is_no_graph_but_says_how_to_read_it():
    """label() takes a graph; reading a file is another call."""
    with pytest.raises(grundy.GraphFormatError, match=r"grundy\.read_graph\('edges\.csv'\)"):
        grundy.label("edges.csv")


def test_a_name_of_the_other_type_is_explained():
    """0 and "0" look alike in a sentence, so it says which of them is there."""
    with pytest.raises(KeyError, match="of type str, not int: write '0'"):
        grundy.label([("0", "a")])[0]


def test_a_greatest_number_beyond_the_memory_is_refused(tmp_path):
    """One arc with a great number is refused before arrays are made, by each engine."""
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet as parquet

    path = tmp_path / "graph.parquet"
    parquet.write_table(pyarrow.table({"source": [0], "target": [2**31 - 3]}), path)
    with pytest.raises(grundy.LimitError, match="The greatest number, 2,147,483,645"):
        grundy.label_file(path, engine="disk", memory=10**9)
    path = tmp_path / "graph.csv"
    path.write_text("source,target\n0,2147483645\n")
    with pytest.raises(grundy.LimitError, match="The greatest number"):
        grundy.label_file(path, engine="disk", memory=10**9)
