"""The values of a family, by the catalogue's own rules."""

from __future__ import annotations

from typing import cast

from grundy.recognition.family_table import Family, position_text


def family_values(family: Family) -> list[int]:
    """Return the values of the numbers of a family that are in the table, from the first on."""
    from grundy.named.catalogue import catalogue

    rules = catalogue.new(family.game)
    states = (
        position_text(family.text, number).removeprefix(family.game)
        for number in range(family.first, family.stop)
    )
    return [cast("int", rules.read(state).value()) for state in states]
