"""What a game is called decides nothing: not its values, moves, plays or words."""

import pytest

import grundy
from grundy import HeapGame
from grundy.heaps.misere_search import misere_value
from grundy.named.games.moore import Moore
from grundy.named.games.wind_up import WindUp
from grundy.values import Outcome
from heap_trees import heap_moves

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
