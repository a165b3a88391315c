"""Misère quotients of rule games: against the search of whole positions, and what is refused."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement, product

import pytest

import grundy
from grundy import CycleError, LimitError, Limits, Outcome, Position, PositionError, TakeAndBreak
from grundy.games.misere_quotient import PositionQuotient
from grundy.games.ruleset import Ruleset, State
from grundy.games.states import SumGraph
from quotients import is_reduced, shape, shape_of

CRAM = grundy.catalogue["cram"]
NODE_KAYLES = grundy.catalogue["node-kayles"]


@pytest.mark.parametrize("board", ["1x5", "2x3", "3x3", "2x5"])
def test_cram_on_small_boards(board: str) -> None:
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


@pytest.mark.parametrize("graph", ["path:7", "cycle:8", "star:5", "grid:2x4", "petersen"])
def test_node_kayles_on_small_graphs(graph: str) -> None:
    """A graph beside itself, beside a path, and alone has the outcome of the whole search."""
    position, path = NODE_KAYLES.read(graph), NODE_KAYLES.read("path:4")
    quotient = grundy.misere_quotient([position, path])

    for whole in (position, position + path, position + position, position + path + path):
        assert quotient.outcome(whole) is whole.outcome("misere")
        expected = {move.option for move in whole.winning_moves("misere")}
        assert {move.option for move in quotient.winning_moves(whole)} == expected


def test_node_kayles_on_paths_is_a_heap_game() -> None:
    """Its quotient on the paths up to 12 is that of the rows of 0.137."""
    paths = [NODE_KAYLES.read(f"path:{length}") for length in range(1, 13)]
    rows = TakeAndBreak("0.137").misere_quotient(13)

    quotient = grundy.misere_quotient(paths)

    assert (quotient.order, quotient.p_count) == (rows.order, rows.p_count)
    phi = [quotient.element(path) for path in paths]
    assert shape(quotient.solution.monoid, phi) == shape_of(rows, first=1)
    assert quotient.kernel.is_normal == rows.kernel.is_normal
    assert str(quotient.presentation()).count("=") >= len(quotient.presentation().generators)


def test_positions_of_several_games_have_one_quotient() -> None:
    """Parts of different games stand beside each other, copies of them too."""
    kayles, wythoff = TakeAndBreak("0.77"), grundy.catalogue["wythoff"]
    start = kayles[5] + wythoff[2, 3] + CRAM.read("2x2")
    quotient = grundy.misere_quotient([start])

    for whole in (start, start + kayles[5], kayles[5] + kayles[4], wythoff[2, 3] + wythoff[1, 2]):
        assert quotient.outcome(whole) is whole.outcome("misere")
    assert quotient.element(start + start) == quotient.table[(quotient.element(start),) * 2]


def test_sums_that_differ_in_the_order_of_their_parts_are_one() -> None:
    """A search of 1 + 2 + 3 in Nim meets each multiset once."""
    nim = grundy.catalogue["nim"]
    heaps = {tuple(sorted(filter(None, each))) for each in product(range(2), range(3), range(4))}

    assert len(SumGraph(nim.sum([1, 2, 3]), "misere")) == len(heaps)


def test_nothing_to_move() -> None:
    """Positions without a move are the identity: who cannot move has won."""
    quotient = grundy.misere_quotient([Position()])

    assert (quotient.order, quotient.p_count, quotient.p_portion) == (1, 0, frozenset())
    assert quotient.outcome(Position()) is Outcome.N
    assert quotient.winning_moves(Position()) == []


def test_what_was_not_reached_is_refused() -> None:
    """A quotient answers for what it was made of, and names what it does not know."""
    quotient = grundy.misere_quotient([CRAM.read("2x3")])

    with pytest.raises(PositionError, match="is reached by none of the positions"):
        quotient.outcome(CRAM.read("3x3"))


class Circle(Ruleset):
    """A walk round a circle of three, or off it."""

    def options(self, state: State) -> Iterable[State]:
        """Return the next point."""
        return [(state + 1) % 3] if state < 3 else [0]


def test_games_with_cycles_are_refused() -> None:
    """A play that need not end has no quotient and no form; the cycle is shown."""
    for ask in (lambda p: grundy.misere_quotient([p]), grundy.misere_form):
        with pytest.raises(CycleError, match=r"0 → 1 → 2 → 0 is a cycle\. Ask outcome") as caught:
            ask(Circle()[3])
        assert caught.value.cycle == ("0", "1", "2")


def test_limits_leave_the_quotient_of_what_was_done() -> None:
    """Elements are bounded, and components too."""
    with pytest.raises(LimitError, match="components up to") as caught:
        grundy.misere_quotient([CRAM.read("4x4")], limits=Limits(positions=1_000))
    partial = caught.value.partial
    assert isinstance(partial, PositionQuotient)
    assert 1 < partial.order < 1_000
    assert len(partial.solution.phi) == len(partial.options) == len(partial.heaps) + 1

    with pytest.raises(LimitError, match="The misère quotient of these positions"):
        grundy.misere_quotient([CRAM.read("4x4")], limits=Limits(positions=50))


@pytest.mark.parametrize(
    ("row", "form", "genus"),
    [(0, "0", "0^120"), (2, "2", "2^20"), (5, "{{3, 2}, 3, 2, 1}", "4^146")],
)
def test_forms_of_kayles(row: int, form: str, genus: str) -> None:
    """A row of five pins is the least that is no row of Nim's (Winning Ways, ch. 13)."""
    found = grundy.misere_form(TakeAndBreak("0.77")[row])

    assert (str(found), str(found.genus)) == (form, genus)


def test_forms_tell_who_wins_and_what_is_equal() -> None:
    """Equal forms are equal in all company: Cram's 2x2 is a single move twice."""
    kayles = TakeAndBreak("0.77")
    assert grundy.misere_form(kayles[1] + kayles[1]) == grundy.misere_form(Position())
    assert grundy.misere_form(CRAM.read("1x2")) == grundy.misere_form(kayles[1])
    for board in ("2x2", "2x3", "3x3"):
        position = CRAM.read(board)
        found = grundy.misere_form(position)
        assert found.is_p == (position.outcome("misere") is Outcome.P)
        assert found.genus.value == position.value()


def test_progress_is_told() -> None:
    """Each component is a step."""
    reports: list[tuple[str, int, int]] = []
    quotient = grundy.misere_quotient([CRAM.read("2x3")], progress=lambda *e: reports.append(e))

    count = len(quotient.solution.phi)
    assert [done for stage, done, _ in reports if stage == "heaps"] == list(range(2, count + 1))
