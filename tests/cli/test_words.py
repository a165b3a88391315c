"""What the command line says: sets that a shell took apart, names, guesses, help."""

import io
import re
import sys

import pytest

import grundy
from commands import answered, called, ended
from grundy.strategy.play import Match
from grundy.strategy.session import Session, player
from grundy.strategy.transcript import Screen

RULES = """\
import grundy
@grundy.game
def lctr(p):
    if not p: return
    yield tuple(x - 1 for x in p if x > 1)
    yield p[1:]
pick = grundy.HeapGame(lambda n: [(n - 1,)] if n else [])
"""


@pytest.fixture
def rules(tmp_path, monkeypatch):
    file = tmp_path / "rules.py"
    file.write_text(RULES)
    monkeypatch.chdir(tmp_path)
    return file.name


def test_a_lambda_is_called_by_the_name_it_was_asked_by(rules, capsys):
    said = answered(capsys, "values", f"{rules}:pick", "--stop", "5")
    assert "rules.py:pick" in said
    assert "lambda" not in said


def test_a_number_is_a_tuple_of_one_where_the_rules_take_only_tuples(rules, capsys):
    said = answered(capsys, "solve", f"{rules}:lctr", "5")
    assert "lctr 5," in said
    assert said.endswith("1 winning move:\n  to nothing\n")


@pytest.mark.parametrize("start", [(2, 1), "ab"])
def test_check_takes_rules_whose_last_state_is_empty(start):
    @grundy.game
    def shorter(state):
        yield from (state[:at] + state[at + 1 :] for at in range(len(state)))

    assert "agree on" in str(grundy.check(shorter, start))


def test_a_power_of_two_is_written_with_two_stars(capsys):
    done = called(capsys, "nim", "2^64")
    assert (done.status, done.out) == (0, "66\n")
    assert "a power is written **" in done.err


def test_a_guess_is_asked_for_by_name_and_said_to_be_one(rules, capsys):
    game = f"{rules}:pick"
    for words, status, said in (
        (["solve", game, "10^20"], 3, "take --guess"),
        (["values", game, "--heap", "10^20", "--guess"], 0, "value 0, P; a guess: period 2"),
        (["solve", game, "10^20", "1", "--guess"], 0, "if the guess is right: the nim-sum is 1."),
        (["solve", game, "10^20", "--guess", "--limit", "9"], 2, "no search is limited"),
    ):
        done = called(capsys, *words)
        assert done.status == status
        assert said in done.out + done.err


@pytest.mark.parametrize("command", [["serve"], ["mcp"]])
def test_a_command_without_its_extra_is_one_sentence(command):
    code = (
        "import sys\n"
        "for name in ('anyio', 'mcp', 'starlette', 'uvicorn'):\n"
        "    sys.modules[name] = None\n"
        f"from grundy.cli.main import run; sys.exit(run({command}))"
    )
    done = ended([sys.executable, "-c", code])
    assert done.out == ""
    assert re.fullmatch(r"grundy: The [^\n]* needs [^\n]* install it with: [^\n]*\n", done.err)
    assert done.err.count("install it with") == 1


def test_the_level_is_changed_within_a_play():
    out = io.StringIO()
    seats = (None, player("perfect"))
    session = Session(grundy.read("nim 3 4"), "normal")
    Match(session, seats, Screen(io.StringIO("level easy\nlevel random\nquit\n"), out),
          game="nim 3 4").run()  # fmt: skip
    assert "Write level and one of perfect, teacher, random." in out.getvalue()
    assert "The computer plays on as random." in out.getvalue()
