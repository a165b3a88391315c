"""Games of two numbers as programs: who wins a position, and a winning move.

The functions of the catalogue's games are written out as they stand; a test compares them with the
games. Their moves are enough to win, as few as there are of numbers with eighteen digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from math import isqrt
from typing import Protocol

from grundy.errors import NoSourceError
from grundy.games.coordinates import Coordinates
from grundy.games.ruleset import Ruleset
from grundy.named.games.moore import FibonacciNim
from grundy.named.games.pairs import Euclid, EuclidToZero, Wythoff
from grundy.named.rule_cpp import in_cpp
from grundy.named.rule_source import RuleSource, function_of, read_source, rule_source  # fmt: skip
from grundy.named.searches import Language

Pairs = Iterator[tuple[int, int]]


def lower(k: int) -> int:
    """Return ⌊kφ⌋."""
    return (k + isqrt(5 * k * k)) // 2


def partner(heap: int) -> int:
    """Return the number that is lost beside another one."""
    root = isqrt(5 * (heap + 1) * (heap + 1))
    k = (root - heap - 1) // 2
    if lower(k) == heap:
        return heap + k
    return heap - (3 * (heap + 1) - root - 1) // 2


def wythoff_is_lost(a: int, b: int) -> bool:
    """Return whether the smaller number is that of Wythoff's pair with this difference."""
    return min(a, b) == lower(abs(a - b))


def wythoff_moves(a: int, b: int) -> Pairs:
    """Go to the pair in the column, in the row or on the diagonal."""
    if partner(b) < a:
        yield partner(b), b
    if partner(a) < b:
        yield a, partner(a)
    taken = min(a, b) - lower(abs(a - b))
    if taken > 0:
        yield a - taken, b - taken


def nim_moves(a: int, b: int) -> Pairs:
    """Leave as many of the larger heap as the smaller one has."""
    if a > b:
        yield b, b
    if b > a:
        yield a, a


def euclid_value(a: int, b: int) -> int:
    """Return ⌊|a/b - b/a|⌋."""
    low, high = min(a, b), max(a, b)
    return high // low - (high % low * high < low * low)


def euclid_moves(a: int, b: int) -> Pairs:
    """Leave less than three times the smaller number; both stay positive."""
    low, high = min(a, b), max(a, b)
    for times in range(3):
        left = high % low + low * times
        if 0 < left < high:
            if a > b:
                yield left, b
            else:
                yield a, left


def to_zero_value(a: int, b: int) -> int:
    """Return the value, by the quotients of Euclid's algorithm."""
    low, high = min(a, b), max(a, b)
    if low == 0:
        return 0
    times, rest = high // low, to_zero_value(high % low, low)
    return times - (times <= rest)


def to_zero_moves(a: int, b: int) -> Pairs:
    """Leave the remainder, or the smaller number more."""
    low, high = min(a, b), max(a, b)
    for times in range(2 * (low > 0)):
        left = high % low + low * times
        if left < high:
            if a > b:
                yield left, b
            else:
                yield a, left


def smallest_part(number: int) -> int:
    """Return the least of the Fibonacci numbers, no two in a row, that a number is the sum of."""
    low, high, part = 1, 2, 0
    while high <= number:
        low, high = high, low + high
    while number > 0:
        if low <= number:
            number, part = number - low, low
        low, high = high - low, low
    return part


def fibonacci_is_lost(a: int, b: int) -> bool:
    """Return whether the least part may not be taken."""
    return a == 0 or smallest_part(a) > b


def fibonacci_moves(a: int, b: int) -> Pairs:
    """Take the least part."""
    taken = smallest_part(a)
    if 0 < taken <= b:
        yield a - taken, min(2 * taken, a - taken)


def pick(numbers: list[int], at: int) -> int:
    """Return a number of a list."""
    return numbers[at]


def nim_times(a: int, b: int) -> int:
    """Return the nim-product."""
    if a < 2 or b < 2:
        return a * b
    half = 1
    while max(a, b) >> 2 * half > 0:
        half *= 2
    high_a, low_a, high_b, low_b = a >> half, a % (1 << half), b >> half, b % (1 << half)
    low = nim_times(low_a, low_b)
    high = nim_times(high_a, high_b)
    middle = nim_times(high_a ^ low_a, high_b ^ low_b)
    return (middle ^ low) << half ^ low ^ nim_times(high, 1 << half - 1)


def floor_of(n: int, a: int, b: int, d: int, c: int) -> int:
    """Return the floor of n * (a + b * sqrt(d)) / c."""
    square = isqrt(b * b * d * n * n)
    return (a * n + (square if b > 0 else -square - (n > 0))) // c


def is_pair(
    low: int, high: int, a: int, b: int, d: int, c: int, e: int, f: int, g: int, h: int
) -> bool:
    """Return whether two numbers are the floors of k times two others, for one k."""
    least, most = 0, high + 1
    while least < most:
        k = (least + most) // 2
        if floor_of(k, e, f, g, h) < high:
            least = k + 1
        else:
            most = k
    return floor_of(least, a, b, d, c) == low and floor_of(least, e, f, g, h) == high


_COMPARED = 16  # numbers below are compared
PairLines = tuple[list[str], str]
"""The lines of a program, and what a comment says of its moves."""


class Seen(Protocol):
    """What is seen in a table: an expression in Python."""

    @property
    def code(self) -> str: ...
    @property
    def is_lost(self) -> bool: ...


_Functions = tuple[Callable[[int, int], int], Callable[[int, int], Pairs]]
PROGRAMS: dict[type[Ruleset], _Functions] = {
    Wythoff: (wythoff_is_lost, wythoff_moves),
    Euclid: (euclid_value, euclid_moves),
    EuclidToZero: (to_zero_value, to_zero_moves),
    FibonacciNim: (fibonacci_is_lost, fibonacci_moves),
}


def pair_lines(ruleset: Ruleset, language: Language, seen: Seen | None = None) -> PairLines:
    """Return the program of a game of the catalogue, or of a rule in whose table one form is seen.

    Raises:
        RulesetError: If the form cannot be written.
    """
    source = RuleSource(is_ours=seen is None)
    if seen is None:
        who, moves = PROGRAMS[type(ruleset)]
        source.read(who, "lost" if who.__name__.endswith("lost") else "value")
        source.read(moves, "moves")
        return _joined(source, language), ""
    for helper in (pick, nim_times, is_pair):
        if f"{helper.__name__}(" in seen.code:
            source.read(helper, helper.__name__)
    name = "lost" if seen.is_lost else "value"
    source.functions |= read_source(f"def {name}(a, b): return {seen.code}").functions
    for game, moves in _known_moves():
        if _have_same_moves(ruleset, game):
            source.read(moves, "moves")
            said = f"Moves of {game.text}, as compared where a and b are below {_COMPARED}."
            return _joined(source, language), said
    own = rule_source(function_of(ruleset), "moves") if _goes_to_pairs(ruleset) else None
    if own is not None and not source.functions.keys() & own.functions.keys():
        with suppress(NoSourceError):
            return _joined(source.joined(own), language), ""
    return _joined(source, language), "You write moves(a, b): the pairs that a move leaves."


def _known_moves() -> Iterator[tuple[Ruleset, Callable[[int, int], Pairs]]]:
    yield Coordinates([(1, 0), (0, 1)], text="Nim with two heaps"), nim_moves
    for kind, (_, moves) in PROGRAMS.items():
        yield kind(), moves


def _goes_to_pairs(ruleset: Ruleset) -> bool:
    states = [(a, b) for a in range(_COMPARED) for b in range(_COMPARED)]
    parts = (
        ruleset.as_position(option).parts for state in states for option in ruleset.options(state)
    )
    return all(len(each) == 1 and len(each[0].state) == 2 for each in parts)


def _have_same_moves(one: Ruleset, other: Ruleset) -> bool:
    states = [(a, b) for a in range(1, _COMPARED) for b in range(1, a + 1)]
    return all({*one.options(state)} == {*other.options(state)} for state in states)


def _joined(source: RuleSource, language: Language) -> list[str]:
    """Return a source with who wins a position and a winning move."""
    rules = [name for name in source.functions if name == "moves"]
    lines = source.python() if language == "python" else in_cpp(source, *rules)
    if lines is None:
        raise NoSourceError
    negation = "not " if language == "python" else "!"
    wins = f"{negation}lost(a, b)" if "lost" in source.functions else "value(a, b) != 0"
    found = _FOUND[language][0 if rules else 1]
    return [*lines, *(_WINS[language].replace("WINS", wins) + found).splitlines()]


_WINS: dict[Language, str] = {
    "python": '''

def wins(a, b):
    """Return whether the player to move wins."""
    return WINS


''',
    "cpp": """
bool wins(Heap a, Heap b) { return WINS; }

// What a move leaves.
""",
}
_FOUND: dict[Language, tuple[str, str]] = {
    "python": (
        '''def winning_move(a, b):
    """Return what a move leaves, or None."""
    return next((left for left in moves(a, b) if not wins(*left)), None)''',
        '''def winning_move(a, b, moves):
    """Return what a move leaves, or None."""
    return next((left for left in moves(a, b) if not wins(*left)), None)''',
    ),
    "cpp": (
        """std::optional<std::pair<Heap, Heap>> winning_move(Heap a, Heap b) {
    Heaps found;
    auto is_right = [&](const Heaps& left) { found = left; return !wins(left[0], left[1]); };
    if (moves(a, b, is_right)) return {{found[0], found[1]}};
    return std::nullopt;
}""",
        """template <class Moves>
std::optional<std::pair<Heap, Heap>> winning_move(Heap a, Heap b, Moves moves) {
    for (auto left : moves(a, b))
        if (!wins(left.first, left.second)) return {{left.first, left.second}};
    return std::nullopt;
}""",
    ),
}
