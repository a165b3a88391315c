"""`grundy solve GAME -`: one position a line, one answer a line."""

from __future__ import annotations

import csv
import io
import json
import shlex
from functools import reduce
from operator import xor

import jsonschema
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from commands import called
from grundy import schemas

LINES = b"4 8 17\n\n  1 1 \r\n2\n"


@given(st.lists(st.lists(st.integers(0, 40), min_size=1, max_size=5), min_size=1, max_size=8))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_each_line_has_its_answer(capsys, positions):
    """Under C. Bouton's rule the nim-sum says who wins, and which moves: one row a line."""
    given_text = "".join(" ".join(map(str, heaps)) + "\n" for heaps in positions)
    done = called(capsys, "solve", "nim", "-", "--format", "csv", stdin=given_text.encode())

    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert (done.status, done.err) == (0, "")
    assert [int(row["line"]) for row in rows] == list(range(1, len(positions) + 1))
    for row, heaps in zip(rows, positions, strict=True):
        total = reduce(xor, heaps)
        assert row["position"] == "nim " + " ".join(map(str, heaps))
        assert int(row["value"]) == total
        assert (row["outcome"], row["winner"]) == (("N", "1") if total else ("P", "2"))
        assert int(row["winning_moves"]) == sum(1 for heap in heaps if heap ^ total < heap)
        assert bool(row["moves"]) == bool(total)


def test_text_has_one_line_for_each(capsys):
    """Who wins, the value, and a winning move; blank lines have no answer."""
    assert called(capsys, "solve", "nim", "-", stdin=LINES).out.splitlines() == [
        "nim 4 8 17: player 1 wins, nim-sum 29: take 5 from 17, leaving 4, 8, 12",
        "nim 1 1: player 2 wins, nim-sum 0",
        "nim 2: player 1 wins, value 2: take 2 from 2, leaving nothing",
    ]


def test_every_line_may_name_its_own_game(capsys):
    """Without GAME a line is a position of any game; draws and misère play are told too."""
    lines = b"kayles 5 + wythoff 2,3\ntoken a>b,b>a@a\nnim 1 1\n"

    answers = called(capsys, "solve", "-", "--turn", "2", stdin=lines).out.splitlines()
    misere = called(capsys, "solve", "-", "--play", "misere", stdin=lines).out.splitlines()

    assert answers[0].startswith("kayles 5 + wythoff 2,3: player 2 wins, nim-sum 1: ")
    assert answers[1].startswith("token a>b,b>a@a: a draw, value ∞(): ")
    assert answers[2] == "nim 1 1: player 1 wins, nim-sum 0"
    assert misere[2] == "nim 1 1: player 1 wins: take 1 from heap 1 (1), leaving 1"


def test_json_lines_are_whole_answers(capsys):
    """Each object has the form of solve --json, and its command gives the same answer."""
    validator = jsonschema.Draft202012Validator(schemas.schema("solve"))
    answers = called(capsys, "solve", "nim", "-", "--json", stdin=LINES)
    same = called(capsys, "solve", "nim", "-", "--format", "jsonl", stdin=LINES)

    assert answers == same
    fields = [json.loads(line) for line in answers.out.splitlines()]
    assert [field.pop("line") for field in fields] == [1, 3, 4]
    for field in fields:
        validator.validate(field)
        again = called(capsys, *shlex.split(field["command"])[1:], "--json")
        assert json.loads(again.out) == field


def test_one_line_alone_is_answered_at_length(capsys):
    """Where nobody asks for a format, a lone position has the whole answer."""
    alone = called(capsys, "solve", "nim", "-", stdin=b"4 8 17\n")
    assert alone == called(capsys, "solve", "nim", "4", "8", "17")
    assert called(capsys, "solve", "nim", "-", "--format", "text", stdin=b"4 8 17").out == (
        "nim 4 8 17: player 1 wins, nim-sum 29: take 5 from 17, leaving 4, 8, 12\n"
    )


def test_a_limit_names_its_line(capsys):
    """Status 3, and the answers so far."""
    asked = ("solve", "0.3122", "-", "--play", "misere", "--limit", "100")
    done = called(capsys, *asked, stdin=b"4\n20 21\n")
    assert done.status == 3
    assert done.out.startswith("0.3122 4: player 1 wins")
    assert "Standard input, line 2: " in done.err


def test_a_rule_in_a_file_is_run_once(capsys, tmp_path):
    """The file of a game is loaded once for all lines, and its values are kept."""
    (tmp_path / "rule.py").write_text(
        "import grundy, pathlib\n"
        "with (pathlib.Path(__file__).parent / 'runs').open('a') as runs:\n    runs.write('x')\n"
        "@grundy.game\ndef mine(n):\n    yield from (n - k for k in (1, 2) if k <= n)\n"
    )
    done = called(capsys, "solve", f"{tmp_path / 'rule.py'}:mine", "-", stdin=b"3\n4\n5\n")

    assert done.status == 0
    assert [line.rpartition("value ")[2][:1] for line in done.out.splitlines()] == ["0", "1", "2"]
    assert (tmp_path / "runs").read_text() == "x"
