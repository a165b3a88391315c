"""Guards that a small change could take away unnoticed: ranks, levels, counts, reserves, proofs."""

import numpy as np
import pytest

import grundy
from grundy.errors import LimitError
from grundy.games.ruleset import Ruleset
from grundy.games.states import SumGraph
from grundy.heaps import conjectures
from grundy.heaps.closed_forms import Form
from grundy.heaps.conjectures import Counterexample, closed_form_of, search
from grundy.heaps.periods.period import Period
from grundy.heaps.set_forms import Quadratic, _set
from grundy.nimbers.fields import width
from grundy.runtime import limits as games_limits
from grundy.runtime.limits import Limits, Watch
from grundy.strategy.session import TeacherPlayer
from grundy.values import Outcome

KAYLES, NIM = grundy.TakeAndBreak("0.77"), grundy.TakeAndBreak("0.[3]")


def test_a_search_leaves_the_reserve_free(monkeypatch):
    monkeypatch.setattr(games_limits, "free_memory", lambda: 1_000)
    watch = Watch(Limits(free_memory=600), "A search", {})
    watch.require_memory(400, 7)
    with pytest.raises(LimitError, match=r"what memory is free \(7 positions seen\)"):
        watch.require_memory(401, 7)


class Loops(Ruleset):
    """Heaps that shrink by one or two, and from 10 to 13 may also go round; several are a sum.

    Heaps of 100 and more shrink to 100, so that no smaller heap leads to them.
    """

    def options(self, state):
        for place, heap in enumerate(state):
            fewer = [heap - n for n in (1, 2) if n <= heap % 100]
            round_again = {10: [11], 11: [10], 12: [13, 10], 13: [12]}.get(heap, [])
            for left in (*fewer, *round_again):
                yield (*state[:place], left, *state[place + 1 :])

    def components(self, state):
        return ((heap,) for heap in state)


class WholeLoops(Loops):
    components = Ruleset.components


@pytest.mark.parametrize(("game", "order"), [
    *((game, order) for game in (Loops, WholeLoops)
      for order in ([(5,), (11,)], [(11,), (13,)], [(5,), (11,), (6, 4), (13,)])),
    (Loops, [(105,), (11,)]),
])  # fmt: skip
def test_ranks_follow_the_values_whatever_was_asked_before(game, order):
    """States of finite value are sorted by value, those known before the cycle was met too."""
    asked = game()
    for state in order:
        asked.value(state)
        asked.rank(state)
    states = list(dict.fromkeys(s for state in order for s in _below(asked, state)))
    finite = {s: v for s in states if isinstance(v := asked.value(s), int)}
    ranks = {state: asked.rank(state) for state in finite}
    assert len(set(ranks.values())) == len(ranks)
    by_rank = sorted(finite, key=ranks.__getitem__)
    assert [finite[state] for state in by_rank] == sorted(finite.values())


def _below(game, state):
    found, waiting = {state: None}, [state]
    while waiting:
        fresh = [option for option in game.options(waiting.pop()) if option not in found]
        found |= dict.fromkeys(fresh)
        waiting += fresh
    return list(found)


FOLLOWERS = {
    "s": ["slow", "fast"], "fast": ["end"], "slow": ["a"], "a": ["b"], "b": ["end"], "end": [],
}  # fmt: skip


@pytest.mark.parametrize("order", [["slow", "fast"], ["fast", "slow"]])
def test_the_best_move_wins_in_the_fewest_moves(order):
    """Of two winning moves the one after which the end is nearer is made, wherever it stands."""
    game = grundy.game(name="walk")(lambda state: {**FOLLOWERS, "s": order}[state])
    position = game["s"]
    assert [move.name for move in position.winning_moves("misere")] == order
    best = position.best_move("misere")
    assert best.name == "fast"
    assert SumGraph(position, "misere").remoteness(position) == 2


@pytest.mark.parametrize("seed", range(12))
def test_the_teacher_blunders_by_the_rule_that_is_played(seed):
    """Under misère play a blunder gives the misère win away, whatever normal play says of it."""
    position = NIM[1] + NIM[2]
    move = TeacherPlayer(rate=1, seed=seed).choose(position, "misere")
    assert position.outcome("misere") is Outcome.N
    assert move.option.outcome("misere") is Outcome.N


def test_moves_that_are_not_all_looked_for_are_not_counted():
    explanation = KAYLES[5_000_000].explain()
    assert explanation.outcome is Outcome.N
    assert explanation.best is not None
    assert explanation.move_count is None
    assert KAYLES[50].explain().move_count == len(KAYLES[50].winning_moves())


def test_a_form_is_proved_only_by_as_many_heaps_as_the_proof_needs():
    """40 heaps prove that n mod 4 has the period 40 too; 39 do not."""
    period = Period(0, 40, 0, proved=True)
    assert closed_form_of(np.arange(39) % 4, period) is None
    found = closed_form_of(np.arange(40) % 4, period)
    assert found.text == "n mod 4"


def test_a_form_that_speaks_of_the_end_only_is_not_proposed():
    window = np.arange(30)

    def late(start):
        return [Form("n", lambda values: np.arange(len(values)), start)]

    def proposed(start):
        return list(conjectures._proposed([lambda *_: late(start)], window, 0))

    assert len(proposed(15)) == 1
    assert proposed(16) == []


def test_the_form_that_lasted_longest_comes_first():
    form, heaps = Form("n", lambda values: values), (150, 99, 900, 300, 150, 700)
    failed = [Counterexample("", form.text, form.start, heap, 0, 1) for heap in heaps]
    assert [failure.heap for failure in conjectures._longest(failed)] == [900, 700, 300]
    assert search(np.arange(300) % 4).failed == ()


@pytest.mark.parametrize("twice", [1, 2, 3])
def test_a_beatty_set_has_all_its_members(twice):
    golden = Quadratic(1, 1, 5, 2)
    form = _set(golden, 0, 0, twice)
    for count in range(1, 40):
        members = {twice * golden.floor(k) for k in range(count + 1)}
        expected = [int(heap in members) for heap in range(count)]
        assert form.predict(np.zeros(count, np.int64)).tolist() == expected


@pytest.mark.parametrize("bits", [16, 32, 64, 128])
def test_a_nimber_lies_in_the_least_field(bits):
    assert width((1 << bits) - 1) == bits
    assert width(1 << bits) == 2 * bits
    assert width(0) == width(1) == 16
