"""Certificates of infinite quotients, and files with a certificate a line: no changed one holds."""

import gzip
import json
import random
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import pytest

from commands import require_refused
from forgeries import broken
from grundy import TakeAndBreak
from grundy.errors import GraphFormatError, VerificationError
from grundy.heaps.certificates import options_by_definition
from grundy.heaps.codes import parse_code
from grundy.heaps.periods.certificate import certify
from grundy.runtime.limits import reporting
from grundy.runtime.sealed import seal, text_of
from project import ROOT
from research import lines
from research.certificate_lines import Proved, verify_lines
from research.certificates import parse_certificate, verify_certificate
from research.endless.families import Families, Family
from research.endless.outcomes import Outcomes
from research.endless.same import SameHeaps
from research.lines import packed_lines
from research_programs import called_verify

PROOFS = ROOT / "docs" / "proofs"
FILE = PROOFS / "misere/grundys-game-29.json"


def read_certificate(path):
    return parse_certificate(*text_of(path))


@cache
def certificate():
    return read_certificate(FILE)


def options(heap):
    """Return the options of a heap of Grundy's game."""
    return options_by_definition(parse_code("4!.0"), heap).tolist()


@cache
def parts():
    return SameHeaps(certificate().same, options), Outcomes(certificate().outcomes, options)


def condition(changed):
    return broken(changed, verify_certificate)


def family_condition(families):
    return broken(Families(families, certificate().parts[-1].company, *parts()), Families.check)


def test_the_certificate_holds(tmp_path):
    certificate().save(tmp_path / "c.json")
    assert read_certificate(tmp_path / "c.json") == certificate()
    assert condition(certificate()) == ""


def test_a_changed_certificate_fails():
    good = certificate()
    action = [list(row) for row in good.action]
    action[7][3] = action[8][3]
    for fields, expected in (
        ({"rule": "4.0"}, {"same", "phi", "outcomes", "heaps"}),
        ({"rule": "nim"}, {"rule"}),
        ({"command": "grundy period 4!.0"}, {"command"}),
        ({"action": tuple(map(tuple, action))}, {"table", "generators"}),
        ({"action": (*good.action[:5], (0,), *good.action[6:])}, {"table"}),
        ({"p_portion": (0, *good.p_portion)}, {"outcomes"}),
        ({"p_portion": (*good.p_portion, 10**6)}, {"outcomes"}),
        ({"phi": (*good.phi[:-1], 0)}, {"outcomes"}),
        ({"phi": (good.phi[3], *good.phi[1:])}, {"phi"}),
        ({"phi": good.phi[:-1]}, {"parts"}),
        ({"largest": (28, 27, 26, 25)}, {"parts"}),
        ({"largest": (28, 28, 25, 25)}, {"parts"}),
        ({"largest": (28, 28, 27, 25)}, {"outcomes"}),
        ({"companies": ((), (29,), (29, 29), (27, 29, 29))}, {"parts"}),
        ({"same": good.same[:-1]}, {"same"}),
        ({"same": (*good.same[:-1], (24,))}, {"same"}),
        ({"bases": good.bases[:-1]}, {"families"}),
        ({"bases": ((26,), *good.bases[1:])}, {"families"}),
        ({"by": (25, 25)}, {"apart"}),
        ({"grown": (13, 13)}, {"apart"}),
        ({"beside": (18, 3)}, {"apart"}),
        ({"beside": (3, 18)}, {"families"}),
    ):  # fmt: skip
        assert condition(replace(good, **fields)) in expected, fields.keys()


def test_every_family_is_needed():
    families = certificate().families
    assert family_condition(families) == ""
    for place in range(2, len(families)):
        without = families[:place] + families[place + 1 :]
        assert family_condition(without) == "families", families[place]


@pytest.mark.parametrize("family", [
    Family((), ()),  # 29 + 29 + 27 alone is won by a move in it
    Family((18, 13), ()),  # and so is this
    Family((25, 25, 18), ((13, 13),)),  # 25 + 25 + 18 + 13 + 13 is an N-position
    Family((25, 18, 13, 13, 3), ((25, 25),)),  # 25 + 25 + 25 + 18 + 13 + 13 + 3 as well
    Family((6, 13), ()),  # 6 is written as 3
    Family((13,), ((3,),)),  # 3 + 3 cancels
    Family((13,), ((),)),
])  # fmt: skip
def test_no_false_family_passes(family):
    assert family_condition((*certificate().families, family)) == "families"


def test_replies_to_finitely_many_sums_prove_nothing():
    families = certificate().families
    few = tuple(Family((13,) * count, ()) for count in range(1, 20, 2))
    others = tuple(family for family in families if family.base != (13,))
    assert len(others) == len(families) - 1
    assert family_condition(few) == ""
    assert family_condition((*others, *few)) == "families"


@pytest.mark.parametrize(("heap", "form", "holds"), [
    (4, (), True), (6, (3,), True), (8, (5,), True), (21, (18,), True), (4, (3,), False),
    (5, (3,), False), (8, (), False), (13, (5,), False), (9, (5,), False), (6, (3, 3), False),
])  # fmt: skip
def test_equal_heaps_are_proved(heap, form, holds):
    """Conway's condition tells the heaps that are equal from others."""
    claimed = [*certificate().same[:heap], form]
    if holds:
        SameHeaps(claimed, options)
        return
    with pytest.raises(VerificationError) as raised:
        SameHeaps(claimed, options)
    assert raised.value.condition == "same"


def test_a_game_equal_to_none_is_an_n_position():
    """A heap whose only move leads to *2 is not 0: under misère play it is lost."""
    rows: dict[int, list[list[int]]] = {0: [], 1: [[0]], 2: [[0], [1]], 3: [[2]]}
    for form in ((), (1,)):  # *1 is not it either, whose move to 0 it has not
        with pytest.raises(VerificationError):
            SameHeaps([(), (1,), (2,), form], rows.__getitem__)
    SameHeaps([(), (1,), (2,), ()], (rows | {3: [[1]]}).__getitem__)


# Equal heaps beside any game: docs/results-misere-grundy.md, part 1 of the proof.
EQUAL = {4: 0, 7: 0, 10: 0, 1: 0, 2: 0, 6: 3, 9: 3, 12: 3, 15: 3, 8: 5, 11: 5, 14: 5, 17: 5,
         16: 13, 19: 13, 21: 18}  # fmt: skip


def reduced(heaps: Iterable[int]) -> tuple[int, ...]:
    """Write a sum with as few heaps as can be; two heaps of 3 are none."""
    found = [EQUAL.get(heap, heap) for heap in heaps]
    threes = found.count(3) % 2
    return tuple(sorted([heap for heap in found if heap not in (0, 3)] + [3] * threes))


@cache
def is_lost(heaps: tuple[int, ...]) -> bool:
    """Who has to move loses: there is a move, and each is to a position that is not lost."""
    moves = {
        reduced((*heaps[:place], *heaps[place + 1 :], part, heap - part))
        for place, heap in enumerate(heaps)
        for part in range(1, (heap + 1) // 2)
    }
    return bool(moves) and not any(map(is_lost, moves))


@pytest.mark.parametrize(("many", "few", "lost"), [
    (1, 1, False), pytest.param(2, 0, True, marks=pytest.mark.long),
    pytest.param(2, 2, False, marks=pytest.mark.long),
    pytest.param(3, 1, True, marks=pytest.mark.long),
])  # fmt: skip
def test_plain_recursion_says_the_same(many, few, lost):
    """By nothing but the rule and the equal heaps, for few heaps of 25 and of 13."""
    assert is_lost(reduced((29, 29, 27, 18, *[25] * many, *[13] * few))) == lost


def test_a_made_up_element_is_refused():
    found = certificate()
    zero, width = len(found.action), len(found.generators)
    action = (*((*row, zero) for row in found.action), (zero,) * (width + 1))
    changed = replace(found, generators=(*found.generators, zero), action=action)
    assert condition(changed) == "generators"


# As they stand in the file: short rules first, then by the text
QUOTIENTS = ("0.3", "0.15", "0.34", "0.77", "0.123")


@pytest.fixture(scope="module")
def certificates():
    """Return five quotients of all heaps, one of some heaps, and a period."""
    proved = [TakeAndBreak(code).misere_quotient().certificate() for code in QUOTIENTS]
    partial = TakeAndBreak("0.07").misere_quotient(10).certificate()
    return [*proved, partial, certify(TakeAndBreak("0.77"), 500)]


@pytest.fixture
def file(certificates, tmp_path):
    path = tmp_path / "some.jsonl.gz"
    path.write_bytes(packed_lines(certificates))
    return path


def with_field(line, field, value, *, sealed=True):
    """Return a line with another value of a field, under a seal that fits or under the old one."""
    fields = json.loads(line) | {field: value}
    if sealed:
        del fields["seal"]
        fields["seal"] = seal(fields)
    return json.dumps(fields) + "\n"


def test_what_is_written_is_read_and_proved(file, certificates):
    reports: list[tuple[str, int, int]] = []
    read = [parse_certificate(line) for line in lines.read_lines(file)]
    assert sorted(read, key=repr) == sorted(certificates, key=repr)
    with reporting(lambda *done: reports.append(done)):
        assert verify_lines(file) == Proved(5, 1, periods=1)
    assert reports == [("certificates", done, 7) for done in range(1, 8)]


def test_the_same_bytes_whatever_the_order(certificates):
    packed = packed_lines(certificates)
    for number in range(5):
        assert packed == packed_lines(random.Random(number).sample(certificates, 7))
    rules = [json.loads(line)["rule"] for line in gzip.decompress(packed).splitlines()]
    assert rules == ["0.3", "0.07", "0.15", "0.34", "0.77", "0.77", "0.123"]
    assert packed[4:8] == bytes(4)  # the time, in the header of gzip


def test_the_command_says_what_is_proved(file, capsys, monkeypatch):
    monkeypatch.chdir(file.parent)
    plain = file.with_name("some.jsonl")
    plain.write_bytes(gzip.decompress(file.read_bytes()))
    sentence = (
        "7 certificates hold: 5 misère quotients of all heaps, "
        "1 misère quotient of some heaps, 1 period.\n"
    )
    assert called_verify(capsys, file.name) == (0, f"some.jsonl.gz: {sentence}", "")
    assert called_verify(capsys, plain.name) == (0, f"some.jsonl: {sentence}", "")


@pytest.mark.parametrize(("field", "value", "sealed", "condition", "message"), [
    ("p_portion", [1], True, "reduced", "no element tells two others apart"),
    ("period", 20, True, "heaps", "the theorem needs more heaps"),
    ("preperiod", 65, True, "period", "the elements do not repeat"),
    ("rule", "0.17", True, "", ""), ("period", 20, False, "seal", "the seal differs"),
])  # fmt: skip
def test_a_forged_certificate_is_named_by_its_line_and_its_game(
    file, capsys, field, value, sealed, condition, message
):
    content = gzip.decompress(file.read_bytes()).decode().splitlines(keepends=True)
    content[2] = with_field(content[2], field, value, sealed=sealed)
    file.write_bytes(gzip.compress("".join(content).encode()))
    game = value if field == "rule" else "0.15"
    with pytest.raises(VerificationError) as failed:
        verify_lines(file)
    assert failed.value.where == 3
    assert condition in failed.value.condition
    done = called_verify(capsys, str(file))
    require_refused(done, f"grundy: {file}, line 3 ({game}), after 2 that hold: ", status=1)
    assert message in done.err


# A file that was cut off, or changed, or is another one, and what is said of it
DAMAGED = {
    "cut off": (lambda packed, _: packed[:-20], ": the gzip file is cut off; copy it again."),
    "damaged": (lambda packed, _: packed[:100] + b"??" + packed[102:],
                ": the gzip file is damaged; copy it again."),
    "empty": (lambda *_: b"", ": there are no certificates in this file."),
    "an empty line": (lambda _, text: gzip.compress(text + b"\n"),
                      ", line 8: this line is no certificate."),
    "text": (lambda *_: b"hello\n", ", line 1: this line is no certificate."),
    "cut off before it was packed": (lambda _, text: gzip.compress(text[:-30]),
                                     ", line 7: this line is no certificate."),
    "twice": (lambda _, text: gzip.compress(text + text.splitlines(keepends=True)[0]),
              ", line 8 (0.3), after 7 that hold: an earlier line is about this game already."),
    "another kind in a field": (
        lambda _, text: gzip.compress(text.replace(b'"phi": [', b'"phi": ["x", ', 1)),
        ', line 1 (0.3): the field "phi" has to be a list of natural',
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_file_is_one_sentence(file, capsys, kind):
    change, message = DAMAGED[kind]
    file.write_bytes(change(file.read_bytes(), gzip.decompress(file.read_bytes())))
    require_refused(called_verify(capsys, str(file)), f"grundy: {file}{message}")


def test_a_file_that_is_cut_off_is_refused_before_any_check(file, monkeypatch):
    file.write_bytes(file.read_bytes()[:-4])
    monkeypatch.setattr("research.certificate_lines.verify_certificate", pytest.fail)
    with pytest.raises(GraphFormatError, match="cut off"):
        verify_lines(file)


def test_a_line_is_no_longer_than_a_certificate(file, monkeypatch):
    monkeypatch.setattr(lines, "LARGEST_FILE", 100)
    with pytest.raises(GraphFormatError, match="line 1: this line is too long"):
        list(lines.read_lines(file))


@pytest.mark.parametrize("codes", [("0.77", "0.770"), ("0.33", "{1,2}")])
def test_one_game_in_two_spellings_stands_there_once(codes, file, tmp_path):
    line = TakeAndBreak("0.77" if codes[0] == "0.77" else "0.33").misere_quotient().certificate()
    path = tmp_path / "twice.jsonl"
    text = "".join(with_field(lines.line_of(line), "rule", code) for code in codes)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GraphFormatError, match="an earlier line is about this game already"):
        verify_lines(path)
