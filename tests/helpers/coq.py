"""Coq with the development of proofs/, or a skip that says why."""

import shutil
import subprocess

import pytest
from filelock import FileLock

from project import ROOT

PROOFS = ROOT / "proofs"


@pytest.fixture(scope="session")
def development(tmp_path_factory):
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not there; Debian's package coq has it")
    with FileLock(tmp_path_factory.getbasetemp().parent / "proofs.lock"):
        subprocess.run([PROOFS / "build"], check=True)
    return PROOFS
