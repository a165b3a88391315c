"""`grundy nim`: a calculator for nimbers."""

from __future__ import annotations

import re
import sys

import click

from grundy.cli.inputs import standard_input
from grundy.cli.output import print_json
from grundy.errors import CodeError
from grundy.nimbers.expression import MOST_CHARACTERS, Term, evaluate, evaluate_terms
from grundy.printable import repeat


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
    if sys.stdin is None:
        raise CodeError("Standard input is closed; give the expression as an argument.")
    # Four bytes a character at most; one more character shows that it is too long.
    return standard_input(4 * (MOST_CHARACTERS + 1)).strip()
