"""Read Parquet with pyarrow, after a look at how much it would unpack to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grundy.errors import GrundyError, MissingExtraError
from grundy.graphs.graph import GameGraph
from grundy.graphs.reading.edge_rows import header_columns, named_columns
from grundy.graphs.reading.intake import Source, require_room
from grundy.graphs.reading.names import tidy
from grundy.running.threads import thread_count

_MANY = 1_000_000  # rows


def read_parquet(source: Source, *, columns: tuple[str, str] | None = None) -> GameGraph:
    """Read two columns of a Parquet file: *columns*, ``source`` and ``target``."""
    file = open_parquet(source)
    names = list(file.schema_arrow.names)
    if len(names) < 2:
        raise source.error(f"an edge needs two columns, found {len(names)}.")
    header = header_columns(names) if columns is None else named_columns(source, names, columns)
    places = (0, 1) if header is None else (header.tail, header.head)
    table = read_columns(source, file, [names[place] for place in places])
    return _graph(source, [table.column(place) for place in (0, 1)])


def _graph(source: Source, columns: list[Any]) -> GameGraph:
    import pyarrow
    import pyarrow.types as types

    for column in columns:
        if column.null_count:
            row = column.is_null().to_pylist().index(True) + 1
            raise source.error(f"row {row}: an edge needs two ends, found a null.")
    if all(types.is_integer(column.type) for column in columns):
        return GameGraph.from_arrays(*(column.to_numpy() for column in columns))
    if any(not _is_name(column.type) for column in columns):
        kinds = " and ".join(str(column.type) for column in columns)
        raise source.error(f"vertices have to be integers or text, found {kinds}.")
    from grundy.graphs.reading.fast_lists import graph_of_words

    words = [column.cast(pyarrow.large_string()).combine_chunks() for column in columns]
    return graph_of_words(words)


def _is_name(kind: Any) -> bool:
    import pyarrow.types as types

    if types.is_dictionary(kind):
        kind = kind.value_type
    return bool(types.is_integer(kind) or types.is_string(kind) or types.is_large_string(kind))


def open_parquet(source: Source) -> Any:
    """Open a Parquet file by its footer."""
    try:
        import pyarrow
        import pyarrow.parquet as parquet
    except ImportError:
        raise MissingExtraError("pyarrow", "formats", "Reading Parquet") from None
    try:
        return parquet.ParquetFile(pyarrow.BufferReader(source.data))
    except Exception as error:  # the library's own errors are of any kind
        raise source.error(f"this is no Parquet file that can be read: {tidy(error)}.") from None


def read_columns(source: Source, file: Any, names: Sequence[str]) -> Any:
    """Read some columns as a pyarrow table."""
    try:
        metadata = file.metadata
        sizes = [
            metadata.row_group(group).total_byte_size for group in range(metadata.num_row_groups)
        ]
        # Two copies of what the file says it unpacks to, and the arrays made of it.
        require_room(
            source.name, len(source.data) + 2 * sum(sizes) + 48 * max(metadata.num_rows, 0)
        )
        # Threads of arrow's take memory of their own, which few rows are not worth.
        wide = metadata.num_rows > _MANY and thread_count() > 1
        return file.read(columns=list(names), use_threads=wide)
    except GrundyError:
        raise
    except MemoryError:
        raise source.error("it unpacks to more than the memory of this machine.") from None
    except Exception as error:  # the library's own errors are of any kind
        raise source.error(f"the Parquet file is damaged: {tidy(error)}.") from None
