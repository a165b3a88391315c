"""Quotient: what every misère quotient says of itself, its generators and relations included."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

import numpy as np
import numpy.typing as npt

from grundy.misere.forms import Monoid
from grundy.misere.growth import Solution
from grundy.values import Outcome

# A quotient by generators and relations, as books print it: ⟨a, b | a² = 1, b³ = b⟩.


Word = tuple[int, ...]
"""The power of each generator."""

_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Presentation:
    """Generators, relations, and the shortest word for each element."""

    generators: tuple[int, ...]
    relations: tuple[tuple[Word, Word], ...]
    words: tuple[Word, ...]

    def __str__(self) -> str:
        """Write it as text."""
        names = ", ".join(self._names(latex=False))
        relations = ", ".join(f"{self.text(a)} = {self.text(b)}" for a, b in self.relations)
        return f"⟨{names} | {relations}⟩" if relations else f"⟨{names}⟩"

    def latex(self) -> str:
        """Write it for LaTeX's mathematics."""
        names = ", ".join(self._names(latex=True))
        relations = ", ".join(
            f"{self.text(a, latex=True)} = {self.text(b, latex=True)}" for a, b in self.relations
        )
        return rf"\langle {names} \mid {relations} \rangle"

    def element(self, number: int) -> str:
        """Write an element by its word: "1", "a", "ab²"."""
        return self.text(self.words[number])

    def text(self, word: Word, *, latex: bool = False) -> str:
        """Write a word."""
        parts = []
        for name, power in zip(self._names(latex=latex), word, strict=True):
            if power > 1:
                shown = f"^{{{power}}}" if latex else str(power).translate(_SUPERSCRIPTS)
                parts.append(name + shown)
            elif power:
                parts.append(name)
        return "".join(parts) or "1"

    def _names(self, *, latex: bool) -> list[str]:
        count = len(self.generators)
        if count <= len(ascii_lowercase):
            return list(ascii_lowercase[:count])
        if latex:
            return [f"a_{{{number}}}" for number in range(1, count + 1)]
        subscripts = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
        return [f"a{str(number).translate(subscripts)}" for number in range(1, count + 1)]


def presentation(monoid: Monoid, heaps: Iterable[int]) -> Presentation:
    """Return generators and relations."""
    generators = monoid.generators(heaps)
    words: dict[int, Word] = {}
    relations: list[tuple[Word, Word]] = []
    level = [tuple(0 for _ in generators)]
    while level:
        chosen = set()
        for word in level:
            element = monoid.product(
                monoid.power(generator, power)
                for generator, power in zip(generators, word, strict=True)
                if power
            )
            first = words.setdefault(element, word)
            if first == word:
                chosen.add(word)
            else:
                relations.append((word, first))
        level = _longer(chosen)
    return Presentation(
        tuple(generators), tuple(relations), tuple(words[n] for n in range(monoid.order))
    )


def _longer(words: Set[Word]) -> list[Word]:
    """Return the words one longer in which no relation's left side is, the first letters first."""
    longer = {
        (*word[:place], word[place] + 1, *word[place + 1 :])
        for word in words
        for place in range(len(word))
    }
    return sorted((word for word in longer if _shorter(word) <= words), reverse=True)


def _shorter(word: Word) -> Set[Word]:
    """Return the words that are this one without one of its letters."""
    return {
        (*word[:place], power - 1, *word[place + 1 :]) for place, power in enumerate(word) if power
    }


class Quotient:
    """The misère quotient of some sums, which are elements of a finite monoid.

    Two sums are one element when no third sum beside them makes one a win and the other a loss.
    Elements are numbers; 0 is the identity, that of the empty sum.

    Attributes:
        solution: The quotient and what proves it, in arrays.
    """

    solution: Solution

    @property
    def order(self) -> int:
        """How many elements the quotient has."""
        return self.solution.monoid.order

    @property
    def p_count(self) -> int:
        """How many of them are P-positions."""
        return self.solution.monoid.p_count

    @property
    def table(self) -> npt.NDArray[np.int32]:
        """int32[order, order], the products of the elements."""
        return self.solution.monoid.table

    @property
    def p_portion(self) -> frozenset[int]:
        """The elements of P-positions."""
        return frozenset(np.flatnonzero(self.solution.monoid.p_portion).tolist())

    def outcome_of(self, element: int) -> Outcome:
        """Say who wins the sums that are this element."""
        return Outcome.P if self.solution.monoid.p_portion[element] else Outcome.N

    @cached_property
    def _presentation(self) -> Presentation:
        return presentation(self.solution.monoid, self.solution.phi.tolist())

    def presentation(self) -> Presentation:
        """Return the quotient by generators and relations.

        >>> from grundy import TakeAndBreak
        >>> print(TakeAndBreak("0.75").misere_quotient().presentation())
        ⟨a, b, c | a² = 1, bc = ab, c² = b², b³ = b⟩
        """
        return self._presentation
