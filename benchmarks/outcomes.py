"""Who wins, by rules in Python, beside a plain memo that stops at the first winning move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from benchmarks import measure
from benchmarks.loops import three
from grundy.games.rule_game import game
from grundy.values import Outcome

Row = tuple[str, str, str, str]
Rule = Callable[[Any], Iterable[Any]]


def fibonacci(state: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Take at most twice what the last move took."""
    heap, most = state
    for taken in range(1, min(heap, most) + 1):
        yield heap - taken, 2 * taken


def piles(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Take any number from one of several piles."""
    for place, pile in enumerate(state):
        for left in range(pile):
            yield (*state[:place], left, *state[place + 1 :])


def chomp(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Bite off what is below and to the right of a square, but not the first one."""
    for row, length in enumerate(state):
        for left in range(0 if row else 1, length):
            yield (*state[:row], *(min(other, left) for other in state[row:]))


def wythoff(state: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Take from one of two heaps, or as many from both."""
    a, b = state
    yield from ((a - i, b) for i in range(1, a + 1))
    yield from ((a, b - i) for i in range(1, b + 1))
    yield from ((a - i, b - i) for i in range(1, min(a, b) + 1))


def memo(rule: Rule, start: object, *, misere: bool = False) -> bool:
    """Return whether a state is won: a memo that stops at the first winning move."""
    won: dict[object, bool] = {}
    waiting: list[tuple[object, Iterator[Any]]] = []
    state, options, some = start, iter(rule(start)), False
    while True:
        for option in options:
            some = True
            known = won.get(option)
            if known is None:
                waiting.append((state, options))
                state, options, some = option, iter(rule(option)), False
                break
            if not known:
                won[state] = True
                break
        else:
            won[state] = misere and not some
        while state in won:
            if not waiting:
                return won[state]
            lost = not won[state]
            state, options = waiting.pop()
            some = True
            if lost:
                won[state] = True


def outcome_rows(*, smoke: bool) -> Iterator[Row]:
    """Compare who wins, asked of a new game, with the memo; and what is asked again."""
    times, part = (1, 4) if smoke else (7, 1)
    cases: list[tuple[str, Rule, Any]] = [
        ("Fibonacci Nim 600", fibonacci, (600 // part, 599 // part)),
        ("piles 40, 41, 42", piles, (40 // part, 41 // part, 42 // part)),
        ("Chomp 10×10", chomp, (10 // part,) * (10 // part)),
        ("Wythoff 150, 170", wythoff, (150 // part, 170 // part)),
        ("take 1, 3 or 4 of 20,000", three, 20_000 // part),
    ]
    for name, rule, start in cases:
        for play in ("normal", "misere"):
            misere = play == "misere"

            def plain(rule: Rule = rule, start: Any = start, misere: bool = misere) -> bool:
                return memo(rule, start, misere=misere)

            def ours(rule: Rule = rule, start: Any = start, play: Any = play) -> bool:
                return game(rule)[start].outcome(play) is Outcome.N

            assert plain() == ours()
            found = measure.in_turn({"memo": plain, "@game": ours}, times, warm=False)
            ratio = found["@game"].over(found["memo"])
            yield (
                f"who wins: {name}, {play} play, @game", "",
                f"takes {ratio} times the time of a plain memo", "at most 2",
            )  # fmt: skip
    yield from _kept(times, 2_000 // part)


def _kept(times: int, count: int) -> Iterator[Row]:
    """Compare many outcomes of one game under misère play with those of normal play."""

    def all_of(play: Any) -> int:
        rules = game(three)
        return sum(rules[n].outcome(play) is Outcome.N for n in range(count))

    ways = {play: lambda play=play: all_of(play) for play in ("normal", "misere")}
    found = measure.in_turn(ways, times, warm=False)
    ratio = found["misere"].over(found["normal"])
    yield f"who wins: {count:,} numbers, misère play", "", f"takes {ratio} times normal play", ""
