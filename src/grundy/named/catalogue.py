"""grundy.catalogue: all named games by key."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

from grundy.errors import UnknownNameError
from grundy.games.ruleset import Ruleset
from grundy.named.entry import Entry

# One file a family; a family loads when the catalogue is first asked for.
FAMILIES = (
    "heaps", "numbers", "coins", "pieces", "boards", "graphs",
    "digraphs",
)  # fmt: skip


class Catalogue(Mapping[str, Any]):
    """The named games.

    ``catalogue[key]`` is a ruleset, or, for a game with parameters, a function that gives one.
    A ruleset is made once and keeps the values that it has found.

    >>> from grundy import catalogue
    >>> catalogue["kayles"][5].value(), catalogue["subtraction"]({1, 2, 3})[5].value()
    (4, 1)
    """

    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}
        self._families: dict[str, list[Entry]] = {}
        self._made: dict[str, Ruleset] = {}
        self._lock = threading.Lock()

    def entry(self, key: str) -> Entry:
        """Give all that is known about a game.

        Raises:
            UnknownNameError: If there is no such game; it has the nearest keys.
        """
        entries = self._loaded()
        if key not in entries:
            raise UnknownNameError("game", key, entries)
        return entries[key]

    def families(self) -> dict[str, list[Entry]]:
        """Give the games by family, each family by what it is called.

        >>> print(next(iter(catalogue.families())))
        Games on heaps of tokens...
        """
        self._loaded()
        return {family: list(entries) for family, entries in self._families.items()}

    def __getitem__(self, key: str) -> Ruleset | Callable[..., Ruleset]:
        entry = self.entry(key)
        if entry.parameters:
            return entry.make
        with self._lock:
            if key not in self._made:
                self._made[key] = entry.make()
            return self._made[key]

    def __contains__(self, key: object) -> bool:
        return key in self._loaded()

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaded())

    def __len__(self) -> int:
        return len(self._loaded())

    def __repr__(self) -> str:
        return f"Catalogue({len(self)} games)"

    def _loaded(self) -> dict[str, Entry]:
        with self._lock:
            if not self._entries:
                for family in FAMILIES:
                    module = import_module(f"grundy.named.families.{family}")
                    title = (module.__doc__ or family).partition("\n")[0].rstrip(".")
                    self._families[title] = list(module.ENTRIES)
                    for entry in module.ENTRIES:
                        self._entries[entry.key] = entry
            return self._entries


catalogue = Catalogue()
