"""`grundy label` and `grundy graph`: a digraph of a file or of a game, labelled and drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from grundy.cli import labels
from grundy.cli.game import read_position
from grundy.cli.options import require_option, threads_option
from grundy.cli.output import print_json, progress_bar, show
from grundy.errors import GrundyError
from grundy.printable import repeat
from grundy.runtime.delivery import deliver_bytes
from grundy.runtime.limits import report
from grundy.runtime.threads import limited
from grundy.values import Play

if TYPE_CHECKING:
    from grundy.graphs.graph import GameGraph
    from grundy.graphs.labelling import Labelling


@click.command("label")
@click.argument("file")
@click.option(
    "--input-format", metavar="NAME", help="Format of FILE, where its ending does not say."
)
@labels.label_options
@click.option(
    "--layout", type=click.Choice(["dot", "circo", "neato", "sfdp"]),
    help="How --draw places the vertices.  [default: dot]",
)  # fmt: skip
@click.option(
    "--hide", type=click.Choice(["values"]),
    help="Leave the values out, for an exercise; the solutions go to a file beside it.",
)  # fmt: skip
@click.option("--certificate", metavar="OUT", help="Write the labels as a theorem for Coq.")
@click.option("--trace", is_flag=True, help="Show the steps of the algorithm (small graphs).")
@click.option("--acyclic", is_flag=True, help="Refuse a graph with a cycle, and show the cycle.")
@click.option("--start", metavar="VERTEX", help="Say who wins from this vertex, and how.")
@click.option("--turn", type=click.IntRange(1, 2), help="Who moves first at --start.  [default: 1]")
@labels.engine_options
def label(
    file: str, input_format: str | None, draw: str | None, output: str | None, **params: Any
) -> None:
    """Label a digraph: who wins from each vertex, its value, and the winning moves.

    FILE holds a digraph (DOT, GraphML, GML, Pajek, edge list, adjacency list, Matrix Market,
    npz, npy, Parquet, digraph6; .gz and .bz2 too), or is - for standard input, with
    --input-format. Parquet, CSV and TSV may be larger than memory: then labels are counted, and
    go to --output.

    \b
    Examples:
      grundy label examples/loopy.dot --draw loopy.svg
      grundy label examples/lecture.csv --output labels.json
      echo "a b" | grundy label - --input-format edgelist
      grundy label examples/loopy.dot --hide values --draw exercise.pdf
      grundy label examples/loopy.dot --certificate loopy.v
      grundy label edges.parquet --engine disk --output labels.parquet
    """
    labels.require_looks(("--layout", "--hide"))
    _require_sense(click.get_current_context().params)
    play, hide, start, as_json = (params[name] for name in ("play", "hide", "start", "as_json"))
    large = labels.choose_engine(file, input_format, params)
    if large is not None:
        labels.refuse(click.get_current_context().params, large)
        labels.label_large(file, input_format, large, params, play=play, output=output)
        return
    labels.require_endings(output, params["output_format"], draw)

    from grundy.answers.graphs import labels_text, trace_text
    from grundy.graphs.formats import read_graph, write_labelling

    columns, header = params["columns"], params["header"]
    with limited(params["threads"]):
        read = partial(read_graph, file, format=input_format, header=header, columns=columns)
        labelling = _labelled(read, play, params["acyclic"], params["engine"], drawn=bool(draw))
        of_table = labels.stated_of_table(columns, header)
        stated = {"input_format": input_format, **of_table, "play": play}
        again = repeat("label", file, **stated)
        labels.write(labelling, output, params, again)
    if params["certificate"] is not None:
        from grundy.answers.graphs import label_theorem

        deliver_bytes(params["certificate"], label_theorem(labelling))
    if draw is not None:
        layout = params["layout"] or "dot"
        labelling.draw(draw, layout=layout, hide=hide, **labels.looks(params))
    quiet = as_json or "-" in (output, draw)  # standard output is for one document
    if not quiet:
        labels.say_written(output, draw, hide)
    if as_json and start is None:
        write_labelling(labelling, "-", format="json", command=again)
    if not quiet and params["trace"]:
        show(trace_text(labelling))
    if start is not None:
        turn = params["turn"] or 1
        again = repeat("label", file, **stated, turn=turn, start=start)
        _say_start(labelling, start, turn, again if as_json else None)
    elif not quiet and hide is None:
        show(labels_text(labelling, written=output is not None))


def _say_start(labelling: Labelling, start: str, turn: int, again: str | None) -> None:
    """Print who wins from one vertex, as JSON if *again* is the command to repeat."""
    from grundy.answers.graphs import start_answer, start_text

    # On the command line every name is text; in a graph numbered by a file it is a number.
    name = next((one for one in labelling.graph.names if str(one) == start), start)
    if again is not None:
        print_json(again, start_answer(labelling, name, turn))
    else:
        show([start_text(labelling, name, turn)])


def _require_sense(params: Mapping[str, Any]) -> None:
    """Reject conflicting options."""
    draw, output, start, hide = (params[name] for name in ("draw", "output", "start", "hide"))
    if hide and draw == "-":
        raise click.UsageError("--hide makes two pictures; give --draw the name of a file.")
    if params["certificate"] is not None and not params["certificate"].endswith(".v"):
        raise click.UsageError(
            "--certificate writes a theorem for Coq, whose file ends in .v; what `grundy verify` "
            "checks is written by --output labels.json."
        )
    shows = {"--trace": params["trace"], "--start": start, "--json": params["as_json"],
             "--output -": output == "-"}  # fmt: skip
    if hide and any(shows.values()):
        claim = next(option for option, value in shows.items() if value)
        raise click.UsageError(f"--hide and {claim} exclude each other: values would be seen.")
    require_option("--start", start, {"--turn": params["turn"]})
    for option, name in (("--output -", output), ("--draw -", draw)):
        if name == "-" and start is not None:
            raise click.UsageError(
                f"{option} and --start both write to standard output; choose one."
            )


def _labelled(
    read: Callable[[], GameGraph], play: Play, acyclic: bool, engine: str | None, *, drawn: bool
) -> Labelling:
    from grundy.graphs.labelling import label

    kernel = "auto" if engine in (None, "memory") else engine

    with progress_bar():
        report("reading", 0, 0)
        graph = read()
        if drawn:
            from grundy.drawing.graph import require_drawable

            require_drawable(graph.vertex_count)
        try:
            return label(graph, play=play, acyclic=acyclic, engine=kernel)
        except ValueError as error:
            # The name of an engine, or one that this graph does not suit.
            if kernel == "auto" or isinstance(error, GrundyError):
                raise
            raise click.UsageError(f"--engine {kernel}: {error}") from None


# ---- of a game ----------------------------------------------------------------------------------


@click.command("graph")
@click.argument("words", nargs=-1, required=True, metavar="GAME POSITION...")
@labels.label_options
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
def graph(
    words: tuple[str, ...], play: Play, draw: str | None, output: str | None, **params: Any
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
    labels.require_looks(("--layout", "--arcs"))
    labels.require_endings(output, params["output_format"], draw)

    from grundy.answers.graphs import labels_text
    from grundy.graphs.formats import write_labelling

    labelling = _labelled_states(words, play, params["limit"], drawn=draw is not None)
    again = repeat("graph", *words, play=play)
    labels.write(labelling, output, params, again)
    if draw is not None:
        from grundy.drawing.graph import draw_labelled

        layout, arcs = params["layout"], params["arcs"]
        draw_labelled(labelling, draw, layout=layout, arcs=arcs, **labels.looks(params))
    if params["as_json"]:
        write_labelling(labelling, "-", format="json", command=again)
    elif "-" not in (output, draw):
        labels.say_written(output, draw)
        show(labels_text(labelling, written=output is not None))


def _labelled_states(
    words: tuple[str, ...], play: Play, limit: int | None, *, drawn: bool
) -> Labelling:
    from grundy.games.states import named_graph
    from grundy.graphs.labelling import label

    position = read_position(words)
    with progress_bar():
        graph = named_graph(position, limit)
        if drawn:
            from grundy.drawing.graph import require_few

            require_few(graph.vertex_count)
        return label(graph, play=play)
