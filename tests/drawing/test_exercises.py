"""Exercises: pictures without values, and where their solutions are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grundy import label
from grundy.drawing.graph import draw, picture_bytes, solutions_path
from grundy.drawing.pdf_pages import joined
from grundy.errors import GraphFormatError

pytest.importorskip("pygraphviz")

LOOP = [("p", "q"), ("q", "p"), ("q", "t"), ("r", "s"), ("s", "r")]
TOLD = re.compile(r"_\d|∞|value \d|outcome|winning|#f28b82|#8fd694|#ffe168|K=|counter")


@pytest.mark.parametrize("format", ["svg", "dot"])
@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("color", [True, False])
def test_an_exercise_tells_no_value(format: str, play: str, color: bool):
    """Not by a word, a colour, a shape, a line, nor by a description."""
    labelling = label(LOOP, play=play)
    text = picture_bytes(labelling, format, color=color, hide="values").decode()
    solved = picture_bytes(labelling, format, color=color).decode()

    assert TOLD.search(text) is None
    assert TOLD.search(solved) is not None
    assert "dash" not in text
    assert "dotted" not in text
    assert not re.search(r'triangle|shape="?(box|circle)', text)


@pytest.mark.parametrize("ending", ["svg", "png", "dot"])
def test_solutions_stand_in_a_file_beside_it(tmp_path: Path, ending: str):
    """They are what is drawn without hiding."""
    labelling = label(LOOP)
    draw(labelling, tmp_path / f"sheet.{ending}", hide="values")

    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"sheet-solutions.{ending}", f"sheet.{ending}"]  # fmt: skip
    assert (tmp_path / f"sheet-solutions.{ending}").read_bytes() == picture_bytes(labelling, ending)
    assert solutions_path("a.b/c.svg") == Path("a.b/c-solutions.svg")


def test_a_pdf_has_the_solutions_on_its_second_page(tmp_path: Path):
    """Its objects are where its table says, and each page refers to objects of its own."""
    labelling = label(LOOP)
    draw(labelling, tmp_path / "sheet.pdf", hide="values")
    pdf = (tmp_path / "sheet.pdf").read_bytes()
    table = int(re.search(rb"startxref\n(\d+)", pdf)[1])
    count = int(re.match(rb"xref\n0 (\d+)\n", pdf[table:])[1])
    places = [int(one) for one in re.findall(rb"(\d{10}) 00000 n", pdf[table:])]

    assert b"/Count 2" in pdf
    assert len(re.findall(rb"/Type /Page\b(?!s)", pdf)) == 2
    assert len(places) == count - 1
    for number, place in enumerate(places, 1):
        assert pdf[place:].startswith(b"%d 0 obj\n" % number)
    kids = re.search(rb"/Kids \[ (\d+) 0 R (\d+) 0 R \]", pdf)
    for kid in kids.groups():
        page = pdf[places[int(kid) - 1] :].partition(b"endobj")[0]
        assert b"/Parent 2 0 R" in page
        contents = int(re.search(rb"/Contents (\d+) 0 R", page)[1])
        assert b"stream" in pdf[places[contents - 1] :].partition(b"endobj")[0]
    assert draw(labelling, tmp_path / "again.pdf", hide="values") is None
    assert (tmp_path / "again.pdf").read_bytes() == pdf


def test_pages_come_in_their_order():
    """What a page holds is what its file held."""
    files = [picture_bytes(label([("a", "b")]), "pdf", hide=hide) for hide in ("values", None)]
    one, two = joined(files), joined(files[::-1])

    assert one != two
    assert len(one) == len(two)
    assert one.count(b"endobj") == sum(file.count(b"endobj") for file in files) + 2


@pytest.mark.parametrize("wrong", [b"", b"%PDF-1.5\n%%EOF", b"startxref\n3\n%%EOF\n"])
def test_what_is_no_such_pdf_is_refused(wrong: bytes):
    """It is not guessed at."""
    with pytest.raises(ValueError, match="no PDF"):
        joined([wrong])


def test_standard_output_holds_one_picture():
    """An exercise has two."""
    with pytest.raises(GraphFormatError, match="one picture"):
        draw(label(LOOP), "-", hide="values")


def test_only_values_can_be_hidden(tmp_path: Path):
    """Another word is an error of who calls."""
    with pytest.raises(ValueError, match="hide is"):
        draw(label(LOOP), tmp_path / "a.svg", hide="names")
