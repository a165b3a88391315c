"""What the documents and the package keep: proofs, rows, codes, contests are what commands make."""

import csv
import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grundy.recognition.known import packed, read_part
from grundy.recognition.spaces import FAMILIES, FILE, Codes, Families
from project import ROOT
from research.atlas.misere import forms
from research.certificate_lines import verify_lines
from research.contests.__main__ import command, page
from research.contests.finder import find
from research.contests.questions import questions
from research.contests.rules import FAR_PAIRS, Rule, rules
from research.known_games import codes_part, family_values, write
from research.lines import read_lines
from research.program import run_program
from research_programs import called_verify

FILES = sorted(path for path in (ROOT / "docs" / "proofs").rglob("*") if path.is_file())
# What takes seconds and more
SLOW = ("0.054", "0.1777", "0.454", "0.104", "0.354", "0.376", "0.56", "atlas-four", "wild")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            str(path.relative_to(ROOT)),
            marks=pytest.mark.long if path.name.startswith(SLOW) else (),
        )
        for path in FILES
    ],
)
def test_every_file_of_the_documents_holds(name, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    done = called_verify(capsys, name)
    assert (done.status, done.err) == (0, "")
    assert done.out.count("\n") == 1


DOCS = ROOT / "docs"
QUOTIENTS = DOCS / "proofs" / "misere/atlas-four.jsonl.gz"
MOST_HEAPS = 500_000  # what rests on more is left out of the file; the page says so


@cache
def rows(name: str) -> dict[str, dict[str, str]]:
    with (DOCS / name).open(encoding="utf-8", newline="") as file:
        return {row["code"]: row for row in csv.DictReader(file)}


@cache
def certificates() -> dict[str, dict[str, Any]]:
    return {fields["rule"]: fields for fields in map(json.loads, read_lines(QUOTIENTS))}


def test_every_solved_row_has_its_certificate():
    """Order, P-portion, heaps and period of each game are those that the file proves."""
    shifts = forms(4)
    proved = {}
    for code, row in rows("atlas-misere-four.csv").items():
        if row["status"] == "solved" and int(row["heaps"]) <= MOST_HEAPS:
            form = shifts[code]
            proved.setdefault(str(form.code), []).append((row, form.shift))
    assert proved.keys() == certificates().keys()
    for rule, shifts in proved.items():
        fields = certificates()[rule]
        for row, shift in shifts:
            assert int(row["order"]) == len(fields["action"]), row
            assert int(row["p_count"]) == len(set(fields["p_portion"])), row
            assert int(row["heaps"]) == len(fields["phi"]), row
            assert int(row["period"]) == fields["period"], row
            if fields["preperiod"]:
                assert int(row["preperiod"]) == fields["preperiod"] + shift, row


def test_the_atlases_agree_where_both_are_solved():
    """Codes of up to three digits stand in both; a longer look never changes what is proved."""
    columns = ("kind", "first_wild", "order", "p_count", "period", "preperiod", "grew_at")
    three, four = rows("atlas-misere.csv"), rows("atlas-misere-four.csv")
    both = [code for code in three if three[code]["status"] == four[code]["status"] == "solved"]
    assert len(both) > 150
    for code in both:
        for column in columns:
            assert three[code][column] == four[code][column], (code, column)


@pytest.mark.long
def test_the_file_holds():
    assert verify_lines(QUOTIENTS).quotients == len(certificates())


def test_codes_of_the_file_have_the_values_of_their_games():
    kept = read_part(Codes())
    numbers = [*range(0, kept.space.size, 50), *kept.space.famous.tolist()]
    part = codes_part(Codes(), numbers)
    assert np.array_equal(part.rows[part.row_of], kept.rows[kept.row_of[numbers]])
    assert len(kept.row_of) == kept.space.size


@pytest.mark.parametrize("name", ["dudeney(2)", "fibonacci-nim", "wythoff", "ruler"])
def test_families_of_the_file_have_the_values_of_their_positions(name):
    kept = read_part(Families())
    for number, family in enumerate(FAMILIES):
        if family.game == name:
            assert kept.values_of(number)[family.first :].tolist() == family_values(family)


def test_what_is_packed_is_read_again():
    with np.load(FILE) as file:
        for space in (Codes(), Families()):
            for name, array in packed(read_part(space)).items():
                assert np.array_equal(array, file[name])
                assert array.dtype == file[name].dtype


@pytest.mark.long
def test_the_command_writes_the_file_byte_for_byte(tmp_path):
    write(tmp_path / FILE.name)
    assert (tmp_path / FILE.name).read_bytes() == FILE.read_bytes()


PAGE = Path(__file__).parents[2] / "docs" / "contests.md"
RULES = {rule.name: rule for rule in rules()}
SLOW_RULES = ("Codeforces 1451D Circle Game", "Nowcoder 34655 C Stone Game")  # a second each


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[pytest.mark.long] * (name in SLOW_RULES)) for name in RULES
])  # fmt: skip
def test_a_rule_has_the_published_answer(name: str) -> None:
    assert wrong(RULES[name]) == []


def wrong(rule: Rule) -> list[tuple[int, ...]]:
    """Return the numbers whose value is not as published."""
    if not rule.has_pairs:
        values = rule.values(rule.stop)
        return [(n,) for n, value in enumerate(values) if not rule.is_as_published(value, n)]
    return [
        (a, b)
        for a, row in enumerate(rule.table(FAR_PAIRS))
        for b, value in enumerate(row)
        if not rule.is_as_published(value, a, b)
    ]


def test_there_are_100_rules_with_sources() -> None:
    assert len(RULES) == len(rules()) == 100
    assert all(rule.source.startswith(("http", "docs/")) and rule.rule for rule in rules())


@pytest.mark.parametrize(("name", "verdict", "text"), [
    ("HDU 1847 Good Luck in CET-4", "found", "n mod 3"),
    ("AtCoder ARC 072 D Alice&Brown", "found", "lost: (a, b) with a − b in {-1, 0, 1}"),
    ("HDU 1527 Stones (Wythoff)", "not found", ""),
])  # fmt: skip
def test_a_verdict_is_that_of_further_values(name: str, verdict: str, text: str) -> None:
    found = find(RULES[name])
    assert (found.verdict, found.text) == (verdict, text)


def test_a_form_of_few_values_that_fails_is_called_wrong() -> None:
    moves = "[n - k for k in (1, 2, 72) if k <= n]"
    rule = replace(RULES["HDU 1847 Good Luck in CET-4"], moves=moves, value="")
    assert find(rule).verdict == "wrong"


@pytest.mark.parametrize("question", questions(), ids=lambda question: question.ask)
def test_a_question_is_answered(question) -> None:
    """The command says it, or the lines hold; those without an answer say why."""
    question.check()
    assert min(map(len, (question.ask, question.source)))
    assert bool(question.command) + bool(question.code) + bool(question.why_not) == 1


def test_55_of_65_questions_are_answered() -> None:
    assert len(questions()) == 65
    assert sum(question.is_answered for question in questions()) >= 55


@pytest.mark.long
def test_the_page_is_made_again(tmp_path: Path) -> None:
    assert run_program("contests", command, ["--output", str(tmp_path / "page.md")]) == 0
    assert (tmp_path / "page.md").read_text() == PAGE.read_text()


def test_the_page_names_every_problem_and_question() -> None:
    text = PAGE.read_text()
    head = page([], questions())
    assert head.split("## Questions")[1] == text.split("## Questions")[1]
    assert [name for name in RULES if f"[{name}]" not in text] == []
