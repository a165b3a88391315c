"""Log-log plots of the growth, with the lines that fit it and their exponents."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.growth import Curve

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#555555")
_MARKS = "osD^vx"


def plot(path: Path, curves: Sequence[Curve], title: str) -> None:
    """Draw curves that share a unit to an SVG file."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "grundy", "svg.fonttype": "none"}):
        figure = Figure(figsize=(7, 4.8), layout="constrained")
        axes = figure.add_subplot(xscale="log", yscale="log")
        for curve, colour, mark in zip(curves, _COLOURS, _MARKS, strict=False):
            _draw(axes, curve, colour, mark)
        axes.set_xlabel(f"{curves[0].unit}; hollow: left out of the fit")
        axes.set_ylabel("seconds, median")
        axes.grid(alpha=0.3)
        axes.legend(frameon=False, fontsize=8)
        axes.set_title(title, fontsize=11, loc="left")
        figure.savefig(path, format="svg", metadata={"Date": None})


def _draw(axes: Axes, curve: Curve, colour: str, mark: str) -> None:
    """Draw what was measured as marks, and the fit as a line over the sizes it is made from."""
    look: dict[str, Any] = {"color": colour, "marker": mark, "markersize": 5}
    sizes, seconds = zip(*curve.points, strict=True)
    left_out = len(curve.sizes) - len(sizes)
    axes.plot(curve.sizes, curve.seconds, color=colour, linewidth=0.6, linestyle=":")
    axes.plot(
        curve.sizes[:left_out], curve.seconds[:left_out], linestyle="", fillstyle="none", **look
    )
    if curve.fit is not None:
        start, exponent = curve.fit
        axes.plot(sizes, [start * size**exponent for size in sizes], color=colour, linewidth=1.2)
    axes.plot(sizes, seconds, linestyle="", label=_label(curve), **look)


def _label(curve: Curve) -> str:
    stops = f"; stops for {curve.stops}" if curve.stops else ""
    if curve.exponent is None:
        return curve.name + stops
    points = curve.points
    few = ", two points" if len(points) == 2 else ""
    return f"{curve.name}  ∝ $n^{{{curve.exponent:.2f}}}$ from {points[0][0]:,}{few}{stops}"
