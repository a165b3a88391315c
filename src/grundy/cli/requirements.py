"""What commands ask of numbers of heaps and of files before the work begins, and short titles."""

from __future__ import annotations

import os
from pathlib import Path

import click

_TOO_MANY = 10**15


def require_name(option: str, name: str | None) -> None:
    """Refuse an empty name: as a path it would mean the current folder."""
    if name == "":
        raise click.UsageError(f"{option}: the name is empty.")


def require_countable(stop: int) -> None:
    """Refuse a number of heaps that nobody will ever compute."""
    if stop >= _TOO_MANY:
        raise click.UsageError(
            f"--stop has {len(str(stop))} digits, more heaps than can be computed; "
            "grundy values GAME --heap N gives the value of one heap."
        )


def require_picture(path: str | None) -> None:
    """Refuse the name of a picture that cannot be drawn or written."""
    if path is None:
        return
    from grundy.drawing.figure import FORMATS

    if Path(path).suffix.lower().removeprefix(".") not in FORMATS:
        raise click.UsageError(f"{path}: no picture of this kind; use .png, .svg or .pdf.")
    require_writable(path)


def require_writable(path: str) -> None:
    """Say that a file cannot be written, before the work whose result it is to hold."""
    target = Path(path)
    if not target.parent.is_dir():
        raise click.UsageError(f'{path}: there is no folder "{target.parent}".')
    if target.is_dir():
        raise click.UsageError(f"{path}: this is a folder; give the name of a file.")
    if not os.access(target.parent, os.W_OK):
        raise click.UsageError(f'{path}: the folder "{target.parent}" cannot be written to.')


def short(text: str) -> str:
    """Shorten a game's text for a title: a set can have thousands of numbers."""
    return text if len(text) <= 60 else text[:59] + "…"
