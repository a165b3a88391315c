"""The rooms of the source: what kernels and checkers may import, and how full a folder may be."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import grundy
from project import ROOT

SOURCE = Path(grundy.__file__).parent
MOST_FILES = 30
OURS = ("grundy", "research")

# Whoever checks an answer knows nothing of what found it.
CHECKERS = {
    "graphs/verify.py": {
        "grundy.errors", "grundy.graphs.graph", "grundy.graphs.kernels.conditions",
    },
    "graphs/kernels/conditions.py": {"grundy.compiled.kernels"},
    "heaps/periods/verify.py": {
        "grundy.compiled.kernels", "grundy.files.sealed", "grundy.files.whole",
        "grundy.heaps.certificate_rules", "grundy.heaps.codes",
        "grundy.heaps.periods.certificate", "grundy.heaps.periods.verify_splits",
    },
    "heaps/periods/verify_splits.py": {
        "grundy.files.sealed", "grundy.heaps.kernels.splits",
        "grundy.heaps.periods.certificate", "grundy.running.limits",
        "grundy.running.threads",
    },
    "heaps/periods/certificate.py": {
        "grundy._version", "grundy.files.sealed",
    },
    "heaps/certificates.py": {
        "grundy.files.sealed", "grundy.heaps.periods.certificate",
        "grundy.heaps.periods.verify", "grundy.heaps.quotients.verify",
        "grundy.misere.certificate", "grundy.running.limits",
    },
    "heaps/quotients/verify.py": {
        "grundy.files.sealed", "grundy.files.whole", "grundy.heaps.certificate_rules",
        "grundy.heaps.codes", "grundy.heaps.periods.verify", "grundy.misere.certificate",
        "grundy.misere.checker", "grundy.misere.forms",
        "grundy.running.limits",
    },
    "heaps/certificate_rules.py": {
        "grundy.errors", "grundy.files.sealed", "grundy.heaps.codes",
    },
    "files/sealed.py": {
        "grundy.errors", "grundy.files.whole", "grundy.markup",
    },
    "misere/certificate.py": {
        "grundy._version", "grundy.files.sealed", "grundy.misere.checker", "grundy.printable",
    },
    "misere/checker.py": {
        "grundy.errors", "grundy.misere.kernels.invariant", "grundy.running.limits",
        "grundy.running.watched",
    },
    "misere/kernels/invariant.py": {
        "grundy.compiled.bits", "grundy.compiled.kernels",
    },
    "heaps/kernels/splits.py": {
        "grundy.compiled.bits", "grundy.compiled.kernels",
    },
    "tabulated/verify.py": {
        "grundy.errors", "grundy.printable", "grundy.running.limits", "grundy.running.threads",
        "grundy.running.watched", "grundy.tabulated.folder", "grundy.tabulated.kernels.verify",
    },
    "tabulated/rules.py": {
        "grundy.errors", "grundy.games.values.packed", "grundy.tabulated.kernels.fill",
    },
    "tabulated/kernels/verify.py": {
        "grundy.compiled.bits", "grundy.compiled.kernels",
        "grundy.tabulated.kernels.fill",
    },
    "tabulated/kernels/fill.py": {
        "grundy.compiled.bits", "grundy.compiled.kernels", "grundy.games.kernels.boxes",
        "grundy.games.kernels.packed",
    },
    "research/certificates.py": {
        "grundy.files.sealed", "grundy.heaps.certificates", "grundy.running.limits",
        "research.endless.certificate", "research.endless.verify",
    },
    "research/certificate_lines.py": {
        "grundy.errors", "grundy.files.sealed", "grundy.heaps.certificate_rules",
        "grundy.heaps.periods.certificate", "grundy.misere.certificate", "grundy.printable",
        "grundy.running.limits", "research.certificates", "research.endless.certificate",
        "research.lines",
    },
    "research/lines.py": {
        "grundy.errors", "grundy.files.delivery", "grundy.files.sealed",
        "grundy.files.whole",
    },
    "research/endless/verify.py": {
        "grundy.files.sealed", "grundy.files.whole", "grundy.heaps.certificate_rules",
        "grundy.heaps.quotients.verify", "research.endless.certificate",
        "research.endless.check",
    },
    "research/endless/check.py": {
        "grundy.misere.checker", "research.endless.claim", "research.endless.families",
        "research.endless.outcomes", "research.endless.same",
    },
    "research/endless/families.py": {
        "grundy.misere.checker", "research.endless.claim", "research.endless.outcomes",
        "research.endless.same",
    },
    "research/endless/outcomes.py": {
        "grundy.misere.checker", "research.endless.claim", "research.endless.same",
    },
    "research/endless/same.py": {
        "grundy.misere.checker", "research.endless.claim",
    },
}  # fmt: skip


def imported(path: Path) -> Iterator[str]:
    """Name what a file imports of ours, also inside functions; not what only types need."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith(OURS))
        elif isinstance(node, ast.ImportFrom) and str(node.module).startswith(OURS):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if is_module(inner) else str(node.module)


def file_of(name: str) -> Path:
    """Return a file of the package, or of the research folder, by its name."""
    return (ROOT if name.startswith("research/") else SOURCE) / name


def is_module(name: str) -> bool:
    """Say whether a name is that of a file or a folder of the source."""
    path = file_of("/".join(name.split(".")).removeprefix("grundy/"))
    return path.is_dir() or path.with_suffix(".py").is_file()


def kernels() -> list[str]:
    """List the files of all kernels."""
    return sorted(path.relative_to(SOURCE).as_posix() for path in SOURCE.glob("**/kernels/*.py"))


@pytest.mark.parametrize("kernel", kernels())
def test_kernels_know_only_each_other(kernel):
    """A kernel imports nothing of grundy but `grundy.compiled` and other kernels."""
    strangers = [
        name
        for name in imported(SOURCE / kernel)
        if not name.startswith("grundy.compiled.") and ".kernels" not in name
    ]
    assert strangers == []


def test_there_are_kernels_in_every_room_that_has_some():
    """Those of every room that has some are looked at."""
    assert {kernel.split("/")[0] for kernel in kernels()} == {
        "games", "graphs", "heaps", "large", "misere", "named", "tabulated",
    }  # fmt: skip


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_checker_knows_no_solver(checker):
    """What checks labels or certificates imports neither an engine nor the search for periods."""
    assert set(imported(file_of(checker))) == CHECKERS[checker]


def test_no_folder_is_too_full():
    """No folder holds more than 30 files of its own."""
    folders = {path.parent for path in SOURCE.glob("**/*.py")}
    assert {folder for folder in folders if len(list(folder.glob("*.py"))) > MOST_FILES} == set()


def test_every_error_stands_in_errors_py():
    """No other file of the source makes an error; what only steers a search is called none."""
    others = {
        f"{path.relative_to(SOURCE)}: {found.name}"
        for path in SOURCE.rglob("*.py")
        for found in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(found, ast.ClassDef) and found.name.endswith("Error")
        if path != SOURCE / "errors.py"
    }
    assert others == set()


def test_imports_inside_functions_count(tmp_path):
    """An import in a function is found, one that only types need is not."""
    file = tmp_path / "some.py"
    file.write_text(
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from grundy.games.ruleset import Ruleset\n"
        "def f():\n    from grundy.graphs import engines\n    import grundy.values\n"
    )
    assert sorted(imported(file)) == ["grundy.graphs.engines", "grundy.values"]
