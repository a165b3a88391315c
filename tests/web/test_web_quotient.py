"""Misère quotients by the explorer's tasks: what is proved, what is shown of it, certificates."""

import json
import math
from typing import Any

import pytest

pytest.importorskip("starlette")

from commands import as_json
from grundy.cli.main import run
from grundy.web import sequence_tasks
from page_tasks import answer_to, asked


@pytest.fixture(autouse=True)
def without_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let elements alone end a search, so that a slow machine finds the same."""
    monkeypatch.setattr(sequence_tasks, "_QUOTIENT_SECONDS", math.inf)


def quotient(game: str, stop: int = 1_000) -> dict[str, Any]:
    found: dict[str, Any] = answer_to("sequence/quotient", game=game, stop=stop)
    return found


def test_it_is_the_answer_of_the_command_line(capsys):
    said = as_json(capsys, "quotient", "0.75")
    found = quotient("0.75", 200)
    same = said.keys() & found.keys()
    assert same == said.keys() - {"version", "format", "command"}
    assert {key: said[key] for key in same} == {key: found[key] for key in same}
    assert found["table"][0] == list(range(found["order"]))


def test_what_is_out_of_reach_is_proved_as_far_as_it_goes():
    found = quotient("0.07")
    assert not found["proved_for_all"]
    assert "proved for heaps up to 32 (552 elements)" in found["message"]
    assert "at least 552 elements" in found["message"]
    assert len(found["phi"]) == found["stop"] == 33
    assert found["table"] is None


def test_a_partial_quotient_says_for_which_heaps():
    assert quotient("0.156", 500)["text"].endswith("partial: proved for heaps 0 to 499.")


@pytest.mark.parametrize("game", ["0.77", "0.07", "grundys-game"])
def test_a_certificate_is_of_the_heaps_that_were_shown(game, tmp_path, monkeypatch):
    monkeypatch.setattr(sequence_tasks, "_MOST_ELEMENTS_LISTED", 20)
    found = quotient(game, 10_000)
    assert found["certificate"]
    assert len(found["phi"]) == 20 < found["stop"]
    said = answer_to("sequence/quotient-certificate", game=game, stop=found["stop"])
    (tmp_path / "quotient.json").write_text(json.dumps(said), encoding="utf-8")
    assert run(["verify", str(tmp_path / "quotient.json")]) == 0
    assert len(said["phi"]) == found["stop"]
    assert (said["preperiod"], said["period"]) == (found["preperiod"], found["period"])
    assert said["command"] == "grundy serve"


def test_a_rule_that_no_file_holds_has_no_certificate():
    assert not quotient("take-a-prime", 100)["certificate"]
    status, content = asked("sequence/quotient-certificate", game="take-a-prime", stop=100)
    assert status == 422
    assert "its rule is a function" in content["error"]
