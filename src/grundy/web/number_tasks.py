"""Small questions of the page: nimbers, what is known of values, and links as codes."""

from __future__ import annotations

import io
from operator import xor
from typing import Annotated, Literal

from grundy.answers.recognised import recognised_text
from grundy.errors import CodeError, LimitError
from grundy.named.description import describe
from grundy.nimbers import nim_inverse, nim_product, nim_sqrt
from grundy.nimbers.expression import evaluate, evaluate_terms
from grundy.recognition.recognise import first_matches
from grundy.recognition.recognise import recognise as recognised
from grundy.recognition.terms import read_values
from grundy.runtime.delivery import library
from grundy.web.records import Answer, Request
from grundy.web.sequence_tasks import DESCRIBED, Values, heap_game

_MOST_BYTES = 2_000  # bytes; a code of more is too fine for a projector


class LinkCode(Request):
    """A link."""

    link: Annotated[str, ("minLength", 1), ("maxLength", 200_000)]


def draw_link(request: LinkCode) -> tuple[str, bytes]:
    """Draw a link as a QR code, which a camera reads."""
    segno = library("segno", "web", "A QR code")
    count = len(request.link.encode())
    if count > _MOST_BYTES:
        raise LimitError(f"The link has {count:,} bytes, and a code holds {_MOST_BYTES:,} at most.")
    drawn = io.BytesIO()
    segno.make_qr(request.link, error="m").save(drawn, kind="svg", scale=5, light="white")
    return "image/svg+xml", drawn.getvalue()


class Calculate(Request):
    """An expression in nimbers."""

    expression: Annotated[str, ("maxLength", 1_000)]


class NimberTable(Request):
    """Which table, and how many rows and columns it has, from 0 on."""

    operation: Literal["sum", "product"] = "sum"
    size: Annotated[int, ("minimum", 1), ("maximum", 64)] = 16


class Term(Answer):
    """A term of a sum: its text, its value in decimal and in binary digits."""

    text: str
    value: str
    binary: str


class Calculated(Answer):
    """A nimber and what can be said of it; the inverse is null for 0."""

    value: str
    binary: str
    sqrt: str
    square: str
    inverse: str | None
    terms: list[Term]


class Table(Answer):
    """A table: rows[a][b] is the sum or the product of a and b."""

    operation: Literal["sum", "product"]
    rows: list[list[int]]


def calculate(request: Calculate) -> Calculated:
    """Return the value of an expression, its square root and inverse, and the terms of a sum.

    Numbers are written as text, for they may have 256 bits.
    """
    value = evaluate(request.expression)
    return Calculated(
        value=str(value),
        binary=f"{value:b}",
        sqrt=str(nim_sqrt(value)),
        square=str(nim_product(value, value)),
        inverse=None if value == 0 else str(nim_inverse(value)),
        terms=_terms(request.expression),
    )


def table(request: NimberTable) -> Table:
    """Return the table of nim-sums or nim-products of 0 .. size - 1."""
    numbers, combined = range(request.size), xor if request.operation == "sum" else nim_product
    return Table(request.operation, [[combined(a, b) for b in numbers] for a in numbers])


def _terms(expression: str) -> list[Term]:
    try:
        terms = evaluate_terms(expression)
    except CodeError:
        return []
    return [Term(term.text, str(term.value), f"{term.value:b}") for term in terms]


_MOST_MATCHES = 8


class Pasted(Request):
    """Values of consecutive heaps, from any heap on."""

    values: Annotated[str, ("minLength", 1), ("maxLength", 200_000)]


class Recognised(Answer):
    """What `grundy recognise` says of them, line by line, and the games on heaps among that."""

    text: list[str]
    games: list[str]


class Program(Values):
    """A heap game, how many of its heaps are looked at, and what the program is written in."""

    language: Literal["python", "cpp"] = "python"


class Written(Answer):
    """What is proved or seen of a game, as the text of a program."""

    program: str


class EqualGame(Answer):
    """A known game with the same values; heap n here has the value of heap n + shift there."""

    name: str
    game: str
    shift: int
    text: str


class Described(Answer):
    """What is known: sentences that are proved, or conjectures that say so, and equal games."""

    game: str
    stop: int
    proved: str | None
    conjectures: list[str]
    failed: list[str]
    equal: list[EqualGame]


def about(request: Values) -> Described:
    """Describe what is known of a game's values: proved, conjectured and called so, equal games.

    At most the first 20,000 heaps are looked at.
    """
    ruleset = heap_game(request.game)
    description = describe(ruleset, min(request.stop, DESCRIBED))
    return Described(
        game=ruleset.text,
        stop=description.stop,
        proved=None if description.proved is None else f"{description.proved}.",
        conjectures=[f"{finding}." for finding in description.conjectures],
        failed=[f"{failure}." for failure in description.failed],
        equal=[
            EqualGame(match.known.name, match.known.game, match.shift, f"{match}.")
            for match in description.same_as
        ],
    )


def code(request: Program) -> Written:
    """Write what is proved or seen as a program: value, winner and winning move.

    At most the first 20,000 heaps are looked at.
    """
    from grundy.named.catalogue import catalogue
    from grundy.named.written_out import written_out

    stop = min(request.stop, DESCRIBED)
    return Written(written_out(catalogue.read(request.game), request.language, stop))


def recognise(request: Pasted) -> Recognised:
    """Find the known games and the formulas that have these values.

    They may stand in lines, with commas, with ? for a gap, or with the heap before each.
    """
    recognition = recognised(read_values(request.values).values)
    games = [
        match.text for match in first_matches(recognition, _MOST_MATCHES) if match.rules is not None
    ]
    return Recognised(list(recognised_text(recognition, _MOST_MATCHES)), games)
