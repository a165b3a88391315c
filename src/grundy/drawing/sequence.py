"""Plots of the values of a heap game, in a notebook or as a file.

Heaps that fall on one dot of the picture become one mark, darker the more they are, so 10^6
heaps and 10^8 are drawn as fast as what is seen, and a value taken once still shows.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from grundy import markup
from grundy.drawing import chart
from grundy.errors import GrundyError

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset


SHOWN = 100
_ROW = 20
_SECONDS = 1.0
# Twice the heaps take at most about eight times as long.
_GROWTH = 8
_STRIP, _MARGINS = (640.0, 150.0), (44.0, 10.0, 12.0, 32.0)


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
    sentence = f"{ruleset.text}: values of heaps 0 to {last}; P-positions, of value 0, in brackets"
    seen = plot(values, ruleset.text)
    return f"<div>{markup.paragraph(sentence)}{seen}{markup.table(head, rows)}</div>"


def first_values(ruleset: HeapRuleset) -> list[int]:
    """Return the values of the first heaps: all that are shown, or as many as take no time."""
    values: list[int] = []
    start = time.monotonic()
    stop = max(1, min(ruleset.sequence.filled, SHOWN))
    while len(values) < SHOWN:
        began = time.monotonic()
        try:
            values = ruleset.values(stop).tolist()
        except GrundyError:
            break
        now = time.monotonic()
        if now - start + _GROWTH * (now - began) > _SECONDS:
            break
        stop = min(2 * stop, SHOWN)
    return values


def plot(values: list[int], name: str) -> str:
    """Plot value against heap as SVG: dots, rings for P-positions, and both axes."""
    across = chart.Axis("", 0, max(len(values) - 1, 1))
    up = chart.Axis("", 0, max(*values, 1, 1), steps=4)
    drawn = chart.Chart(across, up, _STRIP, _MARGINS)
    drawn.axes(grid=False)
    won = [heap for heap, value in enumerate(values) if value]
    drawn.dots(won, [values[heap] for heap in won], "currentColor", 4)
    drawn.parts += [
        f'<circle cx="{drawn.x(heap):.2f}" cy="{drawn.bottom:g}" r="3.5" fill="none" '
        'stroke="currentColor"/>'
        for heap, value in enumerate(values)
        if not value
    ]
    title = f"Grundy values of {markup.text(name, 60)}, heaps 0 to {len(values) - 1}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_STRIP[0]:g} {_STRIP[1]:g}" '
        f'width="{_STRIP[0]:g}" role="img" aria-label="{title}" fill="currentColor" '
        f'font-size="11" style="max-width:100%;height:auto">'
        f"<title>{title}</title><desc>A dot for each heap, from left to right, the higher the "
        f"greater its value, up to {max(values)}; rings are P-positions, of value 0.</desc>"
        f"{''.join(drawn.parts)}</svg>"
    )


_LEVELS = 32  # of colour
_WIDE, _HIGH = 1_200, 560  # dots of the plotted area, about
_POINTS_HIGH = 270.0  # the same in printer's points
_CHUNK = 1 << 22


def plot_values(
    path: str | os.PathLike[str],
    values: npt.NDArray[np.integer[Any]],
    *,
    start: int = 0,
    title: str = "",
    format: str | None = None,
    what: str = "Grundy value",
    lost: frozenset[int] | None = None,
) -> None:
    """Plot value against heap to a PNG, SVG or PDF file, written whole or not at all.

    With more than one heap to a mark, its colour goes from pale to dark.
    """
    heaps, heights, counts = dots(values, start)
    zero = heights == 0 if lost is None else np.isin(heights, sorted(lost))
    top, most = int(heights.max(initial=0)), int(counts.max(initial=1))
    room, up_room = max(0.5, len(values) / 100), max(0.5, top / 25)
    last = start + max(len(values), 1) - 1
    across = chart.Axis("heap n", start - room, last + room)
    rows = [(chart.RED, "P-positions" + ": value 0" * (lost is None))] * bool(zero.any())
    scale = chart.Axis("heaps to a dot", 1, most, log=True) if most > 1 else None
    drawn = chart.framed(across, chart.Axis(what, -up_room, top + up_room), rows, scale)
    colours, levels = [chart.BLUE], np.zeros(len(counts), np.intp)
    if scale is not None:
        colours = chart.ramp(chart.SHADES, _LEVELS)
        levels = (scale.share(counts) * (_LEVELS - 1)).astype(np.intp)
    # Marks are large where there is room for them.
    apart = max(np.sqrt(9_000 / max(len(values), 1)), min(_POINTS_HIGH / (top + 1) / 2, 3.5))
    size = float(np.clip(apart, 1.1, 4.2))
    drawn.marks(heaps[~zero], heights[~zero], levels[~zero], colours, size)
    drawn.marks(heaps[zero], heights[zero], levels[zero] * 0, [chart.RED], max(size, 2.8))
    chart.deliver_chart(path, format, drawn.parts, drawn.size, title)


def dots(
    values: npt.NDArray[np.integer[Any]], start: int = 0
) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[np.int64]]:
    """Gather heaps that a picture cannot show apart."""
    top = int(values.max(initial=0))
    wide = -(-len(values) // _WIDE) or 1  # heaps to a dot
    high = -(-top // _HIGH) or 1  # values to a dot; 0 has a row of its own
    across = -(-len(values) // wide) or 1
    rows = 1 + -(-top // high)
    counts = np.zeros(rows * across, np.int64)
    for first in range(0, len(values), _CHUNK):
        part = values[first : first + _CHUNK]
        row = part // high
        row = (row + (row * high < part)).astype(np.int64)  # rounded up, also of 2^64 - 1
        column = np.arange(first, first + len(part)) // wide
        counts += np.bincount(row * across + column, minlength=rows * across)
    cells = np.flatnonzero(counts)
    row, column = np.divmod(cells, across)
    heaps = start + column * wide + (wide - 1) / 2
    heights = np.where(row == 0, 0.0, row * float(high) - (high - 1) / 2)
    return heaps, heights, counts[cells]


def plot_frequencies(
    path: str | os.PathLike[str],
    counts: Sequence[int] | npt.NDArray[np.integer[Any]],
    *,
    mask: int | None = None,
    title: str = "",
    format: str | None = None,
    what: str = "Grundy value",
) -> None:
    """Plot how many heaps have each value, on a logarithmic scale.

    Of values that a picture cannot show apart, the most frequent one counts.
    """
    numbers = np.asarray(counts, dtype=np.int64)
    bins = np.flatnonzero(numbers)
    series = [(chart.BLUE, "", bins)]
    if mask is not None:
        rare = np.array([(int(value) & mask).bit_count() % 2 == 0 for value in bins], bool)
        meaning = f"rare: even parity under mask {mask:#x}"
        series = [(chart.RED, meaning, bins[rare]), (chart.BLUE, "common", bins[~rare])]
    last, most = int(bins.max(initial=1)), int(numbers.max(initial=1))
    rows = [(colour, meaning) for colour, meaning, values in series if meaning and len(values)]
    room = max(0.5, last / 50)
    up = chart.Axis("number of heaps", 0.7, 1.3 * most, log=True)
    drawn = chart.framed(chart.Axis(what, -room, last + room), up, rows)
    width = float(np.clip(400 / max(numbers.size, 1), 0.6, 14))
    together = -(-numbers.size // _WIDE) or 1  # values to a bar
    for colour, _, values in reversed(series):  # the rare ones on top
        columns = values // together
        first = np.flatnonzero(np.diff(columns, prepend=-1))
        highest = np.maximum.reduceat(numbers[values], first)
        tops = drawn.points(columns[first] * together + (together - 1) / 2, highest)
        bars = "".join(f"M{top}V{drawn.bottom:g}" for top in tops)
        drawn.parts.append(f'<path d="{bars}" stroke="{colour}" stroke-width="{width:g}"/>')
    chart.deliver_chart(path, format, drawn.parts, drawn.size, title)
