"""`grundy describe`: the structure of a heap game's values, proved or conjectured."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.options import number, require_countable, short_title, threads_option
from grundy.printable import repeat

if TYPE_CHECKING:
    from grundy.heaps.periods.period import Period
    from grundy.named.description import Counterexample, Description, Finding, KnownMatch

_USUAL = 3_000


@click.command("describe")
@click.argument("game")
@click.option("--stop", type=number, metavar="N", default=str(_USUAL), show_default=True,
              help="Look at heaps below N: 1000, 1e5, 10^5.")  # fmt: skip
@threads_option
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def command(game: str, stop: int, as_json: bool) -> None:
    """Say what is known, or seen, about a heap game's Grundy values.

    GAME is a take-and-break code (0.77), a set of what may be taken ({1,3,4}) or may not
    (allbut{1,4}), a name such as kayles, or file.py:name, which is run: a game
    of heaps, or of one number.

    A period or a formula with a proof comes first. Without one, formulas are tried on the heaps
    below N: remainders, quotients, digits in base two, Beatty sequences, recursions; what fits
    is a conjecture, and what fits long and then fails is shown with its first counterexample.
    Then come the known games that have the same values, perhaps some heaps further on.

    \b
    Examples:
      grundy describe 0.07
      grundy describe to-divisor --stop 1e5
    """
    from grundy.cli.game import read_heap_game
    from grundy.cli.output import print_json, progress_bar, said
    from grundy.named.description import describe

    ruleset = read_heap_game(game)
    require_countable(stop)
    with progress_bar("values") as report:
        found = describe(ruleset, stop, report)
    if as_json:
        print_json(repeat("describe", game, stop=stop), _fields(found))
    else:
        for line in _lines(found):
            click.echo(said(line))


def _lines(found: Description) -> list[str]:
    head = short_title(found.game)
    findings = [finding for finding in (found.proved, *found.conjectures) if finding is not None]
    lines = [f"{head}: {finding}." for finding in findings]
    if not findings:
        lines.append(f"{head}: no period proved and no formula found below heap {found.stop:,}.")
    if found.period is not None:
        lines.append(f"  period   {_period(found.period)}.")
    lines += [f"  failed   {failure}." for failure in found.failed]
    lines += [f"  same as  {match}." for match in found.same_as]
    return lines


def _period(period: Period) -> str:
    saltus = f", saltus {period.saltus:,}" if period.saltus else ""
    return f"{period.period:,}{saltus}, from heap {period.preperiod:,} on"


def _fields(found: Description) -> dict[str, Any]:
    fields = asdict(found) | {
        "proved": found.proved and _with_sentence(found.proved),
        "conjectures": [_with_sentence(part) for part in found.conjectures],
        "failed": [_with_sentence(part) for part in found.failed],
        "same_as": [_with_sentence(part) for part in found.same_as],
    }
    if found.period is not None:
        del fields["period"]["proof"]
    return fields


def _with_sentence(part: Finding | Counterexample | KnownMatch) -> dict[str, Any]:
    return {"sentence": str(part)} | asdict(part)
