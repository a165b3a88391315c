"""No command destroys what it reads, or what it has just written."""

import os
from collections.abc import Iterator
from pathlib import Path

import click
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import grundy
from commands import called, called_alone, require_refused
from grundy.cli.main import COMMANDS, load, run
from grundy.cli.options import OUTPUT

# Options of these commands that name a file to write, so that none is forgotten.
WRITING = {
    "experiment max-value --output", "experiment max-value --plot", "explain --html",
    "describe --certificate", "graph --draw", "graph --output", "label --certificate",
    "label --draw", "label --output", "period --certificate",
    "play --save", "quotient --certificate", "random --output", "sheet --output",
    "solve --certificate", "solve --draw", "table --output", "values --output", "values --plot",
    "values --plot-frequencies",
}  # fmt: skip


def commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    if isinstance(command, click.Group):
        for part, found in command.commands.items():
            yield from commands(found, f"{name} {part}")
    else:
        yield name, command


ALL = {name: command for first in COMMANDS for name, command in commands(load(first), first)}


def test_every_option_that_writes_is_known():
    found = {
        f"{name} {parameter.opts[0]}"
        for name, command in ALL.items()
        for parameter in command.params
        if parameter.metavar == OUTPUT
    }
    assert found == WRITING
    for name, command in ALL.items():
        for option in command.params:
            if isinstance(option, click.Option) and not option.is_flag and option.metavar != OUTPUT:
                assert not str(option.help).startswith(("Write", "Draw", "Plot", "A file")), name


@pytest.mark.parametrize("option", sorted(WRITING))
@pytest.mark.parametrize(("name", "said"), [
    ("", "the name is empty"), ("no/such/x", 'there is no folder "no/such"'), (".", "is a folder"),
])  # fmt: skip
def test_a_file_to_write_is_in_a_folder_that_is_there(option, name, said, tmp_path, capsys):
    command, _, writes = option.rpartition(" ")
    words = {
        "describe": "nim", "experiment max-value": "", "label": "g.csv", "period": "nim",
        "quotient": "nim",
        "random": "-n 3", "sheet": "nim", "values": "nim",
    }.get(command, "nim 3")  # fmt: skip
    done = called(capsys, *command.split(), *words.split(), writes, name)
    require_refused(done, said)


def link(kind: str, path: Path) -> Path:
    other = path.with_name(f"other-{path.name}")
    if kind == "same":
        return path
    if kind == "relative":
        return Path(os.path.relpath(path))
    other.symlink_to(path) if kind == "symbolic" else other.hardlink_to(path)
    return other


@pytest.mark.parametrize("kind", ["same", "relative", "symbolic", "hard"])
@pytest.mark.parametrize(
    "option",
    sorted(WRITING - {w for w in WRITING if w.startswith(("experiment", "random", "sheet"))}),
)
def test_an_input_is_never_written_over(option, kind, tmp_path, capsys):
    name, _, writes = option.rpartition(" ")
    path = tmp_path / "game.py"
    content = "source,target\n0,1\n"
    path.write_text(content)
    before = path.stat().st_ino
    more = ["9"] if name == "table" else []
    for word in (str(path), f"{path}:rule"):
        done = called(capsys, *name.split(), word, *more, writes, str(link(kind, path)))
        if kind in ("symbolic", "hard"):
            path.with_name(f"other-{path.name}").unlink()
        require_refused(done, "this file is an input")
    assert path.read_text() == content
    assert path.stat().st_ino == before


@pytest.mark.parametrize(("kind", "there"), [
    ("same", False), ("same", True), ("relative", False), ("symbolic", False), ("hard", True),
])  # fmt: skip
@pytest.mark.parametrize("command", [
    "label GRAPH --output ONE --draw OTHER", "graph nim 3 --draw ONE --output OTHER",
    "values 0.77 --stop 9 --plot ONE --plot-frequencies OTHER",
    "values 0.77 --stop 9 --output ONE --save OTHER",
    "experiment max-value --n 5 --output ONE --plot OTHER",
])  # fmt: skip
def test_two_outputs_are_two_files(command, kind, there, tmp_path, capsys):
    graph, one = tmp_path / "graph.csv", tmp_path / "out.svg"
    graph.write_text("0,1\n")
    if there:
        one.write_text("older")
    names = {"GRAPH": str(graph), "ONE": str(one), "OTHER": str(link(kind, one))}
    before = sorted(tmp_path.iterdir())
    done = called(capsys, *(names.get(word, word) for word in command.split()))
    require_refused(done, "name another one")
    assert sorted(tmp_path.iterdir()) == before
    assert not there or one.read_text() == "older"


def test_a_device_may_be_both_outputs(tmp_path):
    arcs = tmp_path / "e.csv"
    arcs.write_text("0,1\n")
    devices = ["--output", os.devnull, "--format", "csv", "--draw", os.devnull]
    assert "writes there too" not in called_alone("label", str(arcs), *devices).err


def test_standard_input_from_a_file_is_an_input(tmp_path):
    arcs = tmp_path / "e.csv"
    arcs.write_text("0,1\n")
    command = ["label", "-", "--input-format", "csv", "--output", str(arcs)]
    with arcs.open() as stream:
        done = called_alone(*command, stdin=stream)
    assert done.status == 2
    assert "this file is an input (-)" in done.err
    assert arcs.read_text() == "0,1\n"


def test_a_folder_is_not_destroyed_by_one_of_its_files(tmp_path):
    folder = tmp_path / "edges"
    folder.mkdir()
    part = folder / "0.parquet"
    pq.write_table(pa.table({"source": [0], "target": [1]}), part)
    before = part.read_bytes()
    assert run(["label", str(folder), "--engine", "disk", "--output", str(part)]) == 2
    for path in (folder, part):
        with pytest.raises(grundy.GrundyError, match="name another output"):
            grundy.label_file(path, engine="disk", output=part)
    assert part.read_bytes() == before
