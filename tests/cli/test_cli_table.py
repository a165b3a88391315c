"""`grundy table` as a user meets it, and the table behind it."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from commands import answered
from grundy.cli.main import run
from grundy.drawing.table import draw_table
from grundy.running.limits import Limits
from grundy.strategy.table import value_table

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


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run `grundy table` and give what it prints; it has to answer."""
    return answered(capsys, "table", *arguments)


def test_the_table_of_the_lecture(capsys):
    """Wythoff's game to 8,12 has 117 states; its P-positions are marked, and 8,12 is 18."""
    lines = printed(capsys, "wythoff", "8", "12").splitlines()

    assert lines[0] == "wythoff, normal play: 117 states, 8 P, 109 N"
    rows = [line.split() for line in lines[4:]]
    assert [row[0] for row in rows] == [str(a) for a in range(9)]
    marked = {(a, b) for a, row in enumerate(rows) for b, c in enumerate(row[1:]) if c == "[0]"}
    assert marked == {(0, 0), (1, 2), (2, 1), (3, 5), (5, 3), (4, 7), (7, 4), (6, 10)}
    assert rows[8][13] == "18"


def test_a_plain_rule_has_the_table_of_the_compiled_one():
    """Values found one by one are those of the compiled table."""
    assert value_table(queen, 9, 14).cells == value_table(WYTHOFF, 9, 14).cells


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 9), st.integers(0, 9), st.sampled_from(["normal", "misere"]))
def test_a_cell_is_the_answer_for_its_position(a, b, play):
    """Each cell says what the position says, under either play."""
    values = value_table(queen, a, b, play=play)
    outcomes = value_table(queen, a, b, play=play, outcomes=True)

    assert values.cells[a][b] == queen[a, b].value(play)
    assert outcomes.cells[a][b] == queen[a, b].outcome(play)


def test_two_ends_of_a_heap_game_are_sums_of_two_heaps():
    """The table of Nim is that of the nim-sum."""
    table = value_table(NIM, 7, 9)

    assert table.cells == [[a ^ b for b in range(10)] for a in range(8)]


@pytest.mark.parametrize(("a", "b"), [(3, 4), (5, 2)])
def test_misere_sums_have_outcomes_and_no_values(a, b):
    """Under misère play a table of sums says who wins, and refuses values."""
    table = value_table(KAYLES, a, b, play="misere", outcomes=True)

    assert table.cells[a][b] == (KAYLES[a] + KAYLES[b]).outcome("misere")
    with pytest.raises(grundy.PositionError, match="do not add"):
        value_table(KAYLES, a, b, play="misere")


@pytest.mark.parametrize("key", ["wythoff", "euclid", "chomp", "chocolate", "welter", "nimble"])
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_named_games_have_tables_under_both_ways_of_play(key, play):
    """Each cell of a named game's table says what the position says."""
    game = grundy.catalogue[key]
    table = value_table(game, 3, 3, play=play, outcomes=True)

    for row, cells in zip(table.rows or [], table.cells, strict=True):
        for column, cell in zip(table.columns, cells, strict=True):
            assert cell is None or cell == game[row, column].outcome(play)


def test_rows_without_positions_are_left_out():
    """A bar of chocolate has at least one row and one column, so its table starts at 1."""
    table = value_table(grundy.catalogue["chocolate"], 3, 7)

    assert (table.rows, table.columns) == ([1, 2, 3], list(range(1, 8)))
    # docs/sources.md 2.9: the first row and the second
    assert table.cells[0] == [0, 1, 2, 3, 1, 4, 3]
    assert table.cells[1] == [1] * 7


def test_positions_that_are_not_there_are_blank():
    """Chomp's rows never grow, so one triangle of its table is empty."""
    table = value_table(grundy.catalogue["chomp"], 3, 3)

    blank = {
        (row, column)
        for row, cells in zip(table.rows or [], table.cells, strict=True)
        for column, cell in zip(table.columns, cells, strict=True)
        if cell is None
    }
    assert {(1, 2), (1, 3), (2, 3)} <= blank
    assert (3, 3) not in blank


def test_a_game_of_one_number_is_laid_out_in_tens(capsys):
    """The heap of 15 stands in row 10 under +5; the end is included."""
    rows = [line.split() for line in printed(capsys, "kayles", "15").splitlines()]

    assert rows[2][:2] == ["+0", "+1"]
    assert rows[-1] == ["10", "2", "6", "4", "1", "2", "7"]


def test_cycles_have_their_values_in_a_table():
    """A draw is a value ∞(K) and an outcome D."""

    @grundy.game
    def round_and_round(place: int) -> list[int]:
        return [1 - place] if place < 2 else [0, 1]

    table = value_table(round_and_round, 2)
    assert table.cells == [[grundy.LoopyValue()] * 3]
    assert table.counts()[grundy.Outcome.D] == 3


def test_a_limit_leaves_a_part_of_the_table(capsys):
    """What was found within the limit is printed, and the status is 3."""
    table = value_table(deep, 5, limits=Limits(positions=500))
    assert table.cells == [[0, 1, 2]]
    assert table.limit is not None

    assert run(["table", f"{__file__}:deep", "5", "--limit", "500"]) == 3
    streams = capsys.readouterr()
    assert streams.out.splitlines()[-1].split() == ["0", "[0]", "1", "2"]
    assert "500 positions" in streams.err


def test_csv_has_headings_and_plain_values(capsys):
    """The CSV of the lecture's table reads back as its values."""
    rows = list(csv.reader(io.StringIO(printed(capsys, "wythoff", "8", "12", "--output", "-"))))

    assert rows[0] == ["", *(str(b) for b in range(13))]
    for a, row in enumerate(rows[1:]):
        values = [WYTHOFF[a, b].value() for b in range(13)]
        assert row == [str(a), *(str(value) for value in values)]


def test_csv_of_one_number_has_a_line_for_each(capsys):
    """A game of one number is two columns."""
    assert printed(capsys, "kayles", "3", "--output", "-") == "n,value\n0,0\n1,1\n2,2\n3,3\n"


def test_json_for_machines(capsys):
    """--json holds the command, the headings, the cells and how many of each outcome."""
    answer = json.loads(printed(capsys, "wythoff", "1", "2", "--json"))

    assert {"version", "format", "command", "game", "play"} <= answer.keys()
    assert (answer["rows"], answer["columns"]) == ([0, 1], [0, 1, 2])
    assert answer["cells"] == [[0, 1, 2], [1, 2, 0]]
    assert answer["counts"] == {"P": 2, "N": 4}
    outcomes = json.loads(printed(capsys, "kayles", "2", "--outcome", "--json"))
    assert outcomes["cells"] == ["P", "N", "N"]


@pytest.mark.parametrize("ending", ["csv", "json", "txt", "svg", "png"])
def test_files_are_the_same_bytes_twice(ending, tmp_path):
    """The ending says the format, and the same table gives the same bytes."""
    one, two = tmp_path / f"one.{ending}", tmp_path / f"two.{ending}"
    for file in (one, two):
        assert run(["table", "wythoff", "1", "2", "--output", str(file)]) == 0

    assert one.read_bytes() == two.read_bytes()
    assert one.stat().st_size > 20


def texts_of(path: Path) -> list[str]:
    """Return the comments of matplotlib's SVG: each holds one text that is drawn as shapes."""
    parser = ET.XMLParser(target=ET.TreeBuilder(insert_comments=True))  # noqa: S314
    tree = ET.parse(path, parser)  # noqa: S314
    return [(node.text or "").strip() for node in tree.iter() if node.tag is ET.Comment]


def test_numbers_are_left_out_where_cells_are_small(tmp_path):
    """A small table shows each value; one of 110 columns shows colours and few headings."""
    draw_table(value_table(WYTHOFF, 4, 6), tmp_path / "small.svg")
    draw_table(value_table(NIM, 109, 109), tmp_path / "large.svg")

    assert texts_of(tmp_path / "small.svg").count("9") >= 1
    assert len(texts_of(tmp_path / "small.svg")) > 35
    assert len(texts_of(tmp_path / "large.svg")) < 150
