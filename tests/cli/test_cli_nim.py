"""`grundy nim`, run as the command line runs it."""

import json
import sys

import pytest

from commands import called
from grundy import __version__
from grundy.cli.main import run


@pytest.fixture
def nim(capsys):
    """Run `grundy nim`; give its status, output and error text."""

    def call(*arguments, stdin=b""):
        return called(capsys, "nim", *arguments, stdin=stdin)

    return call


@pytest.mark.parametrize(("arguments", "expected"), [
    (["2*3 + 4"], "5\n"),
    (["4 + 8 + 17"], "29\n"),
    (["4", "+", "8", "+", "17"], "29\n"),
    (["5", "-", "3"], "6\n"),
    (["--", "-3 + 1"], "2\n"),
    (["mex(0, 1, 3)"], "2\n"),
    (["18446744073709551615 * 18446744073709551615"], "11290409524105353207\n"),
])  # fmt: skip
def test_the_answer_is_one_number(nim, arguments, expected):
    """An expression prints its value and nothing else."""
    assert nim(*arguments) == (0, expected, "")


def test_the_columns_of_bits(nim):
    """--binary writes the terms one below the other and their xor beneath."""
    status, out, _ = nim("--binary", "4 + 8 + 17")

    assert status == 0
    assert out.splitlines() == [" 4  00100", " 8  01000", "17  10001", "--  -----", "29  11101"]


def test_the_columns_name_what_they_calculated(nim):
    """A term that is not a plain number shows its text; a single term has no total."""
    assert nim("--binary", "2*3 + 4")[1].splitlines()[0] == "2*3 = 1  001"
    assert nim("--binary", "5*9")[1] == "6  110\n"
    assert nim("--binary", "1 + 1")[1].splitlines()[-1] == "0  0"


def test_json_for_machines(nim):
    """--json carries the version, the format, the command, the text and the value."""
    status, out, _ = nim("--json", "2**-1")

    assert status == 0
    assert json.loads(out) == {
        "version": __version__,
        "format": 1,
        "command": "grundy nim '2**-1'",
        "expression": "2**-1",
        "value": 3,
    }


def test_json_with_terms(nim):
    """--json --binary adds the terms."""
    _, out, _ = nim("--json", "--binary", "1 + 2*2")

    assert json.loads(out)["terms"] == [
        {"expression": "1", "value": 1, "binary": "01"},
        {"expression": "2*2", "value": 3, "binary": "11"},
    ]


@pytest.mark.parametrize("text", [b"2*3 + 4\n", b"\xef\xbb\xbf2*3 +\r\n4", "2⊗3 ⊕ 4".encode()])
def test_standard_input(nim, text):
    """A single - reads the expression from standard input, a byte order mark or not."""
    assert nim("-", stdin=text) == (0, "5\n", "")


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        *(([text], b"") for text in (
            "2 * (3 +", "junk", "__import__('os').system('true')", "((lambda: 1)())", "2 ⊙ ∞ ٣",
            "\udcff", "1\x1b[31m", "1+" * 5000 + "1", "(" * 900, "~" * 900 + "1", "2**2**2**2**2",
            "9" * 999, "9**9**9", "1/0", "sqrt(1,2,3)", "",
        )),
        *((["-"], text) for text in (
            b"", b"\xff\xfe1", b"\x00" * 100, "∞".encode() * 5000, b"1+" * 10**6,
        )),
        (["--", "-" * 800 + "1"], b""), ([], b""), (["--nonsense", "1"], b""),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(nim, arguments, stdin):
    """Whatever goes wrong is one line on standard error, status 2, and no traceback."""
    status, out, err = nim(*arguments, stdin=stdin)

    assert status == 2
    assert out == ""
    assert err.startswith("grundy: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert "\x1b" not in err
    assert len(err) < 300


def test_the_error_says_where(nim):
    """An error quotes the text and counts the column from 1."""
    _, _, err = nim("2 * (3 +")

    assert err == 'grundy: 2 * (3 +: "(" at column 5 is never closed; add ")".\n'


def test_a_closed_standard_input_is_a_sentence(capsys, monkeypatch):
    """With no standard input at all, - says so."""
    monkeypatch.setattr(sys, "stdin", None)

    assert run(["nim", "-"]) == 2
    assert "Standard input is closed" in capsys.readouterr().err
