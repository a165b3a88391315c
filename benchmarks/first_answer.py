"""The first useful answer: what each kind of user asks first, with nothing compiled, and again."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks import measure

Row = tuple[str, str, str, str]

_EXAMPLE = Path(__file__).parent.parent / "examples" / "loopy.dot"
_ASKED = {
    "a teacher labels a graph and draws it": ["label", str(_EXAMPLE), "--draw", "loopy.svg"],
    "a teacher prints a sheet": ["sheet", "nim", "--seed", "1", "--output", "nim.pdf"],
    "a student asks why": ["explain", "nim", "3", "5", "7"],
    "a student asks who wins": ["solve", "kayles", "5", "7", "+", "wythoff", "8,12"],
    "a contest programmer pastes values": ["recognise", "0 1 2 3 1 4 3 2 1 4 2 6"],
    "a contest programmer asks for values": ["values", "0.77", "--stop", "1000"],
    "a researcher has a period proved": ["period", "0.156"],
    "a researcher has a quotient proved": ["quotient", "0.77", "--stop", "200"],
}


def first_answer_rows(*, smoke: bool) -> Iterator[Row]:
    """Time each question with an empty cache, and then with what that has left there."""
    repetitions = 1 if smoke else 5
    importing = {"": [sys.executable, "-c", "import numpy"]}
    numpy = measure.commands(importing, repetitions)[""]
    for name in ("a student asks why",) if smoke else _ASKED:
        arguments = _ASKED[name]
        with tempfile.TemporaryDirectory() as scratch:
            ask = partial(_ask, arguments, Path(scratch))
            first = measure.in_turn({"": ask}, 1, warm=False)[""]
            again = measure.in_turn({"": ask}, repetitions, warm=False)[""]
        yield (
            f"first answer: {name}",
            f"{first.median:.1f} s, then {again.median:.2f} s ({again.spread})",
            f"then takes {measure.short(again.median / numpy.median)} times the time of "
            "python -c 'import numpy'",
            f"grundy {shlex.join(arguments)}".replace(str(_EXAMPLE), "examples/loopy.dot"),
        )


def _ask(arguments: list[str], scratch: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(scratch / "cache")}
    environment.pop("NUMBA_CACHE_DIR", None)
    subprocess.run([sys.executable, "-m", "grundy", *arguments], check=True, capture_output=True,
                   cwd=scratch, env=environment)  # fmt: skip
