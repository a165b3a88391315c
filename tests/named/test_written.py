"""Positions are shown as the reader writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy
from commands import answered
from grundy import catalogue, read
from grundy.named.on_graphs.shapes import SHAPES, parse_graph, written_graph


def shown(position: grundy.Position) -> str:
    """What stands in the brackets of a position's repr."""
    return repr(position).removeprefix("Position(").removesuffix(")")


@pytest.mark.parametrize("key", sorted(catalogue))
def test_what_is_shown_is_read_again(key: str) -> None:
    """The start of every named game is shown by a text that means it."""
    entry = catalogue.entry(key)
    start = catalogue.read(entry.game).read(entry.start)

    assert read(shown(start)) == start


@given(st.lists(st.integers(0, 30), min_size=1, max_size=6), st.integers(0, 9), st.integers(0, 9))
def test_a_sum_is_shown_as_it_is_written(heaps: list[int], a: int, b: int) -> None:
    """Heaps of one game stand behind its name, other games behind a plus sign."""
    text = f"nim {' '.join(map(str, heaps))} + wythoff {a},{b} + kayles 5"

    assert shown(read(text)) == text


def test_names_of_the_catalogue_and_of_programs() -> None:
    """nim[3] is nim 3; a program's own rules are written as in Python, whatever their name."""
    kayles = grundy.HeapGame(lambda n: [n - 1] if n else [], name="kayles")

    assert repr(catalogue["nim"][3]) == "Position(nim 3)"
    assert repr(catalogue["nim"][3] + catalogue["{1,4}"][5]) == "Position(nim 3 + {1,4} 5)"
    assert repr(kayles[3] + catalogue["kayles"][3]) == "Position(kayles[3] + kayles 3)"
    assert "Position(nim 3)" in catalogue["nim"][3]._repr_html_()


@pytest.mark.parametrize("shape", [shape.example for shape in SHAPES.values()])
def test_a_shape_stays_a_shape(shape: str) -> None:
    """What was written as a shape is shown as one, until a move changes it."""
    position = catalogue["node-kayles"][shape]

    assert str(position) == shape
    assert position == read(f"node-kayles {written_graph(parse_graph(shape).graph)}")
    for option in position.options():
        assert ":" not in str(option).replace("vertex:", "")


def test_answers_keep_the_shape(capsys: pytest.CaptureFixture[str]) -> None:
    """Grim path:15 stays that in the answer; the edges are the same position."""
    out = answered(capsys, "solve", "grim", "path:15")

    assert out.startswith("grim path:15, normal play")
    edges = ",".join(f"{n}-{n + 1}" for n in range(14))
    assert read(f"grim {edges}") == read("grim path:15")
    assert hash(read(f"grim {edges}")) == hash(read("grim path:15"))
    assert str(read("geography cycle:5@2")) == "cycle:5@2"
    assert "grim path:5" in answered(capsys, "explain", "grim", "path:5")
