"""What `grundy label` and `grundy graph` share: their options, their table, their files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click

from grundy.cli.inputs import format_option
from grundy.cli.options import old_spelling, play_option
from grundy.printable import printable

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
    old_spelling("--output-format", "--format", "--format is always that of what is written"),
    click.option(
        "--moves", is_flag=True, help="Parquet with remoteness and moves too, as other formats."
    ),
    click.option(
        "--json", "as_json", is_flag=True, help="Print the labels as JSON, arcs included."
    ),
)


def label_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say how labels are found, drawn and written."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def require_option(option: str, given: object, companions: Mapping[str, object]) -> None:
    """Refuse options that say how, where the one that says what is missing."""
    for companion, present in companions.items():
        if present and given is None:
            raise click.UsageError(f"{companion} needs {option}; add it, or leave {companion} out.")


def require_looks(others: Sequence[str]) -> None:
    """Refuse options that say how a picture or a file looks, where there is none to be."""
    given = click.get_current_context().params
    if given["bw"] and given["palette"]:
        raise click.UsageError("--bw and --palette exclude each other.")
    options = ("--bw", "--palette", *others, "--no-legend")
    looks = {option: given[option.strip("-").replace("-", "_")] for option in options}
    require_option("--draw", given["draw"], looks)
    require_option("--output", given["output"], {"--moves": given["moves"]})


def require_endings(output: str | None, output_format: str | None, draw: str | None) -> None:
    """Say what is wrong with the names of the files before the work begins."""
    from grundy.files.tables import arrow
    from grundy.graphs.formats import LABEL_FORMATS
    from grundy.graphs.io.formats import find_format

    if output == "-" and output_format is None:
        raise click.UsageError(f"--output - needs --format: {', '.join(LABEL_FORMATS)}.")
    if output is not None and find_format(output, output_format, LABEL_FORMATS).name == "parquet":
        arrow()
    if draw is not None:
        from grundy.drawing.graph import format_of, require_library

        require_library(format_of(draw))


def say_written(output: str | None, draw: str | None, hide: str | None = None) -> None:
    """Say on standard error which files there are now."""
    written = {"labels": output, "picture": draw}
    if draw is not None and hide is not None:
        from grundy.drawing.graph import solutions_path

        written["solutions"] = str(solutions_path(draw))
    for what, path in written.items():
        if path is not None:
            verb = "is" if what == "picture" else "are"
            click.echo(f"grundy: the {what} {verb} in {printable(path, sys.stderr)}.", err=True)
