"""The contract of every named game: what a person, the command line and the page rely on."""

import re
from collections import Counter
from itertools import islice

import numpy as np
import pytest

import grundy
from grundy import catalogue
from grundy.errors import CodeError, GrundyError, PositionError, RulesetError
from grundy.games.position import Position
from grundy.named.notation import parse_position, read_game
from grundy.values import Outcome
from named_games import KEYS, ruleset, small, start

FACTS = [
    pytest.param(key, fact, id=f"{key}: {fact.statement[:60]}",
                 marks=[pytest.mark.long] if fact.long else [])
    for key in KEYS
    for fact in catalogue.entry(key).facts
]  # fmt: skip
NONSENSE = [
    "", " ", "x", "-1", "1.5", ",", "5,,5", "5,5,5,5,5,5,5", "{", "}", "∞", "1e9", "9" * 60, "0x10",
    "None", "__import__", "\x1b[31m", "a-b", "path:-3", "|.x",
]  # fmt: skip
WRONG = [None, "x", -1, (), (1.5, 2), (True, False), (-1, -1), [[]], {}, object(), ((),)]


@pytest.mark.parametrize("key", KEYS)
def test_an_entry_says_what_a_person_needs(key):
    """A key that can be typed, a name, a rule in one sentence, a source, a start, and facts."""
    entry = catalogue.entry(key)

    assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", key)
    assert entry.key == key
    assert entry.name
    assert re.fullmatch(r"[A-Z].*[^.]\.", entry.rule)
    assert entry.source
    assert entry.facts
    assert all(fact.statement for fact in entry.facts)


@pytest.mark.parametrize("key", KEYS)
def test_the_start_is_read_as_the_command_line_reads_it(key):
    """The game and its start as text give a position with moves, whose text gives it again."""
    position = parse_position(f"{catalogue.entry(key).game} {catalogue.entry(key).start}")

    assert position == start(key)
    assert next(position.moves(), None) is not None
    assert ruleset(key).read(" ".join(map(str, position.parts))) == position
    assert grundy.read(repr(position).removeprefix("Position(").removesuffix(")")) == position


@pytest.mark.parametrize("key", KEYS)
def test_a_state_is_read_in_python_as_in_a_position(key):
    """``catalogue["chomp"]["4x5"]`` is ``chomp 4x5``: a word is a state of every named game."""
    for word in catalogue.entry(key).start.split():
        assert ruleset(key)[word] == ruleset(key).read(word)


def test_a_bar_of_chomp_by_its_sides():
    """It is read so in Python, too, and what is no bar is refused as before."""
    assert catalogue["chomp"]["4x5"] == catalogue["chomp"][(5,) * 4]
    with pytest.raises(PositionError, match="such as 4,4,4; found 4y5"):
        catalogue["chomp"]["4y5"]


@pytest.mark.parametrize("key", KEYS)
def test_the_start_is_won_by_who_begins(key):
    """Whoever opens a game and plays it well wins: a start is no trap."""
    assert start(key).outcome() is Outcome.N


@pytest.mark.parametrize(("key", "fact"), FACTS)
def test_facts_hold(key, fact):
    """Each published fact of a game is found again."""
    assert fact.check(ruleset(key)) is None


@pytest.mark.parametrize("key", KEYS)
def test_outcomes_are_those_of_the_definition(key):
    """Under both plays the outcome is that of the whole position."""
    for some in small(key):
        names = some.misere.graph.names
        for position, name in list(zip(some.positions, names, strict=True))[::3]:
            assert position.outcome() is some.normal.outcome(name), position
            assert position.outcome("misere") is some.misere.outcome(name), position


@pytest.mark.parametrize("key", KEYS)
def test_winning_moves_are_all_moves_to_p_positions(key):
    """Every move to a P-position is listed, as often as the rules name it, and no other."""
    for some in small(key):
        lost = {
            "normal": dict(zip(some.positions, map(some.normal.outcome, some.normal), strict=True)),
            "misere": dict(zip(some.positions, map(some.misere.outcome, some.misere), strict=True)),
        }
        for play, outcomes in lost.items():
            for position in some.positions[:: 3 if play == "normal" else 8]:
                moves = list(position.moves())
                won = Counter(m for m in moves if outcomes[m.option] is Outcome.P)
                assert Counter(position.winning_moves(play)) == won, position
                best = position.best_move(play)
                assert best in won if won else best in moves or not moves


@pytest.mark.parametrize("key", KEYS)
def test_every_game_passes_its_own_check(key):
    """The public check, which looks at the hooks one by one, finds nothing."""
    report = grundy.check(ruleset(key), start(key), positions=6)

    assert report.states > 0


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
def test_every_game_passes_a_long_check(key):
    """The same on more positions, and with another seed."""
    grundy.check(ruleset(key), start(key), positions=800, seed=1)


@pytest.mark.parametrize("key", KEYS)
def test_nonsense_is_refused_in_a_sentence(key):
    """A text or an object is a position, or a `GrundyError`; a column lies inside the text.

    A word may name a vertex, and some games have a state for a few of the objects.
    """
    refused = 0
    for text in NONSENSE:
        error = refusal(lambda text=text: require_position(key, ruleset(key).read(text)))
        refused += error is not None
        if isinstance(error, CodeError):
            assert 1 <= error.column <= len(text) + 1, text
    assert refused >= len(NONSENSE) // 3
    errors = [refusal(lambda state=state: require_position(key, ruleset(key)[state]))
              for state in WRONG]  # fmt: skip
    assert sum(error is not None for error in errors) >= len(WRONG) - 3


def require_position(key, position):
    """Check that a position that was accepted is one: it has moves, and its text is read back."""
    assert isinstance(position, Position)
    for move in islice(position.moves(), 3):
        assert isinstance(move.option, Position)
    text = " ".join(map(str, position.parts))
    if text:  # no coins at all are written as nothing
        assert ruleset(key).read(text) == position


def refusal(ask):
    """Return the error that a question is answered with, if it is, after a look at its text."""
    try:
        ask()
    except GrundyError as error:
        said = str(error)
        assert said.isprintable(), said
        return error
    return None


@pytest.mark.parametrize("text", [
    "moore", "moore(0)", "moore(x)", "moore(1,2)", "moore()", "wind-up(7,{0})", "wind-up(7)",
    "wind-up(7,5)", "octal(0.79)", "subtraction({0})",
])  # fmt: skip
def test_wrong_parameters_are_refused_in_a_sentence(text):
    """A parameter that makes no game is a `GrundyError` that can be printed, from Python too."""
    with pytest.raises(GrundyError) as caught:
        read_game(text)

    assert str(caught.value).isprintable()
    with pytest.raises(RulesetError):
        catalogue["wind-up"](7, {14})


def test_chocolate_s2_9_counts_moves():
    """S2.9: equal bars and mirrored cuts count each, for 100 bars with sides to 100."""
    chocolate = catalogue["chocolate"]

    assert [len(chocolate[1, side].winning_moves()) for side in (2, 3, 4)] == [1, 1, 1]
    assert len((chocolate[3, 4] + chocolate[5, 5]).winning_moves()) == 2
    bars = sum((chocolate[side, 100] for side in range(1, 100)), chocolate[100, 100])
    assert len(bars.winning_moves()) == 4


def test_chocolate_table():
    """The table is the recurrence of the article, written out."""
    table = catalogue["chocolate"].table(12, 20)
    memo = {}
    for i in range(1, 13):
        for j in range(1, 21):
            known = lambda a, b: memo[min(a, b), max(a, b)]  # noqa: E731
            reached = {known(i, k) ^ known(i, j - k) for k in range(1, j)}
            reached |= {known(k, j) ^ known(i - k, j) for k in range(1, i)}
            reached |= {known(i, k) ^ known(i, j - k - 1) for k in range(1, j - 1)}
            reached |= {known(k, j) ^ known(i - k - 1, j) for k in range(1, i - 1)}
            if i > 2 and j > 2:
                reached.add(known(i - 2, j - 2))
            memo[min(i, j), max(i, j)] = grundy.mex(reached)
            assert table[i, j] == memo[min(i, j), max(i, j)]
    assert (table[0] == -1).all()
    assert np.array_equal(catalogue["chocolate"].table(20, 12), table.T)
