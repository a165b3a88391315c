"""`grundy period` and `grundy quotient`: what repeats in a heap game, with its proof."""

from __future__ import annotations

import contextlib
import math
import time
from typing import TYPE_CHECKING, Any

import click

from grundy.cli import options
from grundy.cli.game import read_heap_game, write_certificate, write_quotient
from grundy.cli.output import print_json, progress_bar, show
from grundy.errors import LimitError
from grundy.printable import counted, repeat

if TYPE_CHECKING:
    from grundy.heaps.engines.sequence import Store
    from grundy.heaps.misere_quotient import MisereQuotient, QuotientStore
    from grundy.heaps.periods.period import Period
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.misere.growth import Solution
    from grundy.runtime.limits import Limits

_USUAL = 10**6
_FAR = 5 * 10**6  # where few heaps are rare; enough for 0.376 …
_FARTHEST = 5 * 10**8  # … and where very few are: enough for 0.454, given the time
_WORK = 2 * 10**10  # pairs of a heap and a rare one
_FEW_RARES = 600
_SECONDS = 20.0  # where nobody says how far to look, nor keeps the values


@click.command("period")
@click.argument("game")
@click.option("--stop", type=options.number, metavar="N",
              help="Look among heaps below N: 1000, 1e8, 10^6.  "
              "[default: 10^6, or up to 5*10^8 where few heaps are rare, for 20 s]")  # fmt: skip
@click.option("--guess", is_flag=True, help="Report a period that is only observed, too.")
@options.folder_options
@click.option("--certificate", metavar="OUT",
              help="Write what `grundy verify FILE` can check; OUT.v is for Coq.")  # fmt: skip
@options.threads_option
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def period(
    game: str, stop: int | None, guess: bool, certificate: str | None, as_json: bool, **params: Any
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
    from grundy.answers.periods import period_answer, period_text
    from grundy.heaps.periods.certificate import of_formula, proof_of

    ruleset = read_heap_game(game)
    if stop is not None:
        options.require_countable(stop)
    options.require_folder(ruleset, params)
    with options.value_folder(ruleset, params) as store:
        repetition, stop = _search(ruleset, stop, store, guess=guess)
    again = repeat("period", game, stop=stop)
    proof = proof_of(ruleset, repetition, again)
    file = of_formula(ruleset, repetition, command=again) if proof is None else proof
    is_proved = repetition is not None and repetition.proved
    written = write_certificate(ruleset, repetition, file, certificate, proved=is_proved)
    if as_json:
        print_json(again + " --guess" * guess, period_answer(ruleset, repetition, proof, stop))
    elif certificate != "-" or not written:
        show(period_text(ruleset, repetition, proof, stop, guessed=guess))


def _search(
    ruleset: HeapRuleset, stop: int | None, store: Store | None, *, guess: bool
) -> tuple[Period | None, int]:
    """Search for a proved period, else an observed one; return it with the heap reached."""
    with progress_bar("values", lambda: options.rare_heaps_text(ruleset)):
        try:
            repetition, limit = _proved(ruleset, stop, store)
            if repetition is None and guess:
                ruleset.values(limit)
                repetition = ruleset.guess_period(limit)
        except KeyboardInterrupt:
            if store is not None:  # whose folder says it
                raise
            click.echo(err=True)  # ends the line with ^C
            raise click.Abort(_how_far(ruleset)) from None
    return repetition, limit


def _proved(
    ruleset: HeapRuleset, stop: int | None, store: Store | None
) -> tuple[Period | None, int]:
    """Search for a proof up to heap *stop*, by default for a few seconds."""
    from grundy.heaps.periods.period import search_period
    from grundy.runtime.limits import listener, reporting

    bar = listener()
    limit = _USUAL if stop is None else stop
    seconds = _SECONDS if stop is None and store is None else math.inf
    end = time.monotonic() + seconds

    def look(stage: str, done: int, total: int) -> None:
        # Where nobody says how far to go, the end is not known, and no share of it is shown.
        if bar is not None:
            bar(stage, done, stop or 0)
        if time.monotonic() > end:
            raise LimitError(f"within {seconds:g} seconds")

    try:
        with reporting(look):
            repetition = search_period(ruleset, limit, store)
            rares = ruleset.sequence.rare_count
            if repetition is None and stop is None and 0 < rares <= _FEW_RARES:
                limit = max(_FAR, min(_FARTHEST, _WORK // rares))
                repetition = search_period(ruleset, limit, store)
    except LimitError:
        if time.monotonic() <= end:
            raise
        limit = ruleset.sequence.filled
        repetition = search_period(ruleset, limit)  # the heaps computed last are not yet tried
        if repetition is None:
            click.echo(
                f"grundy: {seconds:g} seconds are over at heap {limit:,}; --stop N goes further.",
                err=True,
            )
    return repetition, limit


def _how_far(ruleset: HeapRuleset) -> str:
    """Describe the progress of an interrupted search."""
    stop = ruleset.sequence.filled
    if stop < 2:
        return ""
    values = ruleset.values(stop)
    greatest = int(values.max())
    return (
        f"Interrupted at heap {stop:,} of {ruleset.text}; the greatest value below it is "
        f"{greatest:,}, first at heap {int(values.argmax()):,}."
    )


# ---- misère quotients ---------------------------------------------------------------------------


@click.command("quotient")
@click.argument("game")
@click.option("--stop", type=options.number, metavar="N", default="200", show_default=True,
              help="Heaps below N, where fewer prove no period.")  # fmt: skip
@click.option("--limit", type=click.IntRange(1), metavar="M",
              help="Elements of a candidate, at most.  [20000]")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(min=0), metavar="S", help="Stop after S seconds.")
@click.option("--certificate", metavar="OUT", help="Write what `grundy verify FILE` can check.")
@click.option("--latex", is_flag=True, help="Print generators and relations for LaTeX.")
@click.option("--save", metavar="DIR", help="Keep the quotient in a folder while it grows.")
@click.option("--resume", is_flag=True, help="Go on from the quotient in the folder of --save.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def quotient(
    stop: int, seconds: float | None, certificate: str | None, save: str | None, **given: Any
) -> None:
    """Find the misère quotient of a heap game, with proof.

    Under misère play who cannot move wins. Two sums of heaps are one element of the quotient
    when no third sum beside them makes one a win and the other a loss; who wins depends on the
    element alone. GAME is a take-and-break code (0.77), a set of what may be taken ({1,3,4}) or
    may not (allbut{1,4}), a name such as kayles, or file.py:name, which is run.

    Heaps are taken in one by one until their elements are proved to repeat for all larger heaps,
    or until heap N is reached. What stops early, at a limit or by Ctrl-C, prints what is proved
    so far.

    \b
    Examples:
      grundy quotient kayles --certificate kayles-misere.json
      grundy quotient 0.07 --stop 30 --save dawson
      grundy quotient 0.15 --latex
    """
    from grundy.answers.periods import quotient_answer, quotient_latex, quotient_text
    from grundy.heaps.periods.certificate import rule_of
    from grundy.runtime.limits import Limits

    options.require_option("--save", save, {"--resume": given["resume"]})
    options.require_countable(stop)
    ruleset = read_heap_game(given["game"])
    rule = "" if certificate is None and save is None else rule_of(ruleset)
    limits = Limits(positions=given["limit"], seconds=seconds)
    shown = None if seconds is None else f"{seconds:g}"
    again = repeat("quotient", given["game"], stop=stop, limit=given["limit"], seconds=shown)
    result, error = _find_quotient(ruleset, stop, limits, save, rule, resume=given["resume"])
    if certificate is not None:
        write_quotient(result.certificate(command=again), certificate)
    if given["as_json"]:
        print_json(again, quotient_answer(result, error))
    elif given["latex"]:
        click.echo(quotient_latex(result))
    elif certificate != "-":
        show(quotient_text(result))
    if error is not None:
        raise error


class _Progress:
    """The last solution, in memory and perhaps in a folder."""

    def __init__(self, store: QuotientStore | None) -> None:
        self.store = store
        self.last = None if store is None else store.load()
        self._start = time.monotonic()

    def __call__(self, solution: Solution) -> None:
        self.last = solution
        if self.store is not None:
            self.store.offer(solution)

    def __str__(self) -> str:
        order = 1 if self.last is None else self.last.monoid.order
        return f"{counted(order, 'element')}, {time.monotonic() - self._start:.0f} s"


def _find_quotient(
    ruleset: HeapRuleset, stop: int, limits: Limits, save: str | None, rule: str, *, resume: bool
) -> tuple[MisereQuotient, Exception | None]:
    """Find the quotient, or what is proved of it when a limit or Ctrl-C ends the run, and that."""
    from grundy.heaps.misere_quotient import MisereQuotient, QuotientStore, find_quotient

    with contextlib.ExitStack() as stack:
        store = None
        if save is not None:
            store = stack.enter_context(QuotientStore(save, rule, resume=resume))
        progress = _Progress(store)
        stack.enter_context(progress_bar("heaps", lambda: str(progress)))
        error: Exception | None = None
        try:
            result = find_quotient(ruleset, stop, limits=limits, start=progress.last, save=progress)
        except LimitError as limit:
            if not isinstance(limit.partial, MisereQuotient):
                raise
            result, error = limit.partial, limit
        except KeyboardInterrupt:
            if progress.last is None:
                raise
            result, error = _interrupted_quotient(ruleset, progress.last, save)
        if store is not None:
            store.keep(result.solution)
        return result, error


def _interrupted_quotient(
    ruleset: HeapRuleset, last: Solution, save: str | None
) -> tuple[MisereQuotient, Exception]:
    from grundy.heaps.misere_quotient import checked

    click.echo(err=True)  # ends the line with ^C
    quotient = checked(ruleset, last)
    sentence = f"Interrupted; this is proved for heaps 0 to {quotient.stop - 1:,}"
    if save is not None:
        sentence += f" and kept in {save}, and the same command with --resume goes on from there"
    return quotient, click.Abort(f"{sentence}.")
