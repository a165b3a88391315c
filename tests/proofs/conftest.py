"""Coq, for the theorems that are written here."""

import subprocess

import pytest

from coq import development as development  # a fixture


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """What Coq or the program extracted from it has to check is a step of its own."""
    for item in items:
        if "development" in getattr(item, "fixturenames", ()):
            item.add_marker("coq")


@pytest.fixture
def coqc(development, tmp_path):
    """Compile a text; return what ended."""

    def run(text):
        file = tmp_path / "theorem.v"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        command = ["coqc", "-q", "-Q", development, "Grundy", file]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)

    return run
