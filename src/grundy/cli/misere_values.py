"""Elements of heaps in a misère quotient, or their genera, and the quotient in lines."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.options import short_title
from grundy.errors import LimitError
from grundy.heaps.quotients.names import facts_of, size_of
from grundy.printable import counted, printable, repeat

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from grundy.cli.options import Outputs
    from grundy.heaps.quotients.quotient import MisereQuotient
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.heaps.value_files import Columns
    from grundy.misere.forms import Genus


# What `grundy quotient` prints of a misère quotient: in lines, or for LaTeX.


_WIDTH = 16
_RELATIONS_SHOWN = 60
# For an encoding that lacks one of the signs of a presentation.
_PLAIN = str.maketrans(
    {"⟨": "<", "⟩": ">", "è": "e", "…": "..."}
    | dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True))
    | dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
)


def lines_of(found: MisereQuotient) -> Iterator[str]:
    """Yield the lines of the answer."""
    game = printable(short_title(found.ruleset.text))
    yield shown(f"{game}: {size_of(found)}")
    for name, text in (facts_of(found) | {"presentation": _presentation(found)}).items():
        yield shown(f"  {name:<{_WIDTH}}{text}")


def latex_of(found: MisereQuotient) -> str:
    """Return the quotient and its P-portion for LaTeX's mathematics."""
    presentation = found.presentation()
    words = ", ".join(
        presentation.text(presentation.words[element], latex=True)
        for element in sorted(found.p_portion)
    )
    return rf"\mathcal{{Q}} = {presentation.latex()}, \quad \mathcal{{P}} = \{{{words}\}}"


def shown(line: str) -> str:
    """Return a line as standard output can show it."""
    try:
        line.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return line.translate(_PLAIN)
    return line


def _presentation(found: MisereQuotient) -> str:
    presentation = found.presentation()
    if len(presentation.relations) <= _RELATIONS_SHOWN:
        return str(presentation)
    generators = counted(len(presentation.generators), "generator")
    relations = counted(len(presentation.relations), "relation")
    return f"{generators}, {relations}; --latex and --json write them out"


# `grundy values --play misere`: the elements of heaps in the quotient, or their genera.


_ROW = 10
_MOST_ROWS = 200
_FAR = 5_000  # heaps that are computed for one that is larger, in search of a period


def print_elements(
    ruleset: HeapRuleset, game: str, start: int, stop: int, outputs: Outputs
) -> None:
    """Print the element of each heap in the misère quotient, as a word of its generators."""
    import numpy as np

    from grundy.heaps.quotients.names import lost_words
    from grundy.heaps.value_files import Columns

    quotient, error = _quotient(ruleset, stop)
    last = stop if quotient.period is not None else min(stop, quotient.stop)
    start = min(start, last)
    elements = quotient.run(start, last - start)
    words = _words(quotient)[elements]
    outcomes = np.where(quotient.solution.monoid.p_portion[elements], "P", "N")
    fields = _fields(ruleset, start, last, error) | {
        "order": quotient.order,
        "p_portion": sorted(quotient.p_portion),
    }
    _write(
        Columns(
            ("heap", "element", "word", "outcome"),
            (range(start, last), elements, words, outcomes),
            fields,
            _told(game, start, stop),
        ),
        outputs,
    )
    _plot(quotient, elements, start, outputs)
    if not outputs.as_json and outputs.output != "-":
        order = counted(quotient.order, "element")
        whose = "every heap" if quotient.period else f"heaps 0 to {quotient.stop - 1:,}"
        about = f"quotient of {whose}, {order}; P-positions: {lost_words(quotient)}"
        _print_rows(ruleset, start, last, words.tolist(), about)
    if error is not None:
        raise error


def print_genera(ruleset: HeapRuleset, game: str, start: int, stop: int, outputs: Outputs) -> None:
    """Print the genus of each heap."""
    import numpy as np

    from grundy.heaps.value_files import WORDLESS, Columns

    if outputs.output is not None and outputs.format in WORDLESS:
        raise click.UsageError(
            f"A genus is no number, so {outputs.format} cannot hold it; use csv, parquet or json."
        )
    if outputs.plot or outputs.frequencies:
        raise click.UsageError("A genus is no number to plot; leave out --genus for elements.")
    found, error = _genera(ruleset, start, stop)
    last = start + len(found)
    fields = _fields(ruleset, start, last, error)
    texts = [str(genus) for genus in found]
    _write(
        Columns(
            ("heap", "genus", "value", "outcome"),
            (
                range(start, last),
                np.array(texts, str),
                np.array([genus.value for genus in found], np.int64),
                np.array(["N" if genus.digits[0] else "P" for genus in found], str),
            ),
            fields | {"digits": [list(genus.digits) for genus in found]},
            _told(game, start, stop) + " --genus",
        ),
        outputs,
    )
    if not outputs.as_json and outputs.output != "-":
        _print_rows(ruleset, start, last, texts, "genera")
    if error is not None:
        raise error


def _words(quotient: MisereQuotient) -> npt.NDArray[np.str_]:
    """Return the word of each element."""
    import numpy as np

    presentation = quotient.presentation()
    return np.array([presentation.element(element) for element in range(quotient.order)], str)


def _write(columns: Columns, outputs: Outputs) -> None:
    from grundy.heaps.value_files import write_columns

    if outputs.output is not None:
        write_columns(columns, outputs.output, format=outputs.format)
    if outputs.as_json:
        write_columns(columns, "-", format="json")


def _plot(
    quotient: MisereQuotient, elements: npt.NDArray[Any], start: int, outputs: Outputs
) -> None:
    title = f"{short_title(quotient.ruleset.text)}, misère play"
    if outputs.plot is not None:
        from grundy.drawing.sequence import plot_values

        plot_values(
            outputs.plot, elements, start=start, title=title,
            what="element of the misère quotient", lost=quotient.p_portion,
        )  # fmt: skip
    if outputs.frequencies is not None:
        import numpy as np

        from grundy.drawing.sequence import plot_frequencies

        plot_frequencies(
            outputs.frequencies, np.bincount(elements, minlength=quotient.order), title=title,
            what="element of the misère quotient",
        )  # fmt: skip


def print_single(ruleset: HeapRuleset, game: str, heaps: Sequence[int], *, as_json: bool) -> None:
    """Print the elements of single heaps, each with who wins."""
    from grundy.cli.output import print_json

    quotient, error = _quotient(ruleset, min(max(heaps) + 1, _FAR))
    elements = []
    for heap in heaps:
        try:
            elements.append(quotient.phi(heap))
        except LimitError as beyond:
            raise error or beyond from None
    words = [quotient.presentation().element(element) for element in elements]
    outcomes = [_outcome(quotient, element) for element in elements]
    if as_json:
        again = repeat("values", game, "--play", "misere", *(f"--heap={n}" for n in heaps))
        fields: dict[str, Any] = {"game": ruleset.text, "play": "misere", "heaps": list(heaps)}
        fields |= {"elements": elements, "words": words, "outcomes": outcomes}
        print_json(again, fields)
        return
    for heap, word, outcome in zip(heaps, words, outcomes, strict=True):
        click.echo(shown(f"heap {heap}: element {word}, {outcome}"))


def _quotient(ruleset: HeapRuleset, stop: int) -> tuple[MisereQuotient, LimitError | None]:
    """Return the quotient of these heaps, or a partial one and the limit that ended it."""
    from grundy.cli.output import progress_bar
    from grundy.heaps.quotients.quotient import MisereQuotient

    with progress_bar("heaps") as report:
        try:
            return ruleset.misere_quotient(stop, progress=report), None
        except LimitError as error:
            if not isinstance(error.partial, MisereQuotient):
                raise
            return error.partial, error


def _genera(ruleset: HeapRuleset, start: int, stop: int) -> tuple[list[Genus], LimitError | None]:
    from grundy.cli.output import progress_bar
    from grundy.heaps.misere_search import genera

    found: list[Genus] = []
    with progress_bar() as report:
        try:
            for genus in genera(ruleset, range(start, stop), progress=report):
                found.append(genus)
        except LimitError as error:
            return found, error
    return found, None


def _outcome(quotient: MisereQuotient, element: int) -> str:
    return "P" if element in quotient.p_portion else "N"


def _fields(
    ruleset: HeapRuleset, start: int, stop: int, error: LimitError | None
) -> dict[str, Any]:
    message = None if error is None else str(error)
    fields = {"game": ruleset.text, "play": "misere", "from": start, "stop": stop}
    return fields | {"message": message}


def _told(game: str, start: int, stop: int) -> str:
    return repeat("values", game, play="misere", stop=stop, from_=start or None)


def _print_rows(ruleset: HeapRuleset, start: int, stop: int, cells: list[str], about: str) -> None:
    """Print cells in rows of ten heaps, as the values of normal play are."""
    from grundy.cli.output import print_table

    game = printable(short_title(ruleset.text))
    if start >= stop:
        click.echo(f"{game}: no heaps")
        return
    click.echo(shown(f"{game}, heaps {start:,} to {stop - 1:,}, misère play: {about}"))
    most = _ROW * _MOST_ROWS
    rows = _rows(start, [shown(cell) for cell in cells[:most]])
    print_table(["heap", *(f"+{k}" for k in range(_ROW))], rows)
    if len(cells) > most:
        click.echo(f"The first {most:,} of {len(cells):,}; --json writes them all.")


def _rows(start: int, cells: list[str]) -> Iterator[list[object]]:
    """Yield a heap that is a multiple of ten, and the cells from there on."""
    first = start - start % _ROW
    padded = [""] * (start - first) + cells
    for place in range(0, len(padded), _ROW):
        yield [first + place, *padded[place : place + _ROW]]
