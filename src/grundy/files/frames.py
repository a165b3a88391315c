"""Data frames of pandas; the library is imported where one is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grundy.errors import MissingExtraError


def pandas() -> Any:
    """Import pandas, or say which extra brings it."""
    try:
        import pandas
    except ImportError:
        raise MissingExtraError("pandas", "frames", "A data frame") from None
    return pandas


def natural_column(numbers: Sequence[Any]) -> Any:
    """Return integers as a column of pandas in which None is <NA>."""
    return pandas().array(numbers, dtype="Int64")


def frame_of(table: Any, index: str) -> Any:
    """Turn a table of pyarrow into a data frame; integers stay integers where some are missing."""
    library = pandas()
    import pyarrow

    kinds = {
        pyarrow.int32(): library.Int32Dtype(),
        pyarrow.int64(): library.Int64Dtype(),
    }
    return table.to_pandas(types_mapper=kinds.get).set_index(index)
