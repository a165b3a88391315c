"""What a game is called decides nothing: not its values, moves, plays or words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import grundy
from commands import answered
from grundy import HeapGame
from grundy.heaps.misere_search import misere_value
from grundy.heaps.rules.parse import TakeAndBreak
from grundy.heaps.rules.subtraction import RULES, NamedRule
from grundy.named.games.moore import Moore
from grundy.named.games.wind_up import WindUp
from grundy.values import Outcome
from heap_trees import heap_moves

NAMES = [*grundy.catalogue, "0.[3]", "4.[3]", "4!.0", "{1,2,3}", "allbut{}", "0.77"]


def one_token(heap: int) -> list[int]:
    """Return the options of a heap from which one token is taken."""
    return [heap - 1]


@pytest.mark.parametrize("name", NAMES)
def test_a_heap_game_follows_its_rule_whatever_its_name(name: str) -> None:
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


@pytest.mark.parametrize("name", RULES)
def test_a_named_rule_keeps_its_rule_under_another_text(name: str) -> None:
    """The text of an instance may be set; its values, moves and periods stay."""
    plain, called = NamedRule(name), NamedRule(name)
    called.text = "nim"

    assert called == plain
    assert called.values(40).tolist() == plain.values(40).tolist()
    assert called.sequence.engine == plain.sequence.engine
    assert called.find_period(stop=200) == plain.find_period(stop=200)


@pytest.mark.parametrize("text", ["0.[3]", "4.[3]"])
def test_the_formula_of_a_code_is_found_by_its_digits(text: str) -> None:
    """Kayles called 0.[3] has Kayles' values, and Nim called kayles has Nim's formula."""
    kayles, formula = TakeAndBreak("0.77"), TakeAndBreak(text)
    kayles.text, formula.text = text, "kayles"

    assert kayles.formula is None
    assert formula.formula is TakeAndBreak(text).formula is not None
    assert kayles[5].value() == 4


class TakeUpTo(grundy.heaps.ruleset.HeapRuleset):
    """A game with a parameter that its text does not tell."""

    text = "take"

    def __init__(self, most: int) -> None:
        self.most = most

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Take 1 to `most` tokens."""
        return ((heap - n,) if heap > n else () for n in range(1, min(self.most, heap) + 1))


def test_games_of_one_name_are_not_one_game() -> None:
    """A user's class with two instances of the same text has two games, in one sum too."""
    one, three = TakeUpTo(1), TakeUpTo(3)

    assert one != three
    assert one == one
    assert (one[2] + three[3]).outcome("misere") is reference_misere((one, 2), (three, 3))
    assert Moore(2) == Moore(2)
    assert Moore(2) != Moore(3)
    assert WindUp(7, {1}) == WindUp(7, [1]) != WindUp(7, {2})


def reference_misere(*parts: tuple[TakeUpTo, int]) -> Outcome:
    """Say who wins misère play, by the whole tree."""

    def options() -> Iterable[tuple[tuple[TakeUpTo, int], ...]]:
        for place, (game, heap) in enumerate(parts):
            for option in game.options(heap):
                yield (*parts[:place], (game, sum(option)), *parts[place + 1 :])

    left = [reference_misere(*option) for option in options()]
    return Outcome.N if not left or Outcome.P in left else Outcome.P


@pytest.mark.parametrize("name", ["divide-2-3-6", "mark", "to-divisor"])
def test_words_of_a_move_are_those_of_its_rule(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A user's game that takes tokens says so, whatever it is called."""
    file = tmp_path / "own.py"
    file.write_text(f"import grundy\nown = grundy.HeapGame(lambda n: [n - 1], {name!r})\n")

    assert "take 1 from 3" in answered(capsys, "solve", f"{file}:own", "3")
    assert "turn 3 into" in answered(capsys, "solve", name, "3")
