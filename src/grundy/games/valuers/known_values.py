"""What a search of rules knows: values by state, those of pairs of numbers row by row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from grundy.games.parts import Parts
from grundy.values import Value

Atom = Any
"""A component in canonical form: what values are kept for."""

Rows = dict[int, dict[int, Value]]
"""The values of pairs of numbers: by the first number, and then by the second."""


class Unknown(Exception):  # noqa: N818 - no error: the search goes deeper
    """Says of which state the value is wanted."""

    def __init__(self, atom: Atom) -> None:
        self.atom = self.option = atom


class KnownValues(dict[Atom, Value]):
    """The values found so far; a state that is missing says so by `Unknown`."""

    of_sum: Callable[[Parts], Value]

    def __init__(self) -> None:
        super().__init__()
        self.rows: Rows = {}

    def __missing__(self, atom: Atom) -> Value:
        if isinstance(atom, Parts):
            return self.of_sum(atom)
        found = self._in_rows(atom)
        if found is None:
            raise Unknown(atom)
        return found

    def __contains__(self, atom: Atom) -> bool:
        return super().__contains__(atom) or self._in_rows(atom) is not None

    def clear(self) -> None:
        """Forget everything."""
        super().clear()
        self.rows.clear()

    def gather_pairs(self) -> None:
        """Move the values of all pairs of numbers to the rows."""
        pairs = [atom for atom in self if is_pair(atom)]
        for pair in pairs:
            first, second = pair
            self.rows.setdefault(first, {})[second] = self.pop(pair)

    def everything(self) -> Mapping[Atom, Value]:
        """Return all values as one mapping, which follows what comes to be known."""
        return _Everything(self)

    def _in_rows(self, atom: Atom) -> Value | None:
        if not self.rows or not isinstance(atom, tuple) or len(atom) != 2:
            return None
        try:
            return self.rows[atom[0]].get(atom[1])
        except (KeyError, TypeError):  # no such row; or a coordinate that is not hashable
            return None


class _Everything(Mapping[Atom, Value]):
    """The values by state and those in rows, as one mapping."""

    def __init__(self, known: KnownValues) -> None:
        self._known = known

    def __getitem__(self, atom: Atom) -> Value:
        if atom not in self._known:
            raise KeyError(atom)
        return self._known[atom]

    def __iter__(self) -> Iterator[Atom]:
        yield from self._known
        for first, row in self._known.rows.items():
            for second in row:
                yield first, second

    def __len__(self) -> int:
        return len(self._known) + sum(map(len, self._known.rows.values()))


def is_pair(state: object) -> bool:
    """Return whether a state is a tuple of two integers; True and 1.0 are none."""
    return type(state) is tuple and len(state) == 2 and type(state[0]) is type(state[1]) is int
