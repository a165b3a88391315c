"""Numbers pasted in: the games that have them are found, and what is found has them."""

import os
import random
import re
import sys
from functools import cache
from itertools import chain

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy
import reference
from commands import ended
from grundy import recognise
from grundy.errors import CodeError, VerificationError
from grundy.heaps.codes import Code
from grundy.recognition.found_games import FoundGames, fits
from grundy.recognition.known import known_games, read_part
from grundy.recognition.recognise import Recognition
from grundy.recognition.spaces import Part, going_on, spaces
from grundy.recognition.terms import Terms, as_terms
from often import often

KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]


@st.composite
def games(draw):
    """Draw a space, and the number of a game of it."""
    space = draw(st.sampled_from(spaces()[:3]))
    return space, draw(st.integers(0, space.size - 1))


def found_games(values):
    given_ = Terms(tuple(values))
    return FoundGames.of(known_games(given_), given_)


@often(3)
@given(games())
def test_rows_are_the_values_of_the_games(game):
    """Whatever the number of a game, its row is what the ordinary engine and the rule say."""
    space, number = game
    rules = space.rules(number)
    values = rules.values(space.heaps).tolist()
    part = known_games(Terms(tuple(values[3:20])))[spaces().index(space)]
    place = part.places(np.array([number]))[0]
    row = part.rows[part.row_of[place]].tolist()
    assert part.numbers[place] == number
    assert row == values
    assert row[:25] == reference.values(rules, 25)


@cache
def texts_of_codes() -> list[str]:
    """Return the text of each number of the space of codes."""
    codes = spaces()[1]
    return [codes.text(number) for number in range(codes.size)]


def test_every_game_of_a_space_has_its_own_text():
    """Codes, sets and names are each there once, and the command line reads them back."""
    subtraction, codes, all_but, _ = spaces()
    texts = set(texts_of_codes())
    assert codes.size == len(texts) == 2 * 8**4 + 4 * 16**3 - 2 * 8**3 + len(codes.named)
    assert {"0.77", "4.7777", "0.0001", "C.FFF", "hex:0.008", "nim", "mark"} <= texts
    assert (subtraction.text(0b1101), all_but.text(0b1001)) == ("{1,3,4}", "allbut{1,4}")
    assert subtraction.text(subtraction.size - 1).endswith(",20}")
    for space in (subtraction, codes, all_but):
        for number in random.Random(1).sample(range(space.size), 60):
            assert grundy.read_game(space.text(number)) == space.rules(number)


@pytest.mark.parametrize(("text", "digits"), [
    ("0.77", 2), ("4.4", 2), ("0.0", 1), ("C.FFF", 4), ("hex:0.008", 3), ("nim", 0),
    ("divide-2-3-6", 0), ("0.11377", 5), ("{10,20}", 4), ("allbut{1,12}", 3), ("{}", 0),
])  # fmt: skip
def test_digits_are_counted_without_the_0_before_the_point(text, digits):
    """A name has no digits, and a letter of a code is one."""
    subtraction, codes, all_but, _ = spaces()
    space = all_but if text.startswith("allbut") else subtraction if "{" in text else codes
    if space is codes:
        number = texts_of_codes().index(text)
    else:
        number = sum(1 << int(member) - 1 for member in re.findall(r"[0-9]+", text))
    assert space.text(number) == text
    assert space.digits(np.array([number])).tolist() == [digits]


def test_named_games_are_found_by_their_values():
    """Every heap game of the catalogue without parameters is found by its first values."""
    for entry in chain.from_iterable(grundy.catalogue.families().values()):
        rules = None if entry.parameters else entry.make()
        if isinstance(rules, grundy.heaps.HeapRuleset):
            found = found_games(rules.values(100).tolist())
            texts = {each.part.space.text(each.number) for each in found}
            assert {entry.key, rules.text} & texts, entry.key


@often(3)
@given(games(), st.integers(0, 40), st.integers(12, 60), st.randoms(use_true_random=False))
def test_a_game_is_found_from_any_heap_with_any_gaps(game, shift, count, rng):
    """The game is among those found, with its shift or a smaller one that serves as well."""
    space, number = game
    values: list[object] = space.rules(number).values(shift + count)[shift:].tolist()
    for place in rng.sample(range(1, count), rng.randrange(count // 3)):
        values[place] = rng.choice([None, "?", "_"])
    found = found_games(as_terms(values).values)
    at = [i for i, each in enumerate(found) if (each.part.space, each.number) == game]

    assert len(at) == 1
    assert found[at[0]].heap <= shift


@cache
def short_codes() -> tuple[list[list[int]], list[list[int]]]:
    """Return random codes and their values by the definition; many begin alike."""
    chance = random.Random(17)
    codes = [
        [chance.choice([0, 0, 4, 8, 12]), *(chance.choice([1, 3, 5, 7, 9, 15]) for _ in range(2))]
        for _ in range(150)
    ]
    rows = [reference.values(grundy.TakeAndBreak(Code(tuple(one))), 16) for one in codes]
    return codes, rows


@pytest.mark.parametrize("known", [1, 3, 6])
def test_codes_go_on_as_the_definition_says(known):
    """Of codes that have the first values, those that have all but where there are gaps."""
    chance = random.Random(known)
    codes, rows = short_codes()
    parted = 0
    for row in rows:
        alike = [number for number in range(len(rows)) if rows[number][:known] == row[:known]]
        wanted = [-1 if i >= known and chance.random() < 0.2 else row[i] for i in range(16)]
        if chance.random() < 0.2:
            wanted[-1] = row[-1] ^ 1
        expected = [
            all(w in (-1, v) for w, v in zip(wanted, rows[number], strict=True))
            for number in alike
        ]  # fmt: skip
        digits = np.array([codes[number] for number in alike], np.uint8)

        fits_on = going_on(digits, np.full(len(alike), 3), np.array(wanted), known)
        assert fits_on.tolist() == expected
        parted += any(expected) and not all(expected)
    assert parted > 3


def test_many_games_go_on_together():
    """Of the thousands that are Nim to heap 255 all are Nim to 279; none with another value."""
    games = recognise(range(280)).games
    assert games > 2_000
    assert recognise([*range(279), 278]).games == 0
    assert recognise([*range(270), None, *range(271, 280)]).games == games


@pytest.mark.parametrize("texts", [("0.1165", "0.1365"), ("0.161", "0.3613")])
def test_games_that_part_after_the_table_are_told_apart(texts):
    """Of two that agree to heap 255 only the one that has all values is a match."""
    values = [grundy.TakeAndBreak(text).values(1_200).tolist() for text in texts]
    assert values[0][:256] == values[1][:256]
    for text, other, mine in (*zip(texts, texts[::-1], values, strict=True),):
        with_gap = [*mine[:270], None, *mine[271:]]  # then each game is computed by itself
        for given_ in (mine, with_gap):
            found = [match.text for match in recognise(given_)]
            assert text in found
            assert other not in found
        assert {text, other} <= {match.text for match in recognise(mine[:60])}
    wrong = grundy.TakeAndBreak("0.77").values(300).tolist()
    wrong[290] += 1  # of a game that goes on by its period
    assert "0.77" not in [match.text for match in recognise(wrong)]


@often(3)
@given(games(), st.integers(0, 60), st.integers(9, 60), st.data())
def test_what_is_found_has_the_values(game, shift, count, data):
    """By the definition, with what comes next; no smaller shift serves; the order is kept."""
    space, number = game
    values = space.rules(number).values(shift + count)[shift:].tolist()
    found = recognise(values, ahead=3)
    places = data.draw(st.lists(st.integers(0, found.games - 1), max_size=3))
    for match in (found[place] for place in {0, *places}):
        if match.is_family:  # which three or four values may fit
            continue
        assert match.rules == grundy.read_game(match.text)
        known = reference.values(match.rules, match.shift + count + 3)
        assert known[match.shift :] == [*values, *match.next_values]
        assert values not in [known[start : start + count] for start in range(match.shift)]


@cache
def rows_to_look_at():
    """Return a few rows of the table, of codes that differ much."""
    return read_part(spaces()[1]).rows[::311]


@often(30)
@given(st.lists(st.integers(0, 3) | st.none(), min_size=1, max_size=6))
def test_no_fit_is_missed(values):
    """Row by row, and place by place, the search says what a comparison says."""
    values = [*values, 1]
    given_, rows = as_terms(values), rows_to_look_at()
    wanted = values[given_.first :]
    expected = [
        (number, start)
        for number, row in enumerate(rows.tolist())
        for start in range(len(row) - len(wanted) + 1)
        if all(w in (None, v) for w, v in zip(wanted, row[start:], strict=False))
    ]
    found = [
        (int(row), int(heap))
        for above, heaps in fits(rows, given_.offsets, given_.numbers)
        for row, heap in zip(above, heaps, strict=True)
    ]

    assert found == expected


def test_games_come_before_formulas_short_ones_first():
    """Fewest digits first, then the smallest shift."""
    found = recognise([0, 1, 2, 3] * 4)
    first = list(found[:60])
    sorts = [(digits(match.text), match.shift) for match in first]
    assert sorts == sorted(sorts)
    assert all(match.formula is None and match.text for match in first)
    assert [(match.formula, match.text) for match in found[found.games :]] == [("n mod 4", "")]


def digits(text: str) -> int:
    """Count the digits of a code or a set by hand."""
    if not {".", "{"} & set(text):
        return 0
    return sum(sign in "0123456789ABCDEF" for sign in text.removeprefix("hex:").removeprefix("0."))


@pytest.mark.parametrize(("values", "text", "shift"), [
    ("0 0 0 1 1 1", "sprouts n", 0), ("0 1 0 1 2 0 1 0 1 2 3 1", "nogo 1xn", 1),
    ("0 1 1 3 0 _ 2 2 4 0 5", "clobber 1xn", 1), ("1 0 1 0 1 0 1", "{1}", 1),
    ([1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], "0.77", 1),
    (["?", 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1], "0.77", 0),
    (["?", "?", 0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], "0.77", -2),
    ([1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2, 0], "{1,3,4}", 1),
    ([0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3], "grundys-game", 0),
    ([0, 1, 2, 4, 3, 5, 6, 8, 7], "lasker", 0), (range(30), "nim", 0),
    ([0, 0, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 0, 1, 2, 3], "take-a-fibonacci", -2),
])  # fmt: skip
def test_the_first_match(values, text, shift):
    """Of values that say enough, with gaps, and from before heap 0 on."""
    first = recognise(values)[0]
    assert (first.text, first.shift) == (text, shift)


@pytest.mark.parametrize(("values", "said"), [
    ([], ""), ([None, "?"], ""), ([0, -1], ""), ([True], ""), ([0, 10**9 + 1], ""),
    ([0, 1, "x"], "Value 3"), ("0 1 x", ""), ("", ""), ("0 1\n2 x\n", "Line 2"),
    ("a b", 'Value 1: "a" is no natural number'), (None, "found None"), (5, "found 5"),
    ("9" * 26, "is no natural number up to 10"),
], ids=repr)  # fmt: skip
def test_what_is_no_value_is_refused(values, said):
    """With one sentence, as an error of the package."""
    with pytest.raises(CodeError, match=rf"{said}.*\.$"):
        recognise(values)


@pytest.mark.parametrize(
    ("values", "deciding"),
    [(KAYLES, 12), (grundy.TakeAndBreak("0.77").values(40).tolist()[3:], 9), ([0, 1, 0], None)],
)
def test_how_many_values_decide(values, deciding):
    """With one fewer something else fits that goes on in another way."""
    found = recognise(values)
    assert found.deciding == deciding
    if deciding is not None:
        assert len(recognise(values[:deciding]).choices()) == 1
        assert len(recognise(values[: deciding - 1]).choices()) > 1


def test_choices_group_games_by_what_comes_next():
    """Each group goes on in its own way; together they have all games."""
    found = recognise([0, 1, 0, 2, 1, 3])
    choices = found.choices(most=50, others=2)
    after = set()
    for match in (choice.first for choice in choices):
        after.add(tuple(match.rules.values(match.shift + 70)[match.shift :].tolist()))

    assert choices[0].first == found[0]
    assert len(after) == len(choices)
    assert sum(choice.games for choice in choices) <= found.games
    for choice in choices:
        assert len(choice.others) <= min(2, choice.games - 1)
        for other in choice.others:
            assert other.next_values == choice.first.next_values


def with_gaps(values, *places):
    return [None if place in places else value for place, value in enumerate(values)]


FORMULAS = [
    ([n % 4 for n in range(12)], "n mod 4", 0),
    ([(n & -n).bit_length() - 1 for n in range(1, 13)], "the exponent of 2 in (n + 1)", 0),
    ([(n & -n).bit_length() - 1 for n in range(5, 25)], "the exponent of 2 in (n + 3)", 2),
    ([int(n * (1 + 5**0.5) / 2) for n in range(1, 20)], "⌊n·(1 + √5)/2⌋", 1),
    ([n // 2 + 5 for n in range(20)], "⌊(n + 10)/2⌋", 0),
    ([3, 1, 4, 1, 5, 9, 2] * 4, "G(n − 7) for n ≥ 7", 0),
    ([n % 5 * 7 % 5 + 3 * (n // 5) for n in range(40)], "G(n − 5) + 3 for n ≥ 5", 0),
    (with_gaps([n % 4 for n in range(20)], 3, 4, 11), "G(n − 4) for n ≥ 4", 0),
    (with_gaps([n // 3 for n in range(30)], 5, 6, 20), "⌊n/3⌋", 0),
    (with_gaps([n % 7 + 5 * (n // 7) for n in range(60)], *range(0, 60, 3)),
     "G(n − 7) + 5 for n ≥ 7", 0),
    (with_gaps(grundy.catalogue["at-most-half"].values(40).tolist(), 13, 20, 33),
     "G(k) for n = 2k, k for n = 2k + 1 for n ≥ 2", 1),
]  # fmt: skip


@pytest.mark.parametrize(("values", "formula", "shift"), FORMULAS, ids=[f[1] for f in FORMULAS])
def test_formulas_are_found(values, formula, shift):
    """Those of describe, with and without gaps, from a heap that is not said."""
    found = {(match.formula, match.shift) for match in recognise(values).formulas}
    assert (formula, shift) in found


@often(7)
@given(
    st.integers(2, 6), st.integers(0, 4), st.integers(0, 3),
    st.randoms(use_true_random=False), st.integers(0, 12),
)  # fmt: skip
def test_what_a_formula_says_is_what_comes(period, saltus, before, rng, gaps):
    """Values that repeat with a saltus: the given ones and those after them, whatever is known."""
    head, turn = ([rng.randrange(6) for _ in range(size)] for size in (before, period))
    full = head + [turn[n % period] + saltus * (n // period) for n in range(60)]
    values = with_gaps(full[:50], *rng.sample(range(50), gaps))
    for match in recognise(values, ahead=8).formulas:
        if match.formula is not None and match.formula.startswith("G(n −"):
            assert list(match.next_values) == full[50:58]


def test_nothing_is_compiled_and_nothing_written(tmp_path):
    """The first answer ever needs no table in the user's cache, and no machine code."""
    code = f"import sys, grundy; str(grundy.recognise({KAYLES})); print('numba' in sys.modules)"
    done = ended([sys.executable, "-c", code], env=os.environ | {"XDG_CACHE_HOME": str(tmp_path)})
    assert done.out.split() == ["False"]
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_values_that_the_game_does_not_have_are_never_named():
    """A table that is wrong is found out when a match is made from it."""
    part = read_part(spaces()[1])
    row_of = np.zeros_like(part.row_of)
    wrong = Part(part.space, np.full((1, 256), 5, np.uint16), row_of, part.numbers)
    given_ = Terms((5, 5, 5))
    found = Recognition(given_.values, (), 4, FoundGames.of((wrong,), given_))
    with pytest.raises(VerificationError, match="does not hold the values"):
        found[0]


def test_what_a_formula_explains_is_its_evidence() -> None:
    """Of a function with a name 40 values are much."""
    ruler = recognise([(n & -n).bit_length() for n in range(1, 41)]).formulas[0]
    assert ruler.tested == 40
    assert 59 < ruler.bits < 61


@pytest.mark.parametrize(("is_won", "first", "text"), [
    (lambda n: round(n**0.5) ** 2 != n, 1, "the squares"),  # without 0
    (lambda n: n not in (int(k * (3 + 5**0.5) / 2) for k in range(n + 1)), 0,
     "⌊k·(3 + √5)/2⌋ for k = 0, 1, 2, …"),  # the other heaps are ⌊k·(1 + √5)/2⌋
])  # fmt: skip
def test_lost_heaps_are_found(is_won, first, text) -> None:
    """The first of a list may be lost and still be heap 1."""
    found = grundy.recognise([int(is_won(n)) for n in range(first, first + 200)])
    assert (found.lost.text, found.lost.shift) == (text, first)
    verb = "are" if first else "might be"
    assert str(found) == f"the lost heaps {verb} {text}, from heap {first} on"
