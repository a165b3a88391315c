"""grundy verify: check saved labels against their graph, with code that knows no solver."""

from __future__ import annotations

import click

from grundy.errors import VerificationError


@click.command(short_help="Check a saved labelling.")
@click.argument("labels")
@click.option("--graph", "graph_file", metavar="FILE", help="The graph; CSV and Parquet need it.")
@click.option("--play", type=click.Choice(["normal", "misere"]), help="If LABELS do not say it.")
@click.option("--format", "label_format", metavar="FORMAT", help="The format of LABELS.")
@click.option("--graph-format", metavar="FORMAT", help="The format of the graph.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def command(
    labels: str,
    graph_file: str | None,
    play: str | None,
    label_format: str | None,
    graph_format: str | None,
    as_json: bool,
) -> None:
    """Check the file LABELS: conditions A, B and C, and all else that it states.

    JSON, GraphML and DOT labels hold their graph; for the others, or to check against a graph
    of your own, give --graph. "-" is standard input, with its --format. The exit status is 1
    when a check fails.

    \b
    Examples:
      grundy label game.dot --output labels.json
      grundy verify labels.json
      grundy verify labels.csv --graph game.dot
    """  # noqa: D301 - \b is click's mark for text that keeps its lines
    from grundy.graphs.formats import read_graph, read_labelling

    if labels == "-" and graph_file == "-":
        raise click.UsageError("Only one of LABELS and --graph can be standard input.")
    graph = None if graph_file is None else read_graph(graph_file, format=graph_format)
    saved = read_labelling(labels, graph=graph, format=label_format, play=play)
    count = saved.graph.vertex_count
    try:
        saved.verify()
    except VerificationError as error:
        if as_json:
            _answer(labels, count, error)
        raise
    if as_json:
        _answer(labels, count, None)
    else:
        noun = "vertex" if count == 1 else "vertices"
        click.echo(f"{count} {noun}: conditions A, B and C hold.")


def _answer(labels: str, count: int, error: VerificationError | None) -> None:
    from grundy.cli.output import print_json

    print_json(
        f"grundy verify {labels}",
        {
            "vertices": count,
            "holds": error is None,
            "vertex": None if error is None else str(error.where),
            "condition": None if error is None else error.condition,
            "message": None if error is None else str(error),
        },
    )
