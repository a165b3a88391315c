"""Every octal game of a few digits under misère play: tame or wild, its quotient, its period."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

from grundy.errors import FolderError, GrundyError, LimitError
from grundy.heaps.certificates import read_certificate
from grundy.heaps.misere_quotient import MisereQuotient
from grundy.heaps.rules import TakeAndBreak
from grundy.misere.certificate import MisereCertificate
from grundy.runtime.limits import Limits
from grundy.runtime.threads import limited
from research.atlas.game_result import preperiod_of, zeros_at_end
from research.atlas.normal import Survey, codes
from research.atlas.standard_form import StandardForm, last_cousin
from research.atlas.sweep_folder import Kept, finish

USUAL_STOP = 1_000_000
CERTIFICATES = "certificates"
"""The folder, in that of a run, with a certificate of each game."""


@dataclass(frozen=True)
class MisereSurvey(Survey):
    """One game to look at: what one task does."""

    elements: int = 10_000
    certificates: Path | None = None


@dataclass(frozen=True, slots=True)
class MisereResult:
    """What was found of one game under misère play."""

    code: str
    heaps: int
    order: int
    p_count: int
    grew_at: int
    first_wild: int | None
    preperiod: int | None
    period: int | None
    ones_at_end: int
    stopped: str | None
    seconds: float


@dataclass(frozen=True, slots=True)
class MisereRow:
    """One code of the atlas of misère play."""

    code: str
    equivalent_to: str | None
    offset: int
    status: str
    kind: str
    first_wild: int | None
    order: int
    p_count: int
    period: int | None
    preperiod: int | None
    grew_at: int
    heaps: int
    seconds: float


def forms(digits: int) -> dict[str, StandardForm]:
    """Return for each code of up to so many digits the cousin that stands for it."""
    return {str(code): last_cousin(code) for code in codes(digits)}


def games(digits: int) -> list[str]:
    """Return the codes that stand for the games of up to so many digits, each once."""
    return list(dict.fromkeys(str(form.code) for form in forms(digits).values()))


def left_out(table: Iterable[MisereRow], digits: int) -> int:
    """Return how many games have no row."""
    stands_for = forms(digits)
    return len(set(games(digits)) - {str(stands_for[row.code].code) for row in table})


def survey(task: MisereSurvey) -> MisereResult:
    """Look for the misère quotient of one game, and say what was found."""
    game = TakeAndBreak(task.code)
    TakeAndBreak("0.77").misere_quotient(8)  # compiling is nobody's time
    start = time.monotonic()
    limits = Limits(positions=task.elements, seconds=task.seconds)
    stopped = None
    with limited(1):
        try:
            quotient = game.misere_quotient(task.stop, limits=limits)
        except LimitError as error:
            if not isinstance(error.partial, MisereQuotient):
                raise
            quotient, stopped = error.partial, str(error)
    taken = round(time.monotonic() - start, 3)
    if task.certificates is not None:  # whole, and before the game counts as done
        quotient.certificate().save(task.certificates / f"{game.text}.json")
    period = quotient.period
    proved = {name: getattr(period, name, None) for name in ("preperiod", "period")}
    return MisereResult(
        code=game.text,
        heaps=quotient.stop,
        order=quotient.order,
        p_count=quotient.p_count,
        grew_at=quotient.growth[-1][0] if quotient.growth else 0,
        first_wild=quotient.first_wild,
        ones_at_end=0
        if period is None
        else zeros_at_end(quotient.solution.phi[: period.preperiod + period.period]),
        stopped=stopped,
        seconds=taken,
        **proved,
    )


def compute(
    digits: int, stop: int, done: dict[str, MisereResult], *, seconds: float = 60.0,
    executor: Executor | None = None, kept: Kept | None = None,
) -> None:  # fmt: skip
    """Look at every game that is not in *done* or *kept*, and note it there when it is finished."""
    folder = None if kept is None else kept.folder.absolute() / CERTIFICATES
    if folder is not None:
        folder.mkdir(exist_ok=True)
    tasks = [MisereSurvey(game, stop, seconds, certificates=folder) for game in games(digits)]
    finish(survey, tasks, done, executor, kept, MisereResult)


def table(digits: int, done: dict[str, MisereResult]) -> list[MisereRow]:
    """Return a row for each code whose game has been looked at."""
    stands_for = forms(digits)
    originals: dict[str, str] = {}
    result = []
    for code, form in stands_for.items():
        game = done.get(str(form.code))
        if game is not None:
            original = originals.setdefault(game.code, code)
            result.append(_row(code, form.shift, game, original, stands_for[original].shift))
    return result


def _row(code: str, shift: int, found: MisereResult, original: str, other: int) -> MisereRow:
    wild = found.first_wild is not None
    solved = found.period is not None
    return MisereRow(
        code=code, equivalent_to=None if original == code else original, offset=other - shift,
        status="solved" if solved else "open",
        kind="wild" if wild else "tame" if solved else "tame so far",
        first_wild=None if found.first_wild is None else found.first_wild + shift,
        order=found.order, p_count=found.p_count, period=found.period,
        preperiod=preperiod_of(found.preperiod, shift, found.ones_at_end),
        grew_at=found.grew_at + shift, heaps=found.heaps,
        seconds=found.seconds if original == code else 0.0,
    )  # fmt: skip


def certificates_of(
    folder: str | os.PathLike[str], found: Mapping[str, MisereResult], most_heaps: int | None = None
) -> Iterator[MisereCertificate]:
    """Yield the certificates of the games whose quotients are proved for all heaps."""
    for code, result in found.items():
        if result.period is not None and (most_heaps is None or result.heaps <= most_heaps):
            yield _certificate(Path(folder) / CERTIFICATES / f"{code}.json", result)


def _certificate(path: Path, result: MisereResult) -> MisereCertificate:
    try:
        certificate = read_certificate(path)
    except GrundyError as error:
        raise FolderError(f"{error} Delete the folder, and run the atlas again.") from None
    names = ("order", "p_count", "preperiod", "period")
    same = all(getattr(certificate, name, None) == getattr(result, name) for name in names)
    if same and isinstance(certificate, MisereCertificate) and certificate.rule == result.code:
        return certificate
    raise FolderError(
        f"{path}: this certificate is not that of the result that is kept of {result.code}; "
        "delete the folder, and run the atlas again."
    )
