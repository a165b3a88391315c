"""`grundy count`, `lost`, `total`, `longest`, `chance`: numbers about positions; `nim`: nimbers."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Literal

import click

from grundy.cli.game import read_heap_game, read_position
from grundy.cli.options import number
from grundy.cli.output import print_json, progress_bar, standard_input
from grundy.errors import CodeError, LimitError
from grundy.printable import repeat

if TYPE_CHECKING:
    from fractions import Fraction

    from grundy.nimbers.expression import Term
    from grundy.runtime.limits import Limits

_MOST_DIGITS = 4_000  # as many as a number may have that is read
_limit = click.option("--limit", type=click.IntRange(1), metavar="N",
                      help="Look at N positions at most.  [10000000]")  # fmt: skip
_json = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")


@click.command("count")
@click.argument("game")
@click.option("--piles", type=number, required=True, metavar="K", help="How many piles.")
@click.option("--below", type=number, required=True, metavar="N", help="Each is smaller than N.")
@click.option("--least", type=number, default="0", metavar="M", help="Each has at least M.  [0]")
@click.option("--value", type=number, default="0", metavar="V",
              help="Their value: 0 counts the lost ones.  [0]")  # fmt: skip
@click.option("--modulus", type=number, metavar="P", help="Give the remainder by P.")
@_json
def count(
    game: str, piles: int, below: int, least: int, value: int, modulus: int | None, as_json: bool
) -> None:
    """Count the positions of K piles of a GAME that have a value: the lost ones, or others.

    The order of the piles counts: 1, 2 and 2, 1 are two positions. Numbers may be written 10^9.

    \b
    Examples:
      grundy count nim --piles 3 --below 8 --least 1
      grundy count kayles --piles 10^9 --below 10^18 --modulus 998244353
    """
    from grundy.strategy.counts import count_positions

    ruleset = read_heap_game(game)
    _show(count_positions(ruleset, piles, below, value, least=least, modulus=modulus), as_json)


@click.command("lost")
@click.argument("game")
@click.argument("place", type=number, metavar="K")
@_json
def lost(game: str, place: int, as_json: bool) -> None:
    """Find the K-th heap of a GAME that is a P-position; the first is often the empty one.

    \b
    Example:
      grundy lost "{1,3,4}" 10^18
    """
    from grundy.strategy.counts import lost_heap

    _show(lost_heap(read_heap_game(game), place), as_json)


@click.command("total")
@click.argument("game")
@click.argument("below", type=number, metavar="N")
@_json
def total(game: str, below: int, as_json: bool) -> None:
    """Add up the values of the heaps of a GAME smaller than N, as ordinary numbers.

    \b
    Example:
      grundy total kayles 10^18
    """
    from grundy.strategy.counts import value_sum

    _show(value_sum(read_heap_game(game), below), as_json)


@click.command("longest")
@click.argument("position", nargs=-1, required=True, metavar="GAME POSITION...")
@_limit
@_json
def longest(position: tuple[str, ...], limit: int | None, as_json: bool) -> None:
    """Find the length of the longest play from a position.

    \b
    Example:
      grundy longest kayles 5 7 + wythoff 3,4
    """
    from grundy.strategy.chances import longest_play

    start = read_position(position)
    with progress_bar("positions"):
        moves = longest_play(start, limits=_limits(limit))
    _show(moves, as_json)


@click.command("chance")
@click.argument("position", nargs=-1, required=True, metavar="GAME POSITION...")
@click.option("--random", type=click.Choice(("first", "second", "both")), default="both",
              help="Who moves at random; the other one moves best.  [both]")  # fmt: skip
@_limit
@_json
def chance(
    position: tuple[str, ...],
    random: Literal["first", "second", "both"],
    limit: int | None,
    as_json: bool,
) -> None:
    """Compute the chance that the first player wins, when one or both move at random.

    \b
    Example:
      grundy chance kayles 5 7 --random first
    """
    from grundy.strategy.chances import chance as chance_to_win

    start = read_position(position)
    with progress_bar("positions"):
        wins = chance_to_win(start, random, limits=_limits(limit))
    _show(wins, as_json)


def _show(answer: int | Fraction, as_json: bool) -> None:
    if max(abs(answer.numerator), answer.denominator) >= 10**_MOST_DIGITS:
        raise LimitError(
            f"The answer has over {_MOST_DIGITS:,} digits; Python has it whole, and --modulus of "
            "grundy count gives a remainder."
        )
    if as_json:
        from grundy.answers.whole_games import count_answer

        print_json(_again(), count_answer(answer))
        return
    click.echo(f"{answer} ({float(answer):.6g})" if answer.denominator > 1 else str(answer))


def _again() -> str:
    """Return the command that gives the answer again."""
    context = click.get_current_context()
    words, options = [str(context.info_name)], {}
    for parameter in context.command.params:
        name = str(parameter.name)
        value = context.params[name]
        if isinstance(parameter, click.Argument):
            words += value if isinstance(value, tuple) else [str(value)]
        elif name != "as_json":
            options[name] = value
    return repeat(*words, **options)


def _limits(limit: int | None) -> Limits | None:
    from grundy.runtime.limits import Limits

    return None if limit is None else Limits(positions=limit)


# ---- nimbers -------------------------------------------------------------------------------------


@click.command("nim")
@click.argument("expression", nargs=-1, required=True)
@click.option("--binary", is_flag=True, help="Show the terms of the sum in columns of bits.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def nim(expression: tuple[str, ...], binary: bool, as_json: bool) -> None:
    """Calculate with nimbers, nim-sums and mex.

    EXPRESSION is natural numbers below 2**256 with + - ^ (all three the nim-sum), * (the
    nim-product), /, ** with an ordinary integer, parentheses, sqrt(x), inverse(x) and
    mex(x, ...); or - for standard input. Products come before sums. Quote it: the shell
    has its own use for * and parentheses. After -- it may begin with a minus sign.

    \b
    Examples:
      grundy nim "2*3 + 4"
      grundy nim --binary "4 + 8 + 17"
      grundy nim "mex(0, 1, 3)"
    """
    from grundy.nimbers.expression import evaluate, evaluate_terms

    text = _standard_input() if expression == ("-",) else " ".join(expression)
    value = evaluate(text)
    if re.search(r"\b(2|10)\^[0-9]", text):
        click.echo("grundy: ^ is the nim-sum here; a power is written **.", err=True)
    terms = evaluate_terms(text) if binary else []
    bits = max((term.value.bit_length() for term in terms), default=0) or 1
    if as_json:
        fields: dict[str, object] = {"expression": text, "value": value}
        if binary:
            fields["terms"] = [
                {"expression": term.text, "value": term.value, "binary": f"{term.value:0{bits}b}"}
                for term in terms
            ]
        options = ["--binary"] * binary + ["--"] * text.startswith("-")
        print_json(repeat("nim", *options, text), fields)
    elif binary:
        click.echo(_columns(terms, value, bits))
    else:
        click.echo(value)


def _columns(terms: list[Term], value: int, bits: int) -> str:
    """Write each term in binary, one below the other, and their xor beneath."""
    rows = [(_label(term), f"{term.value:0{bits}b}") for term in terms]
    if len(rows) == 1:
        return f"{value}  {rows[0][1]}"
    total = (str(value), f"{value:0{bits}b}")
    width = max(len(label) for label, _ in [*rows, total])
    rows += [("-" * width, "-" * bits), total]
    return "\n".join(f"{label:>{width}}  {digits}" for label, digits in rows)


def _label(term: Term) -> str:
    value = str(term.value)
    return value if term.text == value else f"{term.text} = {value}"


def _standard_input() -> str:
    from grundy.nimbers.expression import MOST_CHARACTERS

    if sys.stdin is None:
        raise CodeError("Standard input is closed; give the expression as an argument.")
    # Four bytes a character at most; one more character shows that it is too long.
    return standard_input(4 * (MOST_CHARACTERS + 1)).strip()
