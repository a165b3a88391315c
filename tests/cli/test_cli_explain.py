"""`grundy explain` as a user meets it."""

from __future__ import annotations

import io
import json
import shlex
import sys
from pathlib import Path

import pytest

from commands import called
from grundy.cli.main import run


@pytest.fixture
def explain(capsys):
    """Run `grundy explain`; give its status, output and error text."""

    def call(*arguments, stdin=b""):
        return called(capsys, "explain", *arguments, stdin=stdin)

    return call


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["{1,2,3}", "3", "8", "2", "--turn", "2"], "not 0: player 2, who is to move, wins"),
        (["grim", "path:9"], "Play delete 4, in the centre."),  # docs/sources.md 5.3
        (["kayles", "5", "5"], "player 2 copies"),  # docs/sources.md 5.4
        (["kayles", "5", "7", "+", "wythoff", "8,12"], "C  wythoff        8,12"),
        (["nim", "1", "1", "2", "--play", "misere"], "leave an odd number"),  # docs/sources.md 2.3
        (["examples/loopy.dot", "a"], "Why the play ends"),
        (["examples/paper-cyclic-a.dot", "a"], "it is a draw"),
        (["-"], "take 5 from 17"),
    ],
)
def test_lines_of_explanations(explain, arguments, line):
    """Games, sums, digraph files and standard input are explained."""
    status, out, err = explain(*arguments, stdin=b"nim 4 8 17")

    assert (status, err) == (0, "")
    assert line in out


def test_json(explain):
    """--json has the facts, and the text as it is printed."""
    status, out, _ = explain("nim", "4", "8", "17", "--turn", "2", "--json")
    answer = json.loads(out)

    assert (status, answer["value"], answer["winner"]) == (0, 29, 2)
    assert answer["best_move"]["leaves"] == "4 + 8 + 12"
    assert answer["columns"][0] == {"weight": 16, "ones": ["C"]}
    told = explain(*shlex.split(answer["command"])[2:])[1]
    assert told == answer["text"] + "\n"


def test_html(explain, tmp_path: Path):
    """--html writes a page."""
    page = tmp_path / "why.html"

    assert explain("nim", "4", "8", "17", "--html", str(page))[:2] == (0, "")
    assert "take 5 from 17" in page.read_text(encoding="utf-8")
    assert explain("nim", "3", "--html", "-")[1].startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["kaylse", "3"], 'Unknown game "kaylse". Did you mean kayles'),
        (["nim"], "A position of nim is missing"),
        (["nim", "x"], '"x" is no heap'),
        (["nim", "3", "--bogus"], "No such option: --bogus"),
        (["nim", "3", "--turn", "3"], "--turn"),
        (["nim", "3", "--json", "--html", "-"], "choose one"),
        (["nim", "3", "--html", "no/such/folder/x.html"], 'there is no folder "no/such/folder"'),
    ],
)
def test_bad_input_is_one_sentence(explain, arguments, message):
    """What is wrong is said, and the status is 2."""
    status, out, err = explain(*arguments)

    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_limit_has_status_3(explain):
    """--limit bounds the positions that are looked at."""
    assert explain("chomp", "9,9,9,9", "--limit", "100")[0] == 3


def test_a_terminal_without_infinity(monkeypatch):
    """Where the encoding has no ∞, it is written inf."""
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii", write_through=True))

    assert run(["explain", "examples/paper-cyclic-a.dot", "a"]) == 0
    assert "inf()" in raw.getvalue().decode("ascii")
