"""The book, built by Sphinx as `.ci/run` builds it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from project import ROOT


def build_book(source: Path, output: Path) -> subprocess.CompletedProcess[str]:
    sphinx = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", str(ROOT / "book")]
    return subprocess.run([*sphinx, str(source), str(output)], capture_output=True, text=True)


def whole_book(output: Path) -> Path:
    if "GRUNDY_BOOK" in os.environ:
        return Path(os.environ["GRUNDY_BOOK"])
    done = build_book(ROOT, output)
    assert done.returncode == 0, done.stderr
    return output
