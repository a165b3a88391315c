"""grundy.check: right games pass, and each kind of broken game is caught."""

import itertools

import pytest

import grundy
from grundy.errors import RulesetError
from grundy.games.ruleset import Ruleset
from grundy.games.states import MisereRule
from grundy.games.values.packed import Packed
from grundy.values import Outcome


class Heaps(Ruleset):
    """Nim on a tuple of heaps, with every hook; the broken games below change one."""

    text = "heaps"

    def options(self, state):
        for place, heap in enumerate(state):
            yield from ((*state[:place], left, *state[place + 1 :]) for left in range(heap))

    def components(self, state):
        return [(heap,) for heap in state]

    def canonical(self, state):
        """Return the heaps in order."""
        return tuple(sorted(state))

    def parse(self, text):
        return tuple(map(int, text.split(",")))

    def format(self, state):
        return ",".join(map(str, state))

    @property
    def formula(self):
        return lambda state: grundy.nim_sum(*state)

    def answers(self, states, play="normal", **within):
        return MisereRule(self, states, self.misere_outcome) if play == "misere" else None

    def misere_outcome(self, states):
        heaps = [heap for state in states for heap in state]
        total = grundy.nim_sum(*heaps) if max(heaps, default=0) > 1 else (sum(heaps) + 1) % 2
        return Outcome.N if total else Outcome.P


START = (2, 1, 3)


def broken(**changes):
    return type("Broken", (Heaps,), {"text": "broken", **changes})()


def test_a_right_game_passes():
    """A game whose hooks agree gives a report of what was looked at."""
    report = grundy.check(Heaps(), START)

    assert report.game == "heaps"
    assert not report.cyclic
    assert {"options", "moves", "parse", "draw", "canonical", "components", "formula",
            "answers", "value", "winning moves"} == set(report.checked)  # fmt: skip
    assert report.positions >= 24  # all that (2, 1, 3) reaches
    assert str(report).startswith("heaps: options, moves, parse, draw, canonical")
    assert report == grundy.check(Heaps(), START)


def named(options):
    return [(str(option), option) for option in options]


MISERE = "under misère play has another outcome"
BROKEN = [
    ({"options": lambda _, s: 7}, "cannot be gone through"),
    ({"options": lambda _, s: [list(s[1:])] if s else []}, "which is not hashable"),
    ({"moves": lambda g, s: named(g.options(s))[1:]}, "among the options, but not among the moves"),
    ({"moves": lambda g, s: [("pass", s), *named(g.options(s))]}, "among the moves, but not among"),
    ({"moves": lambda g, s: 2 * named(g.options(s))}, "more than once"),
    ({"moves": lambda g, s: (("", o) for o in g.options(s))}, "a name is"),
    ({"canonical": lambda _, s: tuple(sorted(s))[1:] if len(s) > 2 else s},
     r"`canonical` takes Position\(broken\[.*\) to Position\(broken\["),
    ({"canonical": lambda _, s: sorted(s)}, "is not hashable"),
    ({"canonical": lambda _, s: (0, 0, 0) if sorted(s) == [0, 2, 2] else s}, MISERE),
    ({"components": lambda _, s: [(h,) for h in s[1:]]}, "`components`"),
    ({"components": lambda _, s: [(h,) for h in s if s.count(h) % 2]}, MISERE),
    ({"formula": property(lambda _: sum)}, "but `formula` gives"),
    ({"misere_outcome": lambda _, s: Outcome.N}, "`answers` gives N under misère play"),
    ({"parse": lambda _, t: (0,)}, "but `parse` reads it as"),
    ({"parse": lambda _, t: (int(t),)}, "which `parse` refuses"),
    ({"draw": lambda _, s: s}, "is no printable text"),
    ({"draw": lambda _, s: "\x1b[31m"}, "is no printable text"),
    ({"legal": lambda _, s: s if s == START else 1 // 0}, "which `legal` refuses"),
    ({"value": lambda _, s, **__: 1, "formula": None}, "by its options, but `value` gives"),
    ({"options_of_value": lambda _, s, wanted, **__: iter([])}, "wins, and is not listed"),
    ({"options_of_value": lambda g, s, wanted, **__: iter(g.moves(s))}, "is listed as winning"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "said"), BROKEN)
def test_a_broken_game_is_caught(changes, said):
    """Each hook that does not agree is a RulesetError that says which and where."""
    with pytest.raises(RulesetError, match=said) as caught:
        grundy.check(broken(**changes), START)
    assert str(caught.value).isprintable()


def test_options_that_change_are_caught():
    """Options that depend on more than the state are no rules."""
    asked = itertools.count(1)

    with pytest.raises(RulesetError, match="others when asked again"):
        grundy.check(grundy.game(lambda state: range(next(asked) % 3)), 5)


def kernel(word, data, out):
    """Write the numbers below a heap."""
    for left in range(word):
        out[left] = left
    return word


def kernel_of_one(word, data, out):
    """Write the heap below only."""
    if word:
        out[0] = word - 1
    return min(word, 1)


@pytest.mark.parametrize(("packed", "said"), [
    (lambda heap: Packed(heap, kernel), None),
    (lambda heap: Packed(heap, kernel_of_one), "but `packed` gives"),
    (lambda heap: Packed(heap, kernel, most=4), "more than the 4 that `most` says"),
])  # fmt: skip
def test_compiled_rules_are_compared(packed, said):
    """Compiled rules that differ, or write more than they say, are caught."""

    @grundy.game(packed=packed)
    def heap(state):
        yield from range(state)

    if said is None:
        assert "packed" in grundy.check(heap, 9).checked
    else:
        with pytest.raises(RulesetError, match=said):
            grundy.check(heap, 9)


def test_starts_are_found_for_the_usual_shapes():
    """Numbers and short tuples are tried where no start is given; cycles do no harm."""
    countdown = grundy.game(lambda n: [n - take for take in (1, 2) if take <= n])
    pair = grundy.game(lambda pair: [(left, pair[1]) for left in range(pair[0])])
    clock = grundy.game(lambda n: [(n - step) % 7 for step in (1, 2, 5) if n])

    assert grundy.check(countdown).states > 5
    assert grundy.check(pair).states > 3
    assert grundy.check(clock, 3).cyclic


def test_no_start_is_said():
    """A game that no guess fits asks for a start."""
    strange = grundy.game(lambda items: [items - {item} for item in items | frozenset()])

    with pytest.raises(RulesetError, match=r"give one: check\(game, state\)"):
        grundy.check(strange)
    assert grundy.check(strange, frozenset({1, 2, 3})).positions == 8


def test_positions_of_another_game_are_refused():
    """A start has to be a position of the game."""
    with pytest.raises(RulesetError, match="is no position of heaps"):
        grundy.check(Heaps(), grundy.catalogue["nim"][5])
