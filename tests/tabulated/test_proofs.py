"""Tables of questions on disk: gone on from, checked without a search, refused when false."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

import grundy
from grundy import LimitError, Limits, PositionError, VerificationError
from grundy.cli.main import run
from grundy.errors import FolderError
from grundy.games.kernels import questions as kernels
from grundy.games.position import Position
from grundy.games.values.questions import NimberQueries
from grundy.named.notation import read
from grundy.runtime import threads
from grundy.tabulated.proofs import kept_questions, verify_proof


def fresh(text: str) -> Position:
    game, state = text.split()
    return grundy.catalogue.new(game).read(state)


def prove(text: str, folder: Path, limits: Limits | None = None) -> object:
    position = fresh(text)
    with kept_questions(position, folder):
        return position.value(limits=limits)


@pytest.mark.parametrize(
    ("text", "value"), [("nogo 1x14", 3), ("nogo 2x5", 0), ("nogo 3x4", 0), ("clobber 3x5", 1)]
)
def test_a_kept_table_proves_its_value(text, value, tmp_path):
    assert prove(text, tmp_path / "kept") == value
    proved = verify_proof(tmp_path / "kept")
    assert proved.values == {text.split()[1]: value}
    assert proved.components > 100
    assert f"the value {value} is proved" in str(proved)


def test_a_run_goes_on_from_what_another_one_has_proved(tmp_path):
    with pytest.raises(LimitError):
        prove("nogo 1x18", tmp_path, Limits(positions=1_000))
    halfway = verify_proof(tmp_path)
    assert halfway.values == {}
    assert "no value is proved yet" in str(halfway)
    again, whole = fresh("nogo 1x18"), fresh("nogo 1x18")
    with kept_questions(again, tmp_path) as found:
        assert again.value() == 2
    assert whole.value() == 2
    all_asked = whole.parts[0].ruleset.valuer.questions(whole.parts[0].state)
    assert found.question_count < all_asked.question_count
    assert prove("nogo 1x17", tmp_path) == 2
    assert verify_proof(tmp_path).values == {"1x18": 2, "1x17": 2}


def test_a_long_run_is_kept_while_it_lasts(tmp_path, monkeypatch):
    monkeypatch.setattr(threads, "_SECONDS_BETWEEN", 0.001)
    position = fresh("nogo 1x19")
    saved = []
    with kept_questions(position, tmp_path) as found:
        found.save, found.save_after = (lambda: saved.append(found.component_count)), 0.0
        assert position.value() == 3
    assert saved
    assert saved == sorted(saved)


def test_a_false_entry_is_found(tmp_path):
    position = fresh("nogo 2x4")
    part = position.parts[0]
    position.value()
    questions = part.ruleset.valuer.questions(part.state)
    packed = part.ruleset.packed(part.state)
    assert questions is None or packed is not None
    questions = NimberQueries(packed)
    assert questions.value(packed.signed, "a board") == 0
    control = np.zeros(2, np.int64)
    assert questions.first_unproved(control) == -1
    keys, excluded, exact = questions.table
    chance = np.random.default_rng(1)
    for slot in chance.choice(np.flatnonzero(exact >= kernels.VALUE), 20, replace=False):
        before = exact[slot]
        for wrong in {int(before) + 1, max(int(before) - 1, kernels.VALUE)} - {int(before)}:
            exact[slot] = wrong
            assert questions.first_unproved(control) >= 0
        exact[slot] = before
    for slot in chance.choice(np.flatnonzero(exact), 20, replace=False):
        before = excluded[slot]
        excluded[slot] = before ^ np.uint64(1 << 40)
        assert questions.first_unproved(control) >= 0
        excluded[slot] = before
    # what nothing rests on, and no option has: only the numbers below it are not all excluded
    (slot,) = (kernels.find(keys, exact, part) for part in questions._parts_of(packed.as_words))
    exact[slot] = kernels.VALUE + 50
    assert questions.first_unproved(control) == slot
    exact[slot] = kernels.VALUE
    assert questions.first_unproved(control) == -1
    assert len(keys) == len(exact)


def test_a_false_value_or_a_damaged_piece_is_refused(tmp_path):
    prove("nogo 2x4", tmp_path)
    position = fresh("nogo 2x4")
    with kept_questions(position, tmp_path):
        pass
    state = tmp_path / "state.json"
    content = json.loads(state.read_text())
    content["state"]["values"]["2x4"] = 1
    content.pop("sha256")
    plain = json.dumps(content, sort_keys=True, separators=(",", ":"))
    seal = hashlib.sha256(plain.encode()).hexdigest()
    state.write_text(json.dumps(content | {"sha256": seal}))
    with pytest.raises(VerificationError, match="the value 1 of 2x4"):
        verify_proof(tmp_path)
    column = next(tmp_path.glob("table-*/exact.npy"))
    column.write_bytes(column.read_bytes()[:-1] + b"\x05")
    with pytest.raises(FolderError, match="not what was written"):
        verify_proof(tmp_path)


def test_a_folder_belongs_to_one_board(tmp_path):
    prove("nogo 2x4", tmp_path)
    for other in ("nogo 2x5", "clobber 2x4"):
        with pytest.raises(FolderError, match="has another"):
            prove(other, tmp_path)
    for wrong in ("kayles 5", "cannibal-clobber 2x3", "nogo 6x6"):
        with pytest.raises(PositionError, match="nogo 2x9"):
            prove(wrong, tmp_path / "none")
    with pytest.raises(PositionError), kept_questions(read("nogo 2x2 + nogo 2x2"), tmp_path):
        pass
    assert not (tmp_path / "none").exists()


def test_solve_keeps_and_verify_checks(tmp_path, capsys):
    folder, none = str(tmp_path / "row"), tmp_path / "none"
    assert run(["solve", "nogo", "1x12", "--keep", folder]) == 0
    assert run(["verify", folder]) == 0
    assert "nogo 1x12: the value 1 is proved" in capsys.readouterr().out
    assert run(["solve", "nogo", "1x12", "--keep", folder, "--play", "misere"]) == 2
    assert run(["verify", folder, "--sample", "5"]) == 2
    assert run(["solve", "kayles", "5", "--keep", str(none)]) == 2
    assert not none.exists()
