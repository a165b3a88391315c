"""`grundy period`: the period of a heap game's values, proved, or else observed."""

from __future__ import annotations

import shlex
import sys
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.number_option import number
from grundy.cli.requirements import require_countable, require_name, require_writable, short
from grundy.cli.threads import threads_option

if TYPE_CHECKING:
    from grundy.heaps.periods.certificate import Certificate
    from grundy.heaps.periods.period import Period
    from grundy.heaps.ruleset import HeapRuleset

_USUAL = 10**6
_FAR = 5 * 10**6  # where few heaps are rare; enough for 0.376
_FEW_RARES = 600


@click.command("period")
@click.argument("game")
@click.option("--stop", type=number, metavar="N",
              help="Look among heaps below N: 1000, 1e8, 10^6.  "
              "[default: 10^6, or 5*10^6 where few heaps are rare]")  # fmt: skip
@click.option("--guess", is_flag=True, help="Report a period that is only observed, too.")
@click.option("--certificate", metavar="OUT", help="Write what `grundy verify FILE` can check.")
@threads_option
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def command(
    game: str, stop: int | None, guess: bool, certificate: str | None, as_json: bool
) -> None:
    """Find the period of a heap game's Grundy values, and prove it.

    GAME is a take-and-break code (0.77, 4.[3]), a set of what may be taken ({1,3,4}) or may
    not (allbut{1,4}), a name such as kayles, or file.py:name, which is run. Heaps are computed
    in growing runs until a theorem makes the repetition go on for ever, or until heap N is
    reached. That no period was found says nothing about larger heaps.

    \b
    Examples:
      grundy period 0.77 --certificate kayles.json
      grundy period {1,3,4}
      grundy period 4.1[3] --stop 1000 --guess
    """
    from grundy.cli.game import read_heap_game

    ruleset = read_heap_game(game)
    if stop is not None:
        require_countable(stop)
    require_name("--certificate", certificate)
    if certificate not in (None, "-"):
        require_writable(str(certificate))
    if certificate == "-" and as_json:
        raise click.UsageError("Only one of --json and --certificate - can be standard output.")
    found, stop = _search(ruleset, stop, guess=guess)
    told = shlex.join(["grundy", "period", game, "--stop", str(stop)])
    proof = None if found is None else _proof(ruleset, found, told)
    why_none = None if certificate is None else _why_no_certificate(ruleset, found, proof)
    if proof is not None and certificate is not None and why_none is None:
        _write(proof, certificate)
    if as_json:
        _print_json(ruleset, found, proof, stop, told + " --guess" * guess)
    elif certificate != "-" or why_none is not None:
        _print(ruleset, found, proof, stop, guessed=guess)
    if why_none is not None:
        click.echo(f"grundy: {why_none}, so no certificate was written.", err=True)


def _search(ruleset: HeapRuleset, stop: int | None, *, guess: bool) -> tuple[Period | None, int]:
    """Look for a proof, and then for something to guess from; say up to which heap."""
    from grundy.cli.output import progress_bar
    from grundy.heaps.periods.period import search_period

    limit = _USUAL if stop is None else stop
    with progress_bar("values") as report:
        found = search_period(ruleset, limit, report)
        if found is None and stop is None and 0 < ruleset.sequence.rare_count <= _FEW_RARES:
            limit = _FAR
            found = search_period(ruleset, limit, report)
        if found is None and guess:
            ruleset.values(limit, report)
            found = ruleset.guess_period(limit)
    return found, limit


def _proof(ruleset: HeapRuleset, found: Period, told: str) -> Certificate | None:
    """Say on what the proof rests: the theorem and its heaps; None for a formula or a guess."""
    from grundy.heaps.periods.certify import written

    return None if found.proof is None else written(ruleset, found, found.proof, command=told)


def _why_no_certificate(
    ruleset: HeapRuleset, found: Period | None, proof: Certificate | None
) -> str | None:
    """Say why there can be no certificate; None where there can."""
    from grundy.cli.game import is_known

    if found is None or not found.proved:
        return "there is no proof"
    if proof is None:
        return "the proof is a formula's"
    return None if is_known(ruleset) else "the text of this game does not say its rules"


def _write(proof: Certificate, path: str) -> None:
    if path == "-":
        sys.stdout.write(proof.to_json())
        return
    try:
        proof.save(path)
    except OSError as error:
        # Its own file name would be that of the temporary file.
        raise OSError(error.errno, error.strerror or str(error), path) from None


def _print(
    ruleset: HeapRuleset,
    found: Period | None,
    proof: Certificate | None,
    stop: int,
    *,
    guessed: bool,
) -> None:
    from grundy.cli.output import printable

    game = printable(short(ruleset.text))
    if found is None:
        if guessed:
            click.echo(f"{game}: no period found up to {stop:,}, not even an observed one.")
        elif ruleset.theorem is None:
            click.echo(f"{game}: no theorem that proves a period is known here for such a rule.")
        else:
            click.echo(f"{game}: no period found up to {stop:,}.")
        if not guessed:
            click.echo("--guess looks for one that is only observed.")
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

    if ruleset.formula is not None:
        click.echo(printable(f"A formula is known: {_formula(ruleset)}."))


def _formula(ruleset: HeapRuleset) -> str:
    formula = ruleset.formula
    return "" if formula is None else f"{formula.text} ({formula.source})"


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

        lines.append(("least", "both are: no smaller period or preperiod holds"))
        theorem = f"the formula {_formula(ruleset)}"
        if proof is not None:
            theorem = f"{proof.theorem}, with heaps 0 to {proof.heaps - 1:,}"
        lines.append(("theorem", printable(theorem)))
    return lines


def _print_json(
    ruleset: HeapRuleset,
    found: Period | None,
    proof: Certificate | None,
    stop: int,
    told: str,
) -> None:
    from grundy.cli.output import print_json

    fields: dict[str, Any] = {"game": ruleset.text, "stop": stop, "found": found is not None}
    if found is not None:
        last = found.preperiod - 1 if found.preperiod else None
        fields |= asdict(replace(found, proof=None)) | {"last_exception": last}
        del fields["proof"]
    if found is not None and found.proved and proof is None:
        fields |= {"theorem": "formula", "formula": _formula(ruleset)}
    if proof is not None:
        fields |= {"theorem": proof.theorem, "heaps": proof.heaps, "sha256": proof.sha256}
    print_json(told, fields)
