"""The lines of a program that find a winning move, or say only who wins."""

from __future__ import annotations

from collections.abc import Sequence
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
        return _searched(_FIRST_THAT_WINS, language, options)
    if chains:
        return _of_few(_ALLOWED.get(ruleset.text) if _is_named(ruleset) else None, language)
    code = ruleset.code
    if code is None or code.constraints or max(code.digits) > _TWO_HEAPS:
        return _searched(_OF_GIVEN, language, given="options")
    if code.tail:
        if code.tail != (3,) or not {0, 3}.issuperset(code.digits) or not (repeating or (0, 0))[1]:
            return _searched(_OF_GIVEN, language, given="options")
        kept = [taken for taken, digit in enumerate(code.digits) if not digit]
        return _searched(_ALL_BUT, language, _constant("NEVER", kept, language))
    if not any(digit & 4 for digit in code.digits):
        return _of_code(code.digits, 0, language)
    if repeating is None or repeating[1]:
        return _searched(_OF_GIVEN, language, given="options")
    # Where both heaps are greater, one can give a period to the other: the values stay.
    return _of_code(code.digits, repeating[0], language)


def listed(name: str, numbers: Sequence[int], language: Language) -> str:
    """Return the line of a list."""
    inside = ", ".join(map(str, numbers))
    if language == "python":
        return f"{name} = [{inside}]"
    return f"const std::vector<Heap> {name} = {{{inside}}};"


def _constant(name: str, numbers: Sequence[int], language: Language) -> list[str]:
    return [*("",) * (1 + (language == "python")), listed(name, numbers, language)]


def _searched(
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


def _of_code(digits: tuple[int, ...], most: int, language: Language) -> list[str]:
    """Return the moves of a code; the smaller of two heaps left need not be greater than *most*."""
    before = _constant("CODE", digits, language)
    tried = _CPP_CODE[0] + (_CPP_CODE[1].replace("MOST", str(most)) if most else "") + _CPP_CODE[2]
    if language == "python":
        splits = _PYTHON_CODE[1].replace("MOST", str(most)) if most else ""
        before += (_PYTHON_CODE[0] + splits).splitlines()
    return _searched({"python": _PYTHON_CODE[2], "cpp": tried}, language, before)


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


def _of_few(allowed: str | None, language: Language) -> list[str]:
    """Return the lines that try the heaps with the value that is wanted."""
    if allowed is None:
        return _searched(_OF_FEW, language, given="may")
    if language == "python":
        rule = ["", "", "def may(heap, left):", f"    return {allowed}"]
    else:
        rule = ["", f"bool may(Heap heap, Heap left) {{ return {allowed}; }}".replace("//", "/")]
    return _searched(_OF_FEW, language, rule)


_ALLOWED = {"at-most-half": "heap - left <= heap // 2"}
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

using Heaps = std::vector<Heap>;

// Which heap, and what it becomes.
std::optional<std::pair<std::size_t, Heaps>> winning_move(const Heaps& heaps) {
    Heap total = nim_sum(heaps);
    for (std::size_t place = 0; total && place < heaps.size(); place++) {
        Heap wanted = total ^ value(heaps[place]);
""",
}
_FIRST_THAT_WINS: dict[Language, str] = {
    "python": """
        for left in options(heap):
            if total and value(left) == total ^ value(heap):
                return place, (left,) if left else ()
""",
    "cpp": """
        for (Heap left : options(heaps[place])) {
            if (value(left) == wanted) return {{place, left ? Heaps{left} : Heaps{}}};
        }
""",
}
# Any amount but some: of each value few heaps are tried.
_ALL_BUT: dict[Language, str] = {
    "python": """
        wanted = total ^ value(heap)
        for small, first in enumerate(FIRST):
            left = small + max(0, wanted - first) // ADDED * PERIOD
            if total and left < heap and value(left) == wanted:
                if heap - left not in NEVER:
                    return place, (left,) if left else ()
""",
    "cpp": """
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
_OF_FEW: dict[Language, str] = {
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
_OF_GIVEN: dict[Language, str] = {
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
# The options of a code, two heaps among them, and the search of these.
_PYTHON_CODE = (
    """

def options(heap):
    for taken, digit in enumerate(CODE):
        rest = heap - taken
        if rest == 0 and digit & 1:
            yield ()
        if rest > 0 and digit & 2:
            yield (rest,)
""",
    """\
        if digit & 4:
            for small in range(1, min(rest // 2, MOST) + 1):
                yield (small, rest - small)
""",
    """
        for left in options(heap):
            if total and xor(left) == total ^ value(heap):
                return place, left
""",
)
_CPP_CODE = (
    """
        for (Heap taken = 0; taken < (Heap)CODE.size(); taken++) {
            Heap rest = heaps[place] - taken, digit = CODE[taken];
            if (rest == 0 && digit & 1 && wanted == 0) return {{place, {}}};
            if (rest > 0 && digit & 2 && value(rest) == wanted)
                return {{place, {rest}}};
""",
    """\
            if (!(digit & 4)) continue;
            Heap most = std::min<Heap>(rest / 2, MOST);
            for (Heap small = 1; small <= most; small++)
                if ((value(small) ^ value(rest - small)) == wanted)
                    return {{place, {small, rest - small}}};
""",
    "        }\n",
)
