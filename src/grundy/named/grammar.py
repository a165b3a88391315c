"""What GAME means as text, for every command, the page and Python: one grammar.

```text
game       key | key "(" parameter { "," parameter } ")" | code | set
parameter  whole number | "{" numbers "}" | text
```

A key is one of the catalogue, in either case of letters; codes and sets are the notation of heap
games. Nothing here opens a file or runs what is written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from grundy.errors import CodeError, GrundyError, UnknownNameError
from grundy.games.ruleset import Ruleset
from grundy.games.state_text import numbers, shown
from grundy.heaps.rules.parse import parse_notation
from grundy.named.entry import Entry

_CALL = re.compile(r"\s*([a-z0-9-]+)\s*\((.*)\)\s*", re.IGNORECASE | re.DOTALL)
_ARGUMENT = re.compile(r"\s*(\{[^}]*\}|[^,]+)\s*(?:,|$)")


def make_game(text: str, entries: Mapping[str, Entry]) -> Ruleset:
    """Make the game that a text names, anew."""
    key = text.strip().lower()
    if not key:
        raise CodeError(
            "The game is missing; write a code (0.77), a set ({1,3,4}) or a name (kayles)."
        )
    if key in entries:
        return _without_parameters(text, entries[key])
    if call := _CALL.fullmatch(text):
        return _with_parameters(text, call, entries)
    found = parse_notation(text)
    if found is None:
        raise UnknownNameError("game", shown(text.strip(), 40), entries)
    return found


def _without_parameters(text: str, entry: Entry) -> Ruleset:
    if entry.parameters:
        raise CodeError(
            f"{entry.key} needs its parameters; write such as {entry.game}.",
            text=text,
            column=len(text.rstrip()) + 1,
        )
    return entry.make()


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
    given = match[1].strip()
    if given.startswith("{"):
        return set(numbers(given.strip("{}")))
    return int(given) if re.fullmatch("-?[0-9]{1,18}", given) else given
