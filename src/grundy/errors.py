"""The errors that this package raises, all below one root.

GrundyError
├ CodeError(ValueError)           malformed text; carries the text and the column
├ GraphFormatError(ValueError)    a graph that cannot be read; carries file and line
├ RulesetError(ValueError)        well formed, but not a game
├ CycleError                      an acyclic answer was asked of a game with a cycle; carries it
├ UnknownNameError(KeyError)      a vertex, game or key that is not there; the nearest names
├ PositionError(ValueError)       an illegal position
├ MissingExtraError(ImportError)  an optional library is missing; the extra that brings it
├ LimitError                      stopped early by a limit; carries what was computed
├ VerificationError               carries the vertex or heap, and the condition that failed
├ FolderError                     a folder of a run that cannot be used
├ AddressError(ValueError)        an address that cannot be listened on
├ ClusterError                    a cluster that does not answer
└ LostWorkerError                 a task that ends its process; carries it

A message is one sentence: what is wrong, where, and what would be right.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

# Looking for near names among millions of vertices would take longer than the question.
_NAMES_SEARCHED = 5_000


class GrundyError(Exception):
    """The root of every error that this package raises on purpose.

    An error goes to another process and back, through pickle, with its text and attributes.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        # Not by calling their class with their text: the classes below take other arguments.
        new = copyreg.__newobj__  # type: ignore[attr-defined]
        return new, (type(self), *self.args), self.__dict__.copy()


class CodeError(GrundyError, ValueError):
    """Malformed text, such as an expression or a take-and-break code.

    Attributes:
        text: The text that was read.
        column: Where it goes wrong, counted from 1.
    """

    def __init__(self, message: str, *, text: str = "", column: int = 1) -> None:
        super().__init__(message)
        self.text = text
        self.column = column


class GraphFormatError(GrundyError, ValueError):
    """A graph or a file that cannot be read as a digraph.

    Attributes:
        file: The file's name, or None when the graph did not come from a file.
        line: The line, counted from 1, or None when no line is to blame.
    """

    def __init__(self, message: str, *, file: str | None = None, line: int | None = None) -> None:
        super().__init__(f"{_place(file, line)}{message}")
        self.file = file
        self.line = line


class RulesetError(GrundyError, ValueError):
    """A rule that is well formed and yet does not describe a game."""


class CycleError(GrundyError):
    """An acyclic answer was asked of a game with a cycle.

    Attributes:
        cycle: The names along one cycle; the first name is not repeated at the end.
    """

    def __init__(
        self,
        cycle: Sequence[object],
        problem: str = "The acyclic labels of this graph do not exist",
        advice: str = "Leave out --acyclic (acyclic=True) for values with ∞.",
    ) -> None:
        self.cycle = tuple(cycle)
        shown = [str(name) for name in self.cycle[:8]]
        if len(self.cycle) > len(shown):
            shown.append("…")
        path = " → ".join([*shown, str(self.cycle[0])])
        super().__init__(f"{problem}: {path} is a cycle. {advice}")


class UnknownNameError(GrundyError, KeyError):
    """A vertex, game or key that is not there.

    Attributes:
        name: What was asked for.
        nearest: Up to three known names that look like it.
    """

    def __init__(
        self, kind: str, name: object, known: Iterable[object] = (), *, meant: str = ""
    ) -> None:
        import difflib  # only a misspelt name needs it

        self.name = name
        candidates = {str(other): other for other in islice(known, _NAMES_SEARCHED)}
        close = [meant] if meant else difflib.get_close_matches(str(name), candidates, n=3)
        self.nearest = tuple(candidates.get(text, text) for text in close)
        hint = f" Did you mean {' or '.join(close)}?" if close else ""
        twin = candidates.get(str(name))
        if twin is not None:  # the same letters, and yet unknown: 0 and "0"
            kinds = [type(each).__name__ for each in (twin, name)]
            hint = f" Names here are of type {kinds[0]}, not {kinds[1]}: write {twin!r}."
        self.message = f'Unknown {kind} "{name}".{hint}'
        super().__init__(self.message)

    def __str__(self) -> str:
        # KeyError would show the repr of its argument.
        return self.message


class PositionError(GrundyError, ValueError):
    """An illegal position, or a question that the position has no answer to."""


class MissingExtraError(GrundyError, ImportError):
    """An optional library is not installed.

    Attributes:
        extra: The extra of this package that brings the library.
    """

    def __init__(self, library: str, extra: str, purpose: str) -> None:
        self.extra = extra
        super().__init__(
            f"{purpose} needs {library}, which is not installed (the extra grundy[{extra}] has "
            f"it); install it with: {_installer()} {_wanted(library, extra)}"
        )


def _installer() -> str:
    """Name what installs packages beside this one: an environment of uv has no pip."""
    import shlex
    import shutil
    import sys
    from importlib.util import find_spec
    from pathlib import Path

    if find_spec("pip"):
        return "pip install"
    beside = Path(sys.prefix).parent / ".tools" / "bin" / "uv"  # the README's, in a clone
    found = "uv" if shutil.which("uv") or not beside.exists() else shlex.quote(str(beside))
    return f"{found} pip install --python {shlex.quote(sys.executable)}"


def _wanted(library: str, extra: str) -> str:
    """Write all libraries of an extra with the versions of this package, quoted for a shell."""
    import sys
    from importlib import metadata

    try:
        stated = metadata.requires("grundy") or []
    except metadata.PackageNotFoundError:
        stated = []
    lines = [line.split(";") for line in stated if f"extra == '{extra}'" in line.replace('"', "'")]
    if sys.platform == "win32":
        lines = [line for line in lines if "win32" not in line[1]]
    return " ".join(f"'{line[0].strip()}'" for line in lines) or library


class LimitError(GrundyError):
    """Stopped early by a limit.

    Attributes:
        partial: What was computed before the limit, or None. A quotient is checked, by the
            checker of certificates, when this is first read. Another process gets None.
        known: What a search that gave up knows, in sentences that the message ends with: a bound
            of the value, the moves that are refuted and one that is not. Empty for nothing.
    """

    def __init__(
        self, message: str, *, partial: object = None, prepare: Callable[[], object] | None = None
    ) -> None:
        super().__init__(message)
        self._partial, self.prepare = partial, prepare
        self.known = ""

    @property
    def partial(self) -> Any:
        """What was computed before the limit, or None."""
        if self.prepare is not None:
            self._partial, self.prepare = self.prepare(), None
        return self._partial

    def __reduce__(self) -> tuple[Any, ...]:
        # Games are kept with locks, and tables of positions may be large.
        new, arguments, attributes = super().__reduce__()
        return new, arguments, {**attributes, "_partial": None, "prepare": None}

    def add(self, known: str) -> None:
        """Append what is known to the message."""
        self.known = known
        self.args = (f"{self} {known}",)


class VerificationError(GrundyError):
    """A labelling, a certificate or a value that does not hold.

    Attributes:
        where: The vertex or heap at which the check failed.
        condition: The name of the condition that failed, such as "A".
    """

    def __init__(self, message: str, *, where: object = None, condition: str = "") -> None:
        super().__init__(message)
        self.where = where
        self.condition = condition


class FolderError(GrundyError):
    """A folder of a run that cannot be used: of another task, in use, or damaged."""


class AddressError(GrundyError, ValueError):
    """An address that cannot be listened on."""


class ClusterError(GrundyError):
    """A cluster that does not answer, or loses a task again and again."""


class LostWorkerError(GrundyError):
    """A task ended its process again and again."""

    def __init__(self, task: object, tries: int) -> None:
        super().__init__(
            f"The process that worked on {task} was killed {tries} times, perhaps for want of "
            "memory; all other tasks are done."
        )
        self.task = task


# ---- what parts of the package tell each other; a user never sees one -------------------------


class BoundError(Exception):
    """A quotient was sought as far as a limit allows; it is said which."""


class UserCodeError(Exception):
    """The user's file could not be run; its cause is what it raised."""


class LaterError(Exception):
    """A question takes longer than a quick worker may try it; a searcher is to answer it."""


class RequestError(GrundyError):
    """A request that is not what is asked for; it says where, as a path from ``$``."""

    path = ""

    def __str__(self) -> str:
        """Describe what is wrong, and where unless that is the whole."""
        return f"{self.args[0]}" + f" - at `${self.path}`" * bool(self.path) + "."

    def inside(self, place: str) -> RequestError:
        """Add the place at which all this occurs."""
        self.path = place + self.path
        return self


class NoJsonError(GrundyError):
    """A request that is no JSON."""


class BusyError(Exception):
    """Too many requests are waiting for a worker."""


class NoSourceError(Exception):
    """A function that cannot be written into a program."""


class NamesFoundError(Exception):
    """A text was read as one of vertex numbers, and has other names too."""


class WorkerLostError(Exception):
    """A worker ended in the middle of a task, as when its memory was not enough."""


class TooLargeError(Exception):
    """The body of a request is longer than the settings allow."""


def _place(file: str | None, line: int | None) -> str:
    if file is None:
        return "" if line is None else f"line {line}: "
    name = file or '""'
    return f"{name}: " if line is None else f"{name}, line {line}: "
