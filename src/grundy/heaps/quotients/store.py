"""A folder that keeps a quotient while it grows, so that a run can be stopped and go on.

What is kept is a certificate of the heaps done, which `grundy verify` checks as any other.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any, ClassVar

from grundy.errors import FolderError, GrundyError
from grundy.heaps.quotients.certificate import MisereCertificate, of_solution
from grundy.heaps.sealed.fields import Fields
from grundy.heaps.sealed.file import parsed
from grundy.misere.solve import Solution
from grundy.running.folders import KeptFolder


class QuotientStore(KeptFolder):
    """A folder with the quotient of one game, open for one run at a time."""

    strays: ClassVar[tuple[str, ...]] = ("quotient-*.json",)
    form: ClassVar[dict[str, Any]] = {"heaps": int, "growth": list}

    def __init__(
        self,
        folder: str | os.PathLike[str],
        rule: str,
        *,
        resume: bool = False,
        save_every: float = 20.0,
    ) -> None:
        self._rule, self._save_every = rule, save_every
        self._saved = time.monotonic()
        try:
            super().__init__(folder, {"quotient": rule}, resume=resume)
        except (FileExistsError, NotADirectoryError):
            raise FolderError(
                f"{os.fspath(folder)}: this is no folder; a quotient is kept in one of its own."
            ) from None

    @property
    def heaps(self) -> int:
        """Of how many heaps the quotient is kept."""
        return 0 if self.state is None else int(self.state["heaps"])

    def load(self) -> Solution | None:
        """Return the quotient that is kept, or None; it is not checked here."""
        if self.state is None:
            return None
        (name,) = self.pieces
        path = self.folder / name
        try:
            fields = Fields(parsed(path.read_bytes(), str(path)), str(path))
            growth = [(heap, order, lost) for heap, order, lost in self.state["growth"]]
            return Solution.of(MisereCertificate.read(fields).claim(), growth)
        except (GrundyError, ValueError, KeyError, TypeError, AttributeError):
            raise FolderError(f"{path}: this is no quotient; use another folder.") from None

    def offer(self, solution: Solution) -> None:
        """Keep a solution, where the last one that was kept is old."""
        if time.monotonic() - self._saved > self._save_every:
            self.keep(solution)

    def keep(self, solution: Solution) -> None:
        """Keep a solution of more heaps than the one that is there."""
        heaps = len(solution.phi)
        if heaps <= self.heaps:
            return
        text = of_solution(self._rule, solution).to_json()
        name = f"quotient-{heaps}.json"
        self.add(name, lambda path: Path(path).write_text(text, encoding="utf-8"))
        growth = [list(step) for step in solution.growth]
        self.commit({"heaps": heaps, "growth": growth}, (name,))
        self._saved = time.monotonic()
