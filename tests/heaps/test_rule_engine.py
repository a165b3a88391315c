"""Functions of the user, compiled: the values of Python, or an error that says why not."""

from __future__ import annotations

import re

import pytest

from grundy import HeapGame, RulesetError
from grundy.heaps.engines import user_function as rule_engine

CUTS = {
    "split": lambda n: [(a, n - 1 - a) for a in range(n)],
    "heap": lambda n: [n // 2, n - 1],
    "three": lambda n: [(a, b, n - a - b) for a in range(1, n) for b in range(1, n - a)],
}


def generator(n):
    """Take one, two or four, and split what is left of the first two."""
    for taken in (1, 2):
        for part in range((n - taken) // 2 + 1):
            yield part, n - taken - part
    if n >= 4:
        yield n - 4, 0


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Compile without waiting for Python to be slow."""
    monkeypatch.setattr(rule_engine, "_SECONDS", 0)


def compiled(function, **more):
    """Return the game of a function that is to be compiled."""
    return HeapGame(function, compiled=True, **more)


@pytest.mark.parametrize("function", [*CUTS.values(), generator], ids=[*CUTS, "generator"])
def test_compiled_functions_have_the_values_of_python(function):
    """Lists and generators of heaps or of tuples have the same values compiled."""
    game = compiled(function)

    first, then = game.values(30).tolist(), game.values(120).tolist()

    assert game.sequence.engine == "compiled definition"
    assert first == then[:30]
    assert then == HeapGame(function).values(120).tolist()


def test_short_answers_do_not_wait_for_the_compiler(monkeypatch):
    """What Python does in less than a second is not compiled, and goes on where Python was."""
    monkeypatch.setattr(rule_engine, "_SECONDS", 60)
    game = compiled(CUTS["split"])
    game.values(100)
    assert game.sequence.engine == "definition"

    monkeypatch.setattr(rule_engine, "_SECONDS", 0)

    assert game.values(300).tolist() == [heap % 2 for heap in range(300)]
    assert game.sequence.engine == "compiled definition"


def test_integers_that_wrap_are_found():
    """A function that needs integers of more than 64 bits is refused, with the heap named."""
    game = compiled(lambda n: [n - 1 - (2**n // 3) % 2 * (n > 1)])
    assert len(HeapGame(game.function).values(90)) == 90

    with pytest.raises(RulesetError, match="Integers have 64 bits there; leave out compiled=True"):
        game.values(90)


@pytest.mark.parametrize(
    "function",
    [
        lambda n: [(n - 1,), ()],
        lambda n: [[n - 1]],
        lambda n: [n - 1.0],
        lambda n: [str(n)],
        lambda n: n - 1,
        lambda n: [n > 0],
        lambda n: (n - 1, 0)[:],  # a literal makes this no tuple of one type
        lambda n: [CUTS],
        lambda n: (part for part in sorted(range(n), key=str)),
    ],
)
def test_functions_that_cannot_be_compiled(function):
    """What numba cannot type, or types as no heaps, is refused in one sentence."""
    with pytest.raises(RulesetError, match="leave out compiled=True") as failure:
        compiled(function).values(80)
    assert "\n" not in str(failure.value)


def test_an_exception_of_the_function_is_its_own():
    """What the function raises comes out with the function in its traceback; the rest is kept."""

    def fails(n):
        if n == 75:
            raise ZeroDivisionError("seventy-five")
        return [n - 1]

    game = compiled(fails)

    with pytest.raises(ZeroDivisionError, match="seventy-five") as failure:
        game.values(100)
    assert failure.traceback[-1].name == "fails"
    assert game.values(75).tolist() == [heap % 2 for heap in range(75)]


@pytest.mark.parametrize("heap", [70])
def test_a_part_that_is_no_smaller_heap(heap):
    """A part that is too large or negative has the sentence that Python has for it."""
    for wrong in (heap, -1):
        game = compiled(lambda n, wrong=wrong: [wrong if n == heap else n - 1])
        with pytest.raises(RulesetError, match=f"of heap {heap} has a part that is"):
            game.values(80)


def test_values_past_the_first_marks():
    """Values of 64 and more make room for themselves."""
    game = compiled(lambda n: [k for k in range(n)])  # noqa: C416

    assert game.values(300).tolist() == list(range(300))


def empty_at_once(n):
    """Grim on a path, with a list of its own for a path without a move."""
    return [(k, n - 1 - k) for k in range(n)] if n > 1 else []


def empty_by_return(n):
    """The same with two returns."""
    if n < 2:
        return []
    return [(k, n - 1 - k) for k in range(n)]


@pytest.mark.parametrize("function", [empty_at_once, empty_by_return, lambda n: []])
def test_an_empty_list_that_numba_cannot_type_is_explained(function):
    """The sentence says what to write instead, in no words of numba."""
    with pytest.raises(RulesetError) as failure:
        compiled(function).values(80)

    said = str(failure.value)
    assert "an empty list does not say what it would hold; write loops that `yield` each" in said
    assert said.endswith(", with tuples for lists from outside, or leave out compiled=True.")
    assert not re.search(r"\$|infer|variable|imprecise|undefined", said)


TAKES = [1, 3, 4]


def by_yield_from(n):
    """Nothing for numba: a generator expression, and `yield from`."""
    yield from (n - take for take in (1, 3, 4) if take <= n)


@pytest.mark.parametrize(
    "function",
    [
        by_yield_from,
        lambda n: (n - take for take in (1, 3, 4) if take <= n),
        lambda n: {n - take for take in (1, 3, 4) if take <= n},
        lambda n: [n - take for take in TAKES if take <= n],
        lambda n: range(max(n - 2, 0), n),
    ],
)
def test_forms_that_numba_does_not_know_are_told_to_yield(function):
    """One sentence says what to write; without compiled=True the function is a game."""
    with pytest.raises(RulesetError, match="write loops that `yield` each option") as failure:
        compiled(function).values(80)

    assert "\n" not in str(failure.value)
    assert HeapGame(function).values(3).tolist() in ([0, 1, 0], [0, 1, 2])
