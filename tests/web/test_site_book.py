"""The book beside the site: its Python examples run, and can be edited; elsewhere it is as ever."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from built_book import build_book, whole_book
from grundy.web.site import write_site
from project import EXAMPLES
from web_browser import DESKTOP, PHONE, serves_everybody, watched_page
from web_site import ASK, served, visited

TEXT = """# A book

```pycon
>>> total = sum(
...     [1, 2])
>>> total
3

```

```pycon
>>> print(total)
3
>>> total + 4
7
>>> total + 5
8

```

```console
$ grundy nim 1
1
```

```pycon
>>> import grundy
>>> grundy.catalogue["kayles"][5].value()
4
>>> from grundy import read_graph
>>> read_graph(
...     "examples/lecture.csv"
... ).vertex_count
7

```

```pycon
>>> h = grundy.game(compiled=True)

```
"""
SVG = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><rect/></svg>"
CIRCLE = f'class Circle:\n    def _repr_svg_(self):\n        return "{SVG}"\nCircle()'


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("furo", reason="the book is made with the group docs")
    source = tmp_path_factory.mktemp("book")
    (source / "docs").mkdir()
    (source / "docs" / "index.md").write_text(TEXT)
    (source / "examples").mkdir()
    (source / "examples" / "lecture.csv").write_text((EXAMPLES / "lecture.csv").read_text())
    done = build_book(source, source / "site")
    assert done.returncode == 0, done.stderr
    return source / "site"


@pytest.fixture(scope="module")
def root(runtime: Path, book: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site") / "public"
    write_site(folder, runtime=runtime, book=book)
    with served(folder) as address:
        yield address


@pytest.fixture(scope="module")
def tab(browser: Any, root: str) -> Iterator[Any]:
    """Yield one tab for all tests, with what it keeps; nothing may go wrong on its console."""
    with watched_page(browser, root) as found:
        yield found


@pytest.fixture
def page(tab: Any, root: str) -> Any:
    tab.goto(f"{root}book/docs/index.html")
    tab.get_by_role("button", name="Run").first.wait_for()
    return tab


def cell(page: Any, number: int) -> Any:
    return page.get_by_role("group", name=f"Example {number}")


def output(page: Any, number: int) -> Any:
    cell(page, number).get_by_role("button", name="Run").wait_for()
    return cell(page, number).locator("[aria-live]")


def run(page: Any, number: int, source: str) -> Any:
    code = cell(page, number).get_by_label("Python")
    code.fill(source)
    code.press("Shift+Enter")
    return output(page, number)


def test_without_the_site_the_book_is_as_ever(browser: Any, book: Path) -> None:
    with served(book) as address, watched_page(browser, address) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{address}docs/index.html", wait_until="networkidle")
        assert page.locator(".highlight-pycon").count() == 4
        assert page.get_by_role("button", name="Run").count() == 0
        assert all(url.startswith((f"{address}docs/", f"{address}_static/")) for url in asked)


def test_an_example_runs_after_those_above_it(page: Any, root: str) -> None:
    assert page.get_by_role("button", name="Run").count() == 3
    assert page.get_by_text("Not in a browser: this example needs a compiler.").count() == 1
    assert not page.evaluate("performance.getEntriesByType('resource').map(one => one.name)"
                             ".some(name => name.includes('runtime'))")  # fmt: skip
    cell(page, 2).get_by_role("button", name="Run").press("Enter")
    page.get_by_role("status").filter(has_text="Python").wait_for()
    assert output(page, 2).inner_text().split() == ["3", "7", "8"]
    assert cell(page, 2).get_by_role("button").evaluate("it => it === document.activeElement")
    assert output(page, 1).inner_text() == ""
    assert page.get_by_role("status").inner_text() == ""
    page.wait_for_function("root => navigator.serviceWorker.getRegistration(root)", arg=root)
    assert page.get_by_role("link", name="Open the explorer").evaluate("it => it.href") == root


def test_an_edited_example_runs_as_edited(page: Any) -> None:
    cell(page, 1).get_by_role("button", name="Run").click()
    assert output(page, 1).inner_text() == "3"
    assert cell(page, 1).get_by_label("Python").input_value() == "total = sum(\n    [1, 2])\ntotal"
    assert run(page, 1, "total = 40").inner_text() == "Done; there is nothing to show."
    cell(page, 2).get_by_role("button", name="Run").click()
    assert output(page, 2).inner_text().split() == ["40", "44", "45"]
    quotient = "import grundy\ngrundy.TakeAndBreak('0.77').misere_quotient(3).order"
    assert run(page, 2, quotient).inner_text() == "6"
    said = run(page, 2, "import js\njs.eval('1')")
    assert "Content Security Policy" in said.inner_text()
    said = run(page, 2, "print('<b>')\n1 / 0")
    assert said.locator("pre").all_inner_texts() == [
        "<b>\n", "line 2: ZeroDivisionError: division by zero",
    ]  # fmt: skip
    shown = run(page, 2, "grundy.catalogue['kayles'][5].explain()")
    frame = shown.locator("iframe")
    assert frame.get_attribute("sandbox") == "allow-same-origin"
    frame.content_frame.get_by_text("The winning move").wait_for()
    assert run(page, 2, CIRCLE).locator("img").evaluate("it => it.decode().then(() => it.width)")


def test_an_example_without_end_is_stopped(page: Any) -> None:
    cell(page, 1).get_by_role("button", name="Run").click()
    output(page, 1)
    cell(page, 1).get_by_label("Python").fill("total = 8\nwhile total == 8: pass")
    cell(page, 1).get_by_role("button", name="Run").click()
    cell(page, 1).get_by_role("button", name="Stop").click()
    assert output(page, 1).inner_text() == "Stopped."
    cell(page, 1).get_by_label("Python").fill("total = 9")
    cell(page, 2).get_by_role("button", name="Run").click()
    assert output(page, 2).inner_text().split() == ["9", "13", "14"]


def test_an_example_serves_everybody(page: Any) -> None:
    cell(page, 3).get_by_role("button", name="Run").click()
    assert output(page, 3).inner_text().split() == ["4", "7"]
    frame = run(page, 3, "grundy.catalogue['kayles'][5].explain()").locator("iframe")
    frame.content_frame.get_by_text("The winning move").wait_for()
    assert frame.evaluate("it => getComputedStyle(it).colorScheme") == "light"  # a clear ground
    for theme, size in (("light", DESKTOP), ("dark", PHONE), ("light", PHONE)):
        page.set_viewport_size(size)
        page.evaluate("theme => { document.body.dataset.theme = theme }", theme)
        page.wait_for_function(
            """() => getComputedStyle(document.querySelector("iframe").contentDocument.body).color
                === getComputedStyle(document.body).color"""
        )
        serves_everybody(page)


def test_what_was_visited_needs_no_network(browser, runtime, book, tmp_path):
    (book / "code").mkdir()
    for name in ("seen", "new"):
        (book / "code" / f"{name}.html").write_text("<!doctype html><p>Here it is.")
    write_site(tmp_path / "public", runtime=runtime, book=book)
    with (
        served(tmp_path / "public") as address,
        visited(browser.new_context(), f"{address}#nimbers") as page,
    ):
        other = page.context.new_page()
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        other.goto(f"{address}book/code/seen.html")
        page.context.set_offline(True)
        other.goto(f"{address}book/docs/index.html")
        other.get_by_role("button", name="Run").first.wait_for()
        assert other.evaluate("[...document.styleSheets].every(sheet => sheet.cssRules.length)")
        other.goto(f"{address}book/code/seen.html")
        other.get_by_text("Here it is.").wait_for()
        with pytest.raises(Exception, match="ERR_"):
            other.goto(f"{address}book/code/new.html")
        other.close()


CELLS = """() => Array.from(document.querySelectorAll(".cell:has(textarea)"), (cell) => [
    cell.querySelector("textarea").value,
    cell.previousElementSibling.textContent.match(/^[A-Za-z.]*Error/m)?.[0] ?? null,
])"""


def test_all_examples_of_the_book_run(browser, runtime, tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "public"
    write_site(folder, runtime=runtime, book=whole_book(tmp_path_factory.mktemp("book")))
    pages = {path.relative_to(folder): path.read_text(encoding="utf-8")
             for path in sorted((folder / "book").rglob("*.html"))
             if "code" not in path.parts}  # fmt: skip
    names = [name.as_posix() for name, text in pages.items()
             if "highlight-py" in text and "&gt;&gt;&gt;" in text]  # fmt: skip
    assert len(names) > 15
    seen = refused = 0
    with served(folder) as address, visited(browser.new_context(), f"{address}#nimbers") as page:
        shown = page.context.new_page()
        for name in names:
            shown.goto(address + name)
            shown.wait_for_selector(".cell", state="attached")
            refused += shown.locator(".cell:not(:has(textarea))").count()
            for source, error in shown.evaluate(CELLS):
                seen += 1
                status, found = page.evaluate(ASK, ["cell/run", {"source": source, "page": name}])
                assert status == 200, (name, source, found)
                assert (error or "") in found.get("error", ""), (name, source, found)
                assert error or "error" not in found, (name, source, found)
        page.context.close()
    assert seen >= 100
    assert refused < 10
