"""Labellings, sequences and tables as tables of pyarrow and data frames of pandas."""

import pandas
from hypothesis import given

from grundy import LoopyValue, TakeAndBreak, catalogue, label, value_table
from strategies import digraphs


@given(digraphs())
def test_the_rows_of_a_labelling_are_its_labels(graph):
    labelling = label(graph)
    rows = {row["vertex"]: row for row in labelling.to_arrow(moves=True).to_pylist()}
    frame = labelling.to_pandas(moves=True)
    assert list(rows) == sorted(labelling) == frame.index.tolist()
    for name, value in labelling.items():
        row = rows[name]
        finite = not isinstance(value, LoopyValue)
        assert row["value"] == (value if finite else None)
        assert row["K"] == (None if finite else sorted(value.finite))
        assert row["outcome"] == str(labelling.outcome(name)) == frame.loc[name, "outcome"]
        assert row["counter"] == labelling.counter(name)
        assert row["remoteness"] == labelling.remoteness(name)
        assert row["winning_moves"] == labelling.winning_moves(name)
        assert row["best_move"] == labelling.best_move(name)
        shown = frame.loc[name, "value"]
        assert pandas.isna(shown) if not finite else shown == value
    assert not labelling or str(frame["value"].dtype) == "Int32"  # also where one is missing


def test_a_sequence_is_a_series_by_heap():
    kayles = TakeAndBreak("0.77")
    series = kayles.to_pandas(100)
    assert series.tolist() == kayles.values(100).tolist()
    assert (series.name, series.index.name) == ("value", "heap")
    assert kayles.to_arrow(100).to_pydict() == {
        "heap": list(range(100)),
        "value": kayles.values(100).tolist(),
    }


def test_a_table_is_a_frame_as_it_is_printed():
    table = value_table(catalogue["wythoff"], 3, 4)
    frame = table.to_pandas()
    assert frame.to_numpy().tolist() == table.cells
    assert (frame.index.tolist(), frame.columns.tolist()) == ([0, 1, 2, 3], [0, 1, 2, 3, 4])
    for row in table.to_arrow().to_pylist():
        assert row["value"] == frame.loc[row["row"], row["column"]]
        assert row["outcome"] == ("P" if row["value"] == 0 else "N")


def test_printing_shows_values():
    shown = str(label({"a": ["b", "t"], "b": ["a"], "t": [], "x": ["x"]})).splitlines()
    assert shown[0].startswith("Labelling(4 vertices")
    assert [line.split() for line in shown[2:]] == [
        ["vertex", "value", "outcome", "winning", "moves"],
        ["a", "1", "N", "b,", "t"],
        ["b", "0", "P"],
        ["t", "0", "P"],
        ["x", "∞()", "D"],
    ]
    many = str(label([(n, n + 1) for n in range(99)]))
    assert many.endswith("The first 40 of 100 vertices.")
    table = str(value_table(catalogue["wythoff"], 2, 2)).splitlines()
    assert table[0] == "wythoff, normal play: 9 states, 3 P, 6 N"
    assert [line.split() for line in table[4:]] == [
        ["0", "[0]", "1", "2"],
        ["1", "1", "2", "[0]"],
        ["2", "2", "[0]", "1"],
    ]
    assert str(value_table(TakeAndBreak("0.77"), 300, 30)).endswith("columns.")
    lines = str(catalogue).splitlines()
    for key in catalogue:
        assert any(line.split()[:1] == [key] for line in lines), key
        assert key in repr(catalogue)
        assert key in catalogue._repr_html_()
