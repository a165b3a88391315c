"""Plot an experiment: the mean against the number of vertices, with a band."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence

from grundy.errors import MissingExtraError
from grundy.experiments.max_value import MaxValueExperiment, SizeSummary
from grundy.files.whole import whole_file

FORMATS = ("png", "svg", "pdf")

_COLOUR = "#0072B2"  # blue, told apart by colour-blind eyes, and dark enough in print

# Without the date and with a fixed salt, the same rows give the same bytes.
_NO_DATE = {"png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}


def plot_max_values(
    path: str | os.PathLike[str],
    rows: Sequence[SizeSummary],
    experiment: MaxValueExperiment,
    *,
    format: str,
) -> None:
    """Plot mean greatest values to a PNG, SVG or PDF file, written whole or not at all."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError("matplotlib", "plot", "Plotting") from None
    sizes = [row.n for row in rows]
    mean = [row.mean for row in rows]
    with mpl.rc_context({"svg.hashsalt": "grundy"}):
        # A Figure of its own opens no window and needs no display.
        figure = Figure(figsize=(7, 4.4), dpi=110, layout="constrained")
        axes = figure.add_subplot()
        axes.fill_between(
            sizes, [row.least for row in rows], [row.greatest for row in rows],
            color=_COLOUR, alpha=0.10, linewidth=0, label="least to greatest",
        )  # fmt: skip
        axes.fill_between(
            sizes,
            [row.mean - row.standard_deviation for row in rows],
            [row.mean + row.standard_deviation for row in rows],
            color=_COLOUR, alpha=0.25, linewidth=0, label="± one standard deviation",
        )  # fmt: skip
        few = "o" if len(rows) <= 30 else ""
        axes.plot(sizes, mean, color=_COLOUR, marker=few, markersize=4, label="mean")
        axes.set_xlabel("number of vertices n")
        axes.set_ylabel("greatest Grundy value")
        axes.set_ylim(bottom=0)
        axes.grid(alpha=0.3)
        axes.legend(loc="lower right", frameon=False)
        axes.set_title(_title(experiment), fontsize=11, loc="left")
        # Into memory first: a pipe cannot be written to and then read, as PNG would.
        drawn = io.BytesIO()
        figure.savefig(drawn, format=format, metadata=_NO_DATE[format])
    with whole_file(path) as given:
        given.write_bytes(drawn.getvalue())


def _title(experiment: MaxValueExperiment) -> str:
    graphs = "graph" if experiment.repetitions == 1 else "graphs"
    return (
        "Greatest Grundy value of random acyclic graphs\n"
        f"{experiment.model}, {experiment.density()}; "
        f"{experiment.repetitions} {graphs} of each size, seed {experiment.seed}"
    )
