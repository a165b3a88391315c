"""The lines of a program that find a winning move, or say only who wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from grundy.heaps.periods.verify_digits import Powers, Progression, parse_terms, terms_of
from grundy.heaps.rules import Leave
from grundy.heaps.ruleset import HeapRuleset
from grundy.heaps.subtraction import NamedRule

Language = Literal["python", "cpp"]
_TWO_HEAPS = 7  # the digits above leave three heaps or more


def move_lines(
    ruleset: HeapRuleset, language: Language, repeating: tuple[int, int] | None, *, chains: bool
) -> list[str]:
    """Return the lines; values that repeat are as many as the first number, and rise by the other.

    Winning moves are found where the moves are those of a code of finitely many digits, take any
    amount but some, are few by arithmetic, or where the heaps of a value are few: *chains*. Of
    other rules who calls the function gives the options.
    """
    options = option_lines(ruleset, language)
    if options:
        return _first_that_wins(options, language)
    if chains:
        return _of_few(_ALLOWED.get(ruleset.text) if _is_named(ruleset) else None, language)
    code = ruleset.code
    if code is None or code.constraints or max(code.digits) > _TWO_HEAPS:
        return _OF_GIVEN[language]
    if code.tail:
        if code.tail != (3,) or not {0, 3}.issuperset(code.digits) or not (repeating or (0, 0))[1]:
            return _OF_GIVEN[language]
        kept = [taken for taken, digit in enumerate(code.digits) if not digit]
        return _all_but(listed("NEVER", kept, language), language)
    if not any(digit & 4 for digit in code.digits):
        return _Moves(code.digits, 0).lines(language)
    if repeating is None or repeating[1]:
        return _OF_GIVEN[language]
    # Where both heaps are greater, one can give a period to the other: the values stay.
    return _Moves(code.digits, repeating[0]).lines(language)


def listed(name: str, numbers: Sequence[int], language: Language) -> str:
    """Return the line of a list."""
    inside = ", ".join(map(str, numbers))
    if language == "python":
        return f"{name} = [{inside}]"
    return f"const std::vector<Heap> {name} = {{{inside}}};"


@dataclass(frozen=True)
class _Moves:
    """The moves of a code; the smaller of two heaps left need not be greater than *most*."""

    digits: tuple[int, ...]
    most: int

    def lines(self, language: Language) -> list[str]:
        return self._python() if language == "python" else self._cpp()

    def _python(self) -> list[str]:
        return [
            "",
            "",
            listed("CODE", self.digits, "python"),
            "",
            "",
            "def options(heap):",
            "    for taken, digit in enumerate(CODE):",
            "        rest = heap - taken",
            "        if rest == 0 and digit & 1:",
            "            yield ()",
            "        if rest > 0 and digit & 2:",
            "            yield (rest,)",
            *([
                "        if digit & 4:",
                f"            for small in range(1, min(rest // 2, {self.most}) + 1):",
                "                yield (small, rest - small)",
            ] if self.most else []),
            *WHO_WINS["python"],
            "",
            "",
            *_PYTHON_MOVE,
            "        for left in options(heap):",
            "            if total and xor(left) == total ^ value(heap):",
            "                return place, left",
        ]  # fmt: skip

    def _cpp(self) -> list[str]:
        return [
            "",
            listed("CODE", self.digits, "cpp"),
            *WHO_WINS["cpp"],
            *_CPP_MOVE,
            "        for (Heap taken = 0; taken < (Heap)CODE.size(); taken++) {",
            "            Heap rest = heaps[place] - taken, digit = CODE[taken];",
            "            if (rest == 0 && digit & 1 && wanted == 0) return {{place, {}}};",
            "            if (rest > 0 && digit & 2 && value(rest) == wanted)",
            "                return {{place, {rest}}};",
            *([
                "            if (!(digit & 4)) continue;",
                f"            Heap most = std::min<Heap>(rest / 2, {self.most});",
                "            for (Heap small = 1; small <= most; small++)",
                "                if ((value(small) ^ value(rest - small)) == wanted)",
                "                    return {{place, {small, rest - small}}};",
            ] if self.most else []),
            *_CPP_END,
        ]  # fmt: skip


_Option = tuple[str, str, int]
"""When there is an option, what it leaves, and by what *taken* grows; 0 where it is one option."""

_ENOUGH = {  # of each smaller value these options have one
    "take-a-prime": ("n-1", "n-2", "n-3")
}
_HALVES: _Option = ("taken < heap and heap % taken == 0", "heap - taken", 2)


def _is_named(ruleset: HeapRuleset) -> bool:
    return isinstance(ruleset, (Leave, NamedRule))  # the name of a user's rule says nothing


def option_lines(ruleset: HeapRuleset, language: Language) -> list[str]:
    """Return the function that lists options by arithmetic; none for others, or many."""
    lines = _listings(ruleset, language) if _is_named(ruleset) else []
    if not lines:
        return []
    if language == "python":
        return ["", "", "def options(heap):", *lines]
    head = ["", "std::vector<Heap> options(Heap heap) {", "    std::vector<Heap> found;"]
    return [*head, *lines, "    return found;", "}"]


def _listings(ruleset: HeapRuleset, language: Language) -> list[str]:
    if ruleset.text == "aliquot":
        return _listing(1, _HALVES, language)
    enough = _ENOUGH.get(ruleset.text)
    terms = parse_terms(enough) if enough else terms_of(ruleset.text) or ()
    lines: list[str] = []
    for term in terms:
        amounts = term.amounts
        if isinstance(amounts, Powers):
            option = "taken <= heap", "heap - taken", amounts.ratio
            lines += _listing(amounts.factor, option, language)
        elif amounts.last is None:
            return []
        else:
            lines += _listing(0, _single(amounts, term.divisor, term.added), language)
    return lines


def _single(amounts: Progression, divisor: int, added: int) -> _Option:
    if divisor == 1:
        return f"heap >= {amounts.first}", f"heap - {amounts.first}", 0
    if added:
        return "heap > 1", f"heap // {divisor} + (heap % {divisor} > 0)", 0
    exact = amounts.last == 0
    return "heap > 0" + f" and heap % {divisor} == 0" * exact, f"heap // {divisor}", 0


def _listing(first: int, option: _Option, language: Language) -> list[str]:
    """Return the lines for one term; C++ knows `and`, too."""
    when, left, growing = option
    if language == "python":
        if not growing:
            return [f"    if {when}:", f"        yield {left}"]
        return [
            f"    taken = {first}",
            f"    while {when}:",
            f"        yield {left}",
            f"        taken *= {growing}",
        ]
    if not growing:
        return [f"    if ({when}) found.push_back({left.replace('//', '/')});"]
    return [
        f"    for (Heap taken = {first}; {when}; taken *= {growing}) {{",
        f"        found.push_back({left});",
        f"        if (taken > heap / {growing}) break;",
        "    }",
    ]


def _first_that_wins(options: list[str], language: Language) -> list[str]:
    if language == "python":
        return [
            *options,
            *WHO_WINS["python"],
            *("", ""),
            *_PYTHON_MOVE,
            "        for left in options(heap):",
            "            if total and value(left) == total ^ value(heap):",
            "                return place, (left,) if left else ()",
        ]
    return [
        *options,
        *WHO_WINS["cpp"],
        *_CPP_MOVE,
        "        for (Heap left : options(heaps[place])) {",
        "            if (value(left) == wanted) return {{place, left ? Heaps{left} : Heaps{}}};",
        *_CPP_END,
    ]


def _all_but(never: str, language: Language) -> list[str]:
    """Return the lines for any amount but some: of each value few heaps are tried."""
    if language == "python":
        return [
            "",
            "",
            never,
            *WHO_WINS["python"],
            "",
            "",
            *_PYTHON_MOVE,
            "        wanted = total ^ value(heap)",
            "        for small, first in enumerate(FIRST):",
            "            left = small + max(0, wanted - first) // ADDED * PERIOD",
            "            if total and left < heap and value(left) == wanted:",
            "                if heap - left not in NEVER:",
            "                    return place, (left,) if left else ()",
        ]
    return [
        "",
        never,
        *WHO_WINS["cpp"],
        *_CPP_MOVE,
        "        for (Heap small = 0; small < (Heap)FIRST.size(); small++) {",
        "            Heap turns = std::max<Heap>(0, wanted - FIRST[small]) / ADDED;",
        "            if (turns > heaps[place] / PERIOD) continue;",
        "            Heap left = small + turns * PERIOD, taken = heaps[place] - left;",
        "            if (taken <= 0 || value(left) != wanted) continue;",
        "            if (std::find(NEVER.begin(), NEVER.end(), taken) == NEVER.end())",
        "                return {{place, left ? Heaps{left} : Heaps{}}};",
        *_CPP_END,
    ]


def _of_few(allowed: str | None, language: Language) -> list[str]:
    """Return the lines that try the heaps with the value that is wanted."""
    if language == "python":
        rule = ["", "", "def may(heap, left):", f"    return {allowed}"] if allowed else []
        head = [*_PYTHON_MOVE] if allowed else [_PYTHON_MOVE[0].replace(")", ", may)"),
                                                *_PYTHON_MOVE[1:]]  # fmt: skip
        return [
            *rule,
            *WHO_WINS["python"],
            *("", ""),
            *head,
            "        for left in heaps_with(total ^ value(heap), heap) if total else ():",
            "            if may(heap, left):",
            "                return place, (left,) if left else ()",
        ]
    rule = ["", f"bool may(Heap heap, Heap left) {{ return {allowed}; }}".replace("//", "/")]
    return [
        *(rule if allowed else []),
        *WHO_WINS["cpp"],
        *(_CPP_MOVE if allowed else _given("May may")),
        "        for (Heap left : heaps_with(wanted, heaps[place]))",
        "            if (may(heaps[place], left))",
        "                return {{place, left ? Heaps{left} : Heaps{}}};",
        *_CPP_END[1:],
    ]


def _given(what: str) -> list[str]:
    """Return the head of the function in C++ that takes what a rule allows, too."""
    kind = what.split()[0]
    lines = [line.replace("& heaps)", f"& heaps, {what})") for line in _CPP_MOVE]
    at = next(i for i, line in enumerate(lines) if line.startswith("std::optional"))
    return [*lines[:at], f"template <class {kind}>", *lines[at:]]


_ALLOWED = {"at-most-half": "heap - left <= heap // 2"}
_PYTHON_MOVE = [
    "def winning_move(heaps):",
    '    """Return (which heap, what it becomes), or None."""',
    "    total = xor(heaps)",
    "    for place, heap in enumerate(heaps):",
]
_CPP_MOVE = [
    "",
    "using Heaps = std::vector<Heap>;",
    "",
    "// Which heap, and what it becomes.",
    "std::optional<std::pair<std::size_t, Heaps>> winning_move(const Heaps& heaps) {",
    "    Heap total = nim_sum(heaps);",
    "    for (std::size_t place = 0; total && place < heaps.size(); place++) {",
    "        Heap wanted = total ^ value(heaps[place]);",
]
_CPP_END = ["        }", "    }", "    return std::nullopt;", "}"]
WHO_WINS: dict[Language, list[str]] = {
    "python": [
        "",
        "",
        "def xor(heaps):",
        "    total = 0",
        "    for heap in heaps:",
        "        total ^= value(heap)",
        "    return total",
        "",
        "",
        "def wins(heaps):",
        '    """Return whether the player to move wins these heaps together."""',
        "    return xor(heaps) != 0",
    ],
    "cpp": [
        "",
        "Heap nim_sum(const std::vector<Heap>& heaps) {",
        "    Heap total = 0;",
        "    for (Heap heap : heaps) total ^= value(heap);",
        "    return total;",
        "}",
        "",
        "bool wins(const std::vector<Heap>& heaps) { return nim_sum(heaps) != 0; }",
    ],
}
_OF_GIVEN: dict[Language, list[str]] = {
    "python": [
        *WHO_WINS["python"],
        *("", ""),
        _PYTHON_MOVE[0].replace(")", ", options)"),
        *_PYTHON_MOVE[1:],
        "        for left in options(heap) if total else ():",
        "            if xor(left) == total ^ value(heap):",
        "                return place, tuple(left)",
    ],
    "cpp": [
        *WHO_WINS["cpp"],
        *_given("Options options"),
        "        for (const Heaps& left : options(heaps[place]))",
        "            if (nim_sum(left) == wanted) return {{place, left}};",
        *_CPP_END[1:],
    ],
}
