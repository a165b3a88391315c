"""`grundy graph`: the digraph of the states that a position can reach, labelled and drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grundy.cli.labels import (
    label_options,
    print_labels,
    require_endings,
    require_looks,
    say_written,
    write_labels,
)
from grundy.cli.options import threads_option
from grundy.printable import repeat

if TYPE_CHECKING:
    from grundy.drawing.graph_scene import Arcs
    from grundy.graphs.labelling import Labelling
    from grundy.values import Play


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
    limit: int | None,
) -> None:
    """Give the digraph of all states that a position can reach, with values and outcomes.

    GAME is a name (grundy games lists them), a take-and-break code, a set, a digraph file, or
    file.py:name. POSITION is a state of it, or several whose sum is meant; + begins another
    game. The first state of the table is the position itself.

    \b
    Examples:
      grundy graph wythoff 2,3 --draw wythoff.svg
      grundy graph kayles 3 2 + "{1,2}" 2
      grundy graph wythoff 8,12 --draw wythoff.png --output wythoff.csv
    """
    require_looks(("--layout", "--arcs"))
    require_endings(output, output_format, draw)

    labelling = _labelled(words, play, limit, drawn=draw is not None)
    again = repeat("graph", *words, play=play)
    write_labels(labelling, output, output_format, again, moves=moves)
    if draw is not None:
        from grundy.drawing.graph import draw_labelled

        draw_labelled(
            labelling, draw, layout=layout, arcs=arcs, color=not bw, palette=palette,
            legend=not no_legend,
        )  # fmt: skip
    if as_json:
        write_labels(labelling, "-", "json", again)
    if not (as_json or "-" in (output, draw)):
        say_written(output, draw)
        print_labels(labelling, written=output is not None)


def _labelled(words: tuple[str, ...], play: Play, limit: int | None, *, drawn: bool) -> Labelling:
    from grundy.cli.game import read_position
    from grundy.cli.output import progress_bar
    from grundy.games.states import named_graph
    from grundy.graphs.labelling import label

    position = read_position(words)
    with progress_bar() as report:
        graph = named_graph(position, limit, progress=report)
        if drawn:
            from grundy.drawing.graph import require_few

            require_few(graph.vertex_count)
        return label(graph, play=play, progress=report)
