"""`grundy explain` as a user meets it."""

import pytest

from commands import answered, called


@pytest.mark.parametrize(("arguments", "line"), [
    (["kayles", "5", "7", "+", "wythoff", "8,12", "--turn", "2"], "C  wythoff        8,12"),
    (["nim", "1", "1", "2", "--play", "misere"], "leave an odd number"),  # docs/sources.md 2.3
    (["examples/paper-cyclic-a.dot", "a"], "it is a draw"), (["-"], "take 5 from 17"),
])  # fmt: skip
def test_lines_of_explanations(arguments, line, capsys):
    status, out, err = called(capsys, "explain", *arguments, stdin=b"nim 4 8 17")
    assert (status, err) == (0, "")
    assert line in out


def test_html(capsys, tmp_path):
    page = tmp_path / "why.html"
    assert answered(capsys, "explain", "nim", "4", "8", "17", "--html", str(page)) == ""
    assert "take 5 from 17" in page.read_text(encoding="utf-8")
    assert answered(capsys, "explain", "nim", "3", "--html", "-").startswith("<!DOCTYPE html>")
