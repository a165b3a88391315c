"""Problems on positions of named games: who wins, and by which moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import chain
from math import isqrt

from grundy.classroom.problems import Block, Problem
from grundy.named.notation import read, written
from grundy.printable import joined
from grundy.strategy.explain import explain
from grundy.strategy.facts import Component
from grundy.strategy.moves import Table
from grundy.strategy.winner import decide_section, misere_sections
from grundy.strategy.wording import Explanation, option_table, sum_section
from grundy.values import Outcome, Play

_LOST = 0.35  # of the problems, about; at random far fewer would be
_MOST_MOVES = 5  # that win; more are no pleasure to write
_MOST_OPTIONS = 12  # of which a table is shown
_TRIED = 2_000
_KEYS = {"0.[3]": "nim", "0.77": "kayles"}


def nim_problem(choose: random.Random, level: int) -> Problem:
    """Draw heaps of Nim: two or three up to 7, three or four up to 15, or up to five up to 63."""
    least, most, greatest = ((2, 3, 7), (3, 4, 15), (4, 5, 63))[level - 1]
    return _drawn(choose, lambda: _heaps(choose, "nim", choose.randint(least, most), greatest))


def misere_nim_problem(choose: random.Random, level: int) -> Problem:
    """Draw heaps of misère Nim: up to 3, up to 7, or up to 15, with some heaps of 1."""
    greatest = (3, 7, 15)[level - 1]

    def draw() -> str:
        ones = " 1" * choose.randint(0, 3)
        return _heaps(choose, "nim", choose.randint(1, 2 + level // 2), greatest) + ones

    return _drawn(choose, draw, play="misere")


def kayles_problem(choose: random.Random, level: int) -> Problem:
    """Draw rows of Kayles: one up to 8 or two up to 4, two or three up to 10, or more up to 20."""

    def draw() -> str:
        if level == 1:
            count = choose.randint(1, 2)
            return _heaps(choose, "kayles", count, 8 if count == 1 else 4)
        least, most, greatest = ((2, 3, 10), (3, 4, 20))[level - 2]
        return _heaps(choose, "kayles", choose.randint(least, most), greatest)

    return _drawn(choose, draw)


def wythoff_problem(choose: random.Random, level: int) -> Problem:
    """Draw two heaps of Wythoff's game, up to 7, 15 or 40."""
    greatest = (7, 15, 40)[level - 1]

    lost = [pair for pair in _lost_pairs(greatest) if pair[0] > 0 and pair[1] <= greatest]

    def draw() -> str:
        # Random positions are rarely lost.
        heaps = (
            list(choose.choice(lost))
            if choose.random() < _LOST
            else [choose.randint(1, greatest), choose.randint(1, greatest)]
        )
        choose.shuffle(heaps)
        return f"wythoff {heaps[0]},{heaps[1]}"

    return _drawn(choose, draw)


def sum_problem(choose: random.Random, level: int) -> Problem:
    """Draw a sum of two, three or four parts of different games."""

    def draw() -> str:
        parts = [
            f"nim {choose.randint(1, 4 + 3 * level)}",
            f"{{1,2,3}} {choose.randint(2, 6 + 4 * level)}",
            f"kayles {choose.randint(2, 3 + 2 * level)}",
            f"wythoff {choose.randint(1, 4)},{choose.randint(1, 4)}",
        ]
        picked = sorted(choose.sample(range(min(level + 2, 4)), level + 1))
        return " + ".join(parts[place] for place in picked)

    return _drawn(choose, draw)


def _heaps(choose: random.Random, game: str, count: int, greatest: int) -> str:
    heaps = sorted(choose.randint(1, greatest) for _ in range(count))
    return " ".join([game, *map(str, heaps)])


def _drawn(choose: random.Random, draw: Callable[[], str], play: Play = "normal") -> Problem:
    """Draw positions until one has the chosen outcome and few winning moves."""
    outcome = Outcome.P if choose.random() < _LOST else Outcome.N
    for _ in range(_TRIED):
        position = read(draw())
        if position.outcome(play) is outcome:
            explanation = explain(position, play)
            if outcome is Outcome.P or 1 <= (explanation.move_count or 0) <= _MOST_MOVES:
                return _problem(explanation)
    raise AssertionError("No such position was found.")


def _problem(explanation: Explanation) -> Problem:
    position, play = explanation.position, explanation.play
    asks_value = play == "normal" and not _is_wythoff_alone(explanation)
    left = sorted({written(move.option) for move in position.winning_moves(play)})
    answer: dict[str, object] = {"outcome": str(explanation.outcome), "winning_moves": left}
    if asks_value:
        answer = {"value": explanation.value, **answer}
    question = "What is the value of the position? Who wins" if asks_value else "Who wins"
    return Problem(
        given={"position": written(position), "play": play},
        answer=answer,
        question=(f"{_described(explanation)}. {question}, and by which moves?",),
        stated=_stated(explanation, asks_value=asks_value),
        reason=tuple(_reason(explanation)),
    )


def _is_wythoff_alone(explanation: Explanation) -> bool:
    return [part.ruleset.text for part in explanation.position.parts] == ["wythoff"]


def _described(explanation: Explanation) -> str:
    """Write the parts, with the letters that the solution calls them by."""
    groups: dict[str, list[str]] = {}
    for part in explanation.components:
        letter = f" ({part.label})" if len(explanation.components) > 1 else ""
        groups.setdefault(_game(explanation, part), []).append(f"{part.text}{letter}")
    return "; ".join(_parts(game, states) for game, states in groups.items())


def _parts(game: str, states: list[str]) -> str:
    several, alone = joined(states), len(states) == 1
    if game == "wythoff":
        return f"Wythoff's game: heaps of {' and '.join(several.split(','))}"
    if game == "kayles":
        return f"Kayles: {'a row' if alone else 'rows'} of {several} pins"
    name = "Nim" if game == "nim" else "Taking 1, 2 or 3"
    return f"{name}: {'a heap' if alone else 'heaps'} of {several}"


def _stated(explanation: Explanation, *, asks_value: bool) -> str:
    value = f"The value is {explanation.value}: " if asks_value else ""
    if explanation.outcome is Outcome.P:
        sentence = "the player to move loses; there is no winning move."
    else:
        several = len(explanation.components) > 1
        moves = [
            f"{move.component}: {move.name}" if several else move.name for move in explanation.moves
        ]
        noun = "the winning move is" if len(moves) == 1 else f"the {len(moves)} winning moves are"
        sentence = f"the player to move wins; {noun} {'; '.join(moves)}."
    return value + sentence if value else sentence[0].upper() + sentence[1:]


def _reason(explanation: Explanation) -> Iterator[Block]:
    if explanation.play == "misere":
        # The first section is the title; the last answers every move, which is too much here.
        sections = misere_sections(explanation)[1:3]
    elif _is_wythoff_alone(explanation):
        yield from _wythoff(explanation)
        sections = [decide_section(explanation)]
    else:
        yield from _values(explanation)
        sections = [sum_section(explanation)] * (len(explanation.components) > 1)
        sections.append(decide_section(explanation))
    for block in chain.from_iterable(section.blocks for section in sections):
        if isinstance(block, str | Table):  # no pictures
            yield block


def _values(explanation: Explanation) -> Iterator[Block]:
    nim = [part for part in explanation.components if _game(explanation, part) == "nim"]
    others = [part for part in explanation.components if _game(explanation, part) != "nim"]
    if nim:
        named = joined([f"{part.label} ({part.text})" for part in nim])
        yield f"{named}: a heap of n in Nim has the value n."
    for part in others:
        yield f"{part.label} ({part.text}) has the value {part.value}: {part.reason}"
        if 0 < len(part.options) <= _MOST_OPTIONS:
            yield option_table(part)


def _game(explanation: Explanation, part: Component) -> str:
    text = explanation.position.part(part.part).ruleset.text
    return _KEYS.get(text, text)


def _wythoff(explanation: Explanation) -> Iterator[Block]:
    """List the P-positions, as far as the heaps go, and say where this one stands."""
    heaps = sorted(map(int, str(explanation.position.parts[0]).split(",")))
    pairs = list(_lost_pairs(heaps[1]))
    yield (
        "The lost positions are the pairs a, b of which a is the least number in no pair before, "
        "and b is a + n in the n-th pair, n = 0, 1, 2, …; a = ⌊nφ⌋ with φ = (1 + √5)/2."
    )
    yield Table(
        ("n ", *(f"{n} " for n in range(len(pairs)))),
        (("a", *(str(a) for a, _ in pairs)), ("b", *(str(b) for _, b in pairs))),
    )
    if tuple(heaps) in pairs:
        n = pairs.index((heaps[0], heaps[1]))
        yield f"{heaps[0]}, {heaps[1]} is the pair with n = {n}."
    else:
        yield f"{heaps[0]}, {heaps[1]} is none of them, so a move leads to one."


def _lost_pairs(greatest: int) -> Iterator[tuple[int, int]]:
    """Yield W. Wythoff's pairs whose first number is at most the greater heap."""
    n = 0
    while (first := (n + isqrt(5 * n * n)) // 2) <= greatest:
        yield first, first + n
        n += 1
