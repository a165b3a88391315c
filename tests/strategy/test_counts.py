"""Counts of positions, the longest play, chances and puzzles: by the definition."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import xor

import pytest

import grundy
from commands import called
from grundy import (
    CycleError,
    LimitError,
    Limits,
    PositionError,
    catalogue,
    chance,
    count_positions,
    game,
    longest_play,
    lost_heap,
    read,
    token,
    value_sum,
)
from grundy.games.position import Position
from grundy.named.notation import written
from grundy.strategy import counts
from grundy.strategy.moves import each_move
from grundy.strategy.puzzles import puzzle, puzzle_of_the_day
from position_strategies import wins

GAMES = ("nim", "kayles", "{1,3,4}", "allbut{1,2}", "grundys-game", "mark")


@pytest.fixture
def few_heaps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Go by the period from heap 200 on, so that values tell what it ought to give."""
    monkeypatch.setattr(counts, "_LOOKED_AT", 200)


@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize("piles", range(4))
def test_positions_are_counted_as_they_are_listed(text: str, piles: int) -> None:
    """Of each value, with and without empty piles, and modulo numbers that are no primes."""
    game = catalogue.read(text)
    values = game.values(9).tolist()
    for value, least in product((0, 1, 5), (0, 1)):
        listed = sum(
            reduce(xor, some, 0) == value for some in product(values[least:], repeat=piles)
        )
        assert count_positions(game, piles, 9, value, least=least) == listed
        for modulus in (1, 6, 7):
            found = count_positions(game, piles, 9, value, least=least, modulus=modulus)
            assert found == listed % modulus


DIGITS = ("mark", "divide-2-3-6", "leave(n-1,n//2)", "leave(n-1,n//3)", "leave(n//2,n//3)")


@pytest.mark.usefixtures("few_heaps")
@pytest.mark.parametrize("text", [
    *DIGITS, "at-most-half", "aliquot", "kayles", "{1,3,4}", "allbut{1,2}", "dawsons-kayles",
])  # fmt: skip
def test_periods_digits_and_formulas_count_as_the_values_do(text: str) -> None:
    game = catalogue.read(text)
    values = game.values(1_000).tolist()
    total = 0
    for below, value in enumerate(values):
        assert value_sum(game, below) == total
        total += value
    for below in (0, 1, 199, 200, 201, 202, 340, 777, 999):
        assert count_positions(game, 1, below, 2) == values[:below].count(2)
        assert count_positions(game, 1, below, 2, least=250) == values[250:below].count(2)
    for k, heap in enumerate((heap for heap, value in enumerate(values) if value == 0), 1):
        assert lost_heap(game, k) == heap


@pytest.mark.parametrize("text", DIGITS)
def test_digits_count_heaps_of_any_size(text: str) -> None:
    """The K-th lost heap is one, and K - 1 are below it, far beyond what is computed."""
    game = catalogue.read(text)
    for k in (10**12, 10**30 + 7):
        heap = lost_heap(game, k)
        assert game.value(heap) == 0
        assert count_positions(game, 1, heap) == k - 1


@pytest.mark.parametrize("modulus", [None, 6])
def test_piles_of_nim_are_counted_by_their_bits(monkeypatch, modulus):
    monkeypatch.setattr(counts, "_LOOKED_AT", 3)
    nim = catalogue["nim"]
    for piles, below, least in product(range(4), (4, 6, 7, 11), (0, 1, 3, 5, 12)):
        some = product(range(least, below), repeat=piles)
        listed = Counter(reduce(xor, heaps, 0) for heaps in some)
        for value in (*range(17), 2**70):
            found = count_positions(nim, piles, below, value, least=least, modulus=modulus)
            assert found == (listed[value] if modulus is None else listed[value] % modulus)


@pytest.mark.usefixtures("few_heaps")  # so that the time is over among values one by one
def test_a_search_for_lost_heaps_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    @game
    def digits(n: int) -> Iterator[int]:
        yield from (n - int(digit) for digit in set(str(n)) - {"0"})

    with pytest.raises(LimitError, match=r"not found within the limits .* by digits is proved"):
        lost_heap(digits, 10**18, limits=Limits(seconds=0.3))
    with pytest.raises(LimitError, match=r"no period .* not found within the limits: take fewer"):
        value_sum(digits, 10**8, limits=Limits(seconds=0.3))
    monkeypatch.setattr(counts, "_LIMITS", Limits(seconds=0.3))
    with pytest.raises(LimitError, match=r"within 20 seconds .*: Lost are the even heaps"):
        lost_heap(catalogue["totative"], 10**12)


def test_what_there_is_not_is_said() -> None:
    with pytest.raises(PositionError, match="has 1 lost heap only"):
        lost_heap(catalogue["nim"], 2)
    with pytest.raises(PositionError, match="from 1 on"):
        lost_heap(catalogue["kayles"], 0)
    with pytest.raises(LimitError, match="by a modulus"):
        count_positions(catalogue["kayles"], 10**9, 10**9)
    with pytest.raises(LimitError, match="too many to count"):
        value_sum(catalogue["grundys-game"], 10**12)
    with pytest.raises(LimitError, match="values that grow cannot be counted so far"):
        count_positions(catalogue["lasker"], 3, 2**60)
    with pytest.raises(LimitError, match="what is known: 0 for even n"):
        value_sum(catalogue["totative"], 10**12)
    with pytest.raises(ValueError, match="piles is a natural number"):
        count_positions(catalogue["nim"], -1, 3)


POSITIONS = (
    "kayles 3 4", "nim 1 2 3", "wythoff 2,3", "kayles 4 + wythoff 1,2", "chomp 2x3", "nim 0",
)  # fmt: skip


@pytest.mark.parametrize("text", POSITIONS)
def test_the_longest_play_and_chances_are_those_of_all_plays(text: str) -> None:
    position = read(text)

    def longest(one: object) -> int:
        return max((1 + longest(move.option) for move in one.moves()), default=0)

    def wins(one: object, at_random: list[bool]) -> Fraction:
        left = [1 - wins(move.option, at_random[::-1]) for move in one.moves()]
        if not left:
            return Fraction(0)
        return sum(left, Fraction(0)) / len(left) if at_random[0] else max(left)

    assert longest_play(position) == longest(position)
    for random, *who in (("first", True, False), ("second", False, True), ("both", True, True)):
        assert chance(position, random) == wins(position, who)


def test_a_move_that_wins_at_once_ends_the_longest_play() -> None:
    sudden = game(last="wins")(range)
    assert longest_play(sudden[3] + sudden[2]) == 4
    assert longest_play(10**9 * read("kayles 3 4") + read("nim 2")) == 7 * 10**9 + 2


def test_limits_and_cycles_are_errors() -> None:
    with pytest.raises(LimitError, match="The longest play"):
        longest_play(read("kayles 20 21"), limits=Limits(positions=5))
    with pytest.raises(CycleError, match="The chance to win has no end"):
        chance(token({"a": ["b"], "b": ["a", "t"], "t": []})["a"])
    for random in ("foo", None):
        with pytest.raises(ValueError, match='moves the "first", the "second" or "both", not '):
            chance(read("nim 3"), random)


def test_what_has_no_number_has_a_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert called(capsys, "lost", "nim", "2").status == 2
    assert called(capsys, "count", "kayles", "--piles", "10^9", "--below", "9").status == 3
    long = called(capsys, "count", "kayles", "--piles", "2000", "--below", "1000")
    assert (long.status, long.out) == (3, "")
    assert "over 4,000 digits" in long.err
    assert "over 4,000 digits" in called(capsys, "total", "nim", "1e4000").err


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("game", ["nim", "0.137", "wythoff", "cram", "welter", "geography"])
def test_exactly_one_move_wins_by_the_definition(game: str, play: str) -> None:
    known: dict[frozenset[object], bool] = {}
    for seed in range(2):
        found = puzzle(game, 7, seed, play=play)
        moves = list(each_move(found.position))
        winning = [move for move in moves if not wins(move.option, play, known)]
        assert winning == [found.move]
        assert 3 < len(moves) == found.move_count <= 7
        assert next(each_move(found.move.option), None) is not None  # there is more to play


def test_a_seed_gives_the_same_puzzle_and_others_differ() -> None:
    assert puzzle("kayles", 12, 7) == puzzle("kayles", 12, 7)
    assert len({written(puzzle("kayles", 12, seed).position) for seed in range(10)}) > 5
    unseeded = puzzle("nim", 9)
    assert puzzle("nim", 9, unseeded.seed) == unseeded
    assert puzzle(grundy.TakeAndBreak("0.77"), 9, 1) == puzzle("kayles", 9, 1)


def test_a_move_looks_good_if_at_most_one_answer_wins_against_it() -> None:
    found = puzzle("nim", 14, 6)
    known: dict[frozenset[object], bool] = {}

    def answers(position: Position) -> int:
        return sum(not wins(move.option, "normal", known) for move in each_move(position))

    others = [move for move in each_move(found.position) if move != found.move]
    assert found.tempting == sum(answers(move.option) < 2 for move in others)


def test_a_game_of_ones_own_has_no_position_to_begin_from() -> None:
    @grundy.game
    def pairs(state: tuple[int, int]):  # type: ignore[no-untyped-def]
        a, b = state
        yield from ((x, b) for x in range(a))
        yield from ((a, y) for y in range(b))

    with pytest.raises(grundy.PositionError, match="no position to begin from"):
        puzzle(pairs, 9, 1)
    assert puzzle(pairs[4, 7], 9, 1).move_count <= 9


@pytest.mark.parametrize(("size", "play"), [(2, "normal"), (101, "normal"), (9, "both")])
def test_a_size_or_play_that_is_none_is_refused(size: int, play: str) -> None:
    with pytest.raises(ValueError, match=r"from 3 to 100|normal"):
        puzzle("nim", size, 1, play=play)  # type: ignore[arg-type]


def test_every_day_has_a_puzzle_of_its_own() -> None:
    days = [date(2026, 11, 1) + timedelta(days) for days in range(11)]
    found = [puzzle_of_the_day(day) for day in days]
    assert puzzle_of_the_day(days[0]) == found[0]
    assert all(one.position.winning_moves() == [one.move] for one in found)
    assert len({written(one.position).split()[0] for one in found}) == len(days)
    assert sum(len(one.position.parts) <= 5 for one in found) >= len(days) - 1
    # of the first seeds of each of these days none needs thought
    assert all(puzzle_of_the_day(date(2026, 11, day)).level > 1 for day in (21, 27))


@pytest.mark.parametrize("argv", [
    ["--day", "2026-02-30"], ["--day", "today", "--seed", "3"], ["nim", "--day", "today"], [],
])  # fmt: skip
def test_a_day_that_is_none_is_refused(capsys: pytest.CaptureFixture[str], argv: list[str]) -> None:
    assert called(capsys, "puzzle", *argv).status == 2


def test_time_ends_it() -> None:
    with pytest.raises(grundy.LimitError, match="within 0 seconds"):
        puzzle("nim", 9, 1, seconds=0)
