"""Plot the values of a heap game: value against heap, and how often each value occurs.

Heaps that fall on one dot of the picture become one mark, darker the more they are, so 10^6
heaps and 10^8 are drawn as fast as what is seen, and a value taken once still shows.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from grundy.drawing.figure import figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

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
    axes: Axes,
    taken: npt.NDArray[np.int64],
    counts: npt.NDArray[np.int64],
    colour: str,
    label: str,
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
    powers = [10**k for k in range(len(str(greatest)))]
    steps = (1,) if len(powers) > 3 else (1, 2, 5)
    return [step * power for power in powers for step in steps if step * power <= greatest]


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
