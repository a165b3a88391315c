"""A certificate as a sealed file: JSON with a hash of its fields, written and read."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
import os
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import NoneType
from typing import Any, ClassVar, Self, TypeVar, get_args, get_type_hints

from grundy import markup
from grundy.errors import GraphFormatError, VerificationError
from grundy.runtime.files import whole_file

_GREATEST = 2**62
_WORDS: dict[Any, tuple[str, str]] = {
    str: ("a text", "texts"),
    bool: ("true or false", "flags"),
    int: ("a natural number of at most 2^62", "natural numbers of at most 2^62"),
}
Kind = TypeVar("Kind")


def from_fields(kind: type[Kind], fields: dict[str, Any], file: str) -> Kind:
    """Return the dataclass that has these fields; one with the default None may be left out."""
    types = get_type_hints(kind)
    arguments = {}
    for field in dataclasses.fields(kind):  # type: ignore[arg-type]
        stated = types[field.name]
        if field.default is not None:
            arguments[field.name] = _as_field(field.name, stated, fields, file)
        elif field.name in fields:
            arguments[field.name] = _as_field(field.name, get_args(stated)[0], fields, file)
    unknown = sorted(fields.keys() - arguments.keys())
    if unknown:
        raise GraphFormatError(f'the field "{unknown[0]}" is unknown.', file=file)
    return kind(**arguments)


def _as_field(name: str, kind: Any, fields: dict[str, Any], file: str) -> Any:
    try:
        return _typed(kind, fields.get(name, ...), file)
    except TypeError:
        message = f'the field "{name}" has to be {_words(kind, many=False)}.'
        raise GraphFormatError(message, file=file) from None


def _typed(kind: Any, value: Any, file: str) -> Any:
    """Return a part of JSON as a type has it: tuples for lists, dataclasses for groups."""
    inner = get_args(kind)
    if NoneType in inner:
        return None if value is None else _typed(inner[0], value, file)
    if inner and type(value) is list:
        if inner[0] in _WORDS and all(_is_of(inner[0], item) for item in value):
            return tuple(value)
        return tuple(_typed(inner[0], item, file) for item in value)
    if dataclasses.is_dataclass(kind) and type(value) is dict:
        return from_fields(kind, value, file)  # type: ignore[arg-type]
    if not _is_of(kind, value):
        raise TypeError
    return value


def _is_of(kind: Any, value: Any) -> bool:
    return type(value) is kind and (kind is not int or 0 <= value <= _GREATEST)


def _words(kind: Any, *, many: bool) -> str:
    """Describe what a field of this type has to be."""
    inner = get_args(kind)
    if inner and NoneType not in inner:
        return ("lists of " if many else "a list of ") + _words(inner[0], many=True)
    words = _WORDS.get(inner[0] if inner else kind, ("a group of fields", "groups of fields"))
    return words[many]


# A sealed file: JSON with a hash of all its fields, written and read.

FORMAT = 1
_SHOWN = 24  # entries of a list in a notebook
LARGEST_FILE = 1 << 24  # bytes; most certificates have some hundreds or thousands
_ENVELOPE = ("certificate", "format", "seal")
_ENCODING = "utf-8-sig"  # some programs write a mark before the text
_MOST_DIGITS = 30  # of a number that is read; Python refuses thousands in words of its own


class SealedFile(ABC):
    """What is written as JSON with a seal.

    Attributes:
        kind: What the field "certificate" says.
        formats: What the field "format" may say.
        rule: The rule of the game that it is about.
        version: The version of grundy that wrote it.
        command: The command that wrote it; may be empty.
    """

    kind: ClassVar[str]
    formats: ClassVar[tuple[int, ...]] = (FORMAT,)
    rule: str
    version: str
    command: str

    @classmethod
    def read(cls, found: dict[str, Any], file: str) -> Self:
        """Return the certificate that has these fields; its seal is not looked at."""
        arguments = {key: value for key, value in found.items() if key not in _ENVELOPE}
        return from_fields(cls, arguments, file)

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
        return {
            key: listed(value) for key, value in (head | dataclasses.asdict(certificate)).items()
        }

    @property
    @abstractmethod
    def sentence(self) -> str:
        """What it says, once it has been checked."""

    @property
    @abstractmethod
    def summary(self) -> dict[str, Any]:
        """What it says, for machines."""

    def _repr_html_(self) -> str:
        """Show what it says in a notebook: texts, numbers, and the beginnings of their lists."""

        def short(value: Any) -> Any:
            if type(value) is not list:
                return value
            return ", ".join(map(str, value[:_SHOWN])) + ", …" * (len(value) > _SHOWN)

        return markup.facts(
            self.sentence,
            (
                (key, short(value))
                for key, value in self.fields().items()
                if value and (type(value) is not list or type(value[0]) is int)
            ),
        )

    def laid_out(self, fields: dict[str, Any]) -> str:
        """Write each field on a line, and each row of a table, or group of a list."""
        lines = (f"  {_json(key)}: {_rows(value)}" for key, value in fields.items())
        return "{\n" + ",\n".join(lines) + "\n}"


Sealed = TypeVar("Sealed", bound=SealedFile)


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


def parse_kind(kinds: Mapping[str, type[Sealed]], text: str | bytes, name: str) -> Sealed:
    """Read a certificate of one of some kinds, by what their field "certificate" says."""
    fields = parsed(text, name)
    kind_name = fields.get("certificate") if isinstance(fields, dict) else None
    kind = kinds.get(kind_name) if isinstance(kind_name, str) else None
    if kind is None:
        names = " or ".join(f'"{one}"' for one in kinds)
        raise GraphFormatError(
            f'this is no certificate; it needs "certificate": {names}.', file=name
        )
    form = fields.get("format")
    if type(form) is not int or form not in kind.formats:  # true == 1.0 == 1
        raise GraphFormatError(
            f"format {json.dumps(form)} of certificates is unknown; "
            f"this version of grundy reads format {' and '.join(map(str, kind.formats))}.",
            file=name,
        )
    certificate = kind.read(fields, name)
    if certificate.form != form:
        raise GraphFormatError(
            f"these are the fields of format {certificate.form}, not {form}.", file=name
        )
    if fields.pop("seal", None) != seal(fields):
        raise VerificationError(
            f"{name}: a field was changed after this certificate was written: the seal differs.",
            condition="seal",
        )
    return certificate


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
