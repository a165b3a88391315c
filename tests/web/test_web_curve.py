"""The curve of a drawing of Sprouts that makes a move."""

import pytest

from grundy import catalogue
from grundy.named.sprouts_form import settled, spread
from grundy.named.sprouts_moves import curves
from page_tasks import asked


@pytest.mark.parametrize(("regions", "to", "ends", "around"), [
    ([["0", "0"]], "1a1a", [0, 1], []),
    ([["0", "0"]], "0,AB/AB", [0, 0], []),
    ([["0", "0", "0"]], "0,AB/AB,0", [0, 0], [1]),
    ([["1a1a"]], "ABCD/ABCD", [0, 2], [1]),
])  # fmt: skip
def test_a_curve_is_found_by_what_it_makes(regions, to, ends, around):
    status, found = asked("game/curve", regions=regions, to=[to])
    assert status == 200, found
    assert found["curves"][0][0]["ends"] == ends
    assert sorted(found["curves"][0][0]["around"]) == around


def test_every_move_has_a_curve():
    sprouts = catalogue["sprouts"]
    for text in ("3", "0,1a1a", "1a2a", "0,AB/AB", "1AB/AB,0"):
        (part,) = sprouts.read(text).parts
        for land in part.state:
            regions = [list(region) for region in land]
            options = list(sprouts.options((land,)))
            to = [sprouts.format(option) for option in options]
            status, found = asked("game/curve", regions=regions, to=to)
            assert status == 200, (text, found)
            for option, making in zip(options, found["curves"], strict=True):
                led = {
                    settled(one.words)
                    for one in curves(land)
                    if {"ends": list(one.ends), "around": list(one.around)} in making
                }
                assert [tuple(sorted(one)) for one in led] == [option]
                assert len(spread(land)) == len(regions)


@pytest.mark.parametrize(("regions", "sentence"), [
    ([["0", "0"]], "No curve makes"),
    ([["1a1"]], "met twice"),
    ([["01"]], "boundary of its own"),
])  # fmt: skip
def test_what_cannot_be_is_refused_in_a_sentence(regions, sentence):
    status, found = asked("game/curve", regions=regions, to=["4"])
    assert status == 422
    assert sentence in found["error"]
    for part, other in ((1, [["0", "0"]]), (0, [["0"]]), (2, [["0"]])):
        drawn = asked("game/drawn", position="nim 3 + sprouts 3", part=part, regions=other)
        assert drawn[0] == 422


def test_a_drawn_curve_is_a_move_of_its_part():
    position = "nim 3 + sprouts 3"
    regions = [["AB"], ["0", "AB", "0"]]
    status, found = asked("game/drawn", position=position, part=1, regions=regions)
    assert (status, found["part"], found["name"]) == (200, 1, "loop at 1")
    assert found["to"] == "nim 3 + sprouts 0,0,AB/AB"
    # the vertices a of two regions are two
    regions = [["1a1a", "AB"], ["1aCa"], ["AB", "C"]]
    position = "sprouts 0,0,AB/1aCa/AB,C"
    status, found = asked("game/drawn", position=position, part=0, regions=regions)
    assert (status, found.get("name")) == (200, "join 1 to 2")
    # between crosses the regions are named by their free ends
    status, found = asked("game/drawn", position="brussels-sprouts 2", part=0, regions=[["8"]])
    assert (status, found["name"]) == (200, "join figures of 4 and 4 ends")


def test_every_move_of_crosses_has_a_curve():
    crosses = catalogue["brussels-sprouts"]
    for text in ("2", "3", "4,3/2,1"):
        (part,) = crosses.read(text).parts
        regions = [[str(ends) for ends, count in one for _ in range(count)] for one in part.state]
        for option in crosses.options(part.state):
            to = crosses.format(option)
            status, found = asked("game/curve", regions=regions, to=[to], game="brussels-sprouts")
            assert status == 200, (text, to, found)
            for one in found["curves"][0]:
                start, end = one["ends"]
                assert start != end
                assert not {start, end} & set(one["around"])
