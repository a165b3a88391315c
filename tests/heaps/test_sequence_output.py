"""The values of a heap game as files and as plots."""

import json
import re
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.drawing import chart
from grundy.drawing.sequence import dots, plot_frequencies, plot_values
from grundy.errors import MissingExtraError
from grundy.heaps import value_files as output
from grundy.heaps.value_files import FORMATS, Columns, write_columns
from grundy.runtime.delivery import format_of
from often import often

KAYLES = np.array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], np.uint8)  # OEIS A002186


def values(start: int = 0) -> Columns:
    """Return the values of Kayles from a heap on, as a command hands them over."""
    facts = {"game": "0.77", "from": start, "stop": len(KAYLES)}
    heaps = range(start, len(KAYLES))
    return Columns(("heap", "value"), (heaps, KAYLES[start:]), facts, "grundy values 0.77")


def zeros() -> Columns:
    return Columns(("heap",), (np.array([0, 1, 4, 12, 20]),), {"game": "0.6"})


def written(columns: Columns, format: str, folder: Path) -> bytes:
    path = folder / f"written.{format}"
    write_columns(columns, path, format=format)
    return path.read_bytes()


@pytest.mark.parametrize(("format", "pairs", "single"), [
    ("csv", b"heap,value\n9,4\n10,2\n11,6\n", b"heap\n0\n1\n4\n12\n20\n"),
    ("b-file", b"9 4\n10 2\n11 6\n", b"1 0\n2 1\n3 4\n4 12\n5 20\n"),
])  # fmt: skip
def test_files_of_lines(format, pairs, single, tmp_path):
    """CSV has a header; a b-file has an index and a term a line, a list of heaps from 1 on."""
    assert written(values(9), format, tmp_path) == pairs
    assert written(zeros(), format, tmp_path) == single


def test_numpy(tmp_path):
    """A NumPy file holds the values in their own width; pairs are the rows of a matrix."""
    write_columns(values(), tmp_path / "v.npy")
    write_columns(Columns(("value", "count"), (KAYLES[:2], KAYLES[2:4])), tmp_path / "c.npy")
    loaded = np.load(tmp_path / "v.npy", allow_pickle=False)
    assert (loaded.dtype, loaded.tolist()) == (np.uint8, KAYLES.tolist())
    assert np.load(tmp_path / "c.npy", allow_pickle=False).tolist() == [[0, 2], [1, 3]]


def test_parquet(tmp_path):
    """Parquet holds the columns, and says game, version and command in its metadata."""
    from pyarrow import parquet

    write_columns(values(4), tmp_path / "v.parquet")
    table = parquet.read_table(tmp_path / "v.parquet")
    assert table.to_pydict() == {"heap": list(range(4, 12)), "value": KAYLES[4:].tolist()}
    about = json.loads(table.schema.metadata[b"grundy"])
    assert (about["game"], about["command"]) == ("0.77", "grundy values 0.77")
    assert {"version", "format"} <= about.keys()


def test_latex(tmp_path):
    """Rows of ten, every row ended; more than a page holds have the head on every page."""
    text = written(values(9), "latex", tmp_path).decode()
    many = Columns(("heap", "value"), (range(1_000), np.zeros(1_000, np.uint8)))
    long = written(many, "latex", tmp_path).decode()
    assert text.startswith("\\begin{tabular}{r|rrrrrrrrrr}\n$n$ & $+0$ & ")
    assert "\n0 &  &  &  &  &  &  &  &  &  & 4 \\\\\n10 & 2 & 6 \\\\\n\\end{tabular}\n" in text
    assert "\nheap \\\\\n\\hline\n0 \\\\\n" in written(zeros(), "latex", tmp_path).decode()
    assert long.startswith("% needs \\usepackage{longtable}\n\\begin{longtable}")
    assert "\\hline\\endhead\n" in long


@pytest.mark.parametrize("format", [name for name in FORMATS if name != "parquet"])
def test_the_size_of_pieces_does_not_show(format, tmp_path, monkeypatch):
    """A file written in pieces of two rows is the same; Parquet keeps them as row groups."""
    whole = written(values(), format, tmp_path)
    monkeypatch.setattr(output, "_CHUNK", 2)
    assert written(values(), format, tmp_path) == whole


def test_endings_name_formats():
    for name, endings in FORMATS.items():
        for ending in endings:
            assert format_of("a" + ending.upper(), FORMATS) == name
    with pytest.raises(ValueError, match=r"a\.doc: no format .* \.csv"):
        write_columns(zeros(), "a.doc")


def test_a_failure_leaves_the_old_file_and_names_the_new_one(tmp_path):
    broken = Columns(("heap",), (np.array([None, None], object),))
    path = tmp_path / "v.csv"
    path.write_text("old", encoding="ascii")
    with pytest.raises(TypeError):
        write_columns(broken, path)
    with pytest.raises(OSError, match="there") as caught:
        write_columns(zeros(), tmp_path / "not" / "there.csv")
    assert caught.value.filename == str(tmp_path / "not" / "there.csv")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("v.csv", "old")]


@often(12)
@given(st.integers(1, 30_000), st.integers(1, 60_000), st.integers(0, 2**32 - 1))
def test_no_heap_is_lost_when_marks_are_gathered(size, top, seed):
    drawn = np.random.default_rng(seed).integers(0, top, size)
    heaps, heights, counts = dots(drawn)
    assert counts.sum() == size
    assert counts[heights == 0].sum() == np.count_nonzero(drawn == 0)
    assert heaps.min() >= 0
    assert heaps.max() < size + size / 1_000


@pytest.mark.parametrize(
    ("format", "sign"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")]
)
@pytest.mark.parametrize("size", [0, 20_000])
def test_plots_are_written_and_the_same_twice(format, sign, size, tmp_path):
    """Any number of values gives a picture of its kind, the same bytes each time."""
    numbers = (np.arange(size) * 7919 % 97).astype(np.uint8)
    files = [tmp_path / f"{name}.{format}" for name in "ab"[: 1 if size else 2]]
    for file in files:
        plot_values(file, numbers, title="0.77 {a} $x$ <b>")
    assert files[0].read_bytes().startswith(sign)
    assert files[0].read_bytes() == files[-1].read_bytes()
    assert format != "svg" or b"{a} $x$ &lt;b&gt;</text>" in files[0].read_bytes()


@pytest.mark.parametrize(("numbers", "colours"), [
    (np.arange(2), ["0 0.44705883 0.69803923", "0.8352941 0.36862746 0"]),
    (np.arange(1_999) // 2 * 2 + 2, ["0.26666668 0.003921569 0.32941177"]),  # squares
], ids=["lone", "squares"])  # fmt: skip
def test_dots_are_in_a_pdf(numbers, colours, tmp_path):
    """Neither the only dot of a colour nor a square is left out, as lines of no length are."""
    plot_values(tmp_path / "v.pdf", numbers)
    parts = re.findall(rb"stream\n(x.*?)\nendstream", (tmp_path / "v.pdf").read_bytes(), re.S)
    drawn = b"".join(map(zlib.decompress, parts)).decode("latin-1")
    assert [colour for colour in colours if f"{colour} SCN" not in drawn] == []
    ends = re.findall(r"(\S+ \S+) m (\S+ \S+) l", drawn)
    assert {start != end for start, end in ends} == {True}


@pytest.mark.parametrize("ends", [(999_900, 1e6), (0, 9e7), (0, 9)])
def test_numbers_below_a_plot_have_room(ends):
    across = chart.Axis("", *ends)
    drawn = chart.framed(across, across)
    places = drawn.x(drawn.across.ticks())
    assert np.diff(places).min() > across.room()
    assert places.max() + across.room() / 2 <= drawn.size[0]


def test_bars_are_gathered_and_the_highest_kept(tmp_path):
    counts = np.random.default_rng(1).integers(1, 9, 9_999)
    plot_frequencies(tmp_path / "f.svg", counts)
    bars = re.findall(r"M\S+ (\S+?)V", (tmp_path / "f.svg").read_text().split("<path")[-1])
    tops, expected = np.array(bars, float), counts.reshape(-1, 9).max(axis=1)
    assert (np.argsort(expected, kind="stable") == np.argsort(-tops, kind="stable")).all()


@pytest.mark.parametrize("kind", [np.int64, np.uint64])
def test_any_value_and_any_title_is_drawn(kind, tmp_path):
    top = np.iinfo(kind).max
    assert dots(np.array([0, top], kind))[1].tolist() == pytest.approx([0, float(top)], rel=0.01)
    plot_values(tmp_path / "v.png", np.array([0, top], kind), title="\x00\ud800" + 999 * "x")


def test_a_plot_needs_an_extra_unless_it_is_svg(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)
    plot_values(tmp_path / "v.svg", KAYLES)
    with pytest.raises(MissingExtraError, match=r"grundy\[plot\]"):
        plot_values(tmp_path / "v.png", KAYLES)
