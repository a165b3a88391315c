"""The rules of an indexed game as the kernels take them, and what their refusals mean."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import RulesetError
from grundy.games.values.packed import kernel
from grundy.tabulated.kernels import fill

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
        """What `grundy.tabulated.kernels.entries` takes of the game."""
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
            found = "none" if options is None else " ".join(map(str, sorted(options)))
            digest.update(f"{number}: {found}\n".encode())
        return digest.hexdigest()

    def said(self, number: int) -> str:
        """Write the state of a number with its game."""
        try:
            return f"{self.ruleset.text} {self.ruleset.format(self.indexed.state_at(number))}"
        except Exception:  # the user's own functions may refuse it in their own way
            return f"{self.ruleset.text}, state number {number:,}"

    def refused(self, why: int, number: int) -> RulesetError:
        """Say why the kernels do not go on at a state."""
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
        return RulesetError(f"{self.said(number)}: {reasons[why]}.")


def spread(count: int, most: int) -> list[int]:
    """Return up to *most* numbers from 0 to count - 1, the first and the last among them."""
    if count <= most:
        return list(range(count))
    return [place * (count - 1) // (most - 1) for place in range(most)]
