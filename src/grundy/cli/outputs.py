"""Where the answer about many heaps goes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outputs:
    """Where the answer goes besides the terminal.

    Attributes:
        as_json: Whether standard output gets JSON rather than a table.
        output: A file, "-" for standard output.
        format: The file's format.
        plot: A picture of the values, or elements, against the heaps.
        frequencies: A picture of how many heaps have each.
    """

    as_json: bool = False
    output: str | None = None
    format: str = "csv"
    plot: str | None = None
    frequencies: str | None = None
