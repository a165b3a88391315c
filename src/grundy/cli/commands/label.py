"""`grundy label`: from a digraph file to values, moves and a picture."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import click

from grundy.cli.labels import (
    label_options,
    print_labels,
    require_endings,
    require_looks,
    require_one,
    require_option,
    say_written,
    write_labels,
)
from grundy.cli.large import (
    Options,
    choose_engine,
    engine_options,
    label_large,
    refuse,
    stated_of_table,
)
from grundy.errors import GrundyError
from grundy.printable import repeat
from grundy.running.threads import in_parallel, limited

if TYPE_CHECKING:
    from grundy.graphs.graph import GameGraph
    from grundy.graphs.labelling import Labelling
    from grundy.values import Play


_MANY = 1_000_000  # arcs; for fewer a thread is not worth it


@click.command("label")
@click.argument("file")
@click.option(
    "--input-format", metavar="NAME", help="Format of FILE, where its ending does not say."
)
@label_options
@click.option(
    "--layout", type=click.Choice(["dot", "circo", "neato", "sfdp"]),
    help="How --draw places the vertices.  [default: dot]",
)  # fmt: skip
@click.option(
    "--hide", type=click.Choice(["values"]),
    help="Leave the values out, for an exercise; the solutions go to a file beside it.",
)  # fmt: skip
@click.option("--trace", is_flag=True, help="Show the steps of the algorithm (small graphs).")
@click.option("--acyclic", is_flag=True, help="Refuse a graph with a cycle, and show the cycle.")
@click.option("--start", metavar="VERTEX", help="Say who wins from this vertex, and how.")
@click.option("--turn", type=click.IntRange(1, 2), help="Who moves first at --start.  [default: 1]")
@engine_options
def command(
    file: str,
    input_format: str | None,
    play: Play,
    draw: str | None,
    bw: bool,
    palette: str | None,
    layout: str | None,
    hide: Literal["values"] | None,
    no_legend: bool,
    output: str | None,
    output_format: str | None,
    moves: bool,
    as_json: bool,
    trace: bool,
    acyclic: bool,
    start: str | None,
    turn: int | None,
    engine: str | None,
    memory: str | None,
    threads: int | None,
    save: str | None,
    resume: bool,
    save_every: float | None,
    scheduler: str | None,
    columns: tuple[str, str] | None,
    header: bool | None,
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
      grundy label edges.parquet --engine disk --output labels.parquet
    """
    require_looks(("--layout", "--hide"))
    _require_sense(click.get_current_context().params)
    options = Options(engine, memory, threads, save, resume, save_every, scheduler, columns, header)
    large, options = choose_engine(file, input_format, options)
    if large is not None:
        refused = {
            "--draw": draw, "--json": as_json, "--trace": trace, "--start": start,
            "--acyclic": acyclic, "--format": output_format, "--output -": output == "-",
            "--moves": moves,
        }  # fmt: skip
        refuse(refused, large)
        label_large(file, input_format, large, options, play=play, output=output)
        return
    require_endings(output, output_format, draw)

    from grundy.graphs.formats import read_graph

    kernel = "auto" if engine is None or engine == "memory" else engine
    with limited(threads):
        read = partial(read_graph, file, format=input_format, header=header, columns=columns)
        labelling = _labelled(read, play, acyclic, kernel, drawn=draw is not None)
    stated = {"input_format": input_format, **stated_of_table(columns, header), "play": play}
    again = repeat("label", file, **stated)
    quiet = as_json or "-" in (output, draw)  # standard output is for one document
    shown = not quiet and not trace and start is None
    with limited(threads):
        _write(labelling, output, output_format, again, moves=moves, shown=shown)
    if draw is not None:
        labelling.draw(
            draw,
            color=not bw,
            layout=layout or "dot",
            palette=palette,
            legend=not no_legend,
            hide=hide,
        )
    if not quiet:
        say_written(output, draw, hide)
    if as_json and start is None:
        write_labels(labelling, "-", "json", again)
    if not quiet and trace:
        _print_trace(labelling)
    if start is not None:
        again = repeat("label", file, **stated, turn=turn or 1, start=start)
        _answer_start(labelling, start, turn or 1, again, as_json=as_json)
    elif not quiet and hide is None:
        print_labels(labelling, written=output is not None)


def _require_sense(given: Mapping[str, Any]) -> None:
    """Refuse options that say nothing together, or too much."""
    draw, output, start, hide = (given[name] for name in ("draw", "output", "start", "hide"))
    if hide and draw == "-":
        raise click.UsageError("--hide makes two pictures; give --draw the name of a file.")
    shows = {"--trace": given["trace"], "--start": start, "--json": given["as_json"],
             "--output -": output == "-"}  # fmt: skip
    if hide and any(shows.values()):
        claim = next(option for option, value in shows.items() if value)
        raise click.UsageError(f"--hide and {claim} exclude each other: values would be seen.")
    require_option("--start", start, {"--turn": given["turn"]})
    require_one({"--output -": output == "-", "--draw -": draw == "-", "--start": start})


def _labelled(
    read: Callable[[], GameGraph], play: Play, acyclic: bool, engine: str, *, drawn: bool
) -> Labelling:
    from grundy.cli.output import progress_bar
    from grundy.graphs.labelling import label

    with progress_bar() as report:
        if report is not None:
            report("reading", 0, 0)
        graph = read()
        if drawn:
            from grundy.drawing.graph import require_drawable

            require_drawable(graph.vertex_count)
        try:
            return label(graph, play=play, acyclic=acyclic, engine=engine, progress=report)
        except ValueError as error:
            # The name of an engine, or one that this graph does not suit.
            if engine == "auto" or isinstance(error, GrundyError):
                raise
            raise click.UsageError(f"--engine {engine}: {error}") from None


def _write(
    labelling: Labelling,
    output: str | None,
    output_format: str | None,
    again: str,
    *,
    moves: bool,
    shown: bool,
) -> None:
    """Write the labels; meanwhile another core finds what the table on the terminal needs."""
    calls: list[Callable[[], object]] = [
        lambda: write_labels(labelling, output, output_format, again, moves=moves)
    ]
    if shown and output is not None and labelling.graph.arc_count > _MANY:
        calls.append(lambda: labelling.remoteness_array)
    in_parallel(calls)


def _answer_start(
    labelling: Labelling, start: str, turn: int, again: str, *, as_json: bool
) -> None:
    from grundy.answers.graphs import start_answer
    from grundy.cli.output import print_json, printable

    # On the command line every name is text; in a graph numbered by a file it is a number.
    names = labelling.graph.names
    name = next((known for known in names if str(known) == start), start)
    if as_json:
        print_json(again, start_answer(labelling, name, turn))
    else:
        click.echo(printable(_start_sentence(labelling, name, turn)))


def _start_sentence(labelling: Labelling, name: Hashable, turn: int) -> str:
    from grundy.cli.output import infinity
    from grundy.printable import counted
    from grundy.values import format_value

    outcome, number = labelling.outcome(name), labelling.graph.index(name)
    value = format_value(labelling[name], infinity=infinity())
    mover, other = f"player {turn}", f"player {3 - turn}"
    best, remote = labelling.best_move(name), labelling.remoteness(name)
    moves = counted(remote or 0, "move")
    answers = {
        "N": f"{mover} wins in {moves} with best play; move to {best}",
        "P": f"{other} wins in {moves} with best play",
        "D": f"neither player can force a win; {mover} keeps the draw by moving to {best}",
    }
    if labelling.best_at(number) is None:
        answers = {
            "N": f"{mover} cannot move and wins",
            "P": f"{mover} cannot move and loses: {other} wins",
        }
    return f"{name}: value {value}, {outcome}. {answers[str(outcome)]}."


def _print_trace(labelling: Labelling) -> None:
    from grundy.cli.output import infinity, print_table, some
    from grundy.graphs.trace import LabelStep, trace

    names = labelling.graph.names

    def listed(vertices: tuple[int, ...]) -> str:
        return "{" + some((names[v] for v in vertices), len(vertices)) + "}"

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
