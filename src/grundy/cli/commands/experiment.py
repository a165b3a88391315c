"""`grundy experiment`: the same question asked of many random graphs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from grundy.cli.inputs import format_option
from grundy.errors import GraphFormatError
from grundy.printable import repeat

if TYPE_CHECKING:
    from grundy.experiments.max_value import MaxValueExperiment, SizeSummary

_MOST_SIZES = 100_000


@click.group("experiment")
def command() -> None:
    """Repeat an experiment on random graphs.

    \b
    Example:
      grundy experiment max-value --n 5:300 --step 5 --plot max-value.png
    """


@command.command("max-value")
@click.option(
    "--n", "sizes", metavar="SIZES", default="5:300:5", show_default=True,
    help="Numbers of vertices: 5:300 (both ends), 5:300:5, or 5,10,20:50:10.",
)  # fmt: skip
@click.option("--step", type=click.IntRange(min=1), help="The step of a range without its own.")
@click.option(
    "--model", metavar="NAME", default="pairs-dag", show_default=True,
    help="How graphs are drawn: pairs-dag or gnp-dag.",
)  # fmt: skip
@click.option("--pairs-per-vertex", type=float, metavar="C", help="pairs-dag: C·n pairs. [9]")
@click.option("--arc-probability", metavar="P", help="gnp-dag: 0.1, or 20/n for min(1, 20/n).")
@click.option("--mean-out-degree", type=float, metavar="D", help="gnp-dag: min(1, 2D/(n - 1)).")
@click.option("--repetitions", type=click.IntRange(min=1), default=100, show_default=True)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True)
@click.option("--workers", type=click.IntRange(min=1), help="Processes. [one a core]")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask cluster, such as tcp://host:8786.")
@click.option("--plot", metavar="OUT", help="Plot the means with a band: .png .svg .pdf")
@click.option("--output", metavar="OUT", help="Write the rows: .csv .json .parquet, or - (CSV).")
@format_option(["csv", "json", "parquet"])
@click.option("--json", "as_json", is_flag=True, help="Print JSON rather than a table.")
def max_value(
    sizes: str,
    step: int | None,
    model: str,
    pairs_per_vertex: float | None,
    arc_probability: str | None,
    mean_out_degree: float | None,
    repetitions: int,
    seed: int,
    workers: int | None,
    scheduler: str | None,
    plot: str | None,
    output: str | None,
    output_format: str | None,
    as_json: bool,
) -> None:
    """Find how the greatest Grundy value of random acyclic graphs grows with their size.

    Without options it repeats the published figure (Lorusso and Mottinelli, 2008): it grows
    fast below n = 50 and levels off near 9. The seed fixes the result, whatever the number
    of workers.

    \b
    Examples:
      grundy experiment max-value --plot max-value.png --output max-value.csv
      grundy experiment max-value --n 50,100,200 --model gnp-dag --arc-probability 0.1
      grundy experiment max-value --n 5:60 --model gnp-dag --arc-probability 20/n
    """
    from grundy.cli.commands.random import by_option
    from grundy.experiments.max_value import MaxValueExperiment

    if scheduler is not None and workers is not None:
        raise click.UsageError("--workers is for this machine; leave it out with --scheduler.")
    probability, over_n = _parse_probability(arc_probability)
    experiment = MaxValueExperiment(
        model=model,
        pairs_per_vertex=pairs_per_vertex,
        arc_probability=probability,
        probability_over_n=over_n,
        mean_out_degree=mean_out_degree,
        repetitions=repetitions,
        seed=seed,
    )
    numbers = parse_sizes(sizes, step)
    formats = _output_formats(plot, output, output_format)
    try:
        rows = _run(experiment, numbers, workers, scheduler)
    except GraphFormatError as error:
        raise click.UsageError(by_option(str(error))) from None
    again = _command(sizes, step, experiment, arc_probability)
    _write(rows, experiment, again, plot, output, formats)
    if output != "-":
        _print(rows, experiment, again, as_json=as_json)


def parse_sizes(text: str, step: int | None = None) -> list[int]:
    """Read numbers of vertices: a, a:b or a:b:step, both ends included; commas join them."""
    found: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,18})(?::([0-9]{1,18})(?::([0-9]{1,18}))?)?\s*", part)
        if match is None:
            raise click.UsageError(
                f'--n: "{part}" is no number of vertices; write 50, 5:300 or 5:300:5.'
            )
        first, last = int(match[1]), int(match[2] or match[1])
        by = int(match[3]) if match[3] else step or 1
        if first < 1 or last < first or by < 1:
            raise click.UsageError(
                f'--n: "{part}" holds no sizes; the first has to be 1 or more, '
                "the last not below it, and the step 1 or more."
            )
        if (last - first) // by >= _MOST_SIZES:
            raise click.UsageError(
                f'--n: "{part}" holds more than {_MOST_SIZES:,} sizes; take a larger step.'
            )
        found.update(range(first, last + 1, by))
    return sorted(found)


def _parse_probability(text: str | None) -> tuple[float | None, float | None]:
    """Read "0.1" as (0.1, None) and "20/n" as (None, 20.0)."""
    if text is None:
        return None, None
    number, slash, divisor = (part.strip() for part in text.partition("/"))
    try:
        if not slash:
            return float(number), None
        if divisor == "n":
            return None, float(number)
    except ValueError:
        pass
    raise click.UsageError(
        f'--arc-probability: "{text}" is no probability; write a number such as 0.1, or 20/n.'
    )


def _output_formats(
    plot: str | None, output: str | None, output_format: str | None
) -> tuple[str, str]:
    """Return the formats of the plot and of the rows, or say what is wrong before the work."""
    from grundy.experiments import max_value as plotting
    from grundy.files import tables as rows
    from grundy.files.delivery import require_format

    plot_format = "" if plot is None else require_format(plot, plotting.FORMATS)
    if output is None or output == "-":
        return plot_format, output_format or "csv"
    endings = (output_format,) if output_format else rows.FORMATS
    return plot_format, output_format or require_format(output, endings)


def _run(
    experiment: MaxValueExperiment, sizes: list[int], workers: int | None, scheduler: str | None
) -> list[SizeSummary]:
    from grundy.cli.output import progress_bar
    from grundy.experiments.max_value import max_values
    from grundy.running.cluster import executor_for

    experiment.recipe(sizes[-1])  # says what is wrong before processes start
    # The pool first: processes are to start before the thread that draws the bar.
    with executor_for(scheduler, workers) as pool, progress_bar() as report:
        return max_values(experiment, sizes, executor=pool, workers=1, progress=report)


def _command(
    sizes: str, step: int | None, experiment: MaxValueExperiment, arc_probability: str | None
) -> str:
    """Return the command that repeats the rows: what changes them, and nothing else."""
    return repeat(
        "experiment", "max-value", n=sizes, step=step, model=experiment.model,
        pairs_per_vertex=experiment.pairs_per_vertex, arc_probability=arc_probability,
        mean_out_degree=experiment.mean_out_degree, repetitions=experiment.repetitions,
        seed=experiment.seed,
    )  # fmt: skip


def _write(
    rows: list[SizeSummary],
    experiment: MaxValueExperiment,
    again: str,
    plot: str | None,
    output: str | None,
    formats: tuple[str, str],
) -> None:
    from grundy.experiments.max_value import plot_max_values, write_rows

    if output is not None:
        write_rows(output, rows, experiment, format=formats[1], command=again)
    if plot is not None:
        plot_max_values(plot, rows, experiment, format=formats[0])


def _print(
    rows: list[SizeSummary], experiment: MaxValueExperiment, again: str, *, as_json: bool
) -> None:
    from grundy.cli.output import print_json, print_table
    from grundy.experiments.max_value import as_fields

    if as_json:
        print_json(again, as_fields(rows, experiment))
        return
    print_table(
        ["n", "mean", "standard deviation", "least", "greatest"],
        [
            (row.n, f"{row.mean:.2f}", f"{row.standard_deviation:.2f}", row.least, row.greatest)
            for row in rows
        ],
        title=f"Greatest Grundy value: {experiment.model}, {experiment.density()}, "
        f"{experiment.repetitions} graphs of each size, seed {experiment.seed}",
    )
