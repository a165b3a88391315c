"""The rooms of the source: what kernels and checkers may import, and how full a folder may be."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import grundy
from project import ROOT

SOURCE = Path(grundy.__file__).parent
MOST_FILES = 30
OURS = ("grundy", "research")
RUN_BY = ("grundy.runtime.kernels", "grundy.runtime.bits", "grundy.runtime.intrinsics")

# Whoever checks an answer knows nothing of what found it: only other checkers, and these:
CHECKERS = [
    f"{folder}/{name}.py"
    for folder, names in {
        "graphs": "verify",
        "heaps": "certificates",
        "heaps/kernels": "splits",
        "heaps/periods": "certificate verify verify_digits verify_splits",
        "misere": "certificate",
        "misere/kernels": "invariant",
        "research": "certificate_lines certificates lines",
        "research/endless": "certificate families outcomes same verify",
        "runtime": "sealed",
        "tabulated": "table",
        "tabulated/kernels": "fill verify",
    }.items()
    for name in names.split()
]
HARMLESS = {"_version", "errors", "graphs.graph", "heaps.codes", "markup", "misere", "misere.forms"}
OF_TABLES = {"games.kernels.boxes", "games.kernels.packed", "games.values.packed"}


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
    """Return whether a name is that of a file or a folder of the source."""
    path = file_of("/".join(name.split(".")).removeprefix("grundy/"))
    return path.is_dir() or path.with_suffix(".py").is_file()


def kernels() -> list[str]:
    return sorted(path.relative_to(SOURCE).as_posix() for path in SOURCE.glob("**/kernels/*.py"))


@pytest.mark.parametrize("kernel", kernels())
def test_kernels_know_only_each_other(kernel):
    strangers = [
        name for name in imported(SOURCE / kernel) if name not in RUN_BY and ".kernels" not in name
    ]
    assert strangers == []


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_checker_knows_no_solver(checker):
    """What checks labels or certificates imports neither an engine nor the search for periods."""
    known = {name.removesuffix(".py").replace("/", ".") for name in CHECKERS} | HARMLESS
    known |= OF_TABLES if checker.startswith("tabulated") else set()
    found = {name.removeprefix("grundy.") for name in imported(file_of(checker))} - known
    assert {name for name in found if not name.startswith(("runtime.", "printable"))} == set()


def test_no_folder_is_too_full():
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
