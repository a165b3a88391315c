"""Labels in a folder of Parquet, a part from each worker, read as the one file that they are."""

from __future__ import annotations

import io
import os
from pathlib import Path

from grundy.errors import GraphFormatError
from grundy.files.whole import require_memory
from grundy.graphs.reading.intake import Source
from grundy.graphs.reading.names import tidy

_PARTS = "part-*.parquet"
_UNPACKED = 8  # times the size of the files, for a copy and the order


def is_in_parts(path: str | os.PathLike[str]) -> bool:
    """Whether there is a folder of labels here."""
    return Path(path).is_dir() and any(Path(path).glob(_PARTS))


def load_parts(path: str | os.PathLike[str]) -> Source:
    """Read a folder of labels as one file of Parquet, sorted by vertex."""
    from grundy.files.table_bytes import arrow

    pyarrow = arrow("formats", "Reading Parquet")
    import pyarrow.parquet as parquet

    parts = sorted(Path(path).glob(_PARTS))
    size = sum(part.stat().st_size for part in parts)
    require_memory(_UNPACKED * size, "Reading these labels")
    try:
        whole = pyarrow.concat_tables([parquet.ParquetFile(part).read() for part in parts])
        stream = io.BytesIO()
        parquet.write_table(whole.sort_by(whole.schema.names[0]), stream)
    except pyarrow.ArrowException as error:
        raise GraphFormatError(f"cannot be read: {tidy(error)}.", file=os.fspath(path)) from None
    return Source(os.fspath(path), stream.getvalue())
