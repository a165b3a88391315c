"""Certificates of periods, and the rule that a certificate is about."""

from __future__ import annotations

import hashlib
import re
import shlex
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from grundy._version import __version__
from grundy.errors import CodeError, LimitError, RulesetError, VerificationError
from grundy.heaps.codes import Code, parse_code, parse_set
from grundy.runtime.sealed import FORMAT, SealedFile, require

if TYPE_CHECKING:
    from grundy.heaps.numbers import HeapRules
    from grundy.heaps.periods.period import Period
    from grundy.runtime.limits import Limits


_HIGHEST = 1_000_000
_OF_SUMS = ("solve", "explain")
_LONGEST_VERSION, _LONGEST_COMMAND = 100, 1 << 17
_VERSION = re.compile(r"[0-9]+(\.[0-9]+)+([a-z0-9.+]*)")


def certified_code(rule: str) -> Code:
    """Return the code of a rule."""
    try:
        return read_rule(rule)
    except CodeError as error:
        raise VerificationError(f"The rule is none: {error}", condition="rule") from None


def read_rule(text: str) -> Code:
    """Read a rule: {…} allows these numbers, allbut{…} all others, else it is a code."""
    number_set = parse_set(text)
    if number_set is None:
        return parse_code(text)
    if max(number_set.numbers, default=0) > _HIGHEST:
        raise LimitError(f"A set in a certificate has numbers up to {_HIGHEST:,}, to be checked.")
    return number_set.code()


def check_record(file: SealedFile, codes: Sequence[Code | None], *writers: str) -> None:
    """Check that version and command could be those that wrote a certificate of these rules."""
    is_version = len(file.version) <= _LONGEST_VERSION and _VERSION.fullmatch(file.version)
    require(bool(is_version), "version", "a version is numbers, such as 0.1.0")
    writes = not file.command or _may_have_written(file.command, codes, writers)
    none = "it is not a command of grundy that writes a certificate of this rule"
    require(writes, "command", none)


def _may_have_written(command: str, codes: Sequence[Code | None], writers: tuple[str, ...]) -> bool:
    """Reject anything but a grundy command for this code or set."""
    if len(command) > _LONGEST_COMMAND or not command.isprintable():
        return False
    try:
        program, name, *words = shlex.split(command)
    except ValueError:  # fewer words than two, or a quote that is never closed
        return False
    if program != "grundy" or name not in (*writers, "serve"):
        return False
    parts = " ".join(words).split("+") if name in _OF_SUMS else words[:1]
    games = [part.split()[0] for part in parts if part.split()]
    return name == "serve" or (bool(games) and all(_may_be(game, codes) for game in games))


def _may_be(game: str, codes: Sequence[Code | None]) -> bool:
    """Return whether a word is one of these rules, or the name of a game."""
    try:
        return read_rule(game) in codes
    except CodeError:  # which rule it has is no matter of this file
        return True


def rule_of(ruleset: HeapRules) -> str:
    """Return the rule of a game as a file can hold it."""
    try:
        if ruleset.code is not None and read_rule(ruleset.text) == ruleset.code:
            return ruleset.text
    except CodeError:
        pass  # its text is a name
    if ruleset.code is None:
        needs = "its rule is a function, and a certificate needs a code or a set of numbers"
        raise RulesetError(f"{ruleset.text} has no certificate: {needs}.")
    return str(ruleset.code)


# Certificates of periods: of computed values with their rare heaps, and of formulas.
#
# A certificate says: heaps 0 .. N - 1 of this rule have these values (as a hash), they repeat,
# and a theorem extends the repetition to all larger heaps. `grundy.heaps.periods.verify` checks
# it.


@dataclass(frozen=True)
class RareHeaps:
    """The heaps of rare value among heaps 1 .. N - 1 (docs/theory.md 3.3 and 3.6)."""

    mask: int
    by_position: bool
    heaps: tuple[int, ...]

    def kinds(self, width: int, offset: int) -> npt.NDArray[np.uint8]:
        """Return uint8[2, width]: 1 in row heap & 1, column g."""
        even = (np.bitwise_count(np.arange(width) & self.mask) & 1 == 0).astype(np.uint8)
        odd_distance = np.array([[offset & 1], [1 - (offset & 1)]], np.uint8)
        return even ^ odd_distance if self.by_position else np.stack([even, even])


ENCODING = "each value as four bytes, little-endian"
_CHUNK = 1 << 20
_SHOWN = 24  # values
_WITH_RARES = 2  # the format of certificates that name the rare heaps


@dataclass(frozen=True)
class _OfPeriod(SealedFile):
    rule: str
    theorem: str
    preperiod: int
    period: int
    saltus: int

    @property
    @abstractmethod
    def _proved_by(self) -> tuple[int, str]:
        """The number of heaps, and what they prove it by."""

    @property
    def sentence(self) -> str:
        """What it says, once it has been checked."""
        saltus = f" and saltus {self.saltus}" if self.saltus else ""
        return (
            f"{self.rule}: period {self.period}{saltus} from heap {self.preperiod} on, proved by "
            f"{self._proved_by[1]} ({self.theorem})."
        )

    @property
    def summary(self) -> dict[str, Any]:
        """What it says, for machines."""
        keys = ("rule", "theorem", "preperiod", "period", "saltus")
        return {key: getattr(self, key) for key in keys} | {"heaps": self._proved_by[0]}


@dataclass(frozen=True)
class Certificate(_OfPeriod):
    """A proved period, and what is needed to check it.

    Attributes:
        rule: The rule as the command line takes it: a code, ``{1,3,4}`` or ``allbut{1,4}``.
        theorem: The theorem that makes the repetition go on, as named in
            `grundy.heaps.periods.period`.
        preperiod: The first heap from which the period holds.
        period: The least period.
        saltus: What each period adds.
        heaps: N; heaps 0 .. N - 1 prove the period.
        encoding: How values become the bytes that are hashed.
        sha256: The SHA-256 of the values of these heaps, as 64 hexadecimal digits.
        first_values: The first values, for the reader.
        version: The version of grundy that wrote the certificate.
        command: The command that wrote it.
        rare: The rare heaps, which make the check of many heaps quick; None where there is no
            sparse space, or none is worth it.
    """

    kind: ClassVar[str] = "period of a heap game"
    formats: ClassVar[tuple[int, ...]] = (FORMAT, _WITH_RARES)

    heaps: int
    sha256: str
    first_values: tuple[int, ...]
    encoding: str = ENCODING
    version: str = __version__
    command: str = ""
    rare: RareHeaps | None = None

    @property
    def _proved_by(self) -> tuple[int, str]:
        return self.heaps, f"heaps 0 to {self.heaps - 1}"

    @property
    def form(self) -> int:
        """What the field "format" says: another number where rare heaps are named."""
        return FORMAT if self.rare is None else _WITH_RARES

    def fields(self) -> dict[str, Any]:
        """All that the file holds, but the seal."""
        return {key: value for key, value in super().fields().items() if value is not None}


def hash_of(values: npt.NDArray[Any]) -> str:
    """Return the SHA-256 of values as little-endian numbers of 32 bits, in hexadecimal."""
    digest = hashlib.sha256()
    for start in range(0, len(values), _CHUNK):
        digest.update(values[start : start + _CHUNK].astype("<u4").tobytes())
    return digest.hexdigest()


DIVISORS = "what may be taken is closed under divisors"
RESIDUES = "nim-sums of residues"


@dataclass(frozen=True)
class FormulaCertificate(_OfPeriod):
    """A period of which a formula is the reason, and what is needed to check it.

    Attributes:
        rule: The name of a game that takes from a set without end, or a code.
        theorem: What makes the formula true: `DIVISORS` or `RESIDUES`.
        preperiod: The first heap from which the period holds.
        period: The least period.
        saltus: What each period adds.
        values: The values of the heaps below preperiod + period, which repeat.
        version: The version of grundy that wrote the certificate.
        command: The command that wrote it.
    """

    kind: ClassVar[str] = "formula of a heap game"

    values: tuple[int, ...]
    version: str = __version__
    command: str = ""

    @property
    def _proved_by(self) -> tuple[int, str]:
        return len(self.values), "a formula"


def certify(
    ruleset: HeapRules, stop: int, *, command: str = "", limits: Limits | None = None
) -> Certificate | None:
    """Prove the period of a game and give its certificate, or None when none is proved.

    Args:
        ruleset: A game of heaps.
        stop: Heaps 0 .. stop - 1 are computed, if they have not been before; the certificate
            rests on no more of them than the theorem needs.
        command: What was asked, for the record: empty, or the command line that says it.
        limits: How far it may go; its positions are heaps.

    Raises:
        LimitError: If a limit is passed.

    >>> from grundy import TakeAndBreak
    >>> certificate = certify(TakeAndBreak("0.77"), 500)
    >>> certificate.theorem, certificate.heaps
    ('Guy and Smith 1956', 167)
    """
    if ruleset.period_theorem is None:
        return None
    period = ruleset.sequence.period
    if period is None or period.proof is None:
        period = ruleset.find_period(stop, limits=limits)
    if period is None or period.proof is None or period.proof.heaps > stop:
        return None
    return proof_of(ruleset, period, command)


def proof_of(ruleset: HeapRules, period: Period | None, command: str) -> Certificate | None:
    """Return the certificate of a period that a theorem proves; None for a formula or a guess."""
    if period is None or period.proof is None:
        return None
    proof, values = period.proof, ruleset.values(period.proof.heaps)
    rule = ruleset.text if ruleset.code is None else ruleset.sealed_rule()
    return Certificate(
        rule, proof.theorem, period.preperiod, period.period, period.saltus, proof.heaps,
        sha256=hash_of(values),
        first_values=tuple(values[:_SHOWN].tolist()),
        command=command,
        rare=ruleset.sequence.rare_heaps(proof.heaps),
    )  # fmt: skip


def of_formula(
    ruleset: HeapRules, period: Period | None, *, command: str = ""
) -> SealedFile | None:
    """Return the certificate of a formula, or of the period that it proves; None for any other."""
    formula = ruleset.formula
    if formula is not None and formula.certificate is not None:
        made: SealedFile | None = formula.certificate(command)
        return made
    is_proved = period is not None and period.proved and period.proof is None
    if period is None or formula is None or formula.period is None or not is_proved:
        return None
    return FormulaCertificate(
        ruleset.text if ruleset.code is None else ruleset.sealed_rule(),
        DIVISORS if ruleset.code is None else RESIDUES,
        period.preperiod, period.period, period.saltus,
        values=tuple(map(formula, range(period.preperiod + period.period))),
        command=command,
    )  # fmt: skip


def formula_text(ruleset: HeapRules) -> str:
    """Write the formula of a game with its source; empty where there is none."""
    formula = ruleset.formula
    return "" if formula is None else f"{formula.text} ({formula.source})"
