"""Tables of random rules beside the labels of all their states, found in memory; a large one."""

import random
from functools import reduce
from operator import xor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy import LimitError, LoopyValue, RulesetError, open_table, tabulate
from grundy.games import Indexed, Packed, numbers
from grundy.games.values.questions import ByQuestions
from grundy.named.games.cram import Board
from numbered_rules import digraph_game, labelled, numbered

_FEW = settings(max_examples=15)


@st.composite
def downward(draw):
    count = draw(st.integers(1, 60))
    chance = draw(st.randoms(use_true_random=False))
    return [chance.sample(range(v), min(v, chance.randrange(6))) for v in range(count)]


@st.composite
def staged(draw):
    """Rows of a digraph, and the stage of each block of four: cycles inside a block only."""
    blocks = draw(st.integers(1, 7))
    chance = draw(st.randoms(use_true_random=False))
    stages = [chance.randrange(4) for _ in range(blocks)]
    rows = []
    for vertex in range(4 * blocks):
        mine = vertex // 4
        allowed = [
            to for to in range(4 * blocks)
            if to // 4 == mine or stages[to // 4] < stages[mine]
        ]  # fmt: skip
        rows.append(sorted(chance.sample(allowed, min(len(allowed), chance.randrange(5)))))
    return rows, stages


@given(rows=downward())
@_FEW
def test_tables_of_falling_rules_have_the_labels(rows, tmp_path_factory):
    game = digraph_game(rows, "falls")
    folder = tmp_path_factory.mktemp("table")
    table = tabulate(game, len(rows) - 1, path=folder, remoteness=True)
    _agree(table, rows)


@given(rows=downward(), chance=st.randoms(use_true_random=False))
@_FEW
def test_any_digraph_with_cycles_has_its_labels(rows, chance, tmp_path_factory):
    mixed = [sorted({*row, *chance.sample(range(len(rows)), len(rows) % 3)}) for row in rows]
    table = tabulate(digraph_game(mixed), 0, path=tmp_path_factory.mktemp("table"), remoteness=True)
    _agree(table, mixed)


@given(made=staged())
@_FEW
def test_stages_with_cycles_have_the_labels_of_the_whole(made, tmp_path_factory):
    rows, stages = made
    game = digraph_game(rows, tier=stages.__getitem__, bits=2)
    table = tabulate(game, 0, path=tmp_path_factory.mktemp("table"), remoteness=True)
    assert table.plan.shift == 2
    _agree(table, rows)


def test_infinity_below_counts_as_infinity_above(tmp_path):
    """A state whose option in a lower stage is ∞(0,2) is labelled with its finite values."""
    rows = [[0, 1, 2], [], [1, 3], [1], [0, 5], [0, 1], [0], [6, 7]]
    game = digraph_game(rows, tier=lambda block: block, bits=2)
    table = tabulate(game, 7, path=tmp_path, remoteness=True)
    assert [table.value(n) for n in (0, 4, 5, 6, 7)] == [
        LoopyValue({0, 2}), 0, LoopyValue({0}), 0, LoopyValue({0})
    ]  # fmt: skip
    _agree(table, rows)


def test_falling_rules_may_have_stages_too(tmp_path):
    chance = random.Random(7)
    stages = [0, 1, 1, 2, 2, 1]
    rows = [
        sorted({to for to in (chance.randrange(v + 1) for _ in range(5))
                if to < v and (to // 8 == v // 8 or stages[to // 8] < stages[v // 8])})
        for v in range(48)
    ]  # fmt: skip
    game = digraph_game(rows, "falls", tier=stages.__getitem__, bits=3)
    _agree(tabulate(game, 47, path=tmp_path, remoteness=True), rows)


def _nim(last):
    return [list(range(heap)) for heap in range(last + 1)]


def test_a_block_with_large_values_has_two_bytes(tmp_path):
    """A heap of Nim up to 400: 254 and 255 are values, and mean nothing else."""
    table = tabulate(digraph_game(_nim(400), "falls"), 400, path=tmp_path, remoteness=True)
    assert [path.name for path in tmp_path.glob("values-*")] == ["values-000000.u2"]
    assert table.entries_of(np.arange(401)).tolist() == list(range(401))
    assert table.remoteness(255) == 1
    assert list(table.zeros()) == [0]
    table.verify()


def test_narrow_and_wide_blocks_stand_side_by_side(tmp_path):
    game = digraph_game(_nim(511), "falls", tier=lambda block: block, bits=7)
    table = tabulate(game, 511, path=tmp_path)
    names = sorted(path.name for path in tmp_path.glob("values-*"))
    assert [name[-1] for name in names] == ["1", "2", "2", "2"]
    assert table.entries_of(np.arange(512)).tolist() == list(range(512))
    assert open_table(tmp_path, game=game).histogram() == dict.fromkeys(range(512), 1)
    table.verify()


@pytest.mark.parametrize("last", [300, 1_030])
def test_infinity_in_a_wide_block_and_below_it(tmp_path, last):
    """Behind heaps of Nim stand loops; beyond 1,023 the sets of finite values are long too."""
    rows = _nim(last)
    rows += [[last + 1, 3, last], [last + 1, last + 2, 0, last - 1]]
    rows += [[] for _ in range(2048 - len(rows))]
    rows += [[*range(last), last + 1], [last + 2, 2049], [2048, 2049, 0]]
    game = digraph_game(rows, tier=lambda block: block, bits=11)
    table = tabulate(game, 2050, path=tmp_path)
    assert table.value(last + 1) == LoopyValue({3, last})
    assert table.value(2048) == last  # what leads to ∞(3,last) is answered by a move to last
    _agree(table, rows)


def _no_odd(word, data, out):
    if word & 1:
        return -1
    count = 0
    for taken in range(2, min(word, 6) + 1, 2):
        out[count] = word - taken
        count += 1
    return count


@pytest.mark.parametrize("order", ["falls", "cycles"])
def test_numbers_of_no_state_are_left_out(tmp_path, order):
    """-1 stands for no state: it is neither counted, nor a P-position, nor found."""
    ranking = numbers(100)
    game = numbered(
        lambda state: range(state - 2, max(state - 7, -1), -2),
        lambda state: Indexed(Packed(state, _no_odd), ranking, int, int, order),
    )
    table = tabulate(game, 98, path=tmp_path, remoteness=True)
    assert table.count() == 50
    assert list(table.zeros()) == list(range(0, 100, 8))
    assert table.entries_of(np.array([4, 5])).tolist() == [2, -2]
    with pytest.raises(grundy.PositionError, match="no state of the table"):
        table.value(5)
    table.verify()


def _rule(function, *, order="falls", count=70_000, most=8, **more):
    return numbered(
        lambda state: (),
        lambda state: Indexed(
            Packed(state, function, most=most), numbers(count), int, int, order, **more
        ),
        "wrong",
    )


def _outside(word, data, out):
    out[0] = word - 1 if word != 66_001 else 70_000
    return 1 if word else 0


def _upward(word, data, out):
    out[0] = word - 1 if word != 66_001 else 66_002
    return 1 if word else 0


def _to_no_state(word, data, out):
    if word == 66_000:
        return -1
    out[0] = word - 1
    return 1 if word else 0


@pytest.mark.parametrize(("function", "order", "said"), [
    (_outside, "falls", "wrong 66001: an option is no state of the table"),
    (_outside, "cycles", "wrong 66001: an option is no state of the table"),
    (_upward, "falls", 'wrong 66001: an option does not come before it; with cycles, .*order="cyc'),
    (_to_no_state, "falls", "wrong 66001: an option is no state of the table"),
    (_to_no_state, "cycles", "wrong 66001: an option is no state of the table"),
])  # fmt: skip
def test_a_wrong_option_is_said_with_its_state(tmp_path, function, order, said):
    with pytest.raises(RulesetError, match=said):
        tabulate(_rule(function, order=order), 5, path=tmp_path)


@pytest.mark.parametrize("order", ["falls", "cycles"])
def test_a_wrong_stage_is_said_with_its_state(tmp_path, order):
    rows = [[] for _ in range(8)]
    rows[6] = [2]
    game = digraph_game(rows, order, tier=lambda block: 0, bits=2, name="flat")
    with pytest.raises(RulesetError, match="flat 6: an option lies in a block of the same stage"):
        tabulate(game, 6, path=tmp_path)


def test_a_play_that_is_too_long_has_no_remoteness(tmp_path):
    with pytest.raises(LimitError, match=r"more than 65,53. moves; leave the remoteness out"):
        tabulate(_rule(_down_one), 5, path=tmp_path, remoteness=True)


def _down_one(word, data, out):
    out[0] = word - 1
    return 1 if word else 0


def _agree(table, rows):
    """Compare a table with the labels of the whole digraph, and check it by the definition."""
    labelling = labelled(rows)
    for vertex in range(len(rows)):
        assert table.value(vertex) == labelling[vertex], vertex
        assert table.outcome(vertex) == labelling.outcome(vertex), vertex
        if table.plan.remoteness:
            assert table.remoteness(vertex) == labelling.remoteness(vertex), vertex
    table.verify()


@pytest.mark.long
def test_cram_on_five_by_six(tmp_path):
    cram = grundy.catalogue["cram"]
    table = grundy.tabulate(cram, "5x6", path=tmp_path / "cram")
    assert table.value("5x6") == 2
    numbers = np.random.default_rng(6).integers(0, 1 << 30, 10**6)
    known: dict[Board, int] = {}
    search = cram.valuer
    assert isinstance(search, ByQuestions)
    for number, entry in zip(numbers.tolist(), table.entries_of(numbers).tolist(), strict=True):
        pieces = list(cram.components(Board(5, 6, number)))
        for piece in pieces:
            if piece not in known:
                known[piece] = search.value(piece)
        assert entry == reduce(xor, map(known.__getitem__, pieces), 0)
    table.verify(sample=10**7)
