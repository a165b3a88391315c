"""grundy.catalogue: all named games by key, and every game by its text."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, overload

from grundy.errors import UnknownNameError
from grundy.games.ruleset import Ruleset
from grundy.named.entries import Entries
from grundy.named.entry import Entry
from grundy.named.grammar import make_game

# The keys whose games take parameters: `catalogue[key]` is a function there.
Parametric = Literal["subtraction", "all-but", "octal", "dudeney", "moore", "wind-up"]

_KEPT = 32  # games that are not named ones: each keeps the values that it has found


class Catalogue(Mapping[str, Any]):
    """The named games, and every game that a text names.

    ``catalogue[text]`` is a ruleset; for the bare key of a game with parameters it is a function
    of these. A named game is made once and keeps the values that it has found; so do the last
    32 others that were asked for. The keys are those of the named games. Threads may share it.

    >>> from grundy import catalogue
    >>> catalogue["kayles"][5].value(), catalogue["subtraction"]({1, 2, 3})[5].value()
    (4, 1)
    >>> catalogue["0.77"] is catalogue["kayles"], catalogue["moore(2)"]
    (True, Moore('moore(2)'))
    """

    def __init__(self) -> None:
        self._entries = Entries()
        self._made: dict[str, Ruleset] = {}
        self._others: OrderedDict[str, Ruleset] = OrderedDict()
        self._lock = threading.Lock()

    def entry(self, key: str) -> Entry:
        """Return all that is known about a game.

        Raises:
            UnknownNameError: If there is no such game; it has the nearest keys.
        """
        if key not in self._entries:
            raise UnknownNameError("game", key, self._entries)
        return self._entries[key]

    def families(self) -> dict[str, list[Entry]]:
        """Return the games by family, each family by what it is called.

        >>> print(next(iter(catalogue.families())))
        Games on heaps of tokens...
        """
        return self._entries.families()

    def new(self, text: str) -> Ruleset:
        """The game that a text names, made anew: it shares no values with any other.

        Raises:
            CodeError: If the text is malformed; it carries the column.
            UnknownNameError: If there is no such game; it has the nearest keys.
        """
        return make_game(text, self._entries)

    @overload
    def __getitem__(self, key: Parametric) -> Callable[..., Ruleset]: ...  # type: ignore[overload-overlap]

    @overload
    def __getitem__(self, key: str) -> Ruleset: ...

    def __getitem__(self, key: str) -> Ruleset | Callable[..., Ruleset]:
        entry = self._entries.get(key)
        return entry.make if entry and entry.parameters else self.read(key)

    def read(self, text: str) -> Ruleset:
        """The game that a text names, made on the first asking; see `grundy.read_game`.

        Raises:
            CodeError: If the text is malformed; it carries the column.
            UnknownNameError: If there is no such game; it has the nearest keys.
        """
        entries, written = self._entries, text.strip()
        key = written.lower()
        with self._lock:
            if key in self._made:
                return self._made[key]
            if written in self._others:
                self._others.move_to_end(written)
                return self._others[written]
        made = make_game(text, entries)  # what a rule's own code does is done outside the lock
        with self._lock:
            known = [*self._made.values(), *self._others.values()]
            found = next((other for other in known if other == made), made)
            if key in entries:
                return self._made.setdefault(key, found)
            self._others[written] = found
            while len(self._others) > _KEPT:
                self._others.popitem(last=False)
            return found

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"Catalogue({len(self)} games: {', '.join(self)})"

    def __str__(self) -> str:
        """List the games, each family below what it is called."""
        wide = max(map(len, self))
        return "\n\n".join(
            "\n".join([family, *(f"  {entry.key:{wide}}  {entry.name}" for entry in entries)])
            for family, entries in self.families().items()
        )

    def _repr_html_(self) -> str:
        """Show the games in a notebook: key, name and rule."""
        from grundy import markup

        tables = (
            markup.paragraph(family)
            + markup.table((), [(e.key, e.name, e.rule) for e in entries], left=(0, 1, 2))
            for family, entries in self.families().items()
        )
        return f"<div>{''.join(tables)}</div>"


catalogue = Catalogue()
