"""The first values of a heap game for a notebook: a small plot and a table, found in no time."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from grundy import markup
from grundy.errors import GrundyError

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset

SHOWN = 100
_ROW = 20
_SECONDS = 1.0
# Twice the heaps take at most about eight times as long.
_GROWTH = 8
_WIDE, _HIGH, _MARGIN = 640.0, 120.0, 14.0


def sequence_html(ruleset: HeapRuleset) -> str:
    """Show a heap game by its first values, P-positions marked.

    At most 100 heaps are computed, and fewer where these take long: about a second is the
    bound. A rule that fails shows its name only.
    """
    values = first_values(ruleset)
    if not values:
        return markup.paragraph(ruleset.text)
    last = len(values) - 1
    rows = (
        [start, *(f"[{value}]" if value == 0 else value for value in values[start : start + _ROW])]
        for start in range(0, len(values), _ROW)
    )
    head = ["heap", *(f"+{step}" for step in range(min(_ROW, len(values))))]
    told = f"{ruleset.text}: values of heaps 0 to {last}; P-positions, of value 0, in brackets"
    seen = plot(values, ruleset.text)
    return f"<div>{markup.paragraph(told)}{seen}{markup.table(head, rows)}</div>"


def first_values(ruleset: HeapRuleset) -> list[int]:
    """Return the values of the first heaps: all that are shown, or as many as take no time."""
    found: list[int] = []
    start = time.monotonic()
    stop = max(1, min(ruleset.sequence.filled, SHOWN))
    while len(found) < SHOWN:
        began = time.monotonic()
        try:
            found = ruleset.values(stop).tolist()
        except GrundyError:
            break
        now = time.monotonic()
        if now - start + _GROWTH * (now - began) > _SECONDS:
            break
        stop = min(2 * stop, SHOWN)
    return found


def plot(values: list[int], name: str) -> str:
    """Plot value against heap as SVG: dots, and rings for P-positions.

    It has the colour of the text around it.
    """
    across = (_WIDE - 2 * _MARGIN) / max(len(values) - 1, 1)
    up = (_HIGH - 2 * _MARGIN) / max(*values, 1, 1)
    marks = "".join(
        f'<circle cx="{_MARGIN + heap * across:.1f}" cy="{_HIGH - _MARGIN - value * up:.1f}" '
        + ('r="3.5" fill="none" stroke="currentColor"/>' if value == 0 else 'r="2"/>')
        for heap, value in enumerate(values)
    )
    title = f"Grundy values of {markup.text(name, 60)}, heaps 0 to {len(values) - 1}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE:g} {_HIGH:g}" '
        f'width="{_WIDE:g}" role="img" aria-label="{title}" fill="currentColor" '
        f'style="max-width:100%;height:auto">'
        f"<title>{title}</title><desc>A dot for each heap, from left to right, the higher the "
        f"greater its value, up to {max(values)}; rings are P-positions, of value 0.</desc>"
        f"{marks}</svg>"
    )
