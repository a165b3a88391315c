"""Whether codes go on as given values do, once they have had the same values so far.

codes        octal codes of four digits after the point with 0 or 4 before it, hexadecimal ones of
             three with 0, 4, 8 or C, and the games of the catalogue that are neither
subtraction  the sets of numbers up to 20 that may be taken
all-but      the sets of numbers up to 20 that may not be taken
families     positions of other games of the catalogue that one number tells, such as sprouts n
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from grundy.heaps.codes import Code
from grundy.heaps.periods.period import GUY_SMITH, Theorem, all_but_theorem, subtraction_theorem
from grundy.heaps.rules import TakeAndBreak
from grundy.heaps.ruleset import HeapRuleset, as_heap_game
from grundy.heaps.subtraction import AllBut, Subtraction
from grundy.named.description import KnownGame, known_games
from grundy.named.games.heaps import ENTRIES

Int64s = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Family:
    """Positions of one game, one for each number n."""

    game: str
    state: str
    name: str
    first: int
    stop: int
    like: str = ""

    @property
    def text(self) -> str:
        """What the command line takes, with n for the number."""
        return f"{self.game} {self.state}"


def position_text(text: str, number: int) -> str:
    """Put a number for the n of a family's text, which the command line then takes."""
    game, _, state = text.partition(" ")
    return f"{game} {state.replace('n', str(number))}"


# of each game the positions, from which number on, below which, and a game with the same values
_POSITIONS: tuple[tuple[str, str, tuple[tuple[str, int, int, str], ...]], ...] = (
    ("nim-with-a-pass", "Nim with a pass", (("n", 0, 64, ""),)),
    *((f"dudeney({k})", "Dudeney's game", (("n", 0, 64, ""),)) for k in range(2, 10)),
    ("fibonacci-nim", "Fibonacci Nim", (("n", 0, 64, ""),)),
    ("wythoff", "Wythoff's game", (("n,n", 0, 32, ""), ("1,n", 0, 64, ""), ("2,n", 0, 64, ""))),
    ("chocolate", "Chocolate", (("3,n", 1, 64, ""), ("4,n", 1, 64, ""), ("n,n", 1, 41, ""))),
    ("chomp", "Chomp", (("n,n", 1, 41, ""), ("n,n,n", 1, 25, ""), ("n,n,n,n", 1, 15, ""))),
    ("mock-turtles", "Mock Turtles", (("n", 0, 64, ""),)),
    ("ruler", "Ruler", (("n", 1, 64, ""),)),
    ("turning-corners", "Turning Corners", (("n,n", 0, 64, ""), ("2,n", 0, 64, ""))),
    ("cram", "Cram", (("2,n", 1, 19, "{1}"), ("3,n", 1, 12, ""), ("4,n", 1, 9, ""),
                      ("5,n", 1, 7, ""))),
    ("clobber", "Clobber", (("1xn", 1, 32, ""), ("2xn", 1, 14, ""), ("3xn", 1, 8, "{1}"))),
    ("cannibal-clobber", "Cannibal Clobber", (("2xn", 1, 9, "0.1"), ("3xn", 1, 8, "4.3"))),
    ("nogo", "NoGo", (("1xn", 1, 20, ""), ("2xn", 1, 8, ""), ("3xn", 1, 6, ""))),
    ("sprouts", "Sprouts", (("n", 0, 6, ""),)),
    ("brussels-sprouts", "Brussels Sprouts", (("n", 0, 64, "{1}"),)),
    ("grim", "Grim", (("cycle:n", 3, 29, ""), ("wheel:n", 3, 15, ""), ("star:n", 0, 28, "0.75"),
                      ("complete:n", 1, 25, "{1}"))),
    ("node-kayles", "Node Kayles", (
        ("cycle:n", 3, 28, ""), ("wheel:n", 3, 28, ""), ("star:n", 0, 28, ""),
        ("grid:2xn", 1, 17, "{1}"), ("grid:3xn", 1, 9, ""))),
    ("arc-kayles", "Arc Kayles", (("cycle:n", 3, 28, ""), ("wheel:n", 3, 17, ""),
                                  ("complete:n", 1, 17, "{2}"))),
)  # fmt: skip


FAMILIES = tuple(
    Family(game, state, name, first, stop, like)
    for game, name, positions in _POSITIONS  # all of them together take ten seconds of one core
    for state, first, stop, like in positions
)


def going_on(
    digits: npt.NDArray[np.uint8], lengths: Int64s, values: Int64s, start: int
) -> npt.NDArray[np.bool_]:
    """Return which take-and-break codes have these values."""
    from grundy.heaps.kernels import general
    from grundy.heaps.kernels import octal as kernels

    fits = np.zeros(len(digits), np.bool_)
    if len(digits) == 0 or int(values.max()) >= 2 * len(values):  # no play has so many moves
        return fits
    largest = 2 * len(values) if values.min() < 0 else int(values.max())
    words = -(-(1 << largest.bit_length()) // 64)
    narrow, none = values.astype(np.uint32), np.zeros(digits.shape[1], np.uint8)
    sums = np.zeros((2 if digits.max() > 7 else 0, len(values), words), np.uint64)
    work, seen = np.zeros(words, np.uint64), np.zeros(64 * words, np.int32)
    for heap in range(1, start):
        general.fill_sums(heap, narrow, sums)
    left = np.arange(len(digits))
    for heap in range(start, len(values)):
        column = np.zeros(len(left), np.int64)
        kernels.codes_at(digits[left], lengths[left], none, narrow, heap, sums, work, seen, column)
        if values[heap] < 0:
            for value in np.unique(column):
                some, filled = left[column == value], values.copy()
                filled[heap] = value
                fits[some] = going_on(digits[some], lengths[some], filled, heap + 1)
            return fits
        left = left[column == values[heap]]
    fits[left] = True
    return fits


Numbers = npt.NDArray[np.integer]
Rows = npt.NDArray[np.unsignedinteger]

LARGEST = 20
"""The greatest number in a set."""

FILE = Path(__file__).with_name("known_games.npz")
"""What is known of all games of a space; ``python -m research.known_games`` makes it."""

_OCTAL_DIGITS = 4
_HEXADECIMAL_DIGITS = 3
_FEWEST_COMPARED = 5  # values of a family's first numbers, below which any short game is likelier
_LAST = 64  # digits, more than any game of another space has


class Space(ABC):
    """Some games, numbered from 0."""

    name: str
    heaps: int
    size: int
    theorem: Theorem | None

    @property
    def covered(self) -> int:
        """The theorem covers the games with smaller numbers."""
        return self.size

    @property
    def famous(self) -> Int64s:
        """The numbers of the games that have a name."""
        return np.zeros(0, np.int64)

    @property
    def named_games(self) -> Mapping[str, KnownGame]:
        """What is known of the games with a name, by what the command line takes."""
        return {}

    @abstractmethod
    def rules(self, number: int) -> HeapRuleset | None:
        """Return a new ruleset, or None for a game that is not played on heaps."""

    @abstractmethod
    def text(self, number: int) -> str:
        """Return what the command line takes for a game."""

    @abstractmethod
    def digits(self, numbers: Numbers) -> Int64s:
        """Return how many digits games are written with; a 0 before the point does not count."""

    def ranks(self, numbers: Numbers, heaps: Numbers, compared: int) -> Int64s:
        """Return where games stand in the order: by their digits, where nothing else is said."""
        return self.digits(numbers)

    def have(self, numbers: Numbers, values: Int64s) -> npt.NDArray[np.bool_]:
        """Return which games have some values, where all have those of the heaps in the table."""
        mask = values >= 0
        games = (self.rules(number) for number in numbers.tolist())
        return np.array(
            [game is not None and np.array_equal(game.values(len(values))[mask], values[mask])
             for game in games], np.bool_
        )  # fmt: skip


class Codes(Space):
    """Take-and-break codes, and after them the games that have a name and no such code."""

    name = "codes"
    heaps = 256
    # of the code with most digits and most heaps; it asks for more than those of the others
    theorem = Theorem(GUY_SMITH, heaps=3, reach=_OCTAL_DIGITS, first=1)

    @cached_property
    def places(self) -> npt.NDArray[np.uint8]:
        """The digits d0 … d4 of each code, uint8[codes, 5]."""
        octal = _grid([0, 4], 8, _OCTAL_DIGITS)
        hexadecimal = _grid([0, 4, 8, 12], 16, _HEXADECIMAL_DIGITS)
        padded = np.pad(hexadecimal, ((0, 0), (0, _OCTAL_DIGITS - _HEXADECIMAL_DIGITS)))
        return np.concatenate((octal, padded[padded.max(axis=1) > 7]))

    @cached_property
    def lengths(self) -> Int64s:
        """How many digits of each code matter: those up to the last that is not 0, and d0."""
        last = self.places.shape[1] - np.argmax(self.places[:, ::-1] > 0, axis=1)
        return np.where(self.places.any(axis=1), last, 1)

    @cached_property
    def named(self) -> dict[str, HeapRuleset]:
        """The named games that have no code in this space, by what the command line takes."""
        own = ((entry.key, as_heap_game(entry.make())) for entry in ENTRIES if not entry.parameters)
        keys = {rules.text: key for key, rules in own if rules is not None}
        return {
            keys.get(game.game, game.game): rules
            for game, rules in known_games()
            if not self._holds(rules)
        }

    @cached_property
    def named_games(self) -> dict[str, KnownGame]:
        keys = {rules.text: text for text, rules in self.named.items()}
        return {keys.get(game.game, game.game): game for game, _ in known_games()}

    @cached_property
    def size(self) -> int:  # type: ignore[override]
        """How many codes and names there are."""
        return len(self.places) + len(self.named)

    @property
    def covered(self) -> int:
        return len(self.places)

    @property
    def famous(self) -> Int64s:
        coded = [
            int("".join(map(str, (*code.digits, 0, 0, 0, 0)[1:5])), 8) + 1024 * code.digits[0]
            for _, rules in known_games()
            if self._holds(rules) and (code := rules.code) is not None
        ]
        return np.array([*coded, *range(len(self.places), self.size)], np.int64)

    def rules(self, number: int) -> HeapRuleset:
        if number >= len(self.places):
            return list(self.named.values())[number - len(self.places)]
        return TakeAndBreak(Code(tuple(self.places[number].tolist())))

    def have(self, numbers: Numbers, values: Int64s) -> npt.NDArray[np.bool_]:
        """Return which games have some values: all codes together, those with a name one by one."""
        coded = numbers < len(self.places)
        fits = np.zeros(len(numbers), np.bool_)
        fits[~coded] = super().have(numbers[~coded], values)
        codes = numbers[coded]
        fits[coded] = going_on(self.places[codes], self.lengths[codes], values, self.heaps)
        return fits

    def text(self, number: int) -> str:
        if number < len(self.places):
            return self.rules(number).text
        return list(self.named)[number - len(self.places)]

    def digits(self, numbers: Numbers) -> Int64s:
        coded = np.maximum(self.lengths - 1, 1) + (self.places[:, 0] > 0)
        # of an octal code, a 0 before the point not counted; a name has none
        written = [_signs(text) if "." in text else 0 for text in self.named]
        return np.concatenate((coded, written)).astype(np.int64)[numbers]

    def _holds(self, rules: HeapRuleset) -> bool:
        code = rules.code
        if code is None or not code.is_finite or code.constraints:
            return False
        return code.last <= _OCTAL_DIGITS and max(code.digits) <= 7


class Sets(Space):
    """Sets of numbers up to 20: bit s - 1 of a set's number says whether s is in it."""

    heaps = 128
    size = 1 << LARGEST

    def __init__(self, name: str, kind: type[Subtraction | AllBut], theorem: Theorem) -> None:
        self.name = name
        self.theorem = theorem
        self._kind = kind
        self.all_but = kind is AllBut
        self.largest_value = self.heaps - 1 if self.all_but else LARGEST

    @cached_property
    def distinct(self) -> npt.NDArray[np.uint32]:
        """One set of each row: the greatest that may be taken, or the least that may not."""
        with np.load(FILE, allow_pickle=False) as file:
            places = np.flatnonzero(np.unpackbits(file[f"{self.name}_distinct"]))
        numbers = np.zeros(len(places), np.uint32)
        for s in range(LARGEST):  # 1 is the first bit of a place, and the last of a number
            numbers |= (places >> LARGEST - 1 - s & 1).astype(np.uint32) << np.uint32(s)
        return numbers

    def rules(self, number: int) -> HeapRuleset:
        return self._kind(s for s in range(1, LARGEST + 1) if number >> (s - 1) & 1)

    def text(self, number: int) -> str:
        return self.rules(number).text

    def digits(self, numbers: Numbers) -> Int64s:
        twice = np.bitwise_count(numbers >> 9)  # those from 10 on have two digits
        counts: Int64s = np.bitwise_count(numbers).astype(np.int64) + twice
        return counts


class Families(Space):
    """Positions that one number tells; a heap is that number here."""

    name = "families"
    heaps = max(family.stop for family in FAMILIES)
    size = len(FAMILIES)
    theorem = None

    @property
    def famous(self) -> Int64s:
        return np.arange(self.size)

    @cached_property
    def named_games(self) -> dict[str, KnownGame]:
        return {family.text: KnownGame(family.name, family.text, None, "") for family in FAMILIES}

    def rules(self, number: int) -> None:
        """Return nothing: they are no games of heaps."""

    def text(self, number: int) -> str:
        return FAMILIES[number].text

    def digits(self, numbers: Numbers) -> Int64s:
        counts = [_signs(family.like) + 1 if family.like else 0 for family in FAMILIES]
        return np.array(counts, np.int64)[numbers]

    def ranks(self, numbers: Numbers, heaps: Numbers, compared: int) -> Int64s:
        firsts = np.array([family.first for family in FAMILIES], np.int64)
        enough = compared >= _FEWEST_COMPARED + heaps - firsts[numbers]
        ranks: Int64s = np.where(enough, self.digits(numbers), _LAST)
        return ranks


@dataclass(frozen=True)
class Part:
    """Games of a space, by rising numbers, with their first values."""

    space: Space
    rows: Rows
    row_of: npt.NDArray[np.int32]
    numbers: Numbers

    def places(self, numbers: Numbers) -> npt.NDArray[np.intp]:
        """Return where games of the part stand in it."""
        return np.searchsorted(self.numbers, numbers)

    def values_of(self, number: int) -> Int64s:
        """Return the values of a game up to the last that is known; `padding` before the first."""
        row = self.rows[self.row_of[self.places(np.array([number]))[0]]]
        stop = 1 + int(np.flatnonzero(row != padding(self.rows))[-1])
        values: Int64s = row[:stop].astype(np.int64)
        return values

    def values_from(self, row: int, heap: int) -> npt.NDArray[np.unsignedinteger]:
        """Return the values of a row from a heap whose value is known on, as far as they are."""
        rest: npt.NDArray[np.unsignedinteger] = self.rows[row, heap:]
        return rest[: np.count_nonzero(rest != padding(self.rows))]


def padding(rows: Rows) -> int:
    """Return what stands in rows where no value is known: it never is a value."""
    return int(np.iinfo(rows.dtype).max)


@cache
def spaces() -> tuple[Sets, Codes, Sets, Families]:
    """Return the spaces, in the order in which equally short games are listed."""
    return (
        Sets("subtraction", Subtraction, subtraction_theorem(LARGEST)),
        Codes(),
        Sets("all-but", AllBut, all_but_theorem(LARGEST)),
        Families(),
    )


def _grid(first: list[int], base: int, places: int) -> npt.NDArray[np.uint8]:
    """Return all codes with one of some first digits and so many digits of a base after it."""
    after = np.indices((base,) * places, np.uint8).reshape(places, -1).T
    before = np.repeat(np.array(first, np.uint8), len(after))
    return np.column_stack((before, np.tile(after, (len(first), 1))))


def _signs(text: str) -> int:
    """Count the digits of an octal code or a set, a 0 before the point not counted."""
    return sum(map(str.isdigit, text.removeprefix("0.")))
