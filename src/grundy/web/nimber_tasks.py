"""Nimbers for the page: calculations, binary columns, tables."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from grundy.errors import CodeError
from grundy.nimbers.expression import evaluate, evaluate_terms
from grundy.nimbers.operations import nim_inverse, nim_product, nim_sqrt


class Calculate(Struct, forbid_unknown_fields=True):
    """An expression in nimbers."""

    expression: Annotated[str, Meta(max_length=1_000)]


class NimberTable(Struct, forbid_unknown_fields=True):
    """Which table, and how many rows and columns it has, from 0 on."""

    operation: Literal["sum", "product"] = "sum"
    size: Annotated[int, Meta(ge=1, le=64)] = 16


def calculate(request: Calculate) -> dict[str, Any]:
    """Give the value of an expression, its square root and inverse, and the terms of a sum.

    Numbers are written as text, for they may have 256 bits.
    """
    value = evaluate(request.expression)
    return {
        "value": str(value),
        "binary": f"{value:b}",
        "sqrt": str(nim_sqrt(value)),
        "square": str(nim_product(value, value)),
        "inverse": None if value == 0 else str(nim_inverse(value)),
        "terms": _terms(request.expression),
    }


def table(request: NimberTable) -> dict[str, Any]:
    """Give the table of nim-sums or nim-products of 0 .. size - 1."""
    numbers = range(request.size)
    if request.operation == "sum":
        rows = [[a ^ b for b in numbers] for a in numbers]
    else:
        rows = [[nim_product(a, b) for b in numbers] for a in numbers]
    return {"operation": request.operation, "rows": rows}


def _terms(expression: str) -> list[dict[str, str]]:
    try:
        terms = evaluate_terms(expression)
    except CodeError:
        return []
    return [{"text": term.text, "value": str(term.value), "binary": f"{term.value:b}"}
            for term in terms]  # fmt: skip
