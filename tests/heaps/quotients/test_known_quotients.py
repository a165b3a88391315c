"""The quotient that a game keeps: what is kept, and that it changes no word of an answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grundy import LimitError, Limits
from grundy.heaps.quotients.known import KnownQuotient
from grundy.heaps.quotients.quotient import MisereQuotient
from grundy.heaps.rules.parse import TakeAndBreak


def test_a_proved_period_is_kept_before_more_heaps() -> None:
    """Whichever comes first: with a period a quotient answers for every heap."""
    kayles = TakeAndBreak("0.77")
    proved = kayles.misere_quotient()
    longer = replace(proved.solution, phi=proved.run(0, 300), repetition=None)
    unproved = MisereQuotient(kayles, longer)
    for order in ((unproved, proved), (proved, unproved)):
        known = KnownQuotient(kayles)
        for quotient in order:
            known.adopt(quotient)
        assert known.covering(10**6) is proved


@pytest.mark.parametrize("heaps", [[4], [9, 8, 7], [30, 2], [1_000]])
@pytest.mark.parametrize("before", [3, 60, 1_000_000])
def test_the_words_of_an_answer_do_not_depend_on_what_was_asked_before(
    heaps: list[int], before: int
) -> None:
    """Elements are called by the quotient of the heaps that are asked about."""
    fresh, used = TakeAndBreak("0.77"), TakeAndBreak("0.77")
    used[before].outcome("misere")
    alone, after = (game.sum(heaps).solve("misere") for game in (fresh, used))

    assert after.because == alone.because
    option = used.sum([1, *heaps[1:]])
    assert after.called(option) == alone.called(option)


def test_what_larger_heaps_left_still_answers() -> None:
    """A heap that is out of reach of a short look is answered by what is kept already."""
    kayles = TakeAndBreak("0.77")
    kayles.misere_quotient()

    assert kayles.known_quotient.covering(4) is kayles.known_quotient.covering(10**200)
    assert kayles.known_quotient.alone(4) is not kayles.known_quotient.covering(4)


@pytest.mark.parametrize("other", ["0.07", "0.77"])
def test_a_search_has_what_the_quotient_leaves(other: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A third of the seconds are for the quotient; where it is not found positions are searched."""
    asked: list[float | None] = []

    def none(*args: object, limits: Limits | None = None, **kwargs: object) -> None:
        given = limits or next(each for each in args if isinstance(each, Limits))
        asked.append(given.seconds)
        raise LimitError("no quotient")

    monkeypatch.setattr("grundy.heaps.quotients.known.find_quotient", none)
    monkeypatch.setattr("grundy.games.joint_misere.misere_quotient", none)
    position = TakeAndBreak("0.07")[5] + TakeAndBreak(other)[3]
    solved = position.solve("misere", limits=Limits(seconds=600))

    assert solved.rule == ""
    assert solved.outcome is position.outcome("misere", limits=Limits(seconds=300))
    assert asked[0] == 200
