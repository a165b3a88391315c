"""grundy verify: check saved labels, or a certificate, with code that knows no solver."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grundy.cli.threads import threads_option
from grundy.errors import GraphFormatError, VerificationError

if TYPE_CHECKING:
    from grundy.heaps.certificate import Certificate


@click.command(short_help="Check a saved labelling or a certificate.")
@click.argument("labels", metavar="FILE")
@click.option("--graph", "graph_file", metavar="FILE", help="The graph; CSV and Parquet need it.")
@click.option("--play", type=click.Choice(["normal", "misere"]), help="If FILE does not say it.")
@click.option("--format", "label_format", metavar="FORMAT", help="The format of labels.")
@click.option("--graph-format", metavar="FORMAT", help="The format of the graph.")
@threads_option
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def command(
    labels: str,
    graph_file: str | None,
    play: str | None,
    label_format: str | None,
    graph_format: str | None,
    as_json: bool,
) -> None:
    """Check FILE: saved labels, or the certificate of a period.

    A certificate (from grundy period --certificate) is checked by computing the values anew
    from the definition: quadratic time, a minute or more beyond 500,000 heaps.

    Of labels, conditions A, B and C are checked, and all else that they state. JSON, GraphML
    and DOT labels hold their graph; for the others, or to check against a graph of your own,
    give --graph. "-" is standard input, with its --format. The exit status is 1 when a check
    fails.

    \b
    Examples:
      grundy label game.dot --output labels.json
      grundy verify labels.json
      grundy verify labels.csv --graph game.dot
      grundy verify kayles.json
    """
    for file in (labels, graph_file):
        _require_file(file)
    if _holds_certificate(labels, label_format):
        if graph_file or play or graph_format:
            raise click.UsageError("A certificate takes no --graph, --graph-format or --play.")
        _check_certificate(labels, as_json)
        return
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


def _require_file(file: str | None) -> None:
    """Say that there is no such file before anything is said about its ending or format."""
    if file is None or file == "-":
        return
    if Path(file).is_dir():
        raise GraphFormatError("this is a folder; name a file in it.", file=file)
    if not Path(file).exists():
        raise GraphFormatError("there is no such file.", file=file)


def _holds_certificate(file: str, label_format: str | None) -> bool:
    """Say whether a JSON file is a certificate; standard input always holds labels."""
    if file == "-" or label_format is not None or Path(file).suffix.lower() != ".json":
        return False
    from grundy.heaps.certificate import is_certificate

    return is_certificate(file)


def _check_certificate(file: str, as_json: bool) -> None:
    from grundy.cli.output import progress_bar
    from grundy.heaps.certificate import read_certificate
    from grundy.heaps.verify import verify_certificate

    certificate = read_certificate(file)
    try:
        with progress_bar() as report:
            verify_certificate(certificate, report)
    except VerificationError as error:
        if as_json:
            _answer_certificate(file, certificate, error)
        raise
    if as_json:
        _answer_certificate(file, certificate, None)
        return
    saltus = f" and saltus {certificate.saltus}" if certificate.saltus else ""
    click.echo(
        f"{certificate.rule}: period {certificate.period}{saltus} from heap "
        f"{certificate.preperiod} on, proved by heaps 0 to {certificate.heaps - 1} "
        f"({certificate.theorem})."
    )


def _answer_certificate(
    file: str, certificate: Certificate, error: VerificationError | None
) -> None:
    from grundy.cli.output import print_json

    print_json(
        f"grundy verify {file}",
        {
            "rule": certificate.rule,
            "theorem": certificate.theorem,
            "preperiod": certificate.preperiod,
            "period": certificate.period,
            "saltus": certificate.saltus,
            "heaps": certificate.heaps,
            "holds": error is None,
            "condition": None if error is None else error.condition,
            "message": None if error is None else str(error),
        },
    )


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
