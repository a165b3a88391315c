"""grundy-check, extracted from the proofs, gives the verdicts of Python's verifiers."""

import copy
import gzip
import json
import random
import re
import shutil
import subprocess

import pytest
from filelock import FileLock

import grundy
from grundy.errors import GraphFormatError, VerificationError
from grundy.graphs.formats import write_labelling
from grundy.heaps.conjectures import proved_by_digits
from grundy.heaps.periods.certificate import of_formula
from grundy.named.notation import read_game
from grundy.runtime.sealed import seal
from heap_strategies import parse_game
from project import ROOT

CODES = (
    "0.07", "0.15", "0.17", "0.23", "0.31", "0.33", "0.44", "0.45", "0.137", "{1,3,4}", "{2,5}",
    "0.F", "0.B2", "4.C", "0.V",
)  # fmt: skip
FORMULAS = ("4.[3]", "take-a-prime", "take-a-power-of-two")
ALL_BUT = ("allbut{1,4}", "allbut{}", "allbut{2,3,7}", "0.0330[3]", "0.[03]", "0.3[003]")
MISERE = ("0.1", "0.15", "0.23", "0.31", "0.53", "0.75", "0.101", "0.123", "{1,2}", "{2,3}")
JOINT = (
    "kayles 5 + nim 3", "0.123 5 + {1,2} 9", "0.07 6 + {2} 5 + 0.F 4", "{4} 9 + allbut{2} 5",
    "4.07 5 + 0.[1] 4", "4!.0 7 + 0.4= 8",
)  # fmt: skip
SIGNED = ("4!.0", "0.7!7", "0.4=", "0.F?3")
DIGITS = ("mark", "0.[30]", "leave(n-1,ceil(n/2))", "leave(n-3*2^i,n-1)", "leave(n//3,n-(2i+1))")
HOLDS, FALSE, UNREADABLE = "holds", "does not hold", "cannot be checked"
NOT_COVERED = "not covered"


@pytest.fixture(scope="session")
def check(development, tmp_path_factory):
    if shutil.which("ocamlopt") is None:
        pytest.skip("ocamlopt is not there; Debian's package ocaml-nox has it")
    with FileLock(tmp_path_factory.getbasetemp().parent / "grundy-check.lock"):
        subprocess.run([development / "check" / "build"], check=True)

    def run(texts):
        folder = tmp_path_factory.mktemp("certificates")
        files = [folder / f"{number}.json" for number in range(len(texts))]
        for file, text in zip(files, texts, strict=True):
            file.write_bytes(text if isinstance(text, bytes) else text.encode())
        verdicts = []
        for start in range(0, len(files), 200):
            command = [development / "check" / "grundy-check", *files[start : start + 200]]
            ended = subprocess.run(command, capture_output=True, text=True)
            lines = re.findall(rf"json: ({HOLDS}|{FALSE}|{UNREADABLE}|{NOT_COVERED})", ended.stdout)
            assert len(lines) == len(files[start : start + 200]), ended.stdout[-500:] + ended.stderr
            verdicts += lines
        return verdicts

    return run


def verdict_of(text, file):
    """What Python's verifiers say."""
    try:
        if '"vertices"' in text:
            file.write_text(text)
            grundy.read_labelling(file).verify()
        else:
            grundy.verify_certificate(text)
    except VerificationError:
        return FALSE
    except GraphFormatError:
        return UNREADABLE
    return HOLDS


def periods():
    """Certificates of periods, with rare heaps and without, a saltus, formulas and digits."""
    for code in CODES + ALL_BUT:
        yield grundy.certify(parse_game(code), 2000).to_json()
    for name in FORMULAS:
        game = read_game(name)
        yield of_formula(game, game.find_period(20)).to_json()
    for rule in DIGITS:
        yield proved_by_digits(rule).certificate().to_json()


def quotients():
    """Certificates of misère quotients, for all heaps and for some."""
    for code in MISERE:
        yield parse_game(code).misere_quotient().certificate().to_json()
    for code in ("0.77", "0.[3]", "allbut{2}", *SIGNED):
        yield parse_game(code).misere_quotient(stop=9).certificate().to_json()
    for words in JOINT:
        yield grundy.misere_quotient([grundy.read(words)]).certificate().to_json()


def labels(folder, chance, count=12):
    """Labels of random digraphs with cycles."""
    for number in range(count):
        size = chance.randrange(1, 12)
        arcs = [(chance.randrange(size), chance.randrange(size)) for _ in range(2 * size)]
        graph = grundy.GameGraph.from_edges(arcs, vertices=range(size))
        labelling = grundy.label(graph, play=chance.choice(["normal", "misere"]))
        file = folder / f"{number}.json"
        write_labelling(labelling, str(file))
        yield file.read_text()


def places(value, path=()):
    """Yield the path of each value in JSON, but of who wrote it and how."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in inner:
        if key in ("version", "command", "seal", "certificate"):
            continue
        if isinstance(part, (dict, list)):
            yield from places(part, (*path, key))
        yield (*path, key)


def changed(value, chance, rules):
    """Return something else in the place of a value."""
    if isinstance(value, bool) or value is None:
        return chance.choice([1, None])
    if isinstance(value, int):
        return chance.choice([value + 1, max(0, value - 1), value + 2, 0, None])
    if isinstance(value, str):
        if value in ("P", "N", "D"):
            return chance.choice("PND")
        if value.startswith("\N{INFINITY}"):
            return chance.choice(["\N{INFINITY}()", "\N{INFINITY}(0)", "\N{INFINITY}(1)", 0, 1])
        if value[:2] in ("0.", "{1", "{2", "al", "ta", "4.", "ma", "le", "4!"):
            return chance.choice(rules)
        return chance.choice([value + "0", value[:-1] or "1"])
    if isinstance(value, list) and value:
        found = list(value)
        place = chance.randrange(len(found))
        return chance.choice([
            found[:place] + found[place + 1 :],
            [*found, found[place]],
            sorted(found, key=str, reverse=True),
        ])  # fmt: skip
    return value


def sealed(found):
    """Return a certificate as JSON with the seal of its fields."""
    fields = {key: value for key, value in found.items() if key != "seal"}
    return json.dumps(fields | {"seal": seal(fields)})


def forged(text, chance):
    """Return a certificate with some values changed, and most often with the right seal."""
    found = json.loads(text)
    is_quotient = "invariant" in found
    rules = CODES + SIGNED + (ALL_BUT + FORMULAS + DIGITS) * (not is_quotient)
    for _ in range(chance.choice([1, 1, 2])):
        path = chance.choice(list(places(found)))
        group = found
        for key in path[:-1]:
            group = group[key]
        group[path[-1]] = changed(copy.deepcopy(group[path[-1]]), chance, rules)
    if "seal" in found and chance.random() < 0.95:
        found = json.loads(sealed(found))
    return json.dumps(found, ensure_ascii=chance.random() < 0.5)


def compare(check, folder, count, seed):
    """Compare the verdicts on honest and forged certificates; return how many were compared."""
    chance = random.Random(seed)
    originals = [*periods(), *quotients(), *labels(folder, chance)]
    texts = [*originals, *(forged(chance.choice(originals), chance) for _ in range(count))]
    found = check(texts)
    expected = [verdict_of(text, folder / "labels.json") for text in texts]
    wrong = [each for each in zip(found, expected, texts, strict=True) if each[0] != each[1]]
    assert not wrong, f"{len(wrong)} verdicts, such as: {wrong[:3]}"
    assert found[: len(originals)] == [HOLDS] * len(originals)
    assert found.count(FALSE) > count // 4
    return len(texts)


@pytest.mark.parametrize("count", [400, pytest.param(10_000, marks=pytest.mark.long)])
def test_verdicts_are_those_of_python(count, check, tmp_path):
    assert compare(check, tmp_path, count, 1) > count


@pytest.mark.parametrize("code", ["0.56", "0.127", pytest.param("0.354", marks=pytest.mark.long)])
def test_a_long_period_is_checked(code, check):
    """0.56 has no rare heaps listed, 0.127 has them by position, 0.354 more heaps than an array."""
    text = (ROOT / "docs" / "proofs" / f"{code}.json").read_text()
    assert check([text]) == [HOLDS]
    if '"rare"' in text:
        found = json.loads(text)
        del found["rare"]["heaps"][5]
        assert check([sealed(found)]) == [FALSE]


def test_a_long_tame_quotient_is_checked(check):
    with gzip.open(ROOT / "docs" / "proofs" / "misere" / "atlas-four.jsonl.gz", "rt") as lines:
        found = json.loads(next(line for line in lines if '"0.7724"' in line))
    phi = [*found["phi"][:9000], found["phi"][9000] ^ 1, *found["phi"][9001:]]
    changes = [{"p_portion": [1]}, {"period": 36}, {"preperiod": 6210}, {"phi": phi}]
    assert check([sealed(found | each) for each in [{}, *changes]]) == [HOLDS] + 4 * [FALSE]


def test_a_large_number_in_a_set_is_no_hindrance(check):
    text = grundy.certify(parse_game("allbut{2049}"), 30_000).to_json()
    assert check([text, text.replace('"saltus": 2049', '"saltus": 2048')]) == [HOLDS, FALSE]


def test_what_no_checker_covers_is_no_false_certificate(check):
    found = json.loads(grundy.certify(parse_game("0.F"), 2000).to_json())
    many = {"period": 5_000_000, "heaps": 3 * (max(found["preperiod"], 1) + 5_000_000) - 1}
    assert check([sealed(found), sealed(found | many)]) == [HOLDS, NOT_COVERED]


def test_no_text_breaks_the_reader(check, tmp_path):
    chance = random.Random(3)
    originals = [*quotients(), *labels(tmp_path, chance)]
    texts = []
    for _ in range(400):
        found = list(chance.choice(originals))
        for _ in range(chance.choice([1, 1, 3])):
            place = chance.randrange(len(found))
            found[place : place + chance.choice([0, 1, 40])] = chance.choice('"{}[]:,0-\\ué\x00 1')
        texts.append("".join(found))
    said = check([*texts, b"\xff{}", b'{"a": "\\ud800"}', "[" * 10_000, "", "{}", "0" * 100])
    for text, verdict in zip(texts, said, strict=False):
        assert verdict != HOLDS or verdict_of(text, tmp_path / "labels.json") == HOLDS, text
    assert said[400:] == [UNREADABLE] * 6
    assert said.count(UNREADABLE) > 200
