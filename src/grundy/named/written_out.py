"""What is proved or seen of a heap game, as a program of a few lines in Python or C++.

The program gives the value of a heap, who wins some heaps, and where the moves are those of a code
of finitely many digits, a winning move. Names of a user's stand in its comments only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from grundy.errors import RulesetError
from grundy.games.state_text import shown
from grundy.heaps.conjectures import repetition, search, search_digits
from grundy.heaps.digit_forms import Runs
from grundy.heaps.periods.period import search_period
from grundy.heaps.proved_forms import Proved, proved_by_digits
from grundy.heaps.recurrences import Digits
from grundy.heaps.rules import require_heaps

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset
    from grundy.heaps.closed_forms import Form
    from grundy.heaps.ruleset import HeapRuleset

Language = Literal["python", "cpp"]
_MOST_VALUES = 20_000  # that are written into a program
_LONGEST = 60  # signs of a game's name
_TWO_HEAPS = 7  # the digits above leave three heaps or more


def written_out(ruleset: Ruleset, language: Language = "python", stop: int = 3_000) -> str:
    """Return a program that gives values of heaps of any size, from what is proved or seen.

    Args:
        ruleset: A game of heaps, or of one number.
        language: "python", or "cpp" for C++17, whose heaps have 64 bits.
        stop: How many heaps to look at.

    Raises:
        RulesetError: If nothing is found from which a program could be written.

    >>> from grundy import catalogue
    >>> print(written_out(catalogue["subtraction"]({1, 3, 4})))
    # {1,3,4}: G(n) is G(n - 7) for n >= 7
    # (proved: repetition of the last max(S) values).
    FIRST = [0, 1, 0, 1, 2, 3, 2]
    PERIOD, ADDED = 7, 0
    ...
    """
    heaps = require_heaps(ruleset)
    period = search_period(heaps, stop)
    if period is not None:
        theorem = heaps.period_theorem
        known = f"proved: {'its formula' if theorem is None else theorem.name}"
        found = _program(heaps, repetition(period))
    elif (digits := _by_digits(heaps)) is not None:
        known = f"proved: {digits.source}"
        found = _program(heaps, digits.form)
    else:
        known = f"seen on heaps below {stop:,}, not proved"
        values = heaps.values(stop)
        forms = (search(values).holding, search_digits(values).holding)
        found = next(filter(None, (_program(heaps, form) for form in forms)), None)
    if found is None:
        raise RulesetError(
            f"Nothing is found in {stop:,} values of {shown(heaps.text, _LONGEST)} from which a "
            "program could be written; --stop looks at more."
        )
    form, source = found
    since = f" for n >= {form.start:,}" if form.start else ""
    comment = [f"{shown(heaps.text, _LONGEST)}: G(n) is {form.text}{since}", f"({known})."]
    lines = source.python() if language == "python" else source.cpp()
    moves = _Moves.of(heaps, source)
    return _joined(language, comment, lines, moves.lines(language) if moves else _LAST[language])


def _by_digits(ruleset: HeapRuleset) -> Proved | None:
    """Return the form that an automaton proves, where that is how the rule's values are known."""
    if ruleset.formula is None or ruleset.formula.certificate is None:
        return None
    return proved_by_digits(ruleset.text)


def _program(
    ruleset: HeapRuleset, form: Form | None
) -> tuple[Form, _Repeating | _ByDigits | _ByRuns] | None:
    """Return a form with what gives its values; None where it says of the values alone."""
    if form is None:
        return None
    if isinstance(form.recurrence, Digits):
        digits = form.recurrence
        values = ruleset.values(max(s * digits.bound + r for s, r in digits.places))
        return form, _ByDigits(digits, values.tolist())
    if isinstance(form.recurrence, Runs):
        return form, _ByRuns(form.recurrence)
    if form.period is not None and sum(form.period[:2]) <= _MOST_VALUES:
        preperiod, period, saltus = form.period
        return form, _Repeating(ruleset.values(preperiod + period).tolist(), period, saltus)
    return None


def _joined(
    language: Language, comment: Sequence[str], lines: Sequence[str], more: Sequence[str]
) -> str:
    sign, head = ("#", []) if language == "python" else ("//", _INCLUDES)
    clean = [f"{sign} {line}".translate(_PLAIN) for line in comment]
    return "\n".join([*clean, *head, *lines, *more, ""])


_PLAIN = str.maketrans("\\−", "/-", "\r\n")  # in C++ a line goes on after \
_INCLUDES = [
    *(f"#include <{name}>" for name in ("algorithm", "cstdint", "optional", "utility", "vector")),
    "",
    "using Heap = std::int64_t;",
]


def _listed(name: str, numbers: Sequence[int], language: Language) -> str:
    inside = ", ".join(map(str, numbers))
    if language == "python":
        return f"{name} = [{inside}]"
    return f"const std::vector<Heap> {name} = {{{inside}}};"


@dataclass(frozen=True)
class _Repeating:
    """Values that repeat from some heap on, with something added each time."""

    values: list[int]
    period: int
    saltus: int

    def python(self) -> list[str]:
        return [
            _listed("FIRST", self.values, "python"),
            f"PERIOD, ADDED = {self.period}, {self.saltus}",
            "",
            "",
            "def value(heap):",
            "    turns = max(0, heap - len(FIRST) + PERIOD) // PERIOD",
            "    return FIRST[heap - turns * PERIOD] + turns * ADDED",
        ]

    def cpp(self) -> list[str]:
        return [
            _listed("FIRST", self.values, "cpp"),
            f"const Heap PERIOD = {self.period}, ADDED = {self.saltus};",
            "",
            "Heap value(Heap heap) {",
            "    Heap size = FIRST.size();",
            "    Heap turns = heap < size ? 0 : (heap - size + PERIOD) / PERIOD;",
            "    return FIRST[heap - turns * PERIOD] + turns * ADDED;",
            "}",
        ]


@dataclass(frozen=True)
class _ByDigits:
    """Values that are read off the digits of the heap."""

    digits: Digits
    values: list[int]

    def _tables(self) -> tuple[list[list[int]], list[list[list[int]]]]:
        digits = self.digits
        first = [
            [*(self.values[scale * n + r] for scale, r in digits.places), 1]
            for n in range(digits.bound)
        ]
        return first, [step.tolist() for step in digits.steps]

    def python(self) -> list[str]:
        first, steps = self._tables()
        return [
            f"FIRST = {first}",
            f"STEPS = {steps}",
            "",
            "",
            "def row(n):",
            "    if n < len(FIRST):",
            "        return FIRST[n]",
            "    last = row(n // len(STEPS))",
            "    return [sum(a * b for a, b in zip(one, last)) for one in STEPS[n % len(STEPS)]]",
            "",
            "",
            "def value(heap):",
            "    return row(heap)[0]",
        ]

    def cpp(self) -> list[str]:
        first, steps = (str(table).replace("[", "{").replace("]", "}") for table in self._tables())
        return [
            "using Row = std::vector<Heap>;",
            f"const std::vector<Row> FIRST = {first};",
            f"const std::vector<std::vector<Row>> STEPS = {steps};",
            "",
            "Row row(Heap n) {",
            "    if (n < (Heap)FIRST.size()) return FIRST[n];",
            "    Row last = row(n / (Heap)STEPS.size()), found;",
            "    for (const Row& one : STEPS[n % (Heap)STEPS.size()]) {",
            "        Heap sum = 0;",
            "        for (std::size_t i = 0; i < one.size(); i++) sum += one[i] * last[i];",
            "        found.push_back(sum);",
            "    }",
            "    return found;",
            "}",
            "",
            "Heap value(Heap heap) { return row(heap)[0]; }",
        ]


@dataclass(frozen=True)
class _ByRuns:
    """Values in runs whose starts grow by a factor."""

    runs: Runs

    def python(self) -> list[str]:
        runs = self.runs
        return [
            "def value(heap):",
            f"    starts, values, more = {runs.starts}, {runs.values}, {list(runs.more)}",
            "    turn = 0",
            "    while True:",
            f"        start = {runs.factor} * starts[-len(more)] + more[turn % len(more)]",
            "        if starts[-1] > heap:",
            "            break",
            "        starts.append(start)",
            f"        values.append(values[-{runs.turn}] + {runs.added})",
            "        turn += 1",
            "    return values[max(i for i, start in enumerate(starts) if start <= heap)]",
        ]

    def cpp(self) -> list[str]:
        runs = self.runs
        return [
            "Heap value(Heap heap) {",
            *(f"    {_listed(name, numbers, 'cpp')[len('const ') :]}" for name, numbers in (
                ("starts", runs.starts), ("values", runs.values), ("more", list(runs.more)),
            )),
            "    for (std::size_t turn = 0; starts.back() <= heap; turn++) {",
            "        Heap before = starts[starts.size() - more.size()];",
            f"        if (before > INT64_MAX / {runs.factor} - 64) break;",
            f"        starts.push_back({runs.factor} * before + more[turn % more.size()]);",
            f"        values.push_back(values[values.size() - {runs.turn}] + {runs.added});",
            "    }",
            "    std::size_t at = 0;",
            "    while (at + 1 < starts.size() && starts[at + 1] <= heap) at++;",
            "    return values[at];",
            "}",
        ]  # fmt: skip


@dataclass(frozen=True)
class _Moves:
    """The moves of a code; the smaller of two heaps left need not be greater than *most*."""

    digits: tuple[int, ...]
    most: int

    @staticmethod
    def of(ruleset: HeapRuleset, source: object) -> _Moves | None:
        code = ruleset.code
        if code is None or code.tail or code.constraints or max(code.digits) > _TWO_HEAPS:
            return None
        splits = any(digit & 4 for digit in code.digits)
        if not splits:
            return _Moves(code.digits, 0)
        if not isinstance(source, _Repeating) or source.saltus:
            return None
        # Where both are greater, one can give a period to the other: the values stay.
        return _Moves(code.digits, len(source.values))

    def lines(self, language: Language) -> list[str]:
        return self._python() if language == "python" else self._cpp()

    def _python(self) -> list[str]:
        return [
            "",
            "",
            _listed("CODE", self.digits, "python"),
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
            *_LAST["python"],
            "",
            "",
            "def winning_move(heaps):",
            '    """Return (which heap, what it becomes), or None."""',
            "    total = xor(heaps)",
            "    for place, heap in enumerate(heaps):",
            "        for left in options(heap):",
            "            if total and xor(left) == total ^ value(heap):",
            "                return place, left",
        ]  # fmt: skip

    def _cpp(self) -> list[str]:
        return [
            "",
            _listed("CODE", self.digits, "cpp"),
            *_LAST["cpp"],
            "",
            "using Heaps = std::vector<Heap>;",
            "",
            "// Which heap, and what it becomes.",
            "std::optional<std::pair<std::size_t, Heaps>> winning_move(const Heaps& heaps) {",
            "    Heap total = nim_sum(heaps);",
            "    for (std::size_t place = 0; total && place < heaps.size(); place++) {",
            "        Heap wanted = total ^ value(heaps[place]);",
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
            "        }",
            "    }",
            "    return std::nullopt;",
            "}",
        ]  # fmt: skip


_LAST: dict[Language, list[str]] = {
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
