"""The static site: what is written, and that its answers in the browser are Python's."""

import hashlib
import io
import json
import os
import struct
import sys
import zipfile
from base64 import b64decode, b64encode
from collections.abc import Iterator
from functools import partial
from itertools import cycle
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import grundy.runtime.kernels as kernels
from commands import called_alone, require_refused
from grundy.errors import FolderError
from grundy.named.catalogue import catalogue
from grundy.named.notation import entry_of
from grundy.web.browser import Rest, bytecode, unpack
from grundy.web.site import _RUNTIME, write_site
from grundy.web.tasks import TASKS, answer
from project import EXAMPLES
from web_browser import DESKTOP, PHONE, serves_everybody
from web_site import ASK, READY, visited


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("written")
    done = called_alone("site", "public", "--address", "https://example.org/games", cwd=folder)
    assert done.status == 0, done
    return folder / "public"


def test_the_site_names_where_python_comes_from(written: Path) -> None:
    found = json.loads((written / "runtime/runtime.json").read_text())
    by_name = {row["name"]: row for row in [*found["files"], *found["rest"]]}
    for each in _RUNTIME:
        row = by_name[each.name]
        assert row["url"].startswith("https://cdn.jsdelivr.net/")
        assert b64decode(row["integrity"].removeprefix("sha256-")).hex() == each.sha256
    for row in (by_name["grundy.zip"], found["files"][1], found["rest"][0]):
        library = (written / "runtime" / row["url"]).read_bytes()
        stated = row["integrity"].removeprefix("sha256-")
        assert b64decode(stated) == hashlib.sha256(library).digest()
    page = (written / "index.html").read_text()
    assert "Content-Security-Policy" in page
    assert "api.html" not in page


def names_in(archive: Path) -> set[str]:
    with zipfile.ZipFile(archive) as opened:
        return set(opened.namelist())


def test_what_a_first_answer_does_not_need_comes_later(written: Path) -> None:
    first, rest = (names_in(written / f"runtime/{name}.zip") for name in ("grundy", "rest"))
    assert not first & rest
    asked_first = ("heaps/periods/verify.py", "games/kernels/boxes.py", "graphs/labelling.py")
    assert {"grundy/__init__.pyi", *(f"grundy/{name}" for name in asked_first)} < first
    assert {"grundy/recognition/known_games.npz", "grundy/named/games/sprouts.py"} < rest
    package = Path(kernels.__file__).parent.parent
    sources = {f"grundy/{path.relative_to(package)}" for path in package.glob("heaps/**/*.py")}
    assert sources < first | rest


def test_the_rest_is_unpacked_for_a_module_of_it(tmp_path: Path) -> None:
    packed = tmp_path / "rest.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("grundy/of_the_rest.py", "")
    data = packed.read_bytes()
    integrity = "sha256-" + b64encode(hashlib.sha256(data).digest()).decode()
    asked: list[int] = []
    rest = Rest(["grundy"], lambda: asked.append(1) or data, integrity, partial(unpack, tmp_path))
    sys.meta_path.append(rest)
    try:
        assert rest.find_spec("os_of_nobody") is None
        with pytest.raises(ImportError, match="not the one that belongs"):
            Rest(["grundy"], lambda: b"another", integrity, unpack).find_spec("grundy.any")
        found = rest.find_spec("grundy.of_the_rest", [str(tmp_path / "grundy")])
    finally:
        sys.meta_path[:] = [each for each in sys.meta_path if each is not rest]
    assert found is not None
    assert asked == [1]


def test_what_was_kept_compiled_is_kept_again(tmp_path: Path, monkeypatch) -> None:
    """The bytecode of a later visit is that of the first, whose files have the time 0, and more."""
    kept = tmp_path / "kept.pyc"
    kept.write_bytes(b"compiled")
    os.utime(kept, (0, 0))
    module = ModuleType("kept")
    module.__cached__ = str(kept)
    monkeypatch.setattr(sys, "modules", {"kept": module})
    packed = bytecode()
    monkeypatch.undo()
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert archive.read(str(kept)[1:]) == b"compiled"


def test_a_phone_and_a_preview_have_their_pictures(written: Path) -> None:
    manifest = json.loads((written / "manifest.webmanifest").read_text())
    drawn = [icon for icon in manifest["icons"] if icon["src"].endswith(".png")]
    assert {icon["sizes"] for icon in drawn} == {"192x192", "512x512"}
    sizes = {icon["src"]: icon["sizes"] for icon in drawn} | {"preview.png": "1200x630"}
    for name, size in sizes.items():
        head = (written / name).read_bytes()[:24]
        assert head.startswith(b"\x89PNG")
        assert "{}x{}".format(*struct.unpack(">II", head[16:])) == size
    page = (written / "index.html").read_text()
    assert '"og:image" content="https://example.org/games/preview.png"' in page
    assert '<link rel="apple-touch-icon" href="icon-192.png">' in page


def test_hashes_are_those_of_the_packages(runtime: Path) -> None:
    for each in _RUNTIME:
        if not each.name.endswith(".whl"):
            assert hashlib.sha256((runtime / each.name).read_bytes()).hexdigest() == each.sha256
            assert (runtime / each.name).stat().st_size == each.size


def test_an_earlier_site_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "public"
    write_site(target)
    (target / "old.txt").write_text("of the earlier site")
    write_site(target)
    assert not (target / "old.txt").exists()
    other = tmp_path / "thesis"
    other.mkdir()
    (other / "thesis.tex").write_text("years of work")
    with pytest.raises(FolderError, match="there is something else"):
        write_site(other)
    assert [path.name for path in other.iterdir()] == ["thesis.tex"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["public", "thesis"]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="a folder in which nobody can write")
def test_an_error_names_the_folder_that_was_asked_for() -> None:
    require_refused(called_alone("site", "/proc/site"), "grundy: /proc/site: ")


@pytest.fixture(scope="module")
def tab(visitor: Any, site: str) -> Iterator[Any]:
    """One tab with Python there: that takes seconds, and the tests leave nothing behind."""
    with visited(visitor, f"{site}#nimbers") as found:
        yield found


@pytest.fixture
def page(tab: Any) -> Any:
    tab.set_viewport_size(DESKTOP)
    tab.evaluate(ASK, ["game/position", {"position": "nim 1"}])  # leaves the page's own api there
    return tab


DOT = (
    (EXAMPLES / "loopy.dot").read_text(),
    'digraph { subgraph cluster_x { "a b" -> b; {} } b -> {c b}; b -> c; é [name=n, edges=5] }',
    'digraph { edges=5; layout=neato; a [pos=bad, _gvid=7]; a -> b [head=w, label=<<b>x</b>>] }',
    "digraph {}", "", "graph { a -- b }", "digraph { a -> b\nb => c }", 'digraph { "a',
    "digraph { a } digraph { b }", 'digraph { "%a" }', 'digraph { ab; <ab> }',
)  # fmt: skip


def questions() -> list[tuple[str, dict[str, Any]]]:
    found = [
        (name, dict(task.example))
        for name, task in TASKS.items()
        if not task.streams and not task.media_types
    ]
    tasks = cycle(("game/position", "command/solve", "command/explain"))
    for name in catalogue:
        found.append((next(tasks), {"position": f"{name} {entry_of(name).start}"}))
    for game in ("0.77", "0.137", "4.3", "{1,3,4}", "allbut{2}", "kayles", "grundys-game"):
        found.append(("command/values", {"game": game, "stop": 60}))
        found.append(("command/period", {"game": game, "stop": 300}))
    found += [("graph/read", {"name": "g.dot", "text": text}) for text in DOT]
    return [*found, ("command/label", {"graph": DOT[1], "format": "dot"})]


def by_python(name: str, body: dict[str, Any]) -> list[Any]:
    with kernels.running(plain=True):
        head, content = answer(name, json.dumps(body).encode())
    found = json.loads(content)
    status = json.loads(head)["status"]
    return [status, found if status == 200 else found["error"]]


def test_answers_are_those_of_this_machine(page: Any) -> None:
    asked = questions()
    assert len(asked) > 90
    for name, body in asked:
        assert page.evaluate(ASK, [name, body]) == by_python(name, body), (name, body)


def test_streams_and_files_arrive(page: Any) -> None:
    lines = page.evaluate("""async () => {
        const { stream, fetchFile } = window.api;
        const lines = [];
        await stream("sequence/values", { game: "0.77", stop: 300 }, (line) => lines.push(line));
        const blob = await fetchFile("sequence/file", { game: "0.77", stop: 10, format: "csv" });
        return [lines, await blob.text()];
    }""")
    assert lines[0][-1] == {"done": True}
    assert lines[1].splitlines()[-1] == "9,4"


def test_a_question_that_is_left_keeps_no_other_waiting(page: Any) -> None:
    found = page.evaluate("""async () => {
        const { ask } = window.api;
        const leaving = new AbortController();
        const endless = ask("sequence/quotient", { game: "0.3122", stop: 1000 }, leaving.signal);
        setTimeout(() => leaving.abort(), 200);
        const left = await endless.then(() => "answered", (error) => error.name);
        return [left, (await ask("nimbers/calculate", { expression: "2*3" })).value];
    }""")
    assert found == ["AbortError", "1"]


def test_the_first_game_is_played_before_python_is_there(visitor: Any, site: str) -> None:
    early = visitor.browser.new_page(service_workers="block")  # an earlier page has kept Python
    early.route("**/runtime.json", lambda route: None)
    early.goto(site)
    early.get_by_role("button", name="stone 1").first.click()
    early.get_by_text("Ada played:").wait_for()
    assert not early.locator(READY).count()
    early.close()


def test_a_second_visit_needs_no_network(visitor: Any, site: str, page: Any) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    visitor.set_offline(True)
    try:
        again = visitor.new_page()
        again.goto(f"{site}#game=nim 3 5 7")
        again.wait_for_selector(READY, state="attached")
        assert again.evaluate(ASK, ["nimbers/calculate", {"expression": "3+5"}])[1]["value"] == "6"
        again.get_by_text("Player 1 is to move").wait_for()
        again.close()
    finally:
        visitor.set_offline(False)


@pytest.mark.parametrize(("address", "seen"), [
    ("start", ".start-game .play-board"), ("game=kayles 5 7", ".play-table .play-board"),
    ("sequence=0.77", ".plot canvas"), ("nimbers", ".nim-table td"), ("python", "#rule"),
])  # fmt: skip
def test_on_a_phone_nothing_breaks_a_rule(page: Any, address: str, seen: str) -> None:
    page.set_viewport_size(PHONE)
    page.evaluate("address => { location.hash = address; }", address)
    page.locator(seen).first.wait_for()
    serves_everybody(page)


@pytest.mark.long
def test_memory_stays_flat(page: Any) -> None:
    grown = []
    for _ in range(5):
        page.evaluate("""async () => {
            const { ask } = window.api;
            for (let n = 0; n < 100; n += 1)
                await ask("game/explain", { position: `kayles ${n % 20 + 1} 7` });
        }""")
        grown.append(page.evaluate("performance.memory.usedJSHeapSize"))
    assert grown[-1] < 1.5 * grown[0] + 2e6
