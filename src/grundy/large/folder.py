"""A folder that keeps what a long labelling needs to go on: one task, one run at a time."""

from __future__ import annotations

import os
from typing import Any, ClassVar

from grundy.running.folders import KeptFolder


class Folder(KeptFolder):
    """A folder with the state of one labelling; see `grundy.running.folders`."""

    strays: ClassVar[tuple[str, ...]] = (
        "names.parquet", "numbered.parquet", "spill",
        "predecessors.*", "followers.*", "out_degrees.npy", "rows-*.npz", "share-*.npz",
    )  # fmt: skip

    def __init__(
        self, path: str | os.PathLike[str], task: dict[str, Any], *, resume: bool = False
    ) -> None:
        super().__init__(path, task, resume=resume)
