"""Files with a certificate a line: all of them hold, or the first that does not is named."""

import gzip
import json
import random

import pytest

from grundy import TakeAndBreak
from grundy.errors import GraphFormatError, VerificationError
from grundy.heaps.periods.certificate import certify
from grundy.runtime.limits import reporting
from grundy.runtime.sealed import seal
from research import lines
from research.certificate_lines import Proved, verify_lines
from research.certificates import parse_certificate
from research.lines import packed_lines
from research_programs import called_verify

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
    """Return a file with these certificates, and stand in its folder."""
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
    """Each certificate comes back from its line, and all are checked with progress."""
    reports: list[tuple[str, int, int]] = []
    read = [parse_certificate(line) for line in lines.read_lines(file)]

    assert sorted(read, key=repr) == sorted(certificates, key=repr)
    with reporting(lambda *done: reports.append(done)):
        assert verify_lines(file) == Proved(5, 1, periods=1)
    assert reports == [("certificates", done, 7) for done in range(1, 8)]


def test_the_same_bytes_whatever_the_order(certificates):
    """No order and no time is in the file; short rules stand first."""
    packed = packed_lines(certificates)
    for number in range(5):
        assert packed == packed_lines(random.Random(number).sample(certificates, 7))

    rules = [json.loads(line)["rule"] for line in gzip.decompress(packed).splitlines()]
    assert rules == ["0.3", "0.07", "0.15", "0.34", "0.77", "0.77", "0.123"]
    assert packed[4:8] == bytes(4)  # the time, in the header of gzip


def test_the_command_says_what_is_proved(file, capsys, monkeypatch):
    """One line a file, packed or not; one after the other."""
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
    """What stands before it holds; a new seal does not help."""
    content = gzip.decompress(file.read_bytes()).decode().splitlines(keepends=True)
    content[2] = with_field(content[2], field, value, sealed=sealed)
    file.write_bytes(gzip.compress("".join(content).encode()))
    game = value if field == "rule" else "0.15"

    with pytest.raises(VerificationError) as failed:
        verify_lines(file)
    assert failed.value.where == 3
    assert condition in failed.value.condition
    done = called_verify(capsys, str(file))
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"grundy: {file}, line 3 ({game}), after 2 that hold: ")
    assert message in done.err
    assert done.err.count("\n") == 1


def damaged(kind: str, packed: bytes) -> bytes:
    """Return a file that was cut off, or changed, or is another one."""
    lines = gzip.decompress(packed).splitlines(keepends=True)
    return {
        "cut off": packed[:-20],
        "damaged": packed[:100] + b"??" + packed[102:],
        "empty": b"",
        "an empty line": gzip.compress(b"".join([*lines, b"\n"])),
        "text": b"hello\n",
        "cut off before it was packed": gzip.compress(b"".join(lines)[:-30]),
        "twice": gzip.compress(b"".join([*lines, lines[0]])),
        "another kind in a field": gzip.compress(lines[0].replace(b'"phi": [', b'"phi": ["x", ')),
    }[kind]


@pytest.mark.parametrize(("kind", "message"), [
    ("cut off", ": the gzip file is cut off; copy it again."),
    ("damaged", ": the gzip file is damaged; copy it again."),
    ("empty", ": there are no certificates in this file."),
    ("an empty line", ", line 8: this line is no certificate."),
    ("text", ", line 1: this line is no certificate."),
    ("cut off before it was packed", ", line 7: this line is no certificate."),
    ("twice", ", line 8 (0.3), after 7 that hold: an earlier line is about this game already."),
    ("another kind in a field", ', line 1 (0.3): the field "phi" has to be a list of natural'),
])  # fmt: skip
def test_a_damaged_file_is_one_sentence(file, capsys, kind, message):
    """Files that are cut off, damaged or foreign end with status 2."""
    file.write_bytes(damaged(kind, file.read_bytes()))

    status, out, err = called_verify(capsys, str(file))

    assert (status, out) == (2, "")
    assert err.startswith(f"grundy: {file}{message}")
    assert err.count("\n") == 1


def test_a_file_that_is_cut_off_is_refused_before_any_check(file, monkeypatch):
    """Nobody waits an hour to hear that a copy was not whole."""
    file.write_bytes(file.read_bytes()[:-4])
    monkeypatch.setattr("research.certificate_lines.verify_certificate", pytest.fail)

    with pytest.raises(GraphFormatError, match="cut off"):
        verify_lines(file)


def test_a_line_is_no_longer_than_a_certificate(file, monkeypatch):
    """A small file cannot unpack to a line that fills the memory."""
    monkeypatch.setattr(lines, "LARGEST_FILE", 100)

    with pytest.raises(GraphFormatError, match="line 1: this line is too long"):
        list(lines.read_lines(file))


@pytest.mark.parametrize("codes", [("0.77", "0.770"), ("0.33", "{1,2}")])
def test_one_game_in_two_spellings_stands_there_once(codes, file, tmp_path):
    """However its rule is written, a game is counted once."""
    line = TakeAndBreak("0.77" if codes[0] == "0.77" else "0.33").misere_quotient().certificate()
    path = tmp_path / "twice.jsonl"
    text = "".join(with_field(lines.line_of(line), "rule", code) for code in codes)
    path.write_text(text, encoding="utf-8")

    with pytest.raises(GraphFormatError, match="an earlier line is about this game already"):
        verify_lines(path)
