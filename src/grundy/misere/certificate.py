"""Certificates of misère quotients, joint ones too, as files, and their check; it knows no solver.

What is checked makes the claim a theorem: docs/theory.md 7.2 and 7.9.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from grundy._version import __version__
from grundy.errors import VerificationError
from grundy.misere import reached
from grundy.printable import counted
from grundy.runtime.sealed import SealedFile, failure
from grundy.runtime.threads import Control, watched

Products = npt.NDArray[np.int32]
Marks = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """A monoid, the element of each heap, and the sets that prove the outcomes."""

    generators: npt.NDArray[np.int64]
    action: npt.NDArray[np.int64]
    p_portion: npt.NDArray[np.int64]
    phi: npt.NDArray[np.int64]
    invariant: tuple[tuple[int, tuple[int, ...]], ...]
    period: tuple[int, int] | None = None

    @property
    def order(self) -> int:
        """How many elements the monoid has."""
        return len(self.action)


def ensure(holds: bool, condition: str, message: str) -> None:
    """Raise `VerificationError` unless a condition holds."""
    if not holds:
        raise VerificationError(f"The certificate is false: {message}.", condition=condition)


def require_shape(claim: Claim) -> None:
    """Check that every element is in the monoid."""
    order = claim.order
    shape = claim.action.shape == (order, len(claim.generators))
    ensure(order > 0 and shape, "table", "the table has another shape")
    for name, numbers in (("table", claim.action), ("generators", claim.generators),
                          ("outcomes", claim.p_portion), ("phi", claim.phi)):  # fmt: skip
        inside = not numbers.size or (numbers.min() >= 0 and numbers.max() < order)
        ensure(bool(inside), name, "an element is none of the monoid")
    ensure(len(claim.phi) > 0, "heaps", "it is about no heap")
    for element, sets in claim.invariant:
        inside = 0 <= element < order and all(0 <= bits < 1 << order for bits in sets)
        ensure(inside, "invariant", "an element is none of the monoid")


def require_heaps(claim: Claim) -> None:
    """Check that each generator is the element of a heap, so that each element is that of a sum."""
    elements = {0, *claim.phi.tolist()}
    inside = elements.issuperset(claim.generators.tolist())
    ensure(inside, "generators", "one is no heap's element")


def words(claim: Claim) -> Iterator[tuple[int, int, int]]:
    """Yield (element, an earlier one, the place of a generator that leads from this to that)."""
    count = 1
    for step in reached(claim.action):
        count += 1
        yield step
    ensure(count == claim.order, "generators", "they do not reach every element")


def products(claim: Claim) -> Products:
    """Return the table that the products with generators make, if it is a commutative monoid's."""
    require_shape(claim)
    action, generators = claim.action.astype(np.int32), claim.generators
    steps = list(words(claim))
    table = np.empty((claim.order, claim.order), np.int32)
    table[:, 0] = np.arange(claim.order)
    for element, earlier, place in steps:
        table[:, element] = action[table[:, earlier], place]
    same = np.array_equal(action[0], generators)
    ensure(same, "generators", "1 times a generator is another element")
    ensure(np.array_equal(table[:, generators], action), "table", "a product has two values")
    ensure(np.array_equal(table, table.T), "table", "it does not commute")
    for generator in generators.tolist():  # Light's test: generators are enough
        by_g = table[generator]
        ensure(np.array_equal(table[by_g], table[:, by_g]), "table", "it does not associate")
    return table


def check_period(claim: Claim, last: int, most: int) -> None:
    """Check that phi repeats on enough heaps to be periodic."""
    assert claim.period is not None  # noqa: S101 - the caller has looked
    preperiod, period = claim.period
    heaps, phi = len(claim.phi), claim.phi.tolist()
    ensure(preperiod >= 0 and period > 0, "period", "a period is a positive number")
    ensure(
        heaps >= most * (max(preperiod, 1) + period) + last - most + 1, "heaps",
        "the theorem needs more heaps",
    )  # fmt: skip
    repeats = all(phi[heap] == phi[heap + period] for heap in range(preperiod, heaps - period))
    ensure(repeats, "period", "the elements do not repeat")
    earlier = preperiod == 0 or phi[preperiod - 1] != phi[preperiod - 1 + period]
    ensure(earlier, "period", "it begins earlier")


def check(
    claim: Claim, options: Callable[[int], Rows], reach: tuple[int, int] | None = None
) -> None:
    """Raise `VerificationError` unless the claim holds for all sums of its heaps."""
    table = products(claim)
    is_p = np.zeros(claim.order, bool)
    is_p[claim.p_portion] = True
    reduced = len({row.tobytes() for row in np.packbits(is_p[table], axis=1)}) == claim.order
    ensure(reduced, "reduced", "no element tells two others apart")
    elements, wins = _kinds(table, is_p, claim, options)
    ensure(not is_p[0], "outcomes", "who cannot move wins, so 1 is no P-position")
    stays = (is_p[table[elements]] & wins).any()
    ensure(not stays, "outcomes", "a P-position has a move to a P-position")
    _check_invariant(table, is_p, elements, wins, claim)
    if claim.period is not None:
        last, most = reach or (0, 0)
        ensure(most > 0, "period", "this kind of rule has no theorem on periods")
        check_period(claim, last, most)


def _kinds(
    table: Products, is_p: Marks, claim: Claim, options: Callable[[int], Rows]
) -> tuple[npt.NDArray[np.int32], Marks]:
    """Return the element and the winning set of each kind of heap that has a move."""
    require_heaps(claim)
    phi = claim.phi
    kinds: dict[tuple[int, bytes], Marks] = {}
    for heap, element in enumerate(phi.tolist()):
        rows = options(heap)
        if not len(rows):
            ensure(element == 0, "phi", f"heap {heap} has no move, and its element is not 1")
            continue
        left = np.zeros(len(rows), np.int32)
        for column in range(rows.shape[1]):
            left = table[left, phi[rows[:, column]]]
        wins = np.asarray(is_p[table[np.flatnonzero(np.bincount(left))]].any(axis=0))
        kinds[element, wins.tobytes()] = wins
    elements = np.array([element for element, _ in kinds], np.int32)
    return elements, np.array(list(kinds.values()), bool).reshape(-1, claim.order)


def _check_invariant(
    table: Products, is_p: Marks, elements: npt.NDArray[np.int32], wins: Marks, claim: Claim
) -> None:
    from grundy.misere.kernels import invariant

    sets = dict(claim.invariant)
    ensure(len(sets) == len(claim.invariant), "invariant", "an element stands there twice")
    ensure(0 in sets.get(0, ()), "invariant", "the empty sum is missing")
    count = -(-claim.order // 64)
    rows = [
        np.frombuffer(bits.to_bytes(8 * count, "little"), np.uint64)
        for element in range(claim.order)
        for bits in sets.get(element, ())
    ]
    lengths = [len(sets.get(element, ())) for element in range(claim.order)]
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    kinds = np.pad(wins, [(0, 0), (0, 64 * count - claim.order)])
    kind_wins = np.packbits(kinds, axis=1, bitorder="little").view(np.uint64)

    def run(control: Control) -> int:
        return int(invariant.check_invariant(
            table, is_p, elements, kind_wins, starts, np.array(rows),
            np.zeros(count, np.uint64), control,
        ))  # fmt: skip

    ended = watched(run, "invariant", len(rows))
    ensure(ended != invariant.NO_MOVE_TO_P, "outcomes", "an N-position has no move to a P-position")
    ensure(ended == invariant.HOLDS, "invariant", "a sum has a winning set that is not there")


HEAPS_ONLY = "winning sets that every heap keeps"
FOR_EVER = "winning sets that every heap keeps, and the repetition of elements"
_HEXADECIMAL = re.compile(r"0|[1-9a-f][0-9a-f]*")

Table = tuple[tuple[int, ...], ...]
Sets = tuple[tuple[str, ...], ...]


class _OfQuotient(SealedFile):
    """What the certificates of one game, and of several, have in common."""

    theorem: str
    generators: tuple[int, ...]
    action: Table
    p_portion: tuple[int, ...]
    invariant: Sets

    @property
    def order(self) -> int:
        """How many elements the quotient has."""
        return len(self.action)

    @property
    def p_count(self) -> int:
        """How many of them are P-positions."""
        return len(set(self.p_portion))

    def claim_of(
        self, phi: tuple[int, ...], preperiod: int | None = None, period: int | None = None
    ) -> Claim:
        """Return what it says of some heaps, and of their period, in arrays."""
        if (preperiod is None) != (period is None):
            raise failure("period", "a period needs a preperiod, and a preperiod a period")
        repetition = None if preperiod is None or period is None else (preperiod, period)
        sets = tuple(
            (element, tuple(map(_bits, some))) for element, some in enumerate(self.invariant)
        )
        return Claim(
            np.array(self.generators, np.int64), table_of(self.action, len(self.generators)),
            np.array(self.p_portion, np.int64), np.array(phi, np.int64), sets, repetition,
        )  # fmt: skip


def table_of(action: Table, width: int) -> npt.NDArray[np.int64]:
    """Return the products of each element with the generators."""
    if any(len(row) != width for row in action):
        raise failure("table", "a row has not one product for each generator")
    return np.array(action, np.int64).reshape(len(action), width)


@dataclass(frozen=True)
class MisereCertificate(_OfQuotient):
    """A misère quotient, and what is needed to check it.

    Attributes:
        rule: The rule as the command line takes it: a code, ``{1,3,4}`` or ``allbut{1,4}``.
        theorem: What makes it true: `HEAPS_ONLY`, or `FOR_EVER` for a period.
        preperiod: The first heap from which elements repeat; None where only these heaps are
            meant.
        period: The least period, or None.
        generators: Elements of heaps that make all others.
        action: For each element its products with the generators; the identity is element 0.
        p_portion: The elements of P-positions.
        phi: The element of each heap from 0 on.
        invariant: For each element the minimal winning sets of its sums, in hexadecimal: bit y
            says whether y is in the set.
        version: The version of grundy that wrote the certificate.
        command: The command that wrote it.
    """

    kind: ClassVar[str] = "misère quotient of a heap game"

    rule: str
    theorem: str
    preperiod: int | None
    period: int | None
    generators: tuple[int, ...]
    action: Table
    p_portion: tuple[int, ...]
    phi: tuple[int, ...]
    invariant: Sets
    version: str = __version__
    command: str = ""

    def claim(self) -> Claim:
        """Return what it says, in arrays; VerificationError where its lists do not fit."""
        return self.claim_of(self.phi, self.preperiod, self.period)

    @property
    def sentence(self) -> str:
        heaps = f"heaps 0 to {len(self.phi) - 1:,}"
        about = f"proved for {heaps} only"
        if self.period is not None:
            about = (
                f"its elements have period {self.period:,} from heap {self.preperiod:,} on, "
                f"proved by {heaps}"
            )
        return (
            f"{self.rule}: misère quotient of {counted(self.order, 'element')}, {self.p_count:,} "
            f"of them P-positions; {about}."
        )

    @property
    def summary(self) -> dict[str, Any]:
        keys = ("rule", "theorem", "order", "p_count", "preperiod", "period")
        return {key: getattr(self, key) for key in keys} | {"heaps": len(self.phi)}


@dataclass(frozen=True)
class JointGame:
    """The heaps of one game in a joint quotient."""

    rule: str
    preperiod: int | None
    period: int | None
    heaps: tuple[int, ...]
    phi: tuple[int, ...]

    @property
    def text(self) -> str:
        """Which heaps are meant."""
        last = max(self.heaps, default=0)
        if self.period is not None:
            return (
                f"heaps of every size of {self.rule} (period {self.period:,} from heap "
                f"{self.preperiod:,} on, by heaps 0 to {last:,})"
            )
        if len(self.heaps) == last + 1:
            return f"heaps 0 to {last:,} of {self.rule}"
        return f"{counted(len(self.heaps), 'heap')} up to {last:,} of {self.rule}"


@dataclass(frozen=True)
class JointCertificate(_OfQuotient):
    """A misère quotient of heaps of several games, and what is needed to check it.

    Attributes:
        games: The games with their heaps.
        theorem: What makes it true: `HEAPS_ONLY`, or `FOR_EVER` where a game has a period.
        generators: Elements of heaps that make all others.
        action: For each element its products with the generators; the identity is element 0.
        p_portion: The elements of P-positions.
        invariant: For each element the minimal winning sets of its sums, as `MisereCertificate`
            writes them.
        version: The version of grundy that wrote the certificate.
        command: The command that wrote it.
    """

    kind: ClassVar[str] = "joint misère quotient of heap games"

    games: tuple[JointGame, ...]
    theorem: str
    generators: tuple[int, ...]
    action: Table
    p_portion: tuple[int, ...]
    invariant: Sets
    version: str = __version__
    command: str = ""

    @property
    def rule(self) -> str:  # type: ignore[override]
        """The rules of all games, with + between them."""
        return " + ".join(game.rule for game in self.games)

    def claim(self) -> Claim:
        """Return what it says of all heaps, those of one game after those of another."""
        return self.claim_of(tuple(element for game in self.games for element in game.phi))

    @property
    def sentence(self) -> str:
        return (
            f"{self.rule}: joint misère quotient of {counted(self.order, 'element')}, "
            f"{self.p_count:,} of them P-positions; proved for all sums of "
            f"{', '.join(game.text for game in self.games)}."
        )

    @property
    def summary(self) -> dict[str, Any]:
        keys = ("rule", "theorem", "order", "p_count")
        games_data = [
            {"rule": game.rule, "preperiod": game.preperiod, "period": game.period,
             "heaps": len(game.heaps)}
            for game in self.games
        ]  # fmt: skip
        return {key: getattr(self, key) for key in keys} | {"games": games_data}


def of_claim(rule: str, claim: Claim, *, command: str = "") -> MisereCertificate:
    """Write down a claim."""
    sets = dict(claim.invariant)
    preperiod, period = claim.period or (None, None)
    return MisereCertificate(
        rule=rule,
        theorem=HEAPS_ONLY if period is None else FOR_EVER,
        preperiod=preperiod,
        period=period,
        generators=tuple(claim.generators.tolist()),
        action=tuple(map(tuple, claim.action.tolist())),
        p_portion=tuple(claim.p_portion.tolist()),
        phi=tuple(claim.phi.tolist()),
        invariant=tuple(
            tuple(f"{bits:x}" for bits in sets.get(element, ())) for element in range(claim.order)
        ),
        command=command,
    )


def _bits(text: str) -> int:
    if not _HEXADECIMAL.fullmatch(text):
        raise failure("invariant", "a set is no hexadecimal number")
    return int(text, 16)
