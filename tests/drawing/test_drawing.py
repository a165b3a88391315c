"""Pictures: what they show, how they say it, that no name breaks them; exercises."""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy import GameGraph, label
from grundy.drawing import graphviz
from grundy.drawing.graph import draw, notebook_bundle, scene_of, solutions_path
from grundy.drawing.graph_scene import PALETTES, build_scene, shown, value_text
from grundy.drawing.graphviz import dot_text
from grundy.errors import GraphFormatError, LimitError, MissingExtraError, UnknownNameError
from grundy.graphs.formats import read_graph
from grundy.graphs.io.dot import parse_dot
from grundy.graphs.io.source import Source
from grundy.graphs.random import random_graph
from grundy.values import LoopyValue, Outcome

pytest.importorskip("pygraphviz")


# p 0 (P), n 1 (N), x ∞(0) (N), d ∞(1) and e ∞() (D): arcs into all three outcomes, and a self-loop.
ALL_OUTCOMES = label({"p": [], "n": ["p"], "d": ["d", "n"], "x": ["p", "e"], "e": ["e"]})

AWKWARD = [
    "<script>alert(1)</script>", "<b>x</b>", 'a"b', "back\\", "\\N", "&lt;", "&foo;",
    "x\ny\x00z", "😀👩‍👩‍👧", "שלום", "مرحبا (1)", "", "a:b", "z" * 10_000, "\ud800x",
    "\u202eevil", "日本語", "--", "]]>", "-->", "%s", "v0", "legend1", "grundy", (1, 2), None, 1,
]  # fmt: skip


def picture_bytes(labelling, kind: str, layout: str = "dot", **look) -> bytes:
    return graphviz.render([scene_of(labelling, **look)], kind, layout)[0]


def svg_text(labelling, **look) -> str:
    return picture_bytes(labelling, "svg", **look).decode()


def shapes(svg: str) -> dict[str, ET.Element]:
    root = ET.fromstring(svg)  # noqa: S314 - our own
    groups = [g for g in root.iter(tag("g")) if g.get("class") in ("node", "edge")]
    titled = [(g.findtext(tag("title")), g) for g in groups]
    return {title: g for title, g in titled if title is not None}


def tag(name: str) -> str:
    return "{http://www.w3.org/2000/svg}" + name


def texts(svg: str) -> list[str]:
    root = ET.fromstring(svg)  # noqa: S314 - our own
    return [element.text or "" for element in root.iter(tag("text"))]


# Source, section 3.2: U (P) red, D yellow, E (N) green; arcs into E red, "moves to avoid", into U
# green, the others yellow.
FILLS = {
    "p: value 0, outcome P": "#f28b82", "d: value ∞(1), outcome D": "#ffe168",
    "n: value 1, outcome N": "#8fd694", "x: value ∞(0), outcome N": "#8fd694",
}  # fmt: skip
LINES = {
    "n → p": ("#188038", None), "x → p": ("#188038", None), "d → n": ("#c5221f", "1,5"),
    "d → d": ("#a07000", "5,2"), "x → e": ("#a07000", "5,2"),
}  # fmt: skip


def test_colours_are_those_of_outcomes_and_of_where_arcs_lead():
    found = shapes(svg_text(ALL_OUTCOMES))
    assert {hint: found[hint].find(tag("ellipse")).get("fill") for hint in FILLS} == FILLS
    paths = {hint: found[hint].find(tag("path")) for hint in LINES}
    assert {
        hint: (path.get("stroke"), path.get("stroke-dasharray")) for hint, path in paths.items()
    } == LINES


def test_black_and_white_tells_outcomes_by_shape():
    found = shapes(svg_text(ALL_OUTCOMES, color=False))
    assert found["p: value 0, outcome P"].find(tag("polygon")).get("points").count(",") == 4
    assert found["n: value 1, outcome N"].find(tag("polygon")).get("points").count(",") == 5
    circle = found["d: value ∞(1), outcome D"].find(tag("ellipse"))
    assert circle.get("rx") == circle.get("ry")
    lines = [found[hint].find(tag("path")) for hint in ("n → p", "x → e", "d → n")]
    assert {line.get("stroke") for line in lines} <= {"black", "#000000"}
    assert [line.get("stroke-dasharray") for line in lines] == [None, "5,2", "1,5"]


def test_every_palette_has_text_that_can_be_read_and_lines_that_differ():
    """Black on a fill has a contrast of 4.5 at least; a line on white 3; no two lines agree."""
    for name, palette in PALETTES.items():
        for style in palette.vertices.values():
            assert contrast(style.fill, "#000000") >= 4.5, (name, style)
        for style in palette.arcs.values():
            assert contrast(style.color, "#ffffff") >= 3, (name, style)
        assert len({style.line for style in palette.arcs.values()}) == 3
        assert set(palette.vertices) == set(palette.arcs) == set(Outcome)


def contrast(one: str, other: str) -> float:
    def luminance(color: str) -> float:
        parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def test_a_picture_has_a_legend_of_what_it_has_a_title_and_a_description():
    svg = svg_text(ALL_OUTCOMES)
    assert {"p_0", "n_1", "d_∞(1)", "x_∞(0)", "D: value ∞ without 0, a draw"} <= set(texts(svg))
    root = ET.fromstring(svg)  # noqa: S314 - our own
    assert [child.tag for child in root][:2] == [tag("title"), tag("desc")]
    assert root[0].text == "Labelled digraph: 5 vertices, 6 arcs, normal play"
    assert "1 P, 2 N, 2 D" in root[1].text
    assert "d has value ∞(1), outcome D." in root[1].text
    assert root.get("role") == "img"
    scene = build_scene(label([("a", "b")], play="misere"))
    assert scene.legend[0].text.startswith("Misère play: who cannot move wins.")
    assert "misère" in scene.title
    assert 'play="misere"' in dot_text(scene)
    assert texts(svg_text(label([("a", "b")] * 2), legend=False)) == ["a_1", "b_0", "×2"]
    assert [row.text for row in build_scene(label([("a", "b")])).legend] == [
        "Normal play: who cannot move loses. A vertex shows name_value.",
        "P: value 0, who has to move loses",
        "N: value 1, 2, … or ∞(0,…), who has to move wins",
        "a winning move: into P",
    ]


@pytest.mark.parametrize("layout", sorted(set(graphviz.LAYOUTS) - {"grid"}))
def test_every_layout_shows_every_vertex(layout):
    ring = label([(n, (n + step) % 50) for n in range(50) for step in (1, 2, 7)])
    picture = svg_text(ring, layout=layout)
    drawn = texts(picture)
    assert picture == svg_text(ring, layout=layout)  # springs start at random, yet at the same
    assert len([text for text in drawn if "_" in text and text[0].isdigit()]) == 50
    assert any(text.startswith("Normal play") for text in drawn)
    if layout == "circo":
        found = shapes(svg_text(label([(n, (n + 1) % 120) for n in range(120)]), layout=layout))
        ellipses = [g.find(tag("ellipse")) for hint, g in found.items() if ": value" in hint]
        boxes = [[float(e.get(key)) for key in ("cx", "cy", "rx", "ry")] for e in ellipses]
        for (x, y, rx, ry), (x2, y2, rx2, ry2) in combinations(boxes, 2):
            assert abs(x - x2) > 0.95 * (rx + rx2) or abs(y - y2) > 0.95 * (ry + ry2)
        assert len(boxes) == 120


@pytest.mark.parametrize(("ending", "signature"), [
    ("png", b"\x89PNG\r\n\x1a\n"), ("svg", b"<?xml"), ("pdf", b"%PDF-"), ("dot", b"digraph"),
])  # fmt: skip
def test_the_ending_says_the_format_and_the_bytes_repeat(tmp_path, ending, signature):
    """The date in a PDF is no real one, and the file stays as long as its table says."""
    first, second = tmp_path / f"one.{ending}", tmp_path / f"two.{ending.upper()}"
    ALL_OUTCOMES.draw(first)
    ALL_OUTCOMES.draw(second)
    drawn = first.read_bytes()
    assert drawn.startswith(signature)
    assert drawn == second.read_bytes()
    if ending == "pdf":
        assert b"/CreationDate (D:19700101000000Z)" in drawn
        place = int(drawn.split(b"startxref")[1].split()[0])
        assert drawn[place : place + 4] == b"xref"


def test_a_drawing_in_dot_is_a_graph_again(tmp_path):
    path = tmp_path / "graph.dot"
    labelling = label({"a b": ['say "hi"', "<c>"], "<c>": ["a b"], 'say "hi"': []})
    draw(labelling, path)
    back = read_graph(path)
    assert list(labelling) == list(back.names)
    assert [labelling.graph.followers(n) for n in labelling] == [
        back.followers(n) for n in labelling
    ]
    text = path.read_text(encoding="utf-8")
    assert 'value="1", outcome="N"' in text
    assert 'K="1"' in dot_text(build_scene(ALL_OUTCOMES))
    assert label(back).value_array.tolist() == labelling.value_array.tolist()


@pytest.mark.parametrize(("path", "options", "said"), [
    *((path, {}, r"\.svg, \.pdf, \.tikz, \.tex or \.dot") for path in ("g.gif", "g", "g.svg.bak")),
    ("x.svg", {"layout": "dto"}, r"Did you mean dot\?"),
    ("x.svg", {"palette": "sfae"}, r"Did you mean safe\?"),
    ("-", {"hide": "values"}, "one picture"), ("x.svg", {"hide": "names"}, "hide is"),
])  # fmt: skip
def test_what_cannot_be_drawn_is_refused(tmp_path, monkeypatch, path, options, said):
    monkeypatch.chdir(tmp_path)
    with pytest.raises((GraphFormatError, UnknownNameError, ValueError), match=said):
        draw(ALL_OUTCOMES, path, **options)
    assert not list(tmp_path.iterdir())


def test_a_large_graph_is_sent_to_the_table(tmp_path):
    large = label([(n, n + 1) for n in range(1233)])
    with pytest.raises(GraphFormatError, match=r"at most 200 vertices; this graph has 1,234\."):
        draw(large, tmp_path / "x.svg")
    draw(large, tmp_path / "x.dot", limit=2000)
    assert (tmp_path / "x.dot").read_text(encoding="utf-8").count("->") == 1233


def test_a_name_that_dot_cannot_hold():
    for name in ("", "a\\", "a\\b", "x" * 1_000):
        text = picture_bytes(label(GameGraph.from_edges([(name, "b")])), "dot").decode()
        assert '"v0" -> "v1"' in text
        assert "label=" in text


def test_a_layout_that_takes_too_long_is_stopped():
    large = label(random_graph(120, model="gnp", mean_out_degree=4, seed=1))
    with pytest.raises(LimitError, match=r"takes more than 0\.02 s; neato and sfdp are faster"):
        graphviz.render([build_scene(large)], "svg", seconds=0.02)


@pytest.mark.parametrize(
    ("format", "layout"),
    [("svg", "dot"), ("png", "dot"), ("tikz", "circo"), ("svg", "neato"), ("svg", "sfdp")],
)
def test_pictures_drawn_together_are_those_drawn_alone(format, layout):
    """Graphviz keeps nothing of one picture that changes the next."""
    labellings = [label(random_graph(size, model="gnp", mean_out_degree=2, seed=size))
                  for size in (9, 4, 9, 1)]  # fmt: skip
    scenes = [build_scene(each, legend=len(each) > 4) for each in labellings]
    together = graphviz.render(scenes, format, layout)
    assert together == [graphviz.render([scene], format, layout)[0] for scene in scenes]
    assert together[0] == together[2] != together[1]


def test_without_pygraphviz_the_extra_is_named(monkeypatch):
    monkeypatch.setattr(graphviz, "find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match=r"grundy\[draw\].*pip install .*'pygraphviz>="):
        svg_text(ALL_OUTCOMES)
    assert picture_bytes(ALL_OUTCOMES, "dot").startswith(b"digraph")


def test_a_machine_without_fonts_draws_the_same_picture(tmp_path):
    fonts = tmp_path / "fonts.conf"
    doctype = '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">'
    fonts.write_text(f'<?xml version="1.0"?>{doctype}<fontconfig></fontconfig>')
    code = (
        "from grundy import label\n"
        'label({"p": [], "n": ["p"], "d": ["d", "n"], "x": ["p", "e"], "e": ["e"]}).draw("x.png")\n'
    )
    bare = {key: value for key, value in os.environ.items() if not key.startswith("FONTCONFIG")}
    bare |= {"FONTCONFIG_FILE": str(fonts), "HOME": str(tmp_path), "XDG_CACHE_HOME": ""}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=bare, check=True)
    assert (tmp_path / "x.png").read_bytes() == picture_bytes(ALL_OUTCOMES, "png")


def test_no_name_breaks_a_picture():
    """Markup, quotes, escapes, control characters and long names are shown, never obeyed."""
    labelling = label(
        {name: [AWKWARD[(7 * i + 3) % len(AWKWARD)]] for i, name in enumerate(AWKWARD)}
    )
    svg = svg_text(labelling, legend=False)
    drawn = texts(svg)
    assert {element.tag for element in ET.fromstring(svg).iter()} == {  # noqa: S314 - our own
        tag(name) for name in
        ("svg", "title", "desc", "g", "polygon", "ellipse", "text", "path")
    }  # fmt: skip
    for beginning in ("<b>x</b>_", 'a"b_', "back\\_", "\\N_", "&lt;_", "&foo;_", "x yz_",
                      '""_', "]]>_", "(1, 2)_", "evil_", "日本語_"):  # fmt: skip
        assert any(text.startswith(beginning) for text in drawn), beginning
    assert picture_bytes(labelling, "png").startswith(b"\x89PNG")
    back = parse_dot(Source("a picture", picture_bytes(labelling, "dot"))).graph()
    assert back.vertex_count == len(AWKWARD)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.one_of(st.text(), st.integers()), unique=True, max_size=5))
def test_dot_text_always_parses(names):
    import pygraphviz

    found = pygraphviz.AGraph(string=dot_text(build_scene(label(dict.fromkeys(names, names[:1])))))
    assert (len(names), len(names)) == (found.number_of_nodes(), found.number_of_edges())
    # long names keep their ends, and cost nothing; K is shown up to six members
    assert shown("state-" + "0" * 10**6 + "-end") == "state-0000000000…000-end"
    assert (len(shown("x" * 25)), shown("x" * 24)) == (24, "x" * 24)
    assert value_text(LoopyValue(range(6))) == "∞(0,1,2,3,4,5)"
    assert value_text(LoopyValue(range(7))) == "∞(0,1,2,3,4,…)"


def test_a_notebook_shows_a_picture_or_a_table(monkeypatch):
    """A large labelling, or one without pygraphviz, is a table of its first rows, escaped."""
    bundle = ALL_OUTCOMES._repr_mimebundle_()
    assert bundle["text/plain"] == repr(ALL_OUTCOMES)
    html = bundle["text/html"]  # on a page of any colour
    assert 'fill="white"' not in html
    assert '>d<tspan dy="4" font-size="10">∞(1)</tspan>' in html
    assert re.search(r'<text fill="currentColor" [^>]*>Normal play: who cannot', html)
    ET.fromstring(html)  # noqa: S314 - our own
    large = notebook_bundle(label([(n, n + 1) for n in range(300)]))
    assert large["text/html"].count("<tr>") == 21
    assert "<svg" not in large["text/html"]
    dense = label({n: list(range(n)) for n in range(30)})  # it would take long to draw
    with monkeypatch.context() as patch:
        patch.setattr(graphviz, "render", lambda *_, **__: pytest.fail("it was drawn"))
        assert "<svg" not in notebook_bundle(dense)["text/html"]
    monkeypatch.setattr(graphviz, "installed", lambda: False)
    small = notebook_bundle(label([("<script>", "b")]))
    assert "&lt;script&gt;</td>" in small["text/html"]
    assert "<script>" not in small["text/html"]


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
    assert not re.search(r'dash|dotted|triangle|shape="?(box|circle)', text)


@pytest.mark.parametrize("ending", ["svg", "png", "pdf", "dot"])
def test_solutions_stand_in_a_file_beside_it(tmp_path: Path, ending: str):
    labelling = label(LOOP)
    draw(labelling, tmp_path / f"sheet.{ending}", hide="values")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"sheet-solutions.{ending}", f"sheet.{ending}"]  # fmt: skip
    assert (tmp_path / f"sheet-solutions.{ending}").read_bytes() == picture_bytes(labelling, ending)
    assert solutions_path("a.b/c.svg") == Path("a.b/c-solutions.svg")
