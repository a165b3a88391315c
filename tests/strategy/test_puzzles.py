"""Puzzles: exactly one move wins, by the plain definition; the same seed gives the same again."""

from datetime import date, timedelta

import pytest

import grundy
from commands import called
from grundy.games.position import Position
from grundy.named.notation import written
from grundy.strategy.moves import each_move
from grundy.strategy.puzzles import puzzle, puzzle_of_the_day
from position_strategies import wins


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("game", ["nim", "0.137", "wythoff", "cram", "welter", "geography"])
def test_exactly_one_move_wins_by_the_definition(game: str, play: str) -> None:
    """Each move is followed to the end of every play; only the one that is stated wins."""
    known: dict[frozenset[object], bool] = {}
    for seed in range(2):
        found = puzzle(game, 7, seed, play=play)
        moves = list(each_move(found.position))
        winning = [move for move in moves if not wins(move.option, play, known)]

        assert winning == [found.move]
        assert 3 < len(moves) == found.move_count <= 7
        assert next(each_move(found.move.option), None) is not None  # there is more to play


def test_a_seed_gives_the_same_puzzle_and_others_differ() -> None:
    """Drawn again it is equal; ten seeds give more than a few puzzles."""
    assert puzzle("kayles", 12, 7) == puzzle("kayles", 12, 7)
    assert len({written(puzzle("kayles", 12, seed).position) for seed in range(10)}) > 5
    unseeded = puzzle("nim", 9)
    assert puzzle("nim", 9, unseeded.seed) == unseeded
    assert puzzle(grundy.TakeAndBreak("0.77"), 9, 1) == puzzle("kayles", 9, 1)


def test_a_move_looks_good_if_at_most_one_answer_wins_against_it() -> None:
    """Counted by the definition on a sum of Nim heaps."""
    found = puzzle("nim", 9, 1)
    known: dict[frozenset[object], bool] = {}

    def answers(position: Position) -> int:
        return sum(not wins(move.option, "normal", known) for move in each_move(position))

    others = [move for move in each_move(found.position) if move != found.move]
    assert found.tempting == sum(answers(move.option) < 2 for move in others)


def test_a_game_of_ones_own_has_no_position_to_begin_from() -> None:
    """One sentence says what to write; with a position it is played on from there."""

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
    """By a ValueError that says what may be asked for."""
    with pytest.raises(ValueError, match=r"from 3 to 100|normal"):
        puzzle("nim", size, 1, play=play)  # type: ignore[arg-type]


def test_every_day_has_a_puzzle_of_its_own() -> None:
    """It is the same whenever it is asked for, and has one winning move; the games alternate."""
    days = [date(2026, 11, 1) + timedelta(days) for days in range(11)]
    found = [puzzle_of_the_day(day) for day in days]
    assert puzzle_of_the_day(days[0]) == found[0]
    assert all(one.position.winning_moves() == [one.move] for one in found)
    assert len({written(one.position).split()[0] for one in found}) == len(days)
    assert sum(len(one.position.parts) <= 5 for one in found) >= len(days) - 1


@pytest.mark.parametrize("argv", [
    ["--day", "2026-02-30"], ["--day", "today", "--seed", "3"], ["nim", "--day", "today"], [],
])  # fmt: skip
def test_a_day_that_is_none_is_refused(capsys: pytest.CaptureFixture[str], argv: list[str]) -> None:
    """So are options that the day's puzzle has no use for, and no game at all."""
    assert called(capsys, "puzzle", *argv).status == 2


def test_time_ends_it() -> None:
    """Without time left there is no puzzle, but a sentence that says so."""
    with pytest.raises(grundy.LimitError, match="within 0 seconds"):
        puzzle("nim", 9, 1, seconds=0)
