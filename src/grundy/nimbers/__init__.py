"""Nimbers: mex, nim-sum, and the field that nim-sum and nim-product make of the naturals.

`nimber` for operations on ints and arrays, and for an object with operators; `expression` for
text such as "2*3 + 4". Below them: `fields`, the formulas and tables; `arrays`, block by block.
"""

from __future__ import annotations

from grundy.nimbers.nimber import (
    Nimber,
    mex,
    nim_divide,
    nim_inverse,
    nim_power,
    nim_product,
    nim_sqrt,
    nim_sum,
)

__all__ = [
    "Nimber",
    "mex",
    "nim_divide",
    "nim_inverse",
    "nim_power",
    "nim_product",
    "nim_sqrt",
    "nim_sum",
]
