"""Entries: the named games by key, read family by family as they are asked for."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping
from importlib import import_module

from grundy.named.entry import Entry

# One file a family. Games that are asked for most stand first, for those behind are not read then.
FAMILIES = (
    "heaps", "numbers", "coins", "pieces", "boards", "graphs",
    "trees", "digraphs",
)  # fmt: skip
_KEY = re.compile(r"[a-z][a-z0-9-]*", re.ASCII)


class Entries(Mapping[str, Entry]):
    """What is known of each named game, by its key, in the order of the families."""

    def __init__(self) -> None:
        self._by_key: dict[str, Entry] = {}
        self._families: dict[str, list[Entry]] = {}
        self._lock = threading.RLock()

    def families(self) -> dict[str, list[Entry]]:
        """Return the games by family, each family by what it is called."""
        self._read_all()
        return {family: list(entries) for family, entries in self._families.items()}

    def __getitem__(self, key: str) -> Entry:
        if _KEY.fullmatch(key):
            while key not in self._by_key and self._read_next():
                pass
        return self._by_key[key]

    def __iter__(self) -> Iterator[str]:
        self._read_all()
        return iter(self._by_key)

    def __len__(self) -> int:
        self._read_all()
        return len(self._by_key)

    def _read_all(self) -> None:
        while self._read_next():
            pass

    def _read_next(self) -> bool:
        """Read the next family; say whether there was one."""
        with self._lock:
            if len(self._families) == len(FAMILIES):
                return False
            family = FAMILIES[len(self._families)]
            module = import_module(f"grundy.named.families.{family}")
            title = (module.__doc__ or family).partition("\n")[0].rstrip(".")
            self._by_key |= {entry.key: entry for entry in module.ENTRIES}
            self._families[title] = list(module.ENTRIES)
            return True
