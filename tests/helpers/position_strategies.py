"""Random positions for tests: heaps, rules, tokens on digraphs with cycles; who wins plainly."""

import random
from collections import Counter

from hypothesis import strategies as st

import grundy
from grundy import Position
from grundy.named.games.cram import Board

KAYLES = grundy.TakeAndBreak("0.77")
NIM = grundy.TakeAndBreak("0.[3]")


@grundy.game
def wythoff(state):
    """Reduce one of two numbers, or both equally."""
    a, b = state
    yield from ((a - i, b) for i in range(1, a + 1))
    yield from ((a, b - i) for i in range(1, b + 1))
    yield from ((a - i, b - i) for i in range(1, min(a, b) + 1))


def wins(position: Position, play: str, known: dict[frozenset[object], bool]) -> bool:
    """Return whether the next player wins a position without cycles, by the definition."""
    parts = frozenset(Counter(position.parts).items())  # in any order
    if parts not in known:
        options = list(position.options())
        known[parts] = (
            any(not wins(option, play, known) for option in options)
            if options
            else play == "misere"
        )
    return known[parts]


@st.composite
def boards(draw: st.DrawFn, most: int = 4) -> Board:
    """Draw a board of Cram, with cells taken."""
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    return Board(rows, columns, draw(st.integers(0, (1 << rows * columns) - 1)))


def random_digraph(rng: random.Random, size: int) -> dict[int, list[int]]:
    chance = rng.choice([0.15, 0.25, 0.4])
    return {u: [v for v in range(size) if rng.random() < chance] for u in range(size)}


def random_part(rng: random.Random) -> Position:
    """Draw a vertex of a cyclic digraph, as a token or as a rule, a small heap, or a rule."""
    kind = rng.choice(["token", "token", "token", "rule", "heap", "wythoff"])
    if kind == "heap":
        return rng.choice([KAYLES, NIM])[rng.randrange(5)]
    if kind == "wythoff":
        return wythoff[rng.randrange(3), rng.randrange(3)]
    size = rng.randint(2, 6)
    followers = random_digraph(rng, size)
    rule = grundy.game(lambda state: iter(followers[state]))  # the solver finds that it is cyclic
    game = grundy.token(followers) if kind == "token" else rule
    for _ in range(rng.randrange(3)):  # the order in which values are asked must not matter
        game[rng.randrange(size)].value()
    return game[rng.randrange(size)]


def random_sum(rng: random.Random) -> Position:
    return sum((random_part(rng) for _ in range(rng.randint(1, 3))), Position())
