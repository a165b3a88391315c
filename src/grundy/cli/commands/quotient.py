"""`grundy quotient`: the misère quotient of a heap game, with its proof."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from grundy.cli.options import number, require_countable
from grundy.errors import LimitError
from grundy.files.delivery import deliver_bytes
from grundy.printable import counted, repeat

if TYPE_CHECKING:
    from grundy.heaps.quotients.known import QuotientStore
    from grundy.heaps.quotients.quotient import MisereQuotient
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.misere.growth import Solution
    from grundy.running.limits import Limits

_USUAL = 200


@click.command("quotient")
@click.argument("game")
@click.option("--stop", type=number, metavar="N", default=str(_USUAL), show_default=True,
              help="Heaps below N, where fewer prove no period.")  # fmt: skip
@click.option("--limit", type=click.IntRange(1), metavar="M",
              help="Elements of a candidate, at most.  [20000]")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(min=0), metavar="S", help="Stop after S seconds.")
@click.option("--certificate", metavar="OUT", help="Write what `grundy verify FILE` can check.")
@click.option("--latex", is_flag=True, help="Print generators and relations for LaTeX.")
@click.option("--save", metavar="DIR", help="Keep the quotient in a folder while it grows.")
@click.option("--resume", is_flag=True, help="Go on from the quotient in the folder of --save.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def command(
    game: str,
    stop: int,
    limit: int | None,
    seconds: float | None,
    certificate: str | None,
    latex: bool,
    save: str | None,
    resume: bool,
    as_json: bool,
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
    from grundy.cli.game import read_heap_game
    from grundy.running.limits import Limits

    if resume and save is None:
        raise click.UsageError("--resume goes on from a folder; name it with --save DIR.")
    require_countable(stop)
    ruleset = read_heap_game(game)
    rule = _rule(ruleset, certificate, save)
    limits = Limits(positions=limit, seconds=seconds)
    shown = None if seconds is None else f"{seconds:g}"
    again = repeat("quotient", game, stop=stop, limit=limit, seconds=shown)
    found = _find(ruleset, stop, limits, save, rule, resume=resume)
    if certificate is not None:
        proof = found.quotient.certificate(command=again)
        deliver_bytes(certificate, proof.to_json().encode())
    if certificate != "-":
        _print(found, again, latex=latex, as_json=as_json)
    if found.error is not None:
        raise found.error


def _rule(ruleset: HeapRuleset, certificate: str | None, save: str | None) -> str:
    """Return the rule as a file can hold it, where one is to be written."""
    from grundy.heaps.quotients.certificate import rule_of

    return "" if certificate is None and save is None else rule_of(ruleset)


# ---- the work -------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Found:
    """What a run has found, and what stopped it early, if anything."""

    quotient: MisereQuotient
    error: Exception | None = None


class _Kept:
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


def _find(
    ruleset: HeapRuleset, stop: int, limits: Limits, save: str | None, rule: str, *, resume: bool
) -> _Found:
    """Find the quotient, or what is proved of it when a limit or Ctrl-C ends the run."""
    from grundy.cli.output import progress_bar
    from grundy.heaps.quotients.known import QuotientStore
    from grundy.heaps.quotients.quotient import MisereQuotient, find_quotient

    with contextlib.ExitStack() as stack:
        store = None
        if save is not None:
            store = stack.enter_context(QuotientStore(save, rule, resume=resume))
        kept = _Kept(store)
        report = stack.enter_context(progress_bar("heaps", lambda: str(kept)))
        try:
            found = _Found(find_quotient(ruleset, stop, limits, report, start=kept.last, kept=kept))
        except LimitError as error:
            if not isinstance(error.partial, MisereQuotient):
                raise
            found = _Found(error.partial, error)
        except KeyboardInterrupt:
            if kept.last is None:
                raise
            found = _interrupted(ruleset, kept.last, save)
        if store is not None:
            store.keep(found.quotient.solution)
        return found


def _interrupted(ruleset: HeapRuleset, last: Solution, save: str | None) -> _Found:
    from grundy.heaps.quotients.quotient import checked

    click.echo(err=True)  # ends the line with ^C
    quotient = checked(ruleset, last)
    sentence = f"Interrupted; this is proved for heaps 0 to {quotient.stop - 1:,}"
    if save is not None:
        sentence += f" and kept in {save}, and the same command with --resume goes on from there"
    return _Found(quotient, click.Abort(f"{sentence}."))


# ---- after the work -------------------------------------------------------------------------


def _print(found: _Found, again: str, *, latex: bool, as_json: bool) -> None:
    from grundy.answers.heap_games import quotient_answer
    from grundy.cli.misere_values import latex_of, lines_of
    from grundy.cli.output import print_json

    if as_json:
        print_json(again, quotient_answer(found.quotient, found.error))
    elif latex:
        click.echo(latex_of(found.quotient))
    else:
        for line in lines_of(found.quotient):
            click.echo(line)
