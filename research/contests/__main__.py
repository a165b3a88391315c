"""`python -m research.contests`: rules and questions of contests, and what becomes of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import click

from grundy.runtime.delivery import deliver_bytes
from research.contests.finder import SEEN, Found, find
from research.contests.questions import MOST_LINES, Question, questions
from research.contests.rules import rules
from research.program import start as start_program


@click.command
@click.option("--output", metavar="FILE", help="Write the page, docs/contests.md, to a file.")
def command(output: str | None) -> None:
    """Try the pattern finder on 100 rules of contests, and 65 questions on the whole library."""
    found = [find(rule) for rule in rules()]
    asked = questions()
    for question in asked:
        question.check()
    if output is None:
        for one in found:
            click.echo(f"{one.verdict:10}{one.by:8}{one.rule.name}: {one.text}")
        click.echo(_verdicts(found) + "\n" + _answered(asked))
    else:
        deliver_bytes(output, page(found, asked).encode())


def page(found: list[Found], asked: list[Question]) -> str:
    """Return the page of both lists."""
    return "\n".join([*_rules(found), "", *_questions(asked), ""])


def _verdicts(found: list[Found]) -> str:
    verdicts, by = Counter(one.verdict for one in found), Counter(one.by for one in found)
    return (
        f"Of {len(found)} rules the right form is named for {verdicts['found']}, a wrong one for "
        f"{verdicts['wrong']}, none for {verdicts['not found']}: {by['values']} are finds by the "
        f"values alone, {by['moves']} by moves of larger heaps too, {by['a guess']} are guesses."
    )


def _answered(asked: list[Question]) -> str:
    by_command = sum(bool(one.command) for one in asked)
    answered = sum(one.is_answered for one in asked)
    return (
        f"Of {len(asked)} questions {answered} are answered: {by_command} by one command, "
        f"{answered - by_command} by at most {MOST_LINES} lines."
    )


def _rules(found: list[Found]) -> Iterator[str]:
    yield f"""# Rules and questions of contests

Made by `uv run python -m research.contests --output docs/contests.md`; the lists are `rules.toml` \
and `questions.toml` in `research/contests`, with each rule as a function, its published answer \
and what answers each question.

## Rules whose answers are published

{_verdicts(found)} Of each rule {SEEN} values were seen (of two numbers 8 × 8 pairs), and the form \
was compared with further ones. It is one of the values where these are published, else of who wins.

Of 1,000 rules of 18 kinds, drawn at random, no find from 64 or 200 values is false below 1,000 \
(`uv run pytest -m long tests/heaps/test_false_finds.py`); of the guesses some are. Chance fits a \
find once in 500 at most, and the moves of some larger heaps, to 30,000, must not contradict it.

| problem | rule | named from 64 values |
|---|---|---|"""
    for one in found:
        verdict = {"wrong": "*wrong* ", "not found": "*not found*"}.get(one.verdict, "")
        verdict += "a guess: " * (one.by == "a guess")
        answer = f", {_link('answer', one.rule.answer)}" if one.rule.answer else ""
        cells = (_link(one.rule.name, one.rule.source) + answer, _cell(one.rule.rule))
        yield f"| {' | '.join(cells)} | {(verdict + _cell(one.text)).strip()} |"


def _questions(asked: list[Question]) -> Iterator[str]:
    yield f"## Questions\n\n{_answered(asked)}\n\n| question | answered by |\n|---|---|"
    for one in asked:
        lines = f"{len(one.code.strip().splitlines())} lines"
        by = f"`{one.command}`" if one.command else lines if one.code else f"not: {one.why_not}"
        yield f"| {_link(one.ask, one.source)} | {_cell(by)} |"


def _link(text: str, source: str) -> str:
    address = source if source.startswith("http") else source.removeprefix("docs/")
    return f"[{_cell(text)}]({address})"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*")


if __name__ == "__main__":
    start_program("contests", command)
