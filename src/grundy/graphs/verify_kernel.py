"""The check of `grundy.graphs.verify`, compiled; apart from the engines, which it must not know."""

from __future__ import annotations

from typing import Any

from numba import njit

from grundy.graphs import verify

first_violation: Any = njit(cache=True, nogil=True)(verify.first_violation)
