"""Canonical forms under misère play: the simplest game that is equal in every company."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from grundy.misere.genus import Genus, genus_of


@dataclass(frozen=True)
class Form:
    """A game that has no simpler equal under misère play."""

    options: frozenset[Form]

    @cached_property
    def nimber(self) -> int | None:
        """The heap of Nim that it is, or None."""
        sizes = {form.nimber for form in self.options}
        return len(sizes) if sizes == set(range(len(sizes))) else None

    @cached_property
    def is_p(self) -> bool:
        """Whether who has to move loses."""
        return bool(self.options) and not any(form.is_p for form in self.options)

    @cached_property
    def birthday(self) -> int:
        """The most moves that it can last."""
        return max((form.birthday + 1 for form in self.options), default=0)

    @cached_property
    def genus(self) -> Genus:
        """Its value under normal play, and its misère values beside heaps *2."""
        return genus_of(form.genus for form in self.options)

    @cached_property
    def _hash(self) -> int:
        return hash(self.options)

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        """Write it with heaps of Nim as numbers, and any other game by its options."""
        if self.nimber is not None:
            return str(self.nimber)
        inside = sorted(self.options, key=lambda form: (form.birthday, str(form)), reverse=True)
        return f"{{{', '.join(map(str, inside))}}}"


def canonical(options: Iterable[Form]) -> Form:
    """Return the canonical form of a game with these options.

    Source: J. H. Conway, "On Numbers and Games", 1976, chapter 12.
    """
    whole = Form(frozenset(options))
    for simple in {back for form in whole.options for back in form.options}:
        others = whole.options - simple.options
        stays = bool(simple.options) or not whole.is_p
        inside = simple.options <= whole.options
        if stays and inside and all(simple in form.options for form in others):
            return simple
    return whole


def forms(options: Sequence[Iterable[int]]) -> list[Form]:
    """Return the canonical form of each position of a closed set."""
    found: list[Form] = []
    for those in options:
        found.append(canonical(found[option] for option in those))
    return found
