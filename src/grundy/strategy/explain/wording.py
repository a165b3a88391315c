"""The words of an explanation: its facts as sections of sentences and tables."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.strategy.explain.components import split_section, sum_section, values_section
from grundy.strategy.explain.misere_words import misere_sections
from grundy.strategy.explain.phrases import MOST_ROWS, joined, range_text
from grundy.strategy.explain.position_facts import Component, Facts
from grundy.strategy.explain.sections import Block, Section, Table
from grundy.strategy.explain.title import title
from grundy.strategy.explain.winner import answers_section, decide_section
from grundy.values import Outcome


def sections(told: Facts) -> list[Section]:
    """Return the sections of an explanation."""
    if told.play == "misere":
        return misere_sections(told)
    found = [Section("", (title(told),))]
    if told.components:
        found += [split_section(told), values_section(told), sum_section(told)]
    found.append(decide_section(told))
    last = (answers_section(told, "5."), _pairs(told), _ending(told))
    found += [section for section in last if section]
    return found


def _pairs(told: Facts) -> Section | None:
    if not told.pairs or told.mirrors or told.endless:
        return None
    pairs = [f"{one} and {other}" for one, other in told.pairs[:MOST_ROWS]]
    verb = "are equal and cancel" if len(pairs) == 1 else "are equal pairs and cancel"
    text = (
        f"{'; '.join(pairs)} {verb}: a value with itself has the nim-sum 0. A move in one of them "
        "can be copied in the other, so only the rest counts."
    )
    return Section("Equal components", (text,))


def _ending(told: Facts) -> Section | None:
    if not told.endless:
        return None
    endless = [part for part in told.components if part.endless]
    labels = joined([part.label for part in endless])
    blocks: list[Block] = [
        f"In {labels} there are cycles, so the play could come back to where it was."
    ]
    if told.outcome is Outcome.D:
        blocks.append("Here it need not end: it is a draw when both players play well.")
    else:
        blocks += _falling(told, endless)
    name = "Cycles" if told.outcome is Outcome.D else "Why the play ends"
    return Section(name, tuple(blocks))


def _falling(told: Facts, endless: list[Component]) -> Iterator[Block]:
    winner = told.winner
    yield (
        "Order the states of finite value by value, and those of one value by when the labelling "
        "reached them; the rank of a state is its place there. Φ is the sum of the ranks of these "
        f"components. Player {winner} plays, of all moves to value 0, the one with the least Φ."
    )
    ranks = [(part.label, part.text, str(part.rank)) for part in endless if part.value is not None]
    if told.outcome is Outcome.P:
        yield Table(("", "", "rank "), tuple(ranks))
        after = {answer.answer.potential for answer in told.answers if answer.answer is not None}
        yield f"Φ is {told.potential} now" + (
            f", and {range_text(after)} after the answers above." if after else "."
        )
        bound = told.potential
    else:
        assert told.best is not None  # noqa: S101 - an N-position has a winning move
        bound = told.best.potential
        yield f"After the move above Φ is {bound}."
    if len(endless) < len(told.components):
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
