"""Rules in Python beside a plain loop that calls the same rule, in one run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from benchmarks import measure
from grundy.games.rule_game import game
from grundy.heaps.rules import HeapGame

Row = tuple[str, str, str, str]
Rule = Callable[[int], Iterable[int]]


def countdown(n: int) -> Iterator[int]:
    """Take one, two or three, as the README has it."""
    yield from (n - take for take in (1, 2, 3) if take <= n)


def three(n: int) -> Iterator[int]:
    """Take one, three or four."""
    for take in (1, 3, 4):
        if take <= n:
            yield n - take


def sparse(n: int) -> Iterator[int]:
    """Take 50, 53 or 3,007: most numbers are met by no play."""
    for take in (50, 53, 3_007):
        if take <= n:
            yield n - take


def king(pair: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Move one step left, down or both."""
    a, b = pair
    if a:
        yield a - 1, b
    if b:
        yield a, b - 1
    if a and b:
        yield a - 1, b - 1


def below_the_diagonal(pair: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Lower one of two numbers, the first of which is never less: rows that are all different."""
    a, b = pair
    if b:
        yield a, b - 1
    if a > b:
        yield a - 1, b


def loop(rule: Rule, stop: int) -> int:
    """Find the last value as a plain loop does that calls the rule."""
    values: list[int] = []
    for n in range(stop):
        found = {values[option] for option in rule(n)}
        value = 0
        while value in found:
            value += 1
        values.append(value)
    return values[-1]


def loop_without_rule(stop: int) -> int:
    """Do the same for `three`, with the rule written into the loop."""
    values: list[int] = []
    for n in range(stop):
        found = {values[n - take] for take in (1, 3, 4) if take <= n}
        value = 0
        while value in found:
            value += 1
        values.append(value)
    return values[-1]


def loop_of_pairs(
    rule: Callable[[tuple[int, int]], Iterator[tuple[int, int]]], side: int, *, whole: bool
) -> int:
    """Find the last value by a bottom-up loop over a dictionary."""
    values: dict[tuple[int, int], int] = {}
    for a in range(side):
        for b in range(side if whole else a + 1):
            found = {values[option] for option in rule((a, b))}
            value = 0
            while value in found:
                value += 1
            values[a, b] = value
    return values[side - 1, side - 1]


def loop_rows(*, smoke: bool) -> Iterator[Row]:
    """Yield all rows; small sizes where *smoke* is set."""
    stop, side, times = (20_000, 60, 1) if smoke else (300_000, 1_000, 3)
    last = stop - 1
    for rule in (countdown, three, sparse):
        yield from _beside(
            f"{rule.__name__}, {stop:,} numbers",
            lambda rule=rule: loop(rule, stop),  # type: ignore[misc]
            {
                "@game": lambda rule=rule: int(game(rule)[last].value()),  # type: ignore[dict-item]
                "HeapGame": lambda rule=rule: int(HeapGame(rule).values(stop)[-1]),  # type: ignore[dict-item]
            },
            times,
        )
    yield from _beside(
        f"three, {stop:,} numbers, the rule written into the loop",
        lambda: loop_without_rule(stop),
        {"@game": lambda: int(game(three)[last].value())},  # type: ignore[call-overload]
        times,
    )
    for pairs, whole in ((king, True), (below_the_diagonal, False)):
        yield from _beside(
            f"{pairs.__name__}, pairs to {side:,}",
            lambda pairs=pairs, whole=whole: loop_of_pairs(pairs, side, whole=whole),  # type: ignore[misc]
            {"@game": lambda pairs=pairs: int(game(pairs)[side - 1, side - 1].value())},  # type: ignore[dict-item]
            times,
        )
    yield from _compiled(three, stop, times)
    yield from _compiled_pairs(side, times)
    yield from _memory(last, side)


def _beside(
    name: str, plain: Callable[[], int], ways: dict[str, Callable[[], int]], times: int
) -> Iterator[Row]:
    """Compare the ways with the loop, in turn."""
    assert all(way() == plain() for way in ways.values())
    found = measure.in_turn({"loop": plain, **ways}, times, warm=False)
    for way in ways:
        ratio = found[way].over(found["loop"])
        most = "at most 3" if "pairs" in name else "at most 2.5"
        yield (f"rules: {name}, {way}", "", f"takes {ratio} times the time of the loop", most)


def _compiled(rule: Rule, stop: int, times: int) -> Iterator[Row]:
    """Compare a compiled rule, once it is compiled, with the loop."""
    for way in ("@game", "HeapGame"):
        seconds: list[float] = []
        for _ in range(times):
            ask = _asking(way, rule)
            ask(20_000)  # more than plain Python does at first
            seconds.append(measure.timed(lambda ask=ask: ask(stop - 1), 1).best)  # type: ignore[misc]
        plain = measure.timed(lambda: loop(rule, stop), times)
        ratio = plain.over(measure.Timing(tuple(seconds)))
        yield (
            f"rules: {rule.__name__}, {stop:,} numbers, {way}(compiled=True), compiled before",
            "",
            f"the loop takes {ratio} times its time",
            "at least 10",
        )


def _compiled_pairs(side: int, times: int) -> Iterator[Row]:
    """Compare a compiled rule of pairs, once it is compiled, with the loop."""
    seconds: list[float] = []
    for _ in range(times):
        compiled = game(compiled=True)(king)
        compiled.value((2, 5_000))
        seconds.append(measure.timed(lambda of=compiled: of.value((side - 1,) * 2), 1).best)  # type: ignore[misc]
    plain = measure.timed(lambda: loop_of_pairs(king, side, whole=True), times)
    ratio = plain.over(measure.Timing(tuple(seconds)))
    name = f"rules: king, pairs to {side:,}, @game(compiled=True), compiled before"
    yield (name, "", f"the loop takes {ratio} times its time", "at least 10")


def _asking(way: str, rule: Rule) -> Callable[[int], object]:
    """Return what asks a new game, whose rule is to be compiled, for a value."""
    if way == "@game":
        return game(compiled=True)(rule).value
    heaps = HeapGame(rule, compiled=True)
    return lambda n: heaps.values(n + 1)


def _memory(last: int, side: int) -> Iterator[Row]:
    """Say what the values take at most while they are found, a position."""
    code = (
        "import tracemalloc\nfrom benchmarks import loops\n"
        "from grundy.games.rule_game import game\nfrom grundy.runtime.limits import Limits\n"
        "game(loops.three)[100].value()\ntracemalloc.start()\n"
        "game({rule})[{state}].value(limits=Limits(10**9))\n"
        "print(tracemalloc.get_traced_memory()[1] / {count})"
    )
    for rule, state, count in (
        ("loops.three", str(last), last + 1),
        ("loops.king", f"{side - 1}, {side - 1}", side * side),
    ):
        _, printed = measure.peak_memory(code.format(rule=rule, state=state, count=count))
        name = f"rules: {rule.partition('.')[2]}, {count:,} positions, at most at once"
        yield (name, f"{float(printed):.0f} bytes a position", "", "at most 100 bytes")
