"""misere_form: the canonical form of a position under misère play, and its genus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.games.components import Components
from grundy.games.misere.closed import closed
from grundy.games.state_text import shown
from grundy.misere.forms import Form, forms
from grundy.running.limits import Limits, Watch

if TYPE_CHECKING:
    from grundy.games.position import Position
    from grundy.running.progress import Progress


def misere_form(
    position: Position, *, limits: Limits | None = None, progress: Progress | None = None
) -> Form:
    """Return the canonical form of a position under misère play; ``.genus`` is its genus.

    Positions of one form are equal in every company, of whatever games.

    Args:
        position: Any sum of states of games that end.
        limits: How many positions are looked at, and how long; by default as for a value.
        progress: Called now and then as ``progress("positions", done, 0)``.

    Raises:
        CycleError: If a play need not end.
        LimitError: If a limit is passed.

    Cost: all positions that can be reached, sums included.

    >>> from grundy import TakeAndBreak
    >>> kayles = TakeAndBreak("0.77")
    >>> form = misere_form(kayles[5])
    >>> print(form, form.genus)
    {{3, 2}, 3, 2, 1} 4^146

    Source: J. H. Conway, "On Numbers and Games", 1976, chapter 12.
    """
    components = Components()
    purpose = f"The misère form of {shown(position)}"
    components.watch = watch = Watch(limits, purpose, {}, progress)
    root = components.of(position.parts)
    numbers = closed([root], components.options, watch, lambda sum_: " + ".join(
        str(components[number]) for number in sum_
    ))  # fmt: skip
    options = [[numbers[option] for option in components.options(sum_)] for sum_ in numbers]
    return forms(options)[-1]
