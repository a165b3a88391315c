"""Programs written from what is proved or seen: run, and compared with the rules."""

import shutil
import subprocess
from functools import reduce
from operator import xor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from commands import called
from grundy import RulesetError, catalogue, game
from grundy.named.written_out import written_out

GAMES = (
    "kayles", "dawsons-kayles", "{1,3,4}", "allbut{1,2}", "nim", "0.3033", "0.07", "4.7",
    "at-most-half",
)  # fmt: skip
WITH_MOVES = (
    "kayles", "dawsons-kayles", "{1,3,4}", "0.3033", "0.07", "4.7", "nim", "allbut{1,2}",
    "allbut{2,3,7}", "allbut{1,4,6}", "mark", "divide-2-3-6", "take-a-power-of-two", "take-a-prime",
    "aliquot", "leave(n-1,n//2)", "leave(n//3,n-2*3^i)", "leave(n-2,ceil(n/3))",
    "leave(n/3,n-3^i)",
)  # fmt: skip


def middle() -> Any:
    """Return a rule whose values stand in runs that grow."""

    @game
    def middle(n: int) -> Any:
        if n:
            yield n // 2
            yield (n + 1) // 2 if n > 1 else 0

    return middle


def run(program: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(program, "program", "exec"), names)  # noqa: S102 - our own program is tested
    return names


@pytest.mark.parametrize("text", GAMES)
def test_a_program_gives_the_values(text: str) -> None:
    """Far beyond what it was read off, and of any size."""
    rules = catalogue.read(text)
    names = run(written_out(rules, stop=500))

    assert [names["value"](heap) for heap in range(2_000)] == rules.values(2_000).tolist()
    assert names["wins"]([10**40, 10**40]) is False
    if text not in ("at-most-half",):
        assert names["value"](10**40) == rules.value(10**40)


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        ("kayles", "# (proved: Guy and Smith 1956)."),
        ("take-a-prime", "# (proved: Negrușeri; no prime is divisible by 4, and 1, 2 and 3 may"),
        ("at-most-half", "# (seen on heaps below 500, not proved; proved is that G(n) is n/2 for"),
    ],
)
def test_the_comment_says_what_is_proved(text: str, comment: str) -> None:
    assert comment in written_out(catalogue.read(text), stop=500)


@pytest.mark.parametrize("text", WITH_MOVES)
def test_a_winning_move_is_one_of_the_rules(text: str) -> None:
    """It leaves a lost position; there is one whenever who moves wins."""
    rules = catalogue.read(text)
    names = run(written_out(rules))
    draw = Random(text)
    for _ in range(30):
        heaps = [draw.randrange(400) for _ in range(3)]
        found = names["winning_move"](heaps)
        total = reduce(xor, (rules.value(heap) for heap in heaps))
        assert names["wins"](heaps) is (total != 0)
        if found is None:
            assert total == 0
            continue
        place, left = found
        assert tuple(sorted(left)) in {tuple(sorted(one)) for one in rules.options(heaps[place])}
        assert total ^ rules.value(heaps[place]) == reduce(xor, map(rules.value, left), 0)


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


def compiled(program: str, folder: Path) -> str:
    """Return what a program in C++ prints; no warning is accepted."""
    if shutil.which("g++") is None:
        pytest.skip("g++ is not there")
    (folder / "program.cpp").write_text(program)
    flags = ("-std=c++17", "-Wall", "-Wextra", "-Werror")
    subprocess.run(["g++", *flags, "program.cpp", "-o", "program"], cwd=folder, check=True)
    done = subprocess.run(["./program"], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout


@pytest.mark.parametrize("text", ["kayles", "allbut{1,2}", "at-most-half", "middle"])
def test_a_program_in_cpp_gives_the_values(text: str, tmp_path: Path) -> None:
    rules = middle() if text == "middle" else catalogue.read(text)
    program = written_out(rules, "cpp")
    *values, far, wins = compiled(program + MAIN, tmp_path).split()

    names = run(written_out(rules))
    assert list(map(int, values)) == [names["value"](heap) for heap in range(1_500)]
    assert int(far) == names["value"](10**18)
    assert wins == "0"


@pytest.mark.parametrize("text", [
    "kayles", "allbut{1,4}", "mark", "aliquot", "leave(n/3,n-3^i)",
])  # fmt: skip
def test_winning_moves_in_cpp_are_those_of_python(text: str, tmp_path: Path) -> None:
    rules = catalogue.read(text)
    lines = compiled(written_out(rules, "cpp") + MOVES, tmp_path).splitlines()
    winning_move = run(written_out(rules))["winning_move"]
    for heap, line in enumerate(lines):
        place, *left = map(int, line.split())
        found = winning_move([heap, 17, 42])
        assert (place == -1) is (found is None)
        if found is not None:
            total = reduce(xor, map(rules.value, (heap, 17, 42)))
            before = (heap, 17, 42)[place]
            assert total ^ rules.value(before) == reduce(xor, map(rules.value, left), 0)


def digits() -> Any:
    """Return a rule of which only the lost heaps have a form."""
    return game(lambda n: [n - int(digit) for digit in set(str(n)) - {"0"}])


def test_of_lost_heaps_alone_it_is_written_who_wins(tmp_path: Path) -> None:
    """One heap of any size; a comment says what is missing."""
    wins = run(written_out(digits()))["wins"]
    rules = digits()
    for heap in range(500):
        assert wins(heap) is (rules[heap].outcome().name == "N")
    assert [wins(10**40), wins(10**40 + 1)] == [False, True]

    program = written_out(digits(), "cpp")
    assert "// Who wins several heaps, and a winning move, are not known" in program
    shown = "#include <iostream>\nint main() { std::cout << wins(30) << wins(INT64_MAX); }"
    assert compiled(program + shown, tmp_path) == "01"


@pytest.mark.parametrize("text", ["at-most-half", "leave(n-(2i+1))", "mark", "kayles"])
def test_a_comment_says_that_no_winning_move_is_written(text: str) -> None:
    """A user's rule has none by its name."""
    for rules in (catalogue.read(text), game(name=text)(lambda n: [n - 1] if n else [])):
        program = written_out(rules)
        missing = "# No winning move is written: the options of these rules may be too many."
        assert (missing in program) is ("def winning_move" not in program)
    assert missing in program


def test_the_name_of_a_rule_is_a_comment_only() -> None:
    """Whatever a user calls it."""

    def rule(n: int) -> Any:
        yield from range(max(0, n - 2), n)

    rule.__name__ = "take\nimport os  # \\"
    for language in ("python", "cpp"):
        first, *_ = written_out(game(rule), language).splitlines()
        assert "import os" not in first or first.startswith(("#", "//"))
        assert not first.endswith("\\")


def test_nothing_found_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(RulesetError, match="Nothing is found in 300 values"):
        written_out(catalogue["to-divisor"], stop=300)
    done = called(capsys, "describe", "to-divisor", "--code", "cpp", "--stop", "300")
    assert (done.status, done.out) == (2, "")
    assert called(capsys, "describe", "kayles", "--code", "cpp", "--json").status == 2
    assert called(capsys, "describe", "kayles", "--code", "python").out.startswith("# 0.77: G(n)")
