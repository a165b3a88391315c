"""The explorer as a static site: the page, the library, and Python for the browser.

The page asks a worker in which Pyodide runs this library; `static/js/carriers` has its half.
What the worker loads stands in runtime/runtime.json with hashes. A service worker keeps all of it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from grundy._version import __version__
from grundy.errors import FolderError, GraphFormatError, MissingExtraError
from grundy.runtime.files import TEMPORARY, whole_folder
from grundy.web.browser import LIBRARIES
from grundy.web.page_files import STATIC, bundles, modules
from grundy.web.settings import BOOK, FOOT, require_book
from grundy.web.tasks import answer

_PACKAGE = Path(__file__).parent.parent
_FILES = Path(__file__).parent / "site_files"
_NOT_IN_A_BROWSER = (
    "web/static", "web/site", "cli", "web/app.py", "web/page_files.py", "web/pool.py",
    "web/mcp_server.py", "web/serve.py", "web/worker.py",
)  # fmt: skip

_CACHED_ON_VISIT = ("book/code/", "book/_downloads/", "preview.png")  # the rest is small

_FIRST_GAME = "nim 3 4 5"  # of the first page

_PYTHON = json.loads((_FILES / "pyodide.json").read_text(encoding="utf-8"))
_PYODIDE = _PYTHON["version"]


@dataclass(frozen=True, slots=True)
class RuntimeFile:
    """A file of Python for the browser: where it is, its SHA-256, and its bytes or about that."""

    name: str
    url: str
    sha256: str
    size: int


# Python's worker is under the policy of its page: code comes from the site alone, or as a blob
# whose hash the worker has checked, and no text becomes code.
_POLICY = (
    "script-src 'self' blob: 'wasm-unsafe-eval'{inline}; worker-src 'self' blob:; "
    f"connect-src 'self' {' '.join(_PYTHON['from'])}"
)

# Python starts with the modules that the first answers need, compiled by .ci/python-start from its
# own library, under the name of that; the library itself comes later.
_START, _STDLIB = "python-start.zip", "python_stdlib.zip"

# The hashes are those of the packages' own lock files.
_RUNTIME = tuple(RuntimeFile(**each) for each in _PYTHON["files"])


def write_site(
    folder: Path,
    *,
    offline: bool = False,
    runtime: Path | None = None,
    book: Path | None = None,
    address: str = "",
) -> tuple[int, int]:
    """Write the site to a folder, whole or not at all; return how many files it has, and bytes."""
    _require_ours(folder)
    if book is not None:
        require_book(book)
    try:
        with whole_folder(folder.parent) as fresh:
            new = fresh / "site"
            _write_page(new, has_book=book is not None, address=address)
            first = json.dumps(_first_answers(), ensure_ascii=False, separators=(",", ":"))
            (new / "js/carriers/first.json").write_text(first, encoding="utf-8")
            if book is not None:
                _write_book(new / "book", book)
            _write_runtime(new, offline=offline or runtime is not None, source=runtime)
            _write_service_worker(new)
            if folder.exists():
                folder.rename(fresh / "earlier")
            new.rename(folder)
    except OSError as error:
        if str(error.filename).startswith(str(folder.parent / TEMPORARY)):
            error.filename = str(folder)  # nobody knows of the hidden one
        raise
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return len(sizes), sum(sizes)


def _require_ours(folder: Path) -> None:
    if not folder.parent.is_dir():
        raise GraphFormatError(f'there is no folder "{folder.parent}".', file=str(folder))
    is_new = not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))
    if not is_new and not (folder / "runtime/runtime.json").is_file():
        raise FolderError(f"{folder}: there is something else; name a new folder.")


# ---- the page -------------------------------------------------------------------------------


def _write_page(target: Path, *, has_book: bool, address: str) -> None:
    shutil.copytree(STATIC, target, ignore=shutil.ignore_patterns("api.html", "js", "css"))
    workers = [path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*-worker.js")]
    for texts in (*map(modules, workers), bundles()):
        for name, content in texts.items():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (target / name).write_bytes(content.encode())
    index = target / "index.html"
    text = index.read_text(encoding="utf-8")
    root = f"{address.rstrip('/')}/" if address else ""
    head = (_FILES / "head.html").read_text(encoding="utf-8").replace("ADDRESS", escape(root))
    head = head.replace("PYTHON", _POLICY.format(inline=""))
    for path in (_FILES / "manifest.webmanifest", *_FILES.glob("*.png")):
        shutil.copy(path, target)
    text = text.replace("  </nav>", '    <a href="#python" data-part="python">Python</a>\n  </nav>')
    text = text.replace('<link rel="icon"', head + '<link rel="icon"')
    text = text.replace(FOOT, BOOK if has_book else "")
    index.write_text(text, encoding="utf-8")


def _first_answers() -> dict[str, Any]:
    """Answer all that the game on the first page can ask, so that it need not wait for Python."""
    answers: dict[str, Any] = {}
    waiting = [_FIRST_GAME]
    while waiting:
        position = waiting.pop()
        if f"game/position {position}" not in answers:
            shown = answers[f"game/position {position}"] = _answered("game/position", position)
            waiting += [move["to"] for move in shown["moves"]]
            if shown["moves"]:
                chosen = _answered("game/answer", position, level="perfect", seed=0)
                answers[f"game/answer {position}"] = chosen
    return answers


def _answered(name: str, position: str, **more: Any) -> Any:
    _, content = answer(name, json.dumps({"position": position, **more}).encode())
    return json.loads(content)


def _write_book(target: Path, book: Path) -> None:
    """Copy the book, and let its pages load what runs their examples, under Python's policy."""
    shutil.copytree(book, target, ignore=shutil.ignore_patterns(".doctrees"))
    policy = _POLICY.format(inline=" 'unsafe-inline'")  # Sphinx writes scripts into its pages
    policy = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    for path in target.rglob("*.html"):
        up = "../" * len(path.relative_to(target).parts)
        text = path.read_text(encoding="utf-8").replace("<head>", f"<head>{policy}", 1)
        script = f'<script type="module" src="{up}js/book.js"></script></body>'
        path.write_text(text.replace("</body>", script), encoding="utf-8")


# ---- Python for the browser -----------------------------------------------------------------


def _write_runtime(site: Path, *, offline: bool, source: Path | None) -> None:
    target = site / "runtime"
    target.mkdir()
    modules, first = dict(_modules(site / "book/examples")), _first_modules()
    _pack(target / "grundy.zip", {name: modules[name] for name in modules if name in first})
    _pack(target / "rest.zip", {name: modules[name] for name in modules if name not in first})
    shutil.copy(_FILES / _START, target)
    files = [_described(target / "grundy.zip"), _described(target / _START) | {"name": _STDLIB}]
    for each in _RUNTIME:
        if not offline:
            files.append(_row(each.name, each.url, each.sha256, each.size))
            continue
        data = _downloaded(each) if source is None else _copied(each, source)
        (target / each.name).write_bytes(data)
        files.append(_described(target / each.name))
    wheels = [each.name for each in _RUNTIME if each.name.endswith(".whl")]
    rest = [_described(target / "rest.zip"), files.pop()]
    text = {
        "version": __version__, "lock": _PYTHON["lock"], "wheels": wheels, "files": files,
        "rest": rest,
    }  # fmt: skip
    (target / "runtime.json").write_text(json.dumps(text, indent=1), encoding="utf-8")


def _described(path: Path) -> dict[str, object]:
    data = path.read_bytes()
    return _row(path.name, path.name, hashlib.sha256(data).hexdigest(), len(data))


def _row(name: str, url: str, sha256: str, size: int) -> dict[str, object]:
    integrity = "sha256-" + base64.b64encode(bytes.fromhex(sha256)).decode()
    return {"name": name, "url": url, "integrity": integrity, "bytes": size}


def _downloaded(file: RuntimeFile) -> bytes:
    try:
        with urlopen(file.url, timeout=60) as response:  # noqa: S310 - https, written above
            data: bytes = response.read()
    except (URLError, TimeoutError) as error:
        raise FolderError(f"{file.url}: not downloaded ({error}); see --runtime.") from None
    if hashlib.sha256(data).hexdigest() != file.sha256:
        raise FolderError(f"{file.url}: not the file of Pyodide {_PYODIDE}; its hash is another.")
    return data


def _copied(file: RuntimeFile, source: Path) -> bytes:
    """Read a file from a folder; a wheel may be built for the platform under its older name."""
    names = [file.name, file.name.replace("pyemscripten", "pyodide")]
    for path in (source / name for name in names):
        if path.is_file():
            return path.read_bytes()
    raise FolderError(f"{source}: there is no {file.name}, which Pyodide {_PYODIDE} needs.")


def _pack(target: Path, files: dict[str, Path]) -> None:
    """Pack files, the same bytes for the same files."""
    with zipfile.ZipFile(target, "w") as archive:
        for name, path in sorted(files.items()):
            data = path.read_bytes()
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, compresslevel=9)


def _first_modules() -> set[str]:
    """Return the files that the first answers load, found in a process of its own."""
    script = "from grundy.web import browser; print(browser.loaded_by(browser.FIRST_TASKS))"
    command = [sys.executable, "-c", script]
    process = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
    return set(process.stdout.split())


def _modules(examples: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files of the library, of what it imports and of the book, by their names there."""
    roots = [_PACKAGE, *map(_folder_of, LIBRARIES), examples]
    for root in roots:
        for path in root.rglob("*"):
            inside = path.relative_to(root).as_posix()
            left_out = root == _PACKAGE and inside.startswith(_NOT_IN_A_BROWSER)
            if path.is_file() and not left_out and "__pycache__" not in path.parts:
                yield f"{root.name}/{inside}", path


def _folder_of(library: str) -> Path:
    spec = find_spec(library)
    if spec is None:
        raise MissingExtraError(library, "web", "A static site")
    assert spec.origin is not None  # noqa: S101
    return Path(spec.origin).parent


# ---- kept for the next visit ----------------------------------------------------------------


def _write_service_worker(target: Path) -> None:
    """Write the service worker's list of files, with a hash that identifies this version."""
    digest = hashlib.sha256()
    names = []
    for path in sorted(path for path in target.rglob("*") if path.is_file()):
        name = path.relative_to(target).as_posix()
        digest.update(name.encode() + b"\0" + path.read_bytes())
        if not name.startswith(_CACHED_ON_VISIT):
            names.append(name)
    store = f"grundy-{digest.hexdigest()[:16]}"
    manifest = json.dumps({"store": store, "files": [*names, "./"]})
    worker = (_FILES / "service-worker.js").read_text(encoding="utf-8").replace('"KEPT"', manifest)
    (target / "service-worker.js").write_text(worker, encoding="utf-8")
    runtime = target / "runtime/runtime.json"
    settings = json.loads(runtime.read_text(encoding="utf-8")) | {"store": store}
    runtime.write_text(json.dumps(settings, indent=1), encoding="utf-8")
