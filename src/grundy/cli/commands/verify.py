"""grundy verify: check saved labels, or a certificate, with code that knows no solver."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import click

from grundy.cli.labels import stated_of_table, table_options
from grundy.cli.options import open_named, require_option, threads_option
from grundy.cli.output import print_json, progress_bar, show
from grundy.errors import GraphFormatError, VerificationError
from grundy.printable import repeat


@click.command(short_help="Check a saved labelling, a certificate or a table.")
@click.argument("labels", metavar="FILE")
@click.option("--graph", "graph_file", metavar="FILE", help="The graph; CSV and Parquet need it.")
@click.option("--play", type=click.Choice(["normal", "misere"]), help="If FILE does not say it.")
@click.option("--input-format", "label_format", metavar="NAME", help="The format of the labels.")
@click.option("--graph-format", metavar="FORMAT", help="The format of the graph.")
@table_options
@click.option("--sample", type=click.IntRange(1), metavar="N",
              help="Of a table: check N positions drawn by chance, and all hashes.")  # fmt: skip
@click.option("--game", metavar="file.py:NAME", help="Of a table: the game, in a Python file.")
@threads_option
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def verify(
    labels: str, graph_file: str | None, play: str | None, label_format: str | None, **given: Any
) -> None:
    """Check FILE: saved labels, a certificate of a period or a misère quotient, or a table.

    A certificate of a period (from grundy period --certificate) is checked by computing the
    values anew: from the rare heaps that it names, some million heaps a second, or else from
    the definition, in quadratic time. One of a misère quotient (from grundy quotient
    --certificate, or of several games from grundy solve) by its table and the rules. What proves
    that a quotient is infinite, and a file with a certificate a line, is checked in a clone of the
    repository, by python -m research.verify.

    The folder of a table (from grundy tabulate) is checked block by block: the hashes, then each
    position by the definition, and some by the plain rules; --sample N looks at N positions.
    The folder of a search (from grundy solve --keep) is checked entry by entry, without a search.

    Of labels, conditions A, B and C are checked, and all else that they state. JSON labels
    hold their graph; for CSV and Parquet, or to check against a graph of your own, give --graph.
    "-" is standard input: a certificate, or labels with their --input-format. The
    exit status is 1 when a check fails.

    \b
    Examples:
      grundy label game.dot --output labels.json
      grundy verify labels.json
      grundy verify labels.csv --graph game.dot
      grundy verify kayles.json
      grundy verify cram-4x5 --sample 100000
    """
    from grundy.graphs.io.label_readers import is_in_parts

    sample, game, as_json = given["sample"], given["game"], given["as_json"]
    columns, header, graph_format = (given[name] for name in ("columns", "header", "graph_format"))
    stated = stated_of_table(columns, header)
    options = (f"--{name.replace('_', '-')}" for name in stated)
    require_option("--graph", graph_file, dict.fromkeys(options, True))
    in_parts = is_in_parts(labels)
    if labels != "-" and Path(labels, "state.json").is_file() and not in_parts:
        _check_folder(labels, sample, game, as_json)
        return
    if sample is not None or game is not None:
        raise click.UsageError("--sample and --game are for the folder of a table.")
    for file in (None if in_parts else labels, graph_file):
        _require_file(file)
    if Path(labels).suffix == ".v":
        from grundy.answers.theorems import how_to_check

        raise GraphFormatError(how_to_check(labels), file=labels)
    if labels == "-" and graph_file == "-":
        raise click.UsageError("Only one of LABELS and --graph can be standard input.")
    data = b"" if label_format is not None else _beginning(labels)
    if _holds_certificate(labels, data):
        if graph_file or play or graph_format:
            raise click.UsageError("A certificate takes no --graph, --graph-format or --play.")
        _check_certificate(labels, data, as_json)
        return
    from grundy.answers.proofs import checked_labels, tried
    from grundy.graphs.formats import READ_FORMATS, read_graph, read_labelling

    if labels == "-" and label_format is None:
        raise GraphFormatError(
            "this is no certificate; if it holds labels, write the format: "
            f"--input-format {', '.join(READ_FORMATS[:-1])} or {READ_FORMATS[-1]}.",
            file="standard input",
        )
    graph = None
    if graph_file is not None:
        graph = read_graph(graph_file, format=graph_format, header=header, columns=columns)
    saved = read_labelling(labels, graph=graph, format=label_format, play=play)
    _, error = tried(saved.verify)
    named = {"graph": graph_file, "play": play, "input_format": label_format}
    again = repeat("verify", labels, **named, **stated)
    count = saved.graph.vertex_count
    noun = "vertex" if count == 1 else "vertices"
    sentence = f"{count} {noun}: conditions A, B and C hold."
    _report(sentence, again, checked_labels(saved, error), error, as_json=as_json)


def _report(
    sentence: str,
    again: str,
    fields: Mapping[str, object],
    error: VerificationError | None,
    *,
    as_json: bool,
) -> None:
    """Report that all holds, or what does not; in JSON first."""
    if as_json:
        print_json(again, fields)
    if error is not None:
        raise error
    if not as_json:
        show([sentence])


def _require_file(file: str | None) -> None:
    """Report a missing file before anything about its ending or format."""
    if file is None or file == "-":
        return
    if os.path.isdir(file):
        raise GraphFormatError(
            "this is a folder, and no table of a game; name a file in it.", file=file
        )
    if not os.path.exists(file):
        raise GraphFormatError("there is no such file.", file=file)


def _beginning(file: str) -> bytes:
    """Read as much of a JSON file, or of standard input, as tells that it is a certificate."""
    from grundy.runtime.sealed import LARGEST_FILE

    if file == "-":
        return b"" if sys.stdin is None else sys.stdin.buffer.read(LARGEST_FILE + 1)
    if Path(file).suffix.lower() != ".json":
        return b""
    with contextlib.suppress(OSError), Path(file).open("rb") as stream:
        return stream.read(LARGEST_FILE + 1)
    return b""  # who reads it as labels says why it cannot be read


def _holds_certificate(file: str, data: bytes) -> bool:
    """Return whether the data is a certificate; JSON that is neither one nor labels is refused."""
    from grundy.answers.proofs import NEITHER
    from grundy.runtime.sealed import glance

    content = glance(data)
    if isinstance(content, dict) and "certificate" in content:
        return True
    has_labels = isinstance(content, dict) and "vertices" in content
    if file != "-" and content is not None and not has_labels:
        raise GraphFormatError(NEITHER, file=file)
    return False


def _check_certificate(file: str, data: bytes, as_json: bool) -> None:
    from grundy.answers.proofs import checked_certificate, tried
    from grundy.heaps.certificates import parse_certificate, verify_certificate

    certificate = parse_certificate(data, "standard input" if file == "-" else file)
    with progress_bar():
        _, error = tried(partial(verify_certificate, certificate))
    fields = checked_certificate(certificate, error)
    _report(certificate.sentence, repeat("verify", file), fields, error, as_json=as_json)


def _check_folder(folder: str, sample: int | None, game: str | None, as_json: bool) -> None:
    """Check the table of a solved game, or the kept table of a search."""
    from grundy.answers.proofs import tried
    from grundy.answers.whole_games import checked_search, checked_table
    from grundy.tabulated.proofs import is_proof, verify_proof
    from grundy.tabulated.table import verify_table

    if is_proof(folder):
        if sample is not None or game is not None:
            raise click.UsageError("--sample and --game are for the table of a whole game.")
        with progress_bar("components"):
            proved, error = tried(partial(verify_proof, folder))
        fields = checked_search(folder, proved, error)
        _report(f"{proved}.", repeat("verify", folder), fields, error, as_json=as_json)
        return
    _, table = open_named(folder, [game or ""])
    with progress_bar("positions"):
        checked, error = tried(partial(verify_table, folder, table.rules, sample=sample))
    again = repeat("verify", folder, sample=sample, game=game)
    sentence = f"{table.rules.ruleset.text} {table.start}: {checked}; all hold."
    fields_of_table = checked_table(table, checked or "", error)
    _report(sentence, again, fields_of_table, error, as_json=as_json)
