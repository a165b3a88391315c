"""The files of the page: packed or plain, new or known, and nothing outside their folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx")
from starlette.testclient import TestClient

from grundy.web.app import create_app
from grundy.web.page_files import PageFiles
from grundy.web.settings import Settings

LONG = "// words\n" * 1_000
PACKED = {"Accept-Encoding": "br, gzip"}
OWN = {"Origin": "http://127.0.0.1"}
PLAIN = {"Accept-Encoding": "identity"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a small page; beside its folder stands a file that is nobody's business."""
    page = tmp_path / "page"
    (page / "js").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html>")
    (page / "js" / "main.js").write_text(LONG)
    (tmp_path / "secret.txt").write_text("secret")
    return page


@pytest.fixture
def client(folder: Path) -> TestClient:
    """Return somebody who asks."""
    return TestClient(PageFiles(folder))


def test_a_file_comes_packed_or_plain_with_its_type(client: TestClient) -> None:
    """Both say the same; short files are not packed."""
    packed, plain = (client.get("/js/main.js", headers=one) for one in (PACKED, PLAIN))

    assert packed.text == plain.text == LONG
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) < len(LONG) / 10
    assert "Content-Encoding" not in plain.headers
    assert plain.headers["Content-Type"] == "text/javascript; charset=utf-8"
    for answer in (packed, plain):
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert answer.headers["Cache-Control"] == "no-cache"
    first = client.get("/", headers=PACKED)
    assert first.text == "<!doctype html>"
    assert "Content-Encoding" not in first.headers
    assert first.headers["Content-Type"] == "text/html; charset=utf-8"


def test_what_a_browser_has_is_not_sent_again(client: TestClient, folder: Path) -> None:
    """Until the file is changed, which needs no new start."""
    tag = client.get("/js/main.js").headers["ETag"]
    asked = {"If-None-Match": tag}
    again = client.get("/js/main.js", headers=asked)
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == tag

    changed = folder / "js" / "main.js"
    changed.write_text("new()")
    os.utime(changed, ns=(1, 1))
    new = client.get("/js/main.js", headers=asked)
    assert (new.status_code, new.text) == (200, "new()")
    assert new.headers["ETag"] != tag


def test_only_names_of_the_folder_are_found() -> None:
    """Ways out, folders and what nobody wrote: 404; what is not asking: 405."""
    explorer = TestClient(create_app(Settings()), base_url="http://127.0.0.1")
    assert explorer.get("/js/main.js").status_code == 200
    for path in ("/../secret.txt", "/%2e%2e/app.py", "//etc/passwd", "/js", "/js/", "/js/main.js/",
                 "/js/nosuch.js", "/js/main.js%00", "/js%5cmain.js"):  # fmt: skip
        assert explorer.get(path).status_code == 404, path
    for method in ("POST", "PUT", "DELETE"):
        refused = explorer.request(method, "/js/main.js", headers=OWN)
        assert (refused.status_code, refused.headers["Allow"]) == (405, "GET, HEAD")
    head = explorer.head("/js/main.js")
    assert (head.status_code, head.content) == (200, b"")
