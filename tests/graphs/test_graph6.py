"""graph6, sparse6 and digraph6: the writers of networkx and the formats' own text decide."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import GraphFormatError, catalogue, read_graph
from grundy.cli.game import read_position
from grundy.graphs.io.formats import FORMATS, read_source, read_undirected
from grundy.graphs.io.networkx_formats import parse_graph6
from grundy.graphs.io.source import Source

graphs = st.builds(nx.gnp_random_graph, st.integers(0, 70), st.floats(0, 1), st.integers(0, 99))


def edges(pairs):
    return {frozenset((int(u), int(v))) for u, v in pairs}


@given(graphs, st.booleans(), st.booleans())
def test_what_networkx_writes_is_read(graph, sparse, header):
    """Every graph comes back, sparse or not, with the heading and without."""
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
    """Arcs and vertices of digraph6 are those of its matrix."""
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
    """The message names the file, the line and what would be right."""
    (tmp_path / name.partition(":")[0]).write_text(text)

    with pytest.raises(GraphFormatError, match=said):
        read_undirected(tmp_path / name)


@pytest.mark.parametrize(("text", "said"), [
    ("Bw", "line 1: this graph is undirected and so has no moves; write digraph6"),
    (":Fa@x^\nBw", "line 1: this graph is undirected"),
    ("&B??\n&B??", "line 2: the file holds 2 graphs; keep one"),
    ("&B?", "line 1: 2 signs belong"),
])  # fmt: skip
def test_a_digraph_is_asked_for(text, said, tmp_path):
    """graph6 and sparse6 have no direction, and a digraph is one graph."""
    (tmp_path / "g.g6").write_text(text)

    with pytest.raises(GraphFormatError, match=said):
        read_graph(tmp_path / "g.g6")
