"""What is proved or seen of a heap game, as a program of a few lines in Python or C++.

The program gives the value of a heap, who wins some heaps, and a winning move: by the moves of the
rule where `written_moves` has lines for them, else by those that are given to it. Where a form of
the lost heaps is all there is, it says so of one heap. Of games of two numbers it says who wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grundy.display import hook
from grundy.errors import RulesetError
from grundy.games.rule_game import takes_pairs
from grundy.games.ruleset import Ruleset
from grundy.games.state_text import shown
from grundy.heaps import conjectures
from grundy.heaps.by_moves import borne_out
from grundy.heaps.closed_forms import Form, Values, evidence_text
from grundy.heaps.digit_forms import Runs
from grundy.heaps.periods.period import search_period
from grundy.heaps.recurrences import Digits, Remainders
from grundy.heaps.rules import require_heaps
from grundy.heaps.ruleset import HeapRuleset
from grundy.named.description import CORNER, proved_of_all
from grundy.named.pair_programs import PROGRAMS, pair_lines
from grundy.named.searches import Language, listed
from grundy.named.written_code import ByCode, ByRemainders, LostHeaps
from grundy.named.written_moves import move_lines, one_heap_lines

_MOST_VALUES = 20_000  # that are written into a program
_LONGEST = 60  # signs of a game's name


def written_out(ruleset: Ruleset, language: Language = "python", stop: int = 3_000) -> str:
    """Return a program in Python or C++17 for heaps of any size, from what is proved or seen.

    >>> from grundy import catalogue
    >>> print(written_out(catalogue["subtraction"]({1, 3, 4})))
    # {1,3,4}: G(n) is G(n - 7) for n >= 7
    # (proved: repetition of the last max(S) values).
    FIRST = [0, 1, 0, 1, 2, 3, 2]
    PERIOD, ADDED = 7, 0
    ...
    """
    if type(ruleset) in PROGRAMS or takes_pairs(ruleset):
        return _of_pairs(ruleset, language)
    heaps = require_heaps(ruleset)
    period, formula = search_period(heaps, stop), heaps.formula
    if period is not None:
        theorem = heaps.period_theorem
        evidence = f"proved: {theorem.name if theorem else formula.source if formula else ''}"
        program = _program(heaps, conjectures.repetition(period))
    elif (digits := _by_digits(heaps)) is not None:
        evidence = f"proved: {digits.source}"
        program = _program(heaps, digits.form)
    else:
        evidence = f"seen on heaps below {stop:,}"
        values = heaps.values(stop)
        forms = (conjectures.search(values).holding, conjectures.search_digits(values).holding)
        programs = (_program(heaps, borne_out(heaps, form, values)) for form in forms)
        program = next(filter(None, programs), None) or _who_wins(heaps, values)
    if program is None:
        raise RulesetError(
            f"Nothing is found in {stop:,} values of {shown(heaps.text, _LONGEST)} from which a "
            "program could be written; --stop looks at more."
        )
    form, source = program
    if evidence.startswith("seen"):
        evidence += f", {evidence_text(form.bits, form.reach)}"
        if formula is not None:
            evidence += f"; proved is that G(n) is {formula.text}: {formula.source}"
    since = f" for n >= {form.start:,}" if form.start else ""
    about = "the P-positions are" if isinstance(source, LostHeaps) else "G(n) is"
    comment = [f"{shown(heaps.text, _LONGEST)}: {about} {form.text}{since}", f"({evidence})."]
    if isinstance(source, LostHeaps):
        comment.append("Who wins several heaps is not known from that.")
        lines, moves = source.lines(language, one_heap_lines(heaps, language)), []
    else:
        lines = source.python() if language == "python" else source.cpp()
        if language == "cpp" and isinstance(source, _Repeating):
            comment += source.limits()
        repeating = source.repeating if isinstance(source, _Repeating) else None
        chains = isinstance(source, ByRemainders) and source.remainders.has_chains
        moves = move_lines(heaps, language, repeating, chains=chains)
    comment += _instructions(lines + moves)
    return joined(language, comment, lines, moves)


def _of_pairs(ruleset: Ruleset, language: Language) -> str:
    if type(ruleset) in PROGRAMS:
        comment = [f"{ruleset.text} a,b: {proved_of_all(ruleset)[0].cited}"]
        return joined(language, comment, pair_lines(ruleset, language)[0])
    for seen in hook(ruleset, "table")(ruleset, CORNER, CORNER).patterns():
        if seen.code:
            lines, said = pair_lines(ruleset, language, seen)
            return joined(language, [f"{ruleset.text} a,b: {seen}.", *filter(None, [said])], lines)
    raise RulesetError(
        f"Nothing is seen in the table of {shown(ruleset.text, _LONGEST)} up to {CORNER}, {CORNER} "
        "from which a program could be written."
    )


def _instructions(lines: Sequence[str]) -> Iterator[str]:
    """Describe what a winning move asks for, where it is not known how the rule moves."""
    head = next((line for line in lines if "winning_move(" in line), "")
    if head.endswith(("may):", "may) {")):
        yield "You write may(heap, left): whether a move leaves the one of the other."
    elif head.endswith(("options):", "options) {")):
        left = "lists of the heaps" if "heaps, " in head else "the heaps"
        yield f"You write options(heap): {left} that moves leave of one."


def _by_digits(ruleset: HeapRuleset) -> conjectures.Proved | None:
    """Return the form that an automaton proves, where that is how the rule's values are known."""
    if ruleset.formula is None or ruleset.formula.certificate is None:
        return None
    return conjectures.proved_by_digits(ruleset.text)


def _program(ruleset: HeapRuleset, form: Form | None) -> tuple[Form, _Values | LostHeaps] | None:
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
    first = ruleset.values(form.start).tolist()
    if isinstance(form.recurrence, Remainders):
        return form, ByRemainders(form.recurrence, first)
    return (form, ByCode(first, form.code)) if form.code else None


def _who_wins(ruleset: HeapRuleset, values: Values) -> tuple[Form, LostHeaps] | None:
    """Return a form of the lost heaps, with what says who wins one heap."""
    form = borne_out(ruleset, conjectures.search_zeros(values).holding, values, lost=True)
    if form is None:
        return None
    members = (values == 0).astype(int).tolist()
    source = form.recurrence
    if isinstance(source, Digits):
        written: _ByDigits | _ByRuns = _ByDigits(source, members)
    elif isinstance(source, Runs):
        written = _ByRuns(source)
    else:
        early = [heap for heap in range(form.start) if members[heap]]
        code = f"has({early}, n) or (n >= {form.start} and ({form.code}))"
        return form, LostHeaps(code if form.start else form.code)
    return form, LostHeaps("member(n) == 1", (("python", written.python()), ("cpp", written.cpp())))


def joined(
    language: Language, comment: Sequence[str], lines: Sequence[str], more: Sequence[str] = ()
) -> str:
    """Return a program of these lines, after a comment and what every program needs."""
    sign, head = ("#", []) if language == "python" else ("//", _INCLUDES)
    clean = [f"{sign} {line}".translate(_PLAIN) for line in comment]
    body = [*lines, *more]
    if language == "python":
        head = [line for line in body if line.startswith(("import ", "from "))]
        body = [line for line in body if line not in head]
        body = body[0 if body[0] or head else 2 :]
    return "\n".join([*clean, *head, *body, ""])


_PLAIN = str.maketrans("\\−", "/-", "\r\n")  # in C++ a line goes on after \
_INCLUDES = [
    *(
        f"#include <{name}>"
        for name in ("algorithm", "cmath", "cstdint", "optional", "tuple", "utility", "vector")
    ),
    "",
    "using Heap = std::int64_t;",
    "using Heaps = std::vector<Heap>;",
]


@dataclass(frozen=True)
class _Repeating:
    """Values that repeat from some heap on, with something added each time."""

    values: list[int]
    period: int
    saltus: int

    @property
    def repeating(self) -> tuple[int, int]:
        return len(self.values), self.saltus

    def python(self) -> list[str]:
        return [
            listed("FIRST", self.values, "python"),
            f"PERIOD, ADDED = {self.period}, {self.saltus}",
            "",
            "",
            "def value(heap):",
            "    turns = max(0, heap - len(FIRST) + PERIOD) // PERIOD",
            "    return FIRST[heap - turns * PERIOD] + turns * ADDED",
        ]

    def limits(self) -> Iterator[str]:
        """Describe how large a heap may be where its value may be larger: it has to fit, too."""
        above = any(value > heap for heap, value in enumerate(self.values))
        if self.saltus > self.period or (self.saltus and above):
            turns = (2**63 - 1 - max(self.values)) // self.saltus
            yield f"Heaps up to {turns * self.period} have values that fit."

    def cpp(self) -> list[str]:
        return [
            listed("FIRST", self.values, "cpp"),
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
            *(f"    {listed(name, numbers, 'cpp')[len('const ') :]}" for name, numbers in (
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


_Values = _Repeating | _ByDigits | _ByRuns | ByCode | ByRemainders
