"""Games on heaps of tokens: a move changes one heap."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from grundy.games.ruleset import Ruleset
from grundy.heaps.rules import GrundysGame, Leave, TakeAndBreak
from grundy.heaps.subtraction import AllBut, NamedRule, Subtraction
from grundy.named.entry import (
    OURS,
    Entry,
    Fact,
    formula,
    period,
    value_of,
    values,
    values_of,
    zeros,
)
from grundy.values import Value


def _cases(rule: Callable[[int], int], *numbers: Iterable[int]) -> Callable[[], list]:  # type: ignore[type-arg]

    def cases() -> list[tuple[str, Value]]:
        return [(str(n), rule(n)) for some in numbers for n in some]

    return cases


def _halved(heap: int) -> int:
    return heap // 2 if heap % 2 == 0 else _halved(heap // 2)


def _twelfth(heap: int) -> int:
    return (0, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0)[heap] if heap < 12 else _twelfth(heap // 12)


def _misere_nim() -> Fact:
    def check(ruleset: Ruleset) -> str | None:
        for heaps in ((1,), (1, 1), (1, 1, 1), (2,), (2, 2), (1, 2, 3), (1, 1, 2, 2), (1, 1, 2)):
            total = 0
            for heap in heaps:
                total ^= heap
            lost = len(heaps) % 2 == 1 if max(heaps) == 1 else total == 0
            outcome = ruleset[heaps].outcome("misere")
            if (str(outcome) == "P") != lost:
                return f"{heaps} is {outcome}"
        return None

    return Fact(
        "Misère: P when all heaps are 1 or 0 and the ones are odd in number, or when some heap is "
        "2 or more and the nim-sum is 0",
        check,
        "C. L. Bouton, 1901",
    )


def _period_of(code: str, length: int, last: int, source: str, *, long: bool = False) -> Fact:
    """State the proved period of another code, with the last heap that is an exception."""
    rule = TakeAndBreak(code)
    broken = 2 if any(digit & 4 for digit in rule.code.digits) else 1
    stop = broken * (last + 1 + length) + len(rule.code.digits) + broken + 2
    inner = period(length, preperiod=last + 1, stop=stop)
    return Fact(f"{code}: {inner.statement}", lambda _: inner.check(rule), source, long)


def _period_of_set(amounts: set[int], length: int, preperiod: int) -> Fact:
    rule = Subtraction(amounts)
    inner = period(length, preperiod=preperiod, stop=500)
    return Fact(f"{rule.text}: {inner.statement}", lambda _: inner.check(rule), OURS)


_GRIM_VALUES = (
    0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 0, 3, 4, 2, 1, 3, 2, 1, 0, 2, 1, 4, 5, 1, 4, 5, 1, 2, 0, 1,
    2, 3,
)  # fmt: skip
_GRIM_ZEROS = (1, 4, 12, 20, 30, 46, 72, 98, 124, 150, 176, 314, 408)
_GRIM = "Martha Łącka and Mateusz Łącki, on Grim on a path"
_FLAMMENKAMP = "A. Flammenkamp, octal games"
_SPARSE = "A. Gangolli and T. Plambeck, 1989; R. B. Austin, 1976"

FAMILY = "Games on heaps of tokens: a move changes one heap"

ENTRIES = (
    Entry(
        key="nim",
        name="Nim",
        rule="Take any number of tokens from one heap.",
        make=partial(TakeAndBreak, "0.[3]"),
        start="3 4 5",
        source="C. L. Bouton, 1901; OEIS A001477",
        facts=[
            formula("The value of a heap is its size", _cases(int, range(30), [10**200])),
            values_of({"1 3 5 7": 0, "4 8 17": 29, "4 8 12": 0}, source="C.-S. Negrușeri"),
            _misere_nim(),
        ],
    ),
    Entry(
        key="lasker",
        name="Lasker's Nim",
        rule="Take any number of tokens from one heap, or split a heap into two.",
        make=partial(TakeAndBreak, "4.[3]"),
        start="3 4 5",
        source="E. Lasker, 1931; Winning Ways, ch. 4",
        facts=[values(0, 1, 2, 4, 3, 5, 6, 8, 7)],
    ),
    Entry(
        key="grundys-game",
        name="Grundy's game",
        rule="Split one heap into two heaps of different sizes.",
        make=GrundysGame,
        start="8 9",
        source="P. M. Grundy, 1939; OEIS A002188",
        facts=[values(0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3)],
    ),
    Entry(
        key="mark",
        name="Mark",
        rule="Take one token from a heap, or halve it, rounded down.",
        make=partial(NamedRule, "mark"),
        start="12 7",
        source="A. S. Fraenkel, 2011",
        facts=[zeros(0, 2, 6, 8, 10, 14, 18, 22, 24, stop=25)],
    ),
    Entry(
        key="aliquot",
        name="Aliquot",
        rule="Take a number of tokens that divides the heap and is less than it.",
        make=partial(NamedRule, "aliquot"),
        start="12 7",
        source="D. E. Iannucci and U. Larsson, 2021; OEIS A007814",
        facts=[
            formula(
                "The value is the exponent of 2 in the heap",
                _cases(lambda n: (n & -n).bit_length() - 1, range(1, 60)),
            )
        ],
    ),
    Entry(
        key="totative",
        name="Totative",
        rule="Take a number of tokens that has no divisor in common with the heap but 1.",
        make=partial(NamedRule, "totative"),
        start="9 7",
        source="D. E. Iannucci and U. Larsson, 2021",
        facts=[values(1, 0, 2, 0, 3, 0, 4, 0, 2, start=1)],
    ),
    Entry(
        key="to-divisor",
        name="To a divisor",
        rule="Leave a number of tokens that divides the heap and is less than it.",
        make=partial(NamedRule, "to-divisor"),
        start="12 7",
        source="D. E. Iannucci and U. Larsson, 2021; OEIS A001222",
        facts=[values(0, 1, 1, 2, 1, 2, 1, 3, 2, start=1)],
    ),
    Entry(
        key="at-most-half",
        name="At most half",
        rule="Take at least one token and at most half of one heap.",
        make=partial(NamedRule, "at-most-half"),
        start="7 10",
        source="C.-S. Negrușeri; OEIS A025480",
        facts=[
            values(0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6, 3, 7, start=1),
            formula(
                "n/2 for even n, and for odd n the value of ⌊n/2⌋",
                _cases(_halved, range(1, 200), range(99_990, 100_001)),
            ),
        ],
    ),
    Entry(
        key="take-a-square",
        name="Take a square",
        rule="Take a square number of tokens from one heap.",
        make=partial(NamedRule, "take-a-square"),
        start="12 8",
        source="S. W. Golomb, 1966; OEIS A014586",
        facts=[zeros(0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, stop=40)],
    ),
    Entry(
        key="take-a-prime",
        name="Take one or a prime",
        rule="Take one token, or a prime number of tokens, from one heap.",
        make=partial(NamedRule, "take-a-prime"),
        start="12 7",
        source="C.-S. Negrușeri",
        facts=[formula("n mod 4", _cases(lambda n: n % 4, range(60), [10**200 + 3]))],
    ),
    Entry(
        key="take-a-power-of-two",
        name="Take a power of two",
        rule="Take 1, 2, 4, 8, … tokens from one heap.",
        make=partial(NamedRule, "take-a-power-of-two"),
        start="12 7",
        source="C.-S. Negrușeri",
        facts=[
            formula("n mod 3", _cases(lambda n: n % 3, range(60), range(10**200 - 50, 10**200)))
        ],
    ),
    Entry(
        key="take-a-fibonacci",
        name="Take a Fibonacci number",
        rule="Take 1, 2, 3, 5, 8, … tokens, a Fibonacci number, from one heap.",
        make=partial(NamedRule, "take-a-fibonacci"),
        start="12 7",
        source="D. L. Silverman, Your Move, 1971; OEIS A014588",
        facts=[values(0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3)],
    ),
    Entry(
        key="divide-2-3-6",
        name="Divide by 2, 3 or 6",
        rule="Divide one heap by 2, 3 or 6, rounded down.",
        make=partial(NamedRule, "divide-2-3-6"),
        start="12 7",
        source="GeeksforGeeks",
        facts=[
            values(0, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0),
            formula(
                "From 12 on the value of ⌊n/12⌋",
                _cases(_twelfth, range(12, 300), [199_999, 10**100]),
            ),
        ],
    ),
    Entry(
        key="kayles",
        name="Kayles",
        rule="Knock down one pin or two neighbouring pins; a row may fall apart into two.",
        make=partial(TakeAndBreak, "0.77"),
        start="10",
        source="H. E. Dudeney, 1908; Winning Ways, ch. 4; OEIS A002186",
        facts=[values(0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6), period(12, preperiod=71, stop=200)],
    ),
    Entry(
        key="dawsons-kayles",
        name="Dawson's Kayles",
        rule="Knock down two neighbouring pins; a row may fall apart into two.",
        make=partial(TakeAndBreak, "0.07"),
        start="10",
        source="Winning Ways, ch. 4",
        also="Arc Kayles on a path",
        facts=[values(0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3), period(34, preperiod=53, stop=200)],
    ),
    Entry(
        key="dawsons-chess",
        name="Dawson's chess",
        rule="Take one token that is alone, or take a token of a row with its neighbours.",
        make=partial(TakeAndBreak, "0.137"),
        start="10",
        source="T. R. Dawson, 1935; Winning Ways, ch. 4; OEIS A002187",
        also="Node Kayles on a path",
        facts=[values(0, 1, 1, 2, 0, 3, 1, 1, 0, 3), period(34, preperiod=52, stop=200)],
    ),
    Entry(
        key="treblecross",
        name="Treblecross",
        rule="Put a cross on a square of a row; who makes three crosses side by side wins, so "
        "no cross goes near another. A row of n squares is written as n + 2.",
        make=partial(TakeAndBreak, "0.007"),
        start="10",
        source="Winning Ways, ch. 4",
        facts=[zeros(0, 1, 2, 8, 14, 24, 32, 34, 46, 56, stop=60, source=OURS)],
    ),
    Entry(
        key="officers",
        name="Officers",
        rule="Take one token from a heap of at least two; the rest may fall apart into two heaps.",
        make=partial(TakeAndBreak, "0.6"),
        start="9",
        source="Winning Ways, ch. 4; OEIS A046695",
        also="Grim on a path",
        facts=[
            values(*_GRIM_VALUES, source=_GRIM),
            zeros(*_GRIM_ZEROS, start=1, stop=1_400, source=_GRIM),
        ],
    ),
    Entry(
        key="subtraction",
        name="Subtraction game",
        rule="Take as many tokens from one heap as a number of the given set says.",
        make=Subtraction,
        start="3 4 5",
        source="Winning Ways, ch. 4",
        facts=[
            value_of("3 4 5", 2, source="GeeksforGeeks"),
            value_of("3 8 2", 1, source="GeeksforGeeks"),
            period(4, preperiod=0, stop=100),
            _period_of_set({1, 3, 4}, 7, 0),
            _period_of_set({2, 5, 7}, 22, 0),
            _period_of_set({1, 8, 11, 12}, 41, 0),
            _period_of_set({3, 5, 9, 13}, 2, 18),
        ],
        parameters="{1,2,3}",
    ),
    Entry(
        key="all-but",
        name="All-but game",
        rule="Take any number of tokens from one heap, except the numbers of the given set.",
        make=AllBut,
        start="5 8",
        source="A. N. Siegel, Combinatorial Game Theory, 2013, ch. IV",
        facts=[values(0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, source=OURS)],
        parameters="allbut{1,4}",
    ),
    Entry(
        key="octal",
        name="Take-and-break game",
        rule="Digit r of the code says into how many heaps the rest may be left after taking r.",
        make=TakeAndBreak,
        start="10",
        source="R. K. Guy and C. A. B. Smith, 1956",
        facts=[
            period(20, preperiod=498, stop=1_100, source=_FLAMMENKAMP),
            _period_of("0.156", 349, 3478, _FLAMMENKAMP, long=True),
            _period_of("0.055", 148, 258, _FLAMMENKAMP),
            _period_of("0.177", 20, 496, _FLAMMENKAMP),
            _period_of("0.356", 142, 7314, _FLAMMENKAMP, long=True),
            _period_of("0.165", 1550, 5180, _SPARSE, long=True),
            _period_of("0.127", 4, 46577, _SPARSE, long=True),
            _period_of("0.16", 149459, 105350, _SPARSE, long=True),
            _period_of("0.56", 144, 326639, _SPARSE, long=True),
        ],
        parameters="0.45",
    ),
    Entry(
        key="leave",
        name="A heap by arithmetic",
        rule="Turn a heap of n into a smaller one that a term gives, such as n-1, n-2^i for any i, "
        "n//2 (rounded down) or n/2 (where 2 divides n).",
        make=Leave,
        start="12 7",
        source="the rule is written by whoever plays it",
        facts=[values(0, 1, 0, 1, 2, 0, 2, 0, 1, 0, 1, 0, 1, 0, 1, 0, 2, 0, 1, 0, source=OURS)],
        parameters="leave(n-1,n/2)",
    ),
)
