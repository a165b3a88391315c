"""Who wins some heaps, and the search of a winning move: the lines of a program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Language = Literal["python", "cpp"]


def listed(name: str, numbers: Sequence[int], language: Language) -> str:
    """Return the line of a list."""
    inside = ", ".join(map(str, numbers))
    if language == "python":
        return f"{name} = [{inside}]"
    return f"const std::vector<Heap> {name} = {{{inside}}};"


def apart(lines: Sequence[str], language: Language) -> list[str]:
    """Return lines after as many empty ones as the language likes."""
    return [*("",) * (1 + (language == "python")), *lines]


def searched(
    tried: dict[Language, str], language: Language, before: Sequence[str] = (), given: str = ""
) -> list[str]:
    """Return who wins, and the search of each heap; what is *given* is a function of the caller."""
    head = _WHO_WINS[language]
    if given:
        kind = given.title()
        head = head.replace("winning_move(heaps", f"winning_move(heaps, {given}")
        head = head.replace("const Heaps& heaps", f"const Heaps& heaps, {kind} {given}")
        head = head.replace("std::optional<", f"template <class {kind}>\nstd::optional<")
    end = "    }\n    return std::nullopt;\n}\n" if language == "cpp" else ""
    return [*before, *(head + tried[language].removeprefix("\n") + end).splitlines()]


_WHO_WINS: dict[Language, str] = {
    "python": '''

def xor(heaps):
    total = 0
    for heap in heaps:
        total ^= value(heap)
    return total


def wins(heaps):
    """Return whether the player to move wins these heaps together."""
    return xor(heaps) != 0


def winning_move(heaps):
    """Return (which heap, what it becomes), or None."""
    total = xor(heaps)
    for place, heap in enumerate(heaps):
''',
    "cpp": """
Heap nim_sum(const std::vector<Heap>& heaps) {
    Heap total = 0;
    for (Heap heap : heaps) total ^= value(heap);
    return total;
}

bool wins(const std::vector<Heap>& heaps) { return nim_sum(heaps) != 0; }

// Which heap, and what it becomes.
std::optional<std::pair<std::size_t, Heaps>> winning_move(const Heaps& heaps) {
    Heap total = nim_sum(heaps);
    for (std::size_t place = 0; total && place < heaps.size(); place++) {
        Heap wanted = total ^ value(heaps[place]);
""",
}
PYTHON_OPTIONS = """

def options(heap):
    for left in moves(heap) if heap else ():
        parts = left if isinstance(left, (list, tuple)) else [left]
        yield tuple(part for part in parts if part)
""".splitlines()
CPP_OPTIONS = """
std::vector<Heap> options(Heap heap) {
    std::vector<Heap> found;
    moves(heap, [&](const Heaps& left) {
        found.push_back(left.empty() ? 0 : left[0]);
        return false;
    });
    return found;
}
""".splitlines()
BY_MOVES: dict[Language, str] = {
    "python": """
        wanted = total ^ value(heap)
        for left in options(heap) if wanted < value(heap) else ():
            if xor(left) == wanted:
                return place, left
""",
    "cpp": """
        if (wanted >= value(heaps[place])) continue;
        Heaps found;
        auto is_right = [&](const Heaps& left) {
            found.clear();
            for (Heap part : left) if (part) found.push_back(part);
            return nim_sum(found) == wanted;
        };
        if (moves(heaps[place], is_right)) return {{place, found}};
""",
}
# Any amount but some: of each value few heaps are tried; then the heap is split.
ALL_BUT: dict[Language, str] = {
    "python": """
        wanted = total ^ value(heap)
        if wanted >= value(heap):
            continue
        for small, first in enumerate(FIRST):
            left = small + max(0, wanted - first) // ADDED * PERIOD
            if left < heap and value(left) == wanted and heap - left not in NEVER:
                return place, (left,) if left else ()
""",
    "cpp": """
        if (wanted >= value(heaps[place])) continue;
        for (Heap small = 0; small < (Heap)FIRST.size(); small++) {
            Heap turns = std::max<Heap>(0, wanted - FIRST[small]) / ADDED;
            if (turns > heaps[place] / PERIOD) continue;
            Heap left = small + turns * PERIOD, taken = heaps[place] - left;
            if (taken <= 0 || value(left) != wanted) continue;
            if (std::find(NEVER.begin(), NEVER.end(), taken) == NEVER.end())
                return {{place, left ? Heaps{left} : Heaps{}}};
        }
""",
}
SPLITS: dict[Language, str] = {
    "python": """\
        for left in splits(heap):
            if xor(left) == wanted:
                return place, left
""",
    "cpp": """\
        Heaps found;
        auto is_right = [&](const Heaps& left) { found = left; return nim_sum(left) == wanted; };
        if (splits(heaps[place], is_right)) return {{place, found}};
""",
}
# What is taken or what is left is small: the values and the digits repeat.
FROM_BOTH_ENDS: dict[Language, str] = {
    "python": """
        wanted = total ^ value(heap)
        for small in range(heap) if wanted < value(heap) else ():
            for left in (heap - small - 1, small):
                taken = heap - left
                digits = CODE if taken < len(CODE) else TAIL
                digit = digits[(taken - (digits is TAIL) * len(CODE)) % len(digits)]
                if value(left) == wanted and digit & (2 if left else 1):
                    return place, (left,) if left else ()
""",
    "cpp": """
        for (Heap small = 0; wanted < value(heaps[place]) && small < heaps[place]; small++)
            for (Heap left : {heaps[place] - small - 1, small}) {
                Heap taken = heaps[place] - left, size = CODE.size();
                Heap digit = taken < size ? CODE[taken] : TAIL[(taken - size) % TAIL.size()];
                if (value(left) == wanted && digit & (left ? 2 : 1))
                    return {{place, left ? Heaps{left} : Heaps{}}};
            }
""",
}
OF_FEW: dict[Language, str] = {
    "python": """
        for left in heaps_with(total ^ value(heap), heap) if total else ():
            if may(heap, left):
                return place, (left,) if left else ()
""",
    "cpp": """
        for (Heap left : heaps_with(wanted, heaps[place]))
            if (may(heaps[place], left))
                return {{place, left ? Heaps{left} : Heaps{}}};
""",
}
OF_OPTIONS: dict[Language, str] = {
    "python": """
        for left in options(heap) if total else ():
            if xor(left) == total ^ value(heap):
                return place, tuple(left)
""",
    "cpp": """
        for (const Heaps& left : options(heaps[place]))
            if (nim_sum(left) == wanted) return {{place, left}};
""",
}
