"""The atlas of misère play: each row against the quotient of its own code."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from commands import require_refused
from grundy import MisereCertificate, read_certificate, verify_certificate
from grundy.heaps.rules import TakeAndBreak
from research.atlas import misere as misere_atlas
from research.atlas.misere import MisereResult, MisereSurvey, compute, games, survey, table
from research.atlas.sweep_folder import Kept
from research.certificate_lines import Proved, verify_lines
from research.lines import read_lines
from research_programs import called_atlas

SMALL = ("--digits", "1", "--play", "misere", "--stop", "64", "--seconds", "600",
         "--workers", "1", "--save", "kept")  # fmt: skip


@pytest.fixture(autouse=True)
def few_elements(monkeypatch):
    """Give a game up by how large its quotient grows, which no machine's speed decides."""
    monkeypatch.setattr(misere_atlas, "MisereSurvey", partial(MisereSurvey, elements=300))


@pytest.fixture(scope="module")
def found():
    """The games of two digits, to forty heaps; what needs 300 elements and more stays open."""
    return {game: survey(MisereSurvey(game, 40, 600, elements=300)) for game in games(2)}


def test_a_solved_row_is_what_its_own_code_gives(found):
    """Order, P-portion, the first wild heap and the period, in the code's own numbering."""
    rows = table(2, found)
    assert len(rows) == 63
    assert len({row.code for row in rows if row.equivalent_to is None}) == len(found) == 41
    for row in rows:
        if row.status == "solved":
            own = TakeAndBreak(row.code).misere_quotient(60)
            assert own.period is not None, row
            assert (own.order, own.p_count) == (row.order, row.p_count), row
            assert (own.period.preperiod, own.period.period) == (row.preperiod, row.period), row
            assert own.first_wild == row.first_wild, row
            assert (row.kind == "wild") == (own.first_wild is not None)


def test_each_game_leaves_a_certificate(tmp_path):
    done: dict[str, MisereResult] = {}
    with Kept(tmp_path, {}) as kept:
        compute(1, 60, done, seconds=600, kept=kept)
    paths = {path.stem: path for path in (tmp_path / "certificates").iterdir()}
    assert paths.keys() == done.keys()
    for code, path in paths.items():
        certificate = read_certificate(path)
        assert isinstance(certificate, MisereCertificate)
        verify_certificate(certificate)
        assert (certificate.rule, len(certificate.phi)) == (code, done[code].heaps)
        assert (certificate.period is None) == (done[code].period is None)


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Return the folder of a run of one digit, in which the test stands."""
    monkeypatch.chdir(tmp_path)
    files = ("--output", "some.csv", "--output", "some.md", "--certificates", "some.jsonl.gz")
    assert called_atlas(capsys, *SMALL, *files).status == 0
    return tmp_path


def test_the_certificates_of_solved_games_are_one_file(run, capsys):
    """A line each, for no open game; a finished folder writes the same bytes; the page links it."""
    solved = [result for result in kept_results(run) if result["period"] is not None]
    rules = [json.loads(line)["rule"] for line in read_lines("some.jsonl.gz")]
    assert 0 < len(solved) < len(kept_results(run))
    assert sorted(result["code"] for result in solved) == rules
    assert verify_lines("some.jsonl.gz") == Proved(quotients=len(solved))
    assert called_atlas(capsys, *SMALL, "--resume", "--certificates", "again.jsonl.gz").status == 0
    assert Path("again.jsonl.gz").read_bytes() == Path("some.jsonl.gz").read_bytes()
    page = page_text()
    of = f"{len(solved)} of the {len(solved)} proved quotients"
    assert f"The certificates of {of} are [one file](some.jsonl.gz)" in page
    assert "before all was done" not in page


def page_text() -> str:
    return " ".join(Path("some.md").read_text(encoding="utf-8").split())


def test_long_proofs_are_left_out_by_a_rule_that_the_page_states(run, capsys, monkeypatch):
    """A game whose proof rests on more than so many heaps is not in the file, and is counted."""
    files = ("--output", "some.md", "--certificates", "some.jsonl.gz")
    monkeypatch.setattr(misere_atlas, "games", lambda _digits: ["0.33", "0.34", "0.77"])
    done = called_atlas(capsys, *SMALL, "--digits", "2", "--stop", "300", "--save", "two", *files,
                  "--most-heaps", "64")  # fmt: skip
    assert done.status == 0
    solved = [result for result in kept_results(run, "two") if result["period"] is not None]
    short = [result["code"] for result in solved if result["heaps"] <= 64]
    assert 0 < len(short) < len(solved)
    assert sorted(short) == sorted(json.loads(line)["rule"] for line in read_lines("some.jsonl.gz"))
    assert f"The certificates of {len(short)} of the {len(solved)} proved quotients" in page_text()
    assert f"the other {len(solved) - len(short)} rest on more than 64 heaps each" in page_text()


def kept_results(folder: Path, name: str = "kept") -> list[dict[str, Any]]:
    files = (folder / name).glob("result-*.json")
    return [json.loads(file.read_text())["result"] for file in files]


def test_a_certificate_of_another_result_is_refused(run, capsys):
    one, other = (run / "kept" / "certificates" / f"{code}.json" for code in ("0.1", "0.3"))
    true = one.read_text()
    for text, message in (
        (other.read_text(), "is not that of the result that is kept of 0.1; delete the folder"),
        (replace(read_certificate(one), period=2).to_json(), "is not that of the result"),
        (true.replace('"period": 1', '"period": 2'), "the seal differs. Delete the folder"),
        (None, "there is no such file. Delete the folder"),
    ):
        one.unlink()
        if text is not None:
            one.write_text(text)
        done = called_atlas(capsys, *SMALL, "--resume", "--certificates", "again.jsonl.gz")
        require_refused(done, message)
        assert not Path("again.jsonl.gz").exists()
        one.write_text(true)


def test_an_interrupted_run_says_what_is_left(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    survey = misere_atlas.survey

    def stopped(task):
        if task.code == "0.137":
            raise KeyboardInterrupt
        return survey(task)

    monkeypatch.setattr(misere_atlas, "survey", stopped)
    done = called_atlas(capsys, *SMALL, "--output", "some.md", "--certificates", "some.jsonl.gz")
    assert done.status == 130
    assert verify_lines("some.jsonl.gz") == Proved(quotients=2)
    page = Path("some.md").read_text(encoding="utf-8")
    assert "**The run was ended before all was done**: 4 more games were not looked at" in page
