"""grundy.catalogue: all named games by key, and every game by its text.

```text
game       key | key "(" parameter { "," parameter } ")" | code | set
parameter  whole number | "{" numbers "}" | text
```

A key is one of the catalogue, in either case of letters; codes and sets are the notation of heap
games. Nothing here opens a file or runs what is written.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Literal, overload

from grundy import markup
from grundy.errors import CodeError, GrundyError, UnknownNameError
from grundy.games.protocols import Theorem
from grundy.games.rulebook import Rulebook
from grundy.games.ruleset import Ruleset
from grundy.games.state_text import read_numbers, shown
from grundy.heaps.rules import parse_notation
from grundy.heaps.ruleset import HeapRuleset
from grundy.named.entry import Entry

_CALL = re.compile(r"\s*([a-z0-9-]+)\s*\((.*)\)\s*", re.IGNORECASE | re.DOTALL)
_LEAST_WORDS = 8  # signs of a name that is looked for in what entries tell
_ARGUMENT = re.compile(r"\s*(\{[^}]*\}|[^,]+)\s*(?:,|$)")


def make_game(text: str, entries: Mapping[str, Entry]) -> Ruleset:
    """Make the game that a text names, anew."""
    key = text.strip().lower()
    if not key:
        raise CodeError(
            "The game is missing; write a code (0.77), a set ({1,3,4}) or a name (kayles)."
        )
    if key in entries:
        entry = entries[key]
        if entry.parameters:
            raise CodeError(
                f"{entry.key} needs its parameters; write such as {entry.game}.",
                text=text,
                column=len(text.rstrip()) + 1,
            )
        return entry.make()
    if call := _CALL.fullmatch(text):
        return _with_parameters(text, call, entries)
    ruleset = parse_notation(text)
    if ruleset is None:
        meant = _meant_by(key, entries)
        raise UnknownNameError("game", shown(text.strip(), 40), entries, meant=meant)
    return ruleset


def _meant_by(text: str, entries: Mapping[str, Entry]) -> str:
    """Return what is meant by the name of a graph, or of a game that an entry mentions; or ""."""
    shape, colon, _ = text.partition(":")
    words = text.replace("-", " ")
    for entry in entries.values():
        if colon and entry.start.startswith(f"{shape}:"):
            return f"{entry.key} {shown(text, 40)}"
        if len(words) >= _LEAST_WORDS and words in f"{entry.rule} {entry.source}".lower():
            return entry.key
    return ""


def _with_parameters(text: str, call: re.Match[str], entries: Mapping[str, Entry]) -> Ruleset:
    key = call[1].lower()
    if key not in entries:
        raise UnknownNameError("game", key, entries)
    entry = entries[key]
    if not entry.parameters:
        raise CodeError(
            f"{shown(text.strip(), 40)}: column {call.start(2)}: {key} has no parameters; "
            f"write {key}.",
            text=text,
            column=call.start(2),
        )
    arguments = [_argument(match) for match in _ARGUMENT.finditer(call[2])]
    try:
        return entry.make(*arguments)
    except GrundyError:
        raise
    except (TypeError, ValueError) as error:
        raise CodeError(
            f"{shown(text.strip(), 40)}: {error} Write such as {entry.parameters}.",
            text=text,
            column=call.start(2) + 1,
        ) from None


def _argument(match: re.Match[str]) -> object:
    text = match[1].strip()
    if text.startswith("{"):
        return set(read_numbers(text.strip("{}")))
    return int(text) if re.fullmatch("-?[0-9]{1,18}", text) else text


# The files of `grundy.named.games` in the order in which they are listed, and read: games that are
# looked up most stand first, for those behind are not read then. Any other file comes after them.
_ORDER = (
    "heaps", "pairs", "passes", "moore", "bars", "wind_up", "strips", "turning", "facing_pieces",
    "rows", "cram", "clobber", "amazons", "sprouts", "deletion", "hackenbush", "geography", "trees",
    "token_walks",
)  # fmt: skip
_KEY = re.compile(r"[a-z][a-z0-9-]*", re.ASCII)


class Entries(Mapping[str, Entry]):
    """What is known of each named game, by its key, in the order of the files."""

    def __init__(self) -> None:
        self._by_key: dict[str, Entry] = {}
        self._families: dict[str, list[Entry]] = {}
        self._files = 0  # that have been read
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
        """Yield the keys; a file is read when those before it have been passed."""
        done = 0
        while True:
            keys = list(self._by_key)[done:]
            yield from keys
            done += len(keys)
            if not keys and not self._read_next():
                return

    def __len__(self) -> int:
        self._read_all()
        return len(self._by_key)

    def _read_all(self) -> None:
        while self._read_next():
            pass

    def _read_next(self) -> bool:
        with self._lock:
            read = self._files
            if read >= len(_ORDER) and read >= len(_all_files()):
                return False
            file = _ORDER[read] if read < len(_ORDER) else _all_files()[read]
            module = import_module(f"grundy.named.games.{file}")
            self._by_key |= {entry.key: entry for entry in module.ENTRIES}
            self._families.setdefault(module.FAMILY, []).extend(module.ENTRIES)
            self._files += 1
            return True


@cache
def _all_files() -> list[str]:
    """Return the names of the files of games, in order; a file that is new comes last."""
    from pkgutil import iter_modules

    folder = import_module("grundy.named.games").__path__
    return [*_ORDER, *sorted({file.name for file in iter_modules(folder)} - {*_ORDER})]


# The keys whose games take parameters: `catalogue[key]` is a function there.
Parametric = Literal[
    "subtraction", "all-but", "octal", "leave", "dudeney", "moore", "wind-up", "graph-octal"
]

_MOST_OTHERS = 32  # unnamed games that stay cached, each with its values


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
        """Return all that is known about a game."""
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
        """The game that a text names, made anew: it shares no values with any other."""
        return make_game(text, self._entries)

    @overload
    def __getitem__(self, key: Parametric) -> Callable[..., Ruleset]: ...  # type: ignore[overload-overlap]

    @overload
    def __getitem__(self, key: str) -> Ruleset: ...

    def __getitem__(self, key: str) -> Ruleset | Callable[..., Ruleset]:
        entry = self._entries.get(key)
        return entry.make if entry and entry.parameters else self.read(key)

    def read(self, text: str) -> Ruleset:
        """The game that a text names, created on first use; see `grundy.read_game`."""
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
            games = [*self._made.values(), *self._others.values()]
            ruleset = next((other for other in games if other == made), made)
            if key in entries:
                return self._made.setdefault(key, ruleset)
            self._others[written] = ruleset
            while len(self._others) > _MOST_OTHERS:
                self._others.popitem(last=False)
            return ruleset

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

        tables = (
            markup.paragraph(family)
            + markup.table((), [(e.key, e.name, e.rule) for e in entries], left=(0, 1, 2))
            for family, entries in self.families().items()
        )
        return f"<div>{''.join(tables)}</div>"


catalogue = Catalogue()


def closed_form(ruleset: Rulebook) -> Theorem | None:
    """Return what is proved of all values of a named game whose states are no heaps."""
    key = ruleset.text.partition("(")[0]
    if ruleset.formula is None or isinstance(ruleset, HeapRuleset) or key not in catalogue:
        return None
    entry = catalogue.entry(key)
    known = [fact.statement for fact in entry.facts if fact.closed_form]
    statement = ". ".join(["Values have a closed form", *known])
    return Theorem(statement, entry.source, lambda _: None)
