"""The values that a game's compiled rules find: which table, and which one is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.games.valuers.connected_sets import ConnectedSets, fits
from grundy.games.valuers.packed_values import PackedValues

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset, State
    from grundy.games.valuers.packed import Packed
    from grundy.running.limits import Watch


def empty_table(rules: Packed) -> PackedValues | ConnectedSets:
    """Return an empty table for the values of a state and what it leads to."""
    if rules.on_graph and fits(len(rules.data)):
        return ConnectedSets(rules)
    return PackedValues(rules)


class CompiledRules:
    """The values of one ruleset that were found by its compiled rules."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._table: PackedValues | ConnectedSets | None = None
        self._key: tuple[object, ...] = ()

    def has_begun_with(self, state: State) -> bool:
        """Return whether the state's value can stand in the table that there is."""
        if self._table is None:
            return False
        packed = self._ruleset.packed(state)
        return packed is not None and packed.key == self._key

    def value(self, state: State, watch: Watch) -> int | None:
        """Return the value of a state; None where the compiled rules do not find it."""
        packed = self._ruleset.packed(state)
        if packed is None or packed.words > 1:
            return None
        if self._table is None or packed.key != self._key:
            self._table = None  # before memory is taken for the next
            self._table, self._key = empty_table(packed), packed.key
        return self._table.value(packed.signed, watch)
