"""Large natural numbers as people write them: 1e8, 1_000_000, 10^8, 10**6."""

from __future__ import annotations

import re

_MOST_DIGITS = 4_000  # below the length at which Python itself refuses to read a number
_PLAIN = re.compile(r"[0-9]+(?:_[0-9]+)*")
_POWER = re.compile(r"([0-9]{1,9})(?:\^|\*\*)([0-9]{1,5})")
_SCIENTIFIC = re.compile(r"([0-9]{1,20})(?:\.([0-9]{0,20}))?[eE]\+?([0-9]{1,5})")


def parse_number(text: str) -> int | None:
    """Read a natural number, or give None for what is none, or has too many digits."""
    stripped = text.strip()
    if _PLAIN.fullmatch(stripped) and len(stripped) <= _MOST_DIGITS:
        return int(stripped)
    if match := _POWER.fullmatch(stripped):
        base, exponent = int(match[1]), int(match[2])
        return base**exponent if len(match[1]) * exponent <= _MOST_DIGITS else None
    if match := _SCIENTIFIC.fullmatch(stripped):
        fraction = (match[2] or "").rstrip("0")
        exponent = int(match[3]) - len(fraction)
        if 0 <= exponent <= _MOST_DIGITS:
            return int(match[1] + fraction) * 10**exponent  # type: ignore[no-any-return]
    return None
