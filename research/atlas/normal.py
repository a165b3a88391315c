"""Every octal game of a few digits: one computation for each game, whatever its codes."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import GrundyError
from grundy.heaps.codes import Code
from grundy.heaps.periods.period import Period, prove
from grundy.heaps.rules import TakeAndBreak
from grundy.runtime.threads import limited
from research.atlas.game_result import FIRST_STOP, GameResult, game_result, preperiod_of
from research.atlas.proofs import Proof, checked
from research.atlas.standard_form import StandardForm, standard_form
from research.atlas.sweep_folder import Kept, finish

MOST_DIGITS = 4
USUAL_STOP = 1 << 17

_FEW = 2_048  # heaps on which most games part
_OFFICERS = 146_000  # heaps of 0.6, whose values every engine takes a part in
_SPARSE = ("sparse", "blocks")


class _OutOfTimeError(Exception):
    """The time of a task is over."""


@dataclass(frozen=True)
class Survey:
    """One game to look at: what one task does."""

    code: str
    stop: int
    seconds: float

    def __str__(self) -> str:
        return self.code


@dataclass(frozen=True, slots=True)
class Row:
    """One code of the atlas."""

    code: str
    equivalent_to: str | None
    offset: int
    proof: str | None
    standard_form: str
    status: str
    period: int | None
    preperiod: int | None
    saltus: int | None
    greatest: int
    rares: int | None
    heaps: int
    seconds: float
    certificate: str | None = None


def codes(digits: int) -> list[Code]:
    """The codes 0.d1…dk of up to so many octal digits that have a move, by length, then size."""
    if not 1 <= digits <= MOST_DIGITS:
        raise GrundyError(f"An atlas has codes of 1 to {MOST_DIGITS} digits, not {digits}.")
    return [
        Code((0, *places))
        for length in range(1, digits + 1)
        for places in product(range(8), repeat=length)
        if places[-1]
    ]


def compute(
    digits: int, stop: int, done: dict[str, GameResult], *, seconds: float = 60.0,
    executor: Executor | None = None, kept: Kept | None = None,
    proofs: Mapping[str, Proof] | None = None,
) -> None:  # fmt: skip
    """Look at every game that is not in *done* or *kept*, and note it there when it is finished."""
    given = proofs or {}
    games = list(dict.fromkeys(str(form.code) for form in _forms(digits).values()))
    tasks = [Survey(game, stop, seconds) for game in games if game not in given]
    finish(survey, tasks, done, executor, kept, GameResult)
    claims = [given[game] for game in games if game in given]
    by_proof: dict[str, GameResult] = {}
    try:
        finish(checked, claims, by_proof, executor, kept, GameResult)
    finally:
        done.update((found.code, found) for found in by_proof.values())


def _forms(digits: int) -> dict[str, StandardForm]:
    return {str(code): standard_form(code) for code in codes(digits)}


def survey(task: Survey) -> GameResult:
    """Look for the period of one game in more and more heaps, and say what was found."""
    _load_kernels(min(task.stop, _OFFICERS))
    start = time.monotonic()
    game = TakeAndBreak(task.code)
    stop, period, in_time = min(FIRST_STOP, task.stop), None, True
    with limited(1):
        while True:
            values, in_time = _values_in_time(game, stop, start + task.seconds)
            period = _proved(game, values)
            if period is not None or stop >= task.stop or not in_time:
                break
            stop = min(2 * stop, task.stop)
    sparse = game.sequence.engine in _SPARSE
    return game_result(
        game.text, values, period, rares=game.sequence.rare_count if sparse else None,
        seconds=time.monotonic() - start,
    )  # fmt: skip


@cache
def _load_kernels(stop: int) -> None:
    """Compile, or load, what most games need: that is nobody's time."""
    officers = TakeAndBreak("0.6")
    _proved(officers, officers.values(stop))


def _proved(game: TakeAndBreak, values: npt.NDArray[Any]) -> Period | None:
    theorem = game.period_theorem
    assert theorem is not None  # noqa: S101 - a finite octal code has one
    return prove(theorem, values)


def _values_in_time(
    game: TakeAndBreak, stop: int, deadline: float
) -> tuple[npt.NDArray[Any], bool]:
    """Return the values below *stop*, or as many as there are at the deadline."""

    def watch(*_: object) -> None:
        if time.monotonic() > deadline:
            raise _OutOfTimeError

    try:
        return game.values(stop, watch), time.monotonic() <= deadline
    except _OutOfTimeError:
        return game.values(min(stop, game.sequence.filled)), False


def table(digits: int, done: dict[str, GameResult]) -> list[Row]:
    """Return a row for each code whose game has been looked at."""
    forms = _forms(digits)
    originals: dict[object, str] = {}  # the first code of each game
    computed: set[str] = set()
    result = []
    for code, form in forms.items():
        game = done.get(str(form.code))
        if game is not None:
            original = originals.setdefault(_identity(game), code)
            result.append(_row(code, form, game, original, forms[original], computed))
            computed.add(game.code)
    return result


def _identity(found: GameResult) -> object:
    """Tell games apart as far as is proved: periods with their values, or standard forms."""
    if found.period is None:
        return found.code
    return found.preperiod, found.period, found.saltus, found.hash


def _row(
    code: str, form: StandardForm, found: GameResult, original: str, of: StandardForm,
    computed: Collection[str],
) -> Row:  # fmt: skip
    equivalent = None if original == code else original
    proof = "standard form" if of.code == form.code else "period"
    return Row(
        code=code, equivalent_to=equivalent, offset=of.shift - form.shift,
        proof=None if equivalent is None else proof, standard_form=found.code,
        status="open" if found.period is None else "solved", period=found.period,
        preperiod=preperiod_of(found.preperiod, form.shift, found.zeros_at_end),
        saltus=found.saltus, greatest=found.greatest, rares=found.rares, heaps=found.heaps,
        seconds=0.0 if found.code in computed else found.seconds, certificate=found.certificate,
    )  # fmt: skip


def look_alikes(table: Iterable[Row]) -> list[tuple[str, str, int]]:
    """Return the pairs of open games whose values agree on all heaps compared, and how many.

    Compared are as many as both were computed for, down to a power of two.
    """
    heaps = {row.standard_form: row.heaps for row in table if row.status == "open"}
    games = {code: TakeAndBreak(code) for code in heaps}
    few = min([_FEW, *heaps.values()])
    by_start: dict[bytes, list[str]] = {}
    for code, game in games.items():
        by_start.setdefault(game.values(few).astype(np.uint16).tobytes(), []).append(code)
    pairs = []
    for one, other in (pair for same in by_start.values() for pair in combinations(same, 2)):
        count = 1 << min(heaps[one], heaps[other]).bit_length() - 1
        if np.array_equal(games[one].values(count), games[other].values(count)):
            pairs.append((one, other, count))
    return pairs
