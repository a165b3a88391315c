"""What is said of an element of a misère quotient: its name, and what it means."""

from __future__ import annotations

from grundy.games.answers import Because
from grundy.misere.quotient import Quotient
from grundy.printable import counted

IN_KERNEL = (
    "It lies in the kernel, where misère play is normal play: play as in normal play until you "
    "leave the kernel."
)
_ALIKE = (
    "Two sums are one element when no {parts} beside them make one a win and the other a loss; the "
    "element says who wins."
)
_MOST_WORDS = 1_000  # elements above which words are too long to read, and to find


def name(quotient: Quotient, element: int) -> str:
    """Return what an element is called: by generators, such as "ab²", where that can be read."""
    if quotient.order > _MOST_WORDS:
        return f"element {element}"
    return quotient.presentation().element(element)


def because(quotient: Quotient, element: int, proved: str, parts: str, *more: str) -> Because:
    """Say why a sum that is this element is won or lost."""
    called = name(quotient, element)
    tells = "a P-position" if element in quotient.p_portion else "an N-position"
    return Because(
        f"By the misère quotient of {counted(quotient.order, 'element')}: the sum is the element "
        f"{called}, {tells}.",
        (proved, _ALIKE.format(parts=parts)),
        (f"The sum is the element {called}, {tells}.", *more),
    )
