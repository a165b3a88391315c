"""`grundy nim`, `describe`, `explain`, `games`, `random` and `recognise` as a user meets them."""

import json
import shlex
import sys

import numpy as np
import pytest

import grundy
from commands import answered, as_json, called
from grundy.named.notation import read_game, sheet


@pytest.mark.parametrize(("arguments", "expected"), [
    (["2*3 + 4"], "5\n"), (["4", "+", "8", "+", "17"], "29\n"), (["--", "-3 + 1"], "2\n"),
])  # fmt: skip
def test_the_answer_is_one_number(arguments, expected, capsys):
    assert called(capsys, "nim", *arguments) == (0, expected, "")


def test_the_columns_of_bits(capsys):
    for expression, lines in (
        ("4 + 8 + 17", [" 4  00100", " 8  01000", "17  10001", "--  -----", "29  11101"]),
        ("2*3 + 4", ["2*3 = 1  001", "      4  100", "-------  ---", "      5  101"]),
        ("5*9", ["6  110"]),  # a single term has no total
    ):
        assert answered(capsys, "nim", "--binary", expression).splitlines() == lines


@pytest.mark.parametrize("text", [b"2*3 + 4\n", b"\xef\xbb\xbf2*3 +\r\n4", "2⊗3 ⊕ 4".encode()])
def test_standard_input(text, capsys):
    assert called(capsys, "nim", "-", stdin=text) == (0, "5\n", "")


def test_a_closed_input_is_said_to_be_closed(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert "Standard input is closed" in called(capsys, "nim", "-").err


def test_a_proved_period_and_the_known_games(capsys):
    assert answered(capsys, "describe", "0.137").splitlines() == [
        "0.137: G(n) is periodic with G(n + 34) = G(n) for all n ≥ 52 "
        "(proved: Guy and Smith 1956).",
        "  period   34, from heap 52 on.",
        "  same as  heap n + 1 of Dawson's Kayles, Arc Kayles on a path (0.07): "
        "proved, the periods and the first values are equal.",
        "  same as  Dawson's chess, Node Kayles on a path (0.137, OEIS A002187): the same rule.",
    ]


def test_a_conjecture_says_how_far_it_was_tested(capsys):
    asked = ("describe", "to-divisor", "--stop", "600")
    assert answered(capsys, *asked).splitlines()[0] == (
        "to-divisor: G(n) looks like the number of prime factors (with repeats) of n "
        "on heaps 1 … 599; borne out by the moves of some heaps up to 29,999, not proved, chance "
        "fits these at most once in 10^24039, and larger ones may differ."
    )
    answer = as_json(capsys, *asked)
    assert (answer["game"], answer["stop"], answer["proved"]) == ("to-divisor", 600, None)
    (conjecture,) = answer["conjectures"]
    assert (conjecture["start"], conjecture["stop"], conjecture["proof"]) == (1, 600, None)


@pytest.mark.parametrize(("arguments", "line"), [
    (["kayles", "5", "7", "+", "wythoff", "8,12", "--turn", "2"], "C  wythoff        8,12"),
    (["nim", "1", "1", "2", "--play", "misere"], "leave an odd number"),  # docs/sources.md 2.3
    (["examples/paper-cyclic-a.dot", "a"], "it is a draw"), (["-"], "take 5 from 17"),
])  # fmt: skip
def test_lines_of_explanations(arguments, line, capsys):
    status, out, err = called(capsys, "explain", *arguments, stdin=b"nim 4 8 17")
    assert (status, err) == (0, "")
    assert line in out


def test_html(capsys, tmp_path):
    page = tmp_path / "why.html"
    assert answered(capsys, "explain", "nim", "4", "8", "17", "--html", str(page)) == ""
    assert "take 5 from 17" in page.read_text(encoding="utf-8")
    assert answered(capsys, "explain", "nim", "3", "--html", "-").startswith("<!DOCTYPE html>")


KEYS = list(grundy.catalogue)


def test_the_list_has_every_game_once_in_its_family(capsys):
    text = answered(capsys, "games")
    games = as_json(capsys, "games")["games"]
    assert sorted(game["key"] for game in games) == sorted(KEYS)
    assert {game["family"] for game in games} == set(grundy.catalogue.families())
    for game in games:
        assert all(game[field] for field in ("name", "rule", "start", "source"))
        (line,) = (line for line in text.splitlines() if line.split()[:1] == [game["game"]])
        assert game["name"] in line


def test_the_list_says_what_decides_who_wins(capsys):
    """A game with a theorem has it on its page, with the source, also that of misère play."""
    games = as_json(capsys, "games")["games"]
    by = {game["key"]: game["who_wins"] for game in games}
    assert (by["nim"], by["wythoff"], by["kayles"]) == ("closed form", "theorem", "search")
    assert set(by.values()) == {"closed form", "theorem", "search"}
    (line,) = (line for line in answered(capsys, "games").splitlines() if "wythoff" in line)
    assert "theorem" in line
    for game in games:
        rules = read_game(game["game"])
        theorems = filter(None, (rules.theorem, rules.misere_theorem))
        facts = sheet(game["key"]).facts
        for theorem in theorems:
            assert (theorem.statement.removesuffix("."), theorem.source) in facts
            assert by[game["key"]] != "search"


def test_a_word_shortens_the_list(capsys):
    found = as_json(capsys, "games", "--search", "LASKER")["games"]
    assert [game["key"] for game in found] == ["lasker"]
    assert "No game has" in answered(capsys, "games", "--search", "zzz")


@pytest.mark.parametrize("key", KEYS)
def test_every_page_is_true(key):
    page = sheet(key)
    ruleset = read_game(page.entry.game)
    assert page.move_count >= len(page.moves) > 0
    for text, value in page.small:
        assert ruleset.read(text.replace(" + ", " ")).value() == value, text


def test_json_is_a_graph_that_label_reads(capsys, tmp_path):
    printed = answered(
        capsys, *["random", "-n", "6", "--model", "gnp", "--mean-out-degree", "1.5", "--json"]
    )
    answer = json.loads(printed)
    assert as_json(capsys, *shlex.split(answer["command"])[1:]) == answer
    file = tmp_path / "drawn.json"
    file.write_text(printed, encoding="utf-8")
    graph = grundy.read_graph(file)
    sources, targets = graph.arcs()
    assert graph.vertex_count == 6
    assert np.column_stack([sources, targets]).tolist() == answer["arcs"]


KAYLES = "0 1 2 3 1 4 3 2 1 4 2 6"


def test_the_answer_says_game_heap_next_values_and_period(capsys):
    printed = answered(capsys, "recognise", *KAYLES.split())
    assert (
        printed.splitlines()[0] == "0.77 is Kayles (OEIS A002186), with the first value at heap 0."
    )
    assert "next    4, 1, 2, 7, 1, 4, 3, 2, 1, 4, …" in printed
    assert "period  12, from heap 71 on, proved (Guy and Smith 1956)" in printed
    assert "alike   4.4, heap 1; 4.6, heap 1;" in printed
    assert "These 12 values decide which come next" in printed


@pytest.mark.parametrize("text", [
    KAYLES, KAYLES.replace(" ", ", "), f"[{KAYLES.replace(' ', ', ')}]\n",
    KAYLES.replace(" ", "\n"),
    "# mine\n" + KAYLES.replace(" 3 1", " 3 # three\n1") + "\n\n",
    "".join(f"{heap} {value}\n" for heap, value in enumerate(KAYLES.split())),
    "".join(f"{heap} {value}\n" for heap, value in enumerate(KAYLES.split(), 1)),
    "heap,value\n" + "".join(f"{heap},{v}\n" for heap, v in enumerate(KAYLES.split())),
    "\ufeff" + KAYLES.replace(" ", ";").replace(";3;", "; _ ;", 1),
    "".join(f"{h} {v}\r\n" for h, v in enumerate(KAYLES.split()) if h != 5),
], ids=range(10))  # fmt: skip
def test_values_come_in_as_programs_write_them(text, capsys):
    """With commas, in lines, with heaps, comments, gaps or a mark before the text."""
    piped = called(capsys, "recognise", "-", stdin=text.encode())
    assert piped.status == 0, piped.err
    assert piped.out.startswith("0.77 is Kayles")


def test_what_grundy_writes_is_read_again(tmp_path, capsys):
    for name in ("b.txt", "values.csv"):
        path = str(tmp_path / name)
        answered(capsys, "values", "0.137", "--from", "1", "--stop", "40", "--output", path)
        assert "Dawson's chess" in answered(capsys, "recognise", path)


def test_a_choice_is_shown_with_what_would_decide(capsys):
    printed = answered(capsys, "recognise", *"010213", "--matches", "3", "--ahead", "2")
    lines = printed.splitlines()
    assert lines[0].startswith("at-most-half is At most half (OEIS A025480)")
    assert "next    0, 4, …" in printed
    assert sum("  heap " in line and "next" in line for line in lines) == 2
    assert "values leave a choice" in printed
    assert "more games; --matches N tells more" in printed


def test_formulas_and_nothing_at_all(capsys):
    beyond = answered(capsys, "recognise", *(str(1_000 * n) for n in range(12)))
    nothing = answered(capsys, "recognise", "5", "17", "2", "91", "8", "22", "4", "9")
    assert "No known game has these values." in beyond
    assert "A guess: G(n) might be 1000n, with the first value at heap 0." in beyond
    assert nothing == "No known game and no formula has these values.\n"


def test_json_repeats_itself(capsys):
    found = as_json(capsys, "recognise", "0,1,_,3,1,4,3,2", "--matches", "2")
    asked = found["command"].replace("'?'", "?").split()[1:]
    assert as_json(capsys, *asked) == found
    assert found["values"] == [0, 1, None, 3, 1, 4, 3, 2]
    assert len(found["matches"]) == 2
    for match in found["matches"]:
        values = grundy.read_game(match["text"]).values(60).tolist()  # type: ignore[attr-defined]
        rest = values[match["shift"] + 8 :]
        assert match["next_values"] == rest[: len(match["next_values"])]
