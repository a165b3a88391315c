"""`grundy values`: the Grundy values of a heap game, and what is found among them."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.numbers import number

if TYPE_CHECKING:
    import numpy.typing as npt

    from grundy.errors import LimitError
    from grundy.heaps.output import Columns
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.heaps.summary import Summary

_USUAL = 100  # heaps, where --stop does not say how many
_MOST_ROWS = 200
_ROWS_OF_MANY = 20
_TOO_MANY = 10**15
_PIECE = 1 << 20


@click.command("values")
@click.argument("game")
@click.option("--stop", type=number, metavar="N", help="Heaps below N: 1000, 1e8, 10^6. [100]")
@click.option("--from", "start", type=number, metavar="K", help="Show heaps from K.  [0]")
@click.option("--heap", "heaps", type=number, metavar="N", multiple=True,
              help="The value of one heap, however large: 10^200.")  # fmt: skip
@click.option("--zeros", is_flag=True, help="The P-positions: heaps of value 0.")
@click.option("--records", is_flag=True, help="Heaps whose value is greater than all before.")
@click.option("--frequencies", is_flag=True, help="How many heaps have each value.")
@click.option("--rares", is_flag=True, help="The rare heaps of the sparse space, and its mask.")
@click.option("--hash", "hash_", is_flag=True, help="The SHA-256 of the values.")
@click.option("--output", metavar="OUT", help="A file: .csv .npy .parquet .txt (b-file) .tex .json")
@click.option("--format", "output_format", metavar="NAME",
              help="Format of OUT: csv, npy, parquet, b-file, latex or json.")  # fmt: skip
@click.option("--plot", metavar="OUT", help="Plot value against heap: .png .svg .pdf")
@click.option("--plot-frequencies", metavar="OUT", help="Plot how many heaps have each value.")
@click.option("--save", metavar="DIR", help="Keep the values in a folder while they come.")
@click.option("--resume", is_flag=True, help="Go on from the values in the folder of --save.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON rather than a table.")
def command(
    game: str,
    stop: int | None,
    start: int | None,
    heaps: tuple[int, ...],
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
    as_json: bool,
) -> None:
    """Compute the Grundy values of heaps 0 to N - 1 of a heap game.

    GAME is a take-and-break code (0.77, 4.[3]), a set of what may be taken ({1,3,4}) or may
    not (allbut{1,4}), or a name such as kayles or grundys-game.

    \b
    Examples:
      grundy values 0.77 --stop 20
      grundy values officers --stop 1e5 --zeros --from 1
      grundy values kayles --heap 10^200
      grundy values kayles --stop 1000 --output b002186.txt --plot kayles.png
    """
    from grundy.heaps.parse import parse_game

    views = {"zeros": zeros, "records": records, "frequencies": frequencies, "rares": rares}
    chosen = [name for name, wanted in (views | {"hash": hash_}).items() if wanted]
    if len(chosen) > 1:
        raise click.UsageError(f"--{chosen[0]} and --{chosen[1]} exclude each other.")
    names = {"--output": output, "--plot": plot, "--plot-frequencies": plot_frequencies}
    for option, name in (names | {"--save": save}).items():
        require_name(option, name)
    ruleset = parse_game(game)
    if heaps:
        given = (stop, start, *names.values(), output_format, save)
        if chosen or resume or any(option is not None for option in given):
            raise click.UsageError("--heap stands alone; --stop and the like are for many heaps.")
        _print_single(ruleset, heaps, as_json=as_json)
        return
    if resume and save is None:
        raise click.UsageError("--resume goes on from a folder; name it with --save DIR.")
    if output_format is not None and output is None:
        raise click.UsageError("--format is that of a file; name it with --output OUT.")
    if output is not None and hash_:
        raise click.UsageError("--hash gives one line and no columns for --output; use --json.")
    if output == "-" and as_json:
        raise click.UsageError("Only one of --json and --output - can be standard output.")
    start = start or 0
    stop = start + _USUAL if stop is None else stop
    view = chosen[0] if chosen else "values"
    # Where nobody asks for the values themselves, they need not be kept.
    keeps = view in ("values", "rares") or bool(plot or plot_frequencies)
    keeps |= view == "frequencies" and start > 0
    _require_range(start, stop, keeps=keeps)
    written = _format_of(output, output_format)
    for picture in (plot, plot_frequencies):
        _require_picture(picture)
    told = _command(game, start, stop, *chosen)
    found = _compute(ruleset, stop, save, view, keeps=keeps, resume=resume)
    if as_json or save is not None:
        found.facts["sha256"] = found.summary.sha256
    columns = _VIEWS[view](found, start, told)
    if output is not None:
        _write(columns, output, written)
    if plot or plot_frequencies:
        _plot(ruleset, found.values, start, plot, plot_frequencies)
    if as_json:
        _write(columns, "-", "json")
    elif output != "-":
        _PRINTERS[view](columns)
    if save is not None:
        click.echo(f"{save}: {found.stop:,} values, SHA-256 {found.facts['sha256']}", err=True)
    if found.limit is not None:
        raise found.limit


# ---- before the work ------------------------------------------------------------------------


def _require_range(start: int, stop: int, *, keeps: bool) -> None:
    if start > stop:
        raise click.UsageError(f"--from {start} is beyond --stop {stop}; K is at most N.")
    require_countable(stop)
    if keeps:
        from grundy.files import require_memory

        require_memory(3 * stop, f"{stop:,} values", "take a smaller --stop")


def require_name(option: str, name: str | None) -> None:
    """Refuse an empty name: as a path it would mean the current folder."""
    if name == "":
        raise click.UsageError(f"{option}: the name is empty.")


def require_countable(stop: int) -> None:
    """Refuse a number of heaps that nobody will ever compute."""
    if stop >= _TOO_MANY:
        raise click.UsageError(
            f"--stop has {len(str(stop))} digits, more heaps than can be computed; "
            "grundy values GAME --heap N gives the value of one heap."
        )


def _format_of(output: str | None, output_format: str | None) -> str:
    """Give the format of the output, or say what is wrong before the work begins."""
    from grundy.heaps.output import FORMATS, endings, find_format

    if output_format is not None and output_format not in FORMATS:
        raise click.UsageError(
            f'--format: "{output_format}" is no format; use {", ".join(FORMATS)}.'
        )
    if output is None or output == "-":
        return output_format or "csv"
    found = output_format or find_format(output)
    if found is None:
        raise click.UsageError(f"{output}: cannot write this kind of file; use {endings()}.")
    require_place(output)
    return found


def _require_picture(path: str | None) -> None:
    if path is None:
        return
    from grundy.drawing.figure import FORMATS

    if Path(path).suffix.lower().removeprefix(".") not in FORMATS:
        raise click.UsageError(f"{path}: no picture of this kind; use .png, .svg or .pdf.")
    require_place(path)


def require_place(path: str) -> None:
    """Say that a file cannot be written, before the work whose result it is to hold."""
    target = Path(path)
    if not target.parent.is_dir():
        raise click.UsageError(f'{path}: there is no folder "{target.parent}".')
    if target.is_dir():
        raise click.UsageError(f"{path}: this is a folder; give the name of a file.")
    if not os.access(target.parent, os.W_OK):
        raise click.UsageError(f'{path}: the folder "{target.parent}" cannot be written to.')


def _command(game: str, start: int, stop: int, *view: str) -> str:
    """Give the command that repeats the answer."""
    words = ["grundy", "values", game, "--stop", str(stop)]
    words += ["--from", str(start)] if start else []
    return shlex.join(words + [f"--{name}" for name in view])


# ---- the work -------------------------------------------------------------------------------


@dataclass
class _Found:
    """What a run has found: the values, or a summary of them, and the limit it reached, if any."""

    ruleset: HeapRuleset
    view: str
    result: npt.NDArray[Any] | Summary
    limit: LimitError | None = None
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def values(self) -> npt.NDArray[Any]:
        """The values, of a run that keeps them."""
        import numpy as np

        return self.result if isinstance(self.result, np.ndarray) else np.zeros(0, np.uint8)

    @cached_property
    def summary(self) -> Summary:
        """What is asked besides the values."""
        from grundy.heaps.summary import Summary

        return (
            self.result
            if isinstance(self.result, Summary)
            else Summary.of(self.values, {self.view} if self.view != "values" else ())
        )

    @property
    def stop(self) -> int:
        """How many values there are."""
        from grundy.heaps.summary import Summary

        return self.result.stop if isinstance(self.result, Summary) else len(self.result)

    def told(self, start: int) -> dict[str, Any]:
        """Give the facts that go with every view."""
        return {"game": self.ruleset.text, "from": start, "stop": self.stop} | self.facts


def _compute(
    ruleset: HeapRuleset, stop: int, save: str | None, view: str, *, keeps: bool, resume: bool
) -> _Found:
    """Compute the values and keep them, or only what the view needs."""
    import contextlib

    from grundy.cli.output import progress_bar
    from grundy.errors import LimitError

    sequence = ruleset.sequence
    with contextlib.ExitStack() as stack:
        store = None
        if save is not None:
            from grundy.heaps.store import Store

            store = stack.enter_context(Store(save, ruleset.text, resume=resume))
            sequence.resume(store)
        report = stack.enter_context(progress_bar("values", lambda: _found(ruleset)))
        try:
            if keeps:
                return _Found(ruleset, view, sequence.values(stop, report, store))
            return _Found(ruleset, view, sequence.summary(stop, {view}, report, store))
        except LimitError as error:
            if error.partial is None:
                raise
            return _Found(ruleset, view, error.partial, error)  # type: ignore[arg-type]


def _found(ruleset: HeapRuleset) -> str:
    count = ruleset.sequence.rare_count
    return f"{count:,} rare" if count else ""


# ---- the views: what is found among the values ------------------------------------------------


def _values(found: _Found, start: int, told: str) -> Columns:
    from grundy.heaps.output import Columns

    heaps = range(start, len(found.values))
    return Columns(("heap", "value"), (heaps, found.values[start:]), found.told(start), told)


def _zeros(found: _Found, start: int, told: str) -> Columns:
    from grundy.heaps.output import Columns

    zeros = found.summary.zeros
    return Columns(("heap",), (zeros[zeros >= start],), found.told(start), told)


def _records(found: _Found, start: int, told: str) -> Columns:
    pairs = [pair for pair in found.summary.records if pair[0] >= start]
    return _pairs(("heap", "value"), pairs, found.told(start), told)


def _frequencies(found: _Found, start: int, told: str) -> Columns:
    import numpy as np

    from grundy.heaps.output import Columns

    counts = _counts(found.values[start:]) if start else found.summary.counts
    taken = np.flatnonzero(counts)
    return Columns(("value", "count"), (taken, counts[taken]), found.told(start), told)


def _hash(found: _Found, start: int, told: str) -> Columns:
    from grundy.heaps.output import Columns

    return Columns((), (), found.told(start) | {"sha256": found.summary.sha256}, told)


def _counts(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Count how often each value occurs, a piece at a time: NumPy would copy all to int64."""
    import numpy as np

    counts = np.zeros(int(values.max(initial=0)) + 1, np.int64)
    for first in range(0, len(values), _PIECE):
        counts += np.bincount(values[first : first + _PIECE], minlength=len(counts))
    return counts


def _rares(found: _Found, start: int, told: str) -> Columns:
    ruleset = found.ruleset
    pairs = [pair for pair in ruleset.rares(found.stop) if start <= pair[0] < found.stop]
    facts = found.told(start) | {"mask": ruleset.sequence.mask}
    return _pairs(("heap", "value"), pairs, facts, told)


def _pairs(
    names: tuple[str, str], pairs: list[tuple[int, int]], facts: dict[str, Any], told: str
) -> Columns:
    import numpy as np

    from grundy.heaps.output import Columns

    first, second = np.array(pairs, np.int64).reshape(-1, 2).T
    return Columns(names, (first, second), facts, told)


_VIEWS = {
    "values": _values,
    "zeros": _zeros,
    "records": _records,
    "frequencies": _frequencies,
    "rares": _rares,
    "hash": _hash,
}


# ---- after the work -------------------------------------------------------------------------


def _write(columns: Columns, output: str, output_format: str) -> None:
    from grundy.heaps.output import write_columns

    write_columns(columns, output, format=output_format)


def _plot(
    ruleset: HeapRuleset,
    values: npt.NDArray[Any],
    start: int,
    plot: str | None,
    frequencies: str | None,
) -> None:
    heaps = f"heaps {start:,} to {len(values) - 1:,}" if start < len(values) else "no heaps"
    title = f"{short(ruleset.text)}: {heaps}"
    if plot is not None:
        from grundy.drawing.sequence import plot_values

        plot_values(plot, values[start:], start=start, title=title)
    if frequencies is not None:
        from grundy.drawing.sequence import plot_frequencies

        plot_frequencies(
            frequencies, _counts(values[start:]), mask=_mask_of_values(ruleset), title=title
        )


def _mask_of_values(ruleset: HeapRuleset) -> int | None:
    """Give the mask where it alone, and not the heap's parity too, makes a value rare."""
    mask = ruleset.sequence.mask
    if mask is None:
        return None
    values = {value for _, value in ruleset.sequence.rares}
    return mask if all((value & mask).bit_count() % 2 == 0 for value in values) else None


def short(text: str) -> str:
    """Shorten a game's text for a title: a set can have thousands of numbers."""
    return text if len(text) <= 60 else text[:59] + "…"


def _print_values(columns: Columns) -> None:
    from grundy.cli.output import print_table
    from grundy.heaps.output import rows_of_ten

    start, values = columns.facts["from"], columns.columns[1]
    shown = len(values)
    if shown > 10 * _MOST_ROWS:
        shown = 10 * _ROWS_OF_MANY - start % 10
    rows = rows_of_ten(start, values[:shown])
    click.echo(_title(columns))
    print_table(["heap", *(f"+{k}" for k in range(10))], rows)
    if shown < len(values):
        click.echo(f"The first {shown} of {len(values):,} values; --output FILE writes them all.")


def _title(columns: Columns) -> str:
    import numpy as np

    values, facts = columns.columns[1], columns.facts
    if not len(values):
        return _heading(columns)

    zeros = int(np.count_nonzero(np.asarray(values) == 0))
    at = int(np.argmax(values))
    positions = "P-position" if zeros == 1 else "P-positions"
    return (
        f"{_heading(columns)}: "
        f"{zeros:,} {positions}, greatest value {values[at]} (heap {at + facts['from']:,})"
    )


def _print_zeros(columns: Columns) -> None:
    for line in _wrapped(columns.columns[0]):
        click.echo(line)


def _wrapped(numbers: Any, width: int = 79) -> Iterator[str]:
    """Lay numbers out in lines; P-positions can be millions."""
    line = ""
    for first in range(0, len(numbers), 10_000):
        for word in map(str, numbers[first : first + 10_000].tolist()):
            if line and len(line) + 1 + len(word) > width:
                yield line
                line = word
            else:
                line = f"{line} {word}" if line else word
    if line:
        yield line


def _print_frequencies(columns: Columns) -> None:
    from grundy.cli.output import print_table

    values, counts = (column.tolist() for column in columns.columns)  # type: ignore[union-attr]
    total = max(sum(counts), 1)
    rows = [(v, f"{c:,}", f"{100 * c / total:.4g} %") for v, c in zip(values, counts, strict=True)]
    click.echo(_heading(columns))
    print_table(["value", "heaps", "share"], rows)


def _print_pairs(columns: Columns) -> None:
    from grundy.cli.output import print_table

    click.echo(_heading(columns))
    shown = columns.length if columns.length <= _MOST_ROWS else _ROWS_OF_MANY
    rows = zip(*(column[:shown].tolist() for column in columns.columns), strict=True)  # type: ignore[union-attr]
    print_table(columns.names, rows)
    if shown < columns.length:
        click.echo(f"The first {shown} of {columns.length:,}; --output FILE writes them all.")


def _print_rares(columns: Columns) -> None:
    mask = columns.facts["mask"]
    if mask is None:
        click.echo(f"{_heading(columns)}: no sparse space was looked for or found.")
        return
    _print_pairs(columns)


def _print_hash(columns: Columns) -> None:
    click.echo(f"{_heading(columns)}: SHA-256 {columns.facts['sha256']}")


def _heading(columns: Columns) -> str:
    facts = columns.facts
    heaps = f"{short(facts['game'])}, heaps {facts['from']:,} to {facts['stop'] - 1:,}"
    if facts.get("mask"):
        heaps += f": {columns.length:,} rare, mask {facts['mask']:#x}"
    return heaps if facts["from"] < facts["stop"] else f"{short(facts['game'])}: no heaps"


_PRINTERS = {
    "values": _print_values,
    "zeros": _print_zeros,
    "records": _print_pairs,
    "frequencies": _print_frequencies,
    "rares": _print_rares,
    "hash": _print_hash,
}


def _print_single(ruleset: HeapRuleset, heaps: tuple[int, ...], *, as_json: bool) -> None:
    """Print the values of single heaps, each with who wins."""
    from grundy.values import outcome_of

    if as_json:
        from grundy.cli.output import print_json

        values = [ruleset.value(heap) for heap in heaps]
        told = shlex.join(["grundy", "values", ruleset.text, *(f"--heap={heap}" for heap in heaps)])
        print_json(told, {"game": ruleset.text, "heaps": list(heaps), "values": values})
        return
    for heap in heaps:
        # One by one: those before one that is out of reach are still answered.
        value = ruleset.value(heap)
        click.echo(f"heap {heap}: value {value}, {outcome_of(value)}")
