"""The contract of every named game: what a person, the command line and the page rely on."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from itertools import islice

import numpy as np
import pytest

import grundy
from grundy import catalogue
from grundy.errors import CodeError, GrundyError, RulesetError
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
OF_THE_PLAN = """
    nim lasker grundys-game mark aliquot totative to-divisor at-most-half take-a-square
    take-a-prime take-a-power-of-two divide-2-3-6 kayles dawsons-kayles dawsons-chess treblecross
    officers subtraction all-but octal moore fibonacci-nim staircase nimble silver-dollar welter
    turning-turtles mock-turtles ruler wythoff euclid turning-corners northcott red-blue chocolate
    chomp wind-up
"""
NONSENSE = [
    "", " ", "x", "-1", "1.5", ",", "5,,5", "5,5,5,5,5,5,5", "{", "}", "∞", "1e9", "9" * 60, "0x10",
    "None", "__import__", "\x1b[31m", "a-b", "path:-3", "|.x",
]  # fmt: skip
WRONG = [None, "x", -1, (), (1.5, 2), (True, False), (-1, -1), [[]], {}, object(), ((),)]


def test_all_games_of_the_plan_are_there() -> None:
    """Every key of the plan's tables of heaps, numbers and coins names a game."""
    assert set(OF_THE_PLAN.split()) <= set(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_an_entry_says_what_a_person_needs(key: str) -> None:
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
def test_the_start_is_read_as_the_command_line_reads_it(key: str) -> None:
    """The game and its start as text give a position with moves, whose text gives it again."""
    position = parse_position(f"{catalogue.entry(key).game} {catalogue.entry(key).start}")

    assert position == start(key)
    assert next(position.moves(), None) is not None
    assert ruleset(key).read(" ".join(map(str, position.parts))) == position


@pytest.mark.parametrize("key", KEYS)
def test_the_start_is_won_by_who_begins(key: str) -> None:
    """Whoever opens a game and plays it well wins: a start is no trap."""
    assert start(key).outcome() is Outcome.N


@pytest.mark.parametrize(("key", "fact"), FACTS)
def test_facts_hold(key: str, fact: grundy.named.entry.Fact) -> None:
    """Each published fact of a game is found again."""
    assert fact.check(ruleset(key)) is None


@pytest.mark.parametrize("key", KEYS)
def test_text_and_picture_of_every_state(key: str) -> None:
    """What `format` writes is one line that `parse` reads, and a picture is printable."""
    game = ruleset(key)
    for position in {position for some in small(key) for position in some.positions}:
        for part in position.parts:
            text = game.format(part.state)
            assert text.isprintable()
            assert game.parse(text) == part.state
            assert game.legal(part.state) == part.state
            assert game.draw(part.state).replace("\n", "").isprintable()


@pytest.mark.parametrize("key", KEYS)
def test_moves_are_the_options(key: str) -> None:
    """Moves lead to the options and to nothing else, and each has a name in words."""
    for position in start(key), *(position for some in small(key) for position in some.positions):
        moves = list(position.moves())
        assert {move.option for move in moves} == set(position.options())
        assert all(move.name and move.name.isprintable() for move in moves)


@pytest.mark.parametrize("key", KEYS)
def test_values_are_those_of_the_definition(key: str) -> None:
    """A value is the mex of the options' values, or γ where a play may go round."""
    for some in small(key):
        some.normal.verify()
        for position, value in zip(some.positions, some.normal.values(), strict=True):
            assert position.value() == value, position


@pytest.mark.parametrize("key", KEYS)
def test_misere_outcomes_are_those_of_the_definition(key: str) -> None:
    """Under misère play the outcome is that of the whole position, who cannot move wins."""
    for some in small(key):
        names = some.misere.graph.names
        for position, name in list(zip(some.positions, names, strict=True))[::3]:
            assert position.outcome("misere") is some.misere.outcome(name), position


@pytest.mark.parametrize("key", KEYS)
def test_winning_moves_are_all_moves_to_p_positions(key: str) -> None:
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
                assert Counter(position.winning_moves(play)) == won, position  # type: ignore[arg-type]
                best = position.best_move(play)  # type: ignore[arg-type]
                assert best in won if won else best in moves or not moves


@pytest.mark.parametrize("key", KEYS)
def test_every_game_passes_its_own_check(key: str) -> None:
    """The public check, which looks at the hooks one by one, finds nothing."""
    report = grundy.check(ruleset(key), start(key), positions=15)

    assert report.states > 0


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
def test_every_game_passes_a_long_check(key: str) -> None:
    """The same on more positions, and with another seed."""
    grundy.check(ruleset(key), start(key), positions=800, seed=1)


@pytest.mark.parametrize("key", KEYS)
def test_nonsense_text_is_refused_in_a_sentence(key: str) -> None:
    """A text is a position or a `GrundyError`; a `CodeError` has a column inside the text.

    What is read is a position, with moves and a text that is read as the same; and a third of
    the nonsense at least is read by no game (a word may name a vertex).
    """
    refused = 0
    for text in NONSENSE:
        error = refusal(lambda text=text: require_position(key, ruleset(key).read(text)))  # type: ignore[misc]
        refused += error is not None
        if isinstance(error, CodeError):
            assert 1 <= error.column <= len(text) + 1, text
    assert refused >= len(NONSENSE) // 3


@pytest.mark.parametrize("key", KEYS)
def test_states_of_the_wrong_kind_are_refused(key: str) -> None:
    """An object that is no state of the game gives a `GrundyError`, never another exception.

    The few objects that are a state of some games are a position there.
    """
    refused = [
        refusal(lambda state=state: require_position(key, ruleset(key)[state]))  # type: ignore[misc]
        for state in WRONG
    ]
    assert sum(error is not None for error in refused) >= len(WRONG) - 3


def require_position(key: str, position: Position) -> None:
    """Check that a position that was accepted is one: it has moves, and its text is read back."""
    assert isinstance(position, Position)
    for move in islice(position.moves(), 3):
        assert isinstance(move.option, Position)
    text = " ".join(map(str, position.parts))
    if text:  # no coins at all are written as nothing
        assert ruleset(key).read(text) == position


def refusal(ask: Callable[[], object]) -> GrundyError | None:
    """Return the error that a question is answered with, if it is, after a look at its text."""
    try:
        ask()
    except GrundyError as error:
        said = str(error)
        assert said.isprintable(), said
        return error
    return None


def test_the_catalogue_is_a_mapping_of_rulesets() -> None:
    """A key gives one ruleset, always the same, or a function of the parameters."""
    assert catalogue["wythoff"] is catalogue["wythoff"]
    assert catalogue["wythoff"][8, 12].value() == 18
    assert catalogue["moore"](2)[1, 1, 1] == catalogue["moore"](2)[1, 1, 1]
    assert catalogue["wind-up"](7, {1, 2})[3] == catalogue["wind-up"](7, [2, 1])[3]
    with pytest.raises(grundy.UnknownNameError) as caught:
        catalogue["wythof"]
    assert "wythoff" in caught.value.nearest


@pytest.mark.parametrize(
    "text",
    ["moore", "moore(0)", "moore(x)", "moore(1,2)", "moore()", "wind-up(7,{0})", "wind-up(7,{7})",
     "wind-up(0,{1})", "wind-up(7)", "wind-up(7,5)", "octal(0.79)", "subtraction({0})"],
)  # fmt: skip
def test_wrong_parameters_are_refused_in_a_sentence(text: str) -> None:
    """A parameter that makes no game is a `GrundyError` that can be printed."""
    with pytest.raises(GrundyError) as caught:
        read_game(text)

    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "text", ["wind-up(7, {1, 2, 5}) 3", "octal(0.77) 5", "subtraction({1,2,3}) 5", "moore( 2 ) 1,2"]
)
def test_parameters_may_have_spaces(text: str) -> None:
    """A game with parameters is read up to its bracket; the rest are states."""
    assert len(parse_position(text).parts) == 1


def test_parameters_are_checked_from_python_too() -> None:
    """A ruleset that makes no game is a `RulesetError`."""
    for make in (lambda: catalogue["wind-up"](7, {14}), lambda: catalogue["moore"](True)):
        with pytest.raises(RulesetError):
            make()


# ---- the sources' problems, S2 and S3 -----------------------------------------------------------


def test_nim_s2_0() -> None:
    """S2.0: heaps 1, 3, 5, 7 are lost; from 4, 8, 17 take 5 from 17."""
    nim = catalogue["nim"]
    (move,) = nim[4, 8, 17].winning_moves()

    assert nim[1, 3, 5, 7].outcome() is Outcome.P
    assert nim[4, 8, 17].value() == 29
    assert move.option == nim[4, 8, 12]


def test_northcott_s2_1() -> None:
    """S2.1: winning by best moves, a play of Northcott's game ends, whatever the other does."""
    northcott = catalogue["northcott"]
    chance = random.Random(1)
    for _ in range(30):
        pairs = [tuple(sorted(chance.sample(range(1, 9), 2))) for _ in range(3)]
        position = northcott[tuple(pairs)]
        for turn in range(200):
            moves = list(position.moves())
            if turn % 2 == 0 and position.outcome() is Outcome.P:
                position = chance.choice(moves).option if moves else position
            if turn % 2 == 0 and not moves:
                break
            best = position.best_move() if position.outcome() is Outcome.N else None
            if best is None and not moves:
                break
            position = best.option if best else chance.choice(moves).option
        assert not list(position.moves())


def test_chocolate_s2_9_counts_moves() -> None:
    """S2.9: equal bars and mirrored cuts count each, for 100 bars with sides to 100."""
    chocolate = catalogue["chocolate"]

    assert len(chocolate[1, 2].winning_moves()) == 1
    assert len(chocolate[1, 3].winning_moves()) == 1
    assert len(chocolate[1, 4].winning_moves()) == 1
    assert len((chocolate[3, 4] + chocolate[5, 5]).winning_moves()) == 2
    bars = sum((chocolate[side, 100] for side in range(1, 100)), chocolate[100, 100])
    assert len(bars.winning_moves()) == 4
    few = chocolate[9, 7] + chocolate[9, 7] + chocolate[6, 5] + chocolate[1, 6]
    assert len(few.winning_moves()) == sum(move.option.value() == 0 for move in few.moves())


def test_chocolate_table() -> None:
    """The table is the recurrence of the article, written out."""
    table = catalogue["chocolate"].table(12, 20)
    memo: dict[tuple[int, int], int] = {}
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


@pytest.mark.parametrize(
    ("game", "heaps", "value"),
    [
        ("take-a-prime", "10 7", 1),  # S2.4
        ("take-a-power-of-two", " ".join(["1" + "0" * 200] * 49 + ["5"]), 1 ^ 2),  # S2.5
        ("at-most-half", "100000 99999", 50000 ^ 1562),  # S2.6
        ("{1,2,3}", "3 4 5", 2),  # S3.2
        ("{1,2,3}", "3 8 2", 1),  # S3.2
        ("divide-2-3-6", "12 100", 1),  # S3.3
    ],
)
def test_one_call_for_each_problem(game: str, heaps: str, value: int) -> None:
    """S2.4 to S3.3: one call gives the value, for heaps of 200 digits at once."""
    assert parse_position(f"{game} {heaps}").value() == value
