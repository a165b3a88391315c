"""Programs from expressions, and from what the remainder of a heap says.

An expression of n is Python, and after a few signs are changed C++, which knows ``and`` and ``or``.
Of the functions that it calls the program gets those that it needs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.named.searches import Language, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grundy.heaps.recurrences import Remainders

_TO_CPP = str.maketrans("[]", "{}")
_NEEDED = ("has", "ones", "factors", "place", "in_sums", "root", "floors")


def called_lines(code: str, language: Language) -> list[str]:
    """Return the functions that an expression calls."""
    called = code.replace("floors(", "root( floors(")
    return [
        line
        for name in _NEEDED
        if re.search(rf"\b{name}\(", called)
        for line in ("", *("",) * (language == "python"), *_FUNCTIONS[language][name].splitlines())
    ]


def in_language(code: str, language: Language) -> str:
    """Return an expression as the language has it."""
    if language == "python":
        return code.replace("Wide(n", "(n")
    return code.replace("//", "/").translate(_TO_CPP)


@dataclass(frozen=True)
class ByCode:
    """The value of a heap by an expression, but for the first heaps."""

    first: list[int]
    code: str

    def python(self) -> list[str]:
        code = in_language(self.code, "python")
        return [
            listed("FIRST", self.first, "python"),
            *called_lines(self.code, "python"),
            *("", "", "def value(n):"),
            f"    return FIRST[n] if n < len(FIRST) else {code}",
        ]

    def cpp(self) -> list[str]:
        code = in_language(self.code, "cpp")
        return [
            listed("FIRST", self.first, "cpp"),
            *called_lines(self.code, "cpp"),
            *("", "Heap value(Heap n) {"),
            f"    return n < (Heap)FIRST.size() ? FIRST[n] : (Heap)({code});",
            "}",
        ]


@dataclass(frozen=True)
class LostHeaps:
    """Who wins one heap, by an expression for the lost heaps, or by the values 1 of a program."""

    code: str
    members: Sequence[tuple[Language, list[str]]] = ()

    def lines(self, language: Language, options: Sequence[str]) -> list[str]:
        """Return the program; without lines for the options, who calls it has to give them."""
        before = [
            line.replace("value(", "member(") for name, lines in self.members
            if name == language for line in lines
        ]  # fmt: skip
        code = in_language(self.code, language)
        called = [*before, *called_lines(self.code, language)]
        if language == "python":
            parameters = "heap" if options else "heap, options"
            return [
                *called,
                *("", "", "def wins(n):"),
                '    """Return whether the player to move wins one heap."""',
                f"    return not ({code})",
                *options,
                *("", "", f"def winning_move({parameters}):"),
                '    """Return what is left of one heap, or None."""',
                "    return next((left for left in options(heap) if not wins(left)), None)",
            ]
        template = [] if options else ["template <class Options>"]
        parameters = "Heap heap" if options else "Heap heap, Options options"
        return [
            *called,
            *("", f"bool wins(Heap n) {{ return !({code}); }}"),
            *options,
            *("", *template, f"std::optional<Heap> winning_move({parameters}) {{"),
            "    for (Heap left : options(heap))",
            "        if (!wins(left)) return left;",
            *("    return std::nullopt;", "}"),
        ]


@dataclass(frozen=True)
class ByRemainders:
    """The value of n = mk + r by factor·k, or by that of another heap, and a number."""

    remainders: Remainders
    first: list[int]

    def python(self) -> list[str]:
        return [
            listed("FIRST", self.first, "python"),
            f"RULES = {[tuple(rule) for rule in self.remainders.rules]}",
            *_PYTHON_REMAINDERS,
            *(_PYTHON_CHAINS if self.remainders.has_chains else ()),
        ]

    def cpp(self) -> list[str]:
        rules = ", ".join(f"{{{', '.join(map(str, rule))}}}" for rule in self.remainders.rules)
        return [
            listed("FIRST", self.first, "cpp"),
            "struct Rule { Heap factor, added, scale, place; };",
            f"const std::vector<Rule> RULES = {{{rules}}};",
            *_CPP_REMAINDERS,
            *(_CPP_CHAINS if self.remainders.has_chains else ()),
        ]


_PYTHON_REMAINDERS = '''

def value(n):
    """Return factor * k + added for n = mk + r, or added and the value of scale * k + place."""
    more = 0
    while n >= len(FIRST):
        k, r = divmod(n, len(RULES))
        factor, added, scale, place = RULES[r]
        if not scale:
            return factor * k + added + more
        n, more = scale * k + place, more + added
    return FIRST[n] + more
'''.splitlines()
_PYTHON_CHAINS = '''

def heaps_with(wanted, below):
    """Return the heaps below a number that have a value; each gives it to one larger heap."""
    size = len(RULES)
    found, right = list(range(len(FIRST))), []
    for r, (factor, added, scale, place) in enumerate(RULES):
        if not scale:
            found.append((wanted - added) // factor * size + r)
    for n in found:
        if 0 <= n < below and value(n) == wanted:
            right.append(n)
            for r, (factor, added, scale, place) in enumerate(RULES):
                if scale and n % scale == place and n // scale * size + r > n:
                    found.append(n // scale * size + r)
    return right
'''.splitlines()
_CPP_REMAINDERS = """
// factor * k + added for n = mk + r, or added and the value of scale * k + place
Heap value(Heap n) {
    Heap more = 0, m = RULES.size();
    while (n >= (Heap)FIRST.size()) {
        const Rule& rule = RULES[n % m];
        if (!rule.scale) return rule.factor * (n / m) + rule.added + more;
        n = rule.scale * (n / m) + rule.place;
        more += rule.added;
    }
    return FIRST[n] + more;
}
""".splitlines()
_CPP_CHAINS = """
// The heaps below a number that have a value; each gives it to one larger heap.
std::vector<Heap> heaps_with(Heap wanted, Heap below) {
    std::vector<Heap> found, right;
    Heap m = RULES.size();
    for (Heap n = 0; n < (Heap)FIRST.size(); n++) found.push_back(n);
    for (Heap r = 0; r < m; r++)
        if (!RULES[r].scale && (wanted - RULES[r].added) / RULES[r].factor <= below / m)
            found.push_back((wanted - RULES[r].added) / RULES[r].factor * m + r);
    for (std::size_t at = 0; at < found.size(); at++) {
        Heap n = found[at];
        if (n < 0 || n >= below || value(n) != wanted) continue;
        right.push_back(n);
        for (Heap r = 0; r < m; r++) {
            Heap scale = RULES[r].scale;
            if (!scale || n % scale != RULES[r].place || n / scale > below / m) continue;
            if (n / scale * m + r > n) found.push_back(n / scale * m + r);
        }
    }
    return right;
}
""".splitlines()
_FUNCTIONS: dict[Language, dict[str, str]] = {
    "python": {
        "has": "def has(numbers, n):\n    return n in numbers",
        "ones": 'def ones(n):\n    return bin(n).count("1")',
        "root": "from math import isqrt as root",
        "floors": '''\
def floors(n, a, b, d, c):
    """Return the floor of n * (a + b * sqrt(d)) / c."""
    square = root(b * b * d * n * n)
    return (a * n + (square if b > 0 else -square - (n > 0))) // c''',
        "in_sums": '''\
def in_sums(n, terms, back, added):
    """Return whether n is a term; each is the last one and one before together."""
    while terms[-1] < n:
        terms.append(terms[-1] + terms[-back] + added)
    return n in terms''',
        "factors": '''\
def factors(n):
    """Return how many prime factors n has, with repeats."""
    count, prime = 0, 2
    while prime * prime <= n:
        if n % prime:
            prime += 1
        else:
            n, count = n // prime, count + 1
    return count + (n > 1)''',
        "place": '''\
def place(n):
    """Return the place of the least prime factor of odd n; the primes are counted by sieving."""
    if n % 2 == 0:
        return 0
    factor = 3
    while factor * factor <= n and n % factor:
        factor += 2
    factor = n if n % factor else factor
    root = int(factor**0.5) + 1
    small, large = list(range(-1, root)), [factor // i - 1 if i else 0 for i in range(root + 1)]
    for d in range(2, root):
        before = small[d - 1]
        if small[d] > before:
            for i in range(1, min(root, factor // d // d) + 1):
                large[i] -= (large[i * d] if i * d <= root else small[factor // i // d]) - before
            for i in range(root, d * d - 1, -1):
                small[i] -= small[i // d] - before
    return large[1]''',
    },
    "cpp": {
        "has": """\
bool has(const std::vector<Heap>& numbers, Heap n) {
    return std::find(numbers.begin(), numbers.end(), n) != numbers.end();
}""",
        "ones": "Heap ones(Heap n) { return __builtin_popcountll(n); }",
        "root": """\
using Wide = unsigned __int128;

Heap root(Wide n) {
    Wide found = std::sqrt((long double)n);
    while (found * found > n) found--;
    while ((found + 1) * (found + 1) <= n) found++;
    return found;
}""",
        "floors": """\
// The floor of n * (a + b * sqrt(d)) / c, for n up to 10^18.
Heap floors(Heap n, Heap a, Heap b, Heap d, Heap c) {
    Heap square = root(Wide(b * b * d) * n * n);
    return ((__int128)a * n + (b > 0 ? square : -square - (n > 0))) / c;
}""",
        "in_sums": """\
// Whether n is a term; each is the last one and one before together.
bool in_sums(Heap n, std::vector<Heap> terms, Heap back, Heap added) {
    while (terms.back() < n) {
        Heap before = terms[terms.size() - back] + added;
        if (terms.back() > INT64_MAX - before) return false;
        terms.push_back(terms.back() + before);
    }
    return std::find(terms.begin(), terms.end(), n) != terms.end();
}""",
        "factors": """\
// How many prime factors n has, with repeats.
Heap factors(Heap n) {
    Heap count = 0;
    for (Heap prime = 2; prime <= n / prime; prime++)
        for (; n % prime == 0; n /= prime) count++;
    return count + (n > 1);
}""",
        "place": """\
// The place of the least prime factor of odd n; the primes are counted by sieving.
Heap place(Heap n) {
    if (n % 2 == 0) return 0;
    Heap factor = 3;
    while (factor <= n / factor && n % factor) factor += 2;
    if (n % factor) factor = n;
    Heap root = std::sqrt((long double)factor) + 1;
    std::vector<Heap> small(root + 1), large(root + 1);
    for (Heap i = 1; i <= root; i++) small[i] = i - 1, large[i] = factor / i - 1;
    for (Heap d = 2; d < root; d++) {
        Heap before = small[d - 1];
        if (small[d] == before) continue;
        for (Heap i = 1; i <= std::min(root, factor / d / d); i++)
            large[i] -= (i * d <= root ? large[i * d] : small[factor / i / d]) - before;
        for (Heap i = root; i >= d * d; i--) small[i] -= small[i / d] - before;
    }
    return large[1];
}""",
    },
}
