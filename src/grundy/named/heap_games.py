"""Games on heaps of tokens."""

from __future__ import annotations

from grundy.heaps.subtraction import Subtraction
from grundy.heaps.take_and_break import TakeAndBreak
from grundy.named.entry import Entry
from grundy.named.facts import period, value_of, values

ENTRIES = (
    Entry(
        key="kayles",
        name="Kayles",
        rule="Knock down one pin or two neighbouring pins; a row may fall apart into two.",
        make=lambda: TakeAndBreak("0.77"),
        start="10",
        source="Dudeney 1908; Winning Ways, ch. 4; OEIS A002186",
        facts=[values(0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6), period(12, preperiod=71, stop=200)],
    ),
    Entry(
        key="subtraction",
        name="Subtraction game",
        rule="Take as many tokens from one heap as a number of the given set says.",
        make=Subtraction,
        start="3 4 5",
        source="Winning Ways, ch. 4",
        facts=[value_of("3 4 5", 2), period(4, preperiod=0, stop=100)],
        parameters="{1,2,3}",
    ),
)
