"""The exit status of `grundy`, and its one sentence, for whatever ends it."""

import sys

import click
import pytest

import grundy
from commands import called_unheard, ended, heavy_loaded_by
from grundy.cli import main
from grundy.errors import GraphFormatError, GrundyError, LimitError, VerificationError
from project import EXAMPLES

LOOPY = EXAMPLES / "loopy.dot"
MEMORY = "The memory of this machine is not enough for this; nothing was written."
ENDS = [
    (MemoryError(), 3, f"grundy: {MEMORY}\n"),
    (LimitError("Stopped early."), 3, "grundy: Stopped early.\n"),
    (VerificationError("It does not hold."), 1, "grundy: It does not hold.\n"),
    (GrundyError("This is wrong."), 2, "grundy: This is wrong.\n"),
    (GraphFormatError("wrong.", file="g.csv", line=3), 2, "grundy: g.csv, line 3: wrong.\n"),
    (OSError(28, "No space left on device", "x"), 2, "grundy: x: no space left on device.\n"),
    (OSError(5, "Input/output error"), 2, "grundy: input/output error.\n"),
    (KeyboardInterrupt(), 130, "grundy: Interrupted.\n"),
    (click.Abort(), 130, "grundy: Interrupted.\n"),
    (click.UsageError("No such thing."), 2, "grundy: No such thing.\n"),
    (BrokenPipeError(), 0, ""),
]


@pytest.mark.parametrize(("error", "status", "printed"), ENDS, ids=lambda end: type(end).__name__)
def test_each_end_has_its_status(error, status, printed, monkeypatch, capsys):
    """Whatever a command raises, there is one line, nothing on standard output, and a status."""
    monkeypatch.setattr("grundy.cli.inputs.forget_output", lambda: None)  # pytest has replaced it

    def end(*arguments: object, **options: object) -> None:
        raise error

    monkeypatch.setattr(main.grundy, "main", end)

    assert main.run(["nim", "1"]) == status
    assert capsys.readouterr() == ("", printed)


def test_a_defect_of_ours_keeps_its_traceback(monkeypatch):
    def end(*arguments: object, **options: object) -> None:
        raise AssertionError("a defect")

    monkeypatch.setattr(main.grundy, "main", end)
    with pytest.raises(AssertionError, match="a defect"):
        main.run(["nim", "1"])


TWICE = """
import os, signal
import click
from grundy.cli import main, start

def interrupt(*arguments, **options):
    os.kill(os.getpid(), signal.SIGINT)
    signal.pause()

main.grundy.main = interrupt  # Ctrl-C while a command runs,
click.echo = interrupt        # and again while the sentence about it is written
start.main()
"""


def test_a_second_ctrl_c_has_the_same_status():
    """An interrupt while the first one is answered ends it, with no traceback."""
    assert ended([sys.executable, "-c", TWICE]) == (130, "", "")


@pytest.mark.parametrize(("command", "typed"), [
    ("values 0.77 --stop 1400 --output -", ""), ("play nim 3 4 5", "moves\n" * 2000),
])  # fmt: skip
def test_a_closed_pipe_is_silent(command, typed):
    assert called_unheard(*command.split(), typed=typed) == (0, "", "")


def test_a_small_question_loads_nothing_large():
    """The plain path serves it, so that it is answered at once."""
    grundy.recognise([0, 1])  # builds the table, once
    assert heavy_loaded_by(
        "values 0.77 --stop 1000", f"label {LOOPY}", "period 0.77", "solve nogo 2x3",
        "solve clobber 3x3", "table wythoff 8 12", "recognise 0 1 2 3 1 4 3 2 1 4",
    ) == []  # fmt: skip
