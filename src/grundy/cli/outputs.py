"""Where the answer about many heaps goes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outputs:
    """Where the answer goes besides the terminal."""

    as_json: bool = False
    output: str | None = None
    format: str = "csv"
    plot: str | None = None
    frequencies: str | None = None
