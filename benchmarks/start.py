"""Start-up: whole commands from the shell."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks import measure

Row = tuple[str, str, str, str]

_EXAMPLE = Path(__file__).parent.parent / "examples" / "loopy.dot"
_COMMANDS = {
    "grundy --help": (["--help"], "at most 0.2 s"),
    "grundy label (9 vertices)": (["label", str(_EXAMPLE)], "at most 0.5 s"),
    "grundy values 0.77 --stop 1000": (["values", "0.77", "--stop", "1000"], ""),
}


def start_rows(repetitions: int) -> Iterator[Row]:
    """Time commands in turn with Python itself."""
    lines = {
        "python": [sys.executable, "-c", "pass"],
        "numpy": [sys.executable, "-c", "import numpy"],
    }
    for name, (arguments, _) in _COMMANDS.items():
        lines[name] = [sys.executable, "-m", "grundy", *arguments]
    spent = measure.commands(lines, repetitions)
    for name, (_, target) in _COMMANDS.items():
        yield (
            f"start-up: {name}",
            f"{spent[name].median:.2f} s ({spent[name].spread})",
            f"takes {spent[name].over(spent['numpy'])} times the time of python -c 'import numpy', "
            f"{spent[name].over(spent['python']).median:.0f} times that of python -c pass",
            target,
        )
