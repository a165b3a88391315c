"""The files of the page: packed or plain, new or known, and nothing outside their folder."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from grundy.web.page_files import bundles

httpx = pytest.importorskip("httpx")
app = pytest.importorskip("grundy.web.app", reason="Starlette is not installed")

LONG = "// words\n" * 1_000
PACKED = {"Accept-Encoding": "br, gzip"}
OWN = {"Origin": "http://127.0.0.1"}
PLAIN = {"Accept-Encoding": "identity"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    page = tmp_path / "page"
    (page / "js").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html>")
    (page / "js" / "main.js").write_text("in place of it stands a bundle")
    (tmp_path / "secret.txt").write_text("secret")
    return page


def asked(application: Any, path: str, method: str = "GET", **headers: str) -> Any:
    async def ask() -> Any:
        way = httpx.ASGITransport(application)
        async with httpx.AsyncClient(transport=way, base_url="http://127.0.0.1") as client:
            return await client.request(method, path, headers=headers)

    return asyncio.run(ask())


@pytest.fixture
def page(folder: Path) -> Any:
    return app.PageFiles(folder, {"js/main.js": LONG})


def test_a_file_comes_packed_or_plain_with_its_type(page):
    packed, plain = (asked(page, "/js/main.js", **one) for one in (PACKED, PLAIN))
    assert packed.text == plain.text == LONG
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) < len(LONG) / 10
    assert "Content-Encoding" not in plain.headers
    assert plain.headers["Content-Type"] == "text/javascript; charset=utf-8"
    for answer in (packed, plain):
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert answer.headers["Cache-Control"] == "no-cache"
    first = asked(page, "/", **PACKED)
    assert first.text == "<!doctype html>"
    assert "Content-Encoding" not in first.headers
    assert first.headers["Content-Type"] == "text/html; charset=utf-8"


def test_what_a_browser_has_is_not_sent_again(page, folder):
    tag = asked(page, "/js/main.js").headers["ETag"]
    had = {"If-None-Match": tag}
    again = asked(page, "/js/main.js", **had)
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == tag
    new = asked(app.PageFiles(folder, {"js/main.js": "new()"}), "/js/main.js", **had)
    assert (new.status_code, new.text) == (200, "new()")


def test_a_script_has_what_its_module_imports_inside():
    found = bundles()
    assert "@import" not in found.pop("css/explorer.css")
    first = {found.pop("js/main.js"), found.pop("js/book.js")}
    assert not any(re.search(r"^(import|export) (?!\{ define \};)", text, re.M) for text in first)
    for text in found.values():
        assert re.findall(r"^import \{ (.*) \} from .*main.js", text, re.M) == ["define"]
    part = found["js/game/part.js"]
    assert '"js/game/play.js"() {' in part
    assert '"js/api.js"() {' not in part  # which the first script has
    assert 'import("./sprouts/whole.js")' in part


def test_only_names_of_the_folder_are_found():
    explorer = app.create_app()
    outside = "/../secret.txt /js /js/ /js/main.js/ /js/main.js%00 /js%5cmain.js"
    for path in outside.split():
        assert asked(explorer, path).status_code == 404, path
    for method in ("POST", "PUT", "DELETE"):
        refused = asked(explorer, "/js/main.js", method, **OWN)
        assert (refused.status_code, refused.headers["Allow"]) == (405, "GET, HEAD")
    head = asked(explorer, "/js/main.js", "HEAD")
    assert (head.status_code, head.content) == (200, b"")


def test_a_book_stands_beside_the_page(folder: Path) -> None:
    chapter = folder / "docs" / "index.html"
    chapter.parent.mkdir()
    chapter.write_text("<script>shown = true</script>")
    explorer = app.create_app(app.Settings(book=folder))
    book = asked(explorer, "/book/docs/index.html")
    page = asked(explorer, "/")
    assert book.text == chapter.read_text()
    assert "script-src 'self' 'unsafe-inline'" in book.headers["Content-Security-Policy"]
    assert '<a href="book/docs/index.html">' in page.text
    assert "unsafe-inline" not in page.headers["Content-Security-Policy"]
    assert asked(explorer, "/book/%2e%2e/secret.txt").status_code == 404
    assert "book/" not in asked(app.create_app(), "/").text
