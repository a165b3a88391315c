"""Coq with the development of proofs/, or a skip that says why."""

import shutil
import subprocess
from pathlib import Path

import pytest
from filelock import FileLock

PROOFS = Path(__file__).parent.parent.parent / "proofs"


@pytest.fixture(scope="session")
def development(tmp_path_factory):
    """The folder of proofs/, built."""
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not there; Debian's package coq has it")
    with FileLock(tmp_path_factory.getbasetemp().parent / "proofs.lock"):
        subprocess.run([PROOFS / "build"], check=True)
    return PROOFS


@pytest.fixture
def coqc(development, tmp_path):
    """Compile a text; return what ended."""

    def run(text):
        file = tmp_path / "theorem.v"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        command = ["coqc", "-q", "-Q", development, "Grundy", file]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)

    return run
