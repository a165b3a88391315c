"""Arrays, frames and lists of lists: arcs, a matrix, or a sentence where they could be either."""

from __future__ import annotations

import numpy as np
import pytest

import grundy
from grundy.graphs.formats import as_graph


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


@pytest.mark.parametrize("name", ["graph.npy", "graph.npz"])
def test_a_pickle_is_no_array(tmp_path, name):
    """Objects are never unpacked, and nobody is advised to."""
    path = tmp_path / name
    array = np.array([["a", "b"]], object)
    if name == "graph.npy":
        np.save(path, array, allow_pickle=True)
    else:
        np.savez(path, sources=array, targets=array)
    with pytest.raises(grundy.GraphFormatError, match="objects of Python") as caught:
        grundy.read_graph(path)
    assert "allow_pickle" not in str(caught.value)


def test_a_text_is_no_array(tmp_path):
    """A text that is named as an array is said to be none, without NumPy's advice."""
    path = tmp_path / "graph.npy"
    path.write_text("0 1\n1 2\n")
    with pytest.raises(grundy.GraphFormatError, match="no array of NumPy; give its true") as caught:
        grundy.read_graph(path)
    assert "allow_pickle" not in str(caught.value)


def read_both_ways(tmp_path, array):
    """Graphs of an array: the one that Python gives, and the one of a file."""
    np.save(tmp_path / "graph.npy", array)
    yield lambda: as_graph(array)
    yield lambda: grundy.read_graph(tmp_path / "graph.npy")


def test_truth_values_are_a_matrix(tmp_path):
    """Two columns of them are no arcs; where the array is not square it is nothing."""
    matrix = np.array([[False, True], [False, False]])
    for make in read_both_ways(tmp_path, matrix):
        assert [end.tolist() for end in make().arcs()] == [[0], [1]]
    for make in read_both_ways(tmp_path, np.zeros((3, 2), bool)):
        with pytest.raises(grundy.GraphFormatError, match="square"):
            make()


@pytest.mark.parametrize("kind", [np.int64, np.uint8, float])
def test_two_rows_of_0_and_1_could_be_arcs_or_a_matrix(tmp_path, kind):
    """So nobody guesses, and both ways to say it are named."""
    for make in read_both_ways(tmp_path, np.array([[0, 1], [1, 0]], kind)):
        with pytest.raises(grundy.GraphFormatError, match=r"from_arrays.*astype\(bool\)"):
            make()


def test_masked_entries_are_not_read():
    """What is masked is no number."""
    array = np.ma.masked_equal(np.array([[0, 1], [1, 2], [2, 9]]), 9)
    with pytest.raises(grundy.GraphFormatError, match="masked"):
        grundy.label(array)


@pytest.mark.parametrize(
    "rows",
    [[[0, 1, 1], [0, 0, 1], [0, 0, 0]], [[False, True], [False, False]], [[0]],
     [[0.0, 1.0], [0.0, 0.0]]],
)  # fmt: skip
def test_a_matrix_of_lists_is_no_list_of_followers(rows):
    """Lists of 0 and 1, as long as there are rows, look like a matrix."""
    with pytest.raises(grundy.GraphFormatError, match="numpy"):
        grundy.label(rows)


def test_a_column_is_no_table():
    """One column of a frame, or of arrow, has no arcs."""
    pandas = pytest.importorskip("pandas")
    pyarrow = pytest.importorskip("pyarrow")
    for column in (pandas.Series([1, 2]), pandas.Index([1, 2]), pyarrow.array([1, 2])):
        with pytest.raises(grundy.GraphFormatError, match="two columns"):
            grundy.label(column)


def test_a_matrix_in_a_data_frame_is_no_table_of_arcs():
    """Rows that are named as the columns are those of a matrix; its first columns are no arcs."""
    pandas = pytest.importorskip("pandas")
    names = ["a", "b", "c"]
    frame = pandas.DataFrame(np.triu(np.ones((3, 3), int), 1), index=names, columns=names)
    for table in (frame, pandas.DataFrame(frame.to_numpy())):
        with pytest.raises(grundy.GraphFormatError, match="from_pandas_adjacency"):
            grundy.label(table)
    assert list(grundy.label(pandas.DataFrame([(0, 1, 5), (1, 2, 5), (2, 3, 5)]))) == [0, 1, 2, 3]


def test_frames_of_polars_are_tables():
    """A frame is read by its columns, not as the edges that iterating would give."""

    class Column(list):
        def to_list(self):
            return list(self)

    class Frame(dict):
        columns = property(list)

    Frame.__module__ = "polars.dataframe"
    frame = Frame(source=Column([5, 6]), target=Column([6, 7]))
    assert dict(grundy.label(frame)) == {5: 0, 6: 1, 7: 0}


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
