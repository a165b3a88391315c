"""Exercises: pictures without values, and where their solutions are."""

import re
from pathlib import Path

import pytest

from grundy import label
from grundy.drawing.graph import draw, picture_bytes, solutions_path

pytest.importorskip("pygraphviz")

LOOP = [("p", "q"), ("q", "p"), ("q", "t"), ("r", "s"), ("s", "r")]
SOLUTION = re.compile(r"_\d|∞|value \d|outcome|winning|#f28b82|#8fd694|#ffe168|K=|counter")


@pytest.mark.parametrize("format", ["svg", "dot"])
@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("color", [True, False])
def test_an_exercise_tells_no_value(format: str, play: str, color: bool):
    labelling = label(LOOP, play=play)
    text = picture_bytes(labelling, format, color=color, hide="values").decode()
    solved = picture_bytes(labelling, format, color=color).decode()

    assert SOLUTION.search(text) is None
    assert SOLUTION.search(solved) is not None
    assert "dash" not in text
    assert "dotted" not in text
    assert not re.search(r'triangle|shape="?(box|circle)', text)


@pytest.mark.parametrize("ending", ["svg", "png", "pdf", "dot"])
def test_solutions_stand_in_a_file_beside_it(tmp_path: Path, ending: str):
    """They are what is drawn without hiding."""
    labelling = label(LOOP)
    draw(labelling, tmp_path / f"sheet.{ending}", hide="values")

    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"sheet-solutions.{ending}", f"sheet.{ending}"]  # fmt: skip
    assert (tmp_path / f"sheet-solutions.{ending}").read_bytes() == picture_bytes(labelling, ending)
    assert solutions_path("a.b/c.svg") == Path("a.b/c-solutions.svg")
