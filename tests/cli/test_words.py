"""What the command line says: sets that a shell took apart, names, guesses, help."""

import io
import re
import subprocess
import sys

import pytest

import grundy
from grundy.errors import MissingExtraError
from grundy.strategy.play.match import Match, Screen
from grundy.strategy.play.session import Session
from grundy.strategy.players import player

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
    """Write a file with a rule of tuples and a game made of a lambda."""
    file = tmp_path / "rules.py"
    file.write_text(RULES)
    monkeypatch.chdir(tmp_path)
    return file.name


@pytest.mark.parametrize("words", [
    ("values", "1", "3", "4", "--stop", "20"),
    ("period", "--stop", "20", "1", "3"),
    ("period", "allbut1", "allbut4"),
    ("solve", "1", "3", "4", "20"),
    ("solve", "kayles", "5", "+", "1", "3", "9"),
])  # fmt: skip
def test_a_set_that_the_shell_took_apart_is_recognised(words, capsys):
    """The sentence says that braces need quotes."""
    assert _run(words) == 2
    assert 'write a set in quotes, such as "{1,3,4}"' in capsys.readouterr().err


def test_a_lambda_is_called_by_the_name_it_was_asked_by(rules, capsys):
    """No answer calls a game <lambda>."""
    assert _run(["values", f"{rules}:pick", "--stop", "5"]) == 0
    said = capsys.readouterr().out
    assert "rules.py:pick" in said
    assert "lambda" not in said


def test_a_number_is_a_tuple_of_one_where_the_rules_take_only_tuples(rules, capsys):
    """A number has no traceback, and the move that leaves nothing is said to."""
    assert _run(["solve", f"{rules}:lctr", "5"]) == 0
    said = capsys.readouterr().out
    assert "lctr 5," in said
    assert said.endswith("1 winning move:\n  to nothing\n")


@pytest.mark.parametrize("start", [(2, 1), "ab"])
def test_check_takes_rules_whose_last_state_is_empty(start):
    """The states () and "" are states like others."""

    @grundy.game
    def shorter(state):
        yield from (state[:at] + state[at + 1 :] for at in range(len(state)))

    assert "agree on" in str(grundy.check(shorter, start))


@pytest.mark.parametrize(("words", "said"), [([], "Commands:"), (["solve"], "Usage: grundy solve")])
def test_help_is_a_command(words, said, capsys):
    """`grundy help solve` is `grundy solve --help`."""
    assert _run(["help", *words]) == 0
    assert said in capsys.readouterr().out


def test_a_power_of_two_is_written_with_two_stars(capsys):
    """The nim-sum of 2 and 64 is given, with a word on powers."""
    assert _run(["nim", "2^64"]) == 0
    said = capsys.readouterr()
    assert said.out == "66\n"
    assert "a power is written **" in said.err


def test_a_guess_is_asked_for_by_name_and_said_to_be_one(rules, capsys):
    """Where a period is only observed, the hint names --guess, and --guess answers."""
    game = f"{rules}:pick"
    assert _run(["solve", game, "10^20"]) == 3
    assert "take --guess" in capsys.readouterr().err
    assert _run(["values", game, "--heap", "10^20", "--guess"]) == 0
    assert "value 0, P; a guess: period 2" in capsys.readouterr().out
    assert _run(["solve", game, "10^20", "1", "--guess"]) == 0
    assert "player 1 wins, if the guess is right: the nim-sum is 1." in capsys.readouterr().out
    assert _run(["solve", game, "10^20", "--guess", "--limit", "9"]) == 2
    assert "no search is limited" in capsys.readouterr().err


def test_an_extra_is_named_once_with_all_that_it_brings():
    """One command installs every library of the extra."""
    said = str(MissingExtraError("starlette", "web", "The explorer"))

    assert said.count("install it with") == 1
    assert all(f"'{name}>=" in said for name in ("starlette", "uvicorn", "msgspec", "httptools"))


def test_the_level_is_changed_within_a_play():
    """The computer plays on at the level that is typed, and another word is refused."""
    out = io.StringIO()
    seats = (None, player("perfect"))
    session = Session(grundy.read("nim 3 4"), "normal")
    Match(session, seats, Screen(io.StringIO("level easy\nlevel random\nquit\n"), out),
          game="nim 3 4").run()  # fmt: skip

    assert "Write level and one of perfect, teacher, random." in out.getvalue()
    assert "The computer plays on as random." in out.getvalue()


@pytest.mark.parametrize(("position", "easy"), [("nim 9 1 1 1", True), ("nim 9 2 3", False)])
def test_parity_of_ones_is_easy(position, easy):
    """Where counting ones is enough, the level is 1."""
    found = grundy.puzzle(grundy.read(position), size=14, seed=1)

    assert easy == (found.level == 1)


def _run(words):
    from grundy.cli.main import run

    return run(list(words))


@pytest.mark.parametrize("command", [["serve"], ["mcp"]])
def test_a_command_without_its_extra_is_one_sentence(command):
    """Nothing that an extra brings is loaded before it is looked for."""
    code = (
        "import sys\n"
        "for name in ('anyio', 'mcp', 'msgspec', 'starlette', 'uvicorn'):\n"
        "    sys.modules[name] = None\n"
        f"from grundy.cli.main import run; sys.exit(run({command}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == ""
    assert re.fullmatch(r"grundy: The [^\n]* needs [^\n]* install it with: [^\n]*\n", done.stderr)
