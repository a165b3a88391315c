"""Where a play is shown and where answers come from: two text streams."""

from __future__ import annotations

from typing import TextIO

from grundy.printable import printable

_LONGEST_LINE = 20_000


class Screen:
    """Writes lines, and asks for one; with a terminal or without."""

    def __init__(self, source: TextIO | None, target: TextIO) -> None:
        self._source = source
        self._target = target

    @property
    def has_person(self) -> bool:
        """Whether a person sits there, as far as one can know."""
        return self._source is not None and self._source.isatty()

    def say(self, text: object = "") -> None:
        """Write lines; what the terminal cannot show is replaced."""
        for line in str(text).split("\n"):
            self._target.write(printable(line.rstrip(), self._target) + "\n")

    def ask(self, prompt: str = "> ") -> str | None:
        """Ask for a line; None at the end of the input."""
        self._target.write(prompt)
        self._target.flush()
        line = rest = self._read()
        while len(rest) == _LONGEST_LINE and not rest.endswith("\n"):
            rest = self._read()
        if not line:
            self.say()
            return None
        if not self.has_person:
            self.say(line.strip()[:200])
        return line.strip()

    def _read(self) -> str:
        if self._source is None:
            return ""
        try:
            return self._source.readline(_LONGEST_LINE)
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}\n"
