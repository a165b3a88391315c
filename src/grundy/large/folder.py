"""A folder that keeps what a long labelling needs to go on: one task, one run at a time."""

from __future__ import annotations

import os
from typing import Any, ClassVar

from grundy.running.folders import KeptFolder


class Folder(KeptFolder):
    """A folder with the state of one labelling; see `grundy.running.folders`.

    Args:
        path: Made if it is not there.
        task: What the run works on; a folder belongs to one task.
        resume: Whether what is there already may be gone on from.

    Raises:
        FolderError: If another run uses the folder, it belongs to another task, it is damaged,
            or it holds a state and *resume* is not asked for.
    """

    strays: ClassVar[tuple[str, ...]] = (
        "vertex-*.parquet", "labelled-*.parquet", "spill",
        "predecessors.*", "followers.*", "out_degrees.npy", "rows-*.npz", "share-*.npz",
    )  # fmt: skip

    def __init__(
        self, path: str | os.PathLike[str], task: dict[str, Any], *, resume: bool = False
    ) -> None:
        super().__init__(path, task, resume=resume)
