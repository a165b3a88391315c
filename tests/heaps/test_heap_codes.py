"""Take-and-break codes are read and printed, and every mistake is shown with its column."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import CodeError
from grundy.heaps.codes import LONGEST, Code, Constraint, parse_code
from grundy.heaps.numbers import code_words
from heap_strategies import codes

PIECES = "0123456789AFGVafgv.[]!?= {},hex:x-٣Ⅷ\0\x1b\u202eß"


@given(codes())
def test_what_is_printed_is_read_back(code):
    """Parsing the text of a code gives the same code, and the same text."""
    assert parse_code(str(code)) == code
    assert str(parse_code(str(code).lower())) == str(code)


@given(codes(), st.integers(0, 40))
def test_the_canonical_form_is_the_same_game(code, taken):
    """Canonical digits and constraints have the meaning of those that were given."""
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
    ("0.77", "0.77"),
    ("  0.770\n", "0.77"),
    ("0.", "0.0"),
    ("0.3f", "0.3F"),
    ("0.33[33]", "0.[3]"),
    ("0.2[12]", "0.[21]"),
    ("0.77[0]", "0.77"),
    ("4!.", "4!.0"),
    ("4?.0", "4!.0"),
    ("0.3!7", "0.37"),
    ("hex:8?.0", "hex:8?.0"),  # of three parts, not all equal is less than pairwise unequal
    ("hex:0.79", "hex:0.79"),
    ("HEX:0.77", "0.77"),
    ("hex:8.0A", "8.0A"),
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
    """Each mistake has its own sentence, and its column in the text that is shown, from 1."""
    with pytest.raises(CodeError) as caught:
        parse_code(text)

    assert caught.value.column == column, caught.value
    assert caught.value.text == text.strip()
    assert part in str(caught.value)
    assert str(caught.value).endswith(".")


@given(st.text(PIECES, max_size=12))
def test_any_text_is_a_code_or_a_code_error(text):
    """No text ends in another error, and no message has a control character."""
    try:
        code = parse_code(text)
    except CodeError as error:
        assert 1 <= error.column <= len(text) + 1  # noqa: PT017 - any text may also be right
        assert str(error).isprintable()  # noqa: PT017
    else:
        assert parse_code(str(code)) == code


def test_a_long_code_is_read_and_a_longer_one_refused():
    """Ten thousand characters are a code; one more is an error that shows only the start."""
    assert parse_code("0." + "7" * (LONGEST - 2)).last == LONGEST - 2
    assert parse_code("0.[" + "12" * 4998 + "]") == parse_code("0.[12]")
    with pytest.raises(CodeError, match="at most 10000 characters") as caught:
        parse_code("0." + "7" * LONGEST)
    assert len(str(caught.value)) < 150


def test_what_a_code_says_about_itself():
    """The last digit, the most heaps and the constraint are those of the digits."""
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
