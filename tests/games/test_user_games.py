"""Games that users write: the examples, what is said of wrong ones, and names decide nothing."""

import runpy

import pytest

import grundy
from grundy import HeapGame
from grundy.cli.main import run
from grundy.heaps.misere_search import misere_value
from grundy.named.games.moore import Moore
from grundy.named.games.wind_up import WindUp
from grundy.values import Outcome
from heap_trees import heap_moves
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
def wrong(tmp_path):
    file = tmp_path / "wrong.py"
    file.write_text(WRONG, encoding="utf-8")
    return file


def test_the_examples_pass_the_fuzzer():
    """`grundy.check` finds nothing wrong with any example; digits is won off multiples of ten."""
    grundy.check(DIGITS, 47)
    grundy.check(PINS, "rrbbrrb")
    assert "indexed" in grundy.check(MULTIPLES, (2, 3, 4, 5, 6, 9, 12, 35)).checked
    assert all((DIGITS[n].value() == 0) == (n % 10 == 0) for n in range(200))


@pytest.mark.parametrize(("arguments", "message"), [
    (["table", "digits.py:digits", "19"], "digits, normal play: 20 states, 2 P, 18 N"),
    (["graph", "digits.py:digits", "47"], "47       1       N"),
    (["graph", "pins.py:pins", "rrb"], "8 vertices, 14 arcs"),
    (["graph", "pins.py:pins", "rb", "+", "digits.py:digits", "3"], "pins rb + digits 3"),
    (["solve", "pins.py:pins", "rrbbr"], "player 1 wins"),
    (["explain", "digits.py:digits", "47"], "47"),
    (["values", "digits.py:digits", "--heap", "40"], "heap 40: value 0, P"),
    (["describe", "digits.py:digits", "--stop", "99"], "not proved"),
])  # fmt: skip
def test_the_commands_take_a_file_and_a_name(arguments, message, capsys, monkeypatch):
    """file.py:name is a game for every command that takes one."""
    monkeypatch.chdir(EXAMPLES)
    assert run(arguments) == 0

    assert message in capsys.readouterr().out


@pytest.mark.parametrize("command", ["solve", "graph"])
@pytest.mark.parametrize(("game", "message"), [
    ("nowhere.py:x", "nowhere.py: no such file"),
    ("wrong.py:raise", "Did you mean raises?"),
    ("wrong.py:number", "put @grundy.game above"),
    ("wrong.py:unhashable", "[3] has the option [3], which is not hashable"),
    ("wrong.py:nothing", "cannot be gone through"),
])  # fmt: skip
def test_a_wrong_file_is_one_sentence(command, game, message, wrong, capsys, monkeypatch):
    """No file, no such name, no game, an option that is no state: a sentence, and status 2."""
    monkeypatch.chdir(wrong.parent)
    assert run([command, game, "3"]) == 2

    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("arguments", [
    ["graph"], ["graph", "--play", "misere"], ["table"], ["solve"], ["solve", "--play", "misere"],
])  # fmt: skip
def test_a_rule_that_raises_shows_the_users_traceback(arguments, wrong, capsys):
    """The user's error, with the user's lines and none of ours, and status 2; a file's too."""
    command, *others = arguments
    assert run([command, f"{wrong}:raises", "3", *others]) == 2

    error = capsys.readouterr().err
    assert 'raise KeyError("ours")' in error
    assert str(wrong) in error
    assert "grundy/games" not in error
    for text, kind in (("1 / 0\n", "ZeroDivisionError"), ("number = (\n", "SyntaxError")):
        wrong.write_text(text, encoding="utf-8")
        assert run([command, f"{wrong}:raises", "3", *others]) == 2
        error = capsys.readouterr().err
        assert kind in error
        assert "line 1" in error
        assert "importlib" not in error


# One name of a family, and each way to write a code or a set
NAMES = [
    *(entries[0].key for entries in grundy.catalogue.families().values()), "0.[3]", "4.[3]", "4!.0",
    "{1,2,3}", "allbut{}", "0.77", "mark", "divide-2-3-6",
]  # fmt: skip


def one_token(heap):
    """Return the options of a heap from which one token is taken."""
    return [heap - 1]


@pytest.mark.parametrize("name", NAMES)
def test_a_heap_game_follows_its_rule_whatever_its_name(name):
    """One token at a time: who moves wins normal play from odd totals, misère from even ones."""
    game = HeapGame(one_token, name)

    assert game.values(6).tolist() == [0, 1, 0, 1, 0, 1]
    assert [str(game[heap].outcome("misere")) for heap in range(6)] == list("NPNPNP")
    assert [misere_value(game, heap) for heap in range(6)] == [1, 0, 1, 0, 1, 0]
    answer = game.sum([4, 2]).solve("misere")
    assert answer.outcome is Outcome.N
    assert heap_moves(answer) == [(0, 4, (3,)), (1, 2, (1,))]
    assert game[4].explain("misere").winner == 1
    period = game.find_period(stop=40)
    assert period is None or period.period == 2


class TakeUpTo(grundy.heaps.ruleset.HeapRuleset):
    """A game with a parameter that its text does not tell."""

    text = "take"

    def __init__(self, most):
        self.most = most

    def options(self, heap):
        return ((heap - n,) if heap > n else () for n in range(1, min(self.most, heap) + 1))


def test_games_of_one_name_are_not_one_game():
    """A user's class with two instances of the same text has two games, in one sum too."""
    one, three = TakeUpTo(1), TakeUpTo(3)

    assert one != three
    assert one == one
    whole = grundy.HeapGame(lambda n: [(n - 1,)], "one")[2] + grundy.Subtraction({1, 2, 3})[3]
    assert (one[2] + three[3]).outcome("misere") is whole.outcome("misere")
    assert Moore(2) == Moore(2)
    assert Moore(2) != Moore(3)
    assert WindUp(7, {1}) == WindUp(7, [1]) != WindUp(7, {2})
