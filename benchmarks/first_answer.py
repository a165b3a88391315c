"""The first answer: each command of README and the how-to pages, with empty caches, and again."""

from __future__ import annotations

import compileall
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

Row = tuple[str, str, str, str]

_ROOT = Path(__file__).parent.parent
_PAGES = (_ROOT / "README.md", *sorted((_ROOT / "docs/how-to").glob("*.md")))
_COMMAND = re.compile(r'^(?:\$ )?((?:echo "[^"]*" \| )?grundy \w.*)$', re.MULTILINE)
_ENDLESS = ("grundy serve", "grundy mcp")
_PICTURES = (".png", ".pdf", ".svg")


def first_answer_rows(*, smoke: bool) -> Iterator[Row]:
    """Give the seconds of the processor that each command takes first, and then."""
    compileall.compile_dir(_ROOT / "src", quiet=1)  # as an installation does
    for page in _PAGES[1:2] if smoke else _PAGES:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch) / "work"
            shutil.copytree(_ROOT / "examples", folder / "examples")
            for command in commands_of(page):
                first, again = (_spent(command, folder, Path(scratch)) for _ in range(2))
                shutil.rmtree(Path(scratch) / "home", ignore_errors=True)
                picture = any(ending in command for ending in _PICTURES)
                yield (
                    f"first answer, {page.stem}: {command}",
                    f"{first:.2f} s of the processor, then {again:.2f} s",
                    "",
                    f"at most {2 if picture else 1} s, then 0.35 s",
                )


def commands_of(page: Path) -> list[str]:
    """Return the commands of a page that end by themselves, comments left out."""
    found = [match[1].split("  #")[0].strip() for match in _COMMAND.finditer(page.read_text())]
    return [command for command in found if not command.startswith(_ENDLESS)]


def _spent(command: str, folder: Path, scratch: Path) -> float:
    """Run a command with caches of its own; return its seconds of the processor."""
    bin_ = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    home = str(scratch / "home")
    environment = {**os.environ, "PATH": bin_, "HOME": home, "XDG_CACHE_HOME": f"{home}/cache"}
    for name in ("NUMBA_CACHE_DIR", "PYTHONDONTWRITEBYTECODE"):
        environment.pop(name, None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    text = command + " --resume" * (" tabulate " in command and "--resume" not in command)
    subprocess.run(  # what the pages of this repository say
        ["/bin/sh", "-c", text], check=True, capture_output=True, cwd=folder, env=environment
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
