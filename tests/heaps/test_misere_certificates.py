"""Certificates of misère quotients: they hold, no changed one does, and both checkers agree."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import grundy
from commands import called
from grundy.errors import GraphFormatError, RulesetError, VerificationError
from grundy.heaps.certificates import parse_certificate, read_certificate, verify_certificate
from grundy.heaps.quotients import verify
from grundy.heaps.quotients.certificate import FOR_EVER, HEAPS_ONLY, MisereCertificate
from grundy.heaps.quotients.verify import options_by_definition
from grundy.misere.check_arrays import check_arrays
from grundy.misere.checker import Claim, check
from often import often

# rule, heaps, and whether a period is proved by them
GAMES = [
    ("0.77", 200, True),
    ("0.15", 200, True),
    ("0.75", 200, True),
    ("0.123", 200, True),
    ("{1,2,3}", 200, True),
    ("0.0", 5, True),
    ("0.07", 20, False),
    ("4.0", 7, True),
    ("4.07", 9, False),
    ("0.F", 8, True),
    ("0.7F", 8, False),
    ("4!.0", 14, False),
    ("0.7?7=", 9, False),
    ("allbut{1,4}", 12, False),
    ("0.[3]", 9, False),
]


@cache
def certificate_of(rule: str, stop: int) -> MisereCertificate:
    """Return the certificate of a game."""
    game = grundy.read_game(rule)
    return game.misere_quotient(stop).certificate()  # type: ignore[attr-defined,no-any-return]


def holds(certificate: MisereCertificate) -> bool:
    """Say whether a certificate passes; both checkers have to agree on what it claims."""
    try:
        verify_certificate(certificate)
        passed = True
    except VerificationError:
        passed = False
    try:
        claim, code = certificate.claim(), verify.certified_code(certificate.rule)
    except VerificationError:
        assert not passed
        return False
    reach = verify.reach_of_code(code)
    conditions = []
    for checker in (check, check_arrays):
        try:
            checker(claim, lambda heap: options_by_definition(code, heap), reach)
            conditions.append("")
        except VerificationError as error:
            conditions.append(error.condition)
    assert bool(conditions[0]) == bool(conditions[1]), conditions
    assert not (passed and conditions[0])
    return passed


@pytest.mark.parametrize(("rule", "stop", "proved"), GAMES)
def test_a_certificate_holds(tmp_path, rule, stop, proved):
    """Each kind of rule has certificates that pass, also read back from the file."""
    certificate = certificate_of(rule, stop)
    certificate.save(tmp_path / "c.json")

    assert (certificate.period is not None) is proved
    assert read_certificate(tmp_path / "c.json") == certificate
    verify_certificate(tmp_path / "c.json")
    assert holds(certificate)


def test_a_game_is_certified_by_its_code():
    """A name in the place of the rule would say nothing to who checks it."""
    assert grundy.GrundysGame().misere_quotient(10).certificate().rule == "4!.0"
    assert grundy.Subtraction({1, 3}).misere_quotient(9).certificate().rule == "{1,3}"


def test_a_function_has_no_certificate():
    """No file can hold what a function does."""
    quotient = grundy.HeapGame(lambda n: [(k,) for k in range(n)]).misere_quotient(5)

    with pytest.raises(RulesetError, match="a certificate needs a code or a set of numbers"):
        quotient.certificate()


@pytest.mark.parametrize(
    "code", ["0.77", "4.0", "4!.0", "0.F", "G.0", "0.G3", "0.7?7=", "0.03[3]", "4.[3]", "0.V!", "0"]
)
def test_options_by_the_definition(code):
    """The checker's options are those that the rule generates."""
    game = grundy.TakeAndBreak(code if "." in code else "0.1")
    for heap in range(14):
        rows = options_by_definition(game.code, heap).tolist()
        found = sorted(tuple(sorted(part for part in row if part)) for row in rows)
        assert found == sorted(game.options(heap))


KAYLES = certificate_of("0.77", 200)
DAWSON = certificate_of("0.07", 20)
FALSE = [
    ({"rule": "0.07"}, {"phi", "outcomes"}),
    ({"rule": "0.7"}, {"phi", "outcomes", "invariant"}),
    ({"rule": "kayles"}, {"rule"}),
    ({"rule": "{0,1}"}, {"rule"}),
    ({"rule": "0.7!7"}, {"period", "outcomes"}),
    ({"theorem": HEAPS_ONLY}, {"theorem"}),
    ({"theorem": "because"}, {"theorem"}),
    ({"preperiod": None}, {"period"}),
    ({"preperiod": None, "period": None}, {"theorem"}),
    ({"preperiod": 70}, {"period"}),
    ({"preperiod": 72}, {"period", "heaps"}),
    ({"preperiod": 2**62}, {"period", "heaps"}),
    ({"period": 0}, {"period"}),
    ({"period": 24}, {"heaps"}),
    ({"period": 11}, {"period"}),
    ({"phi": KAYLES.phi[:-1]}, {"heaps"}),
    ({"phi": ()}, {"heaps"}),
    ({"phi": (1, *KAYLES.phi[1:])}, {"phi"}),
    ({"phi": (*KAYLES.phi[:-1], 40)}, {"phi"}),
    ({"p_portion": ()}, {"reduced"}),
    ({"p_portion": (0, *KAYLES.p_portion)}, {"reduced", "outcomes"}),
    ({"p_portion": (*KAYLES.p_portion, 40)}, {"outcomes"}),
    ({"generators": KAYLES.generators[:-1]}, {"table"}),
    ({"generators": (*KAYLES.generators[:-1], 0)}, {"generators"}),
    ({"action": KAYLES.action[:-1]}, {"table", "phi", "invariant", "outcomes"}),
    ({"action": ()}, {"table"}),
    ({"action": ((), *KAYLES.action[1:])}, {"table"}),
    ({"invariant": KAYLES.invariant[:-1]}, {"invariant"}),
    ({"invariant": (*KAYLES.invariant, ())}, {"invariant"}),
    ({"invariant": (*KAYLES.invariant, ("0",))}, {"invariant"}),
    ({"invariant": ((), *KAYLES.invariant[1:])}, {"invariant"}),
    ({"invariant": (("-0",), *KAYLES.invariant[1:])}, {"invariant"}),
    ({"invariant": (("f" * 11,), *KAYLES.invariant[1:])}, {"invariant"}),
    ({"version": "the newest"}, {"version"}),
    ({"command": "by hand"}, {"command"}),
    ({"command": "grundy period 0.77"}, {"command"}),
    ({"command": "grundy quotient 0.07 --stop 200"}, {"command"}),
    ({"command": "grundy quotient 0.77\nrm -r ."}, {"command"}),
]


@pytest.mark.parametrize(
    ("changes", "conditions"),
    FALSE,
    # the same in each process that runs tests: a set's text is not
    ids=[f"{number}-{'-'.join(changes)}" for number, (changes, _) in enumerate(FALSE)],
)
def test_a_false_certificate_fails(tmp_path, changes, conditions):
    """A false field fails by the mathematics, though its seal is right."""
    replace(KAYLES, **changes).save(tmp_path / "c.json")

    with pytest.raises(VerificationError) as failure:
        verify_certificate(tmp_path / "c.json")
    assert failure.value.condition in conditions
    holds(replace(KAYLES, **changes))


def test_a_period_that_is_not_the_least_fails():
    """Twice the period, on enough heaps, is a period, and not the least one."""
    game = grundy.TakeAndBreak("0.75")
    few = game.misere_quotient()
    more = tuple(few.phi(heap) for heap in range(60))
    twice = replace(few.certificate(), phi=more, period=4)

    verify_certificate(replace(twice, period=2))
    with pytest.raises(VerificationError, match="2 is a period already"):
        verify_certificate(twice)


def test_a_rule_without_a_theorem_has_no_period():
    """Nim's heaps do not end; a constraint is not in the theorem."""
    true = certificate_of("4!.0", 14)
    forged = replace(true, preperiod=0, period=1, theorem=FOR_EVER)

    with pytest.raises(VerificationError, match="no theorem on periods"):
        verify_certificate(forged)


# ---- mutants --------------------------------------------------------------------------------

mutated = st.sampled_from(
    [certificate_of(rule, stop) for rule, stop, _ in GAMES if rule not in ("0.0", "0.15")]
)


def changed_entry(
    data: st.DataObject, row: tuple[int, ...], most: int, name: str
) -> tuple[int, ...]:
    """Return a row with another number at one place."""
    place = data.draw(st.integers(0, len(row) - 1), f"place in {name}")
    number = data.draw(st.integers(0, most).filter(lambda n: n != row[place]), name)
    return (*row[:place], number, *row[place + 1 :])


def with_p_flipped(true: MisereCertificate, data: st.DataObject) -> MisereCertificate:
    """One element more or less is a P-position."""
    element = data.draw(st.integers(0, true.order - 1), "element")
    return replace(true, p_portion=tuple(sorted({element} ^ set(true.p_portion))))


def with_phi(true: MisereCertificate, data: st.DataObject) -> MisereCertificate:
    """A heap has another element."""
    return replace(true, phi=changed_entry(data, true.phi, true.order - 1, "phi"))


def with_product(true: MisereCertificate, data: st.DataObject) -> MisereCertificate:
    """A product is another element."""
    place = data.draw(st.integers(0, true.order - 1), "row")
    row = changed_entry(data, true.action[place], true.order - 1, "product")
    return replace(true, action=(*true.action[:place], row, *true.action[place + 1 :]))


def with_generator(true: MisereCertificate, data: st.DataObject) -> MisereCertificate:
    """A generator is another element."""
    generators = changed_entry(data, true.generators, true.order - 1, "generator")
    return replace(true, generators=generators)


def with_period(true: MisereCertificate, data: st.DataObject) -> MisereCertificate:
    """A period, or another one, is claimed, where no theorem gives it."""
    period = data.draw(st.integers(0, len(true.phi)), "period")
    preperiod = data.draw(st.integers(0, len(true.phi)), "preperiod")
    assume((preperiod, period) != (true.preperiod, true.period))
    return replace(true, preperiod=preperiod, period=period, theorem=FOR_EVER)


def without_a_heap(true: MisereCertificate, data: st.DataObject) -> MisereCertificate:
    """A heap is left out; those after it move down."""
    place = data.draw(st.integers(0, len(true.phi) - 1), "heap")
    return replace(true, phi=true.phi[:place] + true.phi[place + 1 :])


def with_set(true: MisereCertificate, data: st.DataObject) -> MisereCertificate:
    """A winning set has one element more or less."""
    row, place = a_set(true, data)
    bit = data.draw(st.integers(0, true.order - 1), "bit")
    sets = true.invariant[row]
    changed = f"{int(sets[place], 16) ^ 1 << bit:x}"
    return with_row(true, row, (*sets[:place], changed, *sets[place + 1 :]))


def without_set(true: MisereCertificate, data: st.DataObject) -> MisereCertificate:
    """A winning set is left out."""
    row, place = a_set(true, data)
    sets = true.invariant[row]
    return with_row(true, row, sets[:place] + sets[place + 1 :])


def with_rule(true: MisereCertificate, data: st.DataObject) -> MisereCertificate:
    """Another rule is said to have this quotient."""
    digits = data.draw(st.text("01234567", min_size=1, max_size=3), "digits")
    return replace(true, rule=f"0.{digits}")


def a_set(true: MisereCertificate, data: st.DataObject) -> tuple[int, int]:
    """Choose a winning set."""
    places = [(x, n) for x, sets in enumerate(true.invariant) for n in range(len(sets))]
    return data.draw(st.sampled_from(places), "set")


def with_row(true: MisereCertificate, row: int, sets: tuple[str, ...]) -> MisereCertificate:
    """Put other winning sets in the place of an element's."""
    return replace(true, invariant=(*true.invariant[:row], sets, *true.invariant[row + 1 :]))


def outcomes(certificate: MisereCertificate, heaps: list[list[int]]) -> list[bool]:
    """Say of each sum whether a certificate calls it a P-position."""
    quotient = Answering(certificate.claim())
    return [quotient.is_p(heaps_) for heaps_ in heaps]


class Answering:
    """Answers by a claim alone, as a reader of a certificate would."""

    def __init__(self, claim: Claim) -> None:
        from grundy.misere.checker import multiplied

        self.table, self.claim = multiplied(claim), claim

    def is_p(self, heaps: list[int]) -> bool:
        """Say whether a sum is a P-position."""
        element = 0
        for heap in heaps:
            element = self.table[element][int(self.claim.phi[heap])]
        return element in set(self.claim.p_portion.tolist())


MUTANTS = [
    with_p_flipped, with_phi, with_product, with_generator, with_period,
    without_a_heap, with_set, without_set, with_rule,
]  # fmt: skip


@pytest.mark.parametrize("mutant", MUTANTS)
@often(20)
@given(true=mutated, data=st.data())
def test_no_mutant_passes_but_a_true_one(mutant: Any, true: MisereCertificate, data: Any) -> None:
    """What passes says the same of each sum as misère play itself; the checkers agree on all."""
    changed = mutant(true, data)
    assume(changed != true)

    if holds(changed):
        assert_true(changed, data)


def assert_true(certificate: MisereCertificate, data: Any) -> None:
    """Hold a certificate that passes against the rule: some sums by plain search."""
    heap = st.integers(0, min(9, len(certificate.phi) - 1))
    sums = data.draw(st.lists(st.lists(heap, max_size=3), min_size=3, max_size=6), "sums")
    wins: dict[tuple[int, ...], bool] = {}
    code = verify.certified_code(certificate.rule)

    def is_win(position: tuple[int, ...]) -> bool:
        if position not in wins:
            options = [
                tuple(sorted(filter(None, (*position[:n], *position[n + 1 :], *row))))
                for n, size in enumerate(position)
                for row in options_by_definition(code, size).tolist()
            ]
            wins[position] = not options or not all(map(is_win, options))
        return wins[position]

    said = outcomes(certificate, sums)
    assert said == [not is_win(tuple(sorted(filter(None, heaps)))) for heaps in sums]


# ---- files ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        ("period", -1), ("period", True), ("period", 1.5), ("period", "12"), ("period", 2**200),
        ("preperiod", []), ("phi", "012"), ("phi", [0, -1]), ("phi", [0, 2**63]), ("phi", [[0]]),
        ("phi", None), ("generators", [True]), ("p_portion", {}), ("action", [0]),
        ("action", [[0], "1"]), ("action", [[1.0]]), ("invariant", [[0]]), ("invariant", ["0"]),
        ("invariant", {}), ("rule", 0.77), ("theorem", None), ("surprise", 1),
    ],
)  # fmt: skip
def test_a_field_of_the_wrong_kind(key, wrong):
    """A field of the wrong kind, or an unknown one, is named."""
    fields = json.loads(KAYLES.to_json()) | {key: wrong}

    with pytest.raises(GraphFormatError, match=f'the field "{key}"'):
        parse_certificate(json.dumps(fields), "c.json")


def test_a_large_monoid_is_refused_before_its_table_is_made():
    """A table of a million elements a side is more than the memory has."""
    order = 2_000_000
    forged = replace(
        certificate_of("0.[3]", 9), generators=(1,), action=tuple((n + 1,) for n in range(order)),
        invariant=((),) * order,
    )  # fmt: skip
    with pytest.raises((VerificationError, grundy.LimitError)):
        verify_certificate(forged)


def test_large_certificates_are_checked_in_arrays(monkeypatch):
    """The plain checker is not asked where it would take long."""
    monkeypatch.setattr(verify, "check", None)
    verify_certificate(grundy.TakeAndBreak("0.07").misere_quotient(30).certificate())
    many = tuple(("0", *(f"{bits:x}" for bits in range(1, 600))) for _ in range(DAWSON.order))
    with pytest.raises(VerificationError):
        verify_certificate(replace(DAWSON, invariant=many))


def test_verify_says_what_a_certificate_proves(tmp_path, capsys):
    """In a sentence, and in JSON; a false one has status 1 and names its condition."""
    path = tmp_path / "c.json"
    DAWSON.save(path)
    assert called(capsys, "verify", str(path)).out == (
        "0.07: misère quotient of 24 elements, 5 of them P-positions; proved for heaps 0 to 19 "
        "only.\n"
    )
    answer = json.loads(called(capsys, "verify", str(path), "--json").out)
    assert (answer["order"], answer["p_count"], answer["heaps"]) == (24, 5, 20)
    assert (answer["period"], answer["holds"]) == (None, True)

    with_p_less = replace(DAWSON, p_portion=DAWSON.p_portion[:-1])
    with_p_less.save(path)
    done = called(capsys, "verify", str(path))
    assert done.status == 1
    assert done.err.startswith("grundy: The certificate is false:")
    answer = json.loads(called(capsys, "verify", str(path), "--json").out)
    assert (answer["holds"], answer["condition"]) == (False, "reduced")


def test_more_heaps_than_anybody_checks_are_refused_at_once():
    """The moves of all heaps grow with the square: a file of two megabytes would take hours."""
    true = grundy.TakeAndBreak("0.77").misere_quotient(200).certificate()
    phi = (*true.phi, *(true.phi[71 + (n - 71) % 12] for n in range(len(true.phi), 200_000)))

    with pytest.raises(VerificationError, match="200,000 heaps have too many moves"):
        verify.verify_quotient(replace(true, phi=phi))
