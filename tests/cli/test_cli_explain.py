"""`grundy explain` as a user meets it."""

from __future__ import annotations

import json
import shlex

import pytest

from commands import called


@pytest.fixture
def explain(capsys):
    """Run `grundy explain`; give its status, output and error text."""

    def call(*arguments, stdin=b""):
        return called(capsys, "explain", *arguments, stdin=stdin)

    return call


@pytest.mark.parametrize(("arguments", "line"), [
    (["{1,2,3}", "3", "8", "2", "--turn", "2"], "not 0: player 2, who is to move, wins"),
    (["grim", "path:9"], "Play delete 4, in the centre."),  # docs/sources.md 5.3
    (["kayles", "5", "5"], "player 2 copies"),  # docs/sources.md 5.4
    (["kayles", "5", "7", "+", "wythoff", "8,12"], "C  wythoff        8,12"),
    (["nim", "1", "1", "2", "--play", "misere"], "leave an odd number"),  # docs/sources.md 2.3
    (["examples/loopy.dot", "a"], "Why the play ends"),
    (["examples/paper-cyclic-a.dot", "a"], "it is a draw"),
    (["-"], "take 5 from 17"),
])  # fmt: skip
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


def test_html(explain, tmp_path):
    """--html writes a page."""
    page = tmp_path / "why.html"

    assert explain("nim", "4", "8", "17", "--html", str(page))[:2] == (0, "")
    assert "take 5 from 17" in page.read_text(encoding="utf-8")
    assert explain("nim", "3", "--html", "-")[1].startswith("<!DOCTYPE html>")
