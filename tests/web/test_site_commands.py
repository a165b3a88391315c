"""Command lines in the browser: status, output and errors are those of this machine."""

from __future__ import annotations

import base64
import io
import json
import shlex
import zipfile
from importlib.util import find_spec
from pathlib import Path

import grundy
import grundy.runtime.kernels as kernels
from commands import called
from project import EXAMPLES
from web_site import ASK, visited

# What the command line needs, and a page does not.
LIBRARIES = ("click", "markdown_it", "mdurl", "packaging", "pygments", "rich")
QUESTIONS = Path(__file__).with_name("command-lines.txt")
BEGIN = """
import base64, contextlib, io, json, os, pathlib, sys, zipfile
zipfile.ZipFile(io.BytesIO(base64.b64decode({packed!r}))).extractall("/library")
pathlib.Path("/desk").mkdir()
pathlib.Path("/desk/examples").symlink_to("/library/examples")
os.chdir("/desk")
os.environ["COLUMNS"] = "100"
from grundy.cli.main import run

def asked(line):
    out, errors = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        status = run(line)
    return json.dumps([status, *(written(each) for each in (out, errors))])

def written(stream):
    stream.flush()
    return stream.buffer.getvalue().decode()
"""


def packed() -> str:
    folders = {"grundy/cli": Path(grundy.__file__).parent / "cli", "examples": EXAMPLES}
    for name in LIBRARIES:
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        folders[name] = Path(spec.origin).parent
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, folder in folders.items():
            for path in folder.rglob("*.*"):
                if path.is_file() and path.suffix not in (".pyc", ".ipynb"):
                    archive.write(path, f"{name}/{path.relative_to(folder)}")
    return base64.b64encode(found.getvalue()).decode()


def test_command_lines_answer_as_on_this_machine(visitor, site, capsys, tmp_path, monkeypatch):
    lines = [shlex.split(line) for line in QUESTIONS.read_text().splitlines()]
    assert sum("--json" in line for line in lines) >= 200
    (tmp_path / "examples").symlink_to(EXAMPLES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    with visited(visitor, f"{site}#nimbers") as page:

        def run(source: str) -> dict[str, str]:
            status, found = page.evaluate(ASK, ["cell/run", {"source": source, "page": "cli"}])
            assert status == 200, found
            return found  # type: ignore[no-any-return]

        assert run(BEGIN.format(packed=packed())) == {}
        for line in lines:
            found = run(f"print(asked({line!r}))")
            assert "error" not in found, (line, found)
            with kernels.running(plain=True):
                assert json.loads(found["text"]) == list(called(capsys, *line)), line
