"""Tables of arcs as people have them: headers, counts, comments, brackets, weights and times."""

import pytest

import grundy
from grundy.graphs.io import lists


def read(tmp_path, text, name="graph.csv", **options):
    path = tmp_path / name
    path.write_text(text)
    return grundy.read_graph(path, **options)


def arcs(graph):
    return {(name, follower) for name in graph.names for follower in graph.followers(name)}


@pytest.fixture(params=["careful", "fast"])
def reader(request, monkeypatch):
    if request.param == "fast":
        pytest.importorskip("pyarrow")
        monkeypatch.setattr(lists, "LARGE", 0)


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(("name", "text", "expected"), [
    # words above columns of numbers are a header
    ("g.csv", "id_1,id_2\n0,1\n1,2\n", "0>1; 1>2"), ("g.csv", "u,v\n0,1\n1,2\n", "0>1; 1>2"),
    ("g.tsv", "src\ttgt\n0\t1\n1\t2\n", "0>1; 1>2"), ("g.txt", "src tgt\n0 1\n1 2\n", "0>1; 1>2"),
    ("g.csv", "Source,Target\n0,1\n1,2\n", "0>1; 1>2"),
    # names may begin with the sign of a comment
    ("g.csv", "#1,#2\n#2,#3\n", "#1>#2; #2>#3"),
    ("g.csv", "source,target\n#1,#2\n#2,#3\n", "#1>#2; #2>#3"),
    ("g.csv", "1,2\n%b,2\n", "1>2; %b>2"),
    # comments of other programs
    *((name, f"{sign} {text}", expected) for sign in ("%", "//", "#") for name, text, expected in (
        ("g.txt", "asym\n1 2\n2 3\n", "1>2; 2>3"), ("g.csv", "a,b\n1,2\n", "1>2"),
        ("g.adj", "x\na b c\n", "a>b; a>c"),
    )),
    # quotes keep brackets and blanks in a name, and outside them blanks are none of it
    ("g.csv", '"(0, 1)","(0, 2)"\n', "(0, 1)>(0, 2)"),
    ("g.csv", '"a " , "b"\n a ,"b" \n', "a >b; a>b"),
    # a colon behind each vertex of an adjacency list
    ("g.adj", "a: b c\nb: c\nc:\n", "a>b; a>c; b>c"),
])  # fmt: skip
def test_what_people_write_is_read(tmp_path, name, text, expected):
    found = {f"{tail}>{head}" for tail, head in arcs(read(tmp_path, text, name))}
    assert found == set(expected.split("; "))


@pytest.mark.parametrize(("name", "text", "said"), [
    ("g.csv", "source,target\na,b\nsource,target\nb,c\n", "line 3: the header stands here again"),
    ("g.txt", "4 3\n1 2\n2 3\n3 4\n", "--input-format judge"),
    ("g.txt", "3\n1 2\n2 3\n", "--input-format judge"),
    ("g.csv", "3\n1,2\n", "--input-format judge"),
    ("g.adj", "1 2\n2 1 3\n1 2\n0\n", "--input-format judge"),
    ("g.csv", "a,#b\n#b,c\n", r"line 2: .*quotes"),  # no row is hidden by its first sign
    ("g.adj", "a: b c\nb c\n", "line 2: a colon"), ("g.txt", "a: b\nb: c\n", "adjlist"),
    ("g.txt", "a 1\nb {}\nb 0\n", r"line 2: .*several lines"),
    ("g.adj", "a 1\nb {}\nb 0\n", r"line 2: .*several lines"),
    ("g.txt", "(0, 1) (0, 2)\n", "quotes"), ("g.csv", "(0, 1),(0, 2)\n(0, 2),(1, 2)\n", "quotes"),
    ("g.csv", "a\n", "line 1: an edge needs two ends"),
])  # fmt: skip
def test_what_could_be_either_is_refused(tmp_path, name, text, said):
    with pytest.raises(grundy.GraphFormatError, match=said):
        read(tmp_path, text, name)


@pytest.mark.parametrize("text", ["a,b\nc\n", "u,v\n1,2\n3\n"])
def test_a_row_of_one_name_is_a_vertex_alone(tmp_path, text):
    """Isolated vertices stand in rows of their own in CSV, and are in no header's way."""
    graph = read(tmp_path, text)
    assert (graph.vertex_count, graph.arc_count) == (3, 1)


@pytest.mark.usefixtures("reader")
def test_words_that_occur_in_no_other_row_are_a_header_and_it_is_said(tmp_path):
    text = "who,whom\nann,bob\nbob,eve\nann,eve\n"
    with pytest.warns(UserWarning, match="who and whom, occurs nowhere else"):
        graph = read(tmp_path, text)
    assert arcs(graph) == {("ann", "bob"), ("bob", "eve"), ("ann", "eve")}
    assert ("who", "whom") in arcs(read(tmp_path, text, header=False))


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("text", [
    "ann,bob\nann,2\n", "a,b\nb,3\n", "a,b\nb,c\nc,d\n", "a,b\n", "a,b\nc,d\n", "1,2\n3,4\n5,6\n",
])  # fmt: skip
def test_a_first_row_like_the_others_is_an_arc(tmp_path, text):
    """A first row of numbers, of words that come again, or of two rows is no header."""
    assert read(tmp_path, text).arc_count == text.count("\n")


@pytest.mark.usefixtures("reader")
def test_a_person_decides_on_header_and_columns(tmp_path):
    text = "time,to,from\n5,1,0\n6,2,1\n"
    assert arcs(read(tmp_path, text, columns=("from", "to"))) == {(0, 1), (1, 2)}
    assert arcs(read(tmp_path, text, columns=("3", "2"))) == {(0, 1), (1, 2)}
    assert arcs(read(tmp_path, "a,b\nb,c\n", header=True)) == {("b", "c")}
    with pytest.raises(grundy.GraphFormatError, match='no column "whom"; the columns are time'):
        read(tmp_path, text, columns=("from", "whom"))


@pytest.mark.parametrize(("text", "expected"), [
    ("4 3\n1 2\n2 3\n3 4\n", {(1, 2), (2, 3), (3, 4)}), ("3\n1 2\n2 3\n", {(1, 2), (2, 3)}),
    ("3\n2\n1 2\n2 3\n", {(1, 2), (2, 3)}), ("3\n2 2 3\n1 3\n0\n", {(1, 2), (1, 3), (2, 3)}),
    ("4 2\n0 1 7\n1 3 -4.5\n", {(0, 1), (1, 3)}),
    *((text, None) for text in ("4 3\n1 2\n2 3\n", "2 1\n1 3\n", "2 1\n1\n", "", "x\n")),
])  # fmt: skip
def test_the_form_of_judges(tmp_path, text, expected):
    """Counts first, then arcs, or for each vertex a count and its followers; counts have to fit."""
    if expected is None:
        with pytest.raises(grundy.GraphFormatError):
            read(tmp_path, text, "graph.txt", format="judge")
        return
    graph = read(tmp_path, text, "graph.txt", format="judge")
    assert arcs(graph) == expected
    assert graph.vertex_count == int(text.split()[0])


@pytest.mark.usefixtures("reader")
def test_weights_and_times_behind_the_ends_are_left_out_and_it_is_said(tmp_path):
    with pytest.warns(UserWarning, match="the first two of 4 columns"):
        graph = read(tmp_path, "% asym\n1 2 1 1082040961\n2 3 1 1082040962\n", "g.txt")
    assert arcs(graph) == {(1, 2), (2, 3)}
