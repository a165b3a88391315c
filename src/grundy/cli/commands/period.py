"""`grundy period`: the period of a heap game's values, proved, or else observed."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

import click

from grundy.cli.options import number, require_countable, short_title, threads_option
from grundy.cli.sequence_text import Folder, folder_options, require_folder, value_folder
from grundy.errors import LimitError
from grundy.files.delivery import deliver_bytes
from grundy.printable import repeat

if TYPE_CHECKING:
    from grundy.heaps.certificate_files import SealedFile
    from grundy.heaps.engines.store import Store
    from grundy.heaps.periods.certificate import Certificate
    from grundy.heaps.periods.period import Period
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.running.limits import Progress

_USUAL = 10**6
_FAR = 5 * 10**6  # where few heaps are rare; enough for 0.376 …
_FARTHEST = 5 * 10**8  # … and where very few are: enough for 0.454, given the time
_WORK = 2 * 10**10  # pairs of a heap and a rare one
_FEW_RARES = 600
_SECONDS = 20.0  # where nobody says how far to look, nor keeps the values


@click.command("period")
@click.argument("game")
@click.option("--stop", type=number, metavar="N",
              help="Look among heaps below N: 1000, 1e8, 10^6.  "
              "[default: 10^6, or up to 5*10^8 where few heaps are rare, for 20 s]")  # fmt: skip
@click.option("--guess", is_flag=True, help="Report a period that is only observed, too.")
@folder_options
@click.option("--certificate", metavar="OUT", help="Write what `grundy verify FILE` can check.")
@threads_option
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def command(
    game: str,
    stop: int | None,
    guess: bool,
    certificate: str | None,
    save: str | None,
    resume: bool,
    save_every: float | None,
    as_json: bool,
) -> None:
    """Find the period of a heap game's Grundy values, and prove it.

    GAME is a take-and-break code (0.77, 4.[3]), a set of what may be taken ({1,3,4}) or may
    not (allbut{1,4}), a name such as kayles, or file.py:name, which is run: a game of heaps, or of
    one number. Heaps are computed in growing runs until a theorem makes the repetition go on for
    ever, or until heap N is reached. That no period was found says nothing about larger heaps.

    \b
    Examples:
      grundy period 0.77 --certificate kayles.json
      grundy period "{1,3,4}"
      grundy period 4.1[3] --stop 1000 --guess
    """
    from grundy.answers.heap_games import period_answer
    from grundy.cli.game import read_heap_game
    from grundy.cli.output import print_json
    from grundy.heaps.periods.certificate import of_formula, proof_of

    ruleset = read_heap_game(game)
    if stop is not None:
        require_countable(stop)
    folder = Folder(save, save_every, resume)
    require_folder(ruleset, folder)
    with value_folder(ruleset, folder) as store:
        found, stop = _search(ruleset, stop, store, guess=guess)
    again = repeat("period", game, stop=stop)
    proof = proof_of(ruleset, found, again)
    file = of_formula(ruleset, found, command=again) if proof is None else proof
    why_none = None if certificate is None else _why_no_certificate(ruleset, found, file)
    if file is not None and certificate is not None and why_none is None:
        deliver_bytes(certificate, file.to_json().encode())
    if as_json:
        print_json(again + " --guess" * guess, period_answer(ruleset, found, proof, stop))
    elif certificate != "-" or why_none is not None:
        _print(ruleset, found, proof, stop, guessed=guess)
    if why_none is not None:
        click.echo(f"grundy: {why_none}, so no certificate was written.", err=True)


def _search(
    ruleset: HeapRuleset, stop: int | None, store: Store | None, *, guess: bool
) -> tuple[Period | None, int]:
    """Look for a proof, and then for something to guess from; say up to which heap."""
    from grundy.cli.output import progress_bar
    from grundy.cli.sequence_text import rares_found

    with progress_bar("values", lambda: rares_found(ruleset)) as report:
        try:
            found, limit = _proved(ruleset, stop, store, report)
            if found is None and guess:
                ruleset.values(limit, report)
                found = ruleset.guess_period(limit)
        except KeyboardInterrupt:
            if store is not None:  # whose folder says it
                raise
            click.echo(err=True)  # ends the line with ^C
            raise click.Abort(_how_far(ruleset)) from None
    return found, limit


def _proved(
    ruleset: HeapRuleset, stop: int | None, store: Store | None, report: Progress | None
) -> tuple[Period | None, int]:
    """Look for a proof as far as heap *stop*, or by default as far as some seconds go."""
    from grundy.heaps.periods.period import search_period

    limit = _USUAL if stop is None else stop
    seconds = _SECONDS if stop is None and store is None else math.inf
    end = time.monotonic() + seconds

    def look(stage: str, done: int, total: int) -> None:
        # Where nobody says how far to go, the end is not known, and no share of it is shown.
        if report is not None:
            report(stage, done, stop or 0)
        if time.monotonic() > end:
            raise LimitError(f"within {seconds:g} seconds")

    try:
        found = search_period(ruleset, limit, look, store)
        rares = ruleset.sequence.rare_count
        if found is None and stop is None and 0 < rares <= _FEW_RARES:
            limit = max(_FAR, min(_FARTHEST, _WORK // rares))
            found = search_period(ruleset, limit, look, store)
    except LimitError:
        if time.monotonic() <= end:
            raise
        limit = ruleset.sequence.filled
        found = search_period(ruleset, limit)  # the heaps computed last are not yet tried
        if found is None:
            click.echo(
                f"grundy: {seconds:g} seconds are over at heap {limit:,}; --stop N goes further.",
                err=True,
            )
    return found, limit


def _how_far(ruleset: HeapRuleset) -> str:
    """Say how far an interrupted search has come, and how the values grow."""
    known = ruleset.sequence.filled
    if known < 2:
        return ""
    values = ruleset.values(known)
    greatest = int(values.max())
    return (
        f"Interrupted at heap {known:,} of {ruleset.text}; the greatest value below it is "
        f"{greatest:,}, first at heap {int(values.argmax()):,}."
    )


def _why_no_certificate(
    ruleset: HeapRuleset, found: Period | None, proof: SealedFile | None
) -> str | None:
    """Say why there can be no certificate; None where there can."""
    from grundy.cli.game import is_known

    if found is None or not found.proved:
        return "there is no proof"
    if proof is None:
        return "the proof is a formula's"
    return None if is_known(ruleset) else "the text of this game does not say its rules"


def _print(
    ruleset: HeapRuleset,
    found: Period | None,
    proof: Certificate | None,
    stop: int,
    *,
    guessed: bool,
) -> None:
    from grundy.cli.output import printable

    game = printable(short_title(ruleset.text))
    if found is None:
        if guessed:
            click.echo(f"{game}: no period found up to {stop:,}, not even an observed one.")
        elif ruleset.theorem is None:
            click.echo(f"{game}: no theorem that proves a period is known here for such a rule.")
        else:
            click.echo(f"{game}: no period found up to {stop:,}.")
        if not guessed:
            click.echo("With --guess it looks for one that is only observed.")
        _print_formula(ruleset)
        return
    word = "proved" if found.proved else f"observed up to {stop:,}, not proved"
    plus = f", saltus {found.saltus:,}" if found.saltus else ""
    click.echo(f"{game}: period {found.period:,}{plus}, {word}.")
    for name, text in _lines(ruleset, found, proof):
        click.echo(f"  {name:<16}{text}")
    if not found.proved:
        _print_formula(ruleset)


def _print_formula(ruleset: HeapRuleset) -> None:
    """Name the formula of a game that no theorem of repetition covers."""
    from grundy.cli.output import printable
    from grundy.heaps.periods.certificate import formula_text

    if ruleset.formula is not None:
        click.echo(printable(f"A formula is known: {formula_text(ruleset)}."))


def _lines(ruleset: HeapRuleset, found: Period, proof: Certificate | None) -> list[tuple[str, str]]:
    last = f"{found.preperiod - 1:,}" if found.preperiod else "none"
    repeat = f"G(n + {found.period}) = G(n)" + (f" + {found.saltus}" if found.saltus else "")
    every = "all" if found.proved else "all these"
    lines = [
        ("preperiod", f"{found.preperiod:,}: {repeat} for {every} n >= {found.preperiod}"),
        ("last exception", last),
    ]
    if found.proved:
        from grundy.cli.output import printable
        from grundy.heaps.periods.certificate import formula_text

        lines.append(("least", "both are: no smaller period or preperiod holds"))
        theorem = f"the formula {formula_text(ruleset)}"
        if proof is not None:
            theorem = f"{proof.theorem}, with heaps 0 to {proof.heaps - 1:,}"
        lines.append(("theorem", printable(theorem)))
    return lines
