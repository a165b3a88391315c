"""Files and paper from the part "Graph": light pictures with a legend, exercise sheets."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from graph_page import LAID_OUT, button, option, shown, use_edges, vertex

pytest.importorskip("starlette")

SVG = "{http://www.w3.org/2000/svg}"
# Printing is what a person does in a window of the browser; here it is only noted.
NOTED = "() => { window.printed = 0; window.print = () => { window.printed += 1; }; }"


def exported(page: Any, kind: str) -> bytes:
    with page.expect_download() as waiting:
        option(page, "Export").select_option(kind)
    return Path(waiting.value.path()).read_bytes()


def fills(svg: bytes) -> set[str]:
    tree = ElementTree.fromstring(svg)  # noqa: S314 - our own text
    return {one.get("fill", "") for one in tree.iter()}


@pytest.mark.parametrize("palette", ["bw", "value"])
def test_pictures_are_light_whatever_the_theme(opened, palette):
    files = []
    for scheme in ("light", "dark"):
        page = opened("graph=first", color_scheme=scheme)
        shown(page)
        page.wait_for_function(LAID_OUT)
        option(page, "Colours").select_option(palette)
        files.append(exported(page, "svg"))

    assert files[0] == files[1]
    texts = [one.text for one in ElementTree.fromstring(files[0]).iter(f"{SVG}text")]  # noqa: S314
    assert "the player to move loses" in texts
    assert "Normal play: who cannot move loses." in texts
    assert ("value 2" in texts) == (palette == "value")
    assert "rgb(255, 255, 255)" in fills(files[0])


def test_a_png_has_a_white_ground(opened):
    page = opened("graph", color_scheme="dark")
    shown(page)
    png = exported(page, "png")
    corner = page.evaluate(
        """async bytes => {
          const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
          const context = new OffscreenCanvas(9, 9).getContext('2d');
          context.drawImage(image, 0, 0);
          return [...context.getImageData(2, 2, 1, 1).data];
        }""",
        list(png),
    )

    assert corner == [255, 255, 255, 255]


def test_a_painted_graph_is_exported_whole(opened):
    page = opened("graph")
    vertex(page, "t").wait_for()
    use_edges(page, "\n".join(f"v{i} v{i // 2}" for i in range(1, 400)), 400)
    page.wait_for_function(LAID_OUT)
    page.wait_for_selector('.vertex[aria-label*="value"]')
    svg = exported(page, "svg")
    titles = [one.text for one in ElementTree.fromstring(svg).iter(f"{SVG}title")]  # noqa: S314

    assert sum(": value" in (title or "") for title in titles) == 400
    assert sum("→" in (title or "") for title in titles) == 399


def sheet_of(page: Any) -> Any:
    page.evaluate(NOTED)
    option(page, "Export").select_option("sheet")
    page.wait_for_function("() => window.printed === 1")
    page.emulate_media(media="print")
    return page.locator(".sheet")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_sheet_has_the_solutions_on_a_second_page(opened, scheme):
    page = opened("graph", color_scheme=scheme)
    shown(page)
    option(page, "Example").select_option("draws")
    vertex(page, "f").wait_for()
    page.wait_for_function(LAID_OUT)
    sheet = sheet_of(page)
    exercise, solutions = sheet.get_by_role("region").all()

    assert exercise.locator(".value, .letter, .vertex.P, .vertex.N, .vertex.D").count() == 0
    assert exercise.locator(".arc:not(.plain)").count() == 0
    assert re.search("value|∞", exercise.locator("svg").text_content()) is None
    assert set(exercise.locator("td").all_inner_texts()) == {""}
    assert solutions.locator(".vertex.P").count() == 1
    assert "∞(2)" in solutions.locator("table").inner_text()
    for height in ("29.7cm", "90cm"):  # on a long one both would have room
        page.emulate_media(media="screen")
        sheet_of(page)
        page.emulate_media(media="print", color_scheme=scheme)
        pdf = page.pdf(width="21cm", height=height)
        assert pdf.count(b"/Type /Page\n") == 2
        # What is printed goes when it is printed, whether or not a PDF counts as that here.
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        page.locator(".sheet").wait_for(state="detached")


def test_a_sheet_tells_nothing_of_the_algorithm_and_has_60_vertices_at_most(opened):
    page = opened("graph")
    shown(page)
    button(page, "Steps").click()
    button(page, "Last").click()
    exercise = sheet_of(page).get_by_role("region", name="Exercise")
    assert exercise.locator(".value, .letter, .current").count() == 0

    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    use_edges(page, "\n".join(f"v{i} v{i // 2}" for i in range(1, 80)), 80)
    shown(page)
    option(page, "Export").select_option("sheet")
    page.get_by_role("status").get_by_text("A sheet has 60 vertices at most").wait_for()
