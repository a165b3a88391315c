"""The command `grundy verify`."""

import json

import pytest

from commands import answered, called, require_refused
from grundy import label, read_graph

GRAPH = "digraph { a -> b -> a; b -> c; c -> d }"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.dot").write_text(GRAPH)
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
    assert answered(capsys, "verify", *arguments) == "4 vertices: conditions A, B and C hold.\n"


def test_wrong_labels_are_named(folder, capsys):
    text = (folder / "l.json").read_text()
    (folder / "l.json").write_text(text.replace('"value": 1', '"value": 3', 1))
    status, out, err = called(capsys, "verify", "l.json")
    answer = json.loads(called(capsys, "verify", "l.json", "--json").out)
    assert (status, out) == (1, "")
    assert 'grundy: vertex "c": condition A fails' in err
    assert (answer["holds"], answer["vertex"], answer["condition"]) == (False, "c", "A")


@pytest.mark.parametrize(("arguments", "message"), [
    (["l.csv"], "labels in csv hold no arcs; give the graph too (--graph FILE)."),
    (["."], ".: this is a folder, and no table of a game; name a file in it."),
    (["l.json", "--graph", "nograph"], "nograph: there is no such file."),
    ([""], '"": there is no such file.'),
    (["g.dot"], "g.dot: the ending says no format; known are .csv, .json"),
    (["misere.json", "--play", "normal"], "the labels are for misere play, not for normal"),
    (["l.csv", "--graph", "g.dot", "--graph-format", "xls"], '"xls" is no format'),
])  # fmt: skip
def test_bad_use(folder, capsys, arguments, message):
    require_refused(called(capsys, "verify", *arguments), message)


def test_labels_are_checked_from_standard_input(folder, capsys):
    done = called(
        capsys, "verify", "-", "--input-format", "json", stdin=(folder / "l.json").read_bytes()
    )
    assert done == (0, "4 vertices: conditions A, B and C hold.\n", "")


@pytest.fixture
def kayles(capsys):
    return answered(capsys, "period", "0.77", "--certificate", "-").encode()


@pytest.mark.parametrize(("changed", "options", "status", "said"), [
    (b"12", "", 0, "0.77: period 12 from heap 71 on, proved by heaps"),
    (b"24", "", 1, "standard input: a field was changed"),
    (b'"12"', "", 2, 'standard input: the field "period"'),
    (b"12", "--play misere", 2, "A certificate takes no --graph"),
])  # fmt: skip
def test_a_certificate_on_standard_input(changed, options, status, said, kayles, capsys):
    assert json.loads(kayles)["command"] == "grundy period 0.77 --stop 1000000"
    data = kayles.replace(b'"period": 12', b'"period": ' + changed)
    done = called(capsys, "verify", "-", *options.split(), stdin=data)
    assert done.status == status
    assert said in done.out + done.err
