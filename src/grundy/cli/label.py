"""`grundy label`: from a digraph file to values, moves and a picture."""

from __future__ import annotations

import shlex
from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grundy.errors import GraphFormatError, GrundyError

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
@click.option(
    "--layout", type=click.Choice(["dot", "circo", "neato", "sfdp"]),
    help="How --draw places the vertices.  [default: dot]",
)  # fmt: skip
@click.option("--no-legend", is_flag=True, help="Draw without the legend.")
@click.option("--output", metavar="OUT", help="Write the labels: .csv .json .parquet .graphml .dot")
@click.option("--output-format", help="Format of OUT, where its ending does not say.")
@click.option("--json", "as_json", is_flag=True, help="Print the labels as JSON, arcs included.")
@click.option("--trace", is_flag=True, help="Show the steps of the algorithm (small graphs).")
@click.option("--acyclic", is_flag=True, help="Refuse a graph with a cycle, and show the cycle.")
@click.option("--start", metavar="VERTEX", help="Say who wins from this vertex, and how.")
@click.option("--turn", type=click.IntRange(1, 2), help="Who moves first at --start.  [default: 1]")
@click.option("--engine", default="auto", hidden=True)
def command(
    file: str,
    input_format: str | None,
    play: str,
    draw: str | None,
    bw: bool,
    palette: str | None,
    layout: str | None,
    no_legend: bool,
    output: str | None,
    output_format: str | None,
    as_json: bool,
    trace: bool,
    acyclic: bool,
    start: str | None,
    turn: int | None,
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
    """
    if bw and palette:
        raise click.UsageError("--bw and --palette exclude each other.")
    looks = {"--bw": bw, "--palette": palette, "--layout": layout, "--no-legend": no_legend}
    _require_company("--draw", draw, looks)
    _require_company("--output", output, {"--output-format": output_format})
    _require_company("--start", start, {"--turn": turn})
    to_output = {"--output -": output == "-", "--draw -": draw == "-", "--json": as_json}
    _require_one({**to_output, "--trace": trace})
    _require_one({"--output -": output == "-", "--draw -": draw == "-", "--start": start})
    _require_endings(output, output_format, draw)

    labelling = _labelled(file, input_format, play, acyclic, engine, drawn=draw is not None)
    told = shlex.join(["grundy", "label", file, "--play", play])
    _write(labelling, output, output_format, told)
    if draw is not None:
        labelling.draw(
            draw, color=not bw, layout=layout or "dot", palette=palette, legend=not no_legend
        )
    if as_json and start is None:
        _write(labelling, "-", "json", told)
    if not any(to_output.values()) and trace:
        _print_trace(labelling)
    if start is not None:
        _answer_start(labelling, start, turn or 1, f"{told} --turn {turn or 1}", as_json=as_json)
    elif not any(to_output.values()):
        _print_labels(labelling)


def _require_company(option: str, given: object, companions: Mapping[str, object]) -> None:
    """Refuse options that say how, where the one that says what is missing."""
    for companion, present in companions.items():
        if present and given is None:
            raise click.UsageError(f"{companion} needs {option}; add it, or leave {companion} out.")


def _require_one(claims: Mapping[str, object]) -> None:
    """Refuse two documents on standard output, which nobody could tell apart."""
    claiming = [option for option, present in claims.items() if present not in (None, False)]
    if len(claiming) > 1:
        raise click.UsageError(
            f"{claiming[0]} and {claiming[1]} both write to standard output; choose one."
        )


def _require_endings(output: str | None, output_format: str | None, draw: str | None) -> None:
    """Say what is wrong with the names of the files before the work begins."""
    from grundy.graphs.formats import LABEL_FORMATS, find_format

    if output == "-" and output_format is None:
        raise click.UsageError(f"--output - needs --output-format: {', '.join(LABEL_FORMATS)}.")
    if output is not None:
        find_format(output, output_format, LABEL_FORMATS)
    if draw is not None:
        from grundy.drawing.graph import format_of

        format_of(draw)
    for path in (output, draw):
        if path is not None and not Path(path).parent.is_dir():
            raise GraphFormatError(f'there is no folder "{Path(path).parent}".', file=path)


def _labelled(
    file: str, input_format: str | None, play: str, acyclic: bool, engine: str, *, drawn: bool
) -> Labelling:
    from grundy.cli.output import progress_bar
    from grundy.graphs.formats import read_graph
    from grundy.graphs.labelling import label

    with progress_bar() as report:
        if report is not None:
            report("reading", 0, 0)
        graph = read_graph(file, format=input_format)
        if drawn:
            from grundy.drawing.graph import require_drawable

            require_drawable(graph.vertex_count)
        try:
            return label(
                graph,
                play="misere" if play == "misere" else "normal",
                acyclic=acyclic,
                engine=engine,
                progress=report,
            )
        except ValueError as error:
            # The name of an engine, or one that this graph does not suit.
            if engine == "auto" or isinstance(error, GrundyError):
                raise
            raise click.UsageError(f"--engine {engine}: {error}") from None


def _write(labelling: Labelling, output: str | None, output_format: str | None, told: str) -> None:
    from grundy.graphs.formats import write_labelling

    if output is not None:
        write_labelling(labelling, output, format=output_format, command=told)


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


def _answer_start(labelling: Labelling, start: str, turn: int, told: str, *, as_json: bool) -> None:
    from grundy.cli.output import print_json, printable

    # On the command line every name is text; in a graph numbered by a file it is a number.
    names = labelling.graph.names
    name = next((known for known in names if str(known) == start), start)
    if as_json:
        print_json(f"{told} --start {shlex.quote(start)}", _start_fields(labelling, name, turn))
    else:
        click.echo(printable(_start_sentence(labelling, name, turn)))


def _start_fields(labelling: Labelling, name: Hashable, turn: int) -> dict[str, Any]:
    from grundy.values import LoopyValue

    outcome, value = str(labelling.outcome(name)), labelling[name]
    return {
        "play": labelling.play,
        "vertex": name,
        "value": str(value) if isinstance(value, LoopyValue) else value,
        "outcome": outcome,
        "winner": {"N": turn, "P": 3 - turn, "D": None}[outcome],
        "counter": labelling.counter(name),
        "remoteness": labelling.remoteness(name),
        "winning_moves": labelling.winning_moves(name),
        "best_move": labelling.best_move(name),
    }


def _start_sentence(labelling: Labelling, name: Hashable, turn: int) -> str:
    from grundy.cli.output import infinity
    from grundy.values import format_value

    outcome, number = labelling.outcome(name), labelling.graph.index(name)
    value = format_value(labelling[name], infinity=infinity())
    mover, other = f"player {turn}", f"player {3 - turn}"
    best, remote = labelling.best_move(name), labelling.remoteness(name)
    answers = {
        "N": f"{mover} wins in {remote} moves with best play; move to {best}",
        "P": f"{other} wins in {remote} moves with best play",
        "D": f"neither player can force a win; {mover} keeps the draw by moving to {best}",
    }
    if labelling.best_at(number) is None:
        answers = {
            "N": f"{mover} cannot move and wins",
            "P": f"{mover} cannot move and loses: {other} wins",
        }
    return f"{name}: value {value}, {outcome}. {answers[str(outcome)]}."


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
