"""The fields of a certificate, as they are read: each of its kind, or an error that names it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from grundy.errors import GraphFormatError

_GREATEST = 2**62


@dataclass(frozen=True)
class Fields:
    """What the JSON of a certificate holds."""

    found: dict[str, Any]
    file: str

    def text(self, key: str) -> str:
        """Return a text."""
        found = self.found.get(key)
        if not isinstance(found, str):
            raise self._error(key, "a text")
        return found

    def natural(self, key: str) -> int:
        """Return a natural number."""
        found = self.found.get(key)
        if not _is_natural(found):
            raise self._error(key, "a natural number of at most 2^62")
        return int(found)  # type: ignore[arg-type]

    def natural_or_none(self, key: str) -> int | None:
        """Return a natural number, or None where the field is null."""
        return None if self.found.get(key, 0) is None else self.natural(key)

    def naturals(self, key: str) -> tuple[int, ...]:
        """Return a list of natural numbers."""
        found = self.found.get(key)
        if not _are_naturals(found):
            raise self._error(key, "a list of natural numbers of at most 2^62")
        return tuple(found)  # type: ignore[arg-type]

    def flag(self, key: str) -> bool:
        """Return true or false."""
        found = self.found.get(key)
        if not isinstance(found, bool):
            raise self._error(key, "true or false")
        return found

    def part(self, key: str) -> Fields | None:
        """Return the fields of a part, or None where there is no such part."""
        if key not in self.found:
            return None
        found = self.found[key]
        if not isinstance(found, dict):
            raise self._error(key, "a group of fields")
        return Fields(found, self.file)

    def groups(self, key: str) -> list[Fields]:
        """Return a list of groups of fields."""
        found = self.found.get(key)
        if not isinstance(found, list) or not all(isinstance(group, dict) for group in found):
            raise self._error(key, "a list of groups of fields")
        return [Fields(group, self.file) for group in found]

    def rows(self, key: str) -> tuple[tuple[int, ...], ...]:
        """Return a list of lists of natural numbers."""
        found = self.found.get(key)
        if not isinstance(found, list) or not all(map(_are_naturals, found)):
            raise self._error(key, "a list of lists of natural numbers of at most 2^62")
        return tuple(map(tuple, found))

    def texts(self, key: str) -> tuple[tuple[str, ...], ...]:
        """Return a list of lists of texts."""
        found = self.found.get(key)
        if not isinstance(found, list) or not all(map(_are_texts, found)):
            raise self._error(key, "a list of lists of texts")
        return tuple(map(tuple, found))

    def require_no_others(self, known: Iterable[str]) -> None:
        """Refuse fields that such a certificate does not have."""
        unknown = sorted(set(self.found) - set(known) - {"seal"})
        if unknown:
            raise GraphFormatError(f'the field "{unknown[0]}" is unknown.', file=self.file)

    def _error(self, key: str, kind: str) -> GraphFormatError:
        return GraphFormatError(f'the field "{key}" has to be {kind}.', file=self.file)


def _is_natural(number: object) -> bool:
    return type(number) is int and 0 <= number <= _GREATEST


def _are_naturals(found: object) -> bool:
    return isinstance(found, list) and all(map(_is_natural, found))


def _are_texts(found: object) -> bool:
    return isinstance(found, list) and all(isinstance(text, str) for text in found)
