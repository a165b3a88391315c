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
_WIDE, _HIGH = 640.0, 150.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 44.0, 12.0, 10.0, 32.0
_HEAP_TICKS, _VALUE_TICKS = 10, 4


def sequence_html(ruleset: HeapRuleset) -> str:
    """Show a heap game by its first values, P-positions marked."""
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
    """Plot value against heap as SVG: dots, rings for P-positions, and both axes."""
    last, top = max(len(values) - 1, 1), max(*values, 1, 1)

    def x(heap: float) -> float:
        return _LEFT + heap * (_WIDE - _LEFT - _RIGHT) / last

    def y(value: float) -> float:
        return _HIGH - _BOTTOM - value * (_HIGH - _BOTTOM - _TOP) / top

    # A dot is a line of no length with round ends: one path holds them all.
    dots = "".join(f"M{x(heap):.1f} {y(value):.1f}h0" for heap, value in enumerate(values) if value)
    marks = f'<path d="{dots}" stroke="currentColor" stroke-width="4" stroke-linecap="round"/>'
    marks += "".join(
        f'<circle cx="{x(heap):.1f}" cy="{y(0):.1f}" r="3.5" fill="none" stroke="currentColor"/>'
        for heap, value in enumerate(values)
        if not value
    )
    below, beside = y(0) + 6, x(0) - 6
    axes = f'<path d="M{beside:g} {y(top):g}V{below:g}H{x(last):g}" fill="none" opacity="0.5" '
    axes += 'stroke="currentColor"/>'
    axes += "".join(
        f'<text x="{x(heap):.1f}" y="{below + 13:g}" text-anchor="middle">{heap}</text>'
        for heap in _ticks(last, _HEAP_TICKS)
    )
    axes += "".join(
        f'<text x="{beside - 5:g}" y="{y(value) + 4:.1f}" text-anchor="end">{value}</text>'
        for value in _ticks(top, _VALUE_TICKS)
    )
    title = f"Grundy values of {markup.text(name, 60)}, heaps 0 to {len(values) - 1}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE:g} {_HIGH:g}" '
        f'width="{_WIDE:g}" role="img" aria-label="{title}" fill="currentColor" '
        f'font-size="11" style="max-width:100%;height:auto">'
        f"<title>{title}</title><desc>A dot for each heap, from left to right, the higher the "
        f"greater its value, up to {max(values)}; rings are P-positions, of value 0.</desc>"
        f"{axes}{marks}</svg>"
    )


def _ticks(last: int, most: int) -> range:
    """Give round numbers from 0 to *last*, at most so many steps apart."""
    steps = (digit * 10**power for power in range(20) for digit in (1, 2, 5))
    return range(0, last + 1, next(step for step in steps if last <= most * step))
