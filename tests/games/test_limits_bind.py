"""Limits bind for every ruleset and every question; with room they change no answer."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest

import grundy
from commands import called
from grundy import HeapGame, LimitError, Limits
from grundy.games.position import Position
from grundy.games.ruleset import Ruleset
from grundy.heaps.rules.parse import GrundysGame, Subtraction
from grundy.running import limits as games_limits
from grundy.strategy.players import PerfectPlayer

Play = Literal["normal", "misere"]
Question = Callable[[Position, Play, Limits | None], Any]

QUESTIONS: dict[str, Question] = {
    "value": lambda position, play, limits: position.value(play, limits=limits),
    "outcome": lambda position, play, limits: position.outcome(play, limits=limits),
    "winning moves": lambda position, play, limits: position.winning_moves(play, limits=limits),
    "best move": lambda position, play, limits: position.best_move(play, limits=limits),
    "explain": lambda position, play, limits: _judged(position, play, limits),
}


def _judged(position: Position, play: Play, limits: Limits | None) -> object:
    explained = position.explain(play, limits=limits)
    assert str(explained)
    return explained.outcome, explained.value, explained.best is None


def _catalogue(key: str) -> Callable[[], Position]:
    def make() -> Position:
        entry = grundy.catalogue.entry(key)
        ruleset = grundy.catalogue.entry(key).make(*_PARAMETERS.get(key, ()))
        return ruleset.read(_LARGER.get(key, entry.start))

    return make


_PARAMETERS: dict[str, tuple[Any, ...]] = {
    "subtraction": ({1, 2, 4},), "all-but": ({1, 4},), "octal": ("0.45",), "moore": (2,),
    "dudeney": (4,),
    "wind-up": (7, {1, 2, 5}),
}  # fmt: skip
_LARGER = {"cram": "3,5", "sprouts": "3"}


class Plain(Ruleset):
    """A game of a user."""

    def options(self, state: int) -> Iterator[int]:
        """Take one or two."""
        yield from (state - n for n in (1, 2) if n <= state)


GAMES: dict[str, Callable[[], Position]] = {
    **{key: _catalogue(key) for key in grundy.catalogue},
    "a heap game of a user": lambda: HeapGame(lambda n: [n - 1, n // 2])[9],
    "a game of a user": lambda: Plain()[9],
    "Grundy's game": lambda: GrundysGame()[12],
    "a subtraction set": lambda: Subtraction({2, 5})[12],
    "a sum of two games": lambda: Plain()[9] + Subtraction({2, 5})[12],
    "a token": lambda: grundy.token({"a": ["b"], "b": ["a", "c"], "c": ["d"], "d": []})["a"],
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_one_position_is_too_few_to_search(game: str, play: Play) -> None:
    """With one position a fresh game gives no answer but one that needs no search.

    What it says then is what it says without limits.
    """
    for name, question in QUESTIONS.items():
        position = GAMES[game]()
        if name == "value" and play == "misere" and len(position.parts) > 1:
            continue  # there is no such value, with limits or without
        try:
            found = question(position, play, Limits(positions=1))
        except LimitError:
            continue
        assert _needs_no_search(position, play), name
        assert str(found) == str(question(GAMES[game](), play, None)), name


def _needs_no_search(position: Position, play: Play) -> bool:
    """Return whether a proved formula, or a proved rule for misère play, answers."""
    if play == "normal":
        return all(part.ruleset.formula is not None for part in position.parts)
    (ruleset, *others) = {part.ruleset for part in position.parts}
    return not others and (
        getattr(ruleset, "code", None) == grundy.TakeAndBreak("0.[3]").code
        or ruleset.text in ("brussels-sprouts", "euclid-differences")
    )


@pytest.mark.parametrize("game", GAMES)
def test_ample_limits_change_no_answer(game: str) -> None:
    """With room for the search a limited question has the answer of one without limits."""
    ample = Limits(positions=10**6, seconds=math.inf)
    for name, question in QUESTIONS.items():
        limited = str(question(GAMES[game](), "normal", ample))
        assert limited == str(question(GAMES[game](), "normal", None)), name


def test_searches_for_one_question_share_one_budget() -> None:
    """Ten options of ten positions each are too many for a limit of fifty."""
    parts = [Plain()[9] for _ in range(10)]
    position = sum(parts, Position())

    with pytest.raises(LimitError):
        position.value(limits=Limits(positions=50))
    assert sum(parts, Position()).value(limits=Limits(positions=100)) == 0


def test_a_clock_that_has_run_out_stops_every_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seconds count from the question on, through all of its searches."""
    clock = iter(range(10**9))
    monkeypatch.setattr(games_limits.time, "monotonic", lambda: float(next(clock)))

    with pytest.raises(LimitError, match="is not done within 2 seconds"):
        Plain()[10_000].value(limits=Limits(seconds=2))
    wide = grundy.game(name="wide")(lambda n: range(n) if n == 10**12 else ())
    with pytest.raises(LimitError, match="is not done within 2 seconds"):
        wide[10**12].value(limits=Limits(seconds=2))
    with pytest.raises(LimitError, match="is not done within 2 seconds"):
        grundy.TakeAndBreak("0.3122")[30].outcome("misere", limits=Limits(seconds=2))


@pytest.mark.parametrize("heaps", ["9 8 7", "9 8 + 0.3122 7"])
def test_a_limit_binds_one_game_as_it_binds_a_sum(
    heaps: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same heaps, written as a sum, keep the same limit: a game without a quotient."""
    words = ["solve", "0.3122", *heaps.split(), "--play", "misere", "--limit"]

    few = called(capsys, *words, "10")
    assert few.status == 3
    assert "raise the limit" in few.err
    assert called(capsys, *words, "10000").status == 0


def test_progress_of_heaps_is_told() -> None:
    """A value that takes a while says how far it is."""
    explained: list[tuple[str, int, int]] = []

    assert grundy.TakeAndBreak("0.07").value(15_000, progress=lambda *at: explained.append(at)) >= 0
    assert explained


def test_the_perfect_player_keeps_its_limits() -> None:
    """Every search for a move is within the limits of the move."""
    with pytest.raises(LimitError):
        PerfectPlayer(Limits(positions=5)).choose(Plain()[100], "misere")
    with pytest.raises(LimitError):
        PerfectPlayer(Limits(positions=5)).choose(grundy.TakeAndBreak("0.77")[100], "normal")


def test_a_rule_that_never_ends_is_stopped_by_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any limit given, rules in Python are stopped by the processor's time."""
    monkeypatch.setattr(games_limits, "_SECONDS_BETWEEN", -1.0)
    used = iter(range(10**9))
    monkeypatch.setattr(games_limits, "thread_time", lambda: float(next(used)))
    grows = grundy.game(name="grows")(lambda state: [(*state, 1)])

    with pytest.raises(LimitError, match=r"not done within 20 seconds .* if the game ends at all"):
        grows[(0,)].value()
    assert Plain()[2_000].value(limits=Limits(seconds=math.inf)) == 2_000 % 3


def test_a_rule_with_one_endless_list_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Options that never come to an end are looked through in pieces."""
    monkeypatch.setattr(games_limits, "_SECONDS_BETWEEN", -1.0)
    used = iter(range(10**9))
    monkeypatch.setattr(games_limits, "thread_time", lambda: float(next(used)))

    def options(state: int) -> Iterator[int]:
        while state:
            yield 0

    with pytest.raises(LimitError, match="within 20 seconds"):
        grundy.game(name="list")(options)[1].value()


@pytest.mark.large
@pytest.mark.parametrize(
    "ask",
    [
        lambda game, limits: game.values(20_000, limits=limits),
        lambda game, limits: game.zeros(20_000, limits=limits),
        lambda game, limits: game.records(20_000, limits=limits),
        lambda game, limits: game.frequencies(20_000, limits=limits),
        lambda game, limits: grundy.certify(game, 20_000, limits=limits),
        lambda game, limits: grundy.describe(game, 20_000, limits=limits),
    ],
    ids=["values", "zeros", "records", "frequencies", "certify", "describe"],
)
def test_limits_bind_for_sequences_of_heaps(ask: Callable[..., Any]) -> None:
    """What looks at all heaps stops at a number of heaps and at a time, and keeps what it has."""
    with pytest.raises(LimitError) as few:
        ask(grundy.TakeAndBreak("0.6"), Limits(positions=1_000))
    assert few.value.partial is not None
    with pytest.raises(LimitError, match="second"):
        ask(grundy.TakeAndBreak("0.6"), Limits(seconds=0.0))

    game = grundy.TakeAndBreak("0.6")
    with_room = ask(game, Limits(positions=20_000, seconds=600.0))
    assert str(with_room) == str(ask(grundy.TakeAndBreak("0.6"), None))
