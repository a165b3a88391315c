"""The exit status of `grundy` and its one sentence, for whatever ends it, a signal too."""

import json
import signal
import subprocess
import sys

import click
import pytest

import grundy
from commands import GRUNDY, called_unheard, ended, heavy_loaded_by
from grundy.cli import main
from grundy.errors import GraphFormatError, GrundyError, LimitError, VerificationError
from large_graphs import long_path_and_cycles, write_arcs
from project import EXAMPLES
from waiting import children_of, is_running, wait_until

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
    monkeypatch.setattr("grundy.cli.output.forget_output", lambda: None)  # pytest has replaced it

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
    assert ended([sys.executable, "-c", TWICE]) == (130, "", "")


@pytest.mark.parametrize(("command", "typed"), [
    ("values 0.77 --stop 1400 --output -", ""), ("play nim 3 4 5", "moves\n" * 2000),
])  # fmt: skip
def test_a_closed_pipe_is_silent(command, typed):
    assert called_unheard(*command.split(), typed=typed) == (0, "", "")


def test_a_small_question_loads_nothing_large():
    grundy.recognise([0, 1, 2, 3, 1, 4, 3, 2])  # builds the table, once
    assert heavy_loaded_by(
        "values 0.77 --stop 1000", f"label {LOOPY}", "period 0.77", "solve nogo 2x3",
        "solve clobber 3x3", "table wythoff 8 12", "recognise 0 1 2 3 1 4 3 2 1 4",
    ) == []  # fmt: skip


# Stops a command in the middle of its work, and says so.
STOPPED = """
import signal, sys
from grundy.cli import start
from grundy.graphs import engines
from grundy.large import output
from grundy.heaps.engines import sequence
def stop(*arguments, **options):
    print("there", flush=True)
    signal.pause()
engines.solve = output._read = stop
import grundy.graphs.labelling as labelling
labelling.solve = stop
sequence.Sequence.resume = stop
sys.argv = ["grundy", *sys.argv[1:]]
start.main()
"""


@pytest.mark.parametrize(("command", "kind"), [
    ("label edges.parquet --engine disk --output labels.parquet", signal.SIGTERM),
    ("label edges.csv --engine disk --output labels.parquet", signal.SIGINT),
    ("label edges.csv --engine disk --save kept", signal.SIGTERM),
    ("values kayles --stop 9 --save deep/kept", signal.SIGTERM),
])  # fmt: skip
def test_a_polite_end_leaves_nothing(command, kind, tmp_path):
    write_arcs(tmp_path / "edges.parquet", long_path_and_cycles(20))
    (tmp_path / "edges.csv").write_text("a,b\nb,c\n")
    with subprocess.Popen(
        [sys.executable, "-c", STOPPED, *command.split()], cwd=tmp_path, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == "there\n"
        process.send_signal(kind)
        _, said = process.communicate()
    assert process.returncode == (130 if kind == signal.SIGINT else -signal.SIGTERM)
    # Kernels that are compiled for the first time say so, in a line before.
    printed = [line for line in said.splitlines() if line and not line.startswith("Compiling")]
    assert printed == ["grundy: Interrupted."]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["edges.csv", "edges.parquet"]


def test_what_is_done_is_kept(tmp_path):
    """A run of values that is ended politely says where its work is, and goes on from there."""
    command = [*GRUNDY, "values", "0.6", "--hash", "--save", "kept"]
    state = tmp_path / "kept" / "state.json"
    with subprocess.Popen(
        [*command, "--stop", "1e8", "--save-every", "0"], cwd=tmp_path, text=True,
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        # The run is behind its first save when the second piece is there.
        wait_until(lambda: len(list(state.parent.glob("values-*.npy"))) >= 2)
        process.terminate()
        _, said = process.communicate()
    assert process.returncode == -signal.SIGTERM
    assert "the same command with --resume goes on from there" in said
    filled = json.loads(state.read_text())["state"]["filled"]
    done = ended([*command, "--stop", str(filled), "--resume"], cwd=tmp_path)
    assert done.status == 0
    assert f"{filled:,} values" in done.err


def test_workers_end_with_their_command():
    command = [*GRUNDY, "experiment", "max-value", "--n", "300", "--repetitions", "1000000",
               "--workers", "2"]  # fmt: skip
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        wait_until(lambda: len(children_of(process.pid)) >= 2)
        children = children_of(process.pid)
        process.terminate()
        _, said = process.communicate()
    assert process.returncode == -signal.SIGTERM
    assert said.strip().splitlines()[-1] == "grundy: Interrupted."
    assert "Traceback" not in said
    assert children
    wait_until(lambda: not any(map(is_running, children)))
