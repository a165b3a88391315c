"""A certificate as a sealed file: JSON with a hash, its fields, and the rule that it is about."""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
import shlex
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

from grundy.errors import CodeError, GraphFormatError, LimitError, VerificationError
from grundy.files.whole import whole_file
from grundy.heaps.codes import Code, parse_code

# The fields of a certificate, as they are read: each of its kind, or an error that names it.


_GREATEST = 2**62


@dataclass(frozen=True)
class Fields:
    """What the JSON of a certificate holds."""

    found: dict[str, Any]
    file: str

    def text(self, key: str) -> str:
        """Return a text."""
        found = self.found.get(key)
        if not isinstance(found, str):
            raise self._error(key, "a text")
        return found

    def natural(self, key: str) -> int:
        """Return a natural number."""
        found = self.found.get(key)
        if not _is_natural(found):
            raise self._error(key, "a natural number of at most 2^62")
        return int(found)  # type: ignore[arg-type]

    def natural_or_none(self, key: str) -> int | None:
        """Return a natural number, or None where the field is null."""
        return None if self.found.get(key, 0) is None else self.natural(key)

    def naturals(self, key: str) -> tuple[int, ...]:
        """Return a list of natural numbers."""
        found = self.found.get(key)
        if not _are_naturals(found):
            raise self._error(key, "a list of natural numbers of at most 2^62")
        return tuple(found)  # type: ignore[arg-type]

    def flag(self, key: str) -> bool:
        """Return true or false."""
        found = self.found.get(key)
        if not isinstance(found, bool):
            raise self._error(key, "true or false")
        return found

    def part(self, key: str) -> Fields | None:
        """Return the fields of a part, or None where there is no such part."""
        if key not in self.found:
            return None
        found = self.found[key]
        if not isinstance(found, dict):
            raise self._error(key, "a group of fields")
        return Fields(found, self.file)

    def groups(self, key: str) -> list[Fields]:
        """Return a list of groups of fields."""
        found = self.found.get(key)
        if not isinstance(found, list) or not all(isinstance(group, dict) for group in found):
            raise self._error(key, "a list of groups of fields")
        return [Fields(group, self.file) for group in found]

    def rows(self, key: str) -> tuple[tuple[int, ...], ...]:
        """Return a list of lists of natural numbers."""
        found = self.found.get(key)
        if not isinstance(found, list) or not all(map(_are_naturals, found)):
            raise self._error(key, "a list of lists of natural numbers of at most 2^62")
        return tuple(map(tuple, found))

    def texts(self, key: str) -> tuple[tuple[str, ...], ...]:
        """Return a list of lists of texts."""
        found = self.found.get(key)
        if not isinstance(found, list) or not all(map(_are_texts, found)):
            raise self._error(key, "a list of lists of texts")
        return tuple(map(tuple, found))

    def require_no_others(self, known: Iterable[str]) -> None:
        """Refuse fields that such a certificate does not have."""
        unknown = sorted(set(self.found) - set(known) - {"seal"})
        if unknown:
            raise GraphFormatError(f'the field "{unknown[0]}" is unknown.', file=self.file)

    def _error(self, key: str, kind: str) -> GraphFormatError:
        return GraphFormatError(f'the field "{key}" has to be {kind}.', file=self.file)


def _is_natural(number: object) -> bool:
    return type(number) is int and 0 <= number <= _GREATEST


def _are_naturals(found: object) -> bool:
    return isinstance(found, list) and all(map(_is_natural, found))


def _are_texts(found: object) -> bool:
    return isinstance(found, list) and all(isinstance(text, str) for text in found)


# A sealed file: JSON with a hash of all its fields, written and read.


FORMAT = 1
LARGEST_FILE = 1 << 24  # bytes; most certificates have some hundreds or thousands
_ENCODING = "utf-8-sig"  # some programs write a mark before the text
_MOST_DIGITS = 30  # of a number that is read; Python refuses thousands in words of its own


class SealedFile(ABC):
    """What is written as JSON with a seal.

    Attributes:
        kind: What the field "certificate" says.
        formats: What the field "format" may say.
        rule: The rule of the game that it is about.
        version: The version of grundy that wrote it.
    """

    kind: ClassVar[str]
    formats: ClassVar[tuple[int, ...]] = (FORMAT,)
    rule: str
    version: str

    @classmethod
    @abstractmethod
    def read(cls, fields: Fields) -> Self:
        """Return the certificate that has these fields."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the certificate to a JSON file; an older file is replaced whole."""
        with whole_file(path) as temporary:
            temporary.write_text(self.to_json(), encoding="utf-8")

    def to_json(self) -> str:
        """Write the certificate as text.

        The last field, "seal", is a hash of all the others: it finds accidents. A forger can
        make a new one; what is false is found by the check of the mathematics.
        """
        fields = self.fields()
        return self.laid_out(fields | {"seal": seal(fields)}) + "\n"

    @property
    def form(self) -> int:
        """What the field "format" says."""
        return FORMAT

    def fields(self) -> dict[str, Any]:
        """All that the file holds, but the seal."""
        certificate: Any = self  # each is a dataclass
        head = {"certificate": self.kind, "version": self.version, "format": self.form}
        return {key: listed(value) for key, value in (head | asdict(certificate)).items()}

    @property
    @abstractmethod
    def sentence(self) -> str:
        """What it says, once it has been checked."""

    @property
    @abstractmethod
    def summary(self) -> dict[str, Any]:
        """What it says, for machines."""

    def laid_out(self, fields: dict[str, Any]) -> str:
        """Write each field on a line, and each row of a table, or group of a list."""
        lines = (f"  {_json(key)}: {_rows(value)}" for key, value in fields.items())
        return "{\n" + ",\n".join(lines) + "\n}"


def listed(value: Any) -> Any:
    """Return lists in the place of tuples, as JSON has them."""
    if isinstance(value, dict):
        return {key: listed(part) for key, part in value.items()}
    return list(map(listed, value)) if isinstance(value, tuple) else value


def _rows(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], (list, dict)):
        return "[\n    " + ",\n    ".join(map(_json, value)) + "\n  ]"
    return _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def seal(fields: dict[str, Any]) -> str:
    """Return the hash of all fields."""
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()


def glance(data: bytes) -> Any:
    """Return the JSON that a small file holds, to tell a certificate from other files."""
    if len(data) > LARGEST_FILE:
        return None
    try:
        return json.loads(data.decode(_ENCODING), parse_int=_number)
    except (ValueError, RecursionError):
        return None


def text_of(source: str | os.PathLike[str]) -> tuple[str | bytes, str]:
    """Return the text of a certificate, and what errors call it."""
    if isinstance(source, str) and source.lstrip().startswith("{"):
        return source, "certificate"
    name = os.fspath(source)
    try:
        if Path(source).stat().st_size > LARGEST_FILE:
            raise GraphFormatError("a certificate is a small file, this is not.", file=name)
        return Path(source).read_bytes(), name
    except FileNotFoundError:
        raise GraphFormatError("there is no such file.", file=name) from None


def parsed(text: str | bytes, name: str) -> Any:
    """Read JSON in which no field stands twice; *name* is what errors call it."""
    try:
        text = text if isinstance(text, str) else text.decode(_ENCODING)
    except UnicodeDecodeError:
        raise GraphFormatError("this is not text in UTF-8.", file=name) from None

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        ((key, count),) = Counter(key for key, _ in pairs).most_common(1) or [("", 0)]
        if count > 1:
            raise GraphFormatError(f'the field "{key}" stands here {count} times.', file=name)
        return dict(pairs)

    try:
        return json.loads(text, parse_int=_number, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        raise GraphFormatError("this is not JSON.", file=name, line=error.lineno) from None
    except RecursionError:
        raise GraphFormatError("this is no certificate.", file=name) from None


def _number(digits: str) -> int | float:
    return int(digits) if len(digits) <= _MOST_DIGITS else math.inf


# The rule that a certificate is about, and the command that may have written it.


_SET = re.compile(r"(allbut)?\{([0-9]{1,9}(?:,[0-9]{1,9})*)?\}")
_HIGHEST = 1_000_000
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
    if max(amounts, default=0) > _HIGHEST:
        raise LimitError(f"A set in a certificate has numbers up to {_HIGHEST:,}, to be checked.")
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
