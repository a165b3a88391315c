"""`grundy random`: draw a random digraph and write it to a file."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.inputs import format_option
from grundy.cli.options import number
from grundy.errors import GraphFormatError
from grundy.printable import repeat

if TYPE_CHECKING:
    from grundy.graphs.graph import GameGraph

_FORMATS = ("csv", "dot", "graphml", "parquet")

# Parameters as errors name them, and options; "pairs" is an ordinary word elsewhere.
_BY_OPTION = (
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
def command(
    n: int,
    model: str,
    arc_probability: float | None,
    mean_out_degree: float | None,
    pairs: int | None,
    seed: int | None,
    output: str | None,
    output_format: str | None,
    as_json: bool,
) -> None:
    """Draw a random digraph, whose vertices are named 0 to n - 1.

    \b
    Examples:
      grundy random -n 20 --model gnp --mean-out-degree 2 --seed 1 --output g.dot
      grundy random -n 1000 --model pairs-dag --pairs 9000 --output g.csv
      grundy random -n 1e6 --mean-out-degree 10 --output g.parquet
    """
    import secrets

    from grundy.files.delivery import deliver_bytes
    from grundy.graphs.random import random_graph

    chosen = output_format or _format_of(output or "-")
    drawn = secrets.randbelow(2**32) if seed is None else seed
    given = {"arc_probability": arc_probability, "mean_out_degree": mean_out_degree, "pairs": pairs}
    try:
        graph = random_graph(n, model, **given, seed=drawn)  # type: ignore[arg-type]
    except GraphFormatError as error:
        raise click.UsageError(by_option(str(error))) from None
    if output is not None or not as_json:
        deliver_bytes(output or "-", _ENCODERS[chosen](graph))
        _say_what_is_lost(graph, chosen)
    if as_json:
        from grundy.answers.graphs import random_answer
        from grundy.cli.output import print_json

        again = repeat("random", "-n", n, model=model, **given, seed=drawn)
        print_json(again, random_answer(graph, drawn))
    elif seed is None:
        # So that the graph can be had again.
        click.echo(f"grundy: drawn with --seed {drawn}", err=True)


def by_option(message: str) -> str:
    """Call parameters by the names that they have on the command line."""
    for name, option in _BY_OPTION:
        message = re.sub(name, option, message)
    return message


def _format_of(output: str) -> str:
    from grundy.files.delivery import require_format

    return "csv" if output == "-" else require_format(output, _FORMATS)


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


def _as_csv(graph: GameGraph) -> bytes:
    from grundy.files.tables import csv_bytes

    sources, targets = graph.arcs()
    return csv_bytes(["source", "target"], zip(sources.tolist(), targets.tolist(), strict=True))


def _as_dot(graph: GameGraph) -> bytes:
    try:
        from pygraphviz import AGraph
    except ImportError:
        from grundy.errors import MissingExtraError

        raise MissingExtraError("pygraphviz", "formats", "Writing DOT") from None
    return str(_filled(graph, AGraph(directed=True, strict=False)).to_string()).encode()


def _as_graphml(graph: GameGraph) -> bytes:
    try:
        import networkx as nx
    except ImportError:
        from grundy.errors import MissingExtraError

        raise MissingExtraError("networkx", "formats", "Writing GraphML") from None
    data = io.BytesIO()
    nx.write_graphml(_filled(graph, nx.DiGraph()), data)
    return data.getvalue()


def _filled(graph: GameGraph, empty: Any) -> Any:
    """Copy vertices and arcs; networkx and pygraphviz name these two methods alike."""
    sources, targets = graph.arcs()
    empty.add_nodes_from(range(graph.vertex_count))
    empty.add_edges_from(zip(sources.tolist(), targets.tolist(), strict=True))
    return empty


def _as_parquet(graph: GameGraph) -> bytes:
    from grundy.files.tables import parquet_bytes

    return parquet_bytes(dict(zip(("source", "target"), graph.arcs(), strict=True)))


_ENCODERS = {"csv": _as_csv, "dot": _as_dot, "graphml": _as_graphml, "parquet": _as_parquet}
