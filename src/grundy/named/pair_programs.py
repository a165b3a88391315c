"""Games of two numbers as programs: who wins a position, and a winning move.

The functions of the catalogue's games are written out as they stand; a test compares them with the
games. Their moves are enough to win, as few as there are of numbers with eighteen digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isqrt

from grundy.errors import RulesetError
from grundy.games.ruleset import Ruleset
from grundy.named.games.moore import FibonacciNim
from grundy.named.games.pairs import Euclid, EuclidToZero, Wythoff
from grundy.named.rule_cpp import in_cpp
from grundy.named.rule_source import RuleSource
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


_Functions = tuple[Callable[[int, int], int], Callable[[int, int], Pairs]]
PROGRAMS: dict[type[Ruleset], _Functions] = {
    Wythoff: (wythoff_is_lost, wythoff_moves),
    Euclid: (euclid_value, euclid_moves),
    EuclidToZero: (to_zero_value, to_zero_moves),
    FibonacciNim: (fibonacci_is_lost, fibonacci_moves),
}


def pair_source(ruleset: Ruleset) -> RuleSource | None:
    """Return the functions for a game of the catalogue; None for any other."""
    if type(ruleset) not in PROGRAMS:
        return None
    who, moves = PROGRAMS[type(ruleset)]
    source = RuleSource(is_ours=True)
    source.read(who, "lost" if who.__name__.endswith("lost") else "value")
    source.read(moves, "moves")
    return source


def with_search(source: RuleSource, language: Language) -> list[str]:
    """Return a source with who wins a position and a winning move."""
    lines = source.python() if language == "python" else in_cpp(source, "moves")
    if lines is None:
        raise RulesetError("The moves of this rule are more than arithmetic; ask for Python.")
    sign = "not " if language == "python" else "!"
    wins = f"{sign}lost(a, b)" if "lost" in source.functions else "value(a, b) != 0"
    search = _SEARCH[language].replace("WINS", wins)
    return [*lines, *search.splitlines()]


_SEARCH: dict[Language, str] = {
    "python": '''

def wins(a, b):
    """Return whether the player to move wins."""
    return WINS


def winning_move(a, b):
    """Return what a move leaves, or None."""
    return next((left for left in moves(a, b) if not wins(*left)), None)''',
    "cpp": """
bool wins(Heap a, Heap b) { return WINS; }

// What a move leaves.
std::optional<std::pair<Heap, Heap>> winning_move(Heap a, Heap b) {
    Heaps found;
    auto is_right = [&](const Heaps& left) { found = left; return !wins(left[0], left[1]); };
    if (moves(a, b, is_right)) return {{found[0], found[1]}};
    return std::nullopt;
}""",
}
