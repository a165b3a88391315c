"""A table on disk: how it is cut, read and checked by the definition; the rules for its kernels.

Nothing here, and nothing that it imports, knows how values are found.
"""

from __future__ import annotations

import hashlib
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import groupby
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import FolderError, RulesetError, VerificationError
from grundy.games.values.packed import kernel
from grundy.printable import counted
from grundy.runtime.folders import measured, read_state, require_form
from grundy.runtime.limits import Progress, reports
from grundy.runtime.threads import Control, in_parallel, shares, thread_count, watched
from grundy.tabulated.kernels import fill
from grundy.tabulated.kernels import verify as kernels

if TYPE_CHECKING:
    from grundy.games.indexed import Indexed
if TYPE_CHECKING:
    from grundy.games.indexed import Indexed
    from grundy.games.ruleset import Ruleset


_FEWEST_BITS = 16
_MOST_BITS = 26
_BLOCKS = 8  # the binary logarithm of how many blocks a table has, where it is not too large


@dataclass(frozen=True)
class Plan:
    """How a table is cut into blocks of 2^shift numbers; the last may be shorter."""

    count: int
    shift: int
    tiers: tuple[int, ...]
    cyclic: bool
    remoteness: bool

    @property
    def kinds(self) -> tuple[str, ...]:
        return "values", *["counters"] * self.cyclic, *["remoteness"] * self.remoteness

    def bounds(self, block: int) -> tuple[int, int]:
        first = block << self.shift
        return first, min(first + (1 << self.shift), self.count)

    def stages(self) -> Iterator[list[int]]:
        """Yield the blocks of each stage, the lowest stage first."""
        ordered = sorted(range(len(self.tiers)), key=self.tiers.__getitem__)
        for _, blocks in groupby(ordered, self.tiers.__getitem__):
            yield list(blocks)


def plan(indexed: Indexed, *, remoteness: bool) -> Plan:
    """Return how a game's table is cut; it depends on the game alone."""
    count, cyclic = indexed.count, indexed.order == "cycles"
    bits = max(count - 1, 1).bit_length()
    shift = bits if cyclic else min(max(_FEWEST_BITS, bits - _BLOCKS), _MOST_BITS)
    tier = indexed.tier
    if tier is not None:
        shift = indexed.bits
    elif indexed.order == "shrinks":
        tier = int.bit_count  # taking away never adds a bit
    tiers = tuple(map(tier or int, range(-(-count // (1 << shift)))))
    return Plan(count, shift, tiers, cyclic, remoteness)


MANIFEST = "state.json"


def is_whole(path: Path, measures: dict[str, Any]) -> bool:
    """Whether a block is what was written, by its size and the hash of all of it."""
    return measured(path).items() <= measures.items()


def read_manifest(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the manifest of a table: task, state and pieces."""
    path = Path(folder) / MANIFEST
    if not path.exists():
        raise FolderError(f"{folder}: this is no table of a game; `grundy tabulate` makes one.")
    manifest = read_state(path)
    if "game" not in manifest["task"] or "blocks" not in manifest["task"]:
        raise FolderError(f"{folder}: this is no table of a game, but another run's folder.")
    require_form(path, manifest["task"], {"game": str, "start": str, "rules": str, "kinds": list})
    return manifest


# Hashes of the pages of a block, so that a look-up checks what it reads and no more.

_PAGE = 1 << 20  # bytes
_DIGITS = 16  # of the hash of a page


def page_hashes(entries: np.ndarray) -> str:
    """Return the hashes of all pages, one after the other."""
    data = memoryview(entries.data).cast("B")
    return "".join(_hash(data[first : first + _PAGE]) for first in range(0, len(data), _PAGE))


class Pages:
    """The pages of one block that is read."""

    def __init__(self, path: Path, entries: np.ndarray, measures: dict[str, Any]) -> None:
        self._path, self._measures = path, measures
        self._data = memoryview(entries.data).cast("B")
        self._bytes = entries.itemsize
        self._checked = np.zeros(-(-len(self._data) // _PAGE), np.bool_)

    def check(self, first: int, stop: int) -> None:
        """Check the pages of the entries first .. stop - 1 that have not been checked yet."""
        for page in range(first * self._bytes // _PAGE, (stop * self._bytes - 1) // _PAGE + 1):
            if not self._checked[page]:
                self._check(page)

    def check_each(self, places: np.ndarray) -> None:
        for page in np.unique(places * self._bytes // _PAGE).tolist():
            if not self._checked[page]:
                self._check(page)

    def _check(self, page: int) -> None:
        stated = self._measures.get("pages")
        if stated is None:
            whole, checked = measured(self._path) == self._measures, slice(None)
        else:
            digests = _hash(self._data[page * _PAGE : (page + 1) * _PAGE])
            whole = digests == stated[page * _DIGITS : (page + 1) * _DIGITS]
            checked = slice(page, page + 1)
        if not whole:
            raise _damaged(self._path)
        self._checked[checked] = True


def _damaged(path: Path) -> FolderError:
    return FolderError(f"{path}: this block is not what was written; make it anew with --resume.")


def _hash(data: memoryview) -> str:
    return hashlib.blake2b(data, digest_size=_DIGITS // 2).hexdigest()


def name_of(kind: str, block: int, size: int) -> str:
    """Name the file of a block: its kind, its number and the bytes of an entry."""
    return f"{kind}-{block:06d}.u{size}"


class Mapped:
    """The blocks that are there. A block is mapped once, and stays until this object goes."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        blocks = len(plan.tiers)
        self._folder, self._plan = folder, plan
        self.values, self.wide = np.zeros(blocks, np.int64), np.zeros(blocks, np.int64)
        self.counters, self.remoteness = np.zeros(blocks, np.int64), np.zeros(blocks, np.int64)
        self._lock = Lock()
        self._arrays: dict[tuple[str, int], np.ndarray] = {}

    @property
    def table(self) -> tuple[int, np.ndarray, np.ndarray]:
        """What the kernels take of the table."""
        return self._plan.shift, self.values, self.wide

    @property
    def names(self) -> list[str]:
        return [name_of(*key, array.itemsize) for key, array in self._arrays.items()]

    def missing(self) -> set[int]:
        """Return the blocks of which not all that is kept is there."""
        blocks = range(len(self._plan.tiers))
        return {b for kind in self._plan.kinds for b in blocks if (kind, b) not in self._arrays}

    def add(self, names: list[str]) -> None:
        """Map some files."""
        with self._lock:  # threads that mapped a file twice would lose the one that is in use
            for name in names:
                kind, block, size = parsed(name)
                if (kind, block) not in self._arrays:
                    self._map(self._folder / name, kind, block, size)

    def _map(self, path: Path, kind: str, block: int, size: int) -> None:
        first, stop = self._plan.bounds(block)
        try:
            array = np.memmap(path, f"<u{size}", "r")
        except (OSError, ValueError):
            raise FolderError(
                f"{path}: this block is missing; make it anew with --resume."
            ) from None
        if len(array) != stop - first:
            raise _damaged(path)
        self._arrays[kind, block] = array
        if kind == "values":  # before a kernel finds the address
            self.wide[block] = size == 2
        getattr(self, kind)[block] = array.ctypes.data

    def array(self, kind: str, block: int) -> np.ndarray:
        return self._arrays[kind, block]

    def pages(self, pieces: dict[str, dict[str, Any]]) -> dict[tuple[str, int], Pages]:
        """Return what checks the pages of each block that is mapped, by a table's manifest."""
        checks = {}
        for (kind, block), array in self._arrays.items():
            name = name_of(kind, block, array.itemsize)
            checks[kind, block] = Pages(self._folder / name, array, pieces[name])
        return checks


def parsed(name: str) -> tuple[str, int, int]:
    """Return what a file's name says: kind, block, and bytes of an entry."""
    kind, _, rest = name.partition("-")
    number, _, size = rest.partition(".u")
    return kind, int(number), int(size)


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
        return self.ruleset.format(self.indexed.state_of(self.indexed.packed.signed))

    def state_text(self, number: int) -> str:
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

    def fault(first: int, stop: int, control: Control) -> tuple[int, int]:
        numbers = np.zeros(0, np.int64) if drawn is None else drawn[first:stop]
        state, buffers = np.array([0, stop], np.int64), [rules.buffer() for _ in range(3)]
        arguments = *rules.arguments, *table, numbers, first, *buffers, state, control
        return int(kernels.first_fault(*arguments)), int(state[0])

    def run(control: Control) -> list[tuple[int, int]]:
        parts = shares(total, min(thread_count(), max(total >> 12, 1)))
        return in_parallel([partial(fault, *part, control) for part in parts])

    for wrong, number in watched(run, "positions", total):
        if wrong != kernels.FINE:
            raise VerificationError(f"{rules.state_text(number)}: {_FAULTS[wrong]}.")


def _check_plain(rules: Rules, number: int) -> int:
    """Compare the compiled options of a number with the plain rules; 1 if it is a state."""
    options, indexed = rules.options(number), rules.indexed
    if options is None:
        return 0
    state = indexed.state_at(number)
    plain = set(map(indexed.number_of, rules.ruleset.options(state)))
    if plain != set(options) or indexed.number_of(state) != number:
        raise VerificationError(
            f"{rules.state_text(number)}: the compiled options differ from those of the rules."
        )
    return 1
