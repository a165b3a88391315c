"""One block of a table: computed, and written whole."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import LimitError
from grundy.files.whole import whole_file
from grundy.running.folders import measured
from grundy.running.progress import Progress
from grundy.running.watched import Control
from grundy.tabulated.digraph import label_block
from grundy.tabulated.kernels import fill as filling
from grundy.tabulated.kernels import reading
from grundy.tabulated.mapped import name_of
from grundy.tabulated.pages import page_hashes

if TYPE_CHECKING:
    from grundy.tabulated.mapped import Mapped
    from grundy.tabulated.plan import Plan
    from grundy.tabulated.rules import Rules

Pieces = dict[str, dict[str, Any]]


def make(
    rules: Rules,
    plan: Plan,
    mapped: Mapped,
    folder: Path,
    block: int,
    control: Control,
    progress: Progress | None = None,
) -> Pieces | None:
    """Compute a block and write its files; give the size and the hash of each by its name."""

    def look(stage: str, done: int, total: int) -> None:
        if control[1]:
            raise InterruptedError(f"block {block} was stopped")
        if progress is not None:
            progress(stage, done, total)

    found: dict[str, np.ndarray] = {}
    first, stop = plan.bounds(block)
    if plan.cyclic:
        found = label_block(rules, plan, mapped, block, folder, look)
    else:
        values = _values(rules, mapped, first, stop, control)
        if values is None:
            return None
        found["values"] = values
        if plan.remoteness:
            lengths = _remoteness(rules, plan, mapped, block, values, control)
            if lengths is None:
                return None
            found["remoteness"] = lengths
    pieces: Pieces = {}
    for kind, array in found.items():
        name = name_of(kind, block, array.itemsize)
        with whole_file(folder / name, durable=True) as path:
            array.tofile(path)
        pieces[name] = measured(folder / name) | {"pages": page_hashes(array)}
    return pieces


def _values(
    rules: Rules, mapped: Mapped, first: int, stop: int, control: Control
) -> np.ndarray | None:
    entries: np.ndarray = np.zeros(stop - first, np.uint8)
    buffer, state = rules.buffer(), np.zeros(2, np.int64)
    while True:
        ended = filling.fill(
            *rules.arguments, *mapped.table, first, entries, buffer, state, control
        )
        if ended == reading.DONE:
            return entries
        if ended == reading.STOPPED:
            return None
        if ended != reading.WIDE or entries.itemsize == 2:
            raise rules.refused(ended, int(state[reading.WORD]))
        entries = widened(entries)


def widened(entries: np.ndarray) -> np.ndarray:
    """Return the same entries in two bytes each."""
    wide = entries.astype(np.uint16)
    wide[entries >= reading.TOP_OF_BYTE] += reading.WIDER
    return wide


def _remoteness(
    rules: Rules, plan: Plan, mapped: Mapped, block: int, values: np.ndarray, control: Control
) -> np.ndarray | None:
    first, _ = plan.bounds(block)
    addresses, wide = mapped.values.copy(), mapped.wide.copy()
    addresses[block], wide[block] = values.ctypes.data, values.itemsize == 2
    lengths = np.zeros(len(values), np.uint16)
    buffer, state = rules.buffer(), np.zeros(2, np.int64)
    ended = filling.hurry(
        *rules.arguments, plan.shift, addresses, wide, mapped.remoteness,
        first, lengths, buffer, state, control,
    )  # fmt: skip
    if ended == reading.TOO_FAR:
        raise LimitError(str(rules.refused(ended, int(state[reading.WORD]))))
    return lengths if ended == reading.DONE else None
