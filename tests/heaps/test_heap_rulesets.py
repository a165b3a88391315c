"""Codes and heap games: how they are read, their options, and what they answer."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
from grundy import AllBut, GrundysGame, Subtraction, TakeAndBreak
from grundy.errors import CodeError, LimitError, PositionError, RulesetError
from grundy.heaps import heap_values
from grundy.heaps.codes import LONGEST, Code, Constraint, parse_code
from grundy.heaps.numbers import code_words
from grundy.heaps.subtraction import RULES, NamedRule
from heap_strategies import NAMES, codes, parse_game

HUGE = 10**200


def split_by_hand(code: Code, heap: int) -> set[tuple[int, ...]]:
    """Return the options by trying every sorted tuple of up to four heaps."""
    found = set()
    for size in range(5):
        for parts in itertools.combinations_with_replacement(range(1, heap + 1), size):
            taken = heap - sum(parts)
            if taken < 0 or not code.digit(taken) >> size & 1:
                continue
            sign, kinds = code.constraint_at(taken), len(set(parts))
            wrong = {
                Constraint.UNEQUAL: kinds < size,
                Constraint.NOT_ALL_EQUAL: kinds == 1,
                Constraint.ALL_EQUAL: kinds > 1,
            }
            if size < 2 or not wrong.get(sign, False):
                found.add(parts)
    return found


@given(codes(), st.integers(0, 12))
def test_options_are_what_the_digits_say(code, heap):
    """Each way to leave so many heaps that a digit and its constraint allow is given once."""
    options = list(TakeAndBreak(code).options(heap))
    assert len(options) == len(set(options))
    assert set(options) == split_by_hand(code, heap)


@pytest.mark.parametrize(("text", "ruleset"), [
    ("0.77", TakeAndBreak("0.77")), (" 0.770 ", TakeAndBreak("0.77")),
    ("4.[3]", TakeAndBreak("4.[3]")), ("{1,3,4}", Subtraction({1, 3, 4})),
    (" { 4, 3 ,1,1 } ", Subtraction({1, 3, 4})), ("{}", Subtraction(())),
    ("allbut{1,4}", AllBut({1, 4})), ("AllBut {4,1}", AllBut({1, 4})),
    ("Kayles", TakeAndBreak("0.77")), ("grundys-game", GrundysGame()),
    ("take-a-square", NamedRule("take-a-square")),
])  # fmt: skip
def test_games_are_read(text, ruleset):
    assert parse_game(text) == ruleset


@pytest.mark.parametrize(("text", "column", "part"), [
    ("{1,,2}", 4, "a number of tokens is missing"), ("{1,}", 4, "a number of tokens is missing"),
    ("{", 2, "a number of tokens is missing"), ("{0,1}", 2, "taking 0 tokens is no move"),
    ("{1;2}", 3, "where a comma or } belongs"), ("{٣}", 2, "a number of tokens is missing"),
    ("{1" + "0" * 18 + "}", 2, "over 18 digits"), ("0.79", 4, "is not octal"),
    (" \n", 1, "The game is missing; write a code (0.77), a set ({1,3,4}) or a name (kayles)."),
    (" 1, 2 }", 1, "1, 2 }: column 1: the { of the set is missing here."),
    ("allbut1}", 7, "allbut1}: column 7: the { of the set is missing here."),
    ("{" + "1," * 6000 + "1}", 10001, "at most 10000 characters"),
])  # fmt: skip
def test_a_malformed_game_is_shown_with_its_column(text, column, part):
    with pytest.raises(CodeError) as caught:
        parse_game(text)
    assert caught.value.column == column
    assert part in str(caught.value)


@pytest.mark.parametrize("amounts", [{0}, {-1}, {1.5}, {True}, {"1"}, "123"])
def test_amounts_are_natural_numbers(amounts):
    for kind in (Subtraction, AllBut):
        with pytest.raises(RulesetError, match="needs"):
            kind(amounts)


@pytest.mark.parametrize("name", [name for name in NAMES if NAMES[name]().formula])
def test_formulas_give_the_values_of_the_definition(name):
    """A closed form, heap by heap and for arrays, agrees with mex over all options."""
    game = NAMES[name]()
    assert game.formula.array is not None
    expected = reference.values(game, 500)
    assert [game.formula(heap) for heap in range(500)] == expected
    assert game.formula.array(np.arange(500)).tolist() == expected
    far = [(10**5 if name == "totative" else 10**12) + k for k in range(20)]
    assert game.formula.array(np.array(far)).tolist() == [game.formula(n) for n in far]
    assert game.formula.text
    assert game.formula.source


@pytest.mark.parametrize(("game", "heap", "value"), [
    ("nim", HUGE, HUGE),
    ("take-a-power-of-two", HUGE, 1),  # 10^200 mod 3; Negrușeri
    ("take-a-prime", HUGE + 3, 3),  # n mod 4; Negrușeri
    ("{1,2,3}", HUGE + 2, 2), ("lasker", 4 * HUGE + 3, 4 * HUGE + 4),
    ("at-most-half", 2 * HUGE, HUGE), ("aliquot", HUGE, 200), ("totative", HUGE, 0),
    ("mark", 2**601, 0), ("divide-2-3-6", 12**150 * 4, 3),
    ("0.77", 12 * HUGE + 76, 1),  # of period 12 from 71 on: Winning Ways
    ("{1,3,4}", 7 * HUGE + 5, 3),  # of period 7: Winning Ways
    ("allbut{2,3,7}", 0, 0),
])  # fmt: skip
def test_values_of_huge_heaps(game, heap, value):
    """A formula or a proved period answers for a heap of two hundred digits."""
    assert parse_game(game).value(heap) == value


@pytest.mark.parametrize(
    ("code", "constant"), [("0.6", "_SEARCHED"), ("hex:0.08", "_SEARCHED_SLOW")]
)
def test_a_search_for_a_period_ends(code, constant, monkeypatch):
    monkeypatch.setattr(heap_values, constant, 300)
    with pytest.raises(LimitError, match="no period is proved within 300 heaps"):
        TakeAndBreak(code).value(HUGE)


@pytest.mark.parametrize("heap", [-1, -HUGE, 1.5, "3", None, True])
def test_a_heap_is_a_natural_number(heap):
    with pytest.raises(PositionError, match="A heap is a natural number"):
        TakeAndBreak("0.77").value(heap)
    with pytest.raises(ValueError, match="stop is a natural number"):
        TakeAndBreak("0.77").values(heap)


def test_answers_about_a_sequence():
    game = Subtraction({2, 5, 7})
    values = game.values(100).tolist()
    assert game.zeros(100).tolist() == [n for n in range(100) if values[n] == 0]
    assert game.records(100) == [
        (n, v) for n, v in enumerate(values) if v > max(values[:n], default=-1)
    ]
    assert game.frequencies(100) == {v: values.count(v) for v in sorted(set(values))}
    assert (game.records(0), game.zeros(0).tolist(), game.frequencies(0)) == ([], [], {})


@pytest.mark.parametrize(("text", "stop", "dtype"), [
    ("0.77", 100, np.uint8), ("nim", 256, np.uint8), ("nim", 257, np.uint16),
    ("allbut{1,4}", 3000, np.uint16), ("nim", 70_000, np.uint32),
])  # fmt: skip
def test_values_are_read_only_and_as_narrow_as_they_can_be(text, stop, dtype):
    values = parse_game(text).values(stop)
    assert values.dtype == dtype
    with pytest.raises(ValueError, match="read-only"):
        values[0] = 1


@pytest.mark.parametrize("name", RULES)
def test_rests_as_an_array_are_the_options(name):
    game = NamedRule(name)
    for heap in range(60):
        assert game.rests(heap).tolist() == [sum(option) for option in game.options(heap)]


def test_winning_moves_of_a_named_rule_are_counted_in_an_array(monkeypatch):
    game, heaps = NamedRule("take-a-square"), [2, 9, 45, 1_000]
    expected = sum(
        game.sum([*heaps[:place], *option, *heaps[place + 1 :]]).value() == 0
        for place, heap in enumerate(heaps)
        for option in game.options(heap)
    )
    monkeypatch.setattr(NamedRule, "options", None)
    assert game.sum(heaps).solve().winning_move_count() == expected > 0


PIECES = "0123456789AFGVafgv.[]!?= {},hex:x-٣Ⅷ\0\x1b\u202eß"


@given(codes())
def test_what_is_printed_is_read_back(code):
    assert parse_code(str(code)) == code
    assert str(parse_code(str(code).lower())) == str(code)


@given(codes(), st.integers(0, 40))
def test_the_canonical_form_is_the_same_game(code, taken):
    unrolled = [(code.digit(r), code.constraint_at(r)) for r in range(30 + len(code.tail))]
    repeated = 2 * len(code.tail)
    split = len(unrolled) - repeated
    digits, signs = zip(*unrolled, strict=True)
    again = Code(digits[:split], digits[split:], signs)
    if code.tail or split > code.last:
        assert again == code
    assert again.digit(taken) == code.digit(taken)
    assert again.constraint_at(taken) == code.constraint_at(taken)


@pytest.mark.parametrize(("text", "canonical"), [
    ("0.77", "0.77"), ("  0.770\n", "0.77"), ("0.", "0.0"), ("0.3f", "0.3F"), ("0.33[33]", "0.[3]"),
    ("0.2[12]", "0.[21]"), ("0.77[0]", "0.77"), ("4!.", "4!.0"), ("4?.0", "4!.0"),
    ("0.3!7", "0.37"),
    ("hex:8?.0", "hex:8?.0"),  # of three parts, not all equal is less than pairwise unequal
    ("hex:0.79", "hex:0.79"), ("HEX:0.77", "0.77"), ("hex:8.0A", "8.0A"),
    ("0.3003330[3]", "0.3003330[3]"),  # CGSuite's code of all but 2, 3 and 7
])  # fmt: skip
def test_the_canonical_text(text, canonical):
    """Blanks, case, trailing zeros, tails and idle constraints are brought to one form."""
    assert str(parse_code(text)) == canonical


@pytest.mark.parametrize(("text", "column", "part"), [
    ("", 1, "begins with a digit and a point"), ("77", 2, "where the point belongs"),
    ("0", 2, "needs a point"), (".77", 1, "a digit is missing before the point"),
    ("0..7", 3, '"." is no digit'), ("0.7 7", 4, '" " is no digit'),
    ("-0.7", 1, "-0.7: column 1: a code has no sign; begin with its first digit"),
    ("0.-7", 3, '"-" is no digit'),
    ("0.79", 4, "0.79: digit 9 at column 4 is not octal; write a hexadecimal code with letters"),
    ("  0.8", 3, "0.8: digit 8 at column 3 is not octal"), ("0.٣", 3, '"٣" is no digit'),
    ("0.7²", 4, '"²" is no digit'), ("2.7", 1, "take nothing"),
    ("1.7", 1, "take nothing and leave one heap or none"),
    ("0.[3", 3, "never closed"), ("0.[]", 3, "the brackets are empty"),
    ("0.[3]3", 6, "nothing may follow"), ("[3].7", 1, '"[" is no digit'),
    ("0.!7", 3, '"!" is no digit'), ("hex:", 5, "begins with a digit and a point"),
    ("0.7\0", 4, "is no digit"),
])  # fmt: skip
def test_a_malformed_code_is_shown_with_its_column(text, column, part):
    with pytest.raises(CodeError) as caught:
        parse_code(text)
    assert caught.value.column == column, caught.value
    assert caught.value.text == text.strip()
    assert part in str(caught.value)
    assert str(caught.value).endswith(".")


@given(st.text(PIECES, max_size=12))
def test_any_text_is_a_code_or_a_code_error(text):
    try:
        code = parse_code(text)
    except CodeError as error:
        assert 1 <= error.column <= len(text) + 1  # noqa: PT017 - any text may also be right
        assert str(error).isprintable()  # noqa: PT017
    else:
        assert parse_code(str(code)) == code


def test_a_long_code_is_read_and_a_longer_one_refused():
    assert parse_code("0." + "7" * (LONGEST - 2)).last == LONGEST - 2
    assert parse_code("0.[" + "12" * 4998 + "]") == parse_code("0.[12]")
    with pytest.raises(CodeError, match="at most 10000 characters") as caught:
        parse_code("0." + "7" * LONGEST)
    assert len(str(caught.value)) < 150


def test_what_a_code_says_about_itself():
    kayles, grundy, mixed = parse_code("0.77"), parse_code("4!.0"), parse_code("4!.7")
    assert (kayles.last, kayles.most_heaps, kayles.is_octal, kayles.is_finite) == (2, 2, True, True)
    assert (parse_code("0.0").last, parse_code("0.0").most_heaps) == (0, 1)
    assert (parse_code("0.3F").most_heaps, parse_code("0.0G").most_heaps) == (3, 4)
    assert not parse_code("0.[3]").is_finite
    assert (parse_code("0.3[3F]").most_heaps, parse_code("0.3[37]").is_octal) == (3, True)
    assert not parse_code("0.3[3F]").is_octal  # the digits of the tail count, too
    assert kayles.constraint is Constraint.ANY
    assert grundy.constraint is Constraint.UNEQUAL
    assert mixed.constraint is Constraint.MIXED


@pytest.mark.parametrize(("code", "words"), [
    ("0.137", "Take 1 token, if nothing else is there; or take 2 tokens from a heap; or take 3 "
              "tokens, and leave the rest in at most two heaps."),
    ("0.6", "Take 1 token, and leave one or two heaps."),
    ("0.0330[3]", "Take 2, 3 or at least 5 tokens from a heap."),
    ("0.[12]", "Take 1, 3, … tokens, if nothing else is there; or take 2, 4, … tokens of a larger "
               "heap."),
    ("4?.333307=", "Split a heap into two unequal heaps; or take 1 to 4 tokens from a heap; or "
                   "take 6 tokens, and leave the rest in at most two equal heaps."),
    ("0.0", "There is no move."),
])  # fmt: skip
def test_a_code_in_words(code, words):
    """Each digit says how many tokens go, and in how many heaps the rest is left."""
    assert code_words(parse_code(code)) == words
