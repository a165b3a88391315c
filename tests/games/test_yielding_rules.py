"""Rules in every form, written anew so that they yield: the options of the rule itself."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from grundy import HeapGame
from grundy.games.rule_game import RuleGame
from grundy.games.valuers import compiled_numbers
from grundy.games.valuers.yielding import yielding

Rule = Callable[[int], Iterable[int]]

TAKES, SQUARES = [1, 3, 4], {1, 4, 9, 16}


def yield_from(n: int) -> Iterable[int]:
    """Yield from a generator and a range, with a variable of its own by the same name."""
    take = n // 3
    yield from (n - take for take in (1, 2, 5) if take <= n)
    yield from range(take)


def filled(n: int) -> list[int]:
    """Fill a list, after a return of its own."""
    if n < 3:
        return []
    moves = [n - 1]
    for take in TAKES:
        if take <= n:
            moves.append(n - take)
    moves += [n // 2] if n % 2 else [n // 3]
    moves.extend(range(n % 4))
    return moves


def filled_set(n: int) -> set[int]:
    """Fill a set."""
    moves: set[int] = set()
    for square in SQUARES:
        if square <= n:
            moves.add(n - square)
    moves |= {n - k for k in (1, 2) if k <= n}
    return moves


def two_returns(n: int) -> Iterable[int]:
    """Return lists, tuples and sets, as the number is."""
    if n < 2:
        return ()
    if n % 3 == 0:
        return {n - 1, n // 2} | {n - n for n in range(1, n) if n % 2}
    return [*range(n - 2, n), n // 2] if n % 2 else [n - 1] + [k for k in range(n) if k % 7 == 0]


FORMS: dict[str, Rule] = {
    "yield from": yield_from,
    "a list that is filled": filled,
    "a set that is filled": filled_set,
    "two returns": two_returns,
    "list": lambda n: [n - take for take in TAKES if take <= n],
    "set": lambda n: {n - square for square in SQUARES if square <= n},
    "generator": lambda n: (n - take for take in (2, 3) if take <= n),
    "sorted set": lambda n: sorted({n - a - b for a in (1, 2) for b in range(a) if a + b <= n}),
    "name of the parameter": lambda n: [n for n in range(n % 5, n)],  # noqa: C416
    "nested": lambda n: [len([k for k in range(k)]) for k in range(n) if k % 3],  # noqa: C416
    "choice": lambda n: [n - 1, n // 2] if n % 2 else (n - 2,) if n else [],
}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile for small numbers too."""
    monkeypatch.setattr(compiled_numbers, "_FEW", 10)


@pytest.mark.parametrize("rule", FORMS.values(), ids=FORMS)
def test_a_rule_that_yields_has_the_options_of_the_rule(rule: Rule) -> None:
    """Each form is known, and the changed rule gives the same options one by one."""
    changed = yielding(rule)

    assert changed is not None
    for number in range(60):
        found = iter(changed(number))
        assert not isinstance(changed(number), list | tuple | set)
        assert set(found) == set(rule(number))


@pytest.mark.parametrize("rule", FORMS.values(), ids=FORMS)
def test_each_form_compiles_to_the_values_of_python(rule: Rule) -> None:
    """What is compiled is the changed rule, and has the values of the uncompiled one."""
    compiled, plain = RuleGame(rule, compiled=True), RuleGame(rule)
    expected = [plain.value(number) for number in range(400)]

    assert [compiled.value(number) for number in range(399, -1, -1)] == expected[::-1]
    assert _yields(compiled)


def _yields(game: RuleGame) -> bool:
    rule = game.solver._compiled_rule._rule[0]  # type: ignore[attr-defined]
    return "generator" in str(rule.nopython_signatures[0].return_type)


SHAPES = (
    "def rule(n):\n    yield from ({item} for k in {over} if {test})\n    yield from ({more})\n",
    "def rule(n):\n    return [{item} for k in {over} if {test}] + [{more}]\n",
    "def rule(n):\n    return {{{item} for k in {over} if {test}}} | {{{more}}}\n",
    "def rule(n):\n    found = [{more}]\n    for k in {over}:\n        if {test}:\n"
    "            found.append({item})\n    return found\n",
    "rule = lambda n: [*({item} for k in {over} if {test}), {more}]\n",
)


@pytest.mark.parametrize("shape", SHAPES)
def test_random_rules_in_every_form(shape: str, tmp_path: Path) -> None:
    """Whatever is in a form: its options, and the values when it is compiled."""
    chance = random.Random(shape)
    for number in range(12):
        text = shape.format(
            item=chance.choice(["n - k", "k // 2", "(n - 1) // k", "n - 1 - (n - k) // 2"]),
            over=chance.choice(["range(1, n)", "(1, 2, 5)", "[1, 3]", "range(n - 1, 0, -2)"]),
            test="0 < k < n" + chance.choice(["", " and k % 3", " and (n + k) % 2"]),
            more=chance.choice(["n // 2 for _ in range(n % 2)", "n // 3 for _ in range(n > 0)"])
            if "({more})" in shape
            else chance.choice(["*range(n // 2)", "*(k for k in range(n) if k % 4)"]),
        )
        rule = _from_file(tmp_path / f"rule{number}.py", text)
        changed = yielding(rule)
        assert changed is not None, text
        for heap in range(40):
            assert set(changed(heap)) == set(rule(heap)), text
        if number == 0:
            values = [RuleGame(rule).value(heap) for heap in range(150)]
            compiled = RuleGame(rule, compiled=True)
            assert [compiled.value(heap) for heap in range(149, -1, -1)] == values[::-1], text


def _from_file(file: Path, text: str) -> Any:
    file.write_text(text, encoding="utf-8")
    names: dict[str, Any] = {}
    exec(compile(text, str(file), "exec"), names)  # noqa: S102 - a rule from a file of its own
    return names["rule"]


def test_a_rule_of_two_heaps_yields_too() -> None:
    """Splits as a list, which is empty at the end, compile as they stand."""
    rule = lambda n: [(k, n - 1 - k) for k in range(n)] if n > 1 else []  # noqa: E731
    compiled, plain = HeapGame(rule, compiled=True), HeapGame(rule)

    assert compiled.values(1_500).tolist() == plain.values(1_500).tolist()
    assert compiled.sequence.engine == "compiled definition"


def test_a_file_that_was_edited_since_is_no_source(tmp_path: Path) -> None:
    """A definition that compiles to other code than the function's is not taken for it."""
    file = tmp_path / "rule.py"
    rule = _from_file(file, "def rule(n):\n    return [n - 1]\n")
    assert yielding(rule) is not None

    file.write_text("def rule(n):\n    return [n - 2]\n", encoding="utf-8")

    assert yielding(rule) is None


def test_the_right_one_of_two_lambdas_in_a_line() -> None:
    """Rules in one line are told apart by what they do."""
    first, second = (lambda n: [n - 1], lambda n: [n - 2])

    changed = [yielding(rule) for rule in (first, second)]

    assert [list(rule(9)) for rule in changed if rule] == [[8], [7]]


def forgetful(n: int) -> list[int]:
    """Return another list than the one that was filled."""
    moves = []
    for take in (1, 2):
        moves.append(n - take)
        if n < take:
            return [0]
    return moves


def looked_at(n: int) -> list[int]:
    """Look at the list between."""
    moves = [n - 1]
    if len(moves) < n:
        moves.append(0)
    return moves


def shadowed(n: int) -> Iterable[int]:
    """Call something else sorted."""
    sorted = len  # noqa: A001
    return sorted([n])  # type: ignore[return-value]


@pytest.mark.parametrize(
    "rule",
    [forgetful, looked_at, shadowed, len, eval("lambda n: [n - 1]"),  # noqa: S307
     lambda n: n - 1, lambda n: [(lambda k: k)(k) for k in range(n)]],
)  # fmt: skip
def test_what_has_no_known_form_is_left_alone(rule: Any) -> None:
    """A list that is used in another way, and a function without a source."""
    assert yielding(rule) is None
