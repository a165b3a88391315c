"""The rule that a certificate is about, and the command that may have written it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from grundy.errors import CodeError, LimitError, RulesetError, VerificationError
from grundy.files.sealed import SealedFile, require
from grundy.heaps.codes import Code, parse_code, parse_set

if TYPE_CHECKING:
    from grundy.heaps.numbers import HeapRules

_HIGHEST = 1_000_000
_OF_SUMS = ("solve", "explain")
_LONGEST_VERSION, _LONGEST_COMMAND = 100, 1 << 17
_VERSION = re.compile(r"[0-9]+(\.[0-9]+)+([a-z0-9.+]*)")


def certified_code(rule: str) -> Code:
    """Return the code of a rule."""
    try:
        return read_rule(rule)
    except CodeError as error:
        raise VerificationError(f"The rule is none: {error}", condition="rule") from None


def read_rule(text: str) -> Code:
    """Read a rule: {…} allows these numbers, allbut{…} all others, else it is a code."""
    found = parse_set(text)
    if found is None:
        return parse_code(text)
    if max(found.numbers, default=0) > _HIGHEST:
        raise LimitError(f"A set in a certificate has numbers up to {_HIGHEST:,}, to be checked.")
    return found.code()


def check_record(file: SealedFile, codes: Sequence[Code | None], *writers: str) -> None:
    """Check that version and command could be those that wrote a certificate of these rules."""
    known = len(file.version) <= _LONGEST_VERSION and _VERSION.fullmatch(file.version)
    require(bool(known), "version", "a version is numbers, such as 0.1.0")
    is_line = len(file.command) <= _LONGEST_COMMAND and file.command.isprintable()
    require(
        not file.command or (is_line and _may_have_written(file.command, codes, writers)),
        "command", "it is not a command of grundy that writes a certificate of this rule",
    )  # fmt: skip


def _may_have_written(command: str, codes: Sequence[Code | None], writers: tuple[str, ...]) -> bool:
    """Say no to a command that is none, and to one that names another code or set."""
    try:
        program, name, *words = shlex.split(command)
    except ValueError:  # fewer words than two, or a quote that is never closed
        return False
    if program != "grundy" or name not in (*writers, "serve"):
        return False
    parts = " ".join(words).split("+") if name in _OF_SUMS else words[:1]
    games = [part.split()[0] for part in parts if part.split()]
    return name == "serve" or (bool(games) and all(_may_be(game, codes) for game in games))


def _may_be(game: str, codes: Sequence[Code | None]) -> bool:
    """Return whether a word is one of these rules, or the name of a game."""
    try:
        return read_rule(game) in codes
    except CodeError:  # which rule it has is no matter of this file
        return True


def rule_of(ruleset: HeapRules) -> str:
    """Return the rule of a game as a file can hold it."""
    try:
        if ruleset.code is not None and read_rule(ruleset.text) == ruleset.code:
            return ruleset.text
    except CodeError:
        pass  # its text is a name
    if ruleset.code is None:
        raise RulesetError(
            f"{ruleset.text} has no certificate: its rule is a function, and a certificate needs "
            "a code or a set of numbers."
        )
    return str(ruleset.code)
