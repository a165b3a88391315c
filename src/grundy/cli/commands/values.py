"""`grundy values`: the Grundy values of a heap game, and what is found among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from grundy.cli.inputs import FormatOption
from grundy.cli.options import (
    Outputs,
    number,
    require_countable,
    require_picture,
    short_title,
    threads_option,
)
from grundy.cli.sequence_text import PRINTERS, Folder, compute, folder_options, require_folder
from grundy.printable import repeat

if TYPE_CHECKING:
    import numpy.typing as npt

    from grundy.heaps.ruleset import HeapRuleset
    from grundy.heaps.value_files import Columns
    from grundy.values import Play

_USUAL = 100  # heaps, where --stop does not say how many


@click.command("values")
@click.argument("game")
@click.option("--stop", type=number, metavar="N", help="Heaps below N: 1000, 1e8, 10^6. [100]")
@click.option("--from", "start", type=number, metavar="K", help="Show heaps from K.  [0]")
@click.option("--heap", "heaps", type=number, metavar="N", multiple=True,
              help="The value of one heap, however large: 10^200.")  # fmt: skip
@click.option("--guess", is_flag=True,
              help="With --heap: go by a period that is only observed, and say so.")  # fmt: skip
@click.option("--play", type=click.Choice(["normal", "misere"]), default="normal",
              help="misere: the elements of heaps in the misère quotient.")  # fmt: skip
@click.option("--genus", is_flag=True, help="With --play misere: the genus of each heap, 1^031.")
@click.option("--zeros", is_flag=True, help="The P-positions: heaps of value 0.")
@click.option("--records", is_flag=True, help="Heaps whose value is greater than all before.")
@click.option("--frequencies", is_flag=True, help="How many heaps have each value.")
@click.option("--rares", is_flag=True, help="The rare heaps of the sparse space, and its mask.")
@click.option("--hash", "hash_", is_flag=True, help="The SHA-256 of the values.")
@click.option("--output", metavar="OUT", help="A file: .csv .npy .parquet .txt (b-file) .tex .json")
@click.option("--format", "output_format", cls=FormatOption, alone=("oeis",), metavar="NAME",
              help="Of OUT: csv, npy, parquet, b-file, latex, json, or oeis: 0, 1, 2.")  # fmt: skip
@click.option("--plot", metavar="OUT", help="Plot value against heap: .png .svg .pdf")
@click.option("--plot-frequencies", metavar="OUT", help="Plot how many heaps have each value.")
@folder_options
@threads_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON rather than a table.")
def command(
    game: str,
    stop: int | None,
    start: int | None,
    heaps: tuple[int, ...],
    guess: bool,
    play: Play,
    genus: bool,
    zeros: bool,
    records: bool,
    frequencies: bool,
    rares: bool,
    hash_: bool,
    output: str | None,
    output_format: str | None,
    plot: str | None,
    plot_frequencies: str | None,
    save: str | None,
    resume: bool,
    save_every: float | None,
    as_json: bool,
) -> None:
    """Compute the Grundy values of heaps 0 to N - 1 of a heap game.

    GAME is a take-and-break code (0.77, 4.[3]), a set of what may be taken ({1,3,4}) or may
    not (allbut{1,4}), a name such as kayles or grundys-game, or file.py:name for a game in
    Python of your own, of heaps or of one number, which is run.

    \b
    Examples:
      grundy values 0.77 --stop 20
      grundy values officers --stop 1e5 --zeros --from 1
      grundy values kayles --heap 10^200
      grundy values kayles --play misere --stop 30 --output elements.csv
      grundy values kayles --stop 1000 --output b002186.txt --plot kayles.png
      grundy values kayles --stop 40 --format oeis
    """
    from grundy.cli.game import read_heap_game

    chosen = _only_one(zeros=zeros, records=records, frequencies=frequencies, rares=rares,
                       hash=hash_)  # fmt: skip
    if output_format == "oeis" and output is None and not heaps:
        output = "-"  # one line to copy
    if guess and (not heaps or as_json or play == "misere"):
        raise click.UsageError(
            "--guess of values goes with --heap, in text and normal play; grundy period --guess "
            "shows the period."
        )
    ruleset = read_heap_game(game)
    folder = Folder(save, save_every, resume)
    if genus and play != "misere":
        raise click.UsageError("--genus is that of misère play; add --play misere.")
    if play == "misere" and (chosen is not None or folder != Folder()):
        raise click.UsageError(
            "--play misere takes --stop, --from, --heap, --genus, --output, --format, --plot, "
            "--plot-frequencies and --json; a quotient is kept by grundy quotient --save."
        )
    if heaps:
        given = (stop, start, output, plot, plot_frequencies, output_format, chosen)
        if genus or folder != Folder() or any(option is not None for option in given):
            raise click.UsageError("--heap stands alone; --stop and the like are for many heaps.")
        _print_single(ruleset, game, heaps, play, as_json=as_json, guess=guess)
        return
    require_folder(ruleset, folder)
    if output is not None and chosen == "hash":
        raise click.UsageError("--hash gives one line and no columns for --output; use --json.")
    outputs = Outputs(as_json, output, _format_of(output, output_format), plot, plot_frequencies)
    for picture in (plot, plot_frequencies):
        require_picture(picture)
    start = start or 0
    stop = start + _USUAL if stop is None else stop
    if play == "misere":
        _print_misere(ruleset, game, start, stop, outputs, genus=genus)
    else:
        _print_normal(ruleset, game, start, stop, outputs, chosen, folder)


def _print_misere(
    ruleset: HeapRuleset, game: str, start: int, stop: int, outputs: Outputs, *, genus: bool
) -> None:
    from grundy.cli.misere_values import print_elements, print_genera

    _require_range(start, stop, keeps=True)
    printed = print_genera if genus else print_elements
    printed(ruleset, game, start, stop, outputs)


def _print_normal(
    ruleset: HeapRuleset,
    game: str,
    start: int,
    stop: int,
    outputs: Outputs,
    chosen: str | None,
    folder: Folder,
) -> None:
    """Compute the values, and tell what is asked for: them all, or what is found among them."""
    view = chosen or "values"
    # Where nobody asks for the values themselves, they need not be kept.
    keeps = view == "values" or bool(outputs.plot or outputs.frequencies)
    keeps |= view == "frequencies" and start > 0
    _require_range(start, stop, keeps=keeps)
    found = compute(ruleset, stop, view, folder, keeps=keeps)
    if outputs.as_json or folder.save is not None or outputs.format == "json":
        found.facts["sha256"] = found.summary.sha256
    columns = found.columns(start, _command(game, start, stop, chosen))
    if outputs.output is not None:
        _write(columns, outputs.output, outputs.format)
    if outputs.plot or outputs.frequencies:
        _plot(ruleset, found.values, start, outputs)
    if outputs.as_json:
        _write(columns, "-", "json")
    elif outputs.output != "-":
        PRINTERS[view](columns)
    if folder.save is not None:
        sentence = f"{found.stop:,} values, SHA-256 {found.facts['sha256']}"
        click.echo(f"{folder.save}: {sentence}", err=True)
    if found.limit is not None:
        raise found.limit


# ---- before the work ------------------------------------------------------------------------


def _only_one(**views: bool) -> str | None:
    """Return what is asked for in place of the values, if anything is."""
    chosen = [name for name, wanted in views.items() if wanted]
    if len(chosen) > 1:
        raise click.UsageError(f"--{chosen[0]} and --{chosen[1]} exclude each other.")
    return chosen[0] if chosen else None


def _require_range(start: int, stop: int, *, keeps: bool) -> None:
    if start > stop:
        raise click.UsageError(f"--from {start} is beyond --stop {stop}; K is at most N.")
    require_countable(stop)
    if keeps:
        from grundy.files.whole import require_memory

        require_memory(3 * stop, f"{stop:,} values", "take a smaller --stop")


def _format_of(output: str | None, output_format: str | None) -> str:
    """Return the format of the output, or say what is wrong before the work begins."""
    from grundy.heaps.value_files import FORMATS, endings, find_format

    if output_format is not None and output_format not in FORMATS:
        raise click.UsageError(
            f'--format: "{output_format}" is no format; use {", ".join(FORMATS)}.'
        )
    if output is None or output == "-":
        return output_format or "csv"
    found = output_format or find_format(output)
    if found is None:
        raise click.UsageError(f"{output}: cannot write this kind of file; use {endings()}.")
    return found


def _command(game: str, start: int, stop: int, view: str | None) -> str:
    """Return the command that repeats the answer."""
    shown = {} if view is None else {view: True}
    return repeat("values", game, stop=stop, from_=start or None, **shown)


# ---- after the work -------------------------------------------------------------------------


def _write(columns: Columns, output: str, output_format: str) -> None:
    from grundy.heaps.value_files import write_columns

    write_columns(columns, output, format=output_format)


def _plot(ruleset: HeapRuleset, values: npt.NDArray[Any], start: int, outputs: Outputs) -> None:
    heaps = f"heaps {start:,} to {len(values) - 1:,}" if start < len(values) else "no heaps"
    title = f"{short_title(ruleset.text)}: {heaps}"
    if outputs.plot is not None:
        from grundy.drawing.sequence import plot_values

        plot_values(outputs.plot, values[start:], start=start, title=title)
    if outputs.frequencies is not None:
        from grundy.drawing.sequence import plot_frequencies
        from grundy.heaps.engines.summary import counts_of

        counts = counts_of(values[start:])
        plot_frequencies(outputs.frequencies, counts, mask=_mask_of_values(ruleset), title=title)


def _mask_of_values(ruleset: HeapRuleset) -> int | None:
    """Return the mask where it alone, and not the heap's parity too, makes a value rare."""
    mask = ruleset.sequence.mask
    if mask is None:
        return None
    values = {value for _, value in ruleset.sequence.rares}
    return mask if all((value & mask).bit_count() % 2 == 0 for value in values) else None


def _print_single(
    ruleset: HeapRuleset,
    game: str,
    heaps: tuple[int, ...],
    play: Play,
    *,
    as_json: bool,
    guess: bool,
) -> None:
    """Print the values of single heaps, each with who wins; under misère play their elements."""
    from grundy.cli.solved import guessed_value
    from grundy.values import outcome_of

    if play == "misere":
        from grundy.cli.misere_values import print_single

        print_single(ruleset, game, heaps, as_json=as_json)
        return
    if as_json:
        from grundy.answers.heap_games import single_values
        from grundy.cli.output import print_json

        values = [ruleset.value(heap) for heap in heaps]
        again = repeat("values", game, *(f"--heap={heap}" for heap in heaps))
        print_json(again, single_values(ruleset, heaps, values))
        return
    for heap in heaps:
        # One by one: those before one that is out of reach are still answered.
        value, reason = guessed_value(ruleset, heap) if guess else (ruleset.value(heap), "")
        click.echo(f"heap {heap}: value {value}, {outcome_of(value)}{reason and f'; {reason}'}")
