"""Which rows of a table of results have moved since the table that it replaces."""

from __future__ import annotations

import re
from collections.abc import Iterator

_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
_SHARE = 0.12  # two runs on a quiet machine differ by less in most rows


def moved_rows(before: str, after: str, share: float = _SHARE) -> Iterator[str]:
    r"""Yield a line for each row that is new, gone, or whose first figures moved by more.

    >>> before = "| a | 2.00 s | takes 4 (3 .. 5) times | |\n| b | 1 s | | |"
    >>> list(moved_rows(before, "| a | 2.01 s | takes 5 (4 .. 6) times | |\n| c | 1 s | | |"))
    ['a: takes 4 (3 .. 5) times -> takes 5 (4 .. 6) times', 'new: c', 'gone: b']
    """
    old, new = _rows(before), _rows(after)
    for name, cells in new.items():
        if name not in old:
            yield f"new: {name}"
            continue
        for cell, earlier in zip(cells, old[name], strict=True):
            figure, reference = _first(cell), _first(earlier)
            if figure is None or reference is None:
                continue
            if abs(figure - reference) > share * reference:
                yield f"{name}: {earlier} -> {cell}"
    yield from (f"gone: {name}" for name in old if name not in new)


def _rows(text: str) -> dict[str, tuple[str, str]]:
    """Return what was measured and its ratio, by the name of the row."""
    rows = {}
    for line in text.splitlines():
        if line.startswith("| "):
            name, measured, ratio, *_ = (cell.strip() for cell in line.split("|")[1:])
            rows[name] = (measured, ratio)
    return rows


def _first(cell: str) -> float | None:
    found = _FIGURE.search(cell)
    return float(found.group().replace(",", "")) if found else None
