"""Rules drawn at random, of 18 kinds: no form that is called a find is false of later values."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
import pytest

from grundy import AllBut, HeapGame, LimitError, Limits, TakeAndBreak, describe
from grundy.heaps.by_moves import borne_out
from grundy.heaps.closed_forms import Values, is_guess
from grundy.heaps.codes import Code
from grundy.heaps.conjectures import search, search_zeros
from grundy.heaps.ruleset import HeapRuleset
from grundy.recognition.terms import Terms, fitting_forms, fitting_set

Rule = Callable[[int], Iterable[int]]
Said = tuple[str, float, bool]  # of a form its text, its bits, and whether it stays true
LAST = 4_000  # no amount is above
PRIMES = [p for p in range(2, LAST) if all(p % d for d in range(2, int(p**0.5) + 1))]


def drawn_game(draw: random.Random) -> HeapRuleset:
    kind = draw.randrange(18)
    digits = [0, *draw.choices(range(8 if kind < 17 else 16), k=draw.randrange(1, 5))]
    if kind == 14:
        return AllBut(draw.sample(range(1, 40), draw.randrange(1, 6)))
    if kind < 14:
        return HeapGame(drawn_rule(draw, kind), f"drawn-{kind}")
    # of the second kind one digit is far behind the others
    far = [0] * draw.choice((20, 60, 150)) + draw.choices((1, 2, 3, 7)) if kind == 15 else []
    return TakeAndBreak(Code((*digits, *far)))


def drawn_rule(draw: random.Random, kind: int) -> Rule:
    """Return a rule of one of 14 kinds, seven of which take amounts of a set."""
    c, base = draw.randrange(40), draw.choice((2, 3, 4, 5, 6, 10))
    few, seed = draw.sample(range(1, 12), draw.randrange(1, 5)), draw.random()
    density, least = draw.choice((0.5, 0.1, 0.03, 0.01)), draw.choice((1, 1, 12))
    by_remainder = [draw.sample(range(1, 12), draw.randrange(1, 5)) for _ in range(5)]
    sets = (few, [i * i + c for i in range(64)], [p + c for p in PRIMES],
            [base**i + c for i in range(12)] + few[:1], [base * i + c for i in range(LAST)],
            [least, *(i for i in range(least, LAST) if draw.random() < density)],
            [i * (i + 1) // 2 + c for i in range(90)])  # fmt: skip

    def ones(n: int) -> list[int]:
        return [base**i for i in range(12) if n // base**i % base]

    others = (lambda n: [n - k for k in by_remainder[n % 5]],
              lambda n: [n // k for k in by_remainder[0] if k > 1] + [n - k for k in few[1:]],
              lambda n: [-(-n // k) for k in by_remainder[0] if k > 1] + [n - few[0]],
              lambda n: [n - one for one in ones(n)] + [n - k for k in few[3:]],
              lambda n: [n - one * d for one in ones(n) for d in range(1, n // one % base + 1)],
              lambda n: [n - d * (base < 4) for d in range(1, n) if n % d == 0] + [n - few[0]],
              lambda n: [random.Random(f"{seed} {n} {i}").randrange(n) for i in range(3)],
    )  # fmt: skip
    amounts = sets[kind] if kind < len(sets) else ()
    taking: Rule = (lambda n: [n - s for s in amounts]) if amounts else others[kind - 7]
    return lambda n: [m for m in taking(n) if 0 <= m < n] if n else []


def said_of(game: HeapRuleset, values: Values, few: int) -> Iterator[Said]:
    """Yield what is said of the first values, with and without the moves, and of some others."""
    lost, first = (values == 0).astype(np.int64), values[:few]
    for seen, form in ((values, search(first).holding), (lost, search_zeros(first).holding)):
        if form is not None:
            tested = borne_out(game, form, first, lost=seen is lost)
            for said in (form, *([tested] if tested else [])):
                yield said.text, said.bits, form.first_failure(seen) is None
    terms, ahead = Terms(tuple(values[3 : few + 3].tolist())), len(values) - few - 3
    for fit in fitting_forms(terms, ahead):
        yield fit.text, fit.form.bits, fit.next_values == tuple(values[few + 3 :].tolist())
    fit_of_lost = fitting_set(terms)
    if fit_of_lost is not None:
        form, shift = fit_of_lost.form, fit_of_lost.shift
        shifted = np.concatenate((np.ones(shift, np.int64), lost[3:]))
        yield form.text, form.bits, form.first_failure(shifted) is None


@pytest.mark.parametrize("rules", [30, pytest.param(1_000, marks=pytest.mark.long)])
def test_no_form_of_a_rule_drawn_at_random_is_called_a_find_and_false(rules: int) -> None:
    """Read from 64 or 200 values, and compared with 1,000; of the guesses some are false."""
    draw, said = random.Random(rules), list[Said]()
    for _ in range(rules):
        game = drawn_game(draw)
        values = game.values(1_000).astype(np.int64)
        said += [*said_of(game, values, 64), *said_of(game, values, 200)]
    assert [text for text, bits, is_true in said if not is_guess(bits) and not is_true] == []
    assert any(not is_true for _, _, is_true in said)
    assert sum(not is_guess(bits) for _, bits, _ in said) > rules // 4


@pytest.mark.parametrize(("amounts", "few", "form"), [
    ((1, 2), 64, "n mod 3"), ((1, 2, 72), 64, ""), ((1, 1_412), 1_000, ""),
    ([4, *(10**i for i in range(12))], 64, ""),  # 100 only leaves early heaps of 111
    ((1, -100), 64, ""), ((1, -10_000), 64, ""), ((1, -(10**6)), 64, "n mod 2"),  # all of a heap
])  # fmt: skip
def test_moves_of_larger_heaps_say_whether_a_form_is_a_find(
    amounts: Sequence[int], few: int, form: str
) -> None:
    game = HeapGame(lambda n: [n - s for s in amounts if 0 < s <= n] + [0] * (-n in amounts))
    found = [one for one in describe(game, few).conjectures if one.about == "G(n)"]
    assert [(one.text, one.is_guess) for one in found] == [(form, False)] * bool(form)
    if form:
        assert "borne out by the moves of some heaps up to 29,999, not proved" in str(found[0])


def test_a_function_may_know_no_larger_heaps() -> None:
    known = [[n - 1, n - 2][:n] for n in range(64)]
    (found,) = describe(HeapGame(lambda n: known[n]), 64).conjectures
    assert str(found).startswith("G(n) might be n mod 3 on heaps 0 … 63; only a guess: chance fits")
    assert (found.reach, found.is_guess) == (None, True)


def test_moves_of_larger_heaps_take_no_more_than_the_seconds_left() -> None:
    passed = [0.0]

    def rule(n: int) -> list[int]:
        passed[0] += 1
        if n == 900:
            raise LimitError("ours")
        return [n - 1]

    describe(HeapGame(rule), 64, limits=Limits(seconds=200, _clock=lambda: passed[0]))
    assert 64 + 32 < passed[0] <= 200
    with pytest.raises(LimitError, match="ours"):
        describe(HeapGame(rule), 64)
