"""A draft of an entry for the OEIS: the values of a heap game, with what is proved of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import xor

from grundy.cli.game import is_known
from grundy.heaps.numbers import require_natural
from grundy.heaps.periods.certificate import Certificate, proof_of
from grundy.heaps.periods.period import Period
from grundy.heaps.ruleset import HeapRuleset
from grundy.named.description import (
    VALUES,
    Description,
    KnownGame,
    KnownMatch,
    describe,
    known_games,
)
from grundy.named.notation import rule_of
from grundy.runtime.limits import Limits

USUAL_TERMS = 1_000
USUAL_STOP = 20_000
_DATA = 260  # characters of the terms that an entry shows
_LOOKED = 100_000  # options of the heap of an example
_UNKNOWN = "A000000"
_PLAIN = {
    "⌊": "floor(", "⌋": ")", "−": "-", "√": "sqrt ", "·": "*", "≥": ">=", "₂": "_2", "G(": "a(",
}  # fmt: skip

CERTIFICATE = "certificate.json"
"""The name of the file with the certificate."""


@dataclass(frozen=True)
class OeisDraft:
    """What an entry has to say, a field of the form each."""

    game: str
    oeis: str | None
    start: int
    values: tuple[int, ...]
    name: str
    comments: tuple[str, ...]
    formulas: tuple[str, ...]
    references: tuple[str, ...]
    example: str
    see_also: tuple[str, ...]
    keywords: tuple[str, ...]
    certificate: Certificate | None

    @property
    def data(self) -> tuple[int, ...]:
        """The terms that an entry shows: up to 260 characters."""
        shown, length = 0, -2
        for value in self.values:
            length += len(str(value)) + 2
            if length > _DATA:
                break
            shown += 1
        return self.values[:shown]

    @property
    def offset(self) -> tuple[int, int]:
        """The heap of the first term, and which term is the first that is greater than 1."""
        great = (place for place, value in enumerate(self.values, 1) if value > 1)
        return self.start, next(great, 1)

    @property
    def b_file(self) -> str:
        """The name of the file of all terms."""
        return f"b{(self.oeis or _UNKNOWN)[1:]}.txt"

    def __str__(self) -> str:
        """Return the draft, field by field."""
        fields = {
            "NAME": [self.name],
            "DATA": [", ".join(map(str, self.data))],
            "OFFSET": [",".join(map(str, self.offset))],
            "COMMENTS": self.comments,
            "REFERENCES": self.references,
            "FORMULA": self.formulas,
            "EXAMPLE": [self.example],
            "CROSSREFS": self.see_also,
            "KEYWORD": [",".join(self.keywords)],
        }
        written = [f"{name}\n" + "".join(f"  {line}\n" for line in fields[name]) for name in fields]
        return "\n".join(text for text in written if text.count("\n") > 1)


def oeis_draft(
    game: HeapRuleset,
    terms: int = USUAL_TERMS,
    *,
    start: int = 0,
    stop: int = USUAL_STOP,
    command: str = "",
    limits: Limits | None = None,
) -> OeisDraft:
    """Draft an entry for the OEIS: terms, offset, comments, and the certificate of a period."""
    if require_natural(terms, "terms") == 0:
        raise ValueError("terms is at least 1, found 0.")
    end = require_natural(start, "start") + terms
    found = describe(game, max(stop, 2), limits=limits)
    values = game.values(end, limits=limits)
    known = next((known for known, rules in known_games() if rules.text == game.text), None)
    period, certified = found.period, is_known(game)
    certificate = None
    if certified and period is not None and period.proof is not None:
        certificate = proof_of(game, period, command)
    return OeisDraft(
        game=game.text,
        oeis=None if known is None else known.oeis,
        start=start,
        values=tuple(values[start:].tolist()),
        name=f"Grundy values of {_called(game, known)}: a(n) is the value of a heap of n tokens.",
        comments=tuple(_comments(game, found, certified)),
        formulas=tuple(_formulas(found)),
        references=(known.source,) if known is not None else (),
        example=_example(game, values.tolist()),
        see_also=tuple(
            _see_also(match) for match in found.same_as if match.known.game != game.text
        ),
        keywords=("nonn",) if found.proved is None else ("nonn", "easy"),
        certificate=certificate,
    )


def _called(game: HeapRuleset, known: KnownGame | None) -> str:
    return f"the game {game.text}" if known is None else f"{known.name} ({known.game})"


def _comments(game: HeapRuleset, found: Description, certified: bool) -> Iterator[str]:
    yield rule_of(game) or f"(Say here what a move of {game.text} is.)"
    yield (
        "Two players move in turn, and who cannot move loses. The value of a heap is the least "
        "nonnegative integer that is not the value of an option; that of several heaps is the "
        "bitwise exclusive-or of theirs."
    )
    period = found.period
    if period is not None and certified and period.proof is not None:
        law, proof = _law(period), period.proof
        yield (
            f"{law}: proved by heaps 0 to {proof.heaps - 1} ({proof.theorem}). {CERTIFICATE} holds "
            f"this claim with a hash of the values; grundy verify {CERTIFICATE} checks it by the "
            "definition."
        )
    elif period is None and found.proved is None:
        yield (
            "Whether the sequence is periodic is not known here: heaps below "
            f"{found.stop} prove nothing."
        )
    for conjecture in found.conjectures:
        about = "a(n) = " if conjecture.about == VALUES else f"{conjecture.about} is "
        yield (
            f"Conjecture: {about}{_plain(conjecture.text)} (fits for {conjecture.start} <= n < "
            f"{conjecture.stop})."
        )


def _formulas(found: Description) -> Iterator[str]:
    proved, period = found.proved, found.period
    if proved is not None and (period is None or "periodic with" not in proved.text):
        since = f" for n >= {proved.start}" if proved.start else ""
        yield f"a(n) = {_plain(proved.text)}{since} ({proved.proof})."
    if period is not None:
        yield f"{_law(period)}."


def _law(period: Period) -> str:
    added = f" + {period.saltus}" if period.saltus else ""
    return f"a(n + {period.period}) = a(n){added} for n >= {period.preperiod}"


def _example(game: HeapRuleset, values: list[int]) -> str:
    """Explain the first value that is greater than 1, or the last one."""
    heap = next((n for n, value in enumerate(values) if value > 1), len(values) - 1)
    reached = {
        reduce(xor, (values[part] for part in option), 0)
        for option in islice(game.options(heap), _LOOKED)
    }
    written = ", ".join(map(str, sorted(reached))) or "none"
    return (
        f"a({heap}) = {values[heap]}: the options of a heap of {heap} have the values {written}, "
        f"and {values[heap]} is the least that is not among them."
    )


def _see_also(match: KnownMatch) -> str:
    moved = f" {'+' if match.shift > 0 else '-'} {abs(match.shift)}" if match.shift else ""
    said = "proved" if match.proof is not None else f"fits for n < {match.stop}, not proved"
    name = match.known.oeis or match.known.name
    return f"{name}: a(n) is its term n{moved} ({said})."


def _plain(text: str) -> str:
    for sign, word in _PLAIN.items():
        text = text.replace(sign, word)
    return text
