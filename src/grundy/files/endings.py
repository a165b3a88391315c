"""The format of a file by its ending, and whether there is a folder for it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from grundy.errors import GraphFormatError


def format_of(path: str | os.PathLike[str], endings: Mapping[str, Sequence[str]]) -> str | None:
    """Find the format whose endings, with their dots, have that of a path; None if none does."""
    ending = Path(path).suffix.lower()
    return next((name for name, known in endings.items() if ending in known), None)


def require_format(path: str | os.PathLike[str], formats: Sequence[str]) -> str:
    """Find the format that is named as the ending of a file is."""
    found = format_of(path, {name: (f".{name}",) for name in formats})
    if found is None:
        known = ", ".join(f".{name}" for name in formats)
        raise GraphFormatError(f"cannot write this kind of file; use {known}.", file=str(path))
    require_folder(path)
    return found


def require_folder(path: str | os.PathLike[str]) -> None:
    """Raise `GraphFormatError` where the folder of a file is not there."""
    folder = Path(path).parent
    if not folder.is_dir():
        raise GraphFormatError(f'there is no folder "{folder}".', file=str(path))
