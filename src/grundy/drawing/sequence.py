"""Plots of the values of a heap game: in a notebook at once, or as a figure of matplotlib.

Heaps that fall on one dot of the picture become one mark, darker the more they are, so 10^6
heaps and 10^8 are drawn as fast as what is seen, and a value taken once still shows.
"""

from __future__ import annotations

import contextlib
import io
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from grundy import markup
from grundy.errors import GrundyError, MissingExtraError
from grundy.runtime.delivery import deliver_bytes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

    from grundy.heaps.ruleset import HeapRuleset


SHOWN = 100
_ROW = 20
_SECONDS = 1.0
# Twice the heaps take at most about eight times as long.
_GROWTH = 8
_STRIP_WIDE, _STRIP_HIGH = 640.0, 150.0
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
    sentence = f"{ruleset.text}: values of heaps 0 to {last}; P-positions, of value 0, in brackets"
    seen = plot(values, ruleset.text)
    return f"<div>{markup.paragraph(sentence)}{seen}{markup.table(head, rows)}</div>"


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
        return _LEFT + heap * (_STRIP_WIDE - _LEFT - _RIGHT) / last

    def y(value: float) -> float:
        return _STRIP_HIGH - _BOTTOM - value * (_STRIP_HIGH - _BOTTOM - _TOP) / top

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
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_STRIP_WIDE:g} {_STRIP_HIGH:g}" '
        f'width="{_STRIP_WIDE:g}" role="img" aria-label="{title}" fill="currentColor" '
        f'font-size="11" style="max-width:100%;height:auto">'
        f"<title>{title}</title><desc>A dot for each heap, from left to right, the higher the "
        f"greater its value, up to {max(values)}; rings are P-positions, of value 0.</desc>"
        f"{axes}{marks}</svg>"
    )


ROUND_NUMBERS = [digit * 10**power for power in range(20) for digit in (1, 2, 5)]


def _ticks(last: int, most: int) -> range:
    """Give round numbers from 0 to *last*, at most so many steps apart."""
    return range(0, last + 1, next(step for step in ROUND_NUMBERS if last <= most * step))


FORMATS = ("png", "svg", "pdf")

# Without the date and with a fixed salt, the same values give the same bytes.
_NO_DATE: dict[str, dict[str, Any]] = {
    "png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None},
}  # fmt: skip


@contextlib.contextmanager
def figure(
    path: str | os.PathLike[str], format: str | None = None, size: tuple[float, float] = (9, 4.8)
) -> Iterator[Figure]:
    """Yield an empty figure; save it when the block ends well."""
    chosen = format or Path(path).suffix.lower().removeprefix(".")
    if chosen not in FORMATS:
        raise ValueError(f"{path}: no picture of this kind; use .png, .svg or .pdf.")
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError("matplotlib", "plot", "Plotting") from None
    with mpl.rc_context({"svg.hashsalt": "grundy", "text.parse_math": False}):
        # A Figure of its own opens no window and needs no display.
        drawn = Figure(figsize=size, dpi=160, layout="constrained")
        yield drawn
        picture = io.BytesIO()
        drawn.savefig(picture, format=chosen, metadata=_NO_DATE[chosen])
        deliver_bytes(path, picture.getvalue())


# Told apart by colour-blind eyes, and dark enough in print.
_BLUE, _RED = "#0072B2", "#D55E00"

_WIDE, _HIGH = 1_200, 560  # dots of the plotted area, about
_POINTS_HIGH = 270.0  # the same in printer's points
_CHUNK = 1 << 22
# Fewer marks than this stay shapes that can be enlarged; more become an image in SVG and PDF.
_MOST_SHAPES = 5_000


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
    """Plot value against heap to a PNG, SVG or PDF file, written whole or not at all."""
    with figure(path, format) as drawn:
        axes: Axes = drawn.add_subplot()
        heaps, heights, counts = dots(values, start)
        zero = heights == 0 if lost is None else np.isin(heights, sorted(lost))
        size = _mark_size(len(values), int(heights.max(initial=0)))
        raster = len(heaps) > _MOST_SHAPES
        _scatter_counts(drawn, axes, heaps[~zero], heights[~zero], counts[~zero], size, raster)
        if zero.any():
            axes.scatter(
                heaps[zero], heights[zero], s=max(size, 8), c=_RED, linewidths=0,
                rasterized=raster, label="P-positions" + ": value 0" * (lost is None), zorder=3,
            )  # fmt: skip
            axes.legend(loc="upper left", bbox_to_anchor=(0, -0.12), frameon=False, fontsize=9)
        _label(axes, "heap n", what, title)
        across, up = max(0.5, len(values) / 100), max(0.5, heights.max(initial=0) / 25)
        axes.set_xlim(start - across, start + max(len(values), 1) - 1 + across)
        axes.set_ylim(-up, heights.max(initial=0) + up)


def _mark_size(heaps: int, greatest: int) -> float:
    """Return the area of a mark in square points: large where there is room for it."""
    apart_across = np.sqrt(9_000 / max(heaps, 1))
    apart_up = _POINTS_HIGH / (greatest + 1) / 2
    return float(np.clip(max(apart_across, min(apart_up, 3.5)), 1.1, 4.2) ** 2)


def dots(
    values: npt.NDArray[np.integer[Any]], start: int = 0
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Gather heaps that a picture cannot show apart."""
    if not len(values):
        nothing = np.zeros(0)
        return nothing, nothing, np.zeros(0, np.int64)
    wide = -(-len(values) // _WIDE)  # heaps to a dot
    high = -(-int(values.max()) // _HIGH) or 1  # values to a dot; 0 has a row of its own
    across = -(-len(values) // wide)
    rows = 1 + -(-int(values.max()) // high)
    counts = np.zeros(rows * across, np.int64)
    for first in range(0, len(values), _CHUNK):
        part = values[first : first + _CHUNK].astype(np.int64)
        column = np.arange(first, first + len(part)) // wide
        counts += np.bincount(-(-part // high) * across + column, minlength=rows * across)
    cells = np.flatnonzero(counts)
    row, column = np.divmod(cells, across)
    heaps = start + column * wide + (wide - 1) / 2
    heights = np.where(row == 0, 0.0, row * high - (high - 1) / 2)
    return heaps.astype(np.float64), heights.astype(np.float64), counts[cells]


def plot_frequencies(
    path: str | os.PathLike[str],
    counts: Sequence[int] | npt.NDArray[np.integer[Any]],
    *,
    mask: int | None = None,
    title: str = "",
    format: str | None = None,
    what: str = "Grundy value",
) -> None:
    """Plot how many heaps have each value, on a logarithmic scale."""
    numbers = np.asarray(counts, dtype=np.int64)
    taken = np.flatnonzero(numbers)
    with figure(path, format) as drawn:
        axes: Axes = drawn.add_subplot()
        if mask is None:
            _bars(axes, taken, numbers, _BLUE, "")
        else:
            rare = np.array([(int(value) & mask).bit_count() % 2 == 0 for value in taken], bool)
            _bars(axes, taken[rare], numbers, _RED, f"rare: even parity under mask {mask:#x}")
            _bars(axes, taken[~rare], numbers, _BLUE, "common")
            axes.legend(frameon=False, fontsize=9, loc="upper left", bbox_to_anchor=(0, -0.12))
        if len(taken):
            axes.set_yscale("log")
            axes.set_ylim(bottom=0.7)
            _plain_numbers(axes.yaxis)
        _label(axes, what, "number of heaps", title)


def _bars(
    axes: Axes, taken: npt.NDArray[np.int64], counts: npt.NDArray[np.int64], colour: str, label: str
) -> None:
    """Draw the bars as one collection: thousands of rectangles would take minutes."""
    axes.vlines(
        taken, 0.5, counts[taken], colors=colour, label=label,
        linewidth=float(np.clip(400 / max(counts.size, 1), 0.6, 14)),
    )  # fmt: skip


def _scatter_counts(
    drawn: Figure,
    axes: Axes,
    heaps: npt.NDArray[np.float64],
    heights: npt.NDArray[np.float64],
    counts: npt.NDArray[np.int64],
    size: float,
    raster: bool,
) -> None:
    """Draw marks; with more than one heap to a mark, by colour from pale to dark."""
    from matplotlib import colormaps
    from matplotlib.colors import LinearSegmentedColormap, LogNorm

    if not len(counts) or counts.max() <= 1:
        axes.scatter(heaps, heights, s=size, c=_BLUE, linewidths=0, rasterized=raster)
        return
    # The palest third of the map would not show on white.
    shades = colormaps["viridis_r"](np.linspace(0.12, 1, 256))
    order = np.argsort(counts, kind="stable")  # dark marks on top
    marks = axes.scatter(
        heaps[order], heights[order], s=size, c=counts[order], linewidths=0, marker="s",
        cmap=LinearSegmentedColormap.from_list("counts", shades),
        norm=LogNorm(1, float(counts.max())), rasterized=raster,
    )  # fmt: skip
    scale = drawn.colorbar(marks, ax=axes, label="heaps to a dot", pad=0.01)
    scale.set_ticks(_round_numbers(int(counts.max())))
    scale.minorticks_off()
    _plain_numbers(scale.ax.yaxis)


def _round_numbers(greatest: int) -> list[int]:
    """Return 1, 2, 5, 10, … up to a number, or powers of ten alone where these are enough."""
    numbers = ROUND_NUMBERS[::3] if greatest >= 1_000 else ROUND_NUMBERS
    return [number for number in numbers if number <= greatest]


def _label(axes: Axes, across: str, up: str, title: str) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.set_title(title, fontsize=11, loc="left")
    axes.grid(alpha=0.25)
    axes.set_axisbelow(True)
    for axis in (axes.xaxis, axes.yaxis):
        if axis.get_scale() == "linear":
            axis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1, steps=[1, 2, 5, 10]))
            _plain_numbers(axis)


def _plain_numbers(axis: Axis) -> None:
    """Write 1,000 rather than 10³: the titles are not read as mathematics, nor are the ticks."""
    from matplotlib.ticker import NullFormatter, StrMethodFormatter

    axis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axis.set_minor_formatter(NullFormatter())
