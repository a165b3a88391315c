"""`grundy graph`, `table` and `tabulate` with --table as a user meets them, and what is behind."""

import csv
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from commands import answered, as_json, called
from grundy.cli.main import run
from grundy.games.states import named_graph
from grundy.runtime.limits import Limits
from grundy.strategy.table import value_table
from project import EXAMPLES
from spoilt_tables import spoil

NIM = grundy.TakeAndBreak("0.[3]")
KAYLES = grundy.TakeAndBreak("0.77")
WYTHOFF = grundy.catalogue["wythoff"]


@grundy.game
def queen(square: tuple[int, int]) -> Any:
    """Move a queen towards 0,0: Wythoff's game as a plain rule."""
    a, b = square
    yield from ((a - i, b) for i in range(1, a + 1))
    yield from ((a, b - i) for i in range(1, b + 1))
    yield from ((a - i, b - i) for i in range(1, min(a, b) + 1))


@grundy.game
def deep(number: int) -> list[int]:
    """From 3 a long way leads to the end."""
    if number >= 3:
        return [number + 1] if number < 5_000 else []
    return list(range(number))


def test_the_table_of_the_lecture(capsys):
    """Wythoff's game to 8,12 has 117 states; its P-positions are marked, and 8,12 is 18."""
    lines = answered(capsys, "table", "wythoff", "8", "12").splitlines()
    assert lines[0] == "wythoff, normal play: 117 states, 8 P, 109 N"
    rows = [line.split() for line in lines[4:]]
    assert [row[0] for row in rows] == [str(a) for a in range(9)]
    marked = {(a, b) for a, row in enumerate(rows) for b, c in enumerate(row[1:]) if c == "[0]"}
    assert marked == {(0, 0), (1, 2), (2, 1), (3, 5), (5, 3), (4, 7), (7, 4), (6, 10)}
    assert rows[8][13] == "18"


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("key", [None, "wythoff", "euclid", "chomp", "welter", "nimble"])
def test_a_cell_is_the_answer_for_its_position(key, play):
    game = grundy.catalogue[key] if key else queen
    values = value_table(game, 4, 5, play=play)
    outcomes = value_table(game, 4, 5, play=play, outcomes=True)
    blank = any(None in row for row in values.cells)
    assert blank or key != "chomp"  # whose rows never grow
    for row, cells, wins in zip(values.rows or [], values.cells, outcomes.cells, strict=True):
        for column, value, outcome in zip(values.columns, cells, wins, strict=True):
            if value is not None:
                position = game[row, column]
                assert (value, outcome) == (position.value(play), position.outcome(play))


def test_two_ends_of_a_heap_game_are_sums_of_two_heaps():
    table = value_table(NIM, 7, 9)
    assert table.cells == [[a ^ b for b in range(10)] for a in range(8)]
    lost = value_table(KAYLES, 3, 4, play="misere", outcomes=True)
    assert lost.cells[3][4] == (KAYLES[3] + KAYLES[4]).outcome("misere")
    with pytest.raises(grundy.PositionError, match="do not add"):
        value_table(KAYLES, 3, 4, play="misere")


def test_rows_without_positions_are_left_out():
    table = value_table(grundy.catalogue["chocolate"], 3, 7)
    assert (table.rows, table.columns) == ([1, 2, 3], list(range(1, 8)))
    # docs/sources.md 2.9: the first row and the second
    assert table.cells[0] == [0, 1, 2, 3, 1, 4, 3]
    assert table.cells[1] == [1] * 7


def test_a_game_of_one_number_is_laid_out_in_tens(capsys):
    rows = [line.split() for line in answered(capsys, "table", "kayles", "15").splitlines()]
    assert rows[2][:2] == ["+0", "+1"]
    assert rows[-1] == ["10", "2", "6", "4", "1", "2", "7"]
    csv_of_two = answered(capsys, "table", "kayles", "2", "--output", "-")
    assert csv_of_two == "n,value\n0,0\n1,1\n2,2\n"


def test_cycles_have_their_values_in_a_table():
    @grundy.game
    def round_and_round(place: int) -> list[int]:
        return [1 - place] if place < 2 else [0, 1]

    table = value_table(round_and_round, 2)
    assert table.cells == [[grundy.LoopyValue()] * 3]
    assert table.counts()[grundy.Outcome.D] == 3


def test_a_limit_leaves_a_part_of_the_table(capsys):
    table = value_table(deep, 5, limits=Limits(positions=500))
    assert table.cells == [[0, 1, 2]]
    assert table.limit is not None
    done = called(capsys, "table", f"{__file__}:deep", "5", "--limit", "500")
    assert done.status == 3
    assert done.out.splitlines()[-1].split() == ["0", "[0]", "1", "2"]
    assert "500 positions" in done.err


def test_csv_has_headings_and_plain_values(capsys):
    text = answered(capsys, "table", "wythoff", "8", "12", "--output", "-")
    rows = list(csv.reader(text.splitlines()))
    assert rows[0] == ["", *(str(b) for b in range(13))]
    for a, row in enumerate(rows[1:]):
        values = [WYTHOFF[a, b].value() for b in range(13)]
        assert row == [str(a), *(str(value) for value in values)]


@pytest.mark.parametrize("ending", ["csv", "json", "txt", "svg", "png"])
def test_files_are_the_same_bytes_twice(ending, tmp_path):
    one, two = tmp_path / f"one.{ending}", tmp_path / f"two.{ending}"
    for file in (one, two):
        assert run(["table", "wythoff", "1", "2", "--output", str(file)]) == 0
    assert one.read_bytes() == two.read_bytes()
    assert one.stat().st_size > 20


Capsys = pytest.CaptureFixture[str]


@pytest.fixture
def wythoff(tmp_path: Path, capsys: Capsys) -> Path:
    folder = tmp_path / "wythoff"
    assert called(capsys, "tabulate", "wythoff", "5,6", "--output", str(folder)).status == 0
    spoil(folder, "values", 1 * 7 + 1, 0)
    return folder


def test_a_table_is_shown_and_not_touched_unasked(tmp_path, capsys):
    asked = ["tabulate", "cram", "3x4", "--output", str(tmp_path)]
    first = called(capsys, *asked)
    assert first.status == 0
    assert first.out.splitlines()[0] == "cram 3,4: 1"
    assert "4,096 positions, 4.1 kB in" in first.out
    assert "4,096 positions in 1 block: 4.1 kB of disk" in first.err
    again = called(capsys, *asked)
    assert (again.status, again.out) == (2, "")
    assert "a table of this game is kept here; add --resume" in again.err
    gone_on = called(capsys, *asked, "--resume")
    assert (gone_on.status, gone_on.out) == (0, first.out)


@pytest.mark.parametrize(("command", "stdin", "said"), [
    ("solve", None, "There is no winning move"), ("explain", None, "is 0"),
    ("play", b"hint\nquit\n", "So player 2 wins"),
])  # fmt: skip
def test_positions_are_answered_from_the_table(wythoff, capsys, command, stdin, said):
    """The wrong value of the table is shown, where the game itself would name a winning move."""
    plain = called(capsys, command, "wythoff", "1,1", stdin=stdin)
    done = called(capsys, command, "wythoff", "1,1", "--table", str(wythoff), stdin=stdin)
    assert done.status == plain.status == 0
    assert said not in plain.out
    assert said in done.out


def test_sums_and_larger_states_are_answered(wythoff, capsys):
    sum_of_three = ["wythoff", "1,1", "8,12", "+", "nim", "3"]
    parts = as_json(capsys, "solve", *sum_of_three, "--table", str(wythoff))["parts"]
    assert [part["value"] for part in parts] == [0, 18, 3]


def test_verify_says_what_it_checked(tmp_path, capsys):
    folder = str(tmp_path / "table")
    called(capsys, "tabulate", "chomp", "3x4", "--output", folder)
    done = called(capsys, "verify", folder)
    assert done.status == 0
    assert done.out == (
        "chomp 4,4,4: 1 file, all 35 positions by the definition, 34 positions by the plain "
        "rules; all hold.\n"
    )
    # a game that the table is not of is answered as ever
    asked = ("solve", "cram", "3x4")
    assert called(capsys, *asked, "--table", folder) == called(capsys, *asked)


def test_a_vertex_of_a_digraph_file_is_a_position(capsys):
    answer = as_json(capsys, "graph", str(EXAMPLES / "loopy.dot"), "g")
    values = {vertex["vertex"]: vertex["value"] for vertex in answer["vertices"]}
    assert values["g"] == "∞(1)"
    assert "a" not in values  # which it cannot reach


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(0, 4), min_size=1, max_size=3))
def test_the_named_digraph_has_the_values_of_the_positions(heaps):
    """A vertex's value is that of the position which its name stands for, in whatever order."""
    labelling = grundy.label(named_graph(sum((NIM[heap] for heap in heaps), grundy.Position())))
    seen = set()
    for name, value in labelling.items():
        parts = [int(part) for part in str(name).split(" + ") if part != "nothing"]
        assert value == grundy.nim_sum(*parts)
        seen.add(tuple(sorted(parts)))
    assert len(seen) == len(labelling)


def test_a_format_that_writes_two_states_alike_is_refused():
    @grundy.game(format=lambda state: "same")
    def countdown(state: int) -> list[int]:
        return list(range(state))

    with pytest.raises(grundy.RulesetError, match='"same"'):
        named_graph(countdown[2])


def drawn_texts(path: Path) -> list[str]:
    return ["".join(node.itertext()) for node in ET.parse(path).iter() if node.tag.endswith("text")]  # noqa: S314


def test_the_picture_of_the_lecture_stands_on_a_grid(tmp_path):
    """All 117 states are drawn, each in its row and column, with the winning moves only."""
    file = tmp_path / "wythoff.svg"
    assert run(["graph", "wythoff", "8,12", "--draw", str(file)]) == 0
    texts = drawn_texts(file)
    assert {"8,12_18", "6,10_0", "0,0_0"} <= set(texts)
    assert len([text for text in texts if "_" in text and "name" not in text]) == 117
    assert any("only those that win" in text for text in texts)


def test_a_position_draws_itself(tmp_path):
    WYTHOFF[1, 2].draw(tmp_path / "python.svg")
    assert run(["graph", "wythoff", "1,2", "--draw", str(tmp_path / "command.svg")]) == 0
    assert (tmp_path / "python.svg").read_bytes() == (tmp_path / "command.svg").read_bytes()
