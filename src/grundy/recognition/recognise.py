"""recognise: the games and the formulas that have given values, the shortest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import overload

import numpy as np

from grundy.errors import VerificationError
from grundy.heaps.closed_forms import is_guess
from grundy.heaps.numbers import require_natural
from grundy.heaps.periods.period import Period, search_period
from grundy.heaps.ruleset import HeapRuleset
from grundy.named.description import KnownGame
from grundy.recognition.found_games import FoundGames, Places, deciding_terms
from grundy.recognition.known import FEWEST_OF_SETS, known_games
from grundy.recognition.spaces import Rows, position_text
from grundy.recognition.terms import (
    FittingForm,
    Terms,
    as_terms,
    fitting_forms,
    fitting_set,
    read_values,
)
from grundy.runtime.limits import Progress, reports

_COMPARED = 64  # values after those given, by which games are distinguished
_FEWEST_ALIKE = 40  # equal values that make two games alike
_FEWEST_OF_FAMILY = 12  # the same, where they are all that is known of a family
_MOST_KINDS = 1_000  # rows that are looked at for choices


@dataclass(frozen=True)
class Match:
    """A game or a formula that has the given values.

    Attributes:
        text: What the command line takes for the game; "" for a formula. Of a family of
            positions it has an n where the number stands, such as ``nogo 1xn``.
        shift: The heap of the first value, gaps counted, or of a family its number n. Negative
            where what was given begins before heap 0, with gaps or zeros.
        formula: The formula of the value of heap n, or None for a game.
        next_values: The values that come after those given, computed by the game's own rule, or
            what the formula says. Of a family only those that are in the table.
        known: What is known of a game with a name, else None.
        rules: The game itself, or None for a formula and a family.
        tested: How many of the given values a formula was tested on.
        bits: Chance fits a formula at most once in 2 to this.
    """

    text: str
    shift: int
    formula: str | None
    next_values: tuple[int, ...]
    known: KnownGame | None = None
    rules: HeapRuleset | None = field(default=None, repr=False, compare=False)
    tested: int = field(default=0, repr=False)
    bits: float = field(default=0.0, repr=False)

    @cached_property
    def period(self) -> Period | None:
        """The proved period of the game, where a few hundred heaps prove it; else None.

        ``match.rules.find_period()`` looks further.
        """
        return None if self.rules is None else search_period(self.rules, _heaps_of(self.rules))

    @property
    def is_family(self) -> bool:
        """Whether it is a family of positions, one for each number n.

        >>> from grundy import recognise
        >>> first = recognise("0 1 0 1 2 0 1 0 1 2 3 1")[0]
        >>> first.is_family, first.text, first.position(9)
        (True, 'nogo 1xn', 'nogo 1x9')
        """
        return self.rules is None and self.formula is None

    @property
    def place(self) -> str:
        """Where the first value stands: a heap, or a number of a family."""
        return f"n = {self.shift}" if self.is_family else f"heap {self.shift}"

    @property
    def is_guess(self) -> bool:
        """Whether it is a formula, and chance fits it too easily for a find."""
        return self.formula is not None and is_guess(self.bits)

    def position(self, number: int) -> str:
        """Return what the command line takes for a heap of the game, or a number of a family.

        Raises:
            ValueError: For a formula, which is no game.
        """
        if self.formula is not None:
            raise ValueError("A formula has no position; ask a match that is a game.")
        return position_text(self.text, number) if self.is_family else f"{self.text} {number}"

    def __str__(self) -> str:
        """Describe what it is, and where it begins."""
        if self.formula is not None:
            sign = "might be" if self.is_guess else "="
            return f"G(n) {sign} {self.formula}, from {self.place} on"
        name = f" ({self.known.name})" if self.known is not None else ""
        return f"{self.text}{name}, from {self.place} on"


@dataclass(frozen=True)
class Choice:
    """Games whose values go on alike, as far as the table goes."""

    first: Match
    others: tuple[Match, ...]
    games: int


@dataclass(frozen=True, eq=False)
class Recognition(Sequence[Match]):
    """What has the given values: games, then formulas; a sequence of `Match`.

    Games with fewest digits come first, then those with the smallest shift; each game once, with
    its smallest shift. A match is made when it is asked for: its values are computed by the
    game's own rule, and compared with those given.

    Attributes:
        values: The values looked for, None for a gap.
        formulas: The formulas.
        lost: Where there is none, a form of the heaps with value 0 that chance would not do.
        ahead: How many of the values that come next a match says.
    """

    values: tuple[int | None, ...]
    formulas: tuple[Match, ...]
    ahead: int
    _games: FoundGames = field(repr=False)
    lost: FittingForm | None = None

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self._games)

    def __len__(self) -> int:
        return self.games + len(self.formulas)

    @overload
    def __getitem__(self, place: int) -> Match: ...

    @overload
    def __getitem__(self, place: slice) -> list[Match]: ...

    def __getitem__(self, place: int | slice) -> Match | list[Match]:
        """Return a match, or several; the values of games are computed and compared now."""
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        each = range(len(self))[place]
        return self._game(each) if each < self.games else self.formulas[each - self.games]

    def __str__(self) -> str:
        """Return the first matches, one a line."""
        lines = [str(match) for match in (*self[: min(self.games, 5)], *self.formulas)]
        if self.games > 5:
            lines.insert(5, f"… and {self.games - 5:,} more games")
        if self.lost is not None:
            verb = "might be" if is_guess(self.lost.form.bits) else "are"
            lines.append(f"the lost heaps {verb} {self.lost.text}, from heap {self.lost.shift} on")
        return "\n".join(lines) or "no known game and no formula"

    @property
    def has_few(self) -> bool:
        """Whether there are too few values to look through the sets."""
        return len(Terms(self.values).places) < FEWEST_OF_SETS

    @cached_property
    def deciding(self) -> int | None:
        """How many values from the first one on, gaps counted, leave only the first game.

        Games with the same values, as far as the table goes, count as one. More than there are
        values when these leave a choice; None without a game, when far too many fit, or when
        another game goes on where the values known of a family end.

        >>> from grundy import recognise
        >>> recognise([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]).deciding
        12
        """
        if not self.games or self.has_few:
            return None
        terms, first = Terms(self.values), self._games[0]
        rest = len(self.values) - terms.first + _COMPARED
        chosen = first.values[:rest].astype(np.int64)
        ends = first.part.space.theorem is None and len(chosen) < rest
        before = np.zeros(terms.first, np.int64)
        return deciding_terms(self._games.parts, terms, np.concatenate((before, chosen)), ends)

    def choices(self, most: int = 8, others: int = 4) -> list[Choice]:
        """Group the games by what comes next: the first groups, and so many others of each."""
        length = len(self.values) - Terms(self.values).first
        groups: list[tuple[Rows, list[Places]]] = []
        for places, row in islice(self._games.kinds(), _MOST_KINDS):
            after = row[length : length + _COMPARED]
            beyond = self._games[int(places[0])].part.space.theorem  # what says more than the table
            enough = _FEWEST_OF_FAMILY if beyond is None else _FEWEST_ALIKE
            alike = next((at for head, at in groups if _agree(head, after, length, enough)), None)
            if alike is not None:
                alike.append(places)
            elif len(groups) < most:
                groups.append((after, [places]))
        return [self._choice(np.sort(np.concatenate(places)), others) for _, places in groups]

    def _choice(self, places: Places, others: int) -> Choice:
        first, rest = self._game(int(places[0])), places[1:]
        named = self._games.is_named(rest)
        numbers = np.concatenate((rest[named], rest[~named]))[:others].tolist()
        alike = (match for match in map(self._game, numbers) if _goes_on_alike(match, first))
        return Choice(first, tuple(alike), len(places))

    def _game(self, place: int) -> Match:
        terms, game = Terms(self.values), self._games[place]
        space, shift = game.part.space, game.heap - terms.first
        rules, text = space.rules(game.number), space.text(game.number)
        stop = shift + len(self.values) + self.ahead
        values = game.part.values_of(game.number)[:stop] if rules is None else rules.values(stop)
        if not np.array_equal(values[shift + terms.places], terms.numbers):
            raise VerificationError(f"The table of known games does not hold the values of {text}.")
        after = tuple(values[shift + len(self.values) :].tolist())
        return Match(text, shift, None, after, space.named_games.get(text), rules)


def _agree(one: Rows, other: Rows, before: int, enough: int) -> bool:
    """Return whether two rows agree as far as both go, and for long, with what agrees before."""
    size = min(len(one), len(other))
    return before + size >= enough and np.array_equal(one[:size], other[:size])


def _goes_on_alike(match: Match, first: Match) -> bool:
    """Return whether the next values are equal, as far as those of a family are known."""
    size = len(match.next_values) if match.is_family else None
    return match.next_values == first.next_values[:size]


def _heaps_of(rules: HeapRuleset) -> int:
    """Return a number of heaps that proves most periods within milliseconds."""
    code = rules.code
    if code is None or (code.is_finite and code.is_octal):
        return 1_024
    return 512 if code.most_heaps == 1 else 200


_AHEAD = 10
_MOST_ZEROS = 5  # before heap 0


@reports
def recognise(
    values: Iterable[object] | str, *, ahead: int = _AHEAD, progress: Progress | None = None
) -> Recognition:
    """Return the known games and the formulas that have these values on consecutive heaps.

    The search covers every octal code of up to four digits with 0 or 4 before the point,
    hexadecimal ones of up to three with 0, 4, 8 or C, from heap 0 to 255; for six values or more
    subtraction and all-but sets with numbers up to 20, to heap 127; the heap games of the
    catalogue; and of its other games the families of positions with one parameter, such as
    ``sprouts n`` and ``nogo 1xn``, as far as their values are found quickly. The formulas are those
    of `describe`: they fit, and nothing is proved of them.

    Args:
        values: Natural numbers, ``None`` or ``"?"`` for a gap; or a text of them, such as
            ``"0 1 2 ? 1 4"``. The heap of the first one need not be known.
        ahead: How many of the values that come next each match says.
        progress: Called before each kind of game is looked through.

    Returns:
        The matches, games before formulas, fewest digits first, then smallest shift. A family
        has no digits; it comes after short games with the same values, and after all games where
        the values are so few that chance may fit them. Where no game has the values, up to five
        zeros at the front may come before heap 0.

    Raises:
        CodeError: If something is no natural number, or there is none.

    Cost: a tenth of a second, and one or two where few values leave most of the sets.

    >>> from grundy import recognise
    >>> found = recognise([1, 2, 3, 1, 4, "?", 2, 1, 4, 2, 6])
    >>> found[0].text, found[0].shift, found[0].next_values[:4], found[0].period
    ('0.77', 1, (4, 1, 2, 7), Period(preperiod=71, period=12, saltus=0, proved=True))
    >>> recognise("1 0 2 0 1 0 3 0")[-1].formula
    'the exponent of 2 in (n + 2)'
    """
    ahead = require_natural(ahead, "ahead")
    terms = read_values(values) if isinstance(values, str) else as_terms(values)
    formulas = tuple(
        Match("", fit.shift, fit.text, fit.next_values, tested=fit.tested, bits=fit.form.bits)
        for fit in fitting_forms(terms, ahead)
    )
    for candidate in _beginnings(terms):
        games = FoundGames.of(known_games(candidate), candidate)
        if len(games):
            break
    else:
        candidate = terms
    lost = None if formulas else fitting_set(terms)
    return Recognition(candidate.values, formulas, ahead, games, lost)


def _beginnings(terms: Terms) -> Iterator[Terms]:
    """Yield the values, and then with zeros at the front taken for gaps."""
    yield terms
    for zeros in range(1, _MOST_ZEROS + 1):
        if len(terms.places) <= zeros or terms.values[zeros - 1] != 0:
            return
        yield Terms((None,) * zeros + terms.values[zeros:])


def first_matches(recognition: Recognition, most: int) -> list[Match]:
    """Return the games that are listed, *most* of them at most, and then all formulas."""
    return [*recognition[: min(most, recognition.games)], *recognition.formulas]


def proof_text(match: Match) -> str:
    """Describe what proves the period of a match: a theorem, or the source of a formula."""
    period, formula = match.period, match.rules and match.rules.formula
    if period is not None and period.proof is not None:
        return period.proof.theorem
    return formula.source if formula else ""
