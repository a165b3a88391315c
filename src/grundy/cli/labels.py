"""What `grundy label` and `grundy graph` share, and the engines for files beyond memory."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.options import format_option, play_option, require_option, with_options
from grundy.cli.output import progress_bar, show
from grundy.errors import GrundyError
from grundy.printable import printable
from grundy.values import Play

if TYPE_CHECKING:
    from grundy.graphs.labelling import Labelling

_OPTIONS = (
    play_option(),
    click.option(
        "--draw", metavar="OUT", help="Draw the graph: .svg .png .pdf .tikz .tex .dot (- is SVG)."
    ),
    click.option(
        "--bw", is_flag=True, help="Draw in black and white, with shapes and line styles."
    ),
    click.option(
        "--palette",
        type=click.Choice(["source", "safe"]),
        help="Colours of the picture: as in the source, or safe for colour-blind eyes.",
    ),
    click.option("--no-legend", is_flag=True, help="Draw without the legend."),
    click.option(
        "--output", metavar="OUT", help="Write the labels: .csv .json .parquet .graphml .dot"
    ),
    format_option(metavar="NAME"),
    click.option(
        "--moves", is_flag=True, help="Parquet with remoteness and moves too, as other formats."
    ),
    click.option(
        "--json", "as_json", is_flag=True, help="Print the labels as JSON, arcs included."
    ),
)


def label_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say how labels are found, drawn and written."""
    return with_options(_OPTIONS, command)


def require_looks(others: Sequence[str]) -> None:
    """Reject style options without --draw or --output."""
    params = click.get_current_context().params
    if params["bw"] and params["palette"]:
        raise click.UsageError("--bw and --palette exclude each other.")
    options = ("--bw", "--palette", *others, "--no-legend")
    looks = {option: params[option.strip("-").replace("-", "_")] for option in options}
    require_option("--draw", params["draw"], looks)
    require_option("--output", params["output"], {"--moves": params["moves"]})


def looks(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return how a picture looks, as those who draw take it."""
    legend = not params["no_legend"]
    return {"color": not params["bw"], "palette": params["palette"], "legend": legend}


def require_endings(output: str | None, output_format: str | None, draw: str | None) -> None:
    """Check the file names before any work."""
    from grundy.graphs.formats import LABEL_FORMATS
    from grundy.graphs.io.source import find_format
    from grundy.runtime.delivery import arrow

    if output == "-" and output_format is None:
        raise click.UsageError(f"--output - needs --format: {', '.join(LABEL_FORMATS)}.")
    if output is not None and find_format(output, output_format, LABEL_FORMATS).name == "parquet":
        arrow()
    if draw is not None:
        from grundy.drawing.graph import format_of, require_library

        require_library(format_of(draw))


def write(labelling: Labelling, output: str | None, given: Mapping[str, Any], again: str) -> None:
    """Write the labels to --output, if it was given."""
    if output is not None:
        from grundy.graphs.formats import write_labelling

        kind, moves = given["output_format"], given["moves"]
        write_labelling(labelling, output, format=kind, command=again, moves=moves)


def say_written(output: str | None, draw: str | None, hide: str | None = None) -> None:
    """List the files that were written, on standard error."""
    written = {"labels": output, "picture": draw}
    if draw is not None and hide is not None:
        from grundy.drawing.graph import solutions_path

        written["solutions"] = str(solutions_path(draw))
    for what, path in written.items():
        if path is not None:
            verb = "is" if what == "picture" else "are"
            click.echo(f"grundy: the {what} {verb} in {printable(path, sys.stderr)}.", err=True)


_TABLE = (
    click.option(
        "--columns", metavar="A,B", callback=lambda ctx, param, value: _two_columns(value),
        help="The columns of tail and head, by name or by number from 1.",
    ),
    click.option(
        "--header/--no-header", default=None,
        help="Whether the first row names the columns.  [default: as the rows look]",
    ),
)  # fmt: skip

_ENGINE_OPTIONS = (
    click.option(
        "--engine", metavar="ENGINE",
        help="auto (by size), memory, disk or cluster.  [default: auto]",
    ),
    click.option("--memory", metavar="SIZE", help="Memory to use, such as 2GB.  [default: free]"),
    click.option("--threads", type=click.IntRange(1), help="Cores to use.  [default: all]"),
    click.option("--save", metavar="DIR", help="Keep what a stopped run can go on from."),
    click.option("--resume", is_flag=True, help="Go on from what --save kept."),
    click.option(
        "--save-every", type=click.FloatRange(min=0), metavar="SECONDS",
        help="Seconds between checkpoints, at least.  [default: 60]",
    ),
    click.option(
        "--scheduler", metavar="ADDRESS", help="A Dask scheduler, such as tcp://host:8786."
    ),
)  # fmt: skip

# Smaller files are read sooner than looked at.
_SMALL = 16_000_000


def _two_columns(value: str | None) -> tuple[str, str] | None:
    if value is None:
        return None
    tail, comma, head = value.partition(",")
    if not (comma and tail and head) or tail == head:
        raise click.BadParameter("write two columns with a comma between them, such as from,to.")
    return tail, head


def table_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say how a table of arcs is read."""
    return with_options(_TABLE, command)


def stated_of_table(columns: tuple[str, str] | None, header: bool | None) -> dict[str, object]:
    """Return these options as far as they were stated, for `repeat`."""
    stated: dict[str, object] = {} if columns is None else {"columns": ",".join(columns)}
    return stated | ({} if header is None else {"header" if header else "no_header": True})


def engine_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say which engine labels a file, and with what."""
    return with_options(_TABLE + _ENGINE_OPTIONS, command)


def choose_engine(file: str, input_format: str | None, given: dict[str, Any]) -> str | None:
    """Choose the engine that labels a file, None for the whole graph of one file in memory."""
    chosen = _file_engine(file, input_format, given)
    if chosen is None and given["engine"] == "memory" and os.path.isdir(file):
        chosen = "memory"
    if chosen in (None, "memory") and given["save"] is not None:
        click.echo(f"grundy: the memory engine keeps nothing in {given['save']}.", err=True)
        given |= {"save": None, "resume": False}
    return chosen


def refuse(params: Mapping[str, object], engine: str) -> None:
    """Refuse options that need all of the labels at once, of a graph in one file."""
    refused = {
        "--draw": params["draw"], "--json": params["as_json"], "--trace": params["trace"],
        "--start": params["start"], "--acyclic": params["acyclic"],
        "--format": params["output_format"], "--output -": params["output"] == "-",
        "--moves": params["moves"], "--certificate": params["certificate"],
    }  # fmt: skip
    option = next((option for option, value in refused.items() if value), None)
    if option is None:
        return
    if engine == "memory":
        raise click.UsageError(f"{option} needs a graph in one file, not a folder; leave it out.")
    raise click.UsageError(
        f"{option} needs the graph in memory; leave it out, or choose --engine memory."
    )


def _file_engine(file: str, input_format: str | None, flags: Mapping[str, Any]) -> str | None:
    from grundy.graphs.engines import ENGINES as KERNELS

    engine = flags["engine"] or "auto"
    if engine not in ("auto", "memory", "disk", "cluster", *KERNELS):
        raise click.UsageError(f'Unknown engine "{engine}"; choose auto, memory, disk or cluster.')
    often = flags["save_every"] is not None
    require_option("--save", flags["save"], {"--save-every": often, "--resume": flags["resume"]})
    beyond = [name for name in ("save", "resume", "scheduler") if flags[name]]
    if engine in ("memory", *KERNELS):
        for name in beyond:
            raise click.UsageError(f"--{name} is not for the engine {engine}.")
        return None
    return None if not beyond and _small(file, flags) else _chosen(file, input_format, flags)


def _small(file: str, given: Mapping[str, Any]) -> bool:
    if given["engine"] is not None or given["memory"] is not None:
        return False
    if not os.path.isfile(file):
        return not os.path.isdir(file)  # a pipe, or nothing: reading it says what is wrong
    readable = (".parquet", ".pq", ".csv", ".tsv")
    return not file.lower().endswith(readable) or os.path.getsize(file) < _SMALL


def _chosen(file: str, input_format: str | None, given: Mapping[str, Any]) -> str | None:
    from grundy.large.edge_file import choose, look

    try:
        choice = choose(
            look(file, input_format, header=given["header"], columns=given["columns"]),
            given["engine"] or "auto",
            memory=_bytes(given), scheduler=given["scheduler"],
        )  # fmt: skip
    except ValueError as error:
        if isinstance(error, GrundyError):
            raise
        raise click.UsageError(str(error)) from None
    if given["engine"] in (None, "auto"):
        click.echo(f"grundy: engine {choice.engine}: {choice.why}.", err=True)
    if choice.engine != "memory":
        return choice.engine
    return "memory" if os.path.isdir(file) else None


def _bytes(given: Mapping[str, Any]) -> int | None:
    from grundy.large.edge_file import parse_bytes

    return None if given["memory"] is None else parse_bytes(given["memory"])


def label_large(
    file: str,
    input_format: str | None,
    engine: str,
    given: Mapping[str, Any],
    *,
    play: Play,
    output: str | None,
) -> None:
    """Label a file by an engine that does not hold the graph, and print the counts."""
    from grundy.answers.graphs import counts_text
    from grundy.large.run import label_file

    with progress_bar():
        labelling = label_file(
            file, engine=engine, play=play, output=output,
            save=given["save"], resume=given["resume"], memory=_bytes(given),
            scheduler=given["scheduler"], threads=given["threads"], format=input_format,
            header=given["header"], columns=given["columns"],
            save_every=60.0 if given["save_every"] is None else given["save_every"],
        )  # fmt: skip
    show(counts_text(labelling))
