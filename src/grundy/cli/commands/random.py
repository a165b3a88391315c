"""`grundy random` and `grundy experiment`: random digraphs, one or many."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.options import chosen_format, format_option, number
from grundy.cli.output import print_json, progress_bar, show
from grundy.errors import GraphFormatError
from grundy.printable import Table, repeat
from grundy.runtime.delivery import FORMATS as ROW_FORMATS
from grundy.runtime.delivery import csv_bytes, deliver_bytes, library, parquet_bytes, require_format

if TYPE_CHECKING:
    from grundy.experiments.max_value import MaxValueExperiment, SizeSummary
    from grundy.graphs.graph import GameGraph

_FORMATS = ("csv", "dot", "graphml", "parquet")
_COLUMNS = ("source", "target")

# Parameters as errors name them, and options; "pairs" is an ordinary word elsewhere.
_OPTION_NAMES = (
    (r"\barc_probability\b", "--arc-probability"),
    (r"\bmean_out_degree\b", "--mean-out-degree"),
    (r"\bpairs=", "--pairs "),
    (r"(^|\b(?:takes|needs|not|or) )pairs\b", r"\1--pairs"),
    (r"^n\b", "-n"),
)


@click.command("random")
@click.option("-n", "n", type=number, required=True, help="Number of vertices: 100, 1e6.")
@click.option(
    "--model", metavar="NAME", default="gnp-dag", show_default=True,
    help="gnp-dag, pairs-dag (without cycles), gnp, pairs (with cycles).",
)  # fmt: skip
@click.option("--arc-probability", type=float, metavar="P", help="gnp, gnp-dag: from 0 to 1.")
@click.option("--mean-out-degree", type=float, metavar="D", help="gnp, gnp-dag: arcs a vertex.")
@click.option("--pairs", type=click.IntRange(min=0), metavar="M", help="pairs, pairs-dag: drawn.")
@click.option("--seed", type=click.IntRange(min=0), help="The same seed draws the same graph.")
@click.option("--output", metavar="OUT", help="A file: .csv .dot .graphml .parquet [- (CSV)]")
@format_option(_FORMATS, alone=_FORMATS)
@click.option("--json", "as_json", is_flag=True, help="Print the graph as JSON.")
def random(
    n: int, model: str, seed: int | None, output: str | None, as_json: bool, **given: Any
) -> None:
    """Draw a random digraph, whose vertices are named 0 to n - 1.

    \b
    Examples:
      grundy random -n 20 --model gnp --mean-out-degree 2 --seed 1 --output g.dot
      grundy random -n 1000 --model pairs-dag --pairs 9000 --output g.csv
      grundy random -n 1e6 --mean-out-degree 10 --output g.parquet
    """
    import secrets

    from grundy.graphs.random import random_graph

    chosen = chosen_format(output, given.pop("output_format"), _FORMATS)
    drawn = secrets.randbelow(2**32) if seed is None else seed
    parameters = dict(sorted(given.items()))  # as they stand in --help
    try:
        graph = random_graph(n, model, **parameters, seed=drawn)
    except GraphFormatError as error:
        raise click.UsageError(_by_option(str(error))) from None
    if output is not None or not as_json:
        deliver_bytes(output or "-", _encoded(graph, chosen))
        _say_what_is_lost(graph, chosen)
    if as_json:
        from grundy.answers.graphs import random_answer

        again = repeat("random", "-n", n, model=model, **parameters, seed=drawn)
        print_json(again, random_answer(graph, drawn))
    elif seed is None:
        # So that the graph can be had again.
        click.echo(f"grundy: drawn with --seed {drawn}", err=True)


def _by_option(message: str) -> str:
    """Call parameters by the names that they have on the command line."""
    for name, option in _OPTION_NAMES:
        message = re.sub(name, option, message)
    return message


def _say_what_is_lost(graph: GameGraph, chosen: str) -> None:
    import numpy as np

    touched = np.zeros(graph.vertex_count, bool)
    for ends in graph.arcs():
        touched[ends] = True
    lonely = graph.vertex_count - int(np.count_nonzero(touched))
    # A Parquet file names vertices by number, which tells those below the greatest.
    if chosen == "parquet":
        lonely = graph.vertex_count - 1 - int(np.flatnonzero(touched).max(initial=-1))
    if chosen in ("csv", "parquet") and lonely:
        verb = "vertex has no arc and is" if lonely == 1 else "vertices have no arc and are"
        click.echo(
            f"grundy: {lonely} {verb} not in the edge list; .dot and .graphml keep them.", err=True
        )


def _encoded(graph: GameGraph, kind: str) -> bytes:
    """Return the file of a digraph; networkx and pygraphviz name their methods alike."""
    ends = graph.arcs()
    if kind == "parquet":
        return parquet_bytes(dict(zip(_COLUMNS, ends, strict=True)))
    arcs = list(zip(*(each.tolist() for each in ends), strict=True))
    if kind == "csv":
        return csv_bytes(_COLUMNS, arcs)
    if kind == "dot":
        dot = library("pygraphviz", "formats", "Writing DOT")
        copy = dot.AGraph(directed=True, strict=False)
    else:
        networkx = library("networkx", "formats", "Writing GraphML")
        copy = networkx.DiGraph()
    copy.add_nodes_from(range(graph.vertex_count))
    copy.add_edges_from(arcs)
    if kind == "dot":
        return str(copy.to_string()).encode()
    data = io.BytesIO()
    networkx.write_graphml(copy, data)
    return data.getvalue()


# ---- the same question asked of many graphs -----------------------------------------------------

_MOST_SIZES = 100_000
_SETTINGS = (
    "model", "pairs_per_vertex", "arc_probability", "mean_out_degree", "repetitions", "seed",
)  # fmt: skip


@click.group("experiment")
def experiment() -> None:
    """Repeat an experiment on random graphs.

    \b
    Example:
      grundy experiment max-value --n 5:300 --step 5 --plot max-value.png
    """


@experiment.command("max-value")
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
    sizes: str, step: int | None, plot: str | None, output: str | None, as_json: bool, **given: Any
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
    from grundy.drawing.chart import FORMATS
    from grundy.experiments import max_value as greatest

    workers, scheduler, output_format = map(given.pop, ("workers", "scheduler", "output_format"))
    if scheduler is not None and workers is not None:
        raise click.UsageError("--workers is for this machine; leave it out with --scheduler.")
    probability, over_n = _parse_probability(given["arc_probability"])
    settings = greatest.MaxValueExperiment(
        **given | {"arc_probability": probability}, probability_over_n=over_n
    )
    numbers = parse_sizes(sizes, step)
    plot_format = "" if plot is None else require_format(plot, FORMATS)
    chosen = chosen_format(output, output_format, ROW_FORMATS)
    try:
        rows = _run(settings, numbers, workers, scheduler)
    except GraphFormatError as error:
        raise click.UsageError(_by_option(str(error))) from None
    again = repeat(
        "experiment", "max-value", n=sizes, step=step, **{name: given[name] for name in _SETTINGS}
    )  # fmt: skip
    if output is not None:
        greatest.write_rows(output, rows, settings, format=chosen, command=again)
    if plot is not None:
        greatest.plot_max_values(plot, rows, settings, format=plot_format)
    if as_json:
        print_json(again, greatest.as_fields(rows, settings))
    elif output != "-":
        show([_as_table(rows, settings)])


def parse_sizes(text: str, step: int | None = None) -> list[int]:
    """Read numbers of vertices: a, a:b or a:b:step, both ends included; commas join them."""
    sizes: set[int] = set()
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
        sizes.update(range(first, last + 1, by))
    return sorted(sizes)


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


def _run(
    experiment: MaxValueExperiment, sizes: list[int], workers: int | None, scheduler: str | None
) -> list[SizeSummary]:
    from grundy.experiments.max_value import max_values
    from grundy.runtime.runner import executor_for

    experiment.recipe(sizes[-1])  # says what is wrong before processes start
    # The pool first: processes are to start before the thread that draws the bar.
    with executor_for(scheduler, workers) as pool, progress_bar():
        return max_values(experiment, sizes, executor=pool, workers=1)


def _as_table(rows: list[SizeSummary], settings: MaxValueExperiment) -> Table:
    cells = [
        (row.n, f"{row.mean:.2f}", f"{row.standard_deviation:.2f}", row.least, row.greatest)
        for row in rows
    ]
    return Table(
        ["n", "mean", "standard deviation", "least", "greatest"],
        cells,
        f"Greatest Grundy value: {settings.model}, {settings.density()}, "
        f"{settings.repetitions} graphs of each size, seed {settings.seed}",
    )
