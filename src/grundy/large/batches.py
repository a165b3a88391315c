"""Labels in batches, from whichever engine, to a file: vertex, value, K, outcome, counter, play.

The columns are those that `grundy.graphs.formats.write_labelling` writes and `grundy verify`
reads, without moves and remoteness.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy._version import __version__
from grundy.errors import GraphFormatError, MissingExtraError
from grundy.files import whole_file
from grundy.graphs.formats import find_format
from grundy.graphs.writers import VERSION

COLUMNS = ("vertex", "value", "K", "outcome", "counter", "play")
FORMATS = ("parquet", "csv")


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """The labels of some vertices.

    Attributes:
        names: integers (k,), or a pyarrow array of integers or text.
        labels: int32[k], -1 for ∞.
        masks: uint64[k, w]; bit b of word i says that K has 64 i + b; used where ∞.
        counters: int32[k]; used where finite.
    """

    names: Any
    labels: npt.NDArray[np.int32]
    masks: npt.NDArray[np.uint64]
    counters: npt.NDArray[np.int32]

    @property
    def outcomes(self) -> npt.NDArray[np.uint8]:
        """0 for D, 1 for P, 2 for N, uint8[k]."""
        won = (self.labels > 0) | ((self.labels < 0) & ((self.masks[:, 0] & np.uint64(1)) != 0))
        return np.where(won, 2, self.labels == 0).astype(np.uint8)


@dataclass
class Counts:
    """How many vertices have each value and each outcome.

    Attributes:
        values: By finite value.
        outcomes: By outcome, D, P and N; a vertex with ∞ is D or N.
        infinite: How many are ∞.
    """

    values: Counter[int] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    infinite: int = 0

    def add(self, label: int, outcome: str, count: int) -> None:
        """Count vertices of one label and outcome."""
        self.outcomes[outcome] += count
        if label < 0:
            self.infinite += count
        else:
            self.values[label] += count

    def add_batch(self, batch: Batch) -> None:
        """Count the vertices of a batch."""
        codes = batch.labels.astype(np.int64) * 4 + batch.outcomes
        for code, count in zip(*np.unique(codes, return_counts=True), strict=True):
            self.add(int(code) >> 2, "DPN"[int(code) & 3], int(count))


def require_output(path: str | Path) -> None:
    """Say what is wrong with the name of the output before the work begins."""
    find_format(path, None, FORMATS)
    if not Path(path).parent.is_dir():
        raise GraphFormatError(f'there is no folder "{Path(path).parent}".', file=str(path))
    _pyarrow()


def write_batches(batches: Iterator[Batch], path: str | Path, play: str) -> None:
    """Write labels to a Parquet or CSV file, by its ending; whole or not at all."""
    writer = _write_parquet if find_format(path, None, FORMATS).name == "parquet" else _write_csv
    try:
        with whole_file(path) as temporary:
            writer(batches, temporary, play)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise GraphFormatError(f"cannot be written: {reason}.", file=str(path)) from None


def _write_parquet(batches: Iterator[Batch], path: Path, play: str) -> None:
    pyarrow = _pyarrow()
    import pyarrow.parquet as parquet

    writer = None
    for batch in batches:
        table = pyarrow.table(_cells(pyarrow, batch, play, _lists), names=list(COLUMNS))
        if writer is None:
            facts = {"play": play, "version": __version__, "format": str(VERSION)}
            schema = table.schema.with_metadata(facts)
            writer = parquet.ParquetWriter(path, schema)
        writer.write_table(table)
    if writer is not None:
        writer.close()


def _write_csv(batches: Iterator[Batch], path: Path, play: str) -> None:
    pyarrow = _pyarrow()
    import pyarrow.compute as compute

    with path.open("wb") as stream:
        stream.write(",".join(COLUMNS).encode() + b"\n")
        for batch in batches:
            cells = [_written(cell) for cell in _cells(pyarrow, batch, play, _joined)]
            rows = compute.binary_join_element_wise(*cells, ",", null_handling="replace")
            stream.write("".join(f"{row}\n" for row in rows.to_pylist()).encode())


def _written(column: Any) -> Any:
    """Write a column as text of CSV; only what needs quotes has them, as everywhere here."""
    import pyarrow
    import pyarrow.compute as compute

    text = column.cast(pyarrow.string())
    special = compute.match_substring_regex(text, '[",\r\n]')
    if not compute.any(special).as_py():
        return text
    doubled = compute.replace_substring(text, '"', '""')
    return compute.if_else(special, compute.binary_join_element_wise('"', doubled, '"', ""), text)


def _cells(
    pyarrow: Any, batch: Batch, play: str, sets: Callable[[Any, list[list[int]], Any], Any]
) -> list[Any]:
    """Give the columns as arrow arrays."""
    finite = batch.labels >= 0
    kinds, which = np.unique(batch.masks[~finite], axis=0, return_inverse=True)
    members = [_members(kind) for kind in kinds]
    top = int(batch.labels.max(initial=-1)) + 1
    texts = [str(value) for value in range(top)]
    texts += [f"∞({','.join(map(str, row))})" for row in members]
    codes = batch.labels.astype(np.int64)
    codes[~finite] = top + which.ravel()
    places = pyarrow.array(codes - top, pyarrow.int64(), mask=finite)
    count = len(codes)
    return [
        batch.names if hasattr(batch.names, "type") else pyarrow.array(batch.names),
        pyarrow.array(texts, pyarrow.string()).take(pyarrow.array(codes)),
        sets(pyarrow, members, places),
        pyarrow.array(["D", "P", "N"]).take(pyarrow.array(batch.outcomes)),
        pyarrow.array(batch.counters, pyarrow.int32(), mask=~finite),
        pyarrow.array([play]).take(pyarrow.array(np.zeros(count, np.int8))),
    ]


def _lists(pyarrow: Any, members: list[list[int]], places: Any) -> Any:
    return pyarrow.array(members, pyarrow.list_(pyarrow.int32())).take(places)


def _joined(pyarrow: Any, members: list[list[int]], places: Any) -> Any:
    return pyarrow.array([" ".join(map(str, row)) for row in members], pyarrow.string()).take(
        places
    )


def _members(mask: npt.NDArray[np.uint64]) -> list[int]:
    whole = sum(int(word) << 64 * place for place, word in enumerate(mask))
    return [bit for bit in range(whole.bit_length()) if whole >> bit & 1]


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise MissingExtraError("pyarrow", "large", "Writing labels") from None
    return pyarrow
