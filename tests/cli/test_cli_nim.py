"""`grundy nim`, run as the command line runs it."""

import sys

import pytest

from commands import answered, called


@pytest.mark.parametrize(("arguments", "expected"), [
    (["2*3 + 4"], "5\n"), (["4", "+", "8", "+", "17"], "29\n"), (["--", "-3 + 1"], "2\n"),
])  # fmt: skip
def test_the_answer_is_one_number(arguments, expected, capsys):
    assert called(capsys, "nim", *arguments) == (0, expected, "")


def test_the_columns_of_bits(capsys):
    for expression, lines in (
        ("4 + 8 + 17", [" 4  00100", " 8  01000", "17  10001", "--  -----", "29  11101"]),
        ("2*3 + 4", ["2*3 = 1  001", "      4  100", "-------  ---", "      5  101"]),
        ("5*9", ["6  110"]),  # a single term has no total
    ):
        assert answered(capsys, "nim", "--binary", expression).splitlines() == lines


@pytest.mark.parametrize("text", [b"2*3 + 4\n", b"\xef\xbb\xbf2*3 +\r\n4", "2⊗3 ⊕ 4".encode()])
def test_standard_input(text, capsys):
    assert called(capsys, "nim", "-", stdin=text) == (0, "5\n", "")


def test_a_closed_input_is_said_to_be_closed(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert "Standard input is closed" in called(capsys, "nim", "-").err
