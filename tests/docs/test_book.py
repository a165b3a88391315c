"""The book: its strict build passes, finds what is wrong, and gives pages that need no network."""

import csv
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import pytest

import grundy
from built_book import build_book, whole_book
from grundy import schemas
from grundy.cli.main import COMMANDS
from project import ROOT
from web_browser import chromium, watched_page

pytest.importorskip("sphinx", reason="the book is made with the group docs")
pytest.importorskip("furo")
pytest.importorskip("myst_parser")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return whole_book(tmp_path_factory.mktemp("site"))


class Page(NamedTuple):
    """What a page links to, what it loads by itself, and the anchors that it has."""

    links: list[str]
    loaded: list[str]
    anchors: set[str]


def read_page(path: Path) -> Page:
    text = path.read_text(encoding="utf-8")
    tags = [(name, dict(re.findall(r'([\w-]+)="([^"]*)"', rest)))
            for name, rest in re.findall(r"<(\w+)((?:\s[^<>]*)?)>", text)]  # fmt: skip
    quiet = ("search", "index", "next", "prev")
    return Page(
        [unescape(of["href"]) for name, of in tags if name == "a" and "href" in of],
        [of["href"] for name, of in tags if name == "link" and of.get("rel") not in quiet]
        + [of["src"] for _, of in tags if "src" in of],
        {of[key] for _, of in tags for key in ("id", "name") if key in of},
    )


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: read_page(path) for path in sorted(site.rglob("*.html"))}


def test_pages_load_nothing_from_elsewhere(pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        for target in page.loaded:
            assert not urlsplit(target).netloc, f"{path.name} loads {target}"
            if urlsplit(target).scheme != "data":
                assert (path.parent / unquote(urlsplit(target).path)).exists(), target


def test_links_of_the_built_pages_lead_somewhere(pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target.exists(), f"{path.name} links to {link}"
            if parts.fragment and target in pages:
                assert unquote(parts.fragment) in pages[target].anchors, f"{path.name}: {link}"


def test_a_link_to_code_leads_to_its_lines(site: Path) -> None:
    reference = (site / "docs" / "reference.html").read_text(encoding="utf-8")
    code = (site / "code" / "src" / "grundy" / "values.py.html").read_text(encoding="utf-8")
    assert 'href="../code/src/grundy/values.py.html"' in reference
    assert 'id="L-1"' in code


def test_every_public_name_is_documented_once(pages: dict[Path, Page], site: Path) -> None:
    anchors = [
        anchor
        for path, page in pages.items()
        if path.parent == site / "docs" / "api"
        for anchor in sorted(page.anchors)
    ]
    for name in sorted(set(grundy.__all__) - {"__version__"}):
        places = {f"grundy.{name}", f"grundy.errors.{name}"}
        times = sum(anchor in places for anchor in anchors)
        assert times == 1, f"{name} stands on {times} pages of docs/api; put it on one"


def test_every_command_and_form_is_on_its_page(site: Path) -> None:
    commands = (site / "docs" / "commands.html").read_text(encoding="utf-8")
    forms = (site / "docs" / "schemas.html").read_text(encoding="utf-8")
    for name in COMMANDS:
        assert f"Usage: grundy {name} " in commands
    for name in schemas.names():
        assert f'<span class="pre">{name}</span></code>' in forms


@pytest.fixture
def atlas(site: Path) -> Iterator[Any]:
    with chromium() as browser, watched_page(browser, site.as_uri()) as page:
        page.goto(f"{site.as_uri()}/docs/atlas-rows.html")
        yield page


def codes_shown(page: Any) -> list[str]:
    rows = page.locator("#atlas-rows tbody tr:visible")
    codes: list[str] = rows.evaluate_all("rows => rows.map(row => row.cells[0].textContent)")
    assert page.locator("#atlas-count").text_content() == f"{len(codes):,} of 4,095 codes"
    return codes


def rows_with(name: str, **wanted: str) -> list[str]:
    return [code for code, row in rows_of(name).items() if wanted.items() <= row.items()]


def misere_rows(**wanted: str) -> dict[str, dict[str, str]]:
    rows = rows_of("atlas-misere-four.csv") | rows_of("atlas-misere.csv")
    return {code: row for code, row in rows.items() if wanted.items() <= row.items()}


def rows_of(name: str) -> dict[str, dict[str, str]]:
    with (ROOT / "docs" / name).open(encoding="utf-8", newline="") as file:
        return {row["code"]: row for row in csv.DictReader(file)}


def test_the_atlas_is_filtered(atlas: Any) -> None:
    everything = codes_shown(atlas)
    assert everything == rows_with("atlas-four.csv")
    atlas.get_by_label("digits").select_option("4")
    assert codes_shown(atlas) == [code for code in everything if len(code) == 6]
    atlas.get_by_label("digits").select_option("3")
    atlas.get_by_label("normal play").select_option("period proved")
    solved = rows_with("atlas.csv", status="solved")
    assert codes_shown(atlas) == [code for code in solved if len(code) == 5]
    atlas.get_by_role("button", name="all rows").click()
    assert codes_shown(atlas) == everything
    atlas.get_by_label("misère play").select_option("wild")
    atlas.get_by_label("its quotient").select_option("proved")
    wild = misere_rows(status="solved", kind="wild")
    assert codes_shown(atlas) == [code for code in everything if code in wild]
    atlas.get_by_label("its order at most").fill("12")
    small = {code for code, row in wild.items() if int(row["order"]) <= 12}
    assert codes_shown(atlas) == [code for code in everything if code in small]


def test_the_atlas_is_filtered_by_numbers_and_from_the_keyboard(atlas: Any) -> None:
    """Long periods, the rows of games, and the beginning of a code, typed without a mouse."""
    atlas.get_by_label("its period from").fill("1000000")
    atlas.get_by_label("one row a game").check()
    assert codes_shown(atlas) == ["0.054", "0.104", "0.454"]
    atlas.get_by_label("to", exact=True).fill("20000000")
    assert codes_shown(atlas) == ["0.054", "0.104"]
    atlas.get_by_label("code", exact=True).focus()
    atlas.keyboard.type(".10")
    assert codes_shown(atlas) == ["0.104"]
    atlas.keyboard.type("9")
    assert codes_shown(atlas) == []


def test_the_atlas_is_whole_without_its_script(site: Path) -> None:
    """Every row is in the page itself, and the fields are not shown before they do something."""
    text = (site / "docs" / "atlas-rows.html").read_text(encoding="utf-8")
    assert text.count("<tr data-code=") == 4095
    solved = set(rows_of("atlas-four.csv")) & set(misere_rows(status="solved"))
    assert text.count('data-misere="solved"') == len(solved)
    assert re.search(r'<form id="atlas-filter"[^>]* hidden>', text)


FAULTS = {
    "a page": ("[gone](gone.md)", "gone.md"),
    "a heading": ("[gone](#nowhere)", "nowhere"),
    "a file": ("[gone](../gone.py)", "gone.py"),
    "a picture": ("![gone](gone.svg)", "gone.svg"),
    "contents": ("```{toctree}\ngone\n```", "nonexisting document 'docs/gone'"),
    "a name": ("{py:func}`grundy.labell`", "grundy.labell"),
    "a name in backticks": ("```{eval-rst}\n`grundy.nomex`\n```", "grundy.nomex"),
    "a formula": ("$a \\notasign b$", "notasign"),
    "a documented name": ("```{eval-rst}\n.. autofunction:: grundy.mexx\n```", "mexx"),
}


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    source = tmp_path_factory.mktemp("faulty")
    (source / "docs").mkdir()
    text = "\n\n".join(text for text, _ in FAULTS.values())
    (source / "docs" / "index.md").write_text(f"# A book\n\n{text}\n")
    (source / "docs" / "alone.md").write_text("# Alone\n")
    done = build_book(source, source / "site")
    assert done.returncode != 0
    return [line for line in done.stderr.splitlines() if "WARNING" in line]


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_dead_fails(fault: str, complaints: list[str]) -> None:
    _, complaint = FAULTS[fault]
    assert any(complaint in line for line in complaints), complaints
    assert any("alone.md" in line and "toctree" in line for line in complaints)  # no contents lead
