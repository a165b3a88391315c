"""`grundy recognise`: which known game, and which formula, has the values that are given."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grundy.printable import repeat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.recognition.given import Given
    from grundy.recognition.recognise import Choice, Match, Recognition

_MOST_BYTES = 10_000_000
_FILE = re.compile(r"[^0-9?_,;\s\[\](){}]")  # a sign that values do not have


@click.command("recognise", context_settings={"ignore_unknown_options": True})
@click.argument("values", nargs=-1, required=True)
@click.option("--matches", type=click.IntRange(1, 1_000), default=8, show_default=True,
              metavar="N", help="Tell at most N games.")  # fmt: skip
@click.option("--ahead", type=click.IntRange(0, 100), default=10, show_default=True,
              metavar="N", help="The values that come next, N of them.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def command(values: tuple[str, ...], matches: int, ahead: int, as_json: bool) -> None:
    """Say which known game, and which formula, has these values.

    VALUES are Grundy values of consecutive heaps, from any heap on, with ? or _ for a gap; or
    the name of a file that holds them, or - for standard input. They may stand in lines, with
    commas, in brackets, or with the heap before each, as in a b-file.

    Looked among are the octal codes of four digits, with 0 or 4 before the point, hexadecimal
    ones of three, the sets of numbers to 20 that may or may not be taken, the heap games of the
    catalogue, and of its other games what one number tells, such as sprouts n and nogo 1xn.
    Games with fewest digits come first. A table of them is built the first time.

    \b
    Examples:
      grundy recognise 0 1 2 3 1 4 3 2 1 4 2 6
      grundy recognise 3 _ 4 3 2 1 4 2 6 4 1 2
      python3 values.py | grundy recognise -
    """
    from grundy.answers.heap_games import recognised_answer
    from grundy.cli.output import print_json, progress_bar
    from grundy.recognition.recognise import recognise

    given = _given(values)
    with progress_bar() as report:
        found = recognise(given.values, ahead=ahead, progress=report)
    if as_json:
        words = ["?" if value is None else str(value) for value in given.values]
        again = repeat("recognise", *words, matches=matches, ahead=ahead)
        print_json(again, recognised_answer(found, matches))
    else:
        from grundy.cli.output import printable

        for line in _lines(found, matches):
            click.echo(printable(line))


def _given(words: tuple[str, ...]) -> Given:
    from grundy.recognition.given import read_values

    for word in words:
        if word.startswith("--"):
            raise click.NoSuchOption(word)
    if len(words) > 1 or not (words[0] == "-" or _FILE.search(words[0])):
        return read_values(" ".join(words))
    if words[0] == "-":
        raw = b"" if sys.stdin is None else sys.stdin.buffer.read(_MOST_BYTES + 1)
        source = "standard input"
    elif Path(words[0]).is_file():
        source = words[0]
        with Path(source).open("rb") as stream:
            raw = stream.read(_MOST_BYTES + 1)
    else:
        raise click.UsageError(
            f'"{words[0]}" is neither a file nor a value; write such as 0 1 2 3 1 4.'
        )
    if len(raw) > _MOST_BYTES:
        raise click.UsageError(f"{source}: over {_MOST_BYTES // 10**6} MB are no list of values.")
    return read_values(raw.decode("utf-8-sig", errors="replace"), source)


# ---- as text --------------------------------------------------------------------------------


def _lines(found: Recognition, most: int) -> Iterator[str]:
    if not len(found):
        yield "No known game and no formula has these values."
    elif not found.games:
        yield "No known game has these values."
    else:
        first, *choices = found.choices(most)
        yield from _first(first, found)
        others = list(_listed(choices))
        decided = _decided(found)
        yield decided if others else f"{decided.removesuffix('; these fit, too:').rstrip('.')}."
        yield from others
        left = found.games - sum(choice.games for choice in (first, *choices))
        if left:
            yield f"  … and {left:,} more games; --matches N tells more of them."
    for formula in found.formulas:
        yield f"Formula: G(n) = {formula.formula}, with the first value at heap {formula.shift}."
        yield f"  next    {_numbers(formula)}"


def _first(choice: Choice, found: Recognition) -> Iterator[str]:
    match = choice.first
    known = match.known
    name = f" is {known.name}" if known is not None and known.name else ""
    number = f" (OEIS {known.oeis})" if known is not None and known.oeis else ""
    yield f"{match.text}{name}{number}, with the first value at {match.place}."
    yield f"  next    {_numbers(match)}"
    if match.is_family:
        number_after = match.shift + len(found.values) + len(match.next_values)
        words = match.position(number_after).split(" ")
        yield f"  solve   {repeat('solve', *words)} computes one more"
    else:
        yield f"  period  {_period(match)}"
    if choice.others:
        others_text = "; ".join(f"{_named(other)}, {other.place}" for other in choice.others)
        left = choice.games - 1 - len(choice.others)
        yield f"  alike   {others_text}{f'; and {left:,} more' if left else ''}"


def _named(match: Match) -> str:
    name = f" ({match.known.name})" if match.known is not None else ""
    return f"{match.text}{name}"


def _listed(choices: list[Choice]) -> Iterator[str]:
    width = max((len(choice.first.text) for choice in choices), default=0)
    for choice in choices:
        match = choice.first
        more = f"  and {choice.games - 1:,} alike" if choice.games > 1 else ""
        yield f"  {match.text:<{width}}  {match.place:<8} next {_numbers(match)}{more}"


def _numbers(match: Match) -> str:
    if match.is_family and not match.next_values:
        return "not in the table"
    return ", ".join(map(str, match.next_values)) + ", …"


def _period(match: Match) -> str:
    from grundy.recognition.recognise import proof_text

    period = match.period
    if period is None:
        return f"none proved by few heaps; grundy period {shlex.quote(match.text)} looks further"
    saltus = f", saltus {period.saltus:,}" if period.saltus else ""
    proved = f"proved ({proof_text(match)})"
    return f"{period.period:,}{saltus}, from heap {period.preperiod:,} on, {proved}"


def _decided(found: Recognition) -> str:
    count, deciding = len(found.values), found.deciding
    if deciding is None and found[0].is_family:
        return (
            f"These {count} values leave a choice, as far as the family is known; these fit, too:"
        )
    if deciding is None:
        return "So few values decide nothing; these fit, too:"
    if deciding > count:
        return f"These {count} values leave a choice, {deciding} would decide; these fit, too:"
    if deciding == count:
        return f"These {count} values decide which come next; fewer would not."
    return f"The first {deciding} of these {count} values decide which come next."
