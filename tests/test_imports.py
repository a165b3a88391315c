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

# Whoever checks an answer knows nothing of what found it; what each may import of ours:
CHECKERS = {
    "graphs/verify.py": "errors graphs.graph runtime.kernels",
    "heaps/periods/verify.py":
        "heaps.codes heaps.periods.certificate heaps.periods.verify_splits runtime.files "
        "runtime.kernels runtime.limits runtime.sealed",
    "heaps/periods/verify_splits.py":
        "heaps.kernels.splits heaps.periods.certificate runtime.limits runtime.sealed "
        "runtime.threads",
    "heaps/periods/verify_digits.py":
        "_version errors heaps.codes heaps.periods.certificate runtime.limits "
        "runtime.sealed",
    "heaps/periods/certificate.py": "_version errors heaps.codes runtime.sealed",
    "heaps/certificates.py":
        "heaps.codes heaps.periods.certificate heaps.periods.verify heaps.periods.verify_digits "
        "misere.certificate misere.forms runtime.files runtime.limits runtime.sealed",
    "runtime/sealed.py": "errors markup runtime.files",
    "misere/certificate.py":
        "_version errors misere misere.kernels.invariant printable runtime.sealed runtime.threads",
    "misere/kernels/invariant.py": "runtime.bits runtime.kernels",
    "heaps/kernels/splits.py": "runtime.bits runtime.kernels",
    "tabulated/table.py":
        "errors games.values.packed printable runtime.folders runtime.limits runtime.threads "
        "tabulated.kernels.fill tabulated.kernels.verify",
    "tabulated/kernels/verify.py": "runtime.bits runtime.kernels tabulated.kernels.fill",
    "tabulated/kernels/fill.py":
        "games.kernels.boxes games.kernels.packed runtime.bits runtime.kernels",
    "research/certificates.py":
        "heaps.certificates research.endless.certificate research.endless.verify runtime.sealed",
    "research/certificate_lines.py":
        "errors heaps.periods.certificate heaps.periods.verify_digits misere.certificate printable "
        "research.certificates research.endless.certificate research.lines runtime.limits "
        "runtime.sealed",
    "research/lines.py": "errors runtime.delivery runtime.files runtime.sealed",
    "research/endless/verify.py":
        "heaps.certificates heaps.periods.certificate misere.certificate "
        "research.endless.certificate research.endless.families research.endless.outcomes "
        "research.endless.same runtime.files runtime.sealed",
    "research/endless/families.py":
        "misere.certificate research.endless.outcomes research.endless.same",
    "research/endless/outcomes.py": "misere.certificate research.endless.same",
    "research/endless/same.py": "misere.certificate",
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
    found = {name.removeprefix("grundy.") for name in imported(file_of(checker))}
    assert found == set(CHECKERS[checker].split())


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
