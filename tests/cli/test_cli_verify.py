"""The command `grundy verify`."""

import io
import json
import sys

import pytest

from commands import answered, ended
from grundy import label, read_graph
from grundy.cli.main import run

GRAPH = "digraph { a -> b -> a; b -> c; c -> d }"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a graph and its labels in every format."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.dot").write_text(GRAPH)
    (tmp_path / "l.xyz").write_text(GRAPH)
    found = label(read_graph("g.dot"))
    for ending in ("json", "csv", "parquet", "csv.gz"):
        found.save(f"l.{ending}")
    label(read_graph("g.dot"), play="misere").save("misere.json")
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        ["l.json"], ["misere.json"],
        ["l.json", "--graph", "g.dot"], ["l.csv", "--graph", "g.dot"],
        ["l.csv.gz", "--graph", "l.json"], ["l.parquet", "--graph", "g.dot"],
        ["misere.json", "--play", "misere"], ["l.json", "--input-format", "json"],
    ],
)  # fmt: skip
def test_right_labels_hold(folder, capsys, arguments):
    """Labels of every format are checked, with their own graph or another file's."""
    assert answered(capsys, "verify", *arguments) == "4 vertices: conditions A, B and C hold.\n"


def corrupt(folder):
    """Make the file of labels wrong at vertex c."""
    text = (folder / "l.json").read_text()
    (folder / "l.json").write_text(text.replace('"value": 1', '"value": 3', 1))


def test_wrong_labels_are_named(folder, capsys):
    """A wrong value ends with status 1, the vertex and the condition."""
    corrupt(folder)

    assert run(["verify", "l.json"]) == 1
    found = capsys.readouterr()
    assert found.out == ""
    assert 'grundy: vertex "c": condition A fails' in found.err


COLUMNS = ["outcome", "remoteness", "winning_moves", "best_move", "K"]


@pytest.mark.parametrize("column", COLUMNS)
def test_a_column_has_to_be_there_for_every_vertex(folder, capsys, column):
    """A column that the first vertex leaves out is not passed over at the others."""
    content = json.loads((folder / "l.json").read_text())
    del content["vertices"][0][column]
    (folder / "l.json").write_text(json.dumps(content))

    assert run(["verify", "l.json"]) == 2
    assert f'vertex "a" has no {column}, and other vertices have one' in capsys.readouterr().err


def test_a_best_move_is_checked_without_remoteness(folder, capsys):
    """A best move needs no stated remoteness to be found false."""
    content = json.loads((folder / "l.json").read_text())
    for entry in content["vertices"]:
        del entry["remoteness"]
    (folder / "l.json").write_text(json.dumps(content))
    assert run(["verify", "l.json"]) == 0
    content["vertices"][1]["best_move"] = "c"
    (folder / "l.json").write_text(json.dumps(content))

    assert run(["verify", "l.json"]) == 1
    assert "the stated best move is c, and a right one is a" in capsys.readouterr().err


def test_json_for_machines(folder, capsys):
    """--json says the same, also when the check fails."""
    assert json.loads(answered(capsys, "verify", "l.json", "--json"))["holds"] is True
    corrupt(folder)
    assert run(["verify", "l.json", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["holds"], answer["vertex"], answer["condition"]) == (False, "c", "A")


@pytest.mark.parametrize(("arguments", "message"), [
    (["l.csv"], "labels in csv hold no arcs; give the graph too (--graph FILE)."),
    (["no.csv"], "no.csv: there is no such file."),
    (["nofile"], "nofile: there is no such file."),
    (["no.json"], "no.json: there is no such file."),
    (["."], ".: this is a folder, and no table of a game; name a file in it."),
    (["l.json", "--graph", "nograph"], "nograph: there is no such file."),
    (["g.dot"], "g.dot: the ending says no format; known are .csv, .json"),
    (["misere.json", "--play", "normal"], "the labels are for misere play, not for normal"),
    (["-", "--graph", "-"], "Only one of LABELS and --graph can be standard input."),
    (["l.csv", "--graph", "g.dot", "--graph-format", "xls"], '"xls" is no format'),
    (["l.xyz"], "the ending says no format; known are .csv, .json, .parquet"),
])  # fmt: skip
def test_bad_use(folder, capsys, arguments, message):
    """Bad use and bad files end with status 2 and one sentence."""
    assert run(["verify", *arguments]) == 2
    found = capsys.readouterr()
    assert found.err.startswith("grundy: ")
    assert message in found.err


def test_the_check_knows_no_solver(folder):
    """Checking loads no module that solves, and works from standard input."""
    code = (
        "import sys; from grundy.cli.main import run\n"
        "status = run(['verify', '-', '--input-format', 'json'])\n"
        "solvers = ('engines', 'retrograde', 'wide', 'labelling', 'reference')\n"
        "assert not [m for m in sys.modules if m.rpartition('.')[2] in solvers"
        " and m.startswith('grundy')]\n"
        "sys.exit(status)"
    )
    found = ended([sys.executable, "-c", code], input=(folder / "l.json").read_text())

    assert found == (0, "4 vertices: conditions A, B and C hold.\n", "")


def piped(monkeypatch, data, *arguments):
    """Run `grundy verify -` on these bytes."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    return run(["verify", "-", *arguments])


@pytest.fixture
def kayles(capsys):
    """The certificate of Kayles, as `grundy period` writes it to standard output."""
    return answered(capsys, "period", "0.77", "--certificate", "-").encode()


def test_a_certificate_on_standard_input(kayles, monkeypatch, capsys):
    """What `grundy period --certificate -` writes, `grundy verify -` checks."""
    assert piped(monkeypatch, kayles) == 0
    assert capsys.readouterr().out.startswith("0.77: period 12 from heap 71 on, proved by heaps")
    assert piped(monkeypatch, kayles, "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["command"], answer["holds"]) == ("grundy verify -", True)


def test_a_wrong_certificate_on_standard_input(kayles, monkeypatch, capsys):
    """A changed one ends with status 1, a damaged one with status 2 and its place."""
    assert piped(monkeypatch, kayles.replace(b'"period": 12', b'"period": 24')) == 1
    assert "standard input: a field was changed" in capsys.readouterr().err
    assert piped(monkeypatch, kayles.replace(b'"period": 12', b'"period": "12"')) == 2
    assert 'standard input: the field "period"' in capsys.readouterr().err
    assert piped(monkeypatch, kayles, "--play", "misere") == 2
    assert "A certificate takes no --graph" in capsys.readouterr().err


@pytest.mark.parametrize("data", [b"", b"[]", b'{"vertices": []}', b"\xff", b"a,b\n"])
def test_other_things_on_standard_input_need_their_format(data, monkeypatch, capsys):
    """What is no certificate is labels of an unknown format."""
    assert piped(monkeypatch, data) == 2
    assert capsys.readouterr().err == (
        "grundy: standard input: this is no certificate; if it holds labels, write the format: "
        "--input-format csv, json or parquet.\n"
    )
