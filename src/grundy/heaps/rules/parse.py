"""The notation of heap games: codes such as 0.77, sets such as {1,3,4} and allbut{1,4}."""

from __future__ import annotations

import re

from grundy.errors import CodeError
from grundy.heaps.codes import LONGEST, cleaned, looks_like_code
from grundy.heaps.rules.functions import HeapGame
from grundy.heaps.rules.subtraction import RULES, AllBut, NamedRule, Subtraction
from grundy.heaps.rules.take_and_break import GrundysGame, TakeAndBreak
from grundy.heaps.ruleset import HeapRuleset

__all__ = [
    "RULES",
    "AllBut",
    "GrundysGame",
    "HeapGame",
    "HeapRuleset",
    "NamedRule",
    "Subtraction",
    "TakeAndBreak",
]


_ITEM = re.compile(r"\s*([0-9]*)\s*")
_ALL_BUT = re.compile(r"allbut\s*(?=\{)", re.IGNORECASE)
_UNOPENED = re.compile(r"(allbut)?[0-9,\s]*\}", re.IGNORECASE)
_DIGITS = 18  # of one amount: it has to fit an array's index


def parse_notation(text: str) -> HeapRuleset | None:
    """Read a code or a set; None where the text is neither, such as a name."""
    text = text.strip()
    if start := _ALL_BUT.match(text):
        return AllBut(_parse_set(text, start.end()))
    if text.startswith("{"):
        return Subtraction(_parse_set(text, 0))
    if unopened := _UNOPENED.fullmatch(text):
        _fail(text, unopened.end(1) if unopened[1] else 0, "the { of the set is missing here")
    return TakeAndBreak(text) if looks_like_code(text) else None


def _parse_set(text: str, opened: int) -> set[int]:
    """Read the set whose { stands at index *opened*; nothing may follow its }."""
    if len(text) > LONGEST:
        _fail(text, LONGEST, f"a set has at most {LONGEST} characters, this has {len(text)}")
    at = opened + 1
    found: set[int] = set()
    if text[at:].strip() == "}":
        return found
    while True:
        item = _ITEM.match(text, at)
        assert item is not None  # noqa: S101 - it matches nothing, too
        digits, place = item[1], item.start(1)
        if not digits:
            _fail(text, place, "a number of tokens is missing here, such as {1,3,4}")
        if not digits.strip("0"):
            _fail(text, place, "taking 0 tokens is no move; write numbers of at least 1")
        if len(digits) > _DIGITS:
            _fail(text, place, f"this number has over {_DIGITS} digits; write a smaller one")
        found.add(int(digits))
        at = item.end()
        if text[at : at + 1] == ",":
            at += 1
        elif text[at : at + 1] == "}":
            break
        elif at >= len(text):
            _fail(text, opened, "the brace is never closed; write } after the last number")
        else:
            _fail(text, at, f'"{cleaned(text[at])}" stands where a comma or }} belongs')
    if text[at + 1 :].strip():
        _fail(text, at + 1, "nothing may follow the closing brace")
    return found


def _fail(text: str, at: int, problem: str) -> None:
    raise CodeError(f"{cleaned(text)}: column {at + 1}: {problem}.", text=text, column=at + 1)
