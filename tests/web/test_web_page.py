"""The page in a real browser: what a person does in Graph, Sequence and Nimbers."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest

import grundy
from graph_page import LAID_OUT, button, graph_of, names, option, shown, use_edges, vertex
from web_browser import LOOKS, PHONE, Held, expect, serves_everybody


def edges(opened: Callable[..., Any], text: str, **options: Any) -> Any:
    """Open the part, and give it edges."""
    page = opened("graph", **options)
    use_edges(page, text, len(set(text.split())))
    page.wait_for_function(
        "n => document.querySelectorAll('.vertex').length === n", arg=len(set(text.split()))
    )
    shown(page)
    return page


def downloaded(page: Any, act: Callable[[], object]) -> tuple[str, bytes]:
    with page.expect_download() as waiting:
        act()
    return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()


def test_pasted_edges_are_labelled_and_explained(opened):
    page = edges(opened, "a b\nb a\nb t\na c\nc t\nd c\nd t")
    assert shown(page) == {"a": "0", "b": "1", "t": "0", "c": "1", "d": "2"}
    button(page, "Vertex").last.click()
    vertex(page, "d").click()
    details = expect(page.get_by_role("region", name="Details"))
    details.to_contain_text("d has value 2")
    details.to_contain_text("0 is there, 1 is there, 2 is not, so mex {0, 1} = 2")
    details.to_contain_text(re.compile(r"winning moves\s*t"))


def test_a_graph_is_drawn_with_the_mouse(opened):
    page = graph_of(opened)
    button(page, "New").click()
    button(page, "Vertex").first.click()
    board = page.locator(".board")
    board.click(position={"x": 150, "y": 150})
    board.click(position={"x": 350, "y": 250})
    assert shown(page) == {"a": "0", "b": "0"}
    button(page, "Arc").click()
    vertex(page, "a").drag_to(vertex(page, "b"))
    page.wait_for_selector('.vertex[aria-label^="a: value 1"]')
    button(page, "Undo").click()
    page.wait_for_selector('.vertex[aria-label^="a: value 0"]')
    button(page, "Redo").click()
    page.wait_for_selector('.vertex[aria-label^="a: value 1"]')
    button(page, "Delete").first.click()
    vertex(page, "b").click()
    assert shown(page) == {"a": "0"}


def test_a_graph_is_edited_by_keyboard_alone(opened):
    page = edges(opened, "a b")
    vertex(page, "b").focus()
    page.keyboard.press("n")
    page.wait_for_selector('.vertex[aria-label^="c: value 0"]')
    page.keyboard.press("a")
    vertex(page, "b").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector('.vertex[aria-label^="c: value 1"]')
    vertex(page, "a").focus()
    before = vertex(page, "a").get_attribute("transform")
    page.keyboard.press("Shift+ArrowRight")
    expect(vertex(page, "a")).not_to_have_attribute("transform", before)
    page.keyboard.press("Delete")
    page.wait_for_function("() => document.querySelectorAll('.vertex').length === 2")
    assert shown(page) == {"b": "0", "c": "1"}


def test_the_graph_is_exported(opened, address, tmp_path):
    page = edges(opened, "x y\ny z\nx z")
    page.wait_for_function(LAID_OUT)
    name, png = downloaded(page, lambda: option(page, "Export").select_option("png"))
    assert name == "graph.png"
    assert png.startswith(b"\x89PNG")
    _, svg = downloaded(page, lambda: option(page, "Export").select_option("svg"))
    assert b"<title" in svg
    assert b"A digraph with 3 vertices and 3 arcs" in svg
    assert b"x 2, y 1, z 0" in svg
    name, text = downloaded(page, lambda: option(page, "Export").select_option("json"))
    (tmp_path / name).write_bytes(text)
    graph = grundy.read_graph(tmp_path / name)
    assert [grundy.label(graph)[one] for one in "xyz"] == [2, 1, 0]
    option(page, "Export").select_option("link")
    page.wait_for_function("() => location.hash.startsWith('#graph=')")
    link = page.url
    again = opened(urlsplit(link).fragment)
    again.wait_for_function("() => document.querySelectorAll('.vertex.P, .vertex.N').length === 3")
    assert shown(again) == {"x": "2", "y": "1", "z": "0"}
    places = [one.get_attribute("transform") for one in page.locator(".vertex").all()]
    assert places == [one.get_attribute("transform") for one in again.locator(".vertex").all()]


def test_a_file_is_opened(opened):
    page = graph_of(opened)
    button(page, "Edges").click()
    vertices = [{"vertex": name} for name in "abc"]
    text = json.dumps({"vertices": vertices, "arcs": [["a", "b"], ["b", "c"]]})
    file = {"name": "g.json", "mimeType": "text/plain", "buffer": text.encode()}
    page.set_input_files("#graph-file", file)
    page.wait_for_function("() => document.querySelectorAll('.vertex').length === 3")
    assert shown(page) == {"a": "0", "b": "1", "c": "0"}


def test_the_colours_are_the_sources_and_never_alone(opened):
    page = edges(opened, "p n\nn z\nd e\ne f\nf d")
    page.wait_for_selector(".vertex.D")
    looks = page.evaluate(
        """() => Object.fromEntries(["P", "D", "N"].map(o => {
             const v = document.querySelector(`.vertex.${o}`);
             const a = document.querySelector(`.arc.to-${o}`);
             const shape = v.querySelector(".shape");
             return [o, [getComputedStyle(shape).fill, shape.localName,
                         v.querySelector(".letter").textContent,
                         getComputedStyle(a).strokeDasharray]];
           }))"""
    )
    assert [look[0] for look in looks.values()] == [
        "rgb(242, 139, 130)", "rgb(255, 225, 104)", "rgb(143, 214, 148)"]  # fmt: skip
    assert len({look[1] for look in looks.values()}) == 3
    assert [look[2] for look in looks.values()] == ["P", "D", "N"]
    assert len({look[3] for look in looks.values()}) == 3


def turn_edges(page: Any) -> None:
    page.get_by_label("One edge a line").fill("a b\nc b")
    button(page, "Use these edges").click()


@pytest.mark.parametrize("act", [
    lambda page: option(page, "Play").select_option("misere"), turn_edges,
], ids=["misere", "turned"])  # fmt: skip
def test_values_are_those_of_this_graph_and_this_play(opened, act):
    page = edges(opened, "a b\nb c")
    held = Held(page, "graph/label")
    act(page)
    assert page.locator(".vertex.unknown").count() == 3
    assert page.locator(".vertex .value").all_text_contents() == ["…", "…", "…"]
    assert page.locator(".arc.plain").count() == 2
    _, text = downloaded(page, lambda: option(page, "Export").select_option("json"))
    assert all(one.keys() == {"vertex", "place"} for one in json.loads(text)["vertices"])
    held.release()
    assert shown(page) == {"a": "1", "b": "0", "c": "1"}


def test_a_late_labelling_of_another_graph_is_dropped(opened):
    page = edges(opened, "a b\nb c")
    held = Held(page, "graph/label")
    turn_edges(page)
    held.wait()
    button(page, "Undo").click()
    held.release()
    assert shown(page) == {"a": "0", "b": "1", "c": "0"}


def test_tokens_are_added_moved_and_taken_off(opened):
    page = edges(opened, "a b\na c\nb c")
    for name in ("a", "b"):
        vertex(page, name).press("t")
    button(page, "Tokens").click()

    page.get_by_text("value 3").wait_for()
    expect(page.locator("pre")).to_contain_text("nim-sum")
    button(page, "a → b").click()
    page.get_by_text("There is no winning move.").wait_for()
    vertex(page, "a").press("t")
    button(page, "a → c").wait_for()
    held = Held(page, "graph/label")
    button(page, "Take the token off a").click()
    assert page.get_by_role("button", name="→").count() == 0
    for _ in range(2):
        button(page, "Take the token off b").first.click()
    assert names(page) == ["a", "b", "c"]
    assert page.locator(".token").count() == 0

    button(page, "Vertex").last.click()
    vertex(page, "a").press("Enter")  # when the chosen vertex is deleted, none is chosen
    button(page, "Delete").last.click()
    assert names(page) == ["b", "c"]
    assert page.get_by_label("Name", exact=True).count() == 0
    held.release()
    shown(page)
    assert page.locator(".vertex.selected").count() == 0


def test_names_are_text_in_the_page_and_its_files(opened):
    markup = "<img/src=x/onerror=alert(1)> <script>alert(1)</script>"
    page = edges(opened, markup + "\na\u0007 b\ufffe\na\u0007 😀")
    assert page.locator(".board img, .board script").count() == 0
    assert "<script>alert(1)</script>" in shown(page)
    _, svg = downloaded(page, lambda: option(page, "Export").select_option("svg"))
    tree = ElementTree.fromstring(svg)  # noqa: S314 - our own text
    titles = [one.text for one in tree.iter() if one.tag.endswith("title")]
    assert "a\ufffd → b\ufffd" in titles
    assert "a\ufffd → 😀" in titles
    _, png = downloaded(page, lambda: option(page, "Export").select_option("png"))
    assert png.startswith(b"\x89PNG")


def test_long_names_stay_on_the_page(opened):
    first, second = "x" * 200, "y" * 200
    page = edges(opened, f"{first} {second}", viewport=PHONE)
    page.wait_for_function(LAID_OUT)
    for act, text in (
        (lambda: button(page, "Vertex").last.click(), "All vertices"),
        (lambda: vertex(page, first).press("Enter"), "Followers"),
        (lambda: vertex(page, first).press("a"), "An arc begins at"),
        (lambda: (vertex(page, first).press("t"), button(page, "Tokens").click()), "Winning moves"),
        (lambda: button(page, "Steps").click(), "Algorithm 1"),
    ):
        act()
        page.get_by_text(text).last.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), text


def sequence(page: Any, game: str, stop: int) -> None:
    page.get_by_label("Game:").fill(game)
    page.get_by_label("Heaps below").fill(str(stop))
    page.keyboard.press("Enter")


def test_a_sequence_is_computed_with_its_period(opened):
    page = opened("sequence")
    sequence(page, "0.07", 1_000)
    page.get_by_text("Period 34 from heap 53 on, proved.", exact=True).wait_for()
    page.get_by_text("Dawson's chess, Node Kayles on a path").first.wait_for()
    values = page.get_by_role("region", name="Values from heap 0 on")
    first = values.locator("tr").first.locator("td").all_inner_texts()
    assert " ".join(first).startswith("0 0 1 1 2 0 3 1 1 0 3 3 2 2 4")
    assert len(first) == 34
    exceptions = values.locator("td.exception").evaluate_all(
        "cells => cells.map(cell => 34 * cell.parentElement.rowIndex + cell.cellIndex - 1)"
    )
    # Dawson's chess has them at 0, 14, 16, 17, 31, 34 and 51 (Winning Ways, chapter 4).
    assert exceptions == [0, 1, 15, 17, 18, 32, 35, 52]
    expect(page.locator(".plot canvas")).to_have_count(1)
    expect(page.locator("#plot-description")).to_contain_text("999")
    page.get_by_role("link", name="Dawson's chess").click()
    page.get_by_text("Period 34 from heap 52 on, proved.", exact=True).wait_for()
    sequence(page, "grundys-game", 2_000)
    page.locator(".found").get_by_text(
        "up to heap 1,999 no period is proved, and none is seen."
    ).wait_for()
    offered = page.eval_on_selector_all("#sequence-games option", "all => all.map(o => o.value)")
    assert {"kayles", "grundys-game", "nim"} <= set(offered)
    assert "chomp" not in offered


def test_a_sequence_is_downloaded(opened, tmp_path):
    page = opened("sequence")
    sequence(page, "allbut{1,4}", 500)
    page.locator("section .found").get_by_text(", proved.").wait_for()
    for format, name, begins in (
        ("CSV", "allbut-1-4.csv", b"heap,value\n0,0\n1,0\n2,1\n"),
        ("b-file", "allbut-1-4-b-file.txt", b"0 0\n1 0\n2 1\n"),
        ("Certificate of the period", "allbut-1-4-certificate.json", b"{"),
    ):
        found, content = downloaded(page, button(page, format).click)
        assert found == name
        assert content.startswith(begins)
    (tmp_path / "proof.json").write_bytes(content)
    grundy.verify_certificate(tmp_path / "proof.json")


def test_nimbers_are_calculated(opened):
    page = opened("nimbers")
    for expression, value, also in (
        ("4 + 8 + 17", "= 29", "Column by column"),
        ("2 * 3 + 4", "= 5", "nim-sum"),
        ("inverse(2)", "= 3", "2, for 3 ⊗ 2 = 1"),
        ("sqrt(3)", "= 2", "in binary"),
    ):
        page.get_by_label("Expression").fill(expression)
        page.get_by_text(value, exact=True).wait_for()
        expect(page.locator("main")).to_contain_text(also)
    page.get_by_label("Expression").fill("4 + + evil()")
    page.get_by_role("alert").filter(has_text="column").wait_for()
    cell = "() => document.querySelectorAll('.nim-table tbody tr')[4]?.cells[{}]?.textContent"
    page.wait_for_function(f"{cell.format(5)} === '6'")
    page.get_by_label("Operation").select_option("sum")
    page.wait_for_function(f"{cell.format(8)} === '3'")


def test_a_table_of_nimbers_shows_where_one_points(opened):
    page = opened("nimbers")
    table = page.locator(".nim-table")
    table.locator("tbody tr").nth(5).locator("td").nth(6).hover()
    assert table.locator("tr.lit th").all_inner_texts() == ["5"]
    assert table.locator("thead th.lit").all_inner_texts() == ["6"]
    assert table.locator("tr.lit td.lit").all_inner_texts() == ["8"]
    page.get_by_role("link", name="Play it: heaps of Nim").click()
    page.get_by_role("heading", name="Nim", exact=True).wait_for()
    page.wait_for_function("() => location.hash.startsWith('#game=nim+4+8+17&')")


@pytest.mark.parametrize(("scheme", "viewport"), LOOKS)
@pytest.mark.parametrize("part", ["graph", "sequence", "nimbers"])
def test_everybody_can_use_it(opened, part, scheme, viewport):
    page = opened(part, viewport=viewport, color_scheme=scheme)
    page.wait_for_load_state("networkidle")
    page.wait_for_function("document.getAnimations().length === 0")
    if part == "graph":
        shown(page)
        page.locator(".vertex").first.press("Enter")
    serves_everybody(page)


def test_parts_are_reached_by_keyboard(opened):
    page = graph_of(opened)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    for _ in range(4):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#sequence-game")
    assert page.get_by_role("link", name="Sequence").get_attribute("aria-current") == "page"
