"""recognise: the games and the formulas that have given values, the shortest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grundy.heaps.numbers import require_natural
from grundy.recognition.formulas import FittingForm, fitting_forms
from grundy.recognition.found_games import FoundGames
from grundy.recognition.given import Given, as_given
from grundy.recognition.matches import Match, Recognition
from grundy.recognition.pasted import read_values
from grundy.recognition.table import open_table
from grundy.running.progress import Progress

_AHEAD = 10
_MOST_ZEROS = 5  # before heap 0


def recognise(
    values: Iterable[object] | str,
    *,
    ahead: int = _AHEAD,
    progress: Progress | None = None,
) -> Recognition:
    """Say which known games, and which formulas, have these values on consecutive heaps.

    Looked among: every octal code of up to four digits with 0 or 4 before the point, hexadecimal
    ones of up to three with 0, 4, 8 or C, from heap 0 to 255; subtraction and all-but sets with
    numbers up to 20, to heap 127; the heap games of the catalogue; and of its other games the
    families of positions that one number tells, such as ``sprouts n`` and ``nogo 1xn``, as far as
    their values are found quickly. The formulas are those of `describe`: they fit, and nothing is
    proved of them.

    Args:
        values: Natural numbers, ``None`` or ``"?"`` for a gap; or a text of them, such as
            ``"0 1 2 ? 1 4"``. The heap of the first one need not be known.
        ahead: How many of the values that come next each match says.
        progress: Called now and then while the table of known games is built: the first time
            only, where the user's cache can be written.

    Returns:
        The matches, games before formulas, fewest digits first, then smallest shift. A family
        has no digits; it comes after short games with the same values, and after all games where
        the values are so few that chance may fit them. Where no game has the values, up to five
        zeros at the front may come before heap 0.

    Raises:
        CodeError: If something is no natural number, or there is none.

    Cost: a few passes over 40 MB; the table takes some twenty seconds of one core, once.

    >>> from grundy import recognise
    >>> found = recognise([1, 2, 3, 1, 4, "?", 2, 1, 4, 2, 6])
    >>> found[0].text, found[0].shift, found[0].next_values[:4], found[0].period
    ('0.77', 1, (4, 1, 2, 7), Period(preperiod=71, period=12, saltus=0, proved=True))
    >>> recognise("1 0 2 0 1 0 3 0")[-1].formula
    'the exponent of 2 in (n + 2)'
    """
    ahead = require_natural(ahead, "ahead")
    given = read_values(values) if isinstance(values, str) else as_given(values)
    parts = open_table(progress)
    formulas = tuple(_formula(form) for form in fitting_forms(given, ahead))
    for known in _beginnings(given):
        games = FoundGames.of(parts, known)
        if len(games):
            return Recognition(known.values, formulas, ahead, games)
    return Recognition(given.values, formulas, ahead, games)


def _beginnings(given: Given) -> Iterator[Given]:
    """Yield the values, and then with zeros at the front taken for gaps."""
    yield given
    for zeros in range(1, _MOST_ZEROS + 1):
        if len(given.known) <= zeros or given.values[zeros - 1] != 0:
            return
        yield Given((None,) * zeros + given.values[zeros:])


def _formula(fitting: FittingForm) -> Match:
    return Match("", fitting.shift, fitting.text, fitting.next_values)
