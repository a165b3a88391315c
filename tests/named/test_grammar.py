"""One grammar for every command, the page and Python; only entries that are asked for are read."""

import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import grundy
from commands import called
from grundy.named import games
from grundy.named.catalogue import Entries, Parametric, _all_files

# every way to write a game of heaps, with one that is the same game
TEXTS = [
    ("kayles", "0.77"),
    ("Kayles", "kayles"),
    ("subtraction({1,2,3})", "{1,2,3}"),
    ("all-but({1,4})", "allbut{ 4, 1 }"),
    ("octal(0.137)", "dawsons-chess"),
    ("{1,3,4}", "{4,3,1}"),
    ("take-a-fibonacci", "take-a-fibonacci"),
]
COMMANDS = [
    ["values", "GAME", "--stop", "10", "--json"],
    ["period", "GAME", "--stop", "60", "--json"],
    ["describe", "GAME", "--stop", "100", "--json"],
    ["solve", "GAME", "5", "7", "--json"],
    ["explain", "GAME", "5", "7", "--json"],
    ["graph", "GAME", "5", "--json"],
    ["table", "GAME", "9", "--json"],
    ["games", "GAME", "--json"],
]


@pytest.mark.parametrize(("text", "same"), TEXTS)
def test_a_text_names_one_game(text, same):
    """The same text gives the same object, and so does another text of an equal game."""
    game = grundy.read_game(text)

    assert grundy.read_game(text) is game
    assert grundy.read_game(same) is game
    assert grundy.catalogue[text] is game


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("text", [text for text, _ in TEXTS])
def test_every_command_takes_every_text(command, text, capsys):
    """Names, codes, sets and parameters are read alike, whatever is asked."""
    arguments = [text if word == "GAME" else word for word in command]
    done = called(capsys, *arguments)

    # period 3: take-a-fibonacci has no theorem, and the search says so with its status
    assert done.status == 0 or (command[0], text) == ("period", "take-a-fibonacci")
    assert "Unknown" not in done.out + done.err


@pytest.mark.parametrize("text", ["game.py:rule", "graph.dot", "/etc/passwd", "examples/pins.py:x"])
def test_no_file_is_opened_and_no_python_run(text, tmp_path, monkeypatch):
    """Texts that the command line would open are games that nobody knows, or no codes."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.py").write_text("raise SystemExit('run')\n")
    (tmp_path / "graph.dot").write_text("digraph { a -> b }\n")

    with pytest.raises((grundy.UnknownNameError, grundy.CodeError)):
        grundy.read_game(text)
    with pytest.raises((grundy.UnknownNameError, grundy.CodeError)):
        grundy.read(f"{text} 5")


def test_only_so_many_games_are_kept():
    """Named games stay; of the others the last ones that were asked for."""
    kayles, first = grundy.read_game("kayles"), grundy.read_game("{1,1000}")
    for amount in range(1001, 1101):
        grundy.read_game(f"{{1,{amount}}}")

    assert grundy.read_game("kayles") is kayles
    assert grundy.read_game("{1,1100}") is grundy.read_game("{1,1100}")
    assert grundy.read_game("{1,1000}") is not first
    assert grundy.read_game("{1,1000}") == first


def test_the_keys_with_parameters_are_those_of_the_type():
    """`catalogue[key]` is typed as a function for exactly the keys whose games take parameters."""
    keys = [key for key in grundy.catalogue if grundy.catalogue.entry(key).parameters]

    assert list(get_args(Parametric)) == keys
    for key in grundy.catalogue:
        assert isinstance(grundy.catalogue[key], grundy.Ruleset) == (key not in keys)


@pytest.mark.parametrize("text", ["", "  ", "kayls", "moore(", "0.79", "{1,,2}", "nim(3)"])
def test_what_is_no_game_is_refused(text):
    """A slip gives one sentence, the same from the catalogue and from the reader."""
    with pytest.raises(grundy.GrundyError) as read:
        grundy.read_game(text)
    with pytest.raises(grundy.GrundyError) as looked_up:
        grundy.catalogue[text]

    assert str(looked_up.value) == str(read.value)
    assert str(read.value).isprintable()


@pytest.mark.parametrize("key", list(grundy.catalogue))
def test_a_position_is_of_a_state_never_of_any_text(key):
    """`position` checks what it is given: a slip gives an error, never a value."""
    entry = grundy.catalogue.entry(key)
    game = grundy.read_game(entry.game)

    with pytest.raises(grundy.GrundyError):
        game.position("4 8 17 no state of any game")
    for part in game.read(entry.start).parts:
        assert game.position(part.state).parts == (part,)


def test_a_file_that_is_added_is_a_game_that_is_known(tmp_path, monkeypatch):
    """A game is one file: no list has to know of it."""
    text = Path(str(games.__file__)).with_name("moore.py").read_text(encoding="utf-8")
    (tmp_path / "added.py").write_text(text.replace('key="moore"', 'key="added"'))
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    _all_files.cache_clear()
    assert Entries()["added"].key == "added"
    monkeypatch.undo()
    _all_files.cache_clear()
    assert "added" not in Entries()


def test_a_question_about_heaps_imports_no_boards():
    """Else each small question would wait for the rules of all games."""
    asked = (
        "import sys; from grundy.cli.main import run\n"
        "for game in ('nim', 'kayles', '0.77', '{1,2,3}'): run(['solve', game, '3', '5'])\n"
        "assert 'grundy.named.catalogue' in sys.modules\n"
        "assert 'grundy.named.games.cram' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", asked], capture_output=True, check=True)
