"""The list of mutants holds for the code as it stands, and the script that tries them works."""

import ast
from functools import cache
from pathlib import Path

import pytest

from mutants import COLUMNS, LIST, ROOT, Mutant, MutantError, read_list, try_all

MUTANTS = read_list()


def test_there_are_enough_and_nearly_all_are_meant_to_be_killed() -> None:
    """At least 150, no two alike, and at most one in ten has a reason to survive."""
    changes = {(mutant.path, mutant.changed(ROOT)) for mutant in MUTANTS}
    assert len(changes) == len(MUTANTS) >= 150
    assert 10 * sum(bool(mutant.reason) for mutant in MUTANTS) <= len(MUTANTS)


def test_each_line_still_applies() -> None:
    text_of = cache(lambda path: (ROOT / path).read_text(encoding="utf-8"))
    for mutant in MUTANTS:
        changed = mutant.changed(ROOT)
        assert changed != text_of(mutant.path), mutant
        ast.parse(changed)
        assert mutant.tests, mutant
        for test in mutant.tests:
            file, _, name = test.partition("::")
            assert f"def {name.partition('[')[0]}" in text_of(file), test


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    root = tmp_path / "toy"
    (root / "src").mkdir(parents=True)
    (root / "src" / "toy_of_mutants.py").write_text("def double(n):\n    return 2 * n\n")
    (root / "test_toy.py").write_text(
        "from toy_of_mutants import double\n\n\ndef test_double():\n    assert double(2) == 4\n"
    )
    return root


def change(old: str, new: str, path: str = "src/toy_of_mutants.py") -> Mutant:
    return Mutant(path, ("test_toy.py",), old, new)


@pytest.mark.clone
def test_a_killed_mutant_and_a_survivor(toy: Path) -> None:
    before = (toy / "src" / "toy_of_mutants.py").read_text()
    mutants = [change("2 * n", "3 * n"), change("2 * n", "n * n"), change("return", "return ((")]
    found = try_all(mutants, toy, processes=2)
    assert [one.killer for one in found] == [
        "test_toy.py::test_double", "", "test_toy.py",
    ]  # fmt: skip
    assert (toy / "src" / "toy_of_mutants.py").read_text() == before


@pytest.mark.parametrize(("mutant", "message"), [
    (change("3 * n", "n"), "stands there 0 times"), (change("n", "m"), "stands there 3 times"),
    (change("", "m"), "not once"), (change("2", "3", "src/gone.py"), "no such file"),
])  # fmt: skip
def test_a_text_that_is_not_there_once_is_named(toy: Path, mutant: Mutant, message: str) -> None:
    with pytest.raises(MutantError, match=message):
        try_all([change("2 * n", "3 * n"), mutant], toy)


@pytest.mark.clone
def test_tests_that_fail_anyway_kill_nothing(toy: Path) -> None:
    (toy / "test_toy.py").write_text("def test_double():\n    assert False\n")
    with pytest.raises(MutantError, match=r"test_toy\.py::test_double"):
        try_all([change("2 * n", "3 * n")], toy)
    (toy / "test_toy.py").write_text("")
    with pytest.raises(MutantError, match="Without any mutant"):
        try_all([change("2 * n", "3 * n")], toy)


@pytest.mark.parametrize("text", ["path\n", "\t".join(COLUMNS) + "\nsrc/a.py\ttests\told\n"])
def test_a_malformed_list_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "list.tsv").write_text(text)
    with pytest.raises(MutantError, match=r"list\.tsv"):
        read_list(tmp_path / "list.tsv")
    assert LIST.is_file()
