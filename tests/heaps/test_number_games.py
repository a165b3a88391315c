"""Games of one number, given by rules, as games of heaps: the same values, or a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy
from grundy import RulesetError
from grundy.cli.main import run
from grundy.games.rule_game import RuleGame
from grundy.heaps.rules.functions import as_heaps

FILE = """
import grundy

@grundy.game
def countdown(n):
    yield from (n - take for take in (1, 2, 3) if take <= n)

@grundy.game
def loopy(n):
    yield n + 1

@grundy.game
def pairs(state):
    a, b = state
    yield from ((i, b) for i in range(a))
"""


@given(takes=st.sets(st.integers(1, 6), min_size=1), halves=st.booleans(), stop=st.integers(0, 90))
def test_values_are_those_of_the_solver(takes: set[int], halves: bool, stop: int) -> None:
    """Options that are numbers, and those that are sums of positions, as the solver has them."""

    def options(n: int) -> Iterator[Any]:
        yield from (n - take for take in takes if take <= n)
        if halves and n > 2:
            yield game[n // 2] + game[n - n // 2 - 1]

    game = RuleGame(options)

    assert game.heaps.values(stop).tolist() == [game.value(n) for n in range(stop)]


def test_components_are_heaps() -> None:
    """A state that the rules split into components is the sum of these."""
    split = grundy.game(components=lambda n: [n - 2, 1] if n > 20 else [n])(
        lambda n: [n - 1] if n else []
    )
    heaps = as_heaps(split)
    assert heaps is not None
    assert list(heaps.options(30)) == [(1, 27)]


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (lambda n: [n + 1], r"\[0\] has the option 1; in a game of heaps 0 is the end"),
        (lambda n: [n + 1] if n == 7 else [n - 1] * (n > 0), "not smaller than 7"),
        (lambda n: [(n - 1, 0)] if n == 7 else [n - 1] * (n > 0), r"\[7\] has the option \(6, 0\)"),
        (lambda n: [str(n)] if n == 7 else [n - 1] * (n > 0), r"\[7\] has the option 7, which is"),
        (lambda n: [True] if n == 7 else [n - 1] * (n > 0), r"\[7\] has the option True"),
        (lambda state: [state[1:]] if state else [], "no single natural numbers"),
        (lambda state: [], "no single natural numbers"),
        (lambda n: [(n, n)], "no single natural numbers"),
    ],
)
def test_what_is_no_game_of_one_number(rule: Any, said: str) -> None:
    """A number that leads up, a pair, a word: a sentence says where, and no value is given."""
    with pytest.raises(RulesetError, match=said):
        RuleGame(rule, "rule").heaps.values(20)


def test_rules_that_begin_later_are_taken() -> None:
    """A rule that cannot be asked about 0 is one of numbers, and its own error is raised."""
    game = RuleGame(lambda n: [n % 1 // n] if n < 4 else [n - 1])
    with pytest.raises(ZeroDivisionError):
        game.heaps.values(5)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["values", "g.py:countdown", "--stop", "8"], "countdown, heaps 0 to 7: 2 P-positions"),
        (["values", "g.py:countdown", "--heap", "41"], "heap 41: value 1, N"),
        (["period", "g.py:countdown", "--stop", "99", "--guess"],
         "countdown: period 4, observed up to 99, not proved."),
        (["describe", "g.py:countdown", "--stop", "99"],
         "countdown: G(n) looks like n mod 4 on heaps 0 … 98; not proved."),
    ],
)  # fmt: skip
def test_the_commands_for_heaps_take_them(
    arguments: list[str],
    told: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Values, period and describe answer for a game of one number in a file of Python."""
    monkeypatch.chdir(tmp_path)
    Path("g.py").write_text(FILE, encoding="utf-8")

    assert run(arguments) == 0
    assert told in capsys.readouterr().out


def test_a_plot_of_a_game_in_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its values are plotted as those of any game of heaps."""
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    Path("g.py").write_text(FILE, encoding="utf-8")

    assert run(["values", "g.py:countdown", "--stop", "50", "--plot", "plot.svg"]) == 0
    assert "<svg" in Path("plot.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["values", "period", "describe"])
@pytest.mark.parametrize(
    ("game", "told"), [("loopy", "0 is the end"), ("pairs", "is no game of heaps")]
)
def test_the_commands_refuse_others(
    command: str,
    game: str,
    told: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One sentence, and status 2."""
    monkeypatch.chdir(tmp_path)
    Path("g.py").write_text(FILE, encoding="utf-8")

    assert run([command, f"g.py:{game}"]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
