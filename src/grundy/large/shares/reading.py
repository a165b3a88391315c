"""The part of the files that one member of a crew reads: row groups, in turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from grundy.errors import GraphFormatError
from grundy.graphs.io.source import tidy
from grundy.large.edge_file import EdgeFile
from grundy.large.on_disk.arcs import numbers_of
from grundy.large.shares.owners import INT64


def pieces_of(
    file: EdgeFile, member: int, members: int, size: int
) -> Iterator[tuple[INT64, INT64]]:
    """Yield the arcs of every row group that is this member's, about *size* at a time."""
    import pyarrow

    try:
        for batch in batches_of(file, member, members, size):
            tails, heads = (numbers_of(file, batch.column(place)) for place in (0, 1))
            yield np.ascontiguousarray(tails), np.ascontiguousarray(heads)
    except pyarrow.ArrowException as error:
        raise GraphFormatError(f"cannot be read: {tidy(error)}.", file=file.name) from None


def batches_of(file: EdgeFile, member: int, members: int, size: int) -> Iterator[Any]:
    """Yield batches of both ends; what a group has is dealt out where groups are large."""
    import pyarrow.parquet as parquet

    turn = 0
    for path in file.files:
        with parquet.ParquetFile(path, pre_buffer=False) as opened:
            ends = list(file.ends)
            for group in range(opened.num_row_groups):
                if turn % members == member:
                    batches = opened.iter_batches(
                        size, row_groups=[group], columns=ends, use_threads=False
                    )
                    for batch in batches:
                        yield batch.select(ends)
                turn += 1
