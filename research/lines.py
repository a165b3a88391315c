"""Many sealed files as one compressed file: each is a line of JSON."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from grundy.errors import GraphFormatError
from grundy.runtime.delivery import CUT_OFF, DAMAGED, MAGIC, packer
from grundy.runtime.files import byte_size
from grundy.runtime.sealed import LARGEST_FILE, SealedFile, seal

_LARGEST = 1 << 30  # bytes of all lines
_LEAST_LINE = 100  # bytes: a seal alone has 64
ENDINGS = (".jsonl.gz", ".jsonl")
"""How the names of such files end; the first is that of those that are written."""


def packed_lines(files: Iterable[SealedFile]) -> bytes:
    """Return the bytes of a file with a certificate a line, packed by gzip."""
    lines = sorted((len(file.rule), file.rule, line_of(file)) for file in files)
    packed = io.BytesIO()
    with packer(packed) as contents:
        for _, _, line in lines:
            contents.write(f"{line}\n".encode())
    return packed.getvalue()


def read_lines(path: str | os.PathLike[str]) -> Iterator[bytes]:
    """Yield the lines of such a file, packed or not; one at a time is in memory."""
    with unpacked(path) as contents:
        number = size = 0
        while line := contents.readline(LARGEST_FILE + 1):
            number, size = number + 1, size + len(line)
            if fault := _fault(len(line), size):
                raise GraphFormatError(fault, file=os.fspath(path), line=number)
            yield line


def _fault(length: int, size: int) -> str:
    """Return why a line of this length is refused, the last of *size* bytes; else an empty text."""
    if length > LARGEST_FILE:
        return "this line is too long for a certificate."
    if length < _LEAST_LINE:
        return "this line is no certificate."
    if size > _LARGEST:
        return f"unpacked, this file has more than {byte_size(_LARGEST)}; divide it."
    return ""


def line_of(file: SealedFile) -> str:
    """Write a sealed file as one line of text, with the same fields and the same seal."""
    fields = file.fields()
    return json.dumps(fields | {"seal": seal(fields)}, ensure_ascii=False)


@contextlib.contextmanager
def unpacked(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Yield the contents of a file, packed or not, to be read piece by piece in the block."""
    name = os.fspath(path)
    try:
        with Path(path).open("rb") as file:
            packed = file.read(len(MAGIC)) == MAGIC
            file.seek(0)
            if not packed:
                yield file
                return
            with gzip.GzipFile(fileobj=file) as contents:
                yield contents  # type: ignore[misc]
    except EOFError:
        raise GraphFormatError(CUT_OFF, file=name) from None
    except (gzip.BadGzipFile, zlib.error):
        raise GraphFormatError(DAMAGED, file=name) from None
    except FileNotFoundError:
        raise GraphFormatError("there is no such file.", file=name) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise GraphFormatError(f"cannot be read: {reason}.", file=name) from None
