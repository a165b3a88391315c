"""The kernels of games, and the compiled rules of named ones, plain and compiled."""

from __future__ import annotations

import random

import numpy as np
import pytest

from both_forms import in_both_forms
from grundy.games.kernels import boxes, packed, questions
from grundy.games.values.packed import kernel
from grundy.named import stones
from grundy.named.kernels import boards, cram, graphs, wide_boards
from grundy.named.kernels.tables import cram as dominoes_on

pytestmark = pytest.mark.large

EXTREMES = [0, 1, -1, 2**62, -(2**63), 2**63 - 1]
BOARDS = [(1, 1), (1, 31), (2, 9), (3, 3), (5, 6)]
NOTHING = np.zeros(0, np.int64)


def called(function, word, data, most=400):
    """Call a rule in both forms; the words that it writes."""
    shape = (most, 2) if isinstance(word, tuple) else most
    count, arrays = in_both_forms(
        packed.call, kernel(function, len(shape) if isinstance(shape, tuple) else 1), word, data,
        np.zeros(shape, np.int64),
    )  # fmt: skip
    return arrays[-1][: max(count, 0)]


# ---- rules --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_cram(seed):
    """Dominoes, pieces and their number: 8 × 8 cells with the sign bit, one word, and two."""
    chance = random.Random(seed)
    word = (EXTREMES[seed] if seed < 6 else chance.getrandbits(64) - 2**63) & 2**64 - 1
    square = word - 2**64 if word >= 2**63 else word
    for rule in (cram.dominoes, cram.pieces):
        called(rule, square, NOTHING)
    called(cram.count_dominoes, square, NOTHING)
    for rows, columns in ((7, 9), (1, 63), (3, 5)):
        data = stones.board_data(rows, columns)
        cells = chance.getrandbits(rows * columns) | -(seed == 0) & (1 << rows * columns) - 1
        for rule in (dominoes_on, cram.pieces_on, cram.count_dominoes_on):
            called(rule, cells, data if rule != dominoes_on else data[[0, 1]])
    for rows, columns in ((9, 14), (2, 63), (8, 9)):
        data = stones.wide_board_data(rows, columns)
        cells = chance.getrandbits(rows * columns) | -(seed == 0) & (1 << rows * columns) - 1
        halves = (cells & 2**63 - 1, cells >> 63)
        for rule in (wide_boards.dominoes, wide_boards.pieces, wide_boards.count_dominoes):
            called(rule, halves, data)


@pytest.mark.parametrize("sides", BOARDS)
@pytest.mark.parametrize("seed", range(5))
def test_boards_with_stones(sides, seed):
    """NoGo and Clobber on boards at random, to the last bit of a word."""
    chance, cells = random.Random(seed), sides[0] * sides[1]
    data = stones.board_data(*sides)
    first, second = chance.getrandbits(cells), chance.getrandbits(cells)
    word = first | second << cells
    for rule in (boards.nogo, boards.nogo_parts, boards.empty_cells):
        called(rule, word, data)
    called(boards.nogo_row_parts, word, stones.board_data(1, cells))
    word = first | (second & ~first) << cells
    for rule in (boards.clobber, boards.clobber_parts, boards.stones):
        called(rule, word, data)


@pytest.mark.parametrize("vertices", [1, 9, 58, 63, 64])
@pytest.mark.parametrize("seed", range(4))
def test_sets_of_vertices(vertices, seed):
    """The games on graphs, where vertex 63 is the sign."""
    rows, chance = _graph(vertices, 1.5, seed), random.Random(seed)
    word = chance.getrandbits(vertices) | 1 << vertices - 1
    signed = word - 2**64 if word >= 2**63 else word
    for rule in (graphs.grim, graphs.node_kayles, graphs.arc_kayles, graphs.components):
        called(rule, signed, rows)
    if vertices <= 58:
        for token in range(0, vertices, 7):
            walk = word | 1 << token | token << vertices
            signed = walk - 2**64 if walk >= 2**63 else walk
            for rule in (graphs.geography, graphs.walked):
                called(rule, signed, rows)


def _graph(vertices, degree, seed):
    chance = np.random.default_rng(seed)
    joined = np.triu(chance.random((vertices, vertices)) < degree / vertices, 1)
    bits = np.packbits(joined | joined.T, axis=1, bitorder="little")
    return np.pad(bits, [(0, 0), (0, 8 - bits.shape[1])]).view(np.int64).ravel()


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
    called(_wraps, word, NOTHING)


# ---- searches -----------------------------------------------------------------------------------


@pytest.mark.parametrize("word", [*EXTREMES, 3, -12345678901234567, 0x6B5A_1234_5678_9ABC])
def test_slots(word):
    """A word has the same slot: the first one that is free, or where it stands, round the end."""
    keys, marks = np.full(1 << 14, word), np.zeros(1 << 14, np.uint16)
    slot, _ = in_both_forms(packed.find, keys, marks, word)
    in_both_forms(questions.find, keys, marks.astype(np.uint8), word)
    half = word & 2**63 - 1
    pairs, pair = np.full((1 << 14, 2), half), (half, 2**63 - 1 - half)
    in_both_forms(questions.find, pairs, marks.astype(np.uint8), pair)
    marks[slot:], marks[0] = 1, 0
    keys[slot:] += 1
    again, _ = in_both_forms(packed.find, keys, marks, word)
    assert again == 0


@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 66, 300])
@pytest.mark.parametrize("gap", [None, 0, 62, 63, 64, 200])
def test_mex(count, gap):
    """The least number that is missing, below a word of bits and beyond."""
    values = np.array([n for n in range(count) if n != gap], np.int64)
    np.random.default_rng(count).shuffle(values)
    found, _ = in_both_forms(packed.mex, values)
    assert found == min(count, count if gap is None else gap)


@pytest.mark.parametrize("slots", [4, 32, 1024])
@pytest.mark.parametrize("frames", [2, 40])
def test_the_search_over_states(slots, frames):
    """Node Kayles on a path: full, deep and done, with the same table; then moved and emptied."""
    rows, rules = _path(9), (kernel(graphs.node_kayles), kernel(graphs.components))
    keys, marks = np.zeros(slots, np.int64), np.zeros(slots, np.uint16)
    stack, state = np.zeros((frames, 4), np.int64), np.zeros(packed.SLOTS, np.int64)
    _, arrays = in_both_forms(packed.open_state, 0x1FF, keys, marks, stack, state)
    why, arrays = in_both_forms(
        packed.search, *rules, True, rows, 9, *arrays[1:4], np.zeros(9 * frames, np.int64),
        np.zeros(9, np.int64), arrays[4], np.zeros(2, np.int64),
    )  # fmt: skip
    assert why == (packed.DEEP if frames == 2 else packed.FULL if slots < 1024 else packed.DONE)
    in_both_forms(packed.abandon, *arrays[5:8], arrays[10])
    larger = np.zeros(2 * slots, np.int64), np.zeros(2 * slots, np.uint16)
    in_both_forms(packed.rehash, *arrays[5:7], *larger)


def _path(vertices):
    return np.array([(5 << v >> 1) & (1 << vertices) - 1 for v in range(vertices)], np.int64)


@pytest.mark.parametrize("slots", [8, 1024])
@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("wanted", [0, 1, 2])
def test_the_search_by_questions(slots, wide, wanted):
    """Cram on 3 × 4 cells: full and done, the same answers proved, and the proof checked."""
    if wide:
        names = wide_boards.dominoes, wide_boards.pieces, wide_boards.count_dominoes
        data, word, shape = stones.wide_board_data(3, 4), (0xFFF, 0), (2,)
    else:
        names = dominoes_on, cram.pieces_on, cram.count_dominoes_on
        data, word, shape = stones.board_data(3, 4), 0xFFF, ()
    rules = [kernel(name, 1 + wide) for name in names]
    table = [
        np.zeros((slots, *shape), np.int64), np.zeros(slots, np.uint64), np.zeros(slots, np.uint8)
    ]  # fmt: skip
    words, frames = np.zeros((40, *shape), np.int64), np.zeros((40, questions.COLUMNS), np.int64)
    words[0], frames[0, : questions.COLUMNS] = word, (wanted, -1, 0, 0, questions.NEW)
    state = np.zeros(questions.PLACES, np.int64)
    state[questions.OPEN] = 1
    why, arrays = in_both_forms(
        questions.search, *rules, data, 24, words, frames, np.zeros((1500, *shape), np.int64),
        *np.zeros((2, 1500), np.int64), np.zeros((72, *shape), np.int64), state, *table,
        np.zeros(2, np.int64),
    )  # fmt: skip
    assert why == (questions.FULL if slots == 8 else questions.DONE)
    table = arrays[-4:-1]
    in_both_forms(questions.judge_one, word, wanted, *table)
    larger = [np.zeros((2 * slots, *column.shape[1:]), column.dtype) for column in table]
    in_both_forms(questions.move_table, *table, *larger)
    if slots > 8:
        scratch = np.zeros((72, *shape), np.int64)
        first, _ = in_both_forms(
            questions.first_unproved, *rules, data, 24, scratch, *table, np.zeros(2, np.int64)
        )
        assert first == -1
        table[1][np.flatnonzero(table[2])[-1]] |= np.uint64(1) << np.uint64(questions.MOST_VALUE)
        spoilt, _ = in_both_forms(
            questions.first_unproved, *rules, data, 24, scratch, *table, np.zeros(2, np.int64)
        )
        assert spoilt >= 0


# ---- boxes, numbers without gaps, connected sets ------------------------------------------------


@pytest.mark.parametrize("sizes", [(150,), (9, 14), (4, 5, 6)])
def test_boxes(sizes):
    """Wythoff's game and like ones, with values beyond one word of bits."""
    from grundy.games.values import by_table

    axes = len(sizes)
    rays = [tuple(int(axis == one) for axis in range(axes)) for one in range(axes)]
    rays.append((1,) * axes)
    steps = [(2,) + (1,) * (axes - 1)]
    strides = [int(np.prod(sizes[axis + 1 :])) for axis in range(axes)]
    count = int(np.prod(sizes))
    lines = [by_table._line_count(sizes, ray) for ray in rays]
    words = by_table.most_options(sizes, rays, 1) // 64 + 1
    _, arrays = in_both_forms(
        boxes.fill, np.array(sizes), np.array(rays), np.array(rays) @ strides, np.array(steps),
        np.array(steps) @ strides, np.zeros(count, np.int32), 0, count,
        np.zeros((len(rays), count), np.int32), np.cumsum([0, *lines[:-1]]),
        np.zeros((sum(lines), words), np.uint64), np.zeros(words, np.uint64),
        np.zeros(axes, np.int64),
    )  # fmt: skip
    assert axes > 1 or arrays[5].max() > 64


@pytest.mark.parametrize("seed", range(8))
def test_numbers_without_gaps(seed):
    """Words at random, states or not, and the numbers from the first to the last."""
    from grundy.games.indexed import k_of_n, multisets, numbers, subsets

    ranking = (
        numbers(2**62), subsets(62), k_of_n(20, 50), multisets(4, 100), numbers(7) * subsets(40),
        k_of_n(3, 20) * multisets(3, 9), numbers(1), k_of_n(0, 5),
    )[seed]  # fmt: skip
    chance = random.Random(seed)
    for number in [0, ranking.count - 1, *(chance.randrange(ranking.count) for _ in range(20))]:
        word, _ = in_both_forms(boxes.unrank, number, ranking.table, ranking.choose)
        back, _ = in_both_forms(boxes.rank, word, ranking.table, ranking.choose)
        assert back == number
    for word in [*EXTREMES, *(chance.getrandbits(64) - 2**63 for _ in range(20))]:
        in_both_forms(boxes.rank, word, ranking.table, ranking.choose)


@pytest.mark.parametrize("vertices", [1, 5, 9])
@pytest.mark.parametrize("seed", range(3))
def test_connected_sets(vertices, seed):
    """The table of Grim on a graph at random, block by block."""
    rows, low = _graph(vertices, 2.5, seed), max(vertices - 2, 1)
    table, state = np.zeros(1 << vertices, np.uint8), np.zeros(1, np.int64)
    for high in sorted(range(1 << vertices - low), key=int.bit_count):
        why, arrays = in_both_forms(
            boxes.fill_connected, kernel(graphs.grim), rows, high << low, low, table,
            np.zeros((vertices + 2, 3), np.int64), np.zeros(vertices, np.int64), state,
            np.zeros(2, np.int64),
        )  # fmt: skip
        table, state = arrays[4], arrays[7]
        assert why == boxes.DONE
    in_both_forms(boxes.value_of, rows, table, (1 << vertices) - 1)
