"""grundy.check: right games pass, and each kind of broken game is caught."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import grundy
from grundy.errors import RulesetError
from grundy.games.answers import MisereRule
from grundy.games.ruleset import Ruleset
from grundy.games.values.packed import Packed
from grundy.values import Outcome

State = tuple[int, ...]


class Heaps(Ruleset):
    """Nim on a tuple of heaps, with every hook; the broken games below change one."""

    text = "heaps"

    def options(self, state: State) -> Iterator[State]:
        """Make one heap smaller."""
        for place, heap in enumerate(state):
            yield from ((*state[:place], left, *state[place + 1 :]) for left in range(heap))

    def components(self, state: State) -> list[State]:
        """Return the heaps one by one."""
        return [(heap,) for heap in state]

    def canonical(self, state: State) -> State:
        """Return the heaps in order."""
        return tuple(sorted(state))

    def parse(self, text: str) -> State:
        """Read heaps with commas."""
        return tuple(map(int, text.split(",")))

    def format(self, state: State) -> str:
        """Write heaps with commas."""
        return ",".join(map(str, state))

    @property
    def formula(self) -> Any:
        """The nim-sum."""
        return lambda state: grundy.nim_sum(*state)

    def answers(self, states: Any, play: str = "normal", **within: Any) -> Any:
        """Bouton's rule under misère play."""
        return MisereRule(self, states, self.misere_outcome) if play == "misere" else None

    def misere_outcome(self, states: tuple[State, ...]) -> Outcome:
        """Bouton's rule."""
        heaps = [heap for state in states for heap in state]
        total = grundy.nim_sum(*heaps) if max(heaps, default=0) > 1 else (sum(heaps) + 1) % 2
        return Outcome.N if total else Outcome.P


START = (2, 1, 3)


def broken(**changes: Any) -> Ruleset:
    """Return the game with some hooks changed."""
    return type("Broken", (Heaps,), {"text": "broken", **changes})()


def test_a_right_game_passes() -> None:
    """A game whose hooks agree gives a report of what was looked at."""
    report = grundy.check(Heaps(), START)

    assert report.game == "heaps"
    assert not report.cyclic
    assert {"options", "moves", "parse", "draw", "canonical", "components", "formula",
            "answers", "value", "winning moves"} == set(report.checked)  # fmt: skip
    assert report.positions >= 24  # all that (2, 1, 3) reaches
    assert str(report).startswith("heaps: options, moves, parse, draw, canonical")
    assert report == grundy.check(Heaps(), START)


BROKEN = {
    "options are no list": ({"options": lambda _, s: 7}, "cannot be gone through"),
    "an option is not hashable": (
        {"options": lambda _, s: [list(s[1:])] if s else []},
        "which is not hashable",
    ),
    "a move is missing": (
        {"moves": lambda g, s: [(str(o), o) for o in g.options(s)][1:]},
        "is among the options, but not among the moves",
    ),
    "a move is invented": (
        {"moves": lambda g, s: [("pass", s), *((str(o), o) for o in g.options(s))]},
        "is among the moves, but not among the options",
    ),
    "a move has no name": ({"moves": lambda g, s: (("", o) for o in g.options(s))}, "a name is"),
    "canonical changes the value": (
        {"canonical": lambda _, s: tuple(sorted(s))[1:] if len(s) > 2 else s},
        r"`canonical` takes Position\(broken\[.*\) to Position\(broken\[",
    ),
    "canonical is not hashable": ({"canonical": lambda _, s: sorted(s)}, "is not hashable"),
    "canonical keeps the value, not the game": (
        {"canonical": lambda _, s: (0, 0, 0) if sorted(s) == [0, 2, 2] else s},
        "under misère play has another outcome",
    ),
    "components lose one": ({"components": lambda _, s: [(h,) for h in s[1:]]}, "`components`"),
    "components cancel": (
        {"components": lambda _, s: [(h,) for h in s if s.count(h) % 2]},
        "under misère play has another outcome",
    ),
    "formula is wrong": ({"formula": property(lambda _: sum)}, "but `formula` gives"),
    "misere_outcome is wrong": (
        {"misere_outcome": lambda _, s: Outcome.N},
        "`answers` gives N under misère play",
    ),
    "parse forgets": ({"parse": lambda _, t: (0,)}, "but `parse` reads it as"),
    "parse refuses": ({"parse": lambda _, t: (int(t),)}, "which `parse` refuses"),
    "format forgets": ({"format": lambda _, s: "0"}, "but `parse` reads it as"),
    "draw gives no text": ({"draw": lambda _, s: s}, "is no printable text"),
    "draw gives a control character": ({"draw": lambda _, s: "\x1b[31m"}, "is no printable text"),
    "legal refuses an option": (
        {"legal": lambda _, s: s if s == START else 1 // 0},
        "which `legal` refuses",
    ),
    "value is wrong": (
        {"value": lambda _, s, **__: 1, "formula": None},
        "by its options, but `value` gives",
    ),
    "a winning move is missing": (
        {"options_of_value": lambda _, s, wanted, **__: iter([])},
        "wins, and is not listed",
    ),
    "a losing move is listed": (
        {"options_of_value": lambda g, s, wanted, **__: iter(g.moves(s))},
        "is listed as winning",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_is_caught(name: str) -> None:
    """Each hook that does not agree is a RulesetError that says which and where."""
    changes, said = BROKEN[name]

    with pytest.raises(RulesetError, match=said) as caught:
        grundy.check(broken(**changes), START)
    assert str(caught.value).isprintable()


def test_options_that_change_are_caught() -> None:
    """Options that depend on more than the state are no rules."""
    asked = []

    @grundy.game
    def moody(state: int) -> Iterator[int]:
        asked.append(state)
        yield from range(len(asked) % 3)

    with pytest.raises(RulesetError, match="others when asked again"):
        grundy.check(moody, 5)


def kernel(word: int, data: Any, out: Any) -> int:
    """Write the numbers below a heap."""
    for left in range(word):
        out[left] = left
    return word


def kernel_of_one(word: int, data: Any, out: Any) -> int:
    """Write the heap below only."""
    if word:
        out[0] = word - 1
    return min(word, 1)


@pytest.mark.parametrize(
    ("packed", "said"),
    [
        (lambda heap: Packed(heap, kernel), None),
        (lambda heap: Packed(heap, kernel_of_one), "but `packed` gives"),
        (lambda heap: Packed(heap, kernel, most=4), "more than the 4 that `most` says"),
    ],
)
def test_compiled_rules_are_compared(packed: Any, said: str | None) -> None:
    """Compiled rules that differ, or write more than they say, are caught."""

    @grundy.game(packed=packed)
    def heap(state: int) -> Iterator[int]:
        yield from range(state)

    if said is None:
        assert "packed" in grundy.check(heap, 9).checked
    else:
        with pytest.raises(RulesetError, match=said):
            grundy.check(heap, 9)


def test_what_cannot_be_compiled_is_found() -> None:
    """A rule is compiled for the check, though it would run plain where it is that small."""
    numba = pytest.importorskip("numba")

    def not_for_numba(word: int, data: Any, out: Any) -> int:
        return len(bytearray(memoryview(bytes(word))).hex(":")) * 0

    heap = grundy.game(packed=lambda heap: Packed(heap, not_for_numba))(lambda state: [])
    with pytest.raises(numba.core.errors.NumbaError):
        grundy.check(heap, 9)


def test_starts_are_found_for_the_usual_shapes() -> None:
    """Numbers and short tuples are tried where no start is given."""

    @grundy.game
    def countdown(state: int) -> Iterator[int]:
        yield from (state - take for take in (1, 2) if take <= state)

    @grundy.game
    def pair(state: State) -> Iterator[State]:
        a, b = state
        yield from ((left, b) for left in range(a))

    assert grundy.check(countdown).states > 5
    assert grundy.check(pair).states > 3


def test_no_start_is_said() -> None:
    """A game that no guess fits asks for a start."""

    @grundy.game
    def strange(state: frozenset[int]) -> Iterator[frozenset[int]]:
        yield from (state - {item} for item in state | frozenset())

    with pytest.raises(RulesetError, match=r"give one: check\(game, state\)"):
        grundy.check(strange)
    assert grundy.check(strange, frozenset({1, 2, 3})).positions == 8


def test_cycles_are_looked_at_too() -> None:
    """A game with cycles is compared with the labels of its digraph."""

    @grundy.game
    def clock(state: int) -> Iterator[int]:
        yield from ((state - step) % 7 for step in (1, 2, 5) if state)

    assert grundy.check(clock, 3).cyclic


def test_errors_of_the_rules_pass_through() -> None:
    """What a rule raises itself is not dressed up."""

    @grundy.game
    def faulty(state: int) -> Iterator[int]:
        yield {5: 4}[state]

    with pytest.raises(KeyError) as caught:
        grundy.check(faulty, 5)
    assert caught.value.args == (4,)


def test_positions_of_another_game_are_refused() -> None:
    """A start has to be a position of the game."""
    with pytest.raises(RulesetError, match="is no position of heaps"):
        grundy.check(Heaps(), grundy.catalogue["nim"][5])
