"""TikZ of labelled graphs, boards and tables: what is drawn, where, and that it is well formed."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import called
from grundy import GameGraph, GraphFormatError, catalogue, label, markup, read
from grundy.drawing import draw_board, graphviz
from grundy.drawing.board import SHAPES, board_bytes
from grundy.drawing.graph import draw
from grundy.drawing.graph_scene import build_scene, without_values
from project import EXAMPLES

pytest.importorskip("pygraphviz")

_COMMANDS = ("\\begin{", "\\end{", "\\path[", "\\node[")


def paths(text: str) -> list[str]:
    bare = re.sub(r"\\[{}%#$&_]", "", text)
    assert bare.count("{") == bare.count("}")
    assert bare.count("[") == bare.count("]")
    inside = text.partition("\\begin{tikzpicture}")[2].partition("\n")[2]
    lines = inside.partition("\\end{tikzpicture}")[0].splitlines()
    for line in lines:
        assert line.lstrip().startswith(_COMMANDS), line
        assert line.endswith((";", "}")), line
    return lines


def nodes(text: str) -> list[str]:
    return re.findall(r"\\node\[[^\]]*\] at \([^)]*\) \{(.*)\};$", text, re.MULTILINE)


@given(st.text(max_size=30))
def test_text_is_never_a_command(text: str) -> None:
    """Behind every backslash stands an escape of ours, and no sign with a meaning stands bare."""
    written = markup.latex_text(text)
    assert all(markup.latex_text(sign) != sign for sign in "\\{}$&#%_^~")
    escapes = {markup.latex_text(sign) for sign in '\\{}$&#%_^~<>|"∞⊕→−×≥≤∈φ⌊⌋≠…☠√·–—`'}
    for escape in sorted(escapes, key=len, reverse=True):
        written = written.replace(escape, "")
    written = written.replace("-{}-", "")
    assert not set(written) & set("\\{}$&#%_^~\n\x00")


def test_a_labelled_graph_has_its_names_values_and_moves() -> None:
    arcs = [("a_b", "c%"), ("c%", "a_b"), ("c%", "t"), ("c%", "t")]
    labelling = label(GameGraph.from_edges(arcs))
    scene = build_scene(labelling, legend=False)
    text = graphviz.render([scene], "tikz")[0].decode()
    placed = json.loads(graphviz.render([scene], "json")[0])
    assert set(nodes(text)) == {
        "a\\_b\\textsubscript{0}", "c\\%\\textsubscript{1}", "t\\textsubscript{0}",
        "\\ensuremath{\\times}2",
    }  # fmt: skip
    assert sum("-{Stealth" in line for line in paths(text)) == len(scene.arcs) == 3
    for shape in placed["objects"]:
        x, y = map(float, shape["pos"].split(","))
        assert f"({x:g},{y:g}) ellipse" in text


def test_black_and_white_and_exercises(tmp_path: Path) -> None:
    labelling = label({"a": ["b"], "b": ["a", "t"], "x": ["y"], "y": ["x"], "t": []})
    scenes = [build_scene(labelling, color=False, legend=False),
              without_values(build_scene(labelling))]  # fmt: skip
    shapes, hidden = (drawn.decode() for drawn in graphviz.render(scenes, "tikz"))
    assert shapes.count("rectangle") == 1
    assert shapes.count("ellipse") == 2
    assert shapes.count("-- cycle") == 2
    assert "textsubscript" not in hidden
    labelling.draw(tmp_path / "whole.tex")  # a document around the lines of the picture
    labelling.draw(tmp_path / "picture.tikz")
    whole, picture = ((tmp_path / name).read_text() for name in ("whole.tex", "picture.tikz"))
    assert whole.startswith("\\documentclass[border=4pt]{standalone}")
    assert whole.rstrip().endswith("\\end{document}")
    assert picture.partition("\n")[2] in whole
    draw(labelling, tmp_path / "task.tikz", hide="values")
    assert "textsubscript{0}" in (tmp_path / "task-solutions.tikz").read_text()


@pytest.mark.parametrize("key", sorted(catalogue))
def test_every_named_game_has_a_board(key: str) -> None:
    entry = catalogue.entry(key)
    position = catalogue.read(entry.game).read(entry.start)
    text = board_bytes(position, "tikz").decode()
    scenes = [part.ruleset.scene(part.state) for part in position.parts]
    cells = [cell for scene in scenes if scene for cell in scene.cells]
    assert text.count("begin{scope}") == sum(bool(SHAPES[cell.kind]) for cell in cells)
    assert paths(text)
    html = f"<div>{position._repr_html_()}</div>"
    ElementTree.fromstring(html)  # noqa: S314 - our own text
    assert html.count("<svg") == html.count("<title>") == len(position.parts)


def test_parts_stand_below_each_other(tmp_path: Path) -> None:
    draw_board(read("nim 2 + nim 3"), tmp_path / "sum.tikz")
    text = (tmp_path / "sum.tikz").read_text()
    heights = [float(y) for y in re.findall(r"shift=\{\([^,]*,([^)]*)\)", text)]
    assert len(heights) == 5
    assert min(heights[:2]) > max(heights[2:])
    draw_board(read("nim 2 + nim 3"), tmp_path / "sum.svg")
    assert (tmp_path / "sum.svg").read_text().count("<circle") == 5


@pytest.mark.parametrize(
    ("position", "format", "said"),
    [("nim" + 13 * " 50", "svg", "at most 600 shapes"), ("nim 1", "gif", 'No format "gif"')],
)
def test_what_is_no_board_is_refused(position: str, format: str, said: str) -> None:
    with pytest.raises(GraphFormatError, match=said):
        board_bytes(read(position), format)


def test_a_table_has_a_square_for_each_value(capsys, tmp_path):
    done = called(capsys, "table", "wythoff", "2", "3", "--output", str(tmp_path / "t.tikz"))
    text = (tmp_path / "t.tikz").read_text()
    assert done.status == 0
    said = nodes(text)
    assert said[1:5] == ["0", "1", "2", "3"]
    rows = [said[5 + 5 * row : 10 + 5 * row] for row in range(3)]
    # W. Wythoff, 1907: 0,0 and 1,2 are lost
    assert rows == [
        ["0", "\\textbf{0}", "1", "2", "3"],
        ["1", "1", "2", "\\textbf{0}", "4"],
        ["2", "2", "\\textbf{0}", "1", "5"],
    ]
    assert text.count("fill=") == 3
    assert paths(text)


@pytest.mark.parametrize("words", ["nim 0 100", "{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15} 3"])
def test_a_table_of_one_row_has_room_for_its_scale_and_title(words, capsys, tmp_path):
    path = tmp_path / "t.svg"
    assert called(capsys, "table", *words.split(), "--output", str(path)).status == 0
    svg = path.read_text(encoding="utf-8")
    wide, high = map(float, re.findall(r'width="(\S+)pt" height="(\S+)pt"', svg)[0])
    top, length = map(float, re.findall(r'y="(\S+)" width="12" height="(\S+)" fill="url', svg)[0])
    assert 40 < top < top + length < high - 5  # below the title, and inside
    assert 10 + 6.5 * len(re.findall("<title>(.*)</title>", svg)[0]) < wide


def test_commands_write_latex(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    loopy = str(EXAMPLES / "loopy.dot")
    for words in (f"label {loopy}", "graph wythoff 1,2", "solve kayles 5 + cram 2x3"):
        path = tmp_path / "drawn.tex"
        assert called(capsys, *words.split(), "--draw", str(path)).status == 0
        assert paths(path.read_text())
    assert called(capsys, "solve", "nim", "3", "--draw", "-").out.startswith("<svg")
