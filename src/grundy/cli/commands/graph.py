"""`grundy graph`: the digraph of the states that a position can reach, labelled and drawn."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grundy.cli.labels import (
    label_options,
    print_labels,
    require_company,
    require_endings,
    require_one,
    say_written,
    write_labels,
)
from grundy.cli.threads import threads_option

if TYPE_CHECKING:
    from grundy.drawing.graph_scene import Arcs
    from grundy.graphs.labelling import Labelling
    from grundy.values import Play

_LIMIT = 1_000_000


@click.command("graph")
@click.argument("words", nargs=-1, required=True, metavar="GAME POSITION...")
@label_options
@click.option(
    "--layout",
    type=click.Choice(["dot", "circo", "neato", "sfdp", "grid"]),
    help="How --draw places the states.  [default: dot; grid for many arcs between pairs of "
    "numbers]",
)
@click.option(
    "--arcs",
    type=click.Choice(["all", "winning"]),
    help="Which moves --draw shows.  [default: all; of more than 400 the winning ones]",
)
@click.option("--memory", metavar="SIZE", help="What the states may take of memory where OUT is a "
              "folder, such as 2GB.  [half of what is free]")  # fmt: skip
@click.option("--limit", type=click.IntRange(1), metavar="N",
              help="Stop at more than N states.  [default: a million, or after 20 s]")  # fmt: skip
@threads_option
def command(
    words: tuple[str, ...],
    play: Play,
    draw: str | None,
    bw: bool,
    palette: str | None,
    layout: str | None,
    arcs: Arcs | None,
    no_legend: bool,
    output: str | None,
    output_format: str | None,
    moves: bool,
    as_json: bool,
    memory: str | None,
    limit: int | None,
) -> None:
    """Give the digraph of all states that a position can reach, with values and outcomes.

    GAME is a name (grundy games lists them), a take-and-break code, a set, a digraph file, or
    file.py:name. POSITION is a state of it, or several whose sum is meant; + begins another
    game. The first state of the table is the position itself.

    An OUT without an ending is a new folder: by compiled rules all states and arcs go there as
    Parquet, larger than memory, for grundy label OUT/arcs; vertex 0 is the position.

    \b
    Examples:
      grundy graph wythoff 2,3 --draw wythoff.svg
      grundy graph kayles 3 2 + "{1,2}" 2
      grundy graph wythoff 8,12 --draw wythoff.png --output wythoff.csv
      grundy graph cram 5x5 --output cram-graph
    """
    if output is not None and output_format is None and _is_folder(output):
        given = {"--draw": draw, "--moves": moves, "--play": play != "normal"}
        _write_folder(words, output, limit, memory, given, as_json=as_json)
        return
    if memory is not None:
        raise click.UsageError("--memory is for an OUT that is a folder; leave it out.")
    if bw and palette:
        raise click.UsageError("--bw and --palette exclude each other.")
    looks = {"--bw": bw, "--palette": palette, "--layout": layout, "--arcs": arcs}
    require_company("--draw", draw, {**looks, "--no-legend": no_legend})
    require_company("--output", output, {"--format": output_format, "--moves": moves})
    to_output = {"--output -": output == "-", "--draw -": draw == "-", "--json": as_json}
    require_one(to_output)
    require_endings(output, output_format, draw)

    labelling = _labelled(words, play, limit, drawn=draw is not None)
    told = shlex.join(["grundy", "graph", *words, "--play", play])
    write_labels(labelling, output, output_format, told, moves=moves)
    if draw is not None:
        from grundy.drawing.states import draw_labelled

        draw_labelled(
            labelling, draw, layout=layout, arcs=arcs, color=not bw, palette=palette,
            legend=not no_legend,
        )  # fmt: skip
    if as_json:
        write_labels(labelling, "-", "json", told)
    if not any(to_output.values()):
        say_written(output, draw)
        print_labels(labelling, written=output is not None)


def _is_folder(output: str) -> bool:
    return output != "-" and not Path(output).suffix


def _write_folder(
    words: tuple[str, ...],
    output: str,
    limit: int | None,
    memory: str | None,
    given: Mapping[str, object],
    *,
    as_json: bool,
) -> None:
    """Write the arcs of all states to a folder, by compiled rules where there are any."""
    from grundy.cli.game import read_position
    from grundy.cli.output import print_json, printable, progress_bar
    from grundy.large.choice import parse_bytes
    from grundy.tabulated.reach import compiled_rules, said, write_plain_graph, write_state_graph

    for option, present in given.items():
        if present:
            raise click.UsageError(
                f"{option} does nothing where OUT is a folder; grundy label {output}/arcs has it."
            )
    position = read_position(words)
    room = None if memory is None else parse_bytes(memory)
    with progress_bar() as report:
        if compiled_rules(position) is not None:
            found = write_state_graph(position, output, memory=room, progress=report)
            cost = ""
        else:
            found = write_plain_graph(position, output, limit=limit or _LIMIT, progress=report)
            each = found.seconds / found.states
            cost = (
                f"By rules in Python, in memory: {1e6 * each:,.0f} µs a state. Compiled rules (the "
                "hook `packed`) take about one, and need not fit in memory."
            )
    if as_json:
        told = shlex.join(["grundy", "graph", *words, "--output", output])
        print_json(told, {"folder": output, "states": found.states, "arcs": found.arcs})
        return
    click.echo(printable(f"{said(found)}."))
    if cost:
        click.echo(cost, err=True)


def _labelled(words: tuple[str, ...], play: Play, limit: int | None, *, drawn: bool) -> Labelling:
    from grundy.cli.game import read_position
    from grundy.cli.output import progress_bar
    from grundy.games.states import named_graph
    from grundy.graphs.labelling import label

    position = read_position(words)
    with progress_bar() as report:
        graph = named_graph(position, limit, progress=report)
        if drawn:
            from grundy.drawing.states import require_few

            require_few(graph.vertex_count)
        return label(graph, play=play, progress=report)
