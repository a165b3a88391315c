"""Misère play of sums with parts of several games: by a joint quotient, against plain recursion."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy
from grundy import Limits, Outcome, Position, TakeAndBreak
from grundy.games.parts import Part
from grundy.games.ruleset import Ruleset, State
from often import often

WORDS = ["kayles", "dawsons-kayles", "nim", "0.123", "4.7", "{1,3}"]
heaps = st.lists(st.integers(0, 5), min_size=1, max_size=2)
sums = st.dictionaries(st.sampled_from(WORDS), heaps, min_size=2, max_size=3)


@cache
def recursion(parts: tuple[Part, ...]) -> bool:
    """Say by the definition whether who has to move wins: who cannot move does."""
    options = list(Position(parts).options())
    return not options or any(not recursion(_sorted(option)) for option in options)


def _sorted(position: Position) -> tuple[Part, ...]:
    return tuple(sorted(position.parts, key=str))


@often(15)
@given(sums)
def test_a_joint_quotient_says_what_recursion_says(parts: dict[str, list[int]]) -> None:
    """The outcome, the winning moves and their number are those of plain recursion."""
    position = grundy.read(" + ".join(f"{g} {' '.join(map(str, h))}" for g, h in parts.items()))
    solved = position.solve("misere")
    won = recursion(_sorted(position))
    winning = [move for move in position.moves() if not recursion(_sorted(move.option))]

    assert solved.rule in ("misère quotient", "")  # "" where a search decides
    assert solved.outcome is (Outcome.N if won else Outcome.P)
    assert list(solved.winning_moves()) == winning
    assert solved.winning_move_count() == len(winning)
    assert (solved.winning_move() is None) == (not winning)
    if won and winning:
        assert position.best_move("misere") in winning


def test_a_board_beside_heaps() -> None:
    """Any games that end may stand beside each other; a search of the whole agrees."""
    position = grundy.read("kayles 5 + cram 2x3 + wythoff 1,2")
    few = position.solve("misere", limits=Limits(positions=3_000))
    boards = position + grundy.read("cram 3x3")

    assert few.rule == "misère quotient"
    assert boards.solve("misere").rule == "misère quotient"
    assert few.outcome is grundy.misere_quotient([position]).outcome(position)


def test_many_parts_of_several_games() -> None:
    """Equal parts are looked at once: a thousand are answered like their element."""
    position = grundy.read("kayles 5 7 + dawsons-kayles 9 + nim 2")
    many = sum([position] * 101, Position())
    quotient = grundy.misere_quotient([position])

    assert many.part_count == 404
    assert many.outcome("misere") is quotient.outcome(many)
    assert many.solve("misere").winning_move_count() == len(quotient.winning_moves(many))


class Circle(Ruleset):
    """A walk round a circle of three, or off it."""

    def options(self, state: State) -> list[State]:
        """Return the next point."""
        return [(state + 1) % 3] if state < 3 else [0]


@pytest.mark.parametrize("limit", [None, 300_000])
def test_where_no_quotient_is_in_reach_the_positions_are_searched(limit: int | None) -> None:
    """Play that need not end has no quotient; the answer says that it is a search."""
    position = Circle()[3] + grundy.read("kayles 2")
    limits = None if limit is None else Limits(positions=limit)
    solved = position.solve("misere", limits=limits)

    assert (solved.rule, solved.outcome) == ("", Outcome.D)
    assert "a search of" in solved.because.short


def test_the_words_do_not_depend_on_what_was_asked_before() -> None:
    """A larger quotient of the same games changes no name."""
    game = TakeAndBreak("0.77")  # one that nothing was asked of
    position = game[2] + grundy.read("nim 1")
    first = position.solve("misere").because
    larger = game[8] + position
    assert "12 elements" in larger.solve("misere").because.short

    solved = position.solve("misere")
    assert solved.because == first
    assert "6 elements" in first.short
    assert [solved.called(option) for option in (position, game[2], game[1], Position())] == [
        "ab", "b", "a", "1"
    ]  # fmt: skip


def test_a_quotient_answers_for_all_that_its_position_leads_to() -> None:
    """What is played on is not solved anew."""
    position = grundy.read("kayles 8 + nim 3")
    kept = position.runs[0].ruleset.joint_quotients
    quotient = kept.covering(position, None, None)

    for option in position.options():
        if len({part.ruleset for part in option.parts}) > 1:
            assert kept.covering(option, None, None) is quotient


@pytest.mark.large
def test_explained_by_the_joint_quotient() -> None:
    """The reason names the games, the element of the sum and that of each answer."""
    text = str(grundy.read("kayles 30 31 + 0.07 12 + nim 3").explain("misere"))

    assert "the joint misère quotient of 0.77, 0.07 and 0.[3]" in " ".join(text.split())
    assert "258 elements, 45 of them P-positions" in text
    assert "The sum is the element bg, an N-position." in text
    assert "It lies in the kernel, where misère play is normal play" in text


@pytest.mark.parametrize(
    "words", ["kayles {} + nim 3", "0.75 {0} + 0.123 {0}", "0.75 {} 7 + 4.7 3"]
)
def test_heaps_of_any_size_stand_beside_other_games(words: str) -> None:
    """A proved period is that of all larger heaps: what a search of so many heaps says."""
    large = grundy.read(words.format("{}").replace("{}", "10^30").replace("{0}", "10^30"))
    quotient = grundy.misere_quotient([large])
    small = grundy.read(words.replace("{0}", "9").replace("{}", "9"))

    assert large.solve("misere").rule == "misère quotient"
    assert quotient.element(large) < quotient.order
    for option in (small, *small.options()):
        assert quotient.outcome(option) is (Outcome.N if recursion(_sorted(option)) else Outcome.P)
    solved = large.solve("misere")
    found = solved.winning_move()
    assert (found is None) == (solved.winning_move_count() == 0)
    assert found is None or quotient.outcome(found.option) is Outcome.P


def test_beyond_the_proof_the_elements_are_those_of_more_heaps() -> None:
    """To three times the heaps that prove the periods nothing changes; moves are counted too."""
    games = TakeAndBreak("0.75"), TakeAndBreak("0.123")
    proved = grundy.misere_quotient([games[0][10**6] + games[1][10**6]])
    heaps = 3 * len(proved.solution.phi)
    for place, game in enumerate(games):
        line = proved.lines[game]
        for heap in range(heaps):
            position = game[heap] + games[1 - place][5]
            expected = [m for m in position.moves() if proved.outcome(m.option) is Outcome.P]
            wins = proved.outcome(position) is Outcome.N
            if heap:
                assert wins == bool(expected)
            beside = proved.element(games[1 - place][5])
            assert line.beside([heap], beside).count() == sum(m.part == 0 for m in expected)
