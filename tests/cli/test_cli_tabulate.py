"""grundy tabulate, --table of the commands that answer, and verify of a table."""

from pathlib import Path

import pytest

from commands import as_json, called
from spoilt_tables import spoil

Capsys = pytest.CaptureFixture[str]


@pytest.fixture
def wythoff(tmp_path: Path, capsys: Capsys) -> Path:
    """A table of Wythoff's game up to 5,6 that is wrong: it says 0 for 1,1."""
    folder = tmp_path / "wythoff"
    assert called(capsys, "tabulate", "wythoff", "5,6", "--output", str(folder)).status == 0
    spoil(folder, "values", 1 * 7 + 1, 0)
    return folder


def test_a_table_is_shown_and_not_touched_unasked(tmp_path, capsys):
    asked = ["tabulate", "cram", "3x4", "--output", str(tmp_path)]
    first = called(capsys, *asked)
    assert first.status == 0
    assert first.out.splitlines()[0] == "cram 3,4: 1"
    assert "4,096 positions, 4.1 kB in" in first.out
    assert "4,096 positions in 1 block: 4.1 kB of disk" in first.err

    again = called(capsys, *asked)
    assert (again.status, again.out) == (2, "")
    assert "a table of this game is kept here; add --resume" in again.err
    gone_on = called(capsys, *asked, "--resume")
    assert (gone_on.status, gone_on.out) == (0, first.out)


@pytest.mark.parametrize(("command", "stdin", "said"), [
    ("solve", None, "There is no winning move"),
    ("explain", None, "is 0"),
    ("play", b"hint\nquit\n", "So player 2 wins"),
])  # fmt: skip
def test_positions_are_answered_from_the_table(wythoff, capsys, command, stdin, said):
    """The wrong value of the table is shown, where the game itself would name a winning move."""
    plain = called(capsys, command, "wythoff", "1,1", stdin=stdin)
    done = called(capsys, command, "wythoff", "1,1", "--table", str(wythoff), stdin=stdin)
    assert done.status == plain.status == 0
    assert said not in plain.out
    assert said in done.out


def test_sums_and_larger_states_are_answered(wythoff, capsys):
    sum_of_three = ["wythoff", "1,1", "8,12", "+", "nim", "3"]
    parts = as_json(capsys, "solve", *sum_of_three, "--table", str(wythoff))["parts"]
    assert [part["value"] for part in parts] == [0, 18, 3]


@pytest.mark.parametrize("more", [[], ["--sample", "1000"]])
def test_verify_finds_what_is_wrong(wythoff, capsys, more):
    done = called(capsys, "verify", str(wythoff), *more)
    assert done.status == 1
    assert "wythoff 1,1: its value is not the least that no option has" in done.err


def test_verify_says_what_it_checked(tmp_path, capsys):
    """Files, positions by the definition, and those compared with the plain rules."""
    folder = str(tmp_path / "table")
    called(capsys, "tabulate", "chomp", "3x4", "--output", folder)
    done = called(capsys, "verify", folder)

    assert done.status == 0
    assert done.out == (
        "chomp 4,4,4: 1 file, all 35 positions by the definition, 34 positions by the plain "
        "rules; all hold.\n"
    )
    # a game that the table is not of is answered as ever
    asked = ("solve", "cram", "3x4")
    assert called(capsys, *asked, "--table", folder) == called(capsys, *asked)
