"""grundy verify: check saved labels, or a certificate, with code that knows no solver."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grundy.cli.arguments import old_spelling
from grundy.cli.threads import threads_option
from grundy.errors import GraphFormatError, VerificationError

if TYPE_CHECKING:
    from grundy.heaps.certificates import AnyCertificate


@click.command(short_help="Check a saved labelling or a certificate.")
@click.argument("labels", metavar="FILE")
@click.option("--graph", "graph_file", metavar="FILE", help="The graph; CSV and Parquet need it.")
@click.option("--play", type=click.Choice(["normal", "misere"]), help="If FILE does not say it.")
@click.option("--input-format", "label_format", metavar="NAME", help="The format of the labels.")
@old_spelling(
    "--format",
    "--input-format",
    "--format is always that of what is written, --input-format that of what is read",
)
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
    """Check FILE: saved labels, or the certificate of a period or of a misère quotient.

    A certificate of a period (from grundy period --certificate) is checked by computing the
    values anew from the definition: quadratic time, a minute or more beyond 500,000 heaps. One
    of a misère quotient (from grundy quotient --certificate) by its table and the rule.

    Of labels, conditions A, B and C are checked, and all else that they state. JSON, GraphML
    and DOT labels hold their graph; for the others, or to check against a graph of your own,
    give --graph. "-" is standard input: a certificate, or labels with their --input-format. The
    exit status is 1 when a check fails.

    \b
    Examples:
      grundy label game.dot --output labels.json
      grundy verify labels.json
      grundy verify labels.csv --graph game.dot
      grundy verify kayles.json
    """
    for file in (labels, graph_file):
        _require_file(file)
    if labels == "-" and graph_file == "-":
        raise click.UsageError("Only one of LABELS and --graph can be standard input.")
    data = b"" if label_format is not None else _beginning(labels)
    if _holds_certificate(labels, data):
        if graph_file or play or graph_format:
            raise click.UsageError("A certificate takes no --graph, --graph-format or --play.")
        _check_certificate(labels, data, as_json)
        return
    from grundy.graphs.formats import LABEL_FORMATS, read_graph, read_labelling

    if labels == "-" and label_format is None:
        raise GraphFormatError(
            "this is no certificate; if it holds labels, write the format: "
            f"--input-format {', '.join(LABEL_FORMATS[:-1])} or {LABEL_FORMATS[-1]}.",
            file="standard input",
        )
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


def _beginning(file: str) -> bytes:
    """Read as much of a JSON file, or of standard input, as tells that it is a certificate."""
    from grundy.heaps.sealed.file import LARGEST_FILE

    if file == "-":
        return b"" if sys.stdin is None else sys.stdin.buffer.read(LARGEST_FILE + 1)
    if Path(file).suffix.lower() != ".json":
        return b""
    with contextlib.suppress(OSError), Path(file).open("rb") as stream:
        return stream.read(LARGEST_FILE + 1)
    return b""  # who reads it as labels says why it cannot be read


def _holds_certificate(file: str, data: bytes) -> bool:
    """Say whether the data is a certificate; JSON that is neither one nor labels is refused."""
    from grundy.heaps.sealed.file import glance

    content = glance(data)
    if isinstance(content, dict) and "certificate" in content:
        return True
    known = isinstance(content, dict) and "vertices" in content
    if file != "-" and content is not None and not known:
        raise GraphFormatError(
            'this is neither a certificate nor labels: it has no "certificate" and no "vertices".',
            file=file,
        )
    return False


def _check_certificate(file: str, data: bytes, as_json: bool) -> None:
    from grundy.cli.output import printable, progress_bar
    from grundy.heaps.certificates import parse_certificate, verify_certificate

    certificate = parse_certificate(data, "standard input" if file == "-" else file)
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
    click.echo(printable(certificate.sentence))


def _answer_certificate(
    file: str, certificate: AnyCertificate, error: VerificationError | None
) -> None:
    from grundy.cli.output import print_json

    print_json(
        f"grundy verify {file}",
        certificate.summary
        | {
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
