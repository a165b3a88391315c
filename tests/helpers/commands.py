"""Run a command of `grundy` in this process, as most tests of the command line do."""

from __future__ import annotations

import io
import sys
from typing import NamedTuple

import pytest

from grundy.cli.main import run


class Called(NamedTuple):
    """How a command ended: its status, its output and its error text."""

    status: int
    out: str
    err: str


def called(
    capsys: pytest.CaptureFixture[str], *arguments: str, stdin: bytes | None = None
) -> Called:
    """Run a command, with *stdin* as its standard input where that is given."""
    with pytest.MonkeyPatch.context() as patch:
        if stdin is not None:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        status = run([*arguments])
    printed = capsys.readouterr()
    return Called(status, printed.out, printed.err)


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that has to succeed, and give what it prints."""
    done = called(capsys, *arguments)
    assert done.status == 0, done.err
    return done.out
