"""Sections of sentences and tables, as text for a terminal and as HTML for a notebook."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_WIDTH = 92
_LEAST_WIDTH = 20
_HANGING = " " * 10  # how far in a line of a table goes on


@dataclass(frozen=True, slots=True)
class Table:
    """Rows below each other; the cells of a column whose name ends in a blank stand right."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    total: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """Text that keeps its lines."""

    text: str


Block = str | Table | Picture


@dataclass(frozen=True, slots=True)
class Section:
    """A title and what stands below it."""

    title: str
    blocks: tuple[Block, ...]


def as_text(sections: Sequence[Section], width: int | None = None) -> str:
    """Write sections for a terminal."""
    parts = []
    for section in sections:
        indent = "   " if section.title else ""
        body = [_text_of(block, indent, width) for block in section.blocks]
        parts.append("\n".join(([section.title] if section.title else []) + body))
    return "\n\n".join(parts)


def as_html(sections: Sequence[Section]) -> str:
    """Write sections as HTML; what stands in them is text, never markup."""
    parts = []
    for section in sections:
        if section.title:
            parts.append(f"<h4>{escape(section.title)}</h4>")
        parts += map(html_of, section.blocks)
    return f"<div>{''.join(parts)}</div>"


def _text_of(block: Block, indent: str, width: int | None) -> str:
    if isinstance(block, str):
        return _filled(block, min(_WIDTH, width or _WIDTH), indent, indent)
    if isinstance(block, Picture):
        return textwrap.indent(block.text, "      ")
    lines = _text_table(block)
    if width is not None:
        lines = [_filled(line, width, "", _HANGING) for line in lines]
    return "\n".join(lines)


def _filled(text: str, width: int, first: str, others: str) -> str:
    return textwrap.fill(
        text, max(width, _LEAST_WIDTH), initial_indent=first, subsequent_indent=others,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def _text_table(table: Table) -> list[str]:
    header = tuple(name.strip() for name in table.header)
    rows = [header, *table.rows] if any(header) else list(table.rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    right = [name.endswith(" ") for name in table.header]
    lines = []
    for row in rows:
        cells = [
            cell.rstrip().rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        ]
        lines.append(("      " + "  ".join(cells)).rstrip())
    if table.total:
        lines.insert(-1, "      " + "  ".join("-" * width for width in widths))
    return lines


def html_of(block: Block) -> str:
    """Write one block as HTML."""
    if isinstance(block, str):
        return f"<p>{escape(block)}</p>"
    if isinstance(block, Picture):
        return f"<pre>{escape(block.text)}</pre>"
    table = block
    right = [name.endswith(" ") for name in table.header]
    head = _html_row("th", table.header, right) if any(table.header) else ""
    last = len(table.rows) - 1 if table.total else -1
    rows = (
        _html_row("td", row, right, line_above=number == last)
        for number, row in enumerate(table.rows)
    )
    return f'<table style="border-collapse:collapse">{head}{"".join(rows)}</table>'


def _html_row(
    kind: str, cells: Sequence[str], right: Sequence[bool], *, line_above: bool = False
) -> str:
    line = ";border-top:1px solid" if line_above else ""
    sides = ("right" if to_right else "left" for to_right in right)
    shown = (
        f'<{kind} style="text-align:{side}{line};padding:0 .4em">{escape(cell)}</{kind}>'
        for cell, side in zip(cells, sides, strict=True)
    )
    return f"<tr>{''.join(shown)}</tr>"
