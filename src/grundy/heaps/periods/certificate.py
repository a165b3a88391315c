"""Certificates: a proved period as a small file that anybody can check.

A certificate says: heaps 0 .. N - 1 of this rule have these values (as a hash), they repeat,
and a theorem makes the repetition go on for ever. `grundy.heaps.periods.certify` makes
certificates, `grundy.heaps.periods.verify` checks them.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy.typing as npt

from grundy import markup
from grundy._version import __version__
from grundy.errors import GraphFormatError, VerificationError
from grundy.files.whole import whole_file

FORMAT = 1
KIND = "period of a heap game"
ENCODING = "each value as four bytes, little-endian"
_CHUNK = 1 << 20
_ENCODING = "utf-8-sig"  # some programs write a mark before the text
LARGEST_FILE = 1 << 20  # bytes; a certificate has some hundreds
_GREATEST = 2**62
_MOST_DIGITS = 30  # of a number that is read; Python refuses thousands in words of its own
_TEXTS = ("rule", "theorem", "sha256", "encoding", "version", "command")
_NATURALS = ("preperiod", "period", "saltus", "heaps")


@dataclass(frozen=True)
class Certificate:
    """A proved period, and what is needed to check it.

    Attributes:
        rule: The rule as the command line takes it: a code, ``{1,3,4}`` or ``allbut{1,4}``.
        theorem: The theorem that makes the repetition go on, as named in
            `grundy.heaps.periods.theorems`.
        preperiod: The first heap from which the period holds.
        period: The least period.
        saltus: What each period adds.
        heaps: N; heaps 0 .. N - 1 prove the period.
        encoding: How values become the bytes that are hashed.
        sha256: The SHA-256 of the values of these heaps, as 64 hexadecimal digits.
        first_values: The first values, for the reader.
        version: The version of grundy that wrote the certificate.
        command: The command that wrote it.
    """

    rule: str
    theorem: str
    preperiod: int
    period: int
    saltus: int
    heaps: int
    sha256: str
    first_values: tuple[int, ...]
    encoding: str = ENCODING
    version: str = __version__
    command: str = ""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the certificate to a JSON file; an older file is replaced whole."""
        with whole_file(path) as temporary:
            temporary.write_text(self.to_json(), encoding="utf-8")

    def to_json(self) -> str:
        """Write the certificate as text.

        The last field, "seal", is a hash of all the others: it finds accidents. A forger can
        make a new one; what is false is found by the check of the mathematics.
        """
        fields = self._fields()
        return json.dumps(fields | {"seal": _seal(fields)}, ensure_ascii=False, indent=2) + "\n"

    def _repr_html_(self) -> str:
        """Show the certificate in a notebook."""
        first = ", ".join(map(str, self.first_values))
        return markup.facts(
            f"Certificate of a period of {self.rule}",
            [
                ("period", self.period),
                ("preperiod", self.preperiod),
                ("saltus", self.saltus),
                ("theorem", self.theorem),
                ("rests on", f"heaps 0 to {self.heaps - 1}"),
                ("their values", f"{first}, …"),
                ("SHA-256", self.sha256),
            ],
        )

    def _fields(self) -> dict[str, Any]:
        head = {"certificate": KIND, "version": self.version, "format": FORMAT}
        return head | asdict(self) | {"first_values": list(self.first_values)}


def hash_of(values: npt.NDArray[Any]) -> str:
    """Return the SHA-256 of values as little-endian numbers of 32 bits, in hexadecimal.

    >>> import numpy as np
    >>> hash_of(np.array([0, 1, 2], np.uint8))[:16]
    'ad5dc1478de06a4c'
    """
    digest = hashlib.sha256()
    for start in range(0, len(values), _CHUNK):
        digest.update(values[start : start + _CHUNK].astype("<u4").tobytes())
    return digest.hexdigest()


def glance(data: bytes) -> Any:
    """Return the JSON that a small file holds, to tell a certificate from other files.

    None where it is no JSON, or more than `LARGEST_FILE` bytes. Numbers that no certificate has
    become infinite, and of fields of one name the last is kept.
    """
    if len(data) > LARGEST_FILE:
        return None
    try:
        return json.loads(data.decode(_ENCODING), parse_int=_number)
    except (ValueError, RecursionError):
        return None


def read_certificate(source: str | os.PathLike[str]) -> Certificate:
    """Read a certificate; of all that it says only the seal is checked.

    Args:
        source: Its text, which begins with {, or the name of its file.

    Raises:
        GraphFormatError: If the file is no certificate; it names the file and the field.
        VerificationError: If a field was changed after the certificate was written.
    """
    if isinstance(source, str) and source.lstrip().startswith("{"):
        return parse_certificate(source)
    name = os.fspath(source)
    try:
        if Path(source).stat().st_size > LARGEST_FILE:
            raise GraphFormatError("a certificate is a small file, this is not.", file=name)
        data = Path(source).read_bytes()
    except FileNotFoundError:
        raise GraphFormatError("there is no such file.", file=name) from None
    return parse_certificate(data, name)


def parse_certificate(text: str | bytes, name: str = "certificate") -> Certificate:
    """Read a certificate from text, or its bytes; *name* is what errors call it."""
    try:
        text = text if isinstance(text, str) else text.decode(_ENCODING)
    except UnicodeDecodeError:
        raise GraphFormatError("this is not text in UTF-8.", file=name) from None
    fields = _parse_json(text, name)
    if not isinstance(fields, dict) or fields.get("certificate") != KIND:
        raise GraphFormatError(
            f'this is no certificate; it needs "certificate": "{KIND}".', file=name
        )
    given_format = fields.get("format")
    if type(given_format) is not int or given_format != FORMAT:  # true == 1.0 == 1
        raise GraphFormatError(
            f"format {json.dumps(given_format)} of certificates is unknown; "
            f"this version of grundy reads format {FORMAT}.",
            file=name,
        )
    given: dict[str, Any] = {key: _text(fields, key, name) for key in _TEXTS}
    given |= {key: _natural(fields, key, name) for key in _NATURALS}
    certificate = Certificate(**given, first_values=_naturals(fields, name))
    unknown = sorted(set(fields) - set(certificate._fields()) - {"seal"})
    if unknown:
        raise GraphFormatError(f'the field "{unknown[0]}" is unknown.', file=name)
    if fields.pop("seal", None) != _seal(fields):
        raise VerificationError(
            f"{name}: a field was changed after this certificate was written: the seal differs.",
            condition="seal",
        )
    return certificate


def _parse_json(text: str, name: str) -> Any:
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


def _text(fields: dict[str, Any], key: str, name: str) -> str:
    found = fields.get(key)
    if not isinstance(found, str):
        raise GraphFormatError(f'the field "{key}" has to be a text.', file=name)
    return found


def _natural(fields: dict[str, Any], key: str, name: str) -> int:
    found = fields.get(key)
    if not _is_natural(found):
        raise GraphFormatError(
            f'the field "{key}" has to be a natural number of at most 2^62.', file=name
        )
    return int(found)  # type: ignore[arg-type]


def _naturals(fields: dict[str, Any], name: str) -> tuple[int, ...]:
    found = fields.get("first_values")
    if not isinstance(found, list) or not all(map(_is_natural, found)):
        raise GraphFormatError(
            'the field "first_values" has to be a list of natural numbers of at most 2^62.',
            file=name,
        )
    return tuple(found)


def _is_natural(number: object) -> bool:
    return type(number) is int and 0 <= number <= _GREATEST


def _seal(fields: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()
