"""The kernels of games, and the compiled rules of named ones, plain and compiled."""

import random
from itertools import islice

import numpy as np
import pytest

from both_forms import in_both_forms
from both_ways import both_ways
from grundy import catalogue, read
from grundy.games.indexed import k_of_n, multisets, numbers, subsets
from grundy.games.kernels import boxes, packed, questions
from grundy.games.values import packed as by_state
from grundy.games.values import questions as by_question
from grundy.games.values.by_table import box_values
from grundy.games.values.packed import kernel
from grundy.named.games.cram import Board, packed_wide
from grundy.runtime.limits import Watch

pytestmark = [pytest.mark.large, pytest.mark.long]

EXTREMES = [0, 1, -1, 2**62, -(2**63), 2**63 - 1]
STATES = [  # up to the sign bit of a word, and on two words
    "cram 8,8", "cram 7,9", "cram 1,20", "cram 9,14", "cram 5,25", "nogo 1x31", "nogo 5x6",
    "nogo 2x9", "clobber 5x6", "clobber 1x31", "grim star:63", "grim grid:3x3",
    "arc-kayles star:63",
    "node-kayles grid:8x8", "node-kayles star:58", "geography path:58@57", "geography grid:4x5@a1",
    "nim-with-a-pass 9,10,11",
]  # fmt: skip


@pytest.mark.parametrize("text", STATES)
def test_rules(text):
    """Options, parts and weights on a random play are the same words either way."""
    (part,) = read(text).parts
    game, state, chance = part.ruleset, part.state, random.Random(text)
    while options := list(islice(game.options(state), 99)):
        rules = game.packed(state)
        for rule in filter(None, (rules.followers, rules.parts, rules.weigh)):
            out = np.zeros((rules.most, 2) if rules.words == 2 else rules.most, np.int64)
            compiled = kernel(rule, rules.words)
            in_both_forms(packed.call, compiled, rules.as_words, rules.data, out)
        state = chance.choice(options)


def _wraps(word, data, out):
    out[0] = word << 1
    out[1] = (word * 0x1E3779B97F4A7C15) >> 7
    out[2] = 1 << 63
    out[3] = -word - 5
    count = 4
    rest = word
    while rest:
        first = rest & -rest
        rest ^= first
        out[count] = first
        count += 1
    return count


@pytest.mark.parametrize("word", [*EXTREMES, 0x6B5A_1234_5678_9ABC])
def test_a_users_rule_wraps_as_when_compiled(word):
    """A rule that knows nothing of how it runs: products, shifts and the sign."""
    out = np.zeros(400, np.int64)
    in_both_forms(packed.call, kernel(_wraps, 1), word, np.zeros(0, np.int64), out)


@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 66, 300])
@pytest.mark.parametrize("gap", [None, 0, 62, 63, 64, 200])
def test_mex(count, gap):
    """The least number that is missing, below a word of bits and beyond."""
    values = np.array([n for n in range(count) if n != gap], np.int64)
    np.random.default_rng(count).shuffle(values)
    found, _ = in_both_forms(packed.mex, values)
    assert found == min(count, count if gap is None else gap)


RANKINGS = [
    numbers(2**62), subsets(62), k_of_n(20, 50), multisets(4, 100), numbers(7) * subsets(40),
    k_of_n(3, 20) * multisets(3, 9), numbers(1), k_of_n(0, 5),
]  # fmt: skip


@pytest.mark.parametrize("ranking", RANKINGS, ids=str)
def test_numbers_without_gaps(ranking):
    """Words at random, states or not, and the numbers from the first to the last."""
    chance = random.Random(str(ranking))
    for number in [0, ranking.count - 1, *(chance.randrange(ranking.count) for _ in range(20))]:
        word, _ = in_both_forms(boxes.unrank, number, ranking.table, ranking.choose)
        back, _ = in_both_forms(boxes.rank, word, ranking.table, ranking.choose)
        assert back == number
    for word in [*EXTREMES, *(chance.getrandbits(64) - 2**63 for _ in range(20))]:
        in_both_forms(boxes.rank, word, ranking.table, ranking.choose)


def test_searches_and_tables(monkeypatch):
    """What is searched, filled, moved to larger tables and checked is the same either way."""
    monkeypatch.setattr(by_state, "FIRST_SLOTS", 4)
    monkeypatch.setattr(by_state, "_FIRST_FRAMES", 1)
    monkeypatch.setattr(by_question, "FIRST_SLOTS", 4)
    node_kayles, dominoes = catalogue["node-kayles"], catalogue["cram"]
    path = node_kayles.packed(node_kayles.legal("path:9"))
    with both_ways() as compared:
        for table in (by_state.PackedValues(path), by_state.ConnectedSets(path)):
            assert table.value(path.signed, Watch(None, "A test", {})) == 3  # 0.137, OEIS A002187
        for rules in (packed_wide(Board(3, 4, 0xFFF)), dominoes.packed(dominoes.legal("3,4"))):
            asking = by_question.NimberQueries(rules)
            assert asking.value(rules.as_words, "a board") == 1
            assert asking.first_unproved(np.zeros(2, np.int64)) == -1
            place = np.flatnonzero(asking.table[2])[-1]
            asking.table[1][place] |= np.uint64(1) << np.uint64(questions.MOST_VALUE)
            assert asking.first_unproved(np.zeros(2, np.int64)) >= 0
        for sizes in ((150,), (9, 14), (4, 5, 6)):
            axes = len(sizes)
            rays = [*map(tuple, np.eye(axes, dtype=int).tolist()), (1,) * axes]
            box_values(sizes, rays, [(2,) + (1,) * (axes - 1)], 1 << 18, lambda _: None)
    used = {"open_state", "search", "abandon", "rehash", "fill_connected", "value_of", "judge_one",
            "move_table", "first_unproved", "fill"}  # fmt: skip
    assert used <= compared
