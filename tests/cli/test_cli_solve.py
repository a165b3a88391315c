"""`grundy solve` as a user meets it."""

import csv
import io
import json
import shlex
from functools import reduce
from operator import xor

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from commands import called, require_refused
from grundy import schemas


@pytest.fixture
def solve(capsys):
    def call(*arguments, stdin=b""):
        return called(capsys, "solve", *arguments, stdin=stdin)

    return call


def test_the_whole_answer(solve):
    """Values, their columns of bits, the nim-sum, who wins, and the moves (docs/sources.md 3.2)."""
    status, out, err = solve("{1,2,3}", "3", "4", "5")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "{1,2,3}, 3 heaps, normal play: who cannot move loses.",
        "     heap  value  binary",
        "        3      3      11",
        "        4      0      00",
        "        5      1      01",
        "  -------  -----  ------",
        "  nim-sum      2      10",
        "player 1 wins: player 1 is to move and the nim-sum is not 0.",
        "3 winning moves:",
        "  take 2 from 3, leaving 1, 4, 5",
        "  take 2 from 4, leaving 3, 2, 5",
        "  take 2 from 5, leaving 3, 4, 3",
    ]


def test_heaps_of_a_file(solve, tmp_path):
    path = tmp_path / "heaps.txt"
    path.write_text("4 8\n\n17\n")
    assert "take 5 from 17, leaving 4, 8, 12" in solve("nim", "--heaps", str(path))[1]
    assert "take 5 from 17, leaving 4, 8, 12" in solve("nim", "-", stdin=b"4 8 1.7e1")[1]
    assert "take 5 from 17, leaving 4, 8, 12" in solve("nim", "4", "--heaps", "-", stdin=b"8 17")[1]
    beside = solve("-", stdin=b"kayles 5 7 + wythoff 8,12\n").out
    assert "8,12: take 11" in beside
    assert "leaving 6,10" in solve("wythoff", "-", stdin=b"8,12").out
    path.write_text("5 7")
    assert (
        "nim-sum             20"
        in solve("wythoff", "8,12", "+", "kayles", "--heaps", str(path)).out
    )
    path.write_bytes(b"4 8\n 3 x\xff7\n")
    status, _, err = solve("nim", "--heaps", str(path))
    assert status == 2
    assert f"{path}, line 2, column 4: the heap" in err


def test_very_many_heaps(solve):
    heaps = " ".join(map(str, range(100_000)))
    status, out, _ = solve("nim", "7", "--heaps", "-", stdin=heaps.encode())
    assert status == 0
    assert "nim (0.[3]), 100,001 heaps" in out
    assert "The first 20 heaps and the nim-sum of all:" in out
    assert ["nim-sum", "7", "00111"] in [line.split() for line in out.splitlines()]
    assert "50,001 winning moves; the first 10:" in out
    assert "take 7 from heap 1 (7)" in out


def test_a_position_is_answered_alike_however_it_is_asked(solve):
    asked = [["nim", "4", "8"], ["nim 4 8"], ["nim", "4", "8", "+", "kayles", "0"]]
    several, quoted, beside = (json.loads(solve(*words, "--json").out) for words in asked)
    assert {**several, "command": ""} == {**quoted, "command": ""}
    assert beside["parts"][:2] == several["parts"]
    assert beside["winning_moves"] == several["winning_moves"]
    assert several["winning_moves"] == [{"part": 1, "name": "take 4 from 8", "option": "4"}]
    drawn = json.loads(solve("examples/paper-cyclic-a.dot", "a", "--json").out)
    assert (drawn["value"], drawn["outcome"], drawn["winner"]) == ("∞()", "D", None)


@pytest.mark.parametrize(("arguments", "lines"), [
    (["{1,2,3}", "3", "8", "2", "--turn", "2"], ["player 2 wins: player 2 is to move"]),  # 3.2
    (["nim", "4", "8", "17"], ["  take 5 from 17, leaving 4, 8, 12\n"]),  # docs/sources.md 2.0
    (["nim", "1", "3", "5", "7"], ["player 2 wins: player 1 is to move and the nim-sum is 0."]),
    (["nim", "1", "1", "1", "--play", "misere"], ["player 2 wins (player 1 is to move).\nThere"]),
    # docs/sources.md 2.3
    (["nim", "1", "2", "--play", "misere"], ["take 2 from 2, leaving 1\n"]),
    (["kayles", "0", "--play", "misere"], ["There is no move to make: who cannot move wins."]),
    (["kayles", "5"], ["take 1 from 5 and split the rest into 2 and 2, leaving 2, 2\n"]),
    (["divide-2-3-6", "4", "0"], ["turn 4 into 0, leaving nothing\n"]),
    (["{1}", "1", "1", "1"], ["take 1 from heap 2 (1), leaving 1, 1\n"]),
    (["take-a-power-of-two", "10^200", "1e6", "10**150"], ["593 winning moves; the first 10:"]),
    (["take-a-prime", "10^200", "6"], ["One of them:\n  take 2 from 6, leaving"]),
    (["{1,2,3}", "2", *["4"] * 12], ["take 2 from heap 1 (2)\n"]),
    (["wythoff", "8,12"], ["the value is not 0.", "1 winning move:", "leaving 6,10"]),  # S4.4
    (["kayles", "5", "7", "+", "wythoff", "8,12"],
     ["kayles (0.77) 7      2   00010", "nim-sum             20   10100", "8,12: take 11"]),
    (["kayles 5 7 + nim 3", "--turn", "2"], ["3 parts", "player 2 wins: player 2 is to move"]),
    (["northcott", "3,7 2,9"], ["  5 ", "player 1 wins"]),  # docs/sources.md 2.1
    (["chocolate", "3,4", "5,5"], ["2 winning moves:", "3,4: cut after row 1"]),  # 2.9
    (["grim", "path:9"], ["delete 4"]),  # docs/sources.md 5.3
    # docs/sources.md 5.1
    (["grim", "petersen"], ["player 2 wins", "There is no winning move."]),
    (["examples/paper-cyclic-a.dot", "a"], ["∞()", "A draw", "A move that keeps the draw"]),
    (["wythoff", "1,2", "+", "nim", "2", "--play", "misere"], ["quotient of 6 elements"]),
    (["wythoff", "1,2", "--play", "misere"], ["a proved rule", "leaving 0,1"]),
    (["wythoff", "0,1", "1,2", "--play", "misere"], ["misère values do not add"]),
    (["kayles", "10^200"], ["83333333…33333338 (199 digits) winning moves; the first 10:"]),
    (["take-a-prime", "10^200", "1"], ["The winning moves are not counted", "One of them:"]),
    (["chomp", "50x60"], ["player 1 wins", "Which move wins is not known."]),
    (["allbut{1,4}", "10^200", "9"], ["2 winning moves:", "leaving 9, 9"]),
])  # fmt: skip
def test_any_position_is_solved(solve, arguments, lines):
    status, out, err = solve(*arguments)
    assert (status, err) == (0, "")
    for line in lines:
        assert line in out


@pytest.mark.parametrize("text", [
    "import sys\nsys.exit(0)\n",
    "import sys, grundy\n@grundy.game\ndef countdown(state):\n    sys.exit(0)\n",
], ids=["file", "rule"])  # fmt: skip
def test_a_users_rule_that_leaves_python(solve, tmp_path, text):
    file = tmp_path / "game.py"
    file.write_text(text)
    status, out, err = solve(f"{file}:countdown", "7")
    assert (status, out) == (2, "")
    assert err.startswith(f"{file} raised an error.\nTraceback")
    assert "SystemExit: 0" in err


@pytest.mark.parametrize("name", ["pet.tgf", "pet.tgf@a"])
def test_a_file_of_an_unknown_kind_is_no_graph(solve, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pet.tgf").write_text("1 a\n#\n")
    require_refused(solve("geography", name), "pet.tgf is a file of no kind that is read here")


LINES = b"4 8 17\n\n  1 1 \r\n2\n"


@given(st.lists(st.lists(st.integers(0, 40), min_size=1, max_size=5), min_size=1, max_size=8))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_each_line_has_its_answer(capsys, positions):
    """Under C. Bouton's rule the nim-sum says who wins, and which moves: one row a line."""
    given_text = "".join(" ".join(map(str, heaps)) + "\n" for heaps in positions)
    asked = ("solve", "nim", "-", "--format", "csv", "--moves", "first")
    done = called(capsys, *asked, stdin=given_text.encode())
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
    brief = ["nim 4 8 17: player 1 wins, nim-sum 29", "nim 1 1: player 2 wins, nim-sum 0",
             "nim 2: player 1 wins, value 2"]  # fmt: skip
    moves = [": take 5 from 17, leaving 4, 8, 12", "", ": take 2 from 2, leaving nothing"]
    whole = [line + move for line, move in zip(brief, moves, strict=True)]
    for words, expected in (["nim", "-"], brief), (["nim", "-", "--moves", "first"], whole), \
            (["--moves", "nim", "-"], whole):  # fmt: skip
        assert called(capsys, "solve", *words, stdin=LINES).out.splitlines() == expected
    slowly = called(capsys, "solve", "nim", "-", stdin=LINES + b"10^3\n").out.splitlines()
    assert slowly == [*brief, "nim 10^3: player 1 wins, value 1000"]


def test_a_search_that_gives_up_says_what_it_knows(solve, tmp_path):
    (tmp_path / "rules.py").write_text(
        "import grundy\n@grundy.game\ndef piles(state):\n"
        "    for at, pile in enumerate(state):\n"
        "        yield from (state[:at] + (left,) + state[at + 1:] for left in range(pile))\n"
    )
    status, out, err = solve(f"{tmp_path}/rules.py:piles", "40,41,42", "--limit", "99")
    assert (status, out) == (3, "")
    assert err.endswith(", if the game ends at all. None of its 123 moves is refuted.\n")


def test_every_line_may_name_its_own_game(capsys):
    """Without GAME a line is a position of any game; draws and misère play are answered too."""
    lines = b"kayles 5 + wythoff 2,3\ntoken a>b,b>a@a\nnim 1 1\n"
    asked = ("solve", "-", "--moves", "first")
    answers = called(capsys, *asked, "--turn", "2", stdin=lines).out.splitlines()
    misere = called(capsys, *asked, "--play", "misere", stdin=lines).out.splitlines()
    assert answers[0].startswith("kayles 5 + wythoff 2,3: player 2 wins, nim-sum 1: ")
    assert answers[1].startswith("token a>b,b>a@a: a draw, value ∞(): ")
    assert answers[2] == "nim 1 1: player 1 wins, nim-sum 0"
    assert misere[2] == "nim 1 1: player 1 wins: take 1 from heap 1 (1), leaving 1"


def test_json_lines_are_whole_answers(capsys):
    validator = jsonschema.Draft202012Validator(schemas.schema("solve"))
    answers = called(capsys, "solve", "nim", "-", "--json", "--moves", stdin=LINES)
    same = called(capsys, "solve", "nim", "-", "--format", "jsonl", "--moves", "all", stdin=LINES)
    winners = called(capsys, "solve", "nim", "-", "--json", stdin=LINES)
    assert answers == same
    for line in map(json.loads, winners.out.splitlines()):
        validator.validate(line)
        assert (line["winning_move_count"], line["winning_moves"]) == (None, [])
    fields = [json.loads(line) for line in answers.out.splitlines()]
    assert [field.pop("line") for field in fields] == [1, 3, 4]
    for field in fields:
        validator.validate(field)
        again = called(capsys, *shlex.split(field["command"])[1:], "--json")
        assert json.loads(again.out) == field


def test_one_line_alone_is_answered_at_length(capsys):
    alone = called(capsys, "solve", "nim", "-", stdin=b"4 8 17\n")
    assert alone == called(capsys, "solve", "nim", "4", "8", "17")
    assert called(capsys, "solve", "nim", "-", "--format", "text", stdin=b"4 8 17").out == (
        "nim 4 8 17: player 1 wins, nim-sum 29\n"
    )


def test_a_limit_names_its_line(capsys):
    """A line that a limit stops is named, and the others are answered."""
    asked = ("solve", "0.3122", "-", "--play", "misere", "--limit", "100")
    done = called(capsys, *asked, stdin=b"4\n20 21\n4\n")
    won = "0.3122 4: player 1 wins"
    assert (done.status, done.out) == (3, f"{won}\n0.3122 20 21: not decided\n{won}\n")
    assert done.err.startswith("grundy: Standard input, line 2: ")
    table = called(capsys, *asked, "--format", "csv", stdin=b"4\n20 21\n21 20\n")
    assert table.out.endswith(",N,1,,\n2,0.3122 20 21,,,,,\n3,0.3122 21 20,,,,,\n")
    (line,) = called(capsys, *asked, "--format", "jsonl", stdin=b"20 21\n").out.splitlines()
    jsonschema.Draft202012Validator(schemas.schema("solve")).validate(json.loads(line))
    assert json.loads(line)["outcome"] is None


def test_a_rule_in_a_file_is_run_once(capsys, tmp_path):
    (tmp_path / "rule.py").write_text(
        "import grundy, pathlib\n"
        "with (pathlib.Path(__file__).parent / 'runs').open('a') as runs:\n    runs.write('x')\n"
        "@grundy.game\ndef mine(n):\n    yield from (n - k for k in (1, 2) if k <= n)\n"
    )
    done = called(capsys, "solve", f"{tmp_path / 'rule.py'}:mine", "-", stdin=b"3\n4\n5\n")
    assert done.status == 0
    assert [line.rpartition("value ")[2][:1] for line in done.out.splitlines()] == ["0", "1", "2"]
    assert (tmp_path / "runs").read_text() == "x"
