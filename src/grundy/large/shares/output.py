"""The folder that the labels of all shares go to: whole, or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from grundy.errors import GraphFormatError
from grundy.files.delivery import require_folder
from grundy.files.tables import arrow
from grundy.files.whole import whole_folder

_PARTS = "part-*.parquet"


def require_folder_of_labels(output: str) -> None:
    """Raise `GraphFormatError` where a folder of labels cannot be put at *output*."""
    path = Path(output)
    if path.suffix.lower() not in ("", ".parquet", ".pq"):
        raise GraphFormatError(
            "the cluster engine writes a folder of Parquet; name a folder, with .parquet or "
            "without an ending.",
            file=output,
        )
    require_folder(path)
    arrow("large", "Writing labels")
    ours = path.is_dir() and all(entry.match(_PARTS) for entry in path.iterdir())
    if os.path.lexists(path) and not ours:
        raise GraphFormatError(
            "this is there, and no folder of labels, which the cluster engine writes; "
            "name another output.",
            file=output,
        )


@contextlib.contextmanager
def labels_folder(output: str | None) -> Iterator[str | None]:
    """Yield a folder to write to, which stands at *output* when the block ends well."""
    if output is None:
        yield None
        return
    path = Path(output).resolve()
    with whole_folder(path.parent) as temporary:
        fresh = temporary / "labels"
        fresh.mkdir()
        yield str(fresh)
        if path.exists():
            shutil.move(path, temporary / "before")
        fresh.rename(path)
