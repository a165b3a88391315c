"""Guards that a small change could take away unnoticed: ranks, levels, counts, reserves, proofs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import grundy
from grundy.cli.main import run
from grundy.errors import LimitError
from grundy.games.position import Position
from grundy.games.ruleset import Ruleset
from grundy.games.states import SumGraph, state_graph
from grundy.graphs.labelling import label
from grundy.heaps.periods.period import Period
from grundy.heaps.structure import conjectures
from grundy.heaps.structure.conjectures import Failure, closed_form_of, search
from grundy.heaps.structure.forms import Form
from grundy.heaps.structure.zero_forms import Quadratic, _set
from grundy.nimbers.fields import width
from grundy.running import limits as games_limits
from grundy.running.limits import Limits, Watch
from grundy.strategy.explain.explain import has_half_turn
from grundy.strategy.players import TeacherPlayer
from grundy.values import Outcome

KAYLES, NIM = grundy.TakeAndBreak("0.77"), grundy.TakeAndBreak("0.[3]")


# ---- the memory that stays free ---------------------------------------------------------------


def test_a_search_leaves_the_reserve_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is wanted and what has to stay free together are what has to be there."""
    monkeypatch.setattr(games_limits, "free_memory", lambda: 1_000)
    watch = Watch(Limits(free_memory=600), "A search", {})

    watch.require_memory(400, 7)
    with pytest.raises(LimitError, match=r"what memory is free \(7 positions seen\)"):
        watch.require_memory(401, 7)


# ---- misère sums of several games -------------------------------------------------------------


@pytest.mark.parametrize(("one", "other"), [(a, b) for a in range(5) for b in range(6)])
def test_misere_sums_of_two_games_are_neither_of_them(one: int, other: int) -> None:
    """Nim's rule is for Nim alone: a sum with Kayles has the outcome of its whole digraph."""
    position = NIM[one] + KAYLES[other]
    labelling = label(state_graph(position), play="misere")

    assert position.outcome("misere") is labelling.outcome_at(0)
    won = [move.option.outcome("misere") is Outcome.P for move in position.moves()]
    assert len(position.winning_moves("misere")) == sum(won)


# ---- ranks in games with cycles ---------------------------------------------------------------


class Loops(Ruleset):
    """Heaps that shrink by one or two, and from 10 to 13 may also go round; several are a sum.

    Heaps of 100 and more shrink to 100, so that no smaller heap leads to them.
    """

    def options(self, state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Move one heap."""
        for place, heap in enumerate(state):
            fewer = [heap - n for n in (1, 2) if n <= heap % 100]
            round_again = {10: [11], 11: [10], 12: [13, 10], 13: [12]}.get(heap, [])
            for left in (*fewer, *round_again):
                yield (*state[:place], left, *state[place + 1 :])

    def components(self, state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Return the heaps one by one."""
        return ((heap,) for heap in state)


class WholeLoops(Loops):
    """The same without components."""

    components = Ruleset.components


@pytest.mark.parametrize(("game", "order"), [
    *((game, order) for game in (Loops, WholeLoops)
      for order in ([(5,), (11,)], [(11,), (13,)], [(5,), (11,), (6, 4), (13,)])),
    (Loops, [(105,), (11,)]),
])  # fmt: skip
def test_ranks_follow_the_values_whatever_was_asked_before(
    game: type[Ruleset], order: list[tuple[int, ...]]
) -> None:
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


def _below(game: Ruleset, state: Any) -> list[Any]:
    found, waiting = {state: None}, [state]
    while waiting:
        fresh = [option for option in game.options(waiting.pop()) if option not in found]
        found |= dict.fromkeys(fresh)
        waiting += fresh
    return list(found)


# ---- the quickest win -------------------------------------------------------------------------

FOLLOWERS = {
    "s": ["slow", "fast"], "fast": ["end"], "slow": ["a"], "a": ["b"], "b": ["end"], "end": [],
}  # fmt: skip


@pytest.mark.parametrize("order", [["slow", "fast"], ["fast", "slow"]])
def test_the_best_move_wins_in_the_fewest_moves(order: list[str]) -> None:
    """Of two winning moves the one after which the end is nearer is made, wherever it stands."""
    game = grundy.game(name="walk")(lambda state: {**FOLLOWERS, "s": order}[state])
    position = game["s"]

    assert [move.name for move in position.winning_moves("misere")] == order
    best = position.best_move("misere")
    assert best is not None
    assert best.name == "fast"
    assert SumGraph(position, "misere").remoteness(position) == 2


# ---- the teacher, and what is counted ---------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_the_teacher_blunders_by_the_rule_that_is_played(seed: int) -> None:
    """Under misère play a blunder gives the misère win away, whatever normal play says of it."""
    position = NIM[1] + NIM[2]
    move = TeacherPlayer(rate=1, seed=seed).choose(position, "misere")

    assert position.outcome("misere") is Outcome.N
    assert move.option.outcome("misere") is Outcome.N


def test_moves_that_are_not_all_looked_for_are_not_counted() -> None:
    """A heap with millions of moves has a winning one, and no count of them."""
    explanation = KAYLES[5_000_000].explain()

    assert explanation.outcome is Outcome.N
    assert explanation.best is not None
    assert explanation.move_count is None
    assert KAYLES[50].explain().move_count == len(KAYLES[50].winning_moves())


# ---- half a turn ------------------------------------------------------------------------------


class Mirror(Ruleset):
    """A ladder that looks the same after half a turn on each rung, if there are rungs enough."""

    def __init__(self, broken: bool) -> None:
        self.broken = broken

    def options(self, state: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """Step aside, and then down; at the foot of a broken ladder there is no way down."""
        rung, side = state
        if not side and (rung or self.broken):
            yield rung, 1
        elif side and rung:
            yield rung - 1, 0

    def half_turn(self, state: tuple[int, int]) -> tuple[int, int]:
        """Turn the ladder."""
        return state[0], -state[1]


@pytest.mark.parametrize("rungs", [3, 300, 500])
def test_half_a_turn_is_believed_only_when_all_is_checked(rungs: int) -> None:
    """An answer that is missing at the far end is never overlooked."""
    assert not has_half_turn(Mirror(broken=True)[rungs, 0])
    assert has_half_turn(Mirror(broken=False)[rungs, 0]) == (rungs < 400)


# ---- forms that are called proved, and those that failed --------------------------------------


def test_a_form_is_proved_only_by_as_many_heaps_as_the_proof_needs() -> None:
    """40 heaps prove that n mod 4 has the period 40 too; 39 do not."""
    period = Period(0, 40, 0, proved=True)

    assert closed_form_of(np.arange(39) % 4, period) is None
    found = closed_form_of(np.arange(40) % 4, period)
    assert found is not None
    assert found.text == "n mod 4"


def test_a_form_that_speaks_of_the_end_only_is_not_proposed() -> None:
    """A form has to hold on half of the heaps that it is proposed from."""
    window = np.arange(30)

    def late(start: int) -> list[Form]:
        return [Form("n", lambda values: np.arange(len(values)), start)]

    def proposed(start: int) -> list[Form]:
        return list(conjectures._proposed([lambda *_: late(start)], window, 0))

    assert len(proposed(15)) == 1
    assert proposed(16) == []


def test_the_form_that_lasted_longest_is_told_first() -> None:
    """Three at most are listed, the longest first; one for each heap."""
    form = Form("n", lambda values: values)
    failed = [Failure(form, heap, 0, 1) for heap in (150, 99, 900, 300, 150, 700)]

    assert [failure.heap for failure in conjectures._longest(failed)] == [900, 700, 300]
    assert search(np.arange(300) % 4).failed == ()


@pytest.mark.parametrize("twice", [1, 2, 3])
def test_a_beatty_set_has_all_its_members(twice: int) -> None:
    """The last heaps are members too, where their multiples are just below the end."""
    golden = Quadratic(1, 1, 5, 2)
    form = _set(golden, 0, 0, twice)
    for count in range(1, 40):
        members = {twice * golden.floor(k) for k in range(count + 1)}
        expected = [int(heap in members) for heap in range(count)]
        assert form.predict(np.zeros(count, np.int64)).tolist() == expected


# ---- nimbers ----------------------------------------------------------------------------------


@pytest.mark.parametrize("bits", [16, 32, 64, 128])
def test_a_nimber_lies_in_the_least_field(bits: int) -> None:
    """The greatest number of a field needs no larger one, and the next one does."""
    assert width((1 << bits) - 1) == bits
    assert width(1 << bits) == 2 * bits
    assert width(0) == width(1) == 16


# ---- rules in other shapes --------------------------------------------------------------------


def test_a_class_with_options_alone_is_a_game() -> None:
    """It is called as its class, also in messages; a subclass has its own name."""

    class Countdown(Ruleset):
        def options(self, state: int) -> list[int]:
            return [state - 1] if state else []

    class Quick(Countdown):
        pass

    class Called(Countdown):
        text = "called"

    class CalledToo(Called):
        pass

    assert (Countdown().text, Quick().text, CalledToo().text) == ("Countdown", "Quick", "called")
    assert repr(Countdown()) == "Countdown('Countdown')"
    assert repr(Countdown()[3]) == "Position(Countdown[3])"
    assert grundy.check(Countdown()).game == "Countdown"
    assert Countdown()[3].explain().value == 1


def test_a_rule_that_returns_nothing_inside_the_search_is_told() -> None:
    """The state for which it returns None is named, for every question."""

    @grundy.game
    def none(state: int) -> Any:
        if state:
            return [state - 1]
        return None

    for ask in (
        lambda: none[3].value(),
        lambda: none[3].outcome("misere"),
        lambda: grundy.search_value(none[3]),
        lambda: state_graph(none[3]),
        lambda: none[3].winning_moves(),
    ):
        with pytest.raises(grundy.RulesetError, match="cannot be gone through; a rule yields its"):
            ask()
    with pytest.raises(grundy.RulesetError, match=r"The options of none\[0\] cannot"):
        none[3].value()


@grundy.game
def pins(row: int) -> Iterator[Position]:
    """Kayles, as one would say it: the two rows that are left."""
    for taken in (1, 2):
        for left in range(row - taken + 1):
            yield pins[left] + pins[row - taken - left]


@grundy.game(canonical=lambda row: abs(row))
def alike(row: int) -> Iterator[Position | int]:
    """The same, where a row may be seen from the other side, and a single row left is a state."""
    for taken in (1, 2):
        for left in range(abs(row) - taken + 1):
            rest = abs(row) - taken - left
            yield alike[-left] + alike[rest] if left and rest else left + rest


@grundy.game
def towers(state: int) -> Iterator[Position | int]:
    """A heap that may also be changed for a row of pins beside a smaller heap."""
    yield from range(state)
    if state > 1:
        yield NIM[state] + KAYLES[state] + towers[state - 2]


@pytest.mark.parametrize("game", [pins, alike])
def test_a_rule_may_yield_sums(game: Ruleset) -> None:
    """The values, outcomes and moves are those of Kayles."""
    assert [game[row].value() for row in range(16)] == KAYLES.values(16).tolist()
    for row in range(1, 8):
        assert game[row].outcome("misere") is KAYLES[row].outcome("misere")
        left = {str(sorted(int(str(p)) for p in m.option.parts if str(p) != "0"))
                for m in pins[row].winning_moves()}  # fmt: skip
        kayles = {str(sorted(p.state for p in m.option.parts)) for m in KAYLES[row].winning_moves()}
        assert left == kayles
    assert grundy.search_value(game[15]) == KAYLES.value(15)
    assert grundy.check(game, 6).positions > 6


def test_a_rule_may_yield_sums_with_other_games() -> None:
    """Parts of other games are asked there; the value is that of the whole digraph."""
    position = towers[5]
    labelling = label(state_graph(position))

    assert position.value() == labelling.value_at(0)
    assert position.best_move().option.value() == 0  # type: ignore[union-attr]


def test_sums_among_the_options_of_a_game_with_cycles() -> None:
    """A state that leads back to itself, beside one that is a sum of others."""

    @grundy.game
    def loops(state: str) -> list[Any]:
        sums = [loops["b"] + loops["c"], loops["d"]]
        return {"a": ["e", *sums], "e": ["a", "d"], "b": ["d"], "c": ["b", "d"]}.get(state, [])

    labelling = label(state_graph(loops["a"]))
    assert loops["a"].value() == labelling.value_at(0)
    assert loops["a"].outcome() is labelling.outcome_at(0)


# ---- words ------------------------------------------------------------------------------------


def test_one_is_singular(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One move, one arc, one vertex, one position."""
    file = tmp_path / "one.csv"
    file.write_text("a,b\n")

    assert run(["label", str(file), "--start", "a"]) == 0
    assert "player 1 wins in 1 move with best play" in capsys.readouterr().out
    assert repr(grundy.label([("a", "b")])).startswith("Labelling(2 vertices, 1 arc, normal")
    with pytest.raises(LimitError, match=r"within 1 position \(2 positions seen\)"):
        grundy.game(lambda n: [n - 1] if n else [])[5].value(limits=Limits(positions=1))


def test_the_formula_of_totative_means_something_for_every_heap() -> None:
    """0 for even heaps, 1 for 1, and else the place of the least prime factor."""
    primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]
    game = grundy.catalogue["totative"]

    assert game.formula.text == (
        "0 for even n, 1 for n = 1, else the place of the least prime factor of n among the primes"
    )
    for n in range(40):
        odd = next((k for k, p in enumerate(primes, 1) if n and n % p == 0), 1)
        assert game.value(n) == (0 if n % 2 == 0 else odd)
