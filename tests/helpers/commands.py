"""Run a command of `grundy`: in this process, as most tests do, or in one of its own."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from grundy.cli.main import run

GRUNDY = (sys.executable, "-m", "grundy")

# said by the first command of the process that compiles, whichever that is
_COMPILING = "Compiling for the first time; this takes some seconds, once.\n"
_HEAVY = ("matplotlib", "networkx", "numba", "scipy")
_SAYS_WHAT_IT_LOADED = (
    "import shlex, sys; from grundy.cli.main import run\n"
    "status = sum(run(shlex.split(command)) for command in sys.argv[1:])\n"
    f"print(*(name for name in {_HEAVY} if name in sys.modules)); sys.exit(status)\n"
)


class Called(NamedTuple):
    """How a command ended: its status, its output and its error text."""

    status: int
    out: str
    err: str


def called(
    capsys: pytest.CaptureFixture[str], *arguments: str, stdin: bytes | None = None,
    run: Callable[[list[str]], int] = run,
) -> Called:  # fmt: skip
    """Run a command, with *stdin* as its standard input where that is given."""
    with pytest.MonkeyPatch.context() as patch:
        if stdin is not None:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        status = run([*arguments])
    printed = capsys.readouterr()
    return Called(status, printed.out, printed.err.removeprefix(_COMPILING))


def answered(capsys: pytest.CaptureFixture[str], *arguments: str, **options: Any) -> str:
    done = called(capsys, *arguments, **options)
    assert done.status == 0, done.err
    return done.out


def require_refused(done: Called, said: str, status: int = 2) -> None:
    """Hold a command to have answered nothing and said one sentence, with this in it."""
    assert (done.status, done.out) == (status, "")
    assert done.err.startswith("grundy: ")
    assert said in done.err
    assert done.err.count("\n") == 1


def as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(answered(capsys, *arguments, "--json"))


def called_alone(*arguments: str, **options: Any) -> Called:
    """Run a command in a process of its own; *options* are those of `subprocess.run`."""
    return ended([*GRUNDY, *arguments], **options)


def ended(command: list[str], **options: Any) -> Called:
    done = subprocess.run(command, text=True, check=False, **{"capture_output": True} | options)
    return Called(done.returncode, done.stdout, done.stderr)


def called_unheard(*arguments: str, typed: str = "") -> Called:
    with subprocess.Popen(
        [*GRUNDY, *arguments], text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        process.stdout.close()
        _, error = process.communicate(typed)
    return Called(process.returncode, "", error)


def heavy_loaded_by(*commands: str) -> list[str]:
    done = ended([sys.executable, "-c", _SAYS_WHAT_IT_LOADED, *commands])
    assert done.status == 0, done.err
    return done.out.splitlines()[-1].split()
