"""The rules of an indexed game for kernels, and a table checked by the definition."""

from __future__ import annotations

import hashlib
import os
import random
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import RulesetError, VerificationError
from grundy.games.values.packed import kernel
from grundy.printable import counted
from grundy.runtime.limits import Progress, reports
from grundy.runtime.threads import Control, in_parallel, shares, thread_count, watched
from grundy.tabulated.folder import Mapped, is_whole, plan, read_manifest
from grundy.tabulated.kernels import fill
from grundy.tabulated.kernels import verify as kernels

if TYPE_CHECKING:
    from grundy.games.indexed import Indexed
    from grundy.games.ruleset import Ruleset


_SAMPLE = 512


@dataclass(frozen=True)
class Rules:
    """An indexed game, and its rules as arguments of the kernels."""

    ruleset: Ruleset
    indexed: Indexed

    @cached_property
    def arguments(self) -> tuple[Any, ...]:
        """What `grundy.tabulated.kernels` takes of the game."""
        ranking, packed = self.indexed.ranking, self.indexed.packed
        return (
            kernel(packed.followers), packed.data, ranking.is_plain, ranking.table,
            ranking.choose, ranking.count,
        )  # fmt: skip

    def buffer(self) -> np.ndarray:
        """Return int64[m], room for the options of one state."""
        return np.zeros(self.indexed.packed.most, np.int64)

    def options(self, number: int) -> list[int] | None:
        """Return the options of a number, as numbers; None where it stands for no state."""
        buffer = self.buffer()
        count = int(fill.options(*self.arguments, number, buffer))
        if count == -2:
            raise self.refused(fill.NO_WORD, number)
        return None if count < 0 else buffer[:count].tolist()

    @cached_property
    def fingerprint(self) -> str:
        """What the rules are, by the options of some hundred states spread over all of them."""
        digest = hashlib.sha256(f"{self.indexed.ranking} {self.indexed.count}".encode())
        for number in spread(self.indexed.count, _SAMPLE):
            options = self.options(number)
            text = "none" if options is None else " ".join(map(str, sorted(options)))
            digest.update(f"{number}: {text}\n".encode())
        return digest.hexdigest()

    @property
    def start(self) -> str:
        """The state that bounds the table, as text."""
        return self.ruleset.format(self.indexed.state_of(self.indexed.packed.signed))

    def state_text(self, number: int) -> str:
        """Write the state of a number with its game."""
        try:
            return f"{self.ruleset.text} {self.ruleset.format(self.indexed.state_at(number))}"
        except Exception:  # the user's own functions may refuse it in their own way
            return f"{self.ruleset.text}, state number {number:,}"

    def refused(self, why: int, number: int) -> RulesetError:
        """Return the error for a state at which a kernel stopped."""
        reasons = {
            fill.NO_WORD: "an option is no state of the table; the hook `indexed` has to number "
            "all that a state leads to",
            fill.NOT_BELOW: "an option does not come before it; with cycles, or in another "
            'order, the hook `indexed` says order="cycles"',
            fill.NOT_THERE: "an option lies in a block of the same stage or a later one; `tier` "
            "has to put it into an earlier one",
            fill.TOO_FAR: "a play lasts more than 65,535 moves; leave the remoteness out",
            fill.WIDE: "its value is over 65,533, which a table has no room for",
        }
        return RulesetError(f"{self.state_text(number)}: {reasons[why]}.")


def spread(count: int, most: int) -> list[int]:
    """Return up to *most* numbers from 0 to count - 1, the first and the last among them."""
    if count <= most:
        return list(range(count))
    return [place * (count - 1) // (most - 1) for place in range(most)]


# A table checked by the definition: its hashes, its entries, and the rules that made it.
#
# Nothing here, and nothing that it imports, knows how values are found.


_PLAIN = 200  # states whose options are compared with the plain rules

_FAULTS = {
    kernels.OUTSIDE: "an option is no state of the table",
    kernels.NOT_MEX: "its value is not the least that no option has",
    kernels.NO_ANSWER: "an option has no answer of its value with a smaller counter (condition B)",
    kernels.NO_REASON: "no option says why it is ∞ (condition C)",
    kernels.STATE: "the table and the rules do not agree on what is a state",
    kernels.LENGTH: "its remoteness does not follow from those of its options",
}


@reports
def verify_table(
    path: str | os.PathLike[str],
    rules: Rules,
    *,
    sample: int | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> str:
    """Check a table, and say what was checked."""
    folder, manifest = Path(path), read_manifest(path)
    if rules.fingerprint != manifest["task"]["rules"]:
        raise VerificationError(f"{path}: the table was made by other rules.")
    cut = plan(rules.indexed, remoteness="remoteness" in manifest["task"]["kinds"])
    for name, measures in manifest["pieces"].items():
        if not (folder / name).exists() or not is_whole(folder / name, measures):
            raise VerificationError(f"{folder / name}: this block is not what was written.")
    mapped = Mapped(folder, cut)
    mapped.add(list(manifest["pieces"]))
    if missing := mapped.missing():
        raise VerificationError(f"{path}: {counted(len(missing), 'block')} not there yet.")
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    drawn = None if sample is None or sample >= cut.count else _drawn(chance, sample, cut.count)
    table = (
        *mapped.table, cut.cyclic, np.array(cut.tiers, np.int64), mapped.counters,
        mapped.remoteness, cut.remoteness,
    )  # fmt: skip
    _check_entries(rules, table, drawn, cut.count)
    compared = sum(_check_plain(rules, number) for number in _compared(rules, chance, cut.count))
    looked = "all" if drawn is None else f"{len(drawn):,} of"
    return (
        f"{counted(len(manifest['pieces']), 'file')}, {looked} "
        f"{counted(cut.count, 'position')} by the definition, "
        f"{counted(compared, 'position')} by the plain rules"
    )


def _drawn(chance: random.Random, most: int, count: int) -> np.ndarray:
    return np.array(sorted({chance.randrange(count) for _ in range(most)}), np.int64)


def _compared(rules: Rules, chance: random.Random, count: int) -> list[int]:
    """Draw numbers at random, and those met in random plays: few numbers may stand for states."""
    numbers = set(_drawn(chance, _PLAIN, count).tolist())
    start = rules.indexed.number_of(rules.indexed.state_of(rules.indexed.packed.signed))
    number = start
    for _ in range(_PLAIN):
        numbers.add(number)
        options = rules.options(number)
        number = chance.choice(sorted(options)) if options else start
    return sorted(numbers)


def _check_entries(
    rules: Rules, table: tuple[object, ...], drawn: np.ndarray | None, count: int
) -> None:
    total = count if drawn is None else len(drawn)

    def run(control: Control) -> list[tuple[int, int]]:
        parts = shares(total, min(thread_count(), max(total >> 12, 1)))
        return in_parallel([partial(_fault, rules, table, drawn, *part, control) for part in parts])

    for wrong, number in watched(run, "positions", total):
        if wrong != kernels.FINE:
            raise VerificationError(f"{rules.state_text(number)}: {_FAULTS[wrong]}.")


def _fault(
    rules: Rules,
    table: tuple[object, ...],
    drawn: np.ndarray | None,
    first: int,
    stop: int,
    control: Control,
) -> tuple[int, int]:
    numbers = np.zeros(0, np.int64) if drawn is None else drawn[first:stop]
    state = np.array([0, stop], np.int64)
    wrong = kernels.first_fault(
        *rules.arguments, *table, numbers, first, rules.buffer(), rules.buffer(), rules.buffer(),
        state, control,
    )  # fmt: skip
    return int(wrong), int(state[0])


def _check_plain(rules: Rules, number: int) -> int:
    """Compare the compiled options of a number with the plain rules; 1 if it is a state."""
    options = rules.options(int(number))
    if options is None:
        return 0
    indexed = rules.indexed
    state = indexed.state_at(int(number))
    plain = set(map(indexed.number_of, rules.ruleset.options(state)))
    if plain != set(options) or indexed.number_of(state) != number:
        raise VerificationError(
            f"{rules.state_text(int(number))}: the compiled options differ from those of the rules."
        )
    return 1
