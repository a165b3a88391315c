"""In a notebook things show themselves: as escaped HTML without scripts, and in no time."""

import re
import sys
from types import SimpleNamespace
from typing import get_args
from xml.etree import ElementTree

import pytest

import grundy
from grundy import markup
from grundy.drawing import sequence
from grundy.drawing.board import MOST_SHAPES, part_html, scene_svg
from grundy.errors import MissingExtraError
from grundy.games.position import Position, Solved
from grundy.games.scenes import Cell, Kind, Scene
from grundy.heaps.periods.certificate import certify
from grundy.named.catalogue import catalogue
from grundy.strategy.session import Session, replay
from grundy.strategy.table import Cell as TableCell
from grundy.strategy.table import Table, value_table
from grundy.values import Play
from grundy.web import page_files

KAYLES = grundy.TakeAndBreak("0.77")
WYTHOFF = grundy.catalogue["wythoff"]


def _play() -> Session:
    start = KAYLES[1] + KAYLES[1]
    first = next(start.moves())
    return replay(start, [first, next(first.option.moves())])


@grundy.game(moves=lambda state: [("<script>alert(1)</script>", state[1:])] if state else [])
def hostile(state: str) -> list[str]:
    return [state[1:]] if state else []


HOSTILE = hostile["<script>\x1b"]


def _solved(heaps: list[int], play: Play = "normal") -> Solved:
    """Solve heaps of Kayles, so that what is known can be shown."""
    solved = KAYLES.sum(heaps).solve(play)
    assert solved.outcome
    return solved


@pytest.mark.parametrize("thing", [
    KAYLES, grundy.Subtraction({1, 2, 3}), KAYLES.find_period(200),
    grundy.TakeAndBreak("4.[3]").guess_period(60), certify(KAYLES, 200), _solved([3, 4, 5]),
    _solved([3, 4, 5], "misere"), _solved([]), KAYLES.sum(range(1000)).solve(),
    KAYLES[5] + WYTHOFF[1, 2], (KAYLES[5] + KAYLES[7]).explain(), _play(),
    value_table(WYTHOFF, 8, 12),
    value_table(KAYLES, 30), HOSTILE, HOSTILE.explain(), replay(HOSTILE, HOSTILE.moves()),
], ids=lambda thing: type(thing).__name__)  # fmt: skip
def test_what_is_shown_is_safe_markup(thing: object) -> None:
    """Every display is well-formed, without scripts or handlers, and hides no control character."""
    html = thing._repr_html_()  # type: ignore[attr-defined]
    found = ElementTree.fromstring(f"<div>{html}</div>")  # noqa: S314 - our own text
    for element in found.iter():
        assert not element.tag.endswith("script")
        assert not any(name.startswith("on") for name in element.keys())  # noqa: SIM118
    assert "\x1b" not in html
    assert len(html) < 50_000


def test_a_sequence_shows_its_first_values_and_its_zeros() -> None:
    """A dot each, rings and brackets for P-positions, round numbers at the axes."""
    grim = grundy.TakeAndBreak("0.6")
    html = grim._repr_html_()
    zeros = len(grim.zeros(100))
    assert html.count("<circle") + html.count("h.01") == 100
    assert html.count('r="3.5" fill="none"') == html.count("<b>[0]</b>") == zeros
    assert "<title>Grundy values of 0.6, heaps 0 to 99</title>" in html
    assert "<desc>" in html
    html = KAYLES._repr_html_()
    svg = ElementTree.fromstring(html[html.index("<svg") : html.index("</svg>") + 6])  # noqa: S314
    dots = re.findall(r"M([\d.]+) ([\d.]+)h\.01", html)  # heap 0 is a ring
    texts = [element for element in svg.iter() if element.tag.endswith("text")]
    heaps = {one.text: one.get("x") for one in texts if one.get("text-anchor") == "middle"}
    values = {one.text: one.get("y") for one in texts if one.get("text-anchor") == "end"}
    assert list(heaps) == [str(heap) for heap in range(0, 100, 10)]
    assert list(values) == ["0", "2", "4", "6", "8"]
    assert heaps["30"] == dots[29][0]
    eight = KAYLES.values(100).tolist().index(8)
    assert float(values["8"] or 0) == pytest.approx(float(dots[eight - 1][1]) + 4)
    late = grundy.HeapGame(lambda heap: [(heap + (heap == 3),)] if heap > 2 else [])
    assert "values of heaps 0 to " in late._repr_html_()  # before the one where the rule fails


@pytest.mark.parametrize(("position", "expected"), [
    (KAYLES[7], ["0.77: <b>2</b>"]),
    (KAYLES[7] + KAYLES[5], ["<b>2</b>", "<b>4</b>", "<p>2 ⊕ 4 = 6</p>"]),
    (grundy.token({"a": ["a", "b"], "b": ["c"], "c": []})["a"], [": <b>∞(1)</b>"]),
], ids=["one", "sum", "loopy"])  # fmt: skip
def test_a_value_stands_beside_its_board(position: Position, expected: list[str]) -> None:
    html = position._repr_html_()
    assert [words for words in expected if words not in html] == []


def test_a_value_that_takes_long_is_left_out() -> None:
    for long in (grundy.TakeAndBreak("0.6")[10**9], catalogue["cram"].read("7x9")):
        assert "<b>" not in long._repr_html_()


def test_a_play_is_a_strip_of_boards() -> None:
    play = _play()
    html = play._repr_html_()
    positions = [play.start, *(move.option for move in play.moves)]
    assert html.count("<svg") == sum(len(one.parts) for one in positions)
    for place, move in enumerate(play.moves, 1):
        assert f"{place}. {move.name}<br/>" in html
    assert "Player 2 has won." in play._repr_html_()
    assert "Player 2 is to move." in play.undone()._repr_html_()


def test_a_slow_rule_shows_what_is_found_in_about_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """A display stops before the heaps that would take it past a second, by a clock of its own."""
    clock = SimpleNamespace(now=0.0)
    clock.monotonic = lambda: clock.now
    monkeypatch.setattr(sequence, "time", clock)

    def options(heap: int) -> list[tuple[int, ...]]:
        clock.now += 0.01 * heap  # seconds
        return [(heap - 1,)] if heap else []

    shown = sequence.first_values(grundy.HeapGame(options))
    assert shown == [heap % 2 for heap in range(8)]
    assert clock.now < 1


def test_a_period_is_shown_with_how_it_is_known() -> None:
    for period, report in (
        (KAYLES.find_period(200), "G(n + 12) = G(n) for all n ≥ 71: proved."),
        (grundy.TakeAndBreak("4.[3]").guess_period(60), "for all n ≥ 1: observed, not proved."),
    ):
        assert period is not None
        assert report in period._repr_html_()


def test_heaps_show_their_nim_sum() -> None:
    solved = grundy.TakeAndBreak("0.[3]").sum([4, 8, 17]).solve()
    assert "10001" not in solved._repr_html_()  # nothing is computed by showing it
    assert solved.value() == 29
    assert [part for part in ("10001", "11101", "29") if part not in solved._repr_html_()] == []


def test_a_table_marks_its_p_positions() -> None:
    assert value_table(WYTHOFF, 8, 12)._repr_html_().count("<b>[0]</b>") == 8
    ones: list[list[TableCell]] = [[1] * 300 for _ in range(300)]
    large = Table("large", "normal", range(300), range(300), ones)._repr_html_()
    assert large.count("<th ") == 42
    assert large.count("<tr>") == 201


def test_long_texts_and_tables_are_cut() -> None:
    assert len(markup.text("<" * 10**6)) < 2_000
    assert markup.table((), ([n] for n in range(10**6))).count("<tr>") == 200
    assert len(grundy.token({"x" * 10**6: []})["x" * 10**6]._repr_html_()) < 20_000


def test_a_heap_shows_its_stones_and_pieces_have_letters() -> None:
    assert grundy.catalogue["nim"][7]._repr_html_().count("<circle") == 7
    assert KAYLES[7]._repr_html_().count("<path") == 7
    assert "1000000</text>" in KAYLES[10**6]._repr_html_()
    pawns = grundy.catalogue["northcott"].read("1,3")._repr_html_()  # told apart without colour
    assert [sign for sign in (">W</text>", ">B</text>", "currentColor") if sign not in pawns] == []
    assert "#" not in pawns


@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_kind_of_cell_has_a_look(kind: Kind) -> None:
    drawn = scene_svg(Scene((Cell("a", 0, 0, kind, "<"),)), "one")
    ElementTree.fromstring(drawn)  # noqa: S314 - our own text
    assert "&lt;</text>" in drawn


def test_a_scene_too_large_is_shown_as_text() -> None:
    """Where shapes would be too many, or rules have none, the picture in plain text stands."""
    large = Scene(tuple(Cell(str(n), n, 0, "stone") for n in range(MOST_SHAPES + 1)))

    @grundy.game(scene=lambda state: large, draw=lambda state: "drawn <")
    def wide(state: int) -> list[int]:
        return []

    assert part_html(wide[1].parts[0]) == "<pre>drawn &lt;</pre>"
    assert "<pre>" in hostile["x"]._repr_html_()


@pytest.mark.parametrize("missing", ["anywidget", "traitlets"])
def test_a_widget_without_its_packages_is_refused_in_a_sentence(missing, monkeypatch):
    page_files._kind_of_widget.cache_clear()
    monkeypatch.setitem(sys.modules, missing, None)
    for widget in (grundy.catalogue["nim"][3].widget, grundy.label([("a", "b")]).widget):
        with pytest.raises(MissingExtraError, match=r"A widget needs .*grundy\[widget\]"):
            widget()
