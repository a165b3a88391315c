"""Forms of the set of P-positions, for games whose values have none.

The families read an array with 1 for each heap of value 0, and 0 for the others.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from grundy.heaps.structure.beatty import beatty_set
from grundy.heaps.structure.closed_forms import exponent_of_two, ones
from grundy.heaps.structure.forms import Form, Values, closed


def residues(members: Values, start: int) -> Iterator[Form]:
    """Propose that membership depends on n mod m only."""
    seen = members[start:]
    for m in range(1, len(seen) // 3 + 1):
        if (seen[m:] == seen[:-m]).all():
            yield _residues(members, start, m)
            return


def _residues(members: Values, start: int, m: int) -> Form:
    one_turn = np.roll(members[start : start + m], start)
    kept = np.flatnonzero(one_turn).tolist()
    if m == 1:
        text = "the set of all heaps" if kept else "the empty set"
    elif len(kept) == 1:
        text = f"the heaps n = {m}k" + (f" + {kept[0]}" if kept[0] else "")
    else:
        text = f"the heaps n with n mod {m} in {{{', '.join(map(str, kept))}}}"
    return closed(text, lambda n: one_turn[n % m], start, (start, m, 0))


def digit_sets(members: Values, start: int) -> Iterator[Form]:
    """Propose sets told by binary digits."""
    del members
    yield closed("{0}", lambda n: n == 0, start)
    for parity, word in ((0, "even"), (1, "odd")):
        yield closed(
            f"0 and the heaps with an {word} number of zeros at the end of binary n",
            lambda n, parity=parity: (n == 0) | (exponent_of_two(n) % 2 == parity),  # type: ignore[misc]
            start,
        )
        yield closed(
            f"the heaps with an {word} number of ones in binary",
            lambda n, parity=parity: ones(n) % 2 == parity,  # type: ignore[misc]
            start,
        )
    yield closed("0 and the powers of two", lambda n: n & (n - 1) == 0, start)
    yield closed("the numbers 2^i − 1", lambda n: n & (n + 1) == 0, start)
    yield closed("the squares", lambda n: np.round(np.sqrt(n)) ** 2 == n, start)


FAMILIES = (residues, beatty_set, digit_sets)
