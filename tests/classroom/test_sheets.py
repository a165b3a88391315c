"""Exercise sheets: every problem has exactly the answer that is stated; files hold all of it."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typst

import graph_reference as reference
from commands import called
from grundy import exercise_sheet
from grundy.classroom import writers
from grundy.classroom.sheet import FORMATS, TOPICS, ExerciseSheet
from grundy.errors import GraphFormatError, PositionError, UnknownNameError
from grundy.strategy.moves import Table

LOOPY = pytest.param("digraph-cyclic", marks=pytest.mark.long)
State = tuple[tuple[str, tuple[int, ...]], ...]


def mex(values: Iterable[int]) -> int:
    there = set(values)
    return next(n for n in range(len(there) + 1) if n not in there)


def options(game: str, state: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """What one heap, row or pair may become: parts of the same game."""
    if game == "wythoff":
        a, b = state
        for take in range(1, max(a, b) + 1):
            for left in ((a - take, b), (a, b - take), (a - take, b - take)):
                if min(left) >= 0:
                    yield [left]
        return
    (n,) = state
    if game == "kayles":
        for knocked in (1, 2):
            for before in range(n - knocked + 1):
                yield [(before,), (n - knocked - before,)]
        return
    for take in range(1, (n if game == "nim" else min(n, 3)) + 1):
        yield [(n - take,)]


def parse(text: str) -> State:
    """Read a position such as nim 3 5 + wythoff 1,2; empty parts are left out."""
    parts = []
    for summand in filter(None, text.split(" + ")):
        game, *states = summand.split()
        parts += [(game, tuple(map(int, state.split(",")))) for state in states]
    return tidy(parts)


def tidy(parts: Iterable[tuple[str, tuple[int, ...]]]) -> State:
    """Order the parts; a pair of heaps has no order."""
    return tuple(sorted((game, tuple(sorted(state))) for game, state in parts if any(state)))


def followers(position: State) -> set[State]:
    return {
        tidy([*position[:at], *((game, part) for part in left), *position[at + 1 :]])
        for at, (game, state) in enumerate(position)
        for left in options(game, state)
    }


@cache
def value(game: str, state: tuple[int, ...]) -> int:
    found = []
    for left in options(game, state):
        total = 0
        for part in left:
            total ^= value(game, part)
        found.append(total)
    return mex(found)


def nim_sum(position: State) -> int:
    """The value of a sum (R. P. Sprague and P. M. Grundy)."""
    total = 0
    for game, state in position:
        total ^= value(game, state)
    return total


@cache
def misere_lost(position: State) -> bool:
    """Whether who moves loses, when who cannot move wins."""
    left = followers(position)
    return bool(left) and not any(map(misere_lost, left))


def expected(given: dict[str, Any]) -> dict[str, Any]:
    if "mex_of" in given:
        return {"value": mex(given["mex_of"])}
    if "moves_to" in given:
        values = given["moves_to"]
        outcome = "N" if 0 in values else "P"
        return {"value": mex(values), "outcome": outcome, "winning_moves": values.count(0)}
    if "sum_of_moves_to" in given:
        one, other = map(mex, given["sum_of_moves_to"])
        return {"value": one ^ other, "outcome": "N" if one != other else "P"}
    if "moves" in given:
        graph = given["moves"]
        outcomes = {name: str(found) for name, found in reference.outcomes(graph).items()}
        values = {name: str(found) for name, found in reference.values_by_play(graph).items()}
        winning = sorted({to for to in graph[given["start"]] if outcomes[to] == "P"})
        return {"values": values, "outcomes": outcomes, "winning_moves": winning}
    position = parse(given["position"])
    lost = misere_lost if given["play"] == "misere" else lambda state: nim_sum(state) == 0
    left = {state for state in followers(position) if lost(state)}
    return {
        "value": None if given["play"] == "misere" else nim_sum(position),
        "outcome": "P" if lost(position) else "N",
        "winning_moves": left,
    }


# With seed 3 some digraphs have two winning moves.
@pytest.mark.parametrize("seed", [0, 3, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 2))])
@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("topic", sorted(TOPICS))
def test_every_problem_has_exactly_its_answer(topic: str, level: int, seed: int) -> None:
    """The plain definition gives the stated answer, and the same problem never comes twice."""
    sheet = exercise_sheet(topic, level=level, seed=seed)
    assert len(sheet.problems) == 6
    assert len({json.dumps(problem.given) for problem in sheet.problems}) == 6
    for problem in sheet.problems:
        wanted, stated = expected(dict(problem.given)), dict(problem.answer)
        if "position" in problem.given:
            stated["winning_moves"] = {parse(text) for text in stated["winning_moves"]}
        for name, answer in stated.items():
            assert answer == wanted[name], (problem.given, name)
        assert {"value", "values", "winning_moves"} & set(stated)


@pytest.mark.parametrize("topic", ["nim", "kayles", "wythoff", "sums", "misere-nim"])
def test_the_words_say_the_data(topic: str) -> None:
    for problem in exercise_sheet(topic, level=2, seed=3, count=10).problems:
        said, answer = problem.stated, problem.answer
        assert (" loses" in said) == (answer["outcome"] == "P")
        if "value" in answer:
            assert f"The value is {answer['value']}: " in said
        moves = re.findall(r"(?:take|knock) ", said)
        assert bool(moves) == (answer["outcome"] == "N")
        # Different moves may leave the same position, such as of two equal heaps.
        assert len(moves) >= len(answer["winning_moves"])
        for block in problem.question:
            numbers = re.findall(r"\d+", problem.given["position"].replace("{1,2,3}", ""))
            text = str(block).replace("Taking 1, 2 or 3", "")
            assert sorted(re.findall(r"\d+", text)) == sorted(numbers)


def test_cyclic_digraphs_have_draws() -> None:
    """Each has a vertex of value ∞ and a draw; without cycles every value is finite."""
    for level in (1, 2, 3):
        for problem in exercise_sheet("digraph-cyclic", level=level, seed=2).problems:
            assert "D" in problem.answer["outcomes"].values()
        for problem in exercise_sheet("digraph-acyclic", level=level, seed=2).problems:
            assert all(text.isdecimal() for text in problem.answer["values"].values())


@pytest.mark.parametrize("topic", ["sums", LOOPY])
@pytest.mark.parametrize("format", FORMATS)
def test_the_same_seed_gives_the_same_bytes(topic: str, format: str) -> None:
    sheet, again, other = (exercise_sheet(topic, level=2, seed=seed, count=1) for seed in (1, 1, 2))
    assert sheet.encoded(format) == again.encoded(format)
    assert format != "pdf" or b"CreationDate" not in sheet.encoded(format)
    assert [one.given for one in sheet.problems] != [one.given for one in other.problems]


@pytest.mark.parametrize("topic", sorted(TOPICS))
@pytest.mark.parametrize("format", ["html", "tex"])
def test_text_has_every_problem_and_every_solution(topic: str, format: str) -> None:
    sheet = exercise_sheet(topic, level=1, seed=4, count=3)
    text = sheet.encoded(format).decode()
    split = {"html": 'class="solutions"', "tex": "\\newpage"}[format]
    problems, _, solutions = text.partition(split)
    assert problems.count("Problem ") == solutions.count("Solution ") == 3
    assert "Solution" not in problems
    plain = re.sub(
        r"\\ensuremath|\\symbol\{34\}|\\([\\{}\[\]_*<>|#])|&[a-z#0-9]+;", r"\1", solutions
    )
    for problem in sheet.problems:
        for number in re.findall(r"\d+", problem.stated):
            assert number in plain
        assert len(problem.reason) >= 1
    assert "Made by" in solutions
    if format == "tex":  # every environment that begins ends, and so do braces
        begun, ended = (re.findall(rf"\\{word}\{{(\w+)\}}", text) for word in ("begin", "end"))
        assert sorted(begun) == sorted(ended) != []
        bare = re.sub(r"\\[{}%#$&_]", "", text)
        assert bare.count("{") == bare.count("}")


@pytest.mark.parametrize("topic", ["sums", LOOPY])
def test_a_problem_with_its_picture_and_a_solution_stay_on_one_page(topic, monkeypatch):
    """Only what is longer than a page goes on on the next."""
    sheet = exercise_sheet(topic, level=2, seed=7, count=3)
    long = replace(sheet.problems[0], question=(), reason=(Table(("n ",), (("1",),) * 60),))
    pages = pages_of_groups(replace(sheet, problems=(*sheet.problems, long)), monkeypatch)
    assert len(pages) == 8
    assert all(first == last for first, last in pages[:-1])
    assert pages[-1][0] < pages[-1][1]
    assert len({first for first, _ in pages}) > 2


def pages_of_groups(sheet: ExerciseSheet, monkeypatch) -> list[list[int]]:
    """The pages on which each problem and each solution begins and ends."""
    note = "#context [#metadata(here().page()) <page>]\n"

    def asked(source: str, *_: str) -> bytes:
        source = re.sub(r"(?m)^(#(?:block|together).*\[\n)", rf"\1{note}", source)
        source = re.sub(r"(?m)^\]$", f"{note}]", source)
        return typst.query(source.encode(), "<page>", field="value").encode()

    monkeypatch.setattr(writers, "typeset", asked)
    pages = json.loads(sheet.encoded("pdf"))
    return [pages[at : at + 2] for at in range(0, len(pages), 2)]


@pytest.mark.parametrize("topic", [
    topic if topic in ("mex", "wythoff") else pytest.param(topic, marks=pytest.mark.long)
    for topic in sorted({*TOPICS} - {"digraph-cyclic", "sums"})
])  # fmt: skip
def test_a_pdf_has_pages_of_problems_and_solutions(topic: str, tmp_path: Path) -> None:
    """Of every topic, also a table of many columns; those left out are drawn elsewhere here."""
    exercise_sheet(topic, level=3, seed=5, count=1).save(tmp_path / "sheet.pdf")
    data = (tmp_path / "sheet.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type/Page\b", data)) >= 2


def test_the_command_prints_and_writes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    written = called(capsys, "sheet", "mex", "--seed", "3", "--output", str(path))
    assert written.out == f"{path}: 6 problems, seed 3.\n"
    assert path.read_text().startswith("<!DOCTYPE html>")
    assert "grundy sheet mex --level 1 --seed 3 --count 6" in path.read_text()
    assert called(capsys, "sheet", "nim", "--output", "-", "--format", "tex").out.startswith(
        "\\doc"
    )


def test_bad_arguments_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.classroom.sheet._DRAWN", 2)  # the same is refused, and sooner
    with pytest.raises(UnknownNameError, match="Did you mean kayles"):
        exercise_sheet("kayls")
    for bad in ({"level": 0}, {"count": 41}, {"seed": -1}):
        with pytest.raises(ValueError, match="found"):
            exercise_sheet("nim", **bad)
    with pytest.raises(PositionError, match="different problems"):
        exercise_sheet("kayles", seed=1, count=40)
    with pytest.raises(GraphFormatError, match="cannot write"):
        exercise_sheet("nim", seed=1).save("sheet.doc")
