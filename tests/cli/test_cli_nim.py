"""`grundy nim`, run as the command line runs it."""

import sys

import pytest

from commands import answered, called


@pytest.mark.parametrize(("arguments", "expected"), [
    (["2*3 + 4"], "5\n"), (["4", "+", "8", "+", "17"], "29\n"), (["--", "-3 + 1"], "2\n"),
])  # fmt: skip
def test_the_answer_is_one_number(arguments, expected, capsys):
    """An expression prints its value and nothing else."""
    assert called(capsys, "nim", *arguments) == (0, expected, "")


def test_the_columns_of_bits(capsys):
    """--binary writes the terms one below the other, by their texts, and their xor beneath."""
    for expression, lines in (
        ("4 + 8 + 17", [" 4  00100", " 8  01000", "17  10001", "--  -----", "29  11101"]),
        ("2*3 + 4", ["2*3 = 1  001", "      4  100", "-------  ---", "      5  101"]),
        ("5*9", ["6  110"]),  # a single term has no total
    ):
        assert answered(capsys, "nim", "--binary", expression).splitlines() == lines


@pytest.mark.parametrize("text", [b"2*3 + 4\n", b"\xef\xbb\xbf2*3 +\r\n4", "2⊗3 ⊕ 4".encode()])
def test_standard_input(text, capsys):
    """A single - reads the expression from standard input, a byte order mark or not."""
    assert called(capsys, "nim", "-", stdin=text) == (0, "5\n", "")


@pytest.mark.parametrize(("arguments", "stdin"), [
    *(([text], b"") for text in (
        "junk", "__import__('os').system('true')", "\udcff", "1\x1b[31m", "1+" * 5000 + "1", "",
    )),
    *((["-"], text) for text in (b"", b"\xff\xfe1", b"\x00" * 100, b"1+" * 10**6)),
    ([], b""), (["--nonsense", "1"], b""),
])  # fmt: skip
def test_bad_input_is_one_sentence(arguments, stdin, capsys):
    """Whatever goes wrong is one line on standard error, status 2, and no traceback."""
    status, out, err = called(capsys, "nim", *arguments, stdin=stdin)

    assert (status, out) == (2, "")
    assert err.startswith("grundy: ")
    assert err.count("\n") == 1
    assert "\x1b" not in err
    assert len(err) < 300


def test_the_error_says_where(capsys, monkeypatch):
    """An error quotes the text and counts the column from 1; so does one about a closed input."""
    printed = 'grundy: 2 * (3 +: "(" at column 5 is never closed; add ")".\n'
    assert called(capsys, "nim", "2 * (3 +").err == printed
    monkeypatch.setattr(sys, "stdin", None)
    assert "Standard input is closed" in called(capsys, "nim", "-").err
