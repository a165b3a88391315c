"""`grundy values`: the Grundy values of a heap game, and what is found among them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from grundy.cli import options as shared
from grundy.cli.game import read_heap_game
from grundy.cli.output import print_json, progress_bar, show, table_columns
from grundy.errors import LimitError
from grundy.printable import repeat, short_title
from grundy.values import Play, outcome_of

if TYPE_CHECKING:
    from grundy.answers.values import Text
    from grundy.heaps.misere_quotient import MisereQuotient
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.heaps.value_files import Columns, SequenceAnswer

_VIEWS = ("zeros", "records", "frequencies", "rares", "hash_")
_USUAL = 100  # heaps, where --stop does not say how many


class _Answer(NamedTuple):
    """The values as columns, text and plots, and the limit that was reached, if any."""

    columns: Columns
    text: Text
    plot: Callable[[str | None, str | None], None]
    limit: LimitError | None


@click.command("values")
@click.argument("game")
@click.option(
    "--stop", type=shared.number, metavar="N", help="Heaps below N: 1000, 1e8, 10^6. [100]"
)
@click.option("--from", "start", type=shared.number, metavar="K", help="Show heaps from K.  [0]")
@click.option("--heap", "heaps", type=shared.number, metavar="N", multiple=True,
              help="The value of one heap, however large: 10^200.")  # fmt: skip
@click.option("--guess", is_flag=True,
              help="With --heap: go by a period that is only observed, and say so.")  # fmt: skip
@shared.play_option("misere: the elements of heaps in the misère quotient.")
@click.option("--genus", is_flag=True, help="With --play misere: the genus of each heap, 1^031.")
@click.option("--zeros", is_flag=True, help="The P-positions: heaps of value 0.")
@click.option("--records", is_flag=True, help="Heaps whose value is greater than all before.")
@click.option("--frequencies", is_flag=True, help="How many heaps have each value.")
@click.option("--rares", is_flag=True, help="The rare heaps of the sparse space, and its mask.")
@click.option("--hash", "hash_", is_flag=True, help="The SHA-256 of the values.")
@click.option("--output", metavar="OUT", help="A file: .csv .npy .parquet .txt (b-file) .tex .json")
@click.option("--format", "output_format", cls=shared.FormatOption, alone=("oeis",), metavar="NAME",
              help="Of OUT: csv, npy, parquet, b-file, latex, json, or oeis: 0, 1, 2.")  # fmt: skip
@click.option("--plot", metavar="OUT", help="Plot value against heap: .png .svg .pdf")
@click.option("--plot-frequencies", metavar="OUT", help="Plot how many heaps have each value.")
@shared.folder_options
@shared.threads_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON rather than a table.")
def values(
    game: str, stop: int | None, start: int | None, play: Play, output: str | None, **params: Any
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
    chosen = _only_one(params)
    _require_sense(click.get_current_context().params, chosen)
    ruleset = read_heap_game(game)
    heaps, as_json, output_format = params["heaps"], params["as_json"], params["output_format"]
    if heaps:
        _print_single(ruleset, game, heaps, play, as_json=as_json, guess=params["guess"])
        return
    if output_format == "oeis" and output is None:
        output = "-"  # one line to copy
    shared.require_folder(ruleset, params)
    file_format = _format_of(output, output_format)
    pictures = params["plot"], params["plot_frequencies"]
    for picture in pictures:
        shared.require_picture(picture)
    start = start or 0
    stop = start + _USUAL if stop is None else stop
    plots = pictures != (None, None)
    # Where nobody asks for the values themselves, they need not be kept.
    keeps = chosen is None or plots or (chosen == "frequencies" and start > 0)
    _require_range(start, stop, keeps=keeps)
    if play == "misere":
        if params["genus"]:
            _require_no_number(file_format if output is not None else None, plots=plots)
        answer = _misere(ruleset, game, start, stop, genus=params["genus"])
    else:
        hashed = as_json or params["save"] is not None or file_format == "json"
        answer = _normal(ruleset, game, start, stop, chosen, params, keeps=keeps, hashed=hashed)
    from grundy.heaps.value_files import write_columns

    if output is not None:
        write_columns(answer.columns, output, format=file_format)
    answer.plot(*pictures)
    if as_json:
        write_columns(answer.columns, "-", format="json")
    elif output != "-":
        show(answer.text)
    if params["save"] is not None:
        facts = answer.columns.facts
        click.echo(
            f"{params['save']}: {facts['stop']:,} values, SHA-256 {facts['sha256']}", err=True
        )
    if answer.limit is not None:
        raise answer.limit


# ---- before the work ------------------------------------------------------------------------


def _only_one(params: Mapping[str, Any]) -> str | None:
    """Return the selected view, None for the values."""
    chosen = [name.strip("_") for name in _VIEWS if params[name]]
    if len(chosen) > 1:
        raise click.UsageError(f"--{chosen[0]} and --{chosen[1]} exclude each other.")
    return chosen[0] if chosen else None


def _require_sense(params: Mapping[str, Any], chosen: str | None) -> None:
    """Reject incompatible options."""
    misere, heaps = params["play"] == "misere", params["heaps"]
    keeps = any(params[name] not in (None, False) for name in ("save", "resume", "save_every"))
    if params["guess"] and (not heaps or params["as_json"] or misere):
        raise click.UsageError(
            "--guess of values goes with --heap, in text and normal play; grundy period --guess "
            "shows the period."
        )
    if params["genus"] and not misere:
        raise click.UsageError("--genus is that of misère play; add --play misere.")
    if misere and (chosen is not None or keeps):
        raise click.UsageError(
            "--play misere takes --stop, --from, --heap, --genus, --output, --format, --plot, "
            "--plot-frequencies and --json; a quotient is kept by grundy quotient --save."
        )
    ranged = ("stop", "start", "output", "plot", "plot_frequencies", "output_format")
    many = [chosen, *(params[name] for name in ranged)]
    if heaps and (params["genus"] or keeps or any(one is not None for one in many)):
        raise click.UsageError("--heap stands alone; --stop and the like are for many heaps.")
    if params["output"] is not None and chosen == "hash":
        raise click.UsageError("--hash gives one line and no columns for --output; use --json.")


def _require_range(start: int, stop: int, *, keeps: bool) -> None:
    if start > stop:
        raise click.UsageError(f"--from {start} is beyond --stop {stop}; K is at most N.")
    shared.require_countable(stop)
    if keeps:
        from grundy.runtime.files import require_memory

        require_memory(3 * stop, f"{stop:,} values", "take a smaller --stop")


def _require_no_number(file_format: str | None, *, plots: bool) -> None:
    """Refuse what a genus, which is no number, cannot be."""
    from grundy.heaps.value_files import WORDLESS

    if file_format in WORDLESS:
        raise click.UsageError(
            f"A genus is no number, so {file_format} cannot hold it; use csv, parquet or json."
        )
    if plots:
        raise click.UsageError("A genus is no number to plot; leave out --genus for elements.")


def _format_of(output: str | None, output_format: str | None) -> str:
    """Return the format of the output, or say what is wrong before the work begins."""
    from grundy.heaps.value_files import FORMATS, endings
    from grundy.runtime.delivery import format_of

    if output_format is not None and output_format not in FORMATS:
        raise click.UsageError(
            f'--format: "{output_format}" is no format; use {", ".join(FORMATS)}.'
        )
    if output is None or output == "-":
        return output_format or "csv"
    file_format = output_format or format_of(output, FORMATS)
    if file_format is None:
        raise click.UsageError(f"{output}: cannot write this kind of file; use {endings()}.")
    return file_format


# ---- the work -------------------------------------------------------------------------------


def _normal(
    ruleset: HeapRuleset,
    game: str,
    start: int,
    stop: int,
    chosen: str | None,
    given: Mapping[str, Any],
    *,
    keeps: bool,
    hashed: bool,
) -> _Answer:
    from grundy.answers.values import view_text

    view = chosen or "values"
    sequence = _compute(ruleset, stop, view, given, keeps=keeps)
    if hashed:
        sequence.facts["sha256"] = sequence.summary.sha256
    shown = {} if chosen is None else {chosen: True}
    columns = sequence.columns(
        start, repeat("values", game, stop=stop, from_=start or None, **shown)
    )

    def plot(path: str | None, frequencies: str | None) -> None:
        values = sequence.values
        heaps = f"heaps {start:,} to {len(values) - 1:,}" if start < len(values) else "no heaps"
        title = f"{short_title(ruleset.text)}: {heaps}"
        if path is not None:
            from grundy.drawing.sequence import plot_values

            plot_values(path, values[start:], start=start, title=title)
        if frequencies is not None:
            from grundy.drawing.sequence import plot_frequencies
            from grundy.heaps.numbers import counts_of

            counts = counts_of(values[start:])
            plot_frequencies(frequencies, counts, mask=_mask_of_values(ruleset), title=title)

    return _Answer(columns, view_text(view, columns, table_columns), plot, sequence.limit)


def _compute(
    ruleset: HeapRuleset, stop: int, view: str, given: Mapping[str, Any], *, keeps: bool
) -> SequenceAnswer:
    """Compute the values and keep them, or only what the view needs."""
    from grundy.heaps.value_files import SequenceAnswer

    sequence = ruleset.sequence
    with (
        shared.value_folder(ruleset, given) as store,
        progress_bar("values", lambda: shared.rare_heaps_text(ruleset)),
    ):
        try:
            if keeps:
                return SequenceAnswer(ruleset, view, sequence.values(stop, store))
            return SequenceAnswer(ruleset, view, sequence.summary(stop, {view}, store))
        except LimitError as error:
            if error.partial is None:
                raise
            return SequenceAnswer(ruleset, view, error.partial, error)


def _mask_of_values(ruleset: HeapRuleset) -> int | None:
    """Return the mask where it alone, and not the heap's parity too, makes a value rare."""
    mask = ruleset.sequence.mask
    if mask is None:
        return None
    values = {value for _, value in ruleset.sequence.rares}
    return mask if all((value & mask).bit_count() % 2 == 0 for value in values) else None


def _misere(ruleset: HeapRuleset, game: str, start: int, stop: int, *, genus: bool) -> _Answer:
    from grundy.answers.values import elements, genus_values, misere_text

    options = {"play": "misere", "stop": stop, "from_": start or None, "genus": genus}
    find = genus_values if genus else elements
    with progress_bar("" if genus else "heaps"):
        sequence = find(ruleset, start, stop, repeat("values", game, **options))

    def plot(path: str | None, frequencies: str | None) -> None:
        if sequence.quotient is not None:
            _plot_elements(sequence.quotient, sequence.columns, path, frequencies)

    return _Answer(sequence.columns, misere_text(sequence), plot, sequence.limit)


def _plot_elements(
    quotient: MisereQuotient, columns: Columns, path: str | None, frequencies: str | None
) -> None:
    import numpy as np

    title = f"{short_title(quotient.ruleset.text)}, misère play"
    what, elements = "element of the misère quotient", np.asarray(columns.columns[1])
    if path is not None:
        from grundy.drawing.sequence import plot_values

        start, lost = columns.facts["from"], quotient.p_portion
        plot_values(path, elements, start=start, title=title, what=what, lost=lost)
    if frequencies is not None:
        from grundy.drawing.sequence import plot_frequencies

        counts = np.bincount(elements, minlength=quotient.order)
        plot_frequencies(frequencies, counts, title=title, what=what)


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
    from grundy.answers.solved import guessed_value

    misere = ("--play", "misere") if play == "misere" else ()
    again = repeat("values", game, *misere, *(f"--heap={heap}" for heap in heaps))
    if misere:
        from grundy.answers.values import single_elements, single_elements_text

        with progress_bar("heaps"):
            answer = single_elements(ruleset, heaps)
        if as_json:
            print_json(again, answer)
        else:
            show(single_elements_text(answer))
        return
    if as_json:
        from grundy.answers.values import single_values

        print_json(again, single_values(ruleset, heaps, [ruleset.value(heap) for heap in heaps]))
        return
    for heap in heaps:
        # One by one: those before one that is out of reach are still answered.
        value, reason = guessed_value(ruleset, heap) if guess else (ruleset.value(heap), "")
        click.echo(f"heap {heap}: value {value}, {outcome_of(value)}{reason and f'; {reason}'}")
