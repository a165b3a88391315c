"""Misère quotients of rule games and of sums of several: against recursion, and what is refused."""

from itertools import combinations_with_replacement, product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import grundy
from grundy import CycleError, LimitError, Limits, Outcome, Position, PositionError, TakeAndBreak
from grundy.games.ruleset import Ruleset
from grundy.games.states import SumGraph
from often import often
from position_strategies import wins
from quotients import is_reduced, shape, shape_of

CRAM = grundy.catalogue["cram"]
NODE_KAYLES = grundy.catalogue["node-kayles"]


@pytest.mark.parametrize("board", ["1x5", "2x3", "3x3", "2x5"])
def test_cram_on_small_boards(board):
    """Sums of boards are won just if a search of the whole sum says so, by the same moves."""
    positions = [CRAM.read(board), CRAM.read("1x2"), CRAM.read("2x2")]
    quotient = grundy.misere_quotient(positions)
    assert is_reduced(quotient.solution.monoid)
    for count in range(4):
        for chosen in combinations_with_replacement(positions, count):
            whole = sum(chosen, Position())
            if count < 3 or board != "2x5":
                assert quotient.outcome(whole) is whole.outcome("misere")
    whole = positions[0] + positions[2]
    assert {move.option for move in quotient.winning_moves(whole)} == {
        move.option for move in whole.winning_moves("misere")
    }


def test_node_kayles_on_paths_is_a_heap_game():
    paths = [NODE_KAYLES.read(f"path:{length}") for length in range(1, 13)]
    rows = TakeAndBreak("0.137").misere_quotient(13)
    quotient = grundy.misere_quotient(paths)
    assert (quotient.order, quotient.p_count) == (rows.order, rows.p_count)
    phi = [quotient.element(path) for path in paths]
    assert shape(quotient.solution.monoid, phi) == shape_of(rows, first=1)
    assert quotient.kernel.is_normal == rows.kernel.is_normal
    assert str(quotient.presentation()).count("=") >= len(quotient.presentation().generators)


def test_sums_that_differ_in_the_order_of_their_parts_are_one():
    """A search of 1 + 2 + 3 in Nim meets each multiset once."""
    nim = grundy.catalogue["nim"]
    heaps = {tuple(sorted(filter(None, each))) for each in product(range(2), range(3), range(4))}
    assert len(SumGraph(nim.sum([1, 2, 3]), "misere")) == len(heaps)


def test_what_was_not_reached_is_refused():
    quotient = grundy.misere_quotient([CRAM.read("2x3")])
    with pytest.raises(PositionError, match="is reached by none of the positions"):
        quotient.outcome(CRAM.read("3x3"))


class Circle(Ruleset):
    """A walk round a circle of three, or off it."""

    def options(self, state):
        return [(state + 1) % 3] if state < 3 else [0]


def test_games_with_cycles_are_refused():
    """A play that need not end has no quotient and no form; the cycle is shown."""
    for ask in (lambda p: grundy.misere_quotient([p]), grundy.misere_form):
        with pytest.raises(CycleError, match=r"0 → 1 → 2 → 0 is a cycle\. Ask outcome") as caught:
            ask(Circle()[3])
        assert caught.value.cycle == ("0", "1", "2")


def test_limits_leave_the_quotient_of_what_was_done():
    with pytest.raises(LimitError, match="components up to") as caught:
        grundy.misere_quotient([CRAM.read("4x4")], limits=Limits(positions=1_000))
    partial = caught.value.partial
    assert 1 < partial.order < 1_000
    assert len(partial.solution.phi) == len(partial.options) == len(partial.heaps) + 1
    with pytest.raises(LimitError, match="The misère quotient of these positions"):
        grundy.misere_quotient([CRAM.read("4x4")], limits=Limits(positions=50))


@pytest.mark.parametrize(
    ("row", "form", "genus"),
    [(0, "0", "0^120"), (2, "2", "2^20"), (5, "{{3, 2}, 3, 2, 1}", "4^146")],
)
def test_forms_of_kayles(row, form, genus):
    """A row of five pins is the least that is no row of Nim's (Winning Ways, ch. 13)."""
    found = grundy.misere_form(TakeAndBreak("0.77")[row])
    assert (str(found), str(found.genus)) == (form, genus)


WORDS = ["kayles", "dawsons-kayles", "nim", "0.123", "4.7", "{1,3}"]
heaps = st.lists(st.integers(0, 5), min_size=1, max_size=2)
sums = st.dictionaries(st.sampled_from(WORDS), heaps, min_size=2, max_size=3)


KNOWN = {}


def recursion(position):
    """Say by the definition whether who has to move wins: who cannot move does."""
    return wins(position, "misere", KNOWN)


@often(7)
@given(sums)
@example({"kayles": [3, 3], "nim": [2]})  # equal heaps
@example({"nim": [3, 3], "{1,3}": [2, 2]})
def test_a_joint_quotient_says_what_recursion_says(parts):
    position = grundy.read(" + ".join(f"{g} {' '.join(map(str, h))}" for g, h in parts.items()))
    solved = position.solve("misere")
    won = recursion(position)
    winning = [move for move in position.moves() if not recursion(move.option)]
    assert solved.rule in ("misère quotient", "")  # "" where a search decides
    assert solved.outcome is (Outcome.N if won else Outcome.P)
    assert list(solved.winning_moves()) == winning
    assert solved.winning_move_count() == len(winning)
    assert (solved.winning_move() is None) == (not winning)
    if won and winning:
        assert position.best_move("misere") in winning


def test_many_parts_of_several_games():
    """Equal parts are looked at once: hundreds are answered like their element."""
    position = grundy.read("kayles 3 4 + dawsons-kayles 4 + nim 2")
    many = sum([position] * 30, Position())
    quotient = grundy.misere_quotient([position])
    assert many.outcome("misere") is quotient.outcome(many)
    assert many.solve("misere").winning_move_count() == len(quotient.winning_moves(many))


@pytest.mark.parametrize("limit", [None, 300_000])
def test_where_no_quotient_is_in_reach_the_positions_are_searched(limit):
    """Play that need not end has no quotient; the answer says that it is a search."""
    position = Circle()[3] + grundy.read("kayles 2")
    limits = None if limit is None else Limits(positions=limit)
    solved = position.solve("misere", limits=limits)
    assert (solved.rule, solved.outcome) == ("", Outcome.D)
    assert "a search of" in solved.because.short


def test_the_words_do_not_depend_on_what_was_asked_before():
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


@pytest.mark.large
def test_explained_by_the_joint_quotient():
    position = grundy.read("kayles 30 31 + 0.07 12 + nim 3")
    text = str(position.explain("misere", limits=Limits(seconds=600)))  # on a busy machine too
    assert "the joint misère quotient of 0.77, 0.07 and 0.[3]" in " ".join(text.split())
    assert "258 elements, 45 of them P-positions" in text
    assert "The sum is the element bg, an N-position." in text
    assert "It lies in the kernel, where misère play is normal play" in text


@pytest.mark.parametrize(
    "words", ["kayles {} + nim 3", "0.75 {0} + 0.123 {0}", "0.75 {} 7 + 4.7 3"]
)
def test_heaps_of_any_size_stand_beside_other_games(words):
    large = grundy.read(words.format("{}").replace("{}", "10^30").replace("{0}", "10^30"))
    quotient = grundy.misere_quotient([large])
    small = grundy.read(words.replace("{0}", "9").replace("{}", "9"))
    assert large.solve("misere").rule == "misère quotient"
    assert quotient.element(large) < quotient.order
    for option in (small, *small.options()):
        assert quotient.outcome(option) is (Outcome.N if recursion(option) else Outcome.P)
    solved = large.solve("misere")
    found = solved.winning_move()
    assert (found is None) == (solved.winning_move_count() == 0)
    assert found is None or quotient.outcome(found.option) is Outcome.P
