"""WON: a move that wins at once, in sums, with cycles, under either play."""

import pickle
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy.cli.main import run
from grundy.strategy.session import Session
from grundy.values import LOONY, OVER, add, outcome_of, parse_value

ENDS, STUCK = "ends", "stuck"


@st.composite
def games(draw, cycles=False):
    """A rule as a table: the options of each state, WON among them now and then."""
    count = draw(st.integers(1, 6))
    table = {}
    for state in range(count):
        to = list(range(count if cycles else state))
        options = draw(st.lists(st.sampled_from(to), max_size=3)) if to else []
        wins = draw(st.sampled_from([False, False, False, True]))
        table[state] = [*options, grundy.WON] if wins else options
    return table


def by_definition(tables, start, play):
    """Label the whole sum as one digraph: a move to WON ends it, whatever else is there."""
    arcs = {ENDS: []}
    if play == "misere":
        arcs[STUCK] = [ENDS]  # who cannot move wins: by a move that is added
    for state in product(*tables):
        after = []
        for place, table in enumerate(tables):
            for option in table[state[place]]:
                moved = (*state[:place], option, *state[place + 1 :])
                after.append(ENDS if option is grundy.WON else moved)
        arcs[state] = after or ([ENDS] if play == "misere" else [])
    return grundy.label(arcs), arcs


@pytest.mark.parametrize("cycles", [False, True])
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_sums_with_moves_that_win_at_once(cycles, data):
    tables = data.draw(st.lists(games(cycles), min_size=1, max_size=2))
    rules = [grundy.game(table.__getitem__) for table in tables]
    start = tuple(data.draw(st.sampled_from(sorted(table))) for table in tables)
    position = grundy.Position()
    for rule, state in zip(rules, start, strict=True):
        position += rule[state]
    for play in ("normal", "misere"):
        labelling, _ = by_definition(tables, start, play)
        assert position.outcome(play) is labelling.outcome(start), play
        expected = Counter()
        each = {(at, option) for at, state in enumerate(start) for option in tables[at][state]}
        for place, option in each:
            moved = (*start[:place], option, *start[place + 1 :])
            if labelling.outcome(ENDS if option is grundy.WON else moved) is grundy.Outcome.P:
                expected[place] += 1
        found = position.winning_moves(play)
        assert Counter(move.part for move in found) == expected
        assert position.winning_move_count(play) == len(found)
        best = position.best_move(play)
        if found:
            assert best is not None
            assert best.option.outcome(play) is grundy.Outcome.P
    assert outcome_of(add(position.values())) is position.outcome()


def test_a_loony_value_is_itself_wherever_it_comes_from():
    assert parse_value(str(LOONY)) is LOONY
    assert pickle.loads(pickle.dumps([LOONY, OVER])) == [LOONY, OVER]  # noqa: S301
    assert add([3, LOONY, grundy.LoopyValue({0})]) is LOONY
    assert add([grundy.LoopyValue({0}), LOONY, OVER, 2]) is OVER
    assert LOONY != OVER


def test_play_ends_there(tmp_path, capsys):
    nim = grundy.catalogue["nim"]
    both = grundy.game(lambda n: [grundy.WON, n - 1] if n else [])[2] + nim[3]
    after = both.best_move().option
    assert after.is_over
    assert (list(after.moves()), list(after.options())) == ([], [])
    assert after.outcome() is after.outcome("misere") is grundy.Outcome.P
    assert (
        "player 1, who is to move, has a move that wins at once" in both.explain().as_text().lower()
    )
    for play in ("normal", "misere"):
        won = next(move for move in both.moves() if move.option.is_over)
        assert Session(both, play).after(won).winner == 1
    with pytest.raises(grundy.RulesetError, match="wins at once ends every sum"):
        grundy.misere_quotient([both])
    file = tmp_path / "mine.py"
    file.write_text("import grundy\nmine = grundy.game(lambda n: [grundy.WON, n - 1][: n + 1])\n")
    assert run(["solve", f"{file}:mine", "2", "+", "nim", "3"]) == 0
    assert "has a move that wins at once" in capsys.readouterr().out
    assert run(["graph", f"{file}:mine", "2"]) == 2
    assert "do not say that a move wins at once" in capsys.readouterr().err


def test_a_game_of_heaps_has_no_such_move():
    one = grundy.game(lambda n: [*[grundy.WON] * (n == 2), n - 1] if n else [])
    at_once = grundy.game(lambda n: [n - 1] if n else [grundy.WON])
    for rule, heap in ((one, 2), (at_once, 0)):
        with pytest.raises(grundy.RulesetError, match=rf"\[{heap}\] has a move that wins at once"):
            grundy.describe(rule)
        with pytest.raises(grundy.RulesetError, match=r"loony.*; ask with solve or table instead"):
            grundy.lost_heap(rule, 1)


@settings(deadline=None, max_examples=80)
@given(data=st.data())
def test_the_last_move_wins_is_a_move_to_won(data):
    """`last="wins"` says of each option without moves what `yield grundy.WON` says."""
    table = {0: []} | {
        n: data.draw(st.lists(st.integers(0, n - 1), max_size=3)) for n in range(1, 6)
    }
    short = grundy.game(last="wins")(table.__getitem__)
    long = grundy.game(lambda n: [option if table[option] else grundy.WON for option in table[n]])
    beside = grundy.catalogue["nim"][data.draw(st.integers(0, 2))]
    for state in table:
        assert short[state].value() == long[state].value()
        assert grundy.longest_play(short[state]) == grundy.longest_play(long[state])
        for play in ("normal", "misere"):
            one, other = short[state] + beside, long[state] + beside
            assert one.outcome(play) is other.outcome(play)
            assert len(one.winning_moves(play)) == len(other.winning_moves(play))


def test_the_last_move_of_states_that_change_of_sums_and_by_name():
    @grundy.game(last="wins")
    def piles(sizes):
        for place, size in enumerate(sizes):
            sizes[place] = size - 1
            if size:
                yield sizes
            sizes[place] = size

    thirds = grundy.game(last="wins")(lambda n: [thirds[n - 1] + thirds[n // 3]] if n else [])
    named = grundy.game(last="wins", moves=lambda n: [("take", n - 1)] if n else [])(
        lambda n: [n - 1] if n else []
    )
    assert [piles[[a, b]].value() for a, b in ((0, 1), (1, 1), (1, 2))] == [LOONY, 0, 1]
    assert [thirds[n].value() for n in range(4)] == [0, LOONY, LOONY, 0]
    assert (named[1].best_move().name, named[1].best_move().option.is_over) == ("take", True)


@pytest.mark.parametrize(("kind", "asked", "problem"), [
    (ValueError, {"last": "loses"}, r"found 'loses'\. Where it loses, ask for misère play"),
    (TypeError, {"last": "wins", "compiled": True}, "does not go with compiled"),
    (TypeError, {"last": "wins", "packed": lambda state: None}, "does not go with packed"),
])  # fmt: skip
def test_what_the_last_move_cannot_do_is_one_sentence(kind, asked, problem):
    with pytest.raises(kind, match=problem):
        grundy.game(**asked)(lambda n: [])


@settings(deadline=None, max_examples=30)
@given(table=games())
def test_a_check_takes_a_move_that_wins_at_once(table):
    assert "value" in grundy.check(grundy.game(table.__getitem__), max(table)).checked
    hidden = grundy.game(canonical=lambda n: n % 2)(lambda n: [[], [0], [grundy.WON]][n])
    with pytest.raises(grundy.RulesetError, match="of value 0 and not loony"):
        grundy.check(hidden, 2)
