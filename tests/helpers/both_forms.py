"""A kernel run plain and compiled on the same arguments."""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.compiled.kernels import running


def in_both_forms(kernel: Any, *arguments: Any) -> tuple[Any, list[Any]]:
    """Return the answer and the arguments afterwards, which are the same either way."""
    found = []
    for plain in (True, False):
        copies = [each.copy() if isinstance(each, np.ndarray) else each for each in arguments]
        with running(plain=plain):
            found.append((kernel(*copies), copies))
    (answer, arrays), (compiled_answer, compiled_arrays) = found
    assert answer == compiled_answer
    for array, other in zip(arrays, compiled_arrays, strict=True):
        if isinstance(array, np.ndarray):
            np.testing.assert_array_equal(array, other)
    return answer, arrays
