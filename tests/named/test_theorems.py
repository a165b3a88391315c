"""Who wins by a theorem: it is held against the definition, and asked for huge numbers."""

from collections import Counter
from functools import cache, reduce
from itertools import combinations, islice, product
from operator import xor
from random import Random

import pytest

from grundy import LimitError, Limits, catalogue
from grundy.named.games.passes import HeapsAndPasses
from grundy.values import Outcome

SMALL = {
    "totative": lambda: range(300),
    "to-divisor": lambda: range(300),
    "wythoff": lambda: product(range(40), repeat=2),
    "moore(2)": lambda: (
        heaps for most, count in [(30, 2), (7, 3), (4, 4), (2, 6)]
        for heaps in product(range(most), repeat=count)
    ),
    "moore(3)": lambda: (
        heaps for most, count in [(6, 3), (4, 4), (2, 8)]
        for heaps in product(range(most), repeat=count)
    ),
    "fibonacci-nim": lambda: product(range(70), range(70)),
    "nim-with-a-pass": lambda: (
        HeapsAndPasses(heaps, passes)
        for passes in range(4) for heaps in ((), *product(range(14), repeat=2), (0, 3, 0, 4), (9,))
    ),
    "chocolate": lambda: product(range(1, 12), repeat=2),
    "chomp": lambda: (
        rows for rows in product(range(7), repeat=5)
        if rows[0] and sorted(rows, reverse=True) == list(rows)
    ),
    "geography": lambda: map(random_walk, range(1_500)),
    "cram": lambda: (*product(range(1, 5), repeat=2), *product((1, 2), range(5, 10))),
}  # fmt: skip


def random_walk(seed):
    """Return edges of a random graph; the walk begins at its first vertex."""
    draw = Random(seed)
    pairs = list(combinations(range(draw.randint(2, 8)), 2))
    return draw.sample(pairs, draw.randint(1, len(pairs)))


def normal_play(game):
    """Return the definition: a state is lost when its value, the mex of its options', is 0."""

    @cache
    def value(state):
        met = set(map(sum_of, game.options(state)))
        return next(n for n in range(len(met) + 1) if n not in met)

    def sum_of(option):
        return reduce(xor, (value(part.state) for part in game.as_position(option).parts), 0)

    return lambda option: sum_of(option) == 0


def misere_play(game):
    """Return the definition: a state is lost when it has an option, and none that is lost."""

    @cache
    def is_lost(state):
        options = list(game.options(state))
        return bool(options) and not any(map(is_lost, options))

    return is_lost


def games():
    """Return the games of the catalogue."""
    texts = [entry.game for family in catalogue.families().values() for entry in family]
    return [catalogue.new(text) for text in texts]


def test_all_theorems_are_tested():
    assert {game.text for game in games() if game.theorem} | {"moore(3)"} == set(SMALL)
    assert {game.text for game in games() if game.misere_theorem} <= set(MISERE)


@pytest.mark.parametrize("text", SMALL)
def test_a_theorem_agrees_with_the_definition(text):
    game = catalogue.new(text)
    theorem, is_lost = game.theorem, normal_play(game)
    said = 0
    for state in map(game.legal, SMALL[text]()):
        lost = theorem.lost(state)
        if lost is None:
            continue
        said += 1
        assert lost == is_lost(state), game.format(state)
        moves = iter(()) if lost else theorem.moves(state)
        if moves is not None:
            wins = Counter((name, option) for name, option in game.moves(state) if is_lost(option))
            assert Counter(moves) == wins, game.format(state)
    assert said > 10


HUGE = {
    "totative": [10**50 + 1, 3**400],
    "to-divisor": [10**50],
    "wythoff": [(10**50, 3 * 10**50), (10**200, 10**200), (10**4000, 7)],
    "moore(2)": [(10**50, 10**49, 7, 10**50 + 3), (1,) * 50, (3**100,)],
    "moore(3)": [(10**4000, 10**4000 - 1, 3, 10**50, 10**20)],
    "fibonacci-nim": [(10**50,), (10**200 + 7, 10**60), (10**4000,)],
    "nim-with-a-pass": [(10**50, 10**60), HeapsAndPasses((0, 10**4000), 2)],
    "chomp": [(10**50, 10**50), (10**50, 7), (10**50, 1, 1)],
}


@pytest.mark.parametrize("text", HUGE)
def test_a_theorem_answers_for_numbers_of_any_size(text):
    game = catalogue.new(text)
    for state in map(game.legal, HUGE[text]):
        assert game.theorem.lost(state) is False
        found = list(islice(game.theorem.moves(state), 20))
        assert found
        assert len({name for name, _ in found}) == len(found)
        for _, option in found:
            states = [part.state for part in game.as_position(option).parts]
            assert all(map(game.theorem.lost, states)), "leaves what the other player wins"


@pytest.mark.parametrize("heap", [10**50, 10**50 + 151])
@pytest.mark.parametrize("text", ["totative", "to-divisor"])
def test_a_heap_is_decided_where_its_value_is_out_of_reach(text, heap):
    """By the theorem, with its winning moves, which are counted as far as they can be."""
    position = catalogue.new(text)[heap]
    lost = text == "totative" and heap % 2 == 0
    assert position.outcome() is (Outcome.P if lost else Outcome.N)
    assert bool(next(position.each_winning_move(), None)) is not lost
    if not lost:
        assert position.best_move().option.outcome() is Outcome.P
    if text == "to-divisor" or lost:
        assert position.winning_move_count() == (not lost)
    else:
        with pytest.raises(LimitError, match="within 1,000 positions"):
            position.winning_move_count(limits=Limits(1_000))


MISERE = {text: SMALL[text] for text in ("wythoff", "moore(2)", "moore(3)", "fibonacci-nim")} | {
    "euclid": lambda: product(range(1, 90), repeat=2),
    "euclid-to-zero": lambda: product(range(60), repeat=2),
    "nimble": lambda: product(range(5), repeat=4),
}


@pytest.mark.parametrize("text", MISERE)
def test_a_rule_of_misere_play_agrees_with_the_definition(text):
    game = catalogue.new(text)
    is_lost = misere_play(game)
    for state in map(game.legal, MISERE[text]()):
        known = game.answers((state,), "misere")
        assert known is not None
        assert (known.outcome is Outcome.P) == is_lost(state), game.format(state)
        wins = Counter((name, option) for name, option in game.moves(state) if is_lost(option))
        assert Counter(known.moves(0)) == wins, game.format(state)
