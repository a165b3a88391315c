"""`grundy label`: from a digraph file to values, moves and a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from grundy.graphs.labelling import Labelling

_MOST_ROWS = 500
_ROWS_OF_MANY = 20


@click.command("label")
@click.argument("file")
@click.option("--format", "input_format", help="Format of FILE, where its ending does not say.")
@click.option("--play", type=click.Choice(["normal", "misere"]), default="normal")
@click.option("--draw", metavar="OUT", help="Draw the graph: .svg .png .pdf .dot (- is SVG).")
@click.option("--bw", is_flag=True, help="Draw in black and white, with shapes and line styles.")
@click.option(
    "--palette",
    type=click.Choice(["source", "safe"]),
    help="Colours of the picture: as in the source, or safe for colour-blind eyes.",
)
@click.option("--layout", type=click.Choice(["dot", "circo", "neato", "sfdp"]), default="dot")
@click.option("--no-legend", is_flag=True, help="Draw without the legend.")
@click.option("--output", metavar="OUT", help="Write the labels: .csv .json .parquet .graphml .dot")
@click.option("--output-format", help="Format of OUT, where its ending does not say.")
@click.option("--json", "as_json", is_flag=True, help="Print the labels as JSON, arcs included.")
@click.option("--trace", is_flag=True, help="Show the steps of the algorithm (small graphs).")
@click.option("--acyclic", is_flag=True, help="Refuse a graph with a cycle, and show the cycle.")
@click.option("--start", metavar="VERTEX", help="Say who wins from this vertex, and how.")
@click.option("--turn", type=click.IntRange(1, 2), default=1, help="Who moves first at --start.")
@click.option("--engine", default="auto", hidden=True)
def command(
    file: str,
    input_format: str | None,
    play: str,
    draw: str | None,
    bw: bool,
    palette: str | None,
    layout: str,
    no_legend: bool,
    output: str | None,
    output_format: str | None,
    as_json: bool,
    trace: bool,
    acyclic: bool,
    start: str | None,
    turn: int,
    engine: str,
) -> None:
    """Label a digraph: who wins from each vertex, its value, and the winning moves.

    FILE holds a digraph (DOT, GraphML, GML, Pajek, edge list, adjacency list, Matrix Market,
    npz, Parquet; .gz too), or is - for standard input, with --format.

    \b
    Examples:
      grundy label examples/loopy.dot --draw loopy.svg
      grundy label examples/lecture.csv --output labels.json
      echo "a b" | grundy label - --format edgelist
    """  # noqa: D301 - \b is click's mark for text that keeps its lines
    from grundy.cli.output import progress_bar
    from grundy.graphs.formats import read_graph, write_labelling
    from grundy.graphs.labelling import label

    if bw and palette:
        raise click.UsageError("--bw and --palette exclude each other.")
    with progress_bar() as report:
        if report is not None:
            report("reading", 0, 0)
        graph = read_graph(file, format=input_format)
        _say_that_it_compiles(graph.vertex_count + graph.arc_count)
        labelling = label(
            graph,
            play="misere" if play == "misere" else "normal",
            acyclic=acyclic,
            engine=engine,
            progress=report,
        )
    told = f"grundy label {file} --play {play}"
    if output is not None:
        write_labelling(labelling, output, format=output_format, command=told)
    if draw is not None:
        labelling.draw(draw, color=not bw, layout=layout, palette=palette, legend=not no_legend)
    if as_json:
        write_labelling(labelling, "-", format="json", command=told)
    elif start is not None:
        _print_start(labelling, start, turn)
    elif output != "-" and draw != "-":
        if trace:
            _print_trace(labelling)
        _print_labels(labelling)


def _say_that_it_compiles(size: int) -> None:
    from grundy.graphs.csr import SMALL

    if size < SMALL:
        return
    from grundy.compiled import never_used

    if never_used():
        click.echo("Compiling for the first time; this takes some seconds, once.", err=True)


def _print_labels(labelling: Labelling) -> None:
    from grundy.cli.output import infinity, print_table
    from grundy.values import format_value

    sign = infinity()
    names = labelling.graph.names
    shown = len(names) if len(names) <= _MOST_ROWS else _ROWS_OF_MANY
    rows = []
    for vertex in range(shown):
        counter = int(labelling.counter_array[vertex])
        remote = int(labelling.remoteness_array[vertex])
        best = labelling.best_at(vertex)
        winning = labelling.winning_at(vertex)
        rows.append(
            (
                names[vertex],
                format_value(labelling.value_at(vertex), infinity=sign),
                labelling.outcome_at(vertex),
                "" if counter < 0 else counter,
                "" if remote < 0 else remote,
                ", ".join(str(names[v]) for v in winning),
                "" if best is None else names[best],
            )
        )
    columns = ["vertex", "value", "outcome", "counter", "remoteness", "winning moves", "best move"]
    print_table(columns, rows, title=_summary(labelling))
    if shown < len(names):
        click.echo(f"The first {shown} of {len(names):,} vertices; --output FILE writes them all.")


def _summary(labelling: Labelling) -> str:
    import numpy as np

    draws, previous, following = np.bincount(labelling.outcome_array, minlength=3).tolist()
    graph = labelling.graph
    vertices = "vertex" if graph.vertex_count == 1 else "vertices"
    arcs = "arc" if graph.arc_count == 1 else "arcs"
    return (
        f"{graph.vertex_count:,} {vertices}, {graph.arc_count:,} {arcs}, {labelling.play} play: "
        f"{previous:,} P, {following:,} N, {draws:,} D"
    )


def _print_start(labelling: Labelling, start: str, turn: int) -> None:
    from grundy.cli.output import infinity, printable
    from grundy.values import format_value

    graph = labelling.graph
    # On the command line every name is text; in a graph numbered by a file it is a number.
    name = next((known for known in graph.names if str(known) == start), start)
    outcome = labelling.outcome(name)
    value = format_value(labelling[name], infinity=infinity())
    mover, other = f"player {turn}", f"player {3 - turn}"
    best = labelling.best_move(name)
    remote = labelling.remoteness(name)
    answers = {
        "N": f"{mover} wins in {remote} moves with best play; move to {best}",
        "P": f"{other} wins in {remote} moves with best play",
        "D": f"neither player can force a win; {mover} keeps the draw by moving to {best}",
    }
    if best is None:
        answers = {
            "N": f"{mover} cannot move and wins",
            "P": f"{mover} cannot move and loses: {other} wins",
        }
    click.echo(printable(f"{start}: value {value}, {outcome}. {answers[str(outcome)]}."))


def _print_trace(labelling: Labelling) -> None:
    from grundy.cli.output import infinity, print_table
    from grundy.graphs.trace import LabelStep, trace

    names = labelling.graph.names

    def listed(vertices: tuple[int, ...]) -> str:
        return "{" + ", ".join(str(names[v]) for v in vertices) + "}"

    label_rows = []
    for step in trace(labelling.graph, misere=labelling.play == "misere"):
        if isinstance(step, LabelStep):
            shown = infinity() if step.label is None else step.label
            counter = "" if step.counter is None else step.counter
            label_rows.append((names[step.vertex], shown, counter, step.reason))
            continue
        title = "Algorithm 1: the sinks are in the queue"
        if step.taken is not None:
            title = f"{names[step.taken]} is taken from the queue"
        rows = [
            (
                names[vertex],
                listed(row.remaining),
                listed(row.predecessors),
                "{" + ", ".join(map(str, row.labels)) + "}",
                "" if row.label is None else row.label,
            )
            for vertex, row in enumerate(step.rows)
        ]
        print_table(["vertex", "Succ", "Prec", "L_succ", "l"], rows, title=title)
    if label_rows:
        title = "Algorithm 2: the labels in the order in which they are given"
        print_table(["vertex", "l", "c", "because"], label_rows, title=title)
