"""`grundy sheet`: an exercise sheet, with solutions and reasons."""

from __future__ import annotations

import click

from grundy.cli.inputs import format_option

# As in grundy.classroom.sheet; that is loaded when a sheet is made.
_TOPICS = (
    "mex", "nim", "digraph-acyclic", "digraph-cyclic", "kayles", "wythoff", "sums", "misere-nim",
)  # fmt: skip
_FORMATS = ("pdf", "html", "tex", "json")


@click.command("sheet")
@click.argument("topic", type=click.Choice(_TOPICS))
@click.option("--level", type=click.IntRange(1, 3), default=1, show_default=True,
              help="1 is for beginners, 3 takes paper.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), help="The same seed gives the same sheet.")
@click.option("--count", type=click.IntRange(1, 40), default=6, show_default=True,
              help="How many problems.")  # fmt: skip
@click.option("--output", metavar="OUT", help="Write a file: .pdf .html .tex .json")
@format_option(_FORMATS, metavar="NAME")
@click.option("--json", "as_json", is_flag=True, help="Print problems and answers as JSON.")
def command(
    topic: str,
    level: int,
    seed: int | None,
    count: int,
    output: str | None,
    output_format: str | None,
    as_json: bool,
) -> None:
    """Make an exercise sheet on TOPIC: a page of problems, and a page of solutions with reasons.

    TOPIC is mex, nim, digraph-acyclic, digraph-cyclic, kayles, wythoff, sums or misere-nim.
    The answers of a problem are settled: all winning moves are asked for. The sheet goes to the
    file of --output, or with --json to standard output.

    \b
    Examples:
      grundy sheet nim --seed 1 --output nim.html
      grundy sheet digraph-cyclic --level 2 --seed 7 --output sheet.pdf
      grundy sheet sums --level 3 --count 10 --output sheet.tex
    """
    from grundy.classroom.sheet import exercise_sheet
    from grundy.cli.output import printable
    from grundy.printable import counted

    if output is None and not as_json:
        raise click.UsageError(
            "Name a file with --output OUT (.pdf .html .tex .json), or print the sheet with --json."
        )
    if output == "-" and output_format is None:
        raise click.UsageError(f"--output - needs --format: {', '.join(_FORMATS)}.")
    if output is not None and output_format is None:
        from grundy.files.delivery import require_format

        require_format(output, _FORMATS)
    sheet = exercise_sheet(topic, level=level, seed=seed, count=count)
    if output is not None:
        sheet.save(output, format=output_format)
        if output != "-" and not as_json:
            problems = counted(len(sheet.problems), "problem")
            click.echo(printable(f"{output}: {problems}, seed {sheet.seed}."))
    if as_json:
        click.echo(sheet.encoded("json"), nl=False)
