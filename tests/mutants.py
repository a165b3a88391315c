"""Break the code on purpose, one line at a time, and say which tests notice.

Each line of `mutants.tsv` is a mutant: a file, the tests meant to notice it, a text of the file
and the wrong one in its place (⏎ is the end of a line), and for one that no test can notice the
reason. They are tried in a scratch copy of the project. By hand: `python tests/mutants.py --help`.
"""

import argparse
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).parent.parent
LIST = Path(__file__).with_suffix(".tsv")
COLUMNS = ("path", "tests", "old", "new", "reason")
_NEWLINE = "⏎"
_LEFT_OUT = (".git", ".venv", ".tools", ".hypothesis", ".*_cache", "__pycache__")
_TESTS_WAIT = "60"  # seconds; what a mutant never does need not be waited for any longer
_NO_TESTS = 5  # pytest's exit status when nothing was run
# Signs of a file with kernels: numba sees no change in what the kernels of other files call.
_KERNELS = ("/kernels/", "/compiled/", "compiled_text(")


class MutantError(Exception):
    """A line of the list that cannot be tried."""


@dataclass(frozen=True)
class Mutant:
    """One wrong change."""

    path: str  # from the root of the project
    tests: tuple[str, ...]  # what pytest is given: files, or single tests
    old: str  # stands in the file exactly once
    new: str  # what is put there
    reason: str = ""  # why no test notices it; "" where one does

    def changed(self, root: Path) -> str:
        """Return the text of the changed file, or raise MutantError."""
        file = root / self.path
        if not file.is_file():
            raise MutantError(f"{self.path}: there is no such file.")
        text = file.read_text(encoding="utf-8")
        count = text.count(self.old)
        if count != 1 or not self.old:
            raise MutantError(f"{self.path}: {self.old!r} stands there {count} times, not once.")
        return text.replace(self.old, self.new)


@dataclass(frozen=True)
class Found:
    """What became of a mutant: the test that noticed it, or "" for none."""

    mutant: Mutant
    killer: str


def read_list(file: Path = LIST) -> list[Mutant]:
    """Read the list; a line with another number of columns is refused."""
    head, *lines = file.read_text(encoding="utf-8").splitlines()
    if tuple(head.split("\t")) != COLUMNS:
        raise MutantError(f"{file.name}: the first line has to name {', '.join(COLUMNS)}.")
    found = []
    for number, line in enumerate(lines, start=2):
        fields = [field.replace(_NEWLINE, "\n") for field in line.split("\t")]
        if len(fields) != len(COLUMNS):
            raise MutantError(f"{file.name}, line {number}: {len(fields)} columns, not 5.")
        path, tests, old, new, reason = fields
        found.append(Mutant(path, tuple(tests.split()), old, new, reason))
    return found


def try_all(
    mutants: Sequence[Mutant], root: Path = ROOT, *, processes: int = 1, seconds: float = 900,
    report: Callable[[Found], None] = lambda found: None,
) -> list[Found]:  # fmt: skip
    """Try each mutant in a scratch copy of *root*; give what became of them, in their order.

    `MutantError` if one does not apply exactly once, or if its tests fail without it.
    """
    for mutant in mutants:
        mutant.changed(root)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        trees: SimpleQueue[_Tree] = SimpleQueue()
        for number in range(processes):
            trees.put(_Tree(Path(folder, str(number)), root, seconds))

        def attempt(numbered: tuple[int, Mutant]) -> Found:
            tree = trees.get()
            try:
                found = Found(numbered[1], tree.killer(*numbered))
            finally:
                trees.put(tree)
            report(found)
            return found

        tree = trees.get()
        tree.check(sorted({test for mutant in mutants for test in mutant.tests}))
        trees.put(tree)
        with ThreadPoolExecutor(processes) as pool:
            return list(pool.map(attempt, enumerate(mutants)))


class _Tree:
    """A copy of the project, whose own code its tests import, with caches of its own."""

    def __init__(self, folder: Path, root: Path, seconds: float) -> None:
        self._root = folder / "tree"
        self._cache = folder / "cache"
        self._seconds = seconds
        shutil.copytree(root, self._root, ignore=shutil.ignore_patterns(*_LEFT_OUT))

    def check(self, tests: Sequence[str]) -> None:
        """Raise MutantError if tests fail, or none is run, though nothing is changed."""
        if tests and (status := self._run(tests, self._cache, None))[0]:
            raise MutantError(f"Without any mutant these fail ({status[0]}): {status[1]}")

    def killer(self, number: int, mutant: Mutant) -> str:
        """Return the first test that notices a mutant, or ""."""
        with self._with(number, mutant) as cache:
            status, failed = self._run(mutant.tests, cache, self._seconds)
        return "" if status in (0, _NO_TESTS) else failed or mutant.tests[0]

    @contextlib.contextmanager
    def _with(self, number: int, mutant: Mutant) -> Iterator[Path]:
        """Change the file, and its time in a way that no cache mistakes for another mutant's."""
        file, text = self._root / mutant.path, mutant.changed(self._root)
        before, times = file.read_text(encoding="utf-8"), file.stat()
        file.write_text(text, encoding="utf-8")
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns + (number + 1) * 10**10))
        try:
            if any(sign in f"{file}\n{before}" for sign in _KERNELS):
                with tempfile.TemporaryDirectory(prefix="mutant-kernels-") as cache:
                    yield Path(cache)
            else:
                yield self._cache
        finally:
            file.write_text(before, encoding="utf-8")
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))

    def _run(self, tests: Sequence[str], cache: Path, seconds: float | None) -> tuple[int, str]:
        """Run tests up to the first that fails; give pytest's status, and that test."""
        code = {
            "PYTHONPATH": str(self._root / "src"), "XDG_CACHE_HOME": str(cache),
            "TESTS_WAIT": _TESTS_WAIT,
        }  # fmt: skip
        command = [
            sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "--no-header", "-rfE",
            "-p", "no:cacheprovider", "-m", "not long", *tests,
        ]  # fmt: skip
        with tempfile.TemporaryFile("w+", encoding="utf-8") as said:
            process = subprocess.Popen(
                command, cwd=self._root, env=os.environ | code, start_new_session=True,
                stdout=said, stderr=subprocess.STDOUT,
            )  # fmt: skip
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                return -1, f"{' '.join(tests)} (never ended)"
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)  # and what the tests have started
                process.wait()
            said.seek(0)
            output = said.read()
        failed = re.search(r"^(?:FAILED|ERROR) ([^\s[]+)", output, re.MULTILINE)
        return process.returncode, failed[1] if failed else ""


def main() -> int:
    """Try the mutants of the list; give 1 when one survives that should not."""
    parser = argparse.ArgumentParser(description="Say which mutants are killed by which tests.")
    parser.add_argument("paths", nargs="*", metavar="PATH", help="only files that begin like this")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="side by side")
    parser.add_argument("--seconds", type=float, default=900, help="the longest for a mutant")
    asked = parser.parse_args()
    try:
        mutants = [m for m in read_list() if m.path.startswith(tuple(asked.paths or [""]))]
        found = try_all(mutants, processes=asked.processes, seconds=asked.seconds, report=_print)
    except MutantError as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2
    return _summary(found)


def _print(found: Found) -> None:
    mutant = found.mutant
    change = f"{mutant.old!r} -> {mutant.new!r}"
    if found.killer:
        unexpected = "  (the list gives a reason why none would)" if mutant.reason else ""
        print(f"killed    {mutant.path}: {change}\n          by {found.killer}{unexpected}")
    else:
        why = mutant.reason or f"none of {' '.join(mutant.tests)} notices it"
        print(f"SURVIVED  {mutant.path}: {change}\n          {why}")
    sys.stdout.flush()


def _summary(found: Sequence[Found]) -> int:
    killers = Counter(one.killer.partition("::")[0] for one in found if one.killer)
    for file, count in killers.most_common():
        print(f"{count:5d} killed by {file}")
    killed = sum(killers.values())
    without = [one for one in found if not one.killer and not one.mutant.reason]
    share = 100 * killed / len(found) if found else 0
    print(
        f"{killed} of {len(found)} killed ({share:.1f} %); {len(found) - killed} survived, "
        f"{len(without)} of them without a reason."
    )
    return 1 if without else 0


if __name__ == "__main__":
    sys.exit(main())
