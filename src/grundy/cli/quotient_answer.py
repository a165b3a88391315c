"""What `grundy quotient` prints of a misère quotient: in lines, or for LaTeX."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from grundy.cli.requirements import short
from grundy.heaps.quotients.told import facts_of, size_of
from grundy.printable import counted, printable

if TYPE_CHECKING:
    from grundy.heaps.quotients.quotient import MisereQuotient

_WIDTH = 16
_RELATIONS_SHOWN = 60
# For an encoding that lacks one of the signs of a presentation.
_PLAIN = str.maketrans(
    {"⟨": "<", "⟩": ">", "è": "e", "…": "..."}
    | dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True))
    | dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
)


def lines_of(found: MisereQuotient) -> Iterator[str]:
    """Yield the lines of the answer."""
    game = printable(short(found.ruleset.text))
    yield shown(f"{game}: {size_of(found)}")
    for name, text in (facts_of(found) | {"presentation": _presentation(found)}).items():
        yield shown(f"  {name:<{_WIDTH}}{text}")


def latex_of(found: MisereQuotient) -> str:
    """Return the quotient and its P-portion for LaTeX's mathematics."""
    presentation = found.presentation()
    words = ", ".join(
        presentation.text(presentation.words[element], latex=True)
        for element in sorted(found.p_portion)
    )
    return rf"\mathcal{{Q}} = {presentation.latex()}, \quad \mathcal{{P}} = \{{{words}\}}"


def shown(line: str) -> str:
    """Return a line as standard output can show it."""
    try:
        line.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return line.translate(_PLAIN)
    return line


def _presentation(found: MisereQuotient) -> str:
    presentation = found.presentation()
    if len(presentation.relations) <= _RELATIONS_SHOWN:
        return str(presentation)
    generators = counted(len(presentation.generators), "generator")
    relations = counted(len(presentation.relations), "relation")
    return f"{generators}, {relations}; --latex and --json write them out"
