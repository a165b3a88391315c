"""The atlas of octal games: standard forms, kept results, tables, and facts."""

import json
import signal
import subprocess
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, fields, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
from grundy.errors import FolderError
from grundy.heaps.codes import Code, parse_code
from grundy.heaps.rules import TakeAndBreak
from project import ROOT
from research.atlas.normal import Row, Survey, codes, look_alikes, survey
from research.atlas.normal_page import page
from research.atlas.published import PERIODS, PublishedPeriod, compare
from research.atlas.row_reader import read_rows
from research.atlas.standard_form import standard_form
from research.atlas.sweep_folder import Kept
from research_programs import atlas, program, run_atlas
from waiting import LONGEST, wait_until

ATLAS = program("atlas")

octal_digits = st.lists(st.integers(0, 7), min_size=1, max_size=5).filter(any)


@given(octal_digits, st.sampled_from([0, 4]))
def test_a_game_has_the_values_of_its_standard_form_after_zeros(digits, first):
    """Heap n of a game has the value of heap n - shift of its standard form, by the definition."""
    code = Code((first, *digits))
    form = standard_form(code)

    values = list(reference.values(TakeAndBreak(code), 40 + form.shift))

    assert values[: form.shift] == [0] * form.shift
    assert values[form.shift :] == list(reference.values(TakeAndBreak(form.code), 40))
    assert form.code.digit(1) & 1


@pytest.mark.parametrize(("code", "form", "shift"), [
    ("0.07", "0.137", 1),  # Dawson's Kayles is Dawson's chess; Winning Ways, ch. 4
    ("0.4", "0.137", 2),
    ("0.177", "0.177", 0),  # OEIS A071435: .450-.453 and .470-.473 have a(n - 1)
    ("0.47", "0.177", 1),
    ("0.077", "0.1377", 1),  # OEIS A071434
    ("0.0077", "0.113377", 2),  # OEIS A071451
    ("0.047", "0.11377", 2),  # OEIS A071452
    ("0.053", "0.117", 1),  # OEIS A071453
])  # fmt: skip
def test_published_cousins(code, form, shift):
    """Codes that are printed as one game have one standard form."""
    found = standard_form(parse_code(code))

    assert (str(found.code), found.shift) == (form, shift)


def test_a_folder_of_results_is_not_taken_for_another(tmp_path):
    """Another sweep, no --resume, a second run, and rubbish are refused in one sentence."""
    with Kept(tmp_path, {"stop": 5}) as kept:
        kept.add_result("a", {})
        with pytest.raises(FolderError, match="another run writes here"):
            Kept(tmp_path, {"stop": 5}, resume=True)
    with pytest.raises(FolderError, match="another sweep"):
        Kept(tmp_path, {"stop": 6}, resume=True)
    with pytest.raises(FolderError, match="1 results are here already; add --resume"):
        Kept(tmp_path, {"stop": 5})
    for rubbish in (b"\xff\n", b"[]\n", b'{"version": 1}\n', b'{"version": 1, "about": {}}\n3\n'):
        (tmp_path / "state.json").write_bytes(rubbish)
        with pytest.raises(FolderError, match="no state of a run"):
            Kept(tmp_path, {"stop": 5}, resume=True)


@pytest.fixture(scope="module")
def rows():
    """Return the atlas of three digits to 600 heaps, by code."""
    return {row.code: row for row in atlas(3, 600, workers=1)}


def test_every_code_has_a_row_and_is_what_its_row_says(rows):
    """Values repeat from the row's preperiod on, and one heap before they do not."""
    assert list(rows) == [str(code) for code in codes(3)]
    assert len(rows) == 511
    for row in rows.values():
        if row.status == "open" or row.preperiod + 2 * row.period > 600:
            continue
        start, period = row.preperiod, row.period
        values = TakeAndBreak(row.code).values(start + 3 * period + 10)
        assert np.array_equal(values[start + period :], values[start:-period]), row
        assert start == 0 or values[start - 1] != values[start - 1 + period], row
        assert row.greatest == values.max(), row


def test_equivalent_codes_have_the_same_values(rows):
    """Heap n of a code has the value of heap n + offset of the code it is equivalent to."""
    for row in rows.values():
        if row.equivalent_to is None:
            assert (row.offset, row.proof) == (0, None)
            continue
        values = TakeAndBreak(row.code).values(60)
        there = TakeAndBreak(row.equivalent_to).values(60 + row.offset)
        first = max(0, -row.offset)
        assert values[first:].tolist() == there[first + row.offset :].tolist(), row


def test_the_games_are_those_of_another_table(rows):
    """511 codes fall into the classes of the look-up table of octal-games (T. Czajka), 149 games.

    The only facts here about which our heaps prove nothing are those of open games: there the
    standard forms alone have to do.
    """
    table = {}
    for line in (Path(__file__).parent / "octal_lookup.txt").read_text().splitlines():
        start, *cells = line.split()
        codes = [f".{start[:-1]}{digit}" for digit in range(1, len(cells) + 1)]
        for code, cell in zip(codes, cells, strict=True):
            table[code] = code if cell == "-" else cell
    theirs, ours = defaultdict(set), defaultdict(set)
    for code in table:
        original = code
        while table.get(original, original) != original:
            original = table[original]
        theirs[original].add("0" + code)
    for row in rows.values():
        ours[row.equivalent_to or row.code].add(row.code)

    assert sorted(map(sorted, ours.values())) == sorted(map(sorted, theirs.values()))
    assert len(ours) == 149


def test_published_periods_agree_where_they_are_reached(rows):
    """Of the published facts none differs but three claims of equality that others refuted."""
    found = list(compare(rows))
    different = {one.claim.code: one.finding for one in found if one.verdict == "differs"}

    assert sum(one.verdict == "agrees" for one in found) >= 70
    assert different.keys() == {"0.27", "0.314", "0.161"}
    # as the README of octal-games says
    assert different["0.161"] == "heap 519 of 0.161 has the value 2, heap 519 of 0.36 has 4"


def test_a_false_period_would_be_seen(rows, monkeypatch):
    """A fact with a wrong number differs."""
    wrong = PublishedPeriod("0.77", 12, 69, False, "nobody")
    monkeypatch.setattr("research.atlas.published.PERIODS", (*PERIODS, wrong))

    [message] = [one for one in compare(rows) if one.claim is wrong]
    assert (message.verdict, message.finding) == ("differs", "period 12, last exception 70")


def test_rows_do_not_depend_on_who_computes_them():
    """Two processes and threads give the rows of one process."""
    alone = _timeless(atlas(2, 300, workers=1))

    assert _timeless(atlas(2, 300, workers=2)) == alone
    with ThreadPoolExecutor(3) as threads:
        assert _timeless(atlas(2, 300, executor=threads)) == alone


def _timeless(rows):
    return [replace(row, seconds=0.0) for row in rows]


_LOADS_NOTHING_IN_THE_CLOCK = """
import sys
from grundy.runtime.kernels import Kernel
from research.atlas import warm_up
from research.atlas.row_reader import read_rows
from research.atlas.normal import Row, Survey, survey
from research.atlas.warm_up import warm_up

def loaded():
    return {
        (module.__name__, name, str(signature))
        for module in list(sys.modules.values()) if module.__name__.startswith("grundy.heaps")
        for name, kernel in vars(module).items() if isinstance(kernel, Kernel) and kernel.is_loaded
        for signature in kernel.machine.signatures
    }

stop = int(sys.argv[1])
warm_up(stop)
before = loaded()
found = [survey(Survey(code, stop, 20)) for code in sys.argv[2:]]
print(len(before), [game.code for game in found if game.heaps == stop], loaded() - before)
"""


@pytest.mark.parametrize(("stop", "games"), [
    # recursion and the sparse space, values of one byte and of two
    (10_000, ["0.37", "0.64", "0.137777"]),
    # comparisons of both widths (0.163, 0.11337), proofs, blocks (0.37)
    pytest.param(170_000, ["0.37", "0.163", "0.11337"], marks=pytest.mark.long),
])  # fmt: skip
def test_kernels_are_loaded_before_the_clock_runs(stop, games):
    """A game's seconds and heaps do not depend on whether its kernels had been compiled."""
    done = subprocess.run(
        [sys.executable, "-c", _LOADS_NOTHING_IN_THE_CLOCK, str(stop), *games],
        capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip

    count, _, rest = done.stdout.partition(" ")
    assert int(count) > 5
    assert rest.strip() == f"{games} set()"


def test_a_task_ends_when_its_time_is_over():
    """What has been computed by then is reported, and the game stays open."""
    found = survey(Survey("0.1337", 10**8, 0.3))

    assert found.period is None
    assert 0 < found.heaps < 10**8
    assert found.hash is None


def test_open_games_that_agree_so_far_are_listed(rows):
    """Two games that part at heap 519 look alike up to 512 heaps; others do not."""
    some = {"0.37": 500, "0.133": 500, "0.161": 600, "0.36": 511}
    found = [replace(rows[code], status="open", heaps=heaps) for code, heaps in some.items()]

    assert look_alikes(found) == [("0.161", "0.36", 256)]
    further = [replace(row, heaps=1_024) for row in found]
    assert look_alikes(further) == []


def test_the_files_hold_the_rows(tmp_path, capsys):
    """Parquet, CSV and JSON carry the same rows; the page names every game; rows are read back."""
    import pyarrow.parquet

    paths = {ending: tmp_path / f"atlas.{ending}" for ending in ("parquet", "csv", "json", "md")}
    small = ["--digits", "2", "--stop", "500", "--workers", "1"]
    written = [word for path in paths.values() for word in ("--output", str(path))]
    assert run_atlas([*small, *written]) == 0
    found = json.loads(paths["json"].read_text())
    table = pyarrow.parquet.read_table(paths["parquet"])

    assert table.to_pylist() == found["rows"]
    head = json.loads(table.schema.metadata[b"grundy"])
    assert head["command"] == found["command"]
    assert head["command"] == "uv run python -m research.atlas --digits 2 --stop 500 --seconds 60"
    assert [asdict(row) for row in read_rows(paths["csv"], Row)] == found["rows"]
    text = paths["md"].read_text()
    for row in found["rows"]:
        if row["equivalent_to"] is None:
            assert f"| {row['code']} |" in text
    again = tmp_path / "again.md"
    assert run_atlas([*small, "--table", str(paths["csv"]), "--output", str(again)]) == 0
    assert again.read_text() == text


@pytest.mark.parametrize(("text", "message"), [
    ("code,order\n0.1,2\n", "line 1: this is no table of the atlas; its columns have to be"),
    ("{head}\n0.1,,0,,0.1,solved,one,2,0,1,,64,0.1,\n", "line 2: this is no row of the atlas"),
    ("{head}\n0.1,,0,,0.1\n", "line 2: this is no row of the atlas"),
])  # fmt: skip
def test_a_false_table_is_refused(text, message, tmp_path, capsys):
    """One sentence says where, and what would be right."""
    head = ",".join(part.name for part in fields(Row))
    (tmp_path / "a.csv").write_text(text.format(head=head))

    assert run_atlas(["--table", str(tmp_path / "a.csv")]) == 2
    assert message in capsys.readouterr().err


def test_the_page_writes_codes_shortly():
    """Codes of one game that differ in the last digit are one entry, with how heaps are moved."""
    text = page(atlas(2, 500, workers=1), command="x", stop=500)

    assert "| 0.6 | 64 |" not in text  # only 500 heaps
    assert "0.37 (-1), 0.6{123} |" in text
    assert text.count("| seconds |") == 2


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="needs POSIX signals")
def test_an_interrupt_writes_what_is_done(tmp_path):
    """Ctrl-C ends with status 130, and the table has the games that were finished."""
    out = tmp_path / "atlas.csv"
    command = [*ATLAS, "--digits", "3", "--stop", "2^17",
               "--workers", "1", "--save", str(tmp_path / "save"),
               "--output", str(out)]  # fmt: skip
    with subprocess.Popen(command, stderr=subprocess.PIPE, cwd=ROOT) as process:
        wait_until(lambda: len([*tmp_path.glob("save/result-*.json")]) > 2)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=LONGEST)[1]

    assert process.returncode == 130
    assert said.decode().strip().endswith("Interrupted.")
    assert 2 <= len(out.read_text().splitlines()) < 512
