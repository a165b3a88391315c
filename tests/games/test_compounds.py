"""Rules from rules and k times a position, against the plain definition on random games."""

from functools import cache, partial, reduce
from itertools import product
from operator import mul, xor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy.games import compounds
from grundy.games.compounds import conjunctive, ordinal, selective

MISERE = {"normal": False, "misere": True}


@st.composite
def tables(draw):
    return [
        draw(st.lists(st.sampled_from(range(state)), max_size=3)) if state else []
        for state in range(draw(st.integers(1, 6)))
    ]


def in_all(options, to_the_last):
    """A move in each component; to the last end, in each that has one."""
    some = [each or ([None] if to_the_last else []) for each in options]
    return [chosen for chosen in product(*some) if set(chosen) != {None}]


def in_some(options):
    """A move in at least one component."""
    each = product(*([None, *some] for some in options))
    return [chosen for chosen in each if set(chosen) != {None}]


@cache
def plain(options, state):
    return grundy.mex([plain(options, option) for option in options(state)])


def top_of(games):
    return tuple(len(table) - 1 for table in games)


def played(rule, games):
    """Return a compound of the last state of each table."""
    return rule(*(grundy.game(table.__getitem__)[len(table) - 1] for table in games))


def of_an_ordinal_sum(games, state):
    """A move in one component, after which those behind it are gone."""
    return {(*state[:place], to) for place, at in enumerate(state) for to in games[place][at]}


KINDS = {
    "to the first end": (conjunctive, lambda options: in_all(options, False)),
    "to the last end": (lambda *of: conjunctive(*of, ends="last"), lambda o: in_all(o, True)),
    "selective": (selective, in_some),
}


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None, max_examples=30)
@given(games=st.lists(tables(), min_size=1, max_size=3))
def test_compounds_are_what_they_say(kind, games):
    compound, chosen = KINDS[kind]

    @cache
    def options(state):
        each = [table[at] for table, at in zip(games, state, strict=True)]
        return {
            tuple(at if to is None else to for at, to in zip(state, made, strict=True))
            for made in chosen(each)
        }

    @cache
    def wins(state, misere):
        after = options(state)
        return misere if not after else not all(wins(option, misere) for option in after)

    start, position = top_of(games), played(compound, games)
    for play, misere in MISERE.items():
        assert (position.outcome(play) is grundy.Outcome.N) == wins(start, misere)
        found = position.winning_moves(play)
        assert bool(found) == any(not wins(option, misere) for option in options(start))
    assert position.value() == plain(options, start)


@pytest.mark.parametrize("amounts", [(1, 3, 4), (1, 5, 6)])
@pytest.mark.parametrize("kind", KINDS)
def test_pairs_of_heaps(kind, amounts):
    """Also where the lengths of plays, when the winner hurries and when not, differ by one."""
    compound, chosen = KINDS[kind]
    heaps = grundy.Subtraction(amounts)

    @cache
    def wins(*state):
        each = [[at - take for take in amounts if take <= at] for at in state]
        return any(
            not wins(*(at if to is None else to for at, to in zip(state, made, strict=True)))
            for made in chosen(each)
        )

    for one, other in product(range(14), repeat=2):
        won = compound(heaps[one], heaps[other]).outcome() is grundy.Outcome.N
        assert won == wins(one, other), (one, other)


@settings(deadline=None, max_examples=30)
@given(games=st.lists(tables(), min_size=1, max_size=3))
def test_the_colon_principle_is_the_value_of_an_ordinal_sum(games):
    value = plain(partial(of_an_ordinal_sum, games), top_of(games))
    position = played(ordinal, games)
    assert position.value() == value
    assert grundy.label(grundy.state_graph(position)).value_at(0) == value
    assert (position + grundy.catalogue["nim"][value]).outcome() is grundy.Outcome.P


def test_compounds_of_plays_without_end_are_searched():
    """A token that goes round draws where nothing ends it, and loses where something does."""
    loop = grundy.token({"a": ["b"], "b": ["a"]})["a"]
    two = grundy.catalogue["nim"][1]
    assert conjunctive(loop, loop).outcome() is grundy.Outcome.D
    assert conjunctive(loop, two).outcome() is grundy.Outcome.N
    assert selective(loop, loop).outcome() is grundy.Outcome.D
    assert conjunctive(loop, two) == conjunctive(loop, two)


def test_what_is_no_position_is_one_sentence():
    for wrong in grundy.catalogue["nim"], 5:
        with pytest.raises(grundy.PositionError, match="of positions, such as kayles"):
            conjunctive(wrong)
    with pytest.raises(ValueError, match='"first" or the "last" end, not \'both\''):
        conjunctive(ends="both")


def test_turns_of_rules_with_several_values():
    """The player is the last argument; a draw has no winner; a third player is refused."""

    @grundy.by_turns
    def race(mine, theirs, player):
        """Either player steps on, or rests while the other has stones."""
        if player == 1 and mine:
            yield mine - 1, theirs
        if player == 2:
            yield mine, theirs

    assert race.who_wins(2, 5) == (2, 2)
    assert race[1, 5, 2].best_move().name == "1,5,1"
    with pytest.raises(grundy.PositionError, match="ends with the player to move, which is 1 or 2"):
        race[1, 5, 3]
    with pytest.raises(TypeError, match="needs a state and the player"):
        grundy.by_turns(lambda state: [])
    assert grundy.by_turns(lambda state, player: [state]).who_wins(0) == (None, None)
    one = race[1, 5, 1]
    sums = (one + NIM[1]).outcome, partial(mul, 10**6, one), partial(selective, one, NIM[1])
    for asked in sums:
        with pytest.raises(grundy.PositionError, match="put all boards into one state"):
            asked()


@settings(deadline=None, max_examples=30)
@given(one=tables(), other=tables(), won=st.sets(st.integers(0, 5)))
def test_a_move_of_a_player_may_win_at_once(one, other, won):
    """A state with such a move is won by whoever is to move, under either play."""

    @grundy.by_turns
    def game(state, player):
        yield from (one, other)[player - 1][state]
        if state in won:
            yield grundy.WON

    @cache
    def wins(state, player, misere):
        after = (one, other)[player - 1][state]
        if state in won or not after:
            return state in won or misere
        return not all(wins(option, 3 - player, misere) for option in after)

    for state, (play, misere) in product(range(min(len(one), len(other))), MISERE.items()):
        first, second = (wins(state, player, misere) for player in (1, 2))
        assert game.who_wins(state, play=play) == (1 if first else 2, 2 if second else 1)


@settings(deadline=None, max_examples=30)
@given(games=st.lists(tables(), min_size=1, max_size=3), won=st.sets(st.integers(0, 5)))
def test_an_ordinal_sum_may_end_at_once(games, won):
    """A move to WON wins in each of its components, also where it has no value."""
    rules = [
        grundy.game(lambda n, table=table: [*table[n], *[grundy.WON] * (n in won)])
        for table in games
    ]

    @cache
    def wins(state):
        options = of_an_ordinal_sum(games, state)
        return not won.isdisjoint(state) or any(not wins(option) for option in options)

    start = top_of(games)
    position = ordinal(*(rule[at] for rule, at in zip(rules, start, strict=True)))
    assert (position.outcome() is grundy.Outcome.N) == wins(start)
    assert bool(position.winning_moves()) == wins(start)


@settings(deadline=None, max_examples=30)
@given(one=tables(), other=tables())
def test_a_join_has_the_moves_of_both(one, other):
    size = min(len(one), len(other))
    joined = grundy.join(*(grundy.game(table.__getitem__) for table in (one, other)))

    def options(state):
        return {*one[state], *other[state]}

    for state in range(size):
        names = [str(move.option) for move in joined[state].moves()]
        assert sorted(names) == sorted(map(str, options(state)))
        assert joined[state].value() == plain(options, state)


@settings(deadline=None, max_examples=30)
@given(games=st.lists(tables(), min_size=1, max_size=3))
def test_a_product_is_worth_the_sum(games):
    """A move in exactly one component; the value is that of the graph of all states."""
    made = [grundy.game(table.__getitem__) for table in games]
    start = top_of(games)
    position = grundy.product(*made)[start]
    assert grundy.label(grundy.state_graph(position)).value_at(0) == position.value()
    values = [game[at].value() for game, at in zip(made, start, strict=True)]
    assert position.value() == reduce(xor, values)
    assert len(list(position.moves())) == sum(
        len(set(table[at])) for table, at in zip(games, start, strict=True)
    )


def test_a_product_with_a_cycle_is_searched():
    """A token that goes round draws in any product that cannot leave it."""
    loop = grundy.token({"a": ["b"], "b": ["a"]})
    nim = grundy.catalogue["nim"]
    assert grundy.product(loop, nim)["a", 2].outcome() is grundy.Outcome.D
    assert grundy.join(grundy.product(nim, nim))[3, 3].outcome() is grundy.Outcome.P


@settings(deadline=None, max_examples=30)
@given(
    board=st.lists(st.text(".#", min_size=1, max_size=5), min_size=1, max_size=5),
    steps=st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=4),
)
def test_a_piece_on_a_board_stays_on_its_squares(board, steps):
    """The value of each square is the definition's; a hole is no position."""

    def rule(row, column):
        return [(row + a, column + b) for a, b in steps - {(0, 0)}]

    squares = {
        (row, column)
        for row, line in enumerate(board)
        for column, sign in enumerate(line)
        if sign == "."
    }

    def options(square):
        return squares.intersection(rule(*square))

    on_board = grundy.on_board(rule, board)
    assert all(on_board[square].value() == plain(options, square) for square in squares)
    for hole in (0, len(board[0])), (-1, 0), (len(board), 0):
        with pytest.raises(grundy.PositionError, match="is no square of this board"):
            on_board[hole]


def test_a_join_has_a_move_that_wins_at_once():
    @grundy.game
    def ends(number):
        yield grundy.WON if number == 3 else 0

    nim = grundy.catalogue["nim"]
    assert grundy.join(nim, ends)[3].value() == grundy.join(ends)[3].value()


def test_what_is_no_game_is_one_sentence():
    with pytest.raises(TypeError, match="Rules come from games"):
        grundy.join(5)
    with pytest.raises(TypeError, match="at least one game"):
        grundy.product()
    with pytest.raises(grundy.PositionError, match="of each of 2 games; found 3"):
        grundy.product(grundy.catalogue["nim"], grundy.catalogue["nim"])[3]
    for wrong in (5, (1, 2, 3), "ab", None, (1.5, 0)):
        board = grundy.on_board(lambda _row, _column, wrong=wrong: [wrong], "....")
        with pytest.raises(grundy.RulesetError, match="A rule on a board gives squares"):
            board[0, 0].outcome()
        with pytest.raises(grundy.PositionError, match="A board is rows of signs"):
            grundy.on_board(len, wrong and (wrong, 4))


KAYLES, NIM = grundy.catalogue["kayles"], grundy.catalogue["nim"]
LOOP = grundy.token({"a": ["b", "c"], "b": ["a", "end"], "c": ["c", "b"], "end": []})


@settings(deadline=None, max_examples=30)
@given(
    times=st.integers(0, 5), heaps=st.lists(st.integers(0, 5), max_size=2),
    vertex=st.sampled_from(["", "a", "b", "c"]), beside=st.integers(0, 3),
)  # fmt: skip
def test_one_part_for_many_is_the_sum_of_all(times, heaps, vertex, beside):
    """The same value and the same winning moves, each for all copies, and a win that ends."""
    one = KAYLES.sum(heaps) + (LOOP[vertex] if vertex else grundy.Position())
    literal = grundy.Position()
    for _ in range(times):
        literal += one
    literal += NIM[beside]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(compounds, "_MOST_PARTS", 0)
        many = times * one + NIM[beside]
        assert many.value() == literal.value()
        for play in MISERE if times < 3 or not vertex else ["normal"]:  # cycles: by all positions
            assert many.outcome(play) is literal.outcome(play)
            winning = {move.name for move in many.winning_moves(play)}
            assert winning == {move.name for move in literal.winning_moves(play)}
        position, turns = many, 0
        while position.outcome() is grundy.Outcome.N and turns < 99:
            position, turns = position.best_move().option, turns + 1
            position = next(iter(position.options()), position)
        assert turns < 99
    assert times * one + NIM[beside] == literal


def test_very_many_answer_at_once():
    assert (10**30 * KAYLES[5] + KAYLES[3]).value() == 3
    assert ((10**9 + 1) * (KAYLES[5] + NIM[3])).value() == 4 ^ 3
    for one in (NIM[1], KAYLES[5] + NIM[3], grundy.catalogue["cram"].read("2x3")):
        move = (10**9 * one + NIM[2]).best_move("misere", limits=grundy.Limits(positions=10_000))
        assert move.option.outcome("misere") is grundy.Outcome.P
    for vertex in "abc":
        assert (10**9 * LOOP[vertex]).value() == (LOOP[vertex] + LOOP[vertex]).value()
    assert str(10**4 * (10**5 * KAYLES[5])) == "1,000,000,000 × (0.77 5)"


@pytest.mark.parametrize("times", [-1, 2.5, "3", True, None])
def test_what_is_no_number_of_times_is_one_sentence(times):
    with pytest.raises(grundy.PositionError, match="taken a natural number of times, found"):
        times * KAYLES[5]


def test_an_ordinal_sum_of_large_heaps_is_their_sum_or_one_sentence(monkeypatch):
    """Of what is behind, the value alone is asked; of what is in front, each option."""
    nim = grundy.catalogue["nim"]
    assert grundy.ordinal(nim[5], nim[10**9]).value() == 10**9 + 5
    assert grundy.ordinal(nim[5], nim[700], nim[3]).value() == 708
    monkeypatch.setattr(compounds, "_MOST_POSITIONS", 2_000)
    with pytest.raises(grundy.LimitError, match="below others is not done within 2,000 positions"):
        grundy.ordinal(nim[10**9], nim[3]).value()
