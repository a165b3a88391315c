"""SIGTERM ends a command as Ctrl-C does: what it began is tidied up, what is done is kept."""

import json
import signal
import subprocess
import sys

import pytest

from commands import GRUNDY, ended
from large_graphs import long_path_and_cycles, write_arcs
from waiting import children_of, is_running, wait_until

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
    """Processes of a sweep end too, without a word of theirs."""
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
