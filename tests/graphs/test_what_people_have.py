"""Graphs as people have them: files of other programs, packed files, edges, lists."""

from __future__ import annotations

import bz2
import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy
from grundy.graphs.io.lists import read_adjacency_list
from grundy.graphs.io.source import Source
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
    path.write_text(GML.replace('"b c"', "30"))
    with pytest.raises(grundy.GraphFormatError, match='name "30"'):
        grundy.read_graph(path)


def test_bzip2_is_unpacked(tmp_path):
    """A packed text is read; a cut one is one sentence."""
    path = tmp_path / "graph.csv.bz2"
    whole = bz2.compress(b"a,b\n") + bz2.compress(b"b,c\n")
    path.write_bytes(whole)
    assert grundy.read_graph(path).arc_count == 2
    damaged = {"cut off": whole[:-4], "damaged": whole[:12] + b"1234" + whole[16:]}
    for word, data in damaged.items():
        path.write_bytes(data)
        with pytest.raises(grundy.GraphFormatError, match=f"the bzip2 file is {word}"):
            grundy.read_graph(path)


def test_names_that_begin_as_packed_files_do_are_names(tmp_path):
    """BZh is a beginning of names, too."""
    path = tmp_path / "graph.csv"
    path.write_text("BZhou,BZh9a\n")
    assert grundy.read_graph(path).names == ("BZhou", "BZh9a")


@pytest.mark.parametrize("name", ["graph.csv.gz", "graph.csv.bz2", "graph.csv"])
@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress])
def test_a_packed_file_goes_through_memory(tmp_path, name, pack):
    """The sizes choose memory for it; other engines refuse it, and say what to do."""
    path = tmp_path / name
    path.write_bytes(pack(b"0,1\n1,2\n"))
    assert grundy.label_file(path).engine == "memory"
    assert grundy.label_file(path, engine="memory").arcs == 2
    with pytest.raises(grundy.GraphFormatError, match=r"packed.*unpack it, or use .*memory"):
        grundy.label_file(path, engine="disk")


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


def test_a_name_of_the_other_type_is_explained():
    """0 and "0" look alike in a sentence, so it says which of them is there."""
    with pytest.raises(KeyError, match="of type str, not int: write '0'"):
        grundy.label([("0", "a")])[0]


def test_a_greatest_number_beyond_the_memory_is_refused(tmp_path, monkeypatch):
    """One arc with a great number is refused before arrays are made, by each engine."""
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet as parquet

    from crews import CrewHere
    from grundy.large import arcs
    from grundy.large.leader import Leader
    from grundy.large.share import Owners

    table, text = tmp_path / "graph.parquet", tmp_path / "graph.csv"
    parquet.write_table(pyarrow.table({"source": [0], "target": [2**31 - 3]}), table)
    text.write_text("source,target\n0,2147483645\n")
    monkeypatch.setattr(arcs, "free_memory", lambda: 10**9)
    sentence = "the greatest number, 2,147,483,645, .*, and 1 GB is available"
    for path in (table, text):
        with pytest.raises(grundy.GraphFormatError, match=sentence):
            grundy.label_file(path, engine="disk", memory=10**9)
    with pytest.raises(grundy.GraphFormatError, match=f"{sentence} to each of 2 workers"):
        Leader(CrewHere(Owners(2, 8))).spread(look(table), misere=False)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2 3 1\n1 2\n2 0 1\n", "a count and as many followers"),
        ("3\n1 2\n1 0\n0\n", "behind the first looks like a count and as many followers"),
        ("3\n2 1 2\n0\n1 0\n", "behind the first .*begin with another vertex where it is"),
        ("3 3\n1 2\n2 3\n3 1\n", '"3 3" looks like counts of vertices and of arcs'),
        ("3 4\n1 2\n1 3\n2 3\n3 1\n", '"3 4" looks like counts of vertices and of arcs'),
    ],
)
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
    """However its numbers fit, a list of all vertices in order is one."""
    text = "\n".join(" ".join(map(str, [v, *row])) for v, row in enumerate(followers))
    graph = read_adjacency_list(Source("list", text.encode()))
    assert graph.arc_count == sum(map(len, followers))
