"""verify: what is wrong in a table whose hashes are right is found by the definition."""

import numpy as np
import pytest

from grundy import VerificationError, open_table, tabulate
from grundy.games import Indexed, Packed, numbers
from grundy.tabulated.table import verify_table
from numbered_rules import digraph_game, numbered
from spoilt_tables import entries, spoil

# 0 → 1 → 2 is a path; 3 and 4 draw; 5 wins by 2; 6 and 7 lead down; nobody comes to 9 and 10
_ROWS = [[1], [2], [], [4, 1], [3], [3, 2], [7, 0], [6, 2, 1], [5, 6], [8, 2], [3]]
_GAME = digraph_game(_ROWS)
_FALLING = digraph_game([[], [0], [1, 0], [2], [3, 1], [4, 2, 0], [2]], "falls")


def made(game, folder):
    tabulate(game, 0, path=folder, remoteness=True).verify()
    return folder


@pytest.fixture
def cyclic(tmp_path):
    return made(_GAME, tmp_path)


@pytest.fixture
def falling(tmp_path):
    return made(_FALLING, tmp_path)


def refused(folder, game, said):
    with pytest.raises(VerificationError, match=said):
        open_table(folder, game=game).verify()


@pytest.mark.parametrize("vertex", range(len(_ROWS)))
def test_every_wrong_value_is_found(tmp_path, vertex):
    folder = made(_GAME, tmp_path / "cyclic")
    right = int(entries(folder, "values")[vertex])
    for change in (1, 2, -1):
        spoil(folder, "values", vertex, (right + change) % 256)
        refused(folder, _GAME, r"^digraph \d+: ")
    folder = made(_FALLING, tmp_path / "falling")
    for entry in (254, 77) if vertex < 6 else ():
        spoil(folder, "values", vertex, entry)
        refused(folder, _FALLING, "not the least that no option has")


@pytest.mark.parametrize(("vertex", "entry", "said"), [
    (9, 77, r"9: its value is not the least that no option has"),
    (9, 255, r"9: the table and the rules do not agree on what is a state"),
    (4, 0, r"3: no option says why it is ∞ \(condition C\)"),
    (2, 255, r"0: an option has no answer of its value with a smaller counter \(condition B\)"),
])  # fmt: skip
def test_a_wrong_value_is_said_by_its_condition(cyclic, vertex, entry, said):
    spoil(cyclic, "values", vertex, entry)
    refused(cyclic, _GAME, said)


def test_a_wrong_counter_is_found(tmp_path):
    """A counter that an answer needs below it: 4 is answered by 0 only if 0 comes before."""
    rows = [[], [0], [1], [2, 4], [3], [4, 3, 2]]
    game = digraph_game(rows)
    folder = made(game, tmp_path)
    values = open_table(folder, game=game).entries_of(np.arange(len(rows)))
    reverted = [
        vertex for vertex, value in enumerate(values)
        if value >= 0 and any(values[to] > value or values[to] < 0 for to in rows[vertex])
    ]  # fmt: skip
    assert len(reverted) > 1
    for vertex in reverted:
        before = int(entries(folder, "counters")[vertex])
        spoil(folder, "counters", vertex, 0 if before else 1 << 31)
        refused(folder, game, r"smaller counter \(condition B\)")
        spoil(folder, "counters", vertex, before)
    open_table(folder, game=game).verify()


@pytest.mark.parametrize("vertex", range(7))
@pytest.mark.parametrize("change", [1, 2])
def test_every_wrong_remoteness_is_found(falling, vertex, change):
    spoil(falling, "remoteness", vertex, int(entries(falling, "remoteness")[vertex]) + change)
    refused(falling, _FALLING, "its remoteness does not follow")


@pytest.mark.parametrize("vertex", range(len(_ROWS)))
def test_every_wrong_remoteness_beside_cycles_is_found(cyclic, vertex):
    drawn = int(entries(cyclic, "remoteness")[vertex]) == 65_535
    spoil(cyclic, "remoteness", vertex, 3 if drawn else 65_535)
    refused(cyclic, _GAME, "its remoteness does not follow")


def test_a_sample_finds_what_it_looks_at(falling):
    table = open_table(falling, game=_FALLING)
    table.verify(sample=1, seed=3)
    spoil(falling, "values", 5, 77)
    with pytest.raises(VerificationError, match="digraph 5"):
        verify_table(falling, table.rules, sample=10**9)


def test_the_plain_rules_are_compared_with_the_compiled_ones(tmp_path):
    """Options that the compiled function forgets are found, though the table agrees with it."""
    game = digraph_game([[], [0], [1]], "falls")
    table = tabulate(game, 2, path=tmp_path)
    game._of_fixed = lambda state: range(state)
    with pytest.raises(VerificationError, match="compiled options differ from those of the rules"):
        table.verify()


def test_other_rules_are_no_fault_of_the_table(cyclic):
    other = digraph_game([[], *_ROWS[1:]])
    with pytest.raises(VerificationError, match="the table was made by other rules"):
        verify_table(cyclic, tabulate(other, 0, path=cyclic.parent / "other").rules)


def _thousands(word, data, out):
    if word % 1_000:
        return -1
    count = 0
    for taken in (1_000, 2_000):
        if taken <= word:
            out[count] = word - taken
            count += 1
    return count


def test_few_states_among_many_numbers_are_played(tmp_path):
    """Where hardly a number is a state, the plain rules are compared along random plays."""
    game = numbered(
        lambda state: [state - taken for taken in (1_000, 2_000) if taken <= state],
        lambda state: Indexed(Packed(state, _thousands), numbers(100_000), int, int),
    )
    table = tabulate(game, 99_000, path=tmp_path)
    report = verify_table(tmp_path, table.rules, sample=1)
    assert int(report.rpartition(", ")[2].split()[0]) > 50
