"""Games that users write: examples, wrong ones, and what grundy.check finds."""

import itertools
import runpy

import pytest

import grundy
from grundy import HeapGame
from grundy.cli.main import run
from grundy.errors import RulesetError
from grundy.games.ruleset import Ruleset
from grundy.games.states import MisereRule
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
    monkeypatch.chdir(EXAMPLES)
    assert run(arguments) == 0
    assert message in capsys.readouterr().out


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


@pytest.mark.parametrize("name", NAMES)
def test_a_heap_game_follows_its_rule_whatever_its_name(name):
    """One token at a time: who moves wins normal play from odd totals, misère from even ones."""
    game = HeapGame(lambda heap: [heap - 1], name)
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


class Heaps(Ruleset):
    """Nim on a tuple of heaps, with every hook; the broken games below change one."""

    text = "heaps"

    def options(self, state):
        for place, heap in enumerate(state):
            yield from ((*state[:place], left, *state[place + 1 :]) for left in range(heap))

    def components(self, state):
        return [(heap,) for heap in state]

    def canonical(self, state):
        return tuple(sorted(state))

    def parse(self, text):
        return tuple(map(int, text.split(",")))

    def format(self, state):
        return ",".join(map(str, state))

    @property
    def formula(self):
        return lambda state: grundy.nim_sum(*state)

    def answers(self, states, play="normal", **within):
        return MisereRule(self, states, self.misere_outcome) if play == "misere" else None

    def misere_outcome(self, states):
        heaps = [heap for state in states for heap in state]
        total = grundy.nim_sum(*heaps) if max(heaps, default=0) > 1 else (sum(heaps) + 1) % 2
        return Outcome.N if total else Outcome.P


START = (2, 1, 3)


def broken(**changes):
    return type("Broken", (Heaps,), {"text": "broken", **changes})()


def test_a_right_game_passes():
    report = grundy.check(Heaps(), START)
    assert report.game == "heaps"
    assert not report.cyclic
    assert {"options", "moves", "parse", "draw", "canonical", "components", "formula",
            "answers", "value", "winning moves"} == set(report.checked)  # fmt: skip
    assert report.positions >= 24  # all that (2, 1, 3) reaches
    assert str(report).startswith("heaps: options, moves, parse, draw, canonical")
    assert report == grundy.check(Heaps(), START)


def named(options):
    return [(str(option), option) for option in options]


MISERE = "under misère play has another outcome"
BROKEN = [
    ({"options": lambda _, s: 7}, "cannot be gone through"),
    ({"options": lambda _, s: [list(s[1:])] if s else []}, "which is not hashable"),
    ({"moves": lambda g, s: named(g.options(s))[1:]}, "among the options, but not among the moves"),
    ({"moves": lambda g, s: [("pass", s), *named(g.options(s))]}, "among the moves, but not among"),
    ({"moves": lambda g, s: 2 * named(g.options(s))}, "more than once"),
    ({"moves": lambda g, s: (("", o) for o in g.options(s))}, "a name is"),
    ({"canonical": lambda _, s: tuple(sorted(s))[1:] if len(s) > 2 else s},
     r"`canonical` takes Position\(broken\[.*\) to Position\(broken\["),
    ({"canonical": lambda _, s: sorted(s)}, "is not hashable"),
    ({"canonical": lambda _, s: (0, 0, 0) if sorted(s) == [0, 2, 2] else s}, MISERE),
    ({"components": lambda _, s: [(h,) for h in s[1:]]}, "`components`"),
    ({"components": lambda _, s: [(h,) for h in s if s.count(h) % 2]}, MISERE),
    ({"formula": property(lambda _: sum)}, "but `formula` gives"),
    ({"misere_outcome": lambda _, s: Outcome.N}, "`answers` gives N under misère play"),
    ({"parse": lambda _, t: (0,)}, "but `parse` reads it as"),
    ({"parse": lambda _, t: (int(t),)}, "which `parse` refuses"),
    ({"draw": lambda _, s: s}, "is no printable text"),
    ({"draw": lambda _, s: "\x1b[31m"}, "is no printable text"),
    ({"legal": lambda _, s: s if s == START else 1 // 0}, "which `legal` refuses"),
    ({"value": lambda _, s, **__: 1, "formula": None}, "by its options, but `value` gives"),
    ({"options_of_value": lambda _, s, wanted, **__: iter([])}, "wins, and is not listed"),
    ({"options_of_value": lambda g, s, wanted, **__: iter(g.moves(s))}, "is listed as winning"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "said"), BROKEN)
def test_a_broken_game_is_caught(changes, said):
    with pytest.raises(RulesetError, match=said) as caught:
        grundy.check(broken(**changes), START)
    assert str(caught.value).isprintable()


def test_options_that_change_are_caught():
    asked = itertools.count(1)
    with pytest.raises(RulesetError, match="others when asked again"):
        grundy.check(grundy.game(lambda state: range(next(asked) % 3)), 5)


def test_no_start_is_said():
    strange = grundy.game(lambda items: [items - {item} for item in items | frozenset()])
    with pytest.raises(RulesetError, match=r"give one: check\(game, state\)"):
        grundy.check(strange)
    assert grundy.check(strange, frozenset({1, 2, 3})).positions == 8
