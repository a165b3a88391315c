"""`grundy graph` as a user meets it, and the digraph behind it."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from commands import as_json
from grundy.cli.main import run
from grundy.games.states import named_graph
from project import EXAMPLES

NIM = grundy.TakeAndBreak("0.[3]")
WYTHOFF = grundy.catalogue["wythoff"]


def test_wythoff_has_the_117_states_of_the_lecture(capsys):
    """Piles of 8 and 12 reach 117 states; 8,12 has value 18 and wins only by 6,10."""
    answer = as_json(capsys, "graph", "wythoff", "8,12")

    vertices = {vertex["vertex"]: vertex for vertex in answer["vertices"]}
    assert set(vertices) == {f"{a},{b}" for a in range(9) for b in range(13)}
    assert next(iter(vertices)) == "8,12"
    assert vertices["8,12"]["value"] == 18
    assert vertices["8,12"]["winning_moves"] == ["6,10"]


def test_a_vertex_of_a_digraph_file_is_a_position(capsys):
    answer = as_json(capsys, "graph", str(EXAMPLES / "loopy.dot"), "g")
    values = {vertex["vertex"]: vertex["value"] for vertex in answer["vertices"]}
    assert values["g"] == "∞(1)"
    assert "a" not in values  # which it cannot reach


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(0, 4), min_size=1, max_size=3))
def test_the_named_digraph_has_the_values_of_the_positions(heaps):
    """A vertex's value is that of the position which its name stands for, in whatever order."""
    labelling = grundy.label(named_graph(sum((NIM[heap] for heap in heaps), grundy.Position())))

    seen = set()
    for name, value in labelling.items():
        parts = [int(part) for part in str(name).split(" + ") if part != "nothing"]
        assert value == grundy.nim_sum(*parts)
        seen.add(tuple(sorted(parts)))
    assert len(seen) == len(labelling)


def test_a_format_that_writes_two_states_alike_is_refused():
    @grundy.game(format=lambda state: "same")
    def countdown(state: int) -> list[int]:
        return list(range(state))

    with pytest.raises(grundy.RulesetError, match='"same"'):
        named_graph(countdown[2])


def drawn_texts(path: Path) -> list[str]:
    return ["".join(node.itertext()) for node in ET.parse(path).iter() if node.tag.endswith("text")]  # noqa: S314


def test_the_picture_of_the_lecture_stands_on_a_grid(tmp_path):
    """All 117 states are drawn, each in its row and column, with the winning moves only."""
    file = tmp_path / "wythoff.svg"
    assert run(["graph", "wythoff", "8,12", "--draw", str(file)]) == 0

    texts = drawn_texts(file)
    assert {"8,12_18", "6,10_0", "0,0_0"} <= set(texts)
    assert len([text for text in texts if "_" in text and "name" not in text]) == 117
    assert any("only those that win" in text for text in texts)


def test_a_position_draws_itself(tmp_path):
    WYTHOFF[1, 2].draw(tmp_path / "python.svg")
    assert run(["graph", "wythoff", "1,2", "--draw", str(tmp_path / "command.svg")]) == 0
    assert (tmp_path / "python.svg").read_bytes() == (tmp_path / "command.svg").read_bytes()
