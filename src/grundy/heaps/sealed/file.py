"""A sealed file: JSON with a hash of all its fields, written and read."""

from __future__ import annotations

import hashlib
import json
import math
import os
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from grundy.errors import GraphFormatError
from grundy.files.whole import whole_file

if TYPE_CHECKING:
    from grundy.heaps.sealed.fields import Fields

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
