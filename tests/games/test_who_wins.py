"""Who wins, by the search that stops at the first winning move, against the plain definition."""

import itertools
import random
import re
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy
from grundy import LimitError, Limits, Outcome, game
from grundy.games.states import SumGraph
from grundy.games.values import orders
from grundy.named.notation import read_game
from grundy.strategy.session import PerfectPlayer
from grundy.values import outcome_of
from named_games import play as played


@st.composite
def walks(draw):
    """A rule on 0 … n - 1 with or without cycles; some options are sums of two others."""
    count = draw(st.integers(1, 7))
    loops, sums = draw(st.booleans()), draw(st.booleans())
    rows = [
        draw(st.lists(st.integers(0, (count if loops else max(vertex, 1)) - 1), max_size=3))
        for vertex in range(count)
    ]
    if not loops:
        rows[0] = []

    @game
    def walk(vertex):
        if sums and not loops and vertex > 2:
            yield walk[vertex - 1] + walk[vertex - 2]
        yield from rows[vertex]

    return walk, draw(st.lists(st.integers(0, count - 1), min_size=1, max_size=3))


@given(walks(), st.sampled_from(["normal", "misere"]), st.sampled_from([1, 4_096]))
def test_outcomes_and_moves_are_those_of_the_whole_digraph(walk, play, turn):
    """Cycles, draws, sums and options that are sums; also where the orders change at once."""
    rules, states = walk
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(orders, "_FIRST_TURN", turn)
        position = rules.sum(states)
        whole = SumGraph(position, play)
        won = [str(move.option) for move in position.moves()
               if whole.outcome(move.option) is Outcome.P]  # fmt: skip
        assert position.outcome(play) is whole.outcome(position)
        if whole.outcome(position) is Outcome.N:
            assert [str(move.option) for move in position.winning_moves(play)] == won
            best = position.best_move(play)
            assert str(best.option) in won if won else best is None


def test_play_by_best_moves_ends():
    """Both moves of r win, and one of them leads back to r: the older proof is the end."""
    followers = {"end": [], "r": ["back", "end"], "q": ["r"], "back": ["s"], "s": ["q"]}
    rules = game(followers.__getitem__)
    assert [str(rules[state].outcome()) for state in followers] == ["P", "N", "P", "P", "N"]
    assert len(rules["r"].winning_moves()) == 2
    assert str(rules["r"].best_move().option) == "end"


def counted(rule):
    """Return a game, and the states whose options were asked for."""
    asked = []

    @game
    def rules(state):
        asked.append(state)
        return rule(state)

    return rules, asked


def fibonacci(state):
    heap, most = state
    return ((heap - taken, 2 * taken) for taken in range(1, min(heap, most) + 1))


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_what_is_proved_is_kept(play):
    """A second question about what was met asks the rule for nothing."""
    rules, asked = counted(lambda n: [n - taken for taken in (1, 3, 4) if taken <= n])
    first = [rules[n].outcome(play) for n in range(200)]
    assert len(asked) <= 2 * 202
    del asked[:]
    assert [rules[n].outcome(play) for n in range(200)] == first
    assert not asked


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_what_is_kept_is_bounded(monkeypatch, play):
    """Proofs are forgotten before a new question, but never those that a play goes by."""
    monkeypatch.setattr("grundy.runtime.limits.MOST_KEPT", 50)
    rules = game(piles)
    search = rules.misere_search if play == "misere" else rules.solver._questions
    proofs = search._of_states if play == "misere" else search.proofs
    kept = []
    for state in itertools.combinations(range(3, 10), 3):
        won = rules[state].outcome(play) is Outcome.N
        assert won == bool(state[0] ^ state[1] ^ state[2])
        kept.append(len(proofs.known))
        before = set(proofs.known)
        move = rules[state].best_move(play) if won else None
        assert move is None or move.option.outcome(play) is Outcome.P
        assert before <= set(proofs.known)
    forgotten = sum(later < earlier for earlier, later in itertools.pairwise(kept))
    assert 0 < forgotten < 6


def test_a_value_that_takes_longer_is_left_out(monkeypatch):
    """Who wins and one move are there all the same, and an explanation says as much."""
    monkeypatch.setattr("grundy.games.sums._WITHIN", Limits(positions=500))
    rules = game(fibonacci)
    solved = rules[2_000, 1_999].solve()
    assert (solved.outcome, solved.value_soon(), solved.lists_soon) == (Outcome.N, None, False)
    assert rules[2_000, 1_999].best_move().option.outcome() is Outcome.P
    explained = rules[2_000, 1_999].explain()
    assert (explained.winner, explained.value) == (1, None)
    assert "By a search of who wins" in str(explained)
    within = rules[2_000, 1_999].explain(limits=Limits(positions=30_000))
    assert (within.winner, within.value, within.best is not None) == (1, None, True)
    assert PerfectPlayer().choose(rules[2_000, 1_999], "normal").option.outcome() is Outcome.P
    with pytest.raises(LimitError):
        rules[2_000, 1_999].value(limits=Limits(positions=500))


def piles(state):
    """Yield what is left of piles of which one is made smaller."""
    for place, pile in enumerate(state):
        yield from ((*state[:place], left, *state[place + 1 :]) for left in range(pile))


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_a_search_that_gives_up_names_a_move_that_is_not_refuted(play):
    rules = game(piles)
    with pytest.raises(LimitError, match=r"^The search for who|^Misère play") as caught:
        rules[40, 41, 42].outcome(play, limits=Limits(4_000))
    said = re.fullmatch(r"Of its 123 moves (\d+) (?:is|are) refuted; one that is not is (\S+)\.",
                        caught.value.known)  # fmt: skip
    assert said
    assert str(caught.value).endswith(caught.value.known)
    won = {str(move.option): move.option.outcome(play) for move in rules[40, 41, 42].moves()}
    assert 0 < int(said[1]) <= list(won.values()).count(Outcome.N)
    assert list(won).index(said[2]) <= list(won.values()).index(Outcome.P)
    with pytest.raises(LimitError, match=r"None of its 63 moves is refuted\.$"):
        game(piles)[20, 21, 22].best_move(play, limits=Limits(9))
    with pytest.raises(LimitError, match=r"None of its first 1,000 moves is refuted\.$"):
        game(piles)[9_000, 8_000, 7_000].outcome(play, limits=Limits(9))


def test_a_value_that_is_not_found_has_a_bound():
    """The values of options that are known bound it; a winning move among them is named."""
    rules = game(piles)
    assert [rules[0, small].value() for small in range(5)] == [0, 1, 2, 3, 4]
    with pytest.raises(LimitError) as caught:
        rules[0, 20].value(limits=Limits(3))
    said = r"The value is at least (\d+), so the player to move wins\. A move that wins is 0,0\."
    bound = re.fullmatch(said, caught.value.known)
    assert bound
    assert 5 <= int(bound[1]) <= 20


def test_many_positions_at_once():
    kayles, wythoff = grundy.catalogue["kayles"], grundy.catalogue["wythoff"]
    heaps = [random.Random(seed).choices(range(50), k=seed % 8) for seed in range(60)]
    ones = [[1] * count for count in range(5)]
    for heap_game, play in product((kayles, grundy.catalogue["nim"]), ("normal", "misere")):
        expected = [heap_game.sum(some).outcome(play) for some in heaps + ones]
        assert heap_game.outcomes(heaps + ones, play) == expected
    huge = [[10**30, 10**30], [10**30]]
    assert grundy.catalogue["nim"].outcomes(huge) == [Outcome.P, Outcome.N]
    mixed = [(1, 2), [(1, 2), (3, 5)], wythoff[4, 4]]
    assert wythoff.outcomes(mixed) == [Outcome.P, Outcome.P, Outcome.N]
    with pytest.raises(grundy.PositionError):
        kayles.outcomes([[3, -1]])


@pytest.mark.parametrize("key", [
    "cram", "clobber", "nogo", "node-kayles", "sprouts", "geography", "chomp", "chocolate",
    "nim-with-a-pass", "amazons", "green-hackenbush",
])  # fmt: skip
def test_equal_parts_of_a_game_that_ends_cancel(key):
    chance = random.Random(key)
    found = list(_from_the_start(key, 20))
    for twice in chance.choices(found, k=5):
        other = chance.choice(found) + grundy.catalogue["nim"][chance.randrange(4)]
        whole = twice + other + twice
        assert whole.solve().rest.part_count <= other.part_count
        assert whole.outcome() is outcome_of(whole.value())
        if whole.outcome() is Outcome.N:
            move = whole.best_move()
            assert move in list(whole.moves())
            assert outcome_of(move.option.value()) is Outcome.P


def test_equal_boards_are_lost_where_no_value_is_in_reach():
    """The one left over is asked beside the value of the small parts of other games."""
    cram = grundy.catalogue.new("cram")
    two = cram.read("7x11") + cram.read("7x11")
    within = grundy.Limits(positions=1_000)
    assert two.outcome(limits=within) is Outcome.P
    assert (two + grundy.catalogue["nim"][3]).best_move(limits=within).name == "take 3 from 3"
    fibonacci = grundy.game(lambda n, most: [(n - k, 2 * k) for k in range(1, min(n, most) + 1)])
    beside = fibonacci[89, 88] + grundy.catalogue["nim"][1]
    assert beside.outcome(limits=grundy.Limits(positions=2_000)) is Outcome.N


def _from_the_start(key, count):
    """Return positions of a game of the catalogue, met in random plays from its start."""
    entry, chance = grundy.catalogue.entry(key), random.Random(key)
    start = read_game(entry.game).read(entry.start)
    return islice(itertools.chain.from_iterable(played(start, chance) for _ in range(count)), count)


@pytest.mark.parametrize("key", list(grundy.catalogue))
@pytest.mark.parametrize("count", [40, pytest.param(10_000, marks=pytest.mark.long)])
def test_every_game_is_won_as_its_values_say(key, count):
    positions = {str(position): position for position in _from_the_start(key, count)}.values()
    outcomes = [position.outcome() for position in positions]  # all, before any value is known
    assert outcomes == [outcome_of(position.value()) for position in positions]
