"""Log-log plots of the growth, with the fitted exponents."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmarks.growth import Curve

_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#555555")
_MARKS = "osD^vx"


def plot(path: Path, curves: Sequence[Curve], title: str) -> None:
    """Draw curves that share a unit to an SVG file."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "grundy", "svg.fonttype": "none"}):
        figure = Figure(figsize=(7, 4.4), layout="constrained")
        axes = figure.add_subplot()
        for curve, colour, mark in zip(curves, _COLOURS, _MARKS, strict=False):
            exponent = curve.exponent
            fit = "" if exponent is None else f"  ∝ n^{exponent:.2f}"
            axes.loglog(
                curve.sizes, curve.seconds, color=colour, marker=mark, markersize=5,
                label=f"{curve.name}{fit}",
            )  # fmt: skip
        axes.set_xlabel(curves[0].unit)
        axes.set_ylabel("seconds, median")
        axes.grid(alpha=0.3)
        axes.legend(frameon=False, fontsize=9)
        axes.set_title(title, fontsize=11, loc="left")
        figure.savefig(path, format="svg", metadata={"Date": None})
