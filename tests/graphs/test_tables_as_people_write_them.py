"""Tables of arcs as people have them: headers, counts, comments, brackets, weights and times."""

from __future__ import annotations

import subprocess
import sys
import warnings

import pytest

import grundy
from grundy.graphs.io import lists


def read(tmp_path, text, name="graph.csv", **options):
    """Write a text into a file and read it as a graph."""
    path = tmp_path / name
    path.write_text(text)
    return grundy.read_graph(path, **options)


def arcs(graph):
    """The arcs by names."""
    return {(name, follower) for name in graph.names for follower in graph.followers(name)}


@pytest.fixture(params=["careful", "fast"])
def reader(request, monkeypatch):
    """Small texts, read with care and by columns."""
    if request.param == "fast":
        pytest.importorskip("pyarrow")
        monkeypatch.setattr(lists, "LARGE", 0)


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(
    ("name", "sign", "tail", "head"),
    [
        ("graph.csv", ",", "id_1", "id_2"), ("graph.csv", ",", "from_account", "to_account"),
        ("graph.csv", ",", "u", "v"), ("graph.tsv", "\t", "src", "tgt"),
        ("graph.txt", " ", "src", "tgt"), ("graph.csv", ",", "Source", "Target"),
    ],
)  # fmt: skip
def test_words_over_numbers_are_a_header(tmp_path, name, sign, tail, head):
    """The first row of words above columns of numbers names them."""
    graph = read(tmp_path, f"{tail}{sign}{head}\n0{sign}1\n1{sign}2\n", name)
    assert arcs(graph) == {(0, 1), (1, 2)}


@pytest.mark.usefixtures("reader")
def test_words_that_occur_in_no_other_row_are_a_header_and_it_is_said(tmp_path):
    """A header over names is taken for one with a warning; --no-header makes it an arc."""
    text = "who,whom\nann,bob\nbob,eve\nann,eve\n"
    with pytest.warns(UserWarning, match="who and whom, occurs nowhere else"):
        graph = read(tmp_path, text)
    assert arcs(graph) == {("ann", "bob"), ("bob", "eve"), ("ann", "eve")}
    assert ("who", "whom") in arcs(read(tmp_path, text, header=False))


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(
    "text",
    ["ann,bob\nann,2\n", "a,b\nb,3\n", "a,b\nb,c\nc,d\n", "a,b\n", "a,b\nc,d\n", "1,2\n3,4\n5,6\n"],
)
def test_a_first_row_like_the_others_is_an_arc(tmp_path, text):
    """A first row of numbers, of words that come again, or of two rows is no header."""
    assert read(tmp_path, text).arc_count == text.count("\n")


@pytest.mark.usefixtures("reader")
def test_a_person_decides_on_header_and_columns(tmp_path):
    """Columns go by name or by number; a header that is stated is taken away."""
    text = "time,to,from\n5,1,0\n6,2,1\n"
    assert arcs(read(tmp_path, text, columns=("from", "to"))) == {(0, 1), (1, 2)}
    assert arcs(read(tmp_path, text, columns=("3", "2"))) == {(0, 1), (1, 2)}
    assert arcs(read(tmp_path, "a,b\nb,c\n", header=True)) == {("b", "c")}
    with pytest.raises(grundy.GraphFormatError, match='no column "whom"; the columns are time'):
        read(tmp_path, text, columns=("from", "whom"))


@pytest.mark.usefixtures("reader")
def test_a_header_in_the_middle_is_refused(tmp_path):
    """Files that were put together repeat their header, which is no arc."""
    with pytest.raises(grundy.GraphFormatError, match="line 3: the header stands here again"):
        read(tmp_path, "source,target\na,b\nsource,target\nb,c\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4 3\n1 2\n2 3\n3 4\n", {(1, 2), (2, 3), (3, 4)}),
        ("3\n1 2\n2 3\n", {(1, 2), (2, 3)}),
        ("3\n2\n1 2\n2 3\n", {(1, 2), (2, 3)}),
        ("3\n2 2 3\n1 3\n0\n", {(1, 2), (1, 3), (2, 3)}),
        ("4 2\n0 1 7\n1 3 -4.5\n", {(0, 1), (1, 3)}),
    ],
)
def test_the_form_of_judges(tmp_path, text, expected):
    """Counts first, then arcs, or for each vertex a count and its followers."""
    graph = read(tmp_path, text, "graph.txt", format="judge")
    assert arcs(graph) == expected
    assert graph.vertex_count == int(text.split()[0])


@pytest.mark.parametrize("text", ["4 3\n1 2\n2 3\n", "2 1\n1 3\n", "2 1\n1\n", "", "x\n"])
def test_counts_that_do_not_fit_are_refused(tmp_path, text):
    """Too few rows, a vertex out of range, one end, nothing, a word: one sentence."""
    with pytest.raises(grundy.GraphFormatError):
        read(tmp_path, text, "graph.txt", format="judge")


@pytest.mark.parametrize(
    ("text", "name"),
    [("4 3\n1 2\n2 3\n3 4\n", "g.txt"), ("3\n1 2\n2 3\n", "g.txt"), ("3\n1,2\n", "g.csv"),
     ("1 2\n2 1 3\n1 2\n0\n", "g.adj")],
)  # fmt: skip
def test_the_form_of_judges_is_no_edge_list_in_silence(tmp_path, text, name):
    """A count in the place of an arc is refused, and the form is named that reads it."""
    with pytest.raises(grundy.GraphFormatError, match="--input-format judge"):
        read(tmp_path, text, name)


def test_no_header_reads_counts_as_an_arc(tmp_path):
    """An edge list that happens to look like counts can still be read."""
    graph = read(tmp_path, "4 3\n1 2\n2 3\n3 4\n", "g.txt", header=False)
    assert (4, 3) in arcs(graph)


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("sign", ["%", "//", "#"])
def test_comments_of_other_programs(tmp_path, sign):
    """A line that begins with %, // or # is a comment in each list."""
    assert arcs(read(tmp_path, f"{sign} asym\n1 2\n2 3\n", "g.txt")) == {(1, 2), (2, 3)}
    assert arcs(read(tmp_path, f"{sign} a,b\n1,2\n")) == {(1, 2)}
    assert arcs(read(tmp_path, f"{sign} x\na b c\n", "g.adj")) == {("a", "b"), ("a", "c")}


@pytest.mark.usefixtures("reader")
def test_a_name_may_begin_with_a_per_cent_sign(tmp_path):
    """A comment has a blank behind %, or another one."""
    assert read(tmp_path, "1,2\n%b,2\n2,3\n").arc_count == 3
    assert read(tmp_path, "%% x\n% a,b\n%\n1,2\n").arc_count == 1


@pytest.mark.usefixtures("reader")
def test_names_that_begin_with_a_number_sign_are_rows(tmp_path):
    """``#1,#2`` is an arc between #1 and #2, also in the first row."""
    assert arcs(read(tmp_path, "#1,#2\n#2,#3\n")) == {("#1", "#2"), ("#2", "#3")}
    assert arcs(read(tmp_path, "source,target\n#1,#2\n#2,#3\n")) == {("#1", "#2"), ("#2", "#3")}


def test_a_row_is_not_hidden_by_its_first_sign(tmp_path):
    """Where names begin with #, a row that does and would be a comment is refused."""
    with pytest.raises(grundy.GraphFormatError, match=r"line 2: .*quotes"):
        read(tmp_path, "a,#b\n#b,c\n")
    assert read(tmp_path, "a,b\n#b,c\nb,c\n").arc_count == 2


@pytest.mark.usefixtures("reader")
def test_weights_and_times_behind_the_ends_are_left_out_and_it_is_said(tmp_path):
    """Of rows with numbers behind two ends the ends are read."""
    with pytest.warns(UserWarning, match="the first two of 4 columns"):
        graph = read(tmp_path, "% asym\n1 2 1 1082040961\n2 3 1 1082040962\n", "g.txt")
    assert arcs(graph) == {(1, 2), (2, 3)}


def test_a_colon_behind_the_vertex_of_an_adjacency_list(tmp_path):
    """``a: b c`` is the vertex a with followers b and c, in each row or in none."""
    assert arcs(read(tmp_path, "a: b c\nb: c\nc:\n", "g.adj")) == {
        ("a", "b"), ("a", "c"), ("b", "c"),
    }  # fmt: skip
    with pytest.raises(grundy.GraphFormatError, match="line 2: a colon"):
        read(tmp_path, "a: b c\nb c\n", "g.adj")
    with pytest.raises(grundy.GraphFormatError, match="adjlist"):
        read(tmp_path, "a: b\nb: c\n", "g.txt")


@pytest.mark.parametrize("name", ["g.txt", "g.adj"])
def test_a_list_of_neighbours_in_several_lines_is_refused(tmp_path, name):
    """A multiline adjacency list of networkx is no edge list."""
    with pytest.raises(grundy.GraphFormatError, match=r"line 2: .*several lines"):
        read(tmp_path, "a 1\nb {}\nb 0\n", name)


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(
    ("text", "name"), [("(0, 1) (0, 2)\n", "g.txt"), ("(0, 1),(0, 2)\n(0, 2),(1, 2)\n", "g.csv")]
)
def test_a_name_with_brackets_is_not_cut_in_two(tmp_path, text, name):
    """Tuples as names need quotes; their halves are no vertices."""
    with pytest.raises(grundy.GraphFormatError, match="quotes"):
        read(tmp_path, text, name)
    quoted = '"(0, 1)","(0, 2)"\n'
    assert arcs(read(tmp_path, quoted)) == {("(0, 1)", "(0, 2)")}


@pytest.mark.usefixtures("reader")
def test_blanks_in_quotes_belong_to_the_name(tmp_path):
    """`a ` in quotes and `a` are two vertices; blanks outside quotes are none of either."""
    graph = read(tmp_path, '"a " , "b"\n a ,"b" \n')
    assert arcs(graph) == {("a ", "b"), ("a", "b")}


def test_a_vertex_alone_is_in_no_header_s_way(tmp_path):
    """A row of one name has no columns, so it says nothing of the header."""
    graph = read(tmp_path, "u,v\n1,2\n3\n")
    assert (graph.vertex_count, graph.arc_count) == (3, 1)


def test_a_row_of_one_name_is_a_vertex_alone(tmp_path):
    """Isolated vertices stand in rows of their own in CSV."""
    graph = read(tmp_path, "a,b\nc\n")
    assert (graph.vertex_count, graph.arc_count) == (3, 1)
    with pytest.raises(grundy.GraphFormatError, match="line 2: an edge needs two ends"):
        read(tmp_path, "a,b\na\n")
    with pytest.raises(grundy.GraphFormatError, match="line 1: an edge needs two ends"):
        read(tmp_path, "a\n")


@pytest.mark.parametrize("engine", ["memory", "disk"])
@pytest.mark.parametrize("text", ["x,y\n0,1\n1,2\n", "% c\nx,y\n0,1\n1,2\n"])
def test_every_engine_has_the_same_rule(tmp_path, engine, text):
    """The engine on disk sees the header that memory sees."""
    pytest.importorskip("pyarrow")
    path = tmp_path / "graph.csv"
    path.write_text(text)
    found = grundy.label_file(path, engine=engine)
    assert (found.vertices, found.arcs) == (3, 2)


def test_columns_of_parquet_are_chosen(tmp_path):
    """Parquet's columns are named as those of CSV are."""
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet as parquet

    path = tmp_path / "graph.parquet"
    parquet.write_table(pyarrow.table({"when": [5, 6], "a": [0, 1], "b": [1, 2]}), path)
    assert arcs(grundy.read_graph(path, columns=("a", "b"))) == {(0, 1), (1, 2)}
    for engine in ("memory", "disk"):
        assert grundy.label_file(path, engine=engine, columns=("a", "b")).vertices == 3


def test_other_formats_have_no_columns_to_choose(tmp_path):
    """A header is asked of a table only."""
    with pytest.raises(grundy.GraphFormatError, match="only edgelist, csv, tsv"):
        read(tmp_path, "digraph { a -> b }", "g.dot", header=True)


def test_the_command_says_it_on_standard_error(tmp_path):
    """A header over names is said, and the options decide."""
    path = tmp_path / "graph.csv"
    path.write_text("who,whom\nann,bob\nbob,eve\nann,eve\n")
    command = [sys.executable, "-m", "grundy", "label", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("3 vertices, 3 arcs")
    assert "is read as a header" in done.stderr
    done = subprocess.run([*command, "--no-header"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("5 vertices, 4 arcs")
    assert done.stderr == ""


def test_regular_files_are_read_without_a_word(tmp_path):
    """Nothing is said of a plain edge list."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read(tmp_path, "a,b,3\nb,c,4\n")
