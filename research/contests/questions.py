"""The questions of `questions.toml`, and whether what answers each of them does."""

from __future__ import annotations

import shlex
import tomllib
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from grundy.cli.main import run

FILE = Path(__file__).with_name("questions.toml")
MOST_LINES = 10


@dataclass(frozen=True)
class Question:
    """A question with its source, and one of: a command, some lines, or why there is neither."""

    ask: str
    source: str
    command: str = ""
    says: str = ""
    code: str = ""
    why_not: str = ""

    @property
    def is_answered(self) -> bool:
        """Whether a command or a few lines answer it."""
        return not self.why_not

    def check(self) -> None:
        """Run the answer; `AssertionError` if it is not what it should be, or longer."""
        if self.command:
            name, *arguments = shlex.split(self.command)
            with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()):
                status = run(arguments)
            if name != "grundy" or status or self.says not in out.getvalue():
                raise AssertionError(f"{self.command} says {out.getvalue()}")
        elif self.code:
            if len(self.code.strip().splitlines()) > MOST_LINES:
                raise AssertionError(f"{self.ask} takes more than {MOST_LINES} lines.")
            exec(compile(self.code, self.ask, "exec"), {})  # noqa: S102 - lines of our own file


def questions() -> list[Question]:
    """Read the file."""
    with FILE.open("rb") as file:
        entries = tomllib.load(file)["question"]
    return [Question(why_not=entry.pop("not", ""), **entry) for entry in entries]
