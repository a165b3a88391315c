"""Certificates of every kind read and checked; those of misère quotients here, with no solver.

`grundy.misere.certificate` looks at every option of every heap. Here the values are computed anew
by the checker of normal play, and one lemma does the rest: where f is the greatest fickle heap, k
the last place of the code with a digit and b the most heaps left, each option of a heap above
b·f + k has a firm part. So such a heap is firm, with its value of normal play, and tame.

The rule is read as a code or a set, the options of each heap are made by its definition, and
what makes the claim a theorem is checked: by normal play for tame ones of very many heaps, and else
by every move, in arrays.

The heaps of all games are numbered, those of one game after those of another, and the options of
each are made by the definition of its own rule. A sum of heaps of several games is then a sum of
numbers, and the same check as for one game makes the claim a theorem.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.heaps.codes import Code, Constraint
from grundy.heaps.periods import certificate as records
from grundy.heaps.periods.verify import recomputed, verify_formula, verify_period
from grundy.heaps.periods.verify_digits import DigitsCertificate, verify_digits
from grundy.misere.certificate import (
    FOR_EVER,
    HEAPS_ONLY,
    Claim,
    JointGame,
    check,
    check_period,
    ensure,
    require_heaps,
    words,
)
from grundy.misere.certificate import JointCertificate as JointCertificate
from grundy.misere.certificate import MisereCertificate as MisereCertificate
from grundy.misere.forms import Tame, classify, nim_order, nim_products, tame_sum
from grundy.runtime.files import require_memory
from grundy.runtime.limits import Progress, reporting
from grundy.runtime.sealed import parse_kind, require, text_of

Rows = npt.NDArray[np.int64]


def options_by_definition(code: Code, heap: int) -> Rows:
    """Return the options of a heap: int64[k, w], the heaps that each leaves, filled up with 0."""
    width = code.most_heaps
    options = [np.zeros((0, width), np.int64)]
    for amount in range(heap + 1 if code.tail else min(heap, code.last) + 1):
        digit, constraint = code.digit(amount), code.constraint_at(amount)
        for parts in range(digit.bit_length()):
            if digit >> parts & 1:
                rows = _allowed(_partitions(heap - amount, parts, 1), constraint)
                if len(rows):
                    options.append(np.zeros((len(rows), width), np.int64))
                    options[-1][:, :parts] = rows
    return np.concatenate(options)


def _partitions(total: int, parts: int, least: int) -> Rows:
    """Return the ways to write *total* as so many parts, none smaller than *least*, rising."""
    if parts == 0:
        return np.zeros((int(total == 0), 0), np.int64)
    if parts == 1:
        return np.full((int(total >= least), 1), total, np.int64)
    if parts == 2:
        first = np.arange(least, total // 2 + 1)
        return np.column_stack((first, total - first))
    partitions = [np.zeros((0, parts), np.int64)]
    for part in range(least, total // parts + 1):
        rest = _partitions(total - part, parts - 1, part)
        partitions.append(np.insert(rest, 0, part, axis=1))
    return np.concatenate(partitions)


def _allowed(rows: Rows, constraint: Constraint) -> Rows:
    """Return the splits whose parts, rising, satisfy a constraint."""
    if constraint is Constraint.ANY or rows.shape[1] < 2:
        return rows
    if constraint is Constraint.UNEQUAL:
        return rows[(np.diff(rows, axis=1) > 0).all(axis=1)]
    is_equal: npt.NDArray[np.bool_] = rows[:, 0] == rows[:, -1]
    return rows[is_equal if constraint is Constraint.ALL_EQUAL else ~is_equal]


# Up to this many heaps every option is checked; the cost is quadratic.
_MOST_LOOKED_AT = 10_000


def check_tame(claim: Claim, code: Code) -> None:
    """Raise `VerificationError` unless the claim holds; the winning sets are not checked."""
    phi = claim.phi
    _check_nim(claim)
    fickle = int(np.flatnonzero(phi < 2).max(initial=0))
    few = phi[: code.most_heaps * fickle + code.last + 1].tolist()  # others have a firm part
    tame = [Tame(x - 2 * (x > 1), x > 1) for x in few]
    for heap, stated in enumerate(tame):
        rows = options_by_definition(code, heap).tolist()
        value = classify({tame_sum(tame[part] for part in row) for row in rows})
        ensure(value == stated, "phi", f"heap {heap} is not {stated}")
    right = np.array_equal(phi - 2 * (phi > 1), recomputed(code, len(phi)))
    ensure(right, "phi", "a heap has another value under normal play")
    if claim.period is not None:
        check_period(claim, code.last, code.most_heaps)


def is_long_and_tame(claim: Claim, code: Code) -> bool:
    """Return whether a claim is one for `check_tame`: Nim's table, and very many heaps."""
    if len(claim.phi) <= _MOST_LOOKED_AT or code.reach is None:
        return False
    generators = claim.generators
    if nim_order(claim.order - 1) != claim.order or not _all_inside(generators, claim.order):
        return False
    return np.array_equal(claim.action, nim_products(claim.order, generators)[0])


def _all_inside(elements: npt.NDArray[np.int64], order: int) -> bool:
    return bool(((elements >= 0) & (elements < order)).all())


def _check_nim(claim: Claim) -> None:
    """Check that the table is that of Nim with heaps up to the greatest value."""
    ensure(len(claim.phi) > 0, "heaps", "it is about no heap")
    ensure(_all_inside(claim.phi, claim.order), "phi", "an element is none")
    order, generators = nim_order(int(claim.phi.max())), claim.generators
    inside = _all_inside(generators, order) and claim.order == order
    ensure(inside, "generators", "they do not make all elements")
    require_heaps(claim)
    table, is_p = nim_products(order, generators)
    ensure(np.array_equal(claim.action, table), "table", "it is not Nim's")
    for _ in words(claim):  # they reach every element
        pass
    lost = np.flatnonzero(is_p)
    ensure(np.array_equal(np.sort(claim.p_portion), lost), "outcomes", "they are not Nim's")


_MOST_MOVES = 10_000_000_000  # of all heaps together, which takes a quarter of an hour
_ENTRY_BYTES = 40  # an entry of the table: the table, its copies, its marks


def verify_quotient(certificate: MisereCertificate) -> None:
    """Raise `VerificationError` unless everything that a certificate claims is true."""
    code = records.certified_code(certificate.rule)
    records.check_record(certificate, [code], "quotient")
    claim = certificate.claim()
    theorem = HEAPS_ONLY if claim.period is None else FOR_EVER
    require(certificate.theorem == theorem, "theorem", f"it has to be: {theorem}")
    _require_memory(claim)
    if is_long_and_tame(claim, code):
        check_tame(claim, code)  # by normal play
    else:
        _require_few_moves(len(claim.phi), code)
        check(claim, partial(options_by_definition, code), code.reach)
    check_least(claim)


def _require_few_moves(heaps: int, code: Code) -> None:
    """Raise an error if these heaps have too many moves to list."""
    moves = heaps ** (code.most_heaps + bool(code.tail))
    require(moves <= _MOST_MOVES, "phi", f"{heaps:,} heaps have too many moves to list them all")


def _require_memory(claim: Claim) -> None:
    needed = _ENTRY_BYTES * claim.order**2
    require_memory(needed, "Checking this certificate", "use a larger machine")


def check_least(claim: Claim) -> None:
    """Check that the stated period is the least one."""
    if claim.period is None:
        return
    preperiod, period = claim.period
    rest = claim.phi[preperiod:]
    for shorter in range(1, period // 2 + 1):
        less = period % shorter == 0 and (rest[shorter:] == rest[:-shorter]).all()
        require(not less, "period", f"{shorter} is a period already")


_LARGEST = 1_000_000
_BYTES = 16  # an option of a heap: the heaps that are left, at most so many for each tuple of sizes


def verify_joint(certificate: JointCertificate) -> None:
    """Raise `VerificationError` unless everything that a certificate claims is true."""
    games = certificate.games
    codes = [records.certified_code(game.rule) for game in games]
    records.check_record(certificate, codes, "solve", "explain")
    ever = any(game.period is not None for game in games)
    theorem = FOR_EVER if ever else HEAPS_ONLY
    require(certificate.theorem == theorem, "theorem", f"it has to be: {theorem}")
    for game, code in zip(games, codes, strict=True):
        _check_heaps(game, code)
    claim = certificate.claim()
    _require_memory(claim)
    check(claim, _Numbered(games, codes).options)
    for game, code in zip(games, codes, strict=True):
        _check_period(certificate, game, code)


def _check_heaps(game: JointGame, code: Code) -> None:
    """Check that a game's heaps are valid and that their options can be listed."""
    heaps = np.array(game.heaps, np.int64)
    require(len(heaps) > 0 and heaps[0] == 0, "heaps", f"those of {game.rule} do not begin with 0")
    require(bool((np.diff(heaps) > 0).all()), "heaps", f"those of {game.rule} do not rise")
    require(len(heaps) == len(game.phi), "phi", "a heap needs an element, an element a heap")
    largest, most = game.heaps[-1], max(2, code.most_heaps)
    require(largest <= _LARGEST, "heaps", f"one of {game.rule} is too large to list its moves")
    require_memory(_BYTES * largest ** (most - 1), "Listing the moves of these heaps")
    _require_few_moves(len(heaps), code)


def _check_period(certificate: JointCertificate, game: JointGame, code: Code) -> None:
    """Check that the elements of one game repeat for all larger heaps, if that is claimed."""
    claim = certificate.claim_of(game.phi, game.preperiod, game.period)
    if claim.period is None:
        return
    require(code.reach is not None, "period", "this kind of rule has no theorem on periods")
    require(game.heaps[-1] == len(game.heaps) - 1, "heaps", "a period needs every heap")
    check_period(claim, code.last, code.most_heaps)
    check_least(claim)


class _Numbered:
    """The heaps of all games by number."""

    def __init__(self, games: Sequence[JointGame], codes: Sequence[Code]) -> None:
        self._games, self._codes = games, codes
        self._heaps = [np.array(game.heaps, np.int64) for game in games]
        self._ends = np.cumsum([len(heaps) for heaps in self._heaps])

    def options(self, number: int) -> Rows:
        """Return the options of a heap by its number, as numbers."""
        place = int(np.searchsorted(self._ends, number, "right"))
        heaps = self._heaps[place]
        first = int(self._ends[place]) - len(heaps)
        heap = int(heaps[number - first])
        left = options_by_definition(self._codes[place], heap)
        places = np.searchsorted(heaps, left)
        there = bool((heaps[np.minimum(places, len(heaps) - 1)] == left).all())
        rule = self._games[place].rule
        require(there, "heaps", f"a move from heap {heap} of {rule} leaves one that is not there")
        return places.astype(np.int64) + first


AnyCertificate = (
    records.Certificate
    | records.FormulaCertificate
    | DigitsCertificate
    | MisereCertificate
    | JointCertificate
)

_CHECKS: dict[type[AnyCertificate], Callable[[Any], None]] = {
    records.Certificate: verify_period,
    records.FormulaCertificate: verify_formula,
    DigitsCertificate: verify_digits,
    MisereCertificate: verify_quotient,
    JointCertificate: verify_joint,
}
KINDS: dict[str, type[AnyCertificate]] = {kind.kind: kind for kind in _CHECKS}


def read_certificate(source: str | os.PathLike[str]) -> AnyCertificate:
    """Read a certificate and check its seal, but not its claims.

    Args:
        source: Its text, which begins with {, or the name of its file.

    Raises:
        GraphFormatError: If the file is no certificate; it names the file and the field.
        VerificationError: If a field was changed after the certificate was written.
    """
    return parse_certificate(*text_of(source))


def parse_certificate(text: str | bytes, name: str = "certificate") -> AnyCertificate:
    """Read a certificate from text, or its bytes; *name* is what errors call it."""
    return parse_kind(KINDS, text, name)


def verify_certificate(
    certificate: AnyCertificate | str | os.PathLike[str], progress: Progress | None = None
) -> None:
    """Raise `VerificationError` unless everything that a certificate claims is true.

    Args:
        certificate: A certificate of a period, of values by digits, of a misère quotient or of
            one of several games, its text, or the name of its file.
        progress: Called as progress(stage, done, total).

    Raises:
        VerificationError: With the condition that failed; see `verify_period`,
            `verify_formula`, `verify_digits`, `verify_quotient` and `verify_joint`.
        GraphFormatError: If the file cannot be read as a certificate.

    >>> from grundy.heaps.rules import TakeAndBreak
    >>> verify_certificate(TakeAndBreak("0.75").misere_quotient().certificate().to_json())
    """
    if not isinstance(certificate, AnyCertificate):
        certificate = read_certificate(certificate)
    with reporting(progress):
        _CHECKS[type(certificate)](certificate)
