"""`grundy explain` as a user meets it."""

import shlex

import pytest

from commands import answered, as_json, called


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
def test_lines_of_explanations(arguments, line, capsys):
    """Games, sums, digraph files and standard input are explained."""
    status, out, err = called(capsys, "explain", *arguments, stdin=b"nim 4 8 17")
    assert (status, err) == (0, "")
    assert line in out


def test_json(capsys):
    """--json has the facts, and the text as it is printed."""
    answer = as_json(capsys, "explain", "nim", "4", "8", "17", "--turn", "2")
    assert (answer["value"], answer["winner"]) == (29, 2)
    assert answer["best_move"]["leaves"] == "4 + 8 + 12"
    assert answer["columns"][0] == {"weight": 16, "ones": ["C"]}
    assert answered(capsys, *shlex.split(answer["command"])[1:]) == answer["text"] + "\n"


def test_html(capsys, tmp_path):
    """--html writes a page."""
    page = tmp_path / "why.html"
    assert answered(capsys, "explain", "nim", "4", "8", "17", "--html", str(page)) == ""
    assert "take 5 from 17" in page.read_text(encoding="utf-8")
    assert answered(capsys, "explain", "nim", "3", "--html", "-").startswith("<!DOCTYPE html>")
