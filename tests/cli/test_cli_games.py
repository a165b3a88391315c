"""`grundy games` as a user meets it."""

import pytest

import grundy
from commands import answered, as_json
from grundy.named.notation import read_game
from grundy.named.sheet import sheet

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
