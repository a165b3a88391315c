"""The lists of contest problems: rules as published, questions that are answered, and the page."""

from dataclasses import replace
from pathlib import Path

import pytest

from research.contests.__main__ import command, page
from research.contests.finder import find
from research.contests.questions import questions
from research.contests.rules import FAR_PAIRS, Rule, rules
from research.program import run_program

PAGE = Path(__file__).parents[2] / "docs" / "contests.md"
RULES = {rule.name: rule for rule in rules()}
SLOW = ("Codeforces 1451D Circle Game", "Nowcoder 34655 C Stone Game")  # a second each


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[pytest.mark.long] * (name in SLOW)) for name in RULES
])  # fmt: skip
def test_a_rule_has_the_published_answer(name: str) -> None:
    """By the plain definition, far beyond what the finder sees."""
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
    """From 72 on there is another move."""
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
    """None of it is edited by hand, and it is what the command writes today."""
    assert run_program("contests", command, ["--output", str(tmp_path / "page.md")]) == 0
    assert (tmp_path / "page.md").read_text() == PAGE.read_text()


def test_the_page_names_every_problem_and_question() -> None:
    text = PAGE.read_text()
    head = page([], questions())
    assert head.split("## Questions")[1] == text.split("## Questions")[1]
    assert [name for name in RULES if f"[{name}]" not in text] == []
