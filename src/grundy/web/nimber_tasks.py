"""Nimbers for the page: calculations, binary columns, tables."""

from __future__ import annotations

from typing import Annotated, Literal

from grundy.errors import CodeError
from grundy.nimbers.expression import evaluate, evaluate_terms
from grundy.nimbers.nimber import nim_inverse, nim_product, nim_sqrt
from grundy.web.records import Answer, Request


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
    numbers = range(request.size)
    if request.operation == "sum":
        rows = [[a ^ b for b in numbers] for a in numbers]
    else:
        rows = [[nim_product(a, b) for b in numbers] for a in numbers]
    return Table(request.operation, rows)


def _terms(expression: str) -> list[Term]:
    try:
        terms = evaluate_terms(expression)
    except CodeError:
        return []
    return [Term(term.text, str(term.value), f"{term.value:b}") for term in terms]
