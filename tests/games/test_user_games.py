"""Games that users write: the examples, and what is said where a file or a rule is wrong."""

from __future__ import annotations

import itertools
import json
import runpy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy.cli.main import run
from grundy.values import Outcome
from project import EXAMPLES

DIGITS = runpy.run_path(str(EXAMPLES / "digits.py"))["digits"]
PINS = runpy.run_path(str(EXAMPLES / "pins.py"))["pins"]
MULTIPLES = runpy.run_path(str(EXAMPLES / "multiples.py"))["multiples"]

# What a user's file may hold; each name is a game that goes wrong in its own way.
WRONG = """
import grundy

number = 7

@grundy.game
def raises(state):
    if state == 0:
        raise KeyError("ours")
    yield state - 1

@grundy.game
def unhashable(state):
    yield [state]

@grundy.game
def nothing(state):
    pass

@grundy.game
def endless(state):
    yield state + 1
"""


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """Return a file of games that go wrong."""
    file = tmp_path / "wrong.py"
    file.write_text(WRONG, encoding="utf-8")
    return file


# ---- the examples -----------------------------------------------------------------------------


def plain_value(options: Any, state: Any, known: dict[Any, int]) -> int:
    """Return a Grundy value by the definition and nothing else."""
    if state not in known:
        known[state] = grundy.mex([plain_value(options, after, known) for after in options(state)])
    return known[state]


def test_the_shortest_form_has_the_values_of_its_definition() -> None:
    """The decorated generator is the whole game; its P-positions are the multiples of ten."""
    known: dict[Any, int] = {}
    for number in range(200):
        value = DIGITS[number].value()
        assert value == plain_value(DIGITS, number, known)
        assert (value == 0) == (number % 10 == 0)


@settings(deadline=None, max_examples=60)
@given(st.text("rb.", min_size=1, max_size=7))
def test_the_hooks_of_the_example_change_no_value(row: str) -> None:
    """Components, canonical forms and moves give what the options alone give."""
    position = PINS[row]

    assert position.value() == plain_value(PINS.options, row, {})
    assert [move.option for move in position.moves()] == list(position.options())
    assert PINS.parse(PINS.format(row)) == row


def test_the_example_shows_itself() -> None:
    """The picture numbers the pins, and a move is named by these numbers."""
    assert PINS.draw("rb.") == " R B .\n 1 2 3"
    assert [move.name for move in PINS["rr"].winning_moves()] == ["knock down 1 and 2"]


def test_the_examples_pass_the_fuzzer() -> None:
    """`grundy.check` finds nothing wrong with any example."""
    grundy.check(DIGITS, 47)
    grundy.check(PINS, "rrbbrrb")
    assert "indexed" in grundy.check(MULTIPLES, (2, 3, 4, 5, 6, 9, 12, 35)).checked


def test_an_example_is_solved_on_disk(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commands at the head of the example with numbered states do what they say."""
    monkeypatch.chdir(EXAMPLES)
    folder, game = str(tmp_path / "table"), "multiples.py:multiples"

    assert run(["tabulate", game, "2..12", "--output", folder]) == 0
    assert "2,048 positions" in capsys.readouterr().out
    assert run(["solve", game, "5,6,10,12", "--table", folder]) == 0
    assert "player 2 wins" in capsys.readouterr().out
    assert run(["verify", folder, "--game", game]) == 0
    assert "by the plain rules; all hold" in capsys.readouterr().out
    assert run(["verify", folder]) == 2
    assert f"name it yourself to have it run: {game}" in capsys.readouterr().err
    table = grundy.open_table(folder, game=MULTIPLES)
    for number in range(0, 2_048, 37):
        state = table.rules.indexed.state_at(number)
        assert table.value(state) == MULTIPLES[state].value()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["table", "digits.py:digits", "19"], "digits, normal play: 20 states, 2 P, 18 N"),
        (["graph", "digits.py:digits", "47"], "47       1       N"),
        (["graph", "pins.py:pins", "rrb"], "8 vertices, 14 arcs"),
        (["graph", "pins.py:pins", "rb", "+", "digits.py:digits", "3"], "pins rb + digits 3"),
        (["solve", "pins.py:pins", "rrbbr"], "player 1 wins"),
        (["explain", "digits.py:digits", "47"], "47"),
    ],
)
def test_the_commands_take_a_file_and_a_name(
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """file.py:name is a game for every command that takes one."""
    monkeypatch.chdir(EXAMPLES)
    assert run(arguments) == 0

    assert message in capsys.readouterr().out


def test_a_value_of_a_user_game_for_machines(capsys: pytest.CaptureFixture[str]) -> None:
    """The labels of a user's game are written as those of any other."""
    assert run(["graph", f"{EXAMPLES / 'digits.py'}:digits", "21", "--json"]) == 0

    vertices = json.loads(capsys.readouterr().out)["vertices"]
    values = {vertex["vertex"]: vertex["value"] for vertex in vertices}
    assert values["21"] == DIGITS[21].value()


# ---- what is wrong with a file ----------------------------------------------------------------


@pytest.mark.parametrize("command", ["solve", "graph"])
@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("nowhere.py:x", "nowhere.py: no such file"),
        ("wrong.py:raise", "Did you mean raises?"),
        ("wrong.py:number", "put @grundy.game above"),
        ("wrong.py:unhashable", "[3] has the option [3], which is not hashable"),
        ("wrong.py:nothing", "cannot be gone through"),
    ],
)
def test_a_wrong_file_is_one_sentence(
    command: str,
    game: str,
    message: str,
    wrong: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No file, no such name, no game, an option that is no state: a sentence, and status 2."""
    monkeypatch.chdir(wrong.parent)
    assert run([command, game, "3"]) == 2

    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [["graph", "3"], ["graph", "3", "--play", "misere"], ["table", "3"], ["solve", "3"],
     ["solve", "3", "--play", "misere"]],
)  # fmt: skip
def test_a_rule_that_raises_shows_the_users_traceback(
    arguments: list[str], wrong: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The user's error, with the user's lines and none of ours, and status 2."""
    command, *others = arguments
    assert run([command, f"{wrong}:raises", *others]) == 2

    error = capsys.readouterr().err
    assert 'raise KeyError("ours")' in error
    assert str(wrong) in error
    assert "grundy/games" not in error


def test_a_file_that_raises_shows_its_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error while the file runs is the user's too."""
    file = tmp_path / "broken.py"
    file.write_text("1 / 0\n", encoding="utf-8")
    assert run(["graph", f"{file}:game", "3"]) == 2

    error = capsys.readouterr().err
    assert "ZeroDivisionError" in error
    assert "line 1" in error


@pytest.mark.parametrize("arguments", [["graph", "3"], ["table", "3"]])
def test_a_game_that_never_ends_is_stopped(
    arguments: list[str], wrong: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A search without an end stops at the limit, with status 3."""
    command, *others = arguments
    assert run([command, f"{wrong}:endless", *others, "--limit", "2000"]) == 3

    assert "2,000 positions" in capsys.readouterr().err


def test_a_position_that_does_not_parse_names_the_column(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The example's own parser says where the text goes wrong."""
    assert run(["graph", f"{EXAMPLES / 'pins.py'}:pins", "rrxb"]) == 2

    assert "column 3" in capsys.readouterr().err


def test_rows_of_the_example_add_up() -> None:
    """A gap between two rows is a sum: the outcome of both together is that of the row."""
    for left, right in itertools.product(["r", "rr", "rb", "brr"], repeat=2):
        together = PINS[f"{left}.{right}"]
        apart = PINS[left] + PINS[right]
        assert together.value() == apart.value()
        assert together.outcome() in (Outcome.N, Outcome.P)
