"""ExerciseSheet: problems on one topic, with solutions; the same seed gives the same sheet."""

from __future__ import annotations

import json
import os
import random
from dataclasses import dataclass
from typing import Any

from grundy._version import __version__
from grundy.classroom.problem import Block, Problem
from grundy.classroom.topics import TOPICS
from grundy.errors import PositionError, UnknownNameError
from grundy.files.delivery import deliver_bytes
from grundy.files.endings import require_format
from grundy.printable import counted

LEVELS = (1, 2, 3)
MOST_PROBLEMS = 40
FORMATS = ("pdf", "html", "tex", "json")

_DRAWN = 60  # problems for each that is new


@dataclass(frozen=True, eq=False, slots=True)
class ExerciseSheet:
    """A page of problems, and a page of solutions with reasons.

    Attributes:
        topic: The key of its topic.
        title: What stands above it.
        intro: What has to be known.
        level: From 1 to 3.
        seed: With it `exercise_sheet` gives this sheet again.
        problems: The problems, all different.
    """

    topic: str
    title: str
    intro: tuple[Block, ...]
    level: int
    seed: int
    problems: tuple[Problem, ...]

    @property
    def command(self) -> str:
        """The command that makes this sheet again."""
        return (
            f"grundy sheet {self.topic} --level {self.level} --seed {self.seed} "
            f"--count {len(self.problems)}"
        )

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
        from grundy.classroom import as_html, as_latex, as_pdf

        if format == "pdf":
            return as_pdf.encoded(self)
        if format == "json":
            head = {"version": __version__, "format": 1, "command": f"{self.command} --json"}
            return (json.dumps(head | self.data(), ensure_ascii=False, indent=2) + "\n").encode()
        write = {"html": as_html.written, "tex": as_latex.written}
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
        from grundy.classroom.as_html import body

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
