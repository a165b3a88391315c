"""Rankings: words and numbers are each other's, in order, alone and put together."""

import itertools
import re
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.errors import RulesetError
from grundy.games import k_of_n, multisets, numbers, subsets

_ONE = st.one_of(
    st.builds(numbers, st.integers(1, 9)),
    st.builds(numbers, st.integers(1, 5), st.integers(1, 5)),
    st.builds(subsets, st.integers(0, 4)),
    st.integers(0, 6).flatmap(lambda n: st.builds(k_of_n, st.integers(0, n), st.just(n))),
    st.builds(multisets, st.integers(0, 4), st.integers(0, 4)),
)
_RANKINGS = st.lists(_ONE, min_size=1, max_size=3).map(
    lambda parts: list(itertools.accumulate(parts, lambda a, b: a * b))[-1]
)


@given(_RANKINGS, st.data())
def test_a_word_and_its_number_are_each_others(ranking, data):
    number = data.draw(st.integers(0, ranking.count - 1))
    word = ranking.word(number)
    assert ranking.rank(word) == number
    assert ranking.join(ranking.split(word)) == word
    assert 0 <= word < 1 << ranking.bits


@given(_ONE, _ONE)
def test_the_first_ranking_of_a_product_counts_most(one, other):
    product = one * other
    places = [0, product.count // 2, product.count - 1]
    assert product.count == one.count * other.count
    for number in places:
        high, low = divmod(number, other.count)
        assert product.word(number) == one.word(high) | other.word(low) << one.bits


@given(st.integers(0, 10).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_all_sets_of_a_size_come_in_the_order_of_their_words(sizes):
    k, n = sizes
    ranking = k_of_n(k, n)
    assert ranking.count == comb(n, k)
    words = [word for word in range(1 << n) if word.bit_count() == k]
    assert [ranking.word(number) for number in range(ranking.count)] == words


@given(st.integers(0, 3), st.integers(0, 5), st.randoms())
def test_the_order_of_heaps_makes_no_difference(count, most, chance):
    ranking = multisets(count, most)
    split = [tuple(ranking.split(ranking.word(number))) for number in range(ranking.count)]
    assert sorted(split) == list(itertools.combinations_with_replacement(range(most + 1), count))
    assert split == sorted(split, key=lambda heaps: heaps[::-1])
    for number, heaps in enumerate(split):
        mixed = list(heaps)
        chance.shuffle(mixed)
        assert ranking.rank(ranking.join(mixed)) == number


@pytest.mark.parametrize(("ranking", "word"), [
    (numbers(5), 5), (numbers(5), 8), (numbers(5), -1), (numbers(3, 3), 0b1100),
    (k_of_n(2, 4), 0b0111), (k_of_n(2, 4), 0b0100), (k_of_n(2, 4), 0b10001),
    (multisets(2, 4), 0b101_000), (subsets(3), 8),
])  # fmt: skip
def test_a_word_that_a_ranking_has_not_is_refused(ranking, word):
    with pytest.raises(RulesetError, match="is none of"):
        ranking.rank(word)


@pytest.mark.parametrize(("make", "said"), [
    (lambda: numbers(0), "There is no word with numbers below 0."),
    (lambda: k_of_n(3, 2), "There is no word with 3 of 2 elements."),
    (lambda: multisets(40, 1), "at most 32 heaps, not 40"),
    (lambda: subsets(64), "take 64 bits each, and a word has 63"),
    (lambda: numbers(2).word(2), "has the numbers below 2, not 2."),
    (lambda: numbers(2, 2).join([1]), "(1,) is none of"),
    (lambda: numbers(2, 2).join([1, 2]), "(1, 2) is none of"),
])  # fmt: skip
def test_what_is_no_ranking_is_said_in_a_sentence(make, said):
    with pytest.raises(RulesetError, match=re.escape(said)):
        make()


def test_large_rankings_are_exact():
    for ranking in (k_of_n(30, 62), multisets(12, 31), numbers(3, 1 << 60), subsets(62)):
        for number in (0, ranking.count // 3, ranking.count - 1):
            assert ranking.rank(ranking.word(number)) == number
    assert multisets(12, 31).table.dtype == np.int64
