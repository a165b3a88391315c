"""Certificates of periods and of formulas: they hold, and no changed one does."""

import hashlib
import json
import struct
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy
import reference
from forgeries import broken, forged
from grundy import AllBut, Subtraction, TakeAndBreak
from grundy.cli.main import run
from grundy.errors import GraphFormatError, LimitError, VerificationError
from grundy.heaps.certificates import parse_certificate, read_certificate, verify_certificate
from grundy.heaps.codes import Code, parse_code
from grundy.heaps.periods import verify, verify_splits
from grundy.heaps.periods.certificate import (
    DIVISORS,
    FormulaCertificate,
    certify,
    hash_of,
    of_formula,
)
from grundy.heaps.periods.period import ALL_BUT, GUY_SMITH, SUBTRACTION
from grundy.heaps.periods.verify import recomputed
from grundy.runtime.sealed import LARGEST_FILE
from often import often

GAMES = [
    (TakeAndBreak("0.77"), 200, GUY_SMITH), (TakeAndBreak("0.07"), 200, GUY_SMITH),
    (TakeAndBreak("4.0"), 20, GUY_SMITH), (TakeAndBreak("0.F"), 40, GUY_SMITH),
    (Subtraction({2, 5, 7}), 120, SUBTRACTION), (TakeAndBreak("0.333"), 30, SUBTRACTION),
    (Subtraction(()), 5, SUBTRACTION), (AllBut({1, 4}), 120, ALL_BUT),
    (TakeAndBreak("0.0[3]"), 60, ALL_BUT),
]  # fmt: skip


@pytest.fixture
def kayles():
    found = certify(TakeAndBreak("0.77"), 200, command="grundy period 0.77")
    assert found is not None
    return found


@pytest.mark.parametrize(("game", "stop", "theorem"), GAMES, ids=str)
def test_a_certificate_holds(tmp_path, game, stop, theorem):
    certificate = certify(game, stop)
    assert certificate.theorem == theorem
    assert forged(tmp_path, certificate) == ""
    assert read_certificate(tmp_path / "forged.json") == certificate


def test_the_hash_is_of_32_bit_little_endian_values(kayles):
    values = recomputed(parse_code("0.77"), 167).tolist()
    assert kayles.encoding == "each value as four bytes, little-endian"
    assert kayles.sha256 == hashlib.sha256(struct.pack("<167I", *values)).hexdigest()


def test_the_hash_is_of_all_values():
    values = np.arange((1 << 20) + 3, dtype=np.uint32) % 251
    other = values.copy()
    other[-1] += 1
    assert hash_of(values) == hashlib.sha256(values.astype("<u4").tobytes()).hexdigest()
    assert hash_of(values) != hash_of(other)


FALSE = [
    ({"rule": "0.07", "command": ""}, "first values"), ({"rule": "0.7"}, "heaps"),
    ({"rule": "kayles"}, "rule"), ({"rule": "0.7!7"}, "theorem"), ({"rule": "0.7[7]"}, "theorem"),
    ({"theorem": SUBTRACTION}, "theorem"), ({"theorem": ALL_BUT}, "theorem"),
    ({"preperiod": 70}, "heaps"), ({"preperiod": 70, "heaps": 165}, "hash"),
    ({"period": 0}, "period"), ({"period": 24}, "heaps"), ({"saltus": 1}, "theorem"),
    ({"heaps": 166}, "heaps"), ({"heaps": 168}, "heaps"), ({"sha256": "0" * 64}, "hash"),
    ({"encoding": "text"}, "encoding"), ({"first_values": ()}, "first values"),
    ({"rule": "4.[3]", "theorem": ALL_BUT}, "theorem"),
    ({"rule": "4.3", "theorem": ALL_BUT}, "theorem"), ({"rule": "{0}"}, "rule"),
    ({"rule": "{1,00}"}, "rule"), ({"version": ""}, "version"),
    ({"version": "0.1.0 or so"}, "version"), ({"command": "by hand"}, "command"),
    ({"command": "grundy"}, "command"), ({"command": "grundy period"}, "command"),
    ({"command": "grundy values 0.77 --stop 200"}, "command"),
    ({"command": "grundy period 0.77\nrm -r ."}, "command"),
    ({"command": "grundy period 0.07 --stop 200"}, "command"),
    # with the hash of as many heaps
    ({"preperiod": 69, "heaps": 163, "sha256": ""}, "repetition"),
    ({"preperiod": 72, "heaps": 169, "sha256": ""}, "preperiod"),
    ({"period": 24, "heaps": 191, "sha256": ""}, "period"),
    ({"period": 7, "heaps": 157, "sha256": ""}, "repetition"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "condition"), FALSE, ids=str)
def test_a_false_certificate_fails(kayles, tmp_path, changes, condition):
    if changes.get("sha256") == "":
        changes = changes | {"sha256": hash_of(recomputed(parse_code("0.77"), changes["heaps"]))}
    assert forged(tmp_path, kayles, **changes) == condition


@pytest.mark.parametrize("key", [
    "certificate", "version", "format", "rule", "theorem", "preperiod", "period", "saltus",
    "heaps", "sha256", "first_values", "encoding", "command", "seal",
])  # fmt: skip
def test_every_field_is_sealed(kayles, tmp_path, capsys, key):
    """Changing, or leaving out, any field of the file makes `grundy verify` fail."""
    fields = json.loads(kayles.to_json())
    changed = fields[key] + 1 if isinstance(fields[key], int) else fields[key][:-1]
    without = {name: value for name, value in fields.items() if name != key}
    path = tmp_path / "c.json"
    for content, statuses in ((fields, {0}), (fields | {key: changed}, {1, 2}), (without, {1, 2})):
        path.write_text(json.dumps(content))
        assert run(["verify", str(path)]) in statuses
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(("text", "message"), [
    ("", "line 1: this is not JSON"), ('{\n"certificate": }', "line 2: this is not JSON"),
    ("[" * 100_000, "this is no certificate"), ("9" * 10_000, "this is no certificate"),
    ("{}", "this is no certificate"),
    ('{"period": 13, "period": 12}', 'the field "period" stands here 2 times'),
    ('{"certificate": {"a": 1, "b": 2, "a": 1}}', 'the field "a" stands here 2 times'),
    ('{"certificate": "period of a heap game", "format": 9}', "format 9"),
    ('{"certificate": "period of a heap game", "format": 1}', 'the field "rule"'),
])  # fmt: skip
def test_a_malformed_certificate(text, message):
    with pytest.raises(GraphFormatError) as failure:
        parse_certificate(text, "c.json")
    assert str(failure.value).startswith("c.json")
    assert message in str(failure.value)


def test_a_large_file_is_no_certificate(kayles, tmp_path):
    path = tmp_path / "c.json"
    text = kayles.to_json()
    path.write_text(text + " " * (LARGEST_FILE - len(text.encode())))
    assert read_certificate(path) == kayles
    path.write_text(text + " " * (LARGEST_FILE + 1 - len(text.encode())))
    with pytest.raises(GraphFormatError, match="a certificate is a small file, this is not"):
        read_certificate(path)


@pytest.mark.parametrize(("key", "wrong"), [
    ("period", -1), ("period", True), ("period", 1.5), ("period", "12"), ("period", 2**200),
    ("period", 2**62 + 1), ("first_values", [0, 2**200]), ("rule", 0.77),
    ("first_values", [0, -1]), ("first_values", "012"), ("surprise", 1),
    ("format", True), ("format", 1.0), ("format", "1"),
])  # fmt: skip
def test_a_field_of_the_wrong_kind(kayles, key, wrong):
    fields = json.loads(kayles.to_json()) | {key: wrong}
    said = "of certificates is unknown" if key == "format" else f'the field "{key}"'
    with pytest.raises(GraphFormatError, match=said):
        parse_certificate(json.dumps(fields), "c.json")


@often(30)
@given(
    digits=st.lists(st.integers(0, 7), min_size=1, max_size=4),
    block=st.integers(1, 20),
    more=st.integers(0, 5),
    stop=st.integers(1, 250),
    threads=st.integers(1, 4),
)
def test_claims_that_stand_are_the_values(digits, block, more, stop, threads):
    """Values claimed from a few splits are those of the definition once nothing refutes them.

    Each thread looks for what refutes its share of the claims; none may be passed over.
    """
    code = Code((4, *digits))  # d0 = 4: at least one digit allows two heaps
    expected = recomputed(code, stop).tolist()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verify, "_SMALL", 0)
        patch.setattr(verify_splits, "_BLOCK", block)
        patch.setattr(verify_splits, "_FEW", min(block, 3))
        patch.setattr(verify_splits, "_SMALL_PARTS", block + more)
        patch.setattr(verify_splits, "_WIDTH", 4)
        patch.setattr(verify_splits, "_ONE_THREAD", -1)
        patch.setattr(verify_splits, "thread_count", lambda: threads)
        found = recomputed(code, stop).tolist()
    assert found == expected == list(reference.values(TakeAndBreak(code), stop))


@pytest.mark.parametrize(("changes", "refusal"), [
    ({"heaps": 10**9}, VerificationError), ({"heaps": 10**18}, VerificationError),
    ({"heaps": 10**18, "period": 10**18 - 3}, VerificationError),
    ({"heaps": 10**18, "period": 10**17}, LimitError),
])  # fmt: skip
def test_a_huge_all_but_certificate_is_refused_before_any_list_is_made(
    monkeypatch, changes, refusal
):
    """More heaps than the theorem can need, or than fit in memory, end at once."""
    claim = certify(AllBut({1, 4}), 120)
    assert claim is not None

    def refuse(*_):
        raise AssertionError("the moves are laid out before the size is checked")

    monkeypatch.setattr(verify, "_moves", refuse)
    with pytest.raises(refusal) as failure:
        verify_certificate(replace(claim, **changes))
    if refusal is VerificationError:
        assert failure.value.condition == "heaps"


@pytest.mark.parametrize("changes", [
    {"version": "1." + "1" * 400_000 + "!"}, {"version": "1" + ".1" * 200_000 + "!"},
    {"command": "grundy period " + "a" * 8_000_000},
], ids=["digits", "points", "command"])  # fmt: skip
def test_long_fields_are_refused_before_they_are_read(kayles, changes):
    assert broken(replace(kayles, **changes)) == next(iter(changes))


@pytest.mark.parametrize("rule", ["{150000000}", "allbut{999999999}", "{1,1000001}"])
def test_a_rule_of_too_many_digits_is_refused_before_it_is_read(kayles, rule):
    with pytest.raises(LimitError, match=r"numbers up to 1,000,000"):
        verify_certificate(replace(kayles, rule=rule))


FORMULAS = {"4.[3]": (1, 4, 4), "take-a-prime": (0, 4, 0), "take-a-power-of-two": (0, 3, 0)}


@cache
def certificate_of(game: str) -> FormulaCertificate:
    rules: Any = grundy.read_game(game)
    found = of_formula(rules, rules.find_period())
    assert found is not None
    return found


@pytest.mark.parametrize("game", FORMULAS)
def test_a_certificate_holds_and_says_what_the_definition_says(game):
    certificate = certificate_of(game)
    rules: Any = grundy.read_game(game)
    values = list(certificate.values)
    while len(values) < 80:
        values.append(values[-certificate.period] + certificate.saltus)
    verify_certificate(certificate)
    assert (certificate.preperiod, certificate.period, certificate.saltus) == FORMULAS[game]
    assert values == list(reference.values(rules, 80))


EIGHT = (0, 1, 2, 4, 3, 5, 6, 8, 7)  # true of Lasker's Nim, and not the least period
FALSE_FORMULAS = [
    ("4.[3]", {"values": (0, 1, 2, 3, 4)}, {"splits", "values"}),
    ("4.[3]", {"values": (0, 1, 2, 4)}, {"values"}),
    ("4.[3]", {"values": (4, 1, 2, 0, 3)}, {"values"}),
    ("4.[3]", {"period": 1, "saltus": 1, "values": (0, 1)}, {"splits"}),
    ("4.[3]", {"period": 3, "saltus": 3, "values": (0, 1, 2, 3)}, {"period"}),
    ("4.[3]", {"period": 8, "saltus": 8, "values": EIGHT}, {"period"}),
    ("4.[3]", {"period": 0, "saltus": 0}, {"period"}), ("4.[3]", {"saltus": 0}, {"saltus"}),
    ("4.[3]", {"preperiod": 0}, {"preperiod"}), ("4.[3]", {"theorem": DIVISORS}, {"theorem"}),
    ("4.[3]", {"rule": "0.[3]"}, {"rule"}), ("4.[3]", {"rule": "4!.[3]"}, {"rule"}),
    ("take-a-prime", {"rule": "take-a-square"}, {"rule"}),
    ("take-a-prime", {"rule": "take-a-power-of-two"}, {"period"}),
    ("take-a-prime", {"period": 6, "values": tuple(range(6))}, {"period"}),
    ("take-a-prime", {"values": (0, 1, 3, 2)}, {"values"}),
    ("take-a-prime", {"saltus": 4}, {"saltus"}),
    ("take-a-power-of-two", {"rule": "take-a-prime"}, {"period"}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "changes", "conditions"), FALSE_FORMULAS)
def test_a_false_formula_fails(game, changes, conditions, tmp_path):
    assert forged(tmp_path, certificate_of(game), **changes) in conditions


@given(
    st.sampled_from(sorted(FORMULAS)),
    st.integers(0, 3).flatmap(lambda e: st.permutations(range(1, 2**e + 1))),
    st.integers(0, 2),
    st.integers(0, 8),
)
def test_what_passes_is_the_one_that_is_true(game, values, preperiod, saltus):
    true = certificate_of(game)
    found = [0, *values] if game == "4.[3]" else [0, *values][:-1]
    changed = replace(
        true, period=len(values), values=tuple(found), preperiod=preperiod, saltus=saltus
    )
    claimed = (preperiod, len(values), saltus, changed.values)
    assert (broken(changed) == "") == (claimed == (*FORMULAS[game], true.values))
