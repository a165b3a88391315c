"""The rule that a certificate is about, and the command that may have written it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence

from grundy.errors import CodeError, LimitError, VerificationError
from grundy.heaps.codes import Code, parse_code

_SET = re.compile(r"(allbut)?\{([0-9]{1,9}(?:,[0-9]{1,9})*)?\}")
_GREATEST = 1_000_000
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
    found = _SET.fullmatch(text)
    if not found:
        return parse_code(text)
    amounts = {int(amount) for amount in (found[2] or "").split(",") if amount}
    if max(amounts, default=0) > _GREATEST:
        raise LimitError(f"A set in a certificate has numbers up to {_GREATEST:,}, to be checked.")
    if 0 in amounts:
        raise CodeError("to take 0 tokens is no move; leave the 0 out of the set.", text=text)
    inside, outside = (0, 3) if found[1] else (3, 0)
    size = max(amounts, default=0) + 1
    digits = (inside if r in amounts else outside for r in range(1, size))
    return Code((0, *digits), (3,) if found[1] else ())


def check_record(version: str, command: str, code: Code | None, writer: str) -> None:
    """Check that version and command could be those that wrote a certificate of this rule."""
    check_version(version)
    require(
        not command or (_is_line(command) and _may_have_written(command, code, writer)),
        "command", "it is not a command of grundy that writes a certificate of this rule",
    )  # fmt: skip


def _is_line(command: str) -> bool:
    return len(command) <= _LONGEST_COMMAND and command.isprintable()


def check_version(version: str) -> None:
    """Check that a version is one."""
    known = len(version) <= _LONGEST_VERSION and _VERSION.fullmatch(version)
    require(bool(known), "version", "a version is numbers, such as 0.1.0")


def _may_have_written(command: str, code: Code | None, writer: str) -> bool:
    """Say no to a command that is none, and to one that names another code or set."""
    try:
        program, name, *game = shlex.split(command)
    except ValueError:  # fewer words than two, or a quote that is never closed
        return False
    if program != "grundy" or name not in (writer, "serve"):
        return False
    try:
        return name == "serve" or (bool(game) and read_rule(game[0]) == code)
    except CodeError:  # the name of a game; which rule it has is no matter of this file
        return True


def check_joint_record(version: str, command: str, codes: Sequence[Code]) -> None:
    """Check that version and command could be those that wrote a certificate of several rules."""
    check_version(version)
    require(
        not command or (_is_line(command) and _may_have_summed(command, codes)),
        "command", "it is not a command of grundy that solves a sum of these games",
    )  # fmt: skip


def _may_have_summed(command: str, codes: Sequence[Code]) -> bool:
    """Say no to a command that is none, and to one that names a code or set of no game here."""
    try:
        program, name, *words = shlex.split(command)
    except ValueError:  # fewer words than two, or a quote that is never closed
        return False
    if program != "grundy" or name not in ("solve", "explain", "serve"):
        return False
    sums = " ".join(words).split("+")
    return all(_may_be(game.split()[0], codes) for game in sums if game.split())


def _may_be(game: str, codes: Sequence[Code]) -> bool:
    """Return whether a word is one of these rules, or the name of a game."""
    try:
        return read_rule(game) in codes
    except CodeError:
        return True


def require(holds: bool, condition: str, message: str) -> None:
    """Raise `VerificationError` unless a condition holds."""
    if not holds:
        raise failure(condition, message)


def failure(condition: str, message: str, where: int | None = None) -> VerificationError:
    """Return the error of a condition that fails."""
    return VerificationError(
        f"This certificate does not hold ({condition}): {message}.",
        where=where,
        condition=condition,
    )
