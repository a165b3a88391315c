"""Large natural numbers as people write them: 1e8, 1_000_000, 10^8, 10**6."""

from __future__ import annotations

import re

import click

from grundy.games.number_text import parse_number

__all__ = ["number", "parse_number"]

_LONGEST = 4_000  # digits that parse_number reads
_DIGITS = r"[0-9]+(?:_[0-9]+)*"
_POWER = re.compile(rf"{_DIGITS}(?:(?:\^|\*\*){_DIGITS})?")
_SCIENTIFIC = re.compile(r"[0-9]+(?:\.[0-9]*)?[eE]\+?([0-9]+)")


def number(text: str) -> int:
    """Read a natural number for click, which adds the name of the option to an error."""
    found = parse_number(text)
    if found is None:
        shown = text if len(text) <= 40 else text[:39] + "…"
        problem = "is no natural number; write 1000, 1_000_000, 1e8 or 10^8"
        if _is_long(text.strip()):
            problem = (
                f"is too long; write at most {_LONGEST:,} digits, or a power of ten up to 1e4000"
            )
        raise click.BadParameter(f'"{shown}" {problem}.')
    return found


def _is_long(text: str) -> bool:
    scientific = _SCIENTIFIC.fullmatch(text)
    if scientific:
        digits = scientific[1].lstrip("0")
        return len(digits) > 5 or int(digits or "0") > _LONGEST
    return _POWER.fullmatch(text) is not None
