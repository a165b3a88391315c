"""Run a program of the research folder: in this process, or in one of its own."""

import sys
from contextlib import nullcontext
from functools import partial
from importlib import import_module

import pytest

from commands import Called, answered, called
from grundy.runtime.runner import process_pool
from research import oeis, verify
from research.atlas import normal
from research.program import run_program


def program(name: str) -> list[str]:
    return [sys.executable, "-m", f"research.{name}"]


def atlas(digits, stop, *, executor=None, workers=None, proofs=None):
    done: dict[str, normal.GameResult] = {}
    with process_pool(workers) if executor is None else nullcontext(executor) as pool:
        normal.compute(digits, stop, done, executor=pool, proofs=proofs)
    return normal.table(digits, done)


def run_atlas(arguments: list[str]) -> int:
    command = import_module("research.atlas.__main__").command
    return run_program("atlas", command, arguments)


def called_atlas(capsys: pytest.CaptureFixture[str], *arguments: str) -> Called:
    return called(capsys, *arguments, run=run_atlas)


def called_oeis(capsys: pytest.CaptureFixture[str], *arguments: str) -> Called:
    """Run the program that drafts for the OEIS, and return how it ended."""
    return called(capsys, *arguments, run=partial(run_program, "oeis", oeis.command))


def answered_oeis(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    return answered(capsys, *arguments, run=partial(run_program, "oeis", oeis.command))


def called_verify(capsys: pytest.CaptureFixture[str], *arguments: str) -> Called:
    return called(capsys, *arguments, run=partial(run_program, "verify", verify.command))
