"""Nimbers: mex, nim-sum, and the field that nim-sum and nim-product make of the naturals.

`operations` for ints and arrays, `nimber` for an object with operators, `sums` for mex and
nim-sum, `expression` for text such as "2*3 + 4". Below them: `halving`, the formulas;
`integers` and `arrays`, the tables.
"""

from __future__ import annotations

from grundy.nimbers.nimber import Nimber, mex, nim_sum
from grundy.nimbers.operations import nim_divide, nim_inverse, nim_power, nim_product, nim_sqrt

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
