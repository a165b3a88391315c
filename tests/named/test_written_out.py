"""Programs written from what is proved or seen: run, and compared with the rules."""

import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from math import isqrt
from operator import xor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from commands import called
from grundy import HeapGame, RulesetError, catalogue, game
from grundy.heaps.rules import require_heaps
from grundy.named.searches import Language, listed
from grundy.named.written_moves import move_lines
from grundy.named.written_out import joined, written_out

GAMES = (
    "kayles", "dawsons-kayles", "{1,3,4}", "allbut{1,2}", "nim", "0.3033", "0.07", "4.7",
    "at-most-half", "totative",
)  # fmt: skip
WITH_MOVES = (
    "kayles", "dawsons-kayles", "{1,3,4}", "0.3033", "0.07", "4.7", "nim", "allbut{1,2}",
    "allbut{2,3,7}", "allbut{1,4,6}", "mark", "divide-2-3-6", "take-a-power-of-two", "take-a-prime",
    "aliquot", "leave(n-1,n//2)", "leave(n//3,n-2*3^i)", "leave(n-2,ceil(n/3))",
    "leave(n/3,n-3^i)", "at-most-half", "leave(n-(2i+1))", "4.[3]", "hex:8.[3]", "totative",
    "to-divisor",
)  # fmt: skip


def late(*cases: Any) -> list[Any]:
    """Each compiles a program, which takes longest here."""
    return [pytest.param(case, marks=pytest.mark.long) for case in cases]


# its values stand in runs that grow
MIDDLE = HeapGame(lambda n: [n // 2, (n + 1) // 2 if n > 1 else 0], "middle")


def run(program: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(program, "program", "exec"), names)  # noqa: S102 - our own program is tested
    return names


@pytest.mark.parametrize("text", GAMES)
def test_a_program_gives_the_values(text: str) -> None:
    rules = catalogue.read(text)
    names = run(written_out(rules, stop=500))
    assert [names["value"](heap) for heap in range(2_000)] == rules.values(2_000).tolist()
    assert names["wins"]([10**40, 10**40]) is False
    if text not in ("at-most-half", "totative"):
        assert names["value"](10**40) == rules.value(10**40)


@pytest.mark.parametrize(("text", "comment"), [
    ("kayles", "# (proved: Guy and Smith 1956)."),
    ("take-a-prime", "# (proved: Negrușeri; no prime is divisible by 4, and 1, 2 and 3 may"),
    ("at-most-half", "# (seen on heaps below 500, borne out by the moves of some heaps up to"),
])  # fmt: skip
def test_the_comment_says_what_is_proved(text: str, comment: str) -> None:
    assert comment in written_out(catalogue.read(text), stop=500)


def test_a_comment_says_which_values_are_too_large() -> None:
    """In Lasker's Nim the value of 4k + 3 is one more."""
    said = [written_out(catalogue.read(game), "cpp") for game in ("lasker", "nim")]
    assert ["// Heaps up to 9223372036854775800 have" in one for one in said] == [True, False]


def is_right(rules: Any, heaps: Sequence[int], move: tuple[int, Sequence[int]] | None) -> bool:
    """Return whether a move wins by the rules, or there is none where none is found."""
    total = reduce(xor, map(rules.value, heaps))
    if move is None:
        return total == 0
    place, left = move
    options = {tuple(sorted(one)) for one in rules.options(heaps[place])}
    values = map(rules.value, left)
    return tuple(sorted(left)) in options and not reduce(
        xor, values, total ^ rules.value(heaps[place])
    )


@pytest.mark.parametrize("text", WITH_MOVES)
def test_a_winning_move_is_one_of_the_rules(text: str) -> None:
    rules = catalogue.read(text)
    names = run(written_out(rules))
    draw = Random(text)
    for _ in range(30):
        heaps = [draw.randrange(400) for _ in range(3)]
        found = names["winning_move"](heaps)
        assert names["wins"](heaps) is (found is not None)
        assert is_right(rules, heaps, found)


MAIN = """
#include <iostream>
int main() {
    for (Heap heap = 0; heap < 1500; heap++) std::cout << value(heap) << ' ';
    std::cout << value(1000000000000000000) << ' ' << wins({5, 7, 5, 7}) << '\\n';
}
"""
MOVES = """
#include <iostream>
int main() {
    for (Heap heap = 0; heap < 300; heap++) {
        auto found = winning_move({heap, 17, 42});
        std::cout << (found ? (Heap)found->first : -1);
        if (found) for (Heap left : found->second) std::cout << ' ' << left;
        std::cout << '\\n';
    }
}
"""


def compiled(program: str, folder: Path, given: str = "") -> str:
    """Return what a program in C++ prints; no warning is accepted."""
    if shutil.which("g++") is None:
        pytest.skip("g++ is not there")
    (folder / "program.cpp").write_text(program)
    flags = ("-std=c++17", "-Wall", "-Wextra", "-Werror")
    subprocess.run(["g++", *flags, "program.cpp", "-o", "program"], cwd=folder, check=True)
    done = subprocess.run(
        ["./program"], cwd=folder, check=True, capture_output=True, text=True, input=given
    )
    return done.stdout


@pytest.mark.parametrize(
    "text", ["kayles", "middle", *late("allbut{1,2}", "at-most-half", "totative")]
)
def test_a_program_in_cpp_gives_the_values(text: str, tmp_path: Path) -> None:
    rules = MIDDLE if text == "middle" else catalogue.read(text)
    program = written_out(rules, "cpp")
    *values, far, wins = compiled(program + MAIN, tmp_path).split()
    names = run(written_out(rules))
    assert list(map(int, values)) == [names["value"](heap) for heap in range(1_500)]
    assert int(far) == names["value"](10**18)
    assert wins == "0"


@pytest.mark.parametrize("text", [
    "kayles", "leave(n/3,n-3^i)", *late("allbut{1,4}", "mark", "aliquot"),
])  # fmt: skip
def test_winning_moves_in_cpp_win(text: str, tmp_path: Path) -> None:
    rules = catalogue.read(text)
    moves = moves_in_cpp(written_out(rules, "cpp"), tmp_path)
    assert all(is_right(rules, (n, 17, 42), move) for n, move in enumerate(moves))


def moves_in_cpp(program: str, folder: Path) -> Iterator[tuple[int, list[int]] | None]:
    for line in compiled(program + MOVES, folder).splitlines():
        place, *left = map(int, line.split())
        yield (place, left) if place >= 0 else None


def with_lost(is_lost: Callable[[int], bool]) -> Any:
    """Return a rule with these lost heaps, whose values have no form."""

    @game(name="rule")
    def rule(n: int) -> Any:
        draw = Random(n)
        yield from (m for m in range(max(0, n - 6), n) if not is_lost(m) and draw.random() < 0.5)
        if not is_lost(n):
            yield next(m for m in range(n - 1, -1, -1) if is_lost(m))

    return rule


FIBONACCI, GOLDEN = [0, 1, 2], {isqrt(5 * k * k) + k >> 1 for k in range(20_000)}
while FIBONACCI[-1] < 10**18:
    FIBONACCI.append(sum(FIBONACCI[-2:]))
LOST = {
    "beatty": lambda n: n in GOLDEN, "later": lambda n: n // 3 in GOLDEN and n % 3 == 0,
    "fibonacci": lambda n: n in FIBONACCI, "squares": lambda n: isqrt(n) ** 2 == n,
    "powers": lambda n: n & (n - 1) == 0, "fours": lambda n: n & (n - 1) == 0 and n % 3 < 2,
    "ones": lambda n: n.bit_count() % 2 == 0,
    "zeros": lambda n: n == 0 or (n & -n).bit_length() % 2 == 1,
    "even or square": lambda n: n % 2 == 0 or isqrt(n // 2) ** 2 == n // 2,
    "odd or square": lambda n: n == 0 or (isqrt(n // 2) ** 2 == n // 2 if n % 2 == 0 else n > 9),
    "digits": lambda n: n % 10 == 0, "late": lambda n: n in (0, 2) or (n > 4 and n % 3 == 1),
}  # fmt: skip


@pytest.mark.parametrize("name", LOST)
def test_of_lost_heaps_alone_it_is_written_who_wins_and_how(name: str) -> None:
    rule = with_lost(LOST[name])
    program = written_out(rule, stop=1_000)
    names = run(program)
    assert [names["wins"](n) for n in range(3_000)] == [not LOST[name](n) for n in range(3_000)]
    for n in (isqrt(10**17) ** 2, 2**60, max(FIBONACCI), 10**18 + 7):
        assert name in ("beatty", "later") or names["wins"](n) is not LOST[name](n)
    assert "# Who wins several heaps is not known from that." in program
    for n in range(300):
        left = names["winning_move"](n, lambda heap: [n for n in range(heap) if n % 7 != 3])
        assert left is None or LOST[name](left)


@pytest.mark.parametrize("name", [
    "beatty", "odd or square", *late("fibonacci", "squares", "ones"),
])  # fmt: skip
def test_programs_of_lost_heaps_in_cpp_are_those_of_python(name: str, tmp_path: Path) -> None:
    rule = with_lost(LOST[name])
    wins = run(written_out(rule, stop=1_000))["wins"]
    numbers = [*range(500), 10**18, max(FIBONACCI), *(isqrt(5 * k * k) + k >> 1 for k in FAR)]
    shown = f"""
    #include <iostream>
    int main() {{
        for (Heap n : std::vector<Heap>{{{", ".join(map(str, numbers))}}}) std::cout << wins(n);
        std::cout << *winning_move(60, [](Heap n) {{ return std::vector<Heap>{{n - 1, 0}}; }});
    }}"""
    said = "".join(str(int(wins(n))) for n in numbers)
    assert compiled(written_out(rule, "cpp", stop=1_000) + shown, tmp_path) in (
        f"{said}0", f"{said}59",
    )  # fmt: skip


FAR = (10**17 + 1, 10**17 + 2, 6 * 10**17)


@pytest.mark.parametrize("value", [
    lambda n: isqrt(5 * n * n) + n >> 1, *late(isqrt, lambda n: (isqrt(8 * n + 1) - 1) // 2),
], ids=["beatty", "root", "triangles"])  # fmt: skip
def test_values_by_a_formula_are_a_program(value: Callable[[int], int], tmp_path: Path) -> None:
    first = {value(n): n for n in reversed(range(20_000))}
    rule = game(lambda n: [first[v] for v in range(value(n)) if v in first], name="rule")
    program = written_out(rule, stop=200)
    seen = [rule[n].value() for n in range(200)]
    names = run(program)
    assert [names["value"](n) for n in range(200)] == seen
    *values, far, _ = compiled(written_out(rule, "cpp", stop=200) + MAIN, tmp_path).split()
    assert list(map(int, values)) == [names["value"](n) for n in range(1_500)]
    assert int(far) == names["value"](10**18)


@pytest.mark.parametrize("k", [3, *late(2, 5)])
def test_winning_moves_where_few_heaps_have_a_value(k: int, tmp_path: Path) -> None:
    rules = game(lambda n: range(n - n // k, n), name="pile")
    names = run(written_out(rules, stop=500))

    draw = Random(k)
    found = 0
    for most in (40, 400, 10**18):
        for _ in range(60):
            heaps = [draw.randrange(most) for _ in range(3)]
            move = names["winning_move"](heaps)
            assert (move is not None) is names["wins"](heaps)
            if move is not None:
                place, left = move
                found += 1
                assert 1 <= heaps[place] - sum(left) <= heaps[place] // k
                assert not names["wins"](heaps[:place] + list(left) + heaps[place + 1 :])
    assert found > 100
    moves = moves_in_cpp(written_out(rules, "cpp", stop=500), tmp_path)
    assert all(is_right(require_heaps(rules), (n, 17, 42), move) for n, move in enumerate(moves))


def test_where_moves_are_not_known_they_are_given() -> None:
    """A comment says what to write; a user's rule has no moves by its name."""
    odd = Random(1)  # no program has this

    @game(name="kayles")
    def rule(n: int) -> Any:
        odd.seed(n)
        return [n - 1] * (n > 0) + [n - 3] * (n > 2 and odd.random() < 0.5)

    program = written_out(rule)
    assert "# You write options(heap): lists of the heaps that moves leave of one." in program
    move = run(program)["winning_move"]
    assert move([3, 2], lambda n: [[n - 1]]) == (0, (2,))
    assert move([2, 2], lambda n: [[n - 1]]) is None


def test_the_name_of_a_rule_is_a_comment_only() -> None:
    def rule(n: int) -> Any:
        yield from range(max(0, n - 2), n)

    rule.__name__ = "take\nimport os  # \\"
    for language in ("python", "cpp"):
        first, *_ = written_out(game(rule), language).splitlines()
        assert "import os" not in first or first.startswith(("#", "//"))
        assert not first.endswith("\\")


def test_nothing_found_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(RulesetError, match="Nothing is found in 300 values"):
        written_out(catalogue.read("0.007"), stop=300)
    with pytest.raises(RulesetError, match="Nothing is seen in the table of"):
        written_out(game(lambda a, b: [(a // 2, b - 1), (b // 3, a)] if a and b else []))
    done = called(capsys, "describe", "0.007", "--code", "cpp", "--stop", "300")
    assert (done.status, done.out) == (2, "")
    assert called(capsys, "describe", "kayles", "--code", "cpp", "--json").status == 2
    assert called(capsys, "describe", "kayles", "--code", "python").out.startswith("# 0.77: G(n)")


@game
def one(n: int) -> Any:
    """A rule that joins heaps, calls a function and looks at numbers."""
    for taken in NUMBERS:
        if taken <= n:
            yield one[n - taken]
    if is_even(n) and n > 2:
        yield one[n // 2] + one[n - n // 2]


def is_even(n: int) -> bool:
    return n % 2 == 0


def other(n: int) -> Any:
    low, high = 1, 2
    while low <= n:
        yield from (n - k for k in (low, high) if k <= n and (n - k) % 3 != 1)
        low, high = high, low * 2
    yield from [(n - 1) // 2, n % 4] if n > 3 else [0] * (n > 0)


def third(n: int) -> list[Any]:
    return [[k, n - 1 - k] for k in range(-(-n // 2), n) if k != n - 3 or n in (5, 7)]


NUMBERS = (1, 2, 4)
SOURCES = {"one": one, "other": game(other), "third": HeapGame(third)}


@pytest.mark.parametrize("name", SOURCES)
def test_a_rule_is_its_own_moves_in_both_languages(name: str, tmp_path: Path) -> None:
    rules = require_heaps(SOURCES[name])
    values = rules.values(300).tolist()
    values_of: dict[Language, str] = {
        "python": "def value(heap): return FIRST[heap]",
        "cpp": "Heap value(Heap heap) { return FIRST[heap]; }",
    }
    for language, value in values_of.items():
        moves = move_lines(rules, language, None, chains=False)
        program = joined(language, [], [listed("FIRST", values, language), value], moves)
        if language == "python":
            found = [run(program)["winning_move"]([n, 17, 42]) for n in range(300)]
        else:
            found = [*moves_in_cpp(program, tmp_path)]
        assert all(is_right(rules, (n, 17, 42), move) for n, move in enumerate(found))


@pytest.mark.parametrize("name", ["wythoff", "euclid", "euclid-to-zero", "fibonacci-nim"])
def test_programs_of_two_numbers(name: str, tmp_path: Path) -> None:
    rules = catalogue.read(name)
    names = run(written_out(rules))
    least = int(name == "euclid")
    for a in range(least, 40):
        for b in range(least, a + 1 if name == "fibonacci-nim" else 40):
            value, move = rules[a, b].value(), names["winning_move"](a, b)
            assert names["wins"](a, b) is (value != 0)
            assert (move is not None) is (value != 0)
            assert names.get("value", lambda a, b, value=value: value)(a, b) == value
            assert move is None or tuple(sorted(move)) in {
                tuple(sorted(one)) for one in rules.options((a, b)) if rules[one].value() == 0
            }
    draw = Random(name)
    pairs = [(draw.randrange(1, 10**18), draw.randrange(1, 10**9)) for _ in range(60)]
    shown = "#include <iostream>\nint main() {\n    Heap a, b;\n    while (std::cin >> a >> b) {\n"
    shown += "        auto left = winning_move(a, b);\n        std::cout << wins(a, b);\n"
    shown += "        if (left) std::cout << ' ' << left->first << ' ' << left->second;\n"
    shown += "        std::cout << '\\n';\n    }\n}\n"
    given = "\n".join(f"{a} {b}" for a, b in pairs)
    lines = compiled(written_out(rules, "cpp") + shown, tmp_path, given).splitlines()
    for pair, line in zip(pairs, lines, strict=True):
        move = names["winning_move"](*pair) or ()
        assert [*map(int, line.split())] == [names["wins"](*pair), *move]


def rook(a: int, b: int) -> Any:
    yield from ((k, b) for k in range(a))
    yield from ((a, k) for k in range(b))


def queen(a: int, b: int) -> Any:
    yield from rook(a, b)
    yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))


def one_or_two(a: int, b: int) -> Any:
    for k in (1, 2):
        if a >= k:
            yield a - k, b
        if b >= k:
            yield a, b - k


def knight(a: int, b: int) -> Any:
    yield from ((c, d) for c, d in [(a - 2, b + 1), (a - 2, b - 1)] if min(c, d) >= 0)
    yield from ((c, d) for c, d in [(a + 1, b - 2), (a - 1, b - 2)] if min(c, d) >= 0)


@game
def lamps(a: int, b: int) -> Any:
    yield from (lamps[x, b] + lamps[a, y] + lamps[x, y] for x in range(a) for y in range(b))


PAIRS = [*map(game, (rook, queen, one_or_two, knight)), lamps]


@pytest.mark.parametrize("rules", PAIRS, ids=lambda one: one.text)
def test_programs_of_what_is_seen_in_a_table(rules: Any, tmp_path: Path) -> None:
    program, in_cpp = written_out(rules), written_out(rules, "cpp")
    names, is_whole = run(program), "winning_move(Heap a, Heap b)" in in_cpp
    assert ("winning_move(a, b):" in program) is (rules is not lamps)
    shown = "#include <iostream>\nint main() {\n    for (Heap a = 0; a < 25; a++)\n"
    shown += "        for (Heap b = 0; b < 25; b++) std::cout << wins(a, b) << ' '"
    shown += " << (winning_move(a, b) ? winning_move(a, b)->first : -1)" * is_whole
    lines = iter(compiled(in_cpp + shown + " << '\\n';\n}\n", tmp_path).splitlines())
    for a in range(25):
        for b in range(25):
            value, (wins, *first) = rules[a, b].value(), map(int, next(lines).split())
            assert names["wins"](a, b) is (value != 0) is bool(wins)
            assert names.get("value", lambda a, b, value=value: value)(a, b) == value
            if rules is not lamps:
                move = names["winning_move"](a, b)
                assert (move is None) is (value == 0)
                assert move is None or (
                    move in {*rules.options((a, b))} and not rules[move].value()
                )
                assert not first or first[0] == (move[0] if move else -1)
