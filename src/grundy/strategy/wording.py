"""Explanation: who wins a position and why, as sections of sentences and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from grundy.heaps.numbers import short
from grundy.printable import joined
from grundy.strategy.facts import (
    MOST_BITS,
    MOST_ROWS,
    Component,
    Facts,
    more_rows,
    nimber_of,
    range_text,
    value_text,
    xor_of,
)
from grundy.strategy.moves import Block, Picture, Section, Table, as_html, as_text, written
from grundy.strategy.winner import (
    answers_section,
    decide_section,
    misere_sections,
    outcome_section,
    title,
)
from grundy.values import LOONY, LoopyValue, Outcome, Value

_MOST_WITH_OPTIONS = 6  # components whose options are listed one by one
_MOST_VALUES = 14
_ROOM = 64  # signs in a row of options


def split_section(facts: Facts) -> Section:
    """List the components, each with its picture."""
    parts = facts.components
    blocks: list[Block] = []
    if len(parts) == 1:
        (only,) = parts
        blocks.append(f"There is one component, {only.label}: its moves all depend on each other.")
    else:
        blocks.append(
            f"There are {len(parts):,} components; each move is made in one of them and does not "
            "touch the others."
        )
    rows = tuple((part.label, part.game, part.text) for part in parts[:MOST_ROWS])
    blocks.append(Table(("", "", ""), rows))
    blocks += more_rows(len(parts))
    blocks += _pictures(facts)
    return Section("1. Split into components", tuple(blocks))


def _pictures(facts: Facts) -> Iterator[Block]:
    """Yield the picture of each part, and say which components a part falls apart into."""
    for place in range(min(len(facts.position.parts), MOST_ROWS)):
        mine = [part for part in facts.components if part.part == place]
        name = facts.labels[place]
        if len(mine) > 1:
            yield f"{name} falls apart into {joined([part.label for part in mine])}."
        elif not mine:
            yield f"In {name} ({written(facts.position.parts[place])}) there is no move."
        if mine and mine[0].picture:
            if len(facts.position.parts) > 1:
                yield f"{name} looks like this:"
            yield Picture(mine[0].picture)


def values_section(facts: Facts) -> Section:
    """Return each component's value, and where there are few, the options that lead to it."""
    blocks: list[Block] = [
        "The value of a component is the least number (mex) that none of its options has."
    ]
    alike: dict[tuple[str, str], list[Component]] = {}
    for part in facts.components:
        alike.setdefault((part.game, part.text), []).append(part)
    shown = list(alike.values())[:MOST_ROWS]
    for same in shown:
        first = same[0]
        labels = ", ".join(part.label for part in same[:MOST_ROWS])
        why = f": {first.reason}" if first.reason else "."
        blocks.append(f"{labels} ({first.text}) has value {value_text(first.value)}{why}")
        if len(shown) <= _MOST_WITH_OPTIONS and first.options:
            blocks.append(option_table(first))
    if any(_has_greater(part) for part in facts.components):
        blocks.append(
            "Moves to a greater value change nothing: the other player can move back to the value "
            "that was there."
        )
    return Section("2. The Grundy value of each", tuple(blocks))


def _has_greater(part: Component) -> bool:
    value = part.value
    return isinstance(value, int) and any(
        isinstance(option.value, int) and option.value > value for option in part.options
    )


def option_table(part: Component) -> Table:
    """List the options of a component by their values, as many as a page has room for."""
    by_value: dict[Value, list[str]] = {}
    for option in part.options:
        by_value.setdefault(option.value, []).append(option.text)
    ordered = sorted(by_value, key=_order)
    rows = [(f"value {value_text(value)}", _few(by_value[value])) for value in ordered]
    if len(rows) > _MOST_VALUES:
        rows = [*rows[:_MOST_VALUES], ("…", f"and {len(rows) - _MOST_VALUES} more values")]
    return Table(("", ""), tuple(rows))


def _few(texts: list[str]) -> str:
    """List what is different, as much as a line has room for."""
    distinct = list(Counter(texts))
    shown = [distinct[0]]
    for text in distinct[1:]:
        if len(shown) == 4 or sum(map(len, [*shown, text])) > _ROOM:
            break
        shown.append(text)
    more = len(distinct) - len(shown)
    return "  or  ".join(shown) + (f"  and {more} more" if more else "")


def sum_section(facts: Facts) -> Section:
    """Add the values without carry, column by column."""
    name = "3. The nim-sum, column by column"
    finite = [part for part in facts.components if isinstance(part.value, int)]
    infinite = [part for part in facts.components if isinstance(part.value, LoopyValue)]
    if len(facts.components) == 1:
        return Section(name, (
            f"With one component nothing is to be added: the value of the position is "
            f"{value_text(facts.value)}.",
        ))  # fmt: skip
    blocks = list(_columns(facts, finite)) if len(finite) > 1 else []
    if facts.value is LOONY:
        blocks = ["Who moves in a component of the value loony wins at once: nothing is added."]
    elif len(infinite) == 1:
        part, total = infinite[0], xor_of(finite)
        blocks.append(
            f"{part.label} has no finite value: {value_text(part.value)} and {total} have the sum "
            f"{value_text(facts.value)}, for {total} is added to each number in brackets."
        )
    elif len(infinite) > 1:
        labels = " and ".join(part.label for part in infinite)
        blocks.append(f"{labels} have no finite value, and two infinite values have the sum ∞().")
    return Section(name, tuple(blocks))


def _columns(facts: Facts, finite: list[Component]) -> Iterator[Block]:
    columns = facts.columns
    if not finite:
        return
    total = xor_of(finite)
    if len(columns) > MOST_BITS:
        yield f"The values have up to {len(columns)} binary digits; their xor is {short(total)}."
        return
    weights = [weight for weight, _ in columns] or [1]
    header = ("", "value ", *(f"{weight} " for weight in weights))
    rows = [
        (part.label, str(part.value), *(str(int(bool(nimber_of(part.value) & w))) for w in weights))
        for part in finite[:MOST_ROWS]
    ]
    rows.append(("nim-sum", str(total), *(str(int(bool(total & w))) for w in weights)))
    yield Table(header, tuple(rows), total=True)
    yield from more_rows(len(finite))
    odd = [str(weight) for weight, ones in columns if len(ones) % 2]
    if odd:
        noun = "column" if len(odd) == 1 else "columns"
        added = f"{' + '.join(odd)} = {total}" if len(odd) > 1 else odd[0]
        yield f"The number of ones is odd in {noun} {joined(odd)}, so the nim-sum is {added}."
    else:
        yield "In each column the number of ones is even, so the nim-sum is 0."


def _order(value: Value) -> tuple[int, list[int]]:
    if isinstance(value, LoopyValue):
        return 1, sorted(value.finite)
    return 0, [value]


def _pairs(facts: Facts) -> Section | None:
    if not facts.pairs or facts.mirrors or facts.endless:
        return None
    pairs = [f"{one} and {other}" for one, other in facts.pairs[:MOST_ROWS]]
    verb = "are equal and cancel" if len(pairs) == 1 else "are equal pairs and cancel"
    text = (
        f"{'; '.join(pairs)} {verb}: a value with itself has the nim-sum 0. A move in one of them "
        "can be copied in the other, so only the rest counts."
    )
    return Section("Equal components", (text,))


def _ending(facts: Facts) -> Section | None:
    if not facts.endless:
        return None
    endless = [part for part in facts.components if part.endless]
    labels = joined([part.label for part in endless])
    blocks: list[Block] = [
        f"In {labels} there are cycles, so the play could come back to where it was."
    ]
    if facts.outcome is Outcome.D:
        blocks.append("Here it need not end: it is a draw when both players play well.")
    else:
        blocks += _falling(facts, endless)
    name = "Cycles" if facts.outcome is Outcome.D else "Why the play ends"
    return Section(name, tuple(blocks))


def _falling(facts: Facts, endless: list[Component]) -> Iterator[Block]:
    winner = facts.winner
    yield (
        "Order the states of finite value by value, and those of one value by when the labelling "
        "reached them; the rank of a state is its place there. Φ is the sum of the ranks of these "
        f"components. Player {winner} plays, of all moves to value 0, the one with the least Φ."
    )
    ranks = [(part.label, part.text, str(part.rank)) for part in endless if part.value is not None]
    if facts.outcome is Outcome.P:
        yield Table(("", "", "rank "), tuple(ranks))
        after = {answer.answer.potential for answer in facts.answers if answer.answer is not None}
        yield f"Φ is {facts.potential} now" + (
            f", and {range_text(after)} after the answers above." if after else "."
        )
        bound = facts.potential
    else:
        assert facts.best is not None  # noqa: S101 - an N-position has a winning move
        bound = facts.best.potential
        yield f"After the move above Φ is {bound}."
    if len(endless) < len(facts.components):
        yield (
            f"From each position that player {winner} leaves to the next one Φ falls, or a move "
            "was made in the other components, where the play surely ends; and Φ is never below "
            "0. So the play ends."
        )
    else:
        moves = "move" if bound == 1 else "moves"
        yield (
            f"Φ falls from each position that player {winner} leaves to the next one, and is never "
            f"below 0: so the play ends after at most {bound:,} more {moves} of player {winner}."
        )


@dataclass(frozen=True, slots=True)
class Explanation(Facts):
    """Who wins a position, why, and by which moves; the attributes are those of `Facts`."""

    def sections(self) -> list[Section]:
        """Return the explanation as titled sections of sentences and tables."""
        if self.play == "misere":
            return misere_sections(self)
        found: list[Section | None] = [Section("", (title(self),))]
        if self.value is None:
            found += [outcome_section(self), answers_section(self, "2.")]
        else:
            if self.components:
                found += [split_section(self), values_section(self), sum_section(self)]
            found += [decide_section(self), answers_section(self, "5.")]
            found += [_pairs(self), _ending(self)]
        return [section for section in found if section]

    def as_text(self, width: int | None = None) -> str:
        """Write the explanation as text, its lines folded for a terminal of *width* columns."""
        return as_text(self.sections(), width)

    def __str__(self) -> str:
        return self.as_text()

    def __repr__(self) -> str:
        return f"Explanation({self.position!r}, {self.play} play: {self.outcome})"

    def _repr_html_(self) -> str:
        """Show the explanation in a notebook."""
        return as_html(self.sections())
