"""A folder that keeps the finished results of a sweep, so that it can be stopped and go on.

One line of JSON a result, added at the end and written through to the disk: a run that is
killed at any moment loses what was under way and nothing else. A line that was cut short by
that is dropped. A lock, which the system drops when the run ends, keeps a second run out.
"""

from __future__ import annotations

import json
import os
from typing import Any

from grundy._version import __version__
from grundy.errors import GrundyError
from grundy.locked import LockedFolder

_FORMAT = 1


class KeptError(GrundyError):
    """A folder of results that cannot be used: of another sweep, in use, or damaged."""


class Kept(LockedFolder):
    """The finished results in a folder, open for one run at a time.

    Args:
        folder: Made if it is not there.
        about: What the results depend on, as plain data; a folder belongs to one such sweep.
        resume: Whether results that are there already may be gone on from.

    Raises:
        KeptError: If another run uses the folder, it belongs to another sweep, or it holds
            results and *resume* is not asked for.
    """

    def __init__(
        self, folder: str | os.PathLike[str], about: dict[str, Any], *, resume: bool = False
    ) -> None:
        super().__init__(folder, KeptError)
        self._path = self.folder / "results.jsonl"
        try:
            self.results = self._read({"version": _FORMAT, "about": about}, resume)
        except BaseException:
            self.close()
            raise

    def add(self, key: str, result: dict[str, Any]) -> None:
        """Keep one result; it is on the disk when this returns."""
        self._append({"key": key, "result": result})
        self.results[key] = result

    def _append(self, line: dict[str, Any]) -> None:
        with self._path.open("ab") as file:
            file.write(json.dumps(line).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def _read(self, wanted: dict[str, Any], resume: bool) -> dict[str, dict[str, Any]]:
        data = self._path.read_bytes() if self._path.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):  # a line that was being written when the run was killed
            os.truncate(self._path, len(whole))
        if not whole:
            self._append(wanted | {"grundy": __version__})
            return {}
        try:
            head, *lines = map(json.loads, whole.splitlines())
            told = {key: head[key] for key in wanted}
            results = {str(line["key"]): dict(line["result"]) for line in lines}
        except (ValueError, KeyError, TypeError):
            raise KeptError(f"{self._path}: these are no results of a sweep.") from None
        if told != wanted:
            raise KeptError(
                f"{self.folder}: this folder holds results of another sweep "
                f"({_shown(told['about'])}); repeat those options, or use another folder."
            )
        if results and not resume:
            raise KeptError(
                f"{self.folder}: {len(results)} results are here already; add --resume to go on "
                "from them, or use another folder."
            )
        return results


def _shown(about: object) -> str:
    text = json.dumps(about)
    return text if len(text) < 200 else text[:200] + "…"
