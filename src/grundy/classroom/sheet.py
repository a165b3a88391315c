"""ExerciseSheet: problems on one topic, with solutions; the same seed gives the same sheet."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from grundy.classroom import position_problems, problems
from grundy.classroom.problems import Block, Problem, Sheet
from grundy.errors import PositionError, UnknownNameError
from grundy.heaps.rules import TakeAndBreak
from grundy.printable import counted, with_head
from grundy.runtime.delivery import deliver_bytes, require_format
from grundy.strategy.moves import Table


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic."""

    key: str
    name: str
    rule: str
    draw: Callable[[random.Random, int], Problem]
    given: Callable[[int], tuple[Block, ...]] = lambda level: ()


def _kayles_values(level: int) -> tuple[Block, ...]:

    if level == 1:
        return ()
    stop = (11, 21)[level - 2]
    values = TakeAndBreak("0.77").values(stop).tolist()
    half = -(-stop // 2)
    return tuple(
        Table(
            ("pins ", *(f"{n} " for n in range(first, last))),
            (("value", *map(str, values[first:last])),),
        )
        for first, last in ((0, half), (half, stop))
    )


_NORMAL = "Who cannot move loses."

TOPICS = {
    topic.key: topic
    for topic in (
        Topic(
            "mex", "The minimal excludant",
            "mex S is the least natural number, from 0 on, that is not in S. The value of a "
            "position is the mex of the values that its moves lead to; the value of a sum is the "
            "nim-sum of the values.",
            problems.mex_problem,
        ),
        Topic(
            "nim", "Nim",
            f"A move takes any number from one heap, at least 1. {_NORMAL}",
            position_problems.nim_problem,
        ),
        Topic(
            "digraph-acyclic", "Digraphs without cycles",
            "The value of a vertex is the mex of the values of the vertices that its arcs lead "
            f"to. {_NORMAL} P: who moves there loses; N: who moves there wins.",
            problems.acyclic_problem,
        ),
        Topic(
            "digraph-cyclic", "Digraphs with cycles",
            "A play need not end: that is a draw. A vertex has a finite value where the "
            "play can be brought to an end; else ∞(K), where K has the finite values among its "
            f"followers. {_NORMAL} P: who moves there loses; N: wins; D: a draw.",
            problems.cyclic_problem,
        ),
        Topic(
            "kayles", "Kayles",
            "A move knocks down one pin of a row, or two neighbours; a row may fall apart into "
            f"two. {_NORMAL}",
            position_problems.kayles_problem,
            _kayles_values,
        ),
        Topic(
            "wythoff", "Wythoff's game",
            "A move takes any number from one heap, or the same number from both. "
            f"{_NORMAL}",
            position_problems.wythoff_problem,
        ),
        Topic(
            "sums", "Sums of games",
            "A move is made in one of the games. Nim: take any number from a heap. Taking 1, 2 "
            "or 3: take 1, 2 or 3 from a heap. Kayles: knock down one pin, or two neighbours; "
            "the row may fall apart. Wythoff's game: take any number from one heap, or the same "
            f"number from both. {_NORMAL}",
            position_problems.sum_problem,
        ),
        Topic(
            "misere-nim", "Misère Nim",
            "A move takes any number from one heap, at least 1. Who cannot move wins: the last "
            "move loses.",
            position_problems.misere_nim_problem,
        ),
    )
}  # fmt: skip
"""The topics by key."""


LEVELS = (1, 2, 3)
MOST_PROBLEMS = 40
FORMATS = ("pdf", "html", "tex", "json")

_DRAWN = 60  # problems for each that is new


@dataclass(frozen=True, eq=False, slots=True)
class ExerciseSheet(Sheet):
    """A page of problems, and a page of solutions with reasons.

    Attributes:
        topic: The key of its topic.
        title: What stands above it.
        intro: What has to be known.
        level: From 1 to 3.
        seed: With it `exercise_sheet` gives this sheet again.
        problems: The problems, all different.
    """

    def data(self) -> dict[str, Any]:
        """Return the sheet for machines: what is given, and the answers."""
        return {
            "topic": self.topic,
            "level": self.level,
            "seed": self.seed,
            "problems": [
                {
                    "given": dict(problem.given),
                    "answer": dict(problem.answer),
                    "question": [block for block in problem.question if isinstance(block, str)],
                    "stated": problem.stated,
                }
                for problem in self.problems
            ],
        }

    def encoded(self, format: str) -> bytes:
        """Return the sheet as a file in one of `FORMATS`; see `save`."""
        from grundy.classroom import writers

        if format == "pdf":
            return writers.pdf_bytes(self)
        if format == "json":
            whole = with_head(f"{self.command} --json", self.data())
            return (json.dumps(whole, ensure_ascii=False, indent=2) + "\n").encode()
        write = {"html": writers.written_html, "tex": writers.written_latex}
        if format not in write:
            raise UnknownNameError("format", format, FORMATS)
        return write[format](self).encode()

    def save(self, path: str | os.PathLike[str], *, format: str | None = None) -> None:
        """Write the sheet to a file, whole or not at all; the same sheet gives the same bytes.

        Args:
            path: The file; its ending says the format: .pdf, .html, .tex or .json. "-" is standard
                output, where *format* has to say it.
            format: One of `FORMATS`, where the ending does not say it.

        Raises:
            GraphFormatError: If the ending is none of these.
            MissingExtraError: If PDF, or the picture of a digraph, needs the extra ``draw``.
        """
        if format is None:
            format = require_format(path, FORMATS)
        deliver_bytes(path, self.encoded(format))

    def __repr__(self) -> str:
        return (
            f"ExerciseSheet({self.topic!r}, level={self.level}, seed={self.seed}, "
            f"{counted(len(self.problems), 'problem')})"
        )

    def _repr_html_(self) -> str:
        """Show the sheet in a notebook."""
        from grundy.classroom.writers import body

        return body(self)


def exercise_sheet(
    topic: str, *, level: int = 1, seed: int | None = None, count: int = 6
) -> ExerciseSheet:
    """Draw an exercise sheet: problems of one topic, each with all its answers.

    Args:
        topic: "mex", "nim", "digraph-acyclic", "digraph-cyclic", "kayles", "wythoff", "sums" or
            "misere-nim".
        level: 1, 2 or 3.
        seed: The same seed gives the same sheet; None draws one.
        count: How many problems, 1 to 40.

    Raises:
        UnknownNameError: If there is no such topic; it has the nearest ones.
        ValueError: If the level, the seed or the count is none.
        PositionError: If the topic has not so many different problems.

    Cost: about 10 ms a problem.

    >>> sheet = exercise_sheet("nim", seed=1, count=2)
    >>> problem = sheet.problems[0]
    >>> problem.given["play"], problem.answer["outcome"] in ("P", "N")
    ('normal', True)
    """
    if topic not in TOPICS:
        raise UnknownNameError("topic", topic, TOPICS)
    if level not in LEVELS:
        raise ValueError(f"The level is 1, 2 or 3, found {level!r}.")
    if not 1 <= count <= MOST_PROBLEMS:
        raise ValueError(f"A sheet has 1 to {MOST_PROBLEMS} problems, found {count!r}.")
    if seed is None:
        seed = random.SystemRandom().randrange(2**31)
    elif seed < 0:
        raise ValueError(f"A seed is a natural number, found {seed}.")
    chosen = TOPICS[topic]
    # By text: the seeds of different topics and levels have nothing in common.
    choose = random.Random(f"{topic} {level} {seed}")  # noqa: S311 - exercises, no secrets
    problems: dict[str, Problem] = {}
    for _ in range(_DRAWN * count):
        problem = chosen.draw(choose, level)
        problems.setdefault(json.dumps(problem.given, sort_keys=True), problem)
        if len(problems) == count:
            intro = (chosen.rule, *chosen.given(level))
            return ExerciseSheet(topic, chosen.name, intro, level, seed, tuple(problems.values()))
    raise PositionError(
        f"{chosen.name} has only {len(problems)} different problems at level {level}; give a "
        "smaller --count, or a greater level."
    )
