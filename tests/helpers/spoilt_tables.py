"""A wrong entry in a table on disk, with all hashes right."""

import json
from pathlib import Path

import numpy as np

from grundy.runtime.folders import _hash_of, measured

_KINDS = {"1": np.uint8, "2": np.uint16, "4": np.uint32}


def entries(folder: Path, kind: str) -> np.ndarray:
    path = _first(folder, kind)
    return np.fromfile(path, _KINDS[path.suffix[-1]])


def spoil(folder: Path, kind: str, number: int, entry: int) -> None:
    """Change an entry of the first block, and the manifest so that all hashes are right."""
    path, array = _first(folder, kind), entries(folder, kind)
    assert array[number] != entry
    array[number] = entry
    array.tofile(path)
    state = folder / "state.json"
    found = json.loads(state.read_text())
    found.pop("sha256")
    found["pieces"][path.name] = measured(path)
    state.write_text(json.dumps(found | {"sha256": _hash_of(found)}))


def _first(folder: Path, kind: str) -> Path:
    return min(folder.glob(f"{kind}-*"))
